//! Fast lookup of many paths in a tree that does not change. Small mappings are searched linearly;
//! large ones get an index.

use std::collections::HashMap;

use super::path::child;
use boardwright_syntax::yaml::{Map, Node};

/// Mappings with fewer entries are searched linearly.
const ENTRIES_MIN: usize = 16;

/// Indices of the large mappings of one tree.
#[derive(Default)]
pub(super) struct Quick<'n> {
    /// By memory address of the mapping: the tree is borrowed, so nothing moves.
    maps: HashMap<*const Map, HashMap<&'n str, &'n Node>>,
}

impl<'n> Quick<'n> {
    /// The node at a path.
    pub(super) fn find(&mut self, root: &'n Node, parts: &[String]) -> Option<&'n Node> {
        parts.iter().try_fold(root, |node, part| match node.as_map() {
            Some(map) if map.entries.len() >= ENTRIES_MIN => {
                let index = self.maps.entry(std::ptr::from_ref(map)).or_insert_with(|| {
                    let entries = map.entries.iter();
                    entries.map(|entry| (entry.key.as_str(), &entry.value)).collect()
                });
                index.get(part.as_str()).copied()
            }
            _ => child(node, part),
        })
    }
}
