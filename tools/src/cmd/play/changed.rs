//! Saved games whose packs have changed since: they are opened, replayed under the current rules,
//! and the differences reported. The game continues in another file; the saved one stays as it is.

use boardwright_phrases::Language;
use boardwright_play::game::{self, Game, Opened};
use boardwright_play::save::{Again, NumberDifference, Save, Stop, play_again};
use boardwright_text::Speaks;

use crate::fail::{Done, Fail};
use crate::io::{Ink, Io};
use crate::shelf::{Packs, Shelf};
use crate::table::wrapped;

/// The maximum number of numbers listed for a seat.
const CHANGES_MAX: usize = 12;

/// The packs of a saved game.
pub fn packs_of(save: &Save, shelf: &mut Shelf) -> Done<Packs> {
    for (at, pack) in save.lock.packs.iter().enumerate() {
        if shelf.wanted(&pack.id).is_err() {
            let (id, version) = (&pack.id, &pack.version);
            let fail = Fail::new(format!("the saved game needs pack `{id}`, which is not here"))
                .note(format!("it was saved with `{id}` {version}"));
            return Err(match at {
                0 => fail.help("name the folder it is in with `--content`"),
                _ => fail.help(
                    "name the folder it is in with `--content`; or play on without it: \
                     `boardwright play PACK --resume FILE`",
                ),
            });
        }
    }
    let ids: Packs = save.lock.packs.iter().map(|pack| pack.id.clone()).collect();
    shelf.wanted_all(&ids)
}

/// Opens the packs of a saved game, with those of its options that still exist.
pub fn open(shelf: &Shelf, packs: &Packs, save: &Save, language: Option<&str>) -> Done<Opened> {
    let ids: Vec<&str> = packs.iter().map(String::as_str).collect();
    let (library, options) = (shelf.library(), save.typed_options());
    let open = |options: &[(String, String)]| {
        game::open_in(&library, &ids, Some(save.players), options, language)
    };
    let mut opened = open(&options);
    if opened.game.is_none() && super::wrong_arguments(&opened.diags).is_some() {
        opened = open(&game::fitting(&library, &ids, &options));
    }
    if opened.game.is_none()
        && let Some(fail) = super::wrong_arguments(&opened.diags)
    {
        return Err(fail.help("a saved game cannot go on with another number of people"));
    }
    if let Some(game) = &opened.game
        && let (Some(then), Some(now)) = (save.lock.packs.first(), game.loaded.lock.packs.first())
        && then.id != now.id
    {
        let (then, now) = (&then.id, &now.id);
        return Err(Fail::new(format!("this is a saved game of `{then}`, not of `{now}`"))
            .help("leave the pack out, or name a saved game of it"));
    }
    Ok(opened)
}

/// Whether the packs differ from those a game was saved with.
pub fn is_changed(save: &Save, game: &Game) -> bool {
    !save.lock.check(&game.loaded.lock, Language::English).is_empty()
}

/// Replays a saved game under the current rules.
pub fn again<'g>(game: &'g Game, save: &Save) -> Done<Again<'g>> {
    save.is_whole().map_err(|error| {
        Fail::new(format!("the saved game cannot be played again: {error}"))
            .help("go on with a copy of it that nobody has changed")
    })?;
    play_again(game, save).map_err(|why| {
        let fail = Fail::new("the saved game cannot be set up by the rules as they are now");
        let fail = save.differences(game).into_iter().fold(fail.note(why), Fail::note);
        fail.help("the saved game stays as it is: correct the packs, and resume it then")
    })
}

/// Reports what has changed, how far the saved game could be replayed, and what differs there.
pub fn change_report(again: &Again, save: &Save, io: &Io) -> String {
    let game = again.session.game;
    let language = game.def.language();
    let width = io.around.columns();
    let mut text = format!("{}\n", language.word("other packs than when this game was saved:"));
    for difference in save.differences(game) {
        below(&mut text, 2, &difference, width);
    }
    let n_choices = save.choices.len();
    let how_far = match &again.stop {
        None if n_choices == 1 => language.word("its only choice is still offered").to_owned(),
        None => language.say("all {0} choices are still offered", &[&n_choices]),
        Some(_) => {
            let phrase = "{0} of {1} choices could be made again";
            language.say(phrase, &[&again.n_done, &n_choices])
        }
    };
    text.push_str(&format!("{}\n", io.ink(Ink::Head, how_far)));
    for (n, phrase) in [
        (again.n_by_words, "known by their names, not by their ids: {0}"),
        (again.n_gone, "without another option then, and not asked any more: {0}"),
        (again.n_new, "asked for the first time, without another option: {0}"),
    ] {
        if n > 0 {
            below(&mut text, 2, &language.say(phrase, &[&n]), width);
        }
    }
    if let Some(Stop { at, seat, called, reason }) = &again.stop {
        let phrase = "choice {0} is not offered any more: {1} `{2}`";
        let line = language.say(phrase, &[at, seat, called]);
        text.push_str(&format!("{}\n", io.ink(Ink::Bad, line)));
        below(&mut text, 2, reason, width);
    }
    for (indent, line) in differences(again, language) {
        below(&mut text, indent, &line, width);
    }
    text
}

/// The differences at that point, one line per seat, each with its indentation.
fn differences(again: &Again, language: Language) -> Vec<(usize, String)> {
    if again.is_same {
        return vec![(0, language.word("every state is the one that was saved").into())];
    }
    let Some(changes) = &again.changes else {
        let told = language.word("its numbers cannot be compared: the save does not have them");
        return vec![(0, told.into())];
    };
    let mut lines = vec![];
    lines.push(match again.first_change {
        None => (0, language.word("no number has changed since then").to_owned()),
        Some(0) => (0, language.word("numbers are different from set-up on").to_owned()),
        Some(at) => (0, language.say("numbers are different from choice {0} on", &[&at])),
    });
    if !changes.is_empty() {
        lines.push((0, language.say("after choice {0}, then and now:", &[&again.n_done])));
    }
    for of in changes.chunk_by(|one, other| one.whose == other.whose) {
        let said = |it: &NumberDifference| format!("{} {} → {}", it.what, it.was, it.is);
        let mut said: Vec<String> = of.iter().map(said).collect();
        if let Some(more) = said.len().checked_sub(CHANGES_MAX).filter(|more| *more > 0) {
            said.truncate(CHANGES_MAX);
            said.push(language.say("{0} more", &[&more]));
        }
        let whose = of.first().and_then(|it| it.whose.as_deref());
        let whose = whose.map_or(String::new(), |seat| format!("{seat}: "));
        lines.push((2, format!("{whose}{}", said.join(", "))));
    }
    lines
}

/// Appends a text in indented lines.
fn below(text: &mut String, indent: usize, more: &str, width: usize) {
    for line in wrapped(more, width.saturating_sub(indent).max(1)) {
        text.push_str(&format!("{}{line}\n", " ".repeat(indent)));
    }
}
