//! Collects the problems of several packs in one report, in the requested format.

use std::collections::{BTreeMap, HashSet};

use boardwright_syntax::diag::{Diagnostic, Format, Label, Level, render, similar, summary};
use boardwright_syntax::source::{FileId, SourceFile, Sources, Span};
use clap::ValueEnum;

use crate::shelf::Shelf;

/// The format of a report.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// For people, with the text around each problem.
    #[default]
    Human,
    /// One JSON object.
    Json,
    /// SARIF 2.1.0, for code hosts and editors.
    Sarif,
    /// Workflow commands, shown beside the changed lines.
    Github,
}

/// Problems of several packs, with the source texts.
#[derive(Default)]
pub struct Report {
    sources: Sources,
    diags: Vec<Diagnostic>,
    /// All problems so far.
    seen: HashSet<Diagnostic>,
    files: BTreeMap<(String, String), FileId>,
}

impl Report {
    /// Adds problems. Those already seen in the same place count once. Returns how many new ones
    /// are more than notes.
    pub fn add(&mut self, shelf: &Shelf, sources: &Sources, diags: &[Diagnostic]) -> usize {
        self.add_new(shelf, sources, diags, &|_| {})
    }

    /// The same; `more` may change the new problems before they are stored.
    pub fn add_new(
        &mut self,
        shelf: &Shelf,
        sources: &Sources,
        diags: &[Diagnostic],
        more: &dyn Fn(&mut [Diagnostic]),
    ) -> usize {
        let adopted = |report: &mut Self, diag: &Diagnostic| {
            let mut diag = diag.clone();
            for label in diag.primary.iter_mut().chain(&mut diag.others) {
                report.adopt(shelf, sources, label);
            }
            diag
        };
        let mut new = vec![];
        for diag in diags {
            let known = adopted(self, diag);
            if self.seen.insert(known) {
                new.push(diag.clone());
            }
        }
        more(&mut new);
        for diag in &new {
            let diag = adopted(self, diag);
            self.diags.push(diag);
        }
        new.iter().filter(|diag| is_problem(diag)).count()
    }

    fn adopt(&mut self, shelf: &Shelf, sources: &Sources, label: &mut Label) {
        let file = sources.file(label.span.file);
        let key = (file.pack.clone(), file.path.clone());
        let id = match self.files.get(&key) {
            Some(id) => *id,
            None => {
                let path = shelf.shown(&file.pack, &file.path);
                let id = self.sources.add(SourceFile { path, ..file.clone() });
                self.files.insert(key, id);
                id
            }
        };
        label.span = Span { file: id, ..label.span };
    }

    /// Whether there is an error or a warning.
    pub fn has_problems(&self) -> bool {
        self.diags.iter().any(is_problem)
    }

    /// The text of the report. Formats for programs are complete even if there are no problems.
    pub fn text(&self, form: Form, colour: bool) -> String {
        let format = match form {
            Form::Human => Format::Human { colour },
            Form::Json => Format::Json,
            Form::Sarif => Format::Sarif,
            Form::Github => Format::Github,
        };
        let mut text = render(&self.diags, &self.sources, format);
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    /// "2 errors, 1 warning in 3 files".
    pub fn summary(&self) -> String {
        summary(&self.diags, &self.sources)
    }
}

/// Whether it is more than a note.
pub fn is_problem(diag: &Diagnostic) -> bool {
    diag.level != Level::Note
}

/// "a code with a similar name exists: `E015`", if one is likely.
pub fn similar_help<'a>(
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> Option<String> {
    similar(name, known).map(|near| format!("a {what} with a similar name exists: `{near}`"))
}
