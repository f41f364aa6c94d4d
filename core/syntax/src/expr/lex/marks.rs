//! The words and marks of the grammar, and those of other languages.

/// The role of a mark in expressions.
pub(super) enum MarkRole {
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
pub(super) const MARKS: &[(&str, MarkRole)] = &[
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
            help: "for a remark use YAML's `#`; to take a negative number away write `- -`",
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
            help: "for a field write `.`; give a function all it needs: `f(a, b)`",
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
pub(super) const WORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Typographic quotes that word processors insert.
pub(super) const TYPOGRAPHIC_QUOTES: &str = "\u{2018}\u{2019}\u{201a}\u{201b}\u{201c}\u{201d}\
    \u{201e}\u{201f}\u{ab}\u{bb}\u{2039}\u{203a}`\u{b4}";
