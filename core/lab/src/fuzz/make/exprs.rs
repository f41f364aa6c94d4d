//! Expressions of each type, as text.

use super::{Make, Scope, Type};

/// How deep expressions are nested.
const DEEP: u32 = 2;

impl Make {
    /// A number, usually a small one.
    pub(super) fn num(&mut self, scope: &Scope) -> String {
        self.num_at(scope, 0)
    }

    fn num_at(&mut self, scope: &Scope, depth: u32) -> String {
        let goods = scope.of(Type::Good);
        let tiles = scope.of(Type::Tile);
        let spaces = scope.of(Type::Space);
        let numbers = scope.of(Type::Number);
        let paid = scope.of(Type::Paid);
        match self.below(20) {
            0 | 1 if !paid.is_empty() => {
                let (paid, what) = (self.one_of(&paid), self.one_of(&["wood", "fish", "gold"]));
                if self.chance(40) { format!("total({paid})") } else { format!("{paid}.{what}") }
            }
            0..=4 => self.number(0, 3).to_string(),
            5..=7 if !numbers.is_empty() => self.one_of(&numbers),
            5..=8 => self.counter_of_mine(),
            9 if self.has.heat => "heat".into(),
            10 if !goods.is_empty() => format!("me[{}]", self.one_of(&goods)),
            10 => self.counter_of_mine(),
            11 if !tiles.is_empty() && self.has.load && self.chance(50) => {
                format!("{}.load", self.one_of(&tiles))
            }
            11 if !tiles.is_empty() => format!("{}.level", self.one_of(&tiles)),
            12 if !spaces.is_empty() => {
                let space = self.one_of(&spaces);
                let what = self.one_of(&["size", "flood", "index"]);
                format!("{space}.{what}")
            }
            13 => {
                let set = self.tiles(scope);
                format!("count({set})")
            }
            14 if depth < DEEP => {
                let set = self.tiles(scope);
                let condition = self.tile_condition(scope, depth + 1);
                format!("count({set}, {condition})")
            }
            15 => self.one_of(&["value(room)", "me.room"]).into(),
            16 if self.has.toll && !self.has.toll_of_space && !tiles.is_empty() => {
                format!("value(toll, {})", self.one_of(&tiles))
            }
            16 if self.has.toll_of_space && !spaces.is_empty() => {
                format!("value(toll, {})", self.one_of(&spaces))
            }
            16 if self.has.skill => "me.skill".into(),
            17 if depth < DEEP => {
                let (a, b) = (self.num_at(scope, depth + 1), self.num_at(scope, depth + 1));
                match self.below(5) {
                    0 => format!("{a} + {b}"),
                    1 => format!("({a}) - ({b})"),
                    2 => format!("min({a}, {b})"),
                    3 => format!("max({a}, {b})"),
                    _ => format!("at({a}, 0, 1, 2)"),
                }
            }
            18 if depth < DEEP => {
                let condition = self.cond_at(scope, depth + 1);
                let (a, b) = (self.num_at(scope, depth + 1), self.num_at(scope, depth + 1));
                format!("(if {condition} then {a} else {b})")
            }
            19 if depth < DEEP => {
                let set = self.tiles(scope);
                format!("sum({set}, it.level)")
            }
            _ => self.number(0, 2).to_string(),
        }
    }

    fn counter_of_mine(&mut self) -> String {
        self.one_of(&["me.wood", "me.fish", "me.gold"]).into()
    }

    /// A condition.
    pub(super) fn cond(&mut self, scope: &Scope) -> String {
        self.cond_at(scope, 0)
    }

    fn cond_at(&mut self, scope: &Scope, depth: u32) -> String {
        let tiles = scope.of(Type::Tile);
        let spaces = scope.of(Type::Space);
        let seats = scope.of(Type::Seat);
        let goods = scope.of(Type::Good);
        match self.below(14) {
            0..=3 => self.comparison(scope, depth),
            4 => {
                let set = self.tiles(scope);
                format!("not empty({set})")
            }
            5 => {
                let set = self.tiles(scope);
                format!("size({}) > 0", plain_zone(&set).unwrap_or("pit"))
            }
            6 if !tiles.is_empty() => {
                let tile = self.one_of(&tiles);
                let sign = self.one_of(&["~=", "=="]);
                format!("{tile} {sign} nil")
            }
            7 if !tiles.is_empty() => {
                let tile = self.one_of(&tiles);
                match self.below(3) {
                    0 => format!("{tile}.colour == red"),
                    1 => format!("{tile}.entry == mill"),
                    _ => format!("{tile}.owner == me"),
                }
            }
            8 if !spaces.is_empty() => {
                let space = self.one_of(&spaces);
                match self.below(4) {
                    0 => format!("{space}.rich"),
                    1 => format!("free({space}.dock) > 0"),
                    2 => format!("{space} ~= nil"),
                    _ => format!("{space} == a1"),
                }
            }
            9 if !seats.is_empty() => {
                let seat = self.one_of(&seats);
                if self.chance(50) { format!("{seat} == me") } else { format!("{seat}.wood > 0") }
            }
            10 if !goods.is_empty() => {
                let good = self.one_of(&goods);
                if self.chance(50) { format!("{good} == wood") } else { format!("me[{good}] > 0") }
            }
            11 if depth < DEEP => {
                let (a, b) = (self.cond_at(scope, depth + 1), self.cond_at(scope, depth + 1));
                match self.below(3) {
                    0 => format!("({a}) and ({b})"),
                    1 => format!("({a}) or ({b})"),
                    _ => format!("not ({a})"),
                }
            }
            12 if depth < DEEP => {
                let set = self.tiles(scope);
                let condition = self.tile_condition(scope, depth + 1);
                let all = self.one_of(&["any", "all"]);
                format!("{all}({set}, {condition})")
            }
            13 => {
                let zone = self.zone_of_tiles();
                format!("free({zone}) > 0")
            }
            _ => self.comparison(scope, depth),
        }
    }

    fn comparison(&mut self, scope: &Scope, depth: u32) -> String {
        let (a, b) = (self.num_at(scope, depth + 1), self.number(0, 3));
        let sign = self.one_of(&[">", ">=", "<", "<=", "==", "~="]);
        format!("{a} {sign} {b}")
    }

    /// A container for tiles that the acting seat sees.
    pub(super) fn zone_of_tiles(&mut self) -> String {
        let mut zones = vec!["pit", "me.yard", "waste"];
        if self.has.market {
            zones.push("market");
        }
        if self.has.hand {
            zones.push("me.hand");
        }
        self.one_of(&zones).into()
    }

    /// A set of tiles that the acting seat sees.
    pub(super) fn tiles(&mut self, scope: &Scope) -> String {
        let lists = scope.of(Type::Tiles);
        match self.below(12) {
            0 if !lists.is_empty() => self.one_of(&lists),
            1 => "pieces(yard)".into(),
            2 => {
                let zone = self.zone_of_tiles();
                let level = self.number(0, 2);
                format!("where({zone}, it.level >= {level})")
            }
            3 => {
                let (one, other) = (self.zone_of_tiles(), self.zone_of_tiles());
                format!("both({one}, {other})")
            }
            4 => "after(me, 1).yard".into(),
            _ => self.zone_of_tiles(),
        }
    }

    /// A condition on a tile, `it`.
    pub(super) fn tile_condition(&mut self, scope: &Scope, depth: u32) -> String {
        let lists = scope.of(Type::Tiles);
        let others = scope.of(Type::Tile);
        match self.below(11) {
            0..=2 => {
                let number = self.num_at(scope, DEEP);
                let sign = self.one_of(&["<=", ">=", "=="]);
                format!("it.level {sign} {number}")
            }
            3 => format!("it.colour == {}", self.one_of(&["red", "blue"])),
            4 if self.has.load => format!("it.load > {}", self.number(0, 1)),
            5 => format!("it.entry ~= {}", self.one_of(&["mill", "hut"])),
            6 => format!("it.makes == {}", self.one_of(&["wood", "fish"])),
            7 if !lists.is_empty() => format!("not has({}, it)", self.one_of(&lists)),
            8 if !others.is_empty() => format!("it ~= {}", self.one_of(&others)),
            9 if self.has.hold => "empty(it.hold)".into(),
            10 if depth < DEEP => {
                let zone = self.zone_of_tiles();
                format!("any({zone}, it.level > outer.level)")
            }
            _ => format!("me.{} >= it.level", self.one_of(&["wood", "fish", "gold"])),
        }
    }

    /// A set of spaces.
    pub(super) fn spaces_set(&mut self, scope: &Scope) -> String {
        let spaces = scope.of(Type::Space);
        let lists = scope.of(Type::Spaces);
        match self.below(8) {
            0 if !lists.is_empty() => self.one_of(&lists),
            1 | 2 if !spaces.is_empty() => format!("neighbours({})", self.one_of(&spaces)),
            3 => "where(field, it.rich)".into(),
            _ => "field".into(),
        }
    }

    /// A condition on a space, `it`.
    pub(super) fn space_condition(&mut self, scope: &Scope) -> String {
        let spaces = scope.of(Type::Space);
        let lists = scope.of(Type::Spaces);
        match self.below(9) {
            0 => "it.rich".into(),
            1 => "not it.rich".into(),
            2 => format!("it.size {} {}", self.one_of(&["<=", ">="]), self.num_at(scope, DEEP)),
            3 => format!("it.flood < {}", self.number(1, 2)),
            4 => "free(it.dock) > 0".into(),
            5 if !spaces.is_empty() => format!("it ~= {}", self.one_of(&spaces)),
            6 if !lists.is_empty() => format!("not has({}, it)", self.one_of(&lists)),
            7 => "not any(it.dock, it.owner == me)".into(),
            _ => format!("me.{} >= it.size", self.one_of(&["wood", "fish", "gold"])),
        }
    }

    /// A tile, or nothing.
    pub(super) fn tile(&mut self, scope: &Scope) -> String {
        let tiles = scope.of(Type::Tile);
        if !tiles.is_empty() && self.chance(60) {
            return self.one_of(&tiles);
        }
        if scope.on_piece && self.chance(30) {
            return "self".into();
        }
        let set = self.tiles(scope);
        match self.below(6) {
            0 => format!("last({set})"),
            1 => format!("best({set}, it.level)"),
            2 => {
                let condition = self.tile_condition(scope, DEEP);
                format!("first({set}, {condition})")
            }
            3 if self.has.market => format!("in_slot(market, {})", self.number(1, 3)),
            _ => format!("first({set})"),
        }
    }

    /// A space, or nothing.
    pub(super) fn space(&mut self, scope: &Scope) -> String {
        let (spaces, tiles) = (scope.of(Type::Space), scope.of(Type::Tile));
        match self.below(8) {
            0..=3 if !spaces.is_empty() => self.one_of(&spaces),
            4 if !spaces.is_empty() => format!("next({}, e)", self.one_of(&spaces)),
            5 => {
                let condition = self.space_condition(scope);
                format!("first(field, {condition})")
            }
            6 if !tiles.is_empty() => format!("{}.site", self.one_of(&tiles)),
            _ => self.one_of(&["a1", "b1"]).into(),
        }
    }

    /// A seat.
    pub(super) fn seat(&mut self, scope: &Scope) -> String {
        let seats = scope.of(Type::Seat);
        match self.below(6) {
            0 if !seats.is_empty() => self.one_of(&seats),
            1 | 2 => "after(me, 1)".into(),
            3 => "best(seats(), it.wood)".into(),
            4 => "first(others())".into(),
            _ => "me".into(),
        }
    }

    /// A resource as a value.
    pub(super) fn good(&mut self, scope: &Scope) -> String {
        let (goods, tiles) = (scope.of(Type::Good), scope.of(Type::Tile));
        match self.below(4) {
            0 if !goods.is_empty() => self.one_of(&goods),
            1 if !tiles.is_empty() => format!("{}.makes", self.one_of(&tiles)),
            _ => self.one_of(&["wood", "fish", "gold"]).into(),
        }
    }

    /// A worker of the acting seat, or nothing.
    pub(super) fn worker(&mut self, scope: &Scope) -> String {
        let workers = scope.of(Type::Worker);
        if !workers.is_empty() && self.chance(60) {
            return self.one_of(&workers);
        }
        let set = self.workers(scope);
        format!("first({set})")
    }

    /// A set of workers.
    pub(super) fn workers(&mut self, scope: &Scope) -> String {
        let (spaces, tiles) = (scope.of(Type::Space), scope.of(Type::Tile));
        match self.below(6) {
            0 if !spaces.is_empty() => format!("{}.dock", self.one_of(&spaces)),
            1 if self.has.board => "where(pieces(dock), it.owner == me)".into(),
            2 if self.has.hold && !tiles.is_empty() => format!("{}.hold", self.one_of(&tiles)),
            _ => "me.home".into(),
        }
    }

    /// An expression of a type, for a parameter.
    pub(super) fn of_type(&mut self, ty: Type, scope: &Scope) -> String {
        match ty {
            Type::Number => self.num(scope),
            Type::Seat => self.seat(scope),
            Type::Tile => self.tile(scope),
            Type::Worker => self.worker(scope),
            Type::Space => self.space(scope),
            Type::Good => self.good(scope),
            Type::Tiles | Type::Spaces | Type::Paid => "nil".into(),
        }
    }
}

/// A set that is a container and nothing else.
fn plain_zone(set: &str) -> Option<&str> {
    set.chars().all(|it| it.is_ascii_lowercase() || it == '.').then_some(set)
}
