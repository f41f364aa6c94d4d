//! Diagnostics in all their formats.

use super::{Diagnostic, Format, Level, ordered, render, similar, summary, suppress};
use crate::source::{FileId, SourceFile, Sources, Span};

const TILES: &str = "\
harbour:
  cost: { wood: 2, fihs: 1 }
  wörk: 'é'
mill:
  cost: { wood: 2 }
";

fn sources(files: &[(&str, &str)]) -> Sources {
    let mut sources = Sources::default();
    for (path, text) in files {
        let pack = path.split('/').next().unwrap_or_default().to_owned();
        sources.add(SourceFile { pack, path: (*path).to_owned(), text: (*text).to_owned() });
    }
    sources
}

/// The place of the first `part` in a file.
fn place(sources: &Sources, file: u32, part: &str) -> Span {
    let file = FileId(file);
    let start = sources.file(file).text.find(part).expect("part of the text") as u32;
    Span { file, start, end: start + part.len() as u32 }
}

fn human(diags: &[Diagnostic], sources: &Sources) -> String {
    render(diags, sources, Format::Human { colour: false })
}

/// Two files, one diagnostic without a place, one duplicate.
fn sample() -> (Sources, Vec<Diagnostic>) {
    let sources =
        sources(&[("hello/tiles.yaml", TILES), ("extra/patch.yaml", "wood: 3\r\nx: 1\r\n")]);
    let fish = Diagnostic::error("P012", "unknown resource `fihs`", place(&sources, 0, "fihs"), "")
        .help("a resource with a similar name exists: `fish`");
    let patch =
        Diagnostic::warning("L004", "set twice", place(&sources, 1, "wood"), "patched here")
            .and(place(&sources, 0, "wood"), "set here")
            .and(place(&sources, 0, "'é'"), "not this")
            .note("the later layer wins");
    let lost = Diagnostic::placeless("L001", "no pack `hello` in 50% of folders").help("add one");
    (sources, vec![fish.clone(), patch, fish, lost])
}

#[test]
fn people_see_the_text_with_marks() {
    let (sources, diags) = sample();
    insta::assert_snapshot!(human(&diags, &sources), @r"
    warning[L004]: set twice
     --> extra/patch.yaml:1:1
      |
    1 | wood: 3
      | ^^^^ patched here
      |
     ::: hello/tiles.yaml:2:11
      |
    2 |   cost: { wood: 2, fihs: 1 }
      |           ---- set here
    3 |   wörk: 'é'
      |         --- not this
      |
      = note: the later layer wins

    error[P012]: unknown resource `fihs`
     --> hello/tiles.yaml:2:20
      |
    2 |   cost: { wood: 2, fihs: 1 }
      |                    ^^^^
      |
    help: a resource with a similar name exists: `fish`

    error[L001]: no pack `hello` in 50% of folders
     |
     = help: add one

    2 errors, 1 warning in 2 files
    ");
    let coloured = render(&diags, &sources, Format::Human { colour: true });
    assert!(coloured.contains("\u{1b}["));
    assert_eq!(human(&[], &sources), "");
    assert_eq!(summary(&[], &sources), "no problems");
}

#[test]
fn spans_of_several_lines_and_of_no_length_are_shown() {
    let sources = sources(&[("hello/tiles.yaml", TILES)]);
    let whole = Span { file: FileId(0), start: 0, end: 41 };
    let diag = |span| Diagnostic::error("S002", "missing key", span, "here");
    let end = Span::at(FileId(0), TILES.len() as u32);
    insta::assert_snapshot!(
        human(&[diag(whole), diag(Span::at(FileId(0), 8)), diag(end)], &sources),
        @r#"
    error[S002]: missing key
     --> hello/tiles.yaml:1:1
      |
    1 | / harbour:
    2 | |   cost: { wood: 2, fihs: 1 }
    3 | |   wörk: 'é'
      | |___^ here

    error[S002]: missing key
     --> hello/tiles.yaml:1:9
      |
    1 | harbour:
      |         ^ here

    error[S002]: missing key
     --> hello/tiles.yaml:6:1
      |
    6 |
      | ^ here

    3 errors in 1 file
    "#
    );
}

#[test]
fn long_lines_are_cut_around_the_mark() {
    let text = format!("a: [{} fihs, {}]\n", "wood, ".repeat(100), "stone, ".repeat(100));
    let sources = sources(&[("hello/long.yaml", &text)]);
    let diag = Diagnostic::error("P012", "unknown", place(&sources, 0, "fihs"), "not declared");
    insta::assert_snapshot!(human(&[diag], &sources), @r#"
    error[P012]: unknown
     --> hello/long.yaml:1:606
      |
    1 | ...od, wood, wood, wood, wood, wood, wood,  fihs, stone, stone, stone, stone, stone, stone, stone, ston...
      |                                             ^^^^ not declared

    1 error in 1 file
    "#);
}

#[test]
fn scripts_get_json() {
    let (sources, diags) = sample();
    insta::assert_snapshot!(render(&diags[..2], &sources, Format::Json), @r#"
    {
      "diagnostics": [
        {
          "code": "L004",
          "column": 1,
          "end_column": 5,
          "end_line": 1,
          "file": "extra/patch.yaml",
          "help": null,
          "label": "patched here",
          "level": "warning",
          "line": 1,
          "message": "set twice",
          "notes": [
            "the later layer wins"
          ],
          "others": [
            {
              "column": 11,
              "end_column": 15,
              "end_line": 2,
              "file": "hello/tiles.yaml",
              "label": "set here",
              "line": 2
            },
            {
              "column": 9,
              "end_column": 12,
              "end_line": 3,
              "file": "hello/tiles.yaml",
              "label": "not this",
              "line": 3
            }
          ]
        },
        {
          "code": "P012",
          "column": 20,
          "end_column": 24,
          "end_line": 2,
          "file": "hello/tiles.yaml",
          "help": "a resource with a similar name exists: `fish`",
          "label": "",
          "level": "error",
          "line": 2,
          "message": "unknown resource `fihs`",
          "notes": [],
          "others": []
        }
      ],
      "errors": 1,
      "warnings": 1
    }
    "#);
    let placeless = render(&diags[3..], &sources, Format::Json);
    assert!(placeless.contains("\"file\": null"), "{placeless}");
}

#[test]
fn workflows_get_commands() {
    let (sources, diags) = sample();
    insta::assert_snapshot!(render(&diags, &sources, Format::Github), @r"
    ::warning file=extra/patch.yaml,line=1,col=1,endLine=1,endColumn=5,title=L004::set twice: patched here%0Ahello/tiles.yaml:2:11: set here%0Ahello/tiles.yaml:3:9: not this%0Anote: the later layer wins
    ::error file=hello/tiles.yaml,line=2,col=20,endLine=2,endColumn=24,title=P012::unknown resource `fihs`%0Ahelp: a resource with a similar name exists: `fish`
    ::error title=L001::no pack `hello` in 50%25 of folders%0Ahelp: add one
    ");
}

#[test]
fn code_hosts_get_sarif() {
    let (sources, mut diags) = sample();
    diags.push(Diagnostic::error("Y003", "duplicate key", place(&sources, 0, "mill"), "again"));
    let text = render(&diags, &sources, Format::Sarif);
    let log: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(4));
    assert_eq!(run["tool"]["driver"]["rules"].as_array().map(Vec::len), Some(4));
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    insta::assert_snapshot!(format!("{:#}", run["results"][1]), @r#"
    {
      "level": "error",
      "locations": [
        {
          "physicalLocation": {
            "artifactLocation": {
              "uri": "hello/tiles.yaml"
            },
            "region": {
              "endColumn": 24,
              "endLine": 2,
              "startColumn": 20,
              "startLine": 2
            }
          }
        }
      ],
      "message": {
        "text": "unknown resource `fihs`\nhelp: a resource with a similar name exists: `fish`"
      },
      "relatedLocations": [],
      "ruleId": "P012"
    }
    "#);
}

#[test]
fn order_follows_the_text() {
    let (sources, diags) = sample();
    let codes: Vec<&str> = ordered(&diags, &sources).iter().map(|diag| diag.code).collect();
    assert_eq!(codes, ["L004", "P012", "L001"]);
    assert_eq!(summary(&diags, &sources), "2 errors, 1 warning in 2 files");
}

#[test]
fn only_likely_names_are_offered() {
    let known = ["fish", "wood", "stone", "old_mill", "on_build", "a"];
    let guess = |name| similar(name, known.into_iter());
    assert_eq!(guess("fihs"), Some("fish"));
    assert_eq!(guess("Fish"), Some("fish"));
    assert_eq!(guess("mill_old"), Some("old_mill"));
    assert_eq!(guess("on-build"), Some("on_build"));
    assert_eq!(guess("stones"), Some("stone"));
    assert_eq!(guess("word"), Some("wood"));
    assert_eq!(guess("gold"), None);
    assert_eq!(guess("b"), None);
    assert_eq!(guess("mill"), None);
    assert_eq!(guess(""), None);
}

#[test]
fn warnings_can_be_allowed_with_a_reason() {
    let text = "\
a: 1 # allow(G012): meant so
# allow(G012): above
# allow(G013): both
b: '# allow(G012): no comment'
c: 2 # allow(G012)
d: 3 # allow(G012): nothing here
e: 4 # allow(G099): an error
f: 5
";
    let sources = sources(&[("hello/tiles.yaml", text)]);
    let warn =
        |code, key| Diagnostic::warning(code, format!("odd `{key}`"), place(&sources, 0, key), "");
    let diags = vec![
        warn("G012", "a: 1"),
        warn("G012", "b:"),
        warn("G013", "b:"),
        warn("G012", "c:"),
        warn("G012", "f:"),
        Diagnostic::error("G099", "bad `e`", place(&sources, 0, "e: 4"), ""),
        Diagnostic::placeless("G012", "nowhere"),
    ];
    let kept = suppress(diags, &sources);
    let told: Vec<String> = ordered(&kept, &sources)
        .iter()
        .map(|diag| {
            let line = diag.primary.as_ref().map_or(0, |label| sources.line_col(label.span).0);
            format!("{line} {} {} {}", diag.level.word(), diag.code, diag.message)
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    5 warning Y015 `G012` is allowed without a reason
    6 warning Y016 no warning `G012` here to be allowed
    7 error G099 bad `e`
    7 warning Y016 no warning `G099` here to be allowed
    8 warning G012 odd `f:`
    0 error G012 nowhere
    ");
    assert!(kept.iter().any(|diag| diag.level == Level::Error && diag.code == "G099"));
}

#[test]
fn every_code_is_listed_once_and_explained() {
    let mut codes: Vec<&str> = super::codes::all().map(|info| info.code).collect();
    codes.sort_unstable();
    let n_codes = codes.len();
    codes.dedup();
    assert_eq!(codes.len(), n_codes);
    assert!(super::codes::all().all(|info| !info.text.is_empty() && !info.title.ends_with('.')));
}
