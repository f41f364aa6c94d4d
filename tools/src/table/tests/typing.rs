//! Typed input.

use crate::table::{Typed, on_screen, read};

fn typed(line: &str, options: &[&str]) -> Typed {
    named(line, options, &[])
}

fn named(line: &str, options: &[&str], names: &[&str]) -> Typed {
    let owned = |texts: &[&str]| -> Vec<String> { texts.iter().map(|it| it.to_string()).collect() };
    read(line, &owned(options), &owned(names))
}

#[test]
fn an_option_by_number_text_or_beginning() {
    let options = ["gather", "build", "feast"];
    assert_eq!(typed("2", &options), Typed::Option(1));
    assert_eq!(typed("build", &options), Typed::Option(1));
    assert_eq!(typed("  FEA ", &options), Typed::Option(2));
}

#[test]
fn a_beginning_of_several_is_told_with_all_of_them() {
    let options = ["boat", "boat_house", "mill"];
    assert_eq!(typed("bo", &options), Typed::Several(vec![0, 1]));
    assert_eq!(typed("boat", &["boat", "boat_house"]), Typed::Option(0));
}

#[test]
fn a_part_of_a_name_lists_what_has_it_and_takes_nothing() {
    assert_eq!(typed("hou", &["boat", "boat_house", "mill"]), Typed::Several(vec![1]));
    assert_eq!(named("mill", &["a", "b"], &["Old mill", "New mill"]), Typed::Several(vec![0, 1]));
}

#[test]
fn a_beginning_of_a_name_and_of_another_text_are_told_apart() {
    // People see the names: `sal` may mean either.
    let both = named("sal", &["salt_1", "cog"], &["Grain", "Salmon"]);
    assert_eq!(both, Typed::Several(vec![0, 1]));
}

#[test]
fn what_is_not_listed_is_listed_before_it_is_taken() {
    let owned = |texts: &[&str]| -> Vec<String> { texts.iter().map(|it| it.to_string()).collect() };
    let (texts, names) = (owned(&["mill_1", "hut"]), owned(&["Old mill", "Hut"]));
    let typed = |line: &str, listed: &[usize]| {
        on_screen(read(line, &texts, &names), line, (&texts, &names), listed)
    };
    for line in ["old", "mill", "1"] {
        assert_eq!(typed(line, &[0, 1]), read(line, &texts, &names));
        assert_eq!(typed(line, &[1]), Typed::Several(vec![0]), "{line}");
    }
    for whole in ["mill_1", "Old Mill"] {
        assert_eq!(typed(whole, &[]), Typed::Option(0), "{whole}");
    }
}

#[test]
fn a_name_will_do_too() {
    assert_eq!(named("old m", &["mill_2", "hut"], &["Old mill", "Hut"]), Typed::Option(0));
}

#[test]
fn numbers_mean_themselves_where_options_are_numbers() {
    assert_eq!(typed("2", &["0", "1", "2"]), Typed::Option(2));
    assert_eq!(typed("3", &["0", "1", "2"]), Typed::Unknown(None));
    assert_eq!(typed("2", &["1", "none"]), Typed::Unknown(None));
}

#[test]
fn commands_are_understood_unless_an_option_is_called_so() {
    assert_eq!(typed("?", &["gather"]), Typed::Help);
    assert_eq!(typed("why build", &["gather"]), Typed::Why(Some("build".into())));
    assert_eq!(typed("save my game.json", &[]), Typed::Save(Some("my game.json".into())));
    assert_eq!(typed("log", &["log", "plank"]), Typed::Option(0));
    assert_eq!(typed("/log", &["log", "plank"]), Typed::Log);
    assert_eq!(typed("", &["log"]), Typed::Nothing);
    assert_eq!(typed("seat 2", &["log"]), Typed::Seat("2".into()));
    assert_eq!(typed("show old mill", &["log"]), Typed::Show("old mill".into()));
    assert_eq!(typed("rules mill", &["log"]), Typed::Rules("mill".into()));
    assert_eq!(typed("me", &["log"]), Typed::Me);
    assert_eq!(typed("board", &["log"]), Typed::Board);
    assert_eq!(typed("options", &["log"]), Typed::Again);
}

#[test]
fn what_is_unknown_is_told_with_what_is_similar() {
    assert_eq!(typed("biuld", &["gather", "build"]), Typed::Unknown(Some("build".into())));
    assert_eq!(typed("9", &["gather", "build"]), Typed::Unknown(None));
    assert_eq!(typed("xyzzy", &["gather"]), Typed::Unknown(None));
}
