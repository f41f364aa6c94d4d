//! Packs that ask for more work than time or memory allow: whatever they do, the program reports
//! where it went wrong, and its work is bounded. Work is counted; the clock is only checked
//! roughly.

mod packs;

use std::time::Duration;

use boardwright_bots::{Bot, RandomBot};
use boardwright_lab::battery::conformance;
use boardwright_packs::library::Library;
use boardwright_play::game::{Game, check, open};
use boardwright_play::session::Session;
use boardwright_rules::fuel::{CHOICE_FUEL, LIST_FUEL};
use boardwright_syntax::diag::Level;
use cpu_time::ThreadTime;
use packs::{Ends, Hostile};

/// How many decisions of each pack are played.
const DECISIONS: usize = 6;

/// How much processor time everything with one pack may take: 2 seconds as it is shipped, more when
/// the program is built for debugging.
const TIME_MAX: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 8 });

/// The result of a pack.
#[derive(Default, Debug)]
struct Seen {
    /// All reports.
    told: Vec<String>,
    /// The maximum work of a choice, and of listing options.
    choice: u64,
    list: u64,
}

fn library(hostile: &Hostile) -> Library {
    let mut library = Library::new();
    library.add_memory("bad", hostile.files());
    library
}

/// Validates a pack, opens it, plays some decisions and checks all laws.
fn try_out(hostile: &Hostile) -> Seen {
    let library = library(hostile);
    let mut seen = Seen::default();
    let checked = check(&library, &["bad"]);
    for diag in checked.diags.iter().filter(|diag| diag.level == Level::Error) {
        let place = diag.primary.as_ref().map_or("nowhere".into(), |label| {
            let file = checked.sources.file(label.span.file);
            format!("{}:{}", file.path, checked.sources.line_col(label.span).0)
        });
        seen.told.push(format!("{}: {} (at {place})", diag.code, diag.message));
    }
    let opened = open(&library, &["bad"], None, &[]);
    let Some(game) = opened.game else { return seen };
    play(&game, &mut seen);
    let found = conformance(&game, 0..1);
    seen.told.extend(found.into_iter().map(|finding| format!("{}: {}", finding.law, finding.what)));
    seen
}

fn play(game: &Game, seen: &mut Seen) {
    let mut session = match Session::new(game, 1) {
        Ok(session) => session,
        Err(reason) => return seen.told.push(reason),
    };
    let mut bot = RandomBot::new(1);
    for _ in 0..DECISIONS {
        let work = session.table().work();
        seen.choice = seen.choice.max(work.choice);
        seen.list = seen.list.max(work.list);
        let left_out = session.not_offered();
        seen.told.extend(left_out.iter().map(|it| format!("{}: {}", it.option, it.reason)));
        let Some(index) = bot.pick(session.table()) else { break };
        if let Err(refusal) = session.choose_index(index) {
            seen.told.push(refusal.reason);
            break;
        }
    }
    session.standings();
}

/// Reports a pack that ended in the wrong way.
fn unbounded(hostile: &Hostile) -> Option<String> {
    let start = ThreadTime::now();
    let seen = try_out(hostile);
    let took = start.elapsed();
    let Seen { choice, list, told } = &seen;
    println!("{}: {choice} and {list} units, {took:?}", hostile.name);
    // Work already begun is finished: one walk, one move of many pieces.
    let bounded = *choice < CHOICE_FUEL + CHOICE_FUEL / 8 && *list < LIST_FUEL + LIST_FUEL / 8;
    let ended = match hostile.ends {
        Ends::Plays => told.iter().all(|text| !text.contains("takes too long")),
        Ends::Told(what, place) => {
            told.iter().any(|text| text.contains(what) && text.contains(place))
        }
    };
    let good = took < TIME_MAX && bounded && ended;
    (!good).then(|| format!("{}: {took:?}, {seen:#?}", hostile.name))
}

fn assert_bounded(packs: &[Hostile]) {
    let wrong: Vec<String> = packs.iter().filter_map(unbounded).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_that_take_too_long_are_told_with_their_place() {
    assert_bounded(&packs::rules());
}

#[test]
fn large_tables_are_bounded() {
    assert_bounded(&packs::sizes());
}

#[test]
fn scripts_of_one_choice_are_bounded_together() {
    assert_bounded(&packs::scripts());
}

#[test]
fn expressions_by_themselves_are_bounded() {
    assert_bounded(&packs::expressions());
}

/// However many options take too long, the question is still asked, and the others can be chosen.
#[test]
fn dear_options_do_not_end_the_question() {
    let hostile = packs::dear_options();
    let opened = open(&library(&hostile), &["bad"], None, &[]);
    let game = opened.game.unwrap_or_else(|| panic!("{:?}", opened.diags));
    let mut session = Session::new(&game, 1).expect("it can be set up");
    let offered = session.options();
    assert!(session.table().gave_up());
    for good in ["cheap", "safe"] {
        assert!(offered.iter().any(|option| option == good), "{offered:?}");
    }
    let left_out = session.not_offered();
    assert!(!left_out.is_empty() && offered.len() + left_out.len() == 9, "{offered:?}");
    for it in &left_out {
        assert!(it.reason.contains("takes too long (bad/game.yaml:"), "{}", it.reason);
    }
    // Options that nobody had time to check are offered, and struck if they prove bad.
    let before = session.table().state().clone();
    let dear = offered.iter().find(|it| it.starts_with("dear")).expect("one was not looked at");
    let refusal = session.choose(dear).expect_err("it takes too long");
    assert!(refusal.reason.contains("takes too long"), "{}", refusal.reason);
    assert_eq!(refusal.taken_back, Some(0));
    assert_eq!(*session.table().state(), before);
    assert!(!session.options().contains(dear));
    session.choose("cheap").expect("it can be chosen");
}

/// The reads of a script use fuel as well. However far the fuel lasts, the script counts as pure.
#[test]
fn a_script_without_fuel_is_not_called_impure() {
    let Seen { told, .. } = try_out(&packs::dear_script());
    let too_long = "takes too long (bad/game.yaml:9)";
    assert!(told.iter().any(|text| text.contains(too_long)), "{told:#?}");
    assert!(!told.iter().any(|text| text.contains("different results")), "{told:#?}");
}

/// Honest packs need far less than the limits.
#[test]
fn honest_packs_stay_far_below_the_bounds() {
    let library = boardwright_tests::library();
    let all =
        ["nippon", "nippon-late-factories", "nippon-common-goals", "nippon-tea", "nippon-workshop"];
    for packs in [&["devtest"][..], &["devtest-more"], &["hello"], &["nippon"], &all] {
        let opened = open(&library, packs, None, &[]);
        let game = opened.game.unwrap_or_else(|| panic!("{packs:?}: {:?}", opened.diags));
        let mut most = (0, 0);
        for seed in 0..8 {
            let mut session = Session::new(&game, seed).expect("it can be set up");
            let mut bot = RandomBot::new(seed);
            loop {
                let work = session.table().work();
                most = (most.0.max(work.choice), most.1.max(work.list));
                let Some(index) = bot.pick(session.table()) else { break };
                session.choose_index(index).expect("what is offered can be done");
            }
        }
        println!("{packs:?}: {most:?}");
        let far = most.0 * 20 < CHOICE_FUEL && most.1 * 20 < LIST_FUEL;
        assert!(far, "{packs:?}: {most:?}");
    }
}
