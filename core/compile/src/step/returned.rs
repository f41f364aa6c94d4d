//! Steps that scripts return, compiled from the tables in their source.

use std::collections::BTreeMap;

use boardwright_rules::def::ProcDef;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Set, SetId};
use boardwright_rules::def::part::Scope as Per;
use boardwright_rules::id::{CostId, ProcId};

use crate::expr::Out;
use crate::names::{GapType, Template, TemplateGap, Type};
use crate::refs::named;
use crate::scope::Scope;
use crate::{Lower, ScriptSteps};
use boardwright_language::raw::step::{Form, KeyShape, VerbShape, is_step, verb_named};
use boardwright_language::script_text::{Gap, Guess, StepTable, gap};
use boardwright_syntax::diag::codes::{names_used, script as codes};
use boardwright_syntax::diag::{Diagnostic, Level};
use boardwright_syntax::source::{FileId, Span};
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Verbs with amounts, which are never negative: each with its opposite.
const AMOUNTS: [(&str, &str); 5] = [
    ("gain", "lose"),
    ("lose", "gain"),
    ("advance", "retreat"),
    ("retreat", "advance"),
    ("pay", "gain"),
];
/// Verbs that may take all amounts from one table.
const BUNDLES: [&str; 6] = ["gain", "lose", "pay", "advance", "retreat", "score"];

/// The bindings of returned steps before their gaps: the acting seat, and the piece whose ability
/// or printed steps called the script.
const FIRST_GAP: usize = 2;

/// What is known about the gaps of the steps being lowered.
pub(crate) struct Gaps {
    types: Vec<Option<GapType>>,
    guesses: Vec<Option<Type>>,
}

impl Lower<'_> {
    /// Lowers the steps that scripts may return.
    pub(crate) fn fill_returned(&mut self, scripts: &ScriptSteps) {
        let Some(texts) = scripts.texts else { return };
        let wanted = scripts.types.filter(|_| !texts.tables.is_empty());
        let types = wanted.map(|types| types(&self.def, &self.names)).unwrap_or_default();
        for table in &texts.tables {
            let before = self.diags.len();
            let template = self.returned(table, &types);
            if table.node.as_map().is_some() {
                for diag in self.diags[before..].iter_mut().filter(|diag| diag.help.is_none()) {
                    if diag.code == names_used::UNKNOWN {
                        let help = "to use what another step binds, write both in one list";
                        diag.help = Some(help.to_owned());
                    }
                }
            }
            if self.diags[before..].iter().any(|diag| diag.level == Level::Error) {
                if table.is_part {
                    self.diags.truncate(before);
                }
                continue;
            }
            self.def.returned.push(template.proc);
            self.names.returned.push(template);
        }
        for script in &mut self.def.scripts {
            let module = script.named.id.split('.').next().unwrap_or_default();
            let (files, asks) = texts.reach(module);
            script.asks = asks;
            let returned = self.names.returned.iter();
            let within = returned.filter(|template| files.contains(&template.node.span.file));
            script.returned = within.map(|template| template.proc).collect();
        }
        if !self.def.scripts.is_empty() {
            self.names.plain_cost = self.plain_cost();
        }
    }

    /// A cost with an amount of every payable resource, with the same meaning as `pay`.
    fn plain_cost(&mut self) -> Option<(CostId, Vec<String>)> {
        let names = self.payable_names();
        let mut scope = Scope::seat();
        let nowhere = Span::at(FileId(0), 0);
        let entry = |(at, name): (usize, &String)| {
            let amount = format!("amount_{at}");
            scope.bind(&amount, Type::Number);
            let value = Node { span: nowhere, kind: Kind::Text(amount) };
            Entry { key: name.clone(), key_span: nowhere, value }
        };
        let entries = names.iter().enumerate().map(entry).collect();
        let node = Node { span: nowhere, kind: Kind::Map(Map { entries }) };
        let cost = self.cost(&node, &scope)?;
        Some((cost, names))
    }

    /// Resources held by seats and the table.
    fn payable_names(&self) -> Vec<String> {
        self.counter_names(|is_track| !is_track)
    }

    /// Resources or tracks held by seats and the table.
    fn counter_names(&self, suits: impl Fn(bool) -> bool) -> Vec<String> {
        let held = |id: &&str| {
            let def = self.names.counters.get(id).and_then(|id| self.def.counters.get(id.index()));
            def.is_some_and(|def| {
                matches!(def.scope, Per::Seat | Per::Table) && suits(def.track.is_some())
            })
        };
        self.names.counters.ids().filter(held).map(str::to_owned).collect()
    }

    fn returned(&mut self, table: &StepTable, known: &BTreeMap<Span, Type>) -> Template {
        let before = self.diags.len();
        let n_gaps = table.gaps.len();
        let (bundles, amounts) = (vec![None; n_gaps], vec![None; n_gaps]);
        let mut unfolding = Unfolding { lower: self, next: n_gaps, bundles, amounts };
        let node = unfolding.steps(table.said.as_ref().unwrap_or(&table.node));
        let Unfolding { next: n_slots, bundles, amounts, .. } = unfolding;
        let mut scope = Scope::with(&[("self".to_owned(), Type::Piece(None))]);
        for _ in 0..n_slots {
            scope.slot();
        }
        let mut types = vec![None; n_slots];
        for key in keyed(&node) {
            scope.bind_to(&format!("_{key}"), (FIRST_GAP + key) as u16, Type::Counter);
            types[key] = Some(GapType::One(Type::Counter));
        }
        let guess = |gap: &Gap| known.get(&gap.span).cloned().or(type_guessed(gap.guess));
        let mut guesses: Vec<Option<Type>> = table.gaps.iter().map(guess).collect();
        guesses.resize(n_slots, Some(Type::Number));
        self.gaps = Some(Gaps { types, guesses });
        let (file, span) = (self.sources.file(node.span.file), node.span);
        let path = format!("{}:{}", file.path, self.sources.line_col(span).0);
        let id = ProcId::from(self.def.procs.len());
        let name = named(&path, None, None);
        self.def.procs.push(ProcDef { named: name.clone(), start: 0, locals: 1 });
        let first = self.here() as usize;
        self.code_of(id, name, scope, (span, &path), |lower, scope| {
            // Placeholders, one per gap: each is replaced by taking over its list, if the gap turns
            // out to have one.
            for _ in 0..n_slots {
                let jump = lower.emit(scope, Op::Jump(0));
                lower.aim_here(jump);
            }
            lower.steps(&node, scope, &path);
        });
        let mut types = self.gaps.take().map_or(vec![], |gaps| gaps.types);
        let mut unwritten = vec![];
        for (at, ty) in types.iter().enumerate() {
            if let (Some(GapType::Set(_) | GapType::Steps), Some(op)) =
                (ty, self.def.code.get_mut(first + at))
            {
                *op = Op::Take((FIRST_GAP + at) as u16);
            }
        }
        for (at, bundle) in bundles.into_iter().enumerate() {
            if let Some((from, names)) = bundle {
                types[at] = Some(GapType::Amounts { from, names });
            }
        }
        // A diagnostic about a gap means that none is allowed there. A gap without a type was never
        // read.
        for (at, gap) in table.gaps.iter().enumerate() {
            let about = |diag: &Diagnostic| {
                diag.primary.as_ref().is_some_and(|label| label.span == gap.span)
            };
            let odd = self.diags[before..].iter().position(about).map(|found| before + found);
            let unseen = types[at].is_none() && self.diags.len() == before;
            if let Some(found) = odd {
                self.diags[found] = self.not_written_out(gap);
            } else if unseen {
                unwritten.push(self.not_written_out(gap));
            }
        }
        self.diags.append(&mut unwritten);
        let gap = |((gap, ty), amount): ((&Gap, Option<GapType>), _)| TemplateGap {
            place: (gap.span.file, self.sources.line_col(gap.span).0),
            text: self.sources.slice(gap.span).to_owned(),
            ty: ty.unwrap_or(GapType::One(Type::Number)),
            amount,
        };
        let gaps = table.gaps.iter().zip(types).zip(amounts).map(gap).collect();
        let (pack, node) = (table.pack.clone(), table.node.clone());
        let named = self_named(&node, Says::Rules);
        let names_self = named.map(|span| (span.file, self.sources.line_col(span).0));
        Template { pack, node, proc: id, gaps, slots: n_slots, names_self }
    }

    fn not_written_out(&self, gap: &Gap) -> Diagnostic {
        let text = self.sources.slice(gap.span);
        let message = "this must be written out";
        let label = "known only when the script runs";
        let diag = Diagnostic::error(codes::GAP, message, gap.span, label);
        diag.help(format!(
            "write a text in quotes in place of `{text}`; numbers, things, resources, sets and steps \
             may be worked out, names and words may not"
        ))
    }

    fn gap_slot(&self, gap: usize) -> u16 {
        (FIRST_GAP + gap) as u16
    }

    /// The gap that a name refers to.
    pub(crate) fn gap_named(&self, name: &str) -> Option<usize> {
        let gaps = self.gaps.as_ref()?;
        gap(name).filter(|gap| *gap < gaps.types.len())
    }

    /// The value of a gap, by the wanted type.
    pub(crate) fn gap_out(&mut self, gap: usize, want: Option<&Type>) -> Out {
        let slot = self.gap_slot(gap);
        let guess = self.guess(gap);
        match want.cloned().or(guess).unwrap_or(Type::Number) {
            Type::Set(each) => self.gap_set(gap, *each),
            ty => {
                self.fill_gap(gap, GapType::One(ty.clone()));
                Out::One(self.local(slot), ty)
            }
        }
    }

    fn guess(&self, gap: usize) -> Option<Type> {
        self.gaps.as_ref().and_then(|gaps| gaps.guesses[gap].clone())
    }

    /// A gap that holds a set of unspecified type.
    pub(crate) fn gap_things(&mut self, gap: usize) -> Out {
        match self.guess(gap) {
            Some(Type::Set(each)) => self.gap_set(gap, *each),
            _ => self.gap_set(gap, Type::Piece(None)),
        }
    }

    /// A gap that holds a set.
    fn gap_set(&mut self, gap: usize, each: Type) -> Out {
        let slot = self.gap_slot(gap);
        self.fill_gap(gap, GapType::Set(each.clone()));
        Out::Many(self.add_set(Set::Picked(slot)), each)
    }

    /// A list of gaps, such as `{ first, second }`: pieces, unless they are known to have another
    /// type.
    pub(crate) fn gaps_listed(&mut self, node: &Node) -> Option<(SetId, Type)> {
        let items = node.as_seq()?.iter();
        let gaps: Option<Vec<usize>> =
            items.map(|item| item.as_text().and_then(|text| self.gap_named(text))).collect();
        let gaps = gaps?;
        let first = gaps.first().and_then(|gap| self.guess(*gap));
        let ty = first.map_or(Type::Piece(None), |ty| ty.sure().clone());
        let mut set = None;
        for gap in gaps {
            let Out::One(piece, _) = self.gap_out(gap, Some(&ty)) else { return None };
            let one = self.add_set(Set::One(piece));
            set = Some(set.map_or(one, |before| self.add_set(Set::Both(before, one))));
        }
        set.map(|set| (set, ty))
    }

    /// Runs the steps in a gap.
    pub(super) fn gap_steps(&mut self, gap: usize, scope: &Scope) {
        self.fill_gap(gap, GapType::Steps);
        let slot = self.gap_slot(gap);
        self.emit(scope, Op::Run(slot));
    }

    fn fill_gap(&mut self, gap: usize, ty: GapType) {
        if let Some(gaps) = &mut self.gaps {
            gaps.types[gap] = Some(ty);
        }
    }
}

/// Splits gaps with all the amounts of a step, such as `{ pay = price }`, into one gap per
/// resource.
struct Unfolding<'l, 's> {
    lower: &'l Lower<'s>,
    /// The number of the next gap.
    next: usize,
    /// For each gap of the script: the first gap it became, and the names of its resources.
    bundles: Vec<Option<(usize, Vec<String>)>>,
    /// For each gap that is an amount: its verb, and the opposite verb.
    amounts: Vec<Option<(&'static str, &'static str)>>,
}

impl Unfolding<'_, '_> {
    /// Steps: a list, or a single one.
    fn steps(&mut self, node: &Node) -> Node {
        let kind = match &node.kind {
            Kind::Seq(items) => Kind::Seq(items.iter().map(|item| self.steps(item)).collect()),
            Kind::Map(map) => Kind::Map(self.step(map)),
            other => other.clone(),
        };
        Node { span: node.span, kind }
    }

    fn step(&mut self, map: &Map) -> Map {
        let Some(shape) = map.entries.iter().find_map(|entry| verb_named(&entry.key)) else {
            return map.clone();
        };
        let entry = |entry: &Entry| {
            let found = entry.value.as_text().and_then(gap);
            let is_verb = entry.key == shape.verb;
            let value = match found.filter(|_| is_verb && BUNDLES.contains(&shape.verb)) {
                Some(gap) => self.bundle(gap, shape.verb, &entry.value),
                None if is_verb => self.under(shape, &entry.value),
                None => self.key(shape.beside, entry),
            };
            Entry { value, ..entry.clone() }
        };
        Map { entries: map.entries.iter().map(entry).collect() }
    }

    /// The value under a verb.
    fn under(&mut self, shape: &VerbShape, node: &Node) -> Node {
        self.mark_amounts(shape.verb, node);
        let holds_steps = shape.short.is_some_and(|short| short.form == Form::Steps);
        match &node.kind {
            Kind::Map(map) if !(holds_steps && is_step(map)) => {
                let entries = map.entries.iter();
                let entry =
                    |entry: &Entry| Entry { value: self.key(shape.keys, entry), ..entry.clone() };
                Node {
                    span: node.span,
                    kind: Kind::Map(Map { entries: entries.map(entry).collect() }),
                }
            }
            _ if holds_steps => self.steps(node),
            _ => node.clone(),
        }
    }

    /// The value of a key of a step.
    fn key(&mut self, keys: &[KeyShape], entry: &Entry) -> Node {
        match keys.iter().find(|key| key.key == entry.key).map(|key| key.form) {
            Some(Form::Steps) => self.steps(&entry.value),
            Some(Form::Options) => match entry.value.as_map() {
                Some(options) => {
                    let option = |option: &Entry| Entry {
                        value: self.option(&option.value),
                        ..option.clone()
                    };
                    let entries = options.entries.iter().map(option).collect();
                    Node { span: entry.value.span, kind: Kind::Map(Map { entries }) }
                }
                None => entry.value.clone(),
            },
            _ => entry.value.clone(),
        }
    }

    /// An option: its steps, or a mapping with them.
    fn option(&mut self, node: &Node) -> Node {
        match &node.kind {
            Kind::Map(map) if !is_step(map) => {
                let entry = |entry: &Entry| Entry {
                    value: match entry.key.as_str() {
                        "do" => self.steps(&entry.value),
                        _ => entry.value.clone(),
                    },
                    ..entry.clone()
                };
                let entries = map.entries.iter().map(entry).collect();
                Node { span: node.span, kind: Kind::Map(Map { entries }) }
            }
            _ => self.steps(node),
        }
    }

    /// Records which gaps are amounts of a verb.
    fn mark_amounts(&mut self, verb: &str, node: &Node) {
        let Some(amounts) = AMOUNTS.iter().find(|(known, _)| *known == verb) else { return };
        let inside = node.as_map().map_or(&[][..], |map| &map.entries);
        for at in inside.iter().filter_map(|entry| entry.value.as_text().and_then(gap)) {
            if let Some(slot) = self.amounts.get_mut(at) {
                *slot = Some(*amounts);
            }
        }
    }

    fn bundle(&mut self, gap: usize, verb: &str, node: &Node) -> Node {
        let names = self.names(verb);
        let amounts = AMOUNTS.iter().find(|(known, _)| *known == verb);
        self.amounts[gap] = amounts.copied();
        let from = self.next;
        self.next += names.len();
        let entry = |(at, name): (usize, &String)| Entry {
            key: name.clone(),
            key_span: node.span,
            value: Node { span: node.span, kind: Kind::Text(format!("_{}", from + at)) },
        };
        let entries = names.iter().enumerate().map(entry).collect();
        self.bundles[gap] = Some((from, names));
        Node { span: node.span, kind: Kind::Map(Map { entries }) }
    }

    /// The names allowed under a verb: resources of seats and the table, tracks, lines.
    fn names(&self, verb: &str) -> Vec<String> {
        match verb {
            "score" => self.lower.names.lines.ids().map(str::to_owned).collect(),
            "advance" | "retreat" => self.lower.counter_names(|is_track| is_track),
            _ => self.lower.payable_names(),
        }
    }
}

/// The gaps used as keys: they name a resource.
fn keyed(node: &Node) -> Vec<usize> {
    match &node.kind {
        Kind::Seq(items) => items.iter().flat_map(keyed).collect(),
        Kind::Map(map) => {
            let keys = map.entries.iter().filter_map(|entry| gap(&entry.key));
            keys.chain(map.entries.iter().flat_map(|entry| keyed(&entry.value))).collect()
        }
        _ => vec![],
    }
}

/// What a text in a step is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    /// An expression or a name.
    Rules,
    /// Words for people: only what stands in their gaps is read.
    Words,
}

/// Where steps name `self`.
fn self_named(node: &Node, says: Says) -> Option<Span> {
    const WORDS: [&str; 4] = ["ask", "label", "reason", "log"];
    match &node.kind {
        Kind::Text(text) => names_self(text, says).then_some(node.span),
        Kind::Seq(items) => items.iter().find_map(|item| self_named(item, says)),
        Kind::Map(map) => map.entries.iter().find_map(|entry| {
            let is_words = WORDS.contains(&entry.key.as_str());
            self_named(&entry.value, if is_words { Says::Words } else { Says::Rules })
        }),
        _ => None,
    }
}

fn names_self(text: &str, says: Says) -> bool {
    let named = |text: &str| {
        let mut words = text.split(|char: char| !(char.is_alphanumeric() || "_.".contains(char)));
        words.any(|word| word.split('.').next() == Some("self"))
    };
    match says {
        Says::Rules => named(text),
        Says::Words => {
            text.split('{').skip(1).any(|gap| named(gap.split('}').next().unwrap_or_default()))
        }
    }
}

/// The type inferred from the syntax of an expression.
fn type_guessed(guess: Guess) -> Option<Type> {
    match guess {
        Guess::Any => None,
        Guess::Number => Some(Type::Number),
        Guess::Flag => Some(Type::Flag),
        Guess::Seat => Some(Type::Seat),
        Guess::Piece => Some(Type::Piece(None)),
    }
}
