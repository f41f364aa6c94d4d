//! How packs are opened.

use super::*;
use crate::testing::*;

fn report(opened: &Opened) -> String {
    told(&opened.diags, &opened.sources)
}

#[test]
fn the_tiny_game_opens_without_a_word() {
    let opened = open(&library(&[]), &["harbour"], Some(3), &[("storm".into(), "yes".into())]);
    assert_eq!(report(&opened), "");
    let game = opened.game.expect("nothing is wrong with it");
    assert_eq!((game.players, game.def.players), (3, 3));
    assert_eq!(game.options["storm"], OptionValue::Flag(true));
    assert_eq!(game.options["rounds"], OptionValue::Number(2));
}

#[test]
fn checking_looks_at_every_table_and_tells_each_problem_once() {
    let scripts = [("scripts/trade.luau", "local trade = {}\nreturn trade\n")];
    let opened = check(&library(&scripts), &["harbour"]);
    insta::assert_snapshot!(report(&opened), @"
    error[U033]: there is no script `trade.offer`
      --> harbour/game.yaml:51:29
       |
    51 |           trade: [{ script: trade.offer, with: { limit: me.limit } }]
       |                             ^^^^^^^^^^^
       |
    help: write `function trade.offer(view, with)` in `scripts/trade.luau`

    1 error in 1 file
    ");
    assert!(opened.game.is_none());
    let opened = check(&library(&[]), &["harbour"]);
    assert_eq!(report(&opened), "");
    assert!(opened.game.is_some());
}

#[test]
fn a_table_that_cannot_be_is_told() {
    let options = [("rounds".into(), "7".into()), ("strom".into(), "yes".into())];
    let opened = open(&library(&[]), &["harbour"], Some(5), &options);
    insta::assert_snapshot!(report(&opened), @"
    error[C020]: 5 cannot play this game: it is for 2 to 3 players
     |
     = help: play with 3, or change `players` in the manifest

    error[C021]: there is no option `strom`
     |
     = help: an option with a similar name exists: `storm`

    error[C022]: option `rounds` cannot be `7`
     |
     = help: it can be `1`, `2`

    3 errors
    ");
}

#[test]
fn a_script_that_fails_is_told_with_both_places() {
    let trade = "local trade = {}\nfunction trade.offer(view, with: { limit: number })\n    \
                 return view[\"we\" .. \"ther\"]\nend\nreturn trade\n";
    let game = harbour(&[("scripts/trade.luau", trade)]);
    let mut session = crate::session::Session::new(&game, 7).unwrap();
    let reason = session.choose("trade").unwrap_err().reason;
    insta::assert_snapshot!(reason, @"a script failed: the view has no `wether` (harbour/scripts/trade.luau:3) (at harbour/game.yaml:51)");
    let failed = game.script_failure().expect("a script failed");
    insta::assert_snapshot!(told(&[failed], &game.loaded.sources), @r#"
    error[U014]: the view has no `wether`
      --> harbour/scripts/trade.luau:3:5
       |
     3 |     return view["we" .. "ther"]
       |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
      ::: harbour/game.yaml:51:11
       |
    51 |           trade: [{ script: trade.offer, with: { limit: me.limit } }]
       |           ----------------------------------------------------------- called here

    1 error in 1 file
    "#);
    assert!(session.choose("chop").is_ok(), "the game goes on as if nothing had been tried");
}

#[test]
fn a_language_replaces_what_is_translated() {
    let german = ("text/de.yaml", "resources: { wood: { name: Holz } }\ntiles.mill.name: Mühle\n");
    let library = library(&[german]);
    let opened = open_in(&library, &["harbour"], None, &[], Some("de"));
    assert_eq!(report(&opened), "");
    let game = opened.game.expect("nothing is wrong with it");
    let wood = game.names.counters.get("wood").expect("there is wood");
    assert_eq!(game.def.counters[wood.index()].named.name, "Holz");
    let names: Vec<&str> = game.def.entries.iter().map(|it| it.named.name.as_str()).collect();
    assert_eq!(names, ["Mühle", "Forge", "Inn"]);
    let opened = open_in(&library, &["harbour"], None, &[], Some("fr"));
    insta::assert_snapshot!(report(&opened), @"
    error[C022]: the packs are not written in `fr`
     |
     = help: languages are `de`, `en`

    1 error
    ");
}

#[test]
fn a_script_that_did_not_load_is_not_missing_as_well() {
    let scripts = [("scripts/trade.luau", "local trade = {}\npoints = 3\nreturn trade\n")];
    let opened = check(&library(&scripts), &["harbour"]);
    insta::assert_snapshot!(report(&opened), @"
    error[U012]: `points` is a function all scripts have
     --> harbour/scripts/trade.luau:2:1
      |
    2 | points = 3
      | ^^^^^^ assigned here
      |
    help: write `local points`, or choose another name

    1 error in 1 file
    ");
}

#[test]
fn a_scenario_shows_the_script_that_failed() {
    let trade = "local trade = {}\nfunction trade.offer(view, with: { limit: number })\n    \
                 return { gain = { wood = with.limit / 2 } }\nend\nreturn trade\n";
    let scenario =
        "scenario: trade\nuntil: main\nsteps: [{ p1: trade }]\nexpect: { over: false }\n";
    let game = harbour(&[("scripts/trade.luau", trade), ("tests/a.yaml", scenario)]);
    let (all, _) = scenario::scenarios(&game.loaded);
    let ran = scenario::run(&game, &all[0]);
    let report = told(&ran.diags, &game.loaded.sources);
    for part in [
        "error[U019]: in what `trade.offer` returned, `gain.wood` is 1.5, not a whole number",
        "called here",
        "in the scenario \"trade\"",
        "help: divide with `//`, or round with `math.floor`",
    ] {
        assert!(report.contains(part), "no {part} in\n{report}");
    }
}

#[test]
fn words_of_the_expression_language_cannot_be_bound() {
    let game = GAME.replace("gain: { round: 1 }", "let: { end: 3 }");
    let opened = check(&library(&[("game.yaml", &game)]), &["harbour"]);
    let codes: Vec<&str> = opened.diags.iter().map(|diag| diag.code).collect();
    assert!(codes.contains(&"N108"), "{}", report(&opened));
}

#[test]
fn definitions_for_editors_are_those_of_the_pack() {
    let text =
        script_types(&library(&[]), &["harbour"]).unwrap_or_else(|it| panic!("{}", report(&it)));
    for line in [
        "export type ZoneId = \"deck\" | \"hand\" | \"market\" | \"yard\"",
        "export type TrackId = \"skill\"",
        "    wood: number,",
        "    yard: { Tile },",
        "    level: number,",
        "    id: \"mill\" | \"forge\" | \"inn\",",
        "    cell: { CellSpace },",
        "    entry: TileEntry,",
        "export type Points = { tiles: number?, vp: number? }",
        "    turn: ({  })?,",
        "    gain: Amounts,",
        "declare function track(track: TrackId, seat: Seat): number",
    ] {
        assert!(text.lines().any(|it| it == line), "{line} is missing:\n{text}");
    }
    assert!(!text.contains("[string]: any"));
    // A broken script does not change the definitions.
    let broken = [("scripts/trade.luau", "return 3 +")];
    assert_eq!(script_types(&library(&broken), &["harbour"]).ok(), Some(text.clone()));
    // Without `declare`, the types are plain Luau.
    let types: Vec<&str> = text.lines().filter(|it| !it.starts_with("declare ")).collect();
    let mut sources = Sources::default();
    let (pack, path) = ("harbour".into(), "harbour.d.luau".into());
    let text = types.join("\n");
    let file = sources.add(boardwright_syntax::source::SourceFile { pack, path, text });
    let (trees, problems) =
        boardwright_language::script_text::syntax::Trees::parse(&sources, &[file]);
    assert!(trees.get(file).is_some(), "{}", told(&problems, &sources));
}

#[test]
fn what_is_told_of_scripts_and_scenarios_is_what_they_can_do() {
    let sorted = |mut names: Vec<&'static str>| {
        names.sort_unstable();
        names
    };
    assert_eq!(boardwright_language::script_api::call_names(), boardwright_scripts::CALLS);
    let keys = |all: &[boardwright_docs::scenario::ScenarioKey]| {
        sorted(all.iter().map(|it| it.key).collect())
    };
    let (own, steps) = crate::scenario::keys();
    assert_eq!(keys(boardwright_docs::scenario::KEYS), sorted(own.to_vec()));
    assert_eq!(keys(boardwright_docs::scenario::STEP_KEYS), sorted(steps));
    assert_eq!(
        keys(boardwright_docs::scenario::BALANCE_KEYS),
        sorted(crate::balance::keys().to_vec())
    );
    assert_eq!(keys(boardwright_docs::scenario::LAW_KEYS), sorted(crate::laws::KEYS.to_vec()));
}
