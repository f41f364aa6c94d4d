//! A state that is saved and loaded is the same and offers the same: at every decision, even inside
//! scripts.

use boardwright_rules::state::State;

use super::{Law, Moment};

pub(super) struct Saves;

impl Law for Saves {
    fn name(&self) -> &'static str {
        "saves"
    }

    fn decision(&mut self, now: &Moment, _: usize) -> Result<(), String> {
        let table = now.table();
        let written = serde_json::to_string(table.state())
            .map_err(|error| format!("the state cannot be written: {error}"))?;
        let read: State = serde_json::from_str(&written)
            .map_err(|error| format!("the state cannot be read: {error}"))?;
        if read != *table.state() || read.hash() != table.state().hash() {
            return Err("the state that was read is different".into());
        }
        let again = now.resumed(read)?;
        if again.asked() == table.asked() && again.options() == table.options() {
            Ok(())
        } else {
            Err("after loading, something else is asked or offered".into())
        }
    }
}
