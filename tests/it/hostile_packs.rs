//! Packs made to do harm: by their size, their characters, their names, their numbers. Each line
//! says what is hostile and what is expected: the code that is reported, or "plays".

use boardwright_packs::library::Library;
use boardwright_tests::endure;

const MANIFEST: &str = "id: p\ntitle: P\nplayers: { min: 2, max: 2 }\n";
const GAME: &str = "\
resources: { vp: { score: true }, wood: { start: 3 } }
kinds: { tile: { zone: box, attributes: { worth: number } } }
zones: { box: {}, hand: { held_by: seat } }
lines: { hand: {} }
tiles: { mill: { worth: 1, count: 2 }, inn: { worth: 2 } }
procedures:
  take:
    do:
      - pick: { from: box, ask: which? }
        as: what
      - move: { what: what, to: me.hand }
play:
  - each: { as_seat: all, do: [{ call: take }] }
  - gain: { vp: 1 }
  - lose: { wood: 1 }
  - score: { hand: \"sum(me.hand, it.worth)\" }
";

/// A valid pack, with files added or replaced.
fn pack(more: &[(&str, &[u8])]) -> Library {
    let mut files: Vec<(String, Vec<u8>)> =
        vec![("pack.yaml".into(), MANIFEST.into()), ("game.yaml".into(), GAME.into())];
    for (path, bytes) in more {
        files.retain(|(old, _)| old != path);
        files.push(((*path).into(), bytes.to_vec()));
    }
    let mut library = Library::new();
    library.add_memory("p", files);
    library
}

/// Checks that a pack with one more file gets a code, or plays.
fn expect(cases: &[(&str, &str, String, &str)]) {
    let mut wrong = vec![];
    for (what, path, text, expected) in cases {
        let library = pack(&[(path, text.as_bytes())]);
        wrong.extend(judge(what, &library, &["p"], expected));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn judge(what: &str, library: &Library, packs: &[&str], expected: &str) -> Option<String> {
    let (told, plays) = endure(library, packs, 1);
    let mut codes: Vec<&str> = told.iter().map(|diag| diag.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let good = match expected {
        "plays" => plays,
        code => codes.contains(&code),
    };
    (!good).then(|| format!("{what}: expected {expected}, told {codes:?}, plays {plays}"))
}

/// A line with a text inserted.
fn line(before: &str, text: &str, after: &str) -> String {
    format!("{before}{text}{after}\n")
}

#[test]
fn yaml_that_wants_to_be_large() {
    let laughs: String =
        (1..9).map(|n| format!("l{n}: &l{n} [{}]\n", format!("*l{}, ", n - 1).repeat(9))).collect();
    expect(&[
        ("a bomb of aliases", "x.yaml", format!("l0: &l0 [lol]\n{laughs}"), "Y005"),
        ("an anchor that contains itself", "x.yaml", "a: &a [*a]\n".into(), "Y005"),
        ("merge keys", "x.yaml", "a: { <<: { b: 1 } }\n".into(), "Y006"),
        (
            "a tag that runs code elsewhere",
            "x.yaml",
            "a: !!python/object/apply:os.system [ls]\n".into(),
            "Y007",
        ),
        ("lists in lists", "x.yaml", line("a: ", &"[".repeat(10_000), &"]".repeat(10_000)), "Y011"),
        (
            "mappings in mappings",
            "x.yaml",
            line("", &"{ a: ".repeat(10_000), &"}".repeat(10_000)),
            "Y011",
        ),
        (
            "blocks in blocks",
            "x.yaml",
            (0..200).map(|n| format!("{}a:\n", " ".repeat(n))).collect(),
            "Y011",
        ),
        ("brackets that never close", "x.yaml", line("a: ", &"[".repeat(60), ""), "Y001"),
        ("quotes that never close", "x.yaml", line("a: \"", &"x".repeat(100_000), ""), "Y001"),
        ("too many values", "x.yaml", line("a: [", &"1,".repeat(200_001), "1]"), "Y012"),
        ("too large a file", "x.yaml", line("# ", &"x".repeat(1 << 20), ""), "Y010"),
        (
            "a text too long",
            "x.yaml",
            line("tiles: { big: { name: ", &"x".repeat(65_536), " } }"),
            "Y018",
        ),
        ("a key too long", "x.yaml", line("", &"x".repeat(65_536), ": 1"), "Y018"),
        ("a number of a million digits", "x.yaml", line("a: ", &"9".repeat(900_000), ""), "Y014"),
        ("documents without an end", "x.yaml", "---\n".repeat(10_000), "Y008"),
        ("one key ten thousand times", "x.yaml", "a: 1\n".repeat(10_000), "Y003"),
        ("open brackets with commas", "x.yaml", line("a: [", &"(, ".repeat(20_000), "1]"), "N005"),
        ("a comment and nothing else", "x.yaml", line("#", &"#".repeat(100_000), ""), "plays"),
        ("only blanks", "x.yaml", " \n".repeat(10_000), "plays"),
        ("an empty file", "x.yaml", String::new(), "plays"),
    ]);
}

#[test]
fn letters_that_are_none() {
    let named = |name: &str| format!("tiles: {{ x: {{ worth: 1, name: {name} }} }}\n");
    let mut cases = vec![
        ("a raw escape", "x.yaml", named("A\u{1b}[2J"), "Y001"),
        ("a zero byte", "x.yaml", named("A\0"), "Y001"),
        ("an escape in quotes", "x.yaml", named("\"A\\e]52;c;eA==\\a\""), "Y017"),
        ("an eight-bit control", "x.yaml", named("\"A\\x9b2J\""), "Y017"),
        ("carriage return", "x.yaml", named("\"A\\rB\""), "Y017"),
        ("backspaces", "x.yaml", named("\"A\\b\\b\\b\""), "Y017"),
        ("right to left", "x.yaml", named("A\u{202e}lliM"), "Y017"),
        ("an isolate", "x.yaml", named("A\u{2066}x"), "Y017"),
        ("no width", "x.yaml", named("A\u{200b}B"), "Y017"),
        ("a line separator", "x.yaml", named("A\u{2028}B"), "Y017"),
        ("letters of tags", "x.yaml", named("A\u{e0041}\u{e007f}"), "Y017"),
        ("a hidden key", "x.yaml", "tiles: { \"x\\u200b\": { worth: 1 } }\n".into(), "Y017"),
        ("a name over two lines", "x.yaml", named("\"A\\nerror: forged\""), "Y017"),
        (
            "a question with an escape",
            "x.yaml",
            "procedures: { q: { do: [{ pick: { from: box, ask: \"\\e[1m?\" }, as: x }] } }\n"
                .into(),
            "Y017",
        ),
        ("marks on marks", "x.yaml", named(&format!("A{}", "\u{301}".repeat(5_000))), "plays"),
        ("joined pictures", "x.yaml", named("\u{1f469}\u{200d}\u{1f33e}"), "plays"),
        ("a name of blanks", "x.yaml", named("\"   \""), "plays"),
        ("an empty name", "x.yaml", named("\"\""), "plays"),
        ("a name of ten thousand letters", "x.yaml", named(&"é".repeat(10_000)), "plays"),
        ("a name like a gap", "x.yaml", named("\"{me} {0} %s {\""), "plays"),
        ("Hangul fillers", "x.yaml", named("\u{3164}"), "Y017"),
    ];
    let bytes = |what, bytes: &[u8], code| judge(what, &pack(&[("x.yaml", bytes)]), &["p"], code);
    let wrong: Vec<String> = [
        bytes("bytes that are no text", b"tiles: \xff\xfe\n", "L003"),
        bytes("UTF-16", b"\xff\xfea\0:\0 \x001\0", "L003"),
        bytes("half a letter at the end", b"a: \xe6\x97", "L003"),
        bytes("a mark at the start", b"\xef\xbb\xbftiles: {}\n", "plays"),
        bytes("old line ends", b"tiles:\r\n  x: { worth: 1 }\r\n", "plays"),
    ]
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    cases.retain(|case| !case.0.is_empty());
    expect(&cases);
}

/// Named sets, each defined by the next.
fn sets(n: usize, of: &str) -> String {
    let one = |at: usize| format!("  s{at}: \"{}\"\n", of.replace("SET", &format!("s{}", at + 1)));
    let all: String = (0..n).map(one).collect();
    format!("sets:\n{all}  s{n}: seats()\n")
}

#[test]
fn names_and_numbers_at_the_edge() {
    let step = |step: &str| format!("procedures: {{ q: {{ do: [{step}] }} }}\n");
    expect(&[
        ("an empty id", "x.yaml", "tiles: { \"\": { worth: 1 } }\n".into(), "S005"),
        ("an id with blanks", "x.yaml", "tiles: { \"a b\": { worth: 1 } }\n".into(), "S005"),
        ("an id that climbs", "x.yaml", "tiles: { \"../../x\": { worth: 1 } }\n".into(), "S005"),
        ("an id of the engine", "x.yaml", "resources: { \"a/b\": {} }\n".into(), "S005"),
        ("a word of the language", "x.yaml", "resources: { me: {} }\n".into(), "N004"),
        ("an id with a hyphen", "x.yaml", "resources: { a-b: {}, a_b: {} }\n".into(), "S005"),
        (
            "a count beyond all",
            "x.yaml",
            "tiles: { x: { worth: 1, count: 1000000000 } }\n".into(),
            "G004",
        ),
        ("a negative count", "x.yaml", "tiles: { x: { worth: 1, count: -1 } }\n".into(), "G008"),
        (
            "a grid of a billion",
            "x.yaml",
            "spaces: { f: { grid: { columns: 26, rows: 99999999 } } }\n".into(),
            "G004",
        ),
        (
            "a grid of nothing",
            "x.yaml",
            "spaces: { f: { grid: { columns: 0, rows: 0 } } }\n".into(),
            "plays",
        ),
        (
            "a grid wider than letters",
            "x.yaml",
            "spaces: { f: { grid: { columns: 1000, rows: 1 } } }\n".into(),
            "G004",
        ),
        (
            "slots without number",
            "x.yaml",
            "zones: { z: { order: row, slots: 1000000000 } }\n".into(),
            "S006",
        ),
        ("a start above all", "x.yaml", "resources: { r: { start: 1000000001 } }\n".into(), "S006"),
        ("the smallest number", "x.yaml", step("{ gain: { wood: -9223372036854775808 } }"), "E108"),
        (
            "a product beyond numbers",
            "x.yaml",
            step("{ gain: { wood: \"1000000000 * 1000000000 * 1000000000\" } }"),
            "plays",
        ),
        ("sets of sets, twice each", "x.yaml", sets(14, "both(SET, SET)"), "G004"),
        ("sets of sets without end", "x.yaml", sets(2_000, "where(SET, true)"), "E106"),
        ("division by zero", "x.yaml", step("{ gain: { wood: \"1 // 0 + 1 % 0\" } }"), "plays"),
        (
            "an expression too long",
            "x.yaml",
            step(&format!("{{ gain: {{ wood: \"{}1\" }} }}", "1 + ".repeat(3_000))),
            "E002",
        ),
        (
            "parentheses too deep",
            "x.yaml",
            step(&format!("{{ gain: {{ wood: \"{}1{}\" }} }}", "(".repeat(500), ")".repeat(500))),
            "E003",
        ),
        (
            "signs too deep",
            "x.yaml",
            step(&format!("{{ gain: {{ wood: \"{}1\" }} }}", "- ".repeat(900))),
            "E003",
        ),
        ("an open text in an expression", "x.yaml", step("{ gain: { wood: \"'x\" } }"), "E005"),
        (
            "steps too deep",
            "x.yaml",
            step(&format!(
                "{}{{ gain: {{ wood: 1 }} }}{}",
                "{ if: 'true', do: ".repeat(34),
                " }".repeat(34)
            )),
            "S111",
        ),
        ("a gap that never ends", "x.yaml", step("{ note: \"{me\" }"), "S112"),
        (
            "a thousand gaps",
            "x.yaml",
            step(&format!("{{ note: \"{}\" }}", "{me} ".repeat(1_000))),
            "plays",
        ),
        (
            "parameters without number",
            "x.yaml",
            format!(
                "procedures: {{ q: {{ params: {{ {} }}, do: [] }} }}\n",
                (0..300).map(|n| format!("a{n}: number")).collect::<Vec<_>>().join(", ")
            ),
            "G004",
        ),
        (
            "tags without number",
            "x.yaml",
            format!(
                "tiles: {{ x: {{ worth: 1, tags: [{}] }} }}\n",
                (0..5_000).map(|n| format!("t{n}")).collect::<Vec<_>>().join(", ")
            ),
            "plays",
        ),
        (
            "values in a circle",
            "x.yaml",
            "values: { a: { base: b }, b: { base: a } }\n".into(),
            "G016",
        ),
        (
            "a procedure that calls itself",
            "x.yaml",
            "procedures: { q: { do: [{ call: q }] } }\n".into(),
            "plays",
        ),
        (
            "a table by players for none",
            "x.yaml",
            "tiles: { x: { worth: 1, count: { 9: 1 } } }\n".into(),
            "S003",
        ),
        (
            "a section of another tool",
            "x.yaml",
            "panels: { a: { show: [nothing] } }\n".into(),
            "N005",
        ),
    ]);
}

#[test]
fn layers_manifests_and_tests_written_to_harm() {
    let manifest = |more: &str| format!("{MANIFEST}{more}");
    let options: String = (0..200).map(|n| format!("  o{n}: {{ default: true }}\n")).collect();
    expect(&[
        (
            "like in a circle",
            "x.yaml",
            "tiles: { a: { like: b }, b: { like: a } }\n".into(),
            "L051",
        ),
        ("like itself", "x.yaml", "tiles: { a: { like: a } }\n".into(), "L051"),
        (
            "like in a long row",
            "x.yaml",
            format!(
                "tiles:\n{}",
                (0..200)
                    .map(|n| format!("  t{n}: {{ like: t{}, worth: 1 }}\n", n + 1))
                    .collect::<String>()
            ),
            "L051",
        ),
        ("patches of itself", "x.yaml", "patch: [{ at: tiles.mill, set: 1 }]\n".into(), "L035"),
        ("a manifest that is a list", "pack.yaml", "[id, p]\n".into(), "L012"),
        ("a manifest that is nothing", "pack.yaml", "~\n".into(), "L012"),
        ("a pack that extends itself", "pack.yaml", "id: p\ntitle: P\nextends: p\n".into(), "L021"),
        (
            "two packs of a thousand names",
            "pack.yaml",
            format!(
                "id: p\ntitle: P\nextends: [{}]\n",
                (0..1_000).map(|n| format!("a{n}")).collect::<Vec<_>>().join(", ")
            ),
            "L020",
        ),
        (
            "an id that climbs out",
            "pack.yaml",
            "id: ../../etc\ntitle: P\nplayers: { min: 2, max: 2 }\n".into(),
            "L013",
        ),
        (
            "players beyond the table",
            "pack.yaml",
            "id: p\ntitle: P\nplayers: { min: 0, max: 900 }\n".into(),
            "L017",
        ),
        (
            "a title over two lines",
            "pack.yaml",
            "id: p\ntitle: \"P\\nerror: forged\"\nplayers: { min: 2, max: 2 }\n".into(),
            "Y017",
        ),
        ("two hundred options", "pack.yaml", manifest(&format!("options:\n{options}")), "plays"),
        (
            "an option without a value",
            "pack.yaml",
            manifest("options: { o: { default: 1, values: [] } }\n"),
            "L018",
        ),
        (
            "a version beyond numbers",
            "pack.yaml",
            manifest("version: 99999999999999999999.0.0\n"),
            "L015",
        ),
        ("an engine of the future", "pack.yaml", manifest("engine: \">=99\"\n"), "L016"),
        ("a language that is a path", "text/..yaml", "phrases: { which?: x }\n".into(), "plays"),
        (
            "translations of nothing",
            "text/de.yaml",
            (0..3_000).map(|n| format!("tiles.x{n}.name: x\n")).collect(),
            "L061",
        ),
        (
            "a translation with an escape",
            "text/de.yaml",
            "phrases: { \"which?\": \"\\e[31m\" }\n".into(),
            "Y017",
        ),
        ("a scenario of another shape", "tests/x.yaml", "scenario: [1, { a: b }]\n".into(), "C001"),
        (
            "a scenario with an escape",
            "tests/x.yaml",
            "scenario: \"a\\e[2J\"\nsteps: []\n".into(),
            "Y017",
        ),
        (
            "a scenario of another game",
            "tests/x.yaml",
            "scenario: a\nsteps: [{ p1: fly }]\nexpect: { over: false }\n".into(),
            "C005",
        ),
        ("laws of another shape", "tests/laws.yaml", "laws: { a: 1 }\n".into(), "C001"),
        ("a golden game of bytes", "tests/golden/2p-seed1.txt", "\u{1b}[2J".into(), "plays"),
        ("a script that is not one", "scripts/x.luau", "\u{1b}[2J = = =".into(), "U001"),
        ("a script of nothing", "scripts/x.luau", String::new(), "U002"),
        ("files in a file's name", "a/../../x.yaml", "tiles: {}\n".into(), "plays"),
    ]);
}

#[test]
fn many_files_and_folders() {
    let files: Vec<(String, Vec<u8>)> =
        (0..5_001).map(|n| (format!("f{n}.yaml"), b"tiles: {}\n".to_vec())).collect();
    let mut library = Library::new();
    library.add_memory("p", files);
    assert_eq!(judge("no manifest, too many files", &library, &["p"], "L004"), None);
    let mut library = Library::new();
    for n in 0..200 {
        let text = format!("id: p{n}\ntitle: P\nextends: p{}\n", n + 1);
        library.add_memory(format!("p{n}"), vec![("pack.yaml".into(), text.into_bytes())]);
    }
    assert_eq!(judge("packs on packs", &library, &["p0"], "L005"), None);
}
