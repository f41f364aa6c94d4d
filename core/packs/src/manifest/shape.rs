//! The keys of `pack.yaml` with their descriptions, for the schema and the reference.
//! [`super::decode`] reads them.

use boardwright_language::shape::{Name, Table};
use boardwright_syntax::yaml::Node;

boardwright_language::shape! {
    /// The manifest of a pack, `pack.yaml`.
    ///
    /// ```yaml
    /// id: hello-fast
    /// title: Hello, in a hurry
    /// version: 1.0.0
    /// engine: ">=0.1"
    /// extends: hello@^1.0
    /// options:
    ///   storms: { title: Storms, default: false }
    ///   size: { title: Tiles that end the game, default: 6, values: [4, 6, 8] }
    /// patch:
    ///   - { at: resources.wood.start, add: 1 }
    /// ```
    pub struct ManifestShape {
        /// The id of the pack: the name of its folder.
        pub id: Name,
        /// The title players see.
        pub title: String,
        /// Its version, three numbers; `0.0.0` if none is given.
        pub version: Option<Node>,
        /// Versions of the engine it works with.
        pub engine: Option<Node>,
        /// The number of players. A pack that extends another may leave it out.
        pub players: Option<PlayersShape>,
        /// Packs it builds on, with the compatible versions. A pack without any is a game.
        pub extends: Option<Node>,
        /// Packs it cannot be used with, with the reason.
        pub conflicts: Option<Node>,
        /// Options to choose before a game starts: `option.size` in expressions.
        pub options: Option<Table<OptionShape>>,
        /// The licence.
        pub licence: Option<String>,
        /// The credits.
        pub credits: Option<Node>,
        /// The language of its own text; `en` if none is given.
        pub language: Option<String>,
        /// A description.
        pub text: Option<String>,
        /// Advice for using it together with other packs.
        pub notices: Vec<NoticeShape> = vec![],
        /// Changes to the packs it builds on.
        pub patch: Option<Node>,
        /// Paths to remove from the packs it builds on.
        pub remove: Option<Node>,
    }
}

boardwright_language::shape! {
    /// The number of players.
    pub struct PlayersShape {
        /// Fewest, from 1.
        pub min: u32,
        /// Most, up to 8.
        pub max: u32,
    }
}

boardwright_language::shape! {
    /// An option to choose before a game starts.
    pub struct OptionShape {
        /// The title players see; its id if none is given.
        pub title: Option<String>,
        /// Its value if nobody chooses.
        pub default: Node,
        /// The possible values: whole numbers or words. Not needed for `true` or `false`.
        pub values: Option<Node>,
        /// What it does.
        pub text: Option<String>,
    }
}

boardwright_language::shape! {
    /// Advice that is shown when another pack is also used.
    pub struct NoticeShape {
        /// The other pack.
        pub with: Name,
        /// The advice.
        pub text: String,
    }
}
