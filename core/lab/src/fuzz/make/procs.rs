//! Procedures, and the frame of the game: turns that end.

use super::super::tree::{Tree, map};
use super::{Binding, Make, Proc, Scope, Type, gain};

impl Make {
    pub(super) fn procedures(&mut self) -> Tree {
        let mut procedures = map([]);
        for _ in 0..self.below(4) {
            let name = self.name("task");
            let procedure = self.procedure(&name);
            procedures = procedures.with(&name, procedure);
        }
        let turn = self.turn();
        procedures.with("turn", turn)
    }

    fn procedure(&mut self, name: &str) -> Tree {
        let mut scope = Scope::new(self.procs.len(), true);
        let mut needs: Vec<Binding> = vec![];
        for _ in 0..self.below(3) {
            let ty = self.parameter_type();
            let stem = stem_of(ty);
            let name = self.bind(&mut scope, stem, ty);
            needs.push((name, ty));
        }
        let gives = self.chance(25);
        scope.gives = gives;
        let n = 1 + self.below(3);
        let mut steps = self.steps(&mut scope, n);
        if let (true, Tree::List(steps)) = (gives, &mut steps) {
            let number = self.num(&scope);
            steps.push(map([("return", number.into())]));
        }
        let parameters = needs.iter().map(|(name, ty)| (name.clone(), type_name(*ty).into()));
        let parameters = Tree::Map(parameters.collect());
        self.procs.push(Proc { name: name.to_owned(), needs, gives, draws: scope.drawn });
        let mut procedure = map([]);
        if parameters != map([]) {
            procedure = procedure.with("params", parameters);
        }
        if gives {
            procedure = procedure.with("returns", "number");
        }
        procedure.with("do", steps)
    }

    fn parameter_type(&mut self) -> Type {
        match self.below(6) {
            0 | 1 => Type::Tile,
            2 if self.has.board => Type::Space,
            3 => Type::Good,
            4 => Type::Seat,
            _ => Type::Number,
        }
    }

    /// A turn always has something to offer: a rest, or an `else`.
    fn turn(&mut self) -> Tree {
        self.left = self.left.max(8);
        let mut scope = Scope::new(self.procs.len(), true);
        let mut steps = vec![];
        if self.chance(30) {
            let kept = std::mem::replace(&mut self.left, 2);
            let tried = self.block(&mut scope, 2);
            self.left += kept;
            steps.push(map([("try", tried)]));
        }
        if self.has.menu && self.chance(70) {
            let menu = self.main_menu(&mut scope);
            steps.push(menu);
            // The choice is final here; what follows must not fail.
            if self.chance(12) {
                steps.push("commit".into());
                self.left += 3;
                let more = self.block(&mut scope, 2);
                steps.push(map([("try", more)]));
            }
        } else {
            let n = 2 + self.below(4);
            let mut inner = scope.inside();
            let mut tried = self.steps(&mut inner, n);
            if let (true, Tree::List(tried)) = (self.has.menu, &mut tried) {
                let menu = self.main_menu(&mut inner);
                tried.push(menu);
            }
            let tried = map([("try", tried)]);
            steps.push(tried.with("else", vec![gain("wood", 1)]));
        }
        steps.into()
    }

    fn main_menu(&mut self, scope: &mut Scope) -> Tree {
        let mut options = map([]);
        for _ in 0..1 + self.below(3) {
            let name = self.name("plan");
            let n = 1 + self.below(4);
            let option = self.option(scope, n);
            options = options.with(&name, option);
        }
        let what = self.one_of(&["wood", "fish", "gold"]);
        options = options.with("rest", vec![gain(what, 1)]);
        let menu = map([("ask", "what now?".into()), ("options", options)]);
        map([("key", "main".into()), ("choose", menu)])
    }

    pub(super) fn play(&mut self) -> Tree {
        let days = self.number(2, 5);
        let turn = vec![gain("days", 1), map([("call", "turn".into())])];
        let until = format!("days >= {days}");
        let over = if self.has.automa {
            let seats = ("seats", "players".into());
            map([("turns", map([("until", until.into()), seats, ("do", turn.into())]))])
        } else if self.chance(75) {
            map([("turns", map([("until", until.into()), ("do", turn.into())]))])
        } else if self.chance(50) {
            let seats = map([("as_seat", "all".into()), ("do", turn.into())]);
            let rounds =
                map([("until", until.into()), ("do", vec![map([("each", seats)])].into())]);
            map([("repeat", rounds)])
        } else {
            let mut turn = turn;
            turn.insert(0, map([("begin", "turn".into())]));
            turn.insert(1, "commit".into());
            let seats = map([("as_seat", "all".into()), ("do", turn.into())]);
            let rounds = map([("times", 2.into()), ("do", vec![map([("each", seats)])].into())]);
            map([("repeat", rounds)])
        };
        vec![over].into()
    }
}

/// The start of names of a type.
pub(super) fn stem_of(ty: Type) -> &'static str {
    match ty {
        Type::Number => "num",
        Type::Seat => "who",
        Type::Tile => "tile",
        Type::Worker => "worker",
        Type::Space => "spot",
        Type::Good => "good",
        Type::Tiles | Type::Spaces => "some",
        Type::Paid => "paid",
    }
}

/// The name of a type in a procedure's signature.
fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Number | Type::Tiles | Type::Spaces | Type::Paid => "number",
        Type::Seat => "seat",
        Type::Tile => "piece/tile",
        Type::Worker => "piece/worker",
        Type::Space => "space/field",
        Type::Good => "resource",
    }
}
