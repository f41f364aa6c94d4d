//! One step in words.

use super::{DEPTH_MAX, Words, code, joined};
use crate::layer::value::{render, scalar_text};
use crate::lower::{is_table, option_of};
use crate::raw::step::verb;
use crate::yaml::{Kind, Map, Node};

/// A step: a sentence, and steps inside with what introduces them.
struct Told<'n> {
    head: String,
    inside: Vec<(String, &'n Node)>,
}

impl<'n> Told<'n> {
    fn plain(head: impl Into<String>) -> Self {
        Self { head: head.into(), inside: vec![] }
    }

    fn with(head: impl Into<String>, inside: Vec<(String, &'n Node)>) -> Self {
        Self { head: head.into(), inside }
    }
}

impl Words<'_> {
    /// Steps in one line.
    pub(super) fn line(&self, steps: &Node, depth: usize) -> String {
        if depth > DEPTH_MAX {
            return "...".to_owned();
        }
        let lines = self.all(steps).into_iter().map(|told| {
            let mut line = told.head;
            for (title, inside) in told.inside {
                let inner = self.line(inside, depth + 1);
                let colon = if title.is_empty() { String::new() } else { format!(" {title}:") };
                line += &format!("{colon} [{inner}]");
            }
            line
        });
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() { "nothing".to_owned() } else { lines.join("; ") }
    }

    /// Steps as items of a list.
    pub(super) fn items(&self, steps: &Node, depth: usize, out: &mut String) {
        let indent = "  ".repeat(depth);
        if depth > DEPTH_MAX {
            *out += &format!("{indent}- ...\n");
            return;
        }
        for told in self.all(steps) {
            let single = told.inside.len() == 1;
            let colon = if told.inside.is_empty() { "" } else { ":" };
            *out += &format!("{indent}- {}{colon}\n", told.head);
            for (title, inside) in told.inside {
                if title.is_empty() || single && title == "do" {
                    self.items(inside, depth + 1, out);
                } else {
                    *out += &format!("{indent}  - {title}:\n");
                    self.items(inside, depth + 2, out);
                }
            }
        }
    }

    fn all<'n>(&self, steps: &'n Node) -> Vec<Told<'n>> {
        match &steps.kind {
            Kind::Seq(items) => items.iter().filter_map(|item| self.step(item)).collect(),
            Kind::Map(map) if is_table(map) => map
                .entries
                .iter()
                .map(|entry| {
                    let head = match entry.key.as_str() {
                        "_" if by_option(map) => "otherwise".to_owned(),
                        "_" => "with any other number of players".to_owned(),
                        key if option_of(key).is_some() => format!("with `{key}`"),
                        n => format!("with {n} players"),
                    };
                    Told::with(head, vec![(String::new(), &entry.value)])
                })
                .collect(),
            Kind::Map(_) => self.step(steps).into_iter().collect(),
            _ => vec![],
        }
    }

    fn step<'n>(&self, node: &'n Node) -> Option<Told<'n>> {
        let map = node.as_map()?;
        let entry = map.entries.iter().find(|entry| verb(&entry.key).is_some())?;
        let mut told = self.verb(&entry.key, &entry.value, map)?;
        if let Some(condition) = map.get("if") {
            told.head = format!("{}: {}", self.provided(condition), told.head);
        }
        if let Some(name) = map.get("as").and_then(Node::as_text) {
            told.head += &format!(" (named *{}*)", name.replace('_', " "));
        }
        Some(told)
    }

    fn verb<'n>(&self, verb: &str, body: &'n Node, step: &'n Map) -> Option<Told<'n>> {
        Some(match verb {
            "gain" | "lose" | "set" | "advance" | "retreat" | "score" => {
                Told::plain(self.counted(verb, body))
            }
            "pay" => Told::plain(self.pay(body)),
            "move" | "shuffle" | "refill" | "flip" | "own" | "control" => {
                Told::plain(self.pieces(verb, body))
            }
            "choose" | "pick" | "amount" | "may" | "secretly" | "travel" => self.ask(verb, body),
            "try" | "when" | "repeat" | "each" | "turns" => self.flow(verb, body, step),
            "note" => return None,
            _ => Told::plain(self.other(verb, body, step)),
        })
    }

    /// `resource: amount` beside `to`, `from` or `of`.
    fn counted(&self, verb: &str, body: &Node) -> String {
        const WHOSE: [&str; 3] = ["to", "from", "of"];
        let Some(map) = body.as_map() else { return format!("{verb} {}", self.expr(body)) };
        let whose = WHOSE.iter().find_map(|key| map.get(key));
        let amounts = map.get("amounts").and_then(Node::as_map).unwrap_or(map);
        let all: Vec<String> = amounts
            .entries
            .iter()
            .filter(|entry| !WHOSE.contains(&entry.key.as_str()))
            .map(|entry| match verb {
                "set" => format!("{} to {}", self.thing(&entry.key), self.expr(&entry.value)),
                "score" => {
                    let line = self.name_in("lines", &entry.key);
                    let line = line.unwrap_or_else(|| self.thing(&entry.key));
                    format!("{} for {line}", self.expr(&entry.value))
                }
                "advance" | "retreat" => {
                    format!("{} on {}", self.expr(&entry.value), self.thing(&entry.key))
                }
                _ => self.amount(&entry.key, &entry.value),
            })
            .collect();
        let all = joined(&all, "and");
        let verb = if verb == "retreat" { "go back" } else { verb };
        match whose {
            None => format!("{verb} {all}"),
            Some(whose) if verb == "set" => format!("set {all} of {}", self.seat(whose)),
            Some(whose) if verb == "gain" => format!("{verb} {all} (for {})", self.seat(whose)),
            Some(whose) if verb == "lose" => format!("{verb} {all} (from {})", self.seat(whose)),
            Some(whose) => format!("{verb} {all} ({})", self.seat(whose)),
        }
    }

    fn pay(&self, body: &Node) -> String {
        let mut said = format!("pay {}", cost(self, body));
        if let Some(map) = body.as_map() {
            if let Some(by) = map.get("by") {
                said = format!("{} must {said}", self.seat(by));
            }
            if let Some(to) = map.get("to") {
                said += &format!(" to {}", self.seat(to));
            }
        }
        said
    }

    fn pieces(&self, verb: &str, body: &Node) -> String {
        let Some(map) = body.as_map() else {
            return match verb {
                "own" => format!("{} is yours now", self.expr(body)),
                "control" => format!("{} works for you now", self.expr(body)),
                _ => format!("{verb} {}", self.place(body)),
            };
        };
        let place = |key: &str| map.get(key).map_or(String::new(), |node| self.place(node));
        let thing = |key: &str| map.get(key).map_or(String::new(), |node| self.expr(node));
        match verb {
            "move" => {
                let what = match (map.get("what"), map.get("all"), map.get("count")) {
                    (Some(what), ..) => self.expr(what),
                    (_, Some(all), _) => format!("all of {}", self.place(all)),
                    (.., Some(count)) => format!("{} from {}", self.expr(count), place("from")),
                    _ => format!("one from {}", place("from")),
                };
                let at = map.get("at").and_then(scalar_text);
                let at = at.map_or(String::new(), |at| format!(" ({at})"));
                format!("move {what} to {}{at}", place("to"))
            }
            "refill" => format!("refill {} from {}", place("row"), place("from")),
            "flip" if map.get("to").is_none() => format!("flip {}", thing("what")),
            "flip" => format!("flip {} to {}", thing("what"), thing("to")),
            _ => {
                let by = map.get("by").map_or_else(|| "you".to_owned(), |by| self.seat(by));
                let what = thing("what");
                match verb {
                    "own" => format!("{what} now belongs to {by}"),
                    _ => format!("{what} now works for {by}"),
                }
            }
        }
    }

    fn ask<'n>(&self, verb: &str, body: &'n Node) -> Told<'n> {
        let map = body.as_map();
        let get = |key: &str| map.and_then(|map| map.get(key));
        match verb {
            "choose" => {
                let options = get("options").and_then(Node::as_map);
                let options = options.map_or(&[][..], |map| &map.entries);
                let inside = options.iter().filter_map(|option| self.option(option)).collect();
                Told::with("choose one", inside)
            }
            "pick" => Told::plain(self.pick(body)),
            "amount" => {
                let from = get("from").map_or_else(|| "0".to_owned(), |node| self.expr(node));
                let to = get("to").map_or_else(String::new, |node| self.expr(node));
                Told::plain(format!("choose a number from {from} to {to}"))
            }
            "may" => Told::with("you may", vec![(String::new(), get("do").unwrap_or(body))]),
            "secretly" => {
                let pick = get("pick").map_or_else(String::new, |pick| self.pick(pick));
                let inside = get("do").map(|steps| ("then each".to_owned(), steps));
                Told::with(format!("everyone in secret: {pick}"), inside.into_iter().collect())
            }
            _ => {
                let from = get("from").map_or_else(String::new, |node| self.expr(node));
                let mut said = format!("travel from {from} along links");
                if let Some(cost) = get("pay") {
                    said += &format!(", paying {} for each step", self.cost(cost));
                }
                if let Some(max) = get("max") {
                    said += &format!(", at most {} steps", self.expr(max));
                }
                Told::plain(said)
            }
        }
    }

    fn option<'n>(&self, option: &'n crate::yaml::Entry) -> Option<(String, &'n Node)> {
        let label = option.value.as_map().and_then(|map| map.get("label")?.as_text());
        let mut title = format!("**{}**", label.unwrap_or(&option.key));
        let steps = match option.value.as_map() {
            Some(map) if map.get("do").is_some() => {
                if let Some(condition) = map.get("if") {
                    title += &format!(" ({})", self.provided(condition));
                }
                if matches!(map.get("again").map(|node| &node.kind), Some(Kind::Bool(true))) {
                    title += ", then choose again";
                }
                map.get("do")?
            }
            _ => &option.value,
        };
        Some((title, steps))
    }

    fn pick(&self, body: &Node) -> String {
        let Some(map) = body.as_map() else { return format!("pick one of {}", self.place(body)) };
        let from = map.get("from").map_or_else(String::new, |node| self.place(node));
        let count = match (map.get("min"), map.get("max")) {
            (None, None) => "one".to_owned(),
            (Some(min), None) => format!("at least {}", self.expr(min)),
            (None, Some(max)) => format!("up to {}", self.expr(max)),
            (Some(min), Some(max)) => format!("{} to {}", self.expr(min), self.expr(max)),
        };
        let only = map
            .get("if")
            .map_or(String::new(), |only| format!(" (where {})", self.condition(only)));
        let optional = matches!(map.get("optional").map(|node| &node.kind), Some(Kind::Bool(true)));
        let may = if optional { "you may " } else { "" };
        format!("{may}pick {count} of {from}{only}")
    }

    fn flow<'n>(&self, verb: &str, body: &'n Node, step: &'n Map) -> Told<'n> {
        let map = body.as_map();
        let get = |key: &str| map.and_then(|map| map.get(key));
        let told = |key: &str| get(key).map_or_else(String::new, |node| self.expr(node));
        let inside = || get("do").map(|steps| ("do".to_owned(), steps)).into_iter().collect();
        match verb {
            "try" | "when" => {
                let (head, first) = match verb {
                    "try" => ("if possible".to_owned(), Some(body)),
                    _ => (self.provided(body), step.get("do")),
                };
                let first = first.map(|steps| (String::new(), steps));
                let other = step.get("else").map(|steps| ("otherwise".to_owned(), steps));
                Told::with(head, first.into_iter().chain(other).collect())
            }
            "repeat" => {
                let head = match map.and_then(|map| {
                    let keys = ["times", "up_to", "until", "while"];
                    keys.into_iter().find(|key| map.get(key).is_some())
                }) {
                    Some("times") => match told("times") {
                        n if n.contains(' ') => format!("as often as {n}"),
                        n => format!("{n} times"),
                    },
                    Some("up_to") => format!("up to {} times", told("up_to")),
                    Some(key) => format!("repeat {key} {}", told(key)),
                    None => "repeat".to_owned(),
                };
                let bound = [("distinct", "each time another"), ("same", "always the same")];
                let bound = bound.into_iter().filter_map(|(key, words)| {
                    let names = get(key)?;
                    let names = names.as_seq().unwrap_or(std::slice::from_ref(names));
                    let names = names.iter().filter_map(scalar_text);
                    let names: Vec<String> =
                        names.map(|name| format!("*{}*", name.replace('_', " "))).collect();
                    Some(format!(", {words} {}", joined(&names, "and")))
                });
                Told::with(head + &bound.collect::<String>(), inside())
            }
            "each" => {
                let head = match get("seat").and_then(Node::as_text) {
                    Some("others") => "every other player".to_owned(),
                    Some(_) => "every player".to_owned(),
                    None => {
                        let of = get("of").map_or_else(String::new, |of| self.place(of));
                        format!("for each of {of}")
                    }
                };
                let first = get("from").map(|from| format!(", from {} on", self.seat(from)));
                Told::with(head + &first.unwrap_or_default(), inside())
            }
            _ => {
                let mut head = "players take turns".to_owned();
                if get("until").is_some() {
                    head += &format!(" until {}", told("until"));
                }
                if get("skip").is_some() {
                    head += &format!(", without those with {}", told("skip"));
                }
                Told::with(head, inside())
            }
        }
    }

    /// A parameter: "the region *here*", or "*what*" where both have the same name.
    fn given(&self, entry: &crate::yaml::Entry) -> String {
        let words = entry.key.replace(['-', '_'], " ");
        match self.expr(&entry.value) {
            said if said.trim_matches('*') == words => said,
            said => format!("{words} {said}"),
        }
    }

    fn other(&self, verb: &str, body: &Node, step: &Map) -> String {
        let map = body.as_map();
        let get = |key: &str| map.and_then(|map| map.get(key));
        let told = |key: &str| get(key).map_or_else(String::new, |node| self.expr(node));
        // `name`, or `name: { parameter: expression }`.
        let named = |section: &str| match map.and_then(|map| map.entries.first()) {
            Some(entry) => {
                let name = self.name_in(section, &entry.key).unwrap_or_else(|| entry.key.clone());
                let with = entry.value.as_map().map_or(&[][..], |map| &map.entries);
                let with: Vec<String> = with.iter().map(|entry| self.given(entry)).collect();
                let with = if with.is_empty() { String::new() } else { joined(&with, "and") };
                (name, with)
            }
            None => {
                let text = body.as_text().unwrap_or_default();
                let name = self.name_in(section, text);
                (name.unwrap_or_else(|| code(text)), String::new())
            }
        };
        match verb {
            "call" if body.as_text().is_some_and(|text| text.contains('.')) => {
                format!("do {}", self.expr(body))
            }
            "call" | "emit" => {
                let section = if verb == "call" { "procedures" } else { "events" };
                let (name, with) = named(section);
                let with = if with.is_empty() { with } else { format!(" with {with}") };
                let verb = if verb == "call" { "do" } else { "announce" };
                format!("{verb} *{}*{with}", name.trim_matches('`'))
            }
            "give" => format!("the result is {}", self.expr(body)),
            "end" => match body.as_text() {
                Some("game") => "the game ends".to_owned(),
                Some(what) => format!("end the {what}"),
                None => "end".to_owned(),
            },
            "script" => format!("as scripted in {}", self.expr(body)),
            "use" => format!("use {} as on *{}*", told("what"), told("event").trim_matches('`')),
            "begin" => format!("a new {} begins", render(body).trim_matches('"')),
            "require" => {
                let label = step.get("label").and_then(Node::as_text);
                let label = label.map_or(String::new(), |text| format!(" (otherwise: {text})"));
                format!("only possible {}{label}", self.provided(body))
            }
            "let" => {
                let all = map.map_or(&[][..], |map| &map.entries).iter();
                let all: Vec<String> = all
                    .map(|entry| {
                        format!("*{}* be {}", entry.key.replace('_', " "), self.expr(&entry.value))
                    })
                    .collect();
                format!("let {}", joined(&all, "and"))
            }
            "find" => {
                let from = get("from").map_or_else(String::new, |from| self.place(from));
                let random = matches!(get("random").map(|node| &node.kind), Some(Kind::Bool(true)));
                let which = if random { "one at random" } else { "the first" };
                let which = if get("by").is_some() { "the best" } else { which };
                let only = get("if")
                    .map_or(String::new(), |only| format!(" (where {})", self.condition(only)));
                let by = get("by").map_or(String::new(), |by| format!(" by {}", self.expr(by)));
                format!("take {which} of {from}{only}{by}")
            }
            "majority" => {
                let line = get("line").and_then(Node::as_text).unwrap_or_default();
                let line = self.name_in("lines", line).unwrap_or_else(|| line.to_owned());
                let ties = get("ties").and_then(Node::as_text);
                let ties = ties.map_or(String::new(), |ties| format!(" (ties: {ties})"));
                format!("the most {} score {} for {line}{ties}", told("of"), told("places"))
            }
            _ => {
                let label = step.get("label").and_then(Node::as_text);
                label.map_or_else(|| format!("{verb} {}", self.expr(body)), str::to_owned)
            }
        }
    }
}

/// Whether a table asks for an option.
fn by_option(table: &Map) -> bool {
    table.entries.iter().any(|entry| option_of(&entry.key).is_some())
}

/// What a cost says.
pub(super) fn cost(words: &Words, node: &Node) -> String {
    const OTHER: [&str; 6] = ["by", "to", "if", "cap", "ask", "label"];
    let Some(map) = node.as_map() else {
        return match node.as_seq() {
            Some(items) => {
                joined(&items.iter().map(|item| cost(words, item)).collect::<Vec<_>>(), "or")
            }
            None => words.expr(node),
        };
    };
    if is_table(map) {
        return words.expr(node);
    }
    if let Some(any) = map.get("any").or_else(|| map.get("cost")) {
        return cost(words, any);
    }
    if let (Some(worth), Some(with)) = (map.get("worth"), map.get("with")) {
        return format!("the worth of {} with {}", words.expr(worth), cost(words, with));
    }
    let amounts: Vec<String> = map
        .entries
        .iter()
        .filter(|entry| !OTHER.contains(&entry.key.as_str()))
        .map(|entry| match entry.value.as_map().and_then(|map| map.get("amount")) {
            Some(amount) => words.amount(&entry.key, amount),
            None => words.amount(&entry.key, &entry.value),
        })
        .collect();
    let only = map.get("if").map(|only| format!(" ({})", words.provided(only)));
    joined(&amounts, "and") + &only.unwrap_or_default()
}
