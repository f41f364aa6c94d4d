//! A tiny game in memory, for tests.

use boardwright_packs::library::Library;
use boardwright_syntax::diag::{Diagnostic, Format, render};
use boardwright_syntax::source::Sources;

use crate::game::{Game, Opened, open};

const MANIFEST: &str = "\
id: harbour
title: Harbour
version: 1.0.0
players: { min: 2, max: 3 }
options:
  rounds: { title: Rounds, default: 2, values: [1, 2] }
  storm: { title: Storm, default: false }
";

/// Its rules.
pub const GAME: &str = "\
resources:
  wood: { name: Wood, start: 2, max: 9 }
  coin: { name: Coin, start: 5, conserved: true }
  vp: { name: Points, score: true }
  round: { name: Round, held_by: table, start: 0 }
  goods: { name: Goods, held_by: tile }
  mark: { name: Mark, held_by: cell }
tracks:
  skill: { name: Skill, values: [1, 1, 2], bonuses: { 2: [{ gain: { vp: 1 } }] } }
kinds:
  tile: { name: Tile, zone: deck, attributes: { cost: cost, level: number } }
tiles:
  mill: { name: Mill, count: 2, cost: { wood: 2 }, level: 1 }
  forge: { name: Forge, cost: { wood: 3 }, level: 2 }
  inn: { name: Inn, count: 3, cost: { wood: 1 }, level: 1 }
zones:
  deck: { name: Deck, order: stack, visible: none }
  market: { name: Market, order: row, slots: 3, slides: true }
  hand: { name: Hand, held_by: seat, visible: owner }
  yard: { name: Yard, held_by: seat, active: true }
spaces:
  cell: { grid: { columns: 2, rows: 2 } }
values:
  limit: { name: Limit, base: 3 }
lines:
  tiles: { name: Tiles }
setup:
  - shuffle: deck
  - refill: { row: market, from: deck }
  - each: { as_seat: all, do: [{ move: { from: deck, to: me.hand, count: 1 } }] }
play:
  - repeat:
      until: round >= option.rounds
      do:
        - gain: { round: 1 }
        - each: { as_seat: all, from: p1, do: [{ begin: turn }, commit, { call: turn }] }
procedures:
  turn:
    - key: main
      choose:
        ask: \"{me}: what now?\"
        options:
          build:
            do:
              - pick: { from: market, ask: build what? }
                as: what
              - pay: what.cost
              - move: { what: what, to: me.yard }
              - set_controller: what
              - refill: { row: market, from: deck }
          trade: [{ script: trade.offer, with: { limit: me.limit } }]
          learn: { if: \"me.skill < 2\", reason: nothing more to learn, do: [{ advance: { skill: 1 } }] }
          chop: [{ gain: { wood: 2 } }]
scoring:
  - each: { as_seat: all, do: [{ score: { tiles: \"sum(me.yard, it.level)\" } }] }
";

/// Its script.
pub const TRADE: &str = "\
local trade = {}

function trade.offer(view, with: { limit: number })
    local most = math.min(with.limit, view.me.coin)
    local n = ask { amount = { from = 0, to = most }, label = 'how many coins?' }
    if n == 0 then
        return {}
    end
    local others = {}
    for _, seat in view.players do
        if seat ~= view.me then
            table.insert(others, seat)
        end
    end
    local to = ask { pick = others, label = 'to whom?' }
    return {
        { lose = { coin = n } },
        { gain = { coin = n }, who = to },
        { gain = { wood = n } },
    }
end

return trade
";

/// A library with the tiny game, with files added or replaced.
pub fn library(more: &[(&str, &str)]) -> Library {
    let mut files: Vec<(String, Vec<u8>)> = vec![
        ("pack.yaml".into(), MANIFEST.into()),
        ("game.yaml".into(), GAME.into()),
        ("scripts/trade.luau".into(), TRADE.into()),
    ];
    for (path, text) in more {
        files.retain(|(known, _)| known != path);
        files.push(((*path).into(), text.as_bytes().to_vec()));
    }
    // The script uses names another game may not have.
    let other = more.iter().any(|(path, text)| *path == "game.yaml" && !text.contains("trade."));
    let own = more.iter().any(|(path, _)| *path == "scripts/trade.luau");
    files.retain(|(path, _)| !other || own || path != "scripts/trade.luau");
    let mut library = Library::new();
    // Steps in scripts must fit the game.
    let calls = |text: &[u8]| text.windows(6).any(|part| part == b"trade.");
    let is_scripted = files.iter().any(|(path, text)| path == "game.yaml" && calls(text));
    files.retain(|(path, _)| is_scripted || path != "scripts/trade.luau");
    library.add_memory("harbour", files);
    library
}

/// The tiny game, opened.
pub fn harbour(more: &[(&str, &str)]) -> Game {
    let opened = opened(more);
    let told = told(&opened.diags, &opened.sources);
    opened.game.unwrap_or_else(|| panic!("{told}"))
}

/// The tiny game, with or without problems.
pub fn opened(more: &[(&str, &str)]) -> Opened {
    open(&library(more), &["harbour"], None, &[])
}

/// Every problem, with its place.
pub fn told(diags: &[Diagnostic], sources: &Sources) -> String {
    render(diags, sources, Format::Human { colour: false })
}
