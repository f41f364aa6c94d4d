//! Loading files: reported problems, and the parameters functions declare.

use super::tests::{Harbour, load, told};
use super::*;
use boardwright_language::script_text::{PackScripts, std_scripts};
use boardwright_syntax::source::{SourceFile, Sources};

fn problems(text: &str) -> String {
    load(&[("t", text)]).1
}

#[test]
fn a_file_that_does_not_load_is_reported_with_its_line() {
    let told = [
        problems("local t = {}\nfunction t.f( return t"),
        problems("local t = {}\nfunction t.f() end"),
        problems("return 3"),
        problems("return { price = 3 }"),
        problems(""),
        problems("local t = {}\nerror('no')\nreturn t"),
        problems("local t = {}\nwhile true do end\nreturn t"),
        problems("local t = {}\nask { yes_no = 'well?' }\nreturn t"),
        problems("local t = {}\nlocal x = pcall(1)\nreturn t"),
        problems("local t = require('missing')\nreturn t"),
        problems("\u{1b}Lua").replace('\u{1b}', "ESC"),
        problems(&"-".repeat(FILE_BYTES_MAX + 1)),
    ];
    insta::assert_snapshot!(told.join("\n"), @"
    U001: expected a name, not `return` at harbour/t.luau:2:1
    U002: a script file must return one table of functions at harbour/t.luau:2:1 (nothing is returned)
    U002: a script file must return one table of functions at harbour/t.luau:1:1 (this file returns a number)
    U002: `price` of a script's table is a number at harbour/t.luau:1:1 (only functions are expected)
    U002: a script file must return one table of functions at harbour/t.luau:1:1 (nothing is returned)
    U010: no at harbour/t.luau:2:1
    U015: this script runs too long; does a loop never end? at harbour/t.luau:2:1
    U025: `ask` stands outside a function; there is nobody to ask while a file is read at harbour/t.luau:2:1
    U011: `pcall` is not available in scripts: an error ends the script at harbour/t.luau:2:1
    U005: there is no module `missing` in this pack or in `std` at harbour/t.luau:1:1
    U001: expected a name in an expression, not `�` at harbour/t.luau:1:1
    U007: this script is longer than 65536 bytes at harbour/t.luau:1:1
    ");
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let good = "local g = {} function g.f() return 1 end return g";
    let (host, problems) = load(&[("bad", "local"), ("good", good), ("worse", "return")]);
    assert_eq!(problems.lines().count(), 2);
    let f = host.find("harbour", "good.f").unwrap();
    assert_eq!(told(&host.call(f, &Harbour, &Value::Nil, &[])), "done 1");
    assert!(host.find("harbour", "bad.f").is_none());
    assert!(host.find("other", "good.f").is_none());
}

#[test]
fn modules_of_a_pack_require_each_other_but_not_in_a_circle() {
    let a = "local b = require('b') local a = {} function a.f() return b.two() end return a";
    let b = "local b = {} function b.two() return 2 end return b";
    let (host, problems) = load(&[("a", a), ("b", b)]);
    assert_eq!(problems, "");
    let f = host.find("harbour", "a.f").unwrap();
    assert_eq!(told(&host.call(f, &Harbour, &Value::Nil, &[])), "done 2");
    let b = "local b = {}\nlocal a = require('a')\nreturn b";
    insta::assert_snapshot!(load(&[("a", a), ("b", b)]).1, @"U006: `a` requires `b`, which requires `a` at harbour/b.luau:2:1");
}

#[test]
fn packs_do_not_see_each_other() {
    let mut sources = Sources::default();
    let std = std_scripts(&mut sources);
    let mut pack = |id: &str, module: &str, text: &str| {
        let file =
            SourceFile { pack: id.into(), path: format!("{id}/{module}"), text: text.into() };
        PackScripts { pack: id.into(), files: vec![(module.into(), sources.add(file))] }
    };
    let packs = [
        pack("north", "t", "local t = {} function t.f() return 1 end return t"),
        pack("south", "u", "local u = {} function u.f() return require('t') end return u"),
    ];
    let setup = Setup { calls: &[], limits: Limits::default(), counts_lines: false };
    let (host, problems) = Host::load(&sources, &packs, &std, &setup);
    assert_eq!(problems, vec![]);
    let f = host.find("south", "u.f").unwrap();
    insta::assert_snapshot!(
        told(&host.call(f, &Harbour, &Value::Nil, &[])),
        @"U005 line 1: there is no module `t` in this pack or in `std`"
    );
}

fn heads(text: &str) -> String {
    let (host, problems) = load(&[("t", text)]);
    let told = host.functions("harbour").map(|info| {
        let parameters = info.parameters.iter().map(|parameter| {
            let mark = if parameter.optional { "?" } else { "" };
            format!("{}{mark}: {:?}", parameter.name, parameter.kind)
        });
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let parameters = if parameters.is_empty() { "-" } else { &parameters };
        format!("{} line {}: {parameters}", info.name, info.line)
    });
    told.chain((!problems.is_empty()).then_some(problems)).collect::<Vec<_>>().join("\n")
}

#[test]
fn heads_declare_parameters() {
    let told = heads(
        r#"--!strict
-- function t.comment(view, with: { no: number })
local t = {}
local s = "function t.text(view, with: { no: number })" .. [[ function t.long(view, with: {}) ]]
function t.none() end
function t.bare(view, with) end
function t.empty(view: View, with: {}): Steps return {} end
function t.all(
    view: View,
    with: { n: number, s: string?, -- a remark
            b: boolean; p: Piece, sp: Space, seat: Seat?, }
): { Step }
    local inner = function(a, b: { x: number }) end
    return {}
end
t.assigned = function(view: (number, { a: number }) -> (), with: { n: number }) end
local function helper(view, with: { no: Thing }) end
t.alias = helper
return t"#,
    );
    insta::assert_snapshot!(told, @"
    alias line 17: -
    all line 8: n: Number, s?: Text, b: Bool, p: Piece, sp: Space, seat?: Seat
    assigned line 16: n: Number
    bare line 6: -
    empty line 7: -
    none line 5: -
    ");
}

#[test]
fn heads_that_are_not_clear_are_reported() {
    let told = [
        heads("local t = {}\nfunction t.f(view, with: Params) end\nreturn t"),
        heads("local t = {}\nfunction t.f(view, with: { n: int }) end\nreturn t"),
        heads("local t = {}\nfunction t.f(view, with: { number }) end\nreturn t"),
        heads("local t = {}\nfunction t.f(view, with: { n: number, n: string }) end\nreturn t"),
        heads("local t = {}\nfunction t.f(view, with: { n: number | string }) end\nreturn t"),
        heads("local t = {}\nfunction t.f(view, with: { n: number }?) end\nreturn t"),
        heads("local t = {}\nfunction t.f(view, me, with: { n: number }) end\nreturn t"),
    ];
    insta::assert_snapshot!(told.join("\n"), @"
    U004: the parameters of `t.f` are not clear at harbour/t.luau:2:26 (the type of `with` must be written out: `with: { name: number, ... }`)
    U004: the parameters of `t.f` are not clear at harbour/t.luau:2:31 (expected one of `number`, `string`, `boolean`, `Piece`, `Space`, `Seat`, `Place`, `Entry`)
    U004: the parameters of `t.f` are not clear at harbour/t.luau:2:28 (expected `name: type`)
    U004: the parameters of `t.f` are not clear at harbour/t.luau:2:39 (`n` is declared twice)
    U004: the parameters of `t.f` are not clear at harbour/t.luau:2:38 (expected `,` or `}`)
    U004: the parameters of `t.f` are not clear at harbour/t.luau:2:26 (the type of `with` must be written out: `with: { name: number, ... }`)
    U004: the parameters of `t.f` are not clear at harbour/t.luau:2:24 (a script function has two parameters, `view` and `with`)
    ");
}

#[test]
fn a_call_is_checked_against_the_head() {
    let text = "local t = {} function t.f(view, with: { per_tile: number, good: string? }) end \
                function t.none() end return t";
    let (host, _) = load(&[("t", text)]);
    let check = |name: &str, given: &[(&str, WithType)]| {
        let given: Vec<_> = given.iter().map(|(name, kind)| ((*name).to_owned(), *kind)).collect();
        let problems = host.check_with(host.find("harbour", name).unwrap(), &given);
        let told = problems.iter().map(|problem| {
            let help = problem.help.as_deref().unwrap_or("no help");
            format!("{}: {} ({help})", problem.code, problem.message)
        });
        told.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(check("t.f", &[("per_tile", WithType::Number)]), "");
    assert_eq!(check("t.f", &[("per_tile", WithType::Number), ("good", WithType::Text)]), "");
    let told = [
        check("t.f", &[("per_tiel", WithType::Number), ("good", WithType::Seat)]),
        check("t.f", &[("per_tile", WithType::Number), ("weather", WithType::Text)]),
        check("t.none", &[("n", WithType::Number)]),
    ];
    insta::assert_snapshot!(told.join("\n"), @"
    U030: `t.f` has no parameter `per_tiel` (a parameter with a similar name exists: `per_tile`)
    U032: `good` must be a text, not a seat (give a text, or declare another type in the head of the function)
    U031: `t.f` needs `per_tile`, a whole number (add `per_tile` under `with`)
    U030: `t.f` has no parameter `weather` (it takes `per_tile`, `good`)
    U030: `t.none` has no parameter `n` (it takes no parameters)
    ");
}

#[test]
fn codes_are_known_and_used_once() {
    let mut codes: Vec<&str> =
        boardwright_syntax::diag::codes::all().map(|info| info.code).collect();
    let n_codes = codes.len();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), n_codes);
    // The library of scripts is no Rust: its codes are no constants.
    let used = include_str!("prelude.luau").split("\"U").filter_map(|rest| rest.get(..3));
    for digits in used.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) {
        assert!(codes.contains(&format!("U{digits}").as_str()), "U{digits}");
    }
}
