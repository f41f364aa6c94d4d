//! Saved games that were damaged: bits flipped, text cut off, numbers changed, lines swapped. The
//! damage is noticed, or does no harm: the game continues from the state that was saved.

use std::panic::{AssertUnwindSafe, catch_unwind};

use boardwright_play::game::{Game, open};
use boardwright_play::save::{Save, replay};
use boardwright_play::session::Session;
use boardwright_tests::library;

/// The number of damaged files of each kind.
const N: u64 = 600;

/// A stream of random numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides.max(1)
    }
}

/// A game after this many random choices.
fn played(game: &Game, n_choices: usize) -> Save {
    let mut session = Session::new(game, 7).expect("it can be set up");
    let mut dice = Dice(n_choices as u64);
    for _ in 0..n_choices {
        let n_options = session.options().len();
        if n_options == 0 || session.choose_index(dice.roll(n_options)).is_err() {
            break;
        }
    }
    session.save()
}

fn damaged(text: &str, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let at = dice.roll(bytes.len());
    match dice.roll(6) {
        0 => bytes[at] ^= 1 << dice.roll(8),
        1 => bytes.truncate(at),
        2 => drop(bytes.drain(at..(at + 1 + dice.roll(40)).min(text.len()))),
        // One digit becomes another: still a well-formed saved game.
        3 | 4 => {
            let digits: Vec<usize> =
                (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
            let at = digits[dice.roll(digits.len())];
            bytes[at] = b'0' + ((bytes[at] - b'0') + 1 + dice.roll(9) as u8) % 10;
        }
        _ => {
            let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
            let (one, other) = (dice.roll(lines.len()), dice.roll(lines.len()));
            lines.swap(one, other);
            bytes = lines.concat().into_bytes();
        }
    }
    bytes
}

/// Counts the damaged files that were noticed.
fn damage(game: &Game, save: &Save, first: u64) -> usize {
    let text = save.to_text();
    let mut n_noticed = 0;
    for seed in first..first + N {
        let bytes = damaged(&text, &mut Dice(seed));
        let looked_at = catch_unwind(AssertUnwindSafe(|| {
            let Ok(text) = String::from_utf8(bytes.clone()) else { return true };
            let Ok(read) = Save::load(&text) else { return true };
            if read == *save {
                return false;
            }
            if let Ok(session) = read.resume(game) {
                let same = *session.table().state() == save.state;
                assert!(same, "seed {seed}: another state was gone on with");
            }
            replay(game, &read).is_err()
        }));
        match looked_at {
            Ok(noticed) => n_noticed += usize::from(noticed),
            Err(_) => panic!("seed {seed} panics:\n{}", String::from_utf8_lossy(&bytes)),
        }
    }
    n_noticed
}

#[test]
fn damaged_saves_are_noticed_or_harmless() {
    for pack in ["hello", "connect-four", "devtest"] {
        let game = open(&library(), &[pack], Some(2), &[]).game.expect("it validates");
        // Before the first choice there is no hash of a choice to compare.
        for n_choices in [0, 1, 9] {
            let save = played(&game, n_choices);
            let n_noticed = damage(&game, &save, 1_000 * n_choices as u64);
            println!("{pack} after {n_choices}: {n_noticed} of {N} noticed");
            assert!(n_noticed > 400, "{pack}: only {n_noticed} noticed");
        }
    }
}
