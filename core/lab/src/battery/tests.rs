use crate::battery::conformance;
use boardwright_play::testing::harbour;

fn findings(more: &[(&str, &str)]) -> String {
    let found = conformance(&harbour(more), 1..4);
    let mut told: Vec<String> =
        found.iter().map(|finding| format!("{}: {}", finding.law, finding.what)).collect();
    told.sort();
    told.dedup();
    told.join("\n")
}

#[test]
fn the_tiny_game_keeps_all_laws() {
    assert_eq!(findings(&[]), "");
}

const GAME: &str = "
resources:
  wood: { start: 2, conserved: true }
  vp: { score: true }
kinds:
  tile: { zone: deck, attributes: { level: number } }
tiles:
  mill: { count: 2, level: 1 }
  forge: { level: 2 }
zones:
  deck: { order: stack, visible: none }
setup: [{ shuffle: deck }]
";

fn broken(play: &str) -> String {
    findings(&[("game.yaml", &format!("{GAME}{play}"))])
}

#[test]
fn broken_laws_are_found() {
    insta::assert_snapshot!(broken(
        "play: [{ choose: { ask: now?, options: { chop: [{ gain: { wood: 1 } }] } } },
                { amount: { from: 0, to: 1, ask: and? } }]"
    ), @"conservation: there were 4 `wood` in all, now there are 5");
    insta::assert_snapshot!(broken(
        "play: [{ turns: { until: p1.wood > 9, do: [{ may: [{ lose: { wood: 1 } }] }] } }]"
    ), @"
    conservation: there were 4 `wood` in all, now there are 3
    end: no end after 10000 decisions of players who play at random
    ");
    insta::assert_snapshot!(broken(
        "play: [{ let: { top: \"first(deck)\" } }, { expect: \"top ~= nil\" },
                { amount: { from: 0, to: \"5 * top.level + sum(last(deck), it.level)\", ask: how many? } }]"
    ), @"views: p1: its options depend on what it cannot see, such as `7`; dealt anew: `deck`");
}

#[test]
fn a_script_that_fails_is_told_with_its_place() {
    let trade = "local trade = {}\nfunction trade.offer(view)\n  return { { gian = 3 } }\nend\nreturn trade\n";
    let told = findings(&[
        ("scripts/trade.luau", trade),
        (
            "game.yaml",
            &format!(
                "{GAME}play: [{{ amount: {{ from: 0, to: 1, ask: and? }} }}, {{ script: trade.offer }}]"
            ),
        ),
    ]);
    insta::assert_snapshot!(told, @r"
    dead ends: `0` is offered, but a script failed: `trade.offer` returned something that cannot be done: step 1: there is no verb `gian`; `gain` is there (harbour/scripts/trade.luau:3) (at harbour/game.yaml:13)
    dead ends: `1` is offered, but a script failed: `trade.offer` returned something that cannot be done: step 1: there is no verb `gian`; `gain` is there (harbour/scripts/trade.luau:3) (at harbour/game.yaml:13)
    scripts: `trade.offer` returned something that cannot be done: step 1: there is no verb `gian`; `gain` is there (harbour/scripts/trade.luau:3)
    ");
}

#[test]
fn bundled_packs_keep_all_laws() {
    let mut library = boardwright_packs::library::Library::new();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../content"));
    let packs: Vec<String> = library.ids().map(str::to_owned).collect();
    for pack in packs {
        let opened = boardwright_play::game::open(&library, &[&pack], None, &[]);
        let told = boardwright_play::testing::told(&opened.diags, &opened.sources);
        let game = opened.game.unwrap_or_else(|| panic!("{told}"));
        let found: Vec<String> = conformance(&game, 1..3).iter().map(ToString::to_string).collect();
        assert_eq!(found, Vec::<String>::new(), "{pack}");
    }
}
