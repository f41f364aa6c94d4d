//! Bots in real packs: how well they play.

use boardwright_bots::Spec;
use boardwright_lab::ladder::{play, schedule, tally};
use boardwright_play::game::{Game, open};
use boardwright_rules::event::Deaf;
use boardwright_rules::id::SeatId;
use boardwright_rules::table::Table;
use boardwright_tests::library;
use boardwright_text::InWords;

fn game(pack: &str) -> Game {
    open(&library(), &[pack], Some(2), &[]).game.expect("it validates")
}

fn bot(typed: &str) -> Spec {
    Spec::parse(typed).expect("a bot")
}

/// Games won, drawn and lost by the first bot.
fn met(pack: &str, bots: [&str; 2], games: usize) -> (usize, usize, usize) {
    let game = game(pack);
    let specs = bots.map(bot);
    let matches = schedule(2, 2, games, 1);
    let outcomes: Vec<_> = matches
        .iter()
        .map(|found| {
            let seats: Vec<Spec> = found.seats.iter().map(|bot| specs[*bot]).collect();
            play(&game, found.seed, &seats).expect("a game to its end")
        })
        .collect();
    let met = tally(2, matches.iter().zip(&outcomes)).met[0][1].clone();
    (met.won, met.drawn, met.lost)
}

#[test]
fn greedy_takes_a_win_at_hand() {
    let game = game("tic-tac-toe");
    for seed in 0..5 {
        let mut table = Table::new(&game.def, &game.scripts, 1, &mut Deaf).expect("a game");
        // After a1 b1, a2 b2, the move a3 wins.
        for cell in ["a1", "b1", "a2", "b2"] {
            let index = table.texts().iter().position(|text| text == cell).expect("a free cell");
            table.choose(index, &mut Deaf).expect("no dead end");
        }
        let index = bot("greedy").build(SeatId(0), seed).pick(&table).expect("a choice");
        assert_eq!(table.texts()[index], "a3");
    }
}

#[test]
fn mcts_never_loses_at_tic_tac_toe() {
    let (won, _, lost) = met("tic-tac-toe", ["mcts:500", "random"], 12);
    assert_eq!(lost, 0);
    assert!(won >= 8, "{won}");
    let (_, drawn, _) = met("tic-tac-toe", ["mcts:500", "mcts:501"], 4);
    assert!(drawn >= 2, "good players draw more often than not: {drawn} of 4");
}

#[test]
fn mcts_beats_random_at_connect_four() {
    let (won, ..) = met("connect-four", ["mcts:100", "random"], 6);
    assert_eq!(won, 6);
}

#[test]
fn greedy_beats_random_at_nippon() {
    let (won, ..) = met("nippon", ["greedy", "random"], 2);
    assert_eq!(won, 2);
}
