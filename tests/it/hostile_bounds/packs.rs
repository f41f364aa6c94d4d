//! The packs. Each is small to write and expensive to run.

/// The expected end of a pack.
#[allow(dead_code, reason = "not everything that uses the packs looks at how they end")]
pub enum Ends {
    /// It can be played.
    Plays,
    /// This is reported, with this place.
    Told(&'static str, &'static str),
}

/// A hostile pack.
#[allow(dead_code, reason = "not everything that uses the packs looks at how they end")]
pub struct Hostile {
    pub name: &'static str,
    pub game: String,
    pub ends: Ends,
    /// More lines of the manifest.
    pub manifest: String,
    pub more: Vec<(String, String)>,
}

impl Hostile {
    fn new(name: &'static str, game: impl Into<String>, ends: Ends) -> Self {
        Self { name, game: game.into(), ends, manifest: String::new(), more: vec![] }
    }

    fn file(mut self, path: impl Into<String>, text: impl Into<String>) -> Self {
        self.more.push((path.into(), text.into()));
        self
    }

    /// All its files.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let manifest = "id: bad\ntitle: Bad\nplayers: { min: 1, max: 1 }\n";
        let mut files = vec![
            ("pack.yaml".to_owned(), format!("{manifest}{}", self.manifest).into_bytes()),
            ("game.yaml".to_owned(), self.game.clone().into_bytes()),
        ];
        files
            .extend(self.more.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())));
        files
    }
}

const TOO_LONG: &str = "takes too long";

/// A game of a few turns with one hostile option beside a safe one.
fn option(steps: &str, more: &str) -> String {
    format!(
        "resources: {{ wood: {{}}, gold: {{ start: 50 }}, vp: {{ score: true }} }}
play:
  - repeat:
      times: 3
      do:
        - choose:
            options:
              safe: [{{ gain: {{ vp: 1 }} }}]
              hostile: {steps}
{more}"
    )
}

fn told(name: &'static str, game: String, place: &'static str) -> Hostile {
    Hostile::new(name, game, Ends::Told(TOO_LONG, place))
}

const THREE_WALKS: &str =
    "sum(range(1, 2000), sum(range(1, 2000), sum(range(1, 2000), p1.vp))) >= 0";

/// Rules that do too much.
pub fn rules() -> Vec<Hostile> {
    let doubling: String =
        (1..40).map(|n| format!("  p{n}: [{{ call: p{0} }}, {{ call: p{0} }}]\n", n + 1)).collect();
    let purses: String =
        (0..60).map(|n| format!("  r{n}: {{ start: 9, tags: [goods] }}\n")).collect();
    let values: String = (1..15)
        .map(|n| {
            let next = format!("value(v{})", n + 1);
            format!("  v{n}: {{ base: \"{}\" }}\n", vec![next; 12].join(" + "))
        })
        .collect();
    vec![
        told(
            "three nested walks in the condition of an option",
            option(&format!("{{ if: \"{THREE_WALKS}\", do: [{{ gain: {{ vp: 1 }} }}] }}"), ""),
            "game.yaml:6",
        ),
        told(
            "three nested walks in a pick",
            option(
                &format!(
                    "[{{ pick: {{ from: \"range(1, 2000)\", if: \"{THREE_WALKS}\" }}, as: n }}]"
                ),
                "",
            ),
            "game.yaml",
        ),
        told(
            "an endless loop behind an option",
            option(
                "[{ repeat: { until: \"me.wood < 0\", do: [{ gain: { wood: 1 } }] } }, { pay: { gold: 99 } }]",
                "",
            ),
            "game.yaml:9",
        ),
        told(
            "an endless loop that nothing looks ahead to",
            option("[{ repeat: { until: \"me.vp < 0\", do: [{ gain: { vp: 1 } }] } }]", ""),
            "game.yaml:9",
        ),
        told(
            "an endless loop in set-up",
            "resources: { vp: { score: true } }
setup: [{ repeat: { until: \"p1.vp < 0\", do: [{ gain: { vp: 1 }, who: p1 }] } }]
play: [{ end: game }]
"
            .into(),
            "game.yaml:2",
        ),
        told(
            "a thousand million rounds",
            option("[{ repeat: { times: 1000000000, do: [{ gain: { vp: 1 } }] } }]", ""),
            "game.yaml:9",
        ),
        Hostile::new(
            "procedures that call each other without end",
            option(
                "[{ call: one }]",
                "procedures: { one: [{ call: two }], two: [{ call: one }, { pay: { gold: 1 } }] }",
            ),
            Ends::Told("endlessly", ""),
        ),
        told(
            "procedures that call each other twice, forty deep",
            option(
                "[{ call: p1 }]",
                &format!("procedures:\n{doubling}  p40: [{{ gain: {{ vp: 1 }} }}]\n"),
            ),
            "game.yaml",
        ),
        told(
            "each over each over each",
            option(
                "[{ each: { of: cell, do: [{ each: { of: cell, do: [{ each: { of: cell, do: [{ gain: { vp: 1 } }] } }] } }] } }]",
                "spaces: { cell: { grid: { columns: 26, rows: 26 } } }",
            ),
            "game.yaml:9",
        ),
        told(
            "an endless loop that is tried",
            option(
                "[{ try: [{ repeat: { until: \"me.wood < 0\", do: [{ gain: { wood: 1 } }] } }, { pay: { gold: 99 } }] }]",
                "",
            ),
            "game.yaml:9",
        ),
        told(
            "an endless loop after a question",
            option(
                "[{ may: { ask: well?, do: [{ repeat: { until: \"me.wood < 0\", do: [{ gain: { wood: 1 } }] } }, { pay: { gold: 99 } }] } }]",
                "",
            ),
            "game.yaml:9",
        ),
        Hostile::new(
            "sixty purses for one cost",
            format!(
                "resources:\n{purses}  vp: {{ score: true }}\nplay:\n  - repeat: {{ times: 3, do: [{{ pay: {{ goods: 200 }} }}, {{ gain: {{ vp: 1 }} }}] }}\n"
            ),
            Ends::Told(TOO_LONG, "game.yaml:64"),
        ),
        told(
            "values made of each other, twelve times each",
            option(
                "[{ gain: { vp: value(v1) } }]",
                &format!("values:\n{values}  v15: {{ base: 1 }}\n"),
            ),
            "game.yaml:9",
        ),
        Hostile::new(
            "a menu that comes back to itself in vain",
            option(
                "[{ choose: { options: { on: { again: true, do: [{ repeat: { times: 400, do: [{ gain: { wood: 1 } }] } }] }, out: [{ pay: { gold: 99 } }] } } }]",
                "",
            ),
            Ends::Told("work", ""),
        ),
        told(
            "a pile that is moved onto itself",
            "resources: { vp: { score: true } }
kinds: { card: { zone: deck } }
zones: { deck: { order: stack } }
cards: { one: { count: 5 } }
setup: [{ move: { from: deck, to: deck, count: 1000000000 } }]
play: [{ end: game }]
"
            .into(),
            "game.yaml:5",
        ),
        told(
            "shuffles without end",
            "resources: { vp: { score: true } }
kinds: { card: { zone: deck } }
zones: { deck: { order: stack } }
cards: { one: { count: 4000 } }
setup: [{ repeat: { times: 100000, do: [{ shuffle: deck }] } }]
play: [{ end: game }]
"
            .into(),
            "game.yaml:5",
        ),
        told(
            "a round that begins again and again",
            "resources: { vp: { score: true }, mark: { held_by: cell, resets: round } }
spaces: { cell: { grid: { columns: 26, rows: 26 } } }
periods: [round]
setup: [{ repeat: { times: 100000, do: [{ begin: round }] } }]
play: [{ end: game }]
"
            .into(),
            "game.yaml:4",
        ),
    ]
}

/// Tables with very many elements.
pub fn sizes() -> Vec<Hostile> {
    let echo = "resources: { a: {}, b: {}, vp: { score: true } }
kinds: { card: { zone: mat } }
zones: { mat: { active: true, held_by: seat } }
cards:
  ping: { count: 60, ability: { when: gained a, by: anyone, do: [{ gain: { b: 1 } }] } }
  pong: { count: 60, ability: { when: gained b, by: anyone, do: [{ gain: { a: 1 } }] } }
setup: [{ gain: { a: 1 }, who: p1 }]
play: [{ end: game }]
";
    let (many, mut options) = ("options:\n", String::new());
    for n in 0..5_000 {
        options.push_str(&format!("  o{n}: {{ default: true }}\n"));
    }
    let mut with_options = Hostile::new(
        "five thousand options",
        "resources: { vp: { score: true } }\nplay: [{ end: game }]\n",
        Ends::Plays,
    );
    with_options.manifest = format!("{many}{options}");
    vec![
        Hostile::new("abilities that set each other off", echo, Ends::Told("", "")),
        with_options,
        Hostile::new(
            "a million pieces",
            "resources: { vp: { score: true } }
kinds: { card: { zone: deck } }
zones: { deck: {} }
cards: { one: { count: 1000000 } }
play: [{ end: game }]
",
            Ends::Told("G0", "game.yaml:4"),
        ),
        Hostile::new(
            "a million spaces",
            "resources: { vp: { score: true } }
spaces: { cell: { grid: { columns: 1000, rows: 1000 } } }
play: [{ end: game }]
",
            Ends::Told("G0", "game.yaml:2"),
        ),
        told(
            "distances between all spaces",
            option(
                "[{ let: { far: \"max(cell, max(cell, distance(a1, it)))\" } }, { gain: { vp: far } }]",
                "spaces: { cell: { grid: { columns: 26, rows: 60 } } }",
            ),
            "game.yaml:9",
        ),
        Hostile::new(
            "a way over a large board that leads nowhere",
            option(
                "[{ travel: { from: a1, through: \"it ~= z60\", stop: it == z60, do: [{ pay: { gold: 1 } }] } }]",
                "spaces: { cell: { grid: { columns: 26, rows: 60 } } }",
            ),
            Ends::Told("", ""),
        ),
        Hostile::new(
            "an amount of a thousand million",
            option("[{ amount: { to: 1000000000 }, as: n }, { pay: { gold: n } }]", ""),
            Ends::Plays,
        ),
        Hostile::new(
            "an amount that has grown to a thousand million",
            option("[{ amount: { to: \"me.gold * 10000000\" }, as: n }, { pay: { gold: n } }]", ""),
            Ends::Plays,
        ),
        told(
            "three thousand pieces that change one value",
            "resources: { vp: { score: true } }
kinds: { card: { zone: mat } }
zones: { mat: { active: true } }
values: { worth: { base: 1, about: piece/card } }
cards: { one: { count: 3000, ability: { modify: { worth: \"+1\" }, by: anyone } } }
setup: [{ gain: { vp: \"sum(pieces(card), value(worth, it, p1))\" }, who: p1 }]
play: [{ end: game }]
"
            .into(),
            "game.yaml:6",
        ),
        Hostile::new(
            "picking forty of two thousand in vain",
            option(
                "[{ pick: { from: \"range(1, 2000)\", min: 40, max: 40 }, as: them }, { require: \"sum(them, sum(range(1, 1000), it)) < 0\" }]",
                "",
            ),
            Ends::Told("steps of work", ""),
        ),
    ]
}

/// Scripts, many of them.
pub fn scripts() -> Vec<Hostile> {
    const BURN: &str = "--!strict\nlocal evil = {}\n\
        function evil.burn(view: View): Steps\n\tlocal n = 0\n\tfor i = 1, 900000 do n += 1 end\n\treturn {}\nend\n\
        function evil.many(view: View): Steps\n\tlocal steps = {}\n\tfor i = 1, 5000 do table.insert(steps, { gain = { vp = 1 } }) end\n\treturn steps\nend\n\
        return evil\n";
    const AGAIN: &str = "local more = {}\n\
        function more.again(view: View): Steps\n\treturn { { call = \"once\" } }\nend\n\
        return more\n";
    let thousand = "  - { script: evil.burn }\n".repeat(1000);
    let mut keeps = Hostile::new(
        "files that keep large tables",
        "resources: { vp: { score: true } }\nplay: [{ end: game }]\n",
        Ends::Told("U01", "scripts/keep"),
    );
    let mut slow = Hostile::new(
        "files that take long to read",
        "resources: { vp: { score: true } }\nplay: [{ end: game }]\n",
        Ends::Told("all scripts together", "scripts/slow"),
    );
    for n in 0..200 {
        let text = "local kept = {}\nfor i = 1, 60000 do kept[i] = { i, i } end\nlocal m = {}\nfunction m.get() return kept end\nreturn m\n";
        keeps.more.push((format!("scripts/keep{n}.luau"), text.into()));
        let text = "local n = 0\nfor i = 1, 900000 do n += 1 end\nreturn {}\n";
        slow.more.push((format!("scripts/slow{n}.luau"), text.into()));
    }
    let one =
        |name, game: String, ends| Hostile::new(name, game, ends).file("scripts/evil.luau", BURN);
    vec![
        one(
            "a thousand scripts in set-up",
            format!(
                "resources: {{ vp: {{ score: true }} }}\nsetup:\n{thousand}play: [{{ end: game }}]\n"
            ),
            Ends::Told(TOO_LONG, "game.yaml:5"),
        ),
        one(
            "a script that returns five thousand steps",
            option("[{ script: evil.many }]", ""),
            Ends::Told("returned more than 10000 values", "evil.luau:11"),
        ),
        one(
            "a script whose steps run it again",
            option("[{ script: more.again }]", "procedures: { once: [{ script: more.again }] }"),
            Ends::Plays,
        )
        .file("scripts/more.luau", AGAIN),
        one(
            "a script in a loop",
            option("[{ repeat: { times: 1000, do: [{ script: evil.burn }] } }]", ""),
            Ends::Told(TOO_LONG, "game.yaml:9"),
        ),
        keeps,
        slow,
    ]
}

/// Expressions outside of steps.
pub fn expressions() -> Vec<Hostile> {
    let dear = "sum(range(1, 2000), sum(range(1, 2000), sum(range(1, 2000), p1.vp)))";
    let plain = "resources: { wood: {}, vp: { score: true } }
play: [{ repeat: { times: 3, do: [{ choose: { options: { go: [{ gain: { vp: 1 } }], no: [{ gain: { wood: 1 } }] } } }] } }]
";
    vec![
        Hostile::new(
            "a dear hint",
            format!("{plain}hints: {{ rich: {{ text: It is., worth: \"{dear}\", for_one_point: 1 }} }}\n"),
            Ends::Plays,
        ),
        Hostile::new(
            "a dear ranking",
            format!("{plain}ranking: [\"{dear}\", me.vp]\n"),
            Ends::Told("`ranking` takes too long", ""),
        ),
        told(
            "a dear law",
            plain.to_owned(),
            "",
        )
        .file("tests/laws.yaml", format!("laws:\n  - law: it is\n    always: \"{dear} > -1\"\n")),
        told(
            "dear scoring",
            format!("{plain}lines: {{ all: {{}} }}\nscoring: [{{ each: {{ as_seat: all, do: [{{ score: {{ all: \"{dear}\" }} }}] }} }}]\n"),
            "game.yaml:4",
        ),
        Hostile::new(
            "a dear sentence beside each of two thousand options",
            format!("resources: {{ wood: {{}}, vp: {{ score: true }} }}
play: [{{ repeat: {{ times: 3, do: [{{ pick: {{ from: \"range(1, 2000)\", show: \"{{{dear}}}\" }}, as: n }}, {{ gain: {{ vp: n }} }}] }} }}]
"),
            Ends::Plays,
        ),
    ]
}

/// Six options that take too long, one that must be checked, and a safe one.
#[allow(dead_code, reason = "it is looked at in one place")]
pub fn dear_options() -> Hostile {
    let dear: String = (1..=6)
        .map(|n| format!("              dear{n}: [{{ if: \"{THREE_WALKS}\", gain: {{ wood: 1 }} }}, {{ pay: {{ gold: 1 }} }}]\n"))
        .collect();
    let options = format!(
        "[{{ pay: {{ gold: 1 }} }}]\n{dear}              cheap: [{{ pay: {{ gold: 1 }} }}]\n"
    );
    Hostile::new("dear options", option(&options, "").replace("hostile:", "first:"), Ends::Plays)
}

/// A script that reads an expensive value until there is no fuel left.
#[allow(dead_code, reason = "it is looked at in one place")]
pub fn dear_script() -> Hostile {
    let script = "--!strict\nlocal dear = {}\n\
        function dear.look(view: View): Steps\n\tlocal n = 0\n\tfor i = 1, 60 do n += value(\"dear\") end\n\
        \treturn { { gain = { vp = n } } }\nend\nreturn dear\n";
    let game = option(
        "[{ script: dear.look }]",
        "values: { dear: { base: \"sum(range(1, 1000), sum(range(1, 100), p1.vp + 1))\" } }",
    );
    Hostile::new("a dear script", game, Ends::Plays).file("scripts/dear.luau", script)
}
