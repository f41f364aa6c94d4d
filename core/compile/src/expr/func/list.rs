//! The list of functions: their names, syntax and results.

/// A function of the expression language.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// Its syntax.
    pub form: &'static str,
    /// What it returns, in one line.
    pub about: &'static str,
    /// Fewest and most arguments.
    pub(super) args: (usize, usize),
}

macro_rules! functions {
    ($($name:literal $min:literal $max:literal $form:literal $about:literal)*) => {
        /// Every function, grouped by topic.
        pub const FUNCTIONS: &[Function] = &[
            $(Function { name: $name, form: $form, about: $about, args: ($min, $max) }),*
        ];
    };
}

functions! {
    "count" 1 2 "count(set, condition)" "how many members a set has, or how many of them satisfy a condition on `it`"
    "sum" 2 2 "sum(set, number)" "the sum of a number over all members"
    "any" 2 2 "any(set, condition)" "whether at least one member satisfies the condition"
    "all" 2 2 "all(set, condition)" "whether all members satisfy the condition"
    "first" 1 2 "first(set, condition)" "the first member, or the first that satisfies the condition, or nil"
    "last" 1 2 "last(set, condition)" "the last member, or the last that satisfies the condition, or nil"
    "best" 2 2 "best(set, number)" "the first of the members with the largest number, or nil"
    "all_best" 2 2 "all_best(set, number)" "all members with the largest number, as a set"
    "distinct" 2 2 "distinct(set, key)" "how many different keys the members have"
    "has" 2 2 "has(set, thing)" "whether a set contains a given member"
    "empty" 1 1 "empty(set)" "whether a set has no members"
    "where" 2 2 "where(set, condition)" "the members that satisfy the condition, as a set"
    "both" 2 8 "both(set, set)" "one set, followed by the other"
    "range" 2 2 "range(from, to)" "the whole numbers between two numbers, both included"
    "min" 1 16 "min(a, b) or min(set, number)" "the smallest number"
    "max" 1 16 "max(a, b) or max(set, number)" "the largest number"
    "abs" 1 1 "abs(number)" "the absolute value of a number"
    "clamp" 3 3 "clamp(number, low, high)" "the number, limited to the bounds"
    "at" 2 64 "at(n, 4, 5, 6) or at(n, it.numbers)" "the n-th of several numbers, from 1; beyond the end, the last"
    "seats" 0 1 "seats()" "all seats, clockwise from `me` or a given seat"
    "players" 0 1 "players()" "all seats of people, clockwise from `me` or a given seat"
    "others" 0 1 "others()" "all other seats, clockwise after `me` or a given seat"
    "after" 2 2 "after(seat, n)" "the seat n places clockwise of a seat"
    "apart" 2 2 "apart(seat, seat)" "how many places the second seat sits clockwise of the first"
    "neighbours" 1 1 "neighbours(space)" "the spaces linked to a space"
    "next" 2 2 "next(space, direction)" "the next space in a direction, or nil"
    "along" 3 3 "along(space, direction, n)" "the space n steps away in a direction, or nil"
    "ray" 3 3 "ray(space, direction, condition)" "how many consecutive spaces in a direction, not counting the first, satisfy the condition"
    "distance" 2 2 "distance(space, space)" "the length of the shortest path in steps, or -1 if there is none"
    "space_at" 3 3 "space_at(group, column, row)" "the space of a grid, or nil outside the grid"
    "spaces" 1 1 "spaces(group)" "all spaces of a group"
    "held" 2 3 "held(resource, space, seat)" "the amount of a resource kept for each seat on each space; that of `me` if no seat is named"
    "pieces" 1 1 "pieces(kind) or pieces(zone)" "all pieces of a kind, or in all containers of a zone"
    "entries" 1 1 "entries(kind)" "all entries of a kind"
    "tagged" 2 2 "tagged(piece, tag)" "whether the entry of a piece has a tag"
    "total" 1 1 "total(it.cost)" "the sum of a cost or amounts over all resources"
    "can_pay" 1 2 "can_pay(it.cost, seat)" "whether `me`, or a given seat, could pay a printed cost or amounts now"
    "size" 1 1 "size(zone)" "how many pieces a container holds"
    "free" 1 1 "free(zone)" "how many more pieces fit in a container"
    "in_slot" 2 2 "in_slot(zone, n)" "the piece in a slot of a row, from 1, or nil"
    "slot" 2 2 "slot(piece, attribute)" "the value of a slot attribute at the slot of a piece in its row"
    "value" 1 3 "value(name, about, seat)" "a value of the pack with its modifiers"
}
