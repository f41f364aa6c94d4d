//! The table according to a log: the positions of pieces and the values of counters, folded line by
//! line.

use std::collections::BTreeMap;

use serde_json::Value;

/// A piece and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub kind: String,
    pub entry: String,
    pub zone: String,
    /// The holder of the zone; empty for zones of the table.
    pub of: String,
    /// Its slot, from 1; 0 where there are none.
    pub slot: i64,
    pub owner: String,
    /// When it arrived: later pieces have larger numbers.
    pub since: u64,
}

/// All pieces and counters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    pub pieces: BTreeMap<u64, Piece>,
    counters: BTreeMap<(String, String), i64>,
    moves: u64,
}

/// A text field; empty if it is no text.
pub fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// A number field.
pub fn number(value: &Value, key: &str) -> i64 {
    value[key].as_i64().unwrap_or_else(|| panic!("`{key}` is no number in {value}"))
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("`{key}` is no list"))
}

/// Pieces are identified by their number; their entry changes when they are turned.
fn holder(of: &str) -> String {
    of.find('#').map_or(of, |at| &of[at..]).to_owned()
}

impl Model {
    /// Reads a line of type `state`.
    pub fn new(state: &Value) -> Self {
        let mut model = Model::default();
        for piece in list(state, "pieces") {
            model.moves += 1;
            let of = |key: &str| text(piece, key).to_owned();
            let it = Piece {
                kind: of("kind"),
                entry: of("entry"),
                zone: of("zone"),
                of: of("of"),
                slot: number(piece, "slot"),
                owner: of("owner"),
                since: model.moves,
            };
            model.pieces.insert(number(piece, "piece") as u64, it);
        }
        for counter in list(state, "counters") {
            let key = (text(counter, "counter").to_owned(), holder(text(counter, "of")));
            model.counters.insert(key, number(counter, "value"));
        }
        model
    }

    /// Folds a line of type `event`. Returns the piece as it was before, if one moved.
    pub fn fold(&mut self, event: &Value) -> Option<Piece> {
        match text(event, "event") {
            "changed" => {
                let key = (text(event, "counter").to_owned(), holder(text(event, "of")));
                self.counters.insert(key, number(event, "to"));
                None
            }
            "moved" => {
                self.moves += 1;
                let since = self.moves;
                let (zone, of) = place(text(event, "into"));
                let slot = number(event, "slot");
                let piece = self.piece(event);
                let before = piece.clone();
                (piece.zone, piece.of, piece.slot, piece.since) = (zone, of, slot, since);
                piece.entry = text(event, "entry").to_owned();
                Some(before)
            }
            "turned" => {
                let entry = text(event, "entry").to_owned();
                self.piece(event).entry = entry;
                None
            }
            "owned" => {
                let owner = text(event, "owner").to_owned();
                self.piece(event).owner = owner;
                None
            }
            _ => None,
        }
    }

    fn piece(&mut self, event: &Value) -> &mut Piece {
        let number = number(event, "piece") as u64;
        self.pieces.get_mut(&number).expect("a piece of the game")
    }

    /// The value of a counter. Counters that were never mentioned are 0.
    pub fn counter(&self, counter: &str, of: &str) -> i64 {
        self.counters.get(&(counter.to_owned(), of.to_owned())).copied().unwrap_or(0)
    }

    /// The pieces in a zone, with their numbers.
    pub fn within<'m>(
        &'m self,
        zone: &'m str,
        of: &'m str,
    ) -> impl Iterator<Item = (u64, &'m Piece)> {
        let there = move |piece: &Piece| piece.zone == zone && piece.of == of;
        self.pieces.iter().filter(move |(_, it)| there(it)).map(|(number, it)| (*number, it))
    }

    /// The number of pieces in a zone.
    pub fn count(&self, zone: &str, of: &str) -> usize {
        self.within(zone, of).count()
    }

    /// Checks that the pieces are where another model, such as a later state of the log, has them.
    pub fn assert_is(&self, other: &Model, name: &str) {
        assert_eq!(self.pieces.len(), other.pieces.len(), "{name}: pieces");
        for (number, ours) in &self.pieces {
            let theirs = &other.pieces[number];
            let (of, their_of) = (of_piece(&ours.of), of_piece(&theirs.of));
            let place = (&ours.zone, of, ours.slot, &ours.owner, &ours.entry);
            let their_place = (&theirs.zone, their_of, theirs.slot, &theirs.owner, &theirs.entry);
            assert_eq!(place, their_place, "{name}: piece {number}");
        }
    }

    /// The number of pieces of an owner in a zone, whoever holds it.
    pub fn count_owned(&self, zone: &str, owner: &str) -> usize {
        self.pieces.values().filter(|it| it.zone == zone && it.owner == owner).count()
    }
}

/// The entry of a holder that is a piece: `mill` of `mill#12`.
fn of_piece(of: &str) -> &str {
    of.split('#').next().unwrap_or_default()
}

/// `village of p1`: the zone and its holder.
pub fn place(words: &str) -> (String, String) {
    let (zone, of) = words.split_once(" of ").unwrap_or((words, ""));
    (zone.to_owned(), of.to_owned())
}
