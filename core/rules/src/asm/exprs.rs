//! Expressions and sets: one table of functions for both reading and writing, and the forms that
//! are not function calls.

use super::Sort;
use super::read::{Read, Reader, register};
use super::words::Tok;
use super::write::Writer;
use crate::def::expr::{Binary, Expr, ExprId, Fold, NIL, Set, SetId};
use crate::def::part::Scope;

/// Operator precedence; `not` and a leading minus come in between.
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const SIGN: u8 = 7;
const OPERATORS: [(&str, Binary, u8); 11] = [
    ("==", Binary::Eq, 4),
    ("~=", Binary::Ne, 4),
    ("<=", Binary::Le, 4),
    (">=", Binary::Ge, 4),
    ("<", Binary::Lt, 4),
    (">", Binary::Gt, 4),
    ("+", Binary::Add, 5),
    ("-", Binary::Sub, 5),
    ("*", Binary::Mul, 6),
    ("//", Binary::Div, 6),
    ("%", Binary::Mod, 6),
];

const FOLDS: [(&str, Fold); 10] = [
    ("count", Fold::Count),
    ("sum", Fold::Sum),
    ("least", Fold::Min),
    ("most", Fold::Max),
    ("any", Fold::Any),
    ("all", Fold::All),
    ("first", Fold::First),
    ("last", Fold::Last),
    ("best", Fold::Best),
    ("distinct", Fold::Distinct),
];

macro_rules! functions {
    ($type:ident, $read:ident, $write:ident($writer:ident, $what:ident);
        $($word:literal $name:ident
            $(($($part:ident: $kind:ident),+))?
            $({$($field:ident: $of:ident),+})?;)+
        else { $($special:tt)* }
    ) => {
        impl Reader<'_> {
            /// The arguments after the name of a function, if it is one.
            fn $read(&mut self, word: &str) -> Read<Option<$type>> {
                let mut first = true;
                Ok(Some(match word {
                    $($word => {
                        self.sign("(")?;
                        $($(
                            self.comma(&mut first)?;
                            let $part = self.$kind()?;
                        )+)?
                        $($(
                            self.comma(&mut first)?;
                            let $field = self.$of()?;
                        )+)?
                        self.sign(")")?;
                        $type::$name $(($($part),+))? $({ $($field),+ })?
                    })+
                    _ => return Ok(None),
                }))
            }
        }

        fn $write($writer: &mut Writer<'_>, $what: &$type) {
            let mut first = true;
            match $what {
                $($type::$name $(($($part),+))? $({ $($field),+ })? => {
                    $writer.keyword($word);
                    $writer.put("(");
                    $($(
                        $writer.comma(&mut first);
                        $writer.$kind($part);
                    )+)?
                    $($(
                        $writer.comma(&mut first);
                        $writer.$of($field);
                    )+)?
                    $writer.put(")");
                })+
                $($special)*
            }
        }
    };
}

functions! {
    Expr, function, write_expr(to, expr);
    "my" Mine(cell: cell_of_seats);
    "pair" Pair(counter: counter, seat: expr, space: expr);
    "track" TrackValue(counter: counter, of: expr);
    "attr" Attr(attr: attr, piece: expr);
    "entry_attr" EntryAttr(attr: attr, entry: expr);
    "space_attr" SpaceAttr(attr: attr, space: expr);
    "list_at" ListAt(list: expr, n: expr);
    "entry_of" EntryOf(piece: expr);
    "is_kind" IsKind(kind: kind, piece: expr);
    "owner" Owner(piece: expr);
    "controller" Controller(piece: expr);
    "face" Face(piece: expr);
    "place_of" PlaceOf(piece: expr);
    "space_of" SpaceOf(piece: expr);
    "holder_of" HolderOf(piece: expr);
    "slot_of" SlotOf(piece: expr);
    "seat_of" SeatOfPlace(place: expr);
    "is_zone" IsZone(zone: zone, place: expr);
    "in_slot" InSlot(place: expr, n: expr);
    "size" Size(place: expr);
    "free" Free(place: expr);
    "len" Len(set: set);
    "has" Has(set: set, thing: expr);
    "next_space" Next(space: expr, way: direction);
    "along" Along(space: expr, way: direction, steps: expr);
    "ray" Ray { from: expr, direction: direction, it: it, body: expr };
    "distance" Distance(one: expr, other: expr);
    "route" Route(route: route);
    "value" Value(value: value, seat: expr, about: expr);
    "can_pay" CanPay(on: bearer, attr: attr, thing: expr, seat: expr);
    "seats_apart" SeatsApart(one: expr, other: expr);
    "seat_after" SeatAfter(seat: expr, places: expr);
    "space_at" SpaceAt(group: group, column: expr, row: expr);
    "if" If(condition: expr, then: expr, other: expr);
    else {
        Expr::Const(number) => to.number(number),
        Expr::Local(slot) => to.slot(slot),
        Expr::It(it) => to.it(it),
        Expr::Cell(cell) => match to.program.holder_of(*cell) {
            Some((counter, _)) => to.counter(&counter),
            None => to.keyword("nothing"),
        },
        Expr::Counter(counter, of) => {
            to.counter(counter);
            to.index(of);
        }
        Expr::Place(zone, of) => {
            to.zone(zone);
            let of_table = to.program.def.zones[zone.index()].scope == Scope::Table;
            if !of_table || to.program.def.exprs[*of as usize] != Expr::Const(NIL) {
                to.index(of);
            }
        }
        Expr::Table { start, len, index } => {
            to.put_run("table", *start, *len, false);
            to.put(", ");
            to.expr(index);
            to.put(")");
        }
        Expr::Walk { fold, set, it, body } => {
            let word = FOLDS.iter().find(|(_, is)| is == fold).map_or("fold", |(word, _)| word);
            to.keyword(word);
            to.put("(");
            to.it(it);
            to.put(", ");
            to.set(set);
            to.put(", ");
            to.expr(body);
            to.put(")");
        }
        Expr::Not(_)
        | Expr::Neg(_)
        | Expr::And(..)
        | Expr::Or(..)
        | Expr::Binary(..)
        | Expr::BinaryConst(..) => {
            to.operator(expr);
        }
    }
}

functions! {
    Set, set_function, write_set(to, set);
    "numbers" Numbers(from: expr, up_to: expr);
    "seats" Seats(from: expr);
    "players" Players(from: expr);
    "others" Others(from: expr);
    "pieces" Pieces(place: expr);
    "zone" ZonePieces(zone: zone);
    "kind" KindPieces(kind: kind);
    "spaces" Spaces(from: space, len: count_of_spaces);
    "neighbours" Neighbours(space: expr);
    "listed" Listed(list: expr);
    "picked" Picked(slot: slot);
    "one" One(thing: expr);
    "both" Both(one: set, other: set);
    "where" Where { it: it, set: set, body: expr };
    else {
        Set::Fixed(start, len) => {
            to.put_run("fixed", *start, *len, false);
            to.put(")");
        }
    }
}

impl Reader<'_> {
    fn cell_of_seats(&mut self) -> Read<u32> {
        let counter = self.counter()?;
        Ok(self.program.def.counters[counter.index()].cell)
    }

    fn count_of_spaces(&mut self) -> Read<u16> {
        self.count()
    }

    /// A named run of constants.
    fn run(&mut self) -> Read<(u32, u32)> {
        let run = self.known(Sort::Run)?;
        let run = &self.program.runs[run];
        Ok((run.start, run.len))
    }

    pub fn set(&mut self) -> Read<SetId> {
        let word = self.word()?;
        if word == "fixed" {
            self.sign("(")?;
            let (start, len) = self.run()?;
            self.sign(")")?;
            return Ok(self.program.set(Set::Fixed(start, len)));
        }
        match self.set_function(&word)? {
            Some(set) => Ok(self.program.set(set)),
            None => self.wrong(format!("there is no set `{word}`")),
        }
    }

    pub fn expr(&mut self) -> Read<ExprId> {
        self.binding(OR)
    }

    /// An expression whose operators have at least this precedence.
    fn binding(&mut self, least: u8) -> Read<ExprId> {
        let mut left = self.prefixed(least)?;
        loop {
            let (binds, binary) = match self.peek() {
                Some(Tok::Word(word)) if word == "or" => (OR, None),
                Some(Tok::Word(word)) if word == "and" => (AND, None),
                Some(Tok::Sign(sign)) => match OPERATORS.iter().find(|(is, ..)| is == sign) {
                    Some((_, binary, binds)) => (*binds, Some(*binary)),
                    None => return Ok(left),
                },
                _ => return Ok(left),
            };
            if binds < least {
                return Ok(left);
            }
            self.next();
            let start = self.peek().cloned();
            let right = self.binding(binds + 1)?;
            // A plain number is stored in the operator itself; one in brackets is not.
            let plain = matches!(&start, Some(Tok::Number(_) | Tok::Sign("-")))
                || matches!(&start, Some(Tok::Word(word)) if word == "nil");
            left = match (binary, self.program.def.exprs[right as usize], binds) {
                (Some(binary), Expr::Const(number), _) if plain => {
                    self.add(Expr::BinaryConst(binary, left, number))
                }
                (Some(binary), ..) => self.add(Expr::Binary(binary, left, right)),
                (None, _, OR) => self.add(Expr::Or(left, right)),
                (None, ..) => self.add(Expr::And(left, right)),
            };
        }
    }

    fn add(&mut self, expr: Expr) -> ExprId {
        self.program.expr(expr, None)
    }

    fn prefixed(&mut self, least: u8) -> Read<ExprId> {
        if least <= NOT && self.takes_word("not") {
            let inner = self.binding(NOT)?;
            return Ok(self.add(Expr::Not(inner)));
        }
        if matches!(self.peek(), Some(Tok::Sign("-"))) {
            if matches!(self.peek_beyond(), Some(Tok::Number(_))) {
                let number = self.number()?;
                return Ok(self.add(Expr::Const(number)));
            }
            self.next();
            let inner = self.binding(SIGN)?;
            return Ok(self.add(Expr::Neg(inner)));
        }
        self.plain()
    }

    fn plain(&mut self) -> Read<ExprId> {
        if self.takes("(") {
            let inner = self.expr()?;
            self.sign(")")?;
            return Ok(inner);
        }
        if matches!(self.peek(), Some(Tok::Number(_))) {
            let number = self.number()?;
            return Ok(self.add(Expr::Const(number)));
        }
        let word = self.word()?;
        if word == "nil" {
            return Ok(self.program.expr(Expr::Const(NIL), Some(word)));
        }
        if let Some(slot) = self.find_slot(&word) {
            return Ok(self.add(Expr::Local(slot)));
        }
        if let Some(it) = register(&word) {
            return Ok(self.add(Expr::It(it)));
        }
        let is_called = matches!(self.peek(), Some(Tok::Sign("(")));
        if is_called {
            let expr = self.called(&word)?;
            return Ok(self.add(expr));
        }
        let Some(&(sort, index)) = self.program.names.get(&word) else {
            return self.wrong(format!("nothing is called `{word}`"));
        };
        let indexed = self.takes("[");
        let of = if indexed { self.expr()? } else { self.add(Expr::Const(NIL)) };
        if indexed {
            self.sign("]")?;
        }
        let of_table = match sort {
            Sort::Counter => self.program.def.counters[index].scope == Scope::Table,
            Sort::Zone => self.program.def.zones[index].scope == Scope::Table,
            _ => false,
        };
        let expr = match sort {
            Sort::Counter if indexed => Expr::Counter(index.into(), of),
            Sort::Counter if of_table => Expr::Cell(self.program.def.counters[index].cell),
            Sort::Zone if indexed || of_table => Expr::Place(index.into(), of),
            Sort::Counter | Sort::Zone => {
                return self.wrong(format!("whose `{word}`? Write `{word}[me]`"));
            }
            _ if indexed => return self.wrong(format!("`{word}` belongs to nobody")),
            _ => {
                let number = match sort {
                    Sort::Run => {
                        let run = &self.program.runs[index];
                        run.start as i32 - i32::from(run.counted)
                    }
                    _ => index as i32,
                };
                return Ok(self.program.expr(Expr::Const(number), Some(word)));
            }
        };
        Ok(self.add(expr))
    }

    /// A name with brackets: a walk or another call.
    fn called(&mut self, word: &str) -> Read<Expr> {
        if let Some((_, fold)) = FOLDS.iter().find(|(name, _)| *name == word) {
            self.sign("(")?;
            let it = self.it()?;
            self.sign(",")?;
            let set = self.set()?;
            self.sign(",")?;
            let body = self.expr()?;
            self.sign(")")?;
            return Ok(Expr::Walk { fold: *fold, set, it, body });
        }
        if let "min" | "max" = word {
            let binary = if word == "min" { Binary::Min } else { Binary::Max };
            self.sign("(")?;
            let left = self.expr()?;
            self.sign(",")?;
            let (start, before) = (self.peek().cloned(), self.position());
            let right = self.expr()?;
            let is_number = matches!(start, Some(Tok::Number(_) | Tok::Sign("-")));
            let plain = is_number && self.position() - before <= 2;
            self.sign(")")?;
            return Ok(match self.program.def.exprs[right as usize] {
                Expr::Const(number) if plain => Expr::BinaryConst(binary, left, number),
                _ => Expr::Binary(binary, left, right),
            });
        }
        if word == "table" {
            self.sign("(")?;
            let (start, len) = self.run()?;
            self.sign(",")?;
            let index = self.expr()?;
            self.sign(")")?;
            return Ok(Expr::Table { start, len, index });
        }
        match self.function(word)? {
            Some(expr) => Ok(expr),
            None => self.wrong(format!("there is no function `{word}`")),
        }
    }
}

impl Writer<'_> {
    pub fn expr(&mut self, expr: &ExprId) {
        if !self.inside {
            self.exprs.push(*expr);
        }
        let before = std::mem::replace(&mut self.inside, true);
        match self.program.spelled.get(expr) {
            Some(name) => self.keyword(name),
            None => write_expr(self, &self.program.def.exprs[*expr as usize]),
        }
        self.inside = before;
    }

    pub fn set(&mut self, set: &SetId) {
        if !self.inside {
            self.sets.push(*set);
        }
        let before = std::mem::replace(&mut self.inside, true);
        write_set(self, &self.program.def.sets[*set as usize]);
        self.inside = before;
    }

    fn index(&mut self, of: &ExprId) {
        self.put("[");
        self.expr(of);
        self.put("]");
    }

    fn cell_of_seats(&mut self, cell: &u32) {
        if let Some((counter, _)) = self.program.holder_of(*cell) {
            self.counter(&counter);
        }
    }

    fn count_of_spaces(&mut self, len: &u16) {
        self.number(&i32::from(*len));
    }

    fn put_run(&mut self, word: &str, start: u32, len: u32, counted: bool) {
        let is = |run: &super::Run| (run.start, run.len, run.counted) == (start, len, counted);
        let run = self.program.runs.iter().position(is).unwrap_or(usize::MAX);
        self.keyword(word);
        self.put("(");
        self.known(Sort::Run, run);
    }

    /// The precedence of an expression.
    fn binds(&self, expr: ExprId) -> u8 {
        let by = |binary: Binary| OPERATORS.iter().find(|(_, is, _)| *is == binary);
        match self.program.def.exprs[expr as usize] {
            Expr::Or(..) => OR,
            Expr::And(..) => AND,
            Expr::Not(_) => NOT,
            Expr::Neg(_) => SIGN,
            Expr::Binary(binary, ..) | Expr::BinaryConst(binary, ..) => {
                by(binary).map_or(u8::MAX, |(_, _, binds)| *binds)
            }
            _ => u8::MAX,
        }
    }

    fn operand(&mut self, expr: ExprId, least: u8, brackets: bool) {
        let brackets = brackets || self.binds(expr) < least;
        if brackets {
            self.keyword("(");
        }
        self.expr(&expr);
        if brackets {
            self.put(")");
        }
    }

    fn operator(&mut self, expr: &Expr) {
        let (left, word, binds, right, number) = match *expr {
            Expr::Not(inner) => {
                self.keyword("not");
                return self.operand(inner, NOT, false);
            }
            Expr::Neg(inner) => {
                self.keyword("-");
                let is_number = matches!(self.program.def.exprs[inner as usize], Expr::Const(_));
                return self.operand(inner, SIGN, is_number);
            }
            Expr::And(left, right) => (left, "and", AND, Some(right), 0),
            Expr::Or(left, right) => (left, "or", OR, Some(right), 0),
            Expr::Binary(binary, left, right) => {
                let Some((word, binds)) = operator(binary) else {
                    return self.bound(binary, left, Some(right), 0);
                };
                (left, word, binds, Some(right), 0)
            }
            Expr::BinaryConst(binary, left, number) => {
                let Some((word, binds)) = operator(binary) else {
                    return self.bound(binary, left, None, number);
                };
                (left, word, binds, None, number)
            }
            _ => return,
        };
        self.operand(left, binds, false);
        self.keyword(word);
        match right {
            Some(right) => {
                let is_operator = matches!(*expr, Expr::Binary(..));
                let brackets = is_operator && self.is_plain_number(right);
                self.operand(right, binds + 1, brackets);
            }
            None if number == NIL && matches!(word, "==" | "~=") => self.keyword("nil"),
            None => self.number(&number),
        }
    }

    /// Whether an expression is a constant that is not written as a name.
    fn is_plain_number(&self, expr: ExprId) -> bool {
        let is_number = matches!(self.program.def.exprs[expr as usize], Expr::Const(_));
        is_number && !self.program.spelled.contains_key(&expr)
    }

    /// `min` and `max`.
    fn bound(&mut self, binary: Binary, left: ExprId, right: Option<ExprId>, number: i32) {
        self.keyword(if binary == Binary::Min { "min" } else { "max" });
        self.put("(");
        self.expr(&left);
        self.put(",");
        match right {
            Some(right) => {
                let brackets = self.is_plain_number(right);
                self.operand(right, OR, brackets);
            }
            None => self.number(&number),
        }
        self.put(")");
    }
}

fn operator(binary: Binary) -> Option<(&'static str, u8)> {
    let found = OPERATORS.iter().find(|(_, is, _)| *is == binary);
    found.map(|(word, _, binds)| (*word, *binds))
}
