//! Resources: counters with their holders and cells.

use boardwright_rules::def::part::{CounterDef, Named, Scope, Visible};
use boardwright_rules::id::{CounterId, LineId, PeriodId, ZoneId};

use super::Lower;
use super::bounds::{CELLS_MAX, NAMES_MAX};
use super::fill::FillPlan;
use super::refs::{declare, named_by, value_span};
use boardwright_language::raw::{self, PaysAs, WhenPays};
use boardwright_language::shape::{Decode, Name};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::{game, shape};
use boardwright_syntax::number::COUNTER_MAX;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Node};

impl Lower<'_> {
    /// Creates the counters of `resources`.
    pub(super) fn declare_counters(&mut self, root: &Node, _plan: &mut FillPlan) {
        let mut pays: Vec<(CounterId, Node)> = vec![];
        let mut score: Option<Span> = None;
        for entry in self.section(root, "resources") {
            self.check_id(&entry.key, entry.key_span);
            self.check_reserved(entry);
            let Some(raw) = self.read_entry::<raw::Resource>(entry, &[]) else { continue };
            let Some(id) = self.add_resource(entry, &raw) else { continue };
            pays.extend(raw.pays_as.clone().map(|node| (id, node)));
            if raw.score {
                self.mark_score(id, entry, &mut score);
            }
        }
        for (id, node) in pays {
            self.declare_pays_as(id, &node);
        }
    }

    fn add_resource(&mut self, entry: &Entry, raw: &raw::Resource) -> Option<CounterId> {
        let scope = self.scope_of(raw.held_by.as_ref(), Scope::Seat);
        let (min, max) = (raw.min.unwrap_or(0), raw.max.unwrap_or(COUNTER_MAX));
        let start = raw.start.unwrap_or(min.max(0).min(max));
        if min > max || start < min || start > max {
            self.wrong_bounds(entry, start, (min, max));
        }
        let resets = raw.resets.as_ref().and_then(|node| self.resets(node, scope));
        let (resets, leaves) = match resets {
            Some(Resets::With(period)) => (Some(period), None),
            Some(Resets::Leaving(zone)) => (None, Some(zone)),
            None => (None, None),
        };
        let counter = NewCounter {
            named: named_by(
                &entry.key,
                (raw.name.as_deref(), raw.plural.as_deref()),
                raw.text.as_deref(),
            ),
            scope,
            bounds: (min, max.max(min)),
            start,
            resets,
            visible: visible(raw.visible),
        };
        let id = self.add_counter(counter, entry.key_span)?;
        self.def.counters[id.index()].conserved = raw.conserved;
        if let Some(zone) = leaves {
            self.def.zones[zone.index()].resets.push(id);
        }
        if raw.internal {
            self.def.show.quiet_counters.push(id);
        }
        for tag in &raw.tags {
            self.names.tags.entry(tag.text.clone()).or_default().push(id);
        }
        Some(id)
    }

    /// When a resource returns to its start.
    fn resets(&mut self, node: &Node, scope: Scope) -> Option<Resets> {
        let Kind::Map(map) = &node.kind else {
            let period = self.decode_node(node, |node, cx| {
                cx.under("resets", node.span, |cx| Option::<Name>::decode(node, cx))
            });
            let period = period??;
            return self.period_ref(&period).map(Resets::With);
        };
        for entry in map.entries.iter().filter(|entry| entry.key != LEAVES) {
            self.unknown_key(entry, "`resets`", &[], &[LEAVES]);
        }
        let Some(zone) = map.get(LEAVES) else {
            let message = "`resets` lacks the key `leaves`";
            let diag = Diagnostic::error(shape::MISSING_KEY, message, node.span, "leaves what?");
            self.diags.push(diag.help("write a period, or `{ leaves: <zone> }`"));
            return None;
        };
        let zone = self.decode_node(zone, Name::decode)?;
        let Scope::Piece(kind) = scope else {
            let message = "`leaves` is only for resources that pieces hold";
            let diag = Diagnostic::error(shape::UNKNOWN_KEY, message, node.span, "nothing leaves");
            self.diags.push(diag.help("add `held_by:` with a kind of pieces, or name a period"));
            return None;
        };
        let id = self.zone_ref(&zone.text, zone.span)?;
        if self.names.holds.get(&id).is_some_and(|kinds| !kinds.contains(&kind)) {
            let kind = &self.def.kinds[kind.index()].named.id;
            let message = format!("the zone `{}` is not for pieces of kind `{kind}`", zone.text);
            let diag = Diagnostic::error(game::HOLDS, message, zone.span, "none of them leaves it");
            self.diags
                .push(diag.help(format!("add `{kind}` to its `holds`, or name another zone")));
        }
        Some(Resets::Leaving(id))
    }

    fn wrong_bounds(&mut self, entry: &Entry, start: i32, (min, max): (i32, i32)) {
        let id = &entry.key;
        let (keys, message, help) = if min > max {
            let message = format!("`{id}` has a `min` of {min}, above its `max` of {max}");
            (["min", "max"], message, "make `min` the smaller one".to_owned())
        } else {
            let range = match max {
                COUNTER_MAX => format!("{min} or more"),
                _ => format!("{min} to {max}"),
            };
            let message = format!("`{id}` starts at {start}, but may only be {range}");
            let (bound, nearest, how) =
                if start > max { ("max", max, "raise") } else { ("min", min, "lower") };
            (["start", bound], message, format!("start it at {nearest}, or {how} `{bound}`"))
        };
        let mut spans = keys.iter().filter_map(|key| Some((*key, value_span(entry, key)?)));
        let (_, first) = spans.next().unwrap_or(("", entry.key_span));
        let mut diag = Diagnostic::error(game::BOUNDS, message, first, "does not fit");
        if let Some((key, span)) = spans.next() {
            diag = diag.and(span, format!("the `{key}`"));
        }
        self.diags.push(diag.help(help));
    }

    fn mark_score(&mut self, id: CounterId, entry: &Entry, score: &mut Option<Span>) {
        if let Some(first) = *score {
            let message = "only one resource can be the score";
            self.diags.push(
                Diagnostic::error(game::TWO_SCORES, message, entry.key_span, "the second one")
                    .and(first, "the first one")
                    .help("remove `score: true` from one of them; `scoring` can add its points"),
            );
            return;
        }
        let counter = &mut self.def.counters[id.index()];
        if counter.scope != Scope::Seat {
            let message = format!("the score `{}` must be kept for each seat", entry.key);
            let span = value_span(entry, "held_by").unwrap_or(entry.key_span);
            let per = entry.value.as_map().and_then(|map| map.get("held_by")?.as_text());
            let help =
                per.map_or("remove `held_by`".into(), |per| format!("remove `held_by: {per}`"));
            let diag = Diagnostic::error(game::SCORE_SEAT, message, span, "not each seat");
            self.diags.push(diag.help(help));
            return;
        }
        *score = Some(entry.key_span);
        counter.line = Some(LineId(0));
        self.names.score = Some(id);
    }

    /// Adds a counter with its cells.
    pub(super) fn add_counter(&mut self, new: NewCounter, span: Span) -> Option<CounterId> {
        if self.too_many(self.def.counters.len(), NAMES_MAX, "counters", span) {
            return None;
        }
        let (first, holders) = self.holders_of(new.scope);
        let cell = self.reserve_cells(holders, &new.named.id, span);
        let holders = if cell.is_some() { holders } else { 0 };
        let id = CounterId::from(self.def.counters.len());
        if let Scope::Piece(kind) = new.scope {
            self.def.kinds[kind.index()].counters.push(id);
        }
        let cell = cell.unwrap_or(0);
        if let Some(period) = new.resets {
            let resets = &mut self.def.periods[period.index()].resets;
            resets.push((cell, holders, new.start));
        }
        let name = new.named.id.clone();
        self.def.counters.push(CounterDef {
            named: new.named,
            scope: new.scope,
            cell,
            first,
            holders,
            min: new.bounds.0,
            max: new.bounds.1,
            start: new.start,
            resets: new.resets,
            visible: new.visible,
            gained: None,
            line: None,
            track: None,
            conserved: false,
        });
        declare(&mut self.names.counters, "resource", &name, span, id, &mut self.diags);
        Some(id)
    }

    /// Reserves cells.
    pub(super) fn reserve_cells(&mut self, count: u32, what: &str, span: Span) -> Option<u32> {
        let cell = self.def.cells;
        if cell.saturating_add(count) > CELLS_MAX {
            let message = format!("too many counters: `{what}` needs {count} more cells");
            let label = format!("all counters together may have {CELLS_MAX}");
            self.diags.push(
                Diagnostic::error(game::TOO_MANY, message, span, label)
                    .note("a counter has a cell for each seat, piece or space that has it"),
            );
            return None;
        }
        self.def.cells += count;
        Some(cell)
    }

    /// The scope in `held_by`.
    pub(super) fn scope_of(&mut self, per: Option<&Node>, default: Scope) -> Scope {
        let Some(node) = per else { return default };
        match &node.kind {
            Kind::Text(text) => self.scope_word(text, node.span).unwrap_or(default),
            Kind::Seq(items) => match items.as_slice() {
                [seat, group] if seat.as_text() == Some("seat") => {
                    let name = self.plain_text(group, "`held_by`").map(str::to_owned);
                    let group = name.and_then(|name| self.group_ref(&name, group.span));
                    group.map_or(default, Scope::SeatSpace)
                }
                _ => {
                    self.wrong_type(node, "`held_by`", "a word, or `[seat, <group of spaces>]`");
                    default
                }
            },
            _ => {
                self.wrong_type(node, "`held_by`", "a word, or `[seat, <group of spaces>]`");
                default
            }
        }
    }

    fn scope_word(&mut self, word: &str, span: Span) -> Option<Scope> {
        match word {
            "table" => return Some(Scope::Table),
            "seat" => return Some(Scope::Seat),
            _ => {}
        }
        if let Some(kind) = self.names.kinds.get(word) {
            return Some(Scope::Piece(*kind));
        }
        if let Some(group) = self.names.groups.get(word) {
            return Some(Scope::Space(*group));
        }
        let own = self.names.kinds.ids().chain(self.names.groups.ids()).map(str::to_owned);
        let known: Vec<String> = ["table".into(), "seat".into()].into_iter().chain(own).collect();
        self.unknown_name("kind or group of spaces", word, span, known.iter().map(String::as_str));
        None
    }

    /// The first holder of a scope and how many there are.
    pub(super) fn holders_of(&self, scope: Scope) -> (u32, u32) {
        let seats = u32::from(self.def.seats);
        let spaces = |group: u16| {
            let group = &self.def.groups[usize::from(group)];
            (u32::from(group.first.0), u32::from(group.spaces))
        };
        match scope {
            Scope::Table => (0, 1),
            Scope::Seat => (0, seats),
            Scope::Piece(kind) => {
                let kind = &self.def.kinds[kind.index()];
                (u32::from(kind.first.0), u32::from(kind.pieces))
            }
            Scope::Space(group) => spaces(group),
            Scope::SeatSpace(group) => {
                // Holders are pairs, numbered from 0: all spaces of the first seat, and so on.
                (0, spaces(group).1 * seats)
            }
        }
    }

    /// Reads `pays_as`: what else a resource pays for.
    fn declare_pays_as(&mut self, id: CounterId, node: &Node) {
        for entry in self.entries_of(node, "`pays_as`") {
            let Some((per, short)) = self.pay_rate(&entry.value) else { continue };
            let name = entry.key.clone();
            let mut targets = self.names.tags.get(&name).cloned().unwrap_or_default();
            targets.extend(self.names.counters.get(&name).copied());
            targets.retain(|target| *target != id);
            if targets.is_empty() {
                let ids = self.names.counters.ids().map(str::to_owned);
                let known: Vec<String> = ids.chain(self.names.tags.keys().cloned()).collect();
                let known = known.iter().map(String::as_str);
                self.unknown_name("resource or tag", &entry.key, entry.key_span, known);
            }
            for target in targets {
                let purses = self.names.pays_as.entry(target).or_default();
                if !purses.iter().any(|(counter, _, _)| *counter == id) {
                    purses.push((id, per, short));
                }
            }
        }
    }

    fn pay_rate(&mut self, node: &Node) -> Option<(i32, bool)> {
        let (per, short) = match node.kind {
            Kind::Int(_) => (self.plain_number(node, "`pays_as`")?, false),
            _ => {
                let raw = self.decode_node(node, PaysAs::decode)?;
                (raw.rate.unwrap_or(1), raw.when == Some(WhenPays::Short))
            }
        };
        if per < 1 {
            let message = "`rate` must be 1 or more: it is how many of them pay for one";
            self.diags.push(Diagnostic::error(
                shape::RANGE,
                message,
                node.span,
                "expected 1 or more",
            ));
            return None;
        }
        Some((per, short))
    }

    /// Looks up a period by name, or reports it.
    pub(super) fn period_ref(&mut self, name: &Name) -> Option<PeriodId> {
        let found = self.names.periods.get(&name.text).copied();
        if found.is_none() {
            let ids: Vec<String> = self.names.periods.ids().map(str::to_owned).collect();
            self.unknown_name("period", &name.text, name.span, ids.iter().map(String::as_str));
        }
        found
    }
}

/// The key of `resets` that names a zone.
const LEAVES: &str = "leaves";

/// When a counter returns to its start.
enum Resets {
    /// When a period begins.
    With(PeriodId),
    /// When its piece leaves a zone.
    Leaving(ZoneId),
}

/// A counter to be added.
pub(super) struct NewCounter {
    /// Names.
    pub named: Named,
    /// Its holders.
    pub scope: Scope,
    /// Smallest and largest value.
    pub bounds: (i32, i32),
    /// Value at the start.
    pub start: i32,
    /// The period that resets it.
    pub resets: Option<PeriodId>,
    /// Who sees it.
    pub visible: Visible,
}

/// Who sees it; everybody by default.
pub(super) fn visible(raw: Option<raw::Visible>) -> Visible {
    match raw {
        None | Some(raw::Visible::All) => Visible::All,
        Some(raw::Visible::Owner) => Visible::Owner,
        Some(raw::Visible::None) => Visible::None,
    }
}
