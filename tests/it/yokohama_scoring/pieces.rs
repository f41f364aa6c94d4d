//! Conservation: how many pieces there are, where they may be, and where they may go from there.

use super::book::{self, COUNTRIES};
use super::recount::Recount;
use crate::logs::model::Piece;

/// Whether a piece of this kind may go from one zone to another.
fn may_go(kind: &str, from: &str, to: &str) -> bool {
    let within_row = from.ends_with("_row") && from == to;
    match kind {
        "assistant" => matches!(
            (from, to),
            ("warehouse" | "crew", "staff")
                | ("staff" | "crew", "crew" | "pew" | "cleared")
                | ("staff", "claims")
        ),
        "shop" => matches!((from, to), ("warehouse", "yard") | ("yard", "shops")),
        "house" => matches!((from, to), ("warehouse", "yard") | ("yard", "house_place")),
        "president" => matches!(
            (from, to),
            ("office" | "presidents_here", "presidents_here") | ("presidents_here", "office")
        ),
        "order" => {
            let is_port = |zone: &str| ["port_a_row", "port_b_row"].contains(&zone);
            within_row
                || from == "order_deck" && is_port(to)
                || is_port(from) && to == "orders_in_hand"
                || matches!(
                    (from, to),
                    ("draft", "orders_in_hand" | "put_back")
                        | ("orders_in_hand", "fulfilled" | "filed")
                )
        }
        "technology" => {
            within_row
                || from == "technology_deck" && to.starts_with("laboratory_")
                || from.ends_with("_row") && to == "knowledge"
        }
        "power_token" => (from, to) == ("prize", "spent_tokens"),
        "agent" => (from, to) == ("agent_supply", "agents"),
        "marker" => (from, to) == ("marker_box", "depot"),
        _ => false,
    }
}

/// The same during set-up.
fn may_be_set_up(kind: &str, from: &str, to: &str) -> bool {
    match kind {
        "assistant" => (from, to) == ("warehouse", "staff"),
        "shop" => (from, to) == ("warehouse", "yard"),
        "order" => {
            from == "order_deck"
                && ["port_a_row", "port_b_row", "draft", "orders_left_out"].contains(&to)
        }
        "technology" => from == "technology_deck" && to.starts_with("laboratory_"),
        "area" => (from, to) == ("area_box", "ground"),
        "site" => (from, to) == ("site_box", "plot"),
        "power_token" => (from, to) == ("token_box", "prize"),
        "achievement" => (from, to) == ("achievement_box", "goals"),
        "neutral" => from == "marker_box" && ["pew", "cleared"].contains(&to),
        _ => false,
    }
}

impl Recount {
    /// Checks a move by itself.
    pub fn check_move(&self, before: &Piece, now: &Piece, decision: i64) {
        let Piece { kind, zone: to, .. } = now;
        let may = if decision == 0 { may_be_set_up } else { may_go };
        let (name, from) = (&self.name, &before.zone);
        assert!(may(kind, from, to), "{name}: a {kind} goes from {from} to {to}");
        let is_theirs = !now.owner.is_empty();
        assert_eq!(before.owner, now.owner, "{name}: {kind} of another");
        if is_theirs && ["staff", "yard", "office", "warehouse"].contains(&to.as_str()) {
            assert_eq!(now.owner, now.of, "{name}: {kind} of another");
        }
        if self.seats.contains(&now.of) && decision > 0 && self.turn.number > 0 && to != "filed" {
            assert_eq!(now.of, self.turn.seat, "{name}: {kind} goes to {to} out of turn");
        }
        // Cards of a hand only leave it by the hand of their player.
        if self.seats.contains(&before.of) && self.seats.contains(&now.of) {
            assert_eq!(before.of, now.of, "{name}: {kind} passes from seat to seat");
        }
        if to == "orders_in_hand" {
            let n = self.model.count(to, &now.of);
            assert!(n <= book::HAND_MAX, "{name}: {n} orders in hand");
        }
        if to == "presidents_here" {
            self.check_presidents(&now.of);
        }
    }

    /// Presidents share an area only if one of their owners may go where others are.
    fn check_presidents(&self, space: &str) {
        let owners = self.model.within("presidents_here", space).map(|(_, it)| it.owner.clone());
        let owners: Vec<String> = owners.collect();
        let may = |it: &String| self.owns(it, "postal_system") || self.owns(it, "station");
        let is_fine = owners.len() < 2 || owners.iter().any(may);
        assert!(is_fine, "{}: presidents at {space}: {owners:?}", self.name);
    }

    /// Checks the numbers of all pieces, and where they are.
    pub fn check_pieces(&self) {
        let name = &self.name;
        let count = |zones: &[&str], kind: &str| {
            let all = self.model.pieces.values().filter(|it| it.kind == kind);
            all.filter(|it| zones.contains(&it.zone.as_str())).count()
        };
        for seat in &self.seats {
            let own = |zones: &[&str], kind: &str| {
                let all = self.model.pieces.values().filter(|it| it.kind == kind);
                let all = all.filter(|it| it.owner == *seat);
                all.filter(|it| zones.contains(&it.zone.as_str())).count()
            };
            let places = ["staff", "warehouse", "crew", "pew", "cleared", "claims"];
            assert_eq!(own(&places, "assistant"), book::ASSISTANTS, "{name}: assistants");
            assert_eq!(own(&["yard", "warehouse", "shops"], "shop"), book::SHOPS, "{name}: shops");
            let places = ["yard", "warehouse", "house_place"];
            assert_eq!(own(&places, "house"), book::HOUSES, "{name}: houses");
            let places = ["office", "presidents_here"];
            assert_eq!(own(&places, "president"), 1, "{name}: president");
        }
        assert_eq!(count(&["agent_supply", "agents"], "agent"), 10, "{name}: agents");
        let decks = ["order_deck", "orders_left_out", "put_back", "filed"];
        let hands = ["draft", "orders_in_hand", "fulfilled", "port_a_row", "port_b_row"];
        let orders = count(&decks, "order") + count(&hands, "order");
        assert_eq!(orders, book::ORDERS.len(), "{name}: orders");
        let places = ["technology_deck", "laboratory_a_row", "laboratory_b_row", "knowledge"];
        let cards = book::technology_cards().len();
        assert_eq!(count(&places, "technology"), cards, "{name}: technologies");
        let places = ["token_box", "prize", "spent_tokens"];
        let n: usize = book::TOKENS.iter().map(|it| it.1).sum();
        assert_eq!(count(&places, "power_token"), n, "{name}: tokens");
        assert_eq!(count(&["site_box", "plot"], "site"), book::SITES.len(), "{name}: sites");
        let places = ["achievement_box", "goals"];
        assert_eq!(count(&places, "achievement"), 12, "{name}: achievements");
        assert_eq!(count(&["marker_box", "depot"], "marker"), 1, "{name}: the station");
        self.check_places();
        self.check_rows();
    }

    /// Checks what must not lie together, and what must not lie on the canal.
    fn check_places(&self) {
        let name = &self.name;
        let mut taken: Vec<(&str, &str, i64)> = vec![];
        let mut owners: Vec<(&str, &str)> = vec![];
        for piece in self.model.pieces.values() {
            match piece.zone.as_str() {
                "shops" => {
                    assert!((1..=4).contains(&piece.slot), "{name}: shop at {}", piece.slot);
                    taken.push(("shops", &piece.of, piece.slot));
                    owners.push((&piece.of, &piece.owner));
                }
                zone @ ("house_place" | "pew" | "cleared" | "depot" | "prize" | "plot") => {
                    taken.push((zone, &piece.of, 0));
                }
                _ => {}
            }
            if ["crew", "presidents_here", "depot", "prize", "plot"].contains(&piece.zone.as_str())
            {
                assert_ne!(self.area(&piece.of), book::CANAL, "{name}: {piece:?}");
            }
        }
        let (n, n_owners) = (taken.len(), owners.len());
        taken.sort_unstable();
        taken.dedup();
        assert_eq!(taken.len(), n, "{name}: two pieces in one place");
        owners.sort_unstable();
        owners.dedup();
        assert_eq!(owners.len(), n_owners, "{name}: two shops of one owner on a site");
        let has_station = self.seats.iter().any(|seat| self.owns(seat, "station"));
        let n = self.model.pieces.values().filter(|it| it.zone == "depot").count();
        assert_eq!(n, usize::from(has_station), "{name}: the station");
    }

    /// Rows have their gaps on the right, and only once the deck is empty.
    fn check_rows(&self) {
        let name = &self.name;
        for row in ["port_a_row", "port_b_row", "laboratory_a_row", "laboratory_b_row"] {
            let mut slots: Vec<i64> = self.model.within(row, "").map(|it| it.1.slot).collect();
            slots.sort_unstable();
            let n = slots.len() as i64;
            assert!(slots.iter().copied().eq(1..=n), "{name}: {row} has {slots:?}");
            let deck = if row.starts_with("port") { "order_deck" } else { "technology_deck" };
            let is_full = n == book::ROW || self.model.count(deck, "") == 0;
            let is_used = book::rows(self.seats.len()).contains(&row);
            assert!(if is_used { is_full } else { n == 0 }, "{name}: {row} has {n}");
        }
    }

    /// Checks the table before the first decision.
    pub fn check_set_up(&mut self) {
        let (name, players) = (self.name.clone(), self.seats.len());
        self.check_pieces();
        let entries = |zone: &str| -> Vec<&str> {
            let all = self.model.pieces.values().filter(|it| it.zone == zone);
            all.map(|it| it.entry.as_str()).collect()
        };
        let ground = entries("ground");
        for (area, counts) in book::AREAS {
            let n = ground.iter().filter(|it| **it == area).count();
            assert_eq!(n, counts[players - 2], "{name}: {area}");
        }
        let spaces: usize = book::map_rows(players).iter().sum::<i64>() as usize;
        assert_eq!(ground.len(), spaces, "{name}: areas");
        for (row, length) in book::map_rows(players).iter().rev().enumerate() {
            for column in 1..=*length {
                let space = format!("r{}c{column}", row + 1);
                let is_canal = self.area(&space) == book::CANAL;
                for zone in ["plot", "prize"] {
                    let n = self.model.count(zone, &space);
                    assert_eq!(n, usize::from(!is_canal), "{name}: {zone} at {space}");
                }
            }
        }
        let goals = entries("goals");
        for stack in ["ach_a", "ach_b", "ach_c"] {
            let n = goals.iter().filter(|it| it.starts_with(stack)).count();
            assert_eq!(n, 1, "{name}: {stack}");
        }
        assert_eq!(goals.len(), 3, "{name}: achievements");
        let left_out = book::orders_left_out(players);
        assert_eq!(entries("orders_left_out").len(), left_out, "{name}: orders left out");
        for country in COUNTRIES {
            let n = entries("agent_supply").iter().filter(|it| **it == country).count();
            let all = book::AGENTS.iter().find(|it| it.0 == country).expect("a country");
            assert_eq!(n, all.1, "{name}: {country}");
        }
        let is = |kind: &str| {
            let mut all: Vec<String> = self
                .model
                .pieces
                .values()
                .filter(|it| it.kind == kind)
                .map(|it| it.entry.clone())
                .collect();
            all.sort_unstable();
            all
        };
        let sorted = |mut all: Vec<String>| {
            all.sort_unstable();
            all
        };
        assert_eq!(is("technology"), sorted(book::technology_cards()), "{name}: technologies");
        let orders = book::ORDERS.iter().map(|it| it.0.to_owned()).collect();
        assert_eq!(is("order"), sorted(orders), "{name}: orders");
        let tokens = book::TOKENS.iter().flat_map(|it| vec![it.0.to_owned(); it.1]).collect();
        assert_eq!(is("power_token"), sorted(tokens), "{name}: tokens");
        for seat in &self.seats {
            let own = |zone: &str, kind: &str| {
                self.model.within(zone, seat).filter(|(_, it)| it.kind == kind).count()
            };
            assert_eq!((own("staff", "assistant"), own("yard", "shop")), (8, 2), "{name}: {seat}");
            assert_eq!(own("office", "president"), 1, "{name}: {seat}");
            assert_eq!(own("draft", "order"), 2, "{name}: orders dealt to {seat}");
        }
        let neutral: Vec<&str> = self
            .model
            .pieces
            .values()
            .filter(|it| it.kind == "neutral" && it.zone != "marker_box")
            .map(|it| it.of.as_str())
            .collect();
        let is_neutral = players == 2 && self.has("neutral_pawns");
        let ours: &[&str] = if is_neutral { &book::NEUTRAL } else { &[] };
        assert_eq!(neutral, ours, "{name}: neutral pawns");
        let first = |seat: &&String| self.model.counter("first_player", seat) == 1;
        let first: Vec<String> = self.seats.iter().filter(first).cloned().collect();
        assert_eq!(first.len(), 1, "{name}: first player");
        self.turn.first = first.into_iter().next().unwrap_or_default();
    }
}
