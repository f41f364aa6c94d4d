//! Loads script files: compiles each once, runs it once to see which functions it returns, and
//! reports every problem.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, Table, Value as LuaValue};

use super::fault::{self, Place, chunk_name, line_span};
use super::head::{self, Head};
use super::help;
use super::limits::{FILE_BYTES_MAX, LOAD_BYTES, LOAD_FUEL, Limits};
use super::loops::{self, Prepared};
use super::value::kind;
use super::vm::Vm;
use super::{Entry, FunctionId, FunctionInfo, Host, ModuleFile, Script};
use boardwright_language::script_text::syntax::Trees;
use boardwright_language::script_text::{PackScripts, Texts};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::script as codes;
use boardwright_syntax::source::{FileId, Sources, Span};

/// What a host offers to its scripts.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    /// Kernel functions that scripts may call, such as `neighbours`.
    pub calls: &'a [&'a str],
    /// The limits of one call.
    pub limits: Limits,
    /// Whether executed lines are counted.
    pub counts_lines: bool,
}

/// A file that compiled.
struct Compiled {
    module: String,
    file: FileId,
    chunk: Function,
    /// The cost of a step in all files of the pack.
    weight: u64,
    /// Whether it is run only once.
    kept: bool,
}

impl Host {
    /// Loads the scripts of all packs. A file or function that cannot be loaded is reported and
    /// left out.
    pub fn load(
        sources: &Sources,
        packs: &[PackScripts],
        std: &PackScripts,
        setup: &Setup,
    ) -> (Self, Vec<Diagnostic>) {
        // While files are loaded, only the scripts are limited, never the host.
        Self::try_load(sources, packs, std, setup).expect("the host's own part of the VM works")
    }

    fn try_load(
        sources: &Sources,
        packs: &[PackScripts],
        std: &PackScripts,
        setup: &Setup,
    ) -> mlua::Result<(Self, Vec<Diagnostic>)> {
        let mut host = Self {
            vm: Vm::new(setup.calls, setup.limits)?,
            limits: setup.limits,
            scripts: vec![],
            spare: RefCell::new(None),
            is_running: Cell::new(false),
            left_out: vec![],
            trees: Trees::default(),
            files: vec![],
            counted: setup.counts_lines.then(RefCell::default),
            played: RefCell::default(),
            texts: Texts::default(),
        };
        *host.vm.meter.shared.borrow_mut() = std.files.iter().map(|(_, file)| *file).collect();
        host.allow(LOAD_FUEL);
        host.vm.meter.floor.set(host.vm.lua.used_memory());
        let mut problems = vec![];
        let shared = host.vm.lua.create_table()?;
        for (compiled, module) in host.pack(sources, std, &shared, &mut problems)? {
            host.note(&std.pack, &compiled);
            let frozen = host.vm.freeze_all.call::<Table>(module)?;
            shared.raw_set(compiled.module, frozen)?;
        }
        for pack in packs {
            let read = host.pack(sources, pack, &shared, &mut problems)?;
            let is_read = |name: &str| read.iter().any(|(compiled, _)| compiled.module == name);
            let names = pack.files.iter().map(|(name, _)| name);
            host.left_out.extend(names.filter(|name| !is_read(name)).cloned());
            for (compiled, module) in read {
                host.note(&pack.pack, &compiled);
                host.functions_of(sources, &pack.pack, &compiled, &module, &mut problems)?;
            }
        }
        // Games without scripts do not need the syntax trees of the shared library.
        if host.files.len() > std.files.len() {
            let files: Vec<FileId> = host.files.iter().map(|it| it.file).collect();
            let (trees, mut unread) = Trees::parse(sources, &files);
            for it in host.files.iter().filter(|it| it.pack != std.pack) {
                if let Some(tree) = trees.get(it.file) {
                    host.texts.read(tree, &it.pack, &it.module);
                }
            }
            host.trees = trees;
            problems.append(&mut unread);
        }
        host.allow(u64::MAX);
        host.vm.collect();
        Ok((host, problems))
    }

    fn note(&mut self, pack: &str, one: &Compiled) {
        let (pack, module) = (pack.to_owned(), one.module.clone());
        self.files.push(ModuleFile { pack, module, file: one.file });
    }

    /// Compiles and runs the files of one pack in their own environment.
    fn pack(
        &self,
        sources: &Sources,
        pack: &PackScripts,
        shared: &Table,
        problems: &mut Vec<Diagnostic>,
    ) -> mlua::Result<Vec<(Compiled, Table)>> {
        let lua = &self.vm.lua;
        let (chunks, lasting, kept) =
            (lua.create_table()?, lua.create_table()?, lua.create_table()?);
        let env = self.vm.environment.call::<Table>((&chunks, shared, &lasting, &kept))?;
        let mut compiled = vec![];
        let mut requires: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (module, file) in &pack.files {
            match self.compile(sources, *file, &env) {
                Ok((chunk, Prepared { weight, kept, .. })) => {
                    requires.extend(kept.map(|kept| (module.as_str(), kept)));
                    chunks.raw_set(module.as_str(), &chunk)?;
                    if let Some(counted) = &self.counted {
                        counted.borrow_mut().push((*file, chunk.clone()));
                    }
                    let module = module.clone();
                    compiled.push(Compiled { module, file: *file, chunk, weight, kept: false });
                }
                Err(problem) => problems.push(*problem),
            }
        }
        // A file is run only once if the same holds for those it requires.
        while let Some(odd) = requires.iter().find_map(|(module, all)| {
            let known = |name: &String| {
                requires.contains_key(name.as_str())
                    || shared.contains_key(name.as_str()).is_ok_and(|it| it)
            };
            (!all.iter().all(known)).then_some(*module)
        }) {
            requires.remove(odd);
        }
        for module in requires.keys() {
            lasting.raw_set(*module, true)?;
        }
        let from = problems.len();
        let mut read = vec![];
        let weight = compiled.iter().map(|one| one.weight).max().unwrap_or(1);
        for mut one in compiled {
            one.weight = weight;
            one.kept = requires.contains_key(one.module.as_str());
            match self.read_file(sources, &one, (&lasting, &kept)) {
                Ok(module) => read.push((one, module)),
                // A file that fails does so again in every file that requires it.
                Err(problem) if problems[from..].iter().any(|it| is_same(it, &problem)) => {}
                // All files fail once there is no fuel left.
                Err(_) if self.allowed() == 0 && problems.len() > from => {}
                Err(problem) => problems.push(*problem),
            }
        }
        Ok(read)
    }

    fn compile(
        &self,
        sources: &Sources,
        file: FileId,
        env: &Table,
    ) -> Result<(Function, Prepared), Box<Diagnostic>> {
        let text = &sources.file(file).text;
        if text.len() > FILE_BYTES_MAX {
            let message = format!("this script is longer than {FILE_BYTES_MAX} bytes");
            let span = Span { file, start: 0, end: 0 };
            return Err(Box::new(Diagnostic::error(codes::FILE_TOO_LONG, message, span, "")));
        }
        let told = |error: mlua::Error| {
            let fault = fault::translate(&error, Place { file, line: 1 }, |_| true);
            Box::new(fault.diagnostic(sources))
        };
        let prepared = loops::prepare(text).map_err(|(start, end, why)| {
            let span = Span { file, start: start as u32, end: end as u32 };
            Box::new(Diagnostic::error(codes::SYNTAX, why, span, ""))
        });
        let prepared = match prepared {
            Ok(prepared) => prepared,
            // Luau's own error message takes precedence.
            Err(problem) => {
                return Err(self.chunk(text, file, env).err().map_or(problem, told));
            }
        };
        let chunk = match self.chunk(&prepared.text, file, env) {
            Ok(chunk) => chunk,
            // The message must refer to the original text.
            Err(error) => return Err(told(self.chunk(text, file, env).err().unwrap_or(error))),
        };
        match help::assigned(text, |name| self.vm.has(name)) {
            None => Ok((chunk, prepared)),
            Some((start, name)) => {
                let message = format!("`{name}` is a function all scripts have");
                let end = start + name.len();
                let span = Span { file, start: start as u32, end: end as u32 };
                let diag = Diagnostic::error(codes::GLOBAL, message, span, "assigned here");
                Err(Box::new(diag.help(format!("write `local {name}`, or choose another name"))))
            }
        }
    }

    fn chunk(&self, text: &str, file: FileId, env: &Table) -> mlua::Result<Function> {
        let mut chunk = self
            .vm
            .lua
            .load(text)
            .set_name(chunk_name(file))
            .set_mode(ChunkMode::Text)
            .set_environment(env.clone());
        if self.counted.is_some() {
            chunk = chunk.set_compiler(Compiler::new().set_coverage_level(1));
        }
        chunk.into_function()
    }

    /// Runs a file once, within limits, and returns its table.
    fn read_file(
        &self,
        sources: &Sources,
        one: &Compiled,
        (lasting, kept): (&Table, &Table),
    ) -> Result<Table, Box<Diagnostic>> {
        let lua = &self.vm.lua;
        let start = Place { file: one.file, line: 1 };
        let bounded = || {
            let used = lua.used_memory();
            let held = used.saturating_sub(self.vm.meter.floor.get());
            let room = LOAD_BYTES.saturating_sub(held).min(self.limits.memory);
            // A limit of 0 would mean no limit.
            lua.set_memory_limit(used + room.max(1))?;
            self.vm.meter.reset(one.weight, used);
            let thread = lua.create_thread(self.vm.read.clone())?;
            thread.resume::<LuaValue>((&one.chunk, one.module.as_str(), lasting, kept))
        };
        let ran = bounded();
        let _ = lua.set_memory_limit(0);
        self.vm.collect();
        self.vm.meter.open();
        let returned = ran.map_err(|error| Box::new(self.fault(&error, start).diagnostic(sources)));
        match returned? {
            LuaValue::Table(table) => Ok(table),
            other => {
                let message = "a script file must return one table of functions";
                let span = last_line(sources, one.file);
                let seen = match other {
                    LuaValue::Nil => "nothing is returned".to_owned(),
                    other => format!("this file returns a {}", kind(&other)),
                };
                Err(Box::new(
                    Diagnostic::error(codes::FILE_RESULT, message, span, seen)
                        .help("end the file with `return` and the name of its table"),
                ))
            }
        }
    }

    /// Records the functions a file returned, with the parameters their heads declare.
    fn functions_of(
        &mut self,
        sources: &Sources,
        pack: &str,
        one: &Compiled,
        module: &Table,
        problems: &mut Vec<Diagnostic>,
    ) -> mlua::Result<()> {
        let text = &sources.file(one.file).text;
        let mut heads = head::heads(text);
        let mut names = vec![];
        for pair in module.pairs::<LuaValue, LuaValue>() {
            let (key, value) = pair?;
            let name = key.as_string().map(|name| name.to_string_lossy());
            match (name, value) {
                (Some(name), LuaValue::Function(function)) => names.push((name, function)),
                (name, value) => {
                    let name = fault::clip(&name.unwrap_or_else(|| "?".into()));
                    let kind = kind(&value);
                    let message = format!("`{name}` of a script's table is a {kind}");
                    let span = last_line(sources, one.file);
                    problems.push(
                        Diagnostic::error(
                            codes::FILE_RESULT,
                            message,
                            span,
                            "only functions are expected",
                        )
                        .help("keep it in a `local` of the file"),
                    );
                }
            }
        }
        names.sort_by(|a, b| a.0.cmp(&b.0));
        for (name, function) in names {
            let head = heads.iter().rposition(|head| head.name == name);
            let head = head.map(|at| heads.swap_remove(at));
            if let Some((start, end, why)) = head.as_ref().and_then(|head| head.problem.clone()) {
                let message = format!("the parameters of `{}.{name}` are not clear", one.module);
                let span = Span { file: one.file, start: start as u32, end: end as u32 };
                problems.push(Diagnostic::error(codes::HEAD, message, span, why));
                self.left_out.push(format!("{}.{name}", one.module));
                continue;
            }
            let line = line_of(sources, one.file, head.as_ref(), &function);
            let info = FunctionInfo {
                id: FunctionId(self.scripts.len() as u32),
                module: one.module.clone(),
                name: name.clone(),
                file: one.file,
                line,
                parameters: head.map(|head| head.parameters).unwrap_or_default(),
            };
            self.scripts.push(Script {
                pack: pack.to_owned(),
                info,
                entry: match one.kept {
                    true => Entry::Kept(function),
                    false => Entry::Anew {
                        chunk: one.chunk.clone(),
                        module: self.vm.lua.create_string(&one.module)?,
                        name: self.vm.lua.create_string(&name)?,
                    },
                },
                weight: one.weight,
            });
        }
        Ok(())
    }
}

/// Whether two problems are the same: the same place, or the same cycle of modules.
fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    let names = |diag: &Diagnostic| {
        let names: std::collections::BTreeSet<String> =
            diag.message.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        names
    };
    one == other
        || one.code == codes::REQUIRE_CIRCLE
            && other.code == codes::REQUIRE_CIRCLE
            && names(one) == names(other)
}

fn line_of(sources: &Sources, file: FileId, head: Option<&Head>, function: &Function) -> u32 {
    match head {
        Some(head) => {
            let at = head.start as u32;
            sources.line_col(Span { file, start: at, end: at }).0
        }
        None => function.info().line_defined.map_or(1, |line| line as u32),
    }
}

fn last_line(sources: &Sources, file: FileId) -> Span {
    let lines = sources.file(file).text.trim_end().lines().count();
    line_span(sources, file, lines.max(1) as u32)
}
