//! Finds the function of each `script:` and checks its arguments.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use boardwright_rules::def::ask::Class;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::{Cause, Def, ScriptDef};
use boardwright_syntax::diag::codes::script as codes;

use super::{CALLS, GameScripts};
use crate::luau::{FunctionId, Host, Limits, Setup, WithProblem, WithType};
use boardwright_compile::OptionValue;
use boardwright_compile::names::Names;
use boardwright_language::script_text::{PackScripts, std_scripts};
use boardwright_packs::layer::Loaded;
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::source::{Sources, Span};

/// Loads the scripts of all packs; can count which of their lines run.
pub fn load(loaded: &mut Loaded, counts_lines: bool) -> (Host, Vec<Diagnostic>) {
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
    let setup = Setup { calls: CALLS, limits: Limits::default(), counts_lines };
    Host::load(&loaded.sources, &packs, &std, &setup)
}

/// The functions of a definition's scripts.
pub struct Linked {
    /// By script id.
    pub functions: Vec<Option<FunctionId>>,
    /// The problems found.
    pub diags: Vec<Diagnostic>,
}

/// Finds the function of each `script:`. A function of the pack that wrote the step comes first,
/// then those of the other packs, last pack first.
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
            // The reason is already reported.
            None if host.is_left_out(&script.named.id) => {}
            None => linked.diags.push(no_function(host, script, &cause, packs, sources)),
        }
        linked.functions.push(found);
    }
    linked
}

impl GameScripts {
    /// The scripts of the definition they were linked for.
    pub fn new(
        host: &Rc<Host>,
        linked: Linked,
        names: Names,
        options: BTreeMap<String, OptionValue>,
        loaded: &Loaded,
    ) -> Self {
        let sources = &loaded.sources;
        let said = loaded.translation().into_iter().flat_map(|it| &it.phrases);
        let phrases = said.map(|(text, said)| (text.clone(), said.text.clone())).collect();
        let paths = sources.ids().map(|id| sources.file(id).path.clone()).collect();
        Self {
            host: Rc::clone(host),
            names,
            options,
            functions: linked.functions,
            paths,
            phrases,
            failures: RefCell::default(),
            twice: Cell::new(false),
            is_heard: Cell::new(false),
            printed: RefCell::default(),
            clocked: RefCell::default(),
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
        script.params.iter().map(|(name, class)| (name.to_owned(), with_type(*class))).collect();
    for problem in host.check_with(f, &given) {
        let span = with_span(cause, &problem, sources).or_else(|| step_span(cause, sources));
        let mut diag = at(problem.code, problem.message, span);
        diag.help = problem.help;
        if let (Some(info), codes::UNKNOWN_PARAMETER | codes::PARAMETER_TYPE) =
            (host.info(f), problem.code)
        {
            let head = crate::luau::line_span(sources, info.file, info.line);
            diag = diag.and(head, "declared here");
        }
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
        Class::Counter | Class::Word(_) | Class::Cost(..) | Class::List(_) => WithType::Text,
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
    let span = line_of(cause, sources).map(|span| inside(span, name, sources).unwrap_or(span));
    let diag = at(codes::UNKNOWN_FUNCTION, format!("there is no script `{name}`"), span);
    match (similar(name, known.iter().map(String::as_str)), name.rsplit_once('.')) {
        (Some(near), _) => diag.help(format!("a script with a similar name exists: `{near}`")),
        (None, Some((topic, function))) => diag.help(format!(
            "write `function {topic}.{function}(view, with)` in `scripts/{topic}.luau`"
        )),
        (None, None) => diag,
    }
}

fn at(code: &'static str, message: String, span: Option<Span>) -> Diagnostic {
    match span {
        Some(span) => Diagnostic::error(code, message, span, ""),
        None => Diagnostic::placeless(code, message),
    }
}

/// The line of a step, without the leading dash.
pub(super) fn step_span(cause: &Cause, sources: &Sources) -> Option<Span> {
    let span = line_of(cause, sources)?;
    let text = sources.file(span.file).text.get(span.start as usize..span.end as usize)?;
    let dashes = text.len() - text.trim_start_matches(['-', ' ']).len();
    Some(Span { start: span.start + dashes as u32, ..span })
}

/// The position of a text within a span.
fn inside(span: Span, part: &str, sources: &Sources) -> Option<Span> {
    let text = sources.file(span.file).text.get(span.start as usize..span.end as usize)?;
    let start = span.start + text.find(part)? as u32;
    Some(Span { start, end: start + part.len() as u32, ..span })
}

/// The key of a parameter under `with` of a step, or its value if that is what is wrong.
fn with_span(cause: &Cause, problem: &WithProblem, sources: &Sources) -> Option<Span> {
    let line = line_of(cause, sources)?;
    let text = sources.file(line.file).text.as_str();
    let from = text.get(..line.start as usize)?.rfind('\n').map_or(0, |at| at + 1);
    let indent = line.start as usize - from;
    // The step continues while lines are indented further.
    let later = text.get(line.end as usize..)?.split_inclusive('\n').skip(1);
    let deeper = |line: &&str| line.trim().is_empty() || line.find(|c| c != ' ') > Some(indent);
    let len: usize = later.take_while(deeper).map(str::len).sum();
    let first = text.get(line.end as usize..)?.find('\n').map_or(0, |at| at + 1);
    let end = (line.end as usize + first + len).min(text.len());
    let with = line.start as usize + text.get(line.start as usize..end)?.find("with:")? + 5;
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut at = with;
    while let Some(start) = text.get(at..end)?.find(is_word).map(|found| at + found) {
        let len = text[start..end].find(|c| !is_word(c)).unwrap_or(end - start);
        let after = start + len;
        at = after;
        if text[start..after] != problem.parameter || !text[after..].starts_with(':') {
            continue;
        }
        let span = |start: usize, end: usize| {
            Some(Span { file: line.file, start: start as u32, end: end as u32 })
        };
        if problem.code != codes::PARAMETER_TYPE {
            return span(start, after);
        }
        let value = text.get(after + 1..end)?.split([',', '}', '\n']).next()?;
        let start = after + 1 + (value.len() - value.trim_start().len());
        return span(start, start + value.trim().len());
    }
    None
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
