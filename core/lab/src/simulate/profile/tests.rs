//! Rules planted to be slow come first in the report, with their line.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use super::{Kind, Profile, Report, Tally};
use crate::simulate::play::{Ears, Played, Player};
use crate::simulate::run::{Job, Table, Work, run};
use crate::simulate::{GameRecord, Plan, Shard};
use boardwright_play::testing::{TRADE, harbour, library};

/// The tiny game with a procedure for the planted rule.
const GAME: &str = "\
resources:
  wood: { name: Wood, start: 2, max: 9 }
  vp: { name: Points, score: true }
  round: { name: Round, held_by: table, start: 0 }
kinds:
  tile: { name: Tile, zone: deck, attributes: { level: number } }
tiles:
  mill: { name: Mill, count: 12, level: 1 }
  guild:
    name: Guild
    level: 1
    ability: { when: gained wood, if: \"MARKED_ABILITY\", do: [{ gain: { vp: 1 } }] }
zones:
  deck: { name: Deck, order: stack, visible: none }
  yard: { name: Yard, held_by: seat, active: true }
values:
  other: { name: Other, base: 1 }
  slow: { name: Slow, base: \"MARKED_VALUE\" }
setup:
  - each: { of: \"pieces(tile)\", do: [{ move: { what: it, to: p1.yard } }] }
play:
  - repeat:
      until: round >= 6
      do:
        - gain: { round: 1 }
        - each: { as_seat: all, from: p1, do: [{ begin: turn }, commit, { call: turn }] }
procedures:
  turn:
    - choose:
        ask: what now?
        options:
          chop: [{ gain: { wood: 1 } }]
          saw: { if: \"MARKED_OPTION\", do: [{ gain: { wood: 2 } }] }
          rest: [{ require: \"me.slow > 0\" }, { call: slow_steps }]
  slow_steps:
    - repeat: { times: MARKED_TIMES, do: [{ gain: { vp: 1 } }] }
  idle: [{ call: turn }, { call: idle }]
";

/// An expression over many things.
const MUCH: &str = "sum(pieces(tile), sum(pieces(tile), it.level + me.wood)) + 1";

/// The game with one place made slow.
fn planted(mark: &str) -> String {
    let marks = [
        ("MARKED_ABILITY", "me.vp > 0", "(MUCH) > 0"),
        ("MARKED_VALUE", "1 + me.wood", MUCH),
        ("MARKED_OPTION", "me.wood < 9", "(MUCH) > 0"),
        ("MARKED_TIMES", "1", "300"),
    ];
    marks.iter().fold(GAME.to_owned(), |text, (name, quick, slow)| {
        let with = if *name == mark { slow.replace("MUCH", MUCH) } else { (*quick).to_owned() };
        text.replace(name, &with)
    })
}

fn plan(games: u64) -> Plan {
    Plan { bots: vec!["random".into()], seed: 3, games, shard: Shard::default() }
}

fn played(files: &[(&str, &str)], threads: usize) -> (Vec<GameRecord>, Profile) {
    let (library, packs) = (library(files), ["harbour".to_owned()]);
    let table = Table { library: &library, packs: &packs, players: 2, options: &[] };
    let jobs: Vec<Job> = (1..=8).map(|number| Job { table: 0, number }).collect();
    let profile = Mutex::new(Profile::default());
    let stop = AtomicBool::new(false);
    let work = Work { profile: Some(&profile), ..Work::new(threads, &stop) };
    let mut records = vec![];
    let ran = run(&[table], &plan(8), &jobs, &work, &mut |_, record| {
        records.push(record);
        true
    });
    ran.expect("games are played");
    (records, profile.into_inner().expect("nobody panicked"))
}

/// The first line that contains a text, from 1.
fn line_of(text: &str, part: &str) -> u32 {
    let at = text.lines().position(|line| line.contains(part));
    at.expect("the text has it") as u32 + 1
}

fn first(report: &Report) -> (Kind, &str, u32) {
    let row = &report.rules[0];
    (row.kind, row.name.as_str(), row.line)
}

#[test]
fn a_slow_value_is_named_first() {
    let game = planted("MARKED_VALUE");
    let (_, profile) = played(&[("game.yaml", &game)], 1);
    let report = profile.report();
    assert_eq!(first(&report), (Kind::Value, "slow", line_of(&game, "slow: {")));
    // It is evaluated only in look-ahead, or when it is done.
    let row = &report.rules[0];
    assert!(row.share.0 > 0.7 && row.ahead > row.work / 2, "{row:?}");
}

#[test]
fn a_slow_procedure_is_named_first() {
    let game = planted("MARKED_TIMES");
    let (_, profile) = played(&[("game.yaml", &game)], 1);
    let report = profile.report();
    assert_eq!(first(&report), (Kind::Procedure, "slow_steps", line_of(&game, "slow_steps:")));
    assert_eq!(report.rules[0].ahead, 0, "nothing can fail in it");
    assert_eq!(report.lines[0].line, line_of(&game, "times: 300"));
}

#[test]
fn a_slow_option_is_named_first() {
    let game = planted("MARKED_OPTION");
    let (_, profile) = played(&[("game.yaml", &game)], 1);
    let (kind, name, line) = (Kind::Option, "what now? saw", line_of(&game, "saw:"));
    assert_eq!(first(&profile.report()), (kind, name, line));
}

#[test]
fn a_slow_ability_is_named_first() {
    let game = planted("MARKED_ABILITY");
    let (_, profile) = played(&[("game.yaml", &game)], 1);
    let (kind, name, line) = (Kind::Ability, "tiles.guild.ability", line_of(&game, "ability:"));
    assert_eq!(first(&profile.report()), (kind, name, line));
}

#[test]
fn a_slow_script_is_named_first() {
    let loop_of =
        "    for i = 1, 3000 do\n        most = math.max(most, 0)\n    end\n    local n = ask";
    let script = TRADE.replace("    local n = ask", loop_of);
    let (_, profile) = played(&[("scripts/trade.luau", &script)], 1);
    let report = profile.report();
    assert_eq!(first(&report), (Kind::Script, "trade.offer", line_of(&script, "function trade")));
    assert!(report.total.trials > 0 && report.look_ahead[0].trials > 0, "scripts are tried");
    let clocked = profile.clocked();
    assert_eq!(clocked.len(), 1);
    assert_eq!(clocked[0].calls, report.rules[0].calls);
}

#[test]
fn any_number_of_threads_counts_the_same() {
    let (one, two) = (played(&[], 1), played(&[], 3));
    assert_eq!(one.0, two.0);
    assert_eq!(one.1.folded(), two.1.folded());
    let json = |profile: &Profile| serde_json::to_string_pretty(&profile.report());
    assert_eq!(json(&one.1).expect("data"), json(&two.1).expect("data"));
}

#[test]
fn shares_are_the_whole() {
    let profile = played(&[], 2).1;
    let report = profile.report();
    for rows in [&report.rules, &report.lines] {
        assert_eq!(rows.iter().map(|row| row.work).sum::<u64>(), report.total.work);
        let shares: f64 = rows.iter().map(|row| row.share.0).sum();
        assert!((shares - 1.0).abs() < 1e-9, "{shares}");
        assert_eq!(rows.iter().map(|row| row.ahead).sum::<u64>(), report.total.ahead);
    }
    let asked = report.look_ahead.iter().map(|question| question.work).sum::<u64>();
    assert_eq!(asked, report.total.ahead, "all look-ahead is for a question");
    let stacks: u64 = (profile.folded().lines())
        .filter_map(|line| line.rsplit_once(' ')?.1.parse::<u64>().ok())
        .sum();
    assert_eq!(stacks, report.total.work);
}

#[test]
fn games_are_the_same_and_all_their_work_is_counted() {
    let game = harbour(&[]);
    let (plan, stop) = (plan(4), AtomicBool::new(false));
    let player = Player::new(&game, &plan).expect("a bot");
    let tally = Tally::new(&game.def);
    for number in 1..=4 {
        let ears = Ears { recorder: None, tally: Some(&tally) };
        let measured = player.play_heard(number, None, ears, &stop);
        let (Played::Done(measured), Played::Done(plain)) =
            (measured, player.play(number, None, &stop))
        else {
            panic!("nobody stops it");
        };
        assert_eq!(measured, plain);
    }
    let mut profile = Profile::default();
    profile.absorb(&game, &tally);
    let names: BTreeSet<String> = profile.report().rules.into_iter().map(|row| row.name).collect();
    assert!(names.contains("trade.offer") && names.contains("turn"), "{names:?}");
}

/// The tally counts exactly the fuel that the table reports.
#[test]
fn the_total_is_the_fuel_that_was_used() {
    use boardwright_rules::table::Table;

    use super::tally::Measured;

    struct Heard<'t>(Measured<'t>);
    impl<'t> boardwright_rules::event::Sink for Heard<'t> {
        const LISTENS: bool = true;
        type Ahead = Measured<'t>;
        fn ahead(&self) -> Measured<'t> {
            self.0
        }
        fn probe(&self) -> Option<&dyn boardwright_rules::probe::Probe> {
            self.0.probe()
        }
        fn take(
            &mut self,
            _: boardwright_rules::event::Origin,
            _: boardwright_rules::event::Event,
        ) {
        }
    }

    let game = harbour(&[]);
    let tally = Tally::new(&game.def);
    let mut heard = Heard(Measured(&tally));
    let mut table = Table::new(&game.def, &game.scripts, 5, &mut heard).expect("a set-up");
    let mut nth = 0;
    while table.asked().is_some() {
        nth += 1;
        let index = nth * 7 % table.options().len();
        table.choose(index, &mut heard).expect("what is offered can be done");
    }
    let mut profile = Profile::default();
    profile.absorb(&game, &tally);
    assert_eq!(profile.report().total.work, table.total_work());
}
