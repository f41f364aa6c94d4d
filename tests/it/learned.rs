//! The facts that look-ahead learns about the rules belong to the definition: all games on it share
//! them, and they change none of the games.

use std::sync::atomic::AtomicBool;

use boardwright_bots::{Bot, RandomBot, Spec};
use boardwright_lab::golden;
use boardwright_lab::ladder;
use boardwright_lab::simulate::play::{Played, Player};
use boardwright_lab::simulate::{Plan, Shard};
use boardwright_play::game::{Game, open};
use boardwright_rules::def::Def;
use boardwright_rules::event::Deaf;
use boardwright_rules::table::Table;
use boardwright_tests::{library, root};

fn game(pack: &str) -> Game {
    let mut library = library();
    library.add_folder(root().join("tests/packs"));
    open(&library, &[pack], Some(2), &[]).game.expect("it validates")
}

/// A random game, played one decision at a time.
struct Run<'a> {
    table: Table<'a>,
    bot: RandomBot,
    options: Vec<Vec<i32>>,
}

impl<'a> Run<'a> {
    fn new(game: &'a Game, def: &'a Def, seed: u64) -> Self {
        let table = Table::new(def, &game.scripts, seed, &mut Deaf).expect("it can be set up");
        Self { table, bot: RandomBot::new(seed), options: vec![] }
    }

    /// Makes a decision; returns whether there was one to make.
    fn go_on(&mut self) -> bool {
        let Some(index) = self.bot.pick(&self.table) else { return false };
        self.options.push(self.table.options().to_vec());
        self.table.choose(index, &mut Deaf).expect("what is offered can be done");
        true
    }

    /// The options offered during the whole game.
    fn played(mut self) -> Vec<Vec<i32>> {
        while self.go_on() {}
        self.options
    }
}

#[test]
fn every_way_to_play_uses_what_was_learnt_before() {
    let game = game("nippon");
    let bots = [Spec::parse("random").expect("a bot"), Spec::parse("greedy").expect("a bot")];
    let shard = Shard::default();
    let plan = Plan { games: 1, seed: 1, bots: vec!["random".into()], shard };
    let player = Player::new(&game, &plan).expect("the bot is known");
    let stop = AtomicBool::new(false);
    let ways: [(&str, &dyn Fn()); 4] = [
        ("a table", &|| drop(Run::new(&game, &game.def, 1).played())),
        ("a session", &|| drop(golden::transcript(&game, 1))),
        ("simulate", &|| assert!(matches!(player.play(1, None, &stop), Played::Done(_)))),
        ("bots", &|| drop(ladder::play(&game, 1, &bots).expect("a game to its end"))),
    ];
    for (name, play) in ways {
        let before = game.def.learned.drawn();
        play();
        let first = game.def.learned.drawn();
        play();
        let second = game.def.learned.drawn();
        assert_eq!(second, first, "{name}: the same game again draws nothing");
        assert!(name != "a table" || first > before + 100, "{name}: there is something to learn");
    }
}

#[test]
fn another_game_on_the_same_definition_has_little_left_to_learn() {
    let game = game("nippon");
    let drawn_by = |def: &Def, seed| {
        let before = def.learned.drawn();
        Run::new(&game, def, seed).played();
        def.learned.drawn() - before
    };
    let learnt: u64 = (0..30).map(|seed| drawn_by(&game.def, seed)).sum();
    assert!(learnt > 100, "there is something to learn");
    let cold: u64 = (30..35).map(|seed| drawn_by(&game.def.clone(), seed)).sum();
    let warm: u64 = (30..35).map(|seed| drawn_by(&game.def, seed)).sum();
    // Rare paths stay new for long; common ones are known by then.
    assert!(warm * 5 < cold, "{warm} places drawn instead of {cold}");
}

#[test]
fn what_one_table_learnt_does_not_mislead_another() {
    for pack in ["nippon", "devtest", "hindsight"] {
        let game = game(pack);
        // With little room, the chart is dropped again and again in the middle of games.
        for room in [None, Some(300), Some(20)] {
            let shared = game.def.clone();
            room.into_iter().for_each(|room| shared.learned.keep_at_most(room));
            let mut runs: Vec<Run> = (0..4).map(|seed| Run::new(&game, &shared, seed)).collect();
            while runs.iter_mut().fold(false, |any, run| run.go_on() | any) {}
            for (seed, run) in runs.into_iter().enumerate() {
                let alone = game.def.clone();
                let alone = Run::new(&game, &alone, seed as u64).played();
                assert!(run.options == alone, "{pack}, game {seed}, room for {room:?}");
            }
        }
    }
}

#[test]
fn a_copy_of_a_definition_has_learnt_nothing() {
    let game = game("nippon");
    Run::new(&game, &game.def, 1).played();
    assert!(game.def.learned.drawn() > 0);
    assert_eq!(game.def.clone().learned.drawn(), 0);
    assert_eq!(game.def.clone().finish().learned.drawn(), 0);
}

/// Scouts must cover nearly everything in the rules that are played most: trials cost much more.
/// One step that may fail after every turn is enough to make games several times slower.
#[test]
fn hardly_anything_must_be_tried() {
    for players in [2, 3, 4] {
        let game = open(&library(), &["nippon"], Some(players), &[]).game.expect("it validates");
        let (mut tried, mut decisions) = (0, 0);
        for seed in 0..10 {
            let mut run = Run::new(&game, &game.def, seed);
            while run.go_on() {}
            tried += run.table.tried();
            decisions += run.options.len() as u64;
        }
        assert!(tried * 5 < decisions, "{players} players: {tried} trials, {decisions} decisions");
    }
}

/// The evening of this pack comes after a condition and asks a question, but nothing in it can
/// fail. So the choices of the day need not look at it, just as if they were final.
#[test]
fn a_condition_behind_which_nothing_can_fail_costs_nothing() {
    let mut library = library();
    library.add_folder(root().join("tests/packs"));
    let [open_day, final_day] = ["false", "true"].map(|is_final| {
        let options = [("final".to_owned(), is_final.to_owned())];
        let game = open(&library, &["quiet-evening"], Some(2), &options).game;
        let game = game.expect("it validates");
        let works = (0..20).map(|seed| {
            let mut run = Run::new(&game, &game.def, seed);
            while run.go_on() {}
            run.table.total_work()
        });
        works.sum::<u64>()
    });
    assert!(open_day <= final_day, "{open_day} units of work instead of {final_day}");
}

/// The result of a choice must not depend on how much was tried to list the options before it: a
/// copy has not tried anything.
#[test]
fn a_copy_goes_the_same_way() {
    let mut library = library();
    library.add_folder(root().join("tests/packs"));
    let game = open(&library, &["hard-secret"], None, &[]).game.expect("it validates");
    for seed in 0..4 {
        let mut table = Table::new(&game.def, &game.scripts, seed, &mut Deaf).expect("a set-up");
        let mut bot = RandomBot::new(seed);
        while let Some(index) = bot.pick(&table) {
            let mut copy = table.clone();
            let ends = [&mut table, &mut copy].map(|it| it.choose(index, &mut Deaf).is_ok());
            assert_eq!(ends, [true; 2]);
            assert!(table.state() == copy.state(), "seed {seed}");
            assert_eq!(table.options(), copy.options(), "seed {seed}");
        }
    }
}
