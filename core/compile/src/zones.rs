//! Zones and their containers.

use boardwright_rules::def::expr::NIL;
use boardwright_rules::def::part::{Order, PlaceDef, Scope, Unique, ZoneDef};
use boardwright_rules::id::{AttrId, PlaceId, ZoneId};

use super::Lower;
use super::bounds::{NAMES_MAX, PLACES_MAX};
use super::counters::visible;
use super::fill::FillPlan;
use super::names::AttrType;
use super::refs::{declare, key_span, named};
use boardwright_language::raw;
use boardwright_language::shape::{Name, Spanned};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::{game, shape};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Node};

impl Lower<'_> {
    /// Creates zones and containers. Kinds, groups and pieces already have their ids.
    pub(super) fn declare_zones(&mut self, root: &Node, _plan: &mut FillPlan) {
        let mut later: Vec<(ZoneId, Name)> = vec![];
        for entry in self.section(root, "zones") {
            self.check_id(&entry.key, entry.key_span);
            self.check_reserved(entry);
            let Some(raw) = self.read_entry::<raw::Zone>(entry, &[]) else { continue };
            if self.too_many(self.def.zones.len(), NAMES_MAX, "zones", entry.key_span) {
                break;
            }
            let id = self.add_zone(entry, &raw);
            if raw.internal {
                self.def.show.quiet_zones.push(id);
            }
            later.extend(raw.reshuffles.map(|other| (id, other)));
        }
        for (id, other) in later {
            self.def.zones[id.index()].reshuffles = self.zone_ref(&other.text, other.span);
        }
    }

    fn add_zone(&mut self, entry: &Entry, raw: &raw::Zone) -> ZoneId {
        let id = ZoneId::from(self.def.zones.len());
        let scope = self.scope_of(raw.held_by.as_ref(), Scope::Table);
        let scope = match scope {
            Scope::SeatSpace(_) => {
                if let Some(per) = &raw.held_by {
                    self.wrong_type(per, "`held_by` of a zone", "one word");
                }
                Scope::Table
            }
            scope => scope,
        };
        let (first_holder, holders) = self.holders_of(scope);
        let first = PlaceId::from(self.def.places.len());
        let fits = first.index() + holders as usize <= PLACES_MAX;
        let holders = if fits { holders } else { 0 };
        if !fits {
            self.too_many(PLACES_MAX, PLACES_MAX, "containers", entry.key_span);
        }
        for at in 0..holders {
            let holder = if scope == Scope::Table { NIL } else { (first_holder + at) as i32 };
            self.def.places.push(PlaceDef { zone: id, holder });
        }
        let order = self.zone_order(entry, raw);
        let capacity = self.zone_capacity(raw, order, entry.key_span);
        let stream = self.def.streams.len() as u16;
        self.def.streams.push(format!("zone/{}", entry.key));
        let unique = raw.unique.as_ref().and_then(|unique| self.zone_unique(unique));
        let slots = self.zone_slots(id, raw, capacity, order);
        self.zone_holds(id, raw);
        let default = match order {
            Order::Bag => raw::Visible::None,
            _ => raw::Visible::All,
        };
        self.def.zones.push(ZoneDef {
            named: named(&entry.key, raw.name.as_deref(), raw.text.as_deref()),
            scope,
            first,
            places: holders as u16,
            first_holder,
            order,
            capacity,
            visible: visible(Some(raw.visible.unwrap_or(default))),
            active: raw.active,
            unique,
            reshuffles: None,
            stream,
            slots,
            starved: None,
            entered: None,
            left: None,
            resets: vec![],
        });
        let (key, span) = (&entry.key, entry.key_span);
        declare(&mut self.names.zones, "zone", key, span, id, &mut self.diags);
        id
    }

    /// Adds a zone outside the rules, for pieces that a scenario takes out of the game. It has no
    /// name.
    pub fn zone_aside(&mut self) -> PlaceId {
        let (zone, first) =
            (ZoneId::from(self.def.zones.len()), PlaceId::from(self.def.places.len()));
        let stream = self.def.streams.len() as u16;
        self.def.streams.push("zone/.aside".into());
        self.def.places.push(PlaceDef { zone, holder: NIL });
        self.def.zones.push(ZoneDef {
            named: named(".aside", Some("out of the game"), None),
            scope: Scope::Table,
            first,
            places: 1,
            first_holder: 0,
            order: Order::Pool,
            capacity: u16::MAX,
            visible: visible(None),
            active: false,
            unique: None,
            reshuffles: None,
            stream,
            slots: vec![],
            starved: None,
            entered: None,
            left: None,
            resets: vec![],
        });
        first
    }

    fn zone_order(&mut self, entry: &Entry, raw: &raw::Zone) -> Order {
        let order = raw.order.unwrap_or(raw::Order::Pool);
        let needless = [
            ("slots", raw.slots.is_some()),
            ("slides", raw.slides),
            ("slot_attributes", raw.slot_attributes.is_some()),
        ];
        for (key, there) in needless {
            if there && order != raw::Order::Row {
                let span = key_span(entry, key).unwrap_or(entry.key_span);
                let message = format!("`{key}` is for rows only, `{}` is none", entry.key);
                self.diags.push(
                    Diagnostic::error(game::ROW_ONLY, message, span, "not for this zone")
                        .help("add `order: row`, or use `capacity` to limit how many it holds"),
                );
            }
        }
        match order {
            raw::Order::Bag => Order::Bag,
            raw::Order::Stack => Order::Stack,
            raw::Order::Row => Order::Row { slides: raw.slides },
            raw::Order::Pool => Order::Pool,
        }
    }

    /// The capacity of a zone: its slots, or its `capacity`, or the number of all pieces.
    fn zone_capacity(&mut self, raw: &raw::Zone, order: Order, span: Span) -> u16 {
        let most = i32::from(u16::MAX);
        let said = raw.slots.or(raw.capacity);
        if let Some(said) = said.filter(|said| !(0..=most).contains(said)) {
            let message = format!("a zone cannot hold {said} pieces");
            let label = format!("expected 0 to {most}");
            self.diags.push(Diagnostic::error(shape::RANGE, message, span, label));
        }
        if let (Some(slots), Some(capacity)) = (raw.slots, raw.capacity)
            && slots != capacity
        {
            let message = format!("a row with {slots} slots holds {slots} pieces, not {capacity}");
            let label = "both `slots` and `capacity`";
            let diag = Diagnostic::error(game::ROW_ONLY, message, span, label);
            self.diags.push(diag.help("remove `capacity`"));
        }
        if said.is_none() && matches!(order, Order::Row { .. }) {
            let message = "a row must say how many slots it has";
            self.diags.push(
                Diagnostic::error(shape::MISSING_KEY, message, span, "lacks `slots`")
                    .help("add `slots: 4`"),
            );
        }
        said.unwrap_or(most).clamp(0, most) as u16
    }

    fn zone_unique(&mut self, unique: &Spanned<String>) -> Option<Unique> {
        match unique.value.as_str() {
            "entry" => Some(Unique::Entry),
            "owner" => Some(Unique::Owner),
            name => {
                let found = self.attribute_id(name);
                if found.is_none() {
                    let own = self.names.attrs.keys().map(|(_, name)| name.clone());
                    let known: Vec<String> =
                        own.chain(["entry".to_owned(), "owner".to_owned()]).collect();
                    let known = known.iter().map(String::as_str);
                    self.unknown_name("attribute", name, unique.span, known);
                }
                found.map(Unique::Attr)
            }
        }
    }

    /// The column of an attribute of any kind.
    fn attribute_id(&self, name: &str) -> Option<AttrId> {
        let plain = |holds: &AttrType| matches!(holds, AttrType::One(_));
        let mut all = self.names.attrs.iter();
        all.find(|((_, of), attr)| *of == name && plain(&attr.holds)).map(|(_, attr)| attr.id)
    }

    /// The attributes of the slots of a row.
    fn zone_slots(
        &mut self,
        id: ZoneId,
        raw: &raw::Zone,
        capacity: u16,
        order: Order,
    ) -> Vec<(AttrId, u32)> {
        let mut slots = vec![];
        let Some(node) = &raw.slot_attributes else { return slots };
        for entry in self.entries_of(node, "`slot_attributes`") {
            let values = self.number_list(&entry.value, &format!("`{}`", entry.key));
            let Some(column) = self.new_attr_column(&entry.key, entry.key_span) else { break };
            if values.len() != usize::from(capacity) && matches!(order, Order::Row { .. }) {
                let message =
                    format!("`{}` has {} values for {capacity} slots", entry.key, values.len());
                let label = format!("expected {capacity}");
                let diag = Diagnostic::error(game::SLOT_VALUES, message, entry.value.span, label);
                self.diags.push(diag.help(format!(
                    "write {capacity} numbers, one for each slot, or change `slots`"
                )));
            }
            self.names.slot_attrs.insert((id, entry.key.clone()), slots.len());
            slots.push((column, self.def.tables.len() as u32));
            self.def.tables.extend(values);
        }
        slots
    }

    /// Reads a list of numbers, or reports another value.
    pub(super) fn number_list(&mut self, node: &Node, what: &str) -> Vec<i32> {
        let Some(items) = node.as_seq() else {
            self.wrong_type(node, what, "a list of whole numbers");
            return vec![];
        };
        let what = format!("each item of {what}");
        items.iter().filter_map(|item| self.plain_number(item, &what)).collect()
    }

    fn zone_holds(&mut self, id: ZoneId, raw: &raw::Zone) {
        if raw.holds.is_empty() {
            return;
        }
        let kinds = raw.holds.iter().filter_map(|kind| self.kind_ref(&kind.text, kind.span));
        let kinds = kinds.collect();
        self.names.holds.insert(id, kinds);
    }

    /// Looks up a zone by name, or reports it.
    pub(super) fn zone_ref(&mut self, name: &str, span: Span) -> Option<ZoneId> {
        let found = self.names.zones.get(name).copied();
        if found.is_none() {
            let ids: Vec<String> = self.names.zones.ids().map(str::to_owned).collect();
            self.unknown_name("zone", name, span, ids.iter().map(String::as_str));
        }
        found
    }
}
