//! What every name of a pack means.

use std::collections::BTreeMap;

use boardwright_rules::id::{
    AttrId, CostId, CounterId, EntryId, EventId, KindId, LineId, MenuId, PeriodId, ProcId, SpaceId,
    ValueId, ZoneId,
};

use super::printed::Printed;
use boardwright_syntax::source::{FileId, Span};
use boardwright_syntax::yaml::Node;

/// A type of the expression language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// A whole number.
    Number,
    /// True or false.
    Flag,
    /// A seat.
    Seat,
    /// A piece, of a kind if known.
    Piece(Option<KindId>),
    /// A space, of a group if known.
    Space(Option<u16>),
    /// A container, of a zone if known.
    Place(Option<ZoneId>),
    /// An entry, of a kind if known.
    Entry(Option<KindId>),
    /// A resource or track as a thing.
    Counter,
    /// One of some words, by the index of their list in [`Names::words`].
    Word(u16),
    /// A tag of entries, by its place in [`Names::entry_tags`].
    Tag,
    /// Nothing: compares with every thing.
    Nil,
    /// A thing of this type, or nothing: what parameters and results are declared as, and what names
    /// are bound to.
    Maybe(Box<Type>),
    /// Several of something.
    Set(Box<Type>),
    /// What was paid, by the index in [`Names::paid`], and how many resources that can be.
    Paid(u16, u16),
    /// Several values of a script, by the index in [`Names::several`]. Each is bound by itself,
    /// under a name with a dot: `deal.price`.
    Several(u16),
}

impl Type {
    /// The type of the thing, if there is one.
    pub fn sure(&self) -> &Type {
        match self {
            Type::Maybe(ty) => ty,
            ty => ty,
        }
    }

    /// This thing, or nothing. Numbers and the like are always there.
    pub fn maybe(self) -> Type {
        match self {
            Type::Nil | Type::Maybe(_) => self,
            ty if is_thing(&ty) => Type::Maybe(Box::new(ty)),
            ty => ty,
        }
    }
}

/// Whether it is a thing, so that there may be none.
pub fn is_thing(ty: &Type) -> bool {
    let is_plain = matches!(ty, Type::Number | Type::Flag | Type::Word(_) | Type::Tag);
    !is_plain && !matches!(ty, Type::Set(_) | Type::Paid(..) | Type::Several(_))
}

/// What an attribute holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttrType {
    /// A value of this type (number, flag, word, counter, entry, space).
    One(Type),
    /// A list of values of this type: the attribute's value is where it starts, or nil.
    List(Type),
    /// A cost: the attribute's value is a cost id, or nil.
    Cost,
    /// Amounts of resources: the attribute's value is what paying them costs, a cost id, or nil.
    Amounts,
    /// Steps: the attribute's value is a procedure id, or nil. Bindings: me, self, and these
    /// parameters.
    Steps(Vec<(String, Type)>),
    /// Several steps, one of which is done at a time: see [`Names::step_lists`].
    StepList,
    /// Text: kept for people only.
    Text,
}

/// An attribute of kinds (or space groups).
#[derive(Clone, Debug)]
pub struct Attr {
    /// Its column: of `Def::attrs` for kinds, of `Def::space_attrs` for groups.
    pub id: AttrId,
    /// What it holds.
    pub holds: AttrType,
}

/// A set with a name.
#[derive(Clone, Debug)]
pub struct NamedSet {
    /// What is in it.
    pub of: Node,
    /// What it is about.
    pub about: Option<Type>,
    /// Whether it was looked at.
    pub state: SetState,
}

/// What is known of a named set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetState {
    /// Nothing yet.
    New,
    /// It is being looked at: who needs it now is made of itself.
    Open,
    /// It can be used.
    Right,
    /// Something is wrong with it, which is told.
    Wrong,
}

/// A procedure's head.
#[derive(Clone, Debug)]
pub struct Head {
    /// Its id.
    pub id: ProcId,
    /// Parameters after `me`.
    pub needs: Vec<(String, Type)>,
    /// What each of them is if it is not given.
    pub defaults: Vec<Option<Node>>,
    /// What it gives.
    pub gives: Option<Type>,
}

/// Steps that a script may return: a table in its text, and what it was compiled to.
#[derive(Clone, Debug)]
pub struct Template {
    /// The pack whose script it is.
    pub pack: String,
    /// The table; see [`boardwright_language::script_text::StepTable`].
    pub node: Node,
    /// What it does. Its parameters are the piece that called the script, and then its gaps.
    pub proc: ProcId,
    /// Its gaps.
    pub gaps: Vec<TemplateGap>,
    /// How many parameters there are for gaps: some gaps have several.
    pub slots: usize,
}

/// A gap of steps that a script may return.
#[derive(Clone, Debug)]
pub struct TemplateGap {
    /// The file and the line its expression stands in.
    pub place: (FileId, u32),
    /// The expression.
    pub text: String,
    /// What is expected of it.
    pub ty: GapType,
    /// If it is an amount: the verb, and the one for the opposite.
    pub amount: Option<(&'static str, &'static str)>,
}

/// What is expected of a gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GapType {
    /// One value.
    One(Type),
    /// Several things.
    Set(Type),
    /// Steps.
    Steps,
    /// Amounts by name: the first of their parameters, and the names in their order.
    Amounts {
        /// The first parameter.
        from: usize,
        /// The names.
        names: Vec<String>,
    },
}

/// Something declared, with its place.
#[derive(Clone, Debug)]
pub struct Declared<T> {
    /// What it is.
    pub what: T,
    /// The id as written.
    pub id: String,
    /// Where it was declared.
    pub span: Span,
}

/// Names of one class.
#[derive(Clone, Debug)]
pub struct Table<T>(pub BTreeMap<String, Declared<T>>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> Table<T> {
    /// What a name means.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.get(name).map(|declared| &declared.what)
    }

    /// All ids as written, without those of the engine's own (which have a slash).
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(|declared| declared.id.as_str()).filter(|id| !id.contains('/'))
    }
}

/// Everything that has a name.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Resources and tracks.
    pub counters: Table<CounterId>,
    /// Thresholds of tracks: (track, name) -> position.
    pub thresholds: BTreeMap<(CounterId, String), i32>,
    /// Tags of resources: tag -> resources.
    pub tags: BTreeMap<String, Vec<CounterId>>,
    /// What pays as what: for a resource, the purses besides its own: (counter, per, only when
    /// short).
    pub pays_as: BTreeMap<CounterId, Vec<(CounterId, i32, bool)>>,
    /// Kinds.
    pub kinds: Table<KindId>,
    /// Attributes of kinds: (kind, name).
    pub attrs: BTreeMap<(KindId, String), Attr>,
    /// Attributes of spaces: (group, name).
    pub space_attrs: BTreeMap<(u16, String), Attr>,
    /// The columns of attributes that hold several steps: the first of them, the second, and so on.
    /// Beyond the end of its list, a thing has the last again.
    pub step_lists: BTreeMap<AttrId, Vec<AttrId>>,
    /// Entries.
    pub entries: Table<EntryId>,
    /// Tags of entries.
    pub entry_tags: BTreeMap<String, Vec<EntryId>>,
    /// Zones.
    pub zones: Table<ZoneId>,
    /// The kinds a zone is for; a zone that is not here holds all.
    pub holds: BTreeMap<ZoneId, Vec<KindId>>,
    /// Slot attributes: (zone, name) -> which of `ZoneDef::slots`.
    pub slot_attrs: BTreeMap<(ZoneId, String), usize>,
    /// Groups of spaces.
    pub groups: Table<u16>,
    /// Spaces.
    pub spaces: Table<SpaceId>,
    /// Directions.
    pub directions: BTreeMap<String, u8>,
    /// Values and what they are asked about.
    pub values: Table<(ValueId, Option<Type>)>,
    /// Sets.
    pub sets: Table<NamedSet>,
    /// How often sets were written out.
    pub n_written: usize,
    /// How many sets are being written out, one inside the other.
    pub sets_deep: usize,
    /// Procedures.
    pub procs: Table<Head>,
    /// Events and what they say.
    pub events: Table<(EventId, Vec<(String, Type)>)>,
    /// Menus by the key of their `choose`, declared before bodies are lowered.
    pub menus: Table<MenuId>,
    /// Windows: the menus that are such a moment.
    pub windows: Table<Vec<boardwright_language::shape::Name>>,
    /// Periods.
    pub periods: Table<PeriodId>,
    /// Lines of the score sheet.
    pub lines: Table<LineId>,
    /// Lists of words: closed sets that attributes and options use.
    pub words: Vec<Vec<String>>,
    /// What printed costs and amounts say.
    pub printed: Printed,
    /// What payments can be made of.
    pub paid: Vec<Vec<CounterId>>,
    /// What a script may give that has several values: their names and types.
    pub several: Vec<Vec<(String, Type)>>,
    /// What steps bind of each script of the definition, if they bind anything.
    pub script_gives: Vec<Option<Type>>,
    /// What scripts ask about by `can_pay` and a table of amounts: a cost with an amount of each of
    /// these resources, which lie behind the payer in its bindings.
    pub plain_cost: Option<(CostId, Vec<String>)>,
    /// The resource that is the score.
    pub score: Option<CounterId>,
    /// What scripts may return.
    pub returned: Vec<Template>,
}
