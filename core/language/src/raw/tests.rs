//! The manual is right: each example can be read by the type it belongs to.

use super::{Ability, EntryHead, Sections};
use crate::shape::{Body, Def, Shaped, definitions};
use boardwright_syntax::source::{SourceFile, Sources};
use boardwright_syntax::yaml;

fn manual() -> Vec<Def> {
    let roots = [Sections::shape(), EntryHead::shape(), Ability::shape()];
    roots.iter().flat_map(definitions).collect()
}

#[test]
fn every_example_is_yaml() {
    let mut n_examples = 0;
    for def in manual() {
        for example in &def.docs.examples {
            // An ability shows several forms of one key.
            let parts: Vec<&str> = match def.name {
                "Ability" => example.lines().collect(),
                _ => vec![example],
            };
            for part in parts {
                let mut sources = Sources::default();
                let (pack, path) = ("manual".to_owned(), def.name.to_owned());
                let file = sources.add(SourceFile { pack, path, text: part.to_owned() });
                let mut diags = vec![];
                yaml::read(&sources, file, &mut diags);
                assert!(diags.is_empty(), "{}: {part}: {diags:?}", def.name);
                n_examples += 1;
            }
        }
    }
    assert!(n_examples > 15, "only {n_examples} examples");
}

#[test]
fn every_key_is_explained() {
    for def in manual() {
        assert!(!def.docs.text.is_empty(), "{} says nothing", def.name);
        if let Body::Record(fields) = &def.body {
            for field in fields {
                assert!(!field.docs.text.is_empty(), "{}.{} says nothing", def.name, field.key);
            }
        }
    }
}
