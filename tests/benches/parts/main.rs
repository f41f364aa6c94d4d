//! The cost of the parts that every game is made of: copying a state, hashing it, saving it,
//! calling a script, loading a pack.
//!
//!     cargo bench -p boardwright-tests --bench parts

#[path = "../common/clock.rs"]
mod clock;
mod large;
#[path = "../common/open.rs"]
mod open;

use std::process::ExitCode;

use boardwright_bots::{Bot, RandomBot};
use boardwright_packs::library::Library;
use boardwright_play::game::Game;
use boardwright_rules::event::{Deaf, Event};
use boardwright_rules::id::{PieceId, ScriptId};
use boardwright_rules::script::{ScriptAnswer, ScriptCall, Scripts};
use boardwright_rules::state::State;
use boardwright_rules::table::Table;
use boardwright_rules::world::World;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

/// The goal for validation: this many entries in this many milliseconds.
const ENTRIES: (usize, f64) = (500, 100.0);
/// The minimum size of a heavy game's state, in bytes.
const HEAVY_BYTES_MIN: usize = 6 << 10;
/// The goal for the size of a real heavy game's state, in bytes, ...
const BYTES_GOAL: usize = 8 << 10;
/// ... and for its copies per second.
const CLONES_GOAL: f64 = 1e6;
/// The number of decisions between the states that are copied.
const CLONES_APART: usize = 100;
/// The goal for a script call in nanoseconds: without a question, and with three answers.
const PLAIN_GOAL: f64 = 3_000.0;
const ASKS_GOAL: f64 = 8_000.0;
/// The goal for a pack whose modifiers of actions are all scripts: its share of the normal game
/// rate.
const SHARE_GOAL: f64 = 0.5;
/// The number of its random games in each turn.
const GAMES: u64 = 20;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    for pack in ["connect-four", "hello"] {
        states(pack, &open::open(pack, None)?)?;
    }
    let heavy = large::open(large::HEAVY)?;
    let bytes = states("a heavy game's size", &heavy)?;
    if bytes < HEAVY_BYTES_MIN {
        return Err(format!("a heavy state has {bytes} bytes, expected {HEAVY_BYTES_MIN}"));
    }
    clones("nippon", 2)?;
    script(&open::open("hello", Some(2))?)?;
    calls()?;
    modifiers()?;
    loading()
}

/// Copies, hashes and saves a state at the first decision; returns its size.
fn states(name: &str, game: &Game) -> Result<usize, String> {
    let table = Table::new(&game.def, &game.scripts, 7, &mut Deaf).map_err(|e| e.to_string())?;
    let state = table.state();
    let region = Region::new(ALLOCATOR);
    let mut copy = state.clone();
    let stats = region.change();
    let bytes = size_of::<State>() + stats.bytes_allocated;
    println!("\nstate of {name}: {bytes} bytes, {} allocations", stats.allocations);
    tell("clone", clock::nanoseconds(|| state.clone()));
    tell("clone_from", clock::nanoseconds(|| copy.clone_from(state)));
    tell("hash", clock::nanoseconds(|| state.hash()));
    let text = serde_json::to_string(state).map_err(|why| why.to_string())?;
    let back: State = serde_json::from_str(&text).map_err(|why| why.to_string())?;
    if back != *state {
        return Err(format!("{name}: a state came back from text as another one"));
    }
    tell(&format!("to text ({} bytes)", text.len()), clock::nanoseconds(|| to_text(state)));
    tell("from text", clock::nanoseconds(|| serde_json::from_str::<State>(&text).is_ok()));
    Ok(bytes)
}

/// Copies states of a game from start to end into existing memory, as search does.
fn clones(pack: &str, players: u8) -> Result<(), String> {
    let game = open::open(pack, Some(players))?;
    let name = format!("{pack}, {players} players");
    let bytes = states(&name, &game)?;
    let mut table =
        Table::new(&game.def, &game.scripts, 7, &mut Deaf).map_err(|e| e.to_string())?;
    let (mut copy, mut spent, mut bot) = (table.state().clone(), vec![], RandomBot::new(7));
    let mut decisions = 0;
    while let Some(index) = bot.pick(&table) {
        if decisions % CLONES_APART == 0 {
            spent.push(clock::nanoseconds(|| copy.clone_from(table.state())));
        }
        table.choose(index, &mut Deaf).map_err(|e| e.to_string())?;
        decisions += 1;
    }
    let mean = spent.iter().sum::<f64>() / spent.len().max(1) as f64;
    let met = |is: bool| if is { "met" } else { "missed" };
    let rate = 1e9 / mean;
    println!("  {bytes} bytes (goal {BYTES_GOAL}: {})", met(bytes <= BYTES_GOAL));
    println!("  {rate:.0} clones/s (goal {CLONES_GOAL:.0}: {})", met(rate >= CLONES_GOAL));
    Ok(())
}

fn to_text(state: &State) -> usize {
    serde_json::to_string(state).map_or(0, |text| text.len())
}

/// Calls a script that reads three tiles, asks three times and returns three steps.
fn script(game: &Game) -> Result<(), String> {
    let def = &game.def;
    let id = def.scripts.iter().position(|script| script.named.id.ends_with("fair.goods"));
    let id = id.ok_or("`hello` has no script `fair.goods`")?;
    let village = def.zones.iter().find(|zone| zone.named.id == "village");
    let to = village.ok_or("`hello` has no zone `village`")?.first;
    let mut world = World::new(def, 7);
    for piece in [0, 4, 8].map(PieceId) {
        let from = world.place_of(piece);
        world.fold(def, &Event::Moved { piece, from, to, slot: 0, bottom: false });
    }
    println!("\nscript `fair.goods` of hello");
    for answers in [&[][..], &[0], &[0, 1], &[0, 1, 0]] {
        let script = ScriptId::from(id);
        let (played, fuel) = (false, u64::MAX);
        let call = ScriptCall { script, seat: 0, piece: 0, args: &[], answers, played, fuel };
        let run = || game.scripts.run(def, &world, &call);
        let outcome = match run().0 {
            ScriptAnswer::Done(steps, _) => format!("gives {} steps", steps.len()),
            ScriptAnswer::Ask(ask) => format!("asks among {}", ask.options.len()),
            ScriptAnswer::Failed(why) => return Err(format!("the script failed: {why}")),
        };
        tell(&format!("{} answers, {outcome}", answers.len()), clock::nanoseconds(run));
    }
    Ok(())
}

const CALLS_GAME: &str = "
resources: { wood: { start: 2 }, vp: { score: true } }
kinds: { tile: { zone: yard, attributes: { level: number } } }
zones: { yard: {} }
tiles: { mill: { count: 3, level: 2 } }
play:
  - script: calls.plain
    with: { most: 3 }
  - script: calls.asks
";

const CALLS_SCRIPT: &str = "
local calls = {}
function calls.plain(view, with: { most: number })
    local levels = 0
    for _, tile in view.yard do
        levels += tile.level
    end
    return { { gain = { vp = math.min(with.most, levels + view.me.wood) } } }
end
function calls.asks(view)
    local n = 0
    for i = 1, 3 do
        n += ask { pick = { 1, 2 }, label = 'which?' }
    end
    return { { gain = { vp = n } } }
end
return calls
";

/// Calls a script that reads three tiles, and one that asks three times, and compares with the
/// goals.
fn calls() -> Result<(), String> {
    let mut library = Library::new();
    let head = "id: calls\ntitle: Calls\nplayers: { min: 1, max: 1 }\n";
    let files =
        [("pack.yaml", head), ("game.yaml", CALLS_GAME), ("scripts/calls.luau", CALLS_SCRIPT)];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    library.add_memory("calls", files.to_vec());
    let opened = boardwright_play::game::open(&library, &["calls"], None, &[]);
    let game = opened.game.ok_or("the pack of calls does not open")?;
    let world = World::new(&game.def, 7);
    println!("\ncalls of scripts");
    for (name, args, answers, goal) in
        [("calls.plain", &[3][..], &[][..], PLAIN_GOAL), ("calls.asks", &[], &[0, 1, 0], ASKS_GOAL)]
    {
        let script = game.def.scripts.iter().position(|script| script.named.id == name);
        let script = ScriptId::from(script.ok_or("a script is missing")?);
        let (played, fuel) = (false, u64::MAX);
        let call = ScriptCall { script, seat: 0, piece: -1, args, answers, played, fuel };
        let run = || game.scripts.run(&game.def, &world, &call);
        if !matches!(run().0, ScriptAnswer::Done(..)) {
            return Err(format!("`{name}` does not come to its end"));
        }
        let spent = clock::nanoseconds(run);
        let met = if spent <= goal { "met" } else { "missed" };
        tell(&format!("{name}, {} answers (goal {} us: {met})", answers.len(), goal / 1e3), spent);
    }
    Ok(())
}

/// Plays random games of a heavy game, and of a copy whose modifiers of actions are all scripts.
fn modifiers() -> Result<(), String> {
    let mut library = boardwright_tests::library();
    library.add_folder(boardwright_tests::root().join("tests/packs"));
    println!("\nrandom games with 4 players");
    let mut spent = vec![];
    for pack in ["nippon", "scripted-modifiers"] {
        let opened = boardwright_play::game::open(&library, &[pack], Some(4), &[]);
        let game = opened.game.ok_or_else(|| format!("`{pack}` does not open"))?;
        let play = || (1..=GAMES).all(|seed| is_played(&game, seed));
        if !play() {
            return Err(format!("a game of `{pack}` does not come to its end"));
        }
        spent.push(clock::nanoseconds(play) / GAMES as f64);
        tell(pack, spent[spent.len() - 1]);
    }
    let share = spent[0] / spent[1];
    let met = if share >= SHARE_GOAL { "met" } else { "missed" };
    println!("  {:.0} % of the games (goal {:.0} %: {met})", share * 100.0, SHARE_GOAL * 100.0);
    Ok(())
}

/// Plays a random game to its end.
fn is_played(game: &Game, seed: u64) -> bool {
    let mut bot = RandomBot::new(seed);
    let Ok(mut table) = Table::new(&game.def, &game.scripts, seed, &mut Deaf) else { return false };
    while let Some(index) = bot.pick(&table) {
        if table.choose(index, &mut Deaf).is_err() {
            return false;
        }
    }
    true
}

/// Validates a large pack and loads every pack of the project.
fn loading() -> Result<(), String> {
    println!("\nloading");
    let (entries, most) = ENTRIES;
    let library = large::library(large::Size { entries, ..large::HEAVY });
    let spent = clock::nanoseconds(|| large::validate(&library).is_ok());
    large::validate(&library)?;
    tell(&format!("validate {entries} entries (goal {most} ms)"), spent);
    let library: Library = boardwright_tests::library();
    for pack in boardwright_tests::packs() {
        open::open(&pack, None)?;
        let open = || boardwright_play::game::open(&library, &[&pack], None, &[]).game.is_some();
        tell(&format!("open {pack}"), clock::nanoseconds(open));
    }
    Ok(())
}

fn tell(what: &str, nanoseconds: f64) {
    let (number, unit) = match nanoseconds {
        n if n < 1e3 => (n, "ns"),
        n if n < 1e6 => (n / 1e3, "us"),
        n => (n / 1e6, "ms"),
    };
    println!("  {what:44} {number:10.2} {unit}");
}
