//! The code of a game, procedure by procedure, with the lines it came from.

use boardwright_rules::def::code::Op;
use boardwright_rules::def::{Def, PC_FIRST};

/// All procedures in the order of their code.
pub fn listing(def: &Def) -> String {
    let mut text = String::new();
    let mut last_place = String::new();
    for (pc, op) in def.code.iter().enumerate().skip(PC_FIRST as usize) {
        for proc in def.procs.iter().filter(|proc| proc.start as usize == pc) {
            text.push_str(&format!("\n{}:\n", proc.named.id));
            last_place.clear();
        }
        let place = place(def, pc);
        let shown = if place == last_place { "" } else { &place };
        text.push_str(format!("  {pc:>5}  {:<52}  {shown}", words(def, op)).trim_end());
        text.push('\n');
        last_place = place;
    }
    text.trim_start().to_owned()
}

fn place(def: &Def, pc: usize) -> String {
    let known = pc < def.cause_of.len() && (def.cause_of[pc] as usize) < def.causes.len();
    if !known {
        return String::new();
    }
    let cause = def.cause(pc as u32);
    match cause.file.is_empty() {
        true => String::new(),
        false => format!("{}:{}  {}", cause.file, cause.line, cause.path),
    }
}

/// An instruction, with the names of what it speaks of.
fn words(def: &Def, op: &Op) -> String {
    let proc = |id: usize| def.procs.get(id).map_or("?", |proc| proc.named.id.as_str());
    let counter = |id: usize| def.counters.get(id).map_or("?", |it| it.named.id.as_str());
    match op {
        Op::Call(id, ..) => format!("call {}", proc(id.index())),
        Op::Gain(id, ..) => format!("gain {}", counter(id.index())),
        Op::Lose(id, ..) => format!("lose {}", counter(id.index())),
        Op::Set(id, ..) => format!("set {}", counter(id.index())),
        Op::Advance(id, ..) => format!("advance {}", counter(id.index())),
        Op::Choose(id) => {
            let branches = def.menu(*id).branches.iter();
            let branches = branches.map(|it| format!("{} -> {}", it.label, it.body));
            format!("choose {}", branches.collect::<Vec<_>>().join(", "))
        }
        Op::Jump(to) => format!("jump -> {to}"),
        Op::Unless(_, to) => format!("unless -> {to}"),
        Op::Try(end) => format!("try .. {end}"),
        Op::May { end, .. } => format!("may .. {end}"),
        Op::Emit(id, ..) => {
            format!("emit {}", def.event_names.get(id.index()).map_or("?", |it| it.id.as_str()))
        }
        Op::Script(id, ..) => {
            format!("script {}", def.scripts.get(id.index()).map_or("?", |it| &it.named.id))
        }
        Op::Score(id, ..) => {
            format!("score {}", def.lines.get(id.index()).map_or("?", |it| it.id.as_str()))
        }
        Op::Begin(id) => {
            format!("begin {}", def.periods.get(id.index()).map_or("?", |it| &it.named.id))
        }
        other => {
            // The name of the instruction is enough to find one's way.
            let debug = format!("{other:?}");
            debug.split(['(', ' ', '{']).next().unwrap_or_default().to_lowercase()
        }
    }
}
