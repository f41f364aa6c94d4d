//! Pairs that may meet, and the errors they only have together.

use std::collections::BTreeMap;

use insta::assert_snapshot;

use super::{blame, pairs};
use crate::game;
use boardwright_packs::layer::testing::{library, told};
use boardwright_packs::manifest::Manifest;
use boardwright_syntax::source::Sources;
use boardwright_syntax::yaml;

const PACKS: &str = "
== isle/game.yaml
resources: { wood: { name: Wood }, vp: { name: Points, score: true } }
play: [{ each: { as_seat: all, do: [{ gain: { wood: 1, vp: 1 } }] } }]
== dear/pack.yaml
id: dear
title: Dear
extends: isle
patch: [{ at: resources.wood.start, set: 3 }]
== cheap/pack.yaml
id: cheap
title: Cheap
extends: isle
patch: [{ at: resources.wood.start, set: 5 }]
== bare/pack.yaml
id: bare
title: Bare
extends: isle
patch: [{ at: play, set: [{ gain: { vp: 1 } }] }]
remove: [resources.wood]
== rich/game.yaml
procedures: { give: { do: [{ gain: { wood: 2 } }] } }
setup: [{ call: give }]
== alone/pack.yaml
id: alone
title: Alone
extends: rich
conflicts: cheap
== lonely/pack.yaml
id: lonely
title: Lonely
extends: alone
== other/pack.yaml
id: other
title: Another game
players: { min: 2, max: 2 }
";

fn manifests() -> BTreeMap<String, Manifest> {
    let (library, ids) = library(PACKS);
    let (mut sources, mut diags) = (Sources::default(), vec![]);
    let mut read = |id: &String| {
        let file = library.manifest(id, &mut sources, &yaml::read, &mut diags)?;
        Some((id.clone(), file.manifest))
    };
    ids.iter().filter_map(&mut read).collect()
}

#[test]
fn packs_on_one_game_may_meet_unless_they_conflict() {
    let pairs: Vec<String> = pairs(&manifests()).iter().map(|pair| pair.join("+")).collect();
    assert_snapshot!(pairs.join("\n"), @"
    alone+bare
    alone+dear
    bare+cheap
    bare+dear
    bare+lonely
    bare+rich
    cheap+dear
    cheap+rich
    dear+lonely
    dear+rich
    ");
}

fn blamed(packs: &[&str]) -> String {
    let (library, _) = library(PACKS);
    let opened = game::check(&library, packs);
    let mut diags = opened.diags;
    blame(&library, packs, &mut diags);
    told(&diags, &opened.sources)
}

#[test]
fn a_contradiction_names_both_packs_and_the_path() {
    assert_snapshot!(blamed(&["cheap", "dear"]), @"
    error[L049]: packs `cheap` and `dear` disagree about `resources.wood.start`
      dear/pack.yaml:4:42: set to 3 by `dear`
      cheap/pack.yaml:4:42: set to 5 by `cheap`
      note: neither pack extends the other, so neither takes precedence
      note: only when `cheap` and `dear` are used together
      help: use one of them, let one extend the other, or add a pack that extends both and sets `resources.wood.start`
    ");
}

#[test]
fn what_one_pack_takes_from_another_is_told_with_its_path() {
    assert_snapshot!(blamed(&["bare", "rich"]), @"
    error[N102]: unknown resource `wood`
      rich/game.yaml:1:38: not declared under `resources` or `tracks`
      note: only when `bare` and `rich` are used together, at `procedures.give.do.gain`
      help: there is `vp`
    ");
}
