//! Finds where something is written in the packs.

use boardwright_rules::def::ask::Class;
use boardwright_rules::def::part::{CounterDef, Named};
use boardwright_rules::id::ValueId;

use super::Place;
use crate::game::Game;
use boardwright_compile::names::Type;
use boardwright_syntax::yaml::Node;

/// Finds places in the packs of a game.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    pub game: &'a Game,
}

impl Places<'_> {
    /// The base of a value, before modifiers.
    pub fn value(&self, id: &str) -> Option<Place> {
        self.first(&[format!("values.{id}.base"), format!("values.{id}")])
    }

    /// The start of a counter.
    pub fn counter(&self, counter: &CounterDef) -> Option<Place> {
        let section = if counter.track.is_some() { "tracks" } else { "resources" };
        let id = &counter.named.id;
        self.first(&[format!("{section}.{id}.start"), format!("{section}.{id}")])
    }

    /// What the spaces of a track are worth.
    pub fn values(&self, track: &CounterDef) -> Option<Place> {
        self.first(&[format!("tracks.{}.values", track.named.id)])
    }

    /// The place of an entry or space, or of one of its attributes.
    pub fn printed(&self, named: &Named, group: Option<&str>, attr: &str) -> Option<Place> {
        let sections: Vec<String> = match group {
            Some(group) => vec![format!("spaces.{group}.list")],
            None => self.game.loaded.names_at(""),
        };
        let id = &named.id;
        let all = sections
            .iter()
            .flat_map(|section| [format!("{section}.{id}.{attr}"), format!("{section}.{id}")]);
        self.first(&all.collect::<Vec<_>>())
    }

    /// The class of things that a value is about.
    pub fn about(&self, id: ValueId) -> Option<Class> {
        let declared = self.game.names.values.0.values().find(|it| it.what.0 == id)?;
        class(declared.what.1.as_ref()?)
    }

    /// The kind or group of things that a value is about.
    pub fn about_type(&self, id: ValueId) -> Option<&Type> {
        let declared = self.game.names.values.0.values().find(|it| it.what.0 == id)?;
        declared.what.1.as_ref().map(Type::sure)
    }

    fn first(&self, paths: &[String]) -> Option<Place> {
        let node = paths.iter().find_map(|path| self.game.loaded.at(path))?;
        Some(self.of(node))
    }

    fn of(&self, node: &Node) -> Place {
        let sources = &self.game.loaded.sources;
        let (line, _) = sources.line_col(node.span);
        Place { file: sources.file(node.span.file).path.clone(), line }
    }
}

fn class(ty: &Type) -> Option<Class> {
    Some(match ty.sure() {
        Type::Number => Class::Number,
        Type::Flag => Class::Truth,
        Type::Seat => Class::Seat,
        Type::Piece(_) => Class::Piece,
        Type::Space(_) => Class::Space,
        Type::Place(_) => Class::Place,
        Type::Entry(_) => Class::Entry,
        Type::Counter => Class::Counter,
        _ => return None,
    })
}
