//! Codes about the syntax of expressions (E001 to E099).

use super::CodeInfo;

/// An empty expression.
pub const EMPTY: &str = "E001";
/// A text over the limit.
pub const TOO_LONG: &str = "E002";
/// Nesting over the limit.
pub const TOO_DEEP: &str = "E003";
/// A character without a meaning.
pub const CHARACTER: &str = "E004";
/// A text without its closing quote.
pub const OPEN_TEXT: &str = "E005";
/// A backslash before a character that cannot be escaped.
pub const ESCAPE: &str = "E006";
/// A number with a fraction or an exponent.
pub const FRACTION: &str = "E007";
/// A number out of range.
pub const TOO_LARGE: &str = "E008";
/// Letters right after digits.
pub const DIGITS_IN_WORD: &str = "E009";
/// An operator in the spelling of another language.
pub const SPELLING: &str = "E010";
/// A single `/`.
pub const SLASH: &str = "E011";
/// An operator that does not exist in expressions.
pub const NO_OPERATOR: &str = "E012";
/// A capital letter in a name.
pub const CAPITAL: &str = "E013";
/// A reserved word of Lua.
pub const RESERVED: &str = "E014";
/// A missing value.
pub const NO_VALUE: &str = "E015";
/// An unexpected token.
pub const UNEXPECTED: &str = "E016";
/// A bracket without its partner.
pub const BRACKET: &str = "E017";
/// Two comparisons in a row.
pub const CHAIN: &str = "E018";
/// An `if` without all its parts.
pub const IF_PARTS: &str = "E019";
/// A field, an index or a call right after a plain value.
pub const BARE_VALUE: &str = "E020";

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: EMPTY,
        title: "the expression is empty",
        text: "An expression was expected, but there is nothing or only blanks. Write a value, \
               such as `0` or `true`, or leave the whole key out if it is optional.",
    },
    CodeInfo {
        code: TOO_LONG,
        title: "the expression is too long",
        text: "An expression has at most 2,000 characters. Long before that it is easier to read \
               and to test as a script: move it into one and call that.",
    },
    CodeInfo {
        code: TOO_DEEP,
        title: "the expression is nested too deeply",
        text: "Parts of an expression stand inside each other at most 50 deep. Each operator of a \
               chain such as `a + b + c` counts once. Split the expression, or write a script.",
    },
    CodeInfo {
        code: CHARACTER,
        title: "a character has no meaning in an expression",
        text: "Outside of quotes an expression is made of names (`a-z`, `0-9`, `_`), whole \
               numbers, operators and brackets. Text pasted from a word processor often brings \
               curly quotes or blanks of a special width: type them again. Text goes \
               in quotes: `'old mill'`.",
    },
    CodeInfo {
        code: OPEN_TEXT,
        title: "a text has no closing quote",
        text: "A text begins and ends with the same quote, `'` or `\"`, on one line. Inside a \
               double-quoted YAML value use single quotes.",
    },
    CodeInfo {
        code: ESCAPE,
        title: "a backslash stands before a character it does not go with",
        text: "Inside a text a backslash writes what could not be written plainly: `\\\\`, `\\'`, \
               `\\\"`, `\\n`, `\\r` and `\\t`. For a backslash itself write two.",
    },
    CodeInfo {
        code: FRACTION,
        title: "a number has a fraction",
        text: "Games here count in whole numbers only, so that every machine gets the same \
               result. Instead of `x * 1.5` write `x * 3 // 2`: it rounds down.",
    },
    CodeInfo {
        code: TOO_LARGE,
        title: "a number is too large",
        text: "Whole numbers reach from -1000000000 to 1000000000. If a number stands for `no \
               limit`, leave the limit out instead.",
    },
    CodeInfo {
        code: DIGITS_IN_WORD,
        title: "a number runs into a word",
        text: "A name cannot begin with a digit, and a number has digits only: no `0x10`, no \
               `1_000`. An id that begins with a digit goes in quotes: `goods['3a']`.",
    },
    CodeInfo {
        code: SPELLING,
        title: "an operator is spelt as in another language",
        text: "Expressions are Lua's: `==` and `~=` compare, `and`, `or` and `not` combine. There \
               is no `!=`, `&&`, `||` or `!`, and a single `=` would set something, which an \
               expression never does.",
    },
    CodeInfo {
        code: SLASH,
        title: "a single `/` would give a fraction",
        text: "Games here count in whole numbers only. `//` divides and rounds down: `7 // 2` is \
               3. To round up write `(a + b - 1) // b`.",
    },
    CodeInfo {
        code: NO_OPERATOR,
        title: "expressions do not have this operator",
        text: "An expression is a small part of Lua: no powers `^`, no joining of texts `..`, no \
               length `#`, no methods `:`, nothing on single bits and no comments. What needs \
               them is a script.",
    },
    CodeInfo {
        code: CAPITAL,
        title: "a name has a capital letter",
        text: "Names and words are written in lower case, with `_` between their parts: \
               `hand_size`, `true`. So nobody has to remember which letter was the large one.",
    },
    CodeInfo {
        code: RESERVED,
        title: "a word that Lua keeps for itself",
        text: "Words such as `end`, `for` or `function` belong to Lua's own grammar and cannot be \
               names. Where a thing has such an id, reach it by its quoted id: `a['end']`. Loops \
               and functions need a script.",
    },
    CodeInfo {
        code: NO_VALUE,
        title: "a value is missing",
        text: "A number, a name, a text, a list or something in parentheses was expected here. \
               Often an operator has nothing on its right side, or a comma is one too many.",
    },
    CodeInfo {
        code: UNEXPECTED,
        title: "something else was expected here",
        text: "The expression could have ended before this place, or something certain had to \
               follow. Often an operator such as `and` or a comma is missing between two values, \
               or a text with a blank lacks its quotes.",
    },
    CodeInfo {
        code: BRACKET,
        title: "a bracket has no partner",
        text: "Every `(`, `[` and `{` needs its `)`, `]` and `}`, in the right order, and the \
               other way round.",
    },
    CodeInfo {
        code: CHAIN,
        title: "comparisons in a row",
        text: "`1 < x < 5` would compare `x` with 1, and then compare that yes or no with 5. \
               Compare twice: `1 < x and x < 5`. To compare the outcome of a comparison put that \
               in parentheses: `(a < b) == c`.",
    },
    CodeInfo {
        code: IF_PARTS,
        title: "an `if` lacks a part",
        text: "Inside an expression it is always `if condition then value else value`: an \
               expression has a value in either case. There is no `end`; in between there may be \
               `elseif condition then value`.",
    },
    CodeInfo {
        code: BARE_VALUE,
        title: "a plain value has no fields and cannot be called",
        text: "As in Lua only a name, or something in parentheses, is followed by `.field`, \
               `[index]` or `(...)`. To take one of some numbers: `at(me.wood, 1, 3, 6)`.",
    },
];
