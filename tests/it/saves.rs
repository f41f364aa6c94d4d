//! Saved games and their rules: under the same rules they lead to the same state from any decision;
//! under other rules a game goes as far as its choices are offered, and the report shows where it
//! stops, why, and what is different.

use boardwright_packs::library::Library;
use boardwright_play::game::{Game, open};
use boardwright_play::save::{Again, Save, play_again, replay};
use boardwright_play::session::Session;
use boardwright_rules::rng::Stream;
use boardwright_tests::{files, library, read};

fn game(library: &Library, pack: &str) -> Game {
    let opened = open(library, &[pack], Some(2), &[]);
    let told: Vec<&str> = opened.diags.iter().map(|diag| diag.message.as_str()).collect();
    opened.game.unwrap_or_else(|| panic!("{}", told.join("\n")))
}

/// A pack with a text replaced.
fn with(pack: &str, from: &str, to: &str) -> Library {
    let folder = format!("content/{pack}/");
    let mut n_changed = 0;
    let mut change = |path: String| {
        let text = read(&path);
        n_changed += text.matches(from).count();
        let name = path.strip_prefix(&folder).expect("a file of it").to_owned();
        (name, text.replace(from, to).into_bytes())
    };
    let all: Vec<(String, Vec<u8>)> = files(&folder).into_iter().map(&mut change).collect();
    assert_eq!(n_changed, 1, "{from}");
    let mut library = library();
    library.add_memory(pack, all);
    library
}

/// Plays this many random choices.
fn played<'g>(game: &'g Game, seed: u64, n_choices: usize) -> Session<'g> {
    let mut session = Session::new(game, seed).expect("it can be set up");
    let mut stream = Stream::new(seed, "test/saves");
    while session.choices().count() < n_choices && !session.is_over() {
        let n_options = session.options().len() as u32;
        // A dead end is undone, and another option is tried.
        let _ = session.choose_index(stream.below(n_options) as usize);
    }
    session
}

fn saved(session: &Session) -> Save {
    Save::load(&session.save().to_text()).expect("it is a save")
}

fn told(again: &Again) -> String {
    let mut text = format!("{} done\n", again.n_done);
    if let Some(stop) = &again.stop {
        text.push_str(&format!("{}: {} `{}`: {}\n", stop.at, stop.seat, stop.called, stop.reason));
    }
    if let Some(at) = again.first_change {
        text.push_str(&format!("different from choice {at} on\n"));
    }
    for it in again.changes.iter().flatten() {
        let whose = it.whose.as_deref().unwrap_or("table");
        text.push_str(&format!("{whose}: {} {} -> {}\n", it.what, it.was, it.is));
    }
    text
}

#[test]
fn the_same_rules_lead_to_the_same_state_from_any_decision() {
    for (pack, most) in [("hello", 40), ("nippon", 90)] {
        let game = game(&library(), pack);
        let mut stream = Stream::new(1, "test/when");
        for seed in 0..6 {
            let session = played(&game, seed, stream.below(most) as usize);
            let save = saved(&session);
            let text = save.to_text();
            let exact = replay(&game, &save).expect("every state is the same");
            assert_eq!(exact.save().to_text(), text, "{pack}, seed {seed}");
            let again = play_again(&game, &save).expect("it can be set up");
            assert!(again.is_same && again.stop.is_none(), "{pack}, seed {seed}");
            assert!(again.changes.is_some_and(|it| it.is_empty()), "{pack}, seed {seed}");
            assert_eq!(again.session.save().to_text(), text, "{pack}, seed {seed}");
            assert_eq!(again.session.log(), session.log(), "{pack}, seed {seed}");
            assert_eq!(save.resume(&game).expect("it goes on").save().to_text(), text);
        }
    }
}

#[test]
fn what_was_learned_is_taken_back_to_the_last_bit() {
    for pack in ["hello", "nippon"] {
        let game = game(&library(), pack);
        let mut session = played(&game, 3, 60);
        let mut states = vec![];
        let again = saved(&session);
        while session.step_back().is_ok() {
            states.push(serde_json::to_string(session.table().state()).expect("plain data"));
        }
        // Replay, then go back with marks: each state is the same, byte by byte.
        let mut session = replay(&game, &again).expect("every state is the same");
        let mut n_marks = 0;
        for state in &states {
            let unfair = session.undo().is_err();
            if unfair {
                session.undo_anyway(1, "p1").expect("there is a choice");
                n_marks += 1;
            }
            let is = serde_json::to_string(session.table().state()).expect("plain data");
            assert!(is == *state, "{pack}: another state");
        }
        assert!(n_marks > 0, "{pack}: nothing was learned at all");
        assert_eq!(session.taken_back().len(), n_marks);
        // The same cards come again, and the marks are in the file.
        for choice in &again.choices {
            session.choose(&choice.text).expect("it is offered as before");
        }
        assert_eq!(*session.table().state(), again.state);
        let save = saved(&session);
        assert_eq!(replay(&game, &save).expect("it goes on").log(), session.log());
        assert_eq!(save.taken_back.len(), n_marks);
    }
}

#[test]
fn a_game_survives_another_wage_and_says_where_it_would_not() {
    let save = saved(&played(&game(&library(), "nippon"), 3, 60));
    let cheap = with("nippon", "    base: 3\n", "    base: 2\n");
    let cheap = game(&cheap, "nippon");
    let again = play_again(&cheap, &save).expect("it can be set up");
    insta::assert_snapshot!(told(&again), @"
    60 done
    different from choice 23 on
    p1: Silk 1 -> 4
    p2: Money 9 -> 11
    ");
    // The game can continue from there.
    let mut session = again.session;
    session.choose_index(0).expect("something is offered");
    assert!(replay(&cheap, &saved(&session)).is_ok(), "it is a game of the other rules");
    assert!(replay(&cheap, &save).is_err(), "and the saved one is not");
    // A factory that was built then and no longer exists.
    let mut library = library();
    let bare = "id: bare\ntitle: Bare\nextends: nippon\nremove: [factories.paper_4]\n";
    library.add_memory("bare", vec![("pack.yaml".into(), bare.into())]);
    let opened = open(&library, &["nippon", "bare"], Some(2), &[]);
    let bare = opened.game.unwrap_or_else(|| panic!("{:?}", opened.diags));
    let again = play_again(&bare, &save).expect("it can be set up");
    insta::assert_snapshot!(told(&again), @"
    11 done
    12: p2 `Paper mill 4A`: nothing is called `paper_4` any more
    ");
    again.session.options().first().expect("it stands at a decision");
}

#[test]
fn where_a_game_does_not_survive_is_told() {
    let save = saved(&played(&game(&library(), "hello"), 5, 40));
    let by = |from: &str, to: &str| {
        let other = game(&with("hello", from, to), "hello");
        told(&play_again(&other, &save).expect("it can be set up"))
    };
    // Names are not rules.
    insta::assert_snapshot!(by("    name: Sawmill\n", "    name: Mill\n"), @"40 done");
    insta::assert_snapshot!(by("    cost: { wood: 2 }\n", "    cost: { wood: 5 }\n"), @"
    10 done
    11: p2 `build`: needs 1 fish: there is 0
    ");
    // Without the tile, the others are shuffled into another order.
    let text = read("content/hello/tiles.yaml");
    let tile = text.split("\n\n").find(|it| it.contains("smokehouse:")).expect("a tile");
    insta::assert_snapshot!(by(&format!("{tile}\n\n"), ""), @"
    9 done
    10: p1 `Smokehouse`: nothing is called `smokehouse` any more
    ");
}
