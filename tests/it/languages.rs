//! The first game: completely in three languages, and every entry with its source mark.

use boardwright_packs::layer::{coverage, unmarked};
use boardwright_play::game::{check, open_in};
use boardwright_play::session::Session;
use boardwright_tests::library;

const PACK: &str = "nippon";

/// Words of the engine that appear in every English game.
const ENGLISH: &[&str] = &[
    " gains ",
    " pays ",
    " loses ",
    " moves on ",
    " goes ",
    " go ",
    " comes ",
    " scores ",
    " is now ",
    " now has ",
    " and ",
    "(now ",
    " left)",
    "the game is over",
    "choose",
    "yes",
];

#[test]
fn every_text_is_translated_and_every_entry_is_marked() {
    let opened = check(&library(), &[PACK]);
    let loaded = opened.game.expect("it validates").loaded;
    for language in ["fr", "de"] {
        let coverage = coverage(&loaded, language);
        assert!(coverage.n_texts > 800, "{} texts", coverage.n_texts);
        assert_eq!(coverage.lacking, [], "not in {language}");
    }
    assert_eq!(unmarked(&loaded.root), []);
    assert!(loaded.marks.len() > 300, "{} marks", loaded.marks.len());
}

#[test]
fn a_game_in_another_language_has_no_english_in_it() {
    for language in ["fr", "de"] {
        let game = open_in(&library(), &[PACK], Some(2), &[], Some(language)).game.expect("opens");
        let english = open_in(&library(), &[PACK], Some(2), &[], None).game.expect("opens");
        let mut session = Session::new(&game, 1).expect("starts");
        let mut other = Session::new(&english, 1).expect("starts");
        let mut turn = 0;
        while !session.is_over() {
            // The same choices lead to the same game: options have the same texts in all languages.
            assert_eq!(session.options(), other.options());
            let question = session.question();
            assert_ne!(question, other.question());
            turn += 7;
            let index = turn % session.options().len();
            session.choose_index(index).expect("is offered");
            other.choose_index(index).expect("is offered");
        }
        for line in session.log() {
            let found = ENGLISH.iter().find(|word| line.text.contains(**word));
            assert_eq!(found, None, "{}", line.text);
        }
        assert_eq!(session.standings(), other.standings());
        assert_eq!(session.log().len(), other.log().len());
        assert_ne!(session.score_sheet(), other.score_sheet());
    }
}
