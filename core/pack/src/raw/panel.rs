//! How the table is shown to people.

use crate::shape::{Name, Spanned};
use crate::yaml::Node;

crate::shape! {
    /// A part of the table with a title: resources, tracks, zones and groups of spaces that are
    /// drawn together. What belongs to seats is drawn for the seat that looks.
    ///
    /// ```yaml
    /// table:
    ///   ports:  { name: Ports, show: [port] }
    ///   stock:  { name: Stock, show: [wood, fish, gold] }
    ///   skills: { name: Skills, show: [skill] }
    ///   rivals: { name: Others, show: [vp, wood, skill], brief: true }
    ///   supply: { name: Supply, show: [deck], main: false }
    /// ```
    ///
    /// Without this section everything is drawn that is not `internal`. With it only what it
    /// names is; the rest can be asked for.
    pub struct Panel {
        /// Its title.
        pub name: Option<String>,
        /// What it is about.
        pub text: Option<String>,
        /// What is drawn, in order: resources, tracks, zones, groups of spaces.
        pub show: Vec<Name> = vec![],
        /// What is written instead of the name of each space of a group, or of each piece of a
        /// zone: words with gaps about `it`. What lies on a space follows. Everybody reads it, so
        /// it must not tell what is hidden.
        pub each: Option<Spanned<String>>,
        /// The attribute, a space of another group, by which spaces are gathered into lines.
        pub by: Option<Name>,
        /// Whether it is drawn at every turn; otherwise only when asked for.
        pub main: bool = true,
        /// Whether it is the short account, a line for each seat but the one that looks.
        pub brief: bool = false,
        /// How sure we are of what is printed.
        pub source: Option<Node>,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}
