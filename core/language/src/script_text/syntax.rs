//! Scripts as syntax trees: each file is parsed once, and every node knows its byte range.
//!
//! Luau has already compiled the file, so the code is valid Luau. The parser reports no mistakes;
//! the code that walks the tree does.

use std::collections::BTreeMap;

use full_moon::ast::luau::TypeInfo;
use full_moon::ast::{Ast, Block, Expression};
use full_moon::node::Node;
use full_moon::tokenizer::{TokenReference, TokenType};
use full_moon::visitors::Visitor;

use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::script as codes;
use boardwright_syntax::source::{FileId, Sources, Span};

/// The deepest nesting of blocks, expressions and types, so that walkers may recurse.
pub(crate) const NESTING_MAX: usize = 128;

/// The stack size of the parser. Luau stops at 1,000 levels, and each takes the parser up to 40 KB.
const STACK_BYTES: usize = 64 * 1024 * 1024;

/// The syntax tree of a script.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The file it was read from.
    pub file: FileId,
    ast: Ast,
}

impl Tree {
    /// The top-level block of the file.
    pub fn block(&self) -> &Block {
        self.ast.nodes()
    }

    /// The span of a node, without surrounding blanks and comments.
    pub fn span(&self, node: &dyn Node) -> Span {
        let (start, end) = bytes(node);
        Span { file: self.file, start, end }
    }
}

/// First byte of a node, and one past its last. `Node::range` would do, but its time doubles with
/// every nested index.
fn bytes(node: &dyn Node) -> (u32, u32) {
    let tokens = node.tokens().rev().map(TokenReference::token);
    let places = tokens.map(|token| (token.start_position(), token.end_position()));
    let places = places.map(|(start, end)| (start.bytes() as u32, end.bytes() as u32));
    places.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or((0, 0))
}

/// A token as written, without surrounding blanks and comments.
pub fn word(token: &TokenReference) -> &str {
    match token.token_type() {
        TokenType::Identifier { identifier } => identifier.as_str(),
        TokenType::Number { text } => text.as_str(),
        TokenType::StringLiteral { literal, .. } => literal.as_str(),
        TokenType::Symbol { symbol } => symbol_word(*symbol),
        _ => "",
    }
}

/// The value of a string literal that has no escapes.
pub fn plain_text(token: &TokenReference) -> Option<&str> {
    match token.token_type() {
        TokenType::StringLiteral { literal, .. } if !literal.contains('\\') => {
            Some(literal.as_str())
        }
        _ => None,
    }
}

/// The value of an expression that is a string literal.
pub fn literal(expression: &Expression) -> Option<&str> {
    match expression {
        Expression::String(token) => plain_text(token),
        Expression::Parentheses { expression, .. } => literal(expression),
        _ => None,
    }
}

fn symbol_word(symbol: full_moon::tokenizer::Symbol) -> &'static str {
    use full_moon::tokenizer::Symbol;
    match symbol {
        Symbol::True => "true",
        Symbol::False => "false",
        Symbol::Nil => "nil",
        Symbol::Ellipsis => "...",
        _ => "",
    }
}

/// The trees of several files, each parsed once.
#[derive(Clone, Debug, Default)]
pub struct Trees(BTreeMap<FileId, Tree>);

impl Trees {
    /// The tree of a file, if it could be parsed.
    pub fn get(&self, file: FileId) -> Option<&Tree> {
        self.0.get(&file)
    }

    /// Parses files that Luau has compiled. A file that has no tree is reported and goes unchecked.
    pub fn parse(sources: &Sources, files: &[FileId]) -> (Self, Vec<Diagnostic>) {
        if files.is_empty() {
            return (Self::default(), vec![]);
        }
        let each = || files.iter().map(|file| (*file, parse(&sources.file(*file).text))).collect();
        // The parser recurses, and the text decides how deep.
        let parsed: Option<Vec<(FileId, Result<Ast, Unread>)>> = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, each).ok()?.join().ok()
        });
        let none = || files.iter().map(|file| (*file, Err(Unread::At(0)))).collect();
        let (mut trees, mut problems) = (Self::default(), vec![]);
        for (file, parsed) in parsed.unwrap_or_else(none) {
            match parsed {
                Ok(ast) => {
                    trees.0.insert(file, Tree { file, ast });
                }
                Err(unread) => problems.push(unread.diagnostic(file)),
            }
        }
        (trees, problems)
    }
}

/// Why a file has no tree.
enum Unread {
    /// It is nested deeper than walkers may go, from this byte on.
    Deep(u32),
    /// The parser does not understand the code at this byte.
    At(u32),
}

impl Unread {
    fn diagnostic(&self, file: FileId) -> Diagnostic {
        let at = |start: u32| Span { file, start, end: start };
        match self {
            Self::Deep(start) => {
                let message = format!("this script is nested more than {NESTING_MAX} levels deep");
                Diagnostic::error(codes::NESTED, message, at(*start), "here")
                    .help("give a part of it a name: a `local`, or a function of its own")
            }
            Self::At(start) => {
                let message = "this script is not checked before play";
                Diagnostic::warning(
                    codes::UNCHECKED,
                    message,
                    at(*start),
                    "not understood from here on",
                )
                .help("write it in another way; Luau itself can run it")
            }
        }
    }
}

fn parse(text: &str) -> Result<Ast, Unread> {
    // For Luau a carriage return ends a comment, and is a blank elsewhere.
    let text = text.replace('\r', "\n");
    let ast = full_moon::parse(&text).map_err(|errors| {
        let at = errors.first().map_or(0, |error| error.range().0.bytes());
        Unread::At(at as u32)
    })?;
    let mut nesting = Nesting::default();
    nesting.visit_ast(&ast);
    match nesting.too_deep {
        Some(at) => Err(Unread::Deep(at)),
        None => Ok(ast),
    }
}

/// How deep a tree is nested.
#[derive(Default)]
struct Nesting {
    now: usize,
    too_deep: Option<u32>,
}

impl Nesting {
    fn enter(&mut self, node: &dyn Node) {
        self.now += 1;
        if self.now > NESTING_MAX && self.too_deep.is_none() {
            self.too_deep = Some(bytes(node).0);
        }
    }
}

impl Visitor for Nesting {
    fn visit_block(&mut self, node: &Block) {
        self.enter(node);
    }
    fn visit_block_end(&mut self, _: &Block) {
        self.now -= 1;
    }
    fn visit_expression(&mut self, node: &Expression) {
        self.enter(node);
    }
    fn visit_expression_end(&mut self, _: &Expression) {
        self.now -= 1;
    }
    fn visit_type_info(&mut self, node: &TypeInfo) {
        self.enter(node);
    }
    fn visit_type_info_end(&mut self, _: &TypeInfo) {
        self.now -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_syntax::source::SourceFile;

    fn parsed(text: &str) -> (Sources, FileId, Trees, Vec<Diagnostic>) {
        let mut sources = Sources::default();
        let file =
            sources.add(SourceFile { pack: "p".into(), path: "s.luau".into(), text: text.into() });
        let (trees, problems) = Trees::parse(&sources, &[file]);
        (sources, file, trees, problems)
    }

    fn outcome(text: &str) -> String {
        let (_, file, trees, problems) = parsed(text);
        match (trees.get(file), problems.as_slice()) {
            (Some(_), []) => "read".into(),
            (None, [one]) => one.code.to_owned(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn parts_know_their_bytes() {
        let text = "-- Mühle\r\nlocal a = 1 -- one\rlocal b =  \"ä\" .. a\nreturn b";
        let (sources, file, trees, _) = parsed(text);
        let tree = trees.get(file).unwrap();
        let told: Vec<&str> = tree
            .block()
            .stmts()
            .map(|stmt| tree.span(stmt))
            .map(|span| &sources.file(file).text[span.start as usize..span.end as usize])
            .collect();
        assert_eq!(told, ["local a = 1", "local b =  \"ä\" .. a"]);
    }

    #[test]
    fn what_luau_takes_is_read() {
        for text in [
            "local x: number? = nil return x",
            "local t = { a = 1, [2] = 3, 4; 5 } t.a += 1 return t",
            "local s = `a{1 + 2}b` return if s then 1 elseif t then 2 else 3",
            "for k, v in t do continue end while true do break end repeat until x",
            "type T = { a: number, b: T? } | 'x' export type U<V> = (V, ...number) -> ...V",
            "local function f<T>(x: T, ...: number): (T, number) return x :: T, ... end",
            "return 0xff, 0b11, 1_000, 1e3, [==[x]==], 'a\\z  b\\u{41}', t:m 'x', t.f { 1 }",
            "local a <const> = 1",
            "return a // b ^ c .. d == not e and -f or #g",
        ] {
            let told = outcome(text);
            assert!(told == "read" || text.contains("<const>") && told == "U009", "{text}: {told}");
        }
    }

    #[test]
    fn deep_scripts_are_refused_and_do_no_harm() {
        for (open, one, close) in [
            ("return ", "(", ")"),
            ("return ", "{", "}"),
            ("return ", "function() return ", " end"),
            ("", "do ", " end"),
            ("", "if a then ", " end"),
            ("", "if a then else ", " end"),
            ("return ", "if a then b else ", ""),
            ("return ", "not ", ""),
            ("return ", "1 .. ", ""),
            ("return ", "1 + ", ""),
            ("return ", "f(", ")"),
            ("return ", "f[", "]"),
            ("return ", "`{", "}`"),
            ("local x: ", "{", "}"),
            ("local x: ", "(number) -> ", ""),
        ] {
            let last = match (one, open) {
                (one, "") if one.ends_with(' ') => "",
                (_, "local x: ") => "number",
                _ => "1",
            };
            let text = |n: usize| format!("{open}{}{last}{}", one.repeat(n), close.repeat(n));
            assert_eq!(outcome(&text(30)), "read", "{one}");
            assert_eq!(outcome(&text(900)), "U008", "{one}");
        }
    }
}
