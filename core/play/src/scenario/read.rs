//! Reads scenarios from YAML.

use super::positions::Positions;
use super::{
    ANY, Expectation, Made, Points, Rehearsal, SCENARIOS_MAX, Scenario, ScenarioStep, TypedOption,
    hollow,
};
use boardwright_language::raw::scenario::{CHECKS, FIRST, THEN, is_seat};
use boardwright_packs::layer::Loaded;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{self, Entry, Kind, Map, Node};

pub(super) const KEYS: [&str; 13] = [
    "scenario", "players", "seed", "options", "auto", "after", "until", "given", "do", "steps",
    "expect", "score", "note",
];
/// The moment at which a check beside a choice runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// At the table as it is.
    Now,
    /// Before the choice beside it.
    First,
    /// After that choice.
    Then,
}

/// The check that a key stands for, and when it runs.
fn check_of(key: &str) -> Option<(&'static str, When)> {
    let (name, when) = match (key.strip_prefix(FIRST), key.strip_prefix(THEN)) {
        (Some(name), _) => (name, When::First),
        (_, Some(name)) => (name, When::Then),
        _ => (key, When::Now),
    };
    CHECKS.into_iter().find(|check| *check == name).map(|check| (check, when))
}

/// The keys of a step that are shown to people.
pub(super) fn step_keys() -> impl Iterator<Item = &'static str> + Clone {
    CHECKS.into_iter().chain(["refused"])
}

/// Reads all scenarios of all packs.
pub(super) fn all(loaded: &Loaded) -> (Vec<Scenario>, Vec<Diagnostic>) {
    let mut found = vec![];
    let mut diags = vec![];
    let mut positions = Positions::default();
    let mut files = vec![];
    for (order, info) in loaded.order.iter().enumerate() {
        let pack = info.manifest.id.value.as_str();
        for file in &info.tests {
            if let Some(node) = yaml::read(&loaded.sources, file.file, &mut diags) {
                positions.read(&node, order, &mut diags);
                files.push((node, pack, order));
            }
        }
    }
    for (node, pack, order) in &files {
        let pack = Pack { id: pack, order: *order, positions: &positions };
        file_of(node, pack, &mut found, &mut diags);
    }
    (found, diags)
}

/// Reads the scenarios of a text that belongs to no pack.
pub(super) fn alone(node: &Node, diags: &mut Vec<Diagnostic>) -> Vec<Scenario> {
    let mut found = vec![];
    let positions = Positions::default();
    file_of(node, Pack { id: "", order: 0, positions: &positions }, &mut found, diags);
    found
}

/// The pack a file belongs to.
#[derive(Clone, Copy)]
struct Pack<'a> {
    id: &'a str,
    /// Its index among the packs in use.
    order: usize,
    positions: &'a Positions,
}

/// Reads the scenarios of one file: one, or a list under `scenarios`.
fn file_of(node: &Node, pack: Pack, found: &mut Vec<Scenario>, diags: &mut Vec<Diagnostic>) {
    let Some(map) = node.as_map() else {
        diags.push(match node.kind {
            Kind::Null => hollow::file(node),
            _ => wrong(node, "a scenario, or a list of them under `scenarios`"),
        });
        return;
    };
    let is_other = LISTS.iter().any(|list| map.get(list).is_some());
    let Some(list) = map.get("scenarios") else {
        if is_other {
            beside(map, diags);
            return;
        }
        found.extend(Reader { diags, expectations: 0, pack }.scenario(node, map));
        return;
    };
    beside(map, diags);
    let Some(items) = list.as_seq() else {
        diags.push(wrong(list, "a list of scenarios"));
        return;
    };
    if items.is_empty() {
        diags.push(hollow::list(list));
    }
    if let Some(item) = items.get(SCENARIOS_MAX) {
        let message = format!("a file has at most {SCENARIOS_MAX} scenarios");
        let label = format!("number {} of {}", SCENARIOS_MAX + 1, items.len());
        let diag = Diagnostic::error(codes::SHAPE, message, item.span, label);
        diags.push(diag.help("put the others into another file of `tests`"));
    }
    for item in items.iter().take(SCENARIOS_MAX) {
        match item.as_map() {
            Some(map) => {
                found.extend(Reader { diags, expectations: 0, pack }.scenario(item, map));
            }
            None => diags.push(wrong(item, "a scenario")),
        }
    }
}

/// The lists a file in `tests` may have.
const LISTS: [&str; 4] = ["scenarios", "positions", "laws", "balance"];

/// A file with lists has no other keys.
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

/// Text as written, even where YAML sees a number or a boolean.
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
    pack: Pack<'d>,
}

impl Reader<'_> {
    fn scenario(&mut self, node: &Node, map: &Map) -> Option<Scenario> {
        let before = self.diags.len();
        for entry in map.entries.iter().filter(|entry| !KEYS.contains(&entry.key.as_str())) {
            self.diags.push(unknown(entry, KEYS.into_iter(), "of a scenario"));
        }
        let Some(named) = map.get("scenario") else {
            let message = "a scenario without a name";
            let diag = Diagnostic::error(codes::SHAPE, message, node.span, "no `scenario`");
            self.diags.push(diag.help("begin with `scenario:` and its promise"));
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
        for name in ["expect", "score"] {
            if let Some(entry) = map.entry(name) {
                self.check(name, entry, &mut steps);
            }
        }
        let scenario = Scenario {
            name,
            pack: self.pack.id.to_owned(),
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
            given: map.get("given").and_then(|node| self.given(node)),
            rehearsal: map.get("do").and_then(|node| self.rehearsal(node)),
            steps,
        };
        if self.diags.len() == before {
            self.diags.extend(hollow::scenario(&scenario));
        }
        (self.diags.len() == before).then_some(scenario)
    }

    /// Resolves `given`, with what it takes from a position.
    fn given(&mut self, node: &Node) -> Option<Node> {
        self.pack.positions.resolve(node, self.pack.order, self.diags)
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
        let mut made: Vec<Made> = vec![];
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
        for made in made.iter().filter(|made| made.text == ANY) {
            let message = format!("`{ANY}` is no choice that leads to one beginning");
            let diag = Diagnostic::error(codes::SHAPE, message, made.span, "not in `after`");
            self.diags.push(diag.help("write it under `steps`"));
        }
        made
    }

    fn rehearsal(&mut self, node: &Node) -> Option<Rehearsal> {
        if node.as_text() == Some("scoring") {
            return Some(Rehearsal::Scoring(node.span));
        }
        let Some(map) = node.as_map() else {
            self.diags.push(wrong(node, "`{ seat: p1, steps: [...] }`, or `scoring`"));
            return None;
        };
        for entry in &map.entries {
            if !["seat", "steps"].contains(&entry.key.as_str()) {
                self.diags.push(unknown(entry, ["seat", "steps"].into_iter(), "of `do`"));
            }
        }
        let Some(mut steps) = map.get("steps").cloned() else {
            self.diags.push(wrong(node, "`steps` under `do`"));
            return None;
        };
        hollow::move_whole(&mut steps);
        let (seat, seat_span) = match map.get("seat") {
            Some(node) => (self.text(node, "a seat such as `p1`")?, node.span),
            None => ("p1".into(), node.span),
        };
        Some(Rehearsal::Steps { seat, seat_span, steps })
    }

    fn step(&mut self, node: &Node, steps: &mut Vec<ScenarioStep>) {
        let Some(map) = node.as_map() else {
            self.diags.push(wrong(node, "a step such as `p1: build`"));
            return;
        };
        if map.entries.is_empty() {
            self.diags.push(hollow::nothing("a step", node.span));
        }
        let is_choice = |entry: &&Entry| check_of(&entry.key).is_none() && entry.key != "refused";
        let mut choices = map.entries.iter().filter(is_choice);
        let choice = choices.next();
        if let Some(entry) = choice.filter(|entry| !is_seat(&entry.key)) {
            self.diags.push(unknown(entry, step_keys(), "of a step"));
            return;
        }
        if let (None, Some(refused)) = (choice, map.entry("refused")) {
            let message = "`refused` without a choice";
            let diag = Diagnostic::error(codes::SHAPE, message, refused.key_span, "what is?");
            self.diags.push(diag.help("write the choice beside it: `p1: build`"));
        }
        if let Some(second) = choices.next() {
            let message = "a step has two choices";
            let diag = Diagnostic::error(codes::SHAPE, message, second.key_span, "second one");
            self.diags.push(diag.help("make two steps of it, each with its own dash"));
        }
        // A refused choice is not made, so there is neither before nor after.
        let made = choice.filter(|_| map.get("refused").is_none());
        self.checks(map, made, When::First, steps);
        if let Some(entry) = choice {
            self.choice(entry, map.get("refused"), steps);
        }
        self.checks(map, made, When::Now, steps);
        self.checks(map, made, When::Then, steps);
    }

    /// Collects the checks of a step that run at one moment.
    fn checks(
        &mut self,
        map: &Map,
        made: Option<&Entry>,
        wanted: When,
        steps: &mut Vec<ScenarioStep>,
    ) {
        for entry in &map.entries {
            let Some((name, when)) = check_of(&entry.key).filter(|(_, when)| *when == wanted)
            else {
                continue;
            };
            match (when, made) {
                (When::Now, Some(made)) => {
                    let message = format!("`{name}` beside a choice does not say when it looks");
                    let span = entry.key_span;
                    let diag = Diagnostic::error(codes::BESIDE, message, span, "before, or after?");
                    let whose = &made.key;
                    self.diags.push(diag.help(format!(
                        "`{THEN}{name}` looks after the choice of {whose}, `{FIRST}{name}` before \
                         it; `boardwright fix` writes `{THEN}{name}`, as it was before 1.0"
                    )));
                }
                (When::First | When::Then, None) => {
                    let message = format!("`{}` without a choice", entry.key);
                    let span = entry.key_span;
                    let diag = Diagnostic::error(codes::BESIDE, message, span, "of which choice?");
                    self.diags.push(diag.help(format!("write `{name}`: it looks at once")));
                }
                _ => self.check(name, entry, steps),
            }
        }
    }

    fn check(&mut self, name: &str, entry: &Entry, steps: &mut Vec<ScenarioStep>) {
        let value = &entry.value;
        let n_before = steps.len();
        let n_diags = self.diags.len();
        match name {
            "offered" => steps.push(ScenarioStep::Offered(self.texts(value), value.span)),
            "offers" => steps.push(ScenarioStep::Offers(self.texts(value))),
            "not_offered" => steps.push(ScenarioStep::NotOffered(self.texts(value))),
            "asks" => {
                let seat = self.text(value, "a seat such as `p1`");
                steps.extend(seat.map(|seat| ScenarioStep::Asks(seat, value.span)));
            }
            "question" => {
                let text = self.text(value, "words of the question");
                steps.extend(text.map(|text| ScenarioStep::Question(text, value.span)));
            }
            "expect" => steps.extend(self.expect(value)),
            _ => steps.extend(self.score(value)),
        }
        let is_hollow = steps.get(n_before).is_some_and(hollow::is_hollow);
        if is_hollow && self.diags.len() == n_diags {
            self.diags.push(hollow::nothing(&format!("`{}`", entry.key), value.span));
        }
    }

    fn choice(&mut self, entry: &Entry, refused: Option<&Node>, steps: &mut Vec<ScenarioStep>) {
        let Some(text) = self.text(&entry.value, "the text of a choice") else { return };
        let (seat, seat_span, span) = (Some(entry.key.clone()), entry.key_span, entry.value.span);
        let is_any = text == ANY;
        let made = Made { seat, seat_span, text, span };
        match refused {
            None if is_any => steps.push(ScenarioStep::Any(made)),
            None => steps.push(ScenarioStep::Choose(made)),
            Some(_) if is_any => {
                let message = format!("`{ANY}` cannot be refused");
                let diag = Diagnostic::error(codes::SHAPE, message, span, "which one?");
                self.diags.push(diag.help("name an option, or write `expect: { over: true }`"));
            }
            Some(Node { kind: Kind::Bool(true), .. }) => {
                steps.push(ScenarioStep::Refused(made, String::new(), span));
            }
            Some(node) if matches!(node.kind, Kind::Bool(false)) => {
                self.diags.push(wrong(node, "words of the reason, or `true`"));
            }
            Some(node) => {
                let reason = self.text(node, "words of the reason, or `true`");
                if reason.as_ref().is_some_and(|reason| reason.trim().is_empty()) {
                    let diag = hollow::nothing("`refused`", node.span);
                    self.diags.push(diag.help("write words of the reason, or `true`"));
                }
                steps.extend(reason.map(|reason| ScenarioStep::Refused(made, reason, node.span)));
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

    fn expect(&mut self, node: &Node) -> Option<ScenarioStep> {
        let Some(map) = node.as_map() else {
            self.diags.push(wrong(node, "a mapping such as `p1.wood: 4`"));
            return None;
        };
        let mut all = vec![];
        for entry in &map.entries {
            let key_span = entry.key_span;
            let wanted = entry.value.clone();
            self.wanted(&wanted);
            all.push(Expectation {
                key: entry.key.clone(),
                key_span,
                wanted,
                idx: self.expectations,
            });
            self.expectations += 1;
        }
        Some(ScenarioStep::Expect(all))
    }

    /// Checks that an expected value can be compared.
    fn wanted(&mut self, node: &Node) {
        let inside = match &node.kind {
            Kind::Seq(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        for node in inside {
            if matches!(node.kind, Kind::Seq(_) | Kind::Map(_)) {
                self.diags.push(wrong(node, "a number, a flag, a thing, or a list of things"));
            }
        }
    }

    fn score(&mut self, node: &Node) -> Option<ScenarioStep> {
        let Some(map) = node.as_map() else {
            self.diags.push(wrong(node, "points by seat such as `{ p1: 12, p2: 9 }`"));
            return None;
        };
        let mut all = vec![];
        for Entry { key: seat, key_span, value } in &map.entries {
            let Some(lines) = value.as_map() else {
                all.extend(self.points((seat, *key_span), None, value));
                continue;
            };
            if lines.entries.is_empty() {
                self.diags.push(hollow::nothing(&format!("`{seat}`"), value.span));
            }
            for line in &lines.entries {
                let named = (line.key != TOTAL).then(|| (line.key.clone(), line.key_span));
                all.extend(self.points((seat, *key_span), named, &line.value));
            }
        }
        Some(ScenarioStep::Score(all))
    }

    fn points(
        &mut self,
        (seat, seat_span): (&str, Span),
        line: Option<(String, Span)>,
        value: &Node,
    ) -> Option<Points> {
        let points = self.number(value, i64::from(i32::MIN), i64::from(i32::MAX))?;
        Some(Points { seat: seat.to_owned(), seat_span, line, points, span: value.span })
    }
}

/// The key for the total, used in place of a line of the score sheet.
const TOTAL: &str = "total";
