//! Scripts that are malicious, or merely wrong in a harmful way.

use super::tests::{Harbour, answered, load, load_with, outcome, told};
use super::*;

fn all(bodies: &[&str]) -> String {
    bodies.iter().map(|body| outcome(body)).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_never_ends_is_stopped() {
    let runs = all(&[
        "while true do end",
        "\nrepeat until false",
        "for i = 1, math.huge do end",
        "for i = 1, 10, 0.0000001 do end",
        "table.sort({3, 1, 2}, function(a, b) while true do end end)",
        "string.gsub('aaa', 'a', function() while true do end end)",
        "return string.find(string.rep('a', 4000), string.rep('a-', 60) .. 'b')",
        "local s = string.rep('a', 30000) while true do s:find(string.rep('a', 250) .. 'b', 1, true) end",
        "local s = string.rep('x', 50000) while true do local y = s:upper():lower() end",
        "local s = string.rep('x', 50000) local z = s .. 'y' while s < z do end",
        "local s = string.rep('x', 50000) local n = 0 while true do n += 1 local y = s .. n end",
        "local t = table.create(100000, 1) while true do table.find(t, 2) end",
        "local t = table.create(100000, 1) while true do table.sort(t) end",
    ]);
    let lines: Vec<&str> = runs.lines().map(|line| line.get(..11).unwrap_or(line)).collect();
    insta::assert_snapshot!(lines.join("\n"), @"
    U015 line 2
    U015 line 3
    U015 line 2
    U015 line 2
    U015 line 2
    U015 line 2
    U015 line 2
    U015 line 2
    U016 line 2
    U015 line 2
    U016 line 2
    U015 line 2
    U015 line 2
    ");
    insta::assert_snapshot!(
        outcome("while true do end"),
        @"U015 line 2: this script runs too long; does a loop never end?"
    );
}

#[test]
fn what_eats_memory_is_stopped() {
    insta::assert_snapshot!(all(&[
        "local t = {} while true do table.insert(t, {}) end",
        "local s = 'x' while true do s = s .. s end",
        "return string.rep('x', 1000000000)",
        "return table.create(100000000, 1)",
        "return (' '):rep(100):rep(1000):rep(1000)",
        "return table.concat(table.create(100000, string.rep('x', 1000)))",
        "return string.format(string.rep('%s', 100), string.rep('x', 1000000))",
        "return #string.rep('', 1000000000)",
    ]), @"
    U015 line 2: this script does too much with large tables or texts
    U016 line 2: this script needs more memory than a script may have
    U016 line 2: `string.rep` makes a text of more than 65536 bytes
    U016 line 2: this script needs more memory than a script may have
    U016 line 2: `string.rep` makes a text of more than 65536 bytes
    U016 line 2: this script needs more memory than a script may have
    U016 line 2: `string.rep` makes a text of more than 65536 bytes
    U016 line 2: `string.rep` makes a text of more than 65536 bytes
    ");
}

#[test]
fn what_goes_too_deep_is_stopped() {
    insta::assert_snapshot!(all(&[
        "local function f() return 1 + f() end return f()",
        "local function f(...) return f(1, ...) end return f()",
        "return string.rep('x', 3):gsub('x', function() return table.unpack(table.create(100000, 1)) end)",
        "local function f() table.sort({1, 2}, f) end f()",
        "return string.find('x', string.rep('(', 40) .. 'x')",
        "local t = {} for i = 1, 100 do t = {t} end return t",
    ]), @r"
    U017 line 2: functions call each other deeper than a script may
    U016 line 2: this script needs more memory than a script may have
    U022 line 2: `table.unpack` gives more than 256 values; take them in parts
    U017 line 2: functions call each other deeper than a script may
    U010 line 2: too many captures
    U022 line 2: `t.f` returned tables nested deeper than 64
    ");
}

#[test]
fn only_plain_data_with_whole_numbers_gets_out() {
    insta::assert_snapshot!(all(&[
        "return function() end",
        "return { gain = { fish = print_it } }",
        "return { gain = { fish = tostring } }",
        "return 0.5",
        "return { { gain = { fish = 1 / 3 } } }",
        "return 0 / 0",
        "return 1 / 0",
        "return 2^60",
        "local t = {} t.inner = { t } return t",
        "return { 1, 2, name = 3 }",
        "return { [1] = 1, [3] = 3 }",
        "return { [0] = 1 }",
        "return { [true] = 1 }",
        "return { [1.5] = 1 }",
        "return { [view.mills[1]] = 1 }",
        "return view",
        "return '\\255'",
        "local t = {} for i = 1, 20000 do t[i] = 1 end return t",
        "local t = {1} for i = 1, 80 do t = {t} end return t",
        "local s, t = string.rep('x', 60000), {} for i = 1, 9000 do t[i] = s end return t",
    ]), @r"
    U018 line 2: `t.f` returned a function
    U011 line 2: unknown name `print_it`; declare it with `local` first
    U018 line 2: in what `t.f` returned, `gain.fish` is a function
    U019 line 2: `t.f` returned 0.5, not a whole number
    U019 line 2: in what `t.f` returned, `1.gain.fish` is 0.3333333333333333, not a whole number
    U019 line 2: `t.f` returned NaN, not a whole number
    U019 line 2: `t.f` returned inf, not a whole number
    U019 line 2: `t.f` returned 1.152921504606847e18, too large a number
    U020 line 2: in what `t.f` returned, `inner.1` is a table that contains itself
    U021 line 2: `t.f` returned a table that is both a list and a map
    U021 line 2: `t.f` returned a list with gaps
    U021 line 2: `t.f` returned a list with gaps
    U021 line 2: `t.f` returned a table with a boolean as key
    U021 line 2: `t.f` returned a table with a number as key
    U021 line 2: `t.f` returned a table with a thing as key
    U018 line 2: `t.f` returned the view itself, not a value of it
    U018 line 2: `t.f` returned text that is not valid UTF-8
    U022 line 2: `t.f` returned more than 10000 values
    U022 line 2: `t.f` returned tables nested deeper than 64
    U022 line 2: `t.f` returned more than 65536 bytes of text
    ");
}

#[test]
fn nothing_outside_can_be_written() {
    insta::assert_snapshot!(all(&[
        "wood = 3",
        "\nfunction helper() end",
        "local wood = 3 string = nil",
        "view.round = 3",
        "view.mills[1].level = 3",
        "local m = view.mills[1] m.level += 1",
        "string.rep = nil",
        "math.pi = 3",
        "table.insert = nil",
        "require('std/list').sum = nil",
        "local list = require('std/list') list.mine = 1",
        "local list = require('std/list') table.insert(list, 1)",
        "table.clear(require('std/list'))",
        "with.more = 1",
    ]), @"
    U012 line 2: global `wood` is assigned; write `local wood`
    U012 line 3: global `helper` is assigned; write `local helper`
    U013 line 2: this table is read-only: it is shared, or was frozen
    U013 line 2: `view.round` cannot be set: scripts read the game, they return what shall happen
    U013 line 2: `mill 1.level` cannot be set: scripts read the game, they return what shall happen
    U013 line 2: `mill 1.level` cannot be set: scripts read the game, they return what shall happen
    U013 line 2: this table is read-only: it is shared, or was frozen
    U013 line 2: this table is read-only: it is shared, or was frozen
    U013 line 2: this table is read-only: it is shared, or was frozen
    U013 line 2: this table is read-only: it is shared, or was frozen
    U013 line 2: this table is read-only: it is shared, or was frozen
    U013 line 2: this table is read-only: it is shared, or was frozen
    U013 line 2: this table is read-only: it is shared, or was frozen
    U013 line 2: this table is read-only: it is shared, or was frozen
    ");
}

#[test]
fn what_is_not_there_cannot_be_read() {
    insta::assert_snapshot!(all(&[
        "return view.weather",
        "return view.mills[1].colour",
        "return view.mills[1][1]",
        "return view.mills[1][nil]",
        "return wood",
        "return math.random(6)",
        "return math.pi",
        "return ('x'):pack(1)",
        "return view()",
        "for k in pairs(view) do end",
        "return #view.mills[1]",
        "return require('other')",
        "return require('../other/t')",
        "return require(view)",
    ]), @"
    U014 line 2: the view has no `weather`
    U014 line 2: mill 1 has no `colour`
    U014 line 2: mill 1 has no `1`
    U014 line 2: fields have texts as names
    U011 line 2: unknown name `wood`; declare it with `local` first
    U011 line 2: `math.random` is not available in scripts: a script gives the same answer every time
    U011 line 2: `math.pi` is not available in scripts
    U011 line 2: `string.pack` is not available in scripts: a script handles numbers, texts and lists
    U010 line 2: a thing of the game is called as a function
    U010 line 2: `pairs` needs a table as argument 1, not a thing of the game
    U010 line 2: a thing of the game has no length
    U005 line 2: there is no module `other` in this pack or in `std`
    U005 line 2: there is no module `../other/t` in this pack or in `std`
    U005 line 2: there is no module `view` in this pack or in `std`
    ");
}

#[test]
fn names_that_lead_outside_are_not_there() {
    let names = [
        "_G",
        "_VERSION",
        "buffer",
        "collectgarbage",
        "coroutine",
        "debug",
        "dofile",
        "gcinfo",
        "getfenv",
        "getmetatable",
        "integer",
        "io",
        "load",
        "loadfile",
        "loadstring",
        "module",
        "newproxy",
        "os",
        "package",
        "pcall",
        "rawequal",
        "rawget",
        "rawlen",
        "rawset",
        "setfenv",
        "setmetatable",
        "task",
        "utf8",
        "vector",
        "warn",
        "xpcall",
    ];
    for name in names {
        let read = outcome(&format!("return type({name})"));
        assert!(read.starts_with("U011 line 2: "), "{name}: {read}");
        // The compiler has fast paths for calls of some of these; they must not be taken.
        let call = outcome(&format!("local t = {{}} return {name}(t, t, t)"));
        assert!(call.starts_with("U011 line 2: "), "{name}: {call}");
    }
    insta::assert_snapshot!(
        outcome("pcall(error)"),
        @"U011 line 2: `pcall` is not available in scripts: an error ends the script"
    );
}

fn grouped(names: &[String]) -> String {
    let mut lines: std::collections::BTreeMap<&str, Vec<&str>> = Default::default();
    for name in names {
        let (library, member) = name.split_once('.').unwrap_or(("", name));
        lines.entry(library).or_default().push(member);
    }
    let told = lines.iter().map(|(library, members)| {
        let colon = if library.is_empty() { "" } else { ": " };
        format!("{library}{colon}{}", members.join(" "))
    });
    told.collect::<Vec<_>>().join("\n")
}

/// The complete list of what a script can reach by name.
#[test]
fn the_names_scripts_have() {
    let (host, _) = load(&[]);
    let none = host.vm.lua.create_table().unwrap();
    let env: mlua::Table = host.vm.environment.call((&none, &none)).unwrap();
    let mut names = vec![];
    for pair in env.pairs::<String, LuaValue>() {
        let (name, value) = pair.unwrap();
        match value {
            LuaValue::Table(library) => {
                assert!(library.is_readonly(), "{name}");
                let members = library.pairs::<String, LuaValue>();
                names.extend(members.map(|member| format!("{name}.{}", member.unwrap().0)));
            }
            _ => names.push(name),
        }
    }
    names.sort();
    assert!(env.is_readonly());
    insta::assert_snapshot!(grouped(&names), @"
    __each __keep ask assert error ipairs neighbours next pairs print require select tonumber tostring type typeof
    bit32: arshift band bnot bor btest bxor countlz countrz extract lrotate lshift replace rrotate rshift
    math: abs ceil clamp floor fmod huge max min round sign sqrt
    string: byte char find format gmatch gsub len lower match rep reverse split sub upper
    table: clear clone concat create find freeze insert isfrozen move pack remove sort unpack
    ");
    let left: Vec<String> =
        host.vm.lua.globals().pairs::<String, LuaValue>().map(|pair| pair.unwrap().0).collect();
    assert_eq!(left, Vec::<String>::new());
}

#[test]
fn no_address_is_shown() {
    let told = outcome(
        "local t, f = {}, function() end
         return { tostring(t), tostring(f), `{t} {f} {1} {view}`, string.format('%s %d', t, 4),
                  ('%s'):format(f), tostring(nil), tostring(0/0), string.format('%5.1f', 0/0) }",
    );
    insta::assert_snapshot!(told, @r#"done ["table", "function", "table function 1 view", "table 4", "function", "nil", "nan", "  nan"]"#);
}

#[test]
fn ask_is_the_only_thing_that_waits_and_not_for_ever() {
    insta::assert_snapshot!(all(&[
        "table.sort({1, 2}, function(a, b) return ask { yes_no = 'less?' } end)",
        "('x'):gsub('x', function() ask { yes_no = 'well?' } end)",
        "while true do ask { yes_no = 'again?' } end",
    ]), @r#"
    U025 line 2: `ask` stands inside a function given to another one, such as the order of a sort
    U025 line 2: `ask` stands inside a function given to another one, such as the order of a sort
    ask "again?" yes or no
    "#);
    let for_ever = "while true do ask { yes_no = 'again?' } end";
    let yes = |n| vec![Value::Bool(true); n];
    insta::assert_snapshot!(answered(for_ever, &yes(31)), @r#"ask "again?" yes or no"#);
    insta::assert_snapshot!(answered(for_ever, &yes(32)), @"U024 line 2: this script asks more than 32 questions");
    insta::assert_snapshot!(answered(for_ever, &yes(33)), @"U024 line 2: this script asks more than 32 questions");
}

#[test]
fn a_call_inside_a_call_is_refused() {
    struct Nested<'a>(&'a Host, FunctionId);
    impl Look for Nested<'_> {
        fn field(&self, _: Ref, _: &str) -> Result<Value, String> {
            Ok(Value::Nil)
        }
        fn root(&self, _: &str) -> Result<Value, String> {
            Ok(Value::Text(told(&self.0.call(self.1, &Harbour, &Value::Nil, &[]))))
        }
        fn call(&self, _: &str, _: &[Value]) -> Result<Value, String> {
            Ok(Value::Nil)
        }
        fn show(&self, _: Ref) -> String {
            String::new()
        }
    }
    let (host, _) =
        load(&[("t", "local t = {} function t.f(view) return view.round end return t")]);
    let f = host.find("harbour", "t.f").unwrap();
    let inner = told(&host.call(f, &Nested(&host, f), &Value::Nil, &[]));
    insta::assert_snapshot!(inner, @r#"done "U027 line 1: a script is run from inside a script""#);
    insta::assert_snapshot!(told(&host.call(f, &Harbour, &Value::Nil, &[])), @"done 3");
}

#[test]
fn the_host_is_usable_after_a_thousand_hostile_calls() {
    let text = "local t = {}
        function t.good(view) return view.mills[4].level end
        function t.loop() while true do end end
        function t.eat() local t = {} while true do table.insert(t, {}) end end
        function t.bomb() return string.rep('x', 1000000000) end
        function t.deep() return 1 + t.deep() end
        function t.write() wood = 3 end
        function t.throw() error('no') end
        function t.ask() ask { yes_no = 'well?' } end
        function t.sort() table.sort({1, 2}, function() while true do end end) end
        function t.odd() return 0.5 end
        return t";
    let limits = Limits { fuel: 20_000, memory: 1 << 20, ..Limits::default() };
    let (host, problems) = load_with(&[("t", text)], limits);
    assert_eq!(problems, "");
    let all: Vec<FunctionId> = host.functions("harbour").map(|info| info.id).collect();
    let good = host.find("harbour", "t.good").unwrap();
    let before: Vec<Outcome> =
        all.iter().map(|f| host.call(*f, &Harbour, &Value::Nil, &[])).collect();
    host.clean();
    let used = host.vm.lua.used_memory();
    for _ in 0..100 {
        for (f, first) in all.iter().zip(&before) {
            assert_eq!(host.call(*f, &Harbour, &Value::Nil, &[]), *first);
        }
    }
    assert_eq!(told(&host.call(good, &Harbour, &Value::Nil, &[])), "done 4");
    host.clean();
    let grown = host.vm.lua.used_memory().saturating_sub(used);
    assert!(grown < 32 * 1024, "{grown} bytes are left of the hostile calls");
}
