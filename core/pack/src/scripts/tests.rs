use crate::game::tests::harbour;
use crate::session::Session;

/// What a script comes to: what happened, or why it failed.
fn outcome(body: &str, answers: &[&str]) -> String {
    let script = format!(
        "local trade = {{}}\nfunction trade.offer(view, with: {{ limit: number }})\n{body}\nend\nreturn trade\n"
    );
    let game = harbour(&[("scripts/trade.luau", &script)]);
    let mut session = Session::new(&game, 7).unwrap();
    let mut told = session.choose("trade");
    for answer in answers {
        if told.is_ok() {
            told = session.choose(answer);
        }
    }
    match told {
        Ok(lines) if session.question() == "p2: what now?" => lines.join("; "),
        Ok(_) => format!("asks {}: {}", session.question(), session.options().join(" | ")),
        Err(refusal) => refusal
            .reason
            .replace("a script failed: ", "")
            .replace(" (at harbour/game.yaml:51)", "")
            .replace(" (harbour/scripts/trade.luau:2)", "")
            .replace(" (harbour/scripts/trade.luau:3)", ""),
    }
}

fn all(bodies: &[&str]) -> String {
    bodies.iter().map(|body| outcome(body, &[])).collect::<Vec<_>>().join("\n")
}

#[test]
fn steps_become_events() {
    insta::assert_snapshot!(all(&[
        "return { { gain = { wood = 2, coin = 1 } }, { lose = { wood = 1 }, from = view.p2 } }",
        "return { set = { wood = 7 }, of = view.me }",
        "return { { advance = { skill = 2 } }, { retreat = { skill = 1 } } }",
        "return { { move = { what = view.market[1], to = 'hand' } } }",
        "return { { move = { what = view.market[1], to = { zone = 'yard', of = view.p2 } } } }",
        "return { { move = { what = view.market[1], to = view.place('deck') } } }",
        "return { { score = { tiles = 3 }, to = view.p2 } }",
        "return { { control = { what = view.market[1], by = view.me } } }",
        "return { { gain = { goods = 2 }, to = view.market[1] } }",
        "return { { set = { mark = 1 }, of = view.b2 } }",
        "return { steps = { { gain = { wood = with.limit } } }, value = 3 }",
        "return {}",
    ]), @"");
}

#[test]
fn what_is_no_step_is_told() {
    insta::assert_snapshot!(all(&[
        "return { { gian = { wood = 2 } } }",
        "return { { gain = { wod = 2 } } }",
        "return { { gain = { wood = 'two' } } }",
        "return { { gain = { wood = 2 }, lose = { coin = 1 } } }",
        "return { { gain = { wood = 2 }, what = 3 } }",
        "return { 3 }",
        "return 'wool'",
        "return { { gain = { goods = 1 } } }",
        "return { { gain = { wood = 1 }, to = view.a1 } }",
        "return { { move = { what = view.me, to = 'hand' } } }",
        "return { { move = { what = view.market[1], to = 'hands' } } }",
        "return { { advance = { wood = 1 } } }",
        "return { { score = { tile = 1 } } }",
        "return { { call = 'turns' } }",
        "return { { flip = { what = view.market[1], to = 4 } } }",
    ]), @"");
}

#[test]
fn scripts_read_the_game() {
    let read = |expression: &str| outcome(&format!("error(tostring({expression}), 0)"), &[]);
    let told: Vec<String> = [
        "view.me",
        "view.me.wood",
        "view.p2.coin",
        "view.round",
        "view.me.limit",
        "view.limit",
        "#view.market",
        "#view.me.hand",
        "view.market[1].level",
        "view.market[1].slot",
        "view.market[1].owner",
        "view.market[1].place",
        "view.market[1].place.zone",
        "view.mill.level",
        "view.a1.mark",
        "view.a1.column",
        "#view.cell",
        "#neighbours(view.a1)",
        "view.distance(view.a1, view.b2)",
        "view:option('rounds')",
        "view.option('storm')",
        "view.value('limit')",
        "track('skill', view.me)",
        "#view.pieces('tile')",
        "with.limit",
        "view.wood",
        "view.hand",
        "view.me.wod",
        "view.market[1].cost",
        "view.option('strom')",
        "view.distance(view.a1)",
    ]
    .iter()
    .map(|expression| format!("{expression}: {}", read(expression)))
    .collect();
    insta::assert_snapshot!(told.join("\n"), @"");
}

#[test]
fn questions_are_answered_by_their_options() {
    let one = "local x = ask { pick = view.market, label = 'which?' }
        return { { gain = { wood = x.level } } }";
    assert_eq!(outcome("ask { yes_no = 'well?' } return {}", &[]), "asks well?: yes | no");
    insta::assert_snapshot!(outcome(one, &[]), @"");
    let several = "local x = ask { pick = { 'a', 'b', 'c' }, min = 1, max = 2, label = 'which?' }
        return { { gain = { wood = #x } } }";
    insta::assert_snapshot!(outcome(several, &[]), @"");
    insta::assert_snapshot!(outcome(several, &["b"]), @"");
    insta::assert_snapshot!(outcome(several, &["b", "done"]), @"");
    insta::assert_snapshot!(outcome(several, &["b", "a"]), @"");
    let amount = "local n = ask { amount = { from = 1, to = 3 } }
        local sure = ask { yes_no = 'sure?' }
        return { { gain = { coin = if sure then n else 0 } } }";
    insta::assert_snapshot!(outcome(amount, &["3", "yes"]), @"");
    insta::assert_snapshot!(outcome(amount, &["2", "no"]), @"");
    let table = "ask { pick = { {} } } return {}";
    insta::assert_snapshot!(outcome(table, &[]), @"");
}
