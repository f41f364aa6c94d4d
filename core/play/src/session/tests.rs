use crate::session::Session;
use crate::testing::harbour;
use boardwright_rules::id::SeatId;

#[test]
fn a_choice_is_taken_by_its_text_and_told() {
    let game = harbour(&[]);
    let mut session = Session::new(&game, 7).unwrap();
    assert_eq!(session.question(), "p1: what now?");
    assert_eq!(session.options(), ["build", "trade", "learn", "chop"]);
    let told = session.choose("learn").unwrap();
    insta::assert_snapshot!(told.join("\n"), @r"p1 moves on Skill from 0 to 1");
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
    // The row was refilled from a hidden deck.
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
        all.into_iter().filter(|line| line.contains("Hand")).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(drawn(0), @r"
    Mill goes from Deck to Hand of p1
    Tile goes from Deck to Hand of p2
    ");
    insta::assert_snapshot!(drawn(1), @r"
    Tile goes from Deck to Hand of p1
    Mill goes from Deck to Hand of p2
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

/// The log of a game that moves and gains many things at once.
fn told(setup: &str) -> String {
    let text = format!(
        "resources: {{ fish: {{ name: Fish }}, wood: {{ name: Wood }}, books: {{ internal: true }}, sleep: {{ name: Sleep, held_by: crew }} }}
tracks: {{ skill: {{ name: Skill, values: [0, 1, 2, 3], bonuses: {{ 2: [{{ gain: {{ fish: 1 }} }}] }} }} }}
kinds:
  crew: {{ name: Sailor, section: crew, zone: inn, attributes: {{ pay: steps }} }}
  mark: {{ section: marks, zone: inn, internal: true }}
crew:
  mate: {{ name: Mate, count: 3, pay: [{{ gain: {{ wood: 1, fish: 1 }} }}], faces: {{ old: {{ name: Old mate }} }} }}
  cook: {{ name: Cook, count: 10 }}
marks: {{ cross: {{}} }}
zones:
  inn: {{ name: Inn }}
  deck: {{ name: Deck, held_by: ship }}
  cabin: {{ name: Cabin, held_by: seat }}
  attic: {{ internal: true }}
spaces: {{ ship: {{ name: Ships, list: {{ cog: {{ name: Cog }}, ketch: {{ name: Ketch }} }} }} }}
play: []
setup:
{setup}"
    );
    let mut library = boardwright_packs::library::Library::new();
    let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let pack = "id: sea\ntitle: Sea\nplayers: { min: 1, max: 2 }\n";
    library.add_memory("sea", vec![file("pack.yaml", pack), file("game.yaml", &text)]);
    let opened = crate::game::open(&library, &["sea"], Some(2), &[]);
    let diags: Vec<String> = opened.diags.iter().map(|diag| diag.message.clone()).collect();
    let game = opened.game.unwrap_or_else(|| panic!("{}", diags.join("\n")));
    let session = Session::new(&game, 1).unwrap();
    session.log().iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}

#[test]
fn alike_moves_are_told_together() {
    insta::assert_snapshot!(told(
        "
  - each:
      of: ship
      do:
        - let: { one: 'first(inn, it.entry == mate)' }
        - expect: 'one ~= nil'
        - move: { what: one, to: s.deck }
    as: s
  - each:
      of: ship
      do:
        - repeat:
            times: 5
            do:
              - let: { one: 'first(inn, it.entry == cook)' }
              - expect: 'one ~= nil'
              - move: { what: one, to: s.deck }
    as: s"
    ), @r"
    12 × Sailor go from Inn to Ships, 6 to each
    the game is over
    ");
}

#[test]
fn what_only_keeps_books_is_not_told() {
    insta::assert_snapshot!(told(
        "
  - gain: { books: 2 }
  - let: { none: 'first(inn, it.entry == cross)', one: 'first(inn, it.entry == mate)' }
  - expect: 'none ~= nil and one ~= nil'
  - move: { what: none, to: cog.deck }
  - move: { what: one, to: attic }
  - move: { what: one, to: cog.deck }"
    ), @r"
    Mate leaves Inn
    Mate comes to Cog
    the game is over
    ");
}

#[test]
fn what_one_cause_does_to_one_seat_is_one_sentence() {
    insta::assert_snapshot!(told(
        "
  - gain: { fish: 2, wood: 3 }
  - pay: { wood: 1 }
  - advance: { skill: 2 }
  - let: { who: 'first(inn, it.entry == mate)' }
  - expect: 'who ~= nil'
  - perform: who.pay
  - move: { what: who, to: p2.cabin }
  - flip: who
  - set: { wood: 9 }
    who: p2"
    ), @r"
    p1 gains 2 Fish (now 2) and 3 Wood (now 3), pays 1 Wood (2 left) and moves on Skill from 0 to 2
    p1 gains 1 Fish (now 3), by Skill
    p1 gains 1 Wood (now 3) and 1 Fish (now 4), by Mate
    Old mate goes from Inn to Cabin of p2
    p2 now has 9 Wood
    the game is over
    ");
}

#[test]
fn what_one_step_does_to_many_things_is_one_line() {
    insta::assert_snapshot!(told(
        "
  - set_owner: { all: 'where(inn, it.kind == crew)' }
    who: p2
  - flip: { all: 'where(inn, it.entry == mate)' }
  - set: { sleep: 2 }
    who: 'where(inn, it.kind == crew)'
  - each: { of: 'where(inn, it.entry == mate_old)', do: [{ set_owner: it }] }"
    ), @"
    3 × Mate and 10 × Cook now belong to p2
    3 × Old mate are turned up
    Sleep of 3 × Old mate and 10 × Cook is now 2
    3 × Old mate now belong to p1
    the game is over
    ");
}

#[test]
fn what_is_taken_back_unfairly_is_marked_and_the_state_is_the_same() {
    let game = harbour(&[]);
    let mut session = Session::new(&game, 7).unwrap();
    session.choose("chop").unwrap();
    let before = serde_json::to_string(session.table().state()).unwrap();
    let log = session.log().len();
    let marks = |session: &Session| {
        let marks = session.log().iter().filter(|line| line.is_mark);
        marks.map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
    };
    for _ in 0..2 {
        session.choose("build").unwrap();
        session.choose_index(0).unwrap();
        assert!(session.undo().is_err(), "the row was refilled");
        session.undo_anyway(2, "p2").unwrap();
        assert_eq!(serde_json::to_string(session.table().state()).unwrap(), before);
    }
    assert_eq!(session.log().len(), log + 2);
    // A mark stays, even when what came before it is taken back.
    session.undo_anyway(1, "p2").unwrap();
    assert!(session.undo_anyway(1, "p2").is_err(), "nothing is left");
    insta::assert_snapshot!(marks(&session), @"
    p2 took back `build` and 1 choice after it (something hidden was revealed)
    p2 took back `build` and 1 choice after it (something hidden was revealed)
    p2 took back `chop` of p1 (others had chosen since)
    ");
    for choice in ["chop", "learn"] {
        session.choose(choice).unwrap();
    }
    let save = crate::save::Save::load(&session.save().to_text()).unwrap();
    let again = crate::save::replay(&game, &save).unwrap();
    assert_eq!(again.log(), session.log());
    assert_eq!(again.save(), session.save());
    assert_eq!(marks(&save.resume(&game).unwrap()), marks(&session));
}
