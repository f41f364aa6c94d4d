//! No text may make the reader panic, hang or point outside the text.

use proptest::prelude::*;

use super::samples::{GOOD, changed_good_text};
use super::tests::source;
use super::{Kind, Node, comments, read};
use crate::diag::{Format, render, suppress};
use crate::source::Sources;

/// The characters with a meaning in YAML, and few others.
const SIGNS: &str = "([-?:,\\[\\]{}#&*!|>'\"%@`~<. \t\r\n]|\
    [aé0]|---|\\.\\.\\.|\n  |: |- |# allow\\(G1\\)){0,60}";

/// Text to insert into good text.
const ADDED: &str = "[-:,\\[\\]{}#&*!|>'\"% \t\n\raé\0\u{feff}]{0,2}";

fn survives(text: &str) -> Result<(), TestCaseError> {
    let (sources, file) = source(text);
    let mut diags = vec![];
    let node = read(&sources, file, &mut diags);
    prop_assert!(node.is_some() || !diags.is_empty());
    if let Some(node) = &node {
        fits(&sources, node, 0, text.len() as u32)?;
    }
    for diag in &diags {
        for label in diag.primary.iter().chain(&diag.others) {
            let span = label.span.start as usize..label.span.end as usize;
            prop_assert!(text.get(span.clone()).is_some(), "{span:?} in {text:?}");
        }
    }
    for comment in comments(text) {
        prop_assert!(comment.text.starts_with('#'));
    }
    let diags = suppress(diags, &sources);
    for format in [Format::Human { colour: false }, Format::Json, Format::Sarif, Format::Github] {
        render(&diags, &sources, format);
    }
    Ok(())
}

/// Children lie inside their parents, in order, on character boundaries.
fn fits(sources: &Sources, node: &Node, from: u32, to: u32) -> Result<(), TestCaseError> {
    let text = &sources.file(node.span.file).text;
    let (start, end) = (node.span.start, node.span.end);
    prop_assert!(from <= start && start <= end && end <= to, "{node:?} not in {from}..{to}");
    prop_assert!(text.get(start as usize..end as usize).is_some());
    match &node.kind {
        Kind::Seq(items) => {
            let mut from = start;
            for item in items {
                fits(sources, item, from, end)?;
                from = item.span.end;
            }
        }
        Kind::Map(map) => {
            let mut from = start;
            for entry in &map.entries {
                let key = entry.key_span;
                prop_assert!(from <= key.start && key.start <= key.end, "{entry:?}");
                fits(sources, &entry.value, key.end, end)?;
                from = entry.value.span.end;
            }
        }
        _ => {}
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        survives(&text)?;
    }

    #[test]
    fn any_text_of_yaml_signs_is_survived(
        text in SIGNS
    ) {
        survives(&text)?;
    }

    #[test]
    fn changed_good_text_is_survived(text in changed_good_text(ADDED)) {
        survives(&text)?;
    }

    #[test]
    fn any_bytes_are_survived(bytes in any::<Vec<u8>>()) {
        if let Ok(text) = super::decode(&bytes) {
            survives(&text)?;
        }
    }
}

#[test]
fn good_text_is_good() {
    survives(GOOD).expect("good");
    let (sources, file) = source(GOOD);
    let mut diags = vec![];
    assert!(read(&sources, file, &mut diags).is_some());
    assert_eq!(diags, []);
}
