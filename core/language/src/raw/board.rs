//! Groups of spaces: boards.

use crate::shape::Name;
use boardwright_syntax::yaml::Node;

crate::shape! {
    /// A group of spaces. It is a `grid`, rows of `bricks`, or a `list`.
    ///
    /// ```yaml
    /// spaces:
    ///   cell: { grid: { columns: 3, rows: 3 }, at: { b2: { size: 2 } }, attributes: { size: number } }
    ///   area: { bricks: [4, 3, 2, 1], named: site }
    ///   port:
    ///     attributes: { bonus: steps, size: number }
    ///     list:
    ///       north: { name: North port, size: 2, bonus: [{ gain: { wood: 1 } }] }
    ///       south: { size: 3 }
    ///     links: [[north, south]]
    /// ```
    ///
    /// Spaces of a grid are called `a1`, `b1` ... by column and row, row 1 being the lowest; bricks
    /// `r1c1`, `r1c2` ... . Every space has the numbers `index`, and in grids and bricks `column`
    /// and `row`, all from 1.
    pub struct Group {
        /// The name players see.
        pub name: Option<String>,
        /// The rules text about it.
        pub text: Option<String>,
        /// A zone of these spaces. A space is called by the piece that lies in it, such as `Mill`;
        /// if two would have the same name, the name of the space follows. Everybody must see into
        /// the zone. Choices can use these names and the ids of the spaces.
        pub named: Option<Name>,
        /// Columns and rows.
        pub grid: Option<Grid>,
        /// How many spaces each row has, from the lowest. Each row lies on the gaps of the row
        /// below; a longer row begins half a brick further to the left.
        pub bricks: Vec<i32> = vec![],
        /// Spaces by id: a mapping, or a list of ids or of mappings with `id`.
        pub list: Option<Node>,
        /// The attributes of spaces: names with their types, as for kinds.
        pub attributes: Option<Node>,
        /// Attribute values for spaces of a grid or of bricks, by id.
        pub at: Option<Node>,
        /// Pairs of linked spaces, in addition to those linked by layout.
        pub links: Option<Node>,
        /// Whether each space of the list is linked to the next, the last one to the first.
        pub ring: bool = false,
        /// Whether each space of the list is linked to the next.
        pub line: bool = false,
        /// Bookkeeping: hidden from the log, and from the table unless `table` names it.
        pub internal: bool = false,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
        pub note: Option<String>,
    }
}

crate::shape! {
    /// Columns and rows.
    ///
    /// ```yaml
    /// grid: { columns: 4, rows: 3, links: all }
    /// ```
    pub struct Grid {
        /// How many columns; at most 26.
        pub columns: i32,
        /// How many rows.
        pub rows: i32,
        /// Which spaces are linked; `orthogonal` if none is given.
        pub links: Option<Links>,
    }
}

crate::choice! {
    /// Which spaces of a grid are linked.
    pub enum Links {
        /// Spaces beside, above and below.
        Orthogonal = "orthogonal",
        /// Spaces that touch at a corner.
        Diagonal = "diagonal",
        /// Both.
        All = "all",
        /// None.
        None = "none",
    }
}
