//! Makes a small game at random. The same seed makes the same game.
//!
//! The games are well typed, end after a few turns, and are short of everything: purses that hold
//! one coin less than something costs, zones with room for one piece, picks from sets that may be
//! empty. That is where look-ahead fails first.

mod abilities;
mod blocks;
mod costs;
mod exprs;
mod procs;
mod scripts;
mod steps;

use boardwright_rules::rng::Stream;

pub(super) use scripts::file as script_file;

use super::Pack;
use super::tree::{Tree, map};

/// What a name is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    Number,
    Seat,
    Tile,
    Worker,
    Space,
    Good,
    /// Several tiles, bound by a pick of several.
    Tiles,
    /// Several spaces.
    Spaces,
    /// A payment.
    Paid,
}

/// A name and what it is bound to.
type Binding = (String, Type);

/// What steps may do at their place.
#[derive(Clone, Debug)]
struct Scope {
    bindings: Vec<Binding>,
    /// The number of enclosing blocks.
    depth: u32,
    /// Procedures that may be called: those made earlier. None inside printed steps and abilities,
    /// so that nothing calls itself.
    procs: usize,
    /// Whether printed steps may be called and events announced.
    loud: bool,
    /// Whether something hidden was drawn before: a later failure cannot be foreseen.
    drawn: bool,
    /// Enclosing loops that can be left.
    loops: Vec<&'static str>,
    /// Whether the procedure returns a value.
    gives: bool,
    /// Whether `self` is bound.
    on_piece: bool,
    /// Whether a script returns the steps: then there is no procedure they could end.
    returned: bool,
}

impl Scope {
    fn new(procs: usize, loud: bool) -> Self {
        Self {
            bindings: vec![],
            depth: 0,
            procs,
            loud,
            drawn: false,
            loops: vec![],
            gives: false,
            on_piece: false,
            returned: false,
        }
    }

    /// The scope of a nested block.
    fn inside(&self) -> Self {
        Self { depth: self.depth + 1, ..self.clone() }
    }

    fn of(&self, ty: Type) -> Vec<String> {
        let named = self.bindings.iter().filter(|(_, it)| *it == ty);
        named.map(|(name, _)| name.clone()).collect()
    }
}

/// A procedure that was made.
#[derive(Clone, Debug)]
struct Proc {
    name: String,
    needs: Vec<Binding>,
    gives: bool,
    draws: bool,
}

/// The optional parts of a game.
#[derive(Clone, Debug, Default)]
struct Has {
    tag: bool,
    heat: bool,
    load: bool,
    board: bool,
    skill: bool,
    hand: bool,
    market: bool,
    hold: bool,
    toll: bool,
    slot_extra: bool,
    scripts: bool,
    rang: bool,
    toll_of_space: bool,
    menu: bool,
    automa: bool,
    faces: bool,
}

/// A game being made.
struct Make {
    rng: Stream,
    has: Has,
    procs: Vec<Proc>,
    scripts: Vec<scripts::Function>,
    names: u32,
    /// How many steps may still be made.
    left: i32,
}

/// Makes the pack of a seed.
pub fn pack(seed: u64) -> Pack {
    let mut make = Make {
        rng: Stream::new(seed, "fuzz/pack"),
        has: Has::default(),
        procs: vec![],
        scripts: vec![],
        names: 0,
        left: 0,
    };
    let game = make.game();
    let players = 1 + make.below(3) as u8;
    Pack { seed, players, game, scripts: make.scripts.into_iter().map(|it| it.text).collect() }
}

impl Make {
    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n as u32) as usize
    }

    /// True `percent` times out of a hundred.
    fn chance(&mut self, percent: u32) -> bool {
        self.rng.below(100) < percent
    }

    fn number(&mut self, from: i32, to: i32) -> i32 {
        from + self.rng.below((to - from + 1) as u32) as i32
    }

    fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// A name that is not in use.
    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn bind(&mut self, scope: &mut Scope, stem: &str, ty: Type) -> String {
        let name = self.name(stem);
        scope.bindings.push((name.clone(), ty));
        name
    }

    fn game(&mut self) -> Tree {
        self.has = Has {
            tag: self.chance(60),
            heat: self.chance(40),
            load: self.chance(35),
            board: self.chance(50),
            skill: self.chance(25),
            hand: self.chance(50),
            market: self.chance(50),
            hold: self.chance(20),
            toll: self.chance(30),
            slot_extra: self.chance(50),
            scripts: self.chance(25),
            rang: self.chance(50),
            toll_of_space: false,
            menu: self.chance(75),
            automa: self.chance(8),
            faces: self.chance(20),
        };
        self.left = self.number(6, 34);
        let mut sections = vec![("resources", self.resources())];
        if self.has.skill {
            sections.push(("tracks", self.tracks()));
        }
        sections.push(("kinds", self.kinds()));
        sections.push(("zones", self.zones()));
        if self.has.board {
            sections.push(("spaces", self.spaces()));
        }
        sections.push(("values", self.values()));
        let mut events = map([("built", map([("what", "piece/tile".into())]))]);
        if self.has.rang {
            events = events.with("rang", map([]));
        }
        sections.push(("events", events));
        let tiles = self.tile_entries();
        let procedures = self.procedures();
        sections.push(("tiles", tiles));
        if self.has.board || self.has.hold {
            sections.push(("workers", map([("crew", map([("count", self.number(1, 2).into())]))])));
        }
        sections.push(("procedures", procedures));
        sections.push(("setup", self.setup()));
        sections.push(("play", self.play()));
        if self.has.automa {
            sections.push(("automa", map([("seats", 1.into())])));
        }
        let points = "me.wood + me.fish + count(me.yard)";
        let scoring = map([(
            "each",
            map([("as_seat", "all".into()), ("do", vec![gain("vp", points)].into())]),
        )]);
        sections.push(("scoring", vec![scoring].into()));
        Tree::Map(sections.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    fn resources(&mut self) -> Tree {
        let mut resources = map([]);
        for name in ["wood", "fish"] {
            let mut resource = map([("start", self.number(0, 3).into())]);
            if self.has.tag {
                resource = resource.with("tags", vec!["goods".into()]);
            }
            if self.chance(20) {
                resource = resource.with("max", self.number(3, 5));
            }
            if name == "fish" && self.chance(15) {
                resource = resource.with("pays_as", map([("wood", self.number(1, 2).into())]));
            }
            resources = resources.with(name, resource);
        }
        let mut gold = map([("start", self.number(0, 2).into())]);
        if self.chance(50) {
            let what = if self.has.tag && self.chance(60) { "goods" } else { "fish" };
            let pays = match self.below(3) {
                0 => self.number(1, 2).into(),
                1 => map([("rate", self.number(1, 2).into()), ("when", "short".into())]),
                _ => map([("rate", self.number(1, 2).into()), ("when", "always".into())]),
            };
            gold = gold.with("pays_as", map([(what, pays)]));
        }
        if self.chance(15) {
            gold = gold.with("visible", "owner");
        }
        resources = resources.with("gold", gold);
        if self.has.heat {
            let heat = map([
                ("held_by", "table".into()),
                ("start", self.number(0, 2).into()),
                ("max", 3.into()),
            ]);
            resources = resources.with("heat", heat);
        }
        if self.has.load {
            let mut load = map([
                ("held_by", "tile".into()),
                ("start", self.number(0, 1).into()),
                ("max", 2.into()),
            ]);
            if self.chance(30) {
                load = load.with("pays_as", map([("fish", 1.into())]));
            }
            resources = resources.with("load", load);
        }
        if self.has.board {
            resources =
                resources.with("flood", map([("held_by", "field".into()), ("max", 2.into())]));
        }
        let used = map([("max", 9.into()), ("resets", "turn".into())]);
        resources
            .with("used", used)
            .with("vp", map([("score", true.into())]))
            .with("days", map([("held_by", "table".into())]))
    }

    fn tracks(&mut self) -> Tree {
        let bonus = match self.below(3) {
            0 => gain("wood", 1),
            1 => map([("pay", map([("fish", 1.into())]))]),
            _ => map([("lose", map([("wood", 1.into())]))]),
        };
        let skill = map([
            ("values", vec![0.into(), 1.into(), 2.into(), 3.into()].into()),
            ("bonuses", map([("2", vec![bonus].into())])),
        ]);
        map([("skill", skill)])
    }

    fn kinds(&mut self) -> Tree {
        let mut attributes = map([
            ("level", "number".into()),
            ("colour", vec!["red".into(), "blue".into()].into()),
            ("cost", "cost".into()),
            ("reward", "steps".into()),
            ("makes", "resource".into()),
        ]);
        if self.has.board {
            attributes = attributes.with("site", "space/field");
        }
        let zone = if self.chance(50) { "pit" } else { "deck" };
        let kinds = map([("tile", map([("zone", zone.into()), ("attributes", attributes)]))]);
        if self.has.board || self.has.hold {
            kinds.with("worker", map([("zone", "home".into()), ("owner", "seat".into())]))
        } else {
            kinds
        }
    }

    fn zones(&mut self) -> Tree {
        let order = self.one_of(&["pool", "stack"]);
        let mut zones = map([("pit", map([("order", order.into())]))]);
        let order = if self.chance(80) { "stack" } else { "bag" };
        let mut deck = map([("order", order.into())]);
        if order == "stack" {
            deck = deck.with("visible", "none");
        }
        if self.chance(20) {
            deck = deck.with("reshuffles", "waste");
        }
        zones = zones.with("deck", deck);
        if self.has.market {
            let slots = self.number(1, 3);
            let mut market = map([("order", "row".into()), ("slots", slots.into())]);
            if self.chance(40) {
                market = market.with("slides", true);
            }
            if self.has.slot_extra {
                let extra: Vec<Tree> = (0..slots).map(|at| Tree::Number(at % 2)).collect();
                market = market.with("slot_attributes", map([("extra", extra.into())]));
            }
            zones = zones.with("market", market);
        }
        if self.has.hand {
            let hand = map([("held_by", "seat".into()), ("visible", "owner".into())]);
            let hand = self.limited(hand);
            zones = zones.with("hand", hand);
        }
        let yard = map([("held_by", "seat".into()), ("active", true.into())]);
        let mut yard = self.limited(yard);
        if self.chance(25) {
            let unique = self.one_of(&["entry", "colour"]);
            yard = yard.with("unique", unique);
        }
        zones = zones.with("yard", yard).with("waste", map([("order", "stack".into())]));
        if self.has.board || self.has.hold {
            zones = zones.with("home", map([("held_by", "seat".into())]));
        }
        if self.has.board {
            let mut dock =
                map([("held_by", "field".into()), ("capacity", self.number(1, 2).into())]);
            if self.chance(40) {
                dock = dock.with("unique", "owner");
            }
            zones = zones.with("dock", dock);
        }
        if self.has.hold {
            zones = zones.with("hold", map([("held_by", "tile".into()), ("capacity", 1.into())]));
        }
        zones
    }

    fn limited(&mut self, zone: Tree) -> Tree {
        if self.chance(60) { zone.with("capacity", self.number(1, 3)) } else { zone }
    }

    fn spaces(&mut self) -> Tree {
        let (columns, rows) = self.one_of(&[(2, 1), (2, 2), (3, 1), (3, 2)]);
        let grid = map([("columns", columns.into()), ("rows", rows.into())]);
        let at = map([
            ("a1", map([("size", self.number(0, 2).into()), ("rich", true.into())])),
            ("b1", map([("size", self.number(0, 2).into())])),
        ]);
        let attributes = map([("size", "number".into()), ("rich", "flag".into())]);
        map([("field", map([("grid", grid), ("attributes", attributes), ("at", at)]))])
    }

    fn values(&mut self) -> Tree {
        let room = map([("base", self.number(0, 2).into())]);
        let values = map([("room", room)]);
        if !self.has.toll {
            return values;
        }
        let toll = if self.has.board && self.chance(50) {
            map([("about", "space/field".into()), ("base", "about.size".into())])
        } else {
            map([("about", "piece/tile".into()), ("base", "about.level".into())])
        };
        let toll = toll.with("min", 0);
        self.has.toll_of_space = toll.get("about") == Some(&"space/field".into());
        values.with("toll", toll)
    }

    fn setup(&mut self) -> Tree {
        let mut setup = vec![map([("shuffle", "deck".into())])];
        if self.has.market {
            let from = self.one_of(&["deck", "pit"]);
            setup.push(refill(from));
        }
        if self.has.hand && self.chance(50) {
            let draw = map([("from", "deck".into()), ("to", "me.hand".into())]);
            let deal = vec![map([("move", draw)])];
            setup.push(map([("each", map([("as_seat", "all".into()), ("do", deal.into())]))]));
        }
        setup.into()
    }
}

/// One step that gains something.
fn gain(what: &str, amount: impl Into<Tree>) -> Tree {
    map([("gain", map([(what, amount.into())]))])
}

fn refill(from: &str) -> Tree {
    map([("refill", map([("row", "market".into()), ("from", from.into())]))])
}
