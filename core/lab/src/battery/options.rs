//! Options are the same each time they are listed, and no two have the same text.

use super::{Law, Moment};
use boardwright_text::InWords;

pub(super) struct Options;

impl Law for Options {
    fn name(&self) -> &'static str {
        "options"
    }

    fn decision(&mut self, now: &Moment, _: usize) -> Result<(), String> {
        let table = now.table();
        let texts = table.texts();
        if table.gave_up() {
            return Err("look-ahead gave up: an option may be missing".into());
        }
        if texts.len() != table.options().len() {
            return Err("not every option has a text".into());
        }
        let mut sorted: Vec<&String> = texts.iter().collect();
        sorted.sort();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("two options have the text `{}`", pair[0]));
        }
        if let Some(text) = texts.iter().find(|text| text.trim().is_empty()) {
            return Err(format!("an option has the text \"{text}\""));
        }
        let again = now.resumed(table.state().clone())?;
        if again.options() != table.options() || again.texts() != texts {
            let (first, second) = (texts.join(", "), again.texts().join(", "));
            return Err(format!("asked twice, {first} is offered and then {second}"));
        }
        if again.asked() != table.asked() || again.question() != table.question() {
            return Err("asked twice, the question is different".into());
        }
        Ok(())
    }
}
