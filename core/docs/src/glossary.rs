//! The glossary: named content that is not an object on the table (options of menus, procedures,
//! values), and the rules about resources, tracks and zones. In words, independent of any position.

use super::notes::{get, inside, is_internal, resource_notes, track_notes, zone_notes};
use boardwright_compile::words::{Words, unmarked};
use boardwright_language::raw::step::{OptionSteps, Step, Verb};
use boardwright_packs::layer::Loaded;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// How deep menus are searched for.
const DEPTH_MAX: usize = 64;

/// A named entry, with its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
    /// The rules, one line per step. Nested steps are indented.
    pub lines: Vec<String>,
    /// Whether its author gave it a name or a text, so that players are meant to know it.
    pub is_told: bool,
}

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A resource.
    Resource,
    /// A track.
    Track,
    /// A zone.
    Zone,
    /// A named value.
    Value,
    /// An option of a menu.
    Option,
    /// A procedure.
    Rule,
}

/// All terms of packs.
pub fn glossary(loaded: &Loaded) -> Vec<Term> {
    let root = &loaded.root;
    let mut page = Page { words: Words::of(loaded), root, terms: vec![] };
    page.counted("resources", Sort::Resource, |words, entry| {
        vec![resource_notes(words, entry).join("; ")]
    });
    page.counted("tracks", Sort::Track, track_notes);
    page.counted("zones", Sort::Zone, |words, entry| vec![zone_notes(words, entry).join("; ")]);
    page.values();
    page.menus(root, 0);
    let procedures = page.procedures();
    page.terms.retain(|it| it.sort != Sort::Option || !procedure_says(&procedures, it));
    page.terms.extend(procedures);
    page.terms
}

/// Whether an option only calls a procedure of the same name.
fn procedure_says(procedures: &[Term], option: &Term) -> bool {
    let name = |term: &Term| term.name.to_lowercase();
    let same = |it: &&Term| name(it) == name(option) && it.lines == option.lines;
    procedures.iter().any(|it| same(&it))
}

struct Page<'r> {
    words: Words<'r>,
    root: &'r Node,
    terms: Vec<Term>,
}

impl<'r> Page<'r> {
    fn section(&self, name: &str) -> &'r [Entry] {
        let map = self.root.as_map().and_then(|map| map.get(name)?.as_map());
        map.map_or(&[], |map| &map.entries)
    }

    fn counted(
        &mut self,
        section: &str,
        sort: Sort,
        notes: impl Fn(&Words<'r>, &Entry) -> Vec<String>,
    ) {
        for entry in self.section(section).iter().filter(|entry| !is_internal(entry)) {
            self.put(entry, sort, notes(&self.words, entry));
        }
    }

    fn values(&mut self) {
        for entry in self.section("values") {
            let base = get(entry, "base").unwrap_or(&entry.value);
            let base = format!("{} unless something changes it", self.words.expr(base));
            self.put(entry, Sort::Value, vec![base]);
        }
    }

    fn procedures(&self) -> Vec<Term> {
        let all = self.section("procedures").iter();
        all.map(|entry| term(entry, Sort::Rule, self.of_procedure(entry))).collect()
    }

    fn of_procedure(&self, entry: &Entry) -> Vec<String> {
        if let Some(text) = text(entry) {
            return vec![text.to_owned()];
        }
        self.list(get(entry, "do").unwrap_or(&entry.value))
    }

    fn list(&self, steps: &Node) -> Vec<String> {
        self.words.list(steps).lines().map(|line| line.replacen("- ", "", 1)).collect()
    }

    /// Collects menus everywhere, and options that abilities add to them.
    fn menus(&mut self, node: &'r Node, depth: usize) {
        if depth > DEPTH_MAX {
            return;
        }
        match &node.kind {
            Kind::Map(map) => {
                if let Some(options) = map.get("choose").and_then(|it| it.as_map()?.get("options"))
                {
                    let options = options.as_map().map_or(&[][..], |map| &map.entries);
                    options.iter().for_each(|option| self.option(option));
                }
                if map.get("offer").is_some() {
                    self.offered(map, node);
                }
                map.entries.iter().for_each(|entry| self.menus(&entry.value, depth + 1));
            }
            Kind::Seq(items) => items.iter().for_each(|item| self.menus(item, depth + 1)),
            _ => {}
        }
    }

    fn option(&mut self, entry: &'r Entry) {
        let option = OptionSteps::of(entry);
        let Some(body) = option.body else { return };
        let lines =
            self.called_only(body).map_or_else(|| self.list(body), |it| self.of_procedure(it));
        let name = option.label.unwrap_or(&entry.key).to_owned();
        let term = Term { id: entry.key.clone(), name, sort: Sort::Option, lines, is_told: true };
        self.add(term);
    }

    /// An option that an ability adds to menus.
    fn offered(&mut self, map: &Map, ability: &Node) {
        let Some(label) = map.get("label").and_then(Node::as_text) else { return };
        let (id, name) = (label.to_owned(), label.to_owned());
        let lines = vec![self.words.ability(ability)];
        self.add(Term { id, name, sort: Sort::Option, lines, is_told: true });
    }

    /// The procedure, if the steps are only a call.
    fn called_only(&self, steps: &Node) -> Option<&'r Entry> {
        let only = match steps.as_seq() {
            Some([one]) => one,
            Some(_) => return None,
            None => steps,
        };
        let step = Step::of(only)?;
        let Verb::Call(call) = step.verb else { return None };
        let name = call.name?.text()?;
        self.section("procedures").iter().find(|entry| entry.key == name)
    }

    fn put(&mut self, entry: &Entry, sort: Sort, lines: Vec<String>) {
        self.terms.push(term(entry, sort, lines));
    }

    fn add(&mut self, mut term: Term) {
        term.lines = readable(&term.lines);
        if !self.terms.contains(&term) {
            self.terms.push(term);
        }
    }
}

fn term(entry: &Entry, sort: Sort, lines: Vec<String>) -> Term {
    let name = get(entry, "name").and_then(Node::as_text);
    let is_told = name.is_some() || text(entry).is_some();
    let name = name.map_or_else(|| entry.key.replace('_', " "), str::to_owned);
    Term { id: entry.key.clone(), name, sort, lines: readable(&lines), is_told }
}

fn readable(lines: &[String]) -> Vec<String> {
    let lines = lines.iter().map(|line| unmarked(line));
    lines.filter(|line| !line.trim().is_empty()).collect()
}

fn text(entry: &Entry) -> Option<&str> {
    let text = get(entry, "text")?.as_text()?.trim();
    // An entry that is a list of steps may begin with a step `text`.
    (!text.is_empty() && inside(entry, "text").is_empty()).then_some(text)
}
