//! Influence in `nippon`, worked out a second time: whole games are played at random, and for
//! every region of every scoring the points are computed here from where tokens and trains lie,
//! by code that shares nothing with the pack, and compared with what the pack gave.

use std::collections::BTreeMap;

use boardwright_pack::bot::{Bot, RandomBot};
use boardwright_pack::game::{Game, open};
use boardwright_rules::def::ask::Part;
use boardwright_rules::def::part::Scope;
use boardwright_rules::event::{Event, Origin};
use boardwright_rules::id::{PieceId, SeatId};
use boardwright_rules::table::Table;
use boardwright_rules::world::World;
use boardwright_tests::library;

/// How many games are played for each number of players.
const GAMES: u64 = 12;

/// A city and the values printed at its quarters.
type City = (&'static str, [i32; 4]);

/// The cities of each region, left to right, with the values printed at their quarters: west,
/// north, south, east.
const REGIONS: [(&str, [City; 2]); 4] = [
    ("silk-region", [("nagasaki", [0, 1, 2, 3]), ("hiroshima", [2, 3, 0, 1])]),
    ("iron-region", [("osaka", [1, 0, 3, 2]), ("kyoto", [3, 2, 1, 0])]),
    ("coal-region", [("nagoya", [2, 1, 3, 0]), ("tokyo", [0, 3, 1, 2])]),
    ("money-region", [("sendai", [3, 0, 2, 1]), ("sapporo", [1, 2, 0, 3])]),
];
const SIDES: [&str; 4] = ["west", "north", "south", "east"];
/// What the places are worth in each period.
const VALUES: [[i32; 4]; 3] = [[10, 8, 6, 2], [18, 14, 10, 3], [26, 20, 14, 4]];

/// What lies on the spaces of a board: by zone and space, the entry and the owner.
type Board = BTreeMap<(String, String), (String, usize)>;

fn board(game: &Game, world: &World) -> Board {
    let def = &game.def;
    let mut board = Board::new();
    for piece in (0..def.pieces.len()).map(PieceId::from) {
        let place = &def.places[world.place_of(piece).index()];
        let zone = &def.zones[place.zone.index()];
        if !["stall", "platform"].contains(&zone.named.id.as_str()) {
            continue;
        }
        assert!(matches!(zone.scope, Scope::Space(_)));
        let space = &def.spaces[place.holder as usize].named.id;
        let entry = &def.entries[world.entry_of(def, piece).index()].named.id;
        let owner = usize::try_from(world.owner_of(piece)).expect("somebody's");
        let there = (zone.named.id.clone(), space.clone());
        let other = board.insert(there, (entry.clone(), owner));
        assert!(other.is_none(), "two pieces on {space}");
    }
    board
}

/// The points of each seat in a region, by the rules: tokens count their value, trains 2 each for
/// those who have a token, printed values that no token covers count for the companies.
fn points(board: &Board, region: &str, period: usize, seats: usize) -> Vec<i32> {
    let (_, cities) = REGIONS.iter().find(|(id, _)| *id == region).expect("a region");
    let (mut influence, mut has_token, mut overseas) = (vec![0; seats], vec![false; seats], 0);
    for (city, printed) in cities {
        for (side, value) in SIDES.iter().zip(printed) {
            match board.get(&("stall".into(), format!("{city}-{side}"))) {
                None => overseas += value,
                Some((token, owner)) => {
                    let worth = token.rsplit('-').next().and_then(|it| it.parse::<i32>().ok());
                    influence[*owner] += worth.expect("a number");
                    has_token[*owner] = true;
                }
            }
        }
    }
    let prefix = format!("{}-station-", region.trim_end_matches("-region"));
    for ((zone, space), (_, owner)) in board {
        if zone == "platform" && space.starts_with(&prefix) && has_token[*owner] {
            influence[*owner] += 2;
        }
    }
    let v = VALUES[period];
    let values = if seats == 2 { vec![v[0], v[2], v[3]] } else { v.to_vec() };
    let contenders: Vec<i32> =
        influence.iter().copied().chain([overseas]).filter(|amount| *amount > 0).collect();
    let share = |amount: i32| {
        if amount == 0 {
            return 0;
        }
        let before = contenders.iter().filter(|other| **other > amount).count();
        let tied = contenders.iter().filter(|other| **other == amount).count();
        let sum: i32 = (before..before + tied).map(|at| values.get(at).unwrap_or(&0)).sum();
        sum / tied as i32
    };
    influence.into_iter().map(share).collect()
}

/// A scoring of one region in the middle of play: what should be given, and what is.
struct Scoring {
    what: String,
    wanted: Vec<i32>,
    given: Vec<i32>,
}

#[derive(Default)]
struct Totals {
    scorings: usize,
    points: i32,
    ties: usize,
}

/// Plays one game and compares every region of every scoring.
fn compare(game: &Game, seed: u64, totals: &mut Totals) {
    let def = &game.def;
    let seats = usize::from(def.seats);
    let line = def.lines.iter().position(|line| line.id == "influence").expect("a line");
    // The pack tells which region it is about to score.
    let says = |words: &str| {
        let has = |part: &Part| matches!(part, Part::Text(text) if text.contains(words));
        def.notes.iter().position(|note| note.parts.iter().any(has)).expect("a note")
    };
    let (begins, region) = (says("influence is scored"), says("the companies from overseas have"));

    let mut world = World::new(def, seed);
    let mut events: Vec<(Origin, Event)> = vec![];
    let mut table = Table::new(def, &game.scripts, seed, &mut events).expect("it starts");
    let mut bot = RandomBot::new(seed);
    let (mut period, mut all) = (0, Vec::<Scoring>::new());
    loop {
        for (_, event) in events.drain(..) {
            match event {
                Event::Noted { note, .. } if note.index() == begins => period += 1,
                Event::Noted { note, gaps } if note.index() == region => {
                    let space = &def.spaces[gaps[0] as usize].named.id;
                    let wanted = points(&board(game, &world), space, period - 1, seats);
                    let what = format!("{seats} players, seed {seed}, period {period}, {space}");
                    all.push(Scoring { what, wanted, given: vec![0; seats] });
                }
                Event::Scored { line: on, seat, points } if on.index() == line => {
                    let scoring = all.last_mut().expect("a region was named before");
                    scoring.given[usize::from(seat)] += points;
                }
                _ => {}
            }
            world.fold(def, &event);
        }
        let Some(index) = bot.pick(&table) else { break };
        table.choose(index, &mut events).expect("what is offered can be done");
    }
    assert_eq!(all.len(), 12, "three scorings of four regions, {seats} players, seed {seed}");
    for scoring in &all {
        assert_eq!(scoring.given, scoring.wanted, "{}", scoring.what);
        totals.points += scoring.given.iter().sum::<i32>();
        let scored = scoring.given.iter().filter(|points| **points > 0);
        let mut scored: Vec<i32> = scored.copied().collect();
        let n_scored = scored.len();
        scored.sort_unstable();
        scored.dedup();
        totals.ties += n_scored - scored.len();
    }
    for seat in 0..seats {
        let sum: i32 = all.iter().map(|scoring| scoring.wanted[seat]).sum();
        let sheet = table.state().world.points(def, line, SeatId::from(seat));
        assert_eq!(sum, sheet, "the sheet of seat {seat}, {seats} players, seed {seed}");
    }
    totals.scorings += all.len();
}

#[test]
fn influence_is_what_the_board_says() {
    let library = library();
    let mut totals = Totals::default();
    for players in 2..=4 {
        let opened = open(&library, &["nippon"], Some(players), &[]);
        let game = opened.game.expect("it validates");
        (0..GAMES).for_each(|seed| compare(&game, seed, &mut totals));
    }
    // The test has looked at something: points were given, and some of them shared.
    assert_eq!(totals.scorings as u64, 3 * GAMES * 12);
    assert!(totals.points > 1000, "{} points", totals.points);
    assert!(totals.ties > 0, "nobody ever tied");
}

/// The recomputation itself, on the example of the rulebook and on those of the pack's tests.
#[test]
fn the_recomputation_knows_the_examples() {
    let board = |pieces: &[(&str, &str, &str, usize)]| -> Board {
        let there = |(zone, space, entry, owner): &(&str, &str, &str, usize)| {
            ((zone.to_string(), space.to_string()), (entry.to_string(), *owner))
        };
        pieces.iter().map(there).collect()
    };
    let shown = board(&[
        ("stall", "nagasaki-east", "mark-5", 0),
        ("stall", "nagasaki-south", "mark-5", 1),
        ("stall", "nagasaki-north", "mark-3", 2),
    ]);
    assert_eq!(points(&shown, "silk-region", 0, 4), [7, 7, 2, 0]);
    let two = board(&[
        ("stall", "nagasaki-east", "mark-6", 0),
        ("stall", "hiroshima-north", "locked-3", 1),
        ("platform", "iron-station-2", "train-piece", 1),
    ]);
    assert_eq!(points(&two, "silk-region", 0, 2), [8, 2]);
    let train = board(&[
        ("stall", "nagasaki-east", "mark-1", 0),
        ("platform", "silk-station-2", "train-piece", 0),
        ("platform", "silk-station-3", "train-piece", 1),
    ]);
    assert_eq!(points(&train, "silk-region", 2, 2), [14, 0]);
}
