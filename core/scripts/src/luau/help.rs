//! Rewords messages of the VM, and suggests what an author can do.

use super::fault::ScriptError;
use boardwright_language::script_text::{Kind, tokens};
use boardwright_syntax::diag::codes::script as codes;
use boardwright_syntax::diag::similar;

/// The help for a failure; `text` is that of the file.
pub(super) fn help(error: &ScriptError, text: &str) -> Option<String> {
    let name = || error.message.split('`').nth(1).unwrap_or_default();
    let words = match error.code {
        codes::SYNTAX => {
            "look above this line as well: an `end`, a `then` or a bracket may be missing"
        }
        codes::REQUIRE => {
            let near = similar(name(), ["std/list", "std/sets"].into_iter())?;
            return Some(format!("a module with a similar name exists: `{near}`"));
        }
        codes::REQUIRE_CIRCLE => "move what both need into a third module",
        codes::FAILED if error.message.contains("nothing (`nil`)") => {
            "look for a name that is misspelt or set nowhere; `x or 0` stands in for nothing"
        }
        codes::UNKNOWN_NAME if name().starts_with("math.random") => {
            "draw with a `random` step or from a shuffled zone in YAML, and hand it over by `with`"
        }
        codes::UNKNOWN_NAME => {
            let near = similar(name(), locals(text))?;
            return Some(format!("a name with a similar spelling exists: `{near}`"));
        }
        codes::GLOBAL => return Some(format!("write `local {}` where it is first used", name())),
        codes::READ_ONLY => "return steps such as `{ gain = { wood = 2 } }`: they change the game",
        codes::FUEL => "look for a loop whose condition never becomes false",
        codes::MEMORY => "look for a list or a text that grows in a loop",
        codes::CALL_DEPTH => "look for a function that calls itself without an end",
        codes::NOT_PLAIN => {
            "return numbers, texts, true or false, things of the game, or tables of these"
        }
        codes::NOT_WHOLE => "divide with `//`, or round with `math.floor`",
        codes::SELF_CONTAINED => "copy what is needed of it into a new table",
        codes::MIXED_TABLE => "give a list the keys 1, 2, 3 without gaps, and a map texts as keys",
        codes::TOO_MUCH
            if ["string.", "table.", "tonumber"].iter().any(|it| name().starts_with(it)) =>
        {
            "work on a part of it: `string.sub` cuts a text, a loop goes through a list"
        }
        codes::TOO_MUCH => "return less: a `call` of a procedure can do many steps",
        codes::QUESTIONS => "ask for several things at once with `min` and `max`",
        codes::IMPURE => "go through lists, or through tables with texts as keys",
        _ => return None,
    };
    Some(words.into())
}

/// A missing `then` or `do` belongs to the line before the one where it is noticed.
pub(super) fn missing_before(error: &ScriptError, text: &str) -> Option<(u32, &'static str)> {
    const HEADS: [&str; 4] = ["if", "elseif", "while", "for"];
    let word = ["then", "do"]
        .into_iter()
        .find(|word| error.message.starts_with(&format!("expected `{word}`")))?;
    let noticed = error.line.checked_sub(1)? as usize;
    let opens = |line: &str| tokens(line).iter().any(|it| HEADS.iter().any(|head| it.is(head)));
    if text.lines().nth(noticed).is_some_and(opens) {
        return None;
    }
    let lines: Vec<&str> = text.lines().take(noticed).collect();
    let before = lines.iter().rposition(|line| !line.trim().is_empty())?;
    Some((before as u32 + 1, word))
}

/// The names a file declares: locals, loop variables and parameters.
fn locals(text: &str) -> impl Iterator<Item = &str> {
    const HEADS: [&str; 3] = ["local", "for", "function"];
    let tokens = tokens(text);
    let mut names = vec![];
    let mut open = false;
    for token in tokens {
        if HEADS.iter().any(|head| token.is(head)) {
            open = true;
        } else if token.is("=") || token.is(")") || token.is("in") {
            open = false;
        } else if open && token.kind == Kind::Word {
            names.push(token.text);
        }
    }
    names.into_iter()
}

/// The first line that begins by assigning to a name all scripts have, unless the file declares a
/// local with this name.
pub(super) fn assigned(text: &str, is_known: impl Fn(&str) -> bool) -> Option<(usize, &str)> {
    let tokens = tokens(text);
    let (mut depth, mut line_end) = (0_usize, 0);
    for (at, token) in tokens.iter().enumerate() {
        let starts_line = at == 0 || text[line_end..token.start].contains('\n');
        line_end = token.end();
        if token.is("{") {
            depth += 1;
        } else if token.is("}") {
            depth = depth.saturating_sub(1);
        }
        let is_set = || {
            let sign = |n: usize, text: &str| tokens.get(at + n).is_some_and(|it| it.is(text));
            sign(1, "=") && !sign(2, "=")
        };
        if depth == 0
            && starts_line
            && token.kind == Kind::Word
            && is_known(token.text)
            && is_set()
            && !locals(text).any(|name| name == token.text)
        {
            return Some((token.start, token.text));
        }
    }
    None
}

/// A syntax error: quotes become backticks, and the first letter lowercase.
pub(super) fn syntax(message: &str) -> String {
    let message = message.replace(['\'', '"'], "`");
    let mut chars = message.chars();
    let small = chars.next().map(|first| first.to_lowercase().to_string());
    let message = format!("{}{}", small.unwrap_or_default(), chars.as_str());
    message
        .replace(" when parsing ", " in ")
        .replace(", got ", ", not ")
        .replace("expected identifier", "expected a name")
        .replace("not identifier", "not the name")
        .replace(" in variable name", "")
        .replace(" in expression", " in an expression")
        .replace(" in if statement", " after the condition of an `if`")
        .replace(" in while statement", " after the condition of a `while`")
        .replace("<eof>", "the end of the file")
}

/// A VM error in plain words.
pub(super) fn plain(message: &str) -> String {
    let Some(rest) = message.strip_prefix("attempt to ") else { return argument(message) };
    let told = if let Some(rest) = rest.strip_prefix("perform arithmetic (") {
        rest.split_once(") on ").map(|(how, on)| arithmetic(how, on))
    } else if let Some(rest) = rest.strip_prefix("index ") {
        rest.split_once(" with ")
            .map(|(what, key)| format!("{} has no field {}", kind(what), field(key)))
    } else if let Some(rest) = rest.strip_prefix("compare ") {
        let sign = [" <= ", " < ", " == "].into_iter().find(|sign| rest.contains(sign));
        sign.and_then(|sign| rest.split_once(sign))
            .map(|(one, other)| format!("{} cannot be compared with {}", kind(one), kind(other)))
    } else if let Some(rest) = rest.strip_prefix("concatenate ") {
        rest.split_once(" with ").map(|(one, other)| {
            format!("{} and {} cannot be joined by `..`", kind(one), kind(other))
        })
    } else if let Some(rest) = rest.strip_prefix("call a ") {
        rest.strip_suffix(" value").map(|what| format!("{} is called as a function", kind(what)))
    } else if let Some(rest) = rest.strip_prefix("iterate over a ") {
        let what = rest.strip_suffix(" value");
        what.map(|what| format!("{} cannot be gone through by `for`", kind(what)))
    } else if let Some(rest) = rest.strip_prefix("get length of a ") {
        let what = rest.strip_suffix(" value");
        what.map(|what| format!("{} has no length", kind(what)))
    } else {
        None
    };
    match told {
        Some(told) if told.contains("`nil`") => format!("{told}; is a name not set?"),
        Some(told) => told,
        None => message.into(),
    }
}

fn arithmetic(how: &str, on: &str) -> String {
    let (one, other) = on.split_once(" and ").unwrap_or((on, on));
    let (one, other) = (kind(one), kind(other));
    match how {
        "add" => format!("{one} cannot be added to {other}"),
        "sub" => format!("{other} cannot be taken from {one}"),
        "mul" => format!("{one} cannot be multiplied with {other}"),
        "unm" => format!("{one} has no minus"),
        _ => format!("{one} cannot be divided by {other}"),
    }
}

/// `invalid argument #1 to 'ipairs' (table expected, got nil)`
fn argument(message: &str) -> String {
    let read = || {
        let rest = message.strip_prefix("invalid argument #")?;
        let (at, rest) = rest.split_once(" to '")?;
        let (function, rest) = rest.split_once("' (")?;
        let (wanted, got) = rest.strip_suffix(')')?.split_once(" expected, got ")?;
        let (wanted, got) = (kind(wanted), kind(got));
        Some(format!("`{function}` needs {wanted} as argument {at}, not {got}"))
    };
    read().unwrap_or_else(|| message.into())
}

/// The description of a Luau type.
fn kind(name: &str) -> String {
    match name {
        "nil" => "nothing (`nil`)".into(),
        "boolean" => "true or false".into(),
        "string" => "a text".into(),
        "userdata" | "light userdata" => "a thing of the game".into(),
        "no value" => "nothing".into(),
        other => format!("a {other}"),
    }
}

/// `'level'` or the type of a key.
fn field(key: &str) -> String {
    match key.strip_prefix('\'').and_then(|key| key.strip_suffix('\'')) {
        Some(name) => format!("`{name}`"),
        None => format!("under {}", kind(key)),
    }
}
