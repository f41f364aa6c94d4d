//! Describes in words how packs change the rules of others: what is new, removed or changed, with
//! the old and new wording and the pack responsible.

mod facts;
mod lines;
mod markdown;
mod silent;
mod things;

use std::collections::BTreeMap;

use serde::Serialize;

use boardwright_packs::layer::value::same;
use boardwright_packs::layer::{Loaded, Operator, PackInfo};
use facts::{Fact, Told};
use silent::Silent;
use things::Thing;

pub use markdown::markdown;

/// The difference between two sets of packs, the second being a superset of the first.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct RulesDiff {
    /// The packs in both sets.
    pub game: Vec<PackLine>,
    /// The packs only in the second set.
    pub added: Vec<PackLine>,
    /// Advice for using some of the packs together.
    pub notices: Vec<String>,
    /// The differences by area; empty areas are left out.
    pub groups: Vec<Group>,
}

/// A pack in a list.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct PackLine {
    /// Its id.
    pub id: String,
    /// The title.
    pub title: String,
    /// Its version.
    pub version: String,
    /// Its description.
    pub text: Option<String>,
}

/// The differences in one area.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Group {
    /// The area.
    pub area: Area,
    /// The differences, in the order of the packs.
    pub items: Vec<Item>,
}

/// A part of the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Area {
    /// The number of players, and the options.
    Table,
    /// The setup.
    Setup,
    /// Actions, the flow of the game, scoring.
    Rules,
    /// What is printed on pieces.
    Pieces,
    /// Resources, tracks, values.
    Numbers,
    /// Spaces and zones.
    Board,
    /// Names, texts, questions and messages: no rule differs.
    Texts,
    /// Parts that only authors see.
    Inner,
}

impl Area {
    /// A heading.
    pub fn title(self) -> &'static str {
        match self {
            Area::Table => "Before the game",
            Area::Setup => "Setup",
            Area::Rules => "Rules and actions",
            Area::Pieces => "Pieces",
            Area::Numbers => "Numbers",
            Area::Board => "Board",
            Area::Texts => "Only worded differently",
            Area::Inner => "Behind the rules",
        }
    }
}

/// The kind of difference.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Only the second set has it.
    New,
    /// Only the first set has it.
    Removed,
    /// Both have it, differently.
    Changed,
}

/// One difference.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Item {
    /// Its path: `tiles.mill`.
    pub path: String,
    /// Its name.
    pub name: String,
    /// Its sort: "tile".
    pub sort: String,
    /// The kind of difference.
    pub fate: Fate,
    /// Its text, if it is new or removed.
    pub text: Option<String>,
    /// Its facts, or those that changed.
    pub details: Vec<Detail>,
    /// Who made the change, and where.
    pub by: Vec<By>,
}

impl Item {
    /// Who made the change, and where, one per file: "my-variant (my-variant/pack.yaml:3, 8)".
    pub fn makers(&self) -> Vec<String> {
        let mut files: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
        for by in &self.by {
            files.entry((&by.pack, &by.file)).or_default().push(by.line.to_string());
        }
        let one = |((pack, file), lines): ((&str, &str), Vec<String>)| {
            format!("{pack} ({file}:{})", lines.join(", "))
        };
        files.into_iter().map(one).collect()
    }
}

/// One fact about an item.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Detail {
    /// Its topic: "cost"; empty for the steps of a procedure.
    pub what: String,
    /// The old wording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The new wording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// For steps: those that differ, with some context.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
}

/// One step of a list, as a sentence.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Line {
    /// What happened to it.
    pub mark: StepStatus,
    /// Its nesting depth.
    pub depth: usize,
    /// The sentence.
    pub text: String,
}

/// What happened to a step.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum StepStatus {
    /// It is unchanged.
    Same,
    /// The old version; the new one follows.
    Was,
    /// The new version; the old one precedes it.
    Now,
    /// It was added.
    New,
    /// It was removed.
    Gone,
    /// Unchanged steps were left out here.
    Gap,
}

/// Who made a change, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Debug)]
pub struct By {
    /// The pack.
    pub pack: String,
    /// The file, prefixed with the pack.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// Compares a set of packs with a larger set.
pub fn diff(before: &Loaded, after: &Loaded) -> RulesDiff {
    let had: Vec<&str> = before.order.iter().map(id).collect();
    let added: Vec<&PackInfo> =
        after.order.iter().filter(|pack| !had.contains(&id(pack))).collect();
    let old = things::things(before);
    let mut new = things::things(after);
    let mut groups: BTreeMap<Area, Vec<Item>> = BTreeMap::new();
    let mut put = |area: Area, item: Item| groups.entry(area).or_default().push(item);
    for thing in old {
        let now = new.iter().position(|other| other.path == thing.path);
        match now.map(|idx| new.remove(idx)) {
            None => put(thing.area, removed(&thing, after, &had)),
            Some(now) => {
                if let Some((area, item)) = changed(&thing, &now, after, &had) {
                    put(area, item);
                }
            }
        }
    }
    for thing in new {
        put(thing.area, added_item(&thing, after, &had));
    }
    let notices = after.order.iter().flat_map(|pack| {
        let here = |other: &str| after.order.iter().any(|pack| id(pack) == other);
        pack.manifest.notices.iter().filter(move |it| here(&it.with.value))
    });
    RulesDiff {
        game: before.order.iter().map(line).collect(),
        added: added.into_iter().map(line).collect(),
        notices: notices.map(|it| it.text.clone()).collect(),
        groups: groups.into_iter().map(|(area, items)| Group { area, items }).collect(),
    }
}

fn id(pack: &PackInfo) -> &str {
    &pack.manifest.id.value
}

fn line(pack: &PackInfo) -> PackLine {
    PackLine {
        id: id(pack).to_owned(),
        title: pack.manifest.title.value.clone(),
        version: pack.manifest.version.to_string(),
        text: pack.manifest.text.clone(),
    }
}

fn removed(thing: &Thing, after: &Loaded, had: &[&str]) -> Item {
    let by = whose(after, had, &thing.path);
    Item { text: thing.text.clone(), by, ..item(thing, Fate::Removed, vec![]) }
}

fn added_item(thing: &Thing, after: &Loaded, had: &[&str]) -> Item {
    // The text of a piece already describes its abilities.
    let told = |fact: &&Fact| !(fact.is_ability && thing.text.is_some());
    let details = thing.facts.iter().filter(told).map(|fact| match &fact.told {
        Told::One(said) => detail(&fact.title, None, Some(said.clone())),
        Told::Many(lines) => Detail {
            lines: lines
                .iter()
                .map(|(depth, text)| lines::line(StepStatus::New, *depth, text))
                .collect(),
            ..detail(&fact.title, None, None)
        },
    });
    let mut by = whose(after, had, &thing.path);
    by.extend(thing.by.clone());
    Item { text: thing.text.clone(), by, ..item(thing, Fate::New, details.collect()) }
}

fn item(thing: &Thing, fate: Fate, details: Vec<Detail>) -> Item {
    let (path, name, sort) = (thing.path.clone(), thing.name.clone(), thing.sort.clone());
    Item { path, name, sort, fate, text: None, details, by: vec![] }
}

fn detail(what: &str, before: Option<String>, after: Option<String>) -> Detail {
    Detail { what: what.to_owned(), before, after, lines: vec![] }
}

/// The change of an entry that both sets have, and its area.
fn changed(old: &Thing, new: &Thing, after: &Loaded, had: &[&str]) -> Option<(Area, Item)> {
    let (mut details, mut by) = (vec![], vec![]);
    let mut add = |what: Detail, key: &str| {
        details.push(what);
        by.extend(whose(after, had, &below(&new.path, key)));
    };
    let mut is_rule = false;
    for (what, key, was, now) in [
        ("name", "name", Some(&old.name), Some(&new.name)),
        ("text", "text", old.text.as_ref(), new.text.as_ref()),
    ] {
        if was != now {
            add(detail(what, was.cloned(), now.cloned()), key);
        }
    }
    let keys = old.facts.iter().chain(new.facts.iter().filter(|fact| old.fact(fact).is_none()));
    for fact in keys {
        let (was, now) = (old.fact(fact), new.fact(fact));
        if let (Some(was), Some(now)) = (was, now)
            && same(&was.node, &now.node)
        {
            continue;
        }
        match changed_wording(fact, was, now) {
            Some(what) => {
                is_rule = true;
                add(what, &fact.key);
            }
            None => {
                let silent = was.zip(now).map(|(was, now)| silent::silent(&was.node, &now.node));
                match silent.unwrap_or(Silent::Nothing) {
                    Silent::Nothing => {}
                    Silent::Words => {
                        let said = "questions or messages are worded differently".to_owned();
                        add(detail(&fact.title, None, Some(said)), &fact.key);
                    }
                    Silent::Rule { what, was, now } => {
                        is_rule = true;
                        add(detail(&what, was, now), &fact.key);
                    }
                }
            }
        }
    }
    if details.is_empty() {
        return None;
    }
    by.extend(new.by.clone());
    by.sort();
    by.dedup();
    let area = if is_rule { new.area } else { Area::Texts };
    Some((area, Item { by, ..item(new, Fate::Changed, details) }))
}

/// The two wordings of a fact; `None` if they are the same.
fn changed_wording(fact: &Fact, was: Option<&Fact>, now: Option<&Fact>) -> Option<Detail> {
    let one = |fact: Option<&Fact>| fact.map(|fact| fact.told.in_line());
    if let (Some(Told::Many(was)), Some(Told::Many(now))) =
        (was.map(|it| &it.told), now.map(|it| &it.told))
    {
        let lines = lines::compare(was, now);
        return (!lines.is_empty()).then(|| Detail { lines, ..detail(&fact.title, None, None) });
    }
    let (was, now) = (one(was), one(now));
    (was != now).then(|| detail(&fact.title, was, now))
}

/// Which of the added packs decided about a path.
fn whose(after: &Loaded, had: &[&str], path: &str) -> Vec<By> {
    let changes = after.provenance.chain(path);
    let ours = changes.iter().filter(|it| !had.contains(&it.pack.as_str()));
    let ours = ours.filter(|it| it.operator != Operator::Like && !it.pack.is_empty());
    let mut by: Vec<By> = ours
        .map(|it| By {
            pack: it.pack.clone(),
            file: after.sources.file(it.span.file).path.clone(),
            line: after.sources.line_col(it.span).0,
        })
        .collect();
    by.sort();
    by.dedup();
    by
}

fn below(path: &str, key: &str) -> String {
    match (path.is_empty(), key.is_empty()) {
        (_, true) => path.to_owned(),
        (true, _) => key.to_owned(),
        _ => format!("{path}.{key}"),
    }
}
