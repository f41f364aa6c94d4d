//! Splits text into tokens, and parses those into a tree.
//!
//! Spellings of other languages are reported but read as intended, so that one pass finds several
//! mistakes. Parsing stops at the first grammar mistake, because what follows would be guesswork.

use super::{Ast, AstKind, BinOp, DEPTH_MAX, GRIP_UNARY, Ident, Text, UnOp, too_deep};
use crate::diag::Diagnostic;
use crate::diag::codes::expr as code;
use crate::number::COUNTER_MAX;
use crate::source::Span;

/// Deepest nesting while parsing. It is twice the depth of a tree, because parentheses, which leave
/// no trace in it, may surround every level.
const NESTING_MAX: u32 = 2 * DEPTH_MAX;

/// Longest operand repeated in a help line, in characters.
const QUOTE_MAX: usize = 30;

/// Parses all tokens as one expression.
pub(super) fn whole(text: Text, tokens: Vec<Token>, diags: &mut Vec<Diagnostic>) -> Option<Ast> {
    let mut rest = tokens.into_iter();
    let now = rest.next()?;
    if now.kind == Tok::End {
        let diag =
            Diagnostic::error(code::EMPTY, "the expression is empty", text.span, "nothing here")
                .help("write a value, such as `0` or `true`");
        diags.push(diag);
        return None;
    }
    let mut parser = Parser { text, now, rest, passed: 0, nesting: 0, diags };
    let ast = parser.expr(0)?;
    if parser.now.kind == Tok::End { Some(ast) } else { parser.left_over() }
}

struct Parser<'a> {
    text: Text<'a>,
    now: Token,
    rest: std::vec::IntoIter<Token>,
    /// The end of the previous token.
    passed: usize,
    nesting: u32,
    diags: &'a mut Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    /// Parses an expression whose operators bind at least that tightly.
    fn expr(&mut self, grip_min: u8) -> Option<Ast> {
        self.nesting += 1;
        if self.nesting > NESTING_MAX {
            return self.fail(too_deep(self.here()));
        }
        let start = self.now.start;
        let mut left = self.unary()?;
        while let Some(op) = self.operator()
            && op.grip() >= grip_min
        {
            let sign = self.advance();
            if sign.kind == Tok::Sign("=") {
                self.diags.push(misspelt("=", "==", self.place(&sign)));
            }
            let right_start = self.now.start;
            let right = self.expr(op.grip() + 1)?;
            if op.is_comparison() && self.operator().is_some_and(BinOp::is_comparison) {
                return self.chain(start, &sign, right_start);
            }
            left = self.node(start, AstKind::Binary(op, Box::new(left), Box::new(right)));
        }
        self.nesting -= 1;
        Some(left)
    }

    fn unary(&mut self) -> Option<Ast> {
        let start = self.now.start;
        let op = match self.now.kind {
            Tok::Sign("-") => UnOp::Neg,
            Tok::Sign("not") => UnOp::Not,
            _ => return self.operand(),
        };
        self.advance();
        if op == UnOp::Neg && self.now.kind == Tok::Int {
            let value = self.number("-")?;
            return self.plain(start, value);
        }
        let operand = self.expr(GRIP_UNARY)?;
        Some(self.node(start, AstKind::Unary(op, Box::new(operand))))
    }

    fn operand(&mut self) -> Option<Ast> {
        let start = self.now.start;
        let kind = match &self.now.kind {
            Tok::Int => {
                let value = self.number("")?;
                return self.plain(start, value);
            }
            Tok::Name(name) => {
                let name = AstKind::Name(name.clone());
                self.advance();
                let name = self.node(start, name);
                return self.suffixes(start, name);
            }
            Tok::Sign("(") => {
                let open = self.advance();
                let inner = self.expr(0)?;
                self.close(&open, ")")?;
                let enclosed = self.node(start, inner.kind);
                return self.suffixes(start, enclosed);
            }
            Tok::Sign("{") => {
                let list = self.list()?;
                return self.plain(start, list);
            }
            Tok::Sign("if") => {
                let kind = self.choice()?;
                return Some(self.node(start, kind));
            }
            Tok::Str(value) => AstKind::Str(value.clone()),
            Tok::Sign("true") => AstKind::Bool(true),
            Tok::Sign("false") => AstKind::Bool(false),
            Tok::Sign("nil") => AstKind::Nil,
            _ => return self.no_value(),
        };
        self.advance();
        self.plain(start, kind)
    }

    /// Parses the fields, indexes and calls that follow.
    fn suffixes(&mut self, start: usize, mut base: Ast) -> Option<Ast> {
        loop {
            let kind = match self.now.kind {
                Tok::Sign(".") => {
                    self.advance();
                    AstKind::Field(Box::new(base), self.field()?)
                }
                Tok::Sign("[") => {
                    let open = self.advance();
                    let index = self.expr(0)?;
                    self.close(&open, "]")?;
                    AstKind::Index(Box::new(base), Box::new(index))
                }
                Tok::Sign("(") => {
                    let open = self.advance();
                    let mut args = vec![];
                    if self.now.kind != Tok::Sign(")") {
                        args.push(self.expr(0)?);
                        while self.eat(",") {
                            args.push(self.expr(0)?);
                        }
                    }
                    self.close(&open, ")")?;
                    AstKind::Call(Box::new(base), args)
                }
                _ => return Some(base),
            };
            base = self.node(start, kind);
        }
    }

    fn field(&mut self) -> Option<Ident> {
        match &self.now.kind {
            Tok::Name(name) => {
                let ident = Ident { span: self.here(), name: name.clone() };
                self.advance();
                Some(ident)
            }
            Tok::Sign(word) if is_word(word) => {
                let help = format!("write `['{word}']` instead of `.{word}`");
                self.reserved(word, help)
            }
            _ => {
                let help = "the name of a field follows the dot: `it.level`";
                let diag = self.unexpected("the name of a field").help(help);
                self.fail(diag)
            }
        }
    }

    /// Parses `{a, b}`; as in Lua, a comma may follow the last item.
    fn list(&mut self) -> Option<AstKind> {
        let open = self.advance();
        let mut items = vec![];
        while self.now.kind != Tok::Sign("}") {
            let next = self.rest.as_slice().first().map(|token| &token.kind);
            if matches!((&self.now.kind, next), (Tok::Name(_), Some(Tok::Sign("=")))) {
                let message = "the entries of a list have no names";
                let diag = Diagnostic::error(code::UNEXPECTED, message, self.here(), "a name");
                return self.fail(diag.help("write the values only: `{1, 2, 3}`"));
            }
            items.push(self.expr(0)?);
            if !self.eat(",") {
                break;
            }
        }
        self.close(&open, "}")?;
        Some(AstKind::List(items))
    }

    /// Parses `if a then b else c`, at the `if` or `elseif`.
    fn choice(&mut self) -> Option<AstKind> {
        let opening = self.advance();
        let condition = self.expr(0)?;
        if !self.eat("then") {
            return self.lacks_part(&opening, "then");
        }
        let yes = self.expr(0)?;
        let start = self.now.start;
        let no = if self.now.kind == Tok::Sign("elseif") {
            self.nesting += 1;
            if self.nesting > NESTING_MAX {
                return self.fail(too_deep(self.here()));
            }
            let kind = self.choice()?;
            self.nesting -= 1;
            self.node(start, kind)
        } else if self.eat("else") {
            self.expr(0)?
        } else {
            return self.lacks_part(&opening, "else");
        };
        Some(AstKind::If(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    /// Parses digits as a whole number with this sign.
    fn number(&mut self, sign: &str) -> Option<AstKind> {
        let token = self.advance();
        let digits: String = self.slice(&token).chars().take_while(char::is_ascii_digit).collect();
        // Without digits it is `.5`, which the lexer has already reported.
        match format!("{sign}0{digits}").parse() {
            Ok(value) => Some(AstKind::Int(value)),
            Err(_) => {
                let message = format!("`{digits}` is too large a number");
                let label = format!("expected at most {COUNTER_MAX}");
                let diag = Diagnostic::error(code::TOO_LARGE, message, self.place(&token), label);
                self.fail(diag.help("to say `no limit` leave the limit out"))
            }
        }
    }

    /// Finishes a value that, as in Lua, takes no suffix.
    fn plain(&mut self, start: usize, kind: AstKind) -> Option<Ast> {
        let Tok::Sign("." | "[" | "(") = self.now.kind else {
            return Some(self.node(start, kind));
        };
        let value = self.text.slice(start, self.passed);
        let sign = self.slice(&self.now);
        let diag = if let Some(taken) = self.list_index(value) {
            self.diag_here(code::BARE_VALUE, "`[` cannot follow a list", "takes nothing of it")
                .help(format!("write `{taken}`"))
        } else if short(value) {
            let message = format!("`{sign}` cannot follow `{value}`");
            self.diag_here(code::BARE_VALUE, message, "expected an operator or the end")
                .help(format!("if it is meant, put parentheses: `({value}){sign}`..."))
        } else {
            let message = format!("`{sign}` cannot follow a plain value");
            self.diag_here(code::BARE_VALUE, message, "expected an operator or the end")
                .help("if it is meant, put the value in parentheses")
        };
        self.fail(diag)
    }

    /// How to write `{1, 3, 6}[n]`, at the `[`.
    fn list_index(&self, list: &str) -> Option<String> {
        let items = list.strip_prefix('{')?.strip_suffix('}')?.trim().trim_end_matches(',');
        let inside = self.text.text.get(self.now.end..)?;
        let mut depth = 0_u32;
        let end = inside.find(|c| match c {
            '[' => {
                depth += 1;
                false
            }
            ']' if depth > 0 => {
                depth -= 1;
                false
            }
            c => c == ']',
        })?;
        let index = inside.get(..end)?.trim();
        let good = self.now.kind == Tok::Sign("[") && short(items) && short(index);
        good.then(|| format!("at({index}, {items})"))
    }

    fn close(&mut self, open: &Token, closing: &str) -> Option<()> {
        if self.eat(closing) {
            return Some(());
        }
        let opening = self.slice(open);
        let diag = match self.now.kind {
            Tok::End => {
                let message = format!("`{opening}` is never closed");
                Diagnostic::error(code::BRACKET, message, self.place(open), "opened here")
                    .help(format!("close it with `{closing}`"))
            }
            Tok::Sign(")" | "]" | "}") => {
                let found = self.slice(&self.now);
                let message = format!("`{opening}` is closed with `{found}`");
                self.diag_here(code::BRACKET, message, format!("expected `{closing}`"))
                    .and(self.place(open), "opened here")
                    .help(format!("close it with `{closing}`"))
            }
            _ => self
                .between(&format!("an operator or `{closing}`"))
                .and(self.place(open), "opened here"),
        };
        self.fail(diag)
    }
}

/// Diagnostics.
impl<'a> Parser<'a> {
    fn fail<T>(&mut self, diag: Diagnostic) -> Option<T> {
        self.diags.push(diag);
        None
    }

    fn diag_here(
        &self,
        code: &'static str,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::error(code, message, self.here(), label)
    }

    fn found(&self) -> String {
        match self.now.kind {
            Tok::End => "the end".to_owned(),
            _ => format!("`{}`", self.slice(&self.now)),
        }
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        let message = format!("expected {expected}, found {}", self.found());
        self.diag_here(code::UNEXPECTED, message, "cannot be used here")
    }

    /// The diagnostic for a token that cannot follow a value.
    fn between(&self, expected: &str) -> Diagnostic {
        let diag = self.unexpected(expected);
        match self.now.kind {
            Tok::Str(_) | Tok::Sign("{") => {
                diag.help("arguments go in parentheses: `f(...)`; between values put an operator")
            }
            Tok::Sign(",") => diag.help("a list is written `{1, 2}`"),
            Tok::Sign("end") => diag.help("leave it out: `if` has no `end` in an expression"),
            Tok::Sign("then" | "else" | "elseif") => {
                diag.help("write `if condition then value else value`")
            }
            _ => diag.help("put an operator such as `+` or `and` between, or a comma in a list"),
        }
    }

    fn left_over<T>(&mut self) -> Option<T> {
        let diag = match self.now.kind {
            Tok::Sign(sign @ (")" | "]" | "}")) => self
                .diag_here(code::BRACKET, format!("`{sign}` closes nothing"), "never opened")
                .help("leave it out, or add its partner further left"),
            _ => self.between("an operator or the end"),
        };
        self.fail(diag)
    }

    fn no_value<T>(&mut self) -> Option<T> {
        if let Tok::Sign(word) = self.now.kind
            && is_word(word)
            && !matches!(word, "and" | "or" | "then" | "else" | "elseif")
        {
            return self.reserved(word, format!("if it is an id, put it in quotes: `'{word}'`"));
        }
        let message = format!("expected a value, found {}", self.found());
        let label = "expected a name, a number, a text, `(`, `{` or `if`";
        let diag = self.diag_here(code::NO_VALUE, message, label);
        let sign_before = self.text.slice(0, self.passed).chars().next_back();
        self.fail(match sign_before {
            Some(',') => diag.help("leave out the last `,`, or write one more value"),
            _ => diag.help("write a value here"),
        })
    }

    fn reserved<T>(&mut self, word: &str, help: String) -> Option<T> {
        let message = format!("`{word}` is a reserved word of Lua");
        let diag = self.diag_here(code::RESERVED, message, "expected a name").help(help);
        self.fail(diag)
    }

    fn lacks_part<T>(&mut self, opening: &Token, part: &str) -> Option<T> {
        let word = self.slice(opening);
        let message = format!("`{word}` without `{part}`: found {} instead", self.found());
        let diag = self
            .diag_here(code::IF_PARTS, message, format!("expected an operator or `{part}`"))
            .and(self.place(opening), format!("this `{word}`"))
            .help("write `if condition then value else value`");
        self.fail(diag)
    }

    /// Reports `a < b < c`, at the second sign; parses the third operand for the help line.
    fn chain<T>(&mut self, start: usize, first: &Token, middle_start: usize) -> Option<T> {
        let left = self.text.slice(start, first.start).trim_end();
        let middle = self.text.slice(middle_start, self.passed);
        let op = self.operator()?;
        let second = self.advance();
        let right_start = self.now.start;
        self.expr(op.grip() + 1)?;
        let right = self.text.slice(right_start, self.passed);
        let (one, two) = (operator(&first.kind)?.text(), op.text());
        let help = if ![left, middle, right].into_iter().all(short) {
            "compare twice and put `and` between".to_owned()
        } else if matches!(op, BinOp::Eq | BinOp::Ne) {
            format!(
                "write `({left} {one} {middle}) {two} {right}` or \
                 `{left} {one} {middle} and {middle} {two} {right}`"
            )
        } else {
            format!("write `{left} {one} {middle} and {middle} {two} {right}`")
        };
        let message = "comparisons cannot follow each other";
        let diag = Diagnostic::error(code::CHAIN, message, self.place(&second), "second one")
            .and(self.place(first), "first one")
            .help(help);
        self.fail(diag)
    }
}

/// Tokens and places.
impl<'a> Parser<'a> {
    fn advance(&mut self) -> Token {
        let end = self.text.text.len();
        let next = self.rest.next().unwrap_or(Token { kind: Tok::End, start: end, end });
        self.passed = self.now.end;
        std::mem::replace(&mut self.now, next)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let fits = matches!(self.now.kind, Tok::Sign(found) if found == sign);
        if fits {
            self.advance();
        }
        fits
    }

    /// The infix operator at this position.
    fn operator(&self) -> Option<BinOp> {
        operator(&self.now.kind)
    }

    fn slice(&self, token: &Token) -> &'a str {
        self.text.slice(token.start, token.end)
    }

    fn place(&self, token: &Token) -> Span {
        self.text.place(token.start, token.end)
    }

    fn here(&self) -> Span {
        self.place(&self.now)
    }

    /// A node from `start` to the end of the previous token.
    fn node(&self, start: usize, kind: AstKind) -> Ast {
        Ast { span: self.text.place(start, self.passed), kind }
    }
}

fn operator(kind: &Tok) -> Option<BinOp> {
    let Tok::Sign(sign) = *kind else { return None };
    let sign = if sign == "=" { "==" } else { sign };
    BinOp::ALL.into_iter().find(|op| op.text() == sign)
}

fn is_word(sign: &str) -> bool {
    sign.starts_with(|c: char| c.is_ascii_lowercase())
}

fn short(text: &str) -> bool {
    text.chars().count() <= QUOTE_MAX && !text.contains('\n')
}

/// A token and its place in the text, in bytes.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Tok,
    pub start: usize,
    pub end: usize,
}

/// The kinds of tokens.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tok {
    /// Digits; their value depends on a sign before them.
    Int,
    /// A text, without its quotes.
    Str(String),
    /// A name.
    Name(String),
    /// A keyword, a bracket or an operator.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// Splits the text; the last token is [`Tok::End`]. `None` if the text makes no sense.
pub(super) fn tokens(text: Text, diags: &mut Vec<Diagnostic>) -> Option<Vec<Token>> {
    let mut lexer = Lexer { text, at: 0, tokens: vec![], diags };
    while lexer.skip_blanks() {
        lexer.step()?;
    }
    let end = text.text.len();
    lexer.tokens.push(Token { kind: Tok::End, start: end, end });
    Some(lexer.tokens)
}

struct Lexer<'a> {
    text: Text<'a>,
    at: usize,
    tokens: Vec<Token>,
    diags: &'a mut Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.slice(self.at, self.text.text.len())
    }

    /// Skips to the next token; returns whether there is one.
    fn skip_blanks(&mut self) -> bool {
        let rest = self.rest();
        let next = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        self.at += rest.len() - next.len();
        !next.is_empty()
    }

    /// Takes the longest run of such characters, which may be empty.
    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !keep(c)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    fn push(&mut self, kind: Tok, start: usize) {
        self.tokens.push(Token { kind, start, end: self.at });
    }

    /// The place from `start` to the current position.
    fn since(&self, start: usize) -> Span {
        self.text.place(start, self.at)
    }

    fn step(&mut self) -> Option<()> {
        let rest = self.rest();
        let mut chars = rest.chars();
        match (chars.next()?, chars.next()) {
            ('0'..='9', _) => self.number(),
            ('.', Some('0'..='9')) if !self.is_after_value() => self.number(),
            ('a'..='z' | 'A'..='Z' | '_', _) => self.word(),
            (quote @ ('\'' | '"'), _) => self.string(quote),
            _ => self.mark(),
        }
    }

    /// Whether a `.` here would belong to the value before it.
    fn is_after_value(&self) -> bool {
        let last = self.tokens.last().map(|token| &token.kind);
        matches!(last, Some(Tok::Name(_) | Tok::Str(_) | Tok::Sign(")" | "]" | "}")))
    }

    fn number(&mut self) -> Option<()> {
        let start = self.at;
        self.take_while(|c| c.is_ascii_digit());
        let has_point = self.rest().starts_with('.') && !self.rest().starts_with("..");
        if has_point {
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
        }
        let tail = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        let has_exponent = self.is_exponent(tail);
        let written = self.text.slice(start, self.at);
        if has_point || has_exponent {
            let message = format!("`{written}` is not a whole number");
            let help = "whole numbers only; for a share multiply first, then divide: `x * 3 // 2`";
            let place = self.since(start);
            let label = "expected a whole number";
            self.diags.push(Diagnostic::error(code::FRACTION, message, place, label).help(help));
        } else if !tail.is_empty() {
            return self.report_digits_in_word(start, written);
        }
        self.push(Tok::Int, start);
        Some(())
    }

    /// Whether the text after digits is an exponent such as `e6`; also skips the rest of `e-6`.
    fn is_exponent(&mut self, tail: &str) -> bool {
        let Some(digits) = tail.strip_prefix(['e', 'E']) else { return false };
        let signed = self.rest().strip_prefix(['+', '-']).unwrap_or_default();
        if digits.is_empty() && signed.starts_with(|c: char| c.is_ascii_digit()) {
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
            return true;
        }
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    }

    fn report_digits_in_word<T>(&mut self, start: usize, written: &str) -> Option<T> {
        let message = format!("the number in `{written}` runs into a word");
        let place = self.since(start);
        let diag = Diagnostic::error(code::DIGITS_IN_WORD, message, place, "number or name?");
        let plain = written.replace('_', "");
        self.diags.push(if plain.bytes().all(|byte| byte.is_ascii_digit()) {
            diag.help(format!("write `{plain}`"))
        } else {
            let word = written.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = written.strip_suffix(word).unwrap_or_default();
            let quoted = format!("an id that begins with a digit goes in quotes: `'{written}'`");
            // A word longer than `x10` or `3a` is most likely a name.
            let product = word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_lowercase());
            diag.help(match product {
                true => format!("to multiply write `{digits} * me.{word}`; {quoted}"),
                false => quoted,
            })
        });
        None
    }

    fn word(&mut self) -> Option<()> {
        let start = self.at;
        let written = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        let lower = lower_case(written);
        if lower != written {
            let message = format!("`{written}` has a capital letter");
            let help = format!("write `{lower}`");
            let place = self.since(start);
            let label = "expected lower case";
            self.diags.push(Diagnostic::error(code::CAPITAL, message, place, label).help(help));
        }
        let kind = match WORDS.iter().find(|word| **word == lower) {
            Some(word) => Tok::Sign(word),
            None => Tok::Name(lower),
        };
        self.push(kind, start);
        Some(())
    }

    fn string(&mut self, quote: char) -> Option<()> {
        let start = self.at;
        self.at += quote.len_utf8();
        let mut value = String::new();
        loop {
            value.push_str(self.take_while(|c| !matches!(c, '\\' | '\n' | '\r') && c != quote));
            let mut chars = self.rest().chars();
            match (chars.next(), chars.next()) {
                (Some('\\'), Some(escaped)) if !matches!(escaped, '\n' | '\r') => {
                    self.at += 1 + escaped.len_utf8();
                    value.push(self.unescape(escaped));
                }
                (Some(end), _) if end == quote => break,
                _ => return self.report_open_text(start, quote),
            }
        }
        self.at += quote.len_utf8();
        self.push(Tok::Str(value), start);
        Some(())
    }

    /// The meaning of an escape sequence that was just passed.
    fn unescape(&mut self, escaped: char) -> char {
        match escaped {
            '\\' | '\'' | '"' => escaped,
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            _ => {
                let place = self.since(self.at - 1 - escaped.len_utf8());
                let message = format!("`\\{escaped}` has no meaning in a text");
                let label = r#"expected `\\`, `\'`, `\"`, `\n`, `\r` or `\t`"#;
                let help = r"for a backslash itself write `\\`";
                self.diags.push(Diagnostic::error(code::ESCAPE, message, place, label).help(help));
                escaped
            }
        }
    }

    fn report_open_text<T>(&mut self, start: usize, quote: char) -> Option<T> {
        let message = format!("the text has no closing `{quote}`");
        let place = self.since(start);
        let help = format!("end it with `{quote}` on the same line");
        let diag = Diagnostic::error(code::OPEN_TEXT, message, place, "begins here").help(help);
        self.diags.push(diag);
        None
    }

    fn mark(&mut self) -> Option<()> {
        let start = self.at;
        let rest = self.rest();
        let Some((written, mark)) = MARKS.iter().find(|(text, _)| rest.starts_with(text)) else {
            return self.report_character();
        };
        self.at += written.len();
        let place = self.since(start);
        let sign = match mark {
            MarkRole::Sign => written,
            MarkRole::Means(meant) => {
                self.diags.push(misspelt(written, meant, place));
                meant
            }
            MarkRole::Slash => {
                let message = "a single `/` would give a fraction";
                let label = "expected `//`";
                let diag = Diagnostic::error(code::SLASH, message, place, label);
                self.diags.push(diag.help("write `//`, it rounds down: whole numbers only"));
                "//"
            }
            MarkRole::Absent { why, help } => {
                let message = format!("expressions do not have `{written}`");
                let diag = Diagnostic::error(code::NO_OPERATOR, message, place, *why);
                self.diags.push(diag.help(*help));
                return None;
            }
        };
        self.push(Tok::Sign(sign), start);
        Some(())
    }

    fn report_character<T>(&mut self) -> Option<T> {
        let c = self.rest().chars().next()?;
        let start = self.at;
        self.at += c.len_utf8();
        let shown = if c.is_control() || c.is_whitespace() {
            format!("the character U+{:04X}", u32::from(c))
        } else {
            format!("`{c}`")
        };
        let help = if TYPOGRAPHIC_QUOTES.contains(c) {
            "write straight quotes: `'`"
        } else if c.is_whitespace() {
            "write a plain blank"
        } else if c.is_alphabetic() {
            "names have only `a-z`, `0-9` and `_`; an id with other letters goes in quotes"
        } else {
            "leave it out, or put it in quotes if it belongs to an id"
        };
        let message = format!("{shown} has no meaning in an expression");
        let place = self.since(start);
        let label = "expected a name, a number, an operator or a bracket";
        self.diags.push(Diagnostic::error(code::CHARACTER, message, place, label).help(help));
        None
    }
}

/// The diagnostic for an operator of another language.
pub(super) fn misspelt(written: &str, meant: &str, place: Span) -> Diagnostic {
    let message = format!("`{written}` is written `{meant}` here");
    let label = format!("expected `{meant}`");
    Diagnostic::error(code::SPELLING, message, place, label).help(format!("write `{meant}`"))
}

/// Converts `handSize` and `Hand_Size` to `hand_size`, and `TRUE` to `true`.
fn lower_case(word: &str) -> String {
    let mut lower = String::new();
    let mut after_small = false;
    for c in word.chars() {
        if c.is_ascii_uppercase() && after_small {
            lower.push('_');
        }
        after_small = c.is_ascii_lowercase() || c.is_ascii_digit();
        lower.push(c.to_ascii_lowercase());
    }
    lower
}

/// The role of a mark in expressions.
enum MarkRole {
    /// Part of the grammar. This includes `=`: the parser knows what was meant by it.
    Sign,
    /// Another spelling of a part of the grammar.
    Means(&'static str),
    /// Division with a fraction.
    Slash,
    /// Part of Lua or of another language, but not of expressions.
    Absent { why: &'static str, help: &'static str },
}

const BITS: MarkRole = MarkRole::Absent {
    why: "nothing works on single bits here",
    help: "to combine conditions write `and`, `or`, `not`; the rest needs a script",
};
const POWER: MarkRole =
    MarkRole::Absent { why: "there are no powers", help: "multiply instead: `a * a`" };
const JOIN: MarkRole =
    MarkRole::Absent { why: "texts are not joined", help: "for a field write a single `.`" };

/// Every mark. The first match wins, so longer marks come before their own prefixes.
const MARKS: &[(&str, MarkRole)] = &[
    ("===", MarkRole::Means("==")),
    ("!==", MarkRole::Means("~=")),
    ("==", MarkRole::Sign),
    ("~=", MarkRole::Sign),
    ("<=", MarkRole::Sign),
    (">=", MarkRole::Sign),
    ("//", MarkRole::Sign),
    ("!=", MarkRole::Means("~=")),
    ("<>", MarkRole::Means("~=")),
    ("=<", MarkRole::Means("<=")),
    ("=>", MarkRole::Means(">=")),
    ("&&", MarkRole::Means("and")),
    ("||", MarkRole::Means("or")),
    ("<<", BITS),
    (">>", BITS),
    ("**", POWER),
    ("..", JOIN),
    (
        "--",
        MarkRole::Absent {
            why: "it begins a comment in Lua",
            help: "for a remark use YAML's `#`; to subtract a negative number write `- -`",
        },
    ),
    ("+", MarkRole::Sign),
    ("-", MarkRole::Sign),
    ("*", MarkRole::Sign),
    ("%", MarkRole::Sign),
    ("<", MarkRole::Sign),
    (">", MarkRole::Sign),
    ("=", MarkRole::Sign),
    ("(", MarkRole::Sign),
    (")", MarkRole::Sign),
    ("[", MarkRole::Sign),
    ("]", MarkRole::Sign),
    ("{", MarkRole::Sign),
    ("}", MarkRole::Sign),
    (",", MarkRole::Sign),
    (".", MarkRole::Sign),
    ("/", MarkRole::Slash),
    ("!", MarkRole::Means("not")),
    ("\u{2260}", MarkRole::Means("~=")),
    ("\u{2264}", MarkRole::Means("<=")),
    ("\u{2265}", MarkRole::Means(">=")),
    ("\u{2212}", MarkRole::Means("-")),
    ("\u{d7}", MarkRole::Means("*")),
    ("\u{f7}", MarkRole::Means("//")),
    ("&", BITS),
    ("|", BITS),
    ("~", BITS),
    ("^", POWER),
    ("#", MarkRole::Absent { why: "there is no length sign", help: "write `count(...)`" }),
    (
        ":",
        MarkRole::Absent {
            why: "there are no methods",
            help: "for a field write `.`; pass everything as arguments: `f(a, b)`",
        },
    ),
    (
        "?",
        MarkRole::Absent {
            why: "there is no question mark",
            help: "write `if condition then value else value`",
        },
    ),
    (
        ";",
        MarkRole::Absent {
            why: "there are no statements",
            help: "between values write `,`; an expression is a single one",
        },
    ),
];

/// The reserved words.
const WORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Typographic quotes that word processors insert.
const TYPOGRAPHIC_QUOTES: &str = "\u{2018}\u{2019}\u{201a}\u{201b}\u{201c}\u{201d}\
    \u{201e}\u{201f}\u{ab}\u{bb}\u{2039}\u{203a}`\u{b4}";
