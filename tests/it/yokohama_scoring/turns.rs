//! Turns: their order, placing assistants, moving the president, additional actions, and when the
//! game must end.

use super::book;
use super::recount::Recount;
use crate::logs::model::Piece;

/// The turn in progress, and what lasts longer.
#[derive(Default)]
pub struct Turn {
    pub seat: String,
    /// Turns so far, from 1.
    pub number: usize,
    /// The seat that had the first turn.
    pub first: String,
    /// The round that must be the last one.
    pub last_round: Option<usize>,
    /// The same according to the engine.
    pub told_last: Option<usize>,
    is_over: bool,

    pub is_placing: bool,
    mode: String,
    placed: Vec<String>,
    /// What the president does.
    pub how: String,
    /// The spaces that the president walks over, the first one included.
    path: Vec<String>,
    pub may_recall: bool,
    pub has_acted: bool,
    /// What was used that works once in a turn.
    used: Vec<&'static str>,
    /// What was offered in the church.
    pub offered: Vec<&'static str>,
}

impl Recount {
    /// The round in progress, from 1.
    fn round(&self) -> usize {
        self.turn.number.div_ceil(self.seats.len())
    }

    /// A turn begins.
    pub fn begins(&mut self, seat: &str) {
        self.turn_is_over();
        let n = self.turn.number;
        let first = self.seats.iter().position(|it| *it == self.turn.first).expect("a seat");
        assert_eq!(seat, self.seats[(first + n) % self.seats.len()], "{}: turn {n}", self.name);
        let before = std::mem::take(&mut self.turn);
        self.turn = Turn {
            seat: seat.to_owned(),
            number: n + 1,
            first: before.first,
            last_round: before.last_round,
            told_last: before.told_last,
            ..Turn::default()
        };
        let round = self.round();
        assert_eq!(self.model.counter("round", ""), round as i64, "{}: round", self.name);
        assert!(self.turn.last_round.is_none_or(|last| round <= last), "{}: no end", self.name);
        let yen = self.held(seat, "yen");
        if self.owns(seat, "system_of_stock") && yen < book::STOCK_YEN {
            self.give(seat, "yen", book::STOCK_YEN - yen);
            self.saw("stock");
        }
    }

    /// A turn ends: nothing is left to be done, and the end of the game may be triggered.
    fn turn_is_over(&mut self) {
        self.close_action();
        self.compare("the end of a turn");
        self.check_pieces();
        assert!(self.turn.number == 0 || self.turn.has_acted, "{}: no main action", self.name);
        let triggers = self.triggers();
        if self.turn.last_round.is_none() && !triggers.is_empty() {
            self.turn.last_round = Some(self.round() + 1);
            triggers.into_iter().for_each(|it| self.saw(it));
        }
        let ours = self.turn.last_round;
        assert_eq!(ours, self.turn.told_last, "{}: last round", self.name);
    }

    fn triggers(&self) -> Vec<&'static str> {
        let players = self.seats.len();
        let is_by_player = |zone: &str| {
            let there = self.model.pieces.values().filter(|it| it.zone == zone);
            there.filter(|it| it.kind == "assistant").count() >= book::crowd(players)
        };
        let built = |zone: &str, all: usize| {
            self.seats.iter().any(|seat| self.model.count_owned(zone, seat) >= all)
        };
        let ports = book::rows(players).iter().filter(|row| row.starts_with("port"));
        let has_gap = ports.into_iter().any(|row| self.model.count(row, "") < book::ROW as usize);
        let all = [
            ("end by houses", built("house_place", book::HOUSES)),
            ("end by shops", built("shops", book::SHOPS)),
            ("end by orders", has_gap && self.model.count("order_deck", "") == 0),
            ("end by church", is_by_player("pew")),
            ("end by customs", is_by_player("cleared")),
        ];
        all.into_iter().filter(|(_, is)| *is).map(|(what, _)| what).collect()
    }

    /// The game is over: that must be the end of the last round.
    pub fn last_turn_is_over(&mut self) {
        if self.turn.is_over {
            return;
        }
        self.turn_is_over();
        let n_seats = self.seats.len();
        assert_eq!(self.turn.number % n_seats, 0, "{}: unequal turns", self.name);
        assert_eq!(self.turn.last_round, Some(self.round()), "{}: the end", self.name);
        self.turn.is_over = true;
    }

    pub fn places(&mut self, chosen: &str) {
        self.close_action();
        assert!(!self.turn.has_acted, "{}: places twice", self.name);
        self.turn.mode = chosen.to_owned();
        self.turn.is_placing = true;
    }

    /// An assistant is placed.
    pub fn placed(&mut self, space: &str) {
        let seat = self.turn.seat.clone();
        let (name, mode) = (self.name.clone(), self.turn.mode.clone());
        assert_ne!(self.area(space), book::CANAL, "{name}: on the canal");
        let n = self.turn.placed.len();
        match mode.as_str() {
            "spread" => {
                let most = if self.owns(&seat, "newspaper") { 4 } else { 3 };
                assert!(!self.turn.placed.iter().any(|it| it == space), "{name}: {space} twice");
                assert!(n < most, "{name}: {n} were placed before");
                if n == 3 {
                    self.saw("newspaper");
                }
            }
            "pair" if n < 2 => {
                assert!(self.turn.placed.iter().all(|it| it == space), "{name}: no pair");
            }
            "pair" => {
                assert!(self.owns(&seat, "telegram") && n == 2, "{name}: a third");
                assert!(book::touch(&self.turn.placed[0], space), "{name}: not adjacent");
                self.saw("telegram");
            }
            _ => panic!("{name}: places by {mode}"),
        }
        self.turn.placed.push(space.to_owned());
        self.tolls(space, "toll of placing");
    }

    /// 1 yen to the owner of each other president in an area.
    fn tolls(&mut self, space: &str, what: &'static str) {
        let seat = self.turn.seat.clone();
        for other in self.others_at(&seat, space) {
            self.give(&seat, "yen", -1);
            self.give(&other, "yen", 1);
            self.saw(what);
        }
    }

    /// What the president does is chosen.
    pub fn moves(&mut self, chosen: &str) {
        self.close_action();
        assert!(!self.turn.has_acted, "{}: moves twice", self.name);
        if self.turn.mode == "pair" {
            assert!(self.turn.placed.len() >= 2, "{}: half a pair", self.name);
        }
        self.turn.is_placing = false;
        let kind = chosen.split(':').next().unwrap_or_default();
        self.turn.how = kind.to_owned();
        self.turn.path = self.president(&self.turn.seat).into_iter().collect();
        let is_away = !self.turn.path.is_empty();
        match kind {
            "walk" | "recall" => assert!(is_away, "{}: {kind}", self.name),
            "enter" | "stay" => assert!(!is_away, "{}: {kind}", self.name),
            "station" | "tram" => assert!(self.owns(&self.turn.seat, kind), "{}", self.name),
            _ => panic!("{}: the president does {chosen}", self.name),
        }
        self.turn.has_acted = ["recall", "stay"].contains(&kind);
    }

    /// The space of a president on the map.
    fn president(&self, seat: &str) -> Option<String> {
        let mut there = self.model.pieces.values().filter(|it| it.zone == "presidents_here");
        there.find(|it| it.owner == seat).map(|it| it.of.clone())
    }

    /// A step of a walk is chosen.
    pub fn walks(&mut self, chosen: &str) {
        if self.turn.how != "walk" || chosen == "none" {
            return;
        }
        let (name, seat) = (self.name.clone(), self.turn.seat.clone());
        let here = self.turn.path.last().expect("it starts somewhere");
        assert!(book::touch(here, chosen), "{name}: from {here} to {chosen}");
        assert_ne!(self.turn.path[0], chosen, "{name}: back to the start");
        self.turn.path.push(chosen.to_owned());
        if self.area(chosen) == book::CANAL {
            self.give(&seat, "yen", -1);
            self.saw("canal");
        } else {
            assert!(self.crew(&seat, chosen) > 0, "{name}: nobody at {chosen}");
            self.walks_past(chosen);
        }
    }

    /// Pays those whose president stands where one walks.
    fn walks_past(&mut self, space: &str) {
        if self.owns(&self.turn.seat, "stagecoach") {
            if !self.others_at(&self.turn.seat, space).is_empty() {
                self.saw("stagecoach");
            }
        } else {
            self.tolls(space, "toll of walking");
        }
    }

    /// The president is put down.
    pub fn president_came(&mut self, before: &Piece, now: &Piece) {
        let (name, seat, space) = (self.name.clone(), now.owner.clone(), now.of.clone());
        assert_eq!(seat, self.turn.seat, "{name}: whose president");
        assert_ne!(self.area(&space), book::CANAL, "{name}: on the canal");
        assert_ne!(before.of, space, "{name}: does not move");
        let is_shared = !self.others_at(&seat, &space).is_empty();
        let is_manned = self.crew(&seat, &space) > 0;
        match self.turn.how.as_str() {
            "walk" => {
                assert_eq!(self.turn.path.last(), Some(&space), "{name}: the end of the walk");
                assert!(is_manned && before.zone == "presidents_here", "{name}: walk");
                self.saw("walk");
            }
            "enter" => {
                assert!(is_manned && before.zone == "office", "{name}: enter");
                self.walks_past(&space);
            }
            "tram" => {
                assert!(!is_shared, "{name}: the tram goes to an occupied area");
                assert!(is_manned || !self.has("tram_needs_assistant"), "{name}: tram");
                self.saw("tram");
            }
            "station" => {
                assert_eq!(self.model.count("depot", &space), 1, "{name}: no station");
                assert!(is_manned || !self.has("station_needs_assistant"), "{name}: station");
                self.saw("station");
            }
            how => panic!("{name}: the president comes by {how}"),
        }
        if is_shared && self.turn.how != "station" {
            assert!(self.owns(&seat, "postal_system"), "{name}: {space} is occupied");
            self.saw("postal system");
        }
    }

    /// An assistant is taken back from an area.
    pub fn came_back(&mut self, space: &str) {
        match &self.action {
            Some(action) => assert_eq!(action.space, space, "{}: recovered", self.name),
            None => assert!(self.turn.may_recall, "{}: recalled", self.name),
        }
    }

    /// An additional action is chosen.
    pub fn adds(&mut self, chosen: &str) {
        self.close_action();
        if !["go_on", "order", "agent", "achievement"].contains(&chosen) {
            self.activates(chosen);
        }
    }

    /// A technology is used.
    pub fn activates(&mut self, chosen: &str) {
        let seat = self.turn.seat.clone();
        match chosen.split(':').next().unwrap_or_default() {
            "go_on" => {}
            "spinning_mill" => {
                self.once("spinning_mill");
                self.give(&seat, "silk", -1);
                self.give(&seat, "yen", book::SPUN_YEN);
            }
            "university" => {
                self.once("university");
                self.give(&seat, "yen", -1);
                self.trained += 1;
            }
            _ => panic!("{}: what is {chosen}?", self.name),
        }
    }

    fn once(&mut self, title: &'static str) {
        assert!(self.owns(&self.turn.seat, title), "{}: no {title}", self.name);
        assert!(!self.turn.used.contains(&title), "{}: {title} twice", self.name);
        self.turn.used.push(title);
        self.saw(title);
    }

    /// An agent is turned down.
    pub fn uses_agent(&mut self, seat: &str, number: u64) {
        assert_eq!(seat, self.turn.seat, "{}: whose turn", self.name);
        let agent = &self.model.pieces[&number];
        assert_eq!((agent.zone.as_str(), agent.of.as_str()), ("agents", seat), "{}", self.name);
        assert!(!self.turn.used.contains(&"agent"), "{}: a second agent", self.name);
        self.turn.used.push("agent");
        self.turn.how = "agent".to_owned();
        self.saw("agent used");
    }

    /// Whether an action is that of an agent; if not, it is the main action.
    pub fn acts_by_agent(&mut self) -> bool {
        let is = self.turn.how == "agent";
        if !is {
            assert!(!self.turn.has_acted, "{}: acts twice", self.name);
            self.turn.has_acted = true;
        }
        self.turn.how.clear();
        is
    }
}
