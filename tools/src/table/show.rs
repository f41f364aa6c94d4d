//! Describes something by its name: its rules text, and its current state.

use boardwright_play::game::Game;
use boardwright_rules::def::part::Named;
use boardwright_rules::id::SeatId;
use boardwright_rules::world::World;
use boardwright_text::Speaks;

use super::draw::Look;
use super::panel::Frame;
use super::subjects::{Subject, subjects};
use super::things::{Seen, name};
use super::width::{blanks, lines};
use crate::io::{Ink, ink};

/// Above this number, matches are only named.
const TOLD_MAX: usize = 8;
/// Above this number, matches are not even named.
const NAMED_MAX: usize = 40;

/// Describes everything with this name: the rules text and, if requested, the current state.
pub fn show(
    game: &Game,
    world: &World,
    seat: SeatId,
    (wanted, stands): (&str, bool),
    look: Look,
) -> String {
    let seen = Seen::new(game, world, seat);
    let wanted = wanted.to_lowercase();
    let frame = Frame { seen: &seen, of: seat, width: look.width, colour: look.colour };
    let called =
        |named: &Named| named.id.to_lowercase() == wanted || named.name.to_lowercase() == wanted;
    if let Some(panel) = seen.def.show.panels.iter().find(|it| stands && called(&it.named)) {
        return frame.panel(panel);
    }
    let subjects = subjects(&seen);
    let mut found: Vec<&Subject> = vec![];
    for (fits, whole) in [(is as Fits, true), (begins, false), (contains, false)] {
        let fits = |it: &&Subject| (whole || !it.is_minor) && fits(&it.named, &wanted);
        found = subjects.iter().filter(fits).collect();
        if !found.is_empty() {
            break;
        }
    }
    match found.len() {
        0 => format!("  {}\n", seen.def.language().say("nothing is called `{0}`", &[&wanted])),
        n if n > TOLD_MAX => {
            let names: Vec<&str> = found.iter().take(NAMED_MAX).map(|it| name(&it.named)).collect();
            let more = if n > NAMED_MAX { " ..." } else { "" };
            let names = format!("{}{more}", names.join(", "));
            indented(&seen.def.language().say("which of {0}?", &[&names]), 2, look.width)
        }
        _ => found.iter().map(|subject| subject_text(subject, stands, look)).collect(),
    }
}

/// Whether a name matches what was typed.
type Fits = fn(&Named, &str) -> bool;

fn is(named: &Named, wanted: &str) -> bool {
    names(named).iter().any(|name| name == wanted)
}

fn begins(named: &Named, wanted: &str) -> bool {
    names(named).iter().any(|name| name.starts_with(wanted))
}

fn contains(named: &Named, wanted: &str) -> bool {
    names(named).iter().any(|name| name.contains(wanted))
}

/// The texts that can be typed for something.
fn names(named: &Named) -> [String; 4] {
    let id = named.id.to_lowercase();
    let words = id.replace('_', " ");
    [id, words, named.name.to_lowercase(), named.plural.to_lowercase()]
}

fn subject_text(subject: &Subject, stands: bool, look: Look) -> String {
    let sort = ink(look.colour, Ink::Dim, format!("({})", subject.sort));
    let mut text = format!("  {} {sort}\n", ink(look.colour, Ink::Head, name(&subject.named)));
    let stands = subject.stands.iter().filter(|_| stands);
    for line in subject.rules.iter().chain(stands).filter(|line| !line.trim().is_empty()) {
        // Nested steps are indented further.
        let deeper = line.len() - line.trim_start().len();
        text.push_str(&indented(line.trim(), 4 + deeper, look.width));
    }
    text
}

fn indented(text: &str, indent: usize, width: usize) -> String {
    let rows = lines(text, 0, width.saturating_sub(indent));
    rows.iter().map(|row| format!("{}{row}\n", blanks(indent))).collect()
}
