//! Computes every point of a game from its log, by the rules and not by what the engine scored.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::book::{self, Gives, OBJECTIVES, Objective};
use super::influence::{REGIONS, Seats, share, weigh};
use crate::logs::Seen;
use crate::logs::model::{Model, Piece, number, text};

/// Points by seat and line of the score sheet. Lines without points are left out.
pub type Sheet = BTreeMap<(String, String), i64>;

/// The line for points gained and lost that have no line of their own.
pub const IN_PLAY: &str = "vp";

/// A consolidation in progress.
#[derive(Default)]
struct Wages {
    due: i64,
    /// The money when wages are due, plus what silk has brought since.
    money: Option<i64>,
}

/// A common goal being rewarded.
struct Rewards {
    goal: String,
    leaders: BTreeSet<String>,
    rewarded: BTreeSet<String>,
}

/// A game as read from its log.
pub struct Recount {
    /// Its name in messages.
    pub name: String,
    pub seats: Seats,
    pub model: Model,
    /// The points according to the rules.
    pub ours: Sheet,
    /// The points according to the engine.
    pub told: Sheet,
    /// How often each event occurred, so that the test knows its coverage.
    pub seen: Seen,
    period: usize,
    regions: Vec<String>,
    hired: BTreeMap<String, String>,
    awaits_ship: BTreeSet<String>,
    wages: BTreeMap<String, Wages>,
    rewards: Option<Rewards>,
    goals_done: Vec<String>,
    missed: Option<bool>,
    n_checked: u64,
}

/// Reads a whole log. Panics with the name of the game if something contradicts the rules.
pub fn recount(name: &str, log: &str) -> Recount {
    let mut lines = log.lines();
    let read = |line: &str| -> Value { serde_json::from_str(line).expect("a line of JSON") };
    let head = read(lines.next().expect("a head"));
    let state = read(lines.next().expect("a state"));
    assert_eq!(text(&state, "when"), "before set-up");
    let seats = head["seats"].as_array().expect("seats").iter();
    let all: Vec<String> = seats.map(|seat| text(seat, "seat").to_owned()).collect();
    let players = number(&head, "players") as usize;
    let mut game = Recount {
        name: name.to_owned(),
        seats: Seats { all, players },
        model: Model::new(&state),
        ours: Sheet::new(),
        told: Sheet::new(),
        seen: Seen::new(),
        period: 0,
        regions: vec![],
        hired: BTreeMap::new(),
        awaits_ship: BTreeSet::new(),
        wages: BTreeMap::new(),
        rewards: None,
        goals_done: vec![],
        missed: None,
        n_checked: 0,
    };
    // Later states are the engine's own result: long, and not to be read.
    for line in lines.filter(|line| !line.contains(r#""type":"state""#)) {
        let line = read(line);
        match text(&line, "type") {
            "decision" => game.decision(&line),
            "event" => game.event(&line),
            "end" => game.end(&line),
            _ => {}
        }
    }
    game
}

impl Recount {
    fn score(&mut self, line: &'static str, seat: &str, points: i64) {
        self.saw(line);
        *self.ours.entry((seat.to_owned(), line.to_owned())).or_default() += points;
    }

    fn saw(&mut self, what: &'static str) {
        *self.seen.entry(what).or_default() += 1;
    }

    fn is_player(&self, seat: &str) -> bool {
        self.seats.is_player(seat)
    }

    /// The bonus of the yellow department.
    fn yellow(&mut self, seat: &str) {
        let is_theirs = |(_, ship): (u64, &Piece)| ship.owner == seat;
        let upgraded = self.model.within("harbour", book::YELLOW_PORT).any(is_theirs);
        let (basic, better) = book::FOREIGN_AFFAIRS;
        self.score("departments", seat, if upgraded { better } else { basic });
    }

    /// The bonus of the department in the colour of the hired worker.
    fn by_worker(&mut self, seat: &str) {
        if self.hired.get(seat).is_some_and(|hired| hired == book::YELLOW) {
            self.yellow(seat);
        }
    }

    fn progress(&self, of: Objective, seat: &str) -> i64 {
        match of {
            Objective::Gone(zone) => (book::FLEET - self.model.count(zone, seat)) as i64,
            Objective::Track(track) => self.model.counter(track, seat),
            Objective::Have(zone) => self.model.count(zone, seat) as i64,
        }
    }

    fn decision(&mut self, line: &Value) {
        let (seat, chosen) = (text(line, "seat").to_owned(), text(line, "chosen"));
        match text(line, "question") {
            "which action?" => {
                self.compare("a turn");
                self.hired.clear();
                self.awaits_ship.clear();
            }
            "region bonus or points?" if chosen == "points" => {
                self.score("markets", &seat, book::MARKET);
            }
            "which department?" if chosen == book::YELLOW => self.yellow(&seat),
            "use Lens maker 3B?" if chosen == "yes" => self.by_worker(&seat),
            "exchange how much silk for money?" => {
                let silk: i64 = chosen.parse().expect("a number");
                let wages = self.wages.get_mut(&seat).expect("it is a consolidation");
                wages.money = wages.money.map(|money| money + silk);
            }
            "which reward?" => self.reward(&seat, chosen == "points"),
            _ => {}
        }
    }

    fn event(&mut self, line: &Value) {
        let seat = text(line, "seat").to_owned();
        let before = self.model.fold(line);
        match text(line, "event") {
            "moved" => {
                let piece = self.model.pieces[&(number(line, "piece") as u64)].clone();
                self.moved(&before.expect("it lay somewhere"), &piece);
            }
            "changed" => self.changed(line),
            "noted" => self.noted(&seat, text(line, "text")),
            "scored" => {
                let key = (text(line, "for").to_owned(), text(line, "line").to_owned());
                *self.told.entry(key).or_default() += number(line, "points");
            }
            _ => {}
        }
    }

    fn moved(&mut self, before: &Piece, now: &Piece) {
        // The rival of the solo game gains nothing by its own moves.
        if !self.is_player(&now.owner) && !self.is_player(&now.of) && !self.is_player(&before.of) {
            return;
        }
        match (before.zone.as_str(), now.zone.as_str()) {
            (_, "tokens_of") => self.score("start", &now.of, book::start(&now.entry)),
            ("waiting", "staff") => {
                self.hired.insert(now.of.clone(), colour(&now.entry).to_owned());
            }
            ("staff", _) => self.settle(&before.of),
            (_, "fulfilled") if now.entry == "contract_yellow" => self.yellow(&now.of),
            ("display", "works") => self.built(&now.entry, &now.of),
            ("fleet", "harbour") => {
                let is_awaited = self.awaits_ship.remove(&now.owner);
                if is_awaited && now.of == book::YELLOW_PORT {
                    self.yellow(&now.owner);
                }
            }
            ("machines", "fitted" | "spare") => self.icon("machines", "depot", &now.owner),
            ("depot", "platform") => self.icon("depot", "machines", &now.owner),
            _ => {}
        }
    }

    /// The icon between a machine and a train of the same column, gained when both have left.
    fn icon(&mut self, left: &str, other: &str, seat: &str) {
        let column = book::FLEET - self.model.count(left, seat);
        let both = book::FLEET - self.model.count(other, seat) >= column;
        if both && column == book::YELLOW_COLUMN {
            self.yellow(seat);
        }
    }

    fn built(&mut self, factory: &str, seat: &str) {
        match book::built(factory) {
            Gives::Nothing => {}
            Gives::WorkersDepartment => self.by_worker(seat),
            Gives::ShipAndDepartment => {
                self.awaits_ship.insert(seat.to_owned());
            }
            Gives::Favored(goal) => {
                let level = self.model.counter("favor", &format!("{seat} at {goal}"));
                self.saw("favored");
                (1..level).for_each(|_| self.yellow(seat));
            }
            Gives::Sorts => {
                let works = self.model.within("works", seat);
                let sorts: BTreeSet<&str> = works.map(|(_, it)| sort_of(&it.entry)).collect();
                let points = 2 * sorts.len() as i64;
                self.saw("sorts");
                self.score(IN_PLAY, seat, points);
            }
            Gives::Thresholds(goals, both) => {
                let reached = |(_, of): &(&str, Objective)| {
                    let (progress, (low, high)) = (self.progress(*of, seat), book::thresholds(*of));
                    i64::from(progress >= low) + i64::from(both && progress >= high)
                };
                let meant = OBJECTIVES.iter().filter(|(goal, _)| goals.contains(goal));
                let points = 2 * meant.map(reached).sum::<i64>();
                self.saw("thresholds");
                self.score(IN_PLAY, seat, points);
            }
        }
    }

    fn changed(&mut self, line: &Value) {
        let (counter, of) = (text(line, "counter"), text(line, "of"));
        let passed = (number(line, "from") + 1..=number(line, "to")).contains(&book::YELLOW_SPACE);
        if ["rnd", "finance"].contains(&counter) && passed && self.is_player(of) {
            self.yellow(of);
        }
    }

    fn noted(&mut self, seat: &str, words: &str) {
        if words.ends_with(" consolidates") {
            self.consolidates(seat);
        } else if words.contains(" owes ") {
            let money = self.model.counter("money", seat);
            self.wages.get_mut(seat).expect("it is a consolidation").money = Some(money);
        } else if words.starts_with("influence is scored for ") {
            self.period += 1;
            let round = self.model.counter("round", "");
            assert_eq!(round, [2, 4, 8][self.period - 1], "{}: a scoring", self.name);
            self.regions.clear();
        } else if let Some((region, has)) = words.split_once(": the companies from overseas have ")
        {
            let (overseas, influence) = weigh(&self.model, region, &self.seats);
            assert_eq!(has, overseas.to_string(), "{}: overseas in {region}", self.name);
            self.regions.push(region.to_owned());
            let points = share(self.period - 1, overseas, &influence);
            for (seat, points) in self.seats.all.clone().iter().zip(points) {
                self.score("influence", seat, points);
            }
        } else if words.contains(" leads with ") || words.ends_with(": nobody leads") {
            let goal = words.split(':').next().unwrap_or_default().to_owned();
            self.look_at(&goal);
        } else if words.contains(" is reached: ") || words.contains(" is missed: ") {
            self.check_goal(words);
        }
    }

    fn consolidates(&mut self, seat: &str) {
        let staff = staff(&self.model, seat);
        if let (Some(low), Some(top)) = (staff.first(), staff.last()) {
            if low == book::YELLOW {
                self.yellow(seat);
            }
            if staff.len() >= 4 && top != low && top == book::YELLOW {
                self.yellow(seat);
            }
        }
        let colours: BTreeSet<&String> = staff.iter().collect();
        let due = book::WAGE * colours.len() as i64;
        self.wages.insert(seat.to_owned(), Wages { due, money: None });
    }

    /// Settles the wages: the first of the staff leaves.
    fn settle(&mut self, seat: &str) {
        let Some(wages) = self.wages.remove(seat) else { return };
        let money = wages.money.expect("wages were due");
        let paid = (money - 1).clamp(0, wages.due);
        let left = self.model.counter("money", seat);
        assert_eq!(left, money - paid, "{}: money of {seat} after wages", self.name);
        if wages.due > paid {
            self.score(IN_PLAY, seat, paid - wages.due);
        }
    }

    /// Determines who leads in a common goal, before its first reward.
    fn look_at(&mut self, goal: &str) {
        if self.rewards.as_ref().is_some_and(|it| it.goal == goal) {
            return;
        }
        self.finish_rewards();
        let count = |it: usize| it as i64;
        let merit = |seat: &String| match goal {
            "most_ships" => count(book::FLEET - self.model.count("fleet", seat)),
            "most_machines" => count(self.model.count_owned("fitted", seat)),
            "most_trains" => count(book::FLEET - self.model.count("depot", seat)),
            "farthest_rnd" => self.model.counter("rnd", seat),
            "farthest_mining" => self.model.counter("mining", seat),
            "farthest_finance" => self.model.counter("finance", seat),
            "most_factories" => count(self.model.count("works", seat)),
            "most_contracts" => count(self.model.count("fulfilled", seat)),
            "most_influence" => count(self.model.count_owned("stall", seat)),
            _ => panic!("no goal is called {goal}"),
        };
        let players = &self.seats.all[..self.seats.players];
        let most = players.iter().map(merit).max().unwrap_or(0);
        let leaders: BTreeSet<String> =
            players.iter().filter(|seat| most > 0 && merit(seat) == most).cloned().collect();
        let mut places = self.model.pieces.values().filter(|it| it.zone == "goal_here");
        let place = places.find(|it| it.entry == goal).expect("it lies open").of.clone();
        let mut numbers = place.trim_start_matches("goal_").split('_');
        let mut next = || numbers.next().and_then(|it| it.parse::<usize>().ok()).expect("a number");
        let (period, slot) = (next(), next());
        assert_eq!(period, self.period, "{}: {goal} is of another period", self.name);
        if period == 3 {
            for seat in &leaders {
                self.score("common_goals", seat, book::LAST_REWARD[slot - 1]);
            }
        }
        self.goals_done.push(goal.to_owned());
        self.rewards = Some(Rewards { goal: goal.to_owned(), leaders, rewarded: BTreeSet::new() });
    }

    fn reward(&mut self, seat: &str, points: bool) {
        let rewards = self.rewards.as_mut().expect("a goal is rewarded");
        assert!(rewards.rewarded.insert(seat.to_owned()), "{}: {seat} twice", self.name);
        if points {
            self.score("common_goals", seat, book::CHOSEN_REWARD[self.period - 1]);
        }
    }

    /// Checks that all leaders, and nobody else, have chosen a reward.
    fn finish_rewards(&mut self) {
        let Some(rewards) = self.rewards.take() else { return };
        let is_chosen = self.period < 3;
        if is_chosen || !rewards.rewarded.is_empty() {
            let Rewards { goal, leaders, rewarded } = rewards;
            assert_eq!(leaders, rewarded, "{}: who leads in {goal}", self.name);
        }
    }

    /// A goal of the solo game, before the last consolidation: `goal_ships is missed: 3 of 4`.
    fn check_goal(&mut self, words: &str) {
        let goal = words.split(' ').next().unwrap_or_default();
        let seat = self.seats.all[0].clone();
        let of = |goal: &str| {
            let objective = OBJECTIVES.iter().find(|(it, _)| *it == goal).expect("an objective").1;
            self.progress(objective, &seat)
        };
        let progress = match goal {
            "goal_ships" => of("ship_goal"),
            "goal_machines" => self.model.count_owned("fitted", &seat) as i64,
            "goal_trains" => of("train_goal"),
            "goal_rnd" => of("rnd_goal"),
            "goal_mining" => of("mining_goal"),
            "goal_finance" => of("finance_goal"),
            "goal_factories" => of("factory_goal"),
            "goal_contracts" => of("contract_goal"),
            _ => self.model.count_owned("stall", &seat) as i64,
        };
        let target = book::solo_target(goal);
        let is = if progress >= target { "reached" } else { "missed" };
        assert_eq!(words, format!("{goal} is {is}: {progress} of {target}"), "{}", self.name);
        assert!(self.model.within("goals", "").any(|(_, it)| it.entry == goal), "{}", self.name);
        self.missed = Some(self.missed == Some(true) || progress < target);
        self.goals_done.push(goal.to_owned());
    }

    fn end(&mut self, line: &Value) {
        assert_eq!(line["over"], true, "{}: not over", self.name);
        self.finish_rewards();
        assert_eq!(self.period, 3, "{}: scorings of influence", self.name);
        let in_order: Vec<&str> = REGIONS.iter().map(|(region, _)| *region).collect();
        assert_eq!(self.regions, in_order, "{}: regions", self.name);
        let is_goal = |piece: &&Piece| ["goal_here", "goals"].contains(&piece.zone.as_str());
        let goals = self.model.pieces.values().filter(is_goal).count();
        assert_eq!(self.goals_done.len(), goals, "{}: goals", self.name);
        let lost = self.missed == Some(true);
        assert_eq!(lost, self.model.counter("defeat", "") == 1, "{}: defeat", self.name);
        match self.missed {
            Some(true) => self.saw("lost"),
            Some(false) => self.saw("won"),
            None => {}
        }
        let players = self.seats.all[..self.seats.players].to_vec();
        for seat in players.iter().filter(|_| !lost) {
            self.final_scoring(seat);
        }
        self.compare("the end");
        self.compare_standings(line);
    }

    fn final_scoring(&mut self, seat: &str) {
        let favor = |(goal, of): &(&str, Objective)| {
            let level = self.model.counter("favor", &format!("{seat} at {goal}"));
            book::favor(goal, *of, level, self.progress(*of, seat))
        };
        let objectives: i64 = OBJECTIVES.iter().map(favor).sum();
        let goods = |(number, _): (u64, &Piece)| {
            let of = format!("#{number}");
            self.model.counter("goods", &of) + self.model.counter("stored", &of)
        };
        let in_works: i64 = self.model.within("works", seat).map(goods).sum();
        let kept = ["start_goods", "coal", "kept_coal", "silk", "iron"];
        let kept: i64 = kept.iter().map(|it| self.model.counter(it, seat)).sum();
        let leftovers = (in_works + kept) / 3 + self.model.counter("money", seat) / 5;
        if self.model.counter("start_goods", seat) > 0 {
            self.saw("waiting goods");
        }
        self.score("objectives", seat, objectives);
        self.score("leftovers", seat, leftovers);
    }

    /// Compares the points of the rules and of the engine so far, line by line.
    fn compare(&mut self, when: &str) {
        self.n_checked += 1;
        let no_zeros = |sheet: &Sheet| -> Sheet {
            sheet.iter().filter(|(_, points)| **points != 0).map(|(k, v)| (k.clone(), *v)).collect()
        };
        let (ours, told) = (no_zeros(&self.ours), no_zeros(&self.told));
        assert_eq!(ours, told, "{}: {when} {}", self.name, self.n_checked);
    }

    /// Compares the final sheet, the totals, and the places.
    fn compare_standings(&mut self, line: &Value) {
        let standings = line["standings"].as_array().expect("standings");
        let total = |seat: &str| -> i64 {
            self.ours.iter().filter(|((of, _), _)| of == seat).map(|(_, points)| points).sum()
        };
        let mut keys = vec![];
        for standing in standings {
            let seat = text(standing, "seat");
            for (line, points) in standing["points"].as_object().expect("points") {
                let ours = self.ours.get(&(seat.to_owned(), line.clone())).copied().unwrap_or(0);
                assert_eq!(points.as_i64(), Some(ours), "{}: {seat}, {line}", self.name);
            }
            let vp = self.model.counter("vp", seat);
            assert_eq!(vp, total(seat), "{}: points of {seat}", self.name);
            let key = match self.missed {
                Some(missed) => (i64::from(self.is_player(seat) != missed), 0),
                None => (total(seat), self.model.counter("final_order", seat)),
            };
            keys.push((key, number(standing, "place"), seat));
        }
        for (key, place, seat) in &keys {
            let better = keys.iter().filter(|(other, _, _)| other > key).count() as i64;
            assert_eq!(*place, better + 1, "{}: place of {seat}", self.name);
        }
    }
}

/// The sort of a factory's goods: `cotton` of `cotton_3_b`.
fn sort_of(factory: &str) -> &str {
    match factory {
        "old_factory" => "paper",
        "old_factory_cotton_old" => "cotton",
        _ => factory.split('_').next().unwrap_or_default(),
    }
}

/// The colours of a staff from the lowest place up, the order in which it is filled.
fn staff(model: &Model, seat: &str) -> Vec<String> {
    let mut all: Vec<&Piece> = model.within("staff", seat).map(|(_, piece)| piece).collect();
    all.sort_by_key(|piece| piece.since);
    all.into_iter().map(|piece| colour(&piece.entry).to_owned()).collect()
}

/// The colour of a worker or expert: `red_worker`.
fn colour(worker: &str) -> &str {
    worker.split('_').next().unwrap_or_default()
}
