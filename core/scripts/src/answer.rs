//! Decodes what a script function returned: steps to run, values to bind, or both.
//!
//! The steps were compiled before play, from the tables in the text of the script. Here a returned
//! table is matched against those templates, and the values for their gaps are taken out of it.

use std::borrow::Cow;

use boardwright_rules::def::expr::NIL;
use boardwright_rules::id::PlaceId;
use boardwright_rules::script::{ScriptArg, ScriptStep};
use boardwright_syntax::diag::codes::script as codes;

use super::look::{GameLook, class, number_of, unknown};
use crate::luau::{Ref, Value};
use boardwright_compile::names::{GapType, Template, Type};
use boardwright_language::raw::step::{VERBS, verb_named};
use boardwright_language::script_text::gap;
use boardwright_syntax::diag::similar;
use boardwright_syntax::source::FileId;
use boardwright_syntax::yaml::{Entry, Kind, Node};

/// The largest number of steps one call may return.
pub const STEPS_MAX: usize = 200;

type Steps = Vec<ScriptStep>;
/// The values of a template's gaps.
type Found<'v> = Vec<Cow<'v, Value>>;

/// Why a returned value cannot be used.
pub(super) struct Unfit {
    /// The code of the diagnostic.
    pub code: &'static str,
    /// A description that completes a sentence beginning with "returned".
    pub text: String,
    /// The file and line of the offending part of the script, if known.
    pub place: Option<(FileId, u32)>,
}

impl From<String> for Unfit {
    fn from(text: String) -> Self {
        let text = format!("something that cannot be done: {text}");
        Self { code: codes::NO_STEP, text, place: None }
    }
}

/// Decodes the value a pack's function returned; `gives` is the type the step binds.
pub(super) fn decode(
    look: &GameLook,
    pack: &str,
    value: &Value,
    gives: Option<&Type>,
) -> Result<(Steps, Vec<i32>), Unfit> {
    let reader = Reader { look, pack };
    let (steps, values) = match gives {
        Some(gives) => {
            let (steps, value) = reader.parted(value, gives)?;
            (steps, reader.bound(value, gives)?)
        }
        None => (reader.returned(value)?, vec![]),
    };
    if steps.len() > STEPS_MAX {
        let text = format!("{} steps, at most {STEPS_MAX} fit", steps.len());
        return Err(Unfit { code: codes::TOO_MUCH, text, place: None });
    }
    Ok((steps, values))
}

struct Reader<'a> {
    look: &'a GameLook<'a>,
    pack: &'a str,
}

impl Reader<'_> {
    /// The steps in a value; a value that nothing binds is dropped.
    fn returned(&self, value: &Value) -> Result<Steps, Unfit> {
        match value {
            Value::List(items) => self.steps(items),
            Value::Map(entries) if is_both(entries) => self.steps_of(value),
            Value::Map(_) => self.steps(std::slice::from_ref(value)),
            Value::Text(text) if self.look.counter_named(text).is_err() => Err(format!(
                "the text \"{text}\"; a script returns steps, a number, yes or no, a thing or the \
                 name of a resource"
            )
            .into()),
            _ => Ok(vec![]),
        }
    }

    /// The steps, and the value to bind.
    fn parted<'v>(&self, value: &'v Value, gives: &Type) -> Result<(Steps, &'v Value), Unfit> {
        match value {
            Value::List(items) => Ok((self.steps(items)?, &Value::Nil)),
            Value::Map(entries) if is_both(entries) => {
                Ok((self.steps_of(value)?, value.get("value").unwrap_or(&Value::Nil)))
            }
            Value::Map(_) if !matches!(gives, Type::Several(_)) => {
                Ok((self.steps(std::slice::from_ref(value))?, &Value::Nil))
            }
            value => Ok((vec![], value)),
        }
    }

    fn steps_of(&self, both: &Value) -> Result<Steps, Unfit> {
        match both.get("steps") {
            Some(Value::List(items)) => self.steps(items),
            Some(one @ Value::Map(_)) => self.steps(std::slice::from_ref(one)),
            Some(_) => Err("`steps` must be a list of steps".to_owned().into()),
            None => Ok(vec![]),
        }
    }

    /// The numbers to bind: for one value, or several.
    fn bound(&self, value: &Value, gives: &Type) -> Result<Vec<i32>, Unfit> {
        let wrong = |text: String| Unfit { code: codes::NO_STEP, text, place: None };
        let Type::Several(index) = gives else {
            return Ok(vec![
                self.one(gives, value)
                    .map_err(|why| wrong(format!("something that cannot be bound: {why}")))?,
            ]);
        };
        let names = self.look.names.several.get(usize::from(*index));
        let names = names.map_or(&[][..], Vec::as_slice);
        let known = || names.iter().map(|(name, _)| name.as_str());
        let entries: &[(String, Value)] = match value {
            Value::Map(entries) => entries,
            Value::Nil => &[],
            _ => {
                let all = names.iter().map(|(name, _)| format!("{name} = ...")).collect::<Vec<_>>();
                let all = all.join(", ");
                return Err(wrong(format!("no values with names, such as `{{ {all} }}`")));
            }
        };
        if let Some((key, _)) = entries.iter().find(|(key, _)| !known().any(|name| name == key)) {
            return Err(wrong(unknown("a value that the step does not bind:", key, known())));
        }
        let of = |(name, ty): &(String, Type)| {
            let value = value.get(name).unwrap_or(&Value::Nil);
            let is = if *value == Value::Nil { "no" } else { "a wrong" };
            self.one(ty, value).map_err(|why| wrong(format!("{is} `{name}`: {why}")))
        };
        names.iter().map(of).collect()
    }

    fn templates(&self) -> impl Iterator<Item = &Template> {
        self.look.names.returned.iter().filter(|template| template.pack == self.pack)
    }

    /// The steps of a list. Steps that appear together in a list in the script's text are taken
    /// together, because they share their bindings.
    fn steps(&self, items: &[Value]) -> Result<Steps, Unfit> {
        let mut steps = vec![];
        let mut at = 0;
        while let Some(item) = items.get(at) {
            if let Some((step, len)) = self.listed(&items[at..])? {
                steps.push(step);
                at += len;
                continue;
            }
            match item {
                Value::List(items) => steps.extend(self.steps(items)?),
                item => steps.push(self.step(item, at + 1)?),
            }
            at += 1;
        }
        Ok(steps)
    }

    /// The longest list template that matches here, and its number of steps.
    fn listed(&self, items: &[Value]) -> Result<Option<(ScriptStep, usize)>, Unfit> {
        let mut best: Option<(usize, Vec<(&Template, Found)>)> = None;
        for template in self.templates() {
            let Kind::Seq(nodes) = &template.node.kind else { continue };
            let len = nodes.len();
            let is_short = best.as_ref().is_some_and(|(longest, _)| *longest > len);
            if len > items.len()
                || is_short
                || !nodes.iter().zip(items).all(|(a, b)| has_verb(a, b))
            {
                continue;
            }
            let mut found = vec![Cow::Borrowed(&Value::Nil); template.gaps.len()];
            if matches_all(nodes, &items[..len], &mut found) {
                match &mut best {
                    Some((longest, matching)) if *longest == len => {
                        matching.push((template, found))
                    }
                    _ => best = Some((len, vec![(template, found)])),
                }
            }
        }
        match best {
            Some((len, matching)) => Ok(Some((self.fitting(matching)?, len))),
            None => Ok(None),
        }
    }

    fn step(&self, item: &Value, number: usize) -> Result<ScriptStep, Unfit> {
        let mut matching = vec![];
        for template in self.templates() {
            if matches!(template.node.kind, Kind::Map(_)) && has_verb(&template.node, item) {
                let mut found = vec![Cow::Borrowed(&Value::Nil); template.gaps.len()];
                if matches(&template.node, item, &mut found) {
                    matching.push((template, found));
                }
            }
        }
        if matching.is_empty() {
            return Err(self
                .same_name_twice(item)
                .unwrap_or_else(|| format!("step {number}: {}", no_step(item)).into()));
        }
        self.fitting(matching)
    }

    /// Two names that are worked out in one table are one entry of it if they come to the same.
    fn same_name_twice(&self, item: &Value) -> Option<Unfit> {
        let Value::Map(entries) = item else { return None };
        let steps = self.templates().flat_map(|template| {
            let nodes = match &template.node.kind {
                Kind::Seq(nodes) => nodes.as_slice(),
                _ => std::slice::from_ref(&template.node),
            };
            nodes.iter().map(move |node| (template, node))
        });
        let mut steps = steps.filter(|(_, node)| has_verb(node, item));
        steps.find_map(|(template, node)| {
            let written = node.as_map()?.entries.iter().find(|it| verb_named(&it.key).is_some())?;
            let inner = written.value.as_map()?;
            let (_, Value::Map(found)) = entries.iter().find(|(key, _)| *key == written.key)? else {
                return None;
            };
            let n_keys = inner.entries.iter().filter(|it| gap(&it.key).is_some()).count();
            let left = found.iter().map(|(key, _)| key).filter(|key| inner.get(key).is_none());
            let left: Vec<String> = left.map(|key| format!("`{key}`")).collect();
            if n_keys < 2 || left.is_empty() || left.len() >= n_keys {
                return None;
            }
            let (verb, left) = (&written.key, left.join(", "));
            let text = format!(
                "a `{verb}` of {n_keys} names that are worked out, and only {left} came of them: two \
                 are the same, and one amount is lost; write a step for each: \
                 `{{ {verb} = {{ [name] = 1 }} }}`"
            );
            let place = template.gaps.first().map(|gap| gap.place);
            Some(Unfit { code: codes::NO_STEP, text, place })
        })
    }

    /// The most specific of several templates whose gaps fit.
    fn fitting(&self, mut matching: Vec<(&Template, Found)>) -> Result<ScriptStep, Unfit> {
        matching.sort_by_key(|(template, _)| template.gaps.len());
        let mut first = None;
        for (template, found) in &matching {
            match self.filled(template, found) {
                Ok(step) => return Ok(step),
                Err(unfit) => {
                    first.get_or_insert(unfit);
                }
            }
        }
        Err(first.unwrap_or_else(|| "nothing".to_owned().into()))
    }

    /// A step from a template and the values of its gaps.
    fn filled(&self, template: &Template, found: &[Cow<Value>]) -> Result<ScriptStep, Unfit> {
        if template.names_self.is_some() && self.look.piece == NIL {
            let text = "a step that names `self`, and no piece called the script; hand the piece \
                        over by `with` and write its number into the step, or return the step only \
                        `if view.self then`";
            let (text, place) = (text.to_owned(), template.names_self);
            return Err(Unfit { code: codes::NO_STEP, text, place });
        }
        let mut args = vec![ScriptArg::One(NIL); template.slots + 1];
        args[0] = ScriptArg::One(self.look.piece);
        for (at, (gap, value)) in template.gaps.iter().zip(found).enumerate() {
            let blamed = |text: String| Unfit {
                place: Some(gap.place),
                ..format!("`{}`: {text}", gap.text).into()
            };
            if let GapType::Amounts { from, names } = &gap.ty {
                let amounts = self.amounts(value, names, gap.amount).map_err(blamed)?;
                for (slot, amount) in args[1 + from..].iter_mut().zip(amounts) {
                    *slot = ScriptArg::One(amount);
                }
                continue;
            }
            args[at + 1] = match &gap.ty {
                GapType::One(ty) => {
                    let number = self.one(ty, value).map_err(blamed)?;
                    not_negative(number, gap.amount).map_err(blamed)?;
                    ScriptArg::One(number)
                }
                GapType::Set(each) => ScriptArg::List(self.things(each, value).map_err(blamed)?),
                GapType::Steps | GapType::Amounts { .. } => ScriptArg::Steps(match &**value {
                    Value::Nil => vec![],
                    Value::List(items) => self.steps(items)?,
                    item => vec![self.step(item, 1)?],
                }),
            };
        }
        Ok(ScriptStep { proc: template.proc, args })
    }

    /// The amount a table gives for each name; 0 if it has no entry.
    fn amounts(
        &self,
        value: &Value,
        names: &[String],
        amount: Option<(&str, &str)>,
    ) -> Result<Vec<i32>, String> {
        let entries: &[(String, Value)] = match value {
            Value::Map(entries) => entries,
            Value::List(items) if items.is_empty() => &[],
            _ => return Err("amounts by name were expected, such as `{ wood = 2 }`".into()),
        };
        if let Some((key, _)) = entries.iter().find(|(key, _)| !names.contains(key)) {
            return Err(unknown("there is no amount of", key, names.iter().map(String::as_str)));
        }
        let of = |name: &String| match value.get(name) {
            None => Ok(0),
            Some(value) => {
                let number = self.one(&Type::Number, value)?;
                not_negative(number, amount).map(|()| number)
            }
        };
        names.iter().map(of).collect()
    }

    /// Several things: a list, or the contents of a container.
    fn things(&self, each: &Type, value: &Value) -> Result<Vec<i32>, String> {
        let pieces;
        let items = match value {
            Value::List(items) => items,
            Value::Ref(Ref { class: class::PLACE, index }) => {
                pieces = self.look.pieces_in(PlaceId::from(*index as usize));
                let Value::List(items) = &pieces else { return Ok(vec![]) };
                items
            }
            _ => return Err("a list was expected".into()),
        };
        items.iter().map(|item| self.one(each, item)).collect()
    }

    /// The kernel's number for a value of a type.
    fn one(&self, ty: &Type, value: &Value) -> Result<i32, String> {
        let (def, names) = (self.look.def, self.look.names);
        if let (Type::Maybe(_), Value::Nil) = (ty, value) {
            return Ok(NIL);
        }
        let ty = ty.sure();
        let (wanted, told, n) = match ty {
            Type::Seat => (class::SEAT, "a seat", usize::from(def.seats)),
            Type::Piece(_) => (class::PIECE, "a piece", def.pieces.len()),
            Type::Space(_) => (class::SPACE, "a space", def.spaces.len()),
            Type::Place(_) => (class::PLACE, "a container", def.places.len()),
            Type::Entry(_) => (class::ENTRY, "an entry", def.entries.len()),
            Type::Counter => {
                let Value::Text(name) = value else {
                    return Err(expected("the name of a resource", value));
                };
                return self.look.counter_named(name).map(|it| i32::from(it.0));
            }
            Type::Word(list) => {
                let words = names.words.get(usize::from(*list)).map_or(&[][..], Vec::as_slice);
                return word(value, words.iter().map(String::as_str));
            }
            Type::Tag => return word(value, names.entry_tags.keys().map(String::as_str)),
            Type::Number => {
                return match value {
                    Value::Int(_) => number_of(value),
                    _ => Err(expected("a whole number", value)),
                };
            }
            Type::Flag => {
                return match value {
                    Value::Bool(flag) => Ok(i32::from(*flag)),
                    _ => Err(expected("true or false", value)),
                };
            }
            Type::Nil | Type::Maybe(_) | Type::Set(_) | Type::Paid(..) | Type::Several(_) => {
                return Err("scripts cannot hand over this kind of thing".into());
            }
        };
        let found = match value {
            Value::Ref(thing) if (thing.index as usize) < n && thing.class == wanted => thing,
            // A piece stands for its entry.
            Value::Ref(thing) if wanted == class::ENTRY && thing.class == class::PIECE => {
                let entry = def.pieces.get(thing.index as usize).and_then(|it| it.faces.first());
                return entry.map(|it| i32::from(it.0)).ok_or_else(|| expected(told, value));
            }
            value => return Err(expected(told, value)),
        };
        let at = found.index as usize;
        let fits = match ty {
            Type::Piece(Some(kind)) => def.pieces[at].kind == *kind,
            Type::Entry(Some(kind)) => def.entries[at].kind == *kind,
            Type::Space(Some(group)) => def.spaces[at].group == *group,
            _ => true,
        };
        match fits {
            true => Ok(found.index as i32),
            false => Err(format!("{told} of another kind was expected")),
        }
    }
}

/// Whether a table has nothing but `steps` and `value`.
fn is_both(entries: &[(String, Value)]) -> bool {
    entries.iter().all(|(key, _)| matches!(key.as_str(), "steps" | "value"))
}

fn not_negative(number: i32, amount: Option<(&str, &str)>) -> Result<(), String> {
    match amount {
        Some((verb, opposite)) if number < 0 => {
            Err(format!("`{verb}` of {number}; write `{opposite}` for that"))
        }
        _ => Ok(()),
    }
}

fn expected(what: &str, value: &Value) -> String {
    let found = match value {
        Value::Nil => "nothing (nil)".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => format!("the text \"{text}\""),
        Value::List(_) => "a list".to_owned(),
        Value::Map(_) => "a table".to_owned(),
        Value::Ref(_) => "another thing".to_owned(),
    };
    format!("{what} was expected, not {found}")
}

fn word<'a>(value: &Value, words: impl Iterator<Item = &'a str> + Clone) -> Result<i32, String> {
    let Value::Text(word) = value else { return Err(expected("a word", value)) };
    let at = words.clone().position(|known| known == word);
    at.map(|at| at as i32).ok_or_else(|| unknown("there is no word", word, words))
}

/// Says why a value is not a valid step.
fn no_step(item: &Value) -> String {
    let Value::Map(entries) = item else {
        return "a step was expected, such as `{ gain = { wood = 2 } }`".into();
    };
    let Some((verb, _)) = entries.iter().find(|(key, _)| verb_named(key).is_some()) else {
        let key = entries.first().map_or("", |(key, _)| key);
        return match similar(key, VERBS.iter().map(|verb| verb.verb)) {
            Some(near) => format!("there is no verb `{key}`; `{near}` is there"),
            None => format!("there is no verb `{key}`"),
        };
    };
    format!(
        "a `{verb}` that stands nowhere in the scripts of the pack; write the whole step as one \
         table, such as `{{ {verb} = ... }}`, and put what is worked out into it"
    )
}

/// Whether a value has the shape of a template; collects the values of its gaps.
fn matches<'v>(node: &Node, value: &'v Value, found: &mut [Cow<'v, Value>]) -> bool {
    match (&node.kind, value) {
        (Kind::Text(text), value) => match (gap(text), value) {
            (Some(gap), value) => {
                if let Some(slot) = found.get_mut(gap) {
                    *slot = Cow::Borrowed(value);
                }
                true
            }
            (None, Value::Text(other)) => text == other,
            _ => false,
        },
        (Kind::Int(number), Value::Int(other)) => number == other,
        (Kind::Bool(flag), Value::Bool(other)) => flag == other,
        (Kind::Null, Value::List(items)) => items.is_empty(),
        (Kind::Null, Value::Nil) => true,
        (Kind::Seq(nodes), Value::List(items)) => matches_all(nodes, items, found),
        // To scripts, a table without entries is an empty list.
        (Kind::Map(map), Value::List(items)) if items.is_empty() => {
            map.entries.iter().all(|entry| matches(&entry.value, &Value::Nil, found))
        }
        (Kind::Map(map), Value::Map(entries)) => {
            let is_keyed = |entry: &&Entry| gap(&entry.key).is_some();
            let mut there = 0;
            for entry in map.entries.iter().filter(|entry| !is_keyed(entry)) {
                let value = value.get(&entry.key);
                there += usize::from(value.is_some());
                if !matches(&entry.value, value.unwrap_or(&Value::Nil), found) {
                    return false;
                }
            }
            let keyed: Vec<&Entry> = map.entries.iter().filter(is_keyed).collect();
            if keyed.len() + there != entries.len() || keyed.is_empty() {
                return keyed.is_empty() && there == entries.len();
            }
            let is_left = |one: &&(String, Value)| map.get(&one.0).is_none();
            matches_keys(&keyed, &mut entries.iter().filter(is_left).collect(), found)
        }
        _ => false,
    }
}

fn matches_all<'v>(nodes: &[Node], values: &'v [Value], found: &mut [Cow<'v, Value>]) -> bool {
    nodes.len() == values.len()
        && nodes.iter().zip(values).all(|(node, value)| matches(node, value, found))
}

/// Matches entries whose keys are gaps with the remaining entries of a value, in any order.
fn matches_keys<'v>(
    nodes: &[&Entry],
    left: &mut Vec<&'v (String, Value)>,
    found: &mut [Cow<'v, Value>],
) -> bool {
    let Some((entry, rest)) = nodes.split_first() else { return true };
    for at in 0..left.len() {
        let one = left.remove(at);
        if matches(&entry.value, &one.1, found) && matches_keys(rest, left, found) {
            if let Some(slot) = gap(&entry.key).and_then(|gap| found.get_mut(gap)) {
                *slot = Cow::Owned(Value::Text(one.0.clone()));
            }
            // Matching the rest may have tried other entries here, so match this one again.
            return matches(&entry.value, &one.1, found);
        }
        left.insert(at, one);
    }
    false
}

/// Whether a value has the verb of a template's step.
fn has_verb(node: &Node, value: &Value) -> bool {
    let Kind::Map(map) = &node.kind else { return true };
    map.entries.iter().all(|it| verb_named(&it.key).is_none() || value.get(&it.key).is_some())
}
