//! The game being played, for saving when the game itself cannot do it: when the program must end
//! while it waits for a person, or when it panics.

use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use boardwright_phrases::Language;
use boardwright_play::save::Save;
use boardwright_syntax::visible::visible;

use crate::cmd::Store;

/// The game at its last decision.
struct Kept {
    save: Save,
    store: Arc<Mutex<Store>>,
    language: Language,
}

static GAME: Mutex<Option<Kept>> = Mutex::new(None);

/// A game that was saved at the last moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rescued {
    /// The file it is in.
    pub file: String,
    /// The command to resume it.
    pub resume: String,
    /// The language of the messages.
    pub language: Language,
}

/// Locks, even after a panic: the value is always replaced as a whole, so it is never half-written.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn try_lock<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(guard)) => Some(guard.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Stores the current game.
pub fn keep(save: Save, store: &Arc<Mutex<Store>>, language: Language) {
    *lock(&GAME) = Some(Kept { save, store: store.clone(), language });
}

/// Drops the game: it no longer needs saving.
pub fn forget() {
    *lock(&GAME) = None;
}

/// Saves the game, if there is one. The error says why that is not possible.
///
/// If the game is already being saved, there is nothing to do: a thread that panics while saving
/// would wait for itself.
pub fn save() -> Option<Result<Rescued, String>> {
    let game = try_lock(&GAME)?;
    let kept = game.as_ref()?;
    let mut store = try_lock(&kept.store)?;
    Some(match store.rescue(&kept.save) {
        Ok(saved) => {
            Ok(Rescued { file: saved.file, resume: store.resume(), language: kept.language })
        }
        Err(error) => {
            let phrase = "the game cannot be saved in `{0}`: {1}";
            Err(kept.language.say(phrase, &[&store.file(), &error]))
        }
    })
}

/// Saves the game, if there is one, and reports it on standard error: the program must end. A save
/// in progress is waited for.
pub fn save_and_report() {
    let store = lock(&GAME).as_ref().map(|kept| kept.store.clone());
    drop(store.as_deref().map(lock));
    let text = match save() {
        None => return,
        Some(Err(why)) => format!("\n{why}\n"),
        Some(Ok(Rescued { file, resume, language })) => format!(
            "\n{}; {}\n{}\n",
            language.word("the program was asked to stop"),
            language.say("the game is saved in `{0}`", &[&file]),
            language.say("to go on: {0}", &[&resume]),
        ),
    };
    // The terminal may be gone.
    let _ = std::io::stderr().write_all(visible(&text).as_bytes());
}
