//! Runs of the bundled packs, and requests that cannot be met.

use boardwright_lab::simulate::GameRecord;
use insta::assert_snapshot;

use crate::Exit;
use crate::testing::{Place, told};

/// All files of a run.
const FILES: [&str; 8] = [
    "run.json",
    "summary.json",
    "games.jsonl",
    "games.csv",
    "points.csv",
    "content.csv",
    "report.html",
    "coverage.json",
];

fn fine(place: &Place, line: &str) -> String {
    let ran = place.run(line);
    assert_eq!(ran.exit, Exit::Fine, "{line}: {}", ran.all());
    ran.out
}

#[test]
fn threads_and_parts_do_not_change_a_byte() {
    let place = Place::new();
    let one =
        fine(&place, "simulate hello --games 14 --threads 1 --out one --format json --coverage");
    let two =
        fine(&place, "simulate hello --games 14 --threads 2 --out two --format json --coverage");
    assert_eq!(one, two);
    for part in 1..=4 {
        let line =
            format!("simulate hello --games 14 --shard {part}/4 --out part{part} --coverage");
        fine(&place, &line);
    }
    let merge = "simulate --merge part2 part4 part1 part3 --out whole --format json";
    assert_eq!(one, fine(&place, merge));
    for file in FILES {
        let text = place.read(&format!("one/{file}"));
        assert_eq!(text, place.read(&format!("two/{file}")), "{file} with two threads");
        assert_eq!(text, place.read(&format!("whole/{file}")), "{file} of four parts");
    }
}

#[test]
fn what_games_never_reach_is_told() {
    let place = Place::new();
    place.run("new pack isle");
    place.write("isle/more.yaml", "procedures: { sleep: [{ gain: { wood: 1 } }] }\n");
    let text = fine(&place, "simulate isle --games 5 --coverage");
    assert!(text.contains("\nReached by these games\n  pieces "), "{text}");
    assert!(text.contains("steps never reached"), "{text}");
    assert!(text.contains("isle/more.yaml:1  procedures.sleep.1"), "{text}");
}

#[test]
fn where_work_goes_is_told_and_does_not_depend_on_threads() {
    let place = Place::new();
    let plain = fine(&place, "simulate hello --games 4 --threads 1");
    let line = "simulate hello --games 4 --profile --stacks";
    let one = fine(&place, &format!("{line} --threads 1 --out one"));
    let two = fine(&place, &format!("{line} --threads 2 --out two"));
    for file in ["profile.json", "profile.folded", "summary.json", "games.jsonl", "report.html"] {
        assert_eq!(
            place.read(&format!("one/{file}")),
            place.read(&format!("two/{file}")),
            "{file}"
        );
    }
    assert!(place.read("one/report.html").contains("\"look_ahead\":[{"));
    let (figures, profile) = one.split_once("\nWhere the work goes\n").expect("it is told");
    assert_eq!(figures, plain.trim_end_matches('\n').to_owned() + "\n", "figures stay as they are");
    assert_eq!(
        profile.replace("`one", "`two"),
        two.split_once("\nWhere the work goes\n").expect("it is told").1
    );
    assert_snapshot!(profile);
}

#[test]
fn the_time_of_scripts_is_told_beside_the_figures() {
    let place = Place::new();
    let ran = place.run("simulate hello --games 4 --profile");
    assert!(ran.err.contains("script `fair.goods`: "), "{}", ran.err);
    assert!(!ran.out.contains(" µs each"), "figures do not depend on the clock");
    let ran = place.run("simulate hello --stacks");
    assert_eq!(ran.exit, Exit::CouldNotRun, "{}", ran.all());
}

#[test]
fn a_rule_that_a_variant_makes_slow_is_named_first() {
    let place = Place::new();
    place.run("new variant slow-feast --of hello");
    let value = "values:\n  crowd:\n    name: Crowd\n    \
        base: \"sum(pieces(tile), count(pieces(tile), it.space == nil))\"\n";
    let rule = "rules:\n  festival: { when: gained fish, if: \"me.crowd > 0\", do: [{ gain: { vp: 1 } }] }\n";
    place.write("slow-feast/more.yaml", &format!("{value}{rule}"));
    let text = fine(&place, "simulate hello+slow-feast --games 4 --profile");
    assert!(text.contains("What takes most: value `crowd` (slow-feast/more.yaml:2"), "{text}");
}

#[test]
fn figures_name_the_bots_and_the_number_of_games() {
    let place = Place::new();
    let text = fine(&place, "simulate hello --games 6 --bots random,first --threads 1");
    assert!(text.contains("6 games, bots: random, first, seed 1\n"), "{text}");
    assert!(text.contains("\nBots\n"), "{text}");
    assert_snapshot!(fine(&place, "simulate tic-tac-toe --games 8 --seed 3 --threads 1"));
}

#[test]
fn a_report_needs_no_network() {
    let place = Place::new();
    fine(&place, "simulate hello --games 3 --out run");
    let page = place.read("run/report.html");
    for outside in ["src=\"", "<link", "@import", "fetch("] {
        let own = page.split("<script>").next().unwrap_or_default();
        assert!(!own.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("<script").count(), page.matches("</script>").count());
    assert!(page.contains("Observable, Inc."), "the notice of the library is kept");
}

#[test]
fn a_log_is_written_for_each_game() {
    let place = Place::new();
    fine(&place, "simulate hello --games 2 --log logs");
    for game in ["logs/game-000001.jsonl", "logs/game-000002.jsonl"] {
        let text = place.read(game);
        assert!(text.starts_with('{') && text.lines().count() > 50);
        let last = text.lines().last().unwrap_or_default();
        assert!(last.contains("\"type\":\"end\""), "{last}");
    }
}

#[test]
fn bad_requests_are_told() {
    let place = Place::new();
    place.write("taken", "a file, no folder");
    fine(&place, "simulate hello --games 4 --shard 1/2 --out part1");
    fine(&place, "simulate hello --games 4 --shard 2/2 --out other --seed 2");
    fine(&place, "simulate hello --games 4 --shard 3/3 --out third");
    fine(&place, "simulate tic-tac-toe --games 4 --shard 2/2 --out tiny");
    let mut all = String::new();
    for line in [
        "simulate",
        "simulate helo",
        "simulate hello --bots wizard",
        "simulate hello --bots random,first,random",
        "simulate hello --bots mcts:50ms",
        "simulate hello --players 5",
        "simulate hello --games 0",
        "simulate hello --threads 0",
        "simulate hello --option size=5",
        "simulate hello --out taken/deep",
        "simulate hello --log taken",
        "simulate hello --shard 5/4 --out part",
        "simulate hello --shard 3 --out part",
        "simulate hello --shard 1/4",
        "simulate hello --merge part1",
        "simulate --merge nowhere",
        "simulate --merge part1 part1",
        "simulate --merge part1 other",
        "simulate --merge part1 third",
        "simulate --merge part1 tiny",
    ] {
        all.push_str(&format!("$ boardwright {line}\n{}\n", place.run(line).all()));
    }
    assert_snapshot!(all);
}

#[test]
fn packs_that_do_not_go_together_are_told() {
    let text = told("simulate hello+tic-tac-toe");
    assert!(text.starts_with("exit 1\n"), "{text}");
    assert!(text.contains("error[L024]: `hello` and `tic-tac-toe` are two games"), "{text}");
}

#[test]
fn missing_parts_are_told() {
    let place = Place::new();
    fine(&place, "simulate hello --games 5 --shard 1/2 --out part1");
    let ran = place.run("simulate --merge part1 --format json");
    assert_eq!(ran.err, "2 of 5 games are missing\n  part 2 of 2 is missing (2 games)\n");
    assert_eq!(ran.exit, Exit::Problems);
}

#[test]
fn how_fast_it_was_is_told_beside_the_figures() {
    let place = Place::new();
    let ran = place.run("simulate hello --games 3 --threads 1 --out run");
    let decisions = |line| GameRecord::from_line(line).expect("a record").decisions;
    let decisions: u64 = place.read("run/games.jsonl").lines().map(decisions).sum();
    let begin = format!("3 games with {decisions} decisions in ");
    assert!(ran.err.starts_with(&begin), "{}", ran.err);
    assert!(ran.err.contains("processor time"), "{}", ran.err);
    assert!(!ran.out.contains("games/s"), "figures do not depend on the clock");
}

mod corrupted;
