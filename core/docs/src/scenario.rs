//! The keys of scenarios, with their descriptions.

use serde_json::{Value, json};

use super::loose::{any, map, to};

/// A key of a scenario, or of one of its steps.
#[derive(Clone, Copy, Debug)]
pub struct ScenarioKey {
    /// The key.
    pub key: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// What it takes, as a schema.
    pub schema: fn() -> Value,
}

/// An example of a scenario.
pub const EXAMPLE: &str = "\
scenario: the forest gives a wood when its owner gathers
players: 2
seed: 7
until: main
given: { p1: { wood: 0, village: [forest] } }
steps:
  - p1: gather
    then_offered: [wood, fish]
  - p1: wood
    then_expect: { p1.wood: 3 }
  - { asks: p2, p2: build, refused: true }
";

/// An example of positions.
pub const POSITIONS_EXAMPLE: &str = "\
positions:
  harvest:
    p1: { wood: 4, village: [forest, mill] }
    table: { deck: [] }
    mill: { owner: p1 }
scenarios:
  - scenario: whatever is gathered, the day goes on
    given: harvest
    steps: [{ p1: gather }, { p1: any option, then_asks: p2 }]
  - scenario: an empty stock scores nothing
    given: { like: harvest, p1: { wood: 0 } }
    do: scoring
    score: { p1: { stock: 0, total: 3 } }
";

/// An example of laws.
pub const LAWS_EXAMPLE: &str = "\
laws:
  - law: every boat is in a harbour or on the way
    each: player
    always: \"count(me.harbour) + count(pieces(sea), it.owner == me) == 5\"
  - law: no storehouse is overfull
    each: storehouse
    always: \"it.fish <= it.size\"
  - law: the bank holds what it should
    always: { 2: bank <= 20, _: bank <= 30 }
";

macro_rules! keys {
    ($name:ident $about:literal $($key:literal $takes:literal $told:literal $schema:expr),* $(,)?)
    => {
        #[doc = $about]
        pub const $name: &[ScenarioKey] = &[
            $(ScenarioKey { key: $key, takes: $takes, about: $told, schema: || $schema }),*
        ];
    };
}

keys! { KEYS "Keys of a scenario."
    "scenario" "text" "its name: the rule it tests" text(),
    "players" "a whole number"
        "the number of players; the smallest number from two upwards that the game allows if left out"
        json!({ "type": "integer", "minimum": 1, "maximum": 8 }),
    "seed" "a whole number" "the seed for chance; 1 if left out"
        json!({ "type": "integer", "minimum": 0 }),
    "options" "`option: value`" "options of the game" map(&to("Choice")),
    "auto" "`true` or `false`"
        "whether choices with one option are made automatically, up to the next decision or the next written choice"
        json!({ "type": "boolean" }),
    "after" "a list of choices" "choices from the start: texts, or `seat: text`"
        json!({ "type": "array", "items": any(&[to("Choice"), map(&to("Choice"))]) }),
    "until" "text"
        "the key of a menu, or words of a question; until it is asked, the first option is taken"
        text(),
    "given" "a mapping, or a position"
        "changes to the table at that point: `p1: { wood: 4, hand: [mill] }`; stacks are listed from the top. Pieces that started in a zone stay below the pieces named; `deck: []` and `deck: { only: [mill] }` remove them from the game. `mill: { owner: p2, controller: p1, face: 1 }` changes a piece. With `like: harvest` it lists the differences from that position"
        any(&[text(), map(&json!({}))]),
    "do" "`{ seat, steps }`, or `scoring`"
        "steps to run instead of the game itself; `end: game` in them does not run `scoring`, but `do: scoring` does. `move: { all }` in them moves `whole` sets unless stated otherwise"
        json!({
            "type": ["object", "string"],
            "pattern": "^scoring$",
            "properties": { "seat": { "type": "string" }, "steps": to("Steps") },
            "required": ["steps"],
            "additionalProperties": false,
        }),
    "steps" "a list" "choices and checks, in order"
        json!({ "type": "array", "items": to("Move") }),
    "expect" "`expression: value`" "what must hold at the end" checks(),
    "score" "`seat: points`"
        "the score at the end; `p1: { stock: 2, total: 9 }` also checks lines of the score sheet"
        points(),
    "note" "text" "a remark" text(),
}

keys! { STEP_KEYS "Keys of a step besides the choice itself, `p1: build`."
    "refused" "`true`, or words of the reason" "the choice beside it must not be possible"
        json!({ "type": ["boolean", "string"] }),
    "offered" "texts" "exactly these options, in any order" choices(),
    "offers" "texts" "these options among others" choices(),
    "not_offered" "texts" "none of these options" choices(),
    "asks" "a seat" "the seat that decides" text(),
    "question" "text" "words the question contains" text(),
    "expect" "`expression: value`"
        "what must hold now" checks(),
    "score" "`seat: points`" "the score now" points(),
}

keys! { LAW_KEYS "Keys of a law."
    "law" "text" "its name: what it guarantees" text(),
    "always" "an expression" "what holds at every decision, and at the end" to("Expr"),
    "each" "`player`, `seat`, or a set"
        "what it holds for: `me` is each seat (`player`: of a person), or `it` each member of the set" to("Expr"),
    "note" "text" "a remark" text(),
}

keys! { BALANCE_KEYS "Keys of a balance block."
    "name" "text" "its name: what it guarantees" text(),
    "what" "a figure" "the figure to check" text(),
    "at_least" "`20%`, or a number" "its smallest allowed value" bound(),
    "at_most" "`40%`, or a number" "its largest allowed value" bound(),
    "bots" "a bot, or a list" "the bots that play: one for all seats, or one for each; `random` if left out"
        any(&[text(), json!({ "type": "array", "items": text() })]),
    "players" "a whole number" "the number of players"
        json!({ "type": "integer", "minimum": 1, "maximum": 8 }),
    "games" "a whole number" "the number of games; 200 if left out"
        json!({ "type": "integer", "minimum": 1, "maximum": 1_000_000 }),
    "seed" "a whole number" "the seed of the run; 1 if left out"
        json!({ "type": "integer", "minimum": 0 }),
    "options" "`option: value`" "options of the game" map(&to("Choice")),
    "note" "text" "a remark" text(),
}

/// An example of balance blocks.
pub const BALANCE_EXAMPLE: &str = "\
balance:
  - name: no seat has an edge
    bots: random
    players: 3
    games: 300
    what: win rate of each seat
    at_most: 45%
  - { name: games are short, what: decisions, at_most: 80 }
";

fn bound() -> Value {
    json!({ "type": ["integer", "string"] })
}

fn text() -> Value {
    json!({ "type": "string" })
}

/// Values by the expressions to check.
fn checks() -> Value {
    let mut checks = map(&json!({}));
    checks["propertyNames"] = to("Expr");
    checks
}

/// Points by seat, or by the lines of its score sheet.
fn points() -> Value {
    let number = json!({ "type": "integer" });
    map(&any(&[number.clone(), map(&number)]))
}

fn choices() -> Value {
    any(&[to("Choice"), json!({ "type": "array", "items": to("Choice") })])
}
