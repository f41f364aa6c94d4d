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
        "The file could not be understood from the line shown on. Often the mistake is a little \
         above it: an `end` or a bracket that is missing.",
    ),
    code(
        FILE_RESULT,
        "a script file does not return one table of functions",
        "Every script file makes a table, puts its functions into it and returns it as its last \
         line: `local mill = {}`, `function mill.on_build(view, with) ... end`, `return mill`. \
         Constants and helpers are kept in `local` names of the file.",
    ),
    code(
        HEAD,
        "the parameters of a script function are not clear",
        "A script function has two parameters: `view` and `with`. The parameters a pack may give \
         are declared in its head, so that a call can be checked before play: \
         `function mill.on_build(view, with: { per_tile: number, good: string? })`. The types are \
         `number`, `string`, `boolean`, `Piece`, `Space`, `Seat`, `Place` and `Entry`; `?` means \
         that the parameter may be left out. A function without a type for `with` takes no parameters.",
    ),
    code(
        REQUIRE,
        "an unknown module is required",
        "`require` finds the modules of the same pack by name and those of the shared library as \
         `std/list`, `std/sets`. Scripts of another pack cannot be reached.",
    ),
    code(
        REQUIRE_CIRCLE,
        "modules require each other in a circle",
        "A module must be read before it can be used. Move what both need into a third module.",
    ),
    code(
        FILE_TOO_LONG,
        "a script file is too long",
        "Scripts are short. Split the file by topic; move numbers and lists into YAML.",
    ),
    code(
        NESTED,
        "a script is nested too deeply",
        "Blocks, brackets, functions and long chains of operators stand inside one another. Give a \
         part of it a name: a `local` before it, or a function of its own.",
    ),
    code(
        UNCHECKED,
        "a script cannot be checked before play",
        "Scripts are read as a whole before the game, to find misspelt names and wrong types. The \
         place shown is Luau that this reader does not know, though it can be run. Mistakes in this \
         file are found only when they are met in play.",
    ),
    // Running.
    code(
        FAILED,
        "a script failed",
        "The script called `error` or `assert`, or did something that has no meaning, such as \
         adding a number to nothing. The game is as it was before the script ran.",
    ),
    code(
        UNKNOWN_NAME,
        "a script uses a name that does not exist",
        "The name is neither a `local` nor one of the few names all scripts have. It may be \
         misspelled, or it is a part of Luau that scripts do not have, because it is random, \
         reaches outside the game, or would differ from machine to machine.",
    ),
    code(
        GLOBAL,
        "a script assigns a global",
        "Scripts keep nothing from one call to the next. Write `local` before the first use of \
         the name.",
    ),
    code(
        READ_ONLY,
        "a script changes what it may only read",
        "The view, its things and the shared library are read-only. A script returns steps, and \
         the steps change the game.",
    ),
    code(
        NOT_THERE,
        "a script reads something that is not there",
        "The view or a thing has no field or function of this name, or it may not be asked here.",
    ),
    code(
        FUEL,
        "a script runs too long",
        "Every call of a script has a fixed number of steps, the same on every machine. Most \
         often a loop never ends. Large tables and texts make each step dearer, and so does a \
         very long function.",
    ),
    code(
        MEMORY,
        "a script needs too much memory",
        "There is a bound on all tables and texts that one call of a script makes, and on the \
         length of a text. Most often a list or a text grows in a loop that never ends.",
    ),
    code(
        CALL_DEPTH,
        "functions of a script call each other too deep",
        "Most often a function calls itself without an end.",
    ),
    code(
        NOT_PLAIN,
        "a script hands out something that is no plain data",
        "What a script returns, asks or passes on is made of numbers, texts, true and false, \
         things of the game, and tables of these. Functions cannot leave a script.",
    ),
    code(
        NOT_WHOLE,
        "a number is not whole",
        "The game counts in whole numbers. Use `//` to divide and round down, or `math.floor`, \
         `math.ceil`, `math.round`.",
    ),
    code(
        SELF_CONTAINED,
        "a table contains itself",
        "A table that is reached again inside itself has no end and cannot be written down.",
    ),
    code(
        MIXED_TABLE,
        "a table is neither a list nor a map",
        "A list has the keys 1, 2, 3 ... without gaps; a map has texts as keys. Nothing else can \
         leave a script.",
    ),
    code(
        TOO_MUCH,
        "a script hands out too much",
        "There is a bound on how many values, how many levels and how much text a script hands \
         out at once. Nobody can choose from ten thousand options. Functions of the library have \
         bounds, too: `table.unpack` and `string.byte` give at most 256 values, and a pattern or \
         a number in a text is at most 256 bytes long.",
    ),
    code(
        QUESTION,
        "a question is not well formed",
        "`ask` knows three forms: `ask { pick = list, label = \"which?\", min = 1, max = 1 }`, \
         `ask { yes_no = \"take it?\" }` and `ask { amount = { from = 0, to = 3 }, label = \"how \
         many?\" }`. A list to pick from must have as many options as must be taken.",
    ),
    code(
        QUESTIONS,
        "a script asks too many questions",
        "A single run may ask 32 times. Ask for several things at once with `min` and `max`, or \
         return a `call` that goes on.",
    ),
    code(
        ASK_PLACE,
        "a question is asked where it cannot be",
        "`ask` works in the functions of a script and what they call, but not while a file is \
         read and not in a function that is given to `table.sort` or `string.gsub`.",
    ),
    code(
        IMPURE,
        "a script does not always give the same result",
        "It goes through a table whose keys are tables or functions: their order differs from \
         run to run. Use lists, or things and texts as keys. Or it was run twice with the same \
         game and gave two results.",
    ),
    code(
        REENTRY,
        "a script is run from inside a script",
        "A function of the view led to another script while the first one was running.",
    ),
    // Calls in YAML.
    code(
        UNKNOWN_PARAMETER,
        "a script function has no such parameter",
        "The parameters under `with` are those that the head of the function declares.",
    ),
    code(
        MISSING_PARAMETER,
        "a parameter of a script function is missing",
        "The head of the function declares it without `?`, so a call must give it.",
    ),
    code(
        PARAMETER_TYPE,
        "a parameter of a script function has the wrong type",
        "The head of the function says what it expects.",
    ),
    code(
        UNKNOWN_FUNCTION,
        "there is no such script function",
        "`script: topic.name` means the function `name` in the file `topic.luau` of the pack.",
    ),
    code(
        NO_STEP,
        "a script returned something that is no step",
        "A function returns a list of steps such as `{ gain = { wood = 2 }, who = seat }`, a value \
         to be bound (a number, yes or no, a thing, the name of a resource), nothing, or both: \
         `{ steps = { ... }, value = 3 }`. Steps have the verbs and keys that they have in YAML. Each \
         stands in the script as a table with its verb, so that it can be checked before play: \
         what is worked out goes into that table, such as `{ gain = { [good] = n } }`.",
    ),
    code(
        GAP,
        "a part of a step that must be written out is worked out",
        "Steps in scripts are compiled before play. Numbers, seats, pieces, spaces, resources, sets \
         and whole steps in them may be worked out when the script runs. Names, labels, events, \
         procedures and expressions cannot: write them as texts in quotes, and choose between whole \
         steps with `if`.",
    ),
    // Static checks.
    code(
        UNKNOWN_ID,
        "a script names something the pack does not have",
        "A text in a script stands for a zone, a resource, a kind, a value, an option or a word of \
         an attribute, and the pack declares none of this name.",
    ),
    code(
        VALUE_TYPE,
        "a value in a script has the wrong type",
        "A function is given something it cannot use, too little or too much, or something is \
         reckoned with that is no number. The types are those of the pack: a resource is a number, a \
         zone a list of pieces, an attribute what its kind declares.",
    ),
    code(
        RESULT_TYPE,
        "a script returns a value of the wrong type",
        "The head of a function may say what it gives (`: number`, `: Steps`), and a step that binds \
         the value with `as` expects a number, or what stands under `returns`. Of several values each \
         is expected under its name: `{ price = 3, seller = view.p2 }`.",
    ),
    code(
        NO_RETURN,
        "a script function does not return on every way",
        "Some ways through the function return something, and one comes to its end without a \
         `return`. What should be given there? `return {}` does nothing, `return nil` is nothing.",
    ),
    code(
        UNDECLARED,
        "a script reads a parameter that its head does not declare",
        "What a step hands over under `with` is declared in the head of the function: \
         `function mill.grind(view, with: { per_tile: number })`.",
    ),
];
