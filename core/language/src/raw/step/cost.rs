//! Costs, as written under `pay`, in a toll or in an attribute.

use super::counters::Pay;
use super::read::Reader;
use crate::raw::by_table::is_table;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::step as codes;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Map, Node};

/// A cost: the player pays one of its bundles.
pub struct Cost<'n> {
    /// The bundles; several are listed under `any`.
    pub bundles: Vec<Bundle<'n>>,
}

/// A list of terms that are paid together.
pub struct Bundle<'n> {
    /// The condition for choosing it.
    pub condition: Option<&'n Node>,
    /// Its parts.
    pub terms: Vec<Term<'n>>,
}

/// A part of a bundle.
pub enum Term<'n> {
    /// An amount of a resource, or of any resource with a tag.
    Amount {
        /// The resource or tag.
        of: &'n Entry,
        /// How much.
        amount: &'n Node,
        /// The pieces it is taken from, if pieces hold it.
        from: Option<&'n Node>,
    },
    /// A price that several resources can pay.
    Worth {
        /// How much.
        amount: &'n Node,
        /// The name players see.
        called: Option<&'n str>,
        /// The purses that can pay it.
        with: Vec<Purse<'n>>,
    },
}

/// One way to pay a price.
pub struct Purse<'n> {
    /// The most it can pay.
    pub cap: Option<&'n Node>,
    /// The period for the cap, if the cap is not per payment.
    pub per: Option<&'n Node>,
    /// The resources, and how many of each pay one.
    pub resources: Vec<&'n Entry>,
}

/// The keys of a cost, wherever it is written.
struct Parts<'n> {
    any: Option<&'n Node>,
    condition: Option<(Span, &'n Node)>,
    worth: Option<(Span, &'n Node)>,
    with: Option<(Span, &'n Node)>,
    called: Option<(Span, &'n Node)>,
    resources: Vec<&'n Entry>,
}

/// Keys of a cost that are not resources.
const KEYS: [&str; 5] = ["any", "if", "worth", "with", "called"];

impl<'n> Parts<'n> {
    fn of(map: &'n Map) -> Self {
        let key = |key: &str| map.entry(key).map(|entry| (entry.key_span, &entry.value));
        let known = |entry: &&Entry| !KEYS.contains(&entry.key.as_str());
        Self {
            any: map.get("any"),
            condition: key("if"),
            worth: key("worth"),
            with: key("with"),
            called: key("called"),
            resources: map.entries.iter().filter(known).collect(),
        }
    }

    /// A key that requires `worth` beside it.
    fn belongs_to_worth(&self) -> Option<(&'static str, (Span, &'n Node))> {
        let keys = [("with", self.with), ("called", self.called)];
        keys.into_iter().find_map(|(key, found)| Some((key, found?)))
    }

    /// A key that is not allowed beside `any`.
    fn beside_any(&self) -> Option<(&'n str, Span)> {
        let keys = [
            ("if", self.condition),
            ("worth", self.worth),
            ("with", self.with),
            ("called", self.called),
        ];
        let key = keys.into_iter().find_map(|(key, found)| Some((key, found?.0)));
        key.or_else(|| self.resources.first().map(|entry| (entry.key.as_str(), entry.key_span)))
    }
}

impl<'n> Cost<'n> {
    /// Reads a cost that was checked before; skips anything wrong in it.
    pub fn of(node: &'n Node) -> Option<Self> {
        Some(Parts::of(node.as_map()?).cost(&mut vec![]))
    }

    /// The same for the cost under `pay` itself.
    pub fn of_pay(pay: &Pay<'n>) -> Self {
        pay_parts(pay).cost(&mut vec![])
    }
}

fn pay_parts<'n>(pay: &Pay<'n>) -> Parts<'n> {
    Parts {
        any: pay.any.map(|key| key.node),
        condition: pay.condition.map(|key| (key.span, key.node)),
        worth: pay.worth.map(|key| (key.span, key.node)),
        with: pay.with.map(|key| (key.span, key.node)),
        called: pay.called.map(|key| (key.span, key.node)),
        resources: pay.resources.clone(),
    }
}

impl Reader<'_> {
    /// Reads a cost; `None` if something is wrong with it.
    pub fn cost<'n>(&mut self, node: &'n Node) -> Option<Cost<'n>> {
        match node.as_map() {
            Some(map) => self.checked(Parts::of(map)),
            None => {
                self.diags.push(not_a_cost(node));
                None
            }
        }
    }

    /// Reads the cost under `pay` itself.
    pub fn cost_of_pay<'n>(&mut self, pay: &Pay<'n>) -> Option<Cost<'n>> {
        self.checked(pay_parts(pay))
    }

    fn checked<'n>(&mut self, parts: Parts<'n>) -> Option<Cost<'n>> {
        let before = self.diags.len();
        let cost = parts.cost(self.diags);
        (self.diags.len() == before).then_some(cost)
    }
}

impl<'n> Parts<'n> {
    fn cost(self, diags: &mut Vec<Diagnostic>) -> Cost<'n> {
        let Some(any) = self.any else { return Cost { bundles: vec![self.bundle(diags)] } };
        if let Some((key, span)) = self.beside_any() {
            let message = format!("`any` and `{key}` cannot be used together");
            let diag = Diagnostic::error(codes::EXCLUSIVE, message, span, "beside `any`");
            diags.push(diag.help("put it into each of the costs"));
        }
        let Some(costs) = any.as_seq() else {
            diags.push(not_a_cost(any));
            return Cost { bundles: vec![] };
        };
        let mut bundles = vec![];
        for cost in costs {
            match cost.as_map() {
                Some(map) => bundles.push(Parts::of(map).bundle(diags)),
                None => diags.push(not_a_cost(cost)),
            }
        }
        Cost { bundles }
    }

    fn bundle(self, diags: &mut Vec<Diagnostic>) -> Bundle<'n> {
        let mut terms = vec![];
        if let Some((span, amount)) = self.worth {
            match self.with.map(|(_, with)| (with, with.as_seq())) {
                Some((_, Some(purses))) => {
                    let with = purses.iter().filter_map(|node| purse(node, diags)).collect();
                    let called = self.called.and_then(|(_, node)| name(node, diags));
                    terms.push(Term::Worth { amount, called, with });
                }
                _ => {
                    let message = "`worth` lacks the list `with`";
                    let diag = Diagnostic::error(codes::MISSING, message, span, "paid with what?");
                    let help = "write `with: [ { wood: 2 }, { gold: 1, cap: 1 } ]`";
                    diags.push(diag.help(help));
                }
            }
        } else if let Some((key, (span, _))) = self.belongs_to_worth() {
            let message = format!("`{key}` belongs to `worth`");
            let diag = Diagnostic::error(codes::MISSING, message, span, "how much is to be paid?");
            diags.push(diag.help("add `worth:` with a number"));
        }
        terms.extend(self.resources.into_iter().filter_map(|entry| term(entry, diags)));
        Bundle { condition: self.condition.map(|(_, node)| node), terms }
    }
}

/// `wood: 2`, or `wood: { amount: 2, from: pieces }`.
fn term<'n>(of: &'n Entry, diags: &mut Vec<Diagnostic>) -> Option<Term<'n>> {
    // This is an old key, not a resource; the compiler says what to write instead.
    let formerly = of.key == "cost";
    let Some(map) = of.value.as_map().filter(|_| !formerly) else {
        return Some(Term::Amount { of, amount: &of.value, from: None });
    };
    let unknown = |entry: &&Entry| !matches!(entry.key.as_str(), "amount" | "from");
    if let Some(extra) = map.entries.iter().find(unknown) {
        let message = format!("unknown key `{}` in a cost", extra.key);
        let label = "expected `amount` or `from`";
        diags.push(Diagnostic::error(codes::KEY, message, extra.key_span, label));
        return None;
    }
    let Some(amount) = map.get("amount") else {
        diags.push(not_a_cost(&of.value));
        return None;
    };
    Some(Term::Amount { of, amount, from: map.get("from") })
}

/// The name of a price.
fn name<'n>(node: &'n Node, diags: &mut Vec<Diagnostic>) -> Option<&'n str> {
    let text = node.as_text();
    if text.is_none() {
        let message = format!("`called` is a name, not {}", node.describe());
        let diag = Diagnostic::error(codes::FORM, message, node.span, "expected a name");
        diags.push(diag.help("write what people call it: `called: labour`"));
    }
    text
}

/// `{ gold: 1, cap: 1 }`.
fn purse<'n>(node: &'n Node, diags: &mut Vec<Diagnostic>) -> Option<Purse<'n>> {
    let Some(map) = node.as_map() else {
        diags.push(not_a_cost(node));
        return None;
    };
    let resources = map.entries.iter().filter(|entry| entry.key != "cap").collect();
    let cap = map.get("cap");
    let Some(limit) = cap.and_then(Node::as_map).filter(|limit| !is_table(limit)) else {
        return Some(Purse { cap, per: None, resources });
    };
    let (worth, per) = (limit.get("worth"), limit.get("per"));
    let known = |entry: &Entry| matches!(entry.key.as_str(), "worth" | "per");
    if worth.is_none() || per.is_none() || !limit.entries.iter().all(known) {
        let message = "a cap per period has the keys `worth` and `per`, and no others";
        let span = cap.map_or(node.span, |cap| cap.span);
        let diag = Diagnostic::error(codes::FORM, message, span, "expected `worth` and `per`");
        diags.push(diag.help("write `cap: { worth: 1, per: turn }`"));
        return None;
    }
    Some(Purse { cap: worth, per, resources })
}

/// A cost in no known form.
fn not_a_cost(node: &Node) -> Diagnostic {
    let message = format!("a cost was expected, not {}", node.describe());
    let diag = Diagnostic::error(codes::FORM, message, node.span, "expected a cost");
    diag.help("write `{ wood: 2 }`, or several of them under `any`")
}
