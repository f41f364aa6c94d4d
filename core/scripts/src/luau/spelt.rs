//! Steps as Luau has them: what the compiler of steps says about YAML, for those who write scripts.

/// Words of Luau that are keys of steps.
const RESERVED: [&str; 9] = ["if", "do", "else", "repeat", "end", "while", "for", "return", "then"];

/// A text for people in which what stands in backticks, such as `` `gain: { wood: 1 }` ``, is
/// written as Luau writes it.
pub fn spelt(text: &str) -> String {
    let part = |(at, part): (usize, &str)| match at % 2 {
        1 => code(part),
        _ => part.to_owned(),
    };
    text.split('`').enumerate().map(part).collect::<Vec<_>>().join("`")
}

/// A piece of YAML as Luau; anything else as it is.
fn code(yaml: &str) -> String {
    let chars: Vec<char> = yaml.chars().collect();
    let mut reader = Reader { chars: &chars, at: 0 };
    match reader.value(Place::Alone) {
        Some(luau) if reader.at == chars.len() => luau,
        _ => yaml.to_owned(),
    }
}

/// Where a value stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// By itself: a mapping without brackets, or no YAML at all.
    Alone,
    /// Under a key or in a list.
    Inside,
}

struct Reader<'a> {
    chars: &'a [char],
    at: usize,
}

impl Reader<'_> {
    fn blank(&mut self) {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn value(&mut self, place: Place) -> Option<String> {
        self.blank();
        match self.peek()? {
            '{' => self.all('}', true),
            '[' => self.all(']', false),
            '"' if place == Place::Inside => self.quoted(),
            _ if place == Place::Alone => self.entry(),
            _ => self.plain(),
        }
    }

    /// What stands in brackets.
    fn all(&mut self, end: char, keyed: bool) -> Option<String> {
        self.at += 1;
        let mut items = vec![];
        loop {
            self.blank();
            if self.peek()? == end {
                self.at += 1;
                break;
            }
            items.push(if keyed { self.entry()? } else { self.value(Place::Inside)? });
            self.blank();
            if self.peek()? == ',' {
                self.at += 1;
            }
        }
        Some(if items.is_empty() { "{}".into() } else { format!("{{ {} }}", items.join(", ")) })
    }

    /// A key with its value.
    fn entry(&mut self) -> Option<String> {
        let start = self.at;
        while self.peek().is_some_and(|char| char.is_ascii_alphanumeric() || char == '_') {
            self.at += 1;
        }
        let key: String = self.chars.get(start..self.at)?.iter().collect();
        if key.is_empty() || self.peek()? != ':' || self.chars.get(self.at + 1) != Some(&' ') {
            return None;
        }
        self.at += 1;
        let value = self.value(Place::Inside)?;
        Some(match RESERVED.contains(&key.as_str()) {
            true => format!("[\"{key}\"] = {value}"),
            false => format!("{key} = {value}"),
        })
    }

    fn quoted(&mut self) -> Option<String> {
        let start = self.at;
        self.at += 1;
        while self.peek()? != '"' {
            self.at += 1;
        }
        self.at += 1;
        Some(self.chars.get(start..self.at)?.iter().collect())
    }

    /// Up to the next mark: numbers, yes and no, gaps as they are, the rest in quotes.
    fn plain(&mut self) -> Option<String> {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(char) = self.peek() {
            match char {
                '(' => depth += 1,
                ')' => depth = depth.checked_sub(1)?,
                ',' | '}' | ']' if depth == 0 => break,
                _ => {}
            }
            self.at += 1;
        }
        let text: String = self.chars.get(start..self.at)?.iter().collect();
        let text = text.trim_end();
        let as_is = text.parse::<i64>().is_ok() || ["true", "false", "..."].contains(&text);
        Some(if as_is { text.to_owned() } else { format!("\"{text}\"") })
    }
}

#[cfg(test)]
mod tests {
    use super::spelt;

    #[test]
    fn steps_are_spelt_as_luau_spells_them() {
        let spelt = |text: &str| spelt(text);
        assert_eq!(spelt("write `gain: { wood: 1 }`"), "write `gain = { wood = 1 }`");
        assert_eq!(
            spelt("`pick: { from: me.yard, min: 0 }` or `max(a, b)`"),
            "`pick = { from = \"me.yard\", min = 0 }` or `max(a, b)`"
        );
        assert_eq!(
            spelt("`if: \"x ~= nil\"` with `do: [{ end: game }]`, `let: { x: ... }`"),
            "`[\"if\"] = \"x ~= nil\"` with `[\"do\"] = { { [\"end\"] = \"game\" } }`, \
             `let = { x = ... }`"
        );
        assert_eq!(
            spelt("`require: \"x ~= nil\"`, `view:value(x)`, a `-1:`, `{me}`"),
            "`require = \"x ~= nil\"`, `view:value(x)`, a `-1:`, `{me}`"
        );
    }
}
