//! Numbered jobs on several threads: each thread takes the next job when it has finished its last.
//! Results are delivered to the calling thread, in batches: waking that thread costs as much as a
//! short job, so results that come quickly are handed over together.

#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest a result may wait before it is handed over.
const WAIT: Duration = Duration::from_millis(10);

/// The jobs not yet begun.
pub struct Jobs {
    next: AtomicUsize,
    n: usize,
    stopped: AtomicBool,
}

impl Jobs {
    fn new(n: usize) -> Self {
        Self { next: AtomicUsize::new(0), n, stopped: AtomicBool::new(false) }
    }

    /// Takes the number of a job, from 0, exclusively; `None` if none is left.
    pub fn take(&self) -> Option<usize> {
        if self.is_stopped() {
            return None;
        }
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        (at < self.n).then_some(at)
    }

    /// Stops handing out jobs.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// Where a thread delivers its results.
pub struct Out<T> {
    sender: Sender<Vec<T>>,
    waiting: RefCell<Vec<T>>,
    /// When results were last handed over.
    last: Cell<Instant>,
}

impl<T> Out<T> {
    fn new(sender: Sender<Vec<T>>) -> Self {
        Self { sender, waiting: RefCell::default(), last: Cell::new(Instant::now()) }
    }

    /// Delivers a result.
    pub fn say(&self, it: T) {
        self.waiting.borrow_mut().push(it);
        if self.last.get().elapsed() >= WAIT {
            self.hand_over();
            self.last.set(Instant::now());
        }
    }

    fn hand_over(&self) {
        // The receiver listens until the last thread is done, unless it panicked itself.
        let _ = self.sender.send(self.waiting.take());
    }
}

impl<T> Drop for Out<T> {
    fn drop(&mut self) {
        self.hand_over();
    }
}

/// Runs `work` on `threads` threads, which take jobs until none is left, and calls `hear` on this
/// thread for every result.
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
        // The last thread to finish closes the channel.
        drop(sender);
        for it in receiver.into_iter().flatten() {
            hear(jobs, it);
        }
    });
}
