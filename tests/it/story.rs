//! A person's first evening: adds a tile to a copy of a game by editing YAML, plays it, patches it,
//! contradicts the patch, saves in the middle of a scripted choice.

use boardwright_packs::library::Library;
use boardwright_play::game::{Game, Opened, check, open};
use boardwright_play::save::{Save, replay};
use boardwright_play::scenario;
use boardwright_play::session::Session;
use boardwright_syntax::diag::{Format, render};
use boardwright_tests::{files, read};

const BAKERY: &str = "
tiles:
  bakery:
    name: Bakery
    count: 2
    cost: { wood: 1 }
    points: 1
    text: When built, gain 2 fish.
    ability: { when: built, if: what == self, do: [{ gain: { fish: 2 } }] }
";

const SCENARIO: &str = "
scenario: the bakery gives two fish
until: main
given:
  p1: { wood: 1, fish: 0 }
  table: { market: [bakery, ~, ~, ~] }
steps:
  - p1: build
  - p1: bakery
expect: { p1.wood: 0, p1.fish: 2, count(p1.village): 1 }
";

/// A copy of `hello` with additional files.
fn copy_of_hello(extra: &[(&str, &str)]) -> Library {
    let mut all: Vec<(String, Vec<u8>)> = files("content/hello")
        .into_iter()
        .map(|path| {
            let text = read(&path);
            (path.trim_start_matches("content/hello/").to_owned(), text.into_bytes())
        })
        .collect();
    all.extend(extra.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())));
    let mut library = Library::new();
    library.add_memory("hello", all);
    library
}

fn variant(library: &mut Library, id: &str, cost: u32) {
    let manifest = format!(
        "id: {id}\ntitle: {id}\nextends: hello\npatch:\n  - at: tiles.bakery.cost.wood\n    \
         expect: 1\n    set: {cost}\n"
    );
    library.add_memory(id, vec![("pack.yaml".into(), manifest.into_bytes())]);
}

fn report(opened: &Opened) -> String {
    render(&opened.diags, &opened.sources, Format::Human { colour: false })
}

#[test]
fn a_new_tile_is_a_yaml_edit() {
    let library = copy_of_hello(&[("bakery.yaml", BAKERY), ("tests/bakery.yaml", SCENARIO)]);
    let opened = open(&library, &["hello"], Some(2), &[]);
    let told = report(&opened);
    let game = opened.game.unwrap_or_else(|| panic!("{told}"));
    let (scenarios, _) = scenario::scenarios(&game.loaded);
    let mine = scenarios.iter().find(|it| it.name.contains("bakery")).expect("it is found");
    let outcome = scenario::run(&game, mine);
    let told = render(&outcome.diags, &game.loaded.sources, Format::Human { colour: false });
    assert!(outcome.passed, "{told}");
}

#[test]
fn a_variant_patches_it_and_a_second_one_contradicts() {
    let mut library = copy_of_hello(&[("bakery.yaml", BAKERY)]);
    variant(&mut library, "dear", 3);
    let opened = check(&library, &["hello", "dear"]);
    assert!(opened.diags.is_empty(), "{}", report(&opened));
    variant(&mut library, "cheap", 0);
    let opened = check(&library, &["hello", "dear", "cheap"]);
    assert!(opened.game.is_none());
    insta::assert_snapshot!("variants_that_contradict", report(&opened));
}

/// Plays until the fair's script asks: both players gather until one can build it.
fn to_the_fair<'g>(game: &'g Game, seeds: std::ops::Range<u64>) -> Session<'g> {
    for seed in seeds {
        let mut session = Session::new(game, seed).expect("it starts");
        for step in 0..200 {
            if session.question().starts_with("good ") {
                return session;
            }
            let options = session.options();
            let goods = if step % 4 < 2 { "fish" } else { "wood" };
            let wanted = ["fair", "build", goods, "gather"];
            let index = wanted.iter().find_map(|it| options.iter().position(|each| each == it));
            if session.is_over() || session.choose_index(index.unwrap_or(0)).is_err() {
                break;
            }
        }
    }
    panic!("nobody built a fair");
}

#[test]
fn a_game_is_saved_in_the_middle_of_a_scripted_choice() {
    let opened = open(&boardwright_tests::library(), &["hello"], Some(2), &[]);
    let game = opened.game.expect("hello validates");
    let mut session = to_the_fair(&game, 0..50);
    session.choose("wood").expect("the first good");
    let text = session.save().to_text();
    let mut resumed = Save::load(&text).expect("it reads").resume(&game).expect("it goes on");
    assert_eq!(resumed.question(), session.question());
    for each in [&mut session, &mut resumed] {
        for _ in 0..20 {
            if !each.is_over() {
                each.choose_index(0).expect("an offered option is taken");
            }
        }
    }
    assert_eq!(session.table().state(), resumed.table().state());
    let again = replay(&game, &resumed.save()).expect("every step has its hash");
    assert_eq!(again.table().state().hash(), session.table().state().hash());
}

#[test]
fn undo_stops_at_a_draw_and_says_why() {
    let opened = open(&boardwright_tests::library(), &["hello"], Some(1), &[]);
    let game = opened.game.expect("hello validates");
    let mut session = Session::new(&game, 1).expect("it starts");
    session.choose("gather").expect("offered");
    session.undo().expect("nothing was learned");
    for _ in 0..20 {
        let options = session.options();
        let drew = options.iter().any(|it| it == "build") && session.choose("build").is_ok();
        session.choose_index(0).expect("offered");
        if drew {
            break;
        }
    }
    let why = session.undo().expect_err("a tile was drawn into the market");
    assert_eq!(why, "something hidden was revealed");
}
