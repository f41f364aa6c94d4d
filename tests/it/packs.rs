//! Every pack: it validates without a word, and passes its own tests.

use boardwright_pack::diag::{Format, render};
use boardwright_pack::game::check;
use boardwright_tests::{library, packs};

#[test]
fn every_pack_validates_without_a_word() {
    let library = library();
    for pack in packs() {
        let opened = check(&library, &[&pack]);
        let report = render(&opened.diags, &opened.sources, Format::Human { colour: false });
        assert!(opened.diags.is_empty(), "{pack}:\n{report}");
    }
}
