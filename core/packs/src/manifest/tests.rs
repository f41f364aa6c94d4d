use super::is_kebab;
use crate::layer::testing::told;
use crate::library::Library;
use boardwright_syntax::source::Sources;
use boardwright_syntax::yaml::read;

fn decoded(text: &str) -> (Option<super::Manifest>, String) {
    let mut library = Library::new();
    library.add_memory("game", vec![("pack.yaml".into(), text.as_bytes().to_vec())]);
    let (mut sources, mut diags) = (Sources::default(), vec![]);
    let file = library.manifest("game", &mut sources, &read, &mut diags);
    (file.map(|file| file.manifest), told(&diags, &sources))
}

fn problems(text: &str) -> String {
    decoded(text).1
}

#[test]
fn everything_a_manifest_can_say() {
    let (manifest, told) = decoded(
        "id: game\ntitle: The Game\nversion: 1.2.3\nengine: 0.1\nplayers: { min: 2, max: 4 }
extends: [a, b@^1.2]\nconflicts: [c, { d: why }]\nlicence: CC0-1.0
credits: [Ada, Bo]
language: de\ntext: About.
notices: [{ with: e, text: T }]
options:
  long: { default: false }
  map: { title: Map, default: b, values: [a, b], text: Which. }
",
    );
    assert_eq!(told, "");
    let m = manifest.unwrap();
    assert_eq!((m.id.value.as_str(), m.title.value.as_str()), ("game", "The Game"));
    assert_eq!(m.version.to_string(), "1.2.3");
    let players = m.players.unwrap();
    assert_eq!((players.min, players.max), (2, 4));
    let extends: Vec<_> = m.extends.iter().map(|e| format!("{}@{}", e.id, e.version)).collect();
    assert_eq!(extends, ["a@*", "b@^1.2"]);
    assert_eq!(m.conflicts[1].reason.as_deref(), Some("why"));
    let options: Vec<_> = m.options.iter().map(|o| (o.title.as_str(), o.values.len())).collect();
    assert_eq!(options, [("long", 0), ("Map", 2)]);
    assert_eq!((m.language.as_str(), m.credits.len(), m.notices.len()), ("de", 2, 1));
}

#[test]
fn all_problems_are_told_at_once() {
    insta::assert_snapshot!(problems(
        "id: other\ntitel: x\nversion: 1.0\nengine: '>=7'\nplayers: { min: 5, max: 9 }\n\
         licence: [a]\nextends: [A B, c@new]\n"
    ), @r"
    error[L010]: unknown key `titel` in the manifest
      game/pack.yaml:2:1: not a key here
      help: a key with a similar name exists: `title`
    error[L014]: the pack `other` lies in the folder `game`
      game/pack.yaml:1:5: not the name of the folder
      help: rename the folder to `other`, or write `id: game`
    error[L011]: `title` is missing
      game/pack.yaml:1:1: in this part
      help: add `title`
    error[L013]: the id of a pack cannot be `A B`
      game/pack.yaml:7:11: expected lower-case letters and digits, joined by `-`
      help: write `a-b`
    error[L015]: `new` is not a range of versions
      game/pack.yaml:7:16: expected something like `c@^1.2`
    error[L017]: `players` cannot have `max` 9
      game/pack.yaml:5:25: expected a whole number from 1 to 8
      help: write `players: { min: 2, max: 4 }`
    error[L015]: `version` is 1.0, not a version
      game/pack.yaml:3:10: expected three numbers such as `1.0.2`
      help: write `1.0.0`
    error[L016]: this pack needs engine >=7, and this is 0.1.0
      game/pack.yaml:4:9: asked for here
      help: use another version of the program, or of the pack
    error[L012]: `licence` is a list
      game/pack.yaml:6:10: expected text
      help: write one text, in quotes if it has special characters
    ");
}

#[test]
fn a_game_says_for_how_many_it_is() {
    insta::assert_snapshot!(problems("id: game\ntitle: x\nengine: new\nplayerz: 3"), @r#"
    error[L010]: unknown key `playerz` in the manifest
      game/pack.yaml:4:1: not a key here
      help: a key with a similar name exists: `players`
    error[L011]: the manifest has no `players`
      game/pack.yaml:1:5: of this pack
      note: a pack that extends no other is a game, and says for how many it is
      help: add `players: { min: 2, max: 4 }`, or `extends` with the id of a game
    error[L015]: `engine` is "new", not a range of versions
      game/pack.yaml:3:9: expected something like `^0.1` or `>=0.2, <0.4`
    "#);
    insta::assert_snapshot!(problems("id: game\ntitle: x\nplayers: { min: 4, max: 2 }"), @r"
    error[L017]: `min` is 4, more than `max`, which is 2
      game/pack.yaml:3:17: the fewest players
      game/pack.yaml:3:25: the most players
      help: write `players: { min: 2, max: 4 }`
    ");
}

#[test]
fn options_have_fitting_defaults() {
    let text = "id: game
title: x
extends: a
options:
  A: { default: 3 }
  b: { default: 3, values: [1, 2] }
  c: { values: [1], txt: 1 }
  d: 1
notices: [{ with: x }]
";
    insta::assert_snapshot!(problems(text), @r"
    error[L013]: the id of an option cannot be `A`
      game/pack.yaml:5:3: expected lower-case letters and digits, joined by `_`
      help: write `a`
    error[L018]: the default 3 needs a list of `values`
      game/pack.yaml:5:17: not `true` or `false`
      help: only an option that is `true` or `false` goes without `values`
    error[L018]: the default 3 is not one of the `values`
      game/pack.yaml:6:17: expected one of 1, 2
      help: write `default: 1`, or add 3 to `values`
    error[L010]: unknown key `txt` in the option `c`
      game/pack.yaml:7:21: not a key here
      help: a key with a similar name exists: `text`
    error[L011]: `default` is missing
      game/pack.yaml:7:8: in this part
      help: add `default`
    error[L012]: the option `d` is a whole number
      game/pack.yaml:8:6: expected a mapping, `key: value`
      help: write `key: value` lines below, indented by two spaces
    error[L011]: `text` is missing
      game/pack.yaml:9:13: in this part
      help: add `text`
    ");
}

#[test]
fn ids_are_kebab_case() {
    for good in ["a", "long-winter", "x2-3"] {
        assert!(is_kebab(good), "{good}");
    }
    for bad in ["", "A", "a--b", "-a", "a-", "2a", "a_b", "ä"] {
        assert!(!is_kebab(bad), "{bad}");
    }
}
