//! Definitions for Luau's language server, for the scripts of one pack: `schema --luau`.
//!
//! They are made from the table of declarations that scripts are checked with (`types.rs`), and
//! from the declarations of verbs (`boardwright_language::raw::step`).

use std::collections::BTreeMap;

use boardwright_compile::OptionValue;
use boardwright_compile::names::Names;
use boardwright_rules::def::Def;
use std::collections::BTreeSet;
use std::fmt::Write;

use crate::types::{Field, Fields, Ty, Types, Words, class_name};
use boardwright_compile::names::Type;
use boardwright_language::raw::step::{COMMON, Form, KeyShape, VERBS, VerbShape};
use boardwright_language::script_api::std_heads::{Head, modules};
use boardwright_language::script_api::{ASKS, CALLS, CLASSES};

/// Writes to a string, which cannot fail.
macro_rules! put {
    ($out:ident, $($what:tt)*) => {{
        let _ = writeln!($out, $($what)*);
    }};
}

/// Definitions of what the scripts of a game see, for Luau's language server.
pub fn pack_types(
    def: &Def,
    names: &Names,
    options: &BTreeMap<String, OptionValue>,
    packs: &str,
) -> String {
    let types = &Types::new(def, names, options);
    let mut out = String::new();
    put!(out, "-- What scripts of {packs} see, for luau-lsp.");
    put!(
        out,
        "-- Written by `boardwright schema --luau {packs}`; write it again when the pack changes.\n"
    );
    for (name, words) in &types.ids {
        put!(out, "-- Every {}, by its id.\nexport type {name} = {}\n", words.what, union(words));
    }
    view(&mut out, types);
    class(&mut out, "Seat", about("Seat"), &types.seat, types);
    class(&mut out, "Place", about("Place"), &types.place, types);
    families(&mut out, types);
    steps(&mut out, types);
    let forms: Vec<&str> = ASKS.iter().map(|(form, ..)| *form).collect();
    for (form, _, about) in ASKS {
        put!(out, "-- `ask` with `{form}`: {about}");
    }
    put!(out, "export type Question = {}\n", forms.join("\n    | "));
    put!(out, "declare function ask(question: Question): any\n");
    for call in CALLS {
        put!(out, "-- {}", call.about);
        put!(out, "declare function {}({}): {}\n", call.name, parameters(call), call.gives);
    }
    for module in modules() {
        put!(out, "-- require(\"{}\"): {}", module.path, module.about);
        put!(out, "export type {} = {{", module.class);
        for Head { name, generics, params, gives, about } in &module.functions {
            put!(out, "    -- {about}\n    {name}: {generics}({params}) -> {gives},");
        }
        put!(out, "}}\n");
    }
    format!("{}\n", out.trim_end())
}

fn about(class: &str) -> &'static str {
    CLASSES.iter().find(|it| it.name == class).map_or("", |it| it.about)
}

fn parameters(call: &boardwright_language::script_api::Call) -> String {
    let params = call.params.iter().map(|(name, ty)| match *ty {
        "any" => format!("{name}: any?"),
        ty => format!("{name}: {ty}"),
    });
    params.collect::<Vec<_>>().join(", ")
}

/// A union of texts; an empty set allows none.
fn union(words: &Words) -> String {
    if words.known.is_empty() {
        return "never".into();
    }
    let quoted: Vec<String> = words.known.iter().map(|word| format!("{word:?}")).collect();
    quoted.join(" | ")
}

/// A type as Luau writes it.
fn written(ty: &Ty, types: &Types) -> String {
    match ty {
        Ty::Number => "number".into(),
        Ty::Flag => "boolean".into(),
        Ty::Text => "string".into(),
        Ty::Nil => "nil".into(),
        Ty::OneOf(words) => match words.alias {
            Some(alias) => alias.into(),
            None => union(words),
        },
        Ty::View => "View".into(),
        Ty::Seat => "Seat".into(),
        Ty::Place => "Place".into(),
        Ty::Piece(kinds) => of_kinds(kinds.as_deref(), "Piece", "", types),
        Ty::Entry(kinds) => of_kinds(kinds.as_deref(), "Entry", "Entry", types),
        Ty::Space(Some(group)) => {
            class_name(&types.def.groups[usize::from(*group)].named.id) + "Space"
        }
        Ty::Space(None) => "Space".into(),
        Ty::List(item) => format!("{{ {} }}", written(item, types)),
        Ty::Map(key, value) => {
            format!("{{ [{}]: {} }}", written(key, types), written(value, types))
        }
        Ty::Maybe(inner) => match written(inner, types) {
            any if any == "any" => any,
            inner if inner.contains(" | ") => format!("({inner})?"),
            inner => format!("{inner}?"),
        },
        _ => "any".into(),
    }
}

fn of_kinds(
    kinds: Option<&[boardwright_rules::id::KindId]>,
    any: &str,
    ending: &str,
    types: &Types,
) -> String {
    let Some(kinds) = kinds.filter(|kinds| !kinds.is_empty()) else { return any.to_owned() };
    let name = |kind: &boardwright_rules::id::KindId| {
        class_name(&types.def.kinds[kind.index()].named.id) + ending
    };
    kinds.iter().map(name).collect::<Vec<_>>().join(" | ")
}

fn field(out: &mut String, name: &str, field: &Field, types: &Types) {
    if !field.about.is_empty() {
        put!(out, "    -- {}", field.about);
    }
    put!(out, "    {name}: {},", written(&field.ty, types));
}

fn class(out: &mut String, name: &str, about: &str, fields: &Fields, types: &Types) {
    put!(out, "-- {about}\nexport type {name} = {{");
    for (name, it) in fields {
        field(out, name, it, types);
    }
    put!(out, "}}\n");
}

fn view(out: &mut String, types: &Types) {
    put!(out, "-- {}\nexport type View = {{", about("View"));
    for (name, it) in &types.view {
        field(out, name, it, types);
    }
    for call in CALLS {
        let params = parameters(call);
        put!(out, "    {}: (self: View, {params}) -> {},", call.name, call.gives);
    }
    put!(out, "}}\n");
}

/// Pieces, entries and spaces: a type for each kind and group, and one for all of them.
fn families(out: &mut String, types: &Types) {
    let kinds = || types.def.kinds.iter().map(|kind| &kind.named);
    for (named, fields) in kinds().zip(&types.pieces) {
        class(out, &class_name(&named.id), &format!("A piece: {}.", named.name), fields, types);
    }
    for (named, fields) in kinds().zip(&types.entries) {
        let name = class_name(&named.id) + "Entry";
        class(out, &name, &format!("What is printed on a piece: {}.", named.name), fields, types);
    }
    for (group, fields) in types.def.groups.iter().zip(&types.spaces) {
        let name = class_name(&group.named.id) + "Space";
        class(out, &name, &format!("A space: {}.", group.named.name), fields, types);
    }
    for (name, all) in
        [("Piece", Ty::Piece(None)), ("Entry", Ty::Entry(None)), ("Space", Ty::Space(None))]
    {
        let all = types.fields(&all);
        let names: BTreeSet<&String> = all.iter().flat_map(|fields| fields.keys()).collect();
        put!(out, "-- {}\nexport type {name} = {{", about(name));
        for name in names {
            let each: BTreeSet<String> = all
                .iter()
                .filter_map(|fields| fields.get(name))
                .map(|field| written(&field.ty, types))
                .collect();
            // A thing has these fields only if its kind does.
            let each: Vec<String> = each.into_iter().collect();
            let ty = match each.as_slice() {
                [one] => one.clone(),
                _ if each.iter().any(|ty| ty == "any") => "any".into(),
                all => all.join(" | "),
            };
            put!(out, "    {name}: {ty},");
        }
        put!(out, "}}\n");
    }
}

/// `Step`: a table type for each verb.
fn steps(out: &mut String, types: &Types) {
    let amounts: Vec<String> = match types.ids.get("ResourceId") {
        Some(words) => words.known.iter().map(|name| format!("{name}: number?")).collect(),
        None => vec![],
    };
    put!(
        out,
        "-- How many of each resource.\nexport type Amounts = {{ {} }}\n",
        amounts.join(", ")
    );
    let lines: Vec<String> = match types.ids.get("LineId") {
        Some(words) => words.known.iter().map(|name| format!("{name}: number?")).collect(),
        None => vec![],
    };
    put!(
        out,
        "-- Points by line of the score sheet.\nexport type Points = {{ {} }}\n",
        lines.join(", ")
    );
    let procs = types.names.procs.0.iter().filter(|(id, _)| !id.contains('/'));
    let procs = procs.map(|(id, it)| (id, &it.what.needs));
    put!(out, "-- Procedures, and what each is handed.\nexport type Calls = {{");
    handed(out, procs, types);
    let events = types.names.events.0.iter().filter(|(id, _)| !id.contains('/'));
    let events = events.map(|(id, it)| (id, &it.what.1));
    put!(out, "-- Events, and what each says.\nexport type Emits = {{");
    handed(out, events, types);
    let mut names = vec![];
    for verb in VERBS {
        let name = format!("{}Step", class_name(verb.verb));
        put!(out, "-- {}\nexport type {name} = {{", verb.about());
        put!(out, "    {},", keyed(verb.verb, &body(verb), true));
        let common = COMMON.iter().filter(|it| it.key != "as" || verb.binds.is_some());
        let beside: BTreeSet<&str> = verb.beside.iter().map(|it| it.key).collect();
        let common = common.filter(|it| it.key != verb.verb && !beside.contains(it.key));
        for key in verb.beside.iter().chain(common) {
            put!(out, "    {},", keyed(key.key, &taken(key.form), key.needed));
        }
        put!(out, "}}\n");
        names.push(name);
    }
    put!(
        out,
        "-- A step that a script may return.\nexport type Step = {}\n",
        names.join("\n    | ")
    );
    put!(
        out,
        "-- What a script returns to have something done.\nexport type Steps = {{ Step }} | Step\n"
    );
    put!(out, "-- What a script returns to have something done and to give a value.");
    put!(out, "export type Result = {{ steps: {{ Step }}?, value: any }}\n");
}

/// The arguments passed by name: a table type for each of several.
fn handed<'n>(
    out: &mut String,
    all: impl Iterator<Item = (&'n String, &'n Vec<(String, Type)>)>,
    types: &Types,
) {
    for (id, needs) in all {
        let each = |(name, ty): &(String, Type)| {
            // An argument with a default may be omitted.
            keyed(name, &written(&types.of(ty), types), false)
        };
        let needs: Vec<String> = needs.iter().map(each).collect();
        put!(out, "    {},", keyed(id, &format!("{{ {} }}", needs.join(", ")), false));
    }
    put!(out, "}}\n");
}

/// A field of a table type; Luau keywords are put in brackets.
fn keyed(key: &str, ty: &str, needed: bool) -> String {
    const WORDS: [&str; 21] = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in",
        "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
    ];
    let maybe = match (needed, ty) {
        (true, _) | (_, "any") => ty.to_owned(),
        (false, ty) if ty.contains([' ', '>']) => format!("({ty})?"),
        (false, ty) => format!("{ty}?"),
    };
    match WORDS.contains(&key) {
        true => format!("[\"{key}\"]: {maybe}"),
        false => format!("{key}: {maybe}"),
    }
}

/// The type of a verb's body.
fn body(verb: &VerbShape) -> String {
    let mut forms: Vec<String> = verb.short.iter().map(|short| taken(short.form)).collect();
    if verb.takes_mapping() {
        let keys: Vec<String> = verb
            .keys
            .iter()
            .map(|it: &KeyShape| keyed(it.key, &taken(it.form), it.needed))
            .collect();
        match (verb.others, keys.is_empty()) {
            (None, _) => forms.push(format!("{{ {} }}", keys.join(", "))),
            (Some(_), true) => forms.push(other(verb)),
            (Some(_), false) => {
                forms.push(format!("({} & {{ {} }})", other(verb), keys.join(", ")))
            }
        }
    }
    forms.dedup();
    if forms.iter().any(|form| form == "any") { "any".into() } else { forms.join(" | ") }
}

/// The type of keys chosen by the author.
fn other(verb: &VerbShape) -> String {
    match (verb.verb, verb.short.map(|short| short.form)) {
        ("score", _) => "Points".into(),
        (_, Some(Form::Callee)) => "Calls".into(),
        (_, Some(Form::Event)) => "Emits".into(),
        (_, Some(Form::PrintedSteps)) => "any".into(),
        _ => "Amounts".into(),
    }
}

/// The type of a form.
fn taken(form: Form) -> String {
    match form {
        Form::Number => "number",
        Form::Seat => "Seat",
        Form::Seats => "Seat | \"all\" | \"others\" | \"players\"",
        Form::Piece => "Piece",
        Form::Space => "Space",
        Form::Container => "Place | ZoneId",
        Form::Pieces => "{ Piece } | ZoneId",
        Form::Condition | Form::Flag => "boolean",
        Form::Position => "number | \"top\" | \"bottom\"",
        Form::Face => "number | string",
        Form::Numbers => "number | { number }",
        Form::PrintedCost | Form::PrintedAmounts | Form::Cost => "Amounts",
        Form::Costs | Form::Purses => "{ Amounts }",
        Form::Callee => "ProcedureId",
        Form::Event => "EventId",
        Form::Line => "LineId",
        Form::Steps => "{ Step }",
        Form::Text | Form::Template | Form::Name | Form::Period | Form::Script => "string",
        Form::Results => "string | { [string]: string }",
        Form::Menus => "string | { string }",
        Form::Nothing => "boolean",
        Form::Words(words) => {
            let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
            return quoted.join(" | ");
        }
        Form::Expr
        | Form::Set
        | Form::ConditionOnIt
        | Form::Holder
        | Form::PrintedSteps
        | Form::Options
        | Form::Pick
        | Form::Arguments
        | Form::Source => "any",
    }
    .into()
}
