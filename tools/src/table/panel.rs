//! The parts of the table as the pack lays them out: a title beside its lines.

use boardwright_rules::def::part::{CounterDef, Form, Order, Scope, ZoneDef};
use boardwright_rules::def::show::{PanelDef, PanelSeats, Shown};
use boardwright_rules::id::{NoteId, PieceId, SeatId};
use boardwright_text::{Speaks, about};

use super::board::{Cell, shape, space_text};
use super::outcome;
use super::things::{Seen, gathered, name};
use super::width::{blanks, columns, flowed, len, lines, pad};
use crate::io::{Ink, ink};

/// Wider titles stand above their lines.
const TITLE_MAX: usize = 14;

/// The content and the width of a drawing.
pub struct Frame<'a> {
    pub seen: &'a Seen<'a>,
    /// The seat whose belongings are drawn.
    pub of: SeatId,
    pub width: usize,
    pub colour: bool,
}

impl Frame<'_> {
    /// A panel with its title; empty if the panel is empty.
    pub fn panel(&self, panel: &PanelDef) -> String {
        let title = name(&panel.named);
        if let Some(board) = self.in_shape(panel) {
            let rows = board.into_iter().map(|row| format!("{row}\n")).collect::<String>();
            return format!("{}\n{rows}", ink(self.colour, Ink::Head, title));
        }
        let room = self.width.saturating_sub(TITLE_MAX + 1).max(20);
        let rows = match panel.seats {
            _ if panel.brief => self.brief(panel, room),
            PanelSeats::Viewer => self.rows(panel, room),
            PanelSeats::Others | PanelSeats::All => {
                let named = self.of_each_seat(panel);
                let rows = named.iter().map(|(head, frame)| {
                    beside_head(head, &frame.rows(panel, room.saturating_sub(len(head) + 2)))
                });
                rows.flatten().collect()
            }
        };
        let mut text = String::new();
        let beside = len(title) <= TITLE_MAX;
        if !beside && !rows.is_empty() {
            text.push_str(&format!("{}\n", ink(self.colour, Ink::Head, title)));
        }
        for (at, row) in rows.iter().enumerate() {
            let label = if at == 0 && beside { title } else { "" };
            let label = ink(self.colour, Ink::Head, pad(label, TITLE_MAX));
            text.push_str(format!("{label} {row}").trim_end());
            text.push('\n');
        }
        text
    }

    /// The short form of a panel, part by part.
    pub fn short(&self, panel: &PanelDef) -> Vec<String> {
        if panel.brief {
            return self.brief_in_short(panel);
        }
        if panel.seats != PanelSeats::Viewer {
            let named = self.of_each_seat(panel);
            let told = |(head, frame): &(String, Frame)| {
                format!("{head}: {}", frame.own_in_short(panel).join(", "))
            };
            return named.iter().map(told).collect();
        }
        self.own_in_short(panel)
    }

    /// The same for each seat whose belongings the panel shows, with the name of the seat.
    fn of_each_seat(&self, panel: &PanelDef) -> Vec<(String, Frame<'_>)> {
        let names = self.seen.def.seat_names.iter().enumerate();
        let names = names.map(|(at, named)| (SeatId::from(at), super::things::seat_name(named)));
        let shown =
            names.filter(|(seat, _)| panel.seats == PanelSeats::All || *seat != self.seen.seat);
        shown.map(|(of, name)| (name, Frame { of, ..*self })).collect()
    }

    fn own_in_short(&self, panel: &PanelDef) -> Vec<String> {
        let alone = panel.items.len() == 1;
        let mut parts = vec![];
        for item in &panel.items {
            match item {
                Shown::Counter(id) => {
                    let counter = self.seen.def.counters.get(id.index());
                    parts.extend(counter.and_then(|counter| self.counter(counter)));
                }
                Shown::Zone(id) => {
                    let Some(zone) = self.seen.def.zones.get(id.index()) else { continue };
                    match panel.short.and_then(|note| self.each_piece(note, zone)) {
                        Some(pieces) => parts.extend(gathered(pieces)),
                        None => parts.extend(self.zone(zone, alone)),
                    }
                }
                Shown::Group(group) => parts.extend(self.group_in_short(panel, *group)),
            }
        }
        parts
    }

    /// A panel in few words, each piece with its text.
    pub fn with_texts(&self, panel: &PanelDef) -> Vec<String> {
        if panel.seats == PanelSeats::Viewer {
            return self.own_with_texts(panel);
        }
        let named = self.of_each_seat(panel);
        let told = |(head, frame): &(String, Frame)| {
            format!("{head}: {}", frame.own_with_texts(panel).join(", "))
        };
        named.iter().map(told).collect()
    }

    fn own_with_texts(&self, panel: &PanelDef) -> Vec<String> {
        let zones = panel.items.iter().filter_map(|item| match item {
            Shown::Zone(id) => self.seen.def.zones.get(id.index()),
            _ => None,
        });
        let mut parts = vec![];
        for zone in zones {
            let Some(holder) = self.holder(zone.scope) else { continue };
            let place = self.seen.place(zone, holder);
            if !self.seen.sees(place) {
                continue;
            }
            let names = panel.short.and_then(|note| self.each_piece(note, zone));
            for (at, piece) in self.seen.world.pieces_in(place).enumerate() {
                let name = names.as_ref().and_then(|names| names.get(at)).cloned();
                let name = name.unwrap_or_else(|| self.seen.piece(piece));
                parts.push(match self.seen.rules(piece).trim_end_matches('.') {
                    "" => name,
                    rules => format!("{name}: {rules}"),
                });
            }
        }
        gathered(parts)
    }

    /// The short form of a group of spaces: the words that all names begin with are left out, and
    /// empty spaces are only counted.
    fn group_in_short(&self, panel: &PanelDef, group: u16) -> Vec<String> {
        let Some(def) = self.seen.def.groups.get(usize::from(group)) else { return vec![] };
        let first = def.first.index();
        let note = panel.short.or(panel.each);
        let names: Vec<String> = match note {
            Some(note) => (first..first + usize::from(def.spaces))
                .map(|at| about(self.seen.def, self.seen.world, note, self.seen.seat, at as i32))
                .collect(),
            None => {
                without_start((0..usize::from(def.spaces)).map(|at| self.seen.space(first + at)))
            }
        };
        let mut parts: Vec<(i32, Vec<String>)> = vec![];
        let mut n_free = 0;
        for (at, name) in names.into_iter().enumerate() {
            let text = space_text(self.seen, usize::from(group), at as u32);
            let told = match text.as_str() {
                "" if note.is_none() => {
                    n_free += 1;
                    continue;
                }
                "" => name,
                text => format!("{name}: {text}"),
            };
            let column = panel.by.and_then(|by| self.seen.def.space_attrs.get(by.index()));
            let key = column.and_then(|all| all.get(first + at)).copied();
            match parts.iter_mut().find(|(other, _)| key.is_some_and(|key| key == *other)) {
                Some((_, cells)) => cells.push(told),
                None => parts.push((key.unwrap_or(-1), vec![told])),
            }
        }
        let of_space = |(key, cells): (i32, Vec<String>)| {
            let head = usize::try_from(key).ok().filter(|at| *at < self.seen.def.spaces.len());
            match head {
                Some(at) => format!("{}: {}", self.seen.space(at), cells.join(", ")),
                None => cells.join(", "),
            }
        };
        let mut parts: Vec<String> = parts.into_iter().map(of_space).collect();
        let free = || self.seen.def.language().say("{0} free", &[&n_free]);
        parts.extend((n_free > 0).then(free));
        parts
    }

    /// What each other seat has, leaving out zeros.
    fn brief_in_short(&self, panel: &PanelDef) -> Vec<String> {
        let named = self.of_each_seat(panel);
        let told = |(head, frame): &(String, Frame)| {
            let parts = panel.items.iter().filter_map(|item| frame.in_brief(*item));
            let parts: Vec<String> = parts.filter(|part| !part.ends_with(" 0")).collect();
            let parts = if parts.is_empty() { "-".to_owned() } else { parts.join(", ") };
            format!("{head}: {parts}")
        };
        named.iter().map(told).collect()
    }

    /// The text for each piece of a zone, if it is visible.
    fn each_piece(&self, note: NoteId, zone: &ZoneDef) -> Option<Vec<String>> {
        let place = self.seen.place(zone, self.holder(zone.scope)?);
        let told = |piece: PieceId| {
            about(self.seen.def, self.seen.world, note, self.seen.seat, i32::from(piece.0))
        };
        let pieces = || self.seen.world.pieces_in(place).map(told).collect();
        self.seen.sees(place).then(pieces)
    }

    fn rows(&self, panel: &PanelDef, room: usize) -> Vec<String> {
        let mut rows = vec![];
        let mut plain: Vec<String> = vec![];
        for item in &panel.items {
            match item {
                Shown::Counter(id) => match self.seen.def.counters.get(id.index()) {
                    Some(counter) if counter.track.is_some() => {
                        rows.extend(flowed(&std::mem::take(&mut plain), room));
                        rows.extend(self.track(counter, room));
                    }
                    Some(counter) => plain.extend(self.counter(counter)),
                    None => {}
                },
                Shown::Zone(id) => match self.seen.def.zones.get(id.index()) {
                    Some(zone) if self.is_listed(panel, zone) => {
                        rows.extend(flowed(&std::mem::take(&mut plain), room));
                        rows.extend(self.listed(panel, zone, room));
                    }
                    Some(zone) => plain.extend(self.zone(zone, panel.items.len() == 1)),
                    None => {}
                },
                Shown::Group(group) => {
                    rows.extend(flowed(&std::mem::take(&mut plain), room));
                    rows.extend(self.group(panel, *group, room));
                }
            }
        }
        rows.extend(flowed(&plain, room));
        rows
    }

    /// The holder index of a counter or zone: the table, or the seat.
    fn holder(&self, scope: Scope) -> Option<u32> {
        match scope {
            Scope::Table => Some(0),
            Scope::Seat => Some(u32::from(self.of.0)),
            _ => None,
        }
    }

    /// `Wood 3`; with one per space, `Sway: north 2, south 1`.
    fn counter(&self, counter: &CounterDef) -> Option<String> {
        let title = counter.named.heading();
        if let Some(holder) = self.holder(counter.scope) {
            return Some(format!("{title} {}", self.seen.value_text(counter, holder)));
        }
        let (group, seat) = match counter.scope {
            Scope::SeatSpace(group) => (group, u32::from(self.of.0)),
            Scope::Space(group) => (group, 0),
            _ => return None,
        };
        let group = self.seen.def.groups.get(usize::from(group))?;
        let spaces = u32::from(group.spaces);
        let told = (0..spaces).filter_map(|at| {
            let value = self.seen.value(counter, seat * spaces + at)?;
            let space = || self.seen.space(group.first.index() + at as usize);
            match (value, counter.max) {
                (0, _) => None,
                (_, 1) => Some(space()),
                _ => Some(format!("{} ({value})", space())),
            }
        });
        let told: Vec<String> = told.collect();
        Some(format!("{title}: {}", if told.is_empty() { "-".into() } else { told.join(", ") }))
    }

    /// `Skill  ━━●──◆──  2 (worth 3); at 5: +1 Wood`.
    fn track(&self, counter: &CounterDef, room: usize) -> Vec<String> {
        let title = pad(name(&counter.named), 8);
        let holder = self.holder(counter.scope).unwrap_or(0);
        let (Some(track), Some(value)) = (&counter.track, self.seen.value(counter, holder)) else {
            return vec![format!("{title} ?")];
        };
        let bonus_at = |at: i32| track.bonuses.iter().any(|(position, _)| *position == at);
        let last = track.values.1.saturating_sub(1) as i32;
        let bar: String = (0..=last)
            .map(|at| match at {
                _ if at == value => '●',
                _ if bonus_at(at) => '◆',
                _ if at < value => '━',
                _ => '─',
            })
            .collect();
        let mut told = self.seen.value_text(counter, holder);
        let next = track.bonuses.iter().filter(|(at, _)| *at > value).min_by_key(|(at, _)| *at);
        if let Some((at, proc)) = next {
            // What a bonus brings another seat may show what that seat hides.
            let is_own = self.of == self.seen.seat;
            let (game, world) = (self.seen.game, self.seen.world);
            let what =
                if is_own { outcome::of_steps(game, world, *proc, self.of) } else { String::new() };
            let what = if what.is_empty() { String::new() } else { format!(": {what}") };
            let next = self.seen.def.language().say("next ◆ at {0}", &[&at]);
            told.push_str(&format!(", {next}{what}"));
        }
        let head = format!("{title} {bar}  ");
        let indent = len(&head);
        let mut told = lines(&told, indent, room).into_iter();
        let first = format!("{head}{}", told.next().unwrap_or_default());
        [first].into_iter().chain(told.map(|line| format!("{}{line}", blanks(indent)))).collect()
    }

    /// Whether the pieces of a zone get a line each: pieces in force, and those the pack describes.
    fn is_listed(&self, panel: &PanelDef, zone: &ZoneDef) -> bool {
        let Some(holder) = self.holder(zone.scope) else { return false };
        let place = self.seen.place(zone, holder);
        self.seen.sees(place) && (zone.active || panel.each.is_some())
    }

    /// `Hand: Boat x2`, or the number of pieces; without the zone's name if it stands alone.
    fn zone(&self, zone: &ZoneDef, alone: bool) -> Option<String> {
        let place = self.seen.place(zone, self.holder(zone.scope)?);
        let title = name(&zone.named);
        let head = if alone { String::new() } else { format!("{title}: ") };
        if !self.seen.sees(place) {
            return Some(format!("{title} {}", self.seen.count(place)));
        }
        if matches!(zone.order, Order::Row { .. }) && zone.capacity < 20 {
            let slots = self.seen.slots(zone, place);
            let used = slots.iter().rposition(|it| it != "-").map_or(0, |last| last + 1);
            let free = slots.len() - used;
            let slots = slots.into_iter().take(used).enumerate();
            let mut told: Vec<String> = slots.map(|(at, it)| format!("{}: {it}", at + 1)).collect();
            let free_text = || self.seen.def.language().say("{0} free", &[&free]);
            told.extend((free > 0).then(free_text));
            return Some(format!("{head}{}", told.join(", ")));
        }
        Some(format!("{head}{}", self.seen.contents(place)))
    }

    /// The pieces of a zone, each with its text.
    fn listed(&self, panel: &PanelDef, zone: &ZoneDef, room: usize) -> Vec<String> {
        let Some(holder) = self.holder(zone.scope) else { return vec![] };
        let place = self.seen.place(zone, holder);
        let pieces: Vec<_> = self.seen.world.pieces_in(place).collect();
        if pieces.is_empty() {
            return vec!["-".into()];
        }
        let each = panel.each.and_then(|each| self.each_piece(each, zone));
        if let (Some(each), false) = (&each, panel.rules) {
            return columns(each, room);
        }
        let mut rows = vec![];
        for (at, piece) in pieces.into_iter().enumerate() {
            let head = each.as_ref().and_then(|each| each.get(at)).cloned();
            let head = head.unwrap_or_else(|| self.seen.piece(piece));
            let rules = self.seen.rules(piece);
            // Further lines are indented by two columns.
            let mut told = lines(rules, len(&head), room.saturating_sub(2)).into_iter();
            let first = ink(self.colour, Ink::Dim, told.next().unwrap_or_default());
            rows.push(format!("{head}  {first}").trim_end().to_owned());
            rows.extend(told.map(|line| format!("  {}", ink(self.colour, Ink::Dim, line))));
        }
        rows
    }

    /// A panel that shows one board, in the shape of the board: it takes the whole width.
    fn in_shape(&self, panel: &PanelDef) -> Option<Vec<String>> {
        let [Shown::Group(at)] = panel.items.as_slice() else { return None };
        let group = self.seen.def.groups.get(usize::from(*at))?;
        let has_shape = group.columns > 0 || matches!(group.form, Form::Bricks(_));
        if !has_shape || panel.by.is_some() || panel.brief {
            return None;
        }
        let cell = |space: u32| Cell {
            head: self.called(panel, group.first.index() + space as usize),
            body: space_text(self.seen, usize::from(*at), space),
        };
        let cells: Vec<Cell> = (0..u32::from(group.spaces)).map(cell).collect();
        shape(group, &cells, self.width, self.colour)
    }

    /// What a panel says of a space: the author's words, or its name.
    fn called(&self, panel: &PanelDef, space: usize) -> String {
        match panel.each {
            Some(each) => about(self.seen.def, self.seen.world, each, self.seen.seat, space as i32),
            None => self.seen.space(space),
        }
    }

    /// The spaces of a group, grouped under spaces of another group if the pack says so.
    fn group(&self, panel: &PanelDef, group: u16, room: usize) -> Vec<String> {
        let Some(def) = self.seen.def.groups.get(usize::from(group)) else { return vec![] };
        let cell = |at: u32| {
            let title = self.called(panel, def.first.index() + at as usize);
            match space_text(self.seen, usize::from(group), at) {
                text if !text.is_empty() => format!("{title}: {text}"),
                _ if panel.each.is_some() => title,
                _ => format!("{title}: -"),
            }
        };
        let cells: Vec<String> = (0..u32::from(def.spaces)).map(cell).collect();
        let Some(by) = panel.by else { return columns(&cells, room) };
        let mut gathered: Vec<(i32, Vec<String>)> = vec![];
        let mut free: Vec<(i32, usize)> = vec![];
        for (at, cell) in cells.into_iter().enumerate() {
            let column = self.seen.def.space_attrs.get(by.index());
            let key = column.and_then(|all| all.get(def.first.index() + at));
            let key = key.copied().unwrap_or(-1);
            let text = space_text(self.seen, usize::from(group), at as u32);
            if panel.each.is_none() && text.is_empty() {
                match free.iter_mut().find(|(other, _)| *other == key) {
                    Some((_, n)) => *n += 1,
                    None => free.push((key, 1)),
                }
                if !gathered.iter().any(|(other, _)| *other == key) {
                    gathered.push((key, vec![]));
                }
                continue;
            }
            match gathered.iter_mut().find(|(other, _)| *other == key) {
                Some((_, all)) => all.push(cell),
                None => gathered.push((key, vec![cell])),
            }
        }
        for (key, n) in free {
            let row = gathered.iter_mut().find(|(other, _)| *other == key);
            row.into_iter()
                .for_each(|(_, cells)| cells.push(self.seen.def.language().say("{0} free", &[&n])));
        }
        self.in_table(&gathered, room)
    }

    /// One line per key, with aligned cells as far as they fit.
    fn in_table(&self, rows: &[(i32, Vec<String>)], room: usize) -> Vec<String> {
        let title = |key: i32| {
            let at = usize::try_from(key).ok().filter(|at| *at < self.seen.def.spaces.len());
            at.map_or("-".to_owned(), |at| self.seen.space(at))
        };
        let head = rows.iter().map(|(key, _)| len(&title(*key))).max().unwrap_or(0);
        let n = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
        let widest = |at: usize| {
            rows.iter().filter_map(|(_, cells)| cells.get(at)).map(|cell| len(cell)).max()
        };
        let widths: Vec<usize> = (0..n).map(|at| widest(at).unwrap_or(0)).collect();
        let fits = head + widths.iter().map(|width| width + 2).sum::<usize>() <= room;
        let mut told = vec![];
        for (key, cells) in rows {
            let head_text = pad(&title(*key), head);
            if fits {
                let cells = cells.iter().zip(&widths).map(|(cell, width)| pad(cell, *width));
                let cells = cells.collect::<Vec<_>>().join("  ");
                told.push(format!("{head_text}  {}", cells.trim_end()));
            } else {
                let mut broken = flowed(cells, room.saturating_sub(head + 2)).into_iter();
                told.push(format!("{head_text}  {}", broken.next().unwrap_or_default()));
                told.extend(broken.map(|line| format!("{}  {line}", blanks(head))));
            }
        }
        told
    }

    /// One line for each other seat.
    fn brief(&self, panel: &PanelDef, room: usize) -> Vec<String> {
        let rows = self.of_each_seat(panel).into_iter().map(|(head, frame)| {
            let parts = panel.items.iter().filter_map(|item| frame.in_brief(*item));
            let parts: Vec<String> = parts.collect();
            beside_head(&head, &flowed(&parts, room.saturating_sub(len(&head) + 2)))
        });
        rows.flatten().collect()
    }

    /// A counter with its value, or a zone with its number of pieces.
    fn in_brief(&self, item: Shown) -> Option<String> {
        match item {
            Shown::Counter(id) => {
                let counter = self.seen.def.counters.get(id.index())?;
                let holder = self.holder(counter.scope);
                match holder {
                    Some(holder) => {
                        let value = self.seen.value(counter, holder);
                        let value = value.map_or("?".into(), |value| value.to_string());
                        Some(format!("{} {value}", counter.named.heading()))
                    }
                    None => self.counter(counter),
                }
            }
            Shown::Zone(id) => {
                let zone = self.seen.def.zones.get(id.index())?;
                let place = self.seen.place(zone, self.holder(zone.scope)?);
                Some(format!("{} {}", name(&zone.named), self.seen.count(place)))
            }
            Shown::Group(_) => None,
        }
    }
}

/// Rows beside the name they belong to.
fn beside_head(head: &str, rows: &[String]) -> Vec<String> {
    let indent = blanks(len(head));
    let row = |(at, row)| format!("{}  {row}", if at == 0 { head } else { indent.as_str() });
    rows.iter().enumerate().map(row).collect()
}

/// Names without the words that all of them begin with.
fn without_start(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    loop {
        let starts: Option<Vec<(&str, &str)>> =
            names.iter().map(|name| name.split_once(' ')).collect();
        let Some(starts) = starts.filter(|it| it.len() > 1) else { return names };
        if starts.windows(2).any(|two| two[0].0 != two[1].0) {
            return names;
        }
        names = starts.into_iter().map(|(_, rest)| rest.to_owned()).collect();
    }
}

/// Whether a panel shows what belongs to seats.
pub fn is_of_seats(seen: &Seen, panel: &PanelDef) -> bool {
    panel.items.iter().any(|item| match item {
        Shown::Counter(id) => {
            let scope = seen.def.counters.get(id.index()).map(|it| it.scope);
            matches!(scope, Some(Scope::Seat | Scope::SeatSpace(_)))
        }
        Shown::Zone(id) => seen.def.zones.get(id.index()).is_some_and(|it| it.scope == Scope::Seat),
        Shown::Group(_) => false,
    })
}
