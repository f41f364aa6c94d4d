//! Reads a log and computes from the decisions, and from the places of the pieces, what every seat
//! must hold: points, yen, goods and imports. What the engine counted is compared with it wherever
//! no effect is in progress.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::book::{self, Bundle, HELD};
use super::effects::Action;
use super::turns::Turn;
use crate::logs::Seen;
use crate::logs::model::{Model, Piece, number, text};

/// A game as read from its log.
pub struct Recount {
    /// Its name in messages.
    pub name: String,
    pub seats: Vec<String>,
    /// The options that are on.
    pub options: BTreeSet<String>,
    pub model: Model,
    /// The points by line of the score sheet, according to the engine.
    pub told: BTreeMap<(String, String), i64>,
    /// How often each thing occurred, so that the test knows its coverage.
    pub seen: Seen,
    /// What the seats hold according to the rules.
    held: BTreeMap<(String, &'static str), i64>,
    pub turn: Turn,
    pub action: Option<Action>,
    /// The payments that were chosen, until what they are for is there.
    pub paid: Vec<Bundle>,
    /// Agents that are due, by country.
    pub due_agents: Vec<&'static str>,
    /// Icons that are not used up: goods to choose, pieces from the warehouse, moves of assistants.
    pub icons: BTreeMap<&'static str, i64>,
    /// Assistants that the university still brings.
    pub trained: i64,
    /// Whether Mining Technology has worked in the current effect.
    pub is_mined: bool,
    /// How many comparisons there were.
    n_checked: u64,
}

/// Questions that are asked while no effect is in progress.
const SETTLED: [&str; 15] = [
    "which order do you keep?",
    "how do you place assistants?",
    "where does the first one go?",
    "where do both go?",
    "where does one more go?",
    "what does your president do?",
    "which assistants come back?",
    "which exchange?",
    "how many orders?",
    "which technology?",
    "take the power token?",
    "how many assistants stay?",
    "before the next step?",
    "an additional action?",
    "which achievement?",
];

/// Reads a whole log. Panics with the name of the game if something contradicts the rules.
pub fn recount(name: &str, log: &str) -> Recount {
    let mut lines = log.lines();
    let read = |line: &str| -> Value { serde_json::from_str(line).expect("a line of JSON") };
    let head = read(lines.next().expect("a head"));
    let state = read(lines.next().expect("a state"));
    assert_eq!(text(&state, "when"), "before set-up");
    let seats = head["seats"].as_array().expect("seats").iter();
    let options = head["options"].as_object().expect("options").iter();
    let mut game = Recount {
        name: name.to_owned(),
        seats: seats.map(|seat| text(seat, "seat").to_owned()).collect(),
        options: options.filter(|(_, is)| **is == true).map(|(id, _)| id.clone()).collect(),
        model: Model::new(&state),
        told: BTreeMap::new(),
        seen: Seen::new(),
        held: BTreeMap::new(),
        turn: Turn::default(),
        action: None,
        paid: vec![],
        due_agents: vec![],
        icons: BTreeMap::new(),
        trained: 0,
        is_mined: false,
        n_checked: 0,
    };
    for line in lines {
        let line = read(line);
        match text(&line, "type") {
            "state" => game.state(&line),
            "decision" => game.decision(&line),
            "event" => game.event(&line),
            "end" => game.end(&line),
            other => panic!("{name}: a line of type {other}"),
        }
    }
    game
}

impl Recount {
    pub fn saw(&mut self, what: &'static str) {
        *self.seen.entry(what).or_default() += 1;
    }

    pub fn has(&self, option: &str) -> bool {
        self.options.contains(option)
    }

    pub fn held(&self, seat: &str, what: &'static str) -> i64 {
        self.held.get(&(seat.to_owned(), what)).copied().unwrap_or(0)
    }

    /// Gives, or takes if it is negative, without looking at what else that causes.
    pub fn give(&mut self, seat: &str, what: &'static str, amount: i64) {
        assert!(HELD.contains(&what), "nobody holds {what}");
        assert!(what != "vp" || amount >= 0, "{}: {seat} loses points", self.name);
        let held = self.held.entry((seat.to_owned(), what)).or_default();
        *held += amount;
        assert!(*held >= 0, "{}: {what} of {seat}: {held}", self.name);
    }

    pub fn pay(&mut self, seat: &str, price: &Bundle) {
        price.iter().for_each(|(what, amount)| self.give(seat, what, -amount));
    }

    /// Gives a reward.
    pub fn gain(&mut self, seat: &str, reward: &Bundle) {
        for (what, amount) in reward {
            match *what {
                "copper" => self.gain_copper(seat, *amount),
                "any_good" | "warehouse" | "move" => {
                    *self.icons.entry(what).or_default() += amount;
                }
                _ => self.give(seat, what, *amount),
            }
        }
    }

    pub fn gain_copper(&mut self, seat: &str, amount: i64) {
        self.give(seat, "copper", amount);
        if amount == 0 || !self.owns(seat, "mining_technology") {
            return;
        }
        if !self.is_mined || self.has("mining_each_gain") {
            self.give(seat, "copper", 1);
            self.is_mined = true;
            self.saw("mining");
        } else {
            self.saw("mining only once");
        }
    }

    /// Uses up one icon.
    pub fn use_icon(&mut self, icon: &'static str) {
        let left = self.icons.entry(icon).or_default();
        *left -= 1;
        assert!(*left >= 0, "{}: one {icon} too many", self.name);
    }

    /// Whether a seat has a technology.
    pub fn owns(&self, seat: &str, title: &str) -> bool {
        self.model.within("knowledge", seat).any(|(_, card)| book::title(&card.entry) == title)
    }

    /// The other seats with a president in an area.
    pub fn others_at(&self, seat: &str, space: &str) -> Vec<String> {
        let there = self.model.within("presidents_here", space);
        there.map(|(_, it)| it.owner.clone()).filter(|owner| owner != seat).collect()
    }

    /// The number of a seat's assistants in an area.
    pub fn crew(&self, seat: &str, space: &str) -> usize {
        self.model.within("crew", space).filter(|(_, it)| it.owner == seat).count()
    }

    /// The area on a space.
    pub fn area(&self, space: &str) -> String {
        let there = self.model.within("ground", space).next();
        there.unwrap_or_else(|| panic!("{}: no area at {space}", self.name)).1.entry.clone()
    }

    fn decision(&mut self, line: &Value) {
        let (question, chosen) = (text(line, "question"), text(line, "chosen"));
        let seat = text(line, "seat").to_owned();
        if SETTLED.contains(&question) || question.starts_with("what do you build?") {
            self.compare(question);
        }
        if question != "which order do you keep?" {
            assert_eq!(seat, self.turn.seat, "{}: who is asked {question}", self.name);
        }
        match question {
            "how do you place assistants?" => self.places(chosen),
            "what does your president do?" => self.moves(chosen),
            "which assistants come back?" => self.turn.may_recall = chosen != "nobody",
            "where to?" => self.walks(chosen),
            "how to pay?" => self.paid.push(payment(chosen)),
            "an additional action?" => self.adds(chosen),
            "before the next step?" => self.activates(chosen),
            "how many orders?" => self.orders(chosen),
            "which exchange?" => self.exchanges(chosen),
            "which good?" => {
                let good = *book::GOODS.iter().find(|good| **good == chosen).expect("a good");
                self.use_icon("any_good");
                self.gain(&seat, &vec![(good, 1)]);
                self.saw("any good");
            }
            "how many assistants stay?" => self.stays(chosen),
            _ => {}
        }
    }

    fn event(&mut self, line: &Value) {
        match text(line, "event") {
            "moved" => {
                let before = self.model.fold(line).expect("it lay somewhere");
                let piece = self.model.pieces[&(number(line, "piece") as u64)].clone();
                self.check_move(&before, &piece, number(line, "decision"));
                if number(line, "decision") > 0 {
                    self.moved(&before, &piece, text(line, "seat"));
                }
                return;
            }
            "turned" => {
                let number = number(line, "piece") as u64;
                assert!(!self.model.pieces[&number].entry.contains("_used_"), "{}", self.name);
                self.uses_agent(text(line, "seat"), number);
            }
            "owned" => panic!("{}: a piece changes its owner", self.name),
            "began" if text(line, "period") == "turn" => self.begins(text(line, "seat")),
            "noted" => self.noted(text(line, "text")),
            "scored" => {
                let key = (text(line, "for").to_owned(), text(line, "line").to_owned());
                *self.told.entry(key).or_default() += number(line, "points");
            }
            "changed" if HELD.contains(&text(line, "counter")) => {
                assert!(number(line, "to") >= 0, "{}: {line}", self.name);
            }
            _ => {}
        }
        self.model.fold(line);
    }

    fn moved(&mut self, before: &Piece, now: &Piece, seat: &str) {
        let (from, to) = (before.zone.as_str(), now.zone.as_str());
        match (now.kind.as_str(), from, to) {
            ("assistant", "staff", "crew") if self.turn.is_placing => self.placed(&now.of),
            ("assistant", "staff" | "crew", "crew") => self.carried(before, now),
            ("assistant", "crew", "staff") => self.came_back(&before.of),
            ("assistant", _, "pew" | "cleared") => self.put_on_board(before, now),
            ("assistant", _, "claims") => self.achieved(&now.owner, &now.of),
            (kind, "warehouse", _) => self.bought(&now.owner, kind),
            ("shop" | "house", "yard", _) => self.built(now),
            ("president", _, "presidents_here") => self.president_came(before, now),
            ("president", _, _) => assert_eq!(self.turn.how, "recall", "{}", self.name),
            ("order", _, "orders_in_hand") if from.ends_with("_row") => self.took(before, &now.of),
            ("order", _, "fulfilled") => self.fulfilled(&now.entry, &now.of),
            ("order", _, "filed") => self.last_turn_is_over(),
            ("technology", _, "knowledge") => self.learned(before, now),
            ("agent", _, _) => {
                let due = self.due_agents.iter().position(|country| *country == now.entry);
                let due = due.unwrap_or_else(|| panic!("{}: no {} is due", self.name, now.entry));
                self.due_agents.remove(due);
                self.saw("agent");
            }
            ("power_token", _, _) => self.took_token(&before.of, &now.entry, seat),
            _ => {}
        }
    }

    fn noted(&mut self, words: &str) {
        if let Some((seat, rest)) = words.split_once(" acts in ") {
            let (area, power) = rest.rsplit_once(" with power ").expect("a power");
            let power = power.parse().expect("a number");
            self.acts(seat, &self.space_of(area), power);
        } else if let Some(round) = words.strip_suffix(" will be the last one") {
            let round = round.strip_prefix("round ").and_then(|it| it.parse().ok());
            self.turn.told_last = round;
        }
    }

    /// The space of `Bank` or `Fishing port (r4c2)`.
    fn space_of(&self, words: &str) -> String {
        if let Some((_, space)) = words.split_once(" (") {
            return space.trim_end_matches(')').to_owned();
        }
        let area = words.to_lowercase().replace(' ', "_");
        let mut there = self.model.pieces.values().filter(|it| it.zone == "ground");
        let it = there.find(|it| it.entry == area);
        it.unwrap_or_else(|| panic!("{}: no {words}", self.name)).of.clone()
    }

    fn state(&mut self, line: &Value) {
        let told = Model::new(line);
        match text(line, "when") {
            "start" => {
                self.model.assert_is(&told, &self.name);
                self.check_set_up();
                let seats = self.seats.clone();
                for (seat, what) in seats.iter().flat_map(|seat| HELD.map(|what| (seat, what))) {
                    let amount = match what {
                        "yen" if *seat == self.turn.first => 3,
                        "yen" => 4,
                        "vp" | "import" => 0,
                        _ => 1,
                    };
                    self.give(seat, what, amount);
                }
                self.compare("the start");
            }
            "before scoring" => {
                self.last_turn_is_over();
                self.model.assert_is(&told, &self.name);
                self.check_pieces();
            }
            _ => self.model.assert_is(&told, &self.name),
        }
    }

    /// Compares what the seats hold.
    pub fn compare(&mut self, when: &str) {
        self.n_checked += 1;
        for seat in &self.seats {
            for what in HELD {
                let (ours, theirs) = (self.held(seat, what), self.model.counter(what, seat));
                let name = &self.name;
                assert_eq!(ours, theirs, "{name}: {what} of {seat} at {} {when}", self.turn.number);
            }
            let sheet = self.told.get(&(seat.clone(), "vp".to_owned())).copied().unwrap_or(0);
            assert_eq!(self.held(seat, "vp"), sheet, "{}: sheet of {seat} {when}", self.name);
        }
    }
}

/// Reads `pay 2 yen, 1 import`.
fn payment(words: &str) -> Bundle {
    let parts = words.strip_prefix("pay ").expect("a payment").split(", ");
    let parts = parts.filter(|part| *part != "nothing");
    let read = |part: &str| {
        let (amount, what) = part.split_once(' ').expect("an amount");
        let what = HELD.iter().find(|held| **held == what);
        (*what.unwrap_or_else(|| panic!("{part}")), amount.parse().expect("a number"))
    };
    parts.map(read).collect()
}
