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
        text: "An expression was expected, but there is nothing here, or only blanks. Write a \
               value, such as `0` or `true`, or leave out the whole key if it is optional.",
    },
    CodeInfo {
        code: TOO_LONG,
        title: "the expression is too long",
        text: "An expression may have at most 2,000 characters. Long before that, a script is \
               easier to read and to test: move the expression into one and call it.",
    },
    CodeInfo {
        code: TOO_DEEP,
        title: "the expression is nested too deeply",
        text: "The parts of an expression may be nested at most 50 deep. Each operator in a \
               chain such as `a + b + c` counts once. Split the expression, or write a script.",
    },
    CodeInfo {
        code: CHARACTER,
        title: "a character has no meaning in an expression",
        text: "Outside quotes, an expression consists of names (`a-z`, `0-9`, `_`), whole \
               numbers, operators and brackets. Text pasted from a word processor often contains \
               curly quotes or spaces of a special width: retype them. Text goes in quotes: \
               `'old mill'`.",
    },
    CodeInfo {
        code: OPEN_TEXT,
        title: "a text has no closing quote",
        text: "A text begins and ends with the same quote, `'` or `\"`, on one line. Inside a \
               double-quoted YAML value, use single quotes.",
    },
    CodeInfo {
        code: ESCAPE,
        title: "a backslash before a character that cannot be escaped",
        text: "Inside a text, a backslash begins one of these escapes: `\\\\`, `\\'`, `\\\"`, \
               `\\n`, `\\r` and `\\t`. For a backslash itself, write two.",
    },
    CodeInfo {
        code: FRACTION,
        title: "a number has a fraction",
        text: "Games use whole numbers only, so that every machine gets the same result. Instead \
               of `x * 1.5`, write `x * 3 // 2`, which rounds down.",
    },
    CodeInfo {
        code: TOO_LARGE,
        title: "a number is too large",
        text: "Whole numbers range from -1000000000 to 1000000000. If a number is meant as `no \
               limit`, leave the limit out instead.",
    },
    CodeInfo {
        code: DIGITS_IN_WORD,
        title: "a number runs into a word",
        text: "A name cannot begin with a digit, and a number consists of digits only: no \
               `0x10`, no `1_000`. An id that begins with a digit goes in quotes: `goods['3a']`.",
    },
    CodeInfo {
        code: SPELLING,
        title: "an operator is spelt as in another language",
        text: "Expressions use Lua's operators: `==` and `~=` compare, `and`, `or` and `not` \
               combine. There is no `!=`, `&&`, `||` or `!`, and a single `=` would assign \
               something, which an expression never does.",
    },
    CodeInfo {
        code: SLASH,
        title: "a single `/` would give a fraction",
        text: "Games use whole numbers only. `//` divides and rounds down: `7 // 2` is 3. To \
               round up, write `(a + b - 1) // b`.",
    },
    CodeInfo {
        code: NO_OPERATOR,
        title: "expressions do not have this operator",
        text: "Expressions support a small part of Lua: no powers `^`, no concatenation of texts \
               `..`, no length `#`, no methods `:`, no operations on single bits and no \
               comments. Use a script for these.",
    },
    CodeInfo {
        code: CAPITAL,
        title: "a name has a capital letter",
        text: "Names and words are written in lower case, with `_` between their parts: \
               `hand_size`, `true`. That way, nobody has to remember which letters are capitals.",
    },
    CodeInfo {
        code: RESERVED,
        title: "a word reserved by Lua",
        text: "Words such as `end`, `for` or `function` belong to Lua's own grammar and cannot \
               be names. If something has such an id, write the id in quotes: `a['end']`. Loops \
               and functions need a script.",
    },
    CodeInfo {
        code: NO_VALUE,
        title: "a value is missing",
        text: "A number, a name, a text, a list or something in parentheses was expected here. \
               Often an operator has nothing on its right side, or there is one comma too many.",
    },
    CodeInfo {
        code: UNEXPECTED,
        title: "something else was expected here",
        text: "The expression could have ended before this place, or one particular symbol had \
               to follow. Often an operator such as `and`, or a comma, is missing between two \
               values, or a text that contains a blank is not in quotes.",
    },
    CodeInfo {
        code: BRACKET,
        title: "a bracket has no partner",
        text: "Every `(`, `[` and `{` needs its `)`, `]` and `}`, in the right order, and vice \
               versa.",
    },
    CodeInfo {
        code: CHAIN,
        title: "chained comparisons",
        text: "`1 < x < 5` would compare `x` with 1, and then compare the result, true or false, \
               with 5. Write two comparisons: `1 < x and x < 5`. To compare the result of a \
               comparison, put it in parentheses: `(a < b) == c`.",
    },
    CodeInfo {
        code: IF_PARTS,
        title: "an `if` is missing a part",
        text: "Inside an expression, the form is always `if condition then value else value`, \
               because an expression has a value in either case. There is no `end`; `elseif \
               condition then value` may come in between.",
    },
    CodeInfo {
        code: BARE_VALUE,
        title: "a plain value has no fields and cannot be called",
        text: "As in Lua, only a name or something in parentheses can be followed by `.field`, \
               `[index]` or `(...)`. To choose one of several numbers, write `at(me.wood, 1, 3, \
               6)`.",
    },
];
