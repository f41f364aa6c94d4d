//! Escape codes in every text from an untrusted source: none of them reaches the terminal, whatever
//! the command. `validate` reports what a pack must not contain; scripts, file names, saved games
//! and arguments may contain it anyway.

use crate::testing::{Place, Ran};
use crate::{Around, Exit, Window};

/// Escaped in YAML, raw in scripts, files and arguments: clears the screen, sets the title and the
/// clipboard, reverses text, hides it.
const IN_YAML: &str = "\\e[2J\\e]0;t\\a\\e]52;c;eA==\\a\\x9b31m\\u202e\\u200b\\r";
const RAW: &str = "\u{1b}[2J\u{1b}]0;t\u{7}\u{1b}]52;c;eA==\u{7}\u{9b}31m\u{202e}\u{200b}";

fn is_raw(char: char) -> bool {
    (char.is_control() && char != '\n' && char != '\t')
        || matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}' | '\u{2028}')
}

fn assert_clean(what: &str, ran: &Ran) {
    for text in [&ran.out, &ran.err] {
        let found = text.chars().find(|char| is_raw(*char));
        assert_eq!(found, None, "{what} prints it raw:\n{}", text.escape_debug());
    }
}

/// A pack with escape codes in every text.
fn evil(place: &Place) {
    let x = IN_YAML;
    place.write(
        "evil/pack.yaml",
        &format!(
            "id: evil\ntitle: \"E{x}\"\nplayers: {{ min: 2, max: 2 }}\nlicence: \"L{x}\"\n\
             credits: [\"C{x}\"]\noptions: {{ o: {{ title: \"O{x}\", default: true, text: \"T{x}\" }} }}\n\
             notices: [{{ with: evil, text: \"N{x}\" }}]\n"
        ),
    );
    place.write(
        "evil/game.yaml",
        &format!(
            "resources: {{ vp: {{ name: \"V{x}\", score: true, text: \"T{x}\" }} }}\n\
             play:\n  - note: \"N{x}\"\n  - choose: {{ ask: \"Q{x}\", options: {{ a: {{ label: \"A{x}\", do: [] }} }} }}\n\
             \"sec{x}\": {{}}\nprocedures: {{ \"pr{x}\": {{ do: [{{ \"verb{x}\": 1 }}, {{ gain: {{ vp: \"me.{x}\" }} }}] }} }}\n"
        ),
    );
    place.write("evil/tests/a.yaml", &format!("scenario: \"S{x}\"\nsteps: [{{ p1: \"x{x}\" }}]\n"));
    place.write("evil/text/de.yaml", &format!("phrases: {{ \"a{x}\": \"b{x}\" }}\n"));
    place.write("evil/raw.yaml", "zz\u{1b}: 1\n");
    place.write(&format!("evil/na{RAW}me.yaml"), "bad: [");
    place.write("evil/scripts/s.luau", &format!("-- {RAW}\nlocal x = = \"{RAW}\"\n"));
}

/// A playable game whose script prints what YAML may not contain.
fn sly(place: &Place) {
    place.write("sly/pack.yaml", "id: sly\ntitle: Sly\nplayers: { min: 2, max: 2 }\n");
    place.write(
        "sly/game.yaml",
        "resources: { vp: { score: true } }\n\
         play:\n  - each: { as_seat: all, do: [{ script: tricks.ask }] }\n",
    );
    place.write(
        "sly/scripts/tricks.luau",
        "--!strict\n-- Asks with escapes.\nlocal tricks = {}\n\n\
         function tricks.ask(view: View): Steps\n\
         \tlocal evil = \"\\27[2J\\u{202e}\\u{200b}\\u{9b}\"\n\
         \tlocal n = ask { amount = { from = 1, to = 3 }, label = evil .. \"how many?\" }\n\
         \tif n == 3 then\n\t\terror(evil)\n\tend\n\
         \treturn { { gain = { vp = n } } }\nend\n\nreturn tricks\n",
    );
}

#[test]
fn no_command_prints_what_a_pack_says_raw() {
    let place = Place::new();
    evil(&place);
    place.run("new pack mine");
    for line in [
        "validate evil",
        "validate evil --format json",
        "validate evil --format sarif",
        "validate evil --format github",
        "validate evil --language de",
        "validate --all",
        "diff hello hello+evil",
        "diff evil mine",
        "explain evil",
        "explain evil resources.vp.name",
        "test evil",
        "play evil",
        "simulate evil",
        "compare evil mine",
        "ladder evil",
        "docs evil",
        "schema evil",
    ] {
        let ran = place.run(line);
        assert_clean(line, &ran);
        assert!(!ran.out.is_empty() || !ran.err.is_empty(), "{line} says nothing");
    }
    let ran = place.run("validate evil");
    assert_eq!(ran.exit, Exit::Problems);
    assert!(ran.out.contains("error[Y017]"), "{}", ran.out);
}

#[test]
fn no_command_prints_what_a_script_says_raw() {
    let place = Place::new();
    sly(&place);
    let checked = place.run("validate sly");
    assert_eq!(checked.exit, Exit::Fine, "{}", checked.all());
    let played = place.type_in("play sly --seats human,human --seed 1", "1\n2\n");
    assert_clean("play", &played);
    assert!(played.out.contains("how many?"), "the question is asked:\n{}", played.all());
    for line in ["test sly", "simulate sly --games 4", "docs sly", "ladder sly --games 2"] {
        assert_clean(line, &place.run(line));
    }
}

#[test]
fn no_command_prints_arguments_files_or_saves_raw() {
    let place = Place::new();
    // Arguments are separated by spaces; the escape codes contain none.
    for line in [
        "validate",
        "diff",
        "explain",
        "test",
        "play",
        "replay",
        "simulate",
        "compare",
        "ladder",
        "docs",
        "schema",
        "new",
        "new pack",
        "validate --content",
        "play hello --option",
        "play hello --seed",
        "play hello --resume",
        "validate --format",
        "explain hello",
    ] {
        let line = format!("{line} x{RAW}");
        let ran = place.run(&line);
        assert_clean(&line, &ran);
        assert_ne!(ran.exit, Exit::Fine, "{}", ran.all());
    }
    place.write("bad.save.json", &format!("{{ \"format\": 1, \"lock\": \"{RAW}\" }}"));
    assert_clean("replay", &place.run("replay bad.save.json"));
    assert_clean("resume", &place.run("play hello --resume bad.save.json"));
    place.write(&format!("sa{RAW}ve.json"), "{}");
    assert_clean("replay", &place.run(&format!("replay sa{RAW}ve.json")));
    place.type_in("play hello --players 2 --seed 1", "1\nsave mine.save.json\nquit\n");
    let names = std::fs::read_dir(place.path()).expect("a folder").flatten();
    let saves = names.filter(|it| it.file_name().to_string_lossy().ends_with(".save.json"));
    for save in saves {
        let name = save.file_name().to_string_lossy().into_owned();
        let text = place.read(&name).replace("\"text\": \"", "\"text\": \"\\u001b[2J\\u202e");
        place.write(&name, &text.replace("\"seat\": \"", "\"seat\": \"\\u009b"));
        assert_clean("replay", &place.run(&format!("replay {name}")));
        assert_clean("resume", &place.type_in(&format!("play hello --resume {name}"), "quit\n"));
    }
}

#[test]
fn a_broken_neighbour_is_nobodys_problem() {
    let place = Place::new();
    place.run("new pack mine");
    let before = place.run("validate mine").all();
    place.write("broken/pack.yaml", "id: [");
    place.write("odd/pack.yaml", "id: 7\nplayers: none\n");
    place.write("folder/pack.yaml/x", "");
    std::fs::create_dir(place.path().join("linked")).expect("a folder");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/hostname", place.path().join("linked/pack.yaml"))
        .expect("a link");
    assert_eq!(place.run("validate mine").all(), before);
    assert_eq!(place.run("validate ./mine").all(), before);
    let asked = place.run("validate broken");
    assert_eq!(asked.exit, Exit::Problems, "{}", asked.all());
    let asked = place.run("validate ./linked");
    assert_ne!(asked.exit, Exit::Fine, "{}", asked.all());
    assert!(asked.all().contains("pack.yaml"), "{}", asked.all());
}

#[test]
fn names_of_any_length_are_drawn() {
    let place = Place::new();
    let long = "W".repeat(10_000);
    place.write("long/pack.yaml", "id: long\ntitle: Long\nplayers: { min: 2, max: 2 }\n");
    place.write(
        "long/game.yaml",
        &format!(
            "resources: {{ vp: {{ name: {long}, score: true }}, wood: {{ name: {long}x, start: 2 }} }}\n\
             kinds: {{ tile: {{ zone: box }} }}\nzones: {{ box: {{ name: {long} }}, hand: {{ name: {long}, held_by: seat }} }}\n\
             tiles: {{ mill: {{ name: {long}, count: 3 }}, inn: {{ name: {long}y, count: 3 }} }}\n\
             spaces: {{ field: {{ name: {long}, grid: {{ columns: 2, rows: 2 }} }} }}\n\
             play:\n  - each: {{ as_seat: all, do: [{{ pick: {{ from: box, ask: {long} }}, as: x }}, {{ move: {{ what: x, to: me.hand }} }}] }}\n  \
             - gain: {{ vp: 1 }}\n  - lose: {{ wood: 1 }}\n  - score: {{ hand: count(me.hand) }}\n"
        ),
    );
    for line in [
        "validate long",
        "docs long",
        "test long",
        "simulate long --games 2",
        "ladder long --games 2",
        "explain long",
    ] {
        place.run(line);
    }
    for columns in [40, 132] {
        let around =
            Around { window: Window::Of(columns, 24), out_is_terminal: true, ..Around::default() };
        place.run_in(
            around,
            "play long --seats human,human --seed 1 --color never",
            b"?\n1\nlog\n1\n",
        );
    }
}
