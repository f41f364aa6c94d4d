//! A difference of rules, formatted for a terminal.

use boardwright_docs::diff::{Detail, Fate, Item, Line, RulesDiff, StepStatus};

use crate::io::{Ink, ink};

/// The width at which lines are broken.
const WIDTH: usize = 100;

/// The whole difference.
pub fn text(diff: &RulesDiff, colour: bool) -> String {
    let mut page = Page { out: String::new(), colour };
    let titles: Vec<&str> = diff.added.iter().map(|pack| pack.title.as_str()).collect();
    let game: Vec<&str> = diff.game.iter().map(|pack| pack.title.as_str()).collect();
    let head = format!("{} with {}", game.join(" and "), titles.join(" and "));
    page.line(&ink(colour, Ink::Head, head));
    for pack in &diff.added {
        if let Some(text) = &pack.text {
            page.para("  ", "  ", text.trim(), None);
        }
    }
    for notice in &diff.notices {
        page.para("  note: ", "  ", notice.trim(), None);
    }
    if diff.groups.is_empty() {
        page.line("\nno rule is different");
    }
    for group in &diff.groups {
        let title = group.area.title().to_uppercase();
        page.line(&format!("\n{}", ink(colour, Ink::Key, title)));
        for item in &group.items {
            page.item(item);
        }
    }
    page.out
}

struct Page {
    out: String,
    colour: bool,
}

impl Page {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn item(&mut self, item: &Item) {
        let fate = match item.fate {
            Fate::New => ink(self.colour, Ink::Good, format!("  new {}", item.sort)),
            Fate::Removed => ink(self.colour, Ink::Bad, "  removed"),
            Fate::Changed => String::new(),
        };
        let fate = fate.trim_end().to_owned();
        let name = ink(self.colour, Ink::Head, plain(&item.name));
        self.line(&format!("\n  {name}{fate}"));
        if let Some(text) = &item.text {
            self.para("    ", "    ", &format!("\"{text}\""), None);
        }
        for detail in &item.details {
            self.detail(detail, item.fate);
        }
        if !item.by.is_empty() {
            let by = format!("by {}", item.makers().join(", "));
            self.para("    ", "       ", &by, Some(Ink::Dim));
        }
    }

    fn detail(&mut self, detail: &Detail, fate: Fate) {
        let what = plain(&detail.what);
        let colon = if what.is_empty() { String::new() } else { format!("{what}: ") };
        match (&detail.before, &detail.after) {
            (Some(was), Some(now)) if was.len() + now.len() + what.len() < WIDTH - 14 => {
                let was = ink(self.colour, Ink::Bad, plain(was));
                let now = ink(self.colour, Ink::Good, plain(now));
                self.line(&format!("    {colon}{was} -> {now}"));
            }
            (Some(was), Some(now)) => {
                if !what.is_empty() {
                    self.line(&format!("    {what}:"));
                }
                self.para("      was   ", "            ", &plain(was), Some(Ink::Bad));
                self.para("      now   ", "            ", &plain(now), Some(Ink::Good));
            }
            (Some(was), None) => {
                let said = format!("{colon}{} (no longer)", plain(was));
                self.para("    ", "      ", &said, Some(Ink::Bad));
            }
            (None, Some(now)) => {
                let kind = (fate == Fate::Changed).then_some(Ink::Good);
                self.para("    ", "      ", &format!("{colon}{}", plain(now)), kind);
            }
            (None, None) => {
                if !what.is_empty() {
                    self.line(&format!("    {what}:"));
                }
                for line in &detail.lines {
                    self.step(line, fate);
                }
            }
        }
    }

    fn step(&mut self, line: &Line, fate: Fate) {
        let (word, kind) = match line.mark {
            StepStatus::Same => ("", Some(Ink::Dim)),
            StepStatus::Was => ("was", Some(Ink::Bad)),
            StepStatus::Now => ("now", Some(Ink::Good)),
            StepStatus::New if fate == Fate::New => ("", None),
            StepStatus::New => ("new", Some(Ink::Good)),
            StepStatus::Gone => ("gone", Some(Ink::Bad)),
            StepStatus::Gap => ("", Some(Ink::Dim)),
        };
        let text = if line.mark == StepStatus::Gap { "...".to_owned() } else { plain(&line.text) };
        let inside = "  ".repeat(line.depth);
        let word = if fate == Fate::New { String::new() } else { format!("{word:<6}") };
        let first = format!("    {word}{inside}- ");
        let next = " ".repeat(first.chars().count());
        let first = if line.mark == StepStatus::Gap { next.clone() } else { first };
        self.para(&first, &next, &text, kind);
    }

    /// Text broken at the page width.
    fn para(&mut self, first: &str, next: &str, text: &str, kind: Option<Ink>) {
        let tint = |text: &str| match kind {
            Some(kind) => ink(self.colour, kind, text),
            None => text.to_owned(),
        };
        let mut lines = vec![];
        let mut current = String::new();
        for word in text.split_whitespace() {
            let room = WIDTH.saturating_sub(next.chars().count()).max(30);
            if !current.is_empty() && current.chars().count() + 1 + word.chars().count() > room {
                lines.push(std::mem::take(&mut current));
            }
            if !current.is_empty() {
                current.push(' ');
            }
            current.push_str(word);
        }
        lines.push(current);
        for (idx, line) in lines.iter().enumerate() {
            let start = if idx == 0 { first } else { next };
            let whole = format!("{start}{}", tint(line));
            self.out.push_str(whole.trim_end());
            self.out.push('\n');
        }
    }
}

/// The text without Markdown syntax.
fn plain(text: &str) -> String {
    text.replace("**", "").replace(['*', '`'], "")
}
