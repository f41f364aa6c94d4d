//! Pieces, containers and counters as one seat sees them, in a few words.

use boardwright_rules::def::Def;
use boardwright_rules::def::part::{CounterDef, Named, Scope, ZoneDef};
use boardwright_rules::id::{PieceId, PlaceId, SeatId};
use boardwright_rules::view::{PlaceView, View, sees, view};
use boardwright_rules::world::World;

/// How deep containers on pieces in containers are shown.
const DEPTH_MAX: usize = 3;

/// The table as one seat sees it.
pub struct Seen<'a> {
    pub def: &'a Def,
    pub world: &'a World,
    pub seat: SeatId,
    view: View,
}

impl<'a> Seen<'a> {
    pub fn new(def: &'a Def, world: &'a World, seat: SeatId) -> Self {
        Self { def, world, seat, view: view(def, world, seat) }
    }

    /// Counters of a scope that people read.
    pub fn counters(&self, scope: impl Fn(Scope) -> bool) -> Vec<&'a CounterDef> {
        let shown = |it: &&CounterDef| scope(it.scope) && !is_hidden(&it.named);
        self.def.counters.iter().filter(shown).collect()
    }

    /// Zones of a scope.
    pub fn zones(&self, scope: impl Fn(Scope) -> bool) -> Vec<&'a ZoneDef> {
        let shown = |it: &&ZoneDef| scope(it.scope) && !is_hidden(&it.named);
        self.def.zones.iter().filter(shown).collect()
    }

    /// The value of a counter for a holder, from its first; `None` if it is hidden.
    pub fn value(&self, counter: &CounterDef, holder: u32) -> Option<i32> {
        self.view.cells.get((counter.cell + holder) as usize).copied().flatten()
    }

    /// The value as people read it: what it is on a track, a question mark if hidden.
    pub fn value_text(&self, counter: &CounterDef, holder: u32) -> String {
        let Some(value) = self.value(counter, holder) else { return "?".into() };
        let Some(track) = &counter.track else { return value.to_string() };
        let (first, len) = track.values;
        let at = usize::try_from(value).ok().filter(|at| *at < len as usize);
        let worth = at.and_then(|at| self.def.tables.get(first as usize + at));
        match worth {
            Some(worth) if *worth != value => format!("{value} (worth {worth})"),
            _ => value.to_string(),
        }
    }

    /// The n-th container of a zone.
    pub fn place(&self, zone: &ZoneDef, n: u32) -> PlaceId {
        PlaceId::from(zone.first.index() + n as usize)
    }

    /// What lies in a container, in a few words; `-` if nothing does.
    pub fn contents(&self, place: PlaceId) -> String {
        self.contents_to(place, DEPTH_MAX)
    }

    fn contents_to(&self, place: PlaceId, depth: usize) -> String {
        match self.view.places.get(place.index()) {
            None => "-".into(),
            Some(PlaceView::Closed(0)) => "-".into(),
            Some(PlaceView::Closed(1)) => "1 piece".into(),
            Some(PlaceView::Closed(n)) => format!("{n} pieces"),
            Some(PlaceView::Open(pieces)) if pieces.is_empty() => "-".into(),
            Some(PlaceView::Open(_)) => {
                let pieces = self.world.pieces_in(place).map(|it| self.piece(it, depth));
                gathered(pieces.collect()).join(", ")
            }
        }
    }

    /// The pieces of a row, by slot.
    pub fn slots(&self, zone: &ZoneDef, place: PlaceId) -> Vec<String> {
        let slot = |slot: u16| match self.world.in_slot(place, slot as u8) {
            Some(piece) => self.piece(piece, DEPTH_MAX),
            None => "-".into(),
        };
        (1..=zone.capacity.min(u16::from(u8::MAX))).map(slot).collect()
    }

    /// Whether the seat sees into a container.
    pub fn sees(&self, place: PlaceId) -> bool {
        sees(self.def, self.seat, place)
    }

    /// A piece: its name, and what it carries.
    fn piece(&self, piece: PieceId, depth: usize) -> String {
        let entry = self.world.entry_of(self.def, piece);
        let mut text =
            self.def.entries.get(entry.index()).map_or("?", |it| name(&it.named)).to_owned();
        let of_piece = |scope: Scope, first: u32| match scope {
            Scope::Piece(_) => u32::from(piece.0).checked_sub(first),
            _ => None,
        };
        let mut carries = vec![];
        for counter in self.counters(|scope| matches!(scope, Scope::Piece(_))) {
            let holder = of_piece(counter.scope, counter.first);
            let Some(holder) = holder.filter(|holder| *holder < counter.holders) else { continue };
            if let Some(value) = self.value(counter, holder).filter(|value| *value != 0) {
                carries.push(format!("{value} {}", counter.named.id));
            }
        }
        for zone in self.zones(|scope| matches!(scope, Scope::Piece(_))) {
            let holder = of_piece(zone.scope, zone.first_holder);
            let Some(n) = holder.filter(|n| *n < u32::from(zone.places)) else { continue };
            let place = self.place(zone, n);
            if !self.world.is_empty(place) && depth > 0 {
                carries.push(self.contents_to(place, depth - 1));
            }
        }
        if !carries.is_empty() {
            text.push_str(&format!(" [{}]", carries.join(", ")));
        }
        text
    }
}

/// Whether it is the engine's own: no author can give such an id.
fn is_hidden(named: &Named) -> bool {
    named.id.starts_with('.') || named.id.contains('/')
}

/// A seat: its id, and its name if somebody gave it one.
pub fn seat_name(named: &Named) -> String {
    let by_default = named.name.is_empty() || named.name.starts_with("Player ");
    if by_default { named.id.clone() } else { format!("{} {}", named.id, named.name) }
}

/// The name for people, or the id where there is none.
pub fn name(named: &Named) -> &str {
    if named.name.is_empty() { &named.id } else { &named.name }
}

/// Equal things once, with their number: `Boat x2`. In the order of the first of each.
fn gathered(all: Vec<String>) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = vec![];
    for each in all {
        match counted.iter_mut().find(|(text, _)| *text == each) {
            Some((_, n)) => *n += 1,
            None => counted.push((each, 1)),
        }
    }
    let text = |(text, n): (String, usize)| if n == 1 { text } else { format!("{text} x{n}") };
    counted.into_iter().map(text).collect()
}
