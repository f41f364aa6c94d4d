//! Several values returned by one script: what steps bind, and what can be wrong.

use boardwright_play::session::Session;
use boardwright_play::testing::{harbour, opened};

/// A game that trades by a script: `returns` is written in the step, `then` is what it does with
/// the values.
fn game(returns: &str, then: &str) -> String {
    format!(
        "resources: {{ wood: {{ start: 2 }}, coin: {{ start: 5 }}, vp: {{ score: true }} }}\n\
         kinds: {{ tile: {{ zone: market, attributes: {{ level: number }} }} }}\n\
         zones: {{ market: {{}}, yard: {{ held_by: seat }} }}\n\
         tiles: {{ mill: {{ level: 2 }}, inn: {{ level: 1 }} }}\n\
         play:\n  - repeat: {{ times: 2, do: [{{ call: turn }}] }}\n\
         procedures:\n  turn:\n    - choose:\n        ask: what now?\n        options:\n          \
         wait: []\n          trade:\n            - script: trade.deal\n              \
         returns: {returns}\n              as: deal\n{then}"
    )
}

const RETURNS: &str = "{ price: number, seller: seat?, what: piece/tile, sure: flag }";
const THEN: &str = "            - pay: { coin: deal.price }
            - if: deal.seller ~= nil
              do: [{ gain: { coin: deal.price }, who: deal.seller }]
            - may: { ask: a tile?, do: [{ move: { what: deal.what, to: me.yard } }] }
            - if: deal.sure
              do: [{ gain: { vp: 1 } }]
";

fn script(body: &str) -> String {
    format!("local trade = {{}}\nfunction trade.deal(view: View)\n{body}\nend\nreturn trade\n")
}

fn session_of(body: &str) -> boardwright_play::game::Game {
    let (game, script) = (game(RETURNS, THEN), script(body));
    harbour(&[("game.yaml", &game), ("scripts/trade.luau", &script)])
}

const WHOLE: &str = "return { price = 2, seller = view.p2, what = view.market[1], sure = true }";

#[test]
fn steps_bind_each_value_by_its_name() {
    let game = session_of(WHOLE);
    let mut session = Session::new(&game, 7).unwrap();
    let mut told = session.choose("trade").unwrap();
    told.extend(session.choose("yes").unwrap());
    insta::assert_snapshot!(told.join("\n"), @"
    p1 pays 2 coin (3 left)
    p2 gains 2 coin (now 7)
    mill goes from market to yard of p1
    p1 gains 1 vp (now 1)
    ");
}

#[test]
fn values_may_come_with_steps_and_some_may_be_nothing() {
    let body = "return { steps = { { gain = { wood = 1 } } },
        value = { price = 1, what = view.market[2], sure = #view.market == 0 } }";
    let game = session_of(body);
    let mut session = Session::new(&game, 7).unwrap();
    let mut told = session.choose("trade").unwrap();
    told.extend(session.choose("yes").unwrap());
    insta::assert_snapshot!(told.join("\n"), @"
    p1 gains 1 wood (now 3) and pays 1 coin (4 left)
    inn goes from market to yard of p1
    ");
}

#[test]
fn look_ahead_knows_them() {
    let dear = WHOLE.replace("price = 2", "price = 4 + #view.me.yard + view.me.wood");
    let game = session_of(&dear);
    let mut session = Session::new(&game, 7).unwrap();
    assert_eq!(session.options(), ["wait"]);
    insta::assert_snapshot!(session.choose("trade").unwrap_err().reason, @"needs 6 coin: there is 5");
}

#[test]
fn they_outlast_a_save_and_an_undo() {
    let body = "local n = ask { amount = { from = 1, to = 3 }, label = 'how dear?' }\n".to_owned()
        + &WHOLE.replace("price = 2", "price = n");
    let game = session_of(&body);
    let mut session = Session::new(&game, 7).unwrap();
    session.choose("trade").unwrap();
    session.choose("3").unwrap();
    assert_eq!(session.question(), "a tile?");
    let save = session.save();
    let mut later = save.resume(&game).unwrap();
    let end = session.choose("yes").unwrap();
    assert_eq!(later.choose("yes").unwrap(), end);
    insta::assert_snapshot!(end.join("\n"), @"
    mill goes from market to yard of p1
    p1 gains 1 vp (now 1)
    ");
    session.undo().unwrap();
    assert_eq!(session.question(), "a tile?");
    assert_eq!(session.choose("yes").unwrap(), end);
    assert_eq!(session.table().state(), later.table().state());
}

/// The failure of a script whose mistake shows only in play.
fn failure(body: &str) -> String {
    let game = session_of(body);
    let mut session = Session::new(&game, 7).unwrap();
    match session.choose("trade") {
        Ok(told) => told.join("; "),
        Err(refusal) => refusal.reason,
    }
}

#[test]
fn what_is_returned_must_be_what_is_bound() {
    let each = [
        "local two = table.unpack({ 'two' }) return { price = two, what = view.market[1], sure = true }",
        "local t = table.unpack({ { pirce = 2, what = view.market[1], sure = true } }) return t",
        "local t = table.unpack({ { price = 2, sure = true } }) return t",
        "local t = table.unpack({ { price = 2, what = view.me, sure = true } }) return t",
        "local t = table.unpack({ 3 }) return t",
        "local t = table.unpack({ { { gain = { wood = 1 } } } }) return t",
        "return table.unpack({})",
    ];
    insta::assert_snapshot!(each.map(failure).join("\n"), @r#"
    a script failed: `trade.deal` returned a wrong `price`: a whole number was expected, not the text "two" (harbour/scripts/trade.luau:3) (at harbour/game.yaml:14)
    a script failed: `trade.deal` returned a value that the step does not bind: `pirce`; `price` is there (harbour/scripts/trade.luau:3) (at harbour/game.yaml:14)
    a script failed: `trade.deal` returned no `what`: a piece was expected, not nothing (nil) (harbour/scripts/trade.luau:3) (at harbour/game.yaml:14)
    a script failed: `trade.deal` returned a wrong `what`: a piece was expected, not another thing (harbour/scripts/trade.luau:3) (at harbour/game.yaml:14)
    a script failed: `trade.deal` returned no values with names, such as `{ price = ..., seller = ..., what = ..., sure = ... }` (harbour/scripts/trade.luau:3) (at harbour/game.yaml:14)
    a script failed: `trade.deal` returned no `price`: a whole number was expected, not nothing (nil) (harbour/scripts/trade.luau:3) (at harbour/game.yaml:14)
    a script failed: `trade.deal` returned no `price`: a whole number was expected, not nothing (nil) (harbour/scripts/trade.luau:3) (at harbour/game.yaml:14)
    "#);
}

/// The problems found before play.
fn problems(game: &str, body: &str) -> String {
    let script = script(body);
    let opened = opened(&[("game.yaml", game), ("scripts/trade.luau", &script)]);
    let told = opened.diags.iter().map(|diag| {
        let help = diag.help.as_deref().unwrap_or_default();
        let place = diag.primary.as_ref().map_or("", |label| opened.sources.slice(label.span));
        format!("{} {} at `{place}`: {help}", diag.code, diag.message)
    });
    told.collect::<Vec<_>>().join("\n")
}

#[test]
fn scripts_are_checked_against_what_is_bound() {
    let game = game(RETURNS, THEN);
    let each = [
        WHOLE,
        "return { value = { price = 1, what = view.market[1], sure = false } }",
        "local function two() return { price = 1, what = view.market[1], sure = true }, 2 end return two()",
        "local deal = {} deal.price = 1 deal.what = view.market[1] deal.sure = true return deal",
        "return { pirce = 2, what = view.market[1], sure = true }",
        "return { price = 'two', what = view.me, sure = 1 }",
        "return { price = 2, sure = true }",
        "return { value = { price = 2, sure = true } }",
        "return { steps = { { gain = { wood = 1 } } } }",
        "return { { gain = { wood = 1 } } }",
        "local t = { price = view.me, what = view.market[1], sure = true } return t",
        "return 3",
        "return nil",
        "return 2, view.p2",
    ];
    insta::assert_snapshot!(each.map(|body| problems(&game, body)).join("\n"), @"
    U042 the step binds no `pirce` at `pirce`: a similar name exists: `price`
    U042 `price` is a text; the step that binds it expects a number at `'two'`: say under `returns` what it gives
    U042 `what` is a seat; the step that binds it expects a piece at `view.me`: say under `returns` what it gives
    U042 `sure` is a number; the step that binds it expects true or false at `1`: say under `returns` what it gives
    U042 `what` is missing; the step that binds it expects a piece at `{ price = 2, sure = true }`: write `what = ...`
    U042 `what` is missing; the step that binds it expects a piece at `{ price = 2, sure = true }`: write `what = ...`
    U042 the step that calls this binds a table with `price`, `seller`, `sure`, `what`; here are only steps at `{ steps = { { gain = { wood = 1 } } } }`: write `{ steps = { ... }, value = ... }`
    U042 the step that calls this binds a table with `price`, `seller`, `sure`, `what`; here are only steps at `{ { gain = { wood = 1 } } }`: write `{ steps = { ... }, value = ... }`
    U042 `price` is a seat; the step that binds it expects a number at `t`: say under `returns` what it gives
    U042 this gives a number; the step that binds it expects a table with `price`, `seller`, `sure`, `what` at `3`: say under `returns` what it gives
    U042 this gives nothing (`nil`); the step that binds it expects a table with `price`, `seller`, `sure`, `what` at `nil`: say under `returns` what it gives
    U042 a script gives one value back at `view.p2`: return a table with names, `{ price = 3, seller = seat }`, and name them under `returns` in the step
    ");
}

#[test]
fn heads_are_checked_against_what_is_bound() {
    let game = game(RETURNS, THEN);
    let head = |head: &str| {
        let script = script(WHOLE).replace("(view: View)", &format!("(view: View){head}"));
        let opened = opened(&[("game.yaml", &game), ("scripts/trade.luau", &script)]);
        let told = opened.diags.iter().map(|diag| format!("{} {}", diag.code, diag.message));
        told.collect::<Vec<_>>().join("\n")
    };
    let all = [
        ": { price: number, seller: Seat?, what: Tile, sure: boolean }",
        ": Result",
        ": Steps",
        ": number",
        ": { price: number }",
        ": { price: string, what: Tile, sure: boolean }",
        ": { price: number, what: Tile, sure: boolean, more: number }",
    ];
    insta::assert_snapshot!(all.map(head).join("\n"), @"
    U042 a step binds a table with `price`, `seller`, `sure`, `what`, and steps are none
    S102 unknown verb `price`
    U042 a step binds a table with `price`, `seller`, `sure`, `what`, not a number
    U042 a step binds `sure`, which the head does not declare
    U042 `price` is a text; the step that binds it expects a number
    U042 the head declares `more`, which the step does not bind
    ");
}

#[test]
fn steps_are_checked_against_what_they_bind() {
    let with = |returns: &str, then: &str| {
        let then = format!("            - {then}\n");
        problems(&game(returns, &then), "local x = table.unpack({}) return x")
    };
    let two = "{ price: number, seller: seat? }";
    let all = [
        with(two, "gain: { coin: deal.price }"),
        with(two, "gain: { coin: deal.pirce }"),
        with(two, "gain: { coin: deal }"),
        with(two, "let: { x: deal }"),
        with(two, "gain: { coin: 1 }\n              who: deal.seller"),
        with(two, "let: { deal: 3 }"),
        with("{}", "gain: { coin: 1 }"),
        with("{ price: nubmer }", "gain: { coin: 1 }"),
        with("{ value: number }", "gain: { coin: 1 }"),
        with("{ Price: number }", "gain: { coin: 1 }"),
        problems(&game(two, "").replace("as: deal", ""), "return 1"),
    ];
    insta::assert_snapshot!(all.join("\n"), @r#"
    E102 `deal` is several values of a script and has no `pirce` at `pirce`: there is `price`
    E101 `deal` is several values of a script, a number was expected at `deal`: say which of them: `deal.price`
    E101 `deal` is several values of a script, a single value was expected at `deal`: say which of them: `deal.price`
    E110 `deal.seller` may be nothing, a seat was expected at `deal.seller`: make sure of it right before: `require: "deal.seller ~= nil"` or `if` where there may be none, `expect: "deal.seller ~= nil"` where the rules see to it that there is one
    N108 `deal` is bound to several values of a script and cannot become a number at `deal`: bind another name
    S106 `returns` names no value at `{}`: write each value with its type: `returns: { price: number, seller: "seat?" }`
    N007 unknown type `nubmer` at `nubmer`: a type with a similar name exists: `number`
    N004 a value cannot be called `value` at `value`: choose another name
    S005 `Price` is not an id at `Price`: write `price`
    S105 the values that this script returns are not bound at `returns`: add `as: result`: then `result.price` is one of its values
    "#);
}
