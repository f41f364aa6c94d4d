//! Arguments, exit codes and the errors of commands that could not run.

use insta::assert_snapshot;

use crate::Exit;
use crate::testing::{Place, told};

#[test]
fn help_is_asked_for_and_fine() {
    let ran = Place::new().run("--help");
    assert_eq!(ran.exit, Exit::Fine);
    assert!(ran.out.contains("Exit codes: 0 fine, 1 problems found, 2 could not run"));
    assert!(ran.err.is_empty());
}

#[test]
fn every_command_has_examples() {
    let commands = ["new", "validate", "test", "play", "replay", "explain", "docs", "schema"];
    for command in commands {
        let ran = Place::new().run(&format!("{command} --help"));
        assert_eq!(ran.exit, Exit::Fine, "{command}");
        assert!(ran.out.contains("Examples:"), "{command}");
    }
}

#[test]
fn a_command_that_is_not_there_could_not_run() {
    let ran = Place::new().run("validat");
    assert_eq!(ran.exit, Exit::CouldNotRun);
    assert!(ran.err.contains("'validate'"), "{}", ran.err);
}

#[test]
fn a_pack_that_is_not_there_is_told_with_a_similar_one() {
    assert_snapshot!(told("validate helo"), @r"
    exit 2
    error: unknown pack `helo`
      help: a pack with a similar name exists: `hello`
    ");
    assert_snapshot!(told("play ./nowhere"), @r"
    exit 2
    error: there is no folder `./nowhere`
      help: give the folder of a pack, or the id of a known pack
    ");
}

#[test]
fn a_folder_of_packs_has_to_have_packs() {
    let place = Place::new();
    place.write("empty/note.txt", "nothing here");
    assert_snapshot!(place.run("validate hello --content empty").all(), @r"
    exit 2
    error: there is no pack in the folder `empty`
      note: a folder is a pack when it has a `pack.yaml`
      help: give `--content` a folder with packs in it
    ");
    assert_snapshot!(place.run("validate hello --content gone").all(), @r"
    exit 2
    error: there is no folder `gone`
      help: give `--content` a folder with packs in it
    ");
}

#[test]
fn colours_come_only_when_asked_for_or_on_a_terminal() {
    let place = Place::new();
    assert!(!place.run("explain").out.contains('\u{1b}'));
    assert!(place.run("explain --color always").out.contains('\u{1b}'));
}
