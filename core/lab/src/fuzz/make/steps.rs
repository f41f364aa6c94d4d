//! Steps of every verb.

use super::super::tree::{Tree, map};
use super::procs::stem_of;
use super::{Make, Scope, Type, gain, refill};

/// How deep blocks are nested.
const DEEP: u32 = 4;

impl Make {
    /// About `n` steps, at least one.
    pub(super) fn steps(&mut self, scope: &mut Scope, n: usize) -> Tree {
        let mut steps = vec![];
        for _ in 0..n {
            if self.left <= 0 && !steps.is_empty() {
                break;
            }
            self.left -= 1;
            let known = scope.bindings.len();
            let (step, fails) = self.step(scope);
            // A failure that cannot be foreseen must not be a dead end.
            if scope.drawn && fails && !self.chance(2) {
                scope.bindings.truncate(known);
                steps.push(map([("try", vec![step].into())]));
            } else {
                steps.push(step);
            }
        }
        steps.into()
    }

    /// Steps in a block of their own.
    pub(super) fn block(&mut self, scope: &mut Scope, n: usize) -> Tree {
        let mut inner = scope.inside();
        let steps = self.steps(&mut inner, n);
        scope.drawn |= inner.drawn;
        steps
    }

    /// The steps of an option, sometimes with other keys beside them.
    pub(super) fn option(&mut self, scope: &mut Scope, n: usize) -> Tree {
        let again = self.chance(20);
        let steps = self.block(scope, n);
        if !again && self.chance(60) {
            return steps;
        }
        let mut option = map([]);
        if again {
            option =
                option.with("if", format!("me.used < {}", self.number(1, 2))).with("again", true);
        } else if self.chance(60) {
            let condition = self.cond(scope);
            option = option.with("if", condition);
        }
        let Tree::List(mut steps) = steps else { return option };
        if again {
            steps.insert(0, gain("used", 1));
        }
        option.with("do", steps)
    }

    /// One step, and whether it can fail.
    fn step(&mut self, scope: &mut Scope) -> (Tree, bool) {
        let before = scope.clone();
        let deep = scope.depth >= DEEP || self.left <= 0;
        let (step, fails) = match self.below(if deep { 62 } else { 100 }) {
            0..=6 => (self.gain_step(scope), false),
            7..=9 => (self.lose_step(scope), false),
            10..=20 => (self.pay_step(scope), true),
            21..=25 => (self.require_step(scope), true),
            26..=33 => (self.pick_step(scope), true),
            34..=36 => (self.amount_step(scope), true),
            37..=43 => (self.move_step(scope), true),
            44..=46 => (self.move_some(scope), false),
            47..=48 => (self.let_step(scope), false),
            49..=50 => (self.find_step(scope), false),
            51..=54 => self.call_step(scope),
            55..=56 => (self.several_step(scope), true),
            57 => (self.piece_step(scope), false),
            58 => (self.leave_step(scope), false),
            59 if self.has.scripts => (self.script_step(scope), true),
            60 if self.has.board => (self.travel_step(scope), true),
            59..=61 => (self.loud_step(scope), true),
            62..=69 => (self.choose_step(scope), true),
            70..=75 => (self.may_step(scope), false),
            76..=80 => (self.try_step(scope), true),
            81..=86 => (self.when_step(scope), true),
            87..=92 => (self.repeat_step(scope), true),
            93..=96 => (self.each_step(scope), true),
            97 => (self.secret_step(scope), true),
            _ => (self.pay_step(scope), true),
        };
        let is_leave = step.get("end").is_some();
        let step = if self.chance(8) && !is_leave && step.get("if").is_none() {
            let condition = self.cond(&before);
            step.with("if", condition)
        } else {
            step
        };
        (step, fails)
    }

    fn gain_step(&mut self, scope: &mut Scope) -> Tree {
        let amount =
            if self.chance(60) { self.number(1, 2).into() } else { Tree::from(self.num(scope)) };
        let (tiles, spaces, goods) =
            (scope.of(Type::Tile), scope.of(Type::Space), scope.of(Type::Good));
        match self.below(9) {
            0 if self.has.load && !tiles.is_empty() => {
                let tile = self.one_of(&tiles);
                gain("load", 1).with("who", tile)
            }
            1 if !spaces.is_empty() => {
                let space = self.one_of(&spaces);
                gain("flood", 1).with("who", space)
            }
            2 if self.has.heat => gain("heat", 1),
            3 if !goods.is_empty() => {
                let good = self.one_of(&goods);
                gain(&good, amount)
            }
            4 if self.has.skill => map([("advance", map([("skill", self.number(1, 2).into())]))]),
            5 => {
                let (what, who) = (self.one_of(&["wood", "fish", "gold"]), self.seat(scope));
                gain(what, amount).with("who", who)
            }
            _ => {
                let what = self.one_of(&["wood", "fish", "gold", "vp"]);
                gain(what, amount)
            }
        }
    }

    fn lose_step(&mut self, scope: &mut Scope) -> Tree {
        let what = self.one_of(&["wood", "fish", "gold"]);
        match self.below(5) {
            0 => map([("set", map([(what, self.number(0, 2).into())]))]),
            1 if self.has.heat => map([("lose", map([("heat", 1.into())]))]),
            2 => {
                let who = self.seat(scope);
                map([("lose", map([(what, 1.into())]))]).with("who", who)
            }
            3 if self.has.skill => map([("retreat", map([("skill", 1.into())]))]),
            _ => map([("lose", map([(what, self.number(1, 2).into())]))]),
        }
    }

    fn pay_step(&mut self, scope: &mut Scope) -> Tree {
        let step = self.plain_pay_step(scope);
        if !self.chance(20) {
            return step;
        }
        let paid = self.bind(scope, "paid", Type::Paid);
        step.with("as", paid)
    }

    fn plain_pay_step(&mut self, scope: &Scope) -> Tree {
        let tiles = scope.of(Type::Tile);
        if !tiles.is_empty() && self.chance(30) {
            let tile = self.one_of(&tiles);
            return map([("pay", format!("{tile}.cost").into())]);
        }
        let goods = scope.of(Type::Good);
        let cost = if !goods.is_empty() && self.chance(50) {
            let good = self.one_of(&goods);
            let cost = map([(&good, self.number(1, 2).into())]);
            if self.chance(30) { cost.with("gold", 1) } else { cost }
        } else {
            self.cost(scope)
        };
        match self.below(12) {
            0 | 1 => {
                let to = self.seat(scope);
                map([("pay", cost), ("to", to.into())])
            }
            2 => {
                let who = self.seat(scope);
                map([("pay", cost), ("who", who.into())])
            }
            _ => map([("pay", cost)]),
        }
    }

    fn require_step(&mut self, scope: &mut Scope) -> Tree {
        let tiles = scope.of(Type::Tile);
        let condition = if !tiles.is_empty() && self.chance(30) {
            let tile = self.one_of(&tiles);
            match self.below(3) {
                0 => format!("can_pay({tile}.cost)"),
                1 => format!("total({tile}.cost) < {}", self.number(1, 4)),
                _ => format!("{tile}.cost.wood < {}", self.number(1, 3)),
            }
        } else {
            self.cond(scope)
        };
        map([("require", condition.into()), ("reason", "not now".into())])
    }

    pub(super) fn pick_step(&mut self, scope: &mut Scope) -> Tree {
        let optional = self.chance(20);
        let (mut pick, ty) = match self.below(10) {
            0..=4 => {
                let from = self.tiles(scope);
                let pick = map([("from", from.into())]);
                let pick = if self.chance(15) {
                    pick.with("if", "can_pay(it.cost)")
                } else if self.chance(40) {
                    let condition = self.tile_condition(scope, 0);
                    pick.with("if", condition)
                } else {
                    pick
                };
                (pick, Type::Tile)
            }
            5 | 6 if self.has.board => {
                let from = self.spaces_set(scope);
                let pick = map([("from", from.into())]);
                let pick = if self.chance(50) {
                    let condition = self.space_condition(scope);
                    pick.with("if", condition)
                } else {
                    pick
                };
                (pick, Type::Space)
            }
            7 if self.has.board || self.has.hold => {
                let from = self.workers(scope);
                (map([("from", from.into())]), Type::Worker)
            }
            8 if self.has.tag => {
                let pick = map([("from", "goods".into())]);
                let pick = if self.chance(40) { pick.with("if", "me[it] > 0") } else { pick };
                (pick, Type::Good)
            }
            _ => {
                let to =
                    if self.chance(60) { self.number(1, 3).to_string() } else { self.num(scope) };
                (
                    map([("from", format!("range({}, {to})", self.number(0, 1)).into())]),
                    Type::Number,
                )
            }
        };
        if optional {
            pick = pick.with("optional", true);
        }
        let name = self.bind(scope, stem_of(ty), ty);
        map([("pick", pick.with("ask", format!("{name}?"))), ("as", name.into())])
    }

    /// A pick of several, and an action for each.
    fn several_step(&mut self, scope: &mut Scope) -> Tree {
        let spaces = self.has.board && self.chance(40);
        let (from, ty) =
            if spaces { ("field".into(), Type::Spaces) } else { (self.tiles(scope), Type::Tiles) };
        let min = self.number(0, 2);
        let max = min.max(1) + self.number(0, 1);
        let name = self.bind(scope, "some", ty);
        let pick = map([
            ("from", from.into()),
            ("min", min.into()),
            ("max", max.into()),
            ("ask", format!("{name}?").into()),
        ]);
        map([("pick", pick), ("as", name.into())])
    }

    fn amount_step(&mut self, scope: &mut Scope) -> Tree {
        let to =
            if self.chance(50) { self.number(1, 2).into() } else { Tree::from(self.num(scope)) };
        let name = self.bind(scope, "num", Type::Number);
        let amount = map([("to", to), ("ask", format!("{name}?").into())]);
        let amount = if self.chance(40) { amount.with("from", 1) } else { amount };
        map([("amount", amount), ("as", name.into())])
    }

    /// A move that must succeed.
    fn move_step(&mut self, scope: &mut Scope) -> Tree {
        if (self.has.board || self.has.hold) && self.chance(35) {
            let what = self.worker(scope);
            let tiles = scope.of(Type::Tile);
            let to = if self.has.hold && !tiles.is_empty() && self.chance(40) {
                format!("{}.hold", self.one_of(&tiles))
            } else if self.has.board {
                let space = self.space(scope);
                if space.contains('(') { "a1.dock".into() } else { format!("{space}.dock") }
            } else {
                "me.home".into()
            };
            return map([("move", map([("what", what.into()), ("to", to.into())]))]);
        }
        let what = self.tile(scope);
        let to = self.destination();
        let step = map([("what", what.into()), ("to", to.clone().into())]);
        let step = match to.as_str() {
            "market" if self.chance(40) => {
                let slot = self.num(scope);
                step.with("at", slot)
            }
            _ => step,
        };
        map([("move", step)])
    }

    fn destination(&mut self) -> String {
        match self.below(5) {
            0 | 1 => "me.yard".into(),
            2 => self.one_of(&["waste", "pit", "after(me, 1).yard"]).into(),
            _ => self.zone_of_tiles(),
        }
    }

    /// Moves of several pieces, and draws.
    fn move_some(&mut self, scope: &mut Scope) -> Tree {
        match self.below(5) {
            0 if self.has.market => {
                let from = self.one_of(&["deck", "pit"]);
                scope.drawn |= from == "deck";
                refill(from)
            }
            1 => {
                let (all, to) = (self.tiles(scope), self.destination());
                map([("move", map([("all", all.into()), ("to", to.into())]))])
            }
            2 => {
                let (from, to) = (self.one_of(&["pit", "waste"]), self.destination());
                let name = self.bind(scope, "tile", Type::Tile);
                map([
                    ("move", map([("from", from.into()), ("to", to.into())])),
                    ("as", name.into()),
                ])
            }
            _ => {
                scope.drawn = true;
                let to = if self.has.hand { "me.hand" } else { "me.yard" };
                let draw = map([("from", "deck".into()), ("to", to.into())]);
                let draw = if self.chance(30) { draw.with("count", 2) } else { draw };
                let name = self.bind(scope, "tile", Type::Tile);
                map([("move", draw), ("as", name.into())])
            }
        }
    }

    fn let_step(&mut self, scope: &mut Scope) -> Tree {
        let mut numbers = scope.of(Type::Number);
        // A loop that resets its counter never ends.
        numbers.retain(|name| !name.starts_with("time"));
        if !numbers.is_empty() && self.chance(30) {
            let (name, number) = (self.one_of(&numbers), self.num(scope));
            return map([("let", map([(&name, number.into())]))]);
        }
        let ty = match self.below(5) {
            0 | 1 => Type::Tile,
            2 if self.has.board => Type::Space,
            3 => Type::Seat,
            _ => Type::Number,
        };
        let value = self.of_type(ty, scope);
        let name = self.bind(scope, stem_of(ty), ty);
        map([("let", map([(&name, value.into())]))])
    }

    fn find_step(&mut self, scope: &mut Scope) -> Tree {
        let spaces = self.has.board && self.chance(40);
        let (from, condition, by, ty) = if spaces {
            (self.spaces_set(scope), self.space_condition(scope), "it.size", Type::Space)
        } else {
            (self.tiles(scope), self.tile_condition(scope, 0), "it.level", Type::Tile)
        };
        let mut find = map([("from", from.into())]);
        if self.chance(50) {
            find = find.with("if", condition);
        }
        if self.chance(10) {
            scope.drawn = true;
            find = find.with("random", true);
        } else if self.chance(50) {
            find = find.with("by", vec![by.into()]);
        }
        let name = self.bind(scope, stem_of(ty), ty);
        map([("find", find), ("as", name.into())])
    }

    fn call_step(&mut self, scope: &mut Scope) -> (Tree, bool) {
        let n = scope.procs.min(self.procs.len());
        if n == 0 || (scope.loud && self.chance(30)) {
            return (self.loud_step(scope), true);
        }
        let at = self.below(n);
        let proc = self.procs[at].clone();
        let mut args = map([]);
        for (name, ty) in &proc.needs {
            let value = self.of_type(*ty, scope);
            args = args.with(name, value);
        }
        scope.drawn |= proc.draws;
        let call = match proc.needs.is_empty() {
            true => map([("call", proc.name.as_str().into())]),
            false => map([("call", map([(&proc.name, args)]))]),
        };
        let call = if proc.gives {
            let name = self.bind(scope, "num", Type::Number);
            call.with("as", name)
        } else {
            call
        };
        (call, true)
    }

    /// Printed steps, and events that abilities wait for.
    fn loud_step(&mut self, scope: &mut Scope) -> Tree {
        let tiles = scope.of(Type::Tile);
        if !scope.loud || tiles.is_empty() {
            if scope.loud && self.has.rang && self.chance(50) {
                return map([("emit", "rang".into())]);
            }
            return self.pay_step(scope);
        }
        let tile = self.one_of(&tiles);
        match self.below(4) {
            0 | 1 => map([("perform", format!("{tile}.reward").into())]),
            2 if self.chance(30) => map([(
                "trigger",
                map([
                    ("what", tile.as_str().into()),
                    ("event", "built".into()),
                    ("with", map([("what", tile.as_str().into())])),
                ]),
            )]),
            _ => map([("emit", map([("built", map([("what", tile.into())]))]))]),
        }
    }

    fn piece_step(&mut self, scope: &mut Scope) -> Tree {
        let tiles = scope.of(Type::Tile);
        if tiles.is_empty() {
            return self.lose_step(scope);
        }
        let (tile, seat) = (self.one_of(&tiles), self.seat(scope));
        if self.has.faces && self.chance(60) {
            return map([("flip", tile.into())]);
        }
        let verb = self.one_of(&["set_owner", "set_controller"]);
        map([(verb, tile.into()), ("who", seat.into())])
    }

    fn leave_step(&mut self, scope: &mut Scope) -> Tree {
        let condition = self.cond(scope);
        match scope.loops.last() {
            Some(what) if self.chance(70) => {
                map([("end", (*what).into()), ("if", condition.into())])
            }
            _ if !scope.on_piece && scope.gives => {
                let number = self.num(scope);
                map([("return", number.into()), ("if", condition.into())])
            }
            _ if !scope.on_piece && !scope.returned && scope.procs > 0 => {
                map([("end", "procedure".into()), ("if", condition.into())])
            }
            _ => self.gain_step(scope),
        }
    }

    fn travel_step(&mut self, scope: &mut Scope) -> Tree {
        let from = self.space(scope);
        let mut travel = map([("from", from.into())]);
        if self.chance(50) {
            let through = self.space_condition(scope);
            travel = travel.with("through", through);
        }
        if self.chance(40) {
            let stop = self.one_of(&["it.rich", "it.size > 0", "it == b1", "free(it.dock) > 0"]);
            travel = travel.with("stop", stop);
        }
        if self.chance(50) {
            let what = self.one_of(&["wood", "fish"]);
            let amount = if self.chance(50) { 1.into() } else { Tree::from("it.size") };
            travel = travel.with("pay", map([(what, amount)]));
        }
        if self.chance(30) {
            travel = travel.with("do", vec![gain("gold", 1)]);
        }
        if self.chance(30) {
            travel = travel.with("min", self.number(0, 2));
        }
        travel = travel.with("max", self.number(1, 3));
        let name = self.bind(scope, "spot", Type::Space);
        map([("travel", travel), ("as", name.into())])
    }
}
