//! A game for one table: the content of its packs, resolved for a number of seats and options.
//!
//! Nothing here changes during play except [`Def::learned`], which never affects the game. Ids are
//! indices. Texts are for display only.

pub mod ask;
pub mod code;
pub mod expr;
pub mod liveness;
pub mod part;
mod parts_of;
pub mod reads;
pub mod short;
pub mod show;

use crate::id::{AbilityId, AttrId, EntryId, MenuId, PieceId, ProcId, SpaceId, ValueId};
use ask::{Class, CostDef, MajorityDef, MenuDef, NoteDef, PickDef, SecretDef};
use code::{Bearer, Op, Pc};
use expr::{Expr, ExprId, Set, SetId};
use part::{
    AbilityDef, CounterDef, EntryDef, GroupDef, KindDef, Named, PieceDef, PlaceDef, SpaceDef,
    ValueDef, ZoneDef,
};

/// The instruction that runs triggered abilities.
pub const PC_TRIGGERS: Pc = 0;
/// The instruction that runs the steps scripts returned.
pub const PC_STEPS: Pc = 1;
/// Where the code of procedures begins.
pub const PC_FIRST: Pc = 2;

/// Where a step was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cause {
    /// The pack.
    pub pack: String,
    /// The file, as shown to people.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The path in the tree: `procedures.turn.build`.
    pub path: String,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct ProcDef {
    /// Names.
    pub named: Named,
    /// Where it starts.
    pub start: Pc,
    /// The number of its bindings; the first is the acting seat, then come its parameters.
    pub locals: u16,
}

/// A scripted step.
#[derive(Clone, Debug)]
pub struct ScriptDef {
    /// `topic.name`, for showing.
    pub named: Named,
    /// Its handle in the script host.
    pub handle: u32,
    /// The names of its parameters, in argument order.
    pub params: Vec<(String, ask::Class)>,
    /// How many of its values are bound, in consecutive slots.
    pub n_values: u16,
    /// Whether it may ask a question.
    pub asks: bool,
    /// The procedures it may return: some of [`Def::returned`].
    pub returned: Vec<ProcId>,
}

/// A period after which counters are reset.
#[derive(Clone, Debug)]
pub struct PeriodDef {
    /// Names.
    pub named: Named,
    /// Runs of cells with the value they are reset to.
    pub resets: Vec<(u32, u32, i32)>,
}

/// Something bots value besides the score.
#[derive(Clone, Debug)]
pub struct HintDef {
    /// Names.
    pub named: Named,
    /// How much of it a seat has.
    pub worth: ExprId,
    /// How much of it is worth one point; at least 1.
    pub per: i32,
}

/// The whole game, resolved.
#[derive(Clone, Debug, Default)]
pub struct Def {
    /// The game's name.
    pub named: Named,
    /// The number of seats: people, then seats without decisions.
    pub seats: u8,
    /// The number of people.
    pub players: u8,
    /// Names of seats.
    pub seat_names: Vec<Named>,

    /// Expressions.
    pub exprs: Vec<Expr>,
    /// Sets.
    pub sets: Vec<Set>,
    /// Constants used by expressions and sets.
    pub tables: Vec<i32>,
    /// The route searches of expressions.
    pub routes: Vec<expr::RouteDef>,

    /// Counters.
    pub counters: Vec<CounterDef>,
    /// The number of cells of all counters.
    pub cells: u32,
    /// Kinds of pieces.
    pub kinds: Vec<KindDef>,
    /// Printed faces.
    pub entries: Vec<EntryDef>,
    /// Printed attributes: for each attribute a value for each entry.
    pub attrs: Vec<Vec<i32>>,
    /// Attributes of spaces: for each attribute a value for each space.
    pub space_attrs: Vec<Vec<i32>>,
    /// Names of attributes.
    pub attr_names: Vec<Named>,
    /// Pieces.
    pub pieces: Vec<PieceDef>,
    /// Kinds of containers.
    pub zones: Vec<ZoneDef>,
    /// Containers.
    pub places: Vec<PlaceDef>,
    /// Groups of spaces.
    pub groups: Vec<GroupDef>,
    /// Spaces.
    pub spaces: Vec<SpaceDef>,
    /// Names of directions.
    pub directions: Vec<String>,
    /// The next space: `space * directions + direction`, or nil.
    pub next: Vec<i32>,

    /// Abilities.
    pub abilities: Vec<AbilityDef>,
    /// For each event, the abilities that wait for it.
    pub listeners: Vec<Vec<AbilityId>>,
    /// Names of events.
    pub event_names: Vec<Named>,
    /// Values.
    pub values: Vec<ValueDef>,

    /// Instructions.
    pub code: Vec<Op>,
    /// For each instruction, the index of its cause.
    pub cause_of: Vec<u32>,
    /// Causes.
    pub causes: Vec<Cause>,
    /// Procedures.
    pub procs: Vec<ProcDef>,
    /// Menus.
    pub menus: Vec<MenuDef>,
    /// Picks.
    pub picks: Vec<PickDef>,
    /// Simultaneous picks.
    pub secrets: Vec<SecretDef>,
    /// Costs.
    pub costs: Vec<CostDef>,
    /// Shares.
    pub majorities: Vec<MajorityDef>,
    /// Notes and questions.
    pub notes: Vec<NoteDef>,
    /// Scripts.
    pub scripts: Vec<ScriptDef>,
    /// The procedures scripts may return, compiled from the steps in their texts.
    pub returned: Vec<ProcId>,
    /// Periods.
    pub periods: Vec<PeriodDef>,
    /// Lines of the score sheet, in order.
    pub lines: Vec<Named>,
    /// First cell of the score sheet: `sheet + line * seats + seat`.
    pub sheet: u32,
    /// Lists of words that attributes and options use.
    pub words: Vec<Vec<String>>,
    /// What the lists in the gaps of sentences hold.
    pub list_classes: Vec<Class>,
    /// Random streams, by name; their seeds are made from the names.
    pub streams: Vec<String>,

    /// The main procedure: set-up and play.
    pub main: Option<ProcId>,
    /// The keys that decide who wins, most important first: evaluated with the seat as register 0
    /// and binding 0. Larger is better.
    pub ranking: Vec<ExprId>,
    /// What runs once when the game ends.
    pub scoring: Option<ProcId>,
    /// What bots value besides the score, evaluated like `ranking`.
    pub hints: Vec<HintDef>,

    /// What is shown and logged, and how.
    pub show: show::Show,

    /// Filled by [`Def::finish`]: the entry on each face of each piece, padded to `faces_max` faces
    /// per piece.
    pub faces: Vec<EntryId>,
    /// The largest number of faces of any piece.
    pub faces_max: usize,
    /// Filled by [`Def::finish`]: what can fail from each instruction on.
    pub safety: crate::safety::Safety,
    /// Filled by [`Def::finish`]: the expressions in the form that is evaluated.
    pub short: short::Shorts,
    /// Filled by [`Def::finish`]: the read set of each expression.
    pub reads: reads::Reads,
    /// Filled by [`Def::finish`]: what each instruction and those after it still read (liveness).
    pub ahead: liveness::Ahead,
    /// What look-ahead has learned about these rules during play.
    pub learned: crate::machine::Learned,
}

impl Def {
    /// Derives what follows from the rest. Call it once, when everything else is in place.
    #[must_use]
    pub fn finish(mut self) -> Self {
        self.faces_max = self.pieces.iter().map(|piece| piece.faces.len()).max().unwrap_or(0);
        let up = |faces: &[EntryId], face| faces.get(face).or(faces.last()).copied();
        let all = self.pieces.iter().flat_map(|piece| {
            (0..self.faces_max).map(move |face| up(&piece.faces, face).unwrap_or(EntryId(0)))
        });
        self.faces = all.collect();
        self.short = short::Shorts::of(&self);
        self.safety = crate::safety::Safety::of(&self);
        self.reads = reads::Reads::of(&self);
        self.ahead = liveness::Ahead::of(&self);
        self.learned = crate::machine::Learned::default();
        self
    }

    /// The entry on the face that is up.
    #[inline(always)]
    pub fn entry(&self, piece: PieceId, face: u8) -> EntryId {
        // A hot path: one lookup instead of three.
        if usize::from(face) < self.faces_max {
            return self.faces[piece.index() * self.faces_max + usize::from(face)];
        }
        let faces = &self.pieces[piece.index()].faces;
        faces[usize::from(face).min(faces.len() - 1)]
    }

    /// A printed attribute of an entry.
    pub fn attr(&self, attr: AttrId, entry: EntryId) -> i32 {
        self.attrs[attr.index()][entry.index()]
    }

    /// A column of printed attributes, by entry or by space.
    pub fn printed(&self, bearer: Bearer, attr: AttrId) -> &[i32] {
        match bearer {
            Bearer::Piece | Bearer::Entry => &self.attrs[attr.index()],
            Bearer::Space => &self.space_attrs[attr.index()],
        }
    }

    /// The space next to a space.
    pub fn next_space(&self, space: SpaceId, direction: u8) -> i32 {
        self.next[space.index() * self.directions.len() + usize::from(direction)]
    }

    /// The cause of an instruction.
    pub fn cause(&self, pc: Pc) -> &Cause {
        &self.causes[self.cause_of[pc as usize] as usize]
    }

    /// Whether an expression may use named values that abilities may modify: shortened ones use
    /// none.
    #[inline(always)]
    pub(crate) fn may_use_values(&self, expr: ExprId) -> bool {
        matches!(self.short.get(expr), short::Short::Plain(_))
    }

    /// Visits the named values that abilities may modify and that an expression uses outside of set
    /// walks, each with its seat and its subject.
    pub fn values_in(&self, expr: ExprId, visit: &mut dyn FnMut(ValueId, ExprId, ExprId)) {
        if !self.may_use_values(expr) {
            return;
        }
        match self.exprs[expr as usize] {
            Expr::Value(value, ..) if self.values[value.index()].modifiers.is_empty() => {}
            Expr::Value(value, seat, about) => visit(value, seat, about),
            Expr::Binary(_, left, right) | Expr::And(left, right) | Expr::Or(left, right) => {
                self.values_in(left, visit);
                self.values_in(right, visit);
            }
            Expr::BinaryConst(_, inner, _) | Expr::Neg(inner) | Expr::Not(inner) => {
                self.values_in(inner, visit);
            }
            Expr::If(condition, then, other) => {
                for part in [condition, then, other] {
                    self.values_in(part, visit);
                }
            }
            _ => {}
        }
    }

    /// Whether a set holds pieces of one container: taking any of them leaves the same number
    /// behind.
    pub(crate) fn lies_together(&self, set: SetId) -> bool {
        match self.sets[set as usize] {
            Set::Pieces(_) => true,
            Set::Where { set, .. } => matches!(self.sets[set as usize], Set::Pieces(_)),
            _ => false,
        }
    }

    /// The value of an expression, if it is the same in every state.
    pub(crate) fn constant(&self, expr: ExprId) -> Option<i32> {
        match self.short.get(expr) {
            short::Short::Leaf(short::Leaf::Const(value)) => Some(*value),
            _ => None,
        }
    }

    /// Whether a seat exists and makes decisions.
    pub(crate) fn is_player(&self, seat: i32) -> bool {
        (0..i32::from(self.players)).contains(&seat)
    }

    /// The menu behind an id.
    pub fn menu(&self, menu: MenuId) -> &MenuDef {
        &self.menus[menu.index()]
    }
}
