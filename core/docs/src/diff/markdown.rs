//! Prints the difference of rules as a Markdown page.

use std::fmt::Write;

use super::{Detail, Fate, Item, Line, RulesDiff, StepStatus};

/// Writes to a text, which cannot fail.
macro_rules! put {
    ($out:expr, $($what:tt)*) => {{
        let _ = writeln!($out, $($what)*);
    }};
}

/// A page of Markdown.
pub fn markdown(diff: &RulesDiff) -> String {
    let mut out = String::new();
    let titles = |packs: &[super::PackLine]| {
        packs.iter().map(|pack| pack.title.clone()).collect::<Vec<_>>().join(" and ")
    };
    put!(out, "# {} with {}\n", titles(&diff.game), titles(&diff.added));
    for pack in &diff.added {
        let text = pack.text.as_deref().unwrap_or("What it changes:").trim();
        put!(out, "**{}** (`{}` {}): {text}\n", pack.title, pack.id, pack.version);
    }
    for notice in &diff.notices {
        put!(out, "> {}\n", notice.trim());
    }
    if diff.groups.is_empty() {
        put!(out, "No rule is different.");
    }
    for group in &diff.groups {
        put!(out, "## {}\n", group.area.title());
        for item in &group.items {
            one(&mut out, item);
        }
    }
    out
}

fn one(out: &mut String, item: &Item) {
    let fate = match item.fate {
        Fate::New => format!(" (new{})", of(&item.sort)),
        Fate::Removed => " (removed)".to_owned(),
        Fate::Changed => String::new(),
    };
    put!(out, "### {}{fate}\n", item.name);
    if let Some(text) = &item.text {
        put!(out, "> {text}\n");
    }
    for detail in &item.details {
        self::detail(out, detail, item.fate);
    }
    put!(out, "");
    if !item.by.is_empty() {
        put!(out, "*By {}.*\n", item.makers().join(", "));
    }
}

fn of(sort: &str) -> String {
    if sort.is_empty() { String::new() } else { format!(" {sort}") }
}

fn detail(out: &mut String, detail: &Detail, fate: Fate) {
    let what = if detail.what.is_empty() { String::new() } else { format!("{}: ", detail.what) };
    match (&detail.before, &detail.after) {
        (Some(was), Some(now)) => put!(out, "- {what}~~{was}~~ → {now}"),
        (Some(was), None) => put!(out, "- {what}~~{was}~~ (no longer)"),
        (None, Some(now)) if fate == Fate::Changed => put!(out, "- {what}{now} (new)"),
        (None, Some(now)) => put!(out, "- {what}{now}"),
        (None, None) if !what.is_empty() => put!(out, "- {}", what.trim_end()),
        (None, None) => {}
    }
    let inside = usize::from(!detail.what.is_empty());
    for line in &detail.lines {
        put!(out, "{}- {}", "  ".repeat(line.depth + inside), sentence(line, fate));
    }
}

fn sentence(line: &Line, fate: Fate) -> String {
    let text = &line.text;
    match line.mark {
        StepStatus::Same => text.clone(),
        StepStatus::Was => format!("was: ~~{text}~~"),
        StepStatus::Now => format!("now: **{}**", text.replace("**", "")),
        StepStatus::New if fate == Fate::New => text.clone(),
        StepStatus::New => format!("new: **{}**", text.replace("**", "")),
        StepStatus::Gone => format!("gone: ~~{text}~~"),
        StepStatus::Gap => "…".to_owned(),
    }
}
