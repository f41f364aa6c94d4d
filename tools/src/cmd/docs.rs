//! `docs`.
use crate::Global;
use crate::fail::Done;
use crate::io::{Exit, Io};
/// Stub.
#[derive(clap::Args, Debug)]
pub struct Args {}
pub fn run(_args: &Args, _global: &Global, _io: &mut Io) -> Done {
    Ok(Exit::Fine)
}
