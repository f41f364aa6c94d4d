//! Reading: trees with the text of each node, and diagnostics.

use super::{Kind, Node, comments, decode, read};
use crate::diag::{Diagnostic, Format, render};
use crate::source::{FileId, SourceFile, Sources};

pub(super) fn source(text: &str) -> (Sources, FileId) {
    let mut sources = Sources::default();
    let (pack, path) = ("hello".to_owned(), "hello/tiles.yaml".to_owned());
    let file = sources.add(SourceFile { pack, path, text: text.to_owned() });
    (sources, file)
}

/// One line per node: its kind, and its text in `<>`.
fn tree(text: &str) -> String {
    let (sources, file) = source(text);
    let mut diags = vec![];
    let node = read(&sources, file, &mut diags);
    assert_eq!(diags, [], "{}", render(&diags, &sources, Format::Human { colour: false }));
    let mut shown = String::new();
    show(&sources, &node.expect("readable"), 0, &mut shown);
    shown
}

fn show(sources: &Sources, node: &Node, depth: usize, shown: &mut String) {
    let text = sources.slice(node.span).escape_debug();
    let indent = "  ".repeat(depth);
    let kind = match &node.kind {
        Kind::Seq(_) => "Seq".to_owned(),
        Kind::Map(_) => "Map".to_owned(),
        other => format!("{other:?}"),
    };
    shown.push_str(&format!("{indent}{kind} <{text}>\n"));
    for item in node.as_seq().unwrap_or_default() {
        show(sources, item, depth + 1, shown);
    }
    for entry in node.as_map().map(|map| map.entries.as_slice()).unwrap_or_default() {
        let key = sources.slice(entry.key_span);
        shown.push_str(&format!("{indent}  {} <{key}>:\n", entry.key));
        show(sources, &entry.value, depth + 2, shown);
    }
}

fn report(text: &str) -> String {
    let (sources, file) = source(text);
    let mut diags = vec![];
    read(&sources, file, &mut diags);
    render(&diags, &sources, Format::Human { colour: false })
}

fn kind(text: &str) -> Kind {
    let (sources, file) = source(&format!("k: {text}\n"));
    let mut diags: Vec<Diagnostic> = vec![];
    let node = read(&sources, file, &mut diags).expect("readable");
    assert_eq!(diags, []);
    node.as_map().and_then(|map| map.get("k")).expect("entry").kind.clone()
}

#[test]
fn scalars_have_no_surprises() {
    for text in [
        "yes",
        "no",
        "on",
        "off",
        "y",
        "True",
        "NULL",
        "0x10",
        "0o7",
        "1_000",
        "012",
        "-012",
        "1.2.3",
        "1-2",
        "e3",
        "1e",
        "12:30",
        "2024-01-01",
        ".",
        "+",
        "1,5",
        "'1'",
        "\"true\"",
    ] {
        assert!(matches!(kind(text), Kind::Text(_)), "{text}: {:?}", kind(text));
    }
    for text in ["1.5", ".5", "5.", "-1.5e3", "1e3", "1E-3", ".inf", "-.inf", ".nan", "012.5"] {
        assert_eq!(kind(text), Kind::Real(text.to_owned()));
    }
    for (text, number) in [("0", 0), ("-7", -7), ("+7", 7), ("9223372036854775807", i64::MAX)] {
        assert_eq!(kind(text), Kind::Int(number));
    }
    for text in ["", "~", "null"] {
        assert_eq!(kind(text), Kind::Null);
    }
    assert_eq!([kind("true"), kind("false")], [Kind::Bool(true), Kind::Bool(false)]);
    assert_eq!(kind("'it''s'"), Kind::Text("it's".to_owned()));
}

#[test]
fn spans_cover_what_was_written() {
    insta::assert_snapshot!(tree(PLACES), @r#"
    Map <ñame: \"Hafen é\"   # quoted\n\'on\': \'it\'\'s\' # single\ncost: { wood: 2, fish: } # flow\nlist:\n- -1\n- - a\n  - b # c\nnested:\n  - x: é f  # plain\n    y:\n  -\ntext: |\n  one\n   two>
      ñame <ñame>:
        Text("Hafen é") <\"Hafen é\">
      on <'on'>:
        Text("it's") <\'it\'\'s\'>
      cost <cost>:
        Map <{ wood: 2, fish: }>
          wood <wood>:
            Int(2) <2>
          fish <fish>:
            Null <>
      list <list>:
        Seq <- -1\n- - a\n  - b>
          Int(-1) <-1>
          Seq <- a\n  - b>
            Text("a") <a>
            Text("b") <b>
      nested <nested>:
        Seq <- x: é f  # plain\n    y:\n  ->
          Map <x: é f  # plain\n    y:>
            x <x>:
              Text("é f") <é f>
            y <y>:
              Null <>
          Null <>
      text <text>:
        Text("one\n two\n") <one\n   two>
    "#);
}

const PLACES: &str = "\
ñame: \"Hafen é\"   # quoted
'on': 'it''s' # single
cost: { wood: 2, fish: } # flow
list:
- -1
- - a
  - b # c
nested:
  - x: é f  # plain
    y:
  -
text: |
  one
   two

# done
";

#[test]
fn odd_line_ends_and_empty_files_are_read() {
    insta::assert_snapshot!(tree("a: b\r\nc:\r\n  - \"d\"\r\n"), @r#"
    Map <a: b\r\nc:\r\n  - \"d\">
      a <a>:
        Text("b") <b>
      c <c>:
        Seq <- \"d\">
          Text("d") <\"d\">
    "#);
    insta::assert_snapshot!(tree(""), @"Null <>");
    insta::assert_snapshot!(tree("# nothing\n"), @"Null <>");
    insta::assert_snapshot!(tree("%YAML 1.2\n---\n[a: 1]\n...\n"), @r#"
    Seq <[a: 1]>
      Map <a: 1>
        a <a>:
          Int(1) <1>
    "#);
}

#[test]
fn all_recoverable_problems_are_found_at_once() {
    insta::assert_snapshot!(report(MANY), @r"
    error[Y004]: anchors are not supported
     --> hello/tiles.yaml:1:7
      |
    1 | wood: &w 2
      |       ^^ a YAML anchor
      |
    help: remove it; put text that starts with `&` in quotes

    error[Y005]: aliases are not supported
     --> hello/tiles.yaml:2:7
      |
    2 | fish: *w
      |       ^^ a YAML alias
      |
    help: write the value out here; put text that starts with `*` in quotes

    error[Y006]: merge keys are not supported
     --> hello/tiles.yaml:3:1
      |
    3 | <<: { a: 1 }
      | ^^ merge key
      |
    help: write the entries out here

    error[Y003]: duplicate key `wood`
     --> hello/tiles.yaml:4:1
      |
    1 | wood: &w 2
      | ---- set here first
    ...
    4 | wood: !!int 3
      | ^^^^ set a second time
      |
    help: remove or rename one of the two

    error[Y007]: tags are not supported
     --> hello/tiles.yaml:4:7
      |
    4 | wood: !!int 3
      |       ^^^^^ a YAML tag
      |
    help: remove it; put text that starts with `!` in quotes

    error[Y009]: a key must be text, not a list
     --> hello/tiles.yaml:5:1
      |
    5 | [a, b]: 4
      | ^^^^^^ used as a key
      |
    help: put the key in quotes if it is meant as text

    error[Y014]: whole number out of range
     --> hello/tiles.yaml:6:6
      |
    6 | big: 99999999999999999999
      |      ^^^^^^^^^^^^^^^^^^^^ numbers go from -1000000000 to 1000000000
      |
    help: if it is not meant as a number, put it in quotes

    error[Y008]: more than one document in a file
     --> hello/tiles.yaml:7:1
      |
    7 | ---
      | ^^^ a second one starts here
      |
    help: move what follows to a file of its own

    8 errors in 1 file
    ");
}

const MANY: &str = "\
wood: &w 2
fish: *w
<<: { a: 1 }
wood: !!int 3
[a, b]: 4
big: 99999999999999999999
---
rest: 1
";

#[test]
fn broken_text_is_told_in_plain_words() {
    let cases = [
        "a:\n\tb: 1\n",
        "a:\n  b:\t1\n",
        "a: b: c\n",
        "a: 'open\nb: c\n",
        "a: \"x\" y\n",
        "a: \"\\q\"\n",
        "a: [1, 2\nb: 3\n",
        "a: }\n",
        "a: @x\n",
        "  a: b\n c: d\n",
        "a: 1\n  b: 2\n",
        "a: *nobody\n",
        "a: 1\nb\nc: 2\n",
        "a: \u{7}\n",
    ];
    let told: Vec<String> = cases
        .iter()
        .map(|text| {
            let (sources, file) = source(text);
            let mut diags = vec![];
            assert_eq!(read(&sources, file, &mut diags), None, "{text:?}");
            let told = diags.iter().map(|diag| {
                let span = diag.primary.as_ref().expect("place").span;
                let (line, column) = sources.line_col(span);
                let help = diag.help.as_deref().unwrap_or_default();
                format!("{} {line}:{column} {}; {help}", diag.code, diag.message)
            });
            told.collect::<Vec<_>>().join("\n")
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r#"
    Y002 2:1 tab where spaces are expected; use spaces, two for each level
    Y002 2:5 tab where spaces are expected; use spaces, two for each level
    Y001 1:5 a `:` where no key can stand; put a value that contains `: ` in quotes, or start a new line for a new key
    Y001 1:4 quoted text has no end; close it with the quote it starts with
    Y001 1:8 text goes on after its closing quote; put the quotes around the whole value
    Y001 1:4 unknown escape in quoted text; write `\\` for a backslash, or use single quotes, where it means itself
    Y001 2:2 list or mapping in brackets has no proper end; check that each `[` and `{` has its partner and that items are separated by `,`
    Y001 1:4 bracket that was never opened; remove it
    Y001 1:4 a value cannot start with this character; put the value in quotes
    Y001 2:2 this line does not fit the lines above it; start the entries of one mapping or list in the same column
    Y001 2:4 a `:` where no key can stand; put a value that contains `: ` in quotes, or start a new line for a new key
    Y005 1:4 aliases are not supported; write the value out here; put text that starts with `*` in quotes
    Y001 3:1 expected `key: value`; write a `:` and a space behind the key, or quote a text of several lines
    Y001 1:4 control character in the text; remove it; editors may not show it
    "#);
}

#[test]
fn bounds_hold() {
    let deep = "[".repeat(65);
    insta::assert_snapshot!(report(&deep), @r#"
    error[Y011]: nested more than 64 levels deep
     --> hello/tiles.yaml:1:65
      |
    1 | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
      |                                                                 ^ one level too many
      |
    help: give inner parts a name and a place of their own

    1 error in 1 file
    "#);
    assert!(report(&"[".repeat(500_000)).contains("Y011"));
    assert!(report(&"- ".repeat(500_000)).contains("Y011"));
    assert!(report(&format!("[{}]", "1,".repeat(200_001))).contains("Y012"));
    assert!(report(&"#".repeat(super::FILE_SIZE_MAX + 1)).contains("Y010"));
    let many = report(&format!("[{}]", "!a 1,".repeat(1_000)));
    assert!(many.ends_with("200 errors in 1 file\n"), "{many}");
    let nested = format!("{}1{}", "[".repeat(64), "]".repeat(64));
    assert_eq!(report(&nested), "");
}

#[test]
fn bytes_become_text_or_a_report() {
    assert_eq!(decode(b"\xef\xbb\xbfa: 1\r\n"), Ok("a: 1\r\n".to_owned()));
    let told = |bytes: &[u8]| {
        let (pack, path) = ("hello".to_owned(), "hello/tiles.yaml".to_owned());
        let text = String::from_utf8_lossy(bytes).into_owned();
        let mut sources = Sources::default();
        let file = sources.add(SourceFile { pack, path, text });
        let diag = decode(bytes).expect_err("a report").report("hello/tiles.yaml", file);
        render(&[diag], &sources, Format::Human { colour: false })
    };
    insta::assert_snapshot!(told(b"a: 1\nb: \xff\n"), @r#"
    error[L003]: `hello/tiles.yaml` is not UTF-8 text on line 2
     --> hello/tiles.yaml:2:4
      |
    2 | b: �
      |    ^ the first byte that does not fit
      |
    help: save the file with the encoding UTF-8

    1 error in 1 file
    "#);
    assert!(told(b"\xff\xfea\0").contains("UTF-16"));
}

#[test]
fn comments_are_told_from_values() {
    let text = "\
# one
a: \"# no\" # two
b: it's # three
c: x#no
d: |
  # no
# four
e: 'a
  # no' # five
f: [1, # six
  2]
";
    let found: Vec<(u32, &str, bool)> =
        comments(text).iter().map(|comment| (comment.line, comment.text, comment.alone)).collect();
    assert_eq!(
        found,
        [
            (1, "# one", true),
            (2, "# two", false),
            (3, "# three", false),
            (7, "# four", true),
            (9, "# five", false),
            (10, "# six", false),
        ]
    );
}

#[test]
fn expressions_and_texts_without_quotes_are_told() {
    let help = |text: &str| {
        let report = report(text);
        let lines =
            report.lines().filter(|line| line.starts_with("error") || line.starts_with("help"));
        lines.collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(help("gain: { vp: max(me.wood, me.fish) + 1, fish: 2 }"), @r#"
    error[E017]: inside `{ }` a comma ends the value
    help: put the expression in quotes: `"max(me.wood, me.fish) + 1"`
    "#);
    insta::assert_snapshot!(help("by: [at(it.slot, 1, 2), 3]"), @r#"
    error[E017]: inside `[ ]` a comma ends the value
    help: put the expression in quotes: `"at(it.slot, 1, 2)"`
    "#);
    insta::assert_snapshot!(help("gain: { vp: me['wood'] }"), @r#"
    error[Y001]: a `[` in the middle of a value
    help: put an expression with `[`, `{` or `,` in quotes: `"me['wood']"`
    "#);
    insta::assert_snapshot!(help("note: {me} gains a fish"), @r#"
    error[Y001]: text goes on after a closing `}`
    help: a text that begins with `{` goes in quotes: `"{me} gains a fish"`
    "#);
    assert_eq!(help("{ name: Mill (old, text: \"new)\" }"), "");
}

#[test]
fn a_last_comma_does_not_shorten_a_value() {
    let shown = tree("a: {\n  b: 1, # c\n  # d\n}\nc: [1, ]\n");
    assert!(shown.contains("Map <{\\n  b: 1, # c\\n  # d\\n}>"), "{shown}");
    assert!(shown.contains("Seq <[1, ]>"), "{shown}");
}
