//! Puts steps, costs and abilities into words, from the source of the pack. Anything without plain
//! words is shown as its expression.

mod ability;
mod expr;
mod step;

use boardwright_language::raw::by_table::{is_table, option_of};
use boardwright_language::raw::{STEP_LIST, prints_steps, type_of};
use boardwright_packs::layer::value::render;
use boardwright_packs::layer::{Loaded, PackInfo};
use boardwright_syntax::source::Sources;
use boardwright_syntax::yaml::{Kind, Map, Node};

/// Steps nested deeper are shown as dots.
const DEPTH_MAX: usize = 24;

/// Puts parts of a tree of sections into words.
#[derive(Clone, Copy, Debug)]
pub struct Words<'r> {
    root: &'r Node,
    sources: Option<&'r Sources>,
    packs: &'r [PackInfo],
}

impl<'r> Words<'r> {
    /// Uses the names of a tree of sections.
    pub fn new(root: &'r Node) -> Self {
        Self { root, sources: None, packs: &[] }
    }

    /// Uses everything that was loaded: names, texts, titles of options.
    pub fn of(loaded: &'r Loaded) -> Self {
        Self { packs: &loaded.order, ..Self::new(&loaded.root).written_in(&loaded.sources) }
    }

    /// Adds the source texts, in which `+1` and `1` differ.
    #[must_use]
    pub fn written_in(self, sources: &'r Sources) -> Self {
        Self { sources: Some(sources), ..self }
    }

    /// Steps in one line: "pay 3 fish; gain 1 victory points".
    pub fn steps(&self, steps: &Node) -> String {
        self.line(steps, 0)
    }

    /// Steps as a Markdown list, one item each.
    pub fn list(&self, steps: &Node) -> String {
        let mut out = String::new();
        self.items(steps, 0, &mut out);
        out
    }

    /// An amount of something: "2 wood", "wood equal to your skill".
    pub(crate) fn amount(&self, id: &str, amount: &Node) -> String {
        match self.expr(amount) {
            said if id.contains('.') => format!("{said} of {}", self.thing(id)),
            said if said.contains(' ') && !said.starts_with(['`', '(']) => {
                format!("{} equal to {said}", self.things(id))
            }
            said if said == "1" => format!("{said} {}", self.thing(id)),
            said => format!("{said} {}", self.things(id)),
        }
    }

    /// A cost: "2 wood and 1 fish".
    pub fn cost(&self, cost: &Node) -> String {
        step::cost_in_words(self, cost)
    }

    /// An expression: in words if all of it has words, else in backticks.
    pub fn expr(&self, node: &Node) -> String {
        match &node.kind {
            Kind::Int(number) => number.to_string(),
            Kind::Text(text) if text.trim().parse::<i64>().is_ok() => text.trim().to_owned(),
            Kind::Text(text) => self.spoken(text).unwrap_or_else(|| code(text)),
            Kind::Map(map) if is_table(map) => self.by_players(map),
            Kind::Null => "nothing".to_owned(),
            _ => code(&render(node)),
        }
    }

    fn by_players(&self, map: &Map) -> String {
        let one = |(key, value): (&str, &Node)| match key {
            "_" => format!("else {}", self.expr(value)),
            key if option_of(key).is_some() => format!("{} with {}", self.expr(value), code(key)),
            n => format!("{} with {n} players", self.expr(value)),
        };
        let all = map.entries.iter().map(|entry| one((&entry.key, &entry.value)));
        format!("({})", all.collect::<Vec<_>>().join(", "))
    }

    /// The name of an entry of a section.
    pub fn name_in(&self, section: &str, id: &str) -> Option<String> {
        let map = self.root.as_map()?.get(section)?.as_map()?;
        let entry = map.entries.iter().find(|entry| entry.key == id)?;
        let named = entry.value.as_map().and_then(|map| map.get("name")?.as_text());
        Some(named.map_or_else(|| id.replace('_', " "), str::to_owned))
    }

    /// A printed cost or printed steps in words; `None` for other types.
    pub fn printed(&self, ty: &Node, value: &Node) -> Option<String> {
        let ty = type_of(ty);
        match (ty.as_text(), value.as_seq()) {
            (Some("cost" | "amounts"), _) => Some(self.cost(value)),
            (Some(STEP_LIST), Some(all)) => {
                let all: Vec<String> = all.iter().map(|steps| self.steps(steps)).collect();
                Some(all.join(" / "))
            }
            _ => prints_steps(ty).then(|| self.steps(value)),
        }
    }

    /// A resource or track within a sentence; a printed one by its path.
    pub fn thing(&self, id: &str) -> String {
        if id.contains('.') {
            return self.spoken(id).unwrap_or_else(|| code(id));
        }
        let name = self.name_in("resources", id).or_else(|| self.name_in("tracks", id));
        name.map_or_else(|| id.to_owned(), |name| small(&name))
    }

    /// The same for several, or for an unknown number.
    fn things(&self, id: &str) -> String {
        let map = self.root.as_map().and_then(|root| root.get("resources")?.as_map());
        let mut entries = map.into_iter().flat_map(|map| &map.entries);
        let entry = entries.find(|entry| entry.key == id);
        let plural = entry.and_then(|entry| entry.value.as_map()?.get("plural")?.as_text());
        plural.map_or_else(|| self.thing(id), small)
    }

    /// A condition: "your wood is more than 3".
    pub(crate) fn condition(&self, node: &Node) -> String {
        let said = node.as_text().and_then(|text| self.spoken_condition(text));
        said.unwrap_or_else(|| self.expr(node))
    }

    /// A condition in front of a clause: "if your wood is more than 3", "with the option *Long*".
    pub(crate) fn provided(&self, node: &Node) -> String {
        let said = self.condition(node);
        let alone = !said.contains(" and ") && !said.contains(" or ");
        let option = said.starts_with("with the option") || said.starts_with("without the option");
        if option && alone { said } else { format!("if {said}") }
    }

    /// A seat: "you" for `me`.
    pub(crate) fn seat(&self, node: &Node) -> String {
        match node.as_text() {
            Some("me") => "you".to_owned(),
            Some(text) if text.strip_prefix('p').is_some_and(is_number) => {
                format!("player {}", text.trim_start_matches('p'))
            }
            _ => self.expr(node),
        }
    }

    /// A container or set: "your Village" for `me.village`.
    pub(crate) fn place(&self, node: &Node) -> String {
        let Some(text) = node.as_text() else { return self.expr(node) };
        let (whose, zone) = match text.split_once('.') {
            Some(("me", zone)) => ("your", zone),
            _ => ("the", text),
        };
        match self.name_in("zones", zone) {
            Some(name) => format!("{whose} {}", small(&name)),
            None => self.expr(node),
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| char.is_ascii_digit())
}

/// A name within a sentence: "Victory points" becomes "victory points".
fn small(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(first) if chars.clone().all(|char| !char.is_uppercase()) => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => name.to_owned(),
    }
}

/// Text in backticks, on one line.
pub fn code(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let fence = if text.contains('`') { "``" } else { "`" };
    format!("{fence}{text}{fence}")
}

/// "a, b and c".
pub(super) fn joined(parts: &[String], last: &str) -> String {
    match parts {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// Removes the marks of Markdown: stars around words. A star between spaces means multiplication.
pub fn unmarked(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let space = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_none_or(|it| *it == ' ');
    let is_mark =
        |at: usize| chars[at] == '*' && !(space(at.checked_sub(1)) && space(Some(at + 1)));
    (0..chars.len()).filter(|at| !is_mark(*at)).map(|at| chars[at]).collect()
}
