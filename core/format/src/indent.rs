//! Indentation: two spaces for each level, list items one level below their key.

use super::tokens::{Token, TokenKind, block_indent};
use boardwright_syntax::yaml::{Kind, Map, Node};

/// The number of spaces per level.
const LEVEL: usize = 2;

/// Sets the indentation of every token that is first on its line, and the shift of further lines of
/// multi-line values.
pub(super) fn indent(text: &str, tree: &Node, tokens: &mut [Token]) {
    let old: Vec<usize> = tokens.iter().map(|token| token.column).collect();
    let mut work = Work { text, tokens };
    match &tree.kind {
        Kind::Map(map) if !work.is_flow(tree) => work.map(map, 0),
        Kind::Seq(items) if !work.is_flow(tree) => work.list(tree, items, 0),
        _ => {}
    }
    comments(tokens, &old);
    for token in tokens.iter_mut().filter(|token| token.is_long()) {
        token.text = match token.is_block() {
            true => shifted_block(&token.text, token.shift),
            false => shifted(&token.text, token.shift),
        };
    }
}

struct Work<'a> {
    text: &'a str,
    tokens: &'a mut [Token],
}

/// The old and new column of a block.
#[derive(Clone, Copy)]
struct Block {
    old: usize,
    new: usize,
}

impl Work<'_> {
    fn at(&mut self, start: u32) -> Option<&mut Token> {
        let index = self.index(start as usize);
        self.tokens.get_mut(index).filter(|token| token.start == start as usize)
    }

    /// The first token at or after an offset.
    fn index(&self, start: usize) -> usize {
        self.tokens.partition_point(|token| token.start < start)
    }

    /// Whether a list or mapping is written in brackets or braces.
    fn is_flow(&self, node: &Node) -> bool {
        let open = self.text.as_bytes().get(node.span.start as usize);
        matches!(open, Some(b'[' | b'{'))
    }

    fn map(&mut self, map: &Map, new: usize) {
        for entry in &map.entries {
            let Some(key) = self.at(entry.key_span.start) else { continue };
            let block = Block { old: key.column, new };
            lead(key, new);
            key.shift = new as isize - block.old as isize;
            self.value(&entry.value, block);
        }
    }

    fn list(&mut self, node: &Node, items: &[Node], new: usize) {
        let (from, to) = (self.index(node.span.start as usize), self.index(node.span.end as usize));
        let Some(old) = self.tokens.get(from).map(|token| token.column) else { return };
        for token in self.tokens.get_mut(from..to).unwrap_or_default() {
            if token.kind == TokenKind::Mark('-') && token.column == old {
                lead(token, new);
            }
        }
        for item in items {
            self.value(item, Block { old, new });
        }
    }

    /// The contents of a block: the value of a key, or an item.
    fn value(&mut self, node: &Node, block: Block) {
        match &node.kind {
            Kind::Map(map) if !self.is_flow(node) => return self.map(map, block.new + LEVEL),
            Kind::Seq(items) if !self.is_flow(node) => {
                return self.list(node, items, block.new + LEVEL);
            }
            _ => {}
        }
        let Some(first) = self.at(node.span.start) else { return };
        let (mut shift, mut least) = (block.new as isize - block.old as isize, 0);
        if first.is_block() {
            let inside = block_indent(&first.text).unwrap_or(0);
            shift = (block.new + LEVEL) as isize - inside as isize;
        } else if first.leads() {
            // On its own line, below its key.
            shift = (block.new + LEVEL) as isize - first.column as isize;
            least = block.new + 1;
        }
        let (from, to) = (self.index(node.span.start as usize), self.index(node.span.end as usize));
        for token in self.tokens.get_mut(from..to).unwrap_or_default() {
            token.shift = shift;
            let column = moved(token.column, shift).max(least);
            lead(token, column);
        }
    }
}

fn lead(token: &mut Token, column: usize) {
    if token.leads() {
        token.space = column;
    }
}

fn moved(column: usize, shift: isize) -> usize {
    column.saturating_add_signed(shift)
}

/// A comment on its own line follows the line below it, or the line above it that began in the same
/// column.
fn comments(tokens: &mut [Token], old: &[usize]) {
    let is_line = |token: &Token| token.leads() && token.kind != TokenKind::Comment;
    for at in 0..tokens.len() {
        let Some(token) = tokens.get(at) else { continue };
        if token.kind != TokenKind::Comment || !token.leads() {
            continue;
        }
        let column = token.column;
        let was = |index: usize| old.get(index).copied().unwrap_or_default();
        let mut lines_above = (0..at).rev().filter(|index| tokens.get(*index).is_some_and(is_line));
        let above = lines_above.find(|index| was(*index) <= column);
        let above = above.filter(|index| was(*index) == column);
        let below = (at..tokens.len()).find(|index| tokens.get(*index).is_some_and(is_line));
        let space = |index: usize| tokens.get(index).map_or(0, |token| token.space);
        let mut new = match (below, above) {
            (Some(below), _) if was(below) == column => space(below),
            (_, Some(above)) => space(above),
            (Some(below), None) => moved(column, space(below) as isize - was(below) as isize),
            (None, None) => column,
        };
        // Below such a text, it would become part of it.
        let last = tokens.get(..at).unwrap_or_default().iter().rev();
        let last = last.into_iter().find(|token| token.kind != TokenKind::Comment);
        if let Some(text) = last.filter(|token| token.is_block()) {
            let inside = block_indent(&text.text).map(|inside| moved(inside, text.shift));
            new = inside.map_or(new, |inside| new.min(inside.saturating_sub(1)));
        }
        if let Some(token) = tokens.get_mut(at) {
            token.space = new;
        }
    }
}

fn leading(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Moves the further lines of a text that begins with `|` or `>`. Trailing spaces of its lines are
/// part of it.
fn shifted_block(text: &str, shift: isize) -> String {
    let inside = block_indent(text).unwrap_or(0);
    let mut lines = text.split('\n');
    let mut new = lines.next().unwrap_or_default().trim_end().to_owned();
    for line in lines {
        new.push('\n');
        let space = leading(line);
        if space < line.len() || space > inside {
            new.extend(std::iter::repeat_n(' ', moved(space, shift)));
            new.push_str(line.get(space..).unwrap_or_default());
        }
    }
    new
}

/// Moves the further lines of any other text; leading and trailing spaces of a line are not part of
/// it.
fn shifted(text: &str, shift: isize) -> String {
    let mut new = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            new.push('\n');
        }
        let trimmed = line.trim_end_matches([' ', '\t']);
        // Keep an escaped space.
        let line = if trimmed.ends_with('\\') { line } else { trimmed };
        let space = leading(line);
        if number > 0 && space < line.len() {
            new.extend(std::iter::repeat_n(' ', moved(space, shift)));
            new.push_str(line.get(space..).unwrap_or_default());
        } else if number == 0 {
            new.push_str(line);
        }
    }
    new
}
