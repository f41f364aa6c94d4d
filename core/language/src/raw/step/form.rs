//! The forms of the values in steps, and a type for each of them.

use std::borrow::Cow;
use std::marker::PhantomData;

use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::Node;

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// An expression of any type.
    Expr,
    /// An expression that gives a number.
    Number,
    /// An expression that gives a seat.
    Seat,
    /// An expression that gives a piece.
    Piece,
    /// An expression that gives a space.
    Space,
    /// An expression that gives a container.
    Container,
    /// An expression that gives a set.
    Set,
    /// An expression that gives a set of pieces.
    Pieces,
    /// An expression that is true or false.
    Condition,
    /// A condition on each member of a set.
    ConditionOnIt,
    /// Who holds a resource.
    Holder,
    /// A list of numbers, or a single one.
    Numbers,
    /// A word for several seats, or one seat.
    Seats,
    /// A position in a container.
    Position,
    /// A face of a piece.
    Face,
    /// A cost printed on something.
    PrintedCost,
    /// Amounts printed on something.
    PrintedAmounts,
    /// A cost.
    Cost,
    /// Several costs to choose from.
    Costs,
    /// The resources that can pay a price.
    Purses,
    /// A procedure.
    Callee,
    /// Steps printed on something.
    PrintedSteps,
    /// No value.
    Nothing,
    /// The options of a question.
    Options,
    /// Keys of `choose` steps.
    Menus,
    /// The mapping of the verb `pick`.
    Pick,
    /// Steps.
    Steps,
    /// Text.
    Text,
    /// Text with expressions in braces.
    Template,
    /// A name to bind.
    Name,
    /// An event.
    Event,
    /// A period.
    Period,
    /// A line of the score sheet.
    Line,
    /// The result: a type, or several values with their types.
    Results,
    /// A script function.
    Script,
    /// `name: expression` for each argument.
    Arguments,
    /// The source of a rule.
    Source,
    /// `true` or `false`.
    Flag,
    /// One of some words.
    Words(&'static [&'static str]),
}

impl Form {
    /// What the reference calls it.
    pub fn words(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Form::Expr => "an expression",
            Form::Number => "number",
            Form::Seat => "seat",
            Form::Piece => "piece",
            Form::Space => "space",
            Form::Container => "container",
            Form::Set => "set",
            Form::Pieces => "set of pieces",
            Form::Condition => "condition",
            Form::ConditionOnIt => "condition on `it`",
            Form::Holder => "seat, piece, space, [seat, space] or a set",
            Form::Numbers => "list of numbers",
            Form::Seats => "`all`, `others`, `players` or a seat",
            Form::Position => "`top`, `bottom` or a slot",
            Form::Face => "face or number",
            Form::PrintedCost => "a printed cost",
            Form::PrintedAmounts => "printed amounts",
            Form::Cost => "cost",
            Form::Costs => "list of costs",
            Form::Purses => "list",
            Form::Options | Form::Arguments | Form::Source => "mapping",
            Form::Callee => "a procedure",
            Form::PrintedSteps => "printed steps",
            Form::Nothing => "nothing",
            Form::Menus => "key of a `choose`, or list",
            Form::Pick => "as the verb `pick`",
            Form::Steps => "steps",
            Form::Text => "text",
            Form::Template => "text with gaps",
            Form::Name => "name",
            Form::Event => "event",
            Form::Period => "period",
            Form::Line => "line",
            Form::Results => "type, or `name: type` for each of several values",
            Form::Script => "`topic.name`",
            Form::Flag => "true or false",
            Form::Words(words) => return Cow::Owned(alternatives(words)),
        })
    }
}

fn alternatives(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        all => all.concat(),
    }
}

/// A key that is present in a step. `T` is the form of its value.
#[derive(Clone, Copy, Debug)]
pub struct Key<'n, T> {
    /// The key; empty for the value directly under a verb.
    pub name: &'static str,
    /// The place of the key.
    pub span: Span,
    /// The value.
    pub node: &'n Node,
    form: PhantomData<T>,
}

impl<'n, T> Key<'n, T> {
    fn new(found: Found<'n>) -> Self {
        Self { name: found.name, span: found.span, node: found.node, form: PhantomData }
    }

    /// The value, if it is text.
    pub fn text(&self) -> Option<&'n str> {
        self.node.as_text()
    }
}

/// A key that was found, not yet typed.
#[derive(Clone, Copy)]
pub struct Found<'n> {
    pub name: &'static str,
    pub span: Span,
    pub node: &'n Node,
}

/// How a key of a step is declared: a form, or an `Option` of one.
pub trait Slot<'n> {
    /// The type of the field in the step.
    type View;
    const FORM: Form;
    const NEEDED: bool;

    /// `None` if it is required and missing.
    fn view(found: Option<Found<'n>>) -> Option<Self::View>;
}

macro_rules! forms {
    ($($(#[doc = $doc:literal])* $name:ident = $form:expr;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl<'n> Slot<'n> for $name {
            type View = Key<'n, $name>;
            const FORM: Form = $form;
            const NEEDED: bool = true;

            fn view(found: Option<Found<'n>>) -> Option<Self::View> {
                found.map(Key::new)
            }
        }

        impl<'n> Slot<'n> for Option<$name> {
            type View = Option<Key<'n, $name>>;
            const FORM: Form = $form;
            const NEEDED: bool = false;

            fn view(found: Option<Found<'n>>) -> Option<Self::View> {
                Some(found.map(Key::new))
            }
        }
    )*};
}

forms! {
    /// An expression of any type.
    Expr = Form::Expr;
    /// An expression that gives a number.
    Number = Form::Number;
    /// An expression that gives a seat.
    Seat = Form::Seat;
    /// An expression that gives a piece.
    Piece = Form::Piece;
    /// An expression that gives a space.
    Space = Form::Space;
    /// An expression that gives a container.
    Container = Form::Container;
    /// An expression that gives a set.
    Things = Form::Set;
    /// An expression that gives a set of pieces.
    Pieces = Form::Pieces;
    /// An expression that is true or false.
    Condition = Form::Condition;
    /// A condition on each member of a set.
    ConditionOnIt = Form::ConditionOnIt;
    /// Who holds a resource.
    Holder = Form::Holder;
    /// A list of numbers.
    Numbers = Form::Numbers;
    /// A word for several seats, or one seat.
    Seats = Form::Seats;
    /// A position in a container.
    Position = Form::Position;
    /// A face of a piece.
    Face = Form::Face;
    /// A cost printed on something.
    PrintedCost = Form::PrintedCost;
    /// Amounts printed on something.
    PrintedAmounts = Form::PrintedAmounts;
    /// A cost.
    Price = Form::Cost;
    /// Several costs.
    Prices = Form::Costs;
    /// The resources that can pay a price.
    Purses = Form::Purses;
    /// A procedure.
    Callee = Form::Callee;
    /// Steps printed on something.
    PrintedSteps = Form::PrintedSteps;
    /// No value.
    Nothing = Form::Nothing;
    /// The options of a question.
    Options = Form::Options;
    /// Keys of `choose` steps.
    Menus = Form::Menus;
    /// The mapping of the verb `pick`.
    PickForm = Form::Pick;
    /// Steps.
    Steps = Form::Steps;
    /// Text.
    Text = Form::Text;
    /// Text with expressions in braces.
    Template = Form::Template;
    /// A name to bind.
    Name = Form::Name;
    /// An event.
    Event = Form::Event;
    /// A period.
    Period = Form::Period;
    /// A line of the score sheet.
    Line = Form::Line;
    /// The result: a type, or several values with their types.
    Results = Form::Results;
    /// A script function.
    ScriptName = Form::Script;
    /// `name: expression` for each argument.
    Arguments = Form::Arguments;
    /// `true` or `false`.
    Flag = Form::Flag;
}

/// A choice of words.
pub trait Words: Copy + 'static {
    /// The words with their values.
    const ALL: &'static [(&'static str, Self)];
}

macro_rules! words {
    ($($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $vdoc:literal])* $variant:ident = $word:literal),* $(,)? })*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name {
            $($(#[doc = $vdoc])* $variant),*
        }

        impl Words for $name {
            const ALL: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),*];
        }

        impl<'n> Slot<'n> for $name {
            type View = Key<'n, $name>;
            const FORM: Form = Form::Words(&[$($word),*]);
            const NEEDED: bool = true;

            fn view(found: Option<Found<'n>>) -> Option<Self::View> {
                found.map(Key::new)
            }
        }

        impl<'n> Slot<'n> for Option<$name> {
            type View = Option<Key<'n, $name>>;
            const FORM: Form = Form::Words(&[$($word),*]);
            const NEEDED: bool = false;

            fn view(found: Option<Found<'n>>) -> Option<Self::View> {
                Some(found.map(Key::new))
            }
        }
    )*};
}

words! {
    /// Which seats take part.
    Who {
        /// Every seat.
        All = "all",
        /// Seats with decisions.
        Players = "players",
        /// All except the acting one.
        Others = "others",
    }
    /// Which seats take part; the acting one is always included.
    Circle {
        /// Every seat.
        All = "all",
        /// Seats with decisions.
        Players = "players",
    }
    /// A direction around the table.
    Direction {
        /// To the next seat.
        Clockwise = "clockwise",
        /// To the previous seat.
        CounterClockwise = "counter_clockwise",
    }
    /// The order of a loop.
    EachOrder {
        /// To the next seat.
        Clockwise = "clockwise",
        /// To the previous seat.
        CounterClockwise = "counter_clockwise",
        /// As the acting seat chooses.
        Chosen = "chosen",
    }
    /// How a tie is scored.
    TieRule {
        /// The points of the tied places are split.
        Split = "split",
        /// Each gets the points of the best place.
        Share = "share",
        /// Each gets the points of the worst place.
        Lower = "lower",
        /// Each gets the points of the best place, and the next place is not used up.
        Dense = "dense",
    }
    /// What `end` leaves.
    Leaves {
        /// The turns.
        Turns = "turns",
        /// The repeat.
        Repeat = "repeat",
        /// The loop over a set.
        Each = "each",
        /// The procedure.
        Procedure = "procedure",
        /// The game.
        Game = "game",
    }
}

impl From<Circle> for Who {
    fn from(circle: Circle) -> Self {
        match circle {
            Circle::All => Who::All,
            Circle::Players => Who::Players,
        }
    }
}
