//! The figures of a run, computed from its records.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use super::plan::RunInfo;
use super::record::{GameRecord, SeatRecord};
use super::stats::{Num, Rate, Spread, moments};
use boardwright_play::content::Content;

/// The maximum number of unfinished games listed one by one.
const FAILED_MAX: usize = 20;

/// The figures of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The title of the game.
    pub title: String,
    /// The packs with their versions.
    pub packs: Vec<String>,
    /// The number of players.
    pub players: u8,
    /// Bots: one for all seats, or one for each, moving on by one seat from game to game.
    pub bots: Vec<String>,
    /// The seed of the run.
    pub seed: u64,
    /// The number of games asked for.
    pub asked: u64,
    /// The number of finished games; all figures are based on them.
    pub games: u64,
    /// The number of games that did not finish.
    pub n_failed: u64,
    /// Some of these, with the reason.
    pub failed: Vec<Failed>,
    /// The number of choices that led into a dead end and were undone.
    pub n_struck: u64,
    /// Some of them, with the reason.
    pub struck: Vec<Failed>,
    /// The number of games in which a script failed.
    pub n_faults: u64,
    /// Some of them, with the first failure.
    pub faults: Vec<Failed>,
    /// Scores of all seats.
    pub score: Spread,
    /// Scores of winners.
    pub winning_score: Spread,
    /// The best score minus the second best.
    pub margin: Spread,
    /// How often another seat became sole leader.
    pub lead_changes: Spread,
    /// The figures of each seat.
    pub seats: Vec<Side>,
    /// The figures of each bot.
    pub by_bot: Vec<Side>,
    /// The length of games: decisions and periods.
    pub length: Vec<Length>,
    /// The mean number of options at a decision.
    pub options_per_decision: Num,
    /// Where points come from.
    pub points: Vec<Points>,
    /// What was taken, and with what results.
    pub content: Vec<Use>,
    /// What no seat took, though it was offered, or though others of its kind were taken.
    pub never_taken: Vec<Content>,
    /// What never came into play.
    pub never_seen: Vec<Content>,
}

/// A game that did not finish.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failed {
    /// Its number.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    /// Why.
    pub why: String,
}

/// The results of one side: a seat or a bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Side {
    /// Its id.
    pub id: String,
    /// How often it won.
    pub wins: Rate,
    /// Its scores.
    pub score: Spread,
}

/// How often something happens in a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Length {
    /// The event.
    pub of: String,
    /// The number per game.
    pub spread: Spread,
}

/// Points of one line of the score sheet.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Points {
    /// The line.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its share of all points.
    pub share: Num,
    /// Points of a seat.
    pub all: Spread,
    /// Points of winners.
    pub winners: Num,
    /// Points of the others.
    pub others: Num,
}

/// How often something was taken, and with what results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Use {
    /// Its kind.
    pub kind: String,
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The number of games in which it came into play.
    pub games: u64,
    /// How many of the seats that were offered it took it.
    pub picked: Rate,
    /// How many of the seats that took it won.
    pub won: Rate,
    /// The mean score of the seats that took it.
    pub score: Num,
}

impl Summary {
    /// Computes the figures of a run.
    pub fn new(run: &RunInfo, records: &[GameRecord]) -> Self {
        let games: Vec<&GameRecord> = records.iter().filter(|it| it.failed.is_none()).collect();
        let seats = || games.iter().flat_map(|game| game.seats.iter().map(|seat| (*game, seat)));
        let decisions: u64 = games.iter().map(|game| game.decisions).sum();
        let options: u64 = games.iter().map(|game| game.options).sum();
        let content: Vec<Use> = uses(run, &games);
        let taken_kinds: BTreeSet<&str> = content
            .iter()
            .filter(|it| it.picked.count.0 > 0.0)
            .map(|it| it.kind.as_str())
            .collect();
        let part = |wanted: &dyn Fn(&Use) -> bool| -> Vec<Content> {
            content.iter().filter(|it| wanted(it)).map(Use::content).collect()
        };
        let never_taken = part(&|it| {
            let could = it.picked.n > 0 || it.games > 0 && taken_kinds.contains(it.kind.as_str());
            it.picked.count.0 == 0.0 && could
        });
        let never_seen = part(&|it| it.games == 0);
        let failed = records.iter().filter_map(|it| {
            let why = it.failed.clone()?;
            Some(Failed { game: it.game, seed: it.seed, why })
        });
        let struck = records.iter().filter_map(|it| {
            let why = it.struck.first()?.clone();
            Some(Failed { game: it.game, seed: it.seed, why })
        });
        let faults = records.iter().filter_map(|it| {
            let why = it.faults.first()?.clone();
            Some(Failed { game: it.game, seed: it.seed, why })
        });
        let packs = run.lock.packs.iter().map(|pack| format!("{} {}", pack.id, pack.version));
        Self {
            title: run.title.clone(),
            packs: packs.collect(),
            players: run.players,
            bots: run.bots.clone(),
            seed: run.seed,
            asked: run.games,
            games: games.len() as u64,
            n_failed: (records.len() - games.len()) as u64,
            failed: failed.take(FAILED_MAX).collect(),
            n_struck: records.iter().map(|it| it.struck.len() as u64).sum(),
            struck: struck.take(FAILED_MAX).collect(),
            n_faults: records.iter().filter(|it| !it.faults.is_empty()).count() as u64,
            faults: faults.take(FAILED_MAX).collect(),
            score: Spread::of(seats().map(|(_, seat)| seat.score as f64)),
            winning_score: Spread::of(games.iter().filter_map(|game| {
                let best = game.seats.iter().find(|seat| seat.place == 1)?;
                Some(best.score as f64)
            })),
            margin: Spread::of(games.iter().filter_map(|game| Some(game.margin()? as f64))),
            lead_changes: Spread::of(games.iter().map(|game| game.lead_changes as f64)),
            seats: sides(&games, run.seats.iter().map(String::as_str), |seat| &seat.seat),
            by_bot: sides(&games, bots(&games), |seat| &seat.bot),
            length: lengths(run, &games),
            options_per_decision: Num(options as f64 / decisions.max(1) as f64),
            points: points(run, &games),
            content,
            never_taken,
            never_seen,
        }
    }
}

impl Use {
    fn content(&self) -> Content {
        Content { kind: self.kind.clone(), id: self.id.clone(), name: self.name.clone() }
    }
}

/// All bots that played, sorted.
fn bots<'r>(games: &[&'r GameRecord]) -> BTreeSet<&'r str> {
    games.iter().flat_map(|game| game.seats.iter().map(|seat| &*seat.bot)).collect()
}

fn sides<'i>(
    games: &[&GameRecord],
    ids: impl IntoIterator<Item = &'i str>,
    of: fn(&SeatRecord) -> &str,
) -> Vec<Side> {
    let side = |id: &str| {
        let all = games.iter().flat_map(|game| game.seats.iter().map(|seat| (*game, seat)));
        let its: Vec<(&GameRecord, &SeatRecord)> = all.filter(|(_, seat)| of(seat) == id).collect();
        let wins: f64 = its.iter().map(|(game, seat)| game.win(seat)).sum();
        Side {
            id: id.to_owned(),
            wins: Rate::of(wins, its.len() as u64),
            score: Spread::of(its.iter().map(|(_, seat)| seat.score as f64)),
        }
    };
    ids.into_iter().map(side).collect()
}

fn lengths(run: &RunInfo, games: &[&GameRecord]) -> Vec<Length> {
    let decisions = Spread::of(games.iter().map(|game| game.decisions as f64));
    let mut lengths = vec![Length { of: "decisions".into(), spread: decisions }];
    for period in &run.periods {
        let began =
            |game: &&GameRecord| game.periods.get(period.as_str()).copied().unwrap_or(0) as f64;
        let spread = Spread::of(games.iter().map(began));
        if spread.max.0 > 1.0 {
            lengths.push(Length { of: period.clone(), spread });
        }
    }
    lengths
}

fn points(run: &RunInfo, games: &[&GameRecord]) -> Vec<Points> {
    let seats: Vec<&SeatRecord> = games.iter().flat_map(|game| &game.seats).collect();
    let total: i64 = seats.iter().map(|seat| seat.points.values().sum::<i64>()).sum();
    let line = |label: &super::plan::Label| {
        let of = |seat: &&SeatRecord| seat.points.get(label.id.as_str()).copied().unwrap_or(0);
        let points: Vec<i64> = seats.iter().map(of).collect();
        let sum: i64 = points.iter().sum();
        let mean = |wins: bool| {
            let all = seats.iter().zip(&points);
            let part = all.filter(|(seat, _)| (seat.place == 1) == wins);
            let part: Vec<f64> = part.map(|(_, points)| *points as f64).collect();
            Num(moments(&part).0)
        };
        Points {
            id: label.id.clone(),
            name: label.name.clone(),
            share: Num(if total == 0 { 0.0 } else { sum as f64 / total as f64 }),
            all: Spread::of(points.iter().map(|points| *points as f64)),
            winners: mean(true),
            others: mean(false),
        }
    };
    run.lines.iter().map(line).collect()
}

/// Sums for one piece of content.
#[derive(Clone, Copy, Default)]
struct Sums {
    games: u64,
    last_game: u64,
    offered: u64,
    took: u64,
    wins: f64,
    score: i64,
}

/// Finds content by its id. Records list it in the order of the run, so it is usually a little
/// after the last one found.
struct Finder<'r> {
    content: &'r [Content],
    by_id: HashMap<&'r str, usize>,
    /// The text that last named each content. Records of one thread share theirs, so most often it
    /// need not be read.
    texts: Vec<&'r str>,
    next: usize,
    /// How far it searches ahead before it uses the map.
    ahead: usize,
}

impl<'r> Finder<'r> {
    fn new(content: &'r [Content]) -> Self {
        let by_id = content.iter().enumerate().map(|(index, it)| (it.id.as_str(), index));
        let by_id: HashMap<&str, usize> = by_id.collect();
        // If several share an id, always use the same one, from the map.
        let ahead = if by_id.len() == content.len() { 16 } else { 0 };
        Self { content, by_id, texts: vec![""; content.len()], next: 0, ahead }
    }

    fn find(&mut self, id: &'r str) -> Option<usize> {
        let same = |text: &&str| std::ptr::eq(*text, id);
        let at = match self.texts[self.next..].iter().take(self.ahead).position(same) {
            Some(further) => self.next + further,
            None => self.look_up(id)?,
        };
        self.next = at + 1;
        Some(at)
    }

    fn look_up(&mut self, id: &'r str) -> Option<usize> {
        let mut ahead = self.content[self.next..].iter().take(self.ahead);
        let at = match ahead.position(|it| it.id == id) {
            Some(further) => self.next + further,
            None => *self.by_id.get(id)?,
        };
        self.texts[at] = id;
        Some(at)
    }
}

fn uses<'r>(run: &'r RunInfo, games: &[&'r GameRecord]) -> Vec<Use> {
    let mut finder = Finder::new(&run.content);
    let mut sums = vec![Sums::default(); run.content.len()];
    let mut add = |id: &'r str, game: &GameRecord, add: &dyn Fn(&mut Sums)| {
        if let Some(sums) = finder.find(id).and_then(|index| sums.get_mut(index)) {
            if sums.last_game != game.game {
                sums.last_game = game.game;
                sums.games += 1;
            }
            add(sums);
        }
    };
    for game in games {
        game.seen.iter().for_each(|id| add(id, game, &|_| {}));
        for seat in &game.seats {
            seat.left.iter().for_each(|id| add(id, game, &|sums| sums.offered += 1));
            let win = game.win(seat);
            for id in &seat.took {
                add(id, game, &|sums| {
                    sums.offered += 1;
                    sums.took += 1;
                    sums.wins += win;
                    sums.score += seat.score;
                });
            }
        }
    }
    let of = |(content, sums): (&Content, &Sums)| Use {
        kind: content.kind.clone(),
        id: content.id.clone(),
        name: content.name.clone(),
        games: sums.games,
        picked: Rate::of(sums.took as f64, sums.offered),
        won: Rate::of(sums.wins, sums.took),
        score: Num(sums.score as f64 / sums.took.max(1) as f64),
    };
    run.content.iter().zip(&sums).map(of).collect()
}
