//! What actions bring and cost: areas, orders, technologies, boards, buildings, achievements.

use super::book::{self, Need};
use super::recount::Recount;
use crate::logs::model::Piece;

/// An area being used, from its effect to the recovery of the assistants.
pub struct Action {
    pub space: String,
    area: String,
    power: i64,
    /// Orders that the player wants, and those taken.
    n_wanted: usize,
    n_taken: usize,
    exchanges: i64,
    /// Assistants that stay.
    n_staying: usize,
    /// What can be done only once: a technology, a place of a board, a token, a building.
    done: Vec<&'static str>,
}

impl Recount {
    /// An area is used.
    pub fn acts(&mut self, seat: &str, space: &str, power: i64) {
        self.close_action();
        let name = self.name.clone();
        assert_eq!(seat, self.turn.seat, "{name}: who acts");
        let area = self.area(space);
        assert_ne!(area, book::CANAL, "{name}: the canal is used");
        let mut theirs = self.model.within("presidents_here", space);
        let is_here = theirs.any(|(_, it)| it.owner == seat);
        drop(theirs);
        if self.acts_by_agent() {
            assert!(!is_here && self.crew(seat, space) > 0, "{name}: an agent at {space}");
        } else {
            assert!(is_here, "{name}: acts without a president at {space}");
        }
        let ours = self.power(seat, space);
        assert_eq!(power, ours, "{name}: power of {seat} at {space}");
        let exchanges = if area == "chinatown" { power } else { 0 };
        self.action = Some(Action {
            space: space.to_owned(),
            area: area.clone(),
            power,
            n_wanted: 0,
            n_taken: 0,
            exchanges,
            n_staying: 0,
            done: vec![],
        });
        self.is_mined = false;
        if self.has("faith_each_action") {
            self.turn.offered.clear();
        }
        let is_own = |it: (u64, &Piece)| it.1.kind == "shop" && it.1.owner == seat;
        let mut shops = self.model.within("shops", &self.site(space)).any(is_own);
        shops &= self.model.within("yard", seat).any(is_own);
        if shops && power >= book::BUILDING_POWER {
            self.saw("no second shop");
        }
        self.rent(seat, space);
        self.area_brings(seat, &area, power);
    }

    /// The power of a seat in an area.
    fn power(&self, seat: &str, space: &str) -> i64 {
        let site = self.site(space);
        let own = |zone: &str, of: &str| {
            self.model.within(zone, of).filter(|(_, it)| it.owner == seat).count() as i64
        };
        let pieces = own("presidents_here", space) + own("crew", space);
        let buildings = own("shops", &site) + own("house_place", &site);
        let station = self.model.count("depot", space) as i64;
        (pieces + buildings + station).min(book::POWER_MAX)
    }

    /// The building site of an area.
    fn site(&self, space: &str) -> String {
        let site = self.model.within("plot", space).next();
        site.unwrap_or_else(|| panic!("{}: no site at {space}", self.name)).1.entry.clone()
    }

    /// 1 yen from the bank to the owner of somebody else's trading house.
    fn rent(&mut self, seat: &str, space: &str) {
        let site = self.site(space);
        let owner = self.model.within("house_place", &site).next().map(|it| it.1.owner.clone());
        if let Some(owner) = owner.filter(|owner| owner != seat) {
            self.give(&owner, "yen", 1);
            self.saw("rent");
        }
    }

    fn area_brings(&mut self, seat: &str, area: &str, power: i64) {
        let amount = book::by_power(area, power);
        match area {
            "copper_mine" => self.gain_copper(seat, amount),
            "silk_factory" => self.give(seat, "silk", amount),
            "tea_plantation" => self.give(seat, "tea", amount),
            "fishing_port" => self.give(seat, "seafood", amount),
            "bank" => self.give(seat, "yen", amount),
            "employment_agency" => {
                self.icons.insert("warehouse", amount);
            }
            "port_a" | "port_b" if power == book::POWER_MAX => {
                self.give(seat, "vp", book::PORT_POINTS);
                self.saw("port");
            }
            _ => {}
        }
    }

    /// Ends the action in progress, if there is one, and checks that nothing is left over.
    pub fn close_action(&mut self) {
        let name = self.name.clone();
        if let Some(action) = self.action.take() {
            let left = self.crew(&self.turn.seat, &action.space);
            assert_eq!(left, action.n_staying, "{name}: left at {}", action.space);
            assert_eq!(action.n_taken, action.n_wanted, "{name}: orders taken");
        }
        assert_eq!(self.due_agents, Vec::<&str>::new(), "{name}: agents");
        assert_eq!(self.icons.remove("any_good").unwrap_or(0), 0, "{name}: goods");
        assert_eq!((self.trained, self.paid.len()), (0, 0), "{name}: left over");
        self.icons.clear();
    }

    /// The action in progress.
    fn acting(&mut self) -> &mut Action {
        self.action.as_mut().unwrap_or_else(|| panic!("{}: nobody acts", self.name))
    }

    /// Something that an action allows only once.
    fn once_in_action(&mut self, what: &'static str) {
        let name = self.name.clone();
        let action = self.acting();
        assert!(!action.done.contains(&what), "{name}: {what} twice");
        action.done.push(what);
    }

    /// Pays units of 2 yen or an import. The player was asked in one part or in several; a part for
    /// which nobody was asked must have been the only one there is.
    fn pay_units(&mut self, seat: &str, n: i64, what: &str) {
        let name = self.name.clone();
        let mut left = n;
        for part in std::mem::take(&mut self.paid) {
            let units = part.iter().map(|it| match it {
                ("yen", amount) if amount % book::YEN_IN_UNIT == 0 => amount / book::YEN_IN_UNIT,
                ("import", amount) => *amount,
                _ => panic!("{name}: {part:?} for {what}"),
            });
            left -= units.sum::<i64>();
            self.pay(seat, &part);
        }
        assert!(left >= 0, "{name}: {n} are due for {what}, {left} are left");
        let (yen, imports) = (self.held(seat, "yen"), self.held(seat, "import"));
        let mut ways = (0..=left.min(imports))
            .map(|imports| (book::YEN_IN_UNIT * (left - imports), imports))
            .filter(|way| way.0 <= yen);
        let (Some(way), None) = (ways.next(), ways.next()) else {
            panic!("{name}: {left} of {n} for {what}, with {yen} yen and {imports} imports");
        };
        self.give(seat, "yen", -way.0);
        self.give(seat, "import", -way.1);
    }

    pub fn orders(&mut self, chosen: &str) {
        let n = ["none", "one", "two"].iter().position(|it| *it == chosen);
        self.acting().n_wanted = n.expect("a number of orders");
    }

    /// An order is taken from a port.
    pub fn took(&mut self, before: &Piece, seat: &str) {
        let name = self.name.clone();
        let action = self.acting();
        assert_eq!(format!("{}_row", action.area), before.zone, "{name}: another port");
        assert!(before.slot <= book::open_slots(action.power), "{name}: {}", before.slot);
        action.n_taken += 1;
        let is_second_paid = action.n_wanted == 2 && action.n_taken == 1;
        if is_second_paid {
            self.pay_units(seat, 1, "a second order");
            self.saw("second order");
        }
    }

    pub fn exchanges(&mut self, chosen: &str) {
        if chosen == "nothing" {
            return;
        }
        let name = self.name.clone();
        let action = self.acting();
        action.exchanges -= 1;
        assert!(action.exchanges >= 0, "{name}: too many exchanges");
        let (price, goods) = book::exchange(chosen);
        let seat = self.turn.seat.clone();
        self.pay(&seat, &price);
        self.gain(&seat, &goods);
        self.saw("exchange");
    }

    pub fn stays(&mut self, chosen: &str) {
        let n: usize = chosen.parse().expect("a number");
        let has = self.owns(&self.turn.seat, "telephone");
        assert!(n == 0 || n == 1 && has, "{}: {n} stay", self.name);
        self.acting().n_staying = n;
        if n > 0 {
            self.saw("telephone");
        }
    }

    /// A technology is bought.
    pub fn learned(&mut self, before: &Piece, now: &Piece) {
        let (name, seat) = (self.name.clone(), now.of.clone());
        self.once_in_action("technology");
        let action = self.acting();
        assert_eq!(format!("{}_row", action.area), before.zone, "{name}: another laboratory");
        let power = action.power;
        let title = book::title(&now.entry);
        let cards: Vec<&Piece> = self.model.within("knowledge", &seat).map(|it| it.1).collect();
        let same = cards.iter().filter(|card| book::title(&card.entry) == title).count();
        assert_eq!(same, 1, "{name}: {title} twice");
        let is_extra = cards.len() > book::MANY_TECHNOLOGIES;
        let (value, country) = book::technology(&now.entry);
        let short = (value + book::surcharge(before.slot) - power).max(0);
        if is_extra {
            self.saw("fifth technology");
        }
        self.pay_units(&seat, short + i64::from(is_extra), title);
        self.saw("technology");
        if title == "exposition" {
            self.give(&seat, "vp", book::EXPOSITION);
            self.saw("exposition");
        }
        if title != "patent_system" && self.owns(&seat, "patent_system") {
            self.give(&seat, "vp", book::PATENT_SYSTEM);
            self.saw("patent system");
        }
        if title != "letterpress" && self.owns(&seat, "letterpress") {
            self.give(&seat, "yen", 1);
            self.saw("letterpress");
        }
        self.icon(&seat, country);
    }

    /// Cards with the icon of a country.
    pub fn n_icons(&self, seat: &str, country: &str) -> usize {
        let orders = self.model.within("fulfilled", seat);
        let orders = orders.filter(|(_, it)| book::order(&it.entry).0 == country).count();
        let cards = self.model.within("knowledge", seat);
        orders + cards.filter(|(_, it)| book::technology(&it.entry).1 == country).count()
    }

    /// One more icon of a country: each second one brings an agent, if there is one.
    fn icon(&mut self, seat: &str, country: &'static str) {
        if self.n_icons(seat, country).is_multiple_of(2) {
            if self.model.within("agent_supply", "").any(|(_, it)| it.entry == country) {
                self.due_agents.push(country);
            } else {
                self.saw("no agent left");
            }
        }
    }

    /// An order is fulfilled.
    pub fn fulfilled(&mut self, order: &str, seat: &str) {
        assert!(self.action.is_none(), "{}: an order within an action", self.name);
        assert_eq!(seat, self.turn.seat, "{}: whose order", self.name);
        let (country, goods, reward) = book::order(order);
        self.is_mined = false;
        self.pay(seat, &goods);
        self.gain(seat, &reward);
        self.saw("order");
        if self.owns(seat, "ball") {
            self.give(seat, "vp", book::BALL);
            self.saw("ball");
        }
        if self.owns(seat, "language_school") {
            self.give(seat, "yen", 1);
            self.saw("language school");
        }
        self.icon(seat, country);
    }

    /// An assistant is put on the church board or the customs board.
    pub fn put_on_board(&mut self, before: &Piece, now: &Piece) {
        let (name, seat) = (self.name.clone(), now.owner.clone());
        self.once_in_action("board");
        let is_church = now.zone == "pew";
        let action = self.acting();
        assert_eq!(action.area, if is_church { "church" } else { "customs" }, "{name}: a board");
        assert!(before.zone == "staff" || before.of == action.space, "{name}: from {}", before.of);
        let power = action.power;
        assert_eq!(self.model.count(&now.zone, &now.of), 1, "{name}: {} is taken", now.of);
        let (needs, reward) = book::place(&now.of);
        if is_church {
            self.offer(&seat, needs - power);
        } else {
            assert!(needs <= book::by_power("customs", power), "{name}: power {power}");
            self.pay(&seat, &vec![("import", needs)]);
        }
        self.gain(&seat, &reward);
        let (title, bonus) =
            if is_church { ("winery", book::WINERY) } else { ("brickyard", book::BRICKYARD) };
        if self.owns(&seat, title) {
            self.give(&seat, "vp", bonus);
            self.saw(title);
        }
        self.saw(if is_church { "church" } else { "customs" });
    }

    /// Pays the faith that power does not bring.
    fn offer(&mut self, seat: &str, short: i64) {
        let short = short.max(0) as usize;
        let can = |it: &&'static str| self.held(seat, it) > 0 && !self.turn.offered.contains(it);
        let possible: Vec<&'static str> =
            book::OFFERINGS.into_iter().filter(|it| can(it)).collect();
        let price = self.paid.pop().unwrap_or_else(|| {
            let is_forced = short == 0 || short == possible.len();
            assert!(is_forced, "{}: {short} of {possible:?}", self.name);
            possible.iter().take(short).map(|it| (*it, 1)).collect()
        });
        let fits = |it: &(&str, i64)| it.1 == 1 && possible.contains(&it.0);
        assert!(price.iter().all(fits), "{}: {price:?} of {possible:?}", self.name);
        assert!(price.len() >= short, "{}: {price:?} for {short}", self.name);
        self.turn.offered.extend(price.iter().map(|it| it.0));
        self.pay(seat, &price);
    }

    /// A piece is taken from the warehouse.
    pub fn bought(&mut self, seat: &str, kind: &str) {
        if kind == "assistant" && self.trained > 0 {
            self.trained -= 1;
            return;
        }
        self.use_icon("warehouse");
        let kept = self.model.within("warehouse", seat).filter(|(_, it)| it.kind == kind).count();
        let price = match kind {
            "shop" => book::SHOP_PRICE,
            "house" => book::HOUSE_PRICE + (book::HOUSES - 1 - kept) as i64,
            _ => 0,
        };
        self.give(seat, "yen", -price);
        self.saw(if kind == "house" && kept == 0 { "fourth house" } else { "from the warehouse" });
    }

    /// An assistant is moved by an icon.
    pub fn carried(&mut self, before: &Piece, now: &Piece) {
        self.use_icon("move");
        assert_ne!(before.of, now.of, "{}: it does not move", self.name);
        assert_ne!(self.area(&now.of), book::CANAL, "{}: on the canal", self.name);
        self.saw("move");
    }

    /// A building is put on a site.
    pub fn built(&mut self, now: &Piece) {
        let (name, seat) = (self.name.clone(), now.owner.clone());
        self.once_in_action("building");
        let action = self.acting();
        assert!(action.power >= book::BUILDING_POWER, "{name}: power {}", action.power);
        let space = action.space.clone();
        assert_eq!(self.site(&space), now.of, "{name}: another site");
        self.is_mined = false;
        let (title, bonus) = if now.kind == "shop" {
            self.gain(&seat, &book::shop(&now.of, now.slot));
            self.saw("shop");
            ("gaslight", book::GASLIGHT)
        } else {
            self.gain(&seat, &book::house(&now.of));
            self.saw("house");
            ("electrical_light", book::ELECTRICAL_LIGHT)
        };
        if self.owns(&seat, title) {
            self.give(&seat, "vp", bonus);
            self.saw(title);
        }
    }

    /// A power token is taken.
    pub fn took_token(&mut self, space: &str, token: &str, seat: &str) {
        let name = self.name.clone();
        self.once_in_action("token");
        let action = self.acting();
        assert_eq!((action.power, action.space.as_str()), (book::POWER_MAX, space), "{name}");
        self.is_mined = false;
        self.gain(seat, &book::token(token));
        self.saw("token");
    }

    /// An achievement is fulfilled.
    pub fn achieved(&mut self, seat: &str, goal: &str) {
        let name = self.name.clone();
        assert!(self.action.is_none(), "{name}: {goal} within an action");
        let (need, first, later) = book::achievement(goal);
        let is_met = match need {
            Need::Held(what, amount) => self.held(seat, what) >= amount,
            Need::Tokens(n) => {
                self.model.count("spent_tokens", seat) + self.model.count("agents", seat) >= n
            }
            Need::Orders(n) => self.model.count("fulfilled", seat) >= n,
            Need::Technologies(n) => self.model.count("knowledge", seat) >= n,
            Need::Areas(producing, commercial) => {
                let (of, and) = self.areas_built(seat);
                of >= producing && and >= commercial
            }
        };
        assert!(is_met, "{name}: {seat} does not meet {goal}");
        let claims: Vec<&Piece> = self.model.within("claims", goal).map(|it| it.1).collect();
        assert_eq!(claims.iter().filter(|it| it.owner == seat).count(), 1, "{name}: {goal} twice");
        let is_first = claims.len() == 1;
        self.give(seat, "vp", if is_first { first } else { later });
        self.saw(if is_first { "first achievement" } else { "later achievement" });
        self.saw(match need {
            Need::Held(..) => "achievement of goods",
            Need::Areas(..) => "achievement of areas",
            _ => "achievement of cards",
        });
    }

    /// Production and commercial areas with a building of a seat.
    fn areas_built(&self, seat: &str) -> (usize, usize) {
        let is_built = |site: &str| {
            let mut there =
                self.model.within("shops", site).chain(self.model.within("house_place", site));
            there.any(|(_, it)| it.owner == seat)
        };
        let plots = self.model.pieces.values().filter(|it| it.zone == "plot");
        let built: Vec<Option<bool>> = plots
            .filter(|it| is_built(&it.entry))
            .map(|it| book::produces(&self.area(&it.of)))
            .collect();
        let count = |of: bool| built.iter().filter(|it| **it == Some(of)).count();
        (count(true), count(false))
    }
}
