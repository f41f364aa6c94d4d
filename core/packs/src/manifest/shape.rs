//! What `pack.yaml` can say: its keys with what they are for, from which the schema and the
//! reference are made. [`super::decode`] reads them.

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
        /// What people call it.
        pub title: String,
        /// Its version, three numbers; `0.0.0` if nothing is said.
        pub version: Option<Node>,
        /// Versions of the engine it works with.
        pub engine: Option<Node>,
        /// For how many players it is. A pack that extends another may leave it out.
        pub players: Option<PlayersShape>,
        /// Packs it builds on, with the versions that will do. A pack without any is a game.
        pub extends: Option<Node>,
        /// Packs it cannot be used with, with the reason.
        pub conflicts: Option<Node>,
        /// What can be chosen before a game starts: `option.size` in expressions.
        pub options: Option<Table<OptionShape>>,
        /// Terms it may be used under.
        pub licence: Option<String>,
        /// Whom to thank.
        pub credits: Option<Node>,
        /// Language of its own text; `en` if nothing is said.
        pub language: Option<String>,
        /// What it is about.
        pub text: Option<String>,
        /// Advice for using it together with other packs.
        pub notices: Vec<NoticeShape> = vec![],
        /// Changes to the packs it builds on.
        pub patch: Option<Node>,
        /// Paths of what it takes away.
        pub remove: Option<Node>,
    }
}

boardwright_language::shape! {
    /// How many can play.
    pub struct PlayersShape {
        /// Fewest, from 1.
        pub min: u32,
        /// Most, up to 8.
        pub max: u32,
    }
}

boardwright_language::shape! {
    /// Something to choose before a game starts.
    pub struct OptionShape {
        /// What people call it; its id if nothing is said.
        pub title: Option<String>,
        /// What it is when nobody chooses.
        pub default: Node,
        /// What it can be: whole numbers or words. Not needed for `true` or `false`.
        pub values: Option<Node>,
        /// What it does.
        pub text: Option<String>,
    }
}

boardwright_language::shape! {
    /// Advice that is shown when another pack is used too.
    pub struct NoticeShape {
        /// The other pack.
        pub with: Name,
        /// The advice.
        pub text: String,
    }
}
