//! The meaning of every name of a pack.

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
    /// A resource or track as a value.
    Counter,
    /// One of some words, by the index of their list in [`Names::words`].
    Word(u16),
    /// A tag of entries, by its place in [`Names::entry_tags`].
    Tag,
    /// Nil: can be compared with every object.
    Nil,
    /// An object of this type, or nil: the declared type of parameters and results, and the type of
    /// bindings.
    Maybe(Box<Type>),
    /// Several of something.
    Set(Box<Type>),
    /// What was paid: the index in [`Names::paid`], and the number of resources.
    Paid(u16, u16),
    /// Several values of a script, by the index in [`Names::several`]. Each has its own binding,
    /// under a name with a dot: `deal.price`.
    Several(u16),
}

impl Type {
    /// The type without nil.
    pub fn sure(&self) -> &Type {
        match self {
            Type::Maybe(ty) => ty,
            ty => ty,
        }
    }

    /// This type or nil. Numbers and the like are never nil.
    pub fn maybe(self) -> Type {
        match self {
            Type::Nil | Type::Maybe(_) => self,
            ty if is_thing(&ty) => Type::Maybe(Box::new(ty)),
            ty => ty,
        }
    }
}

/// Whether its values are objects, which may be nil.
pub fn is_thing(ty: &Type) -> bool {
    let is_plain = matches!(ty, Type::Number | Type::Flag | Type::Word(_) | Type::Tag);
    !is_plain && !matches!(ty, Type::Set(_) | Type::Paid(..) | Type::Several(_))
}

/// The type of an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttrType {
    /// A value of this type (number, flag, word, counter, entry, space).
    One(Type),
    /// A list of values of this type: the attribute's value is the start of the list, or nil.
    List(Type),
    /// A cost: the attribute's value is a cost id, or nil.
    Cost,
    /// Amounts of resources: the attribute's value is the id of the cost of paying them, or nil.
    Amounts,
    /// Steps: the attribute's value is a procedure id, or nil. Bindings: me, self, and these
    /// parameters.
    Steps(Vec<(String, Type)>),
    /// Several steps, one of which runs at a time: see [`Names::step_lists`].
    StepList,
    /// Text: kept for readers only.
    Text,
}

/// An attribute of kinds (or space groups).
#[derive(Clone, Debug)]
pub struct Attr {
    /// Its column: of `Def::attrs` for kinds, of `Def::space_attrs` for groups.
    pub id: AttrId,
    /// Its type.
    pub holds: AttrType,
}

/// A named set.
#[derive(Clone, Debug)]
pub struct NamedSet {
    /// Its expression.
    pub of: Node,
    /// The type of its subject.
    pub about: Option<Type>,
    /// The state of its check.
    pub state: SetState,
}

/// The state of the check of a named set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetState {
    /// Not checked yet.
    New,
    /// It is being checked; using it now would be a recursion.
    Open,
    /// It can be used.
    Right,
    /// It is wrong and was reported.
    Wrong,
}

/// The signature of a procedure.
#[derive(Clone, Debug)]
pub struct Head {
    /// Its id.
    pub id: ProcId,
    /// Parameters after `me`.
    pub needs: Vec<(String, Type)>,
    /// Their defaults.
    pub defaults: Vec<Option<Node>>,
    /// The type of its result.
    pub gives: Option<Type>,
}

/// Steps that a script may return: a table in its text, and the procedure it was compiled to.
#[derive(Clone, Debug)]
pub struct Template {
    /// The pack whose script it is.
    pub pack: String,
    /// The table; see [`boardwright_language::script_text::StepTable`].
    pub node: Node,
    /// The procedure. Its parameters are the piece that called the script, then the gaps.
    pub proc: ProcId,
    /// Its gaps.
    pub gaps: Vec<TemplateGap>,
    /// The number of parameters for gaps; a gap may have several.
    pub slots: usize,
    /// The line of an expression that names the piece that called the script, if one does.
    pub names_self: Option<(FileId, u32)>,
}

/// A gap of steps that a script may return.
#[derive(Clone, Debug)]
pub struct TemplateGap {
    /// The file and line of its expression.
    pub place: (FileId, u32),
    /// The expression.
    pub text: String,
    /// The expected type.
    pub ty: GapType,
    /// If it is an amount: the verb, and its opposite.
    pub amount: Option<(&'static str, &'static str)>,
}

/// The expected type of a gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GapType {
    /// One value.
    One(Type),
    /// A set.
    Set(Type),
    /// Steps.
    Steps,
    /// Amounts by name: the first parameter, and the names in order.
    Amounts {
        /// The first parameter.
        from: usize,
        /// The names.
        names: Vec<String>,
    },
}

/// A declaration, with its place.
#[derive(Clone, Debug)]
pub struct Declared<T> {
    /// The declared item.
    pub what: T,
    /// The id as written.
    pub id: String,
    /// The place of the declaration.
    pub span: Span,
}

/// The names of one class.
#[derive(Clone, Debug)]
pub struct Table<T>(pub BTreeMap<String, Declared<T>>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> Table<T> {
    /// Looks up a name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.get(name).map(|declared| &declared.what)
    }

    /// All ids as written, except internal ones (which contain a slash).
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(|declared| declared.id.as_str()).filter(|id| !id.contains('/'))
    }
}

/// All names.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Resources and tracks.
    pub counters: Table<CounterId>,
    /// Thresholds of tracks: (track, name) -> position.
    pub thresholds: BTreeMap<(CounterId, String), i32>,
    /// Tags of resources: tag -> resources.
    pub tags: BTreeMap<String, Vec<CounterId>>,
    /// Substitutes: for a resource, the purses besides its own: (counter, per, only when short).
    pub pays_as: BTreeMap<CounterId, Vec<(CounterId, i32, bool)>>,
    /// Kinds.
    pub kinds: Table<KindId>,
    /// Attributes of kinds: (kind, name).
    pub attrs: BTreeMap<(KindId, String), Attr>,
    /// Attributes of spaces: (group, name).
    pub space_attrs: BTreeMap<(u16, String), Attr>,
    /// The columns of attributes with several steps: the first step, the second, and so on. Beyond
    /// the end of its list, an object repeats the last one.
    pub step_lists: BTreeMap<AttrId, Vec<AttrId>>,
    /// Entries.
    pub entries: Table<EntryId>,
    /// Tags of entries.
    pub entry_tags: BTreeMap<String, Vec<EntryId>>,
    /// Zones.
    pub zones: Table<ZoneId>,
    /// The kinds a zone may hold; a zone that is not listed holds all.
    pub holds: BTreeMap<ZoneId, Vec<KindId>>,
    /// Slot attributes: (zone, name) -> which of `ZoneDef::slots`.
    pub slot_attrs: BTreeMap<(ZoneId, String), usize>,
    /// Groups of spaces.
    pub groups: Table<u16>,
    /// Spaces.
    pub spaces: Table<SpaceId>,
    /// Directions.
    pub directions: BTreeMap<String, u8>,
    /// Values and the types of their subjects.
    pub values: Table<(ValueId, Option<Type>)>,
    /// Sets.
    pub sets: Table<NamedSet>,
    /// How often sets were expanded.
    pub n_written: usize,
    /// How many nested sets are being expanded.
    pub sets_deep: usize,
    /// Procedures.
    pub procs: Table<Head>,
    /// Events and their values.
    pub events: Table<(EventId, Vec<(String, Type)>)>,
    /// Menus by the key of their `choose`. They are declared before bodies are lowered.
    pub menus: Table<MenuId>,
    /// Windows, and the keys of their menus.
    pub windows: Table<Vec<boardwright_language::shape::Name>>,
    /// Periods.
    pub periods: Table<PeriodId>,
    /// Lines of the score sheet.
    pub lines: Table<LineId>,
    /// Lists of words: closed sets that attributes and options use.
    pub words: Vec<Vec<String>>,
    /// The contents of printed costs and amounts.
    pub printed: Printed,
    /// The resources that can make up each payment.
    pub paid: Vec<Vec<CounterId>>,
    /// The values of scripts that return several: names and types.
    pub several: Vec<Vec<(String, Type)>>,
    /// For each script of the definition: the type that steps bind, if any.
    pub script_gives: Vec<Option<Type>>,
    /// The cost behind `can_pay` with a table of amounts in scripts: one amount for each of these
    /// resources, bound after the payer.
    pub plain_cost: Option<(CostId, Vec<String>)>,
    /// The resource that is the score.
    pub score: Option<CounterId>,
    /// The steps that scripts may return.
    pub returned: Vec<Template>,
}
