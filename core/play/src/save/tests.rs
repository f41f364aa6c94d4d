use crate::save::{Save, SaveError, replay};
use crate::session::Session;
use crate::testing::harbour;

fn saved(choices: &[&str]) -> String {
    let game = harbour(&[]);
    let mut session = Session::new(&game, 7).unwrap();
    for choice in choices {
        session.choose(choice).unwrap();
    }
    session.save().to_text()
}

#[test]
fn a_game_goes_on_where_it_was_saved_also_inside_a_script() {
    let text = saved(&["chop", "trade", "2"]);
    let game = harbour(&[]);
    let save = Save::load(&text).unwrap();
    assert_eq!(save.to_text(), text);
    let mut resumed = save.resume(&game).unwrap();
    assert_eq!(resumed.question(), "to whom?");
    let mut played = replay(&game, &save).unwrap();
    resumed.choose("p1").unwrap();
    played.choose("p1").unwrap();
    assert_eq!(resumed.table().state(), played.table().state());
}

#[test]
fn what_cannot_be_read_is_told() {
    let text = saved(&["chop"]);
    let load = |text: &str| Save::load(text).unwrap_err().to_string();
    assert_eq!(load(""), "this is not a saved game: it ends too early (line 1)");
    assert_eq!(load("{]"), "this is not a saved game: it is not JSON (line 1)");
    assert_eq!(
        load("{\n}"),
        "this is not a saved game: something is missing or of another kind (line 2)"
    );
    assert_eq!(
        load(&text.replace("\"format\": 2", "\"format\": 9")),
        "this game was saved in form 9; this program reads forms 1 to 2"
    );
    assert!(load(&text.replace("\"seed\"", "\"sed\"")).starts_with("this is not a saved game"));
}

#[test]
fn a_changed_game_is_noticed() {
    let text = saved(&["chop", "chop"]);
    let game = harbour(&[]);
    let mut save = Save::load(&text).unwrap();
    save.choices[0].text = "learn".into();
    let told = replay(&game, &save).map(|_| ()).unwrap_err().to_string();
    assert_eq!(told, "choice 1: `learn` led to another state than when it was saved");
    save.choices[0].text = "dance".into();
    let told = replay(&game, &save).map(|_| ()).unwrap_err().to_string();
    assert_eq!(told, "choice 1: p1 cannot choose `dance`: `dance` is not among what can be chosen");
    let mut save = Save::load(&text).unwrap();
    save.choices[1].numbers.insert("p2.wood".into(), 7);
    let told = replay(&game, &save).map(|_| ()).unwrap_err().to_string();
    assert_eq!(told, "choice 2: `chop` led to other numbers than were saved");
    let mut save = Save::load(&text).unwrap();
    save.choices[1].hash = "0000000000000000".into();
    assert_eq!(save.resume(&game).map(|_| ()), Err(SaveError::Changed));
    save.choices[1].seat = "p1".into();
    let told = replay(&game, &save).map(|_| ()).unwrap_err().to_string();
    assert_eq!(told, "choice 2: p2 is asked, not p1");
    save.lock.packs[0].version = "2.0.0".into();
    save.players = 3;
    let told = save.differences(&game);
    assert_eq!(told, ["pack `harbour` 2.0.0 was used, this is 1.0.0", "3 played, not 2"]);
}
