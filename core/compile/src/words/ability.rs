//! Puts an ability into words.

use super::{Words, code, joined};
use boardwright_packs::layer::value::scalar_text;
use boardwright_syntax::yaml::{Kind, Map, Node};

impl Words<'_> {
    /// An ability: "when you gain wood: gain 1 fish (once per turn)".
    pub fn ability(&self, node: &Node) -> String {
        let Some(map) = node.as_map() else { return String::new() };
        let condition = map.get("if").map(|it| self.provided(it));
        let steps = map.get("do").map(|steps| self.steps(steps));
        let may = if is_true(map.get("optional")) { "you may " } else { "" };
        let mut said = if let Some(modify) = map.get("modify") {
            self.modify(modify)
        } else if let Some(offer) = map.get("offer") {
            let menus = offer.as_seq().unwrap_or_else(|| std::slice::from_ref(offer));
            let menus = menus.iter().filter_map(Node::as_text).map(|menu| format!("*{menu}*"));
            let menus = joined(&menus.collect::<Vec<_>>(), "and");
            let label = map.get("label").and_then(Node::as_text).unwrap_or("one more option");
            let hidden = map.get("hidden_if").map(|it| format!(" (hidden {})", self.provided(it)));
            let hidden = hidden.unwrap_or_default();
            format!("in {menus}, **{label}**{hidden}: {}", steps.unwrap_or_default())
        } else {
            let event = map.get("when").and_then(Node::as_text).unwrap_or_default();
            let when = self.when(event, map.get("by").and_then(Node::as_text).unwrap_or("me"));
            let condition = condition.as_ref().map_or(String::new(), |text| format!(", {text}"));
            format!("{when}{condition}: {may}{}", steps.unwrap_or_default())
        };
        if map.get("when").is_none()
            && let Some(condition) = condition
        {
            said = format!("{condition}: {said}");
        }
        said + &limit(map)
    }

    fn when(&self, event: &str, by: &str) -> String {
        let who = match by {
            "others" => "another player",
            "anyone" => "anyone",
            _ => "you",
        };
        let s = if who == "you" { "" } else { "s" };
        match event.split_once(' ') {
            Some(("gained", what)) => format!("when {who} gain{s} {}", self.thing(what)),
            Some(("entered", zone)) => format!("when a piece enters {}", self.zone(zone)),
            Some(("left", zone)) => format!("when a piece leaves {}", self.zone(zone)),
            Some(("starved", zone)) => format!("when {} runs out", self.zone(zone)),
            _ if by == "me" => format!("on *{event}*"),
            _ => format!("on *{event}* by {who}"),
        }
    }

    fn zone(&self, zone: &str) -> String {
        self.name_in("zones", zone).map_or_else(|| code(zone), |name| format!("*{name}*"))
    }

    fn is_added(&self, node: &Node) -> bool {
        self.sources.is_some_and(|sources| sources.slice(node.span).starts_with('+'))
    }

    fn modify(&self, node: &Node) -> String {
        let Some(map) = node.as_map() else { return String::new() };
        let all = map.entries.iter().map(|entry| {
            let name = self.name_in("values", &entry.key).unwrap_or_else(|| code(&entry.key));
            let change = match &entry.value.kind {
                Kind::Map(change) => {
                    let parts = change.entries.iter();
                    let parts = parts.map(|part| {
                        let word = part.key.replace('_', " ");
                        format!("{word} {}", self.expr(&part.value))
                    });
                    parts.collect::<Vec<_>>().join(", ")
                }
                Kind::Text(text) if text.starts_with(['+', '-']) => text.clone(),
                // Unquoted, `+1` is the number 1 in YAML, but still means adding.
                Kind::Int(number) if self.is_added(&entry.value) => format!("+{number}"),
                _ => self.expr(&entry.value),
            };
            format!("{name}: {change}")
        });
        all.collect::<Vec<_>>().join("; ")
    }
}

fn limit(map: &Map) -> String {
    let limit = map.get("limit").and_then(Node::as_map);
    let group = map.get("group").and_then(Node::as_text);
    if limit.is_none() && group.is_none() {
        return String::new();
    }
    let get = |key: &str| limit.and_then(|limit| limit.get(key)).and_then(scalar_text);
    let times = match get("times").as_deref() {
        None | Some("1") => "once".to_owned(),
        Some("2") => "twice".to_owned(),
        Some(n) => format!("{n} times"),
    };
    let per = get("per").unwrap_or_else(|| "turn".to_owned());
    let group = group.map_or(String::new(), |group| format!(" for all of *{group}*"));
    format!(" ({times} per {per}{group})")
}

fn is_true(node: Option<&Node>) -> bool {
    matches!(node.map(|node| &node.kind), Some(Kind::Bool(true)))
}
