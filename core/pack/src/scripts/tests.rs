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
        "return { { gain = { wood = 2, coin = 1 } }, { lose = { wood = 1 }, who = view.p2 } }",
        "return { set = { wood = 7 }, who = view.me }",
        "return { { advance = { skill = 2 } }, { retreat = { skill = 1 } } }",
        "return { { move = { what = view.market[1], to = 'hand' } } }",
        "return { { move = { what = view.market[1], to = { zone = 'yard', of = view.p2 } } } }",
        "return { { move = { what = view.market[1], to = view.place('deck') } } }",
        "return { { score = { tiles = 3 }, who = view.p2 } }",
        "return { { set_controller = view.market[1], who = view.me } }",
        "return { { gain = { goods = 2 }, who = view.market[1] } }",
        "return { { set = { mark = 1 }, who = view.b2 } }",
        "return { steps = { { gain = { wood = with.limit } } }, value = 3 }",
        "return {}",
    ]), @r"
    p1 gains 1 Coin (now 6) and 2 Wood (now 4); p2 loses 1 Wood (now 1)
    p1 gains 5 Wood (now 7)
    p1 moves on Skill from 0 to 2; p1 gains 1 Points (now 1), by Skill; p1 moves on Skill from 2 to 1
    Inn goes from Market to Hand of p1
    Inn goes from Market to Yard of p2
    Inn goes from Market to Deck
    p2 gains 3 Points (now 3)
    Inn is now controlled by p1
    Inn gains 2 Goods (now 2)
    b2 gains 1 Mark (now 1)
    p1 gains 3 Wood (now 5)
    ");
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
        "return { { gain = { wood = 1 }, who = view.a1 } }",
        "return { { move = { what = view.me, to = 'hand' } } }",
        "return { { move = { what = view.market[1], to = 'hands' } } }",
        "return { { advance = { wood = 1 } } }",
        "return { { score = { tile = 1 } } }",
        "return { { call = 'turns' } }",
        "return { { flip = { what = view.market[1], to = 4 } } }",
    ]), @r#"
    `trade.offer` returned something that cannot be done: step 1: there is no verb `gian`; `gain` is there
    `trade.offer` returned something that cannot be done: step 1: there is no resource or track `wod`; `wood` is there
    `trade.offer` returned something that cannot be done: step 1: `wood` of `gain` must be a whole number
    `trade.offer` returned something that cannot be done: step 1: a step has two verbs, `gain` and `lose`; make two steps of it
    `trade.offer` returned something that cannot be done: step 1: `what` means nothing beside `gain`
    `trade.offer` returned something that cannot be done: step 1: a step was expected, such as `{ gain = { wood = 2 } }`
    `trade.offer` returned something that cannot be done: the text "wool"; a script returns steps, a number, yes or no, a thing or the name of a resource
    `trade.offer` returned something that cannot be done: step 1: `goods` belongs to a piece; say which, as `who`
    `trade.offer` returned something that cannot be done: step 1: `wood` belongs to a seat; `who` must be one
    `trade.offer` returned something that cannot be done: step 1: `what`: a piece was expected
    `trade.offer` returned something that cannot be done: step 1: there is no zone `hands`; `hand` is there
    `trade.offer` returned something that cannot be done: step 1: `wood` is not a track; use `gain`
    `trade.offer` returned something that cannot be done: step 1: there is no line of the score sheet `tile`; `tiles` is there
    `trade.offer` returned something that cannot be done: step 1: there is no procedure `turns`; `turn` is there
    `trade.offer` returned something that cannot be done: step 1: `flip` needs `to`, a face from 0 to 0
    "#);
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
        "view['wo' .. 'od']",
        "view['ha' .. 'nd']",
        "view.me['wo' .. 'd']",
        "view.market[1].cost",
        "view.option('str' .. 'om')",
        "view.distance(table.unpack({ view.a1 }))",
    ]
    .iter()
    .map(|expression| format!("{expression}: {}", read(expression)))
    .collect();
    insta::assert_snapshot!(told.join("\n"), @"
    view.me: p1
    view.me.wood: 2
    view.p2.coin: 5
    view.round: 1
    view.me.limit: 3
    view.limit: 3
    #view.market: 3
    #view.me.hand: 1
    view.market[1].level: 1
    view.market[1].slot: 1
    view.market[1].owner: nil
    view.market[1].place: market
    view.market[1].place.zone: market
    view.mill.level: 1
    view.a1.mark: 0
    view.a1.column: 1
    #view.cell: 4
    #neighbours(view.a1): 2
    view.distance(view.a1, view.b2): 2
    view:option('rounds'): 2
    view.option('storm'): false
    view.value('limit'): 3
    track('skill', view.me): 1
    #view.pieces('tile'): 6
    with.limit: 3
    view['wo' .. 'od']: `wood` belongs to a seat: write `view.me.wood`
    view['ha' .. 'nd']: `hand` belongs to a seat: write `view.me.hand`
    view.me['wo' .. 'd']: p1 has no `wod`; `wood` is there
    view.market[1].cost: `cost` is a cost; scripts cannot read costs
    view.option('str' .. 'om'): there is no option `strom`; `storm` is there
    view.distance(table.unpack({ view.a1 })): `distance` expects two spaces
    ");
}

#[test]
fn questions_are_answered_by_their_options() {
    let one = "local x = ask { pick = view.market, label = 'which?' }
        return { { gain = { wood = x.level } } }";
    assert_eq!(outcome("ask { yes_no = 'well?' } return {}", &[]), "asks well?: yes | no");
    insta::assert_snapshot!(outcome(one, &[]), @"asks which?: inn | forge | inn #2");
    let several = "local x = ask { pick = { 'a', 'b', 'c' }, min = 1, max = 2, label = 'which?' }
        return { { gain = { wood = #x } } }";
    insta::assert_snapshot!(outcome(several, &[]), @"asks which?: a | b | c");
    insta::assert_snapshot!(outcome(several, &["b"]), @"asks which?: a | c | done");
    insta::assert_snapshot!(outcome(several, &["b", "done"]), @r"p1 gains 1 Wood (now 3)");
    insta::assert_snapshot!(outcome(several, &["b", "a"]), @r"p1 gains 2 Wood (now 4)");
    let amount = "local n = ask { amount = { from = 1, to = 3 } }
        local sure = ask { yes_no = 'sure?' }
        return { { gain = { coin = if sure then n else 0 } } }";
    insta::assert_snapshot!(outcome(amount, &["3", "yes"]), @r"p1 gains 3 Coin (now 8)");
    insta::assert_snapshot!(outcome(amount, &["2", "no"]), @"");
    let table = "ask { pick = { {} } } return {}";
    insta::assert_snapshot!(outcome(table, &[]), @"`pick` of `ask` takes things, numbers and texts, not tables");
}
