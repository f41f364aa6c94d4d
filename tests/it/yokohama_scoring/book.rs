//! The print on the pieces, cards and boards, written down a second time from the rules, and the
//! prices and amounts that the rules name.

/// Amounts by name: `vp`, `yen`, the goods, `any_good`, `import`, and in rewards `warehouse` and
/// `move`.
pub type Bundle = Vec<(&'static str, i64)>;

/// What a seat holds that is counted.
pub const HELD: [&str; 7] = ["vp", "yen", "copper", "silk", "tea", "seafood", "import"];
pub const GOODS: [&str; 4] = ["copper", "silk", "tea", "seafood"];
/// What may be offered in the church, one of each.
pub const OFFERINGS: [&str; 6] = ["yen", "copper", "silk", "tea", "seafood", "import"];
pub const COUNTRIES: [&str; 5] = [EN, US, FR, DE, NL];
const EN: &str = "english_agent";
const US: &str = "american_agent";
const FR: &str = "french_agent";
const DE: &str = "german_agent";
const NL: &str = "dutch_agent";

pub const POWER_MAX: i64 = 5;
pub const BUILDING_POWER: i64 = 4;
pub const HAND_MAX: usize = 3;
pub const ROW: i64 = 6;
pub const PORT_POINTS: i64 = 3;
pub const SHOP_PRICE: i64 = 2;
/// The first trading house from the warehouse; each later one costs 1 more.
pub const HOUSE_PRICE: i64 = 4;
/// From this number of technologies owned, another one costs one unit more.
pub const MANY_TECHNOLOGIES: usize = 4;
/// What counts for as much as one unit of industrial value: 2 yen or an import.
pub const YEN_IN_UNIT: i64 = 2;

pub const EXPOSITION: i64 = 10;
pub const BALL: i64 = 2;
pub const GASLIGHT: i64 = 2;
pub const ELECTRICAL_LIGHT: i64 = 3;
pub const WINERY: i64 = 3;
pub const BRICKYARD: i64 = 4;
pub const PATENT_SYSTEM: i64 = 2;
pub const STOCK_YEN: i64 = 2;
pub const SPUN_YEN: i64 = 2;

pub const ASSISTANTS: usize = 20;
pub const SHOPS: usize = 8;
pub const HOUSES: usize = 4;
/// First and second place.
pub const CHURCH_PRIZES: [i64; 2] = [6, 3];
pub const CUSTOMS_PRIZES: [i64; 2] = [8, 4];
pub const TECHNOLOGY_PRIZES: [i64; 2] = [10, 5];
/// Twice the technology of the rival with two players, 7 and a half.
pub const DUMMY_TWICE: i64 = 15;
/// Points of a set of 0 to 5 different countries.
pub const COUNTRY_SET: [i64; 6] = [0, 0, 2, 4, 8, 12];
/// Where the neutral pawns stand.
pub const NEUTRAL: [&str; 2] = ["church_2", "customs_1"];

/// Reads `vp 3, move 2`.
pub fn bundle(words: &'static str) -> Bundle {
    let one = |part: &'static str| {
        let (name, amount) = part.split_once(' ').expect("a name and an amount");
        (name, amount.parse().expect("a number"))
    };
    words.split(", ").map(one).collect()
}

/// The number of assistants on the church board, and on the customs board, that ends the game.
pub fn crowd(players: usize) -> usize {
    [4, 5, 6][players - 2]
}

/// The orders that are left out.
pub fn orders_left_out(players: usize) -> usize {
    [16, 5, 0][players - 2]
}

/// How often each area is on the map with two, three and four players.
pub const AREAS: [(&str, [usize; 3]); 14] = [
    ("copper_mine", [1, 1, 2]),
    ("silk_factory", [1, 1, 2]),
    ("tea_plantation", [1, 1, 2]),
    ("fishing_port", [1, 2, 2]),
    ("bank", [1, 1, 1]),
    ("employment_agency", [1, 1, 1]),
    ("port_a", [1, 1, 1]),
    ("port_b", [0, 1, 1]),
    ("laboratory_a", [1, 1, 1]),
    ("laboratory_b", [0, 0, 1]),
    ("chinatown", [0, 1, 1]),
    ("church", [1, 1, 1]),
    ("customs", [1, 1, 1]),
    (CANAL, [0, 1, 1]),
];
pub const CANAL: &str = "canal";

/// Rows of cards with two, three and four players.
pub fn rows(players: usize) -> &'static [&'static str] {
    let all = &["laboratory_a_row", "port_a_row", "port_b_row", "laboratory_b_row"];
    &all[..players]
}

/// Whether an area counts as production (`Some(true)`) or as commercial.
pub fn produces(area: &str) -> Option<bool> {
    match area {
        CANAL => None,
        "copper_mine" | "silk_factory" | "tea_plantation" | "fishing_port" => Some(true),
        _ => Some(false),
    }
}

/// The amount for a power in the areas that have a plain table of amounts.
pub fn by_power(area: &str, power: i64) -> i64 {
    let less = |by: i64| (power - by).max(0);
    match area {
        "copper_mine" => less(2),
        "silk_factory" | "employment_agency" | "customs" => less(1),
        _ => power,
    }
}

/// The last slot of a port that is open to a power.
pub fn open_slots(power: i64) -> i64 {
    match power {
        ..=1 => 0,
        2 => 2,
        3 => 4,
        _ => 6,
    }
}

/// The price of a slot of a laboratory, on top of the industrial value.
pub fn surcharge(slot: i64) -> i64 {
    [0, 0, 1, 1, 2, 2][slot as usize - 1]
}

/// What an exchange in Chinatown takes and gives.
pub fn exchange(id: &str) -> (Bundle, Bundle) {
    let (pay, gain) = match id {
        "sell_copper" => ("copper 1", "yen 2"),
        "sell_silk" => ("silk 1", "yen 2"),
        "sell_tea" => ("tea 1", "yen 1"),
        "sell_seafood" => ("seafood 1", "yen 1"),
        "buy_copper" => ("yen 2", "copper 1"),
        "buy_silk" => ("yen 2", "silk 1"),
        "buy_tea" => ("yen 1", "tea 1"),
        "buy_seafood" => ("yen 1", "seafood 1"),
        "buy_import" => ("yen 4", "import 1"),
        _ => panic!("no exchange is called {id}"),
    };
    (bundle(pay), bundle(gain))
}

/// The faith or imports that a place of a board asks for, and its reward.
pub fn place(id: &str) -> (i64, Bundle) {
    let (needs, reward) = match id {
        "church_1" => (4, "vp 2, move 1"),
        "church_2" => (4, "vp 1, yen 2"),
        "church_3" => (6, "vp 5, move 2"),
        "church_4" => (6, "vp 4, warehouse 1"),
        "church_5" => (8, "vp 7, import 1"),
        "church_6" => (8, "vp 7, yen 2"),
        "church_7" => (10, "vp 11"),
        "church_8" => (10, "vp 9, import 1"),
        "customs_1" => (1, "vp 5"),
        "customs_2" => (1, "vp 4, yen 2"),
        "customs_3" => (2, "vp 10"),
        "customs_4" => (2, "vp 8, yen 3"),
        "customs_5" => (3, "vp 15"),
        "customs_6" => (3, "vp 13, warehouse 2"),
        "customs_7" => (4, "vp 21"),
        "customs_8" => (4, "vp 18, any_good 4"),
        _ => panic!("no place is called {id}"),
    };
    (needs, bundle(reward))
}

/// What an achievement asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    Held(&'static str, i64),
    Tokens(usize),
    Orders(usize),
    Technologies(usize),
    /// Production and commercial areas with a building of one's own.
    Areas(usize, usize),
}

/// An achievement: what it asks for, points for the first player, points for later ones.
pub fn achievement(id: &str) -> (Need, i64, i64) {
    match id {
        "ach_a1" => (Need::Held("copper", 5), 10, 6),
        "ach_a2" => (Need::Held("silk", 6), 10, 6),
        "ach_a3" => (Need::Held("tea", 7), 10, 6),
        "ach_a4" => (Need::Held("seafood", 7), 10, 6),
        "ach_b1" => (Need::Held("yen", 10), 10, 6),
        "ach_b2" => (Need::Tokens(5), 10, 6),
        "ach_b3" => (Need::Orders(5), 10, 6),
        "ach_b4" => (Need::Technologies(4), 10, 6),
        "ach_c1" => (Need::Areas(4, 0), 12, 8),
        "ach_c2" => (Need::Areas(0, 4), 12, 8),
        "ach_c3" => (Need::Areas(3, 2), 12, 8),
        "ach_c4" => (Need::Areas(2, 3), 12, 8),
        _ => panic!("no achievement is called {id}"),
    }
}

/// Power tokens, how many there are, and what they bring.
pub const TOKENS: [(&str, usize, &str); 11] = [
    ("import_token", 4, "import 1"),
    ("point_token", 3, "vp 3"),
    ("travel_token", 1, "vp 2, move 2"),
    ("yen_token", 2, "yen 5"),
    ("fair_token", 2, "vp 2, yen 2"),
    ("goods_token", 2, "any_good 3"),
    ("copper_token", 1, "vp 1, copper 2"),
    ("silk_token", 1, "vp 1, silk 2"),
    ("tea_token", 1, "vp 1, tea 4"),
    ("seafood_token", 1, "vp 1, seafood 4"),
    ("warehouse_token", 2, "vp 1, warehouse 2"),
];

/// The reward of a power token.
pub fn token(id: &str) -> Bundle {
    bundle(TOKENS.iter().find(|it| it.0 == id).expect("a token").2)
}

/// Agents, how many of each.
pub const AGENTS: [(&str, usize); 5] = [(EN, 3), (US, 2), (FR, 2), (DE, 2), (NL, 1)];

/// Technologies: industrial value and the countries of the copies.
const TECHNOLOGIES: [(&str, i64, &[&str]); 20] = [
    ("gaslight", 5, &[FR, EN]),
    ("station", 4, &[EN]),
    ("mining_technology", 4, &[DE]),
    ("spinning_mill", 3, &[FR]),
    ("stagecoach", 3, &[US, EN]),
    ("exposition", 7, &[FR, US]),
    ("ball", 5, &[FR, DE]),
    ("language_school", 3, &[US, NL]),
    ("letterpress", 2, &[NL, DE]),
    ("winery", 4, &[FR]),
    ("postal_system", 4, &[EN]),
    ("newspaper", 4, &[EN, US]),
    ("electrical_light", 5, &[US, EN]),
    ("university", 4, &[DE]),
    ("telegram", 3, &[EN, NL]),
    ("telephone", 4, &[US, DE]),
    ("brickyard", 4, &[FR]),
    ("system_of_stock", 3, &[EN]),
    ("patent_system", 4, &[DE]),
    ("tram", 5, &[US]),
];

/// The title of a card: `gaslight` of `gaslight_2`.
pub fn title(card: &str) -> &str {
    card.strip_suffix("_2").unwrap_or(card)
}

/// The industrial value and the country of a card.
pub fn technology(card: &str) -> (i64, &'static str) {
    let copy = usize::from(card.ends_with("_2"));
    let it = TECHNOLOGIES.iter().find(|it| it.0 == title(card));
    let (_, value, countries) = it.unwrap_or_else(|| panic!("no technology is called {card}"));
    (*value, countries[copy])
}

/// All technology cards.
pub fn technology_cards() -> Vec<String> {
    let copies = |(title, _, countries): &(&str, i64, &[&str])| {
        let more = (countries.len() > 1).then(|| format!("{title}_2"));
        [Some((*title).to_owned()), more]
    };
    TECHNOLOGIES.iter().flat_map(copies).flatten().collect()
}

/// Orders: country, goods, reward.
pub const ORDERS: [(&str, &str, &str, &str); 36] = [
    ("order_01", EN, "tea 2, seafood 2", "vp 4, import 1"),
    ("order_02", EN, "copper 1, tea 2", "vp 4, import 1"),
    ("order_03", EN, "silk 2, seafood 1", "vp 5, yen 2"),
    ("order_04", EN, "tea 3, seafood 3", "vp 6, import 1"),
    ("order_05", EN, "silk 2, tea 3", "vp 7, yen 2"),
    ("order_06", EN, "copper 2, seafood 2", "vp 6, import 1"),
    ("order_07", EN, "copper 1, silk 2, tea 1", "vp 8, yen 1"),
    ("order_08", EN, "tea 4, seafood 4", "vp 7, import 2"),
    ("order_09", EN, "copper 2, silk 1, tea 3", "vp 9, import 1, yen 2"),
    ("order_10", EN, "copper 2, silk 2, tea 2", "vp 10, import 1"),
    ("order_11", US, "copper 1, seafood 2", "vp 4, import 1"),
    ("order_12", US, "tea 3, seafood 1", "vp 5, yen 2"),
    ("order_13", US, "silk 2, tea 1", "vp 4, import 1"),
    ("order_14", US, "copper 2, tea 2", "vp 6, import 1"),
    ("order_15", US, "silk 4", "vp 6, import 1"),
    ("order_16", US, "copper 1, seafood 4", "vp 7, yen 2"),
    ("order_17", US, "silk 2, tea 5", "vp 9, import 1"),
    ("order_18", US, "copper 2, silk 2, seafood 2", "vp 8, import 2"),
    ("order_19", FR, "silk 1, tea 3", "vp 4, import 1, yen 1"),
    ("order_20", FR, "copper 1, silk 1, seafood 1", "vp 6, yen 1"),
    ("order_21", FR, "silk 2, seafood 3", "vp 6, import 1"),
    ("order_22", FR, "copper 1, silk 2, seafood 1", "vp 8, yen 1"),
    ("order_23", FR, "silk 3, seafood 2", "vp 6, import 1, yen 1"),
    ("order_24", FR, "silk 4, seafood 3", "vp 10, import 1"),
    ("order_25", FR, "copper 3, tea 3", "vp 8, import 2"),
    ("order_26", DE, "copper 2", "vp 4, import 1"),
    ("order_27", DE, "copper 1, tea 1, seafood 1", "vp 5, yen 2"),
    ("order_28", DE, "copper 3", "vp 6, import 1"),
    ("order_29", DE, "copper 1, tea 2, seafood 2", "vp 7, yen 2"),
    ("order_30", DE, "copper 1, silk 1, seafood 3", "vp 9"),
    ("order_31", DE, "copper 3, seafood 3", "vp 10, import 1"),
    ("order_32", DE, "copper 2, silk 3", "vp 8, import 2"),
    ("order_33", NL, "copper 1, silk 1", "vp 4, import 1"),
    ("order_34", NL, "seafood 4", "vp 4, import 1"),
    ("order_35", NL, "copper 1, silk 1, tea 1, seafood 1", "vp 6, import 1"),
    ("order_36", NL, "copper 2, silk 2, tea 1, seafood 2", "vp 9, import 2, yen 2"),
];

/// The country, the goods and the reward of an order.
pub fn order(id: &str) -> (&'static str, Bundle, Bundle) {
    let it = ORDERS.iter().find(|it| it.0 == id);
    let (_, country, goods, reward) = it.unwrap_or_else(|| panic!("no order is called {id}"));
    (country, bundle(goods), bundle(reward))
}

/// Building sites: the four places for shops, and the place for a trading house.
pub const SITES: [(&str, [&str; 4], &str); 24] = [
    ("site_01", ["vp 5", "vp 3, move 2", "vp 1, any_good 2", "silk 2"], "vp 9"),
    (
        "site_02",
        ["vp 3, import 1", "vp 3, copper 1", "vp 2, warehouse 1", "tea 4"],
        "vp 7, import 1",
    ),
    ("site_03", ["vp 4, yen 2", "vp 3, silk 1", "vp 2, move 2", "seafood 4"], "vp 8, yen 2"),
    (
        "site_04",
        ["vp 3, copper 2", "vp 3, tea 2", "vp 2, copper 1", "vp 1, yen 2"],
        "vp 7, warehouse 2",
    ),
    ("site_05", ["vp 3, silk 2", "vp 3, seafood 2", "vp 2, silk 1", "warehouse 2"], "vp 8, move 2"),
    ("site_06", ["vp 4, tea 2", "vp 2, yen 4", "vp 2, tea 2", "vp 2"], "vp 7, any_good 2"),
    ("site_07", ["vp 4, seafood 2", "vp 2, warehouse 2", "vp 2, seafood 2", "import 1"], "vp 10"),
    ("site_08", ["vp 3, any_good 2", "vp 4", "vp 1, yen 4", "yen 4"], "vp 8, import 1"),
    (
        "site_09",
        ["vp 4, warehouse 1", "vp 2, import 1", "vp 2, any_good 1", "any_good 2"],
        "vp 9, yen 2",
    ),
    ("site_10", ["vp 4, move 2", "vp 3, yen 2", "vp 3", "vp 1, warehouse 1"], "vp 8, yen 4"),
    (
        "site_11",
        ["vp 3, yen 4", "vp 2, any_good 2", "vp 1, import 1", "vp 1, move 2"],
        "vp 8, warehouse 2",
    ),
    (
        "site_12",
        ["vp 1, import 2", "vp 3, warehouse 1", "vp 2, yen 2", "copper 2"],
        "vp 6, import 2",
    ),
    ("site_13", ["vp 5", "vp 3, tea 2", "vp 1, yen 4", "yen 4"], "vp 10"),
    (
        "site_14",
        ["vp 3, import 1", "vp 3, seafood 2", "vp 2, any_good 1", "any_good 2"],
        "vp 8, import 1",
    ),
    ("site_15", ["vp 4, yen 2", "vp 2, yen 4", "vp 3", "vp 1, warehouse 1"], "vp 9, yen 2"),
    (
        "site_16",
        ["vp 3, copper 2", "vp 2, warehouse 2", "vp 1, import 1", "vp 1, move 2"],
        "vp 8, yen 4",
    ),
    ("site_17", ["vp 3, silk 2", "vp 4", "vp 2, yen 2", "copper 2"], "vp 8, warehouse 2"),
    ("site_18", ["vp 4, tea 2", "vp 2, import 1", "vp 1, any_good 2", "silk 2"], "vp 6, import 2"),
    ("site_19", ["vp 4, seafood 2", "vp 3, yen 2", "vp 2, warehouse 1", "tea 4"], "vp 9"),
    (
        "site_20",
        ["vp 3, any_good 2", "vp 2, any_good 2", "vp 2, move 2", "seafood 4"],
        "vp 7, import 1",
    ),
    (
        "site_21",
        ["vp 4, warehouse 1", "vp 3, warehouse 1", "vp 2, copper 1", "vp 1, yen 2"],
        "vp 8, yen 2",
    ),
    (
        "site_22",
        ["vp 4, move 2", "vp 3, move 2", "vp 2, silk 1", "warehouse 2"],
        "vp 7, warehouse 2",
    ),
    ("site_23", ["vp 3, yen 4", "vp 3, copper 1", "vp 2, tea 2", "vp 2"], "vp 8, move 2"),
    (
        "site_24",
        ["vp 1, import 2", "vp 3, silk 1", "vp 2, seafood 2", "import 1"],
        "vp 7, any_good 2",
    ),
];

/// The reward of a slot for shops, from 1.
pub fn shop(site: &str, slot: i64) -> Bundle {
    bundle(SITES.iter().find(|it| it.0 == site).expect("a site").1[slot as usize - 1])
}

/// The reward of the place for a trading house.
pub fn house(site: &str) -> Bundle {
    bundle(SITES.iter().find(|it| it.0 == site).expect("a site").2)
}

/// The lengths of the rows of the map, from the top.
pub fn map_rows(players: usize) -> [i64; 4] {
    let top = players as i64 + 2;
    [top, top - 1, top - 2, top - 3]
}

/// Whether two spaces touch. The map is an inverted pyramid of bricks; `r1` is its lowest row, the
/// shortest one, and each higher row has one space more.
pub fn touch(one: &str, other: &str) -> bool {
    let read = |space: &str| -> (i64, i64) {
        let (row, column) = space[1..].split_once('c').expect("r1c1");
        (row.parse().expect("a row"), column.parse().expect("a column"))
    };
    let ((row, column), (other_row, other_column)) = (read(one), read(other));
    match other_row - row {
        0 => (other_column - column).abs() == 1,
        1 => [column, column + 1].contains(&other_column),
        -1 => [column - 1, column].contains(&other_column),
        _ => false,
    }
}

/// The numbers of edges named by the rules.
#[test]
fn the_map_has_the_edges_of_the_rules() {
    for (players, edges) in [(2, 18), (3, 28), (4, 38)] {
        let mut spaces = vec![];
        for (row, length) in map_rows(players).iter().rev().enumerate() {
            spaces.extend((1..=*length).map(|column| format!("r{}c{column}", row + 1)));
        }
        let touching = |it: &String| spaces.iter().filter(|other| touch(it, other)).count();
        assert_eq!(spaces.iter().map(touching).sum::<usize>(), 2 * edges);
    }
}
