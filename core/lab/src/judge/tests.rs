//! How blocks are read and figures are judged.

use super::judge;
use crate::simulate::play::{Played, Player};
use crate::simulate::{Plan, RunInfo, Shard, Summary};
use boardwright_play::balance::{Figure, Of, blocks};
use boardwright_play::testing::harbour;

#[test]
fn figures_are_read_as_they_are_written() {
    let read = |text| Figure::parse(text);
    assert_eq!(read("score"), Some(Figure::Score));
    assert_eq!(read("win rate of each seat"), Some(Figure::WinRate(Of::Each("seat".into()))));
    assert_eq!(read("pick rate of  old_mill"), Some(Figure::PickRate(Of::One("old_mill".into()))));
    assert_eq!(read("number of turn"), Some(Figure::Period("turn".into())));
    for wrong in ["", "scores", "win rate", "win rate of", "share"] {
        assert_eq!(read(wrong), None, "{wrong}");
    }
}

fn judged(text: &str) -> String {
    let game = harbour(&[("tests/balance.yaml", text)]);
    let (blocks, diags) = blocks(&game.loaded);
    assert_eq!(diags, []);
    let plan = Plan { bots: vec!["random".into()], seed: 1, games: 60, shard: Shard::default() };
    let player = Player::new(&game, &plan).expect("the bot is known");
    let mut records = vec![];
    for number in 1..=plan.games {
        match player.play(number, None, &Default::default()) {
            Played::Done(record) => records.push(*record),
            _ => panic!("nobody stops it"),
        }
    }
    let summary = Summary::new(&RunInfo::new(&game, &plan), &records);
    let told = blocks.iter().map(|block| {
        let judged = judge(block, &summary);
        let (n_wrong, n_near) = (judged.diags.len(), judged.near.len());
        format!("{}: {n_wrong} wrong, {n_near} not clear", block.name)
    });
    told.collect::<Vec<_>>().join("\n")
}

#[test]
fn only_what_is_clearly_out_of_range_fails() {
    let told = judged(
        "balance:
  - { name: wide, what: win rate of each seat, at_least: 5%, at_most: 95% }
  - { name: both cannot have so much, what: win rate of each seat, at_least: 90% }
  - { name: nobody has so many points, what: score, at_least: 1000 }
  - { name: some decisions, what: decisions, at_least: 4, at_most: 100 }
  - { name: turns are counted, what: number of turn, at_least: 4, at_most: 4 }
  - { name: points come from tiles, what: share of tiles, at_most: 1% }
",
    );
    insta::assert_snapshot!(told, @r"
    wide: 0 wrong, 0 not clear
    both cannot have so much: 2 wrong, 0 not clear
    nobody has so many points: 1 wrong, 0 not clear
    some decisions: 0 wrong, 0 not clear
    turns are counted: 0 wrong, 0 not clear
    points come from tiles: 1 wrong, 0 not clear
    ");
}
