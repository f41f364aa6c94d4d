//! Runs, parts, figures and logs of the tiny game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boardwright_rules::rng::Stream;
use serde_json::Value;

use super::compare::{self, ALPHA, half_width};
use super::parts::{MergeError, Merged, PartInfo, RunPart, Sealed, merge};
use super::parts::{opened_line, sealed_line};
use super::plan::{bot_of, game_seed};
use super::play::{Played, Player};
use super::run::{Job, Table, Work, run};
use super::stats::{Rate, Spread};
use super::{GameRecord, Plan, RunInfo, Shard, Summary, tables};
use boardwright_play::testing::{harbour, library};

fn plan(games: u64, shard: &str) -> Plan {
    let shard = shard.parse().expect("a part");
    Plan { bots: vec!["random".into()], seed: 7, games, shard }
}

fn played(plan: &Plan, threads: usize) -> Vec<GameRecord> {
    played_with(&[], plan, threads)
}

fn played_with(more: &[(&str, &str)], plan: &Plan, threads: usize) -> Vec<GameRecord> {
    let (library, packs) = (library(more), ["harbour".to_owned()]);
    let table = Table { library: &library, packs: &packs, players: 2, options: &[] };
    let jobs: Vec<Job> =
        plan.shard.games(plan.games).map(|number| Job { table: 0, number }).collect();
    let stop = AtomicBool::new(false);
    let work = Work::new(threads, &stop);
    let mut records = vec![];
    let ran = run(&[table], plan, &jobs, &work, &mut |_, record| {
        records.push(record);
        true
    });
    ran.expect("games are played");
    records
}

fn part(name: &str, plan: &Plan) -> RunPart {
    let run = RunInfo::new(&harbour(&[]), plan);
    let info = PartInfo { shard: plan.shard, run };
    RunPart { name: name.into(), info, games: played(plan, 1) }
}

#[test]
fn any_number_of_threads_gives_the_same_games() {
    let one = played(&plan(25, "1/1"), 1);
    assert_eq!(one, played(&plan(25, "1/1"), 3));
    assert_eq!(one.iter().map(|it| it.game).collect::<Vec<_>>(), (1..=25).collect::<Vec<_>>());
    assert!(one.iter().all(|it| it.failed.is_none()));
}

#[test]
fn parts_in_any_order_are_the_whole() {
    let names = ["3/4", "1/4", "4/4", "2/4"];
    let parts = names.map(|shard| part(shard, &plan(22, shard)));
    let Merged { run: info, games: records, missing } =
        merge(parts.to_vec()).expect("they are of one run");
    assert_eq!(missing, Vec::<String>::new());
    let whole = played(&plan(22, "1/1"), 2);
    assert_eq!(tables::jsonl(&records), tables::jsonl(&whole));
    assert_eq!(Summary::new(&info, &records), Summary::new(&info, &whole));
}

#[test]
fn parts_of_other_runs_are_refused() {
    let one = part("one", &plan(6, "1/2"));
    let mut other = plan(6, "2/2");
    other.seed = 8;
    let differ = merge(vec![one.clone(), part("other", &other)]).expect_err("other seeds");
    assert_eq!(differ.to_string(), "`one` and `other` are parts of different runs");
    let MergeError::Differ { how, .. } = differ else { panic!("{differ}") };
    assert_eq!(how, ["seed: 7 and 8"]);
    let twice = merge(vec![one.clone(), one]).expect_err("the same part");
    let message = "game 1 is in `one` (part 1 of 2) and in `one` (part 1 of 2)";
    assert_eq!(twice.to_string(), message);
    assert_eq!(merge(vec![]), Err(MergeError::Nothing));
}

#[test]
fn what_is_missing_is_told_by_name() {
    let mut stopped = part("one", &plan(10, "1/4"));
    stopped.games.pop();
    let merged = merge(vec![stopped, part("three", &plan(10, "3/4"))]).expect("of one run");
    assert_eq!(
        merged.missing,
        [
            "`one` (part 1 of 4) has 2 of its 3 games",
            "part 2 of 4 is missing (3 games)",
            "part 4 of 4 is missing (2 games)"
        ]
    );
    let merged = merge(vec![part("all", &plan(2, "1/4")), part("two", &plan(2, "2/4"))]);
    assert_eq!(merged.expect("of one run").missing, Vec::<String>::new(), "the rest is empty");
}

#[test]
fn a_game_of_another_part_is_refused() {
    let one = part("one", &plan(6, "1/2"));
    for change in [
        |game: &mut GameRecord| game.game += 1,
        |game: &mut GameRecord| game.game += 100,
        |game: &mut GameRecord| game.game = 0,
        |game: &mut GameRecord| game.seed += 1,
    ] {
        let mut changed = one.clone();
        change(&mut changed.games[1]);
        let error = merge(vec![changed]).expect_err("it is not its own");
        assert!(matches!(error, MergeError::Foreign { .. }), "{error}");
    }
}

#[test]
fn a_seal_notices_every_change() {
    let one = part("one", &plan(6, "1/2"));
    let games = tables::jsonl(&one.games);
    let sealed = Sealed::new(&one.info, &[("games.jsonl", &games)]);
    let text = sealed.to_text();
    assert_eq!(Sealed::load(&text).as_ref(), Ok(&sealed));
    assert!(sealed.fits("games.jsonl", &games) && !sealed.fits("other", &games));
    let mut stream = Stream::new(1, "changes");
    for _ in 0..300 {
        let mut bytes = text.clone().into_bytes();
        let at = stream.below(bytes.len() as u32) as usize;
        bytes[at] ^= 1 << stream.below(7);
        let Ok(changed) = String::from_utf8(bytes) else { continue };
        assert!(Sealed::load(&changed).is_err(), "byte {at}: {changed}");
    }
    let line = sealed_line("{\"game\":1}");
    assert_eq!(opened_line(&line), Some("{\"game\":1}"));
    for at in 0..line.len() {
        let mut bytes = line.clone().into_bytes();
        bytes[at] ^= 1;
        let changed = String::from_utf8(bytes).expect("text");
        assert_eq!(opened_line(&changed), None, "{changed}");
    }
}

#[test]
fn cells_of_tables_are_text_to_spreadsheets_and_read_back() {
    let texts = [
        "=HYPERLINK(\"http://x\",\"y\")",
        "+1",
        "-1",
        "@SUM(A1)",
        "\tx",
        "\rx",
        "\n=1",
        "a,b",
        "say \"hi\"",
        "two\nlines",
        " blank",
        "plain",
        "1-2",
        "",
    ];
    let row = texts.map(tables::cell).join(",");
    let read = read_csv(&row);
    assert_eq!(read.len(), texts.len(), "{row}");
    for (text, read) in texts.iter().zip(&read) {
        let guarded = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
        let expected = if guarded { format!("'{text}") } else { (*text).to_owned() };
        assert_eq!(*read, expected);
    }
}

/// Parses a table row according to RFC 4180.
fn read_csv(row: &str) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (vec![], String::new(), false);
    let mut chars = row.chars().peekable();
    while let Some(char) = chars.next() {
        match (char, quoted) {
            ('"', true) if chars.peek() == Some(&'"') => cell.push(chars.next().unwrap_or('"')),
            ('"', _) => quoted = !quoted,
            (',', false) => cells.push(std::mem::take(&mut cell)),
            (other, _) => cell.push(other),
        }
    }
    cells.push(cell);
    cells
}

#[test]
fn a_part_is_every_nth_game() {
    let shard = |text: &str| text.parse::<Shard>();
    let games = |text: &str| shard(text).expect("a part").games(10).collect::<Vec<_>>();
    assert_eq!(games("2/4"), [2, 6, 10]);
    assert_eq!(games("4/4"), [4, 8]);
    assert_eq!(games("12/12"), [0_u64; 0]);
    for wrong in ["5/4", "0/4", "1/0", "0/0", "x", "1/", "/4", "-1/4", "1/2/3"] {
        assert!(shard(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn games_have_seeds_of_their_own_that_tables_keep_exact() {
    let mut seeds: Vec<u64> = (1..=500).map(|game| game_seed(1, game)).collect();
    assert!(seeds.iter().all(|seed| *seed < 1 << 53));
    seeds.extend((1..=500).map(|game| game_seed(2, game)));
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 1000);
}

#[test]
fn bots_move_on_by_one_seat() {
    let seats = |game| [0, 1, 2].map(|seat| bot_of(3, game, seat));
    assert_eq!(
        [seats(1), seats(2), seats(3), seats(4)],
        [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    );
}

#[test]
fn a_stop_keeps_what_is_finished() {
    let (library, packs) = (library(&[]), ["harbour".to_owned()]);
    let table = Table { library: &library, packs: &packs, players: 2, options: &[] };
    // Enough games to take much longer than threads wait before they hand over results.
    let plan = plan(1000, "1/1");
    let jobs: Vec<Job> = (1..=1000).map(|number| Job { table: 0, number }).collect();
    let stop = AtomicBool::new(false);
    let work = Work::new(2, &stop);
    let mut records = vec![];
    run(&[table], &plan, &jobs, &work, &mut |_, record| {
        records.push(record);
        stop.store(records.len() >= 5, std::sync::atomic::Ordering::Relaxed);
        true
    })
    .expect("games are played");
    assert!((5..1000).contains(&records.len()), "{}", records.len());
    let whole = played(&plan, 1);
    assert!(records.iter().all(|record| whole.contains(record)));
}

#[test]
fn spreads_and_rates_are_those_of_the_books() {
    let spread = Spread::of([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
    assert_eq!((spread.mean.0, spread.median.0, spread.p25.0), (5.0, 4.5, 4.0));
    assert_eq!(spread.sd.rounded(), 2.13809);
    let rate = Rate::of(8.0, 10);
    assert_eq!((rate.low.rounded(), rate.high.rounded()), (0.490162, 0.943318));
    let never = Rate::of(0.0, 20);
    assert_eq!((never.low.rounded(), never.high.rounded()), (0.0, 0.161125));
    assert_eq!(Spread::of([]).n, 0);
}

#[test]
fn intervals_of_comparisons_hold_at_every_look() {
    let n_runs = 400;
    let mut n_wrong = 0;
    for seed in 0..n_runs {
        let mut stream = Stream::new(seed, "test/noise");
        let (mut n, mut sum, mut squares) = (0.0_f64, 0.0, 0.0);
        let mut wrong = false;
        for _ in 0..600 {
            let value = f64::from(stream.below(2001)) / 1000.0 - 1.0;
            n += 1.0;
            sum += value;
            squares += value * value;
            if n >= compare::PAIRS_MIN as f64 && n % compare::LOOK_EVERY as f64 == 0.0 {
                let sd = ((squares - sum * sum / n) / (n - 1.0)).sqrt();
                wrong |= (sum / n).abs() > half_width(n, sd, ALPHA);
            }
        }
        n_wrong += u64::from(wrong);
    }
    // With repeated looks, an ordinary 95 % interval would be wrong in about a third of the runs.
    assert!(n_wrong as f64 <= ALPHA * n_runs as f64 * 1.3, "{n_wrong} of {n_runs}");
}

#[test]
fn the_same_rules_are_the_same_at_the_first_look() {
    let records = played(&plan(30, "1/1"), 1);
    assert!(compare::is_clear(&records, &records));
    assert!(!compare::is_clear(&records[..29], &records[..29]));
    let mut richer = records.clone();
    for seat in richer.iter_mut().flat_map(|game| &mut game.seats) {
        seat.score += 3;
    }
    let pairs = compare::pairs(&records, &richer);
    let [score, decisions] = &compare::headlines(&pairs)[..] else { panic!("two headlines") };
    assert_eq!((score.difference.0, score.verdict), (3.0, compare::Verdict::More));
    assert_eq!(decisions.verdict, compare::Verdict::Same);
}

#[test]
fn what_is_taken_and_left_is_seen() {
    let records = played(&plan(200, "1/1"), 1);
    let summary = Summary::new(&RunInfo::new(&harbour(&[]), &plan(200, "1/1")), &records);
    let of = |id: &str| summary.content.iter().find(|it| it.id == id).expect("it is content");
    let (inn, forge) = (of("inn"), of("forge"));
    assert!(inn.picked.count.0 > 0.0 && inn.picked.n as f64 >= inn.picked.count.0);
    // Three wood are more than a seat has in two rounds, unless it chops or trades first.
    assert!(forge.picked.rate.0 <= inn.picked.rate.0);
    for seat in records.iter().flat_map(|game| &game.seats) {
        let built = |id: &Arc<str>| ["mill", "forge", "inn"].contains(&&**id);
        assert_eq!(seat.took.iter().any(built), seat.points.contains_key("tiles"));
        assert!(seat.took.iter().all(|id| !seat.left.contains(id)));
    }
    let wins: f64 = summary.seats.iter().map(|seat| seat.wins.rate.0).sum();
    assert!((wins - 1.0).abs() < 1e-9, "{wins}");
}

/// A lamp that is lit in every game, and one that is not.
const LAMPS: &str = "\
resources: { vp: { name: Points, score: true } }
kinds: { lamp: { name: Lamp, zone: street } }
lamps:
  near: { name: Near lamp, faces: { near_lit: { name: Near lamp that is lit } } }
  far: { name: Far lamp, faces: { far_lit: { name: Far lamp that is lit } } }
zones: { street: { name: Street }, cellar: { name: Cellar } }
play:
  - let: { lamp: \"first(street, it.entry == near)\" }
  - expect: lamp ~= nil
  - flip: lamp
  - may: [{ move: { all: street, to: cellar } }]
  - gain: { vp: 1 }
    who: p1
";

#[test]
fn a_face_that_is_turned_up_is_in_play() {
    let more = [("game.yaml", LAMPS)];
    let records = played_with(&more, &plan(9, "1/1"), 1);
    let summary = Summary::new(&RunInfo::new(&harbour(&more), &plan(9, "1/1")), &records);
    let never: Vec<&str> = summary.never_seen.iter().map(|it| &*it.id).collect();
    assert!(never.contains(&"far_far_lit") && !never.contains(&"near_near_lit"), "{never:?}");
}

fn logged() -> Vec<Value> {
    let (game, plan) = (harbour(&[]), plan(1, "1/1"));
    let player = Player::new(&game, &plan).expect("the bot is known");
    let mut text: Vec<u8> = vec![];
    let done = player.play(1, Some(&mut text), &AtomicBool::new(false));
    assert!(matches!(done, Played::Done(_)));
    let text = String::from_utf8(text).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn a_log_tells_states_decisions_and_events() {
    let lines = logged();
    let told = lines.iter().filter(|line| line["type"] != "event").map(|line| {
        let more = ["when", "seat", "n_options", "chosen"].map(|key| match &line[key] {
            Value::Null | Value::Object(_) => String::new(),
            Value::String(text) => format!(" {text}"),
            other => format!(" {other}"),
        });
        format!("{}{}", line["type"].as_str().unwrap_or_default(), more.concat())
    });
    let told: Vec<String> = told.collect();
    assert_eq!(told[..3], ["game", "state before set-up", "state start"]);
    let end = told.len() - 4;
    assert_eq!(told[end..], ["state before scoring", "state after scoring", "state end", "end"]);
    let decisions = told.iter().filter(|line| line.starts_with("decision p")).count();
    assert!(decisions >= 4, "{told:?}");
    let event = lines.iter().find(|line| line["event"] == "changed").expect("something changed");
    assert!(event["cause"]["at"].as_str().is_some_and(|at| at.starts_with("harbour/game.yaml:")));
}

#[test]
fn events_of_a_log_lead_from_state_to_state() {
    let lines = logged();
    let mut pieces: std::collections::BTreeMap<u64, String> = Default::default();
    let place = |piece: &Value| match piece["of"].as_str() {
        Some(of) => format!("{} of {of}", piece["zone"].as_str().unwrap_or_default()),
        None => piece["zone"].as_str().unwrap_or_default().to_owned(),
    };
    let mut n_states = 0;
    for line in &lines {
        if line["type"] == "state" {
            let all = line["pieces"].as_array().expect("pieces");
            let now = all.iter().map(|it| (it["piece"].as_u64().unwrap_or(99), place(it)));
            let now: std::collections::BTreeMap<u64, String> = now.collect();
            if n_states > 0 {
                assert_eq!(pieces, now, "{}", line["when"]);
            }
            pieces = now;
            n_states += 1;
        } else if line["event"] == "moved" {
            let to = line["into"].as_str().unwrap_or_default().to_owned();
            pieces.insert(line["piece"].as_u64().unwrap_or(99), to);
        }
    }
    assert!(n_states >= 5);
}

/// Collects the type of each field, inside objects and lists, too.
fn fields(path: &str, value: &Value, seen: &mut std::collections::BTreeMap<String, &str>) {
    let kind = match value {
        // A null says nothing about the field's usual type.
        Value::Null => return,
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(all) => {
            all.iter().for_each(|it| fields(&format!("{path}[]"), it, seen));
            "list"
        }
        Value::Object(all) => {
            all.iter().for_each(|(key, it)| fields(&format!("{path}.{key}"), it, seen));
            "object"
        }
    };
    let before = *seen.entry(path.to_owned()).or_insert(kind);
    assert_eq!(before, kind, "`{path}` is not the same in all lines");
}

#[test]
fn a_field_of_a_log_is_of_one_type_in_all_lines_so_that_tables_can_be_made_of_them() {
    let mut seen = Default::default();
    logged().iter().for_each(|line| fields("", line, &mut seen));
    let wanted = [".from", ".into", ".n_options", ".points", ".sheet", ".slot"];
    let missing: Vec<&&str> = wanted.iter().filter(|it| !seen.contains_key(**it)).collect();
    assert!(missing.is_empty(), "{missing:?} do not occur: the test says nothing about them");
}
