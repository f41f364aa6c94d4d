//! Why not: options that are not offered, and the reason in words.

use super::{Inspected, branch_text, called, described, note, place_called, said, texts, thing};
use crate::def::Def;
use crate::def::ask::{Bundle, Class, NotePart, PickDef, Term};
use crate::def::code::{Op, Pc};
use crate::def::expr::{Expr, NIL, Set, SetId};
use crate::eval::Eval;
use crate::id::{CostId, CounterId, MenuId, PieceId, PlaceId};
use crate::machine::{Request, Why, offered};
use crate::table::Table;
use crate::world::World;
use boardwright_phrases::Language;

/// How many things ruled out by a condition are listed.
const RULED_OUT_MAX: usize = 40;

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

/// The reason why something cannot be done. `world` is the one it was tried in.
pub fn why(def: &Def, world: &World, why: &Why) -> String {
    let say = |phrase| def.language.word(phrase).to_owned();
    match *why {
        Why::Short { term, counter, needs, has, others, .. } => {
            let own = own_name(def, term);
            let name = own.map_or_else(|| counter_name(def, counter, needs), str::to_owned);
            let phrase = match others && own.is_none() {
                true => "needs {0} {1} or what pays in its place: there is {2}",
                false => "needs {0} {1}: there is {2}",
            };
            let told = def.language.say(phrase, &[&needs, &name, &has]);
            match other_prices(def, term.0) {
                others if others.is_empty() => told,
                others => def.language.say("{0}; or {1}", &[&told, &others]),
            }
        }
        Why::Nothing { pc } => nothing(def, pc),
        Why::Required { note: id, .. } => {
            let text: String = def.notes[id.index()].parts.iter().filter_map(words).collect();
            if text.is_empty() { say("a condition does not hold") } else { text }
        }
        Why::Unexpected { pc, note: id } => {
            let parts = &def.notes[id.index()].parts;
            let expected: String = parts.iter().filter_map(words).collect();
            let cause = def.cause(pc);
            let phrase = "the rules are wrong ({0}:{1}): they expect {2}";
            def.language.say(phrase, &[&cause.file, &cause.line, &expected])
        }
        Why::Full { place, .. } => {
            def.language.say("there is no room in {0}", &[&place_name(def, world, place)])
        }
        Why::Twice { place, .. } => {
            def.language.say("{0} has one like it already", &[&place_name(def, world, place)])
        }
        Why::NoPiece { .. } => say("there is no such piece"),
        Why::Nowhere { .. } => say("there is no such place"),
        Why::TooDeep { .. } => say("the rules call each other without end"),
        Why::TooLong { pc } => match def.cause_of.get(pc as usize).map(|_| def.cause(pc)) {
            Some(cause) if !cause.file.is_empty() => {
                let phrase = "this rule takes too long ({0}:{1}): does a loop never end?";
                def.language.say(phrase, &[&cause.file, &cause.line])
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
    let or = format!(" {} ", def.language.word("or"));
    others.unwrap_or_default().join(&or)
}

/// A counter after a number: by its id as in all canonical texts; in other languages, or if it has
/// a plural, by its name.
fn counter_name(def: &Def, counter: CounterId, n: i32) -> String {
    let named = def.counters.get(counter.index()).map(|counter| &counter.named);
    named.map_or(String::new(), |named| match def.language {
        Language::English if named.plural.is_empty() => named.id.clone(),
        language => language.inside(named.counted(language, n)),
    })
}

/// The same for a container.
fn place_name(def: &Def, world: &World, place: PlaceId) -> String {
    match def.language {
        Language::English => said(def, world, Class::Place, i32::from(place.0)),
        _ => place_called(def, world, place),
    }
}

fn nothing(def: &Def, pc: Pc) -> String {
    let Op::Pick(pick) = &def.code[pc as usize] else {
        return def.language.word("nothing can be chosen then").into();
    };
    let question = &def.notes[def.picks[pick.index()].note.index()];
    let words: String = question.parts.iter().filter_map(words).collect();
    if words.is_empty() {
        def.language.word("there is nothing to pick").into()
    } else {
        let question = words.trim_start_matches([':', ' ']);
        def.language.say("there is nothing to pick for \"{0}\"", &[&question])
    }
}

fn words(part: &NotePart) -> Option<&str> {
    match part {
        NotePart::Text(words) => Some(words),
        NotePart::Gap(..) => None,
    }
}

impl Table<'_> {
    /// The options that are not offered now, with the reason: those a condition rules out, and
    /// those that could not be completed.
    pub fn not_offered(&self) -> Vec<NotOffered> {
        let Some((_, request)) = self.asked() else { return vec![] };
        let struck = self.struck();
        self.inspect(|machine| {
            let mut left_out = match request {
                Request::Choose(menu) => closed_branches(machine, menu),
                Request::Pick(pick) | Request::PickSome(pick) => {
                    ruled_out(machine, &machine.def.picks[pick.index()])
                }
                _ => vec![],
            };
            let mut raw = Vec::new();
            machine.raw_options(&mut raw);
            let all = texts(machine, request, &raw);
            for (option, text) in raw.iter().zip(all) {
                if self.options().contains(option) {
                    continue;
                }
                let struck = struck.iter().find(|(it, _)| it == option).map(|(_, why)| Err(*why));
                if let Err(reason) = struck.unwrap_or_else(|| machine.feasible(*option)) {
                    let fault = reason.is_fault().then_some(reason.pc());
                    let reason = why(machine.def, &machine.state.world, &reason);
                    let named = described(machine, request, *option).unwrap_or_default();
                    // Only the text distinguishes things with the same name.
                    let name = if named.id == text { named.name } else { String::new() };
                    let is_others = false;
                    left_out.push(NotOffered { option: text, name, reason, fault, is_others });
                }
            }
            left_out
        })
    }
}

/// Branches and abilities whose condition does not hold.
fn closed_branches(machine: &Inspected, menu: MenuId) -> Vec<NotOffered> {
    let (def, world) = (machine.def, &machine.state.world);
    let mut left_out = vec![];
    for branch in &def.menu(menu).branches {
        let hidden = branch.hidden.is_some_and(|hidden| machine.eval(hidden) != 0);
        if !hidden && branch.when.is_some_and(|when| machine.eval(when) == 0) {
            let reason = branch.unless.map(|id| note(def, world, id, &machine.gaps(id)));
            let reason = reason
                .unwrap_or_else(|| def.language.word("its condition does not hold now").into());
            let (option, name) = (branch.label.clone(), branch.name.clone());
            left_out.push(NotOffered { option, name, reason, fault: None, is_others: false });
        }
    }
    let mut open = vec![];
    machine.offers(def.menu(menu), false, &mut |index, piece| open.push((index, piece)));
    machine.offers(def.menu(menu), true, &mut |index, piece| {
        if !open.contains(&(index, piece)) && !is_hidden(machine, menu, (index, piece)) {
            let option = branch_text(machine, menu, offered(index, piece));
            let reason = "it has been used, or its condition does not hold now";
            let reason = def.language.word(reason).into();
            let name = String::new();
            let controller = piece.map_or(NIL, |piece| world.controller_of(piece));
            let is_others = controller != NIL && controller != machine.me();
            left_out.push(NotOffered { option, name, reason, fault: None, is_others });
        }
    });
    left_out
}

/// Whether the absence of an ability's option is not mentioned.
fn is_hidden(machine: &Inspected, menu: MenuId, (index, piece): (usize, Option<PieceId>)) -> bool {
    let (def, world) = (machine.def, &machine.state.world);
    let ability = def.menu(menu).offers.get(index).and_then(|id| def.abilities.get(id.index()));
    let locals = [machine.me(), piece.map_or(NIL, |piece| i32::from(piece.0))];
    let holds = |hidden| Eval::within(def, world, &locals).holds(hidden);
    ability.and_then(|ability| ability.hidden).is_some_and(holds)
}

/// Things of the set to pick from that a condition rules out.
fn ruled_out(machine: &Inspected, pick: &PickDef) -> Vec<NotOffered> {
    let (def, world) = (machine.def, &machine.state.world);
    let whole = whole_set(def, pick.set);
    if whole == pick.set {
        return vec![];
    }
    let allowed = machine.items(pick.set);
    let text = |item: i32| thing(def, world, pick.class, item);
    let open: Vec<String> = allowed.iter().map(|item| text(*item)).collect();
    let mut closed: Vec<(String, i32)> = machine
        .items(whole)
        .iter()
        .copied()
        .filter(|item| !allowed.contains(item))
        .map(|item| (text(item), item))
        .collect();
    closed.retain(|(option, _)| !open.contains(option));
    closed.dedup_by(|one, other| one.0 == other.0);
    closed.truncate(RULED_OUT_MAX);
    let cause = def.cause(machine.pc());
    let reason = if let Some(reason) = pick.reason {
        note(def, world, reason, &machine.gaps(reason))
    } else if cause.file.is_empty() {
        def.language.word("a condition rules it out").to_owned()
    } else {
        let phrase = "a condition rules it out ({0}:{1})";
        def.language.say(phrase, &[&cause.file, &cause.line])
    };
    let left_out = |(option, item): (String, i32)| {
        let name = called(def, world, pick.class, item);
        let name = if name == option { String::new() } else { name };
        NotOffered { option, name, reason: reason.clone(), fault: None, is_others: false }
    };
    closed.into_iter().map(left_out).collect()
}

/// A set without its conditions.
fn whole_set(def: &Def, set: SetId) -> SetId {
    match def.sets[set as usize] {
        Set::Where { set, .. } => whole_set(def, set),
        _ => set,
    }
}
