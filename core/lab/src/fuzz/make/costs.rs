//! Costs: several resources, alternatives, tags, worth, from pieces.

use super::super::tree::{Tree, map};
use super::{Make, Scope};

impl Make {
    /// A cost written in a step.
    pub(super) fn cost(&mut self, scope: &Scope) -> Tree {
        self.cost_with(Some(scope))
    }

    /// A cost printed on a tile: it can only use `me`.
    pub(super) fn printed_cost(&mut self) -> Tree {
        self.cost_with(None)
    }

    fn cost_with(&mut self, scope: Option<&Scope>) -> Tree {
        match self.below(10) {
            0 | 1 => {
                let n = 2 + self.below(2);
                let costs: Vec<Tree> = (0..n).map(|_| self.alternative(scope)).collect();
                map([("any", costs.into())])
            }
            2 => {
                let mut with: Vec<Tree> = vec![];
                let mut left = vec!["wood", "fish", "gold"];
                for _ in 0..2 + self.below(2) {
                    let what = left.remove(self.below(left.len()));
                    let mut purse = map([(what, self.number(1, 2).into())]);
                    if scope.is_some() && self.chance(25) {
                        let cap =
                            map([("worth", self.number(1, 3).into()), ("per", "turn".into())]);
                        purse = purse.with("cap", cap);
                    } else if self.chance(40) {
                        purse = purse.with("cap", self.number(1, 2));
                    }
                    with.push(purse);
                }
                let worth = self.amount_due(scope);
                let cost = map([("worth", worth), ("with", with.into())]);
                if self.chance(40) { cost.with("called", "labour") } else { cost }
            }
            3 if self.has.tag => map([("goods", self.amount_due(scope))]),
            4 if self.has.load && scope.is_some() => {
                let amount = self.number(1, 2);
                let from = self.one_of(&["me.yard", "pieces(yard)", "pit"]);
                map([("load", map([("amount", amount.into()), ("from", from.into())]))])
            }
            _ => self.plain_cost(scope),
        }
    }

    fn alternative(&mut self, scope: Option<&Scope>) -> Tree {
        let cost = self.plain_cost(scope);
        match scope {
            Some(scope) if self.chance(20) => {
                let condition = self.cond(scope);
                cost.with("if", condition)
            }
            _ => cost,
        }
    }

    fn plain_cost(&mut self, scope: Option<&Scope>) -> Tree {
        let what = self.one_of(&["wood", "fish", "gold"]);
        let cost = map([(what, self.amount_due(scope))]);
        let other = self.one_of(&["wood", "fish", "gold"]);
        if other != what && self.chance(30) {
            return cost.with(other, self.number(1, 2));
        }
        cost
    }

    fn amount_due(&mut self, scope: Option<&Scope>) -> Tree {
        match scope {
            Some(scope) if self.chance(35) => self.num(scope).into(),
            None if self.chance(15) => "value(room)".into(),
            _ => self.number(1, 3).into(),
        }
    }
}
