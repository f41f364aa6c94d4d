//! Prints code as text, for readers who want to see what their steps became.

use std::fmt::Write;

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::{Bundle, Holder, NoteDef, NotePart};
use boardwright_rules::def::code::{At, Bearer, Op};
use boardwright_rules::def::expr::{Binary, Expr, ExprId, NIL, Set, SetId};
use boardwright_rules::def::part::Named;

/// Expressions nested deeper are not printed in full.
const DEPTH_MAX: u32 = 64;

/// All code: procedures in the order of their places, one instruction per line.
pub fn listing(def: &Def) -> String {
    let mut out = String::new();
    let shower = Shower { def };
    for (pc, op) in def.code.iter().enumerate() {
        for proc in def.procs.iter().filter(|proc| proc.start as usize == pc) {
            let _ = writeln!(out, "{} ({} bindings)", proc.named.id, proc.locals);
        }
        let _ = writeln!(out, "{pc:4} {}", shower.op(op));
    }
    out
}

/// One expression, in a form close to how authors write.
pub fn expression(def: &Def, id: ExprId) -> String {
    Shower { def }.expr(id)
}

/// One set, in the same form.
pub(crate) fn set(def: &Def, id: SetId) -> String {
    Shower { def }.set(id)
}

struct Shower<'d> {
    def: &'d Def,
}

impl Shower<'_> {
    fn op(&self, op: &Op) -> String {
        let e = |id: &ExprId| self.expr(*id);
        let all = |ids: &[ExprId]| ids.iter().map(e).collect::<Vec<_>>().join(", ");
        match op {
            Op::Jump(to) => format!("jump {to}"),
            Op::Unless(condition, to) => format!("unless {} jump {to}", e(condition)),
            Op::Let(slot, value) => format!("b{slot} = {}", e(value)),
            Op::Require(condition, note) => {
                format!("require {} or {}", e(condition), self.note(note.index()))
            }
            Op::Expect(condition, note) => {
                format!("expect {}: {}", e(condition), self.note(note.index()))
            }
            Op::Call(proc, args) => {
                let procs = &self.def.procs;
                let proc = name(procs.get(proc.index()).map(|proc| &proc.named));
                format!("call {proc}({})", all(args))
            }
            Op::Perform(Bearer::Space, attr, of, args) => {
                format!("perform {}.space:{}({})", e(of), attr.index(), all(args))
            }
            Op::Perform(_, attr, of, args) => {
                format!("perform {}.{}({})", e(of), self.attr(attr.index()), all(args))
            }
            Op::Return(None) => "return".to_owned(),
            Op::Return(Some(value)) => format!("return {}", e(value)),
            Op::Result(slot) => format!("b{slot} = result"),
            Op::Script(script, args, slot) => {
                let scripts = &self.def.scripts;
                let script = scripts.get(script.index());
                let n_values = script.map_or(1, |script| script.n_values);
                let script = name(script.map(|script| &script.named));
                let slots = slot.iter().flat_map(|first| *first..*first + n_values);
                let slots: Vec<String> = slots.map(|slot| format!("b{slot}")).collect();
                let to = if slots.is_empty() { String::new() } else { slots.join(", ") + " = " };
                format!("{to}script {script}({})", all(args))
            }
            Op::Try(end) => format!("try until {end}"),
            Op::May { note, end } => format!("may {} until {end}", self.note(note.index())),
            Op::Done => "done".to_owned(),
            Op::Commit => "commit".to_owned(),
            Op::Choose(menu) => self.menu(menu.index()),
            Op::Pick(pick) => self.pick(pick.index()),
            Op::Amount { slot, from, to, note } => {
                let note = self.note(note.index());
                format!("b{slot} = amount {}..{} {note}", e(from), e(to))
            }
            Op::Secret(secret) => match self.def.secrets.get(secret.index()) {
                Some(def) => {
                    let pick = self.pick(def.pick.index());
                    format!("secret l{} of {}: {pick}", def.list, self.set(def.seats))
                }
                None => "secret ?".to_owned(),
            },
            Op::Each { set, list, next } => {
                format!("each l{list} = {} at {next}", self.set(*set))
            }
            Op::Next { list, slot, body } => format!("b{slot} = next l{list} jump {body}"),
            Op::Break(list) => format!("break l{list}"),
            Op::Room(list, most) => format!("room l{list} for {}", e(most)),
            Op::Remember(list, thing) => format!("remember {} in l{list}", e(thing)),
            Op::Keep(list, set) => format!("l{list} = {}", self.set(*set)),
            Op::Take(list) => format!("take l{list}"),
            Op::Find { slot, set, it, keys } => {
                format!("b{slot} = find it{it} in {} by {}", self.set(*set), all(keys))
            }
            Op::Random { slot, set, stream } => {
                format!("b{slot} = random in {} stream {stream}", self.set(*set))
            }
            Op::Gain(counter, holder, n) => self.change("gain", counter.index(), *holder, *n),
            Op::Lose(counter, holder, n) => self.change("lose", counter.index(), *holder, *n),
            Op::Set(counter, holder, n) => self.change("set", counter.index(), *holder, *n),
            Op::Advance(counter, holder, n) => self.change("advance", counter.index(), *holder, *n),
            Op::Pay(cost, by, to) => {
                format!("pay {} by {} to {}", self.cost(cost.index()), e(by), e(to))
            }
            Op::PayPrinted(_, attr, thing, by, to) => {
                let attr = self.attr(attr.index());
                format!("pay {}.{attr} by {} to {}", e(thing), e(by), e(to))
            }
            Op::Move { piece, to, at } => format!("move {} to {}{}", e(piece), e(to), self.at(at)),
            Op::MoveAll { set, to, at, whole } => {
                let (set, at) = (self.set(*set), self.at(at));
                format!("move {} {set} to {}{at}", if *whole { "whole" } else { "all" }, e(to))
            }
            Op::Draw { from, to, count, at, slot } => {
                let bound = slot.map_or(String::new(), |slot| format!("b{slot} = "));
                let at = self.at(at);
                format!("{bound}draw {} from {} to {}{at}", e(count), e(from), e(to))
            }
            Op::Shuffle(place) => format!("shuffle {}", e(place)),
            Op::Refill(row, from) => format!("refill {} from {}", e(row), e(from)),
            Op::Flip(piece, face) => format!("flip {} to {}", e(piece), e(face)),
            Op::Own(piece, seat) => format!("own {} by {}", e(piece), e(seat)),
            Op::Control(piece, seat) => format!("control {} by {}", e(piece), e(seat)),
            Op::Emit(event, args) => format!("emit {}({})", self.event(event.index()), all(args)),
            Op::EmitTo(event, piece, args) => {
                let event = self.event(event.index());
                format!("emit {event}({}) to {}", all(args), e(piece))
            }
            Op::Begin(period) => {
                let periods = &self.def.periods;
                format!("begin {}", name(periods.get(period.index()).map(|def| &def.named)))
            }
            Op::Score(line, seat, points) => {
                let line = name(self.def.lines.get(line.index()));
                format!("score {line} of {} by {}", e(seat), e(points))
            }
            Op::Majority(majority) => self.majority(majority.index()),
            Op::Note(note, _) => format!("note {}", self.note(note.index())),
            Op::EndGame => "end game".to_owned(),
            Op::Triggers => "triggers".to_owned(),
            Op::Steps => "steps".to_owned(),
            Op::Run(list) => format!("run {list}"),
        }
    }

    fn change(&self, verb: &str, counter: usize, holder: ExprId, amount: ExprId) -> String {
        let counter = self.counter(counter);
        let amount = match self.def.exprs.get(amount as usize) {
            Some(Expr::Const(number)) => number.to_string(),
            _ => self.expr(amount),
        };
        format!("{verb} {counter} of {} by {amount}", self.expr(holder))
    }

    fn at(&self, at: &At) -> String {
        match at {
            At::Top => String::new(),
            At::Bottom => " at bottom".to_owned(),
            At::Slot(slot) => format!(" at slot {}", self.expr(*slot)),
        }
    }

    fn menu(&self, menu: usize) -> String {
        let Some(menu) = self.def.menus.get(menu) else { return "choose ?".to_owned() };
        let mut out = format!("choose {}", self.note(menu.note.index()));
        for branch in &menu.branches {
            let _ = write!(out, " | {}", branch.label);
            if !branch.name.is_empty() {
                let _ = write!(out, " '{}'", branch.name);
            }
            if let Some(when) = branch.when {
                let _ = write!(out, " if {}", self.expr(when));
            }
            if let Some(hidden) = branch.hidden {
                let _ = write!(out, " hidden if {}", self.expr(hidden));
            }
            if let Some(unless) = branch.unless {
                let _ = write!(out, " else {}", self.note(unless.index()));
            }
            let _ = write!(out, " jump {}", branch.body);
        }
        let _ = write!(out, " | end {}", menu.end);
        out
    }

    fn pick(&self, pick: usize) -> String {
        let Some(pick) = self.def.picks.get(pick) else { return "pick ?".to_owned() };
        let mut out = format!("b{} = pick {}", pick.slot, self.set(pick.set));
        if let Some(several) = pick.several {
            let _ = write!(out, " {}..{}", self.expr(several.min), self.expr(several.max));
        }
        if pick.optional {
            out.push_str(" or none");
        }
        let _ = write!(out, " {}", self.note(pick.note.index()));
        out
    }

    fn majority(&self, majority: usize) -> String {
        let Some(def) = self.def.majorities.get(majority) else { return "majority ?".to_owned() };
        let line = name(self.def.lines.get(def.line.index()));
        let all =
            |ids: &[ExprId]| ids.iter().map(|id| self.expr(*id)).collect::<Vec<_>>().join(", ");
        let mut out = format!("majority {line} it{} in {}", def.it, self.set(def.seats));
        let _ = write!(out, " of {} at least {}", self.expr(def.amount), self.expr(def.at_least));
        if let Some(neutral) = def.neutral {
            let _ = write!(out, " against {}", self.expr(neutral));
        }
        let _ = write!(out, " places {} ties {:?}", all(&def.places), def.ties);
        if !def.keys.is_empty() {
            let _ = write!(out, " then {}", all(&def.keys));
        }
        out
    }

    fn cost(&self, cost: usize) -> String {
        let Some(cost) = self.def.costs.get(cost) else { return "?".to_owned() };
        let bundles: Vec<String> = cost.bundles.iter().map(|bundle| self.bundle(bundle)).collect();
        format!("[{}]", bundles.join(" | "))
    }

    fn bundle(&self, bundle: &Bundle) -> String {
        let mut terms = vec![];
        for term in &bundle.terms {
            let mut purses = vec![];
            for purse in &term.purses {
                let mut text = self.counter(purse.counter.index());
                if purse.per != 1 {
                    let _ = write!(text, "/{}", purse.per);
                }
                if let Some(cap) = purse.cap {
                    let _ = write!(text, " cap {}", self.expr(cap));
                }
                if purse.short {
                    text.push_str(" if short");
                }
                match purse.holder {
                    Holder::Payer => {}
                    Holder::Table => text.push_str(" of table"),
                    Holder::Pieces(set) => {
                        let _ = write!(text, " from {}", self.set(set));
                    }
                }
                purses.push(text);
            }
            terms.push(format!("{} {}", self.expr(term.amount), purses.join(" or ")));
        }
        let when = bundle.when.map_or(String::new(), |when| format!(" if {}", self.expr(when)));
        format!("{}{when}", terms.join(", "))
    }

    fn note(&self, note: usize) -> String {
        let Some(NoteDef { parts }) = self.def.notes.get(note) else { return "?".to_owned() };
        let parts = parts.iter().map(|part| match part {
            NotePart::Text(text) => text.clone(),
            NotePart::Gap(id, class) => format!("{{{}: {class:?}}}", self.expr(*id)),
        });
        format!("\"{}\"", parts.collect::<String>())
    }

    fn counter(&self, counter: usize) -> String {
        name(self.def.counters.get(counter).map(|def| &def.named))
    }

    fn attr(&self, attr: usize) -> String {
        name(self.def.attr_names.get(attr))
    }

    fn event(&self, event: usize) -> String {
        name(self.def.event_names.get(event))
    }

    fn zone(&self, zone: usize) -> String {
        name(self.def.zones.get(zone).map(|def| &def.named))
    }

    fn kind(&self, kind: usize) -> String {
        name(self.def.kinds.get(kind).map(|def| &def.named))
    }

    fn direction(&self, direction: u8) -> &str {
        self.def.directions.get(usize::from(direction)).map_or("?", String::as_str)
    }

    /// The counter a cell belongs to.
    fn cell(&self, cell: u32) -> String {
        let owner =
            self.def.counters.iter().find(|counter| {
                (counter.cell..counter.cell + counter.holders.max(1)).contains(&cell)
            });
        match owner {
            Some(counter) if counter.holders > 1 => {
                format!("{}#{}", counter.named.id, cell - counter.cell)
            }
            Some(counter) => counter.named.id.clone(),
            None => format!("cell {cell}"),
        }
    }

    fn expr(&self, id: ExprId) -> String {
        self.expr_at(id, 0)
    }

    fn set(&self, id: SetId) -> String {
        self.set_at(id, 0)
    }

    fn expr_at(&self, id: ExprId, depth: u32) -> String {
        let Some(expr) = self.def.exprs.get(id as usize).filter(|_| depth < DEPTH_MAX) else {
            return "?".to_owned();
        };
        let e = |id: &ExprId| self.expr_at(*id, depth + 1);
        let s = |id: &SetId| self.set_at(*id, depth + 1);
        match expr {
            Expr::Const(NIL) => "nil".to_owned(),
            Expr::Const(value) => value.to_string(),
            Expr::Local(0) => "me".to_owned(),
            Expr::Local(slot) => format!("b{slot}"),
            Expr::It(register) => format!("it{register}"),
            Expr::Cell(cell) => self.cell(*cell),
            Expr::Mine(cell) => format!("mine.{}", self.cell(*cell).replace("#0", "")),
            Expr::Counter(counter, of) => format!("{}.{}", e(of), self.counter(counter.index())),
            Expr::Pair(_, seat, space) => format!("[{}, {}]", e(seat), e(space)),
            Expr::TrackValue(track, of) => {
                format!("{}.{}.value", e(of), self.counter(track.index()))
            }
            Expr::Attr(attr, of) => format!("{}.{}", e(of), self.attr(attr.index())),
            Expr::EntryAttr(attr, of) => format!("{}.entry:{}", e(of), self.attr(attr.index())),
            Expr::SpaceAttr(attr, of) => format!("{}.space:{}", e(of), attr.0),
            Expr::ListAt(list, at) => format!("{}[{}]", e(list), e(at)),
            Expr::Table { start, len, index } => {
                format!("{}[{}]", self.table(*start, *len), e(index))
            }
            Expr::EntryOf(of) => format!("{}.entry", e(of)),
            Expr::IsKind(kind, of) => format!("{} is {}", e(of), self.kind(kind.index())),
            Expr::Owner(of) => format!("{}.owner", e(of)),
            Expr::Controller(of) => format!("{}.controller", e(of)),
            Expr::Face(of) => format!("{}.face", e(of)),
            Expr::PlaceOf(of) => format!("{}.place", e(of)),
            Expr::SpaceOf(of) => format!("{}.space", e(of)),
            Expr::HolderOf(of) => format!("{}.holder", e(of)),
            Expr::SlotOf(of) => format!("{}.slot", e(of)),
            Expr::SeatOfPlace(of) => format!("{}.seat", e(of)),
            Expr::IsZone(zone, of) => format!("{} is {}", e(of), self.zone(zone.index())),
            Expr::Place(zone, of) => match self.def.exprs.get(*of as usize) {
                Some(Expr::Const(NIL)) => self.zone(zone.index()),
                _ => format!("{}.{}", e(of), self.zone(zone.index())),
            },
            Expr::InSlot(place, slot) => format!("in_slot({}, {})", e(place), e(slot)),
            Expr::Size(place) => format!("size({})", e(place)),
            Expr::Free(place) => format!("free({})", e(place)),
            Expr::Len(set) => format!("count({})", s(set)),
            Expr::Walk { fold, set, it, body } => {
                let fold = format!("{fold:?}").to_lowercase();
                format!("{fold}(it{it} in {}: {})", s(set), e(body))
            }
            Expr::Has(set, thing) => format!("has({}, {})", s(set), e(thing)),
            Expr::Next(from, way) => format!("next({}, {})", e(from), self.direction(*way)),
            Expr::Along(from, way, n) => {
                format!("along({}, {}, {})", e(from), self.direction(*way), e(n))
            }
            Expr::Ray { from, direction, it, body } => {
                let way = self.direction(*direction);
                format!("ray(it{it} from {}, {way}: {})", e(from), e(body))
            }
            Expr::Distance(a, b) => format!("distance({}, {})", e(a), e(b)),
            Expr::Route(route) => match self.def.routes.get(usize::from(*route)) {
                Some(route) => {
                    let through = route.through.as_ref().map_or("1".to_owned(), e);
                    let (from, stop, cost) = (e(&route.from), e(&route.stop), e(&route.cost));
                    let (it, enters) = (route.it, if route.enters { "into" } else { "from" });
                    let avoid = route.avoid;
                    format!(
                        "route(it{it} {enters} {from}: {through}, not b{avoid}, to {stop}, {cost})"
                    )
                }
                None => "?".to_owned(),
            },
            Expr::Value(value, seat, about) => {
                let value = name(self.def.values.get(value.index()).map(|def| &def.named));
                format!("value({value}, {}, {})", e(seat), e(about))
            }
            Expr::CanPay(_, attr, thing, seat) => {
                format!("can_pay({}.{}, {})", e(thing), self.attr(attr.index()), e(seat))
            }
            Expr::SeatsApart(a, b) => format!("apart({}, {})", e(a), e(b)),
            Expr::SeatAfter(seat, n) => format!("after({}, {})", e(seat), e(n)),
            Expr::SpaceAt(group, column, row) => {
                let group = self.def.groups.get(usize::from(*group)).map(|def| &def.named);
                format!("space_at({}, {}, {})", name(group), e(column), e(row))
            }
            Expr::Not(a) => format!("not ({})", e(a)),
            Expr::Neg(a) => format!("-({})", e(a)),
            Expr::And(a, b) => format!("({} and {})", e(a), e(b)),
            Expr::Or(a, b) => format!("({} or {})", e(a), e(b)),
            Expr::If(a, b, c) => format!("(if {} then {} else {})", e(a), e(b), e(c)),
            Expr::Binary(op, a, b) => between(*op, &e(a), &e(b)),
            Expr::BinaryConst(op, a, b) => {
                let b = if *b == NIL { "nil".to_owned() } else { b.to_string() };
                between(*op, &e(a), &b)
            }
        }
    }

    fn set_at(&self, id: SetId, depth: u32) -> String {
        let Some(set) = self.def.sets.get(id as usize).filter(|_| depth < DEPTH_MAX) else {
            return "?".to_owned();
        };
        let e = |id: &ExprId| self.expr_at(*id, depth + 1);
        let s = |id: &SetId| self.set_at(*id, depth + 1);
        match set {
            Set::Listed(list) => e(list),
            Set::Numbers(from, to) => format!("{}..{}", e(from), e(to)),
            Set::Seats(from) => format!("seats from {}", e(from)),
            Set::Players(from) => format!("players from {}", e(from)),
            Set::Others(than) => format!("others than {}", e(than)),
            Set::Pieces(place) => format!("pieces({})", e(place)),
            Set::ZonePieces(zone) => format!("pieces(all {})", self.zone(zone.index())),
            Set::KindPieces(kind) => format!("all {}", self.kind(kind.index())),
            Set::Spaces(first, len) => format!("spaces {}+{len}", first.0),
            Set::Fixed(start, len) => self.table(*start, *len),
            Set::Neighbours(space) => format!("neighbours({})", e(space)),
            Set::Picked(slot) => format!("l{slot}"),
            Set::One(thing) => format!("only {}", e(thing)),
            Set::Both(a, b) => format!("({} and {})", s(a), s(b)),
            Set::Where { set, it, body } => format!("(it{it} in {} if {})", s(set), e(body)),
        }
    }

    fn table(&self, start: u32, len: u32) -> String {
        let run = self.def.tables.get(start as usize..(start + len) as usize);
        let run: Vec<String> = run.unwrap_or_default().iter().map(i32::to_string).collect();
        format!("{{{}}}", run.join(", "))
    }
}

fn name(named: Option<&Named>) -> String {
    named.map_or("?".to_owned(), |named| named.id.clone())
}

fn between(op: Binary, a: &str, b: &str) -> String {
    let sign = match op {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Div => "//",
        Binary::Mod => "%",
        Binary::Eq => "==",
        Binary::Ne => "~=",
        Binary::Lt => "<",
        Binary::Le => "<=",
        Binary::Gt => ">",
        Binary::Ge => ">=",
        Binary::Min => return format!("min({a}, {b})"),
        Binary::Max => return format!("max({a}, {b})"),
    };
    format!("({a} {sign} {b})")
}
