//! Scans a script before it is compiled: how dense it is, and which of its loops iterate over a
//! table.
//!
//! Luau iterates over a table in memory order. For numbers, texts, and things of the game that
//! order is the same in every process; for tables and functions as keys it follows their addresses.
//! So the head of every such loop goes through the host, which checks the keys first: `for k, v in
//! t do` is compiled as `for k, v in __each(t) do`, on the same line.

use super::allowed::{EACH, KEEP};
use super::keep;
use boardwright_language::script_text::{Kind, Token, tokens};

/// Signs that can start work of their own: an index, a comparison, arithmetic, a call.
const WORKING: [&str; 15] =
    ["<", ">", "~", ".", "[", ":", "(", "+", "-", "*", "/", "%", "^", "#", "?"];

/// This many such signs in one function make each step of its pack cost one more unit ...
const SIGNS_PER_WEIGHT: u64 = 24;

/// ... and so do this many words, signs and literals of any kind.
const TOKENS_PER_WEIGHT: u64 = 512;

/// A script prepared for compilation.
#[derive(Debug)]
pub(super) struct Prepared {
    /// The text to compile. Line numbers are those of the original.
    pub text: String,
    /// The cost of a step. Steps are counted at calls and in loops; the code between two of these
    /// is bounded by the longest function of the file.
    pub weight: u64,
    /// The modules it requires, if it needs to be run only once, provided they do too; see
    /// `keep.rs`.
    pub kept: Option<Vec<String>>,
}

/// A rejected loop or name: its first byte, one past its last, and the reason.
pub(super) type Refused = (usize, usize, String);

pub(super) fn prepare(text: &str) -> Result<Prepared, Refused> {
    let tokens = tokens(text);
    if let Some(token) = tokens.iter().find(|token| token.is(EACH) || token.is(KEEP)) {
        let why = format!("`{}` is a name of the host", token.text);
        return Err((token.start, token.end(), why));
    }
    let plain_ipairs = is_only_called(&tokens, "ipairs");
    let mut changes: Vec<(usize, String)> = vec![];
    for (at, token) in tokens.iter().enumerate() {
        if !token.is("for") {
            continue;
        }
        let Some(head) = head(&tokens, at)? else { continue };
        let Head { word_in, word_do } = head;
        let is_ipairs = plain_ipairs
            && tokens[word_in + 1].is("ipairs")
            && closing(&tokens, word_in + 2) == Some(word_do - 1);
        if !is_ipairs {
            changes.push((tokens[word_in].end(), format!(" {EACH}(")));
            changes.push((tokens[word_do].start, ") ".to_owned()));
        }
    }
    let kept = keep::kept(&tokens);
    changes.extend(kept.iter().map(|kept| kept.insert.clone()));
    let kept = kept.map(|kept| kept.requires.into_iter().map(str::to_owned).collect());
    // The heads of loops may contain loops, too: sort by position; the order at one position is
    // kept.
    changes.sort_by_key(|(at, _)| *at);
    let mut out = String::with_capacity(text.len() + changes.len() * 9);
    let mut done = 0;
    for (at, insert) in changes {
        out.push_str(&text[done..at]);
        out.push_str(&insert);
        done = at;
    }
    out.push_str(&text[done..]);
    Ok(Prepared { text: out, weight: weight(&tokens), kept })
}

/// The tokens `in` and `do` of a loop.
struct Head {
    word_in: usize,
    word_do: usize,
}

fn depth(token: &Token, depth: usize) -> usize {
    if ["(", "[", "{"].iter().any(|open| token.is(open)) {
        depth + 1
    } else if [")", "]", "}"].iter().any(|close| token.is(close)) {
        depth.saturating_sub(1)
    } else {
        depth
    }
}

/// The head of the `for` at a position; `None` if it is numeric, or has no end.
fn head(tokens: &[Token], from: usize) -> Result<Option<Head>, Refused> {
    let (mut word_in, mut level) = (None, 0);
    for (at, token) in tokens.iter().enumerate().skip(from + 1) {
        level = depth(token, level);
        if level > 0 {
            continue;
        }
        match word_in {
            None if token.is("=") => return Ok(None),
            None if token.is("in") => word_in = Some(at),
            Some(word_in) if token.is("do") => {
                return Ok((at > word_in + 1).then_some(Head { word_in, word_do: at }));
            }
            // Its own loops also have a `do`. Inside brackets they do not matter.
            Some(_) if token.is("function") => {
                let why = "a loop cannot begin with a bare `function`; give it a name before";
                return Err((token.start, token.end(), why.to_owned()));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// The position of the bracket that closes the one at `open`.
fn closing(tokens: &[Token], open: usize) -> Option<usize> {
    if !tokens.get(open)?.is("(") {
        return None;
    }
    let mut level = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        level = depth(token, level);
        if level == 0 {
            return Some(at);
        }
    }
    None
}

/// Whether a name is used only for calls, so that it still means the host's function.
fn is_only_called(tokens: &[Token], name: &str) -> bool {
    tokens.iter().enumerate().filter(|(_, token)| token.is(name)).all(|(at, _)| {
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        tokens.get(at + 1).is_some_and(|after| after.is("("))
            && !before.is_some_and(|before| before.is("function"))
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    /// The file or a function: index of its counts.
    Function(usize),
    Other,
    /// `if` as a statement, with an `end`; as an expression without.
    If,
    IfInExpression,
}

/// The cost of a step in a file, by its longest function, not counting nested ones.
fn weight(tokens: &[Token]) -> u64 {
    let mut counts: Vec<(u64, u64)> = vec![(0, 0)];
    let mut blocks = vec![Block::Function(0)];
    let mut else_of = Block::Other;
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        if token.kind == Kind::Word {
            match token.text {
                "function" => {
                    counts.push((0, 0));
                    blocks.push(Block::Function(counts.len() - 1));
                }
                "do" | "repeat" => blocks.push(Block::Other),
                "if" => {
                    let is_expression = match before {
                        Some(before) if before.is("then") => {
                            blocks.last() == Some(&Block::IfInExpression)
                        }
                        Some(before) if before.is("else") => else_of == Block::IfInExpression,
                        Some(before) => wants_value(before),
                        None => false,
                    };
                    blocks.push(if is_expression { Block::IfInExpression } else { Block::If });
                }
                "else" => {
                    else_of = blocks.last().copied().unwrap_or(Block::Other);
                    if else_of == Block::IfInExpression {
                        blocks.pop();
                    }
                }
                "end" | "until" if blocks.len() > 1 => {
                    blocks.pop();
                }
                _ => {}
            }
        }
        let within = blocks.iter().rev().find_map(|block| match block {
            Block::Function(index) => Some(*index),
            _ => None,
        });
        let (signs, all) = &mut counts[within.unwrap_or(0)];
        *all += 1;
        if token.kind == Kind::Sign && WORKING.contains(&token.text) {
            *signs += 1;
        }
    }
    let signs = counts.iter().map(|(signs, _)| *signs).max().unwrap_or(0);
    let all = counts.iter().map(|(_, all)| *all).max().unwrap_or(0);
    1 + signs / SIGNS_PER_WEIGHT + all / TOKENS_PER_WEIGHT
}

/// Whether a value must follow: after an operator, or a word that takes a value.
pub(super) fn wants_value(before: &Token) -> bool {
    const WORDS: [&str; 9] = ["and", "or", "not", "return", "in", "until", "if", "elseif", "while"];
    match before.kind {
        Kind::Word => WORDS.contains(&before.text),
        Kind::Sign => ![")", "]", "}", ";", "."].contains(&before.text),
        // The text before a value inside backticks.
        Kind::Literal => before.text.ends_with('{') && before.text.starts_with(['`', '}']),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(text: &str) -> String {
        prepare(text).expect("it is taken").text
    }

    #[test]
    fn loops_over_tables_go_through_the_host() {
        let same = |text: &str| assert_eq!(compiled(text), text);
        same("for i = 1, 3 do end");
        same("for _, x in ipairs(list) do end");
        same("for _, x in ipairs(f(function() while a do end end)) do end");
        same("-- for k in t do end\nlocal s = 'for k in t do' .. [[ for k in t do ]]");
        insta::assert_snapshot!(compiled("for k in t do end"), @"for k in __each( t ) do end");
        insta::assert_snapshot!(
            compiled("for k: string, v: { [string]: number } in pairs(t) do end"),
            @"for k: string, v: { [string]: number } in __each( pairs(t) ) do end"
        );
        insta::assert_snapshot!(
            compiled("for k in next, f(function() for j in u do end end) do end"),
            @"for k in __each( next, f(function() for j in __each( u ) do end end) ) do end"
        );
        insta::assert_snapshot!(
            compiled("local ipairs = x for k in ipairs(t) do end"),
            @"local ipairs = x for k in __each( ipairs(t) ) do end"
        );
        insta::assert_snapshot!(
            compiled("for k in ipairs(t), u do end for k in ipairs(t)[1] do end"),
            @"for k in __each( ipairs(t), u ) do end for k in __each( ipairs(t)[1] ) do end"
        );
    }

    #[test]
    fn code_cannot_hide() {
        // As in Luau: a comment ends at a carriage return, and backticks contain code.
        insta::assert_snapshot!(
            compiled("-- x\rfor k in t do end").replace('\r', "^"),
            @"-- x^for k in __each( t ) do end"
        );
        insta::assert_snapshot!(
            compiled("local s = `a{(function() for k in t do end end)()}b{`{1}`}` for k in u do end"),
            @"local s = `a{(function() for k in __each( t ) do end end)()}b{`{1}`}` for k in __each( u ) do end"
        );
        insta::assert_snapshot!(
            compiled("local s = `\\{ ` for k in t do end local u = '`'"),
            @r"local s = `\{ ` for k in __each( t ) do end local u = '`'"
        );
        assert!(prepare("local __each = 1").is_err());
        assert!(prepare("for k in function() for i = 1, 2 do end end do end").is_err());
    }

    #[test]
    fn the_longest_function_makes_the_weight() {
        let of = |text: &str| prepare(text).unwrap().weight;
        assert_eq!(of("return {}"), 1);
        let sums = |n: usize| "x = a < b ".repeat(n);
        assert_eq!(of(&sums(48)), 3);
        assert_eq!(of(&format!("function t.f() {} end", sums(48))), 3);
        // Two functions next to each other are no heavier than one.
        let two = format!("function t.f() {} end function t.g() {} end", sums(48), sums(48));
        assert_eq!(of(&two), 3);
        // A nested function does not make the outer one lighter.
        let split = format!("{} local f = function() end {}", sums(48), sums(48));
        assert_eq!(of(&split), 5);
        let chosen =
            "local x = if a then 1 else if b then 2 else 3 if c then y = 1 else if d then end end";
        let nested = format!("function t.f() {chosen} {} end {}", sums(24), sums(48));
        assert_eq!(of(&nested), 3);
        let data = format!("local t = {{ {} }}", "a = 1, ".repeat(200));
        assert_eq!(of(&data), 2);
    }
}
