//! A small made-up entry, read, refused and described.

use super::{
    Body, Cx, Decode, Def, Docs, ExprText, Field, Name, OneOrMany, Pairs, Shape, Shaped, Spanned,
    Table, definitions, json_schema,
};
use boardwright_syntax::diag::{Format, render};
use boardwright_syntax::source::{SourceFile, Sources};
use boardwright_syntax::yaml::{Kind, Node, read};

crate::choice! {
    /// Who may see it.
    pub enum Visible {
        /// Everybody.
        All = "all",
        /// Only its owner.
        Owner = "owner",
        /// Nobody.
        None = "none",
    }
}

crate::shape! {
    /// A tile that can be built.
    ///
    /// It stands on the board.
    ///
    /// ```yaml
    /// harbour:
    ///   cost: { wood: 2 }
    /// ```
    pub struct Tile {
        /// What it costs.
        pub cost: Pairs<ExprText>,
        /// Who sees it.
        pub visible: Option<Visible>,
        /// How many there are.
        pub count: u32 = 1,
        /// When it may be built.
        pub condition as "if": Option<ExprText>,
        /// What it is.
        pub tags: Option<OneOrMany<Name>>,
        /// What it does.
        pub steps as "do": Vec<Step> = vec![],
        /// How it is shown.
        pub title: Option<Spanned<String>>,
        /// Where it leads.
        pub next: Option<Box<Tile>>,
    }
}

crate::shape! {
    /// Nothing to say.
    struct Resource {
        max: Option<i64>,
        /// Counts at the end.
        scores: bool = false,
        about: Option<Node>,
    }
}

/// A step as it will be written by hand: it may hold steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Step(Vec<Step>);

impl Shaped for Step {
    fn shape() -> Shape {
        Shape::def("Step", || Def {
            name: "Step",
            docs: Docs::new(&[" One step."]),
            body: Body::Record(vec![Field {
                key: "all",
                docs: Docs::new(&[" Does all of them."]),
                shape: Vec::<Step>::shape(),
                required: true,
                default: None,
            }]),
        })
    }
}

impl Decode for Step {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match node.as_map().and_then(|map| map.entry("all")) {
            Some(entry) => {
                cx.under("all", entry.key_span, |cx| Decode::decode(&entry.value, cx)).map(Step)
            }
            None => cx.wrong(node, &Self::shape()),
        }
    }
}

fn decode<T: Decode>(text: &str) -> (Option<T>, String) {
    let mut sources = Sources::default();
    let (pack, path) = ("hello".to_owned(), "hello/tiles.yaml".to_owned());
    let file = sources.add(SourceFile { pack, path, text: text.to_owned() });
    let mut cx = Cx::new(&sources);
    let node = read(&sources, file, &mut cx.diags).expect("YAML");
    let value = T::decode(&node, &mut cx);
    assert_eq!(value.is_none(), !cx.diags.is_empty());
    (value, render(&cx.diags, &sources, Format::Human { colour: false }))
}

fn good<T: Decode>(text: &str) -> T {
    let (value, report) = decode(text);
    assert_eq!(report, "");
    value.expect("value")
}

fn report<T: Decode>(text: &str) -> String {
    decode::<T>(text).1
}

#[test]
fn a_good_entry_is_read() {
    let tiles: Table<Tile> = good(
        "\
harbour:
  cost: { wood: 2, fish: \"count('mill') + 1\" }
  visible: owner
  if: true
  tags: coast
  title: Harbour
  do: [{ all: [{ all: [] }] }]
  next: { cost: {}, tags: [a, b_2], count: 3, visible: }
",
    );
    let tile = tiles.get("harbour").expect("harbour");
    assert_eq!(tile.visible, Some(Visible::Owner));
    assert_eq!(tile.count, 1);
    assert_eq!(tile.condition.as_ref().map(|text| text.text.as_str()), Some("true"));
    assert_eq!(tile.title.as_ref().map(|title| title.span.start), Some(107));
    assert_eq!(tile.tags.as_ref().map(|tags| tags.0.len()), Some(1));
    assert_eq!(tile.steps, [Step(vec![Step(vec![])])]);
    let next = tile.next.as_ref().expect("next");
    assert_eq!((next.count, next.visible), (3, None));
    let fish = tile.cost.get("fish").expect("fish");
    assert_eq!((fish.text.as_str(), fish.quoted), ("count('mill') + 1", true));
    assert_eq!(
        tile.cost.0.iter().map(|(key, _)| key.value.as_str()).collect::<Vec<_>>(),
        ["wood", "fish"]
    );
}

#[test]
fn places_inside_of_expressions_match() {
    let text = "a: \"é + fihs\"\nb: 'it''s'\nc: +12\nd: |\n  x + y\n";
    let pairs: Pairs<ExprText> = good(text);
    let place = |key: &str, start, end| {
        let span = pairs.get(key).expect("pair").place(start, end);
        &text[span.start as usize..span.end as usize]
    };
    assert_eq!(place("a", 5, 9), "fihs");
    assert_eq!(place("a", 5, 99), "é + fihs");
    assert_eq!(place("b", 0, 2), "it''s");
    assert_eq!(place("c", 1, 3), "12");
    assert_eq!(place("d", 4, 5), "y");
}

#[test]
fn all_mistakes_of_an_entry_are_told_at_once() {
    let text = "\
harbour:
  visibel: all
  count: \"2\"
  tags: [coast, Old Mill, 3]
  if: 1.5
";
    insta::assert_snapshot!(report::<Table<Tile>>(text), @r#"
    error[S002]: missing key `cost`
     --> hello/tiles.yaml:1:1
      |
    1 | harbour:
      | ^^^^^^^ lacks `cost`
      |
    help: add `cost:`, it takes a mapping

    error[S001]: unknown key `visibel`
     --> hello/tiles.yaml:2:3
      |
    2 |   visibel: all
      |   ^^^^^^^ not known here
      |
    help: a key with a similar name exists: `visible`

    error[S003]: `count` must be a whole number from 0 on, found text
     --> hello/tiles.yaml:3:10
      |
    3 |   count: "2"
      |          ^^^ text
      |
    help: remove the quotes to make it a number

    error[S005]: malformed name `Old Mill`
     --> hello/tiles.yaml:4:17
      |
    4 |   tags: [coast, Old Mill, 3]
      |                 ^^^^^^^^ small letters, digits and underscores, the first a letter
      |
    help: write `old_mill`

    error[S003]: each item of `tags` must be a name, found a whole number
     --> hello/tiles.yaml:4:27
      |
    4 |   tags: [coast, Old Mill, 3]
      |                           ^ a whole number

    error[S003]: `if` must be an expression or whole number, found a number with a fraction
     --> hello/tiles.yaml:5:7
      |
    5 |   if: 1.5
      |       ^^^ a number with a fraction
      |
    help: numbers are whole, there are no fractions

    6 errors in 1 file
    "#);
}

#[test]
fn other_mistakes_are_told_in_plain_words() {
    let text = "\
harbour: { cost: { wood: }, visible: ownr, count: -1 }
Mill: { csot: {}, title: 3, do: { all: [] } }
empty:
list:
- a
odd: { cost: {}, visible: 7, title: [a], colour: red }
";
    insta::assert_snapshot!(report::<Table<Tile>>(text), @r"
    error[S003]: `wood` must be an expression or whole number, found nothing
     --> hello/tiles.yaml:1:25
      |
    1 | harbour: { cost: { wood: }, visible: ownr, count: -1 }
      |                         ^ nothing

    error[S004]: unknown word `ownr`
     --> hello/tiles.yaml:1:38
      |
    1 | harbour: { cost: { wood: }, visible: ownr, count: -1 }
      |                                      ^^^^ `visible` must be `all`, `owner` or `none`
      |
    help: a similar word is known: `owner`

    error[S006]: `count` must be a whole number from 0 on, found -1
     --> hello/tiles.yaml:1:51
      |
    1 | harbour: { cost: { wood: }, visible: ownr, count: -1 }
      |                                                   ^^ below 0
      |
    help: write a number from 0 to 1000000000

    error[S005]: malformed name `Mill`
     --> hello/tiles.yaml:2:1
      |
    2 | Mill: { csot: {}, title: 3, do: { all: [] } }
      | ^^^^ small letters, digits and underscores, the first a letter
      |
    help: write `mill`

    error[S001]: unknown key `csot`
     --> hello/tiles.yaml:2:9
      |
    2 | Mill: { csot: {}, title: 3, do: { all: [] } }
      |         ^^^^ not known here
      |
    help: a key with a similar name exists: `cost`

    error[S003]: `title` must be text, found a whole number
     --> hello/tiles.yaml:2:26
      |
    2 | Mill: { csot: {}, title: 3, do: { all: [] } }
      |                          ^ a whole number
      |
    help: put it in quotes to make it text

    error[S003]: `do` must be a list, found a mapping
     --> hello/tiles.yaml:2:33
      |
    2 | Mill: { csot: {}, title: 3, do: { all: [] } }
      |                                 ^^^^^^^^^^^ a mapping
      |
    help: start each item with `- `, or write the items in `[ ]`

    error[S002]: missing key `cost`
     --> hello/tiles.yaml:3:1
      |
    3 | empty:
      | ^^^^^ lacks `cost`
      |
    help: add `cost:`, it takes a mapping

    error[S003]: `list` must be a mapping, found a list
     --> hello/tiles.yaml:5:1
      |
    5 | - a
      | ^^^ a list

    error[S003]: `visible` must be `all`, `owner` or `none`, found a whole number
     --> hello/tiles.yaml:6:27
      |
    6 | odd: { cost: {}, visible: 7, title: [a], colour: red }
      |                           ^ a whole number

    error[S003]: `title` must be text, found a list
     --> hello/tiles.yaml:6:37
      |
    6 | odd: { cost: {}, visible: 7, title: [a], colour: red }
      |                                     ^^^ a list

    error[S001]: unknown key `colour`
     --> hello/tiles.yaml:6:42
      |
    6 | odd: { cost: {}, visible: 7, title: [a], colour: red }
      |                                          ^^^^^^ not known here
      |
    help: known here: `cost`, `visible`, `count`, `if`, `tags`, `do`, `title` and `next`

    12 errors in 1 file
    ");
}

#[test]
fn an_empty_mapping_is_fine_where_nothing_is_required() {
    let all: Pairs<Resource> = good("wood:\nfish: { max: 5, scores: true, about: [x] }\n");
    assert_eq!(all.get("wood"), Some(&Resource { max: None, scores: false, about: None }));
    let fish = all.get("fish").expect("fish");
    assert_eq!((fish.max, fish.scores), (Some(5), true));
    assert!(matches!(&fish.about, Some(Node { kind: Kind::Seq(_), .. })));
}

#[test]
fn declarations_describe_themselves() {
    let defs = definitions(&Table::<Tile>::shape());
    let names: Vec<&str> = defs.iter().map(|def| def.name).collect();
    assert_eq!(names, ["Tile", "Visible", "Step"]);
    let tile = &defs[0];
    assert_eq!(tile.docs.text, "A tile that can be built.\n\nIt stands on the board.");
    assert_eq!(tile.docs.summary(), "A tile that can be built.");
    assert_eq!(tile.docs.examples, ["harbour:\n  cost: { wood: 2 }\n"]);
    let Body::Record(fields) = &tile.body else { panic!("a record") };
    let told: Vec<String> = fields
        .iter()
        .map(|field| {
            let need = if field.required { "required" } else { "optional" };
            let default = field.default.map(|text| format!(" = {text}")).unwrap_or_default();
            format!("{}: {} ({need}{default})", field.key, field.shape.describe())
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r#"
    cost: a mapping (required)
    visible: `all`, `owner` or `none` (optional)
    count: a whole number from 0 on (optional = 1)
    if: an expression or whole number (optional)
    tags: a name or a list (optional)
    do: a list (optional = vec![])
    title: text (optional)
    next: a mapping (optional)
    "#);
    assert_eq!(Visible::ALL.len(), 3);
    assert_eq!(Visible::None.word(), "none");
}

#[test]
fn editors_get_a_schema() {
    let schema = json_schema(&Table::<Tile>::shape(), "tiles");
    insta::assert_snapshot!(format!("{schema:#}"), @r##"
    {
      "$defs": {
        "Step": {
          "additionalProperties": false,
          "description": "One step.",
          "properties": {
            "all": {
              "description": "Does all of them.",
              "items": {
                "$ref": "#/$defs/Step"
              },
              "type": "array"
            }
          },
          "required": [
            "all"
          ],
          "type": "object"
        },
        "Tile": {
          "additionalProperties": false,
          "description": "A tile that can be built.\n\nIt stands on the board.",
          "properties": {
            "cost": {
              "additionalProperties": {
                "type": [
                  "string",
                  "integer",
                  "boolean"
                ]
              },
              "description": "What it costs.",
              "type": "object"
            },
            "count": {
              "default": 1,
              "description": "How many there are.",
              "maximum": 4294967295,
              "minimum": 0,
              "type": "integer"
            },
            "do": {
              "description": "What it does.",
              "items": {
                "$ref": "#/$defs/Step"
              },
              "type": "array"
            },
            "if": {
              "description": "When it may be built.",
              "type": [
                "string",
                "integer",
                "boolean"
              ]
            },
            "next": {
              "$ref": "#/$defs/Tile",
              "description": "Where it leads."
            },
            "tags": {
              "anyOf": [
                {
                  "pattern": "^[a-z][a-z0-9]*(_[a-z0-9]+)*$",
                  "type": "string"
                },
                {
                  "items": {
                    "pattern": "^[a-z][a-z0-9]*(_[a-z0-9]+)*$",
                    "type": "string"
                  },
                  "type": "array"
                }
              ],
              "description": "What it is."
            },
            "title": {
              "description": "How it is shown.",
              "type": "string"
            },
            "visible": {
              "$ref": "#/$defs/Visible",
              "description": "Who sees it."
            }
          },
          "required": [
            "cost"
          ],
          "type": "object"
        },
        "Visible": {
          "description": "Who may see it.",
          "enum": [
            "all",
            "owner",
            "none"
          ],
          "enumDescriptions": [
            "Everybody.",
            "Only its owner.",
            "Nobody."
          ]
        }
      },
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "additionalProperties": {
        "$ref": "#/$defs/Tile"
      },
      "propertyNames": {
        "pattern": "^[a-z][a-z0-9]*(_[a-z0-9]+)*$"
      },
      "title": "tiles",
      "type": "object"
    }
    "##);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig {
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn any_entry_is_survived(
        text in "(a|mill|cost|visible|count|if|tags|do|title|next|all): \
                 ((\n  )?(cost|visible|count|if|tags|do|title|next|all): \
                 (1|-1|1\\.5|'é'|\"\"|x|\
                 \\[a, [b]\\]|\\{cost: \\{\\}\\}|~|\\|\n    y|\n  - all: \\[\\])\n){0,5}"
    ) {
        let mut sources = Sources::default();
        let (pack, path) = (String::new(), "x.yaml".to_owned());
        let file = sources.add(SourceFile { pack, path, text });
        let mut cx = Cx::new(&sources);
        if let Some(node) = read(&sources, file, &mut cx.diags) {
            let clean = cx.diags.is_empty();
            let tiles = Table::<Tile>::decode(&node, &mut cx);
            proptest::prop_assert!(!clean || tiles.is_none() != cx.diags.is_empty());
            let node = Tile::decode(&node, &mut cx);
            proptest::prop_assert!(node.is_some() || !cx.diags.is_empty());
        }
        render(&cx.diags, &sources, Format::Human { colour: false });
    }
}
