//! Verbs as shapes, for the schema and the reference.

use super::{COMMON, KeyShape, StepShape, VerbShape, verb, verbs};
use crate::shape::{Body, Def, Docs, Field, Shape, Shaped, Verb};

/// A step: stands for its shape only, steps are read one by one.
pub struct Step;

impl Shaped for Step {
    fn shape() -> Shape {
        Shape::def("step", define_step)
    }
}

fn define_step() -> Def {
    let verbs = verbs();
    let mut common: Vec<Field> = COMMON.iter().map(field).collect();
    for key in verbs.iter().flat_map(|verb| verb.shape.beside) {
        if !common.iter().any(|field| field.key == key.key) {
            common.push(Field { required: false, ..field(key) });
        }
    }
    let verbs = verbs.iter().map(|verb| Verb {
        key: verb.verb,
        docs: docs(&verb.shape),
        shape: define_of(verb),
    });
    let text = "One thing that is done: a mapping with exactly one verb.".to_owned();
    let docs = Docs { text, examples: vec![] };
    Def { name: "step", docs, body: Body::Verbs { verbs: verbs.collect(), common } }
}

fn docs(shape: &StepShape) -> Docs {
    Docs { text: shape.about.to_owned(), examples: vec![shape.example.to_owned()] }
}

fn field(key: &KeyShape) -> Field {
    let docs = Docs { text: key.about.to_owned(), examples: vec![] };
    Field { key: key.key, docs, shape: takes(key.takes), required: key.needed, default: None }
}

fn takes(what: &str) -> Shape {
    match what {
        "number" | "seat" | "piece" | "space" | "container" | "set" | "set of pieces"
        | "condition" | "condition on `it`" => Shape::Expr,
        "steps" => Shape::OneOrMany(Box::new(Step::shape())),
        "true or false" => Shape::Bool,
        "text" | "type" => Shape::Text,
        _ => Shape::Any,
    }
}

/// Names of definitions must be known when the program is built.
macro_rules! defines {
    ($($verb:literal)*) => {
        fn define_of(verb: &VerbShape) -> Shape {
            match verb.verb {
                $($verb => Shape::def(concat!("step-", $verb), || {
                    define(concat!("step-", $verb), $verb)
                }),)*
                _ => Shape::Any,
            }
        }

        fn define_long(verb: &str) -> Shape {
            match verb {
                $($verb => Shape::def(concat!("step-", $verb, "-long"), || {
                    record(concat!("step-", $verb, "-long"), $verb)
                }),)*
                _ => Shape::Any,
            }
        }
    };
}

defines! {
    "gain"
    "lose"
    "set"
    "advance"
    "retreat"
    "pay"
    "move"
    "shuffle"
    "refill"
    "flip"
    "own"
    "control"
    "choose"
    "pick"
    "amount"
    "may"
    "secretly"
    "travel"
    "try"
    "when"
    "repeat"
    "each"
    "turns"
    "call"
    "give"
    "end"
    "script"
    "let"
    "find"
    "require"
    "note"
    "emit"
    "use"
    "begin"
    "score"
    "majority"
}

/// What stands under a verb: its mapping, or a short form.
fn define(name: &'static str, key: &str) -> Def {
    let Some(VerbShape { shape, .. }) = verb(key) else { return record(name, key) };
    let short = match shape.short {
        Some("steps") => Some(takes("steps")),
        Some(_) => Some(Shape::Expr),
        None => None,
    };
    let long = match (shape.others, shape.keys) {
        (Some(_), _) => Some(Shape::Map(Box::new(Shape::Any))),
        (None, []) => None,
        (None, _) if short.is_none() => return record(name, key),
        (None, _) => Some(define_long(key)),
    };
    let body = Body::AnyOf(short.into_iter().chain(long).collect());
    Def { name, docs: docs(&shape), body }
}

fn record(name: &'static str, key: &str) -> Def {
    let shape = verb(key).map(|verb| verb.shape);
    let fields = shape.map_or(vec![], |shape| shape.keys.iter().map(field).collect());
    let docs = shape.map_or(Docs::default(), |shape| docs(&shape));
    Def { name, docs, body: Body::Record(fields) }
}
