//! The game that is being played, for those who must save it when the game itself cannot: when the
//! program is told to end while it waits for a person, or when it panics.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boardwright_pack::save::Save;

use crate::cmd::Store;

/// The game as it stood at its last decision.
struct Kept {
    save: Save,
    store: Arc<Mutex<Store>>,
}

static GAME: Mutex<Option<Kept>> = Mutex::new(None);

/// A game that was saved in the last moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rescued {
    /// The file it is in.
    pub file: String,
    /// What to type to go on with it.
    pub resume: String,
}

/// Locks, also after a panic: what is kept is replaced as a whole, so it is never half-made.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers the game as it stands.
pub fn keep(save: Save, store: &Arc<Mutex<Store>>) {
    *lock(&GAME) = Some(Kept { save, store: store.clone() });
}

/// There is no game any more that would have to be saved.
pub fn forget() {
    *lock(&GAME) = None;
}

/// Saves the game, if there is one. The error says why that cannot be.
///
/// A thread that panics while it saves must not wait for itself: then there is nothing to rescue.
pub fn save() -> Option<Result<Rescued, String>> {
    let game = GAME.try_lock();
    let game = match &game {
        Ok(game) => game,
        Err(std::sync::TryLockError::Poisoned(game)) => game.get_ref(),
        Err(std::sync::TryLockError::WouldBlock) => return None,
    };
    let kept = game.as_ref()?;
    let mut store = match kept.store.try_lock() {
        Ok(store) => store,
        Err(std::sync::TryLockError::Poisoned(store)) => store.into_inner(),
        Err(std::sync::TryLockError::WouldBlock) => return None,
    };
    Some(match store.rescue(&kept.save) {
        Ok(saved) => Ok(Rescued { file: saved.file, resume: store.resume() }),
        Err(error) => Err(format!("cannot write `{}`: {error}", store.file())),
    })
}
