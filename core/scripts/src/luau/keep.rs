//! Decides which script files need to be run only once: those that cannot carry anything from call
//! to call.
//!
//! The tables next to the functions of such a file are frozen after it is read. What could still
//! change are the names of the file itself, and tables that no name of it leads to. So a file is
//! kept if its functions assign none of its names, no name is declared twice, nothing but `require`
//! is called while it is read, and there is no block outside of functions. If the tokens leave any
//! doubt, the file is not kept: it is run again for every call, which is slower and means the same.

use super::allowed::KEEP;
use super::loops::wants_value;
use boardwright_language::script_text::{Kind, Token};

/// The text to insert into a kept file, and the modules it requires.
pub(super) struct Kept<'a> {
    /// Before the last `return`: freezes the values of the file's names.
    pub insert: (usize, String),
    /// The modules it requires.
    pub requires: Vec<&'a str>,
}

const WORDS: [&str; 22] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while", "continue",
];

fn is_name(token: &Token) -> bool {
    token.kind == Kind::Word && !WORDS.contains(&token.text)
}

/// The nesting of a token.
#[derive(Clone, Copy)]
struct Depth {
    /// How many functions it is inside.
    functions: usize,
    /// How many brackets of the innermost function it is inside.
    brackets: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    /// A function, with the number of brackets open around it.
    Function(usize),
    Other,
    /// `if` as an expression has no `end`.
    IfInExpression,
}

/// The nesting of each token; `None` if there are blocks outside of functions, or they are unclear.
fn depths(tokens: &[Token]) -> Option<Vec<Depth>> {
    let (mut depths, mut blocks) = (vec![], vec![]);
    let (mut functions, mut brackets) = (0_usize, 0_usize);
    let mut else_of = Block::Other;
    for (at, token) in tokens.iter().enumerate() {
        let mut after = None;
        if ["(", "[", "{"].iter().any(|open| token.is(open)) {
            brackets += 1;
        } else if [")", "]", "}"].iter().any(|close| token.is(close)) {
            brackets = brackets.checked_sub(1)?;
        } else if token.kind == Kind::Word {
            match token.text {
                "function" => {
                    blocks.push(Block::Function(std::mem::take(&mut brackets)));
                    functions += 1;
                }
                "do" | "repeat" | "if" if functions == 0 => return None,
                "do" | "repeat" => blocks.push(Block::Other),
                "if" => {
                    let last = blocks.last().copied().unwrap_or(Block::Other);
                    let is_expression = match at.checked_sub(1).map(|before| &tokens[before]) {
                        Some(before) if before.is("then") => last == Block::IfInExpression,
                        Some(before) if before.is("else") => else_of == Block::IfInExpression,
                        Some(before) => wants_value(before),
                        None => false,
                    };
                    blocks.push(if is_expression { Block::IfInExpression } else { Block::Other });
                }
                "else" => {
                    else_of = blocks.last().copied()?;
                    if else_of == Block::IfInExpression {
                        blocks.pop();
                    }
                }
                "until" | "end" => after = Some(blocks.pop()?),
                _ => {}
            }
        }
        depths.push(Depth { functions, brackets });
        if let Some(Block::Function(around)) = after {
            (functions, brackets) = (functions - 1, around);
        }
    }
    blocks.is_empty().then_some(depths)
}

/// The largest number of names in a kept file.
const NAMES_MAX: usize = 60;

/// Words that begin or end a statement.
const STATEMENTS: [&str; 14] = [
    "break", "do", "else", "elseif", "end", "for", "function", "if", "local", "repeat", "return",
    "then", "until", "while",
];

/// Whether a file can be kept, and how.
pub(super) fn kept<'a>(tokens: &[Token<'a>]) -> Option<Kept<'a>> {
    let depths = depths(tokens)?;
    let outside = |at: usize| depths[at].functions == 0;
    let names = names(tokens, &outside)?;
    // They are all arguments of one call, which is limited by the registers of the VM.
    if names.len() > NAMES_MAX {
        return None;
    }
    let assigned = |at: usize| {
        // Statements are not inside brackets.
        let is_statement = depths[at].brackets == 0;
        is_statement && names.contains(&tokens[at].text) && is_assigned(tokens, at)
    };
    let declared = |at: usize| at > 0 && tokens[at - 1].is("local");
    if (0..tokens.len()).any(|at| is_name(&tokens[at]) && !declared(at) && assigned(at)) {
        return None;
    }
    let mut requires = vec![];
    for at in 0..tokens.len() {
        if tokens[at].is("require") {
            requires.push(required(tokens, at)?);
        } else if outside(at) && is_call(tokens, at) {
            return None;
        }
    }
    let mut returns = (0..tokens.len()).filter(|at| outside(*at) && tokens[*at].is("return"));
    let last = returns.next().filter(|_| returns.next().is_none())?;
    let insert = format!("{KEEP}({}); ", names.join(", "));
    Some(Kept { insert: (tokens[last].start, insert), requires })
}

/// The names of the file: its `local`s outside of functions.
fn names<'a>(tokens: &[Token<'a>], outside: &dyn Fn(usize) -> bool) -> Option<Vec<&'a str>> {
    let mut names = vec![];
    for at in (0..tokens.len()).filter(|at| outside(*at) && tokens[*at].is("local")) {
        let name = tokens.get(at + 1)?;
        if name.is("function") {
            names.push(tokens.get(at + 2).filter(|name| is_name(name))?.text);
            continue;
        }
        if !is_name(name) {
            return None;
        }
        names.push(name.text);
        // One name per `local`, and only types of a single word.
        let mut next = at + 2;
        if tokens.get(next)?.is(":") {
            let is_plain = is_name(tokens.get(next + 1)?);
            next = if is_plain { next + 2 } else { return None };
        }
        if !tokens.get(next)?.is("=") {
            return None;
        }
    }
    let mut seen = names.clone();
    seen.sort_unstable();
    (!seen.windows(2).any(|two| two[0] == two[1])).then_some(names)
}

/// Whether the name at a position may be assigned to.
fn is_assigned(tokens: &[Token], at: usize) -> bool {
    if at > 0 && (tokens[at - 1].is(".") || tokens[at - 1].is(":")) {
        return false;
    }
    if at > 0 && tokens[at - 1].is("function") {
        let is_local = at > 1 && tokens[at - 2].is("local");
        return !is_local && tokens.get(at + 1).is_some_and(|next| next.is("(") || next.is("<"));
    }
    let sign = |at: usize| tokens.get(at).filter(|token| token.kind == Kind::Sign);
    let text = |at: usize| sign(at).map_or("", |token| token.text);
    match text(at + 1) {
        "=" => text(at + 2) != "=" || sign(at + 2).map(|it| it.start) != Some(tokens[at + 1].end()),
        "+" | "-" | "*" | "%" | "^" => text(at + 2) == "=",
        "/" | "." => {
            text(at + 2) == "=" || text(at + 2) == tokens[at + 1].text && text(at + 3) == "="
        }
        "," => {
            // Assignment to several names, if a sign comes before the statement is certainly over.
            // Brackets are skipped.
            let mut depth = 0_usize;
            for (next, token) in tokens.iter().enumerate().skip(at + 2) {
                match token.text {
                    "(" | "[" | "{" if token.kind == Kind::Sign => depth += 1,
                    ")" | "]" | "}" if token.kind == Kind::Sign && depth == 0 => return false,
                    ")" | "]" | "}" if token.kind == Kind::Sign => depth -= 1,
                    "=" if token.kind == Kind::Sign && depth == 0 => return true,
                    word if token.kind == Kind::Word
                        && depth == 0
                        && STATEMENTS.contains(&word) =>
                    {
                        return next > at + 2 && word == "function";
                    }
                    _ => {}
                }
            }
            false
        }
        _ => false,
    }
}

/// Whether a call begins at a position, with or without parentheses.
fn is_call(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| &tokens[before]);
    if before.is_some_and(|before| before.is("require")) {
        return false;
    }
    let is_value = before.is_some_and(|it| {
        is_name(it) || it.kind == Kind::Literal || it.is(")") || it.is("]") || it.is("}")
    });
    let token = &tokens[at];
    token.is("(") || is_value && (token.is("{") || token.kind == Kind::Literal)
}

/// The module named by a `require`.
fn required<'a>(tokens: &[Token<'a>], at: usize) -> Option<&'a str> {
    let name = match tokens.get(at + 1)? {
        open if open.is("(") => {
            tokens.get(at + 2).filter(|_| tokens.get(at + 3).is_some_and(|it| it.is(")")))?
        }
        name => name,
    };
    let quoted = name.kind == Kind::Literal && name.text.starts_with(['"', '\'']);
    quoted.then(|| name.text.trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_language::script_text::tokens;

    fn inserted(text: &str) -> Option<String> {
        kept(&tokens(text)).map(|kept| kept.insert.1)
    }

    #[test]
    fn files_that_hold_nothing_back_are_kept() {
        let mill = "local list = require(\"std/list\") local worth: Worth = { 1, 2 } local mill = {}
            local function sum(a, b) local x, y = a, b x, y = y, x if x == worth then x = 1 end return x, y end
            function mill.f(view) local t = {} t.worth = 1 t, u = 1, 2
                for _, it in worth do if it then if it == 1 then sum(worth, function() return it end) end end end
                return if view then worth else { worth = mill.g() } end
            return mill";
        assert_eq!(inserted(mill).unwrap(), "__keep(list, worth, mill, sum); ");
        assert_eq!(inserted("return { f = function(view) return 1 end }").unwrap(), "__keep(); ");
    }

    #[test]
    fn others_are_run_anew() {
        for (why, text) in [
            ("assigned", "local n = 0 local t = {} function t.f() n = 1 end return t"),
            ("added to", "local n = 0 local t = {} function t.f() n += 1 end return t"),
            ("joined", "local n = '' local t = {} function t.f() n ..= 'x' end return t"),
            ("divided", "local n = 1 local t = {} function t.f() n //= 2 end return t"),
            ("two", "local n = 1 local t = {} function t.f() local x = 1 x, n = 2, 3 end return t"),
            (
                "first of two",
                "local n = 1 local t = {} function t.f(x) n, x.y[1] = 2, 3 end return t",
            ),
            (
                "hidden",
                "local n = 1 local t = {} function t.f(x) n, x[(function() return 1 end)()] = 2, 3 end return t",
            ),
            (
                "behind an operator",
                "local n = 1 local t = {} function t.f(x) n, x[#x + 1] = 2, 3 end return t",
            ),
            ("generic", "local n = 1 local t = {} function t.f() function n<T>() end end return t"),
            ("cut off", "local m = require(\"x\""),
            ("declared twice", "local n = {} local n = {} local t = {} return t"),
            ("without a value", "local n local t = {} function t.f() return n end return t"),
            ("several", "local a, b = {}, {} local t = {} return t"),
            ("block", "local t = {} do local n = {} function t.f() n.x = 1 end end return t"),
            ("loop", "local t = {} for i = 1, 2 do t[i] = function() return i end end return t"),
            ("call", "local t = {} local f = make() return t"),
            ("call in a table", "local t = { f = make() } return t"),
            ("call without brackets", "local t = make { 1 } return t"),
            ("call of a text", "local t = make 'x' return t"),
            (
                "called at once",
                "local t = (function() local n = 0 return { f = function() n += 1 end } end)() return t",
            ),
            (
                "unknown module",
                "local name = 'x' local t = {} function t.f() return require(name) end return t",
            ),
            ("a function", "local n = 1 local t = {} function t.f() function n() end end return t"),
            ("not clear", "local t = {} function t.f(a) if a then return 1 end return t"),
        ] {
            assert_eq!(inserted(text), None, "{why}: {text}");
        }
    }
}
