//! Numbered jobs over several threads: each thread takes the next one when it is done with its
//! last. What comes of them is heard on the thread that asked, a little later at most: waking that
//! thread costs as much as a short job, so what comes quickly is handed over together.

#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long something may wait before it is handed over.
const WAIT: Duration = Duration::from_millis(10);

/// The jobs that nobody has begun yet.
pub struct Jobs {
    next: AtomicUsize,
    n: usize,
    stopped: AtomicBool,
}

impl Jobs {
    fn new(n: usize) -> Self {
        Self { next: AtomicUsize::new(0), n, stopped: AtomicBool::new(false) }
    }

    /// The number of a job that nobody else gets, from 0; `None` if none is left.
    pub fn take(&self) -> Option<usize> {
        if self.is_stopped() {
            return None;
        }
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        (at < self.n).then_some(at)
    }

    /// Nobody gets another job from now on.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether somebody stopped it.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// Where a thread says what came of its jobs.
pub struct Out<T> {
    sender: Sender<Vec<T>>,
    waiting: RefCell<Vec<T>>,
    /// When something was handed over last.
    last: Cell<Instant>,
}

impl<T> Out<T> {
    fn new(sender: Sender<Vec<T>>) -> Self {
        Self { sender, waiting: RefCell::default(), last: Cell::new(Instant::now()) }
    }

    /// Says it.
    pub fn say(&self, it: T) {
        self.waiting.borrow_mut().push(it);
        if self.last.get().elapsed() >= WAIT {
            self.hand_over();
            self.last.set(Instant::now());
        }
    }

    fn hand_over(&self) {
        // The one who listens does so until the last thread is done, unless it panicked itself.
        let _ = self.sender.send(self.waiting.take());
    }
}

impl<T> Drop for Out<T> {
    fn drop(&mut self) {
        self.hand_over();
    }
}

/// Runs `work` on so many threads, which take jobs until none is left, and `hear` on this one
/// for everything they say.
pub fn run<T: Send>(
    threads: usize,
    n_jobs: usize,
    work: &(dyn Fn(&Jobs, &Out<T>) + Sync),
    hear: &mut dyn FnMut(&Jobs, T),
) {
    let jobs = &Jobs::new(n_jobs);
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads.clamp(1, n_jobs.max(1)) {
            let out = Out::new(sender.clone());
            scope.spawn(move || work(jobs, &out));
        }
        // The last thread that is done closes the channel.
        drop(sender);
        for it in receiver.into_iter().flatten() {
            hear(jobs, it);
        }
    });
}
