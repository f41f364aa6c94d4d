//! Reports zones, resources, procedures, events, periods and values that nothing uses.

use std::collections::BTreeSet;

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Term;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Expr, Set};
use boardwright_rules::id::{CounterId, EventId, PeriodId, ProcId, ValueId, ZoneId};

use boardwright_compile::names::{Declared, Names};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game as code;

/// What the code and expressions of a game use.
#[derive(Default)]
struct Uses {
    zones: BTreeSet<ZoneId>,
    changed: BTreeSet<CounterId>,
    called: BTreeSet<ProcId>,
    emitted: BTreeSet<EventId>,
    begun: BTreeSet<PeriodId>,
    values: BTreeSet<ValueId>,
}

pub(super) fn check(def: &Def, names: &Names, diags: &mut Vec<Diagnostic>) {
    let uses = uses(def, names);
    let scripts = !def.scripts.is_empty();
    events(def, names, &uses, scripts, diags);
    in_force(def, names, diags);
    if scripts {
        return;
    }
    unused(
        &names.zones.0,
        |id| uses.zones.contains(id),
        diags,
        |zone| Found {
            code: code::UNUSED_ZONE,
            message: format!("the zone `{zone}` is never used"),
            label: "declared here".into(),
            help: "start pieces in it, move pieces to it, or remove it".into(),
        },
    );
    let changes = |id: &CounterId| uses.changed.contains(id) || def.counters[id.index()].conserved;
    unused(&names.counters.0, changes, diags, |counter| Found {
        code: code::UNUSED_COUNTER,
        message: format!("`{counter}` never changes"),
        label: "no step changes it".into(),
        help: format!("change it in a step, such as `gain: {{ {counter}: 1 }}`, or remove it"),
    });
    unused(
        &names.procs.0,
        |head| uses.called.contains(&head.id),
        diags,
        |name| Found {
            code: code::UNUSED_PROCEDURE,
            message: format!("the procedure `{name}` is never called"),
            label: "declared here".into(),
            help: format!("call it with `call: {name}`, or remove it"),
        },
    );
    let begins = |id: &PeriodId| {
        uses.begun.contains(id) || def.periods[id.index()].resets.is_empty() || is_endless(def, *id)
    };
    unused(&names.periods.0, begins, diags, |period| Found {
        code: code::NEVER_BEGINS,
        message: format!("the period `{period}` never begins"),
        label: format!("starts again with `{period}`, which no step begins"),
        help: format!("add a step `begin: {period}` where it starts"),
    });
    unused(
        &names.values.0,
        |(id, _)| uses.values.contains(id),
        diags,
        |value| Found {
            code: code::UNUSED_VALUE,
            message: format!("the value `{value}` is never used"),
            label: "declared here".into(),
            help: "use it in an expression, or remove it".into(),
        },
    );
}

/// What to report about an unused declaration.
struct Found {
    code: &'static str,
    message: String,
    label: String,
    help: String,
}

/// Reports the declarations for which `used` is false.
fn unused<T>(
    declared: &std::collections::BTreeMap<String, Declared<T>>,
    used: impl Fn(&T) -> bool,
    diags: &mut Vec<Diagnostic>,
    report: impl Fn(&str) -> Found,
) {
    let hidden = |id: &str| id.contains('/');
    for one in declared.values().filter(|one| !hidden(&one.id) && !used(&one.what)) {
        let Found { code, message, label, help } = report(&one.id);
        diags.push(Diagnostic::warning(code, message, one.span, label).help(help));
    }
}

fn events(def: &Def, names: &Names, uses: &Uses, scripts: bool, diags: &mut Vec<Diagnostic>) {
    for event in names.events.0.values().filter(|event| !is_kernel(&event.id)) {
        let id = event.what.0;
        let awaited = def.listeners.get(id.index()).is_some_and(|waiting| !waiting.is_empty());
        let emitted = uses.emitted.contains(&id);
        let name = &event.id;
        let (code, message, help) = match (awaited, emitted) {
            (true, false) if !scripts => {
                let message = format!("the event `{name}` never happens");
                (
                    code::NEVER_EMITTED,
                    message,
                    format!("add a step `emit: {name}` where it happens"),
                )
            }
            (false, _) => {
                let message = format!("no ability waits for the event `{name}`");
                let help = format!("give an ability `when: {name}`, or remove the event");
                (code::NEVER_AWAITED, message, help)
            }
            _ => continue,
        };
        let diag = Diagnostic::warning(code, message, event.span, "declared here");
        diags.push(diag.help(help));
    }
}

/// Reports abilities on pieces that have no zone in which they could be in force.
fn in_force(def: &Def, names: &Names, diags: &mut Vec<Diagnostic>) {
    let Some(ability) = def.abilities.iter().find(|ability| ability.entry.is_some()) else {
        return;
    };
    if def.zones.iter().any(|zone| zone.active) {
        return;
    }
    let mut entries = names.entries.0.values();
    let Some(entry) = entries.find(|entry| Some(entry.what) == ability.entry) else { return };
    let message = format!("the ability of `{}` is never in force", entry.id);
    diags.push(
        Diagnostic::warning(code::NEVER_IN_FORCE, message, entry.span, "has an ability")
            .help("add `active: true` to the zone in which its pieces are in force"),
    );
}

fn is_kernel(event: &str) -> bool {
    event.contains(' ')
}

fn is_endless(def: &Def, id: PeriodId) -> bool {
    def.periods[id.index()].named.id == boardwright_compile::GAME
}

/// Collects everything that code, expressions and pieces mention.
fn uses(def: &Def, names: &Names) -> Uses {
    let mut uses = Uses::default();
    for op in &def.code {
        op_uses(op, &mut uses);
    }
    for expr in &def.exprs {
        match expr {
            Expr::Place(zone, _) | Expr::IsZone(zone, _) => {
                uses.zones.insert(*zone);
            }
            Expr::Value(value, ..) => {
                uses.values.insert(*value);
            }
            _ => {}
        }
    }
    for set in &def.sets {
        if let Set::ZonePieces(zone) = set {
            uses.zones.insert(*zone);
        }
    }
    for piece in &def.pieces {
        uses.zones.insert(def.places[piece.start.index()].zone);
    }
    for (zone, id) in def.zones.iter().zip(0..) {
        uses.zones.extend(zone.reshuffles);
        if zone.entered.or(zone.left).or(zone.starved).is_some() || !zone.resets.is_empty() {
            uses.zones.insert(ZoneId(id));
        }
    }
    let terms = def.costs.iter().flat_map(|cost| &cost.bundles).flat_map(|bundle| &bundle.terms);
    let purses = terms.flat_map(|term: &Term| &term.purses);
    uses.changed.extend(purses.map(|purse| purse.counter));
    uses.changed.extend(def.majorities.iter().map(|majority| majority.counter));
    let scores = def.code.iter().any(|op| matches!(op, Op::Score(..) | Op::Majority(_)));
    uses.changed.extend(names.score.filter(|_| scores));
    uses
}

fn op_uses(op: &Op, uses: &mut Uses) {
    match op {
        Op::Gain(counter, ..)
        | Op::Lose(counter, ..)
        | Op::Set(counter, ..)
        | Op::Advance(counter, ..) => {
            uses.changed.insert(*counter);
        }
        Op::Call(proc, _) => {
            uses.called.insert(*proc);
        }
        Op::Emit(event, _) | Op::EmitTo(event, ..) => {
            uses.emitted.insert(*event);
        }
        Op::Begin(period) => {
            uses.begun.insert(*period);
        }
        _ => {}
    }
}
