//! Replays a saved game under changed rules, as far as its choices are still offered.

use boardwright_rules::machine::Request;
use boardwright_rules::table::Table;
use boardwright_text::{InWords, Speaks};

use super::numbers::{NumberDifference, Numbers, compare, put};
use super::{Choice, Save};
use crate::game::Game;
use crate::session::{Refusal, Session};
use boardwright_syntax::yaml::{Kind, Node};

/// The maximum number of forced decisions that may come between two saved choices without being
/// saved themselves.
const BETWEEN_MAX: usize = 64;

/// The result of replaying a saved game.
pub struct Again<'g> {
    /// The game at the point it reached.
    pub session: Session<'g>,
    /// How many of the saved choices are done.
    pub n_done: usize,
    /// How many of them were matched only by the words people read.
    pub n_by_words: usize,
    /// How many forced decisions were made that the saved game does not have.
    pub n_new: usize,
    /// How many saved choices, forced at the time, are no longer asked for.
    pub n_gone: usize,
    /// Why it stopped, if choices are left.
    pub stop: Option<Stop>,
    /// The public numbers that differ at this point; `None` if the saved game does not contain
    /// them.
    pub changes: Option<Vec<NumberDifference>>,
    /// The first choice after which any of them differed, from 1; 0 for set-up.
    pub first_change: Option<usize>,
    /// Whether every state is identical to the saved one.
    pub is_same: bool,
}

/// The saved choice that is no longer offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Its number, from 1.
    pub at: usize,
    /// Who chose.
    pub seat: String,
    /// The choice, as people read it.
    pub called: String,
    /// Why it cannot be chosen.
    pub reason: String,
}

/// Replays the choices of a saved game under the rules of this game, until one of them is not
/// offered. The error says why it cannot even be set up.
pub fn play_again<'g>(game: &'g Game, save: &Save) -> Result<Again<'g>, String> {
    let session = Session::new(game, save.seed)?;
    let (made, differs, was) = (vec![], vec![], save.start.clone());
    let mut player =
        Player { save, session, made, first: 0, n_gone: 0, differs, was, is_same: true };
    player.compare(0);
    let stop = player.play()?;
    let n_done = player.n_done();
    let Player { session, made, n_gone, differs, was, is_same, .. } = player;
    let count = |wanted: How| made.iter().filter(|it| it.how == wanted).count();
    let state = session.table().state();
    let changes = was.map(|_| compare(&game.def, &save.numbers_after(n_done), &state.world));
    Ok(Again {
        n_done,
        n_by_words: count(How::ByWords),
        n_new: count(How::New),
        n_gone,
        changes,
        first_change: differs.into_iter().find(|at| *at <= n_done),
        is_same: is_same && stop.is_none() && *state == save.state,
        stop,
        session,
    })
}

impl Save {
    /// The numbers after this many choices.
    fn numbers_after(&self, n_choices: usize) -> Numbers {
        let mut numbers = self.start.clone().unwrap_or_default();
        for choice in self.choices.iter().take(n_choices) {
            put(&mut numbers, &choice.numbers);
        }
        numbers
    }
}

struct Player<'s, 'g> {
    save: &'s Save,
    session: Session<'g>,
    /// The choices that were made.
    made: Vec<Made>,
    /// How many saved choices were skipped before the first one made.
    first: usize,
    n_gone: usize,
    /// The choices after which numbers differed.
    differs: Vec<usize>,
    /// The numbers in the saved game.
    was: Option<Numbers>,
    is_same: bool,
}

/// A choice that was made again.
struct Made {
    /// How many of the saved choices are done after it.
    n_done: usize,
    how: How,
}

/// How a choice was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// By its canonical text.
    ByText,
    /// By what people call it.
    ByWords,
    /// It was the only option, and the saved game does not have it.
    New,
}

/// Why a saved choice was not made.
enum Refused {
    /// It is not offered.
    NotHere,
    /// It leads into a dead end.
    DeadEnd(String),
}

impl Player<'_, '_> {
    fn play(&mut self) -> Result<Option<Stop>, String> {
        let mut at = 0;
        loop {
            self.session.mark_again(&self.save.taken_back, at);
            let Some(choice) = self.save.choices.get(at) else { return Ok(None) };
            at = match self.make(choice, at + 1)? {
                Ok(()) => at + 1,
                Err(Refused::DeadEnd(reason)) => {
                    return Ok(Some(self.stop(choice, at + 1, reason)));
                }
                Err(Refused::NotHere) => match self.bridge(at)? {
                    Some(next) => next,
                    None => return Ok(Some(self.stop(choice, at + 1, self.reason(choice)))),
                },
            };
        }
    }

    fn n_done(&self) -> usize {
        self.made.last().map_or(self.first, |made| made.n_done)
    }

    /// Makes a saved choice if it is offered.
    fn make(&mut self, choice: &Choice, n_done: usize) -> Result<Result<(), Refused>, String> {
        let Some((index, how)) = offered(&mut self.session, choice) else {
            return Ok(Err(Refused::NotHere));
        };
        if let Err(reason) = self.take(index, n_done, how)? {
            return Ok(Err(Refused::DeadEnd(reason)));
        }
        let hash = format!("{:016x}", self.session.table().state().hash());
        self.is_same &= hash == choice.hash;
        if let Some(was) = &mut self.was {
            put(was, &choice.numbers);
        }
        self.compare(n_done);
        Ok(Ok(()))
    }

    /// Takes an option. If that leads into a dead end, earlier choices may be taken back as well.
    /// The outer error means that no decision is left to stand at.
    fn take(
        &mut self,
        index: usize,
        n_done: usize,
        how: How,
    ) -> Result<Result<(), String>, String> {
        match self.session.choose_index(index) {
            Ok(_) => {
                self.made.push(Made { n_done, how });
                Ok(Ok(()))
            }
            Err(Refusal { taken_back: None, reason, .. }) => Err(reason),
            Err(Refusal { reason, .. }) => {
                self.made.truncate(self.session.choices().count());
                Ok(Err(reason))
            }
        }
    }

    fn compare(&mut self, n_done: usize) {
        if let Some(was) = &self.was {
            let world = &self.session.table().state().world;
            if !compare(&self.session.game.def, was, world).is_empty() {
                self.differs.push(n_done);
            }
        }
    }

    /// Skips to the next saved choice that is offered, past forced decisions: new ones that have a
    /// single option now, and saved ones that had a single option then. Returns the choice to
    /// continue with, or undoes its own steps.
    fn bridge(&mut self, at: usize) -> Result<Option<usize>, String> {
        let choices = &self.save.choices;
        // If this choice could be made here in principle, the decision has not disappeared.
        if choices.get(at).is_none_or(|first| self.not_offered(first).is_some()) {
            return Ok(None);
        }
        let n_made = self.made.len();
        for _ in 0..=BETWEEN_MAX {
            let mut to = at;
            while let Some(choice) = choices.get(to) {
                if offered(&mut self.session, choice).is_some() {
                    return Ok(Some(self.skip(at, to)));
                }
                if !choice.forced {
                    break;
                }
                to += 1;
            }
            if to == choices.len() {
                return Ok(Some(self.skip(at, to)));
            }
            let table = self.session.table();
            let is_forced = table.options().len() == 1 && table.range().is_none();
            if !is_forced || self.take(0, at, How::New)?.is_err() {
                break;
            }
        }
        while self.made.len() > n_made {
            self.session.step_back()?;
            self.made.pop();
        }
        Ok(None)
    }

    /// Skips saved choices that are no longer asked for.
    fn skip(&mut self, from: usize, to: usize) -> usize {
        self.is_same = false;
        self.n_gone += to - from;
        for choice in self.save.choices.iter().take(to).skip(from) {
            if let Some(was) = &mut self.was {
                put(was, &choice.numbers);
            }
        }
        match self.made.last_mut() {
            Some(last) => last.n_done = to,
            None => self.first = to,
        }
        to
    }

    fn seat(&self) -> Option<&str> {
        self.session.seat().map(|seat| self.session.seat_id(seat))
    }

    /// Why a choice of the deciding seat is not offered here, if it could be one in principle.
    fn not_offered(&self, choice: &Choice) -> Option<String> {
        self.seat().filter(|seat| *seat == choice.seat)?;
        self.session.why(&choice.text).or_else(|| self.session.why(choice.words()))
    }

    /// Describes where it stops. A secret choice stays secret.
    fn stop(&self, choice: &Choice, at: usize, reason: String) -> Stop {
        let language = self.session.game.def.language();
        let (called, reason) = match self.session.table().asked() {
            Some((_, Request::Secret(_))) => (
                language.word("something unseen").to_owned(),
                language.word("it cannot be chosen here").to_owned(),
            ),
            _ => (choice.words().to_owned(), reason),
        };
        Stop { at, seat: choice.seat.clone(), called, reason }
    }

    /// Why a choice cannot be made here.
    fn reason(&self, choice: &Choice) -> String {
        let language = self.session.game.def.language();
        match self.seat() {
            None => language.word("the game is over").to_owned(),
            Some(asked) if asked != choice.seat => {
                language.say("{0} is asked, not {1}", &[&asked, &choice.seat])
            }
            Some(_) => self.not_offered(choice).unwrap_or_else(|| {
                let phrase = match is_known(self.session.game, &choice.text) {
                    true => "`{0}` is not among what can be chosen",
                    false => "nothing is called `{0}` any more",
                };
                language.say(phrase, &[&choice.text])
            }),
        }
    }
}

/// Finds the option that a saved choice means, and how it was found.
fn offered(session: &mut Session, choice: &Choice) -> Option<(usize, How)> {
    let seat = session.seat()?;
    if session.seat_id(seat) != choice.seat {
        return None;
    }
    // A number that cannot be completed is no option; the reason is looked up later.
    let _ = session.name(&choice.text);
    let exact = session.options().iter().position(|text| *text == choice.text);
    let by_words = || Some((called(session.table(), choice.words())?, How::ByWords));
    exact.map(|at| (at, How::ByText)).or_else(by_words)
}

/// The only option with this name for people.
fn called(table: &Table, words: &str) -> Option<usize> {
    let is_called = |at: &usize| table.describe(*at).is_some_and(|named| named.name == words);
    let mut called = (0..table.options().len()).filter(is_called);
    called.next().filter(|_| called.next().is_none())
}

/// Whether the rules know the first word of a canonical text; assumed true where that cannot be
/// decided.
fn is_known(game: &Game, text: &str) -> bool {
    let is_part = |char: char| char.is_alphanumeric() || char == '_';
    let id = text.split(|char| !is_part(char)).next().unwrap_or_default();
    let speaks = |words: &str| words.split(|char| !is_part(char)).any(|word| word == id);
    let sources = &game.loaded.sources;
    let mut scripts = sources.ids().map(|id| sources.file(id));
    !id.starts_with(char::is_alphabetic)
        || ["yes", "no", "done", "none", "nothing", "pay"].contains(&id)
        || game.def.entries.iter().any(|it| it.named.id == id)
        || game.def.seat_names.iter().any(|it| it.id == id)
        || is_in(&game.loaded.root, &speaks)
        || scripts.any(|file| file.path.ends_with(".luau") && speaks(&file.text))
}

/// Whether any key or text below a node satisfies the predicate.
fn is_in(node: &Node, fits: &dyn Fn(&str) -> bool) -> bool {
    match &node.kind {
        Kind::Text(text) => fits(text),
        Kind::Seq(items) => items.iter().any(|item| is_in(item, fits)),
        Kind::Map(map) => map.entries.iter().any(|it| fits(&it.key) || is_in(&it.value, fits)),
        _ => false,
    }
}
