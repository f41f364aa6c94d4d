use super::*;
use boardwright_language::script_text::{PackScripts, std_scripts};
use boardwright_syntax::source::{SourceFile, Sources};

/// Answers nothing.
struct NoAnswers;

impl Replies for NoAnswers {
    fn begin(&self) {}

    fn reply(&self, _: &Question) -> Result<Option<Value>, String> {
        Ok(None)
    }
}

/// A small game to read: things of class 1 are pieces, of class 2 spaces.
pub(super) struct Harbour;

impl Look for Harbour {
    fn field(&self, of: Ref, name: &str) -> Result<Value, String> {
        match (of.class, name) {
            (1, "level") => Ok(Value::Int(i64::from(of.index))),
            (1, "at") => Ok(Value::Ref(space(of.index))),
            (2, "coast") => Ok(Value::Bool(of.index.is_multiple_of(2))),
            _ => Err(format!("{} has no `{name}`", self.show(of))),
        }
    }

    fn root(&self, name: &str) -> Result<Value, String> {
        match name {
            "round" => Ok(Value::Int(3)),
            "mills" => Ok(Value::List((1..=4).map(|index| Value::Ref(piece(index))).collect())),
            _ => Err(format!("the view has no `{name}`")),
        }
    }

    fn call(&self, name: &str, args: &[Value]) -> Result<Value, String> {
        match (name, args) {
            ("neighbours", [Value::Ref(of)]) => Ok(Value::List(vec![
                Value::Ref(space(of.index.wrapping_sub(1))),
                Value::Ref(space(of.index + 1)),
            ])),
            _ => Err(format!("`{name}` expects a space")),
        }
    }

    fn show(&self, of: Ref) -> String {
        format!("{} {}", if of.class == 1 { "mill" } else { "space" }, of.index)
    }
}

pub(super) fn piece(index: u32) -> Ref {
    Ref { class: 1, index }
}

fn space(index: u32) -> Ref {
    Ref { class: 2, index }
}

/// A host with one pack `harbour` that has the given modules.
pub(super) fn load_with(modules: &[(&str, &str)], limits: Limits) -> (Host, String) {
    let mut sources = Sources::default();
    let std = std_scripts(&mut sources);
    let files = modules.iter().map(|(module, text)| {
        let path = format!("harbour/{module}.luau");
        let file = SourceFile { pack: "harbour".into(), path, text: (*text).into() };
        ((*module).to_owned(), sources.add(file))
    });
    let packs = [PackScripts { pack: "harbour".into(), files: files.collect() }];
    let setup = Setup { calls: &["neighbours"], limits, counts_lines: false };
    let (host, problems) = Host::load(&sources, &packs, &std, &setup);
    let told = problems.iter().map(|problem| {
        let at = problem.primary.as_ref().map(|label| {
            let (line, column) = sources.line_col(label.span);
            let path = &sources.file(label.span.file).path;
            let text =
                if label.text.is_empty() { String::new() } else { format!(" ({})", label.text) };
            format!("{path}:{line}:{column}{text}")
        });
        format!("{}: {} at {}", problem.code, problem.message, at.unwrap_or_default())
    });
    (host, told.collect::<Vec<_>>().join("\n"))
}

pub(super) fn load(modules: &[(&str, &str)]) -> (Host, String) {
    load_with(modules, Limits::default())
}

/// The outcome of a function body with some answers.
pub(super) fn answered(body: &str, answers: &[Value]) -> String {
    let text = format!("local t = {{}} function t.f(view, with)\n{body}\nend return t");
    let (host, problems) = load(&[("t", &text)]);
    assert_eq!(problems, "");
    let f = host.find("harbour", "t.f").unwrap();
    told(&host.call(f, &Harbour, &Value::Nil, answers))
}

/// The outcome of a function body.
pub(super) fn outcome(body: &str) -> String {
    answered(body, &[])
}

pub(super) fn told(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done(value) => format!("done {}", short(value)),
        Outcome::Ask(question) => match &question.ask {
            Ask::Pick { options, min, max } => {
                let options = short(&Value::List(options.clone()));
                format!("ask {:?} {options} {min}..{max}", question.label)
            }
            Ask::YesNo => format!("ask {:?} yes or no", question.label),
            Ask::Amount { from, to } => format!("ask {:?} from {from} to {to}", question.label),
        },
        Outcome::Failed(error) => format!("{} line {}: {}", error.code, error.line, error.message),
    }
}

fn short(value: &Value) -> String {
    match value {
        Value::Nil => "nil".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::Ref(thing) => Harbour.show(*thing),
        Value::List(items) => {
            format!("[{}]", items.iter().map(short).collect::<Vec<_>>().join(", "))
        }
        Value::Map(entries) => {
            let told = entries.iter().map(|(key, value)| format!("{key}: {}", short(value)));
            format!("{{{}}}", told.collect::<Vec<_>>().join(", "))
        }
    }
}

#[test]
fn a_script_reads_the_view_and_returns_steps() {
    let told = outcome("local m = view.mills[3] return { { gain = { fish = m.level } } }");
    insta::assert_snapshot!(told, @"done [{gain: {fish: 3}}]");
    let told = outcome("return { zinc = 1, oak = 2, ash = { 1, 2 }, none = nil }");
    insta::assert_snapshot!(told, @"done {ash: [1, 2], oak: 2, zinc: 1}");
    insta::assert_snapshot!(outcome("return {}"), @"done []");
    insta::assert_snapshot!(outcome("return"), @"done nil");
    insta::assert_snapshot!(outcome("return -0"), @"done 0");
    insta::assert_snapshot!(outcome("return 2^53"), @"done 9007199254740992");
}

#[test]
fn parameters_arrive_in_with() {
    let text = "local t = {}\nfunction t.f(view, with: { n: number, m: Piece })\n\
                return { with.n * 2, with.m.level } end return t";
    let (host, problems) = load(&[("t", text)]);
    assert_eq!(problems, "");
    let f = host.find("harbour", "t.f").unwrap();
    let with = Value::Map(vec![("m".into(), Value::Ref(piece(7))), ("n".into(), Value::Int(4))]);
    insta::assert_snapshot!(told(&host.call(f, &Harbour, &with, &[])), @"done [8, 7]");
}

#[test]
fn a_thing_equals_itself_also_as_a_key() {
    let told = outcome(
        "local a, b = view.mills[2], view.mills[2]
         local seen = { [a] = 5 }
         return { a == b, a == view.mills[1], seen[b], a.at == b.at, tostring(a), `{b}`, type(a) }",
    );
    insta::assert_snapshot!(
        told,
        @r#"done [true, false, 5, true, "mill 2", "mill 2", "userdata"]"#
    );
}

#[test]
fn tables_keyed_by_things_have_one_order() {
    let body = "local seen, out = {}, {}
        for _, m in view.mills do seen[m] = true; seen[m.at] = true end
        for thing in pairs(seen) do table.insert(out, thing) end
        return out";
    let first = outcome(body);
    for _ in 0..20 {
        assert_eq!(outcome(body), first);
    }
}

#[test]
fn functions_of_the_kernel_are_called_either_way() {
    let told = outcome(
        "local s = view.mills[2].at
         return { neighbours(s), view:neighbours(s), view.neighbours(s) }",
    );
    insta::assert_snapshot!(told, @"done [[space 1, space 3], [space 1, space 3], [space 1, space 3]]");
    insta::assert_snapshot!(outcome("return neighbours(5)"), @"U014 line 2: `neighbours` expects a space");
    insta::assert_snapshot!(outcome("return neighbours(ask)"), @"U018 line 2: a function was given a function");
}

#[test]
fn ask_hands_out_one_question_after_the_other() {
    let body = "local m = ask { pick = view.mills, label = \"which mill?\" }
        local n = ask { amount = { from = 0, to = m.level }, label = \"how much?\" }
        if n > 0 and ask { yes_no = \"sure?\" } then return { m, n } end
        return { m }";
    let one = Value::Ref(piece(4));
    let runs = [
        outcome(body),
        answered(body, std::slice::from_ref(&one)),
        answered(body, &[one.clone(), Value::Int(2)]),
        answered(body, &[one.clone(), Value::Int(2), Value::Bool(true)]),
        answered(body, &[one, Value::Int(0)]),
    ];
    insta::assert_snapshot!(runs.join("\n"), @r#"
    ask "which mill?" [mill 1, mill 2, mill 3, mill 4] 1..1
    ask "how much?" from 0 to 4
    ask "sure?" yes or no
    done [mill 4, 2]
    done [mill 4]
    "#);
}

#[test]
fn a_question_must_be_well_formed() {
    let runs = [
        outcome("ask(3)"),
        outcome("ask {}"),
        outcome("\nask { pick = 3 }"),
        outcome("ask { pcik = {} }"),
        outcome("ask { pick = {}, label = 'which?' }"),
        outcome("ask { pick = {1}, yes_no = 'which?' }"),
        outcome("ask { pick = {1, 2}, min = 2, max = 1 }"),
        outcome("ask { pick = {1, 2}, min = 0.5 }"),
        outcome("ask { yes_no = 'x', label = 'y' }"),
        outcome("ask { amount = { from = 3, to = 1 } }"),
        outcome("ask { amount = { from = 3 } }"),
    ];
    insta::assert_snapshot!(runs.join("\n"), @r#"
    U023 line 2: `ask` expects a table, such as `ask { pick = list, label = "which?" }`
    U023 line 2: `ask` expects one of `pick`, `yes_no`, `amount`
    U023 line 3: `pick` of `ask` must be a list
    U023 line 2: `ask` does not know `pcik`; a similar name exists: `pick`
    ask "which?" [] 1..1
    U023 line 2: `ask` expects exactly one of `pick`, `yes_no`, `amount`
    U023 line 2: `ask` wants at least 2 and at most 1
    U019 line 2: in what `ask` was given, `min` is 0.5, not a whole number
    U023 line 2: `yes_no` of `ask` is itself the label; leave `label` out
    U023 line 2: `amount` of `ask` runs from 3 down to 1
    U023 line 2: `amount` of `ask` must be `{ from = number, to = number }`
    "#);
}

#[test]
fn a_question_knows_its_answers() {
    let options = vec![Value::Int(1), Value::Int(1), Value::Int(2)];
    let some = Question {
        ask: Ask::Pick { options: options.clone(), min: 0, max: 2 },
        label: "".into(),
        seat: None,
    };
    assert!(some.accepts(&Value::List(vec![])));
    assert!(some.accepts(&Value::List(vec![Value::Int(1), Value::Int(1)])));
    assert!(!some.accepts(&Value::List(vec![Value::Int(2), Value::Int(2)])));
    assert!(!some.accepts(&Value::Int(1)));
    let one = Question { ask: Ask::Pick { options, min: 1, max: 1 }, label: "".into(), seat: None };
    assert!(one.accepts(&Value::Int(2)) && !one.accepts(&Value::Int(3)));
    let amount = Question { ask: Ask::Amount { from: 0, to: 3 }, label: "".into(), seat: None };
    assert!(amount.accepts(&Value::Int(3)) && !amount.accepts(&Value::Int(4)));
}

#[test]
fn what_stands_beside_functions_cannot_be_changed() {
    // Files that are run once: their tables are frozen, however they are reached.
    let frozen = "U013 line 1: this table is read-only: it is shared, or was frozen";
    for change in [
        "t.n = 1",
        "seen[1] = 1",
        "table.insert(seen, 1)",
        "seen.deep.deeper.x = 1",
        "with.x = nil local u = seen u.x = 1",
        "for _, it in { seen } do it.x = 1 end",
        "table.clear(seen.deep)",
        "keys()[1].x = 1",
    ] {
        let text = format!(
            "local seen = {{ deep = {{ deeper = {{}} }} }} local t = {{}} local function keys() return {{ seen }} end function t.f(view, with) {change} return 1 end return t"
        );
        let (host, problems) = load(&[("t", &text)]);
        assert_eq!(problems, "", "{change}");
        let f = host.find("harbour", "t.f").unwrap();
        let seen = told(&host.call(f, &Harbour, &Value::Nil, &[]));
        let own = change.starts_with("with") && seen.starts_with("U013 line 1");
        assert!(seen == frozen || own, "{change}: {seen}");
    }
    // A module required by two files is the same for both.
    let (host, problems) = load(&[
        ("a", "local c = require(\"c\") local a = {} function a.mark() return c.mark end return a"),
        (
            "b",
            "local a = require('a') local c = require('c') local b = {} function b.f() return a.mark() == c.mark and require('c') == c end return b",
        ),
        ("c", "return { mark = function() end }"),
    ]);
    assert_eq!(problems, "");
    let f = host.find("harbour", "b.f").unwrap();
    assert_eq!(told(&host.call(f, &Harbour, &Value::Nil, &[])), "done true");
}

#[test]
fn nothing_survives_a_call() {
    let text = "local count, seen = 0, {} local t = {}
        function t.f(view, with) count += 1 table.insert(seen, 1) t.n = (t.n or 0) + 1
        return { count, #seen, t.n } end return t";
    let (host, _) = load(&[("t", text)]);
    let f = host.find("harbour", "t.f").unwrap();
    for _ in 0..3 {
        assert_eq!(told(&host.call(f, &Harbour, &Value::Nil, &[])), "done [1, 1, 1]");
    }
    assert!(matches!(host.twice(f, &Harbour, &Value::Nil, &NoAnswers, &|| ()), Outcome::Done(_)));
}

#[test]
fn twice_sees_that_a_script_is_not_pure() {
    // No script can be impure: here the game changes between the two runs.
    struct Restless(Cell<i64>);
    impl Look for Restless {
        fn field(&self, _: Ref, _: &str) -> Result<Value, String> {
            Ok(Value::Nil)
        }
        fn root(&self, _: &str) -> Result<Value, String> {
            self.0.set(self.0.get() + 1);
            Ok(Value::Int(self.0.get()))
        }
        fn call(&self, _: &str, _: &[Value]) -> Result<Value, String> {
            Ok(Value::Nil)
        }
        fn show(&self, _: Ref) -> String {
            String::new()
        }
    }
    let text = "local t = {} function t.f(view) return view.round end return t";
    let (host, _) = load(&[("t", text)]);
    let f = host.find("harbour", "t.f").unwrap();
    let twice = told(&host.twice(f, &Restless(Cell::new(0)), &Value::Nil, &NoAnswers, &|| ()));
    insta::assert_snapshot!(twice, @"U026 line 1: two runs with the same game gave different results");
}

#[test]
fn an_error_names_its_line_and_shows_no_traceback() {
    let runs = [
        outcome("\n\nerror(\"no wood\")"),
        outcome("local function deeper() error(\"no wood\") end\ndeeper()"),
        outcome("local function deeper() error(\"no wood\", 2) end\ndeeper()"),
        outcome("assert(1 == 2, \"no fish\")"),
        outcome("local x = nil\nreturn x.level"),
        outcome("return 1 + {}"),
        outcome("error({})"),
        outcome("error()"),
        outcome("local list = require(\"std/list\")\nreturn list.sum(nil)"),
        outcome("table.insert(nil, 1)"),
        outcome("return ('x'):rep(1, 2, 3):find()"),
    ];
    insta::assert_snapshot!(runs.join("\n"), @"
    U010 line 4: no wood
    U010 line 2: no wood
    U010 line 3: no wood
    U010 line 2: no fish
    U010 line 3: nothing (`nil`) has no field `level`; is a name not set?
    U010 line 2: a number cannot be added to a table
    U010 line 2: table
    U010 line 2: nil
    U010 line 3: `ipairs` needs a table as argument 1, not nothing (`nil`)
    U010 line 2: `insert` needs a table as argument 1, not nothing (`nil`)
    U010 line 2: `find` needs a text as argument 2, not nothing (`nil`)
    ");
}
