//! Steps with steps inside them.

use super::super::tree::{Tree, map};
use super::procs::stem_of;
use super::{Make, Scope, Type};

impl Make {
    pub(super) fn choose_step(&mut self, scope: &mut Scope) -> Tree {
        let mut options = map([]);
        for _ in 0..2 + self.below(2) {
            let name = self.name("way");
            let n = 1 + self.below(2);
            let option = self.option(scope, n);
            options = options.with(&name, option);
        }
        if self.chance(20) {
            options = options.with("none", Tree::List(vec![]));
        }
        map([("choose", map([("ask", "which way?".into()), ("options", options)]))])
    }

    pub(super) fn may_step(&mut self, scope: &mut Scope) -> Tree {
        let n = 1 + self.below(3);
        let steps = self.block(scope, n);
        map([("may", steps)])
    }

    pub(super) fn try_step(&mut self, scope: &mut Scope) -> Tree {
        let n = 1 + self.below(3);
        let steps = self.block(scope, n);
        let step = map([("try", steps)]);
        if self.chance(40) {
            let other = self.block(scope, 1);
            return step.with("else", other);
        }
        step
    }

    pub(super) fn when_step(&mut self, scope: &mut Scope) -> Tree {
        let condition = self.cond(scope);
        let n = 1 + self.below(2);
        let steps = self.block(scope, n);
        let step = map([("if", condition.into()), ("do", steps)]);
        if self.chance(40) {
            let other = self.block(scope, 1);
            return step.with("else", other);
        }
        step
    }

    pub(super) fn repeat_step(&mut self, scope: &mut Scope) -> Tree {
        let mut inner = scope.inside();
        inner.loops.push("repeat");
        let time = self.bind(&mut inner, "time", Type::Number);
        let at = inner.bindings.len();
        let n = 1 + self.below(2);
        let mut steps = vec![];
        // A pick to be bound by `distinct` or `same`.
        let picks = self.chance(50);
        if picks {
            let pick = self.pick_step(&mut inner);
            steps.push(pick);
        }
        let Tree::List(more) = self.steps(&mut inner, n) else { unreachable!("steps are a list") };
        steps.extend(more);
        scope.drawn |= inner.drawn;
        let picked =
            if picks { inner.bindings.get(at).map(|(name, _)| name.clone()) } else { None };
        let repeat = match self.below(4) {
            0 => {
                let times = if self.chance(70) {
                    self.number(1, 3).into()
                } else {
                    Tree::from("min(3, me.fish)")
                };
                map([("times", times)])
            }
            1 | 2 => {
                let most = if self.chance(70) {
                    self.number(1, 3).into()
                } else {
                    Tree::from("min(3, me.wood)")
                };
                let repeat = map([("up_to", most), ("ask", "once more?".into())]);
                if self.chance(50) { repeat.with("min", self.number(0, 2)) } else { repeat }
            }
            _ => {
                let condition = self.cond(scope);
                map([("until", format!("{time} >= {} or ({condition})", self.number(2, 3)).into())])
            }
        };
        let repeat = match picked {
            Some(name) if self.chance(60) => {
                repeat.with(self.one_of(&["distinct", "distinct", "same"]), name)
            }
            _ => repeat,
        };
        map([("repeat", repeat.with("as", time).with("do", steps))])
    }

    pub(super) fn each_step(&mut self, scope: &mut Scope) -> Tree {
        let mut inner = scope.inside();
        inner.loops.push("each");
        let n = 1 + self.below(2);
        let (mut each, name) = match self.below(4) {
            0 => {
                let seats = self.one_of(&["all", "others", "players"]);
                (map([("as_seat", seats.into())]), None)
            }
            1 if self.has.board => {
                let set = self.spaces_set(scope);
                let name = self.bind(&mut inner, "spot", Type::Space);
                (map([("of", set.into())]), Some(name))
            }
            2 => {
                let name = self.bind(&mut inner, "num", Type::Number);
                (map([("of", format!("range(1, {})", self.number(1, 2)).into())]), Some(name))
            }
            _ => {
                let set = self.tiles(scope);
                let name = self.bind(&mut inner, "tile", Type::Tile);
                (map([("of", set.into())]), Some(name))
            }
        };
        let steps = self.steps(&mut inner, n);
        scope.drawn |= inner.drawn;
        each = each.with("do", steps);
        let step = map([("each", each)]);
        match name {
            Some(name) => step.with("as", name),
            None => step,
        }
    }

    pub(super) fn secret_step(&mut self, scope: &mut Scope) -> Tree {
        let mut inner = scope.inside();
        let (pick, ty) = match self.below(3) {
            0 if self.has.hand => {
                (map([("from", "me.hand".into()), ("optional", true.into())]), Type::Tile)
            }
            1 if self.has.board => (map([("from", "field".into())]), Type::Space),
            _ => (map([("from", "range(0, 2)".into())]), Type::Number),
        };
        let name = self.bind(&mut inner, stem_of(ty), ty);
        let n = 1 + self.below(2);
        let steps = self.steps(&mut inner, n);
        scope.drawn |= inner.drawn;
        let seats = self.one_of(&["players", "others", "all"]);
        let pick = pick.with("ask", format!("{name}?"));
        let secretly = map([("seats", seats.into()), ("pick", pick), ("do", steps)]);
        map([("secretly", secretly), ("as", name.into())])
    }
}
