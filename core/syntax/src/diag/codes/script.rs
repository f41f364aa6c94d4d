//! Codes about scripts (U...).

use super::CodeInfo;

const fn code(code: &'static str, title: &'static str, text: &'static str) -> CodeInfo {
    CodeInfo { code, title, text }
}

/// A script is not valid Luau.
pub const SYNTAX: &str = "U001";
/// A script file does not return one table of functions.
pub const FILE_RESULT: &str = "U002";
/// The parameters of a function are not clear.
pub const HEAD: &str = "U004";
/// An unknown module is required.
pub const REQUIRE: &str = "U005";
/// Modules require each other in a circle.
pub const REQUIRE_CIRCLE: &str = "U006";
/// A script file is too long.
pub const FILE_TOO_LONG: &str = "U007";
/// A script is nested too deeply.
pub const NESTED: &str = "U008";
/// A script cannot be checked before play.
pub const UNCHECKED: &str = "U009";
/// A script failed.
pub const FAILED: &str = "U010";
/// A script uses a name that does not exist.
pub const UNKNOWN_NAME: &str = "U011";
/// A script assigns a global.
pub const GLOBAL: &str = "U012";
/// A script changes what it may only read.
pub const READ_ONLY: &str = "U013";
/// A script reads something that is not there.
pub const NOT_THERE: &str = "U014";
/// A script runs too long.
pub const FUEL: &str = "U015";
/// A script needs too much memory.
pub const MEMORY: &str = "U016";
/// Functions call each other too deep.
pub const CALL_DEPTH: &str = "U017";
/// A script hands out something that is no plain data.
pub const NOT_PLAIN: &str = "U018";
/// A number is not whole.
pub const NOT_WHOLE: &str = "U019";
/// A table contains itself.
pub const SELF_CONTAINED: &str = "U020";
/// A table is neither a list nor a map.
pub const MIXED_TABLE: &str = "U021";
/// A script hands out too much.
pub const TOO_MUCH: &str = "U022";
/// A question is not well formed.
pub const QUESTION: &str = "U023";
/// A script asks too many questions.
pub const QUESTIONS: &str = "U024";
/// A question is asked where it cannot be.
pub const ASK_PLACE: &str = "U025";
/// A script does not always give the same result.
pub const IMPURE: &str = "U026";
/// A script is run from inside a script.
pub const REENTRY: &str = "U027";
/// A function has no such parameter.
pub const UNKNOWN_PARAMETER: &str = "U030";
/// A parameter is missing.
pub const MISSING_PARAMETER: &str = "U031";
/// A parameter has the wrong type.
pub const PARAMETER_TYPE: &str = "U032";
/// There is no such function.
pub const UNKNOWN_FUNCTION: &str = "U033";
/// A script returned something that is no step.
pub const NO_STEP: &str = "U034";
/// A script names something the pack does not have.
pub const UNKNOWN_ID: &str = "U040";
/// A value in a script has the wrong type.
pub const VALUE_TYPE: &str = "U041";
/// A script returns a value of the wrong type.
pub const RESULT_TYPE: &str = "U042";
/// A function does not return on every way.
pub const NO_RETURN: &str = "U043";
/// A script reads a parameter that its head does not declare.
pub const UNDECLARED: &str = "U044";
/// A computed value in a part of a step that must be a literal.
pub const GAP: &str = "U035";

pub(super) const CODES: &[CodeInfo] = &[
    // Reading.
    code(
        SYNTAX,
        "a script is not valid Luau",
        "The file could not be parsed from the line shown onwards. Often the mistake is slightly \
         above it: an `end` or a bracket is missing.",
    ),
    code(
        FILE_RESULT,
        "a script file does not return one table of functions",
        "Every script file creates a table, puts its functions into it and returns it in its \
         last line: `local mill = {}`, `function mill.on_build(view, with) ... end`, `return \
         mill`. Constants and helpers are `local` names of the file.",
    ),
    code(
        HEAD,
        "the parameters of a script function are not clear",
        "A script function has two parameters: `view` and `with`. The parameters a pack may pass \
         are declared in its head, so that a call can be checked before play: `function \
         mill.on_build(view, with: { per_tile: number, good: string? })`. The types are \
         `number`, `string`, `boolean`, `Piece`, `Space`, `Seat`, `Place` and `Entry`; `?` means \
         that the parameter may be left out. A function without a type for `with` takes no \
         parameters.",
    ),
    code(
        REQUIRE,
        "an unknown module is required",
        "`require` finds the modules of the same pack by name, and those of the shared library \
         as `std/list`, `std/sets`. Scripts of another pack are not accessible.",
    ),
    code(
        REQUIRE_CIRCLE,
        "modules require each other in a circle",
        "A module must be loaded before it can be used. Move what both need into a third module.",
    ),
    code(
        FILE_TOO_LONG,
        "a script file is too long",
        "Scripts should be short. Split the file by topic; move numbers and lists into YAML.",
    ),
    code(
        NESTED,
        "a script is nested too deeply",
        "Blocks, brackets, functions or long chains of operators are nested too deeply. Give a \
         part of it a name: a `local` before it, or a function of its own.",
    ),
    code(
        UNCHECKED,
        "a script cannot be checked before play",
        "Scripts are checked as a whole before the game, to find misspelt names and wrong types. \
         The code shown is Luau that the checker does not know, although it can be run. Errors \
         in this file are found only when they occur in play.",
    ),
    // Running.
    code(
        FAILED,
        "a script failed",
        "The script called `error` or `assert`, or did something that has no meaning, such as \
         adding a number to nil. The game is in the same state as before the script ran.",
    ),
    code(
        UNKNOWN_NAME,
        "a script uses a name that does not exist",
        "The name is neither a `local` nor one of the few names available to all scripts. It may \
         be misspelt, or it may be a part of Luau that scripts do not have because it is random, \
         reaches outside the game, or would differ from machine to machine.",
    ),
    code(
        GLOBAL,
        "a script assigns a global",
        "Scripts keep no state from one call to the next. Write `local` before the first use of \
         the name.",
    ),
    code(
        READ_ONLY,
        "a script changes something read-only",
        "The view, its objects and the shared library are read-only. A script returns steps, and \
         the steps change the game.",
    ),
    code(
        NOT_THERE,
        "a script reads something that does not exist",
        "The view or an object has no field or function of this name, or it is not available \
         here.",
    ),
    code(
        FUEL,
        "a script runs too long",
        "Every call of a script has a fixed budget of steps, the same on every machine. Most \
         often a loop never ends. Large tables and texts make each step cost more, and so does a \
         very long function.",
    ),
    code(
        MEMORY,
        "a script needs too much memory",
        "The memory for all tables and texts that one call of a script creates is limited, and \
         so is the length of a text. Most often a list or a text grows in a loop that never \
         ends.",
    ),
    code(
        CALL_DEPTH,
        "calls in a script are nested too deeply",
        "Most often a function calls itself without end.",
    ),
    code(
        NOT_PLAIN,
        "a script passes on something that is not plain data",
        "Whatever a script returns, asks or passes on consists of numbers, texts, true and \
         false, objects of the game, and tables of these. Functions cannot leave a script.",
    ),
    code(
        NOT_WHOLE,
        "a number is not whole",
        "Games use whole numbers. Use `//` to divide and round down, or `math.floor`, \
         `math.ceil`, `math.round`.",
    ),
    code(
        SELF_CONTAINED,
        "a table contains itself",
        "A table that occurs again inside itself has no end and cannot be written down.",
    ),
    code(
        MIXED_TABLE,
        "a table is neither a list nor a map",
        "A list has the keys 1, 2, 3 ... without gaps; a map has texts as keys. No other table \
         can leave a script.",
    ),
    code(
        TOO_MUCH,
        "a script passes on too much",
        "The number of values, the depth of nesting and the amount of text that a script passes \
         on at once are limited. Nobody can choose from ten thousand options. Library functions \
         have limits, too: `table.unpack` and `string.byte` give at most 256 values, and a \
         pattern or a number in a text is at most 256 bytes long.",
    ),
    code(
        QUESTION,
        "malformed question",
        "`ask` has three forms: `ask { pick = list, label = \"which?\", min = 1, max = 1 }`, \
         `ask { yes_no = \"take it?\" }` and `ask { amount = { from = 0, to = 3 }, label = \"how \
         many?\" }`. A list to pick from must have at least as many options as must be taken.",
    ),
    code(
        QUESTIONS,
        "a script asks too many questions",
        "A single run may ask at most 32 questions. Ask for several objects at once with `min` \
         and `max`, or return a `call` that continues.",
    ),
    code(
        ASK_PLACE,
        "a question is asked where none is allowed",
        "`ask` works in the functions of a script and in whatever they call, but not while a \
         file is being loaded, nor in a function passed to `table.sort` or `string.gsub`.",
    ),
    code(
        IMPURE,
        "a script does not always give the same result",
        "The script iterates over a table whose keys are tables or functions, and their order \
         differs from run to run. Use lists, or objects of the game and texts as keys. Or the \
         script was run twice in the same state of the game and gave two results.",
    ),
    code(
        REENTRY,
        "a script is run from inside a script",
        "A function of the view called another script while the first one was running.",
    ),
    // Calls in YAML.
    code(
        UNKNOWN_PARAMETER,
        "a script function has no such parameter",
        "The parameters under `with` are those declared in the head of the function.",
    ),
    code(
        MISSING_PARAMETER,
        "a parameter of a script function is missing",
        "The head of the function declares it without `?`, so every call must pass it.",
    ),
    code(
        PARAMETER_TYPE,
        "a parameter of a script function has the wrong type",
        "The head of the function declares the type it expects.",
    ),
    code(
        UNKNOWN_FUNCTION,
        "unknown script function",
        "`script: topic.name` refers to the function `name` in the file `topic.luau` of the \
         pack.",
    ),
    code(
        NO_STEP,
        "a script returned something that is not a step",
        "A function returns a list of steps such as `{ gain = { wood = 2 }, who = seat }`, a \
         value to be bound (a number, true or false, an object, the name of a resource), \
         nothing, or both: `{ steps = { ... }, value = 3 }`. Steps have the same verbs and keys \
         as in YAML. Each step is written in the script as a table with its verb, so that it can \
         be checked before play; computed values go into that table, such as `{ gain = { [good] \
         = n } }`.",
    ),
    code(
        GAP,
        "a literal part of a step is computed",
        "Steps in scripts are compiled before play. Numbers, seats, pieces, spaces, resources, \
         sets and whole steps in them may be computed when the script runs. Names, labels, \
         events, procedures and expressions may not: write them as texts in quotes, and choose \
         between whole steps with `if`.",
    ),
    // Static checks.
    code(
        UNKNOWN_ID,
        "a script names something the pack does not have",
        "A text in a script stands for a zone, a resource, a kind, a value, an option or a word \
         of an attribute, and the pack declares none of this name.",
    ),
    code(
        VALUE_TYPE,
        "a value in a script has the wrong type",
        "A function is given an argument it cannot use, or too few or too many arguments, or \
         something that is not a number is used in a calculation. The types are those of the \
         pack: a resource is a number, a zone a list of pieces, an attribute has the type its \
         kind declares.",
    ),
    code(
        RESULT_TYPE,
        "a script returns a value of the wrong type",
        "The head of a function may declare its result (`: number`, `: Steps`), and a step that \
         binds the result with `as` expects a number, or the type under `returns`. If there are \
         several values, each is expected under its name: `{ price = 3, seller = view.p2 }`.",
    ),
    code(
        NO_RETURN,
        "a script function does not return on every path",
        "Some paths through the function return something, and one reaches the end without a \
         `return`. What should be returned there? `return {}` does nothing, `return nil` is \
         nothing.",
    ),
    code(
        UNDECLARED,
        "a script reads a parameter that its head does not declare",
        "Whatever a step passes under `with` is declared in the head of the function: `function \
         mill.grind(view, with: { per_tile: number })`.",
    ),
];
