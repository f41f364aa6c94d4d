//! Static analysis of scripts, without running them: their syntax tree, the steps they may return,
//! what each file asks and requires. Also the standard library shared by all packs.

mod lex;
mod shelf;
mod steps;
pub mod syntax;
mod texts;

pub use lex::{Kind, Token, texts_under, tokens};
pub use shelf::{PackScripts, std_scripts};
pub use steps::gap;
pub use steps::{Gap, Guess, StepTable};
pub use texts::Texts;
