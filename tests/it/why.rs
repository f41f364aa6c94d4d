//! "Why is this number so?", asked about running games: histories add up, and name where they come
//! from.

use boardwright_bots::{Bot, RandomBot};
use boardwright_play::game::{Game, open};
use boardwright_play::session::Session;
use boardwright_play::session::why::{Answer, Cause, Effect, Reply};
use boardwright_rules::def::part::Scope;
use boardwright_rules::id::{CounterId, SeatId};
use boardwright_tests::{library, read};
use insta::assert_snapshot;

fn game(packs: &[&str], players: u8) -> Game {
    open(&library(), packs, Some(players), &[]).game.expect("it validates")
}

/// A stream of random numbers, the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// Checks that a history adds up to the current value, and that each cause names its place.
fn adds_up(asked: &str, answer: &Answer, now: i32, n_choices: usize) {
    let told = || format!("{asked}: {answer:#?}");
    let (start, changes) = answer.causes.split_last().expect("it began with something");
    let Effect::Is(mut number) = start.effect else { panic!("no start: {}", told()) };
    // What a track is worth comes before its history.
    let changes = match changes {
        [Cause { effect: Effect::Is(_), .. }, history @ ..] => history,
        history => history,
    };
    for cause in changes.iter().rev() {
        let Effect::By { by, to } = cause.effect else { panic!("no change: {}", told()) };
        assert_eq!(number + by, to, "{}", told());
        assert_ne!(by, 0, "{}", told());
        number = to;
        assert!(!cause.text.is_empty() && cause.choice <= n_choices, "{}", told());
        let place = cause.place.as_ref().unwrap_or_else(|| panic!("no place: {}", told()));
        let lines = read(&format!("content/{}", place.file)).lines().count();
        assert!((1..=lines).contains(&(place.line as usize)), "{}", told());
        // The chain ends with a choice, or with the set-up.
        let last = cause.because.last().unwrap_or(cause);
        let ends = ["p1 chose", "p2 chose", "p3 chose", "p4 chose", "after p", "set-up"];
        assert!(ends.iter().any(|end| last.text.starts_with(end)), "{}", told());
    }
    assert_eq!(number, now, "{}", told());
    let newest_first = changes.windows(2).all(|two| two[0].choice >= two[1].choice);
    assert!(newest_first, "{}", told());
}

/// Asks for a number of a seat, and checks the answer.
fn ask(session: &Session, counter: CounterId, seat: SeatId) {
    let def = &session.game.def;
    let it = &def.counters[counter.index()];
    let asked = match it.scope {
        Scope::Table => it.named.id.clone(),
        _ => format!("{} {}", it.named.id, session.seat_id(seat)),
    };
    let now = session.table().state().world.counter(def, counter, i32::from(seat.0));
    match session.why_number(seat, &asked) {
        Reply::Answer(answer) => adds_up(&asked, &answer, now, session.choices().count()),
        other => panic!("{asked}: {other:?}"),
    }
}

/// Plays a random game and asks for a random number at about one in `every` decisions.
fn ask_at_random(packs: &[&str], (players, seed): (u8, u64), every: usize) {
    let game = game(packs, players);
    let def = &game.def;
    let mut session = Session::new(&game, seed).expect("it can be set up");
    let (mut bot, mut dice) = (RandomBot::new(seed), Dice(seed));
    let counters = def.counters.iter().enumerate();
    let named = counters.filter(|(_, it)| {
        matches!(it.scope, Scope::Seat | Scope::Table) && !it.named.id.contains('/')
    });
    let counters: Vec<CounterId> = named.map(|(at, _)| CounterId::from(at)).collect();
    let mut n_asked = 0;
    while let Some(index) = bot.pick(session.table()) {
        session.choose_index(index).expect("what is offered can be done");
        if dice.below(every) == 0 {
            let counter = counters[dice.below(counters.len())];
            ask(&session, counter, SeatId::from(dice.below(usize::from(def.seats))));
            n_asked += 1;
        }
    }
    assert!(n_asked >= 3, "{n_asked} questions were asked");
    // At the end, all numbers, and every line of the sheet.
    for seat in (0..usize::from(def.seats)).map(SeatId::from) {
        for counter in &counters {
            ask(&session, *counter, seat);
        }
        let world = &session.table().state().world;
        for (line, named) in def.lines.iter().enumerate() {
            let asked = format!("line {} {}", named.id, session.seat_id(seat));
            match session.why_number(seat, &asked) {
                Reply::Answer(answer) => {
                    let points = world.points(def, line, seat);
                    adds_up(&asked, &answer, points, session.choices().count());
                }
                other => panic!("{asked}: {other:?}"),
            }
        }
    }
}

#[test]
fn histories_of_nippon_add_up() {
    for (players, seed) in [(2, 1), (3, 2), (4, 3)] {
        ask_at_random(&["nippon"], (players, seed), 20);
    }
    ask_at_random(&["nippon", "nippon-late-factories", "nippon-common-goals"], (2, 4), 20);
}

#[test]
fn histories_of_hello_add_up() {
    for seed in 1..=5 {
        ask_at_random(&["hello"], (3, seed), 4);
    }
}

/// A game in which everybody takes the first of these options that is offered, otherwise the first
/// option.
fn played<'g>(game: &'g Game, seed: u64, liked: &[&str], n: usize) -> Session<'g> {
    let mut session = Session::new(game, seed).expect("it can be set up");
    for _ in 0..n {
        let options = session.options();
        let at = liked.iter().find_map(|liked| options.iter().position(|it| it == liked));
        session.choose_index(at.unwrap_or(0)).expect("what is offered can be done");
    }
    session
}

/// An answer as text. Line numbers are left out: they change with every edit.
fn told(reply: &Reply) -> String {
    match reply {
        Reply::Answer(answer) => {
            let mut text = format!("{}\n", answer.about);
            answer.causes.iter().for_each(|cause| tell(cause, 1, &mut text));
            text
        }
        Reply::Which(meanings) => {
            let line = |it: &boardwright_play::session::why::Meaning| {
                format!("? {} -> why {}\n", it.told, it.ask)
            };
            meanings.iter().map(line).collect()
        }
        Reply::Refused(reason) => format!("refused: {reason}\n"),
        Reply::Unknown(near) => format!("unknown; similar: {near:?}\n"),
    }
}

fn tell(cause: &Cause, depth: usize, text: &mut String) {
    let effect = match cause.effect {
        Effect::None => String::new(),
        Effect::Is(number) => format!("{number}  "),
        Effect::By { by, to } => format!("{by:+} = {to}  "),
    };
    let amount = cause.amount.as_ref().map_or(String::new(), |it| format!(": {it}"));
    let chain: String = cause.because.iter().map(|it| format!(" < {}", it.text)).collect();
    let when = if cause.when.is_empty() { String::new() } else { format!(" ({})", cause.when) };
    let place = cause.place.as_ref().map_or(String::new(), |it| format!(" [{}]", it.file));
    let indent = "  ".repeat(depth);
    text.push_str(&format!("{indent}{effect}{}{amount}{chain}{when}{place}\n", cause.text));
    cause.parts.iter().for_each(|part| tell(part, depth + 1, text));
}

/// A seat's questions with their answers.
fn asked(session: &Session, seat: u16, questions: &[&str]) -> String {
    let answer = |asked: &&str| {
        let reply = session.why_number(SeatId(seat), asked);
        format!("> {asked}\n{}", told(&reply))
    };
    questions.iter().map(answer).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_gain_is_followed_back_to_the_choice() {
    let game = game(&["nippon"], 2);
    let session = played(&game, 7, &["pair_3"], 20);
    // Numbers changed by a token and by a bonus of a track; a number nobody changed.
    assert_snapshot!(asked(&session, 0, &["is my coal so", "Coal?", "mining", "p2 iron"]));
}

#[test]
fn prices_wages_and_points_are_worked_out_in_words() {
    let game = game(&["nippon"], 2);
    let session = played(&game, 7, &["pair_3", "factory", "consolidate"], 60);
    let questions = [
        "factory cost",
        "p2 factory cost",
        "wage",
        "money",
        "iron",
        "kept coal",
        "overseas silk",
        "score",
        "goods",
        "influence",
        "nagasaki",
        "influnce",
    ];
    assert_snapshot!(asked(&session, 0, &questions));
}
