//! The packs of the project are formatted: `boardwright fmt` would change nothing.

use boardwright_format::{Places, Role, format};
use boardwright_packs::library::Library;
use boardwright_syntax::source::{SourceFile, Sources};
use boardwright_tests::root;

#[test]
fn every_pack_is_written_in_one_form() {
    let mut library = Library::new();
    library.add_folder(root().join("content"));
    library.add_folder(root().join("tests/packs"));
    let packs: Vec<String> = library.ids().map(str::to_owned).collect();
    let mut wrong = vec![];
    for pack in packs {
        let places = Places::of_pack(&library, &pack);
        let (mut sources, mut diags) = (Sources::default(), vec![]);
        let contents = library.contents(&pack, &mut sources, &mut diags).expect("it can be read");
        for (path, text) in contents.texts {
            let Some(role) = Role::of(&path) else { continue };
            let file = SourceFile { pack: pack.clone(), path: path.clone(), text: text.clone() };
            let file = sources.add(file);
            match format(&sources, file, role, &places) {
                Ok(after) if after == text => {}
                Ok(_) => wrong.push(format!("{pack}/{path}")),
                Err(trouble) => panic!("{pack}/{path}: {trouble:?}"),
            }
        }
    }
    assert!(wrong.is_empty(), "run `boardwright fmt content tests/packs`: {wrong:#?}");
}
