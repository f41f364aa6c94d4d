//! Reads the keys of a mapping and reports those that are missing or unknown.

use super::describe::listed;
use super::{Cx, Decode, Shape};
use crate::raw::formerly_in_entry;
use boardwright_syntax::diag::{Diagnostic, codes::shape as codes, similar};
use boardwright_syntax::yaml::{Map, Node};

/// A mapping with known keys that is being read. Used by `shape!` and by hand-written decoders.
pub struct Fields<'n> {
    node: &'n Node,
    map: Option<&'n Map>,
    known: &'n [&'n str],
    missing: Vec<(&'n str, String)>,
}

impl<'n> Fields<'n> {
    /// Opens a mapping. A missing value counts as an empty mapping. Reports any other node and
    /// returns `None`.
    pub fn open(node: &'n Node, known: &'n [&'n str], shape: &Shape, cx: &mut Cx) -> Option<Self> {
        let map = node.as_map();
        if map.is_none() && node.kind != boardwright_syntax::yaml::Kind::Null {
            return cx.wrong(node, shape);
        }
        Some(Self { node, map, known, missing: vec![] })
    }

    /// The value of a key. `None` if it is missing or wrong.
    pub fn take<T: Decode>(&mut self, key: &'n str, cx: &mut Cx) -> Option<T> {
        match self.map.and_then(|map| map.entry(key)) {
            Some(entry) => cx.under(key, entry.key_span, |cx| T::decode(&entry.value, cx)),
            None => T::absent().or_else(|| {
                self.missing.push((key, T::shape().describe()));
                None
            }),
        }
    }

    /// The value of a key, or its default.
    pub fn take_or<T: Decode>(
        &mut self,
        key: &'n str,
        default: impl FnOnce() -> T,
        cx: &mut Cx,
    ) -> Option<T> {
        match self.map.and_then(|map| map.entry(key)) {
            Some(_) => self.take(key, cx),
            None => Some(default()),
        }
    }

    /// Reports unknown and missing keys; `None` if there are any.
    pub fn close(mut self, cx: &mut Cx) -> Option<()> {
        let before = cx.diags.len();
        let entries = self.map.map(|map| map.entries.as_slice()).unwrap_or_default();
        let unused = |key: &&&str| entries.iter().all(|entry| entry.key != **key);
        let free: Vec<&str> = self.known.iter().filter(unused).copied().collect();
        for entry in entries.iter().filter(|entry| !self.known.contains(&entry.key.as_str())) {
            let message = format!("unknown key `{}`", entry.key.escape_debug());
            let report =
                Diagnostic::error(codes::UNKNOWN_KEY, message, entry.key_span, "not known here");
            let meant = similar(&entry.key, free.iter().copied());
            // A misspelt key is not also reported as missing.
            self.missing.retain(|(key, _)| Some(*key) != meant);
            let now = formerly_in_entry(&entry.key).filter(|_| meant.is_none());
            if let Some(now) = now {
                cx.push(report.help(now));
                continue;
            }
            cx.push(match meant {
                Some(meant) => report.help(format!("a key with a similar name exists: `{meant}`")),
                None if self.known.is_empty() => report.help("no keys are known here"),
                None => report.help(format!("known here: {}", listed(self.known, "and"))),
            });
        }
        let place = cx.place(self.node);
        for (key, takes) in self.missing {
            cx.push(
                Diagnostic::error(
                    codes::MISSING_KEY,
                    format!("missing key `{key}`"),
                    place,
                    format!("lacks `{key}`"),
                )
                .help(format!("add `{key}:`, it takes {takes}")),
            );
        }
        (cx.diags.len() == before).then_some(())
    }
}
