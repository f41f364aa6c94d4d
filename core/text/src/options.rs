//! Options: their canonical texts, and what people read for them.

use boardwright_phrases::Language;
use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::part::Named;
use boardwright_rules::id::{EntryId, PieceId};
use boardwright_rules::machine::Request;
use boardwright_rules::table::{FiredOption, OptionMeaning, PaidPart};
use boardwright_rules::world::World;

use crate::Speaks;
use crate::names::{counted, holder_text, namesake, thing, thing_named};
use crate::printed::Printed;

/// The canonical texts of options of a question, in order.
pub(crate) fn texts(
    def: &Def,
    world: &World,
    request: Request,
    meanings: &[OptionMeaning],
) -> Vec<String> {
    let plain = meanings.iter().map(|meaning| plain(def, world, meaning)).collect();
    let picks = matches!(request, Request::Pick(_) | Request::PickSome(_) | Request::Secret(_));
    numbered(if picks { qualified(def, world, plain, meanings) } else { plain })
}

/// The text of an option on its own: others may have the same.
pub(crate) fn plain(def: &Def, world: &World, meaning: &OptionMeaning) -> String {
    match meaning {
        OptionMeaning::Branch(menu, index) => def.menu(*menu).branches[*index].label.clone(),
        OptionMeaning::Offer(ability, _) => def.abilities[ability.index()].named.id.clone(),
        OptionMeaning::Thing(class, value) => thing(def, world, *class, *value),
        OptionMeaning::Payment(parts) => payment(def, world, parts),
        OptionMeaning::Fired(fired) => match fired.piece {
            Some(piece) => thing(def, world, Class::Piece, i32::from(piece.0)),
            None => def.procs[fired.proc.index()].named.id.clone(),
        },
        OptionMeaning::Words(words) => words.clone(),
        OptionMeaning::Nothing => "none".into(),
        OptionMeaning::Done => "done".into(),
    }
}

fn payment(def: &Def, world: &World, parts: &[PaidPart]) -> String {
    let part_text = |part: &PaidPart| {
        let name = &def.counters[part.counter.index()].named.id;
        match part.piece {
            Some(piece) => {
                let from = thing(def, world, Class::Piece, i32::from(piece.0));
                format!("{} {name} from {from}", part.amount)
            }
            None => format!("{} {name}", part.amount),
        }
    };
    let parts: Vec<String> = parts.iter().map(part_text).collect();
    if parts.is_empty() { "pay nothing".into() } else { format!("pay {}", parts.join(", ")) }
}

/// Distinguishes pieces with the same name by where they lie.
fn qualified(
    def: &Def,
    world: &World,
    mut plain: Vec<String>,
    meanings: &[OptionMeaning],
) -> Vec<String> {
    let before = plain.clone();
    for (index, (text, meaning)) in plain.iter_mut().zip(meanings).enumerate() {
        let OptionMeaning::Thing(Class::Piece, piece) = meaning else { continue };
        let shared = before.iter().filter(|other| **other == before[index]).count() > 1;
        if let (true, Some(place)) = (shared, whereabouts(def, world, *piece)) {
            *text = format!("{text} ({place})");
        }
    }
    plain
}

fn whereabouts(def: &Def, world: &World, piece: i32) -> Option<String> {
    let piece = PieceId(u16::try_from(piece).ok()?);
    let place = def.places.get(world.place_of(piece).index())?;
    let zone = &def.zones[place.zone.index()];
    let slot = world.slot_of(piece);
    match holder_text(def, world, zone.scope, place.holder) {
        Some(holder) if slot > 0 => Some(format!("{holder} {slot}")),
        Some(holder) => Some(holder),
        None if slot > 0 => Some(slot.to_string()),
        None => Some(zone.named.id.clone()),
    }
}

/// Numbers texts that are still identical.
fn numbered(plain: Vec<String>) -> Vec<String> {
    let count = |upto: usize, text: &String| plain[..upto].iter().filter(|it| *it == text).count();
    let number = |(index, text): (usize, &String)| match count(index, text) {
        0 => text.clone(),
        before => format!("{text} #{}", before + 1),
    };
    plain.iter().enumerate().map(number).collect()
}

/// What people read for an option besides its canonical text.
pub(crate) fn described(
    def: &Def,
    world: &World,
    request: Request,
    meaning: &OptionMeaning,
) -> Option<Named> {
    let name = match (request, meaning) {
        (Request::Pick(of), OptionMeaning::Nothing) => {
            let stop = def.show.stops.iter().find(|(pick, _)| *pick == of);
            stop.map(|(_, name)| name.clone())
        }
        _ => None,
    };
    if let Some(name) = name.or_else(|| spoken(def, world, request, meaning)) {
        return Some(Named { name, ..Named::default() });
    }
    match meaning {
        OptionMeaning::Branch(menu, index) => {
            let branch = def.menu(*menu).branches.get(*index)?;
            let (id, name) = (branch.label.clone(), branch.name.clone());
            Some(Named { id, name, ..Named::default() })
        }
        OptionMeaning::Offer(ability, None) => {
            Some(def.abilities.get(ability.index())?.named.clone())
        }
        OptionMeaning::Fired(FiredOption { ability, piece: None, .. }) => {
            Some(def.abilities.get(ability.as_ref()?.index())?.named.clone())
        }
        meaning => {
            let (class, value) = meaning.target()?;
            thing_named(def, world, class, value)
        }
    }
}

/// The name of an option that is not a thing, in the reader's language: an answer, a payment.
/// `None` in English, where the canonical text is the same, unless something that pays has a
/// plural.
fn spoken(def: &Def, world: &World, request: Request, meaning: &OptionMeaning) -> Option<String> {
    let language = def.language();
    let has_plural =
        || request == Request::Pay && def.counters.iter().any(|it| !it.named.plural.is_empty());
    if language == Language::English && !has_plural() {
        return None;
    }
    let word = |phrase| Some(language.word(phrase).to_owned());
    match meaning {
        OptionMeaning::Thing(Class::Truth, value) if !matches!(request, Request::Script(_)) => {
            word(if *value == 0 { "no" } else { "yes" })
        }
        OptionMeaning::Nothing => word("none"),
        OptionMeaning::Done => word("done"),
        OptionMeaning::Payment(parts) => Some(spoken_payment(def, world, parts)),
        _ => None,
    }
}

fn spoken_payment(def: &Def, world: &World, parts: &[PaidPart]) -> String {
    let language = def.language();
    let parts = parts.iter().map(|part| {
        let named = def.counters.get(part.counter.index()).map(|counter| &counter.named);
        let name = named.map_or("", |named| counted(named, language, part.amount));
        let name = language.inside(name);
        let amount = format!("{} {name}", part.amount);
        match part.piece {
            Some(piece) => {
                let entry = world.entry_of(def, piece);
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

/// The printed thing an option stands for: the thing itself, or the piece that names a space.
pub(crate) fn printed_of(def: &Def, world: &World, meaning: &OptionMeaning) -> Option<Printed> {
    let OptionMeaning::Thing(class, value) = meaning else { return None };
    match class {
        Class::Piece => Some(Printed::Piece(PieceId(u16::try_from(*value).ok()?))),
        Class::Entry => Some(Printed::Entry(EntryId(u16::try_from(*value).ok()?))),
        Class::Space => {
            let at = usize::try_from(*value).ok()?;
            namesake(def, world, at).map(Printed::Piece)
        }
        _ => None,
    }
}
