//! Which bots meet, and what the results say about their strength.

use boardwright_play::testing::harbour;

use super::*;

fn outcome(places: &[usize]) -> Outcome {
    let points = places.iter().map(|place| 10 - *place as i32).collect();
    Outcome { places: places.to_vec(), points, decisions: 1, taken_back: vec![] }
}

#[test]
fn games_come_in_twos_with_the_seats_changed() {
    let told: Vec<String> = schedule(3, 2, 2, 7)
        .iter()
        .map(|game| format!("{:?} seed {} seats {:?}", game.pair, game.seed, game.seats))
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    (0, 1) seed 7 seats [0, 1]
    (0, 1) seed 7 seats [1, 0]
    (0, 2) seed 7 seats [0, 2]
    (0, 2) seed 7 seats [2, 0]
    (1, 2) seed 7 seats [1, 2]
    (1, 2) seed 7 seats [2, 1]
    ");
}

#[test]
fn a_win_is_more_comparisons_won() {
    let game = Match { pair: (0, 1), seed: 1, seats: vec![0, 1, 0] };
    let won = |places: &[usize]| better(&game, &outcome(places)).signum();
    assert_eq!(won(&[1, 2, 3]), 0, "one seat before the other bot, one behind it");
    assert_eq!(won(&[1, 3, 2]), 1);
    assert_eq!(won(&[2, 1, 3]), -1);
    assert_eq!(won(&[1, 1, 1]), 0);
}

#[test]
fn a_share_has_wilsons_interval() {
    let told = |successes, games| {
        let it = wilson(successes, games);
        format!("{:.3} ({:.3} to {:.3})", it.value, it.low, it.high)
    };
    assert_eq!(told(10.0, 10), "1.000 (0.722 to 1.000)");
    assert_eq!(told(50.0, 100), "0.500 (0.404 to 0.596)");
    assert_eq!(told(0.0, 0), "0.500 (0.000 to 1.000)");
}

#[test]
fn who_wins_ten_to_one_stands_four_hundred_higher() {
    let mut tally = tally(2, []);
    tally.met[0][1] = HeadToHead { won: 10_000, drawn: 0, lost: 1_000 };
    tally.met[1][0] = HeadToHead { won: 1_000, drawn: 0, lost: 10_000 };
    let rated = rate(&tally);
    let apart = rated[0].rating.value - rated[1].rating.value;
    assert!((apart - 400.0).abs() < 0.5, "{apart}");
    assert!((rated[0].rating.value + rated[1].rating.value - 3000.0).abs() < 1e-6);
}

#[test]
fn who_wins_all_games_has_a_rating_too() {
    let games: Vec<(Match, Outcome)> = schedule(2, 2, 4, 1)
        .into_iter()
        .map(|game| {
            let places: Vec<usize> = game.seats.iter().map(|bot| bot + 1).collect();
            (game, outcome(&places))
        })
        .collect();
    let tally = tally(2, games.iter().map(|(game, outcome)| (game, outcome)));
    assert_eq!(tally.met[0][1], HeadToHead { won: 4, drawn: 0, lost: 0 });
    assert_eq!(tally.met[1][0], HeadToHead { won: 0, drawn: 0, lost: 4 });
    let rated = rate(&tally);
    assert!(rated[0].rating.value > 1600.0 && rated[0].rating.value < 2000.0);
    assert_eq!((rated[0].points.value, rated[1].points.value), (9.0, 8.0));
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = harbour(&[]);
    for bots in [["greedy", "random"], ["mcts:30", "greedy"]] {
        let specs = bots.map(|typed| Spec::parse(typed).expect("a bot"));
        let all: Vec<_> = (0..6).map(|seed| play(&game, seed, &specs)).collect();
        let again: Vec<_> = (0..6).map(|seed| play(&game, seed, &specs)).collect();
        assert_eq!(all, again);
        assert!(all.windows(2).any(|two| two[0] != two[1]), "seeds make a difference");
    }
}
