//! Options in the reader's language, where their canonical text is made of English words.

use super::Inspected;
use crate::def::Def;
use crate::def::ask::Class;
use crate::def::part::Named;
use crate::machine::{DONE, Payment, Request};
use boardwright_phrases::Language;

/// The name of an option that is not a thing: an answer, a payment. `None` in English, where the
/// canonical text is the same, unless something that pays has a plural.
pub(super) fn spoken(machine: &mut Inspected, request: Request, option: i32) -> Option<Named> {
    let language = machine.def.language;
    if language == Language::English && !pays_plural(machine, request) {
        return None;
    }
    let name = match request {
        Request::YesNo(_) => language.word(if option == 0 { "no" } else { "yes" }).to_owned(),
        Request::Pick(pick) | Request::PickSome(pick) | Request::Secret(pick) => {
            let pick = machine.def.picks.get(pick.index())?;
            match (option, pick.class) {
                (DONE, _) => {
                    let several = pick.several.is_some();
                    language.word(if several { "done" } else { "none" }).to_owned()
                }
                (_, Class::Truth) => language.word(if option == 0 { "no" } else { "yes" }).into(),
                _ => return None,
            }
        }
        Request::OneOf if option == DONE => language.word("none").to_owned(),
        Request::Pay => {
            let payments = machine.payments();
            payment(machine, payments.get(usize::try_from(option).ok()?)?)
        }
        _ => return None,
    };
    Some(Named { name, ..Named::default() })
}

/// The author's name for the option that picks nothing.
pub(super) fn stop(def: &Def, request: Request, option: i32) -> Option<Named> {
    let (Request::Pick(of), DONE) = (request, option) else { return None };
    let (_, name) = def.show.stops.iter().find(|(pick, _)| *pick == of)?;
    Some(Named { name: name.clone(), ..Named::default() })
}

fn pays_plural(machine: &Inspected, request: Request) -> bool {
    let mut counters = machine.def.counters.iter();
    request == Request::Pay && counters.any(|counter| !counter.named.plural.is_empty())
}

fn payment(machine: &Inspected, payment: &Payment) -> String {
    let (def, language) = (machine.def, machine.def.language);
    let parts = payment.parts.iter().map(|part| {
        let named = def.counters.get(part.counter.index()).map(|counter| &counter.named);
        let name = named.map_or("", |named| named.counted(language, part.amount));
        let name = language.inside(name);
        let amount = format!("{} {name}", part.amount);
        match machine.piece_paying(part) {
            Some(piece) => {
                let entry = machine.state.world.entry_of(def, piece);
                let from = def.entries.get(entry.index()).map_or("", |entry| &entry.named.name);
                language.say("{0} from {1}", &[&amount, &from])
            }
            None => amount,
        }
    });
    let parts: Vec<String> = parts.collect();
    match parts.is_empty() {
        true => language.word("pay nothing").to_owned(),
        false => language.say("pay {0}", &[&parts.join(", ")]),
    }
}
