//! `script`: the arguments of a script function, and the values that steps bind.

use boardwright_rules::def::ScriptDef;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::part::Named;
use boardwright_rules::id::ScriptId;

use super::StepContext;
use crate::Lower;
use crate::expr::class;
use crate::names::Type;
use crate::scope::Scope;
use boardwright_language::raw::step::{self as raw, Key};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::names as names_codes;
use boardwright_syntax::diag::codes::{names_used, step as codes};

/// Most values one step binds from a script.
const VALUES_MAX: usize = 16;
/// Keys of a result with both steps and a value.
const BOTH: [&str; 2] = ["steps", "value"];

impl Lower<'_> {
    pub(super) fn script(
        &mut self,
        step: &StepContext,
        script: &raw::Script,
        scope: &mut Scope,
    ) -> Option<()> {
        let name = self.text_under(step, script.name)?;
        let well_formed = matches!(name.split_once('.'), Some((topic, name))
            if !topic.is_empty() && !name.is_empty());
        if !well_formed {
            let message = format!("`{name}` does not name a script");
            let label = "expected `topic.name`";
            let span = script.name.node.span;
            let diag = Diagnostic::error(names_used::SCRIPT, message, span, label);
            self.diags.push(diag.help(
                "write the file and the function: `mill.grind` is `grind` in `scripts/mill.luau`",
            ));
            return None;
        }
        let mut params = vec![];
        let mut args = vec![];
        if let Some(with) = script.with {
            let Some(map) = with.node.as_map() else {
                return self.wrong_form(step, with.node, "a mapping under `with`");
            };
            for entry in &map.entries {
                let (id, ty) = self.expr_in(&entry.value, scope, None)?;
                params.push((entry.key.clone(), class(&ty)));
                args.push(id);
            }
        }
        let gives = match script.returns {
            Some(returns) => self.returned_types(step, returns)?,
            None => Type::Number,
        };
        let slot = match step.binds {
            Some(binds) => Some(self.bind_values(binds, scope, &gives)?),
            None => None,
        };
        let id = self.script_id(name, params, slot.map(|_| gives));
        self.emit(scope, Op::Script(id, args.into(), slot));
        Some(())
    }

    /// The types that a step binds: one value, or several with names.
    fn returned_types(&mut self, step: &StepContext, returns: Key<raw::Results>) -> Option<Type> {
        let Some(map) = returns.node.as_map() else { return self.type_of(returns.node) };
        let mut values: Vec<(String, Type)> = vec![];
        for entry in &map.entries {
            self.check_id(&entry.key, entry.key_span);
            if BOTH.contains(&entry.key.as_str()) {
                let message = format!("a value cannot be called `{}`", entry.key);
                let label = "has a fixed meaning in the result of a script";
                let diag = Diagnostic::error(names_codes::RESERVED, message, entry.key_span, label);
                self.diags.push(diag.help("choose another name"));
                return None;
            }
            if self.too_many(values.len(), VALUES_MAX, "values of one script", entry.key_span) {
                return None;
            }
            values.push((entry.key.clone(), self.type_of(&entry.value)?));
        }
        if values.is_empty() {
            let message = "`returns` names no value";
            let diag = Diagnostic::error(codes::FORM, message, returns.node.span, "nothing here");
            let help =
                "write each value with its type: `returns: { price: number, seller: \"seat?\" }`";
            self.diags.push(diag.help(help));
            return None;
        }
        if step.binds.is_none() {
            let message = "the values that this script returns are not bound";
            let diag = Diagnostic::error(codes::MISSING, message, returns.span, "not bound");
            let (first, _) = &values[0];
            let help = format!("add `as: result`: then `result.{first}` is one of its values");
            self.diags.push(diag.help(help));
            return None;
        }
        let several = &mut self.names.several;
        let known = several.iter().position(|it| *it == values);
        let index = known.unwrap_or_else(|| {
            several.push(values);
            several.len() - 1
        });
        Some(Type::Several(u16::try_from(index).ok()?))
    }

    /// Binds the result of a script: one value, or several under names such as `deal.price`.
    fn bind_values(
        &mut self,
        binds: Key<raw::Name>,
        scope: &mut Scope,
        gives: &Type,
    ) -> Option<u16> {
        let Type::Several(index) = gives else {
            return self.bind_named(binds, scope, gives.clone());
        };
        let first = self.bind_named(binds, scope, gives.clone())?;
        let values = self.names.several.get(usize::from(*index)).cloned().unwrap_or_default();
        let name = binds.text().unwrap_or_default();
        let known = scope.var(&field_path(name, &values[0].0)).is_some();
        for (slot, (field, ty)) in (first..).zip(values) {
            // The first value shares the slot of the whole.
            if slot > first && !known {
                scope.slot();
            }
            let path = field_path(name, &field);
            match known {
                true => scope.flow.bind(slot, matches!(ty, Type::Maybe(_) | Type::Nil)),
                false => scope.bind_to(&path, slot, ty),
            }
            self.note_bound(slot);
        }
        Some(first)
    }

    fn script_id(
        &mut self,
        name: &str,
        params: Vec<(String, Class)>,
        gives: Option<Type>,
    ) -> ScriptId {
        let n_values = match &gives {
            None => 0,
            Some(Type::Several(index)) => {
                self.names.several.get(usize::from(*index)).map_or(0, Vec::len) as u16
            }
            Some(_) => 1,
        };
        let known = &self.names.script_gives;
        let scripts = &mut self.def.scripts;
        let found = scripts.iter().zip(known).position(|(def, known)| {
            def.named.id == name && def.params == params && *known == gives
        });
        ScriptId::from(found.unwrap_or_else(|| {
            let named = Named { id: name.to_owned(), ..Named::default() };
            let (handle, asks, returned) = (scripts.len() as u32, true, vec![]);
            scripts.push(ScriptDef { named, handle, params, n_values, asks, returned });
            self.names.script_gives.push(gives);
            scripts.len() - 1
        }))
    }
}

/// The expression for one of several values.
fn field_path(name: &str, field: &str) -> String {
    format!("{name}.{field}")
}
