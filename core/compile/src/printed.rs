//! Printed costs and amounts, by resource.

use boardwright_rules::def::ask::CostDef;
use boardwright_rules::def::code::Bearer as Prints;
use boardwright_rules::def::expr::{Binary, Expr, ExprId};
use boardwright_rules::def::part::ValueDef;
use boardwright_rules::id::{AttrId, CostId, ValueId};

use super::Lower;
use super::bounds::NAMES_MAX;
use super::fill::{AttrPlan, Bearer, FillPlan};
use super::names::{AttrType, Type};
use super::refs::named;
use super::scope::Scope;
use boardwright_language::raw::step as raw;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::{shape, step as codes};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Node};

/// The contents of the attributes that hold costs and amounts.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    /// The amounts of each entry and space, by resource or tag.
    says: Vec<Said>,
    /// Columns and values created for expressions: by attribute, name and bearer.
    columns: Vec<((AttrId, String), AttrId)>,
    values: Vec<((AttrId, String, Prints), ValueId)>,
}

impl Printed {
    /// The resources and tags that an attribute uses anywhere, each with the amount this bearer
    /// prints, if any.
    pub fn amounts(&self, attr: AttrId, bearer: Bearer) -> Vec<(&str, Option<ExprId>)> {
        let mut amounts: Vec<(&str, Option<ExprId>)> = vec![];
        for said in self.says.iter().filter(|said| said.attr == attr) {
            let own = (said.bearer == bearer).then_some(said.amount);
            match amounts.iter_mut().find(|(name, _)| *name == said.name) {
                Some((_, amount)) => *amount = amount.or(own),
                None => amounts.push((&said.name, own)),
            }
        }
        amounts.sort_unstable_by_key(|(name, _)| *name);
        amounts
    }
}

/// An amount of a resource or tag, printed on an entry or space.
#[derive(Clone, Debug)]
struct Said {
    attr: AttrId,
    bearer: Bearer,
    name: String,
    amount: ExprId,
}

/// What kind of object prints an attribute of this type.
pub(crate) fn prints(ty: &Type) -> Prints {
    match ty {
        Type::Piece(_) => Prints::Piece,
        Type::Entry(_) => Prints::Entry,
        _ => Prints::Space,
    }
}

impl Lower<'_> {
    /// Lowers printed amounts and costs. It runs first, because all other code may read them.
    pub(super) fn fill_printed(&mut self, plan: &FillPlan) {
        for attr in plan.attrs.iter().filter(|attr| attr.value.kind != Kind::Null) {
            if attr.attr.holds == AttrType::Amounts {
                self.fill_amounts(attr);
            }
        }
        self.in_cost = true;
        for attr in plan.attrs.iter().filter(|attr| attr.value.kind != Kind::Null) {
            if attr.attr.holds == AttrType::Cost {
                self.fill_cost(attr);
            }
        }
        self.in_cost = false;
        // A face takes everything it does not print from the entry it belongs to.
        for face in &plan.entries {
            let Some(first) = face.face_of.map(Bearer::Entry) else { continue };
            let own = Bearer::Entry(face.id);
            let says: Vec<Said> = self.names.printed.says.clone();
            for said in says.into_iter().filter(|said| said.bearer == first) {
                let of_face = |attr: &AttrPlan| attr.bearer == own && attr.attr.id == said.attr;
                if !plan.attrs.iter().any(of_face) {
                    self.names.printed.says.push(Said { bearer: own, ..said });
                }
            }
        }
    }

    fn fill_cost(&mut self, attr: &AttrPlan) -> Option<()> {
        let this = match attr.bearer {
            Bearer::Entry(id) => Type::Piece(Some(self.def.entries[id.index()].kind)),
            Bearer::Space(id) => Type::Space(Some(self.def.spaces[id.index()].group)),
        };
        let scope = Scope::with(&[("self".to_owned(), this)]);
        let cost = self.reader().cost(attr.value)?;
        let id = self.cost_of(&cost, &scope)?;
        self.set_attr(attr, i32::from(id.0));
        // With several costs, the choice is still open.
        let ([raw], [bundle]) =
            (cost.bundles.as_slice(), self.def.costs[id.index()].bundles.as_slice())
        else {
            return Some(());
        };
        let named = raw.terms.iter().zip(&bundle.terms).filter_map(|(raw, term)| match raw {
            raw::Term::Amount { of, .. } => Some((of.key.clone(), term.amount)),
            raw::Term::Worth { .. } => None,
        });
        let says: Vec<Said> = named.map(|(name, amount)| said(attr, name, amount)).collect();
        self.names.printed.says.extend(says);
        Some(())
    }

    /// `{ wood: 2, gold: 1 }`: gained or lost together. It can be paid, so it is a cost.
    fn fill_amounts(&mut self, attr: &AttrPlan) -> Option<()> {
        let what = format!("`{}`", attr.name);
        let Some(map) = attr.value.as_map() else {
            self.wrong_type(attr.value, &what, "amounts such as `{ wood: 2, gold: 1 }`");
            return None;
        };
        for entry in &map.entries {
            let Some(counter) = self.counter_named(&entry.key, entry.key_span) else { continue };
            if self.is_track(counter) {
                let message = format!("`{}` is a track", entry.key);
                let diag = Diagnostic::error(codes::TRACK, message, entry.key_span, "a track");
                self.diags.push(diag.help("print how far it goes as a `number`, or `steps`"));
                continue;
            }
            let Some(amount) = self.plain_number(&entry.value, &what) else { continue };
            if amount < 0 {
                let message = format!("{what} cannot be less than nothing");
                let label = "expected 0 or more";
                let span = entry.value.span;
                self.diags.push(Diagnostic::error(shape::RANGE, message, span, label));
                continue;
            }
            let amount = self.number(amount);
            self.names.printed.says.push(said(attr, entry.key.clone(), amount));
        }
        let cost = self.cost_of_amounts(attr.value)?;
        self.set_attr(attr, i32::from(cost.0));
        Some(())
    }

    /// Amounts as a cost, as far as they can be paid.
    fn cost_of_amounts(&mut self, node: &Node) -> Option<CostId> {
        let n_told = self.diags.len();
        let id = self.cost(node, &Scope::seat());
        // A resource held by pieces or spaces cannot be paid, but it can still be gained.
        self.diags.truncate(n_told);
        Some(id.unwrap_or_else(|| {
            self.def.costs.push(CostDef { bundles: vec![] });
            CostId::from(self.def.costs.len() - 1)
        }))
    }

    /// The resources and tags in an attribute of objects of a type, in the order of their
    /// declaration.
    pub(crate) fn said_names(&self, attr: AttrId, ty: &Type) -> Vec<String> {
        let of_spaces = prints(ty) == Prints::Space;
        let says = self.names.printed.says.iter().filter(|said| {
            said.attr == attr && matches!(said.bearer, Bearer::Space(_)) == of_spaces
        });
        let mut names: Vec<String> = says.map(|said| said.name.clone()).collect();
        names.sort_by_key(|name| (self.names.counters.get(name).copied(), name.clone()));
        names.dedup();
        names
    }

    /// The amount of a resource or tag in an attribute of an object.
    pub(crate) fn said_amount(
        &mut self,
        attr: AttrId,
        (thing, ty): (ExprId, &Type),
        name: &str,
        scope: &Scope,
    ) -> ExprId {
        let says = &self.names.printed.says;
        let says = says.iter().filter(|said| said.attr == attr && said.name == name);
        let says: Vec<(Bearer, ExprId)> = says.map(|said| (said.bearer, said.amount)).collect();
        let worked_out: Vec<(Bearer, ExprId)> =
            says.iter().copied().filter(|(_, amount)| self.known(*amount).is_none()).collect();
        if says.is_empty() {
            return self.number(0);
        }
        let Some(column) = self.said_column(attr, name, &says) else { return self.number(0) };
        let prints = prints(ty);
        if worked_out.is_empty() {
            return self.printed_in(prints, column, thing);
        }
        // An amount that is an expression sees the payer and its bearer, like the base of a value
        // sees the seat and the subject.
        let key = (attr, name.to_owned(), prints);
        let known = self.names.printed.values.iter().find(|(known, _)| *known == key);
        let value = match known {
            Some((_, value)) => *value,
            None => {
                let about = self.local(1);
                let mut base = self.printed_in(prints, column, about);
                let row = match prints {
                    Prints::Piece => self.add(Expr::EntryOf(about)),
                    _ => about,
                };
                for (bearer, amount) in worked_out {
                    let at = match (bearer, prints) {
                        (Bearer::Space(id), Prints::Space) => id.0,
                        (Bearer::Entry(id), Prints::Piece | Prints::Entry) => id.0,
                        _ => continue,
                    };
                    let is = self.with_number(Binary::Eq, row, i32::from(at));
                    base = self.choice(is, amount, base);
                }
                let id = format!("{}.{name}", self.def.attr_names[attr.index()].id);
                let value = ValueId::from(self.def.values.len());
                let named = named(&id, None, None);
                let (modifiers, bounds) = (vec![], None);
                self.def.values.push(ValueDef { named, base, modifiers, bounds });
                self.names.printed.values.push((key, value));
                value
            }
        };
        let me = self.me(scope);
        self.add(Expr::Value(value, me, thing))
    }

    /// The column of the amounts that are constants.
    fn said_column(
        &mut self,
        attr: AttrId,
        name: &str,
        says: &[(Bearer, ExprId)],
    ) -> Option<AttrId> {
        let key = (attr, name.to_owned());
        if let Some((_, column)) = self.names.printed.columns.iter().find(|(of, _)| *of == key) {
            return Some(*column);
        }
        let id = format!("{}/{name}", self.def.attr_names.get(attr.index())?.id);
        let nowhere = Span::at(boardwright_syntax::source::FileId(0), 0);
        if self.too_many(self.def.values.len(), NAMES_MAX, "values", nowhere) {
            return None;
        }
        let column = self.new_attr_column(&id, nowhere)?;
        let (mut of_entries, mut of_spaces) =
            (vec![0; self.def.entries.len()], vec![0; self.def.spaces.len()]);
        for (bearer, amount) in says {
            let cell = match bearer {
                Bearer::Entry(id) => of_entries.get_mut(id.index()),
                Bearer::Space(id) => of_spaces.get_mut(id.index()),
            };
            if let (Some(cell), Some(amount)) = (cell, self.known(*amount)) {
                *cell = amount;
            }
        }
        self.def.attrs.push(of_entries);
        self.def.space_attrs.push(of_spaces);
        self.names.printed.columns.push((key, column));
        Some(column)
    }

    /// Reads a column of an object.
    pub(crate) fn printed_in(&mut self, prints: Prints, column: AttrId, thing: ExprId) -> ExprId {
        self.add(match prints {
            Prints::Piece => Expr::Attr(column, thing),
            Prints::Entry => Expr::EntryAttr(column, thing),
            Prints::Space => Expr::SpaceAttr(column, thing),
        })
    }
}

fn said(attr: &AttrPlan, name: String, amount: ExprId) -> Said {
    Said { attr: attr.attr.id, bearer: attr.bearer, name, amount }
}
