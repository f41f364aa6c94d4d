//! Reads scenarios from YAML.

use super::{Expectation, Made, Rehearsal, SCENARIOS_MAX, Scenario, Step, TypedOption};
use crate::diag::codes::scenario as codes;
use crate::diag::{Diagnostic, similar};
use crate::layer::Loaded;
use crate::source::Span;
use crate::yaml::{self, Entry, Kind, Map, Node};

pub(super) const KEYS: [&str; 13] = [
    "scenario", "players", "seed", "options", "auto", "after", "until", "given", "do", "steps",
    "expect", "score", "note",
];
pub(super) const STEP_KEYS: [&str; 8] =
    ["offered", "offers", "not_offered", "asks", "question", "expect", "score", "refused"];

/// All scenarios of all packs.
pub(super) fn all(loaded: &Loaded) -> (Vec<Scenario>, Vec<Diagnostic>) {
    let mut found = vec![];
    let mut diags = vec![];
    for info in &loaded.order {
        let pack = &info.manifest.id.value;
        for file in &info.tests {
            if let Some(node) = yaml::read(&loaded.sources, file.file, &mut diags) {
                file_of(&node, pack, &mut found, &mut diags);
            }
        }
    }
    (found, diags)
}

/// The scenarios of one file: one, or a list under `scenarios`.
pub(super) fn file_of(
    node: &Node,
    pack: &str,
    found: &mut Vec<Scenario>,
    diags: &mut Vec<Diagnostic>,
) {
    let Some(map) = node.as_map() else {
        if node.kind != Kind::Null {
            diags.push(wrong(node, "a scenario, or a list of them under `scenarios`"));
        }
        return;
    };
    let is_other = LISTS.iter().any(|list| map.get(list).is_some());
    let Some(list) = map.get("scenarios") else {
        if is_other {
            beside(map, diags);
            return;
        }
        found.extend(Reader { diags, expectations: 0 }.scenario(node, map, pack));
        return;
    };
    beside(map, diags);
    let Some(items) = list.as_seq() else {
        diags.push(wrong(list, "a list of scenarios"));
        return;
    };
    for item in items.iter().take(SCENARIOS_MAX) {
        match item.as_map() {
            Some(map) => {
                found.extend(Reader { diags, expectations: 0 }.scenario(item, map, pack));
            }
            None => diags.push(wrong(item, "a scenario")),
        }
    }
}

/// What a file of `tests` may list.
const LISTS: [&str; 3] = ["scenarios", "laws", "balance"];

/// A file with lists has nothing else.
fn beside(map: &Map, diags: &mut Vec<Diagnostic>) {
    let there = LISTS.into_iter().rfind(|list| map.get(list).is_some());
    let place = format!("beside `{}`", there.unwrap_or("scenarios"));
    for entry in map.entries.iter().filter(|entry| !LISTS.contains(&entry.key.as_str())) {
        diags.push(unknown(entry, LISTS.into_iter(), &place));
    }
}

pub(crate) fn wrong(node: &Node, expected: &str) -> Diagnostic {
    let message = format!("{expected} was expected, not {}", node.describe());
    Diagnostic::error(codes::SHAPE, message, node.span, format!("expected {expected}"))
}

pub(crate) fn unknown<'k>(
    entry: &Entry,
    known: impl Iterator<Item = &'k str> + Clone,
    place: &str,
) -> Diagnostic {
    let message = format!("unknown key `{}` {place}", entry.key);
    let diag = Diagnostic::error(codes::SHAPE, message, entry.key_span, "not expected here");
    match similar(&entry.key, known.clone()) {
        Some(near) => diag.help(format!("a key with a similar name exists: `{near}`")),
        None => {
            let all: Vec<String> = known.map(|key| format!("`{key}`")).collect();
            diag.help(format!("keys are {}", all.join(", ")))
        }
    }
}

/// Text as written, also where YAML sees a number or a yes-or-no value.
pub(crate) fn words(node: &Node) -> Option<String> {
    match &node.kind {
        Kind::Text(text) => Some(text.clone()),
        Kind::Int(number) => Some(number.to_string()),
        Kind::Bool(true) => Some("yes".into()),
        Kind::Bool(false) => Some("no".into()),
        _ => None,
    }
}

struct Reader<'d> {
    diags: &'d mut Vec<Diagnostic>,
    expectations: usize,
}

impl Reader<'_> {
    fn scenario(&mut self, node: &Node, map: &Map, pack: &str) -> Option<Scenario> {
        let before = self.diags.len();
        for entry in map.entries.iter().filter(|entry| !KEYS.contains(&entry.key.as_str())) {
            self.diags.push(unknown(entry, KEYS.into_iter(), "of a scenario"));
        }
        let Some(named) = map.get("scenario") else {
            let message = "a scenario without a name";
            let diag = Diagnostic::error(codes::SHAPE, message, node.span, "no `scenario`");
            self.diags.push(diag.help("begin with `scenario:` and what it promises"));
            return None;
        };
        let name = self.text(named, "what the scenario promises").unwrap_or_default();
        let players = map.get("players").and_then(|node| self.number(node, 1, 8));
        let seed = map.get("seed").and_then(|node| self.number(node, 0, i64::MAX));
        let mut steps = vec![];
        if let Some(list) = map.get("steps") {
            match list.as_seq() {
                Some(items) => {
                    for item in items {
                        self.step(item, &mut steps);
                    }
                }
                None => self.diags.push(wrong(list, "a list of steps")),
            }
        }
        if let Some(node) = map.get("expect") {
            steps.extend(self.expect(node));
        }
        if let Some(node) = map.get("score") {
            steps.extend(self.score(node));
        }
        let scenario = Scenario {
            name,
            pack: pack.to_owned(),
            span: named.span,
            players: players.map(|n| n as u8),
            players_span: map.get("players").map(|node| node.span),
            seed: seed.unwrap_or(1) as u64,
            options: map.get("options").map_or(vec![], |node| self.options(node)),
            auto: map.get("auto").is_some_and(|node| self.flag(node)),
            after: map.get("after").map_or(vec![], |node| self.after(node)),
            until: map.get("until").and_then(|node| {
                let what = "the key of a menu, or words of a question";
                Some((self.text(node, what)?, node.span))
            }),
            given: map.get("given").filter(|node| self.is_map(node, "a mapping")).cloned(),
            rehearsal: map.get("do").and_then(|node| self.rehearsal(node)),
            steps,
        };
        (self.diags.len() == before).then_some(scenario)
    }

    fn text(&mut self, node: &Node, expected: &str) -> Option<String> {
        let text = words(node);
        if text.is_none() {
            self.diags.push(wrong(node, expected));
        }
        text
    }

    fn number(&mut self, node: &Node, min: i64, max: i64) -> Option<i64> {
        match node.kind {
            Kind::Int(number) if (min..=max).contains(&number) => Some(number),
            _ => {
                let expected = match (min, max) {
                    (_, i64::MAX) => format!("a whole number from {min}"),
                    (1, _) => format!("a whole number from {min} to {max}"),
                    _ => "a whole number".into(),
                };
                let mut diag = wrong(node, &expected);
                if let Kind::Int(number) = node.kind {
                    diag.message = format!("{expected} was expected, not {number}");
                }
                self.diags.push(diag);
                None
            }
        }
    }

    fn flag(&mut self, node: &Node) -> bool {
        match node.kind {
            Kind::Bool(flag) => flag,
            _ => {
                self.diags.push(wrong(node, "`true` or `false`"));
                false
            }
        }
    }

    fn is_map(&mut self, node: &Node, expected: &str) -> bool {
        let good = node.as_map().is_some();
        if !good {
            self.diags.push(wrong(node, expected));
        }
        good
    }

    fn options(&mut self, node: &Node) -> Vec<TypedOption> {
        let Some(map) = node.as_map() else {
            self.diags.push(wrong(node, "options with their values"));
            return vec![];
        };
        let mut options = vec![];
        for entry in &map.entries {
            if let Some(text) = self.text(&entry.value, "what the option is set to") {
                options.push(TypedOption {
                    id: entry.key.clone(),
                    id_span: entry.key_span,
                    text,
                    text_span: entry.value.span,
                });
            }
        }
        options
    }

    fn after(&mut self, node: &Node) -> Vec<Made> {
        let Some(items) = node.as_seq() else {
            self.diags.push(wrong(node, "a list of choices"));
            return vec![];
        };
        let mut made = vec![];
        for item in items {
            match &item.kind {
                Kind::Map(map) if map.entries.len() == 1 => {
                    let entry = &map.entries[0];
                    let text = self.text(&entry.value, "the text of a choice");
                    let (seat, seat_span) = (Some(entry.key.clone()), entry.key_span);
                    let span = entry.value.span;
                    made.extend(text.map(|text| Made { seat, seat_span, text, span }));
                }
                _ => {
                    let text = self.text(item, "the text of a choice, or `seat: text`");
                    let (seat, span) = (None, item.span);
                    made.extend(text.map(|text| Made { seat, seat_span: span, text, span }));
                }
            }
        }
        made
    }

    fn rehearsal(&mut self, node: &Node) -> Option<Rehearsal> {
        let Some(map) = node.as_map() else {
            self.diags.push(wrong(node, "`{ seat: p1, steps: [...] }`"));
            return None;
        };
        for entry in &map.entries {
            if !["seat", "steps"].contains(&entry.key.as_str()) {
                self.diags.push(unknown(entry, ["seat", "steps"].into_iter(), "of `do`"));
            }
        }
        let Some(steps) = map.get("steps").cloned() else {
            self.diags.push(wrong(node, "`steps` under `do`"));
            return None;
        };
        let seat = match map.get("seat") {
            Some(node) => (self.text(node, "a seat such as `p1`")?, node.span),
            None => ("p1".into(), node.span),
        };
        Some(Rehearsal { seat: seat.0, seat_span: seat.1, steps })
    }

    fn step(&mut self, node: &Node, steps: &mut Vec<Step>) {
        let Some(map) = node.as_map() else {
            self.diags.push(wrong(node, "a step such as `p1: build`"));
            return;
        };
        let mut choices =
            map.entries.iter().filter(|entry| !STEP_KEYS.contains(&entry.key.as_str()));
        if let Some(entry) = choices.next() {
            if !is_seat(&entry.key) {
                self.diags.push(unknown(entry, STEP_KEYS.into_iter(), "of a step"));
                return;
            }
            self.choice(entry, map.get("refused"), steps);
        } else if let Some(refused) = map.entry("refused") {
            let message = "`refused` without a choice";
            let diag = Diagnostic::error(codes::SHAPE, message, refused.key_span, "what is?");
            self.diags.push(diag.help("write the choice beside it: `p1: build`"));
        }
        if let Some(second) = choices.next() {
            let message = "a step has two choices";
            let diag = Diagnostic::error(codes::SHAPE, message, second.key_span, "second one");
            self.diags.push(diag.help("make two steps of it, each with its own dash"));
        }
        for entry in &map.entries {
            let value = &entry.value;
            match entry.key.as_str() {
                "offered" => steps.push(Step::Offered(self.texts(value), value.span)),
                "offers" => steps.push(Step::Offers(self.texts(value))),
                "not_offered" => steps.push(Step::NotOffered(self.texts(value))),
                "asks" => {
                    let seat = self.text(value, "a seat such as `p1`");
                    steps.extend(seat.map(|seat| Step::Asks(seat, value.span)));
                }
                "question" => {
                    let text = self.text(value, "words of the question");
                    steps.extend(text.map(|text| Step::Question(text, value.span)));
                }
                "expect" => steps.extend(self.expect(value)),
                "score" => steps.extend(self.score(value)),
                _ => {}
            }
        }
    }

    fn choice(&mut self, entry: &Entry, refused: Option<&Node>, steps: &mut Vec<Step>) {
        let Some(text) = self.text(&entry.value, "the text of a choice") else { return };
        let (seat, seat_span, span) = (Some(entry.key.clone()), entry.key_span, entry.value.span);
        let made = Made { seat, seat_span, text, span };
        match refused {
            None => steps.push(Step::Choose(made)),
            Some(Node { kind: Kind::Bool(true), .. }) => {
                steps.push(Step::Refused(made, String::new(), span));
            }
            Some(node) => {
                let reason = self.text(node, "words of the reason, or `true`");
                steps.extend(reason.map(|reason| Step::Refused(made, reason, node.span)));
            }
        }
    }

    fn texts(&mut self, node: &Node) -> Vec<(String, Span)> {
        let items = match &node.kind {
            Kind::Seq(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let mut texts = vec![];
        for item in items {
            texts.extend(self.text(item, "the text of an option").map(|text| (text, item.span)));
        }
        texts
    }

    fn expect(&mut self, node: &Node) -> Option<Step> {
        let Some(map) = node.as_map() else {
            self.diags.push(wrong(node, "a mapping such as `p1.wood: 4`"));
            return None;
        };
        let mut all = vec![];
        for entry in &map.entries {
            let key_span = entry.key_span;
            let wanted = entry.value.clone();
            all.push(Expectation {
                key: entry.key.clone(),
                key_span,
                wanted,
                idx: self.expectations,
            });
            self.expectations += 1;
        }
        Some(Step::Expect(all))
    }

    fn score(&mut self, node: &Node) -> Option<Step> {
        let Some(map) = node.as_map() else {
            self.diags.push(wrong(node, "points by seat such as `{ p1: 12, p2: 9 }`"));
            return None;
        };
        let mut all = vec![];
        for entry in &map.entries {
            let points = self.number(&entry.value, i64::from(i32::MIN), i64::from(i32::MAX));
            all.extend(points.map(|points| (entry.key.clone(), points, entry.value.span)));
        }
        Some(Step::Score(all))
    }
}

/// Whether a key looks like a seat: `p1`.
pub(super) fn is_seat(key: &str) -> bool {
    key.strip_prefix('p').is_some_and(|n| n.parse::<u8>().is_ok_and(|n| n > 0))
}
