//! The operators of patches, explained for authors.

/// An operator of a patch.
pub(super) struct OperatorInfo {
    /// The key.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// A patch that uses it.
    pub example: &'static str,
}

macro_rules! operators {
    ($($name:literal $about:literal $example:literal),* $(,)?) => {
        /// Every operator.
        pub(super) const OPERATORS: &[OperatorInfo] =
            &[$(OperatorInfo { name: $name, about: $about, example: $example }),*];
    };
}

operators! {
    "set" "sets a key to a value, whether or not the key existed"
        "{ at: tiles.mill.level, set: 2 }",
    "replace" "sets an existing key to another value"
        "{ at: procedures.rest, replace: [{ gain: { wood: 2 } }] }",
    "unset" "removes a key; its value is `true`"
        "{ at: tiles.mill.ability, unset: true }",
    "add" "adds to a whole number; the amount may be negative"
        "{ at: resources.wood.start, add: 1 }",
    "scale" "multiplies a whole number by `by`, then divides it by `over` (1 if left out), rounding down"
        "{ at: tiles.mill.cost.wood, scale: { by: 3, over: 2 } }",
    "append" "adds one or several items to the end of a list"
        "{ at: setup, append: { shuffle: deck } }",
    "insert" "adds items before or after the one with a `key`"
        "{ at: procedures.turn.do, insert: { before: main, items: [{ gain: { fish: 1 } }] } }",
    "remove" "removes the item with a `key` from a list"
        "{ at: procedures.turn.do, remove: main }",
}
