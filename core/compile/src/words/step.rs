//! Puts one step into words.

use super::{DEPTH_MAX, Words, code, joined};
use boardwright_language::raw::by_table::{is_table, option_of};
use boardwright_language::raw::step::{
    self as raw, Cost, Flag, Key, Leaves, OptionSteps, Purse, Step, Term, Verb, Words as _,
};
use boardwright_packs::layer::value::{render, scalar_text};
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// A step: a sentence, and nested steps with their introduction.
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
        let step = Step::of(node)?;
        let mut told = self.verb(&step)?;
        if let Some(condition) = step.condition {
            let provided = self.provided(condition.node);
            told.head = match step.verb {
                Verb::Do(_) => provided,
                _ => format!("{provided}: {}", told.head),
            };
        }
        if let Some(name) = step.binds.and_then(|name| name.text()) {
            told.head += &format!(" (named *{}*)", name.replace('_', " "));
        }
        Some(told)
    }

    fn verb<'n>(&self, step: &Step<'n>) -> Option<Told<'n>> {
        Some(Told::plain(match &step.verb {
            Verb::Gain(gain) => {
                let all = self.amounts(gain.printed, &gain.resources);
                format!("gain {all}{}", self.whose(" (for ", gain.who, ")"))
            }
            Verb::Lose(lose) => {
                let all = self.amounts(lose.printed, &lose.resources);
                format!("lose {all}{}", self.whose(" (from ", lose.who, ")"))
            }
            Verb::Set(set) => {
                let all = set.resources.iter().map(|entry| {
                    format!("{} to {}", self.thing(&entry.key), self.expr(&entry.value))
                });
                let all = joined(&all.collect::<Vec<_>>(), "and");
                format!("set {all}{}", self.whose(" of ", set.who, ""))
            }
            Verb::Advance(advance) => {
                let all = self.along(&advance.tracks);
                format!("advance {all}{}", self.whose(" (", advance.who, ")"))
            }
            Verb::Retreat(retreat) => {
                let all = self.along(&retreat.tracks);
                format!("go back {all}{}", self.whose(" (", retreat.who, ")"))
            }
            Verb::Score(score) => {
                let all = score.lines.iter().map(|entry| {
                    let line = self.name_in("lines", &entry.key);
                    let line = line.unwrap_or_else(|| self.thing(&entry.key));
                    format!("{} for {line}", self.expr(&entry.value))
                });
                let all = joined(&all.collect::<Vec<_>>(), "and");
                format!("score {all}{}", self.whose(" (", score.who, ")"))
            }
            Verb::Pay(pay) => self.pay(pay),
            Verb::Move(moves) => self.moves(moves),
            Verb::Shuffle(shuffle) => format!("shuffle {}", self.place(shuffle.container.node)),
            Verb::Refill(refill) => {
                let (row, from) = (self.place(refill.row.node), self.place(refill.from.node));
                format!("refill {row} from {from}")
            }
            Verb::Flip(flip) => {
                let to = flip.to.map(|to| format!(" to {}", self.expr(to.node)));
                format!("flip {}{}", self.pieces(flip.what, flip.all), to.unwrap_or_default())
            }
            Verb::SetOwner(owner) => {
                let who = owner.who.map_or_else(|| "you".to_owned(), |who| self.seat(who.node));
                let belong = if owner.all.is_some() { "belong" } else { "belongs" };
                format!("{} now {belong} to {who}", self.pieces(owner.what, owner.all))
            }
            Verb::SetController(controller) => {
                let raw::SetController { what, all, who } = *controller;
                let who = who.map_or_else(|| "you".to_owned(), |who| self.seat(who.node));
                let work = if all.is_some() { "work" } else { "works" };
                format!("{} now {work} for {who}", self.pieces(what, all))
            }
            Verb::Pick(pick) => self.pick(pick),
            Verb::Amount(amount) => {
                let from = amount.from.map_or_else(|| "0".to_owned(), |it| self.expr(it.node));
                format!("choose a number from {from} to {}", self.expr(amount.to.node))
            }
            Verb::Travel(travel) => self.travel(travel),
            Verb::Choose(choose) => {
                let options = choose.options.node.as_map().map_or(&[][..], |map| &map.entries);
                let inside = options.iter().filter_map(|option| self.option(option)).collect();
                let include = choose.include.map(|include| include.node);
                let include = include.map(|it| it.as_seq().unwrap_or(std::slice::from_ref(it)));
                let keys = include.unwrap_or_default().iter().filter_map(Node::as_text);
                let keys: Vec<String> = keys.map(|key| format!("*{key}*")).collect();
                let mut head = "choose one".to_owned();
                if !keys.is_empty() {
                    head += &format!(", or as in {}", joined(&keys, "or"));
                }
                if let Some(only) = choose.skip_if_only.and_then(|it| it.text()) {
                    head += &format!(" (not asked if nothing but *{only}* is left)");
                }
                return Some(Told::with(head, inside));
            }
            Verb::May(may) => return Some(Told::with("you may", vec![after("", may.body)])),
            Verb::Secretly(secretly) => {
                let pick = secretly.pick.node.as_map().and_then(raw::Pick::under);
                let pick = pick.map_or_else(String::new, |pick| self.pick(&pick));
                let inside = secretly.body.map(|body| after("then each", body));
                let head = format!("everyone in secret: {pick}");
                return Some(Told::with(head, inside.into_iter().collect()));
            }
            Verb::Try(tries) => {
                let inside = [Some(after("", tries.body)), otherwise(tries.otherwise)];
                return Some(Told::with("if possible", inside.into_iter().flatten().collect()));
            }
            Verb::Do(block) => {
                let inside = [Some(after("", block.body)), otherwise(block.otherwise)];
                return Some(Told::with("do", inside.into_iter().flatten().collect()));
            }
            Verb::Repeat(repeat) => {
                return Some(Told::with(self.repeat(repeat), vec![after("do", repeat.body)]));
            }
            Verb::Each(each) => {
                let head = match (each.as_seat.map(|seat| seat.text()), each.of) {
                    (Some(Some("others")), _) => "every other player".to_owned(),
                    (Some(_), _) => "every player".to_owned(),
                    (None, Some(of)) => format!("for each of {}", self.place(of.node)),
                    (None, None) => "for each".to_owned(),
                };
                let first = each.from.map(|from| format!(", from {} on", self.seat(from.node)));
                let chosen = each.order.and_then(|order| order.text()) == Some("chosen");
                let chosen = if chosen { ", in the order you choose" } else { "" };
                let head = head + &first.unwrap_or_default() + chosen;
                return Some(Told::with(head, vec![after("do", each.body)]));
            }
            Verb::Turns(turns) => {
                let mut head = "players take turns".to_owned();
                if let Some(until) = turns.until {
                    head += &format!(" until {}", self.expr(until.node));
                }
                if let Some(skip) = turns.skip {
                    head += &format!(", without those with {}", self.expr(skip.node));
                }
                return Some(Told::with(head, vec![after("do", turns.body)]));
            }
            Verb::Call(call) => {
                let name = call.name.and_then(|name| name.text());
                format!("do {}", self.called("procedures", name, &call.arguments))
            }
            Verb::Perform(perform) => match (perform.steps, perform.arguments.as_slice()) {
                (Some(steps), _) => format!("do {}", self.expr(steps.node)),
                (None, [Entry { key, key_span, value }]) => {
                    let steps = Node { span: *key_span, kind: Kind::Text(key.clone()) };
                    let given = value.as_map().map_or(&[][..], |map| &map.entries);
                    format!("do {}{}", self.expr(&steps), self.with(given))
                }
                (None, _) => "do".to_owned(),
            },
            Verb::Commit(_) => "choices so far are final".to_owned(),
            Verb::Emit(emit) => {
                let name = emit.event.and_then(|event| event.text());
                format!("announce {}", self.called("events", name, &emit.arguments))
            }
            Verb::Return(returns) => format!("the result is {}", self.expr(returns.value.node)),
            Verb::End(end) => {
                match Leaves::ALL.iter().find(|(it, _)| end.what.text() == Some(it)) {
                    Some((_, Leaves::Game)) => "the game ends".to_owned(),
                    Some((word, _)) => format!("end the {word}"),
                    None => "end".to_owned(),
                }
            }
            Verb::Script(script) => format!("as scripted in {}", self.expr(script.name.node)),
            Verb::Trigger(trigger) => {
                let (event, what) = (self.expr(trigger.event.node), self.expr(trigger.what.node));
                format!("use {what} as on *{}*", event.trim_matches('`'))
            }
            Verb::Begin(begin) => {
                format!("a new {} begins", render(begin.period.node).trim_matches('"'))
            }
            // It changes nothing for players.
            Verb::Expect(_) => return None,
            Verb::Require(require) => {
                let reason = require.reason.and_then(|reason| reason.text());
                let reason = reason.map_or(String::new(), |text| format!(" (otherwise: {text})"));
                format!("only possible {}{reason}", self.provided(require.condition.node))
            }
            Verb::Let(names) => {
                let all = names.names.iter().map(|entry| {
                    format!("*{}* be {}", entry.key.replace('_', " "), self.expr(&entry.value))
                });
                format!("let {}", joined(&all.collect::<Vec<_>>(), "and"))
            }
            Verb::Find(find) => {
                let random = if is_set(find.random) { "one at random" } else { "the first" };
                let which = if find.by.is_some() { "the best" } else { random };
                let only = self.where_(find.condition);
                let by = find.by.map(|by| format!(" by {}", self.expr(by.node)));
                let from = self.place(find.from.node);
                format!("take {which} of {from}{only}{}", by.unwrap_or_default())
            }
            Verb::Majority(majority) => {
                let line = majority.line.text().unwrap_or_default();
                let line = self.name_in("lines", line).unwrap_or_else(|| line.to_owned());
                let ties = majority.ties.and_then(|ties| ties.text());
                let ties = ties.map_or(String::new(), |ties| format!(" (ties: {ties})"));
                let (of, places) = (self.expr(majority.of.node), self.expr(majority.places.node));
                format!("the most {of} score {places} for {line}{ties}")
            }
            Verb::Note(_) => return None,
        }))
    }

    /// The holder, between some words; empty if not given.
    fn whose<T>(&self, before: &str, key: Option<Key<T>>, after: &str) -> String {
        key.map_or(String::new(), |key| format!("{before}{}{after}", self.seat(key.node)))
    }

    fn amounts(&self, printed: Option<Key<raw::PrintedAmounts>>, resources: &[&Entry]) -> String {
        if let Some(printed) = printed {
            return self.expr(printed.node);
        }
        let all = resources.iter().map(|entry| self.amount(&entry.key, &entry.value));
        joined(&all.collect::<Vec<_>>(), "and")
    }

    fn along(&self, tracks: &[&Entry]) -> String {
        let all = tracks
            .iter()
            .map(|entry| format!("{} on {}", self.expr(&entry.value), self.thing(&entry.key)));
        joined(&all.collect::<Vec<_>>(), "and")
    }

    fn pay(&self, pay: &raw::Pay) -> String {
        let cost = match pay.printed {
            Some(printed) => self.expr(printed.node),
            None => self.cost_of(&Cost::of_pay(pay)),
        };
        let mut said = format!("pay {cost}");
        if let Some(by) = pay.who {
            said = format!("{} must {said}", self.seat(by.node));
        }
        said + &self.whose(" to ", pay.to, "")
    }

    /// A piece, or all of a set.
    fn pieces(&self, what: Option<Key<raw::Piece>>, all: Option<Key<raw::Pieces>>) -> String {
        match (what, all) {
            (_, Some(all)) => format!("all of {}", self.place(all.node)),
            (Some(what), None) => self.expr(what.node),
            (None, None) => "nothing".to_owned(),
        }
    }

    fn moves(&self, moves: &raw::Move) -> String {
        let from = moves.from.map_or_else(String::new, |from| self.place(from.node));
        let what = match (moves.what, moves.all, moves.count) {
            (Some(what), ..) => self.expr(what.node),
            (_, Some(all), _) => format!("all of {}", self.place(all.node)),
            (.., Some(count)) => format!("{} from {from}", self.expr(count.node)),
            _ => format!("one from {from}"),
        };
        let at = moves.at.and_then(|at| scalar_text(at.node));
        let at = at.map_or(String::new(), |at| format!(" ({at})"));
        let whole = if is_set(moves.whole) { "; all of them must find room" } else { "" };
        format!("move {what} to {}{at}{whole}", self.place(moves.to.node))
    }

    fn travel(&self, travel: &raw::Travel) -> String {
        let mut said = format!("travel from {} along links", self.expr(travel.from.node));
        if let Some(cost) = travel.pay {
            said += &format!(", paying {} for each step", self.cost(cost.node));
        }
        if let Some(max) = travel.max {
            said += &format!(", at most {} steps", self.expr(max.node));
        }
        said
    }

    fn option<'n>(&self, option: &'n Entry) -> Option<(String, &'n Node)> {
        let option = OptionSteps::of(option);
        let mut title = format!("**{}**", option.label.unwrap_or(&option.entry.key));
        if let Some(condition) = option.condition {
            title += &format!(" ({})", self.provided(condition));
        }
        if let Some(hidden) = option.hidden_if {
            title += &format!(" (hidden {})", self.provided(hidden));
        }
        if option.again {
            title += ", then choose again";
        }
        Some((title, option.body.unwrap_or(&option.entry.value)))
    }

    fn pick(&self, pick: &raw::Pick) -> String {
        let count = match (pick.min, pick.max) {
            (None, None) => "one".to_owned(),
            (Some(min), None) => format!("at least {}", self.expr(min.node)),
            (None, Some(max)) => format!("up to {}", self.expr(max.node)),
            (Some(min), Some(max)) => {
                format!("{} to {}", self.expr(min.node), self.expr(max.node))
            }
        };
        let may = if is_set(pick.optional) { "you may " } else { "" };
        let (from, only) = (self.place(pick.from.node), self.where_(pick.condition));
        format!("{may}pick {count} of {from}{only}")
    }

    fn where_(&self, condition: Option<Key<raw::ConditionOnIt>>) -> String {
        let said = condition.map(|only| format!(" (where {})", self.condition(only.node)));
        said.unwrap_or_default()
    }

    fn repeat(&self, repeat: &raw::Repeat) -> String {
        let head = match (repeat.times, repeat.up_to, repeat.until, repeat.while_) {
            (Some(times), ..) => match self.expr(times.node) {
                n if n.contains(' ') => format!("as often as {n}"),
                n => format!("{n} times"),
            },
            (_, Some(most), ..) => format!("up to {} times", self.expr(most.node)),
            (.., Some(until), _) => format!("repeat until {}", self.expr(until.node)),
            (.., Some(condition)) => format!("repeat while {}", self.expr(condition.node)),
            _ => "repeat".to_owned(),
        };
        let bound = [(repeat.distinct, "each time another"), (repeat.same, "always the same")];
        let bound = bound.into_iter().filter_map(|(key, words)| {
            let name = key?.text()?.replace('_', " ");
            Some(format!(", {words} *{name}*"))
        });
        head + &bound.collect::<String>()
    }

    /// A parameter: "the region *here*", or "*what*" if name and type are the same.
    fn given(&self, entry: &Entry) -> String {
        let words = entry.key.replace(['-', '_'], " ");
        match self.expr(&entry.value) {
            said if said.trim_matches('*') == words => said,
            said => format!("{words} {said}"),
        }
    }

    /// `name`, or `name: { parameter: expression }`.
    fn called(&self, section: &str, name: Option<&str>, arguments: &[&Entry]) -> String {
        let (name, with) = match arguments.first() {
            Some(entry) => {
                let name = self.name_in(section, &entry.key).unwrap_or_else(|| entry.key.clone());
                (name, entry.value.as_map().map_or(&[][..], |map| &map.entries))
            }
            None => {
                let text = name.unwrap_or_default();
                (self.name_in(section, text).unwrap_or_else(|| code(text)), &[][..])
            }
        };
        format!("*{}*{}", name.trim_matches('`'), self.with(with))
    }

    /// The arguments.
    fn with(&self, given: &[Entry]) -> String {
        let given: Vec<String> = given.iter().map(|entry| self.given(entry)).collect();
        if given.is_empty() { String::new() } else { format!(" with {}", joined(&given, "and")) }
    }

    /// The cap of a purse.
    fn cap(&self, purse: &Purse) -> String {
        let Some(cap) = purse.cap else { return String::new() };
        let per = purse.per.map(|per| format!(" in each {}", render(per).trim_matches('"')));
        format!(" (worth at most {}{})", self.expr(cap), per.unwrap_or_default())
    }

    /// A cost in words.
    fn cost_of(&self, cost: &Cost) -> String {
        let bundles = cost.bundles.iter().map(|bundle| {
            let terms = bundle.terms.iter().map(|term| match term {
                Term::Amount { of, amount, .. } => self.amount(&of.key, amount),
                Term::Worth { amount, called, with } => {
                    let with = with.iter().map(|purse| {
                        let all = purse.resources.iter();
                        let all = all.map(|entry| self.amount(&entry.key, &entry.value));
                        joined(&all.collect::<Vec<_>>(), "and") + &self.cap(purse)
                    });
                    let with = joined(&with.collect::<Vec<_>>(), "or");
                    match (called, self.expr(amount)) {
                        (Some(called), n) if n.contains(' ') => {
                            format!("{called} equal to {n} with {with}")
                        }
                        (Some(called), n) => format!("{n} {called} with {with}"),
                        (None, n) => format!("the worth of {n} with {with}"),
                    }
                }
            });
            let terms = joined(&terms.collect::<Vec<_>>(), "and");
            let only = bundle.condition.map(|only| format!(" ({})", self.provided(only)));
            terms + &only.unwrap_or_default()
        });
        joined(&bundles.collect::<Vec<_>>(), "or")
    }
}

/// Steps with an introduction.
fn after<'n>(title: &str, body: Key<'n, raw::Steps>) -> (String, &'n Node) {
    (title.to_owned(), body.node)
}

fn otherwise<'n>(body: Option<Key<'n, raw::Steps>>) -> Option<(String, &'n Node)> {
    body.map(|body| after("otherwise", body))
}

fn is_set(flag: Option<Key<Flag>>) -> bool {
    flag.is_some_and(|flag| flag.node.kind == Kind::Bool(true))
}

/// Whether a table is by option.
fn by_option(table: &Map) -> bool {
    table.entries.iter().any(|entry| option_of(&entry.key).is_some())
}

/// A cost in words.
pub(super) fn cost_in_words(words: &Words, node: &Node) -> String {
    match node.as_map() {
        Some(map) if !is_table(map) => {
            Cost::of(node).map_or_else(String::new, |cost| words.cost_of(&cost))
        }
        _ => words.expr(node),
    }
}
