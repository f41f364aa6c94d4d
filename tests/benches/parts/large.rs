//! A pack of any size, generated in memory.

use std::fmt::Write;

use boardwright_packs::library::Library;
use boardwright_play::game::{self, Game, Opened};
use boardwright_syntax::diag::{Format, Level, render};

/// The number of each kind of element.
#[derive(Clone, Copy)]
pub struct Size {
    /// Seats.
    pub seats: usize,
    /// Counters of each seat.
    pub counters: usize,
    /// Kinds of containers: three rows of the table for each one that every seat has.
    pub zones: usize,
    /// Different tiles.
    pub entries: usize,
    /// Pieces of each.
    pub copies: usize,
}

/// The size of a heavy game: 330 pieces, 4 seats, about 60 containers, 200 counters.
pub const HEAVY: Size = Size { seats: 4, counters: 200, zones: 34, entries: 110, copies: 3 };

/// A library with one pack of a size.
pub fn library(size: Size) -> Library {
    let mut library = Library::new();
    let file = |path: &str, text: String| (path.to_string(), text.into_bytes());
    let files = vec![
        file("pack.yaml", manifest(size)),
        file("game.yaml", rules(size)),
        file("tiles.yaml", tiles(size)),
    ];
    library.add_memory("large", files);
    library
}

/// Opens a pack of a size.
pub fn open(size: Size) -> Result<Game, String> {
    let opened = game::open(&library(size), &["large"], None, &[]);
    let told = told(&opened);
    opened.game.ok_or(told)
}

/// Checks the pack; there must be no error.
pub fn validate(library: &Library) -> Result<(), String> {
    let opened = game::check(library, &["large"]);
    let wrong = opened.diags.iter().any(|diag| diag.level == Level::Error);
    if wrong { Err(told(&opened)) } else { Ok(()) }
}

fn told(opened: &Opened) -> String {
    render(&opened.diags, &opened.sources, Format::Human { colour: false })
}

fn manifest(size: Size) -> String {
    let seats = size.seats;
    format!(
        "id: large\ntitle: Large\nversion: 1.0.0\nengine: \">=0.1\"\ntext: A made-up pack.\n\
         players: {{ min: {seats}, max: {seats} }}\nlicence: MIT\ncredits: [nobody]\n"
    )
}

fn rules(size: Size) -> String {
    let mut text = String::from("resources:\n");
    for n in 1..=size.counters {
        line(&mut text, format_args!("  good_{n}: {{ name: Good {n}, start: 5 }}"));
    }
    text.push_str(
        "  vp: { name: Victory points, score: true }\n\
         kinds:\n  tile: { name: Tile, zone: deck, attributes: { cost: cost, points: number } }\n\
         zones:\n  deck: { name: Deck, order: stack, visible: none }\n  \
         village: { name: Village, held_by: seat, active: true }\n",
    );
    for n in 1..=size.zones {
        let sort = if n % 4 == 0 { "held_by: seat" } else { "order: row, slots: 4" };
        line(&mut text, format_args!("  market_{n}: {{ name: Market {n}, {sort} }}"));
    }
    text.push_str("events:\n  gathered: {}\nsetup:\n  - shuffle: deck\n");
    for n in (1..=size.zones).filter(|n| n % 4 != 0) {
        line(&mut text, format_args!("  - refill: {{ row: market_{n}, from: deck }}"));
    }
    text.push_str("play:\n  - turns:\n      until: \"empty(market_1)\"\n      do:\n");
    text.push_str("        - choose:\n            ask: \"{me}: what?\"\n            options:\n");
    for n in 1..=size.counters.min(12) {
        let body = format_args!("[{{ gain: {{ good_{n}: 1 }} }}, {{ emit: gathered }}]");
        line(&mut text, format_args!("              gather_{n}: {body}"));
    }
    text.push_str(
        "              build:\n                do:\n                  \
         - pick: { from: market_1, ask: \"which?\" }\n                    as: what\n                  \
         - pay: what.cost\n                  - move: { what: what, to: me.village }\n                  \
         - set_controller: what\n\
         ranking: [me.vp]\n",
    );
    text
}

fn tiles(size: Size) -> String {
    let mut text = String::from("tiles:\n");
    for n in 1..=size.entries {
        let good = |by: usize| 1 + (n * by) % size.counters;
        line(&mut text, format_args!("  tile_{n}:\n    name: Tile {n}"));
        line(&mut text, format_args!("    count: {}", size.copies));
        let (one, other) = (good(7), good(11));
        let cost = if one == other { String::new() } else { format!(", good_{other}: 2") };
        line(&mut text, format_args!("    cost: {{ good_{one}: 1{cost} }}"));
        line(&mut text, format_args!("    points: {}", n % 7));
        line(&mut text, format_args!("    text: Whenever you gather, gain something."));
        let gain =
            format_args!("{{ gain: {{ good_{}: \"1 + count(me.village) // 3\" }} }}", good(3));
        line(&mut text, format_args!("    ability: {{ when: gathered, do: [{gain}] }}\n"));
    }
    text
}

fn line(text: &mut String, line: std::fmt::Arguments) {
    let _ = writeln!(text, "{line}");
}
