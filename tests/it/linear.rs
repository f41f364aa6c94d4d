//! Work grows linearly with the size of a pack, whatever is wrong with it: four times the mistakes
//! take about four times as long. Quadratic work would take sixteen times as long.

use boardwright_packs::library::Library;
use boardwright_play::game::check;
use boardwright_syntax::diag::{Format, render};
use cpu_time::ThreadTime;

const MANIFEST: &str = "id: p\ntitle: P\nplayers: { min: 2, max: 2 }\n";
const GAME: &str = "\
resources: { vp: { score: true }, wood: {} }
kinds: { tile: { zone: box, attributes: { worth: number } } }
zones: { box: {} }
play: [{ gain: { vp: 1, wood: 1 } }]
";

/// The largest factor allowed for four times the mistakes, and the shortest time worth measuring.
const FACTOR_MAX: f64 = 9.0;
const SECONDS_MIN: f64 = 0.02;
/// The number of mistakes in the smallest pack.
const N: usize = 1_000;

/// Files of the pack `p`, and of `q`, which extends it.
type Files = Vec<(&'static str, String, String)>;

fn file(path: &str, text: String) -> Files {
    vec![("p", path.to_owned(), text)]
}

/// One line for each number.
fn lines(head: &str, n: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = head.to_owned();
    (0..n).for_each(|at| text.push_str(&line(at)));
    text
}

fn tiles(n: usize) -> String {
    lines("tiles:\n", n, |at| format!("  t{at}: {{ worth: 1, count: 0 }}\n"))
}

fn steps(n: usize, step: impl Fn(usize) -> String) -> String {
    lines("procedures:\n  q:\n    do:\n", n, |at| format!("      - {}\n", step(at)))
}

fn patches(n: usize, packs: &[&'static str], patch: impl Fn(usize, usize) -> String) -> Files {
    let mut files = file("tiles.yaml", tiles(n));
    for (which, pack) in packs.iter().enumerate() {
        let list = lines("patch:\n", n, |at| format!("  - {}\n", patch(which, at)));
        files.push((pack, "pack.yaml".into(), format!("id: {pack}\ntitle: Q\nextends: p\n")));
        files.push((pack, "patch.yaml".into(), list));
    }
    files
}

type Family = (&'static str, fn(usize) -> Files);

const FAMILIES: &[Family] = &[
    ("unknown keys", |n| {
        file("x.yaml", lines("tiles:\n  a:\n", n, |at| format!("    k{at}y: 1\n")))
    }),
    ("unknown keys on one line", |n| {
        let keys: Vec<String> = (0..n).map(|at| format!("k{at}y: 1")).collect();
        file("x.yaml", format!("tiles: {{ a: {{ {} }} }}\n", keys.join(", ")))
    }),
    ("unknown sections", |n| file("x.yaml", lines("", n, |at| format!("section{at}: {{}}\n")))),
    ("unknown resources among many", |n| {
        let known = lines("resources:\n", n, |at| format!("  res_{at}: {{}}\n"));
        let used = steps(n, |at| format!("gain: {{ rez_{at}x: 1 }}"));
        vec![("p", "a.yaml".into(), known), ("p", "b.yaml".into(), used)]
    }),
    ("unknown procedures among many", |n| {
        file(
            "x.yaml",
            lines("procedures:\n", n, |at| {
                format!("  proc_{at}: {{ do: [{{ call: prok_{at} }}] }}\n")
            }),
        )
    }),
    ("unknown names in expressions", |n| {
        let known = lines("resources:\n", n, |at| format!("  res_{at}: {{}}\n"));
        let used = steps(n, |at| format!("gain: {{ wood: \"me.rez{at} + rez_{at}\" }}"));
        vec![("p", "a.yaml".into(), known), ("p", "b.yaml".into(), used)]
    }),
    ("expressions that are none", |n| {
        file("x.yaml", steps(n, |at| format!("gain: {{ wood: \"{at} +\" }}")))
    }),
    ("unknown verbs", |n| file("x.yaml", steps(n, |at| format!("gian{at}: {{ wood: 1 }}")))),
    ("entries defined twice", |n| {
        vec![("p", "a.yaml".into(), tiles(n)), ("p", "b.yaml".into(), tiles(n))]
    }),
    ("names never used", |n| {
        file("x.yaml", lines("resources:\n", n, |at| format!("  r{at}: {{}}\n")))
    }),
    ("warnings that are allowed", |n| {
        file("x.yaml", lines("resources:\n", n, |at| format!("  r{at}: {{}} # allow(G022): x\n")))
    }),
    ("allow comments without effect", |n| {
        file("x.yaml", lines("resources:\n", n, |at| format!("  r{at}: {{}} # allow(S001): x\n")))
    }),
    ("entries like others", |n| {
        file(
            "x.yaml",
            lines("tiles:\n  t: { worth: 1, count: 0 }\n", n, |at| {
                format!("  t{at}: {{ like: t }}\n")
            }),
        )
    }),
    ("entries like nothing", |n| {
        file("x.yaml", lines("tiles:\n", n, |at| format!("  t{at}: {{ worth: 1, like: u{at} }}\n")))
    }),
    ("patches", |n| patches(n, &["q"], |_, at| format!("{{ at: tiles.t{at}.worth, set: 2 }}"))),
    ("patches of nothing", |n| {
        patches(n, &["q"], |_, at| format!("{{ at: tiles.u{at}.worth, set: 2 }}"))
    }),
    ("patches of one thing", |n| {
        patches(n, &["q", "r"], |_, _| "{ at: tiles.t0.worth, add: 1 }".into())
    }),
    ("packs that disagree", |n| {
        patches(n, &["q", "r"], |which, at| format!("{{ at: tiles.t{at}.worth, set: {which} }}"))
    }),
    ("translations of nothing", |n| {
        let mut files = file("tiles.yaml", tiles(n));
        files.push((
            "p",
            "text/de.yaml".into(),
            lines("", n, |at| format!("tiles.u{at}.name: x\n")),
        ));
        files
    }),
    ("scripts that are none", |n| {
        (0..n / 10)
            .map(|at| ("p", format!("scripts/s{at}.luau"), "local x = = 1\n".into()))
            .collect()
    }),
    ("files", |n| {
        (0..n / 2)
            .map(|at| ("p", format!("f{at}.yaml"), format!("tiles: {{ t{at}: {{ worth: x }} }}\n")))
            .collect()
    }),
    ("keys of the manifest", |n| {
        file("pack.yaml", lines(MANIFEST, n, |at| format!("key{at}: 1\n")))
    }),
    ("packs that are not there", |n| {
        file("pack.yaml", lines("id: p\ntitle: P\nextends:\n", n, |at| format!("  - pack-{at}\n")))
    }),
];

/// The CPU seconds for checking a pack and writing the report.
fn seconds(files: Files) -> f64 {
    let mut library = Library::new();
    let mut packs: Vec<&str> = files.iter().map(|(pack, ..)| *pack).collect();
    packs.dedup();
    for pack in &packs {
        let mut all: Vec<(String, Vec<u8>)> = vec![];
        if *pack == "p" {
            all.push(("pack.yaml".into(), MANIFEST.into()));
            all.push(("game.yaml".into(), GAME.into()));
        }
        for (_, path, text) in files.iter().filter(|(of, ..)| of == pack) {
            all.retain(|(old, _)| old != path);
            all.push((path.clone(), text.clone().into_bytes()));
        }
        library.add_memory(*pack, all);
    }
    let start = ThreadTime::now();
    let opened = check(&library, &packs);
    for form in [Format::Human { colour: false }, Format::Json, Format::Sarif, Format::Github] {
        render(&opened.diags, &opened.sources, form);
    }
    start.elapsed().as_secs_f64()
}

/// The minimum of a few runs: other load on the machine only makes a run longer.
fn least(family: fn(usize) -> Files, n: usize) -> f64 {
    (0..3).map(|_| seconds(family(n))).fold(f64::MAX, f64::min)
}

#[test]
fn four_times_the_mistakes_take_about_four_times_as_long() {
    let mut slow = vec![];
    for (what, family) in FAMILIES {
        let [one, two, four] = [N, 2 * N, 4 * N].map(|n| least(*family, n));
        let factor = four / one.max(SECONDS_MIN);
        println!("{what}: {one:.3} s, {two:.3} s, {four:.3} s, {factor:.1}");
        if factor > FACTOR_MAX {
            slow.push(format!("{what}: {one:.3} s, {two:.3} s, {four:.3} s"));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

#[test]
fn a_hundred_reports_are_shown_and_the_rest_is_counted() {
    let mut library = Library::new();
    let text = lines("tiles:\n  a: { worth: 1 }\n  b:\n    worth: 1\n", 2_000, |at| {
        format!("    k{at}y: 1\n")
    });
    let files =
        [("pack.yaml", MANIFEST.to_owned()), ("game.yaml", GAME.to_owned()), ("x.yaml", text)];
    library.add_memory("p", files.map(|(path, text)| (path.into(), text.into_bytes())).to_vec());
    let opened = check(&library, &["p"]);
    let report = |form| render(&opened.diags, &opened.sources, form);
    let human = report(Format::Human { colour: false });
    assert_eq!(human.matches("error[S001]").count(), 100, "{human}");
    assert!(human.contains("\nand 1,900 more: 1,900 S001\n\n2000 errors in 1 file\n"), "{human}");
    let github = report(Format::Github);
    assert_eq!(github.lines().count(), 101, "{github}");
    assert!(github.ends_with("::error title=more::and 1,900 more: 1,900 S001\n"), "{github}");
    // Formats for programs contain everything.
    assert_eq!(report(Format::Json).matches("\"S001\"").count(), 2_000);
}
