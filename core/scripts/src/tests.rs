use boardwright_play::session::Session;
use boardwright_play::testing::harbour;
use boardwright_text::InWords;

/// A file whose only function has this body.
fn trade(body: &str) -> String {
    format!(
        "local trade = {{}}\nfunction trade.offer(view, with: {{ limit: number }})\n{body}\nend\nreturn trade\n"
    )
}

/// The outcome of a script: what happened, or why it failed.
fn outcome(body: &str, answers: &[&str]) -> String {
    let game = harbour(&[("scripts/trade.luau", &trade(body))]);
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
            .replace(" (harbour/scripts/trade.luau:3)", "")
            .replace(" (at harbour/game.yaml:51)", ""),
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
        "return { { move = { what = view.market[1], to = 'me.hand' } } }",
        "return { { move = { what = view.market[1], to = 'p2.yard' } } }",
        "return { { move = { what = view.market[1], to = view.place('deck') } } }",
        "return { { score = { tiles = 3 }, who = view.p2 } }",
        "return { { set_controller = view.market[1], who = view.me } }",
        "return { { gain = { goods = 2 }, who = view.market[1] } }",
        "return { { set = { mark = 1 }, who = view.b2 } }",
        "return { { each = { of = view.cell, ['do'] = { { set = { mark = 2 }, who = 'it' } } } } }",
        "return { { let = { t = view.market[1] } }, { move = { what = 't', to = 'me.hand' } } }",
        "return { steps = { { gain = { wood = with.limit } } }, value = 3 }",
        "return {}",
    ]), @r"
    p1 gains 2 Wood (now 4) and 1 Coin (now 6); p2 loses 1 Wood (now 1)
    p1 now has 7 Wood
    p1 moves on Skill from 0 to 2; p1 gains 1 Points (now 1), by Skill; p1 moves on Skill from 2 to 1
    Inn goes from Market to Hand of p1
    Inn goes from Market to Yard of p2
    Inn goes from Market to Deck
    p2 scores 3 for Tiles
    Inn is now controlled by p1
    Inn gains 2 Goods (now 2)
    Mark of b2 is now 1
    Mark of a1 is now 2; Mark of b1 is now 2; Mark of a2 is now 2; Mark of b2 is now 2
    Inn goes from Market to Hand of p1
    p1 gains 3 Wood (now 5)
    ");
}

#[test]
fn what_stands_in_gaps_must_fit() {
    insta::assert_snapshot!(all(&[
        "local n = 'two' return { { gain = { wood = n } } }",
        "local n = nil return { { gain = { wood = n } } }",
        "local n = -2 return { { gain = { wood = n } } }",
        "local n = { wood = -2 } return { { pay = n } }",
        "local n = {} n['w' .. 'od'] = 2 return { { pay = n } }",
        "local n = 'wod' return { { gain = { [n] = 1 } } }",
        "return { { gain = { wood = 1 }, who = view.a1 } }",
        "return { { move = { what = view.me, to = 'me.hand' } } }",
        "return { { each = { of = view.market[1], ['do'] = {} } } }",
        "local step = {} step.gain = { wood = 1 } return { step }",
        "local step = { gian = 1 } return { step }",
        "return { 3 }",
        "return 'wool'",
    ]), @r#"
    `trade.offer` returned something that cannot be done: `n`: a whole number was expected, not the text "two"
    `trade.offer` returned something that cannot be done: `n`: a whole number was expected, not nothing (nil)
    `trade.offer` returned something that cannot be done: `n`: `gain` of -2; write `lose` for that
    `trade.offer` returned something that cannot be done: `n`: `pay` of -2; write `gain` for that
    `trade.offer` returned something that cannot be done: `n`: there is no amount of `wod`; `wood` is there
    `trade.offer` returned something that cannot be done: `n`: there is no resource or track `wod`; `wood` is there
    `trade.offer` returned something that cannot be done: `view.a1`: a seat was expected, not another thing
    `trade.offer` returned something that cannot be done: `view.me`: a piece was expected, not another thing
    `trade.offer` returned something that cannot be done: `view.market[1]`: a list was expected
    `trade.offer` returned something that cannot be done: step 1: a `gain` that stands nowhere in the scripts of the pack; write the whole step as one table, such as `{ gain = ... }`, and put what is worked out into it
    `trade.offer` returned something that cannot be done: step 1: there is no verb `gian`; `gain` is there
    `trade.offer` returned something that cannot be done: step 1: a step was expected, such as `{ gain = { wood = 2 } }`
    `trade.offer` returned something that cannot be done: the text "wool"; a script returns steps, a number, yes or no, a thing or the name of a resource
    "#);
}

#[test]
fn names_that_come_to_the_same_are_told_as_that() {
    let two = "local a, b = 'wood', 'wood' return { { gain = { [a] = 1, [b] = 2 } } }";
    assert_eq!(
        outcome(two, &[]),
        "`trade.offer` returned a `gain` of 2 names that are worked out, and only `wood` came of them: \
         two are the same, and one amount is lost; write a step for each: \
         `{ gain = { [name] = 1 } }`"
    );
    let other = "local a, b = 'wood', 'coin' return { { gain = { [a] = 1, [b] = 2 } } }";
    assert_eq!(outcome(other, &[]), "p1 gains 1 Wood (now 3) and 2 Coin (now 7)");
}

#[test]
fn self_is_a_piece_that_called_the_script() {
    let told = outcome("return { { gain = { wood = 'self.level' } } }", &[]);
    assert!(told.contains("a step that names `self`, and no piece called the script"), "{told}");
    // Words for people may have the word.
    let words = "return { { require = 'me.wood > 0', reason = 'not the self' } }";
    assert_eq!(outcome(words, &[]), "");
}

/// The problems found in a script before play.
fn problems(body: &str) -> String {
    let script = format!(
        "local trade = {{}}\nfunction trade.offer(view, with: {{ limit: number }})\n{body}\nend\nreturn trade\n"
    );
    let opened = boardwright_play::testing::opened(&[("scripts/trade.luau", &script)]);
    let told = opened.diags.iter().map(|diag| {
        let help = diag.help.as_deref().unwrap_or_default();
        let place = diag.primary.as_ref().map_or("", |label| opened.sources.slice(label.span));
        format!("{} {} at `{place}`: {help}", diag.code, diag.message)
    });
    told.collect::<Vec<_>>().join("\n")
}

#[test]
fn steps_are_checked_before_play() {
    let all: Vec<String> = [
        "return { { gian = { wood = 2 } } }",
        "return { { gain = { wod = 2 } } }",
        "return { { gain = { wood = 2 }, whoo = view.me } }",
        "return { { gain = { goods = 1 } } }",
        "return { { gain = { wood = 'mee.wood' } } }",
        "return { { move = { what = view.market[1], to = 'me.hands' } } }",
        "return { { advance = { wood = 1 } } }",
        "return { { score = { tile = 1 } } }",
        "return { { call = 'turns' } }",
        "local name = 'turn' return { { call = name } }",
        "return { { gain = { wood = 'gone.level' } } }",
        "local steps = {} table.insert(steps, { pay = { coins = 2 } }) return steps",
        "local more = { { gain = { wod = 1 } } } return { { ['do'] = more } }",
        "if with.limit > 2 then return { { lose = { wod = 1 } } } end return {}",
    ]
    .iter()
    .map(|body| problems(body))
    .collect();
    insta::assert_snapshot!(all.join("\n"), @r#"
    S102 unknown verb `gian` at `gian`: a verb with a similar name exists: `gain`
    N102 unknown resource `wod` at `wod`: a resource with a similar name exists: `wood`
    S104 unknown key `whoo` beside `gain` at `whoo`: there is `who`
    S114 `gain` does not say for which piece of kind `tile` at `goods`: write `gain = { goods = 1 }` with `who = "<piece>"` beside it, such as one bound by a `pick` from a zone
    N101 unknown name `mee` at `mee`: a thing with a similar name exists: `me`
    E102 `me` is a seat and has no `hands` at `hands`: there is `hand`
    S113 `wood` is not a track at `wood`: write `gain = { wood = ... }`
    N106 unknown line `tile` of the score sheet at `tile`: a line with a similar name exists: `tiles`
    N103 unknown procedure `turns` at `turns`: a procedure with a similar name exists: `turn`
    U035 this must be written out at `name`: write a text in quotes in place of `name`; numbers, things, resources, sets and steps may be worked out, names and words may not
    N101 unknown name `gone` at `gone`: 
    N102 unknown resource `coins` at `coins`: a resource with a similar name exists: `coin`
    N102 unknown resource `wod` at `wod`: a resource with a similar name exists: `wood`
    N102 unknown resource `wod` at `wod`: a resource with a similar name exists: `wood`
    "#);
}

#[test]
fn what_only_looks_like_a_step_is_left_alone() {
    for body in [
        "local prices = { move = 3, set = 4 } return { { gain = { wood = prices.move } } }",
        "local n = ask { amount = { from = 0, to = 2 } } return { { gain = { wood = n } } }",
        "local moves = { { move = 1, name = 'x' } } return { { gain = { wood = #moves } } }",
    ] {
        assert_eq!(problems(body), "", "{body}");
    }
}

/// Tables in other functions of the pack do not change the meaning of a function.
#[test]
fn the_most_exact_table_is_meant() {
    let with = |first: &str, second: &str| {
        let body = format!(
            "local function other(a, b)\n  return {first}\nend\nlocal unused = other\nreturn {second}"
        );
        outcome(&body, &[])
    };
    insta::assert_snapshot!([
        with("{ { gain = { coin = 1 }, who = a } }", "{ { gain = { coin = 1 } } }"),
        with("{ { gain = { wood = a, coin = b } } }", "{ { gain = { coin = with.limit } } }"),
        with("{ { gain = { vp = a } } }", "{ { gain = { vp = 'me.wood' } } }"),
        with("{ { ['do'] = a } }", "{ { ['do'] = { { gain = { coin = 1 } } } } }"),
        with("{ a, { gain = { vp = 1 } } }", "{ { gain = { wood = 7 } }, { gain = { vp = 1 } } }"),
    ]
    .join("\n"), @r"
    p1 gains 1 Coin (now 6)
    p1 gains 3 Coin (now 8)
    p1 gains 2 Points (now 2)
    p1 gains 1 Coin (now 6)
    p1 gains 7 Wood (now 9) and 1 Points (now 1)
    ");
}

#[test]
fn steps_are_put_together_in_any_way() {
    insta::assert_snapshot!(all(&[
        "return { if view.me.wood > 1 then { gain = { wood = 1 } } else { gain = { coin = 1 } } }",
        "local steps = { { find = { from = 'market' }, as = 'it_is' }, { move = { what = 'it_is', to = 'deck' }, ['if'] = 'it_is ~= nil' } }
            table.insert(steps, { gain = { coin = 1 } }) return steps",
        "local a, b = 'wood', 'coin' return { { gain = { [a] = 1, [b] = 2 } } }",
        "local steps = {} steps[#steps + 1] = { gain = { wood = 2 } } return steps",
        "return { steps = { gain = { wood = 2 } }, value = 1 }",
        "local score = 2 return { { let = { score = score } }, { gain = { vp = 'score' } } }",
        "return { { gain = { wood = 2e0 } } }",
    ]), @r"
    p1 gains 1 Wood (now 3)
    Inn goes from Market to Deck; p1 gains 1 Coin (now 6)
    p1 gains 1 Wood (now 3) and 2 Coin (now 7)
    p1 gains 2 Wood (now 4)
    p1 gains 2 Wood (now 4)
    p1 gains 2 Points (now 2)
    p1 gains 2 Wood (now 4)
    ");
}

#[test]
fn an_answer_that_cannot_be_paid_is_not_offered() {
    let body = "local n = ask { amount = { from = 0, to = 5 }, label = 'how many?' }
        return { { pay = { wood = n } }, { gain = { vp = n } } }";
    insta::assert_snapshot!(outcome(body, &[]), @"asks how many?: 0 | 1 | 2");
    insta::assert_snapshot!(outcome(body, &["2"]), @"p1 pays 2 Wood (0 left) and gains 2 Points (now 2)");
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
        "view.market[1].cost.wood",
        "view.mill.cost.wood",
        "total(view.market[1].cost)",
        "can_pay(view.market[1], 'cost')",
        "can_pay(view.market[1], 'price')",
        "can_pay({ wood = 2, coin = 5 })",
        "can_pay({ wood = 3 })",
        "view:can_pay({ coin = 5, wood = 0 }, view.p2)",
        "can_pay(view.market[1].cost)",
        "can_pay({})",
        "can_pay({ ['wo' .. 'd'] = 1 })",
        "can_pay({ wood = -1 })",
        "can_pay({ 3 })",
        "view.market[1].text",
        "#pieces_in('market')",
        "view.option('str' .. 'om')",
        "view.distance(table.unpack({ view.a1 }))",
    ]
    .iter()
    .map(|expression| format!("{expression}: {}", read(expression)))
    .collect();
    insta::assert_snapshot!(told.join("\n"), @r"
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
    view.market[1].cost: table
    view.market[1].cost.wood: 1
    view.mill.cost.wood: 2
    total(view.market[1].cost): 1
    can_pay(view.market[1], 'cost'): true
    can_pay(view.market[1], 'price'): inn has no cost `price`
    can_pay({ wood = 2, coin = 5 }): true
    can_pay({ wood = 3 }): false
    view:can_pay({ coin = 5, wood = 0 }, view.p2): true
    can_pay(view.market[1].cost): true
    can_pay({}): true
    can_pay({ ['wo' .. 'd'] = 1 }): there is no resource that pays called `wod`; `wood` is there
    can_pay({ wood = -1 }): `wood` is -1; nobody pays less than 0
    can_pay({ 3 }): amounts by name were expected, such as `{ wood = 2 }`
    view.market[1].text: 
    #pieces_in('market'): 3
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
    let other =
        "local n = ask { seat = view.p2, amount = { from = 0, to = 2 }, label = 'how many?' }
        return { { gain = { wood = n }, who = view.p2 } }";
    insta::assert_snapshot!(outcome(other, &["2"]), @"p2 gains 2 Wood (now 4)");
    insta::assert_snapshot!(outcome("local who = { 2 } ask { seat = table.unpack(who), yes_no = 'well?' } return {}", &[]), @"`seat` of `ask` must be a seat");
    insta::assert_snapshot!(outcome("local who = { view.a1 } ask { seat = table.unpack(who), yes_no = 'well?' } return {}", &[]), @"`seat` of `ask` must be a seat, not a1");
    let nothing = "ask { pick = {}, label = 'which?' } return {}";
    insta::assert_snapshot!(outcome(nothing, &[]), @"nothing can be chosen then");
    let too_few = "ask { pick = { 1 }, min = 2, max = 3 } return {}";
    insta::assert_snapshot!(outcome(too_few, &[]), @"nothing can be chosen then");
}

#[test]
fn what_is_picked_is_shown_by_its_name() {
    let names = |pick: &str| {
        let body = format!("ask {{ pick = {pick}, label = 'which?' }} return {{}}");
        let game = harbour(&[("scripts/trade.luau", &trade(&body))]);
        let mut session = Session::new(&game, 7).unwrap();
        session.choose("trade").unwrap();
        let table = session.table();
        let all = (0..session.options().len()).map(|at| table.describe(at).map(|it| it.name));
        all.map(Option::unwrap_or_default).collect::<Vec<_>>().join(" | ")
    };
    assert_eq!(names("view.market"), "Inn | Forge | Inn");
    assert_eq!(names("entries('tile')"), "Mill | Forge | Inn");
    assert_eq!(names("{ 'wood', 'coin' }"), "Wood | Coin");
    assert_eq!(names("{ 'wood', 'more of it' }"), "Wood | ");
}

#[test]
fn another_seat_can_be_asked() {
    let body =
        "local n = ask { seat = view.p2, amount = { from = 0, to = 2 }, label = 'how many?' }
        local sure = ask { yes_no = 'sure?' }
        return { { gain = { wood = n }, who = view.p2 } }";
    let game = harbour(&[("scripts/trade.luau", &trade(body))]);
    let mut session = Session::new(&game, 7).unwrap();
    let asked = |session: &Session| {
        format!("{}: {}", session.seat_id(session.seat().unwrap()), session.question())
    };
    session.choose("trade").unwrap();
    assert_eq!(asked(&session), "p2: how many?");
    // A resumed game asks the same seat.
    let save = session.save();
    assert_eq!(asked(&save.resume(&game).unwrap()), "p2: how many?");
    session.choose("2").unwrap();
    assert_eq!(asked(&session), "p1: sure?");
    session.undo().unwrap();
    assert_eq!(asked(&session), "p2: how many?");
    session.choose("1").unwrap();
    assert_eq!(session.choose("yes").unwrap().join("; "), "p2 gains 1 Wood (now 3)");
}

#[test]
fn what_is_printed_is_told_once() {
    let body = "print('start', view.me, { gain = { wood = 1 }, 2 })
        local two = ask { pick = { 1, 2, 3 }, min = 2, max = 2, label = 'which?' }
        print('two', two)
        local sure = ask { yes_no = 'sure?' }
        print(sure)
        return {}";
    let game = harbour(&[("scripts/trade.luau", &trade(body))]);
    let mut session = Session::new(&game, 7).unwrap();
    game.scripts.listen();
    let mut told = vec![];
    for choice in ["trade", "3", "1", "yes"] {
        session.choose(choice).unwrap();
        told.push(format!("{choice}: {}", game.scripts.take_printed().join(", ")));
    }
    insta::assert_snapshot!(told.join("\n"), @r"
    trade: harbour/scripts/trade.luau:3: start p1 { 2, gain = { wood = 1 } }
    3: 
    1: harbour/scripts/trade.luau:5: two { 3, 1 }
    yes: harbour/scripts/trade.luau:7: true
    ");
    // Nobody listens: no output is kept, and the game is the same.
    let deaf = harbour(&[("scripts/trade.luau", &trade(body))]);
    let mut other = Session::new(&deaf, 7).unwrap();
    for choice in ["trade", "3", "1", "yes"] {
        other.choose(choice).unwrap();
    }
    assert!(deaf.scripts.take_printed().is_empty());
    assert_eq!(session.table().state(), other.table().state());
    assert_eq!(session.table().total_work(), other.table().total_work());
}
