use std::cell::Cell;

use boardwright_rules::def::Def;
use boardwright_rules::event::Deaf;
use boardwright_rules::script::{ScriptAnswer, ScriptAsk, ScriptCall, Scripts};
use boardwright_rules::table::Table;
use boardwright_rules::world::World;

use super::compare::{Compared, compare_options};
use super::*;

#[test]
fn packs_made_at_random_validate_and_differ() {
    let mut wrong = vec![];
    for seed in 0..200 {
        let pack = make(seed);
        assert_eq!(pack, make(seed), "the same seed makes another pack");
        assert_ne!(pack.game, make(seed + 1).game);
        if let Err(report) = pack.open() {
            wrong.push(format!("seed {seed}:\n{report}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_verb_is_made() {
    let all: String = (0..400).map(|seed| make(seed).game.yaml()).collect();
    let verbs = [
        "advance",
        "amount",
        "call",
        "choose",
        "do",
        "each",
        "emit",
        "find",
        "flip",
        "gain",
        "let",
        "lose",
        "may",
        "move",
        "pay",
        "perform",
        "pick",
        "refill",
        "repeat",
        "require",
        "retreat",
        "return",
        "script",
        "secretly",
        "set",
        "set_controller",
        "set_owner",
        "shuffle",
        "travel",
        "trigger",
        "try",
        "turns",
    ];
    for verb in verbs {
        assert!(
            all.contains(&format!("{verb}: ")) || all.contains(&format!("{verb}:\n")),
            "{verb}"
        );
    }
}

/// Answers a few times, then asks for a choice among nothing: no look-ahead can be right about it.
struct Fickle {
    left: Cell<u32>,
}

impl Scripts for Fickle {
    fn run(&self, _: &Def, _: &World, _: &ScriptCall) -> (ScriptAnswer, u64) {
        let answer = match self.left.get() {
            0 => ScriptAnswer::Ask(ScriptAsk { seat: 0, label: "no more".into(), options: vec![] }),
            left => {
                self.left.set(left - 1);
                ScriptAnswer::Done(vec![], vec![])
            }
        };
        (answer, 0)
    }
}

const FICKLE: &str = "
id: fickle
title: Fickle
players: { min: 1, max: 1 }
";

const MENU: &str = "
resources: { vp: { score: true } }
play: [{ choose: { ask: now?, options: { fish: [{ script: help.cast }], rest: [{ gain: { vp: 1 } }] } } }]
";

const CAST: &str = "local help = {}\nfunction help.cast(view: View): Steps\n  return ask { pick = {} }\nend\nreturn help\n";

#[test]
fn a_difference_is_told_with_the_option() {
    let mut library = Library::new();
    let files = [("pack.yaml", FICKLE), ("game.yaml", MENU), ("scripts/help.luau", CAST)];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    library.add_memory("fickle", files.to_vec());
    let game =
        boardwright_play::game::open(&library, &["fickle"], None, &[]).game.expect("it validates");
    let mut told = vec![];
    // Offered although it fails later, and withheld although it works later.
    for (before, then) in [(1_000, 0), (0, 1_000)] {
        let scripts = Fickle { left: Cell::new(before) };
        let table = Table::new(&game.def, &scripts, 1, &mut Deaf).expect("it can be set up");
        scripts.left.set(then);
        match compare_options(&table, 100).0 {
            Compared::Differs(difference) => told.push(difference.to_string()),
            other => told.push(format!("{other:?}")),
        }
    }
    insta::assert_snapshot!(told.join("\n"), @r"
    `fish` is offered and cannot be completed
    `fish` can be completed and is not offered
    ");
}

#[test]
fn a_pack_that_fails_is_cut_down_to_what_matters() {
    let pack = (0..).map(make).find(|pack| pack.game.yaml().contains("travel:"));
    let pack = pack.expect("some pack has a journey");
    let fault = Fault { kind: Kind::Panic, seed: 0, decision: 0, what: "a journey".into() };
    let mut fails = |smaller: &Pack| {
        let has_it = smaller.game.yaml().contains("travel:") && smaller.open().is_ok();
        has_it.then(|| fault.clone())
    };
    let (reduced, _) = reduce::reduce_while(&pack, &fault, &mut fails);
    assert!(reduced.open().is_ok());
    let (before, after) = (pack.game.yaml(), reduced.game.yaml());
    assert!(after.lines().count() < 20 && after.len() * 3 < before.len(), "{after}");
}
