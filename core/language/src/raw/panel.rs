//! How the table is shown to players.

use crate::shape::{Name, Spanned};
use boardwright_syntax::yaml::Node;

crate::shape! {
    /// A part of the table with a title: resources, tracks, zones and groups of spaces that are
    /// drawn together. Parts that belong to seats are drawn for the seat that looks.
    ///
    /// ```yaml
    /// table:
    ///   ports:  { name: Ports, show: [port], short: "{it.depth}" }
    ///   stock:  { name: Stock, show: [wood, fish, gold], priority: 2 }
    ///   skills: { name: Skills, show: [skill] }
    ///   rivals: { name: Others, show: [vp, wood, skill], brief: true }
    ///   towns:  { name: Other towns, show: [village], seats: others }
    ///   supply: { name: Supply, show: [deck], main: false }
    /// ```
    ///
    /// Without this section, everything is drawn that is not `internal`. With it, only the parts it
    /// names are drawn; the rest is available on request.
    ///
    /// If the table does not fit the window, some parts are shortened: those of the lowest priority
    /// first, and among equals the last ones. Parts that still do not fit are only named.
    pub struct Panel {
        /// Its title.
        pub name: Option<String>,
        /// What it is about.
        pub text: Option<String>,
        /// What is drawn, in order: resources, tracks, zones, groups of spaces.
        pub show: Vec<Name> = vec![],
        /// A text for each space of a group, or for each piece of a zone, in place of its name:
        /// words with gaps about `it`. The pieces on a space follow. Everybody reads it, so it must
        /// not reveal hidden information.
        pub each: Option<Spanned<String>>,
        /// A shorter text for when room is scarce: it replaces `each`, or the name.
        pub short: Option<Spanned<String>>,
        /// The attribute, a space of another group, by which spaces are grouped into lines.
        pub by: Option<Name>,
        /// Whether it is drawn at every turn; otherwise only on request, or where a window has
        /// room.
        pub main: bool = true,
        /// Whether it is the short summary: one line for each seat except the one that looks.
        pub brief: bool = false,
        /// Whose belongings it shows.
        pub seats: Option<PanelSeats>,
        /// Whether the rules text of each piece of a zone follows `each`.
        pub rules: bool = false,
        /// Parts with a higher priority stay on the table when room is scarce.
        pub priority: i32 = 0,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
        pub note: Option<String>,
    }
}

crate::choice! {
    /// Whose belongings a part of the table shows.
    pub enum PanelSeats {
        /// Those of the seat that looks.
        Viewer = "viewer",
        /// Those of each other seat, with its name.
        Others = "others",
        /// Those of each seat, with its name.
        All = "all",
    }
}
