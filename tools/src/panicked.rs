//! The last safety net: a bug in the program ends it, but the game being played is saved.

use std::io::Write;
use std::panic::{PanicHookInfo, set_hook};

use boardwright_syntax::visible::visible;

use crate::rescue::{self, Rescued};

/// Makes a panic save the game being played and report in plain words what happened.
pub fn catch() {
    set_hook(Box::new(|info| {
        let text = bug_report(&what(info), rescue::save());
        // If that cannot be written, there is nothing left to do.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }));
}

/// Where it happened, and the panic message.
fn what(info: &PanicHookInfo) -> String {
    let place = info.location().map_or("an unknown place".to_owned(), ToString::to_string);
    let payload = info.payload();
    let said = payload.downcast_ref::<String>().map(String::as_str);
    let said =
        said.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    format!("{place}: {said}")
}

fn bug_report(what: &str, game: Option<Result<Rescued, String>>) -> String {
    let mut text =
        "\nboardwright has a bug of its own and cannot go on. The pack is not to blame.\n"
            .to_owned();
    match game {
        Some(Ok(Rescued { file, resume, .. })) => {
            text.push_str(&format!(
                "The game is saved in `{file}`. To go on with it:\n  {resume}\n"
            ));
        }
        Some(Err(why)) => text.push_str(&format!("The game could not be saved: {why}\n")),
        None => {}
    }
    let version = env!("CARGO_PKG_VERSION");
    text.push_str(&format!(
        "Please report this, with what you did last, the pack and the saved game if there is one:\n  \
         boardwright {version}, {what}\n"
    ));
    visible(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use boardwright_phrases::Language;

    use super::bug_report;
    use crate::rescue::Rescued;

    #[test]
    fn people_hear_where_their_game_is_and_how_to_report() {
        let game = Rescued {
            file: "hello.save.json".into(),
            resume: "boardwright play hello --resume hello.save.json".into(),
            language: Language::default(),
        };
        let text = bug_report("src/x.rs:1:2: index out of bounds\u{1b}", Some(Ok(game)));
        insta::assert_snapshot!(text, @r"

        boardwright has a bug of its own and cannot go on. The pack is not to blame.
        The game is saved in `hello.save.json`. To go on with it:
          boardwright play hello --resume hello.save.json
        Please report this, with what you did last, the pack and the saved game if there is one:
          boardwright 0.1.0, src/x.rs:1:2: index out of bounds\u001b
        ");
        let failed = bug_report("x", Some(Err("cannot write `a`: the disk is full".into())));
        assert!(failed.contains("The game could not be saved: cannot write `a`: the disk is full"));
        assert!(!bug_report("x", None).contains("game is saved"));
    }
}
