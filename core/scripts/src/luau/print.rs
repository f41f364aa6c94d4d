//! What scripts print, for debugging. It affects nothing else: a script answers the same whether or
//! not its output is kept.

use std::cell::{Cell, RefCell};

use mlua::{Function, LightUserData, Lua, MultiValue, Value as LuaValue};

use super::fault::{Place, clip};
use super::vm::{Meter, frames};

/// The largest number of lines kept for one run.
const LINES_MAX: usize = 100;
/// The largest number of table parts shown.
const PARTS_MAX: usize = 40;
/// The largest number of table levels shown.
const LEVELS_MAX: usize = 4;

/// A line that a script printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Printed {
    /// The place of the `print`.
    pub place: Place,
    /// The output, in one line.
    pub text: String,
    /// How many questions had been answered before it.
    pub answered: usize,
}

/// The output of the current run.
#[derive(Default)]
pub(super) struct Prints {
    /// Whether the output is kept. If not, `print` does nothing.
    pub is_heard: Cell<bool>,
    /// How many questions of this run were answered.
    pub answered: Cell<usize>,
    lines: RefCell<Vec<Printed>>,
}

impl Prints {
    pub(super) fn begin(&self) {
        self.answered.set(0);
        self.lines.borrow_mut().clear();
    }

    pub(super) fn take(&self) -> Vec<Printed> {
        self.lines.take()
    }

    pub(super) fn hear(&self, lua: &Lua, meter: &Meter, values: &MultiValue) -> mlua::Result<()> {
        if !self.is_heard.get() || self.lines.borrow().len() >= LINES_MAX {
            return Ok(());
        }
        let Some(place) = frames(lua).next() else { return Ok(()) };
        let text = meter.uncounted(|| {
            let words = values.iter().map(|value| shown(lua, value, &mut PARTS_MAX.clone(), 0));
            words.collect::<mlua::Result<Vec<_>>>()
        })?;
        let (text, answered) = (clip(&text.join(" ")), self.answered.get());
        self.lines.borrow_mut().push(Printed { place, text, answered });
        Ok(())
    }
}

/// A value in words; without addresses, and with tables in a fixed order.
fn shown(lua: &Lua, value: &LuaValue, parts: &mut usize, level: usize) -> mlua::Result<String> {
    match value {
        LuaValue::Function(_) => Ok("function".into()),
        LuaValue::Table(_) if level >= LEVELS_MAX => Ok("{ ... }".into()),
        LuaValue::Table(table) => {
            let mut entries = vec![];
            for pair in table.pairs::<LuaValue, LuaValue>() {
                let (key, value) = pair?;
                if *parts == 0 {
                    entries.push((1, 0, "...".to_owned()));
                    break;
                }
                *parts -= 1;
                let text = shown(lua, &value, parts, level + 1)?;
                let at = entries.len() as i64 + 1;
                entries.push(match key {
                    LuaValue::Integer(n) if n == at => (0, n, text),
                    LuaValue::Number(n) if n == at as f64 => (0, at, text),
                    key => {
                        (0, i64::MAX, format!("{} = {text}", shown(lua, &key, parts, level + 1)?))
                    }
                });
            }
            entries.sort();
            let entries: Vec<String> = entries.into_iter().map(|(.., text)| text).collect();
            Ok(if entries.is_empty() {
                "{}".into()
            } else {
                format!("{{ {} }}", entries.join(", "))
            })
        }
        LuaValue::LightUserData(_) => match lua.type_metatable::<LightUserData>() {
            Some(meta) => meta.raw_get::<Function>("__tostring")?.call(value),
            None => Ok("thing".into()),
        },
        value => value.to_string(),
    }
}
