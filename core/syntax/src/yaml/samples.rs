//! Texts for tests: a good one, and randomly damaged versions of it.

use proptest::prelude::*;

/// A text with a bit of everything and no mistakes.
pub const GOOD: &str = "\
# allow(G001): because
name: \"Häfen # \\\"x\\\"\" # c
'on': { wood: 2, fish: [1, -2, ~], yes: 'it''s' }
steps:
- gain: { wood: 2 }
-   - a
    - b
text: |
  one
    two

fold: >-
  é
  ß
last:
   deep:
       deeper: [ { a: 1 }, b: c ]   # x
       deep:   1                    # y
   # end
";

/// The good text with some parts cut out or replaced.
pub fn changed_good_text(added: &'static str) -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), 0usize..4, added);
    prop::collection::vec(change, 1..6).prop_map(|changes| {
        let mut chars: Vec<char> = GOOD.chars().collect();
        for (at, removed, added) in changes {
            let at = at.index(chars.len() + 1);
            let end = (at + removed).min(chars.len());
            chars.splice(at..end, added.chars());
        }
        chars.into_iter().collect()
    })
}
