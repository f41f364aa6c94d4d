//! A script's results, checked against what the calling step binds, or against its head.

use full_moon::ast::luau::TypeInfo;
use full_moon::ast::{Expression, Field, TableConstructor};

use super::super::types::{Form, Record, Ty};
use super::call::keyed;
use super::fit::{self, clash, type_name};
use super::{Checker, Wanted};
use boardwright_language::raw::step::verb_named;
use boardwright_language::script_text::syntax::word;
use boardwright_syntax::diag::codes::script as codes;

impl Wanted {
    fn says(self) -> &'static str {
        match self {
            Self::Head => "its head says",
            Self::Step => "the step that binds it expects",
        }
    }

    fn way_out(self) -> &'static str {
        match self {
            Self::Head => "return that, or change the type in the head",
            Self::Step => "say under `returns` what it gives",
        }
    }
}

impl<'a> Checker<'a> {
    /// Reports a type in a head that cannot be what a step binds. Returns whether it did.
    pub(super) fn head_clashes(&mut self, head: &'a TypeInfo, bound: &Ty) -> bool {
        let ty = self.resolve(head);
        let is_steps = matches!(head.to_string().trim(), "Steps" | "Step");
        let message = match (fit::some(&ty), bound) {
            _ if is_steps && !fit::takes_nil(bound) => {
                format!("a step binds {}, and steps are none", wanted(bound))
            }
            (Ty::Record(head), Ty::Record(bound)) => match odd_value(head, bound) {
                Some(odd) => odd,
                None => return false,
            },
            (ty, bound) if !fit::is_table(ty) && clash(ty, bound) => {
                format!("a step binds {}, not {}", wanted(bound), type_name(ty))
            }
            _ => return false,
        };
        let help = match is_steps {
            true => "write `: Result`, and return `{ steps = { ... }, value = ... }`",
            false => "say in the step what is given, as `returns`, or return what it expects",
        };
        let span = self.tree.span(head);
        self.error(codes::RESULT_TYPE, span, message, "declared here", Some(help.into()));
        true
    }

    /// Reports a second return value: only one is allowed.
    pub(super) fn only_one(&mut self, second: &'a Expression) {
        let help = "return a table with names, `{ price = 3, seller = seat }`, and name them under \
                    `returns` in the step";
        let (span, message) = (self.tree.span(second), "a script gives one value back");
        self.error(codes::RESULT_TYPE, span, message, "one too many", Some(help.into()));
    }

    /// Checks that the returned value has the wanted type.
    pub(super) fn fits(&mut self, value: &'a Expression, ty: &Ty, want: &Ty, by: Wanted) {
        if let (Wanted::Step, Expression::TableConstructor(table)) = (by, value) {
            let names: Vec<&str> = names(table).map(|(name, _)| name).collect();
            let is_both = names.iter().all(|name| matches!(*name, "steps" | "value"));
            let is_step = !matches!(want, Ty::Record(_))
                && names.iter().any(|name| verb_named(name).is_some());
            let field = |name: &str| match ty {
                Ty::Record(record) => record.fields.get(name).cloned(),
                _ => None,
            };
            if let (true, Some(value), Some(ty)) = (is_both, keyed(table, "value"), field("value"))
            {
                return self.value_fits(value, &ty, want, by);
            }
            if is_both || is_step {
                return self.only_steps(value, want);
            }
        }
        if by == Wanted::Step && !matches!(want, Ty::Record(_)) && fit::is_table(fit::some(ty)) {
            return;
        }
        self.value_fits(value, ty, want, by);
    }

    fn value_fits(&mut self, value: &'a Expression, ty: &Ty, want: &Ty, by: Wanted) {
        if let Ty::Record(want) = fit::some(want)
            && want.form == Form::Closed
        {
            match (value, fit::some(ty)) {
                (Expression::TableConstructor(table), Ty::Record(found)) => {
                    return self.values_fit(table, found, want, by);
                }
                (_, Ty::Record(found)) => {
                    if let Some(odd) = odd_field(found, want) {
                        let span = self.tree.span(value);
                        let help = Some(by.way_out().to_owned());
                        self.error(codes::RESULT_TYPE, span, odd, "", help);
                    }
                    return;
                }
                // It may be steps.
                (_, ty) if fit::is_table(ty) => return,
                _ => {}
            }
        }
        if self.is_unknown_id(value, want) || *ty == Ty::Nil && all_may_lack(want) {
            return;
        }
        if clash(ty, want) {
            let message = format!("this gives {}; {} {}", type_name(ty), by.says(), wanted(want));
            let span = self.tree.span(value);
            self.error(
                codes::RESULT_TYPE,
                span,
                message,
                type_name(ty),
                Some(by.way_out().to_owned()),
            );
        }
    }

    /// Checks that a table constructor has all wanted values, and no others.
    fn values_fit(
        &mut self,
        table: &'a TableConstructor,
        found: &Record,
        want: &Record,
        by: Wanted,
    ) {
        let before = self.diags.len();
        for (key, value) in names(table) {
            let Some(ty) = want.fields.get(key) else {
                let span = self.tree.span(value.0);
                let what = match by {
                    Wanted::Head => "the type in the head has no",
                    Wanted::Step => "the step binds no",
                };
                let known = want.fields.keys().map(String::as_str);
                self.unknown(codes::RESULT_TYPE, span, (what, key), known, "not one of them");
                continue;
            };
            let Some(given) = found.fields.get(key) else { continue };
            if !self.is_unknown_id(value.1, ty) && clash(given, ty) {
                let message =
                    format!("`{key}` is {}; {} {}", type_name(given), by.says(), wanted(ty));
                let span = self.tree.span(value.1);
                self.error(
                    codes::RESULT_TYPE,
                    span,
                    message,
                    type_name(given),
                    Some(by.way_out().to_owned()),
                );
            }
        }
        let is_plain = |field: &Field| matches!(field, Field::NameKey { .. });
        if self.diags.len() > before || !table.fields().iter().all(is_plain) {
            return;
        }
        for (name, ty) in &want.fields {
            if !fit::takes_nil(ty) && keyed(table, name).is_none() {
                let message = format!("`{name}` is missing; {} {}", by.says(), wanted(ty));
                let help = format!("write `{name} = ...`");
                self.error(
                    codes::RESULT_TYPE,
                    self.tree.span(table),
                    message,
                    "without it",
                    Some(help),
                );
            }
        }
    }

    /// Reports steps without the value that a step binds.
    fn only_steps(&mut self, value: &'a Expression, want: &Ty) {
        if fit::takes_nil(want) || all_may_lack(want) {
            return;
        }
        let message =
            format!("the step that calls this binds {}; here are only steps", wanted(want));
        let help = "write `{ steps = { ... }, value = ... }`".to_owned();
        self.error(codes::RESULT_TYPE, self.tree.span(value), message, "no value", Some(help));
    }
}

/// The fields of a table constructor with literal names: the positions of name and value.
fn names(
    table: &TableConstructor,
) -> impl Iterator<Item = (&str, (&full_moon::tokenizer::TokenReference, &Expression))> {
    table.fields().iter().filter_map(|field| match field {
        Field::NameKey { key, value, .. } => Some((word(key), (key, &**value))),
        _ => None,
    })
}

fn all_may_lack(want: &Ty) -> bool {
    matches!(want, Ty::Record(want) if want.fields.values().all(fit::takes_nil))
}

/// A description of the wanted type.
fn wanted(ty: &Ty) -> String {
    match ty {
        Ty::Record(record) if record.form == Form::Closed => {
            let names: Vec<String> = record.fields.keys().map(|name| format!("`{name}`")).collect();
            format!("a table with {}", names.join(", "))
        }
        ty => type_name(ty),
    }
}

/// Why a type in a head cannot be that of what a step binds.
fn odd_value(head: &Record, bound: &Record) -> Option<String> {
    let missing = bound.fields.iter().find(|(name, ty)| {
        head.form == Form::Closed && !fit::takes_nil(ty) && !head.fields.contains_key(*name)
    });
    let unknown = head.fields.keys().find(|name| !bound.fields.contains_key(*name));
    match (missing, unknown) {
        (Some((name, _)), _) => {
            Some(format!("a step binds `{name}`, which the head does not declare"))
        }
        (_, Some(name)) => {
            Some(format!("the head declares `{name}`, which the step does not bind"))
        }
        _ => odd_field(head, bound),
    }
}

/// A field with a different type than wanted.
fn odd_field(found: &Record, want: &Record) -> Option<String> {
    want.fields.iter().find_map(|(name, want)| {
        let found = found.fields.get(name)?;
        clash(found, want).then(|| {
            format!(
                "`{name}` is {}; the step that binds it expects {}",
                type_name(found),
                type_name(want)
            )
        })
    })
}
