//! Tiles and what they do: printed steps, and abilities of every form.

use super::super::tree::{Tree, map};
use super::{Make, Scope, Type};

/// The entries.
const TILES: [&str; 4] = ["mill", "hut", "forge", "kiln"];

impl Make {
    pub(super) fn tile_entries(&mut self) -> Tree {
        let mut tiles = map([]);
        for (at, name) in TILES.iter().enumerate() {
            // Conditions name the first two.
            if at > 1 && self.chance(50) {
                continue;
            }
            let entry = self.entry();
            tiles = tiles.with(name, entry);
        }
        tiles
    }

    fn entry(&mut self) -> Tree {
        let mut entry = map([
            ("count", self.number(1, 2).into()),
            ("level", self.number(0, 3).into()),
            ("colour", self.one_of(&["red", "blue"]).into()),
            ("makes", self.one_of(&["wood", "fish", "gold"]).into()),
            ("cost", self.printed_cost()),
        ]);
        if self.has.board && self.chance(60) {
            entry = entry.with("site", self.one_of(&["a1", "b1"]));
        }
        if self.chance(50) {
            let mut scope = Scope::new(0, false);
            scope.on_piece = true;
            let kept = std::mem::replace(&mut self.left, 2);
            let reward = self.steps(&mut scope, 2);
            self.left = kept;
            entry = entry.with("reward", reward);
        }
        if self.has.faces && self.chance(50) {
            let back = map([("level", self.number(0, 3).into())]);
            entry = entry.with("faces", map([("back", back)]));
        }
        match self.below(4) {
            0 | 1 => entry.with("ability", self.ability()),
            2 if self.chance(40) => {
                let abilities = vec![self.ability(), self.ability()];
                entry.with("abilities", abilities)
            }
            _ => entry,
        }
    }

    fn ability(&mut self) -> Tree {
        match self.below(8) {
            0 | 1 => self.modifier(),
            2 | 3 if self.has.menu => self.offer(),
            _ => self.trigger(),
        }
    }

    fn modifier(&mut self) -> Tree {
        let change = self.one_of(&["+1", "-1"]);
        let what = if self.has.toll && self.chance(50) { "toll" } else { "room" };
        let ability = map([("modify", map([(what, change.into())]))]);
        let ability = if self.chance(30) { ability.with("by", "anyone") } else { ability };
        if self.chance(30) { ability.with("if", "me.wood > 1") } else { ability }
    }

    fn offer(&mut self) -> Tree {
        let mut scope = self.scope_of_ability();
        let steps = self.short_steps(&mut scope);
        let ability = map([("offer", "main".into()), ("label", "help".into())]);
        let ability = if self.chance(30) {
            let condition = self.cond(&scope_without_bindings(&scope));
            ability.with("if", condition)
        } else {
            ability
        };
        let again = self.chance(40);
        let ability = if again { ability.with("again", true) } else { ability };
        // Abilities that return to the menu need a limit, or a game may never end.
        let ability = if again || self.chance(40) {
            ability.with("limit", map([("times", self.number(1, 2).into())]))
        } else {
            ability
        };
        ability.with("do", steps)
    }

    fn trigger(&mut self) -> Tree {
        let mut events = vec![
            "built",
            "gained wood",
            "gained fish",
            "gained gold",
            "entered yard",
            "left yard",
            "left pit",
        ];
        if self.has.rang {
            events.push("rang");
        }
        if self.has.market {
            events.push("left market");
        }
        let on = self.one_of(&events);
        let mut scope = self.scope_of_ability();
        match on {
            "built" => scope.bindings.push(("what".into(), Type::Tile)),
            "gained wood" | "gained fish" | "gained gold" => {
                scope.bindings.push(("amount".into(), Type::Number));
            }
            "entered yard" | "left yard" | "left pit" | "left market" => {
                scope.bindings.push(("piece".into(), Type::Tile));
            }
            _ => {}
        }
        let mut ability = map([("when", on.into())]);
        if self.chance(30) {
            let by = self.one_of(&["others", "anyone"]);
            ability = ability.with("by", by);
        }
        if self.chance(30) {
            let condition = match on {
                "built" => "what == self".to_owned(),
                _ => self.cond(&scope),
            };
            ability = ability.with("if", condition);
        }
        if self.chance(30) {
            ability = ability.with("optional", true);
        }
        if self.chance(30) {
            ability = ability.with("limit", map([("times", 1.into())]));
        } else if self.chance(15) {
            ability = ability.with("group", "helpers");
        }
        let steps = self.short_steps(&mut scope);
        ability.with("do", steps)
    }

    fn scope_of_ability(&mut self) -> Scope {
        let mut scope = Scope::new(0, false);
        scope.on_piece = true;
        scope.depth = 1;
        scope
    }

    fn short_steps(&mut self, scope: &mut Scope) -> Tree {
        let kept = std::mem::replace(&mut self.left, 3);
        let n = 1 + self.below(2);
        let steps = self.steps(scope, n);
        self.left = kept;
        steps
    }
}

fn scope_without_bindings(scope: &Scope) -> Scope {
    Scope { bindings: vec![], ..scope.clone() }
}
