//! Values exchanged between the kernel and a script: plain data with whole numbers, and references
//! to things of the game.

use std::borrow::Cow;
use std::ptr;

use mlua::{LightUserData, Lua, Value as LuaValue};

use super::limits::Limits;
use boardwright_syntax::diag::codes::script as codes;
use boardwright_syntax::visible::visible;

/// A value exchanged with a script. Whole numbers only.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Nothing.
    Nil,
    /// A truth value.
    Bool(bool),
    /// A whole number between -2^53 and 2^53.
    Int(i64),
    /// A text.
    Text(String),
    /// A list. An empty table is an empty list.
    List(Vec<Value>),
    /// Named values, sorted by name.
    Map(Vec<(String, Value)>),
    /// A thing of the game.
    Ref(Ref),
}

impl Value {
    /// The value a map has under a name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Self::Map(entries) => entries
                .binary_search_by(|(key, _)| key.as_str().cmp(name))
                .ok()
                .and_then(|at| entries.get(at))
                .map(|(_, value)| value),
            _ => None,
        }
    }
}

/// A thing of the game: opaque to scripts except for its fields.
///
/// It is passed as a bare number inside a light userdata, so creating one is free, two references
/// to the same thing are equal, and a table keyed by things has the same order in every process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ref {
    /// The class of thing: a seat, a piece, a space ... The kernel's numbering.
    pub class: u8,
    /// The index of the thing.
    pub index: u32,
}

/// The largest whole number a script can hold exactly.
pub const INT_MAX: i64 = 1 << 53;

const _: () = assert!(usize::BITS >= 64, "a reference needs 42 bits");
const THING: usize = 1 << 40;
const VIEW: usize = 1 << 41;

/// The light userdata a script knows as `view`.
pub(super) fn view() -> LightUserData {
    LightUserData(ptr::without_provenance_mut(VIEW))
}

pub(super) fn to_light(thing: Ref) -> LightUserData {
    let bits = THING | usize::from(thing.class) << 32 | thing.index as usize;
    LightUserData(ptr::without_provenance_mut(bits))
}

/// The thing behind a light userdata; `None` for the view itself.
pub(super) fn from_light(light: LightUserData) -> Option<Ref> {
    let bits = light.0.addr();
    (bits & THING != 0).then_some(Ref { class: (bits >> 32) as u8, index: bits as u32 })
}

/// Makes a Lua value.
pub(super) fn to_lua(lua: &Lua, value: &Value) -> mlua::Result<LuaValue> {
    Ok(match value {
        Value::Nil => LuaValue::Nil,
        Value::Bool(flag) => LuaValue::Boolean(*flag),
        Value::Int(number) if number.unsigned_abs() <= INT_MAX as u64 => {
            LuaValue::Number(*number as f64)
        }
        Value::Int(number) => {
            let text = format!("{number} is beyond the whole numbers a script can hold");
            return Err(mlua::Error::RuntimeError(text));
        }
        Value::Text(text) => LuaValue::String(lua.create_string(text)?),
        Value::Ref(thing) => LuaValue::LightUserData(to_light(*thing)),
        Value::List(items) => {
            let items: Vec<LuaValue> =
                items.iter().map(|item| to_lua(lua, item)).collect::<mlua::Result<_>>()?;
            LuaValue::Table(lua.create_sequence_from(items)?)
        }
        Value::Map(entries) => {
            let table = lua.create_table_with_capacity(0, entries.len())?;
            for (key, item) in entries {
                table.raw_set(key.as_str(), to_lua(lua, item)?)?;
            }
            LuaValue::Table(table)
        }
    })
}

/// Why a Lua value cannot leave a script.
#[derive(Debug)]
pub(super) struct Unfit {
    /// The code of the diagnostic.
    pub code: &'static str,
    /// The path inside the value, outermost name last; empty for the value itself.
    pub path: Vec<String>,
    /// What is wrong with it.
    pub what: String,
}

impl Unfit {
    fn new(code: &'static str, what: impl Into<String>) -> Self {
        Self { code, path: vec![], what: what.into() }
    }

    fn inside(mut self, key: impl Into<String>) -> Self {
        self.path.push(key.into());
        self
    }

    /// The whole sentence, for a value that was passed on as `done` says ("`ask` was given").
    pub(super) fn sentence(mut self, done: &str) -> String {
        // A size limit concerns the whole value, wherever it was noticed.
        if self.path.is_empty() || self.code == codes::TOO_MUCH {
            return format!("{done} {}", self.what);
        }
        self.path.reverse();
        format!("in what {done}, `{}` is {}", self.path.join("."), self.what)
    }
}

/// Reads Lua values within limits. Use one reader per result: its limits are for the whole result.
pub(super) struct Reader<'a> {
    limits: &'a Limits,
    nodes: usize,
    bytes: usize,
    above: Vec<usize>,
    /// Whether keys are taken as they are. Names are read faster where only names are expected.
    is_careful: bool,
    /// Whether something else than a name was met there.
    is_odd: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        let (is_careful, is_odd) = (false, false);
        Self { limits, nodes: 0, bytes: 0, above: vec![], is_careful, is_odd }
    }

    /// Turns a Lua value into plain data, or says why that is impossible.
    pub(super) fn read(&mut self, value: &LuaValue) -> Result<Value, Unfit> {
        let before = (self.nodes, self.bytes);
        let read = self.any(value);
        if !self.is_odd {
            return read;
        }
        // All of it once more, so that it is read twice at most however deep it is.
        (self.nodes, self.bytes) = before;
        (self.is_careful, self.is_odd) = (true, false);
        self.above.clear();
        self.any(value)
    }

    fn any(&mut self, value: &LuaValue) -> Result<Value, Unfit> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            let text = format!("more than {} values", self.limits.nodes);
            return Err(Unfit::new(codes::TOO_MUCH, text));
        }
        match value {
            LuaValue::Nil => Ok(Value::Nil),
            LuaValue::Boolean(flag) => Ok(Value::Bool(*flag)),
            LuaValue::Integer(number) => whole(*number as f64),
            LuaValue::Number(number) => whole(*number),
            LuaValue::String(text) => Ok(Value::Text(self.text(text)?)),
            LuaValue::LightUserData(light) => from_light(*light)
                .map(Value::Ref)
                .ok_or_else(|| Unfit::new(codes::NOT_PLAIN, "the view itself, not a value of it")),
            LuaValue::Table(table) => {
                let at = table.to_pointer().addr();
                if self.above.contains(&at) {
                    return Err(Unfit::new(codes::SELF_CONTAINED, "a table that contains itself"));
                }
                if self.above.len() >= self.limits.depth {
                    let text = format!("tables nested deeper than {}", self.limits.depth);
                    return Err(Unfit::new(codes::TOO_MUCH, text));
                }
                self.above.push(at);
                let read = self.table(table);
                self.above.pop();
                read
            }
            other => Err(Unfit::new(codes::NOT_PLAIN, format!("a {}", kind(other)))),
        }
    }

    fn text(&mut self, text: &mlua::LuaString) -> Result<String, Unfit> {
        let bytes = text.as_bytes();
        self.count(bytes.len())?;
        // Questions and notes of scripts are shown to people.
        std::str::from_utf8(&bytes)
            .map(|text| visible(text).into_owned())
            .map_err(|_| Unfit::new(codes::NOT_PLAIN, "text that is not valid UTF-8"))
    }

    fn count(&mut self, bytes: usize) -> Result<(), Unfit> {
        self.bytes += bytes;
        if self.bytes > self.limits.text {
            let text = format!("more than {} bytes of text", self.limits.text);
            return Err(Unfit::new(codes::TOO_MUCH, text));
        }
        Ok(())
    }

    fn table(&mut self, table: &mlua::Table) -> Result<Value, Unfit> {
        if self.is_careful || table.raw_len() > 0 { self.entries(table) } else { self.names(table) }
    }

    /// A table that has names as keys, most likely. Each is copied out of the VM at once.
    fn names(&mut self, table: &mlua::Table) -> Result<Value, Unfit> {
        let mut named: Vec<(String, Value)> = vec![];
        let mut unfit = None;
        let all = table.for_each(|name: String, value: LuaValue| {
            // A number would come as its digits, or as "inf" or "nan".
            let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && !matches!(name.as_str(), "inf" | "nan");
            let read = match is_name {
                true => self.count(name.len()).and_then(|()| {
                    self.any(&value).map_err(|why| why.inside(visible(&name).as_ref()))
                }),
                false => {
                    self.is_odd = true;
                    Err(Unfit::new(codes::MIXED_TABLE, "a table with odd keys"))
                }
            };
            match read {
                Ok(value) => {
                    let clean = match visible(&name) {
                        Cow::Owned(clean) => Some(clean),
                        Cow::Borrowed(_) => None,
                    };
                    named.push((clean.unwrap_or(name), value));
                }
                Err(why) => {
                    unfit = Some(why);
                    return Err(mlua::Error::runtime("unfit"));
                }
            }
            Ok(())
        });
        match (all, unfit) {
            (_, Some(why)) => Err(why),
            // A key that is no text at all, or one in another encoding.
            (Err(_), None) => {
                self.is_odd = true;
                Err(Unfit::new(codes::MIXED_TABLE, "a table with odd keys"))
            }
            (Ok(()), None) if named.is_empty() => Ok(Value::List(vec![])),
            (Ok(()), None) => Ok(Value::Map(by_name(named))),
        }
    }

    fn entries(&mut self, table: &mlua::Table) -> Result<Value, Unfit> {
        let mut numbered: Vec<(i64, Value)> = vec![];
        let mut named: Vec<(String, Value)> = vec![];
        let mut entry = |key: LuaValue, value: LuaValue| {
            match key {
                LuaValue::Integer(number) => {
                    let value = self.any(&value).map_err(|e| e.inside(number.to_string()))?;
                    numbered.push((number, value));
                }
                LuaValue::String(name) => {
                    let name = self.text(&name)?;
                    let value = self.any(&value).map_err(|e| e.inside(name.as_str()))?;
                    named.push((name, value));
                }
                other => {
                    let text = format!("a table with a {} as key", kind(&other));
                    return Err(Unfit::new(codes::MIXED_TABLE, text));
                }
            }
            Ok(())
        };
        let mut unfit = None;
        let all = table.for_each(|key, value| {
            entry(key, value).map_err(|why| {
                unfit = Some(why);
                mlua::Error::runtime("unfit")
            })
        });
        if all.is_err() {
            return Err(
                unfit.unwrap_or(Unfit::new(codes::NOT_PLAIN, "a table that cannot be read"))
            );
        }
        if numbered.is_empty() && !named.is_empty() {
            return Ok(Value::Map(by_name(named)));
        }
        if !named.is_empty() {
            return Err(Unfit::new(codes::MIXED_TABLE, "a table that is both a list and a map"));
        }
        numbered.sort_by_key(|(number, _)| *number);
        if numbered.iter().zip(1..).any(|((number, _), expected)| *number != expected) {
            return Err(Unfit::new(codes::MIXED_TABLE, "a list with gaps"));
        }
        Ok(Value::List(numbered.into_iter().map(|(_, value)| value).collect()))
    }
}

fn by_name(mut named: Vec<(String, Value)>) -> Vec<(String, Value)> {
    named.sort_by(|a, b| a.0.cmp(&b.0));
    named
}

fn whole(number: f64) -> Result<Value, Unfit> {
    if number.fract() != 0.0 || number.is_nan() {
        return Err(Unfit::new(codes::NOT_WHOLE, format!("{number}, not a whole number")));
    }
    if number.abs() > INT_MAX as f64 {
        return Err(Unfit::new(codes::NOT_WHOLE, format!("{number:e}, too large a number")));
    }
    Ok(Value::Int(number as i64))
}

/// The type of a value, in a word.
pub(super) fn kind(value: &LuaValue) -> &'static str {
    match value {
        LuaValue::LightUserData(_) => "thing",
        LuaValue::Integer(_) | LuaValue::Number(_) => "number",
        other => other.type_name(),
    }
}
