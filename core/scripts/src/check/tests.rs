//! What the checker accepts, and what it rejects.

use boardwright_play::game::open;
use boardwright_play::testing::library;
use boardwright_syntax::diag::Diagnostic;

/// The problems reported for a function with this body.
fn problems(body: &str) -> Vec<(Diagnostic, String)> {
    let script = format!(
        "local list = require('std/list')\nlocal trade = {{}}\n\
         function trade.offer(view: View, with: {{ limit: number }})\n{body}\nend\nreturn trade\n"
    );
    file(&script)
}

fn file(script: &str) -> Vec<(Diagnostic, String)> {
    let library = library(&[("scripts/trade.luau", script)]);
    let opened = open(&library, &["harbour"], None, &[]);
    let text = |diag: &Diagnostic| {
        let span = diag.primary.as_ref().map(|label| label.span);
        let text = span.and_then(|span| {
            let text = &opened.sources.file(span.file).text;
            text.get(span.start as usize..span.end as usize)
        });
        text.unwrap_or_default().to_owned()
    };
    opened.diags.iter().map(|diag| (diag.clone(), text(diag))).collect()
}

/// Each problem on a line: code, marked text, message, help.
fn lines(problems: &[(Diagnostic, String)]) -> String {
    let line = |(diag, marked): &(Diagnostic, String)| {
        let help = diag.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
        format!("{} `{marked}`: {}{help}", diag.code, diag.message)
    };
    problems.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn each(bodies: &[&str]) -> String {
    bodies.iter().map(|body| lines(&problems(body))).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_can_work_is_taken() {
    for body in [
        "return {}",
        "return view.me.wood + view.round + with.limit",
        "local n = 0 for _, tile in view.me.yard do n += tile.level end return n",
        "for i, tile in ipairs(view.market) do if tile.owner ~= view.me then return i end end return 0",
        "local best, most = list.max_by(view.market, function(t) return t.level end) return best.level + most",
        "return list.sum(list.map(view.market, function(t) return t.entry end), function(e) return e.level end)",
        "local near = list.filter(neighbours(view.a1), function(s) return s.mark > 0 end) return #near",
        "local x = ask { pick = view.market, label = 'which?' } return x.level",
        "local x = ask { pick = view.market, min = 0, max = 2 } return #x + list.sum(x, function(t) return t.level end)",
        "local x = ask { pick = view.market, min = 1, max = with.limit } return x",
        "return ask({ yes_no = 'sure?' }) and 1 or 0",
        "return ask { amount = { from = 0, to = view.me.wood } } + 1",
        "local x x = 'text' x = 3 return x + 1",
        "local x = nil if view.round > 1 then x = view.me end return x.wood",
        "local t = {} t.a = 1 t.b = 'x' return t.a + #t.b",
        "local t = { a = 1 } t.a = view.me return t.a.wood",
        "local t = { 1 } table.insert(t, view.me) return t[2].wood",
        "local function fill(t) table.insert(t, view.me) end local t = { 1 } fill(t) return t[2].wood",
        "local function f(x) if x then return 1 end return nil end return f(true)",
        "local function f(n) if n == 0 then return 0 end return f(n - 1) end return f(3)",
        "while true do local x = ask { yes_no = 'more?' } if not x then return {} end end",
        "if view.round == 1 then return 1 else error('no') end",
        "repeat local done = view.round > 0 until done return 1",
        "return view:value('limit') + value('limit', nil, view.p2) + view.me.limit",
        "return if view.option('storm') then 1 else 2",
        "return #pieces('tile') + #view.pieces('tile') + #entries('tile') + track('skill', view.me)",
        "local p = place('hand', view.me) return p.size + #p.pieces + p.free",
        "local p = view.self return if p == nil then 0 else p.slot",
        "local d = distance(view.a1, view.b2) or 9 return d",
        "local s: { [string]: number } = {} s.x = 1 for k, v in pairs(s) do s[k] = v + 1 end return s.x",
        "local text = ('%d'):format(3):upper() return #text + tonumber('3') + math.max(1, 2)",
        "type Pair = { a: number, b: Seat? } local p: Pair = { a = 1 } return p.a + (if p.b then p.b.wood else 0)",
        "local t = table.clone(view.market) table.sort(t, function(a, b) return a.level < b.level end) return t[1].level",
        "local f = function(a, ...) return select('#', ...) + a end return f(1, 2, 3)",
        "local name = view.me.id .. view.me.name .. 1 return #name",
        "local counts = {} for _, t in view.market do counts[t.kind] = (counts[t.kind] or 0) + 1 end return counts.tile",
        "local x = view.market[1] x = view.market[2] return x.level",
        "return (view.me.wood > 1 and view.market or view.me.yard)[1].level",
        "local keys, count = list.count_by(view.market, function(t) return t.level end) return count[keys[1]]",
        "for _, seat in view.seats do if seat ~= view.me and seat.player then return seat.number end end return 0",
        "return { { gain = { wood = with.limit } }, { lose = { coin = 1 }, who = view.p2 } }",
        "return { steps = { { gain = { wood = 1 } } }, value = 3 }",
        "local steps: Steps = {} table.insert(steps, { gain = { wood = 1 } }) return steps",
        "return view.p7.wood",
        "return #list.filter(view.market, function(t) if t.level > 1 then return true end end)",
    ] {
        assert_eq!(lines(&problems(body)), "", "{body}");
    }
}

#[test]
fn names_and_fields_that_do_not_exist_are_told() {
    insta::assert_snapshot!(each(&[
        "reutrn { gain = { wood = 1 } }",
        "local tiles = view.market return #tils",
        "total = 3 return total",
        "return view.me.wod",
        "return view.markt",
        "return view.wood",
        "return view.market[1].levle",
        "for _, tile in view.me.yard do print(tile.levl) end return 1",
        "return list.map(view.market, function(t) return t.lvl end)",
        "return list.fliter(view.market, function(t) return true end)",
        "return neighbors(view.a1)",
        "return view:neighbors(view.a1)",
        "return pieces('tile')[1].levle + entries('tile')[1].owner",
        "return view.a1.marks",
        "return view.a1:neighbours()",
        "return math.rnd(3)",
        "return math.random(3)",
        "return place('hand').szie",
        "return with.limt",
        "return with.other",
        "local r = ask { pick = { 1 } } r += 1 reslt = r return reslt",
        "view.me.wood = 3 return {}",
        "view.market[1].level += 1 return {}",
    ]));
}

#[test]
fn ids_and_types_that_cannot_work_are_told() {
    insta::assert_snapshot!(each(&[
        "return #pieces('tiles')",
        "return value('limits')",
        "return view.option('strom')",
        "return track('wood', view.me)",
        "return place('hnd').size",
        "return view.market[1].kind == 'tyle'",
        "return view.market[1].id == 'mil'",
        "return #neighbours(view.me)",
        "return distance(view.a1)",
        "return distance(view.a1, view.b2, 3)",
        "return #pieces(view.market[1])",
        "return view.me + 1",
        "return view.market > 3",
        "return #view.me",
        "for _, x in view.me.wood do end return 1",
        "for i = 1, view.market do end return 1",
        "local x: number = view.me return x",
        "local function f(n: number): number return 'text' end return f(view.me)",
        "return list.map(3, function(x) return x end)",
        "return view.round()",
        "return view.round.x",
    ]));
}

#[test]
fn what_can_be_paid_is_checked() {
    insta::assert_snapshot!(each(&[
        "return can_pay({ wood = 2, coin = view.round }, view.p2) and can_pay({}) and 1 or 0",
        "return can_pay(view.market[1], 'cost', view.p2) and can_pay { wood = 1 } and 1 or 0",
        "local price = { wood = 1 } price.coin = 2 return can_pay(price) and 1 or 0",
        "return can_pay({ wod = 2 }) and 1 or 0",
        "return can_pay({ skill = 2 }) and 1 or 0",
        "local price = { wood = 1, cion = 2 } return view:can_pay(price) and 1 or 0",
        "return can_pay({ wood = 'two' }) and 1 or 0",
        "return can_pay({ wood = 2 }, 'cost') and 1 or 0",
        "return can_pay({ wood = 2 }, view.me, 3) and 1 or 0",
        "return can_pay(view.market[1]) and 1 or 0",
        "return can_pay(view.market[1], view.me) and 1 or 0",
        "return can_pay('wood') and 1 or 0",
        "return can_pay() and 1 or 0",
    ]), @r#"
    U040 `wod`: there is no resource that pays called `wod`; a similar name exists: `wood`
    U040 `skill`: there is no resource that pays called `skill`; there are `coin`, `round`, `vp`, `wood`
    U040 `price`: there is no resource that pays called `cion`; a similar name exists: `coin`
    U041 `'two'`: `wood` must be a number, not a text
    U041 `'cost'`: `seat` of `can_pay` must be a seat, not a text
    U041 `3`: `can_pay` does not take so many arguments; write `can_pay(thing, "cost", seat?)` or `can_pay({ wood = 2 }, seat?)`
    U041 `can_pay`: `can_pay` is not given `cost`; write `can_pay(thing, "cost", seat?)` or `can_pay({ wood = 2 }, seat?)`
    U041 `view.me`: `cost` of `can_pay` must be a text, not a seat; a thing has its name as a text: `.id`
    U041 `'wood'`: `can_pay` is given a text, not what is to be paid; write `can_pay(thing, "cost", seat?)` or `can_pay({ wood = 2 }, seat?)`
    U041 `can_pay`: `can_pay` is not given what is to be paid; write `can_pay(thing, "cost", seat?)` or `can_pay({ wood = 2 }, seat?)`
    "#);
}

#[test]
fn values_that_would_be_let_go_are_told() {
    insta::assert_snapshot!(each(&[
        "return #list.concat(view.market, view.me.yard)",
        "return #list.concat({ view.market, view.me.yard })",
        "local function f(a) return a end return f(1, 2)",
        "local function f(a, ...) return a end return f(1, 2)",
        "local f = function(a) return a end return f(1, 2)",
        "local function f(a) return a end local function g(...) return f(1, ...) end return g()",
        "return list.sum(view.market, function(t, n) return t.level end)",
    ]), @r"
    U041 `view.me.yard`: `concat` does not take so many arguments; put the lists into one: `concat({ a, b })`

    U041 `2`: `f` does not take so many arguments; write `f(a?)`
    ");
}

#[test]
fn amounts_that_steps_take_from_a_table_are_checked() {
    insta::assert_snapshot!(each(&[
        "local price = { wod = 1 } return { { pay = price } }",
        "local price = { wood = 1, cion = 2 } return { { gain = price, who = view.p2 } }",
        "local price = { wood = 1, coin = 2 } return { { lose = price } }",
    ]), @"
    U040 `price`: there is no resource to pay called `wod`; a similar name exists: `wood`
    U040 `price`: there is no resource to gain called `cion`; a similar name exists: `coin`
    ");
}

#[test]
fn scripts_of_a_game_with_errors_are_checked_as_far_as_it_goes() {
    use boardwright_play::testing::GAME;
    let script = "local trade = {}\n\
        function trade.offer(view: View, with: { limit: number }): Steps\n\
            local n = view.me.wod + view.me.wool\n\
            return { { gian = { wood = n } } }\nend\nreturn trade\n";
    let told = |game: &str| {
        let library = library(&[("game.yaml", game), ("scripts/trade.luau", script)]);
        let diags = open(&library, &["harbour"], None, &[]).diags;
        diags.iter().map(|it| format!("{} {}", it.code, it.message)).collect::<Vec<_>>().join("\n")
    };
    let broken = |changes: &[(&str, &str)]| {
        let change = |game: String, (from, to): &(&str, &str)| game.replace(from, to);
        told(&changes.iter().fold(GAME.to_owned(), change))
    };
    let all = [
        // An expression, and a step.
        broken(&[("reason: nothing", "raeson: nothing"), ("me.skill < 2", "me.skil < 2")]),
        // `wool` was to be declared: what is wrong with it is told, and not that scripts use it.
        broken(&[("resources:\n", "resources:\n  wool: { strat: 2, start: many }\n")]),
        broken(&[("resources:\n", "resourecs:\n  wool: { start: 2 }\nresources:\n")]),
        // A script that is not there is told as well.
        broken(&[("me.skill < 2", "me.skil < 2"), ("script: trade.offer", "script: trade.ofer")]),
    ];
    insta::assert_snapshot!(all.join("\n\n"));
}

#[test]
fn questions_are_checked() {
    insta::assert_snapshot!(each(&[
        "return ask { pik = view.market }",
        "return ask { pick = view.market, lable = 'which?' }",
        "return ask { yes_no = 'so?', min = 1 }",
        "return ask { pick = view.market, yes_no = 'so?' }",
        "return ask { pick = 3 }",
        "return ask { pick = view.market, label = view.me }",
        "return ask { label = 'which?' }",
        "return ask { amount = { from = 0 } }",
        "return ask { amount = { from = 0, too = 3 } }",
        "return ask 'which?'",
        "return ask()",
        "local x = ask { pick = view.market } return x.levl",
        "local x = ask { pick = view.market, max = 2 } return x[1].levl",
        "local x = ask { yes_no = 'so?' } return x + 1",
    ]));
}

#[test]
fn results_are_checked() {
    let head = |head: &str, body: &str| {
        let script = format!(
            "local trade = {{}}\nfunction trade.offer(view, with: {{ limit: number }}){head}\n\
             {body}\nend\nreturn trade\n"
        );
        lines(&file(&script))
    };
    insta::assert_snapshot!(
        [
            head(": number", "return 'three'"),
            head(": Steps", "return 3"),
            head(": Space", "return view.me"),
            head(": number", "if view.round > 1 then return 1 end"),
            head("", "if view.round > 1 then return 1 end"),
            head(": Steps", "local steps = {}"),
            head(": number?", "if view.round > 1 then return 1 end"),
            head("", "local steps = {}"),
            head("", "for _, s in view.seats do return s.number end"),
        ]
        .join("\n")
    );
}

#[test]
fn functions_of_other_modules_and_types_of_the_file_are_known() {
    let script = "local sets = require('std/sets')\n\
        type Deal = { good: number, with: Seat? }\n\
        local trade = {}\n\
        local function deal(n: number): Deal\n    return { good = n }\nend\n\
        function trade.offer(view: View, with: { limit: number }): number\n\
            local made = deal('x')\n\
            local all = sets.unoin(view.market, view.me.yard)\n\
            return made.goods + made.with.wod\nend\nreturn trade\n";
    insta::assert_snapshot!(lines(&file(script)));
}

#[test]
fn several_mistakes_are_told_at_once() {
    insta::assert_snapshot!(each(&[
        "local n = view.me.wod + view.me.cion\nfor _, t in view.markets do n += t.x end\nreturn nn",
    ]));
}
