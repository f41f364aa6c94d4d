//! How the table is shown to people.

use crate::shape::{Name, Spanned};
use boardwright_syntax::yaml::Node;

crate::shape! {
    /// A part of the table with a title: resources, tracks, zones and groups of spaces that are
    /// drawn together. What belongs to seats is drawn for the seat that looks.
    ///
    /// ```yaml
    /// table:
    ///   ports:  { name: Ports, show: [port], short: "{it.depth}" }
    ///   stock:  { name: Stock, show: [wood, fish, gold], priority: 2 }
    ///   skills: { name: Skills, show: [skill] }
    ///   rivals: { name: Others, show: [vp, wood, skill], brief: true }
    ///   supply: { name: Supply, show: [deck], main: false }
    /// ```
    ///
    /// Without this section everything is drawn that is not `internal`. With it only what it
    /// names is; the rest can be asked for.
    ///
    /// A table that does not fit the window is drawn in few words: first the parts of the lowest
    /// priority, of several those that stand last. What does not fit even so is only named.
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
        /// The same where there is little room: it stands for `each`, or for the name.
        pub short: Option<Spanned<String>>,
        /// The attribute, a space of another group, by which spaces are gathered into lines.
        pub by: Option<Name>,
        /// Whether it is drawn at every turn; otherwise when asked for, or where a window has room.
        pub main: bool = true,
        /// Whether it is the short account, a line for each seat but the one that looks.
        pub brief: bool = false,
        /// Whether the rules text of each piece of a zone follows what `each` says.
        pub rules: bool = false,
        /// Parts with more of it stay on the table where there is no room for all.
        pub priority: i32 = 0,
        /// How sure we are of what is printed.
        pub source: Option<Node>,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}
