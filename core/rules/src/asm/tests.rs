//! The cases in `core/rules/tests/kernel`, and the assembler's error messages.
//!
//! `UPDATE_KERNEL=1 cargo test -p boardwright-rules kernel` writes the kernel's findings into the
//! cases.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::facts::SHOWN;
use super::words::{self, Tok};
use super::{Item, Program, assemble, ops};
use crate::event::Deaf;
use crate::script::NoScripts;
use crate::table::Table;

/// A case as it should be, and the laws it breaks.
struct Told {
    text: String,
    broken: Vec<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernel")
}

#[expect(clippy::disallowed_methods, reason = "tests read their cases")]
fn cases() -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder()).expect("the folder of the cases is there");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a case can be read");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

#[expect(clippy::disallowed_methods, reason = "whoever wants the cases written says so there")]
fn updates() -> bool {
    std::env::var("UPDATE_KERNEL").is_ok_and(|it| it != "0")
}

/// The words after `show` and `run` in a line.
fn behind(program: &Program, line: usize) -> Vec<Tok> {
    let statement = program.statements.iter().find(|statement| statement.line == line);
    statement.map_or(vec![], |statement| statement.toks[1..].to_vec())
}

/// The facts the first `show` asks for.
fn shown(program: &Program) -> Vec<String> {
    let show = program.items.iter().position(|item| *item == Item::Show);
    let toks = show.map_or(vec![], |at| program.statements[at].toks[1..].to_vec());
    let word = |tok| match tok {
        Tok::Word(word) => word,
        other => panic!("`show` takes words, not {}", words::token_text(Some(&other))),
    };
    let shown: Vec<String> = toks.into_iter().map(word).collect();
    for what in &shown {
        assert!(SHOWN.contains(&what.as_str()), "`show {what}`: there are {SHOWN:?}");
    }
    shown
}

/// The text with its findings replaced by those of the kernel.
fn tell(text: &str, program: &Program) -> Told {
    let show = shown(program);
    let mut proc = None;
    let mut facts = vec![None; text.lines().count() + 2];
    let mut runs = vec![];
    for (statement, item) in program.statements.iter().zip(&program.items) {
        match item {
            Item::Proc(here) => proc = Some(*here),
            Item::Run => runs.push(statement.line),
            Item::Op(_) | Item::Label => {}
            _ => proc = None,
        }
        facts[statement.line] = program.facts(&show, *item, proc);
    }
    let codes = (1..).zip(text.lines()).filter(|(at, _)| facts[*at].is_some());
    let width = codes.map(|(_, line)| words::parts(line).0.len()).filter(|len| *len < 60).max();
    let (mut told, mut broken) = (vec![], vec![]);
    for (at, line) in (1..).zip(text.lines()) {
        if line.starts_with('>') {
            continue;
        }
        let is_silent = words::is_silent(line);
        let code = if is_silent { line.trim_end() } else { words::parts(line).0 };
        told.push(match &facts[at] {
            Some(facts) => format!("{code:width$}  ; {facts}", width = width.unwrap_or(0)),
            None => code.into(),
        });
        if runs.contains(&at) {
            let played = program.play(&behind(program, at), &show);
            told.extend(played.lines);
            broken.extend(played.broken.into_iter().map(|law| format!("line {at}: {law}")));
        }
    }
    Told { text: told.join("\n") + "\n", broken }
}

/// The lines in which two texts differ.
fn difference(is: &str, should: &str) -> String {
    let (is, should): (Vec<&str>, Vec<&str>) = (is.lines().collect(), should.lines().collect());
    let same = is.iter().zip(&should).take_while(|(one, other)| one == other).count();
    let pairs = is[same..].iter().rev().zip(should[same..].iter().rev());
    let after = pairs.take_while(|(one, other)| one == other).count();
    let mut told = format!("from line {} on:\n", same + 1);
    for (sign, lines) in [("in the file ", &is), ("in the kernel", &should)] {
        for line in &lines[same..lines.len() - after] {
            told += &format!("  {sign} {line}\n");
        }
    }
    told
}

#[test]
fn kernel_cases_say_what_the_kernel_finds_out() {
    let (mut wrong, updates) = (vec![], updates());
    for (path, text) in cases() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let program = match assemble(&text) {
            Ok(program) => program,
            Err(mistake) => {
                wrong.push(format!("{name}: {mistake}"));
                continue;
            }
        };
        let told = tell(&text, &program);
        wrong.extend(told.broken.iter().map(|law| format!("{name}: {law}")));
        if told.text == text {
            continue;
        }
        if updates {
            fs::write(&path, &told.text).expect("a case can be written");
        } else {
            wrong.push(format!("{name} {}", difference(&text, &told.text)));
        }
    }
    let how = "UPDATE_KERNEL=1 writes what the kernel finds out into the cases";
    assert!(wrong.is_empty(), "{}\n{how}", wrong.join("\n"));
}

#[test]
fn kernel_cases_use_every_instruction() {
    let mut used: BTreeSet<String> = BTreeSet::new();
    for (path, text) in cases() {
        let program = assemble(&text).unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()));
        for pc in 0..program.def.code.len() {
            let text = program.op_text(pc as u32);
            used.extend(text.split(' ').next().map(str::to_owned));
        }
    }
    let forgotten: Vec<_> = ops::WORDS.iter().filter(|word| !used.contains(**word)).collect();
    assert!(forgotten.is_empty(), "no case uses {forgotten:?}");
}

/// Wrong texts with their error messages.
const MISTAKES: &[(&str, &str)] = &[
    ("seats 2\nproc main me\n  gian days\n", "line 3: there is no instruction `gian`"),
    ("seats 2\nproc main me\n  jump out\n", "line 3: there is no label `out` in this procedure"),
    ("seats 2\ncounter wood seat\nzone wood table\n", "line 3: there are two of `wood`"),
    ("counter wood fish\n", "line 1: `fish` has nothing of its own"),
    ("value price = wod[me]\n", "line 1: nothing is called `wod`"),
    ("value price = wod(me)\n", "line 1: there is no function `wod`"),
    ("proc main me\n  end_game\n  end_game now\n", "line 3: `now` is too much here"),
    ("proc main me\n  commit\nkind tile\n", "line 3: the procedure before this does not end"),
    ("  commit\n", "line 1: an instruction stands in no procedure"),
    ("proc main me x\n  gain x, me, 1\n", "line 2: nothing is called `x`"),
    ("proc main me\n  let y, 1\n", "line 2: `y` is no binding here"),
    ("seats 1\ncounter wood seat\nproc main me\n  gain me\n", "line 4: nothing is called `me`"),
    (
        "seats 1\ncounter wood seat\nproc main me\n  gain wood me\n",
        "line 4: expected `,`, found `me`",
    ),
    ("seats 1\ncounter wood seat\nvalue a = wood\n", "line 3: whose `wood`? Write `wood[me]`"),
    ("seats 2\nvalue a = (1)\n", "line 2: this reads back as `value a = 1`"),
    ("seats 2\nproc main me\n  note \"{}\", ()\n", "line 3: a text with a gap needs `with`"),
];

#[test]
fn mistakes_are_told_with_their_line() {
    for (text, expected) in MISTAKES {
        let found = assemble(text).err().map(|wrong| wrong.to_string());
        assert_eq!(found.as_deref(), Some(*expected), "{text}");
    }
}

#[test]
fn differences_are_told_with_their_line() {
    let told = difference("a\nb\nc\n", "a\nx\nc\n");
    assert_eq!(told, "from line 2 on:\n  in the file  b\n  in the kernel x\n");
}

#[test]
fn what_a_menu_listed_to_see_whether_to_ask_is_not_listed_again() {
    let case = cases().into_iter().find(|(path, _)| path.ends_with("menu-without-a-choice.asm"));
    let (_, text) = case.expect("the case is there");
    for (text, again) in [(text.clone(), false), (text.replace(" unasked 1", ""), true)] {
        let program = assemble(&text).expect("it is an assembler text");
        let table = Table::new(&program.def, &NoScripts, 1, &mut Deaf).expect("it can be set up");
        assert_eq!(table.options(), [0, 1]);
        assert_eq!(table.work().list > 0, again, "{:?}", table.work());
    }
}
