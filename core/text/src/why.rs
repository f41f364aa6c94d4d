//! Why not: options that are not offered, and the reason in words.

use boardwright_phrases::Language;
use boardwright_rules::def::Def;
use boardwright_rules::def::ask::{Bundle, Class, NotePart, Term};
use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::def::expr::Expr;
use boardwright_rules::id::{CostId, CounterId, NoteId, PlaceId};
use boardwright_rules::machine::Why;
use boardwright_rules::table::{FilledNote, LeftOut, LeftOutReason, OptionMeaning, Table};
use boardwright_rules::world::World;

use crate::names::{called, counted, place_called, said};
use crate::notes::{note, words};
use crate::options::{described, plain};
use crate::{InWords, Speaks};

/// An option that is not offered, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotOffered {
    /// Its canonical text.
    pub option: String,
    /// Its name for people, if that differs from the text.
    pub name: String,
    /// The reason.
    pub reason: String,
    /// The instruction where the rules failed, if that is the reason.
    pub fault: Option<Pc>,
    /// Whether a piece of another seat would offer it: of little interest to this one.
    pub is_others: bool,
}

/// The reason why something cannot be done. Things are named as they are in `world`.
pub fn why(def: &Def, world: &World, why: &Why) -> String {
    let say = |phrase| def.language().word(phrase).to_owned();
    match *why {
        Why::Short { term, counter, needs, has, others, .. } => {
            let own = own_name(def, term);
            let name = own.map_or_else(|| counter_name(def, counter, needs), str::to_owned);
            let phrase = match others && own.is_none() {
                true => "needs {0} {1} or something that can replace it: there is {2}",
                false => "needs {0} {1}: there is {2}",
            };
            let told = def.language().say(phrase, &[&needs, &name, &has]);
            match other_prices(def, term.0) {
                others if others.is_empty() => told,
                others => def.language().say("{0}; or {1}", &[&told, &others]),
            }
        }
        Why::Nothing { pc } => nothing(def, pc),
        Why::Required { note: id, gaps, .. } => {
            let text = note(def, world, FilledNote { note: id, gaps });
            if text.is_empty() { say("a condition does not hold") } else { text }
        }
        Why::Unexpected { pc, note: id } => {
            let expected = words(def, id);
            let cause = def.cause(pc);
            let phrase = "the rules are wrong ({0}:{1}): they expect {2}";
            def.language().say(phrase, &[&cause.file, &cause.line, &expected])
        }
        Why::Full { place, .. } => {
            def.language().say("there is no room in {0}", &[&place_name(def, world, place)])
        }
        Why::Twice { place, .. } => {
            def.language().say("{0} already has one like it", &[&place_name(def, world, place)])
        }
        Why::NoPiece { .. } => say("there is no such piece"),
        Why::Nowhere { .. } => say("there is no such place"),
        Why::TooDeep { .. } => say("the rules call each other endlessly"),
        Why::TooLong { pc } => match def.cause_of.get(pc as usize).map(|_| def.cause(pc)) {
            Some(cause) if !cause.file.is_empty() => {
                let phrase = "this rule takes too long ({0}:{1}): does a loop never end?";
                def.language().say(phrase, &[&cause.file, &cause.line])
            }
            _ => say("this rule takes too long: does a loop never end?"),
        },
        Why::NobodyDecides { .. } => say("a seat without decisions would have to decide"),
        Why::ScriptFailed { .. } => say("a script failed"),
    }
}

/// The name of a cost's term, if it has its own.
fn own_name(def: &Def, (cost, term): (CostId, u16)) -> Option<&str> {
    let bundle = def.costs.get(cost.index())?.bundles.first()?;
    let name = bundle.terms.get(usize::from(term))?.name.as_str();
    (!name.is_empty()).then_some(name)
}

/// What a cost could be paid with instead, as far as that is the same at any time: `5 money and 1 iron`.
fn other_prices(def: &Def, cost: CostId) -> String {
    let Some(cost) = def.costs.get(cost.index()) else { return String::new() };
    let price = |bundle: &Bundle| {
        let part = |term: &Term| match def.exprs.get(term.amount as usize) {
            Some(Expr::Const(n)) => {
                let counter = term.purses.first()?.counter;
                Some(format!("{n} {}", counter_name(def, counter, *n)))
            }
            _ => None,
        };
        let parts: Option<Vec<String>> = bundle.terms.iter().map(part).collect();
        parts.filter(|_| bundle.when.is_none()).map(|parts| parts.join(" + "))
    };
    let others: Option<Vec<String>> = cost.bundles.iter().skip(1).map(price).collect();
    let or = format!(" {} ", def.language().word("or"));
    others.unwrap_or_default().join(&or)
}

/// A counter after a number: by its id as in all canonical texts; in other languages, or if it has
/// a plural, by its name.
fn counter_name(def: &Def, counter: CounterId, n: i32) -> String {
    let named = def.counters.get(counter.index()).map(|counter| &counter.named);
    named.map_or(String::new(), |named| match def.language() {
        Language::English if named.plural.is_empty() => named.id.clone(),
        language => language.inside(counted(named, language, n)),
    })
}

/// The same for a container.
fn place_name(def: &Def, world: &World, place: PlaceId) -> String {
    match def.language() {
        Language::English => said(def, world, Class::Place, i32::from(place.0)),
        _ => place_called(def, world, place),
    }
}

fn nothing(def: &Def, pc: Pc) -> String {
    let Op::Pick(pick) = &def.code[pc as usize] else {
        return def.language().word("nothing can be chosen then").into();
    };
    let pick = &def.picks[pick.index()];
    let question = words(def, pick.note);
    let told = if question.is_empty() {
        def.language().word("there is nothing to pick").into()
    } else {
        let question = question.trim_start_matches([':', ' ']);
        def.language().say("there is nothing to pick for \"{0}\"", &[&question])
    };
    // What rules out each thing rules out all of them, unless it names the thing.
    let has_gaps = |note: NoteId| {
        let mut parts = def.notes[note.index()].parts.iter();
        parts.any(|part| matches!(part, NotePart::Gap(..)))
    };
    match pick.reason.filter(|reason| !has_gaps(*reason)) {
        Some(reason) => def.language().say("{0}: {1}", &[&told, &words(def, reason)]),
        None => told,
    }
}

/// The options that are not offered now, with the reason.
pub(crate) fn not_offered(table: &Table<'_>) -> Vec<NotOffered> {
    let possible = table.possible();
    let texts = table.texts_of(&possible);
    let text_of = |option: i32| {
        let at = possible.iter().position(|it| *it == option)?;
        texts.get(at).cloned()
    };
    let left_out = table.left_out().into_iter();
    left_out.map(|it| in_words(table, it.option.and_then(text_of), &it)).collect()
}

/// An option that is not offered in words. `text` is the one that sets it apart from the others.
fn in_words(table: &Table<'_>, text: Option<String>, left_out: &LeftOut) -> NotOffered {
    let LeftOut { meaning, reason, is_others, .. } = left_out;
    let (def, world) = (table.def, &table.state().world);
    let fault = match reason {
        LeftOutReason::Cannot(why) if why.is_fault() => Some(why.pc()),
        _ => None,
    };
    let reason = reason_text(def, world, *reason);
    let is_others = *is_others;
    if let (Some(option), Some((_, request))) = (text, table.asked()) {
        let named = described(def, world, request, meaning).unwrap_or_default();
        // Only the text distinguishes things with the same name.
        let name = if named.id == option { named.name } else { String::new() };
        return NotOffered { option, name, reason, fault, is_others };
    }
    let option = plain(def, world, meaning);
    let name = match meaning {
        OptionMeaning::Branch(menu, index) => def.menu(*menu).branches[*index].name.clone(),
        OptionMeaning::Thing(class, thing) => called(def, world, *class, *thing),
        _ => String::new(),
    };
    let name = if name == option { String::new() } else { name };
    NotOffered { option, name, reason, fault, is_others }
}

fn reason_text(def: &Def, world: &World, reason: LeftOutReason) -> String {
    let word = |phrase| def.language().word(phrase).to_owned();
    match reason {
        LeftOutReason::Cannot(reason) => why(def, world, &reason),
        LeftOutReason::Said(filled) => note(def, world, filled),
        LeftOutReason::Condition => word("its condition does not hold now"),
        LeftOutReason::Used => word("it has been used, or its condition does not hold now"),
        LeftOutReason::RuledOut(pc) => match def.cause(pc) {
            cause if cause.file.is_empty() => word("a condition rules it out"),
            cause => {
                let phrase = "a condition rules it out ({0}:{1})";
                def.language().say(phrase, &[&cause.file, &cause.line])
            }
        },
    }
}
