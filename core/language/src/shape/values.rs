//! Decoders of the field types.

use super::{Cx, Decode, Name, OneOrMany, Pairs, Shape, Shaped, Spanned, Table};
use boardwright_syntax::diag::{Diagnostic, codes::shape as codes};
use boardwright_syntax::number::COUNTER_MAX;
use boardwright_syntax::yaml::{Kind, Node};

macro_rules! shaped {
    ($($type:ty => $shape:expr),* $(,)?) => {
        $(impl Shaped for $type {
            fn shape() -> Shape {
                $shape
            }
        })*
    };
}

shaped! {
    i64 => Shape::Int,
    u32 => Shape::Count,
    bool => Shape::Bool,
    String => Shape::Text,
    Name => Shape::Name,
    Node => Shape::Any,
}

impl Decode for i64 {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match node.kind {
            Kind::Int(number) => Some(number),
            _ => cx.wrong(node, &Shape::Int),
        }
    }
}

impl Decode for u32 {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let Kind::Int(number) = node.kind else {
            return cx.wrong(node, &Shape::Count);
        };
        let most = COUNTER_MAX as u32;
        let fitting = u32::try_from(number).ok().filter(|number| *number <= most);
        if fitting.is_none() {
            let limit = if number < 0 { "below 0".to_owned() } else { format!("over {most}") };
            let message = format!("{} {}, found {number}", cx.must_be(), Shape::Count.describe());
            let diag = Diagnostic::error(codes::RANGE, message, node.span, limit);
            cx.push(diag.help(format!("write a number from 0 to {most}")));
        }
        fitting
    }
}

impl Decode for bool {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match node.kind {
            Kind::Bool(value) => Some(value),
            _ => cx.wrong(node, &Shape::Bool),
        }
    }
}

impl Decode for String {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.kind {
            Kind::Text(text) => Some(text.clone()),
            _ => cx.wrong(node, &Shape::Text),
        }
    }
}

impl Decode for Name {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.kind {
            Kind::Text(text) => Name::new(text, node.span, cx),
            _ => cx.wrong(node, &Shape::Name),
        }
    }
}

impl Decode for Node {
    fn decode(node: &Node, _: &mut Cx) -> Option<Self> {
        Some(node.clone())
    }
}

impl<T: Shaped> Shaped for Spanned<T> {
    fn shape() -> Shape {
        T::shape()
    }
}

impl<T: Decode> Decode for Spanned<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        T::decode(node, cx).map(|value| Self { span: node.span, value })
    }
}

impl<T: Shaped> Shaped for Box<T> {
    const OPTIONAL: bool = T::OPTIONAL;

    fn shape() -> Shape {
        T::shape()
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        T::decode(node, cx).map(Box::new)
    }

    fn absent() -> Option<Self> {
        T::absent().map(Box::new)
    }
}

impl<T: Shaped> Shaped for Option<T> {
    const OPTIONAL: bool = true;

    fn shape() -> Shape {
        T::shape()
    }
}

/// A key without a value counts as left out.
impl<T: Decode> Decode for Option<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match node.kind {
            Kind::Null => Some(None),
            _ => T::decode(node, cx).map(Some),
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Shaped> Shaped for Vec<T> {
    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()))
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match node.as_seq() {
            Some(nodes) => items(nodes, cx),
            None => cx.wrong(node, &Self::shape()),
        }
    }
}

impl<T: Shaped> Shaped for OneOrMany<T> {
    fn shape() -> Shape {
        Shape::OneOrMany(Box::new(T::shape()))
    }
}

impl<T: Decode> Decode for OneOrMany<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match node.as_seq() {
            Some(nodes) => items(nodes, cx).map(Self),
            None => T::decode(node, cx).map(|item| Self(vec![item])),
        }
    }
}

/// Reads every item, so that all mistakes are found.
fn items<T: Decode>(nodes: &[Node], cx: &mut Cx) -> Option<Vec<T>> {
    let read: Vec<Option<T>> = nodes.iter().map(|node| cx.item(|cx| T::decode(node, cx))).collect();
    read.into_iter().collect()
}

impl<T: Shaped> Shaped for Pairs<T> {
    fn shape() -> Shape {
        Shape::Map(Box::new(T::shape()))
    }
}

impl<T: Decode> Decode for Pairs<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let Some(map) = node.as_map() else {
            return cx.wrong(node, &Self::shape());
        };
        let read: Vec<Option<_>> = map
            .entries
            .iter()
            .map(|entry| {
                let value = cx.under(&entry.key, entry.key_span, |cx| T::decode(&entry.value, cx));
                let key = Spanned { span: entry.key_span, value: entry.key.clone() };
                value.map(|value| (key, value))
            })
            .collect();
        read.into_iter().collect::<Option<_>>().map(Self)
    }
}

impl<T: Shaped> Shaped for Table<T> {
    fn shape() -> Shape {
        Shape::Table(Box::new(T::shape()))
    }
}

impl<T: Decode> Decode for Table<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let Some(map) = node.as_map() else {
            return cx.wrong(node, &Self::shape());
        };
        let read: Vec<Option<_>> = map
            .entries
            .iter()
            .map(|entry| {
                let name = Name::new(&entry.key, entry.key_span, cx);
                let value = cx.under(&entry.key, entry.key_span, |cx| T::decode(&entry.value, cx));
                name.zip(value)
            })
            .collect();
        read.into_iter().collect::<Option<_>>().map(Self)
    }
}
