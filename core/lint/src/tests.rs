//! What is never used, in a small game.

use boardwright_compile::{ScriptSteps, TableSpec, lower_with};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::source::{SourceFile, Sources};
use boardwright_syntax::yaml;

/// What the lints say of a text, a line for each: code, line and column, message.
fn told(text: &str) -> String {
    let mut sources = Sources::default();
    let rest = "play: []\nranking: [\"1\"]\n";
    let text = format!("{}{rest}", text.trim_start());
    let file = sources.add(SourceFile { pack: "test".into(), path: "test.yaml".into(), text });
    let root = yaml::read(&sources, file, &mut vec![]).expect("a test writes YAML");
    let table = TableSpec { players: 2, ..TableSpec::default() };
    let mut found = vec![];
    lower_with(&root, &table, &sources, &ScriptSteps::default(), &mut |lower| {
        super::rules(&root, &lower.def, &lower.names, &mut found);
    });
    let line = |diag: &Diagnostic| {
        let place = diag.primary.as_ref().expect("a lint has a place");
        let (line, column) = sources.line_col(place.span);
        let help = diag.help.as_deref().expect("a lint has a way out");
        format!("{} {line}:{column} [{}] {} => {help}", diag.code, place.text, diag.message)
    };
    found.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_never_used_is_told() {
    insta::assert_snapshot!(told("
resources: { wood: {}, done: { resets: round } }
zones: { box: {}, shelf: {} }
kinds: { tile: { zone: box } }
tiles: { mill: { ability: { when: built, do: [] } }, hut: { count: { 2: 0, _: 0 } } }
procedures: { build: [] }
events: { built: {}, sold: {} }
values: { limit: 2 }
"), @"
    G020 4:54 [never comes into play] `hut` has no copies for any number of players => remove the entry, or give it a `count` above 0
    G024 6:11 [declared here] the event `built` never happens => add a step `emit: built` where it happens
    G025 6:22 [declared here] no ability waits for the event `sold` => give an ability `when: sold`, or remove the event
    G028 4:10 [has an ability] the ability of `mill` is never in force => add `active: true` to the zone in which its pieces are in force
    G021 2:19 [declared here] the zone `shelf` is never used => start pieces in it, move pieces to it, or remove it
    G022 1:24 [no step changes it] `done` never changes => change it in a step, such as `gain: { done: 1 }`, or remove it
    G022 1:14 [no step changes it] `wood` never changes => change it in a step, such as `gain: { wood: 1 }`, or remove it
    G023 5:15 [declared here] the procedure `build` is never called => call it with `call: build`, or remove it
    G026 1:40 [starts again with `round`, which no step begins] the period `round` never begins => add a step `begin: round` where it starts
    G027 7:11 [declared here] the value `limit` is never used => use it in an expression, or remove it
    ");
}
