use crate::game::tests::harbour;
use crate::session::Session;
use boardwright_rules::id::SeatId;

#[test]
fn a_choice_is_taken_by_its_text_and_told() {
    let game = harbour(&[]);
    let mut session = Session::new(&game, 7).unwrap();
    assert_eq!(session.question(), "p1: what now?");
    assert_eq!(session.options(), ["build", "trade", "learn", "chop"]);
    let told = session.choose("learn").unwrap();
    insta::assert_snapshot!(told.join("\n"), @"p1 moves on skill from 0 to 1");
    assert_eq!(session.seat(), Some(SeatId(1)));
}

#[test]
fn a_choice_that_is_not_there_is_refused_with_a_reason() {
    let game = harbour(&[]);
    let mut session = Session::new(&game, 7).unwrap();
    let refusal = session.choose("chopp").unwrap_err();
    assert_eq!(refusal.reason, "`chopp` is not among what can be chosen");
    assert_eq!(refusal.similar.as_deref(), Some("chop"));
    for choice in ["learn", "chop", "learn", "chop"] {
        session.choose(choice).unwrap();
    }
    assert!(session.is_over());
    assert_eq!(session.choose("chop").unwrap_err().reason, "the game is over");
}

#[test]
fn what_was_learned_cannot_be_taken_back() {
    let game = harbour(&[]);
    let mut session = Session::new(&game, 7).unwrap();
    assert_eq!(session.undo(), Err("there is nothing to take back".into()));
    let start = session.table().state().clone();
    session.choose("chop").unwrap();
    assert_eq!(session.undo(), Ok(()));
    assert_eq!(*session.table().state(), start);
    session.choose("build").unwrap();
    let tile = session.options().remove(0);
    session.choose(&tile).unwrap();
    // The row was refilled from a deck nobody sees into.
    assert_eq!(session.undo(), Err("something hidden was revealed".into()));
    session.step_back().unwrap();
    session.undo().unwrap();
    assert_eq!(*session.table().state(), start);
    assert_eq!(session.choices().count(), 0);
}

#[test]
fn a_seat_reads_only_what_it_may_know() {
    let game = harbour(&[]);
    let session = Session::new(&game, 7).unwrap();
    let drawn = |seat| {
        let all = session.log_for(SeatId(seat));
        all.into_iter().filter(|line| line.contains("hand")).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(drawn(0), @"
    forge goes from deck to hand of p1
    a tile goes from deck to hand of p2
    ");
    insta::assert_snapshot!(drawn(1), @"
    a tile goes from deck to hand of p1
    inn goes from deck to hand of p2
    ");
}

#[test]
fn the_score_sheet_shows_lines_totals_and_places() {
    let game = harbour(&[]);
    let mut session = Session::new(&game, 7).unwrap();
    session.choose("build").unwrap();
    let tile = session.options().remove(0);
    session.choose(&tile).unwrap();
    for choice in ["learn", "chop", "learn"] {
        session.choose(choice).unwrap();
    }
    insta::assert_snapshot!(session.score_sheet(), @"
            Player 1  Player 2
    Points         0         1
    Tiles          1         0
    total          1         1
    place          1         1
    ");
}
