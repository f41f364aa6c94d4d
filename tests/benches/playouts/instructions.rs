//! Instructions per decision, counted by valgrind: they do not depend on the load of the machine.

use std::process::Command;

use crate::{Args, Who, native};

/// The games of the shorter run; the longer one plays twice as many, and only the difference
/// counts.
const GAMES: u64 = 200;

/// Counts for every pack.
pub fn run(args: &Args) -> Result<(), String> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return Err("`valgrind` is not installed\n\
            help: install the package `valgrind` of your system, or leave out `--instructions`"
            .into());
    }
    println!("{:24} {:>8} {:>22} {:>8}", "", "", "instructions/decision", "ratio");
    for pack in &args.packs {
        let ours = count(args, pack, Who::Ours)?;
        println!("{pack:24} {:>8} {ours:22.1}", "ours");
        if native::find(pack).is_some() {
            let native = count(args, pack, Who::Native)?;
            println!("{pack:24} {:>8} {native:22.1} {:8.1}", "native", ours / native);
        }
    }
    Ok(())
}

fn count(args: &Args, pack: &str, who: Who) -> Result<f64, String> {
    let (few, decisions_of_few) = callgrind(args, pack, who, GAMES)?;
    let (many, decisions_of_many) = callgrind(args, pack, who, 2 * GAMES)?;
    Ok((many - few) / (decisions_of_many - decisions_of_few))
}

/// Instructions and decisions of a run.
fn callgrind(args: &Args, pack: &str, who: Who, games: u64) -> Result<(f64, f64), String> {
    let this = std::env::current_exe().map_err(|why| why.to_string())?;
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(this).arg(pack);
    command.args(["--games", &games.to_string()]);
    command.args(["--who", if who == Who::Ours { "ours" } else { "native" }]);
    if let Some(players) = args.players {
        command.args(["--players", &players.to_string()]);
    }
    let output = command.output().map_err(|why| format!("cannot run `valgrind`: {why}"))?;
    let (told, log) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let decisions = told.trim().parse().ok();
    let collected = log.lines().find_map(|line| line.split_once("Collected : "));
    let instructions = collected.and_then(|(_, number)| number.trim().parse().ok());
    instructions.zip(decisions).ok_or_else(|| format!("`valgrind` did not count:\n{log}"))
}
