//! Whole numbers that fit the kernel's integers.

use crate::shape::{Body, Cx, Decode, Def, Docs, Shape, Shaped};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::shape as codes;
use boardwright_syntax::number::{COUNTER_MAX, COUNTER_MIN};
use boardwright_syntax::yaml::{Kind, Node};

impl Shaped for i32 {
    fn shape() -> Shape {
        Shape::def("Number", || Def {
            name: "Number",
            docs: Docs::new(&[
                " A whole number, or one for each number of players.",
                "",
                " ```yaml",
                " count: { 2: 6, 3: 7, _: 8 }",
                " ```",
            ]),
            body: Body::AnyOf(vec![Shape::Int, Shape::Map(Box::new(Shape::Int))]),
        })
    }
}

impl Decode for i32 {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let Kind::Int(number) = node.kind else { return cx.wrong(node, &Shape::Int) };
        let fitting = i32::try_from(number).ok();
        let fitting = fitting.filter(|number| (COUNTER_MIN..=COUNTER_MAX).contains(number));
        if fitting.is_none() {
            let must_be = cx.must_be();
            let message = format!("{must_be} from {COUNTER_MIN} to {COUNTER_MAX}, found {number}");
            let diag = Diagnostic::error(codes::RANGE, message, node.span, "too far from zero");
            cx.push(diag.help("write a number nearer to zero; for no limit leave the key out"));
        }
        fitting
    }
}
