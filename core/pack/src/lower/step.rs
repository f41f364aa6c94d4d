//! Steps become code: one function per verb, the common keys handled here once.

mod ask;
mod bind;
mod blocks;
mod call;
mod choose;
mod code;
mod counters;
mod keys;
mod loops;
mod parts;
mod pay;
mod repeat;
mod say;
mod score;
mod secretly;
mod travel;

use boardwright_rules::def::ProcDef;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::part::Named;
use boardwright_rules::id::ProcId;

use super::expr::{listed, similar};
use super::names::Type;
use super::scope::{LOCALS_MAX, Scope};
use crate::diag::Diagnostic;
use crate::diag::codes::step as codes;
use crate::lower::Lower;
use crate::raw::step::{self as raw, COMMON, StepShape};
use crate::source::Span;
use crate::yaml::{Entry, Kind, Map, Node};

/// How deep steps may be nested.
const DEPTH_MAX: u16 = 32;

/// How many questions, costs or notes a pack may have.
pub(super) const TABLE_MAX: usize = 60_000;
/// How many instructions a pack may have.
const CODE_MAX: usize = 4_000_000;

/// A step taken apart.
pub(super) struct Step<'n> {
    /// The whole step.
    pub node: &'n Node,
    /// Its keys.
    pub map: &'n Map,
    /// Its verb.
    pub verb: &'static str,
    /// How it is written.
    pub shape: StepShape,
    /// What stands under the verb.
    pub value: &'n Node,
    /// Where it is, for causes of steps inside.
    pub path: String,
}

impl<'n> Step<'n> {
    /// A text that stands beside the verb.
    pub fn text(&self, key: &str) -> Option<(&'n str, Span)> {
        let node = self.map.get(key)?;
        Some((node.as_text()?, node.span))
    }

    /// The path of something inside.
    pub fn inside(&self, part: &str) -> String {
        format!("{}.{part}", self.path)
    }
}

impl Lower<'_> {
    /// Puts steps at the end of the code: a list of them, or a single one.
    pub(crate) fn steps(&mut self, node: &Node, scope: &mut Scope, path: &str) {
        if scope.depth >= DEPTH_MAX {
            let message = format!("steps are nested more than {DEPTH_MAX} deep");
            let diag = Diagnostic::error(codes::DEEP, message, node.span, "one level too many");
            self.diags.push(diag.help("move a part into a procedure"));
            return;
        }
        let block = scope.enter();
        match &node.kind {
            Kind::Seq(items) => {
                for (at, item) in items.iter().enumerate() {
                    let key = item.as_map().and_then(|map| map.get("key"));
                    let name = key.and_then(Node::as_text).map(str::to_owned);
                    let name = name.unwrap_or_else(|| (at + 1).to_string());
                    self.step(item, scope, format!("{path}.{name}"));
                }
            }
            Kind::Map(_) => self.step(node, scope, path.to_owned()),
            Kind::Null => {}
            _ => self.not_a_step(node),
        }
        scope.leave(block);
    }

    /// A new procedure.
    pub(crate) fn procedure(
        &mut self,
        named: Named,
        params: &[(String, Type)],
        gives: Option<&Type>,
        body: &Node,
        path: &str,
    ) -> ProcId {
        let id = ProcId::from(self.def.procs.len());
        self.def.procs.push(ProcDef { named: named.clone(), start: 0, locals: 1 });
        self.procedure_into(id, named, params, gives, body, path);
        id
    }

    /// The code of a procedure declared before.
    pub(crate) fn procedure_into(
        &mut self,
        id: ProcId,
        named: Named,
        params: &[(String, Type)],
        gives: Option<&Type>,
        body: &Node,
        path: &str,
    ) {
        let mut scope = Scope::with(params);
        scope.gives = gives.cloned();
        self.begin_code();
        let start = self.here();
        scope.cause = self.cause_at(body.span, path);
        self.steps(body, &mut scope, path);
        scope.cause = self.cause_at(body.span, path);
        self.emit(&scope, Op::Return(None));
        if scope.max > LOCALS_MAX {
            let message = format!("more than {LOCALS_MAX} bindings at a time");
            let span = scope.over.unwrap_or(body.span);
            let diag = Diagnostic::error(codes::BINDINGS, message, span, "one too many");
            self.diags.push(diag.help("move a part into another procedure"));
        }
        if let Some(def) = self.def.procs.get_mut(id.index()) {
            *def = ProcDef { named, start, locals: scope.max };
        }
    }

    fn not_a_step(&mut self, node: &Node) {
        let message = format!("a step was expected, not {}", node.describe());
        let label = "expected a mapping with a verb";
        let diag = Diagnostic::error(codes::NOT_A_STEP, message, node.span, label);
        self.diags.push(diag.help("write a verb, such as `gain: { wood: 1 }`"));
    }

    /// One step: its condition around what its verb does.
    fn step(&mut self, node: &Node, scope: &mut Scope, path: String) {
        let Some(map) = node.as_map() else { return self.not_a_step(node) };
        let Some(step) = self.take_apart(node, map, path) else { return };
        if self.is_full() {
            return self.no_room(node);
        }
        let outer = scope.cause;
        scope.cause = self.cause_at(node.span, &step.path);
        let condition = map
            .get("if")
            .and_then(|condition| self.expr_in(condition, scope, Some(&Type::Flag)))
            .map(|(condition, _)| condition);
        let skip = condition
            .filter(|condition| self.known(*condition) != Some(1))
            .map(|condition| self.emit(scope, Op::Unless(condition, 0)));
        // What went wrong is told; the next step is looked at all the same.
        let _ = self.run_verb(&step, scope);
        if let Some(skip) = skip {
            self.aim_here(skip);
        }
        scope.cause = outer;
    }

    /// Whether one of the tables steps write to is nearly full.
    fn is_full(&self) -> bool {
        let def = &self.def;
        let asks = def.picks.len().max(def.menus.len()).max(def.secrets.len());
        let rest = def.costs.len().max(def.majorities.len()).max(def.scripts.len());
        asks.max(rest).max(def.notes.len()) > TABLE_MAX || def.code.len() > CODE_MAX
    }

    /// Tells once that a pack has more steps than a definition can hold.
    pub(super) fn no_room(&mut self, node: &Node) {
        if self.diags.iter().any(|diag| diag.code == codes::TOO_MANY) {
            return;
        }
        let message = "the pack has more steps than fit into a game";
        let diag = Diagnostic::error(codes::TOO_MANY, message, node.span, "no room from here on");
        self.diags.push(diag.help("share steps by means of procedures"));
    }

    fn run_verb(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        match step.verb {
            "gain" | "lose" | "set" => self.change(step, scope),
            "advance" | "retreat" => self.advance(step, scope),
            "pay" => self.pay(step, scope),
            "move" => self.move_pieces(step, scope),
            "shuffle" => self.shuffle(step, scope),
            "refill" => self.refill(step, scope),
            "flip" => self.flip(step, scope),
            "own" | "control" => self.hand_over(step, scope),
            "choose" => self.choose(step, scope),
            "pick" => self.pick(step, scope),
            "amount" => self.amount(step, scope),
            "may" => self.may(step, scope),
            "secretly" => self.secretly(step, scope),
            "travel" => self.travel(step, scope),
            "try" => self.try_steps(step, scope),
            "when" => self.when(step, scope),
            "repeat" => self.repeat(step, scope),
            "each" => self.each(step, scope),
            "turns" => self.turns(step, scope),
            "call" => self.call(step, scope),
            "give" => self.give(step, scope),
            "end" => self.end(step, scope),
            "script" => self.script(step, scope),
            "let" => self.bind_names(step, scope),
            "find" => self.find(step, scope),
            "require" => self.require(step, scope),
            "note" => self.say(step, scope),
            "emit" => self.announce(step, scope),
            "use" => self.announce_to(step, scope),
            "begin" => self.begin(step, scope),
            "score" => self.score(step, scope),
            "majority" => self.majority(step, scope),
            // Every verb of the list stands above; a test walks the list.
            _ => None,
        }
    }

    /// Finds the verb of a step and checks the keys beside it.
    fn take_apart<'n>(&mut self, node: &'n Node, map: &'n Map, path: String) -> Option<Step<'n>> {
        let verbs: Vec<(&'n Entry, raw::VerbShape)> =
            map.entries.iter().filter_map(|entry| Some((entry, raw::verb(&entry.key)?))).collect();
        let (entry, shape) = match verbs.as_slice() {
            [] => return self.no_verb(node, map),
            [one] => *one,
            [(first, _), (second, _), ..] => {
                let message = format!("a step has two verbs, `{}` and `{}`", first.key, second.key);
                let diag =
                    Diagnostic::error(codes::TWO_VERBS, message, second.key_span, "second verb")
                        .and(first.key_span, "first verb");
                self.diags.push(diag.help("make two steps of it, each with its own dash"));
                return None;
            }
        };
        let step =
            Step { node, map, verb: shape.verb, shape: shape.shape, value: &entry.value, path };
        for other in &map.entries {
            self.check_beside(&step, other);
        }
        for key in shape.shape.beside.iter().filter(|key| key.needed) {
            if map.get(key.key).is_none() {
                self.missing(&step, entry.key_span, key.key);
                return None;
            }
        }
        Some(step)
    }

    fn check_beside(&mut self, step: &Step, entry: &Entry) {
        let key = entry.key.as_str();
        if key == step.verb {
            return;
        }
        if key == "as" && step.shape.gives.is_none() {
            let message = format!("`{}` gives nothing to bind", step.verb);
            let diag =
                Diagnostic::error(codes::NOTHING_TO_BIND, message, entry.key_span, "binds nothing");
            self.diags.push(diag.help("leave `as` out"));
            return;
        }
        let known = || COMMON.iter().chain(step.shape.beside).map(|key| key.key);
        if known().any(|known| known == key) {
            return;
        }
        let message = format!("unknown key `{key}` beside `{}`", step.verb);
        let diag = Diagnostic::error(codes::KEY, message, entry.key_span, "not expected here");
        let inside = step.shape.keys.iter().any(|inside| inside.key == key);
        self.diags.push(if inside {
            diag.help(format!("put it inside `{}`: indent it, or use braces", step.verb))
        } else if let Some(near) = similar(key, known()) {
            diag.help(format!("there is `{near}`"))
        } else {
            diag.help(format!("expected {}", listed(known())))
        });
    }

    /// How to write `gain { wood: 2 }`, which is read as the key `gain { wood`.
    fn without_colon(&self, entry: &Entry) -> Option<String> {
        let verb = first_word(&entry.key);
        raw::verb(verb).filter(|_| verb != entry.key)?;
        let span = Span { end: entry.value.span.end, ..entry.key_span };
        let rest = self.sources.slice(span).strip_prefix(verb)?.trim();
        (rest.len() <= 40 && !rest.contains('\n')).then(|| format!("{verb}: {rest}"))
    }

    fn no_verb<T>(&mut self, node: &Node, map: &Map) -> Option<T> {
        let all = raw::verbs();
        let verbs = || all.iter().map(|shape| shape.verb);
        let common = |key: &str| COMMON.iter().any(|common| common.key == key);
        let Some(entry) = map.entries.iter().find(|entry| !common(&entry.key)) else {
            let diag =
                Diagnostic::error(codes::VERB, "a step without a verb", node.span, "no verb");
            self.diags.push(diag.help(format!("verbs are {}", verbs_listed(verbs()))));
            return None;
        };
        if let Some(line) = self.without_colon(entry) {
            let message = format!("a `:` is missing behind `{}`", first_word(&entry.key));
            let diag = Diagnostic::error(codes::VERB, message, entry.key_span, "no `:`");
            self.diags.push(diag.help(format!("write `{line}`")));
            return None;
        }
        if entry.key == "then" && map.get("if").is_some() {
            let message = "a step has no `then`";
            let diag = Diagnostic::error(codes::VERB, message, entry.key_span, "not a verb");
            let help = "write the verb beside `if`, or `when: ...` with `do:` for several steps";
            self.diags.push(diag.help(help));
            return None;
        }
        let message = format!("unknown verb `{}`", entry.key);
        let diag = Diagnostic::error(codes::VERB, message, entry.key_span, "not a verb");
        self.diags.push(match similar(&entry.key, verbs()) {
            Some(near) => diag.help(format!("a verb with a similar name exists: `{near}`")),
            None => diag.help(format!("verbs are {}", verbs_listed(verbs()))),
        });
        None
    }
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

fn verbs_listed<'v>(verbs: impl Iterator<Item = &'v str>) -> String {
    verbs.map(|verb| format!("`{verb}`")).collect::<Vec<_>>().join(", ")
}
