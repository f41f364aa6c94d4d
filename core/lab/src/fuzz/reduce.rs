//! Reduces a failing pack to what matters: parts are dropped, blocks are replaced by their contents
//! and numbers made smaller, as long as it fails in the same way.

use super::Pack;
use super::compare::{Effort, Fault, Kind, check};
use super::tree::Tree;

/// The maximum number of smaller packs tried for one that fails.
const TRIES_MAX: usize = 3_000;

/// The smallest pack found that fails as this one does, and its fault.
pub fn reduce(pack: &Pack, fault: &Fault, effort: &Effort) -> (Pack, Fault) {
    reduce_while(pack, fault, &mut |smaller| {
        check(smaller, effort).1.filter(|it| it.kind == fault.kind && code(it) == code(fault))
    })
}

/// The code of the first problem of a pack that does not validate: a pack that merely lacks a part
/// it needs has another fault.
fn code(fault: &Fault) -> Option<&str> {
    (fault.kind == Kind::Invalid).then(|| fault.what.split(']').next().unwrap_or_default())
}

/// The smallest pack found that still fails.
pub(super) fn reduce_while(pack: &Pack, fault: &Fault, fails: &mut Fails) -> (Pack, Fault) {
    let (mut best, mut why) = (pack.clone(), fault.clone());
    let mut tries = 0;
    let mut fails = |smaller: &Pack| {
        tries += 1;
        if tries > TRIES_MAX { None } else { fails(smaller) }
    };
    loop {
        let mut changed = false;
        for way in [drop_players, drop_scripts, shrink_tree] {
            while let Some((smaller, found)) = way(&best, &mut fails) {
                (best, why) = (smaller, found);
                changed = true;
            }
        }
        if !changed {
            return (best, why);
        }
    }
}

type Fails<'a> = dyn FnMut(&Pack) -> Option<Fault> + 'a;

fn drop_players(pack: &Pack, fails: &mut Fails) -> Option<(Pack, Fault)> {
    let fewer = Pack { players: pack.players.checked_sub(1).filter(|it| *it > 0)?, ..pack.clone() };
    fails(&fewer).map(|fault| (fewer, fault))
}

fn drop_scripts(pack: &Pack, fails: &mut Fails) -> Option<(Pack, Fault)> {
    (0..pack.scripts.len()).find_map(|at| {
        let mut fewer = pack.clone();
        fewer.scripts.remove(at);
        fails(&fewer).map(|fault| (fewer, fault))
    })
}

/// Tries every change of every part of the tree once, from the whole to the parts, and keeps the
/// changes that preserve the fault.
fn shrink_tree(pack: &Pack, fails: &mut Fails) -> Option<(Pack, Fault)> {
    let mut best = pack.clone();
    let mut why = None;
    let mut path = vec![];
    shrink_at(&mut best, &mut path, fails, &mut why);
    why.map(|fault| (best, fault))
}

fn shrink_at(best: &mut Pack, path: &mut Vec<usize>, fails: &mut Fails, why: &mut Option<Fault>) {
    // Large parts first: halves of lists and mappings, then single items.
    let mut n = node(&best.game, path).map_or(0, len);
    let mut chunk = n.div_ceil(2);
    while chunk > 0 {
        let mut at = 0;
        while at < n {
            let mut smaller = best.clone();
            remove(node_mut(&mut smaller.game, path), at, (at + chunk).min(n));
            if keep(best, smaller, fails, why) {
                n = node(&best.game, path).map_or(0, len);
            } else {
                at += chunk;
            }
        }
        chunk /= 2;
    }
    // Replace a block by the steps inside it.
    let mut at = 0;
    while at < node(&best.game, path).map_or(0, len) {
        for inside in node(&best.game, path).map_or(vec![], |it| insides(it, at)) {
            let mut smaller = best.clone();
            splice(node_mut(&mut smaller.game, path), at, inside);
            if keep(best, smaller, fails, why) {
                break;
            }
        }
        at += 1;
    }
    for simpler in node(&best.game, path).map_or(vec![], simpler) {
        let mut smaller = best.clone();
        *node_mut(&mut smaller.game, path) = simpler;
        if keep(best, smaller, fails, why) {
            break;
        }
    }
    for at in 0..node(&best.game, path).map_or(0, len) {
        path.push(at);
        shrink_at(best, path, fails, why);
        path.pop();
    }
}

fn keep(best: &mut Pack, smaller: Pack, fails: &mut Fails, why: &mut Option<Fault>) -> bool {
    if smaller == *best {
        return false;
    }
    match fails(&smaller) {
        Some(fault) => {
            (*best, *why) = (smaller, Some(fault));
            true
        }
        None => false,
    }
}

fn len(tree: &Tree) -> usize {
    match tree {
        Tree::List(items) => items.len(),
        Tree::Map(entries) => entries.len(),
        _ => 0,
    }
}

fn node<'t>(tree: &'t Tree, path: &[usize]) -> Option<&'t Tree> {
    let Some((first, rest)) = path.split_first() else { return Some(tree) };
    let inner = match tree {
        Tree::List(items) => items.get(*first),
        Tree::Map(entries) => entries.get(*first).map(|(_, value)| value),
        _ => None,
    };
    node(inner?, rest)
}

fn node_mut<'t>(tree: &'t mut Tree, path: &[usize]) -> &'t mut Tree {
    let Some((first, rest)) = path.split_first() else { return tree };
    match tree {
        Tree::List(items) => node_mut(&mut items[*first], rest),
        Tree::Map(entries) => node_mut(&mut entries[*first].1, rest),
        other => other,
    }
}

fn remove(tree: &mut Tree, from: usize, to: usize) {
    match tree {
        Tree::List(items) => drop(items.drain(from..to)),
        Tree::Map(entries) => drop(entries.drain(from..to)),
        _ => {}
    }
}

/// The blocks of steps inside the step at an index of a list.
fn insides(tree: &Tree, at: usize) -> Vec<Vec<Tree>> {
    let Tree::List(items) = tree else { return vec![] };
    let mut blocks = vec![];
    if let Some(item) = items.get(at) {
        blocks_in(item, &mut blocks);
    }
    blocks
}

fn blocks_in(tree: &Tree, blocks: &mut Vec<Vec<Tree>>) {
    match tree {
        Tree::Map(entries) => entries.iter().for_each(|(_, value)| blocks_in(value, blocks)),
        Tree::List(items) if items.iter().all(|item| matches!(item, Tree::Map(_))) => {
            blocks.push(items.clone());
        }
        _ => {}
    }
}

fn splice(tree: &mut Tree, at: usize, inside: Vec<Tree>) {
    if let Tree::List(items) = tree {
        items.splice(at..=at, inside);
    }
}

/// Simpler variants of a tree.
fn simpler(tree: &Tree) -> Vec<Tree> {
    match tree {
        Tree::Number(number) => {
            let mut smaller = vec![0, 1, number / 2, number - 1];
            smaller.retain(|it| (0..*number).contains(it));
            smaller.dedup();
            smaller.into_iter().map(Tree::Number).collect()
        }
        // Expressions: a number, a condition that always or never holds, or half of the expression.
        Tree::Text(text) if text.contains([' ', '(', '.', '[']) => {
            let mut texts = vec!["0".to_owned(), "1".into(), "true".into(), "false".into()];
            for word in [" and ", " or "] {
                if let Some((left, right)) = text.split_once(word) {
                    texts.extend([bare(left), bare(right)]);
                }
            }
            if let Some(inside) = text.strip_prefix("not ") {
                texts.push(bare(inside));
            }
            texts.retain(|it| it.len() < text.len());
            texts.into_iter().map(Tree::Text).collect()
        }
        // `{ do: steps }` of an option, or steps alone.
        Tree::Map(_) => tree.get("do").into_iter().cloned().collect(),
        _ => vec![],
    }
}

/// The text without brackets around it.
fn bare(text: &str) -> String {
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    inside.unwrap_or(text).to_owned()
}
