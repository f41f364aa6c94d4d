//! What scripts have of Luau, and what they do not have, with the reason.
//!
//! Every function here either takes constant time or pays for the size of its work: see
//! `prelude.luau` for how, and `tests_cost.rs` for what each can cost at worst.

/// Globals taken unchanged from Luau.
pub(crate) const PLAIN: [&str; 5] = ["ipairs", "select", "tonumber", "type", "typeof"];

/// Globals defined by the prelude.
pub(crate) const MADE: [&str; 8] =
    ["ask", "assert", "error", "next", "pairs", "print", "require", "tostring"];

/// The name by which the heads of `for` loops call the host; see `loops.rs`.
pub(super) const EACH: &str = "__each";

/// The name by which a file freezes its tables; see `keep.rs`.
pub(super) const KEEP: &str = "__keep";

/// The libraries of scripts, with their members. `math` lacks what is random or differs between
/// machines, and `string` what reads and writes binary data.
pub(crate) const LIBRARIES: [(&str, &[&str]); 4] = [
    (
        "bit32",
        &[
            "arshift", "band", "bnot", "bor", "btest", "bxor", "countlz", "countrz", "extract",
            "lrotate", "lshift", "replace", "rrotate", "rshift",
        ],
    ),
    (
        "math",
        &["abs", "ceil", "clamp", "floor", "fmod", "huge", "max", "min", "round", "sign", "sqrt"],
    ),
    (
        "string",
        &[
            "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep",
            "reverse", "split", "sub", "upper",
        ],
    ),
    (
        "table",
        &[
            "clear", "clone", "concat", "create", "find", "freeze", "insert", "isfrozen", "move",
            "pack", "remove", "sort", "unpack",
        ],
    ),
];

const RANDOM: &str = "a script gives the same answer every time";
const INEXACT: &str = "its results differ from machine to machine";
const BINARY: &str = "a script handles numbers, texts and lists";

/// Names that authors may look for in vain, with the reason why they are missing.
pub(crate) const ABSENT: [(&str, &str); 56] = [
    ("_G", "every file has its own names"),
    ("_VERSION", "a script must not depend on it"),
    ("bit32.byteswap", BINARY),
    ("buffer", BINARY),
    ("collectgarbage", "memory is the host's business"),
    ("coroutine", "only `ask` waits"),
    ("debug", "it would show the host"),
    ("dofile", "use `require`"),
    ("gcinfo", "memory is the host's business"),
    ("getfenv", "it would show the host"),
    ("getmetatable", "tables are plain data here"),
    ("io", "a script cannot reach files"),
    ("load", "a script cannot make code"),
    ("loadfile", "use `require`"),
    ("loadstring", "a script cannot make code"),
    ("math.acos", INEXACT),
    ("math.asin", INEXACT),
    ("math.atan", INEXACT),
    ("math.atan2", INEXACT),
    ("math.cos", INEXACT),
    ("math.cosh", INEXACT),
    ("math.exp", INEXACT),
    ("math.log", INEXACT),
    ("math.log10", INEXACT),
    ("math.noise", INEXACT),
    ("math.pow", "write `x ^ y`"),
    ("math.random", RANDOM),
    ("math.randomseed", RANDOM),
    ("math.sin", INEXACT),
    ("math.sinh", INEXACT),
    ("math.tan", INEXACT),
    ("math.tanh", INEXACT),
    ("newproxy", "tables are plain data here"),
    ("os", "a script cannot reach the machine or its clock"),
    ("package", "use `require`"),
    ("pcall", "an error ends the script"),
    ("rawequal", "`==` does the same here"),
    ("rawget", "tables are plain data here"),
    ("rawlen", "`#` does the same here"),
    ("rawset", "tables are plain data here"),
    ("setfenv", "it would change the host"),
    ("setmetatable", "tables are plain data here"),
    ("string.dump", "a script cannot make code"),
    ("string.pack", BINARY),
    ("string.packsize", BINARY),
    ("string.unpack", BINARY),
    ("table.foreach", "write a `for` loop"),
    ("table.foreachi", "write a `for` loop"),
    ("table.getn", "write `#list`"),
    ("table.maxn", "write `#list`"),
    ("task", "only `ask` waits"),
    ("unpack", "use `table.unpack`"),
    ("utf8", "a script compares and joins texts, it does not take them apart"),
    ("vector", BINARY),
    ("warn", "use `print`"),
    ("xpcall", "an error ends the script"),
];

/// Whether every script has a function or a library of this name.
pub(super) fn has(name: &str) -> bool {
    PLAIN.contains(&name)
        || MADE.contains(&name)
        || LIBRARIES.iter().any(|(library, _)| *library == name)
}
