//! Games in a window: what is visible at once, and what is paged.

use insta::assert_snapshot;

use crate::testing::{Place, Seen};

const LOW: (usize, usize) = (80, 24);
const LARGE: (usize, usize) = (140, 50);

/// Everything shown between two typed lines fits the window.
fn assert_fits(seen: &[Seen], (columns, rows): (usize, usize)) {
    let mut n_rows = 0;
    let mut turns_over = false;
    for (at, it) in seen.iter().enumerate() {
        // What is written below must not push anything out of the window, except for a page that a
        // person has read to its end.
        n_rows = it.rows(columns) + if it.is_screen || turns_over { 0 } else { n_rows };
        turns_over = it.text.contains("-- more --");
        // After the end nothing has to stay visible.
        let is_end = at + 1 == seen.len() && !it.is_screen;
        assert!(n_rows <= rows || is_end, "look {at} takes {n_rows} rows:\n{}", it.text);
        let wide = it.text.lines().find(|line| crate::table::len(line) > columns);
        assert_eq!(wide, None, "look {at} is too wide");
    }
}

#[test]
fn a_round_of_a_large_game_is_played_without_scrolling_back() {
    let start = ["1", "1", "rnd", "1", "1", "mining", "1", "2", "factory", "1", "1"];
    let typed: Vec<&str> = start.into_iter().chain(["1"; 40]).chain(["quit"]).collect();
    let seen = Place::new().watch(LOW, "play nippon --players 2 --seed 7 --pace 0", &typed);
    assert_fits(&seen, LOW);
    let last = seen.last().map_or("", |it| it.text.as_str());
    assert!(seen.iter().any(|it| it.text.contains("Round 2")), "the round is not over:\n{last}");
    let consolidates = |it: &&Seen| it.text.contains("consolidate    ");
    let at = [1, 2, 3].into_iter().filter_map(|at| seen.get(at));
    let looks = at.chain(seen.iter().find(consolidates)).map(|it| it.text.as_str());
    assert_snapshot!(looks.collect::<Vec<_>>().join("\n===\n"));
}

#[test]
fn a_small_game_is_played_without_scrolling_back() {
    let typed = ["1"; 120];
    let seen = Place::new().watch(LOW, "play hello --seed 7 --pace 0", &typed);
    assert_fits(&seen, LOW);
    let last = seen.last().expect("a screen");
    assert!(last.text.contains("wins") || last.text.contains("share the victory"), "{}", last.text);
    let looks = [0, 8, seen.len() - 1].map(|at| seen.get(at).map_or("", |it| it.text.as_str()));
    assert_snapshot!(looks.join("\n===\n"));
}

#[test]
fn a_large_window_shows_more() {
    let typed = ["1", "1", "rnd", "quit"];
    let seen = Place::new().watch(LARGE, "play nippon --players 2 --seed 7 --pace 0", &typed);
    assert_fits(&seen, LARGE);
    assert_snapshot!(seen.get(2).map_or("", |it| it.text.as_str()));
    let seen = Place::new().watch(LARGE, "play hello --seed 7 --pace 0", &["1", "quit"]);
    assert_fits(&seen, LARGE);
    assert_snapshot!(seen.get(1).map_or("", |it| it.text.as_str()));
}

#[test]
fn what_is_on_display_is_told_with_its_texts_where_there_is_room() {
    let line = "play nippon --players 4 --seed 11 --pace 0";
    let seen = Place::new().watch(LARGE, line, &["quit"]);
    assert_fits(&seen, LARGE);
    let text = &seen[0].text;
    // Too many for a row each; then they stand one after the other.
    let told = "On display  Cotton mill 3A: R&D action: 1 more step on R&D · Cotton mill 2A: When";
    assert!(text.contains(told), "{text}");
    // In a low window they have their names.
    let seen = Place::new().watch(LOW, line, &["quit"]);
    assert!(!seen[0].text.contains("1 more step on R&D"), "{}", seen[0].text);
}

#[test]
fn a_screen_that_people_share_says_whom_it_is_for() {
    let line = "play nippon --players 2 --seed 3 --seats human,human --pace 0";
    let seen = Place::new().watch(LOW, line, &["1", "undo!", "quit!"]);
    assert_fits(&seen, LOW);
    assert!(seen[0].text.contains("── Nippon: Zaibatsu · p1 ──"), "{}", seen[0].text);
    assert!(seen[1].text.contains("── Nippon: Zaibatsu · p2 ──"), "{}", seen[1].text);
    // What was taken back unfairly is told once.
    let back = seen[2].text.matches("p2 took back").count();
    assert_eq!(back, 1, "{}", seen[2].text);
    let alone = Place::new().watch(LOW, "play nippon --players 2 --seed 3 --pace 0", &["quit"]);
    assert!(alone[0].text.contains("── Nippon: Zaibatsu ──"), "{}", alone[0].text);
}

#[test]
fn what_is_empty_makes_room_for_what_is_there() {
    let place = Place::new();
    place.write("pier/pack.yaml", &super::PACK.replace("quay", "pier"));
    let zones: String = (1..=14).map(|n| format!("  yard_{n}: {{ name: Yard {n} }}\n")).collect();
    let more: String = (1..=9).map(|n| format!("  good_{n}: {{ name: Good {n} }}\n")).collect();
    let game = format!(
        "resources:\n  vp: {{ score: true }}\n{more}kinds:\n  boat: {{ zone: yard_3 }}\nboats:\n\
         \x20 barge: {{ name: Barge }}\nzones:\n{zones}  hand: {{ name: Hand, held_by: seat }}\nplay:\n\
         \x20 - move: {{ from: yard_3, to: me.hand }}\n\
         \x20 - choose: {{ options: {{ go: [], stop: [] }} }}\n"
    );
    place.write("pier/game.yaml", &game);
    let seen = place.watch(LOW, "play pier --players 1 --seed 1 --pace 0", &["quit"]);
    assert_fits(&seen, LOW);
    let text = &seen[0].text;
    assert!(text.contains("Hand  Barge") && !text.contains("Yard 9"), "{text}");
}

#[test]
fn the_beginning_of_what_is_not_offered_gives_the_reason() {
    let out = Place::new().type_in("play hello --seed 7 --pace 0", "1\nfe\nquit\n").out;
    assert!(out.contains("feast  needs 3 fish: there is 1"), "{out}");
    let line = "play nippon --players 2 --seed 7 --pace 0";
    let out = Place::new().type_in(line, "3\nbuild shi\nquit\n").out;
    let price = "build ships  needs 3 iron: there is 0; or 5 money + 1 iron";
    assert!(out.contains(price), "a price that can be paid in two ways tells both: {out}");
}

#[test]
fn what_is_asked_for_stands_below_or_above_the_question_or_is_turned_over() {
    let typed = ["1", "1", "show silk", "show queue", "board", "q", "", "board", "mining", "quit"];
    let seen = Place::new().watch(LOW, "play nippon --players 2 --seed 7 --pace 0", &typed);
    assert_fits(&seen, LOW);
    let text = |at: usize| seen.get(at).map_or("", |it| it.text.as_str());
    // A short answer: below the question if there is room, otherwise above it.
    assert!(text(3).contains("Silk (resource)"), "{}", text(3));
    assert!(text(4).contains("Row 2") && text(4).contains("which action?"), "{}", text(4));
    // A long answer: its beginning is shown first.
    assert!(text(5).contains("-- more --") && text(5).starts_with("Time"), "{}", text(5));
    assert!(text(6).contains("Enter shows the table"), "{}", text(6));
    assert!(text(7).contains("which action?") && seen[7].is_screen, "{}", text(7));
    // A command typed at the end of a page is carried out.
    assert!(text(8).contains("-- more --"), "{}", text(8));
    assert!(text(9).contains("which worker?"), "{}", text(9));
}

#[test]
fn an_option_that_is_not_on_the_screen_is_listed_before_it_is_taken() {
    let place = Place::new();
    place.write("pier/pack.yaml", &super::PACK.replace("quay", "pier"));
    let boats: String =
        (1..=60).map(|n| format!("  boat_{n}: {{ name: \"Barge {n:02}\" }}\n")).collect();
    let game = format!(
        "resources:\n  vp: {{ score: true }}\nkinds:\n  boat: {{ zone: yard }}\nboats:\n{boats}\
         zones:\n  yard: {{ visible: all }}\n  quay: {{ held_by: seat }}\nplay:\n\
         \x20 - repeat:\n      times: 9\n      do:\n        - pick: {{ from: yard, ask: which one? }}\n\
         \x20         as: it\n        - move: {{ what: it, to: me.quay }}\n"
    );
    place.write("pier/game.yaml", &game);
    let line = "play pier --players 1 --seed 1";
    for typed in ["barge 5\nquit\n", "59\nquit\n"] {
        let out = place.type_in(line, typed).out;
        assert!(out.contains("which of these?"), "{out}");
        assert!(!out.contains("goes from"), "{out}");
    }
    // An option that is listed, or named in full, is taken.
    for typed in ["59\n59\nquit\n", "Barge 59\nquit\n", "boat_59\nquit\n", "options\n59\nquit\n"] {
        let out = place.type_in(line, typed).out;
        assert!(out.contains("Barge 59 goes from"), "{typed:?}: {out}");
    }
    let seen = place.watch(LOW, &format!("{line} --pace 0"), &["barge 5", "Barge 59", "quit"]);
    assert_fits(&seen, LOW);
}

#[test]
fn a_window_that_cannot_be_drawn_on_gets_line_after_line() {
    let line = "play hello --seed 7 --pace 0";
    let drawn = |window, more: &str| {
        let seen = Place::new().watch(window, &format!("{line}{more}"), &["1", "quit"]);
        seen.iter().any(|it| it.is_screen)
    };
    assert!(drawn(LOW, ""));
    assert!(!drawn(LOW, " --scroll"));
    assert!(!drawn((80, 8), ""), "too low");
    assert!(!drawn((30, 24), ""), "too narrow");
}
