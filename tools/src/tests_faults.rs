//! Every command reports a failed script with its place and the seed of the game, and loses nothing
//! that was finished.

use insta::assert_snapshot;

use crate::Exit;
use crate::testing::Place;

const GAME: &str = r#"
resources: { fish: { name: Fish }, vp: { name: Points, score: true } }
events: { storm: {} }
kinds: { boat: { name: Boat, zone: sea } }
boats:
  cutter: { name: Cutter, text: Breaks., ability: { when: storm, by: anyone, do: [{ script: boats.sink }] } }
zones: { sea: { name: Sea, active: true } }
play:
  - repeat:
      times: 2
      do:
        - each:
            as_seat: all
            do:
              - begin: turn
              - commit
              - choose:
                  ask: "what now?"
                  options:
                    fish: [{ gain: { vp: 1 } }]
                    sail: [{ emit: storm }]
                    trade: [{ may: [{ script: boats.split }] }]
                    rest: [{ try: [{ require: "me.vp > 99" }, { script: boats.split }] }]
"#;

const SCRIPT: &str = "\
local boats = {}
local verb = \"gian\"
function boats.sink(view)
    local crew = ({})[1]
    return { { gain = { vp = 4 / crew } } }
end

function boats.split(view)
    if view.me.vp > 0 then
        return { { gain = { vp = 1 } } }
    end
    return {
        { [verb] = { vp = 1 } },
    }
end

return boats
";

fn place() -> Place {
    let place = Place::new();
    place.write("boats/pack.yaml", "id: boats\ntitle: Boats\nplayers: { min: 2, max: 2 }\n");
    place.write("boats/game.yaml", GAME);
    place.write("boats/scripts/boats.luau", SCRIPT);
    place
}

#[test]
fn play_tells_it_takes_the_choice_back_and_goes_on() {
    let typed = "sail\ntrade\nyes\nwhy sail\nfish\nrest\nfish\nfish\n";
    let ran = place().type_in("play boats --seed 7 --seats human,human", typed);
    assert_eq!(ran.exit, Exit::Problems);
    assert_snapshot!(ran.all());
}

#[test]
fn many_games_tell_the_first_failure_with_its_seed() {
    let place = place();
    let ran = place.run("simulate boats --games 5 --out run --log logs");
    assert_eq!(ran.exit, Exit::Problems);
    assert_snapshot!(ran.out.split("\na script failed").nth(1).unwrap_or(&ran.out), @r"
     in 2 games; choices that lead there were taken back
      game 1, seed 2335140085192699: a script failed: `boats.split` returned something that cannot be done: step 1: there is no verb `gian`; `gain` is there (boats/scripts/boats.luau:13) (at boats/game.yaml:22)
      game 5, seed 2722568240716760: a script failed: a number cannot be divided by nothing (`nil`); is a name not set? (boats/scripts/boats.luau:5) (at boats/game.yaml:6)

    written to `run`; open `run/report.html`
    ");
    assert!(place.read("run/summary.json").contains("\"n_faults\": 2"));
    assert!(place.read("logs/game-000001.jsonl").contains("a script failed"));
    let ran = place.run("compare boats boats --games 5");
    assert_eq!(ran.exit, Exit::Problems);
    let told =
        "a script failed in 2 games of boats\n  game 1, seed 2335140085192699: a script failed: ";
    assert!(ran.out.contains(told), "{}", ran.out);
    let ran = place.run("ladder boats --games 4 --bots random,first");
    assert_eq!(ran.exit, Exit::Problems);
    assert!(ran.out.contains("random"), "what was played is told: {}", ran.out);
    let told =
        "2 games had choices that led nowhere and were taken back\n  seed 1: a script failed: ";
    assert!(ran.err.contains(told), "{}", ran.err);
}

#[test]
fn bots_that_keep_away_from_a_failure_do_not_hide_it() {
    let ran = place().run("simulate boats --games 2 --bots greedy");
    assert_eq!(ran.exit, Exit::Problems);
    assert_snapshot!(ran.out.split("\na script failed").nth(1).unwrap_or(&ran.out), @r"
    in 2 games; choices that lead there were taken back
     game 1, seed 2335140085192699: a script failed: `boats.split` returned something that cannot be done: step 1: there is no verb `gian`; `gain` is there (boats/scripts/boats.luau:13)
     game 2, seed 4893995068864716: a script failed: `boats.split` returned something that cannot be done: step 1: there is no verb `gian`; `gain` is there (boats/scripts/boats.luau:13)
    ");
}

#[test]
fn tests_tell_it() {
    let place = place();
    place.write(
        "boats/tests/boats.yaml",
        "scenarios:\n\
         \x20 - scenario: an ability whose script fails\n    steps: [{ p1: sail }]\n    expect: { over: false }\n\
         \x20 - scenario: a rehearsal\n    do: { seat: p1, steps: [{ emit: storm }] }\n    expect: { p1.vp: 0 }\n\
         \x20 - scenario: a block that need not be done\n    do: { seat: p1, steps: [{ try: [{ script: boats.split }] }] }\n    expect: { p1.vp: 0 }\n",
    );
    let ran = place.run("test boats");
    assert_eq!(ran.exit, Exit::Problems);
    assert_snapshot!(ran.all());
    let ran = place.run("test boats --games 20 --filter random");
    assert_eq!(ran.exit, Exit::Problems);
    assert!(ran.out.contains("boats/scripts/boats.luau:"), "{}", ran.out);
    assert!(ran.out.contains("--seed 1 --games 1"), "{}", ran.out);
}

#[test]
fn what_scripts_print_is_shown_to_those_who_ask() {
    let place = place();
    let script = "local boats = {}\n\
         function boats.sink(view)\n    print(\"sinks\", view.me)\n    return { { gain = { vp = 2 } } }\nend\n\
         function boats.split(view)\n    return {}\nend\n\
         return boats\n";
    place.write("boats/scripts/boats.luau", script);
    place.write(
        "boats/tests/boats.yaml",
        "scenarios:\n\
         \x20 - scenario: fine\n    steps: [{ p1: sail }]\n    expect: { p1.vp: 2 }\n\
         \x20 - scenario: wrong\n    steps: [{ p1: sail }]\n    expect: { p1.vp: 3 }\n",
    );
    let printed = "boats/scripts/boats.luau:3: sinks p1";
    let typed = "sail\nrest\nrest\nrest\n";
    let play = |flag: &str| {
        place.type_in(&format!("play boats --seed 7 --seats human,human{flag}"), typed)
    };
    let shown = play(" --debug").out;
    assert_eq!(shown.matches(printed).count(), 1, "{shown}");
    assert!(!play("").out.contains(printed));
    let quiet = place.run("test boats --filter scenario").out;
    let told: Vec<&str> = quiet.lines().filter(|line| line.contains(printed)).collect();
    assert_eq!(told, ["          = note: printed: boats/scripts/boats.luau:3: sinks p1"]);
    let verbose = place.run("test boats --filter scenario -v").out;
    assert!(verbose.contains(&format!("fine\n        {printed}\n")), "{verbose}");
}
