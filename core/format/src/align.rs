//! Gaps between tokens on a line. Columns that the author aligned stay aligned.

use super::tokens::{Token, TokenKind};

/// The kinds of gaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Gap {
    /// A fixed number of spaces.
    Fixed(usize),
    /// Before a value or an item: one space, or aligned with its neighbours.
    Value,
    /// Before a comment: unchanged, or aligned with its neighbours.
    Comment,
}

/// A line of output, up to a value that continues below, or from the end of such a value.
struct Row {
    line: usize,
    /// The columns before its first gap.
    base: usize,
    /// Its tokens with a gap before them; the first has one only after a value from above.
    from: usize,
    to: usize,
}

/// Gaps on consecutive lines whose tokens began in the same column.
struct Group {
    column: usize,
    /// The row and token of each.
    members: Vec<(usize, usize)>,
}

/// Sets the space before every token that is not the first on its line.
pub(super) fn align(tokens: &mut [Token]) {
    let gaps = gaps(tokens);
    let rows = rows(tokens);
    let groups = groups(tokens, &gaps, &rows);
    let runs: Vec<usize> = tokens.iter().map(|token| token.space).collect();
    for (token, gap) in tokens.iter_mut().zip(&gaps).filter(|(token, _)| !token.leads()) {
        token.space = match gap {
            Gap::Fixed(space) => *space,
            Gap::Value => 1,
            Gap::Comment => token.space.max(1),
        };
    }
    // From left to right, because the columns on the left determine where the rest begins.
    for group in groups {
        let ends: Vec<usize> = group
            .members
            .iter()
            .map(|(row, at)| rows.get(*row).map_or(0, |row| row.width(tokens, *at)))
            .collect();
        let run = group.members.iter().filter_map(|(_, at)| runs.get(*at)).min();
        let column = ends.iter().max().unwrap_or(&0) + run.unwrap_or(&1);
        for ((_, at), end) in group.members.iter().zip(ends) {
            if let Some(token) = tokens.get_mut(*at) {
                token.space = column - end;
            }
        }
    }
}

fn gaps(tokens: &[Token]) -> Vec<Gap> {
    let before = std::iter::once(None).chain(tokens.iter().map(Some));
    before
        .zip(tokens)
        .map(|(before, token)| match before {
            Some(before) if !token.leads() => gap(before, token),
            _ => Gap::Fixed(token.space),
        })
        .collect()
}

fn gap(before: &Token, token: &Token) -> Gap {
    use TokenKind::{Comment, Mark};
    match (before.kind, token.kind) {
        (_, Comment) => Gap::Comment,
        (Mark('{'), Mark('}')) | (Mark('['), _) => Gap::Fixed(0),
        (Mark('{'), _) | (_, Mark('}')) => Gap::Fixed(1),
        // The value is missing: without the space, the colon may become part of the key.
        (Mark(':'), Mark(',' | ']')) => Gap::Fixed(token.space),
        (_, Mark(']' | ',' | ':')) => Gap::Fixed(0),
        (Mark(':' | ','), _) => Gap::Value,
        (Mark('-'), _) => Gap::Fixed(1),
        _ => Gap::Fixed(token.space),
    }
}

fn rows(tokens: &[Token]) -> Vec<Row> {
    let mut rows: Vec<Row> = vec![];
    let mut base = None;
    for (at, token) in tokens.iter().enumerate() {
        if token.leads() {
            let base = token.space + width(&token.text);
            rows.push(Row { line: token.line, base, from: at + 1, to: at + 1 });
        } else if let Some(base) = base {
            rows.push(Row { line: token.line, base, from: at, to: at + 1 });
        } else if let Some(row) = rows.last_mut() {
            row.to = at + 1;
        }
        base = token.text.rsplit_once('\n').map(|(_, last)| width(last));
    }
    rows
}

impl Row {
    /// The columns before the gap of a token.
    fn width(&self, tokens: &[Token], at: usize) -> usize {
        let before = tokens.get(self.from..at).unwrap_or_default();
        self.base + before.iter().map(|token| token.space + width(&token.text)).sum::<usize>()
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// The aligned groups, from left to right.
fn groups(tokens: &[Token], gaps: &[Gap], rows: &[Row]) -> Vec<Group> {
    let mut done: Vec<Group> = vec![];
    // The groups of the line above.
    let mut open: Vec<(Gap, Group)> = vec![];
    let mut line_above = None;
    for (number, row) in rows.iter().enumerate() {
        if line_above.is_none_or(|above| above + 1 != row.line && above != row.line) {
            done.extend(open.drain(..).map(|(_, group)| group));
        }
        let mut next = vec![];
        for at in row.from..row.to {
            let (Some(token), Some(gap)) = (tokens.get(at), gaps.get(at)) else { continue };
            if matches!(gap, Gap::Fixed(_)) || token.space == 0 {
                continue;
            }
            let same = |(kind, group): &(Gap, Group)| kind == gap && group.column == token.column;
            let mut group = match open.iter().position(same) {
                Some(at) => open.swap_remove(at).1,
                None => Group { column: token.column, members: vec![] },
            };
            group.members.push((number, at));
            next.push((*gap, group));
        }
        done.extend(open.drain(..).map(|(_, group)| group));
        open = next;
        line_above = Some(row.line);
    }
    done.extend(open.into_iter().map(|(_, group)| group));
    let wide = |(_, at): &(usize, usize)| tokens.get(*at).is_some_and(|token| token.space > 1);
    done.retain(|group| group.members.len() > 1 && group.members.iter().any(wide));
    done.sort_by_key(|group| group.column);
    done
}
