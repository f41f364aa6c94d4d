//! Formatting never changes the meaning of a text, and formatting twice changes nothing more.

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::super::{Places, Role, Trouble, format, one};
use boardwright_syntax::yaml::samples::{GOOD, changed_good_text};

static PLACES: LazyLock<Places> = LazyLock::new(Places::plain);

/// The characters with a meaning in YAML, and few others.
const SIGNS: &str = "([-?:,\\[\\]{}#|>'\"%~. \n]|[aé0]|---|\n  |: |- |a: |: \\|\n|\n\n){0,40}";

/// Text to insert into good text.
const ADDED: &str = "[-:,\\[\\]{}#|>'\" \naé+]{0,3}";

/// A value on one line.
const VALUE: &str = "(a|'a b'|\"a\"|\"3\"|-1|true|\"true\"|a \\+ b|'a: b'|\"a, b\"|~|\"yes\"|\
    \\{\\}|\\[ \\]|\\[a,b\\]|\\{ a: 'b',  do: [1] \\}|\"say 'x'\"|it's|\"\\\\t\"|me.wood|\"é\"){1}";

const KEY: &str = "(name|text|if|do|setup|gain|wood|'x y'|values|base|give|play|lines)";

#[derive(Clone, Debug)]
enum Tree {
    Value(String),
    /// A text below a `|` or `>`, indented by a number of spaces.
    Lines(String, usize, Vec<String>),
    /// Entries, indented by a number of spaces, with the space after their keys and what follows.
    Map(usize, Vec<(String, usize, Tree, String)>),
    /// Items, with the space after their dashes.
    Seq(usize, Vec<(usize, Tree)>),
}

fn trees() -> impl Strategy<Value = Tree> {
    let lines =
        ("[|>][-+]?( # c)?", 1..4_usize, prop::collection::vec("(|a| a|a: b|# x|  )", 1..4));
    let lines = lines.prop_map(|(head, step, lines)| Tree::Lines(head, step, lines));
    let leaf = prop_oneof![3 => VALUE.prop_map(Tree::Value), 1 => lines];
    let tail = "(|   # c| # d|\n|\n\n\n|\n # e|\n   # f)";
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let entry = (KEY, 1..4_usize, inner.clone(), tail);
        let map = (1..5_usize, prop::collection::vec(entry, 1..4));
        let seq = (0..4_usize, prop::collection::vec((1..4_usize, inner), 1..4));
        prop_oneof![
            map.prop_map(|(step, entries)| Tree::Map(step, entries)),
            seq.prop_map(|(step, items)| Tree::Seq(step, items)),
        ]
    })
}

/// Writes the value after a key or dash. `at` is its column.
fn write(tree: &Tree, at: usize, gap: usize, tail: &str, out: &mut String) {
    let space = |n: usize| " ".repeat(n);
    match tree {
        Tree::Value(value) => out.push_str(&format!("{}{value}{tail}\n", space(gap))),
        Tree::Lines(head, step, lines) => {
            out.push_str(&format!("{}{head}\n", space(gap)));
            for line in lines {
                out.push_str(&format!("{}{line}\n", space(at + step)));
            }
        }
        Tree::Map(step, entries) => {
            out.push_str(&format!("{tail}\n"));
            write_entries(entries, at + step, out);
        }
        Tree::Seq(step, items) => {
            out.push_str(&format!("{tail}\n"));
            write_items(items, at + step, out);
        }
    }
}

fn write_entries(entries: &[(String, usize, Tree, String)], at: usize, out: &mut String) {
    for (number, (key, gap, tree, tail)) in entries.iter().enumerate() {
        if number > 0 || out.is_empty() || out.ends_with('\n') {
            out.push_str(&" ".repeat(at));
        }
        out.push_str(&format!("{key}:"));
        write(tree, at, *gap, tail, out);
    }
}

fn write_items(items: &[(usize, Tree)], at: usize, out: &mut String) {
    for (number, (gap, tree)) in items.iter().enumerate() {
        if number > 0 || out.is_empty() || out.ends_with('\n') {
            out.push_str(&" ".repeat(at));
        }
        out.push('-');
        // Lists and mappings begin on the line of the dash.
        match tree {
            Tree::Map(_, entries) => {
                out.push_str(&" ".repeat(*gap));
                write_entries(entries, at + 1 + gap, out);
            }
            Tree::Seq(_, items) => {
                out.push_str(&" ".repeat(*gap));
                write_items(items, at + 1 + gap, out);
            }
            _ => write(tree, at, *gap, "", out),
        }
    }
}

/// Formats a text twice. Returns whether it could be read.
fn survives(text: &str, role: Role) -> Result<bool, TestCaseError> {
    let places = &*PLACES;
    let (sources, file) = one(text.to_owned());
    let once = match format(&sources, file, role, places) {
        Ok(once) => once,
        Err(Trouble::Unreadable(diags)) => {
            prop_assert!(!diags.is_empty());
            return Ok(false);
        }
        Err(Trouble::Changed) => return Err(TestCaseError::fail(format!("changed: {text:?}"))),
    };
    let (sources, file) = one(once.clone());
    let twice = format(&sources, file, role, places);
    prop_assert_eq!(twice.as_ref(), Ok(&once), "of {:?}", text);
    Ok(true)
}

proptest! {
    // Every run uses the same texts, so that a failure found by another seed does not hit an
    // unrelated change.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..Default::default()
    })]

    #[test]
    fn any_signs_keep_their_meaning(text in SIGNS) {
        survives(&text, Role::Rules)?;
        survives(&text, Role::Texts)?;
    }

    #[test]
    fn damaged_text_keeps_its_meaning(text in changed_good_text(ADDED)) {
        survives(&text, Role::Texts)?;
    }

    #[test]
    fn any_tree_keeps_its_meaning(tree in trees()) {
        let mut text = String::new();
        match &tree {
            Tree::Map(_, entries) => write_entries(entries, 0, &mut text),
            Tree::Seq(_, items) => write_items(items, 0, &mut text),
            _ => write(&tree, 0, 1, "", &mut text),
        }
        for role in [Role::Rules, Role::Texts, Role::Tests] {
            survives(&text, role)?;
        }
    }
}

#[test]
fn the_good_text_can_be_read() {
    assert!(survives(GOOD, Role::Texts).is_ok_and(|read| read));
}
