//! Scripts that lie about where they failed, that try to get a different result in another process,
//! or that pass the host values it must not touch.

use std::process::Command;

use super::tests::{Harbour, load, outcome, told};
use super::*;

/// Each script with the beginning of its error message.
fn check(scripts: &[(&str, &str)]) {
    let wrong: Vec<String> = scripts
        .iter()
        .map(|(body, expected)| (body, expected, outcome(body)))
        .filter(|(_, expected, seen)| !seen.starts_with(*expected))
        .map(|(body, expected, seen)| format!("{body}\n  expected {expected}\n  seen     {seen}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_error_cannot_lie_about_its_place() {
    check(&[
        ("error('game.yaml:3: bad')", "U010 line 2: game.yaml:3: bad"),
        ("error('u0:99: bad', 0)", "U010 line 2: u0:99: bad"),
        ("error('u4294967295:4294967295: bad', 0)", "U010 line 2: u4294967295:4294967295: bad"),
        ("error('u99:1: bad', 0)", "U010 line 2: u99:1: bad"),
        ("error('host:7: bad', 0)", "U010 line 2: host:7: bad"),
        ("error('[string \"x\"]:12: bad', 0)", "U010 line 2: [string \"x\"]:12: bad"),
        ("error('\\1U002\\1bad', 0)", "U010 line 2: \u{fffd}U002\u{fffd}bad"),
        (
            "error('bad\\nstack traceback:\\nu0:99: x', 0)",
            "U010 line 2: bad stack traceback: u0:99: x",
        ),
        ("\n\nerror('bad\\nstack traceback:\\nu77:9')", "U010 line 4: bad stack traceback: u77:9"),
        ("error('stack overflow')", "U010 line 2: stack overflow"),
        ("error('attempt to yield across metamethod')", "U010 line 2: attempt to yield across"),
        ("error('modify a readonly table')", "U010 line 2: modify a readonly table"),
        ("error('table overflow', 0)", "U010 line 2: table overflow"),
        ("error('not enough memory', 0)", "U010 line 2: not enough memory"),
        ("assert(false, 'u0:99: bad')", "U010 line 2: u0:99: bad"),
        ("assert(nil)", "U010 line 2: assertion failed!"),
        ("assert(false, {})", "U010 line 2: table"),
        ("assert()", "U010 line 2: `assert` needs a value"),
        ("local x = nil return x['u0:99: bad']", "U010 line 2: nothing (`nil`) has no field"),
        ("local x = nil return x['\\nstack traceback:\\nu0:99']", "U010 line 2: "),
        ("local x = nil return x['attempt to modify a readonly table']", "U010 line 2: "),
        ("return view['u0:99: bad']", "U014 line 2: the view has no `u0:99: bad`"),
        ("return view[string.rep('x', 60000)]", "U014 line 2: no field has so long a name"),
        ("return view['\\255']", "U014 line 2: fields have texts as names"),
        ("return view[{}]", "U014 line 2: fields have texts as names"),
        ("return require('u0:99: bad')", "U005 line 2: there is no module"),
        ("return require(string.rep('x', 60000))", "U005 line 2: there is no module"),
        ("return math[string.rep('x', 60000)]", "U011 line 2: `math.xxx"),
        ("error(string.rep('x', 60000))", "U010 line 2: xxxx"),
        ("error('\\255\\254')", "U010 line 2: \u{fffd}\u{fffd}"),
        ("error('a\\27[31mred')", "U010 line 2: a\u{fffd}[31mred"),
        ("error('bad', 1e308)", "U010 line 2: bad"),
        ("error('bad', 0/0)", "U010 line 2: bad"),
        ("error('bad', -5)", "U010 line 2: bad"),
        ("error('bad', 'two')", "U010 line 2: bad"),
        ("error(view)", "U010 line 2: view"),
        ("error(function() end)", "U010 line 2: function"),
        ("table.sort({1, 2, 3}, function() error('u0:9: x') end)", "U010 line 2: u0:9: x"),
        ("\nreturn ('x'):gsub('x', function() error('bad', 0) end)", "U010 line 3: bad"),
        ("return { [string.rep('x', 60000)] = 0.5 }", "U019 line 2: in what `t.f` returned, `xxx"),
    ]);
    let flood = outcome("error(string.rep('x', 60000))");
    assert!(flood.len() < 500, "{} bytes", flood.len());
    let flood = outcome("return { [string.rep('x', 60000)] = 0.5 }");
    assert!(flood.len() < 500, "{} bytes", flood.len());
}

#[test]
fn a_file_cannot_lie_about_its_place_either() {
    let told = |text: &str| load(&[("t", text)]).1;
    insta::assert_snapshot!(
        told("\nerror('u0:99: bad', 0)"),
        @"U010: u0:99: bad at harbour/t.luau:2:1"
    );
    insta::assert_snapshot!(
        told("local t = {} local __each = 1 return t"),
        @"U001: `__each` is a name of the host at harbour/t.luau:1:20"
    );
    insta::assert_snapshot!(
        told("local t = {}\nfor k in function() end do end return t"),
        @"U001: a loop cannot begin with a bare `function`; give it a name before at harbour/t.luau:2:10"
    );
    insta::assert_snapshot!(
        told("local t = {}\nfor k in t end return t"),
        @"U001: expected `do` in for loop, not `end` at harbour/t.luau:2:1"
    );
}

#[test]
fn what_has_no_order_cannot_be_gone_through() {
    const NO_ORDER: &str = "U026 line 2: a table with a table as key has no fixed order";
    check(&[
        ("for k in { [{}] = 1 } do end", NO_ORDER),
        ("for k in pairs({ [{}] = 1 }) do end", NO_ORDER),
        ("for k in next, { [{}] = 1 } do end", NO_ORDER),
        ("return next({ [{}] = 1 }) == nil", NO_ORDER),
        ("local f, t = pairs({ [{}] = 1 }) return f(t) == nil", NO_ORDER),
        ("for k in { 1, 2, [{}] = 1 } do end", NO_ORDER),
        ("local t = { 1, 2, [{}] = 1 } return next(t, 2) == nil", NO_ORDER),
        ("for k in { [1.5] = 1, [{}] = 1, a = 2 } do end", NO_ORDER),
        ("for k in { [print_it] = 1 } do end", "U011"),
        ("for k in { [function() end] = 1 } do end", "U026 line 2: a table with a function as key"),
        ("for k in { [ask] = 1 } do end", "U026 line 2: a table with a function as key"),
        ("local x = `{(function() for k in { [{}] = 1 } do end end)()}`", NO_ORDER),
        ("local t = { 1 } for k in t do t[{}] = 1 t[{}] = 2 end return 1", "done 1"),
        (
            "local t = { a = 1 } for k in t do t.b = 1 t.c = 1 end return t",
            "done {a: 1, b: 1, c: 1}",
        ),
        (
            "local t = { 1, 2, 3 } local n = 0 for k in t do t[k + 1] = nil n += 1 end return n",
            "done 3",
        ),
        ("local f, t = pairs({ 1 }) for k in f, t do t[{}] = 1 end return 1", "done 1"),
        ("local each = { 5 } for k, v in each do return v end", "done 5"),
        ("local t = {} t[0/0] = 1", "U010 line 2: "),
        ("local n = 0 for a in ('abc'):gmatch('.') do n += 1 end return n", "done 3"),
        ("local t = { [{}] = 1, [{}] = 2 } return #t", "done 0"),
        ("local k = {} local t = { [k] = 4 } return t[k]", "done 4"),
        ("for k in 5 do end", "U010 line 2: a number cannot be gone through by `for`"),
        ("for k in nil do end", "U010 line 2: nothing (`nil`) cannot be gone through by `for`"),
        ("for k in view do end", "U010 line 2: a thing of the game cannot be gone through"),
        ("for k in 'abc' do end", "U010 line 2: a text cannot be gone through by `for`"),
    ]);
}

#[test]
fn the_library_keeps_its_bounds() {
    check(&[
        ("return string.rep('x', 65537)", "U016 line 2: `string.rep` makes a text of more than"),
        ("return string.rep('', 1e9)", "U016 line 2: "),
        ("return string.rep('x', 0/0)", "U010 line 2: `string.rep` needs a whole number"),
        ("return string.rep('x', '9')", "U010 line 2: `string.rep` needs a whole number"),
        ("return #string.rep('x', 65536)", "done 65536"),
        ("return string.rep('x', -1)", "done \"\""),
        (
            "local s = string.rep('x', 60000) return #table.concat({ s, s })",
            "U016 line 2: `table.concat`",
        ),
        (
            "local s = string.rep('x', 60000) return #string.format('%s%s', s, s)",
            "U016 line 2: `string.format`",
        ),
        (
            "local s = string.rep('x', 33000) return #s:gsub('x', 'yy')",
            "U016 line 2: `string.gsub`",
        ),
        (
            "return #string.byte(string.rep('x', 300), 1, -1)",
            "U022 line 2: `string.byte` gives more",
        ),
        ("return string.byte('abc', -2, -1)", "done 98"),
        ("return string.byte('abc', 1, 300)", "done 97"),
        (
            "return string.byte(string.rep('x', 9000), 0/0, 9000)",
            "U010 line 2: `string.byte` needs",
        ),
        ("return select('#', table.unpack({}, 1, 257))", "U022 line 2: `table.unpack` gives more"),
        ("return select('#', table.unpack({}, 1, 256))", "done 256"),
        ("return table.unpack({}, 1, 1e15)", "U010 line 2: `table.unpack` needs a whole number"),
        ("return tonumber(string.rep('1', 257))", "U022 line 2: `tonumber` is given a text"),
        ("return tonumber('0x10')", "done 16"),
        (
            "return ('x'):find(string.rep('x', 257))",
            "U022 line 2: `string.find` is given a pattern",
        ),
        ("return table.move({}, 1, 1e8, 1)", "U015 line 2: "),
        ("return table.move({}, 5e9, 100, 1)", "U010 line 2: `table.move` needs a whole number"),
        ("return table.move({ 1, 2 }, 1, 2, 3, {})[4]", "done 2"),
        ("return table.concat({}, '', 1, 2e9)", "U015 line 2: "),
        ("return table.concat({ 1, 2, 3 }, '-', 2)", "done \"2-3\""),
        ("table.insert({}, 1, 2, 3)", "U010 line 2: "),
        ("return table.create(-1)", "U010 line 2: "),
        ("return table.create(0/0, 1)", ""),
        ("local t = { 3, 1, 2 } table.sort(t, function() return true end) return #t", ""),
        ("local t = { 3, 'a', 2 } table.sort(t)", "U010 line 2: "),
        ("local t = table.freeze({ 1 }) table.insert(t, 2)", "U013 line 2: "),
        (
            "return math.random()",
            "U011 line 2: `math.random` is not available in scripts: a script",
        ),
        ("return string.pack('i', 1)", "U011 line 2: `string.pack` is not available"),
        ("return utf8.len('x')", "U011 line 2: `utf8` is not available in scripts: "),
    ]);
}

/// Parts of a script whose results could depend on memory addresses.
const PURE: [&str; 8] = [
    "local t, out = {}, {} for i = 1, 200 do t['k' .. i * 7919 % 1000] = i end
     for k, v in t do table.insert(out, k .. v) end return table.concat(out, ' ')",
    "local t, out = {}, {} for i = 1, 60 do t[{}] = i end
     for _, v in t do table.insert(out, v) end return out",
    "local t, out = {}, {} for i = 1, 60 do t[function() return i end] = i end
     for _, v in pairs(t) do table.insert(out, v) end return out",
    "local t = { 1 } local out = {} for k in t do for i = 1, 60 do t[{}] = i end table.insert(out, 1) end
     return out",
    "local seen, out = {}, {} for _, m in view.mills do seen[m] = 1 seen[m.at] = 2 end
     for thing, n in seen do table.insert(out, tostring(thing) .. n) end return out",
    "return { tostring({}), tostring(ask), `{ask} {view}` }",
    "local t = {} for i = 1, 300 do t[i] = i * 7919 % 301 end
     table.sort(t, function(a, b) return a % 7 < b % 5 end) return t",
    "local t = {} for i = -50, 50 do t[i / 4] = i end local out = {}
     for k, v in t do table.insert(out, v) end return out",
];

/// All of them in one text. When run on its own it prints that text: this is the other process.
#[test]
fn pure_parts() {
    if std::env::var_os("PURE_PARTS").is_some() {
        let told: Vec<String> = PURE.iter().map(|body| outcome(body)).collect();
        println!("<<{}>>", told.join("\n"));
    }
}

#[test]
fn other_processes_give_the_same_results() {
    let here: Vec<String> = PURE.iter().map(|body| outcome(body)).collect();
    assert!(here[0].starts_with("done \"k"), "{}", here[0]);
    assert!(here[1].starts_with("U026") && here[2].starts_with("U026"), "{here:?}");
    let here = format!("<<{}>>", here.join("\n"));
    let program = std::env::current_exe().expect("tests have a file");
    for n in 0..6 {
        let ran = Command::new(&program)
            .args(["tests_forged::pure_parts", "--nocapture", "--test-threads", "1"])
            .env("PURE_PARTS", "x".repeat(n * 1_000))
            .output()
            .expect("the same program runs");
        let there = String::from_utf8_lossy(&ran.stdout);
        assert!(there.contains(&here), "another process says\n{there}\nand this one\n{here}");
    }
}

#[test]
fn the_same_call_a_hundred_times_gives_the_same() {
    let bodies: String = PURE
        .iter()
        .enumerate()
        .map(|(n, body)| format!("function t.f{n}(view) {body} end\n"))
        .collect();
    let (host, problems) = load(&[("t", &format!("local t = {{}}\n{bodies}return t"))]);
    assert_eq!(problems, "");
    let all: Vec<FunctionId> = host.functions("harbour").map(|info| info.id).collect();
    let run = |f: &FunctionId| told(&host.call(*f, &Harbour, &Value::Nil, &[]));
    let first: Vec<String> = all.iter().map(run).collect();
    for _ in 0..100 {
        assert_eq!(all.iter().map(run).collect::<Vec<_>>(), first);
    }
}
