//! Saved games replayed under changed rules.

use boardwright_rules::state::State;

use super::{Again, Save, play_again};
use crate::game::Game;
use crate::session::Session;
use crate::testing::{GAME, harbour};

/// The choices of p1 and p2: wood, a tile, skill.
const CHOICES: [&str; 5] = ["chop", "build", "1", "learn", "learn"];

/// A game saved under the unchanged rules; `1` stands for the first option.
fn saved(game: &Game, choices: &[&str]) -> Save {
    let mut session = Session::new(game, 7).unwrap();
    for choice in choices {
        match choice.parse::<usize>() {
            Ok(n) => session.choose_index(n - 1).unwrap(),
            Err(_) => session.choose(choice).unwrap(),
        };
    }
    Save::load(&session.save().to_text()).unwrap()
}

/// The rules with some texts replaced.
fn changed(changes: &[(&str, &str)]) -> Game {
    let text = changes.iter().fold(GAME.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    harbour(&[("game.yaml", &text)])
}

fn told(again: &Again) -> String {
    let mut text = format!(
        "done {}, by words {}, new {}, gone {}, same {}, first change {:?}\n",
        again.n_done,
        again.n_by_words,
        again.n_new,
        again.n_gone,
        again.is_same,
        again.first_change,
    );
    for it in again.changes.iter().flatten() {
        let whose = it.whose.as_deref().unwrap_or("table");
        text.push_str(&format!("{whose} {}: {} -> {}\n", it.what, it.was, it.is));
    }
    if let Some(stop) = &again.stop {
        text.push_str(&format!("{}: {} {}: {}\n", stop.at, stop.seat, stop.called, stop.reason));
    }
    text
}

#[test]
fn the_same_rules_lead_to_the_same_state() {
    let game = harbour(&[]);
    for n in 0..=CHOICES.len() {
        let save = saved(&game, &CHOICES[..n]);
        let again = play_again(&game, &save).unwrap();
        assert_eq!(
            told(&again),
            format!("done {n}, by words 0, new 0, gone 0, same true, first change None\n")
        );
        assert_eq!(*again.session.table().state(), save.state);
        assert_eq!(again.session.save(), save);
    }
}

#[test]
fn numbers_that_are_different_are_told() {
    let save = saved(&harbour(&[]), &CHOICES);
    let game = changed(&[("chop: [{ gain: { wood: 2 } }]", "chop: [{ gain: { wood: 3 } }]")]);
    insta::assert_snapshot!(told(&play_again(&game, &save).unwrap()), @"
    done 5, by words 0, new 0, gone 0, same false, first change Some(1)
    p1 Wood: 4 -> 5
    ");
}

#[test]
fn a_choice_that_is_gone_is_told_and_the_game_stands_before_it() {
    let save = saved(&harbour(&[]), &CHOICES);
    // Once learned, there is nothing more to learn; or nobody learns at all.
    let game = changed(&[("me.skill < 2", "me.skill < 0")]);
    let mut again = play_again(&game, &save).unwrap();
    insta::assert_snapshot!(told(&again), @"
    done 3, by words 0, new 0, gone 0, same false, first change None
    4: p1 learn: nothing more to learn
    ");
    assert_eq!(again.session.choices().count(), 3);
    again.session.choose("chop").unwrap();
    let game = changed(&[("          learn: {", "          study: {")]);
    insta::assert_snapshot!(told(&play_again(&game, &save).unwrap()), @"
    done 3, by words 0, new 0, gone 0, same false, first change None
    4: p1 learn: `learn` is not among what can be chosen
    ");
    let game = changed(&[("option.rounds", "1")]);
    insta::assert_snapshot!(told(&play_again(&game, &save).unwrap()), @"
    done 3, by words 0, new 0, gone 0, same false, first change Some(3)
    table Round: 2 -> 1
    p2 Points: 0 -> 1
    4: p1 learn: the game is over
    ");
}

#[test]
fn a_choice_whose_id_changed_is_known_by_its_words() {
    let game = harbour(&[]);
    let save = saved(&game, &CHOICES);
    let tile = save.choices[2].text.clone();
    let game = changed(&[(&format!("  {tile}: {{ name"), "  house: { name")]);
    insta::assert_snapshot!(told(&play_again(&game, &save).unwrap()), @"done 5, by words 1, new 0, gone 0, same true, first change None");
}

#[test]
fn decisions_without_a_choice_may_come_and_go() {
    let ask = "
    - choose: { ask: rest?, options: { rest: { do: [{ gain: { vp: 1 } }] } } }
    - key: main";
    let resting = changed(&[("\n    - key: main", ask)]);
    let plain = harbour(&[]);
    let save = saved(&plain, &CHOICES);
    insta::assert_snapshot!(told(&play_again(&resting, &save).unwrap()), @"
    done 5, by words 0, new 4, gone 0, same false, first change Some(1)
    p1 Points: 0 -> 2
    p2 Points: 1 -> 3
    ");
    let rested = ["rest", "chop", "rest", "build", "1", "rest", "learn", "rest"];
    let save = saved(&resting, &rested);
    assert!(save.choices[0].forced && !save.choices[1].forced);
    insta::assert_snapshot!(told(&play_again(&plain, &save).unwrap()), @"
    done 8, by words 0, new 0, gone 4, same false, first change Some(2)
    p1 Points: 2 -> 0
    p2 Points: 2 -> 0
    ");
}

#[test]
fn a_game_of_the_first_form_is_played_again_without_numbers() {
    let game = harbour(&[]);
    let save = saved(&game, &CHOICES);
    let mut old = Save { format: 1, start: None, ..save };
    for choice in &mut old.choices {
        (choice.called, choice.forced) = (String::new(), false);
        choice.numbers.clear();
    }
    let text = old.to_text();
    assert!(["start", "called", "forced", "numbers"].iter().all(|key| !text.contains(key)));
    let old = Save::load(&text).unwrap();
    super::replay(&game, &old).unwrap();
    old.resume(&game).unwrap();
    let again = play_again(&game, &old).unwrap();
    assert!(again.changes.is_none() && again.is_same);
}

#[test]
fn a_state_that_was_changed_is_noticed_whatever_the_rules_are() {
    let mut save = saved(&harbour(&[]), &CHOICES);
    assert_eq!(save.is_whole(), Ok(()));
    let other: State = saved(&harbour(&[]), &CHOICES[..1]).state;
    save.state = other;
    assert!(save.is_whole().is_err());
}
