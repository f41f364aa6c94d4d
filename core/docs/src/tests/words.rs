//! Packs in words.

use super::super::pack_docs;
use boardwright_compile::words::Words;
use boardwright_language::raw::step::VERBS;
use boardwright_packs::layer::testing::layered;
use boardwright_syntax::source::{SourceFile, Sources};
use boardwright_syntax::yaml;

const NAMES: &str = "
resources: { wood: { name: Wood }, fish: { name: Fish }, vp: { name: Victory points }, ox: { name: Ox, plural: Oxen } }
tracks: { skill: { name: Skill } }
zones: { market: { name: Market }, yard: { name: Yard }, deck: { name: Deck } }
values: { hand_limit: { name: Hand limit, base: 5 } }
lines: { goals: { name: Goals } }
";

/// The steps or abilities of a text in words, with some names declared.
pub(super) fn told(text: &str, tell: impl Fn(&Words, &yaml::Node) -> String) -> String {
    let mut sources = Sources::default();
    let mut node = |text: &str| {
        let (pack, path) = ("test".to_owned(), "test/game.yaml".to_owned());
        let file = sources.add(SourceFile { pack, path, text: text.to_owned() });
        yaml::read(&sources, file, &mut vec![]).expect("a test writes YAML")
    };
    let (root, body) = (node(NAMES), node(text));
    tell(&Words::new(&root), &body)
}

#[test]
fn steps_are_told() {
    let text = "
- gain: { wood: 2, vp: \"it.level\" }
- pay: { any: [{ wood: 2 }, { fish: 1, if: me.skill > 2 }] }
- set: { wood: 0 }
- advance: { skill: 1 }
- { pick: { from: market, if: it.level < 3 }, as: tile }
- move: { what: tile, to: me.yard }
- { if: me.wood > 3, do: [{ gain: { vp: 1 } }], else: [{ lose: { fish: { 2: 1, _: 2 } } }] }
- repeat: { up_to: 2, do: [{ may: [{ pay: { fish: 1 } }, { score: { goals: 3 } }] }] }
- each: { as_seat: others, do: [{ gain: { fish: 1 }, if: me.fish == 0 }] }
- choose: { options: { trade: { if: me.wood > 0, again: true, do: [{ end: game }] }, pass: [] } }
";
    insta::assert_snapshot!(told(text, |words, node| words.list(node)), @"
    - gain 2 wood and victory points equal to its level
    - pay 2 wood or 1 fish (if your skill is more than 2)
    - set wood to 0
    - advance 1 on skill
    - pick one of the market (where its level is less than 3) (named *tile*)
    - move *tile* to your yard
    - if your wood is more than 3:
      - gain 1 victory points
      - otherwise:
        - lose (1 with 2 players, else 2) fish
    - up to 2 times:
      - you may:
        - pay 1 fish
        - score 3 for Goals
    - every other player:
      - if your fish is 0: gain 1 fish
    - choose one:
      - **trade** (if your wood is more than 0), then choose again:
        - the game ends
      - **pass**:
    ");
}

#[test]
fn abilities_are_told() {
    let told = [
        "{ when: gained wood, by: others, do: [{ gain: { fish: 1 } }], optional: true }",
        "{ when: built, if: what == self, do: [{ gain: { vp: 2 } }], \
         limit: { times: 2, per: round } }",
        "{ modify: { hand_limit: '+1' } }",
        "{ offer: main, label: trade, do: [{ pay: { fish: 1 } }, { gain: { wood: 2 } }], \
         group: once }",
        "{ offer: [main, anytime], do: [{ gain: { wood: 1 } }] }",
    ]
    .map(|text| told(text, |words, node| words.ability(node)))
    .join("\n");
    insta::assert_snapshot!(told, @"
    when another player gains wood: you may gain 1 fish
    on *built*, if *what* is this piece: gain 2 victory points (twice per round)
    Hand limit: +1
    in *main*, **trade**: pay 1 fish; gain 2 wood (once per turn for all of *once*)
    in *main* and *anytime*, **one more option**: gain 1 wood
    ");
}

#[test]
fn every_verb_has_words() {
    for verb in VERBS.iter().filter(|verb| verb.verb != "note") {
        let line = told(&verb.example(), |words, node| words.steps(node));
        assert!(line.len() > 4 && !line.contains('{'), "{}: {line}", verb.verb);
    }
}

#[test]
fn a_pack_is_told() {
    let loaded = layered(
        "
== game/pack.yaml
id: game
title: A game
players: { min: 2, max: 4 }
== game/rules.yaml
resources: { wood: { name: Wood, start: 2 }, vp: { name: Points, score: true } }
kinds: { tile: { attributes: { cost: cost, level: number }, zone: supply } }
zones:
  supply: { name: Supply }
  deck: { name: Deck, order: stack, visible: none }
  hand: { name: Hand, held_by: seat, visible: owner }
tiles: { mill: { name: Mill, text: A mill., cost: { wood: 2 }, level: 1 } }
play: [{ each: { as_seat: all, do: [{ gain: { vp: me.wood } }] } }]
",
    );
    insta::assert_snapshot!(pack_docs(&loaded), @"
    # A game

    - players: 2 to 4
    - pack: `game` 0.0.0

    ## Resources

    | resource | of each | at the start | notes |
    |---|---|---|---|
    | Wood (`wood`) | seat | 2 |  |
    | Points (`vp`) | seat | 0 | the score |

    ## Zones

    | zone | of each | order | notes |
    |---|---|---|---|
    | Supply (`supply`) | table | pool | open |
    | Deck (`deck`) | table | stack | hidden: nobody sees it |
    | Hand (`hand`) | seat | pool | hidden: only its owner sees it |

    ## Tiles

    ### Mill

    > A mill.

    - cost: 2 wood
    - level: 1

    ## Course of the game

    - every player:
      - gain points equal to your wood
    ");
}

#[test]
fn the_number_decides_between_name_and_plural() {
    let text = "
- gain: { ox: 1 }
- gain: { ox: 2 }
- pay: { ox: 3, wood: 1 }
- gain: { ox: me.skill }
";
    insta::assert_snapshot!(told(text, |words, node| words.list(node)), @"
    - gain 1 ox
    - gain 2 oxen
    - pay 3 oxen and 1 wood
    - gain oxen equal to your skill
    ");
}
