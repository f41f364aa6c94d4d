//! Bots as people write them: `random`, `greedy`, `mcts:1000`, `mcts:200ms`.

use std::fmt;
use std::str::FromStr;

use boardwright_rules::id::SeatId;

use super::{Bot, FirstBot, GreedyBot, MctsBot, RandomBot};
use boardwright_syntax::diag::similar;

/// The names of all bots.
const NAMES: [&str; 4] = ["random", "first", "greedy", "mcts"];
/// The default budget of `mcts`.
const ITERATIONS_DEFAULT: Budget = Budget::Iterations(1_000);
/// The largest budget that can be asked for.
const BUDGET_MAX: u32 = 10_000_000;

/// A bot to choose from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spec {
    /// Takes a random option.
    Random,
    /// Takes the first option.
    First,
    /// Looks ahead to the end of its own turn.
    Greedy,
    /// Searches on tables dealt anew.
    Mcts(Budget),
}

/// How long a bot may think before it makes a plan for its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Budget {
    /// This many iterations. The same seed gives the same choices.
    Iterations(u32),
    /// This many milliseconds. The choices depend on the machine.
    Millis(u32),
}

impl Spec {
    /// Reads a bot as typed. The error lists the existing bots.
    pub fn parse(typed: &str) -> Result<Self, String> {
        let typed = typed.trim();
        let (name, budget) = match typed.split_once(':') {
            Some((name, budget)) => (name.trim_end(), Some(budget.trim_start())),
            None => (typed, None),
        };
        let spec = match name {
            "random" => Self::Random,
            "first" => Self::First,
            "greedy" => Self::Greedy,
            "mcts" => return budget.map_or(Ok(ITERATIONS_DEFAULT), Budget::parse).map(Self::Mcts),
            _ => return Err(unknown(name)),
        };
        match budget {
            Some(_) => Err(format!("`{name}` takes no budget: write `{name}` alone")),
            None => Ok(spec),
        }
    }

    /// The bot for one seat. The same seed and seat always give the same bot.
    pub fn build(self, seat: SeatId, seed: u64) -> Box<dyn Bot + Send> {
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(seat.0));
        match self {
            Self::Random => Box::new(RandomBot::new(seed)),
            Self::First => Box::new(FirstBot),
            Self::Greedy => Box::new(GreedyBot::new(seed)),
            Self::Mcts(budget) => Box::new(MctsBot::new(budget, seed)),
        }
    }

    /// Whether the same seed gives the same choices on every machine.
    pub fn is_repeatable(self) -> bool {
        !matches!(self, Self::Mcts(Budget::Millis(_)))
    }
}

impl Budget {
    fn parse(typed: &str) -> Result<Self, String> {
        let (number, millis) = match typed.strip_suffix("ms") {
            Some(number) => (number.trim_end(), true),
            None => (typed, false),
        };
        match number.replace('_', "").parse::<u32>() {
            Ok(n) if !(1..=BUDGET_MAX).contains(&n) => {
                Err(format!("the budget `{typed}` is not between 1 and {BUDGET_MAX}"))
            }
            Ok(n) if millis => Ok(Self::Millis(n)),
            Ok(n) => Ok(Self::Iterations(n)),
            Err(_) => Err(format!(
                "the budget of `mcts:{typed}` cannot be read: expected iterations such as \
                 `mcts:1000`, or milliseconds such as `mcts:200ms`"
            )),
        }
    }
}

fn unknown(name: &str) -> String {
    let known = NAMES.map(|name| format!("`{name}`")).join(", ");
    if name.is_empty() {
        return format!("no bot is named: there are {known}");
    }
    let near = similar(name, NAMES.into_iter()).map(|near| format!("; `{near}` is similar"));
    format!("there is no bot `{name}`: there are {known}{}", near.unwrap_or_default())
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        Self::parse(typed)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::First => f.write_str("first"),
            Self::Greedy => f.write_str("greedy"),
            Self::Mcts(Budget::Iterations(n)) => write!(f, "mcts:{n}"),
            Self::Mcts(Budget::Millis(n)) => write!(f, "mcts:{n}ms"),
        }
    }
}
