//! Finds the function behind each `script:` and checks what is handed to it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use boardwright_rules::def::ask::Class;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::{Cause, Def, ScriptDef};

use super::{CALLS, GameScripts};
use crate::diag::{Diagnostic, similar};
use crate::layer::Loaded;
use crate::lower::OptionValue;
use crate::lower::names::{Names, normal};
use crate::luau::{FunctionId, Host, Limits, PackScripts, Setup, WithType, std_scripts};
use crate::source::{Sources, Span};

/// Reads the scripts of all packs.
pub fn load(loaded: &mut Loaded) -> (Host, Vec<Diagnostic>) {
    let std = std_scripts(&mut loaded.sources);
    let module = |path: &str| {
        let path = path.strip_prefix("scripts/").unwrap_or(path);
        path.strip_suffix(".luau").unwrap_or(path).to_owned()
    };
    let packs: Vec<PackScripts> = loaded
        .order
        .iter()
        .map(|info| PackScripts {
            pack: info.manifest.id.value.clone(),
            files: info.scripts.iter().map(|each| (module(&each.path), each.file)).collect(),
        })
        .collect();
    let setup = Setup { calls: CALLS, limits: Limits::default() };
    Host::load(&loaded.sources, &packs, &std, &setup)
}

/// The functions of a definition's scripts.
pub struct Linked {
    /// By script id.
    pub functions: Vec<Option<FunctionId>>,
    /// What does not fit.
    pub diags: Vec<Diagnostic>,
}

/// Finds the function behind each `script:`. A function of the pack that wrote the step comes
/// first, then those of the other packs, the last one first.
pub fn link(host: &Host, def: &Def, packs: &[String], sources: &Sources) -> Linked {
    let mut linked = Linked { functions: vec![], diags: vec![] };
    for (index, script) in def.scripts.iter().enumerate() {
        let uses = |op: &Op| matches!(op, Op::Script(id, ..) if id.index() == index);
        let pc = def.code.iter().position(uses);
        let cause = pc.map(|pc| def.cause(pc as u32).clone()).unwrap_or_default();
        let near = std::iter::once(cause.pack.as_str());
        let mut places = near.chain(packs.iter().rev().map(String::as_str));
        let found = places.find_map(|pack| host.find(pack, &script.named.id));
        match found {
            Some(f) => check_with(host, f, script, &cause, sources, &mut linked.diags),
            None => linked.diags.push(no_function(host, script, &cause, packs, sources)),
        }
        linked.functions.push(found);
    }
    linked
}

impl GameScripts {
    /// Scripts of a definition they were linked for.
    pub fn new(
        host: &Rc<Host>,
        linked: Linked,
        names: Names,
        options: BTreeMap<String, OptionValue>,
        sources: &Sources,
    ) -> Self {
        let paths = sources.ids().map(|id| sources.file(id).path.clone()).collect();
        Self {
            host: Rc::clone(host),
            names,
            options,
            functions: linked.functions,
            paths,
            last: RefCell::new(None),
            twice: Cell::new(false),
        }
    }
}

fn check_with(
    host: &Host,
    f: FunctionId,
    script: &ScriptDef,
    cause: &Cause,
    sources: &Sources,
    diags: &mut Vec<Diagnostic>,
) {
    let given: Vec<(String, WithType)> =
        script.params.iter().map(|(name, class)| (normal(name), with_type(*class))).collect();
    for problem in host.check_with(f, &given) {
        let mut diag = at_cause(problem.code, problem.message, cause, sources);
        diag.help = problem.help;
        diags.push(diag);
    }
}

fn with_type(class: Class) -> WithType {
    match class {
        Class::Number => WithType::Number,
        Class::Truth => WithType::Bool,
        Class::Seat => WithType::Seat,
        Class::Piece => WithType::Piece,
        Class::Space => WithType::Space,
        Class::Place => WithType::Place,
        Class::Entry => WithType::Entry,
        Class::Counter => WithType::Text,
    }
}

fn no_function(
    host: &Host,
    script: &ScriptDef,
    cause: &Cause,
    packs: &[String],
    sources: &Sources,
) -> Diagnostic {
    let name = &script.named.id;
    let known: Vec<String> = packs
        .iter()
        .flat_map(|pack| host.functions(pack))
        .map(|info| format!("{}.{}", info.module, info.name))
        .collect();
    let diag = at_cause("U033", format!("there is no script `{name}`"), cause, sources);
    match (similar(name, known.iter().map(String::as_str)), name.rsplit_once('.')) {
        (Some(near), _) => diag.help(format!("a script with a similar name exists: `{near}`")),
        (None, Some((topic, function))) => diag.help(format!(
            "write `function {topic}.{function}(view, with)` in `scripts/{topic}.luau`"
        )),
        (None, None) => diag,
    }
}

/// A problem at the line a step was written in.
pub(crate) fn at_cause(
    code: &'static str,
    message: String,
    cause: &Cause,
    sources: &Sources,
) -> Diagnostic {
    match line_of(cause, sources) {
        Some(span) => Diagnostic::error(code, message, span, ""),
        None => Diagnostic::placeless(code, message),
    }
}

fn line_of(cause: &Cause, sources: &Sources) -> Option<Span> {
    let file = sources.ids().find(|id| sources.file(*id).path == cause.file)?;
    let text = &sources.file(file).text;
    let before = text.split_inclusive('\n').take((cause.line as usize).checked_sub(1)?);
    let start: usize = before.map(str::len).sum();
    let line = text.get(start..)?.split('\n').next()?;
    let start = start + (line.len() - line.trim_start().len());
    Some(Span { file, start: start as u32, end: (start + line.trim().len()) as u32 })
}
