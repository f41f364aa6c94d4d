//! The syntax of tables by number of players, `{ 2: 6, 3: 7, _: 8 }`, or by a yes-or-no option,
//! `{ long=yes: 6, _: 4 }`. The compiler resolves them.

use boardwright_syntax::yaml::Map;

/// Most seats, including those without decisions.
pub const SEATS_MAX: u8 = 8;
/// The key for every case that is not listed.
pub const OTHERWISE: &str = "_";

/// Whether a mapping is a table by number of players or option.
pub fn is_table(map: &Map) -> bool {
    !map.entries.is_empty() && map.entries.iter().all(|entry| is_table_key(&entry.key))
}

/// Whether a key of a mapping can belong to a table.
pub fn is_table_key(key: &str) -> bool {
    players_of(key).is_some() || option_of(key).is_some()
}

/// The option a key refers to, and whether it must be on: `long=yes`.
pub fn option_of(key: &str) -> Option<(&str, bool)> {
    let (id, value) = key.split_once('=')?;
    let flag = match value {
        "yes" => true,
        "no" => false,
        _ => return None,
    };
    (!id.is_empty()).then_some((id, flag))
}

/// The number of players in a key; 0 for all others.
fn players_of(key: &str) -> Option<u8> {
    if key == OTHERWISE {
        return Some(0);
    }
    let players = key.parse().ok()?;
    (1..=SEATS_MAX).contains(&players).then_some(players)
}
