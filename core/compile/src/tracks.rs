//! Tracks: counters of each seat whose positions show values and give bonuses.

use boardwright_rules::def::part::{Scope, Track};
use boardwright_rules::id::CounterId;

use super::Lower;
use super::counters::{NewCounter, visible};
use super::fill::{BonusPlan, FillPlan};
use super::refs::{named, value_span};
use boardwright_language::raw;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Node};

impl Lower<'_> {
    /// Creates the counters of `tracks`.
    pub(super) fn declare_tracks(&mut self, root: &Node, plan: &mut FillPlan) {
        for entry in self.section(root, "tracks") {
            self.check_id(&entry.key, entry.key_span);
            self.check_reserved(entry);
            let Some(raw) = self.read_entry::<raw::Track>(entry, &[]) else { continue };
            self.add_track(entry, &raw, plan);
        }
    }

    fn add_track(&mut self, entry: &Entry, raw: &raw::Track, plan: &mut FillPlan) {
        let values = match &raw.values {
            Some(node) => self.number_list(node, "`values`"),
            None => vec![],
        };
        if values.is_empty() {
            let message = format!("the track `{}` has no positions", entry.key);
            let label = "expected `values` with a number for each position";
            let span = value_span(entry, "values").unwrap_or(entry.key_span);
            let diag = Diagnostic::error(game::TRACK, message, span, label);
            self.diags.push(diag.help("add `values: [0, 1, 3]`"));
        }
        let last = values.len().saturating_sub(1) as i32;
        let start = raw.start.unwrap_or(0);
        if !(0..=last).contains(&start) {
            let message = format!("the track `{}` starts at {start}", entry.key);
            let label = format!("its positions go from 0 to {last}");
            let span = value_span(entry, "start").unwrap_or(entry.key_span);
            let diag = Diagnostic::error(game::TRACK, message, span, label);
            self.diags.push(diag.help(to_the_end(last)));
        }
        let resets = raw.resets.as_ref().and_then(|period| self.period_ref(period));
        let counter = NewCounter {
            named: named(&entry.key, raw.name.as_deref(), raw.text.as_deref()),
            scope: Scope::Seat,
            bounds: (0, last),
            start,
            resets,
            visible: visible(raw.visible),
        };
        let Some(id) = self.add_counter(counter, entry.key_span) else { return };
        let run = (self.def.tables.len() as u32, values.len() as u32);
        self.def.tables.extend(values);
        if raw.internal {
            self.def.show.quiet_counters.push(id);
        }
        self.def.counters[id.index()].track = Some(Track { values: run, bonuses: vec![] });
        if let Some(node) = &raw.thresholds {
            self.track_thresholds(id, node, last);
        }
        if let Some(node) = &raw.bonuses {
            self.track_bonuses(id, entry, node, last, plan);
        }
    }

    fn track_thresholds(&mut self, id: CounterId, node: &Node, last: i32) {
        for entry in self.entries_of(node, "`thresholds`") {
            let what = format!("`{}`", entry.key);
            let Some(position) = self.plain_number(&entry.value, &what) else { continue };
            self.on_track(position, last, entry.value.span);
            self.names.thresholds.insert((id, entry.key.clone()), position);
        }
    }

    fn track_bonuses(
        &mut self,
        id: CounterId,
        track: &Entry,
        node: &Node,
        last: i32,
        plan: &mut FillPlan,
    ) {
        for entry in self.entries_of(node, "`bonuses`") {
            let Ok(position) = entry.key.parse::<i32>() else {
                let message = format!("`{}` is not a position", entry.key);
                let label = format!("expected a whole number from 1 to {last}");
                self.diags.push(Diagnostic::error(game::TRACK, message, entry.key_span, label));
                continue;
            };
            self.on_track(position, last, entry.key_span);
            plan.bonuses.push(BonusPlan {
                track: id,
                position,
                named: named(&format!("{}/{position}", track.key), None, None),
                body: entry.value.clone(),
                path: format!("tracks.{}.bonuses.{position}", track.key),
            });
        }
    }

    fn on_track(&mut self, position: i32, last: i32, span: Span) {
        if !(0..=last).contains(&position) {
            let message = format!("there is no position {position} on this track");
            let label = format!("its positions go from 0 to {last}");
            let diag = Diagnostic::error(game::TRACK, message, span, label);
            self.diags.push(diag.help(to_the_end(last)));
        }
    }
}

fn to_the_end(last: i32) -> String {
    format!("name a position up to {last}, or add more numbers to `values`")
}
