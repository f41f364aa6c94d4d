//! Pieces, containers and counters as one seat sees them, in short.

use boardwright_phrases::Language;
use boardwright_play::game::Game;
use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::part::{CounterDef, Named, Scope, ZoneDef};
use boardwright_rules::id::{CounterId, PieceId, PlaceId, SeatId, ZoneId};
use boardwright_rules::view::{PlaceView, View, sees, view};
use boardwright_rules::world::World;
use boardwright_text::{Printed, Speaks, beside, called, counted, namesake};

/// The deepest level of containers on pieces in containers that is shown.
const DEPTH_MAX: usize = 3;
/// From this number on, names that differ only in their last word are shortened.
const REPEATED_MIN: usize = 3;

/// The table as one seat sees it.
pub struct Seen<'a> {
    pub game: &'a Game,
    pub def: &'a Def,
    pub world: &'a World,
    pub seat: SeatId,
    view: View,
    /// The text beside pieces.
    tells: Tells,
}

/// The text beside pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tells {
    /// The same, and their rules text.
    Texts,
    /// The text of their kind, otherwise their print.
    All,
    /// The text of their kind.
    Said,
    /// Nothing.
    Nothing,
}

impl<'a> Seen<'a> {
    pub fn new(game: &'a Game, world: &'a World, seat: SeatId) -> Self {
        let def = &game.def;
        Self { game, def, world, seat, view: view(def, world, seat), tells: Tells::All }
    }

    /// The same with the rules text of pieces, where there is room.
    pub fn with_texts(&self) -> Self {
        self.that(Tells::Texts)
    }

    /// The same with bare names of pieces, where there is little room.
    pub fn in_short(&self) -> Self {
        self.that(Tells::Nothing)
    }

    /// The same without the print of pieces, where it no longer matters.
    pub fn of_what_is_there(&self) -> Self {
        self.that(Tells::Said)
    }

    fn that(&self, tells: Tells) -> Self {
        let Self { game, def, world, seat, .. } = *self;
        Self { game, def, world, seat, view: self.view.clone(), tells }
    }

    /// The counters of a scope, without bookkeeping.
    pub fn counters(&self, scope: impl Fn(Scope) -> bool) -> Vec<&'a CounterDef> {
        let all = self.def.counters.iter().enumerate();
        let shown = all
            .filter(|(at, it)| scope(it.scope) && !self.def.is_quiet_counter(CounterId::from(*at)));
        shown.map(|(_, it)| it).collect()
    }

    /// The zones of a scope, without bookkeeping.
    pub fn zones(&self, scope: impl Fn(Scope) -> bool) -> Vec<&'a ZoneDef> {
        let all = self.def.zones.iter().enumerate();
        let shown =
            all.filter(|(at, it)| scope(it.scope) && !self.def.is_quiet_zone(ZoneId::from(*at)));
        shown.map(|(_, it)| it).collect()
    }

    /// The value of a counter for the holder with this index; `None` if it is hidden.
    pub fn value(&self, counter: &CounterDef, holder: u32) -> Option<i32> {
        self.view.cells.get((counter.cell + holder) as usize).copied().flatten()
    }

    /// The value as people read it: with its worth on a track, a question mark if hidden.
    pub fn value_text(&self, counter: &CounterDef, holder: u32) -> String {
        let Some(value) = self.value(counter, holder) else { return "?".into() };
        let Some(track) = &counter.track else { return value.to_string() };
        let (first, len) = track.values;
        let at = usize::try_from(value).ok().filter(|at| *at < len as usize);
        let worth = at.and_then(|at| self.def.tables.get(first as usize + at));
        match worth {
            Some(worth) if *worth != value => {
                self.def.language().say("{0} (worth {1})", &[&value, worth])
            }
            _ => value.to_string(),
        }
    }

    /// An amount of a counter: `2 Wood`.
    pub fn counted(&self, counter: &CounterDef, holder: u32) -> String {
        let named = &counter.named;
        let name = match self.value(counter, holder) {
            Some(value) => counted(named, self.def.language(), value),
            None => named.heading(),
        };
        format!("{} {name}", self.value_text(counter, holder))
    }

    /// The n-th container of a zone.
    pub fn place(&self, zone: &ZoneDef, n: u32) -> PlaceId {
        PlaceId::from(zone.first.index() + n as usize)
    }

    /// The content of a container in short; `-` if it is empty.
    pub fn contents(&self, place: PlaceId) -> String {
        self.contents_to(place, DEPTH_MAX)
    }

    fn contents_to(&self, place: PlaceId, depth: usize) -> String {
        match self.view.places.get(place.index()) {
            None => "-".into(),
            Some(PlaceView::Closed(0)) => "-".into(),
            Some(PlaceView::Closed(1)) => self.def.language().word("1 piece").into(),
            Some(PlaceView::Closed(n)) => self.def.language().say("{0} pieces", &[n]),
            Some(PlaceView::Open(pieces)) if pieces.is_empty() => "-".into(),
            Some(PlaceView::Open(_)) => {
                let known = |it: &PieceId| !self.is_quiet_piece(*it);
                let pieces = self.world.pieces_in(place).filter(known);
                let pieces = pieces.map(|it| self.shortened(it, self.piece_to(it, depth)));
                gathered(pieces.collect()).join(", ")
            }
        }
    }

    /// A piece among others of its kind: `Red` for `Red worker` if the kind is called worker.
    fn shortened(&self, piece: PieceId, text: String) -> String {
        let kind = self.def.pieces.get(piece.index()).map(|it| it.kind);
        let kind = kind.and_then(|kind| self.def.kinds.get(kind.index()));
        let Some(kind) = kind.map(|kind| format!(" {}", name(&kind.named).to_lowercase())) else {
            return text;
        };
        let entry = self.world.entry_of(self.def, piece);
        let full = self.def.entries.get(entry.index()).map_or("", |it| name(&it.named));
        match full.strip_suffix(kind.as_str()).filter(|short| !short.is_empty()) {
            Some(short) => text.replacen(full, short, 1),
            None => text,
        }
    }

    /// The pieces of a row, by slot.
    pub fn slots(&self, zone: &ZoneDef, place: PlaceId) -> Vec<String> {
        let slot = |slot: u16| match self.world.in_slot(place, slot as u8) {
            Some(piece) => self.shortened(piece, self.piece(piece)),
            None => "-".into(),
        };
        (1..=zone.capacity.min(u16::from(u8::MAX))).map(slot).collect()
    }

    /// Whether the seat sees into a container.
    pub fn sees(&self, place: PlaceId) -> bool {
        sees(self.def, self.seat, place)
    }

    /// How many pieces lie in a container.
    pub fn count(&self, place: PlaceId) -> usize {
        match self.view.places.get(place.index()) {
            Some(PlaceView::Closed(n)) => *n,
            Some(PlaceView::Open(pieces)) => pieces.len(),
            None => 0,
        }
    }

    /// The name of a space for people.
    pub fn space(&self, at: usize) -> String {
        called(self.def, self.world, Class::Space, at as i32)
    }

    /// The text of the piece that a space is named after, if a zone holds nothing else: the name is
    /// already there.
    pub fn said_of_namesake(&self, zone: &ZoneDef, place: PlaceId) -> Option<String> {
        let space = self.def.places.get(place.index())?.holder;
        let piece = namesake(self.def, self.world, usize::try_from(space).ok()?)?;
        let alone = self.tells != Tells::Nothing
            && self.world.place_of(piece) == place
            && self.count(place) == 1;
        let named = matches!(zone.scope, Scope::Space(_)) && alone;
        named.then(|| self.beside(piece).unwrap_or_default())
    }

    /// The text beside a piece in every list.
    fn beside(&self, piece: PieceId) -> Option<String> {
        let kind = self.def.pieces.get(piece.index())?.kind;
        let is_said = self.def.show.kinds.iter().any(|(it, _)| *it == kind);
        let tells = match self.tells {
            Tells::Texts | Tells::All => true,
            Tells::Said => is_said,
            Tells::Nothing => false,
        };
        let on = Printed::Piece(piece);
        beside(self.def, self.world, on, Some(self.seat)).filter(|_| tells)
    }

    /// Whether a piece is of a bookkeeping kind.
    fn is_quiet_piece(&self, piece: PieceId) -> bool {
        self.def.pieces.get(piece.index()).is_none_or(|it| self.def.is_quiet_kind(it.kind))
    }

    /// The rules text of the visible face of a piece.
    pub fn rules(&self, piece: PieceId) -> &'a str {
        let entry = self.world.entry_of(self.def, piece);
        self.def.entries.get(entry.index()).map_or("", |it| it.named.text.as_str())
    }

    /// A piece: its name, its owner if it lies elsewhere, and what it carries.
    pub fn piece(&self, piece: PieceId) -> String {
        self.piece_to(piece, DEPTH_MAX)
    }

    fn piece_to(&self, piece: PieceId, depth: usize) -> String {
        let entry = self.world.entry_of(self.def, piece);
        let mut text =
            self.def.entries.get(entry.index()).map_or("?", |it| name(&it.named)).to_owned();
        if let Some(owner) = self.owner_elsewhere(piece) {
            text.push_str(&format!(" ({owner})"));
        }
        if let Some(said) = self.beside(piece) {
            text.push_str(&format!(" ({said})"));
        }
        let carries = self.carries_to(piece, depth);
        if !carries.is_empty() {
            text.push_str(&format!(" [{}]", carries.join(", ")));
        }
        if self.tells == Tells::Texts && !self.rules(piece).is_empty() {
            text.push_str(&format!(": {}", self.rules(piece)));
        }
        text
    }

    /// What a piece carries: counters that are not zero, and other pieces.
    pub fn carries(&self, piece: PieceId) -> Vec<String> {
        self.carries_to(piece, DEPTH_MAX)
    }

    fn carries_to(&self, piece: PieceId, depth: usize) -> Vec<String> {
        let of_piece = |scope: Scope, first: u32| match scope {
            Scope::Piece(_) => u32::from(piece.0).checked_sub(first),
            _ => None,
        };
        let mut carries = vec![];
        for counter in self.counters(|scope| matches!(scope, Scope::Piece(_))) {
            let holder = of_piece(counter.scope, counter.first);
            let Some(holder) = holder.filter(|holder| *holder < counter.holders) else { continue };
            if let Some(value) = self.value(counter, holder).filter(|value| *value != 0) {
                carries.push(format!(
                    "{value} {}",
                    counted(&counter.named, self.def.language(), value)
                ));
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
        carries
    }

    /// The owner of a piece, unless it lies with that seat.
    pub fn owner_elsewhere(&self, piece: PieceId) -> Option<&'a str> {
        let owner = self.world.owner_of(piece);
        let named = self.def.seat_names.get(usize::try_from(owner).ok()?)?;
        let mut place = self.def.places.get(self.world.place_of(piece).index())?;
        // A piece on another piece lies where that one does.
        for _ in 0..DEPTH_MAX {
            match self.def.zones.get(place.zone.index())?.scope {
                Scope::Piece(_) => {
                    let below = PieceId(u16::try_from(place.holder).ok()?);
                    place = self.def.places.get(self.world.place_of(below).index())?;
                }
                Scope::Seat if place.holder == owner => return None,
                _ => break,
            }
        }
        Some(&named.id)
    }
}

/// A seat: its id, and its name if it was given one.
pub fn seat_name(named: &Named) -> String {
    let by_default = named.name.is_empty() || Language::is_seat(&named.name);
    if by_default { named.id.clone() } else { format!("{} {}", named.id, named.name) }
}

/// The name for people, or the id where there is none.
pub fn name(named: &Named) -> &str {
    named.name()
}

/// Lists equal texts once, with their number: `Boat x2`, in order of first appearance.
pub fn gathered(all: Vec<String>) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = vec![];
    for each in all {
        match counted.iter_mut().find(|(text, _)| *text == each) {
            Some((_, n)) => *n += 1,
            None => counted.push((each, 1)),
        }
    }
    let text = |(text, n): (String, usize)| if n == 1 { text } else { format!("{text} x{n}") };
    without_repeating(counted.into_iter().map(text).collect())
}

/// Shortens `Card 1, Card 2, Card 3` to `Card 1, 2, 3`: names that differ only in their last word.
fn without_repeating(mut all: Vec<String>) -> Vec<String> {
    let Some((head, _)) = all.first().and_then(|first| first.rsplit_once(' ')) else { return all };
    let head = format!("{head} ");
    let differs = |text: &String| {
        text.strip_prefix(head.as_str()).is_some_and(|rest| !rest.is_empty() && !rest.contains(' '))
    };
    if all.len() >= REPEATED_MIN && all.iter().all(differs) {
        for text in all.iter_mut().skip(1) {
            text.drain(..head.len());
        }
    }
    all
}
