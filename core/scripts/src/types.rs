//! The types of what scripts see, for one pack: `Seat` with its resources and zones, pieces by
//! kind, spaces by group, kernel functions.
//!
//! This table is used by both the checker (`check.rs`) and the definitions for editors
//! (`pack_types.rs`). What all packs have is in `boardwright_language::script_api`; the rest
//! follows from the names of the pack, as `field.rs` and `look.rs` read them.

use std::collections::BTreeMap;
use std::rc::Rc;

use boardwright_rules::def::Def;
use boardwright_rules::def::part::Scope;
use boardwright_rules::id::{KindId, ZoneId};

use boardwright_compile::OptionValue;
use boardwright_compile::names::{AttrType, Names, Table, Type};
use boardwright_language::script_api::luau_type::{self, Type as Written};
use boardwright_language::script_api::{ASKS, CALLS, CLASSES};

/// The type of a value in a script, as far as it is known.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Ty {
    /// Nothing is known: nothing is an error.
    Any,
    Nil,
    Number,
    Flag,
    Text,
    /// One of several texts.
    OneOf(Rc<Words>),
    View,
    Seat,
    /// A piece, of one of these kinds if known.
    Piece(Kinds),
    /// An entry, of one of these kinds if known.
    Entry(Kinds),
    /// A space, of a group if known.
    Space(Option<u16>),
    Place,
    /// A table about which nothing more is known: steps, for example.
    Table,
    List(Rc<Ty>),
    Map(Rc<Ty>, Rc<Ty>),
    Record(Rc<Record>),
    Function(Rc<Signature>),
    /// A function of Luau's library: `table.insert`.
    Library(&'static str, &'static str),
    /// A library of Luau: `table`.
    Shelf(&'static str),
    Module(Rc<Module>),
    /// This, or nil.
    Maybe(Rc<Ty>),
    /// A type parameter of a function.
    Generic(Rc<str>),
    /// Several results of a call.
    Several(Rc<[Ty]>),
}

/// Kinds of pieces; `None` for any.
pub(crate) type Kinds = Option<Rc<[KindId]>>;

/// A closed set of texts: ids of a class, or the words of an attribute.
#[derive(PartialEq, Debug)]
pub(crate) struct Words {
    /// What each of them is called: "zone".
    pub what: &'static str,
    /// The name of the type in editors; none for lists of words.
    pub alias: Option<&'static str>,
    pub known: Vec<String>,
}

/// A table with fields.
#[derive(PartialEq, Debug)]
pub(crate) struct Record {
    pub fields: BTreeMap<String, Ty>,
    pub form: Form,
}

/// How much is known about the fields of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// There may be others.
    Open,
    /// There are no others: a type says so.
    Closed,
    /// The parameters of a script, as its head declares them.
    With,
}

/// A function.
#[derive(PartialEq, Debug)]
pub(crate) struct Signature {
    pub name: String,
    pub generics: Vec<Rc<str>>,
    pub params: Vec<Param>,
    /// Whether there may be more arguments.
    pub more: bool,
    pub gives: Ty,
}

/// A parameter of a function.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Param {
    pub name: String,
    pub ty: Ty,
}

/// The result of a `require`.
#[derive(PartialEq, Debug)]
pub(crate) struct Module {
    pub name: String,
    pub functions: BTreeMap<String, Ty>,
    /// Whether it may have more functions.
    pub form: Form,
}

/// A field of a thing.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub ty: Ty,
    /// Its description, unless the pack has one.
    pub about: &'static str,
}

/// Fields by name.
pub(crate) type Fields = BTreeMap<String, Field>;

/// One form of `ask`: its keys with their types, and its result.
#[derive(Debug)]
pub(crate) struct AskForm {
    /// The key that selects this form.
    pub main: String,
    pub keys: BTreeMap<String, Ty>,
    pub gives: Ty,
}

/// Everything scripts of a pack see.
pub(crate) struct Types<'a> {
    pub def: &'a Def,
    pub names: &'a Names,
    pub view: Fields,
    pub seat: Fields,
    pub place: Fields,
    /// By kind.
    pub pieces: Vec<Fields>,
    /// By kind.
    pub entries: Vec<Fields>,
    /// By group.
    pub spaces: Vec<Fields>,
    pub calls: BTreeMap<&'static str, Rc<Signature>>,
    pub asks: Vec<AskForm>,
    /// Closed sets of ids by the name of their type: `ZoneId`.
    pub ids: BTreeMap<&'static str, Rc<Words>>,
}

impl<'a> Types<'a> {
    /// The types of a game; `options` are those of its packs.
    pub fn new(def: &'a Def, names: &'a Names, options: &BTreeMap<String, OptionValue>) -> Self {
        let mut types = Self {
            def,
            names,
            view: Fields::new(),
            seat: Fields::new(),
            place: Fields::new(),
            pieces: vec![],
            entries: vec![],
            spaces: vec![],
            calls: BTreeMap::new(),
            asks: vec![],
            ids: ids(def, names, options),
        };
        types.place = types.fixed("Place");
        types.seat = types.seat_fields();
        types.entries = (0..def.kinds.len()).map(|kind| types.entry_fields(kind)).collect();
        types.pieces = (0..def.kinds.len()).map(|kind| types.piece_fields(kind)).collect();
        types.spaces = (0..def.groups.len()).map(|group| types.space_fields(group)).collect();
        types.calls = CALLS.iter().map(|call| (call.name, types.call(call))).collect();
        types.view = types.view_fields();
        types.asks = ASKS.iter().filter_map(|(form, gives, _)| types.ask(form, gives)).collect();
        types
    }

    /// The type with a name that scripts may write.
    pub(crate) fn named(&self, name: &str) -> Option<Ty> {
        Some(match name {
            "any" | "unknown" => Ty::Any,
            "nil" => Ty::Nil,
            "number" => Ty::Number,
            "boolean" => Ty::Flag,
            "string" => Ty::Text,
            "View" => Ty::View,
            "Seat" => Ty::Seat,
            "Piece" => Ty::Piece(None),
            "Entry" => Ty::Entry(None),
            "Space" => Ty::Space(None),
            "Place" => Ty::Place,
            "Step" | "Steps" | "Result" | "Question" => Ty::Table,
            other => match self.ids.get(other) {
                Some(words) => Ty::OneOf(Rc::clone(words)),
                None => self.own_type(other)?,
            },
        })
    }

    /// The kind or group with a type name.
    fn own_type(&self, name: &str) -> Option<Ty> {
        for (index, kind) in self.def.kinds.iter().enumerate() {
            let class = class_name(&kind.named.id);
            if class == name {
                return Some(Ty::Piece(Some([KindId::from(index)].into())));
            }
            if name.strip_suffix("Entry") == Some(&class) {
                return Some(Ty::Entry(Some([KindId::from(index)].into())));
            }
        }
        let group = |named: &str| class_name(named) + "Space" == name;
        let at = self.def.groups.iter().position(|it| group(&it.named.id))?;
        Some(Ty::Space(Some(at as u16)))
    }

    /// A type as written in the table of declarations.
    fn written(&self, written: &Written) -> Ty {
        match written {
            Written::Name(name) => self.named(name).unwrap_or(Ty::Any),
            Written::Maybe(inner) => maybe(self.written(inner)),
            Written::List(inner) => Ty::List(Rc::new(self.written(inner))),
            Written::Map(key, value) => {
                Ty::Map(Rc::new(self.written(key)), Rc::new(self.written(value)))
            }
            Written::Record(fields) => {
                let fields = fields.iter().map(|(name, ty)| (name.clone(), self.written(ty)));
                Ty::Record(Rc::new(Record { fields: fields.collect(), form: Form::Closed }))
            }
            Written::Function(..) | Written::Several(_) => Ty::Any,
        }
    }

    fn parsed(&self, luau: &str) -> Ty {
        self.written(&luau_type::parse(luau))
    }

    fn fixed(&self, class: &str) -> Fields {
        let class = CLASSES.iter().find(|it| it.name == class);
        let fields = class.map_or(&[][..], |class| class.fields);
        let field = |ty: &str, about| Field { ty: self.parsed(ty), about };
        fields.iter().map(|(name, ty, about)| ((*name).to_owned(), field(ty, about))).collect()
    }

    fn call(&self, call: &boardwright_language::script_api::Call) -> Rc<Signature> {
        let param = |(name, ty): &(&str, &str)| Param {
            name: (*name).to_owned(),
            ty: match *ty {
                // A parameter of any type may be omitted.
                "any" => maybe(Ty::Any),
                ty => self.parsed(ty),
            },
        };
        Rc::new(Signature {
            name: call.name.to_owned(),
            generics: vec![],
            params: call.params.iter().map(param).collect(),
            more: false,
            gives: self.parsed(call.gives),
        })
    }

    fn ask(&self, form: &str, gives: &str) -> Option<AskForm> {
        let Written::Record(written) = luau_type::parse(form) else { return None };
        let keys = written.iter().map(|(name, ty)| (name.clone(), self.written(ty))).collect();
        let main = written.first()?.0.clone();
        Some(AskForm { main, keys, gives: self.parsed(gives) })
    }

    /// Counters and zones of a holder.
    fn own(&self, scope: Scope, fields: &mut Fields) {
        for (name, declared) in &self.names.zones.0 {
            if self.def.zones[declared.what.index()].scope == scope {
                let about = "what lies there, in order";
                fields.insert(name.clone(), Field { ty: self.pieces_of(declared.what), about });
            }
        }
        for (name, declared) in &self.names.counters.0 {
            if self.def.counters[declared.what.index()].scope == scope {
                fields.insert(name.clone(), Field { ty: Ty::Number, about: "" });
            }
        }
    }

    /// The pieces of a zone.
    fn pieces_of(&self, zone: ZoneId) -> Ty {
        let only = [KindId::from(0_usize)];
        let kinds = match self.names.holds.get(&zone) {
            Some(kinds) => Some(Rc::from(kinds.as_slice())),
            // If there is only one kind, it is that.
            None => (self.def.kinds.len() == 1).then(|| Rc::from(only.as_slice())),
        };
        Ty::List(Rc::new(Ty::Piece(kinds)))
    }

    fn seat_fields(&self) -> Fields {
        let mut fields = Fields::new();
        for name in self.names.values.0.keys() {
            fields.insert(name.clone(), Field { ty: Ty::Number, about: "a value" });
        }
        self.own(Scope::Seat, &mut fields);
        fields.extend(self.fixed("Seat"));
        fields
    }

    fn entry_fields(&self, kind: usize) -> Fields {
        let kind = KindId::from(kind);
        let mut fields = Fields::new();
        let attrs = self.names.attrs.iter().filter(|((of, _), _)| *of == kind);
        for ((_, name), attr) in attrs {
            fields.insert(name.clone(), Field { ty: self.attr(&attr.holds), about: "" });
        }
        fields.extend(self.fixed("Entry"));
        let known = self.def.entries.iter().filter(|it| it.kind == kind);
        let known = known.map(|it| it.named.id.clone()).collect();
        let words = Words { what: "entry", alias: None, known };
        if let Some(id) = fields.get_mut("id") {
            id.ty = Ty::OneOf(Rc::new(words));
        }
        fields
    }

    fn piece_fields(&self, kind: usize) -> Fields {
        let mut fields = self.entries[kind].clone();
        let kind = KindId::from(kind);
        self.own(Scope::Piece(kind), &mut fields);
        for (name, field) in self.fixed("Piece") {
            fields.entry(name).or_insert(field);
        }
        for name in ["owner", "controller", "face", "place", "space", "holder", "slot"] {
            if let Some(field) = self.fixed("Piece").remove(name) {
                fields.insert(name.to_owned(), field);
            }
        }
        let entry = Ty::Entry(Some([kind].into()));
        let about = "what is printed on the face that lies up";
        fields.insert("entry".into(), Field { ty: entry, about });
        fields
    }

    fn space_fields(&self, group: usize) -> Fields {
        let group = group as u16;
        let mut fields = Fields::new();
        let attrs = self.names.space_attrs.iter().filter(|((of, _), _)| *of == group);
        for ((_, name), attr) in attrs {
            fields.insert(name.clone(), Field { ty: self.attr(&attr.holds), about: "" });
        }
        self.own(Scope::Space(group), &mut fields);
        for (name, field) in self.fixed("Space") {
            fields.entry(name).or_insert(field);
        }
        fields
    }

    fn view_fields(&self) -> Fields {
        let mut fields = Fields::new();
        let mut put = |name: &str, ty: Ty, about| {
            fields.insert(name.to_owned(), Field { ty, about });
        };
        for seat in &self.def.seat_names {
            put(&seat.id, Ty::Seat, "a seat");
        }
        for (name, declared) in &self.names.entries.0 {
            let kind = self.def.entries[declared.what.index()].kind;
            put(name, Ty::Entry(Some([kind].into())), "an entry");
        }
        for (name, declared) in &self.names.spaces.0 {
            let group = self.def.spaces[declared.what.index()].group;
            put(name, Ty::Space(Some(group)), "a space");
        }
        for (name, declared) in &self.names.groups.0 {
            put(name, Ty::List(Rc::new(Ty::Space(Some(declared.what)))), "all spaces of a group");
        }
        for (name, declared) in &self.names.values.0 {
            if declared.what.1.is_none() {
                put(name, Ty::Number, "a value");
            }
        }
        self.own(Scope::Table, &mut fields);
        fields.extend(self.fixed("View"));
        fields.retain(|name, _| !name.contains('/'));
        fields
    }

    fn attr(&self, holds: &AttrType) -> Ty {
        match holds {
            AttrType::One(ty) => self.of(ty),
            AttrType::List(ty) => Ty::List(Rc::new(self.of(ty))),
            // Whether scripts can read these, and with which type, is decided elsewhere.
            AttrType::Cost
            | AttrType::Amounts
            | AttrType::Steps(_)
            | AttrType::StepList
            | AttrType::Text => Ty::Any,
        }
    }

    /// A type of the expression language.
    pub(crate) fn of(&self, ty: &Type) -> Ty {
        let kinds = |kind: &Option<KindId>| kind.map(|kind| Rc::from([kind].as_slice()));
        match ty {
            Type::Number => Ty::Number,
            Type::Flag => Ty::Flag,
            Type::Seat => Ty::Seat,
            Type::Piece(kind) => Ty::Piece(kinds(kind)),
            Type::Entry(kind) => Ty::Entry(kinds(kind)),
            Type::Space(group) => Ty::Space(*group),
            Type::Place(_) => Ty::Place,
            Type::Counter => self.named("ResourceId").unwrap_or(Ty::Text),
            Type::Word(list) => match self.names.words.get(usize::from(*list)) {
                Some(known) => {
                    let words = Words { what: "word", alias: None, known: known.clone() };
                    Ty::OneOf(Rc::new(words))
                }
                None => Ty::Text,
            },
            Type::Set(of) => Ty::List(Rc::new(self.of(of))),
            Type::Maybe(of) => Ty::Maybe(Rc::new(self.of(of))),
            Type::Several(index) => {
                let values = self.names.several.get(usize::from(*index)).into_iter().flatten();
                let fields = values.map(|(name, ty)| (name.clone(), self.of(ty))).collect();
                Ty::Record(Rc::new(Record { fields, form: Form::Closed }))
            }
            Type::Tag | Type::Nil | Type::Paid(..) => Ty::Any,
        }
    }

    /// The fields of a thing, from all the kinds or groups it may have.
    pub(crate) fn fields(&self, of: &Ty) -> Vec<&Fields> {
        fn each<'f>(all: &'f [Fields], kinds: &Kinds) -> Vec<&'f Fields> {
            match kinds {
                Some(kinds) => kinds.iter().filter_map(|kind| all.get(kind.index())).collect(),
                None => all.iter().collect(),
            }
        }
        match of {
            Ty::View => vec![&self.view],
            Ty::Seat => vec![&self.seat],
            Ty::Place => vec![&self.place],
            Ty::Piece(kinds) => each(&self.pieces, kinds),
            Ty::Entry(kinds) => each(&self.entries, kinds),
            Ty::Space(Some(group)) => self.spaces.get(usize::from(*group)).into_iter().collect(),
            Ty::Space(None) => self.spaces.iter().collect(),
            _ => vec![],
        }
    }
}

/// This, or nil.
pub(crate) fn maybe(ty: Ty) -> Ty {
    match ty {
        Ty::Maybe(_) | Ty::Nil => ty,
        ty => Ty::Maybe(Rc::new(ty)),
    }
}

/// The type name of a thing of a kind or group: `tile_deck` is `TileDeck`.
pub(crate) fn class_name(id: &str) -> String {
    const TAKEN: [&str; 10] =
        ["View", "Seat", "Piece", "Space", "Place", "Entry", "Step", "Steps", "Result", "Question"];
    let words = id.split(['_', '-', '/']).filter(|word| !word.is_empty());
    let name: String = words
        .map(|word| {
            let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            first.to_uppercase() + rest
        })
        .collect();
    if TAKEN.contains(&name.as_str()) { name + "Kind" } else { name }
}

/// Closed sets of ids, by the name of their type.
fn ids(
    def: &Def,
    names: &Names,
    options: &BTreeMap<String, OptionValue>,
) -> BTreeMap<&'static str, Rc<Words>> {
    fn of<T>(table: &Table<T>) -> Vec<String> {
        table.0.keys().filter(|id| !id.contains('/')).cloned().collect()
    }
    let tracks = names.counters.0.iter().filter(|(_, it)| {
        let counter = def.counters.get(it.what.index());
        counter.is_some_and(|counter| counter.track.is_some())
    });
    let sets: [(&'static str, &'static str, Vec<String>); 10] = [
        ("DirectionId", "direction", names.directions.keys().cloned().collect()),
        ("EventId", "event", of(&names.events)),
        ("KindId", "kind of pieces", of(&names.kinds)),
        ("LineId", "line of the score sheet", of(&names.lines)),
        ("OptionId", "option", options.keys().cloned().collect()),
        ("ProcedureId", "procedure", of(&names.procs)),
        ("ResourceId", "resource or track", of(&names.counters)),
        ("TrackId", "track", tracks.map(|(name, _)| name.clone()).collect()),
        ("ValueId", "value", of(&names.values)),
        ("ZoneId", "zone", of(&names.zones)),
    ];
    let words = |(alias, what, known)| (alias, Rc::new(Words { what, alias: Some(alias), known }));
    sets.map(words).into()
}
