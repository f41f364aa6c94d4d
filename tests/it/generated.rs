//! Generated files are committed and up to date. `UPDATE_GENERATED=1 cargo test` rewrites them.

use boardwright_tests::root;

#[test]
fn generated_files_are_fresh() {
    let update = std::env::var_os("UPDATE_GENERATED").is_some();
    for file in boardwright_docs::all() {
        let path = root().join(file.path);
        if update {
            std::fs::create_dir_all(path.parent().expect("a file lies in a folder"))
                .and_then(|()| std::fs::write(&path, &file.text))
                .unwrap_or_else(|error| panic!("{}: {error}", file.path));
        }
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            there == file.text,
            "{} is stale: run `UPDATE_GENERATED=1 cargo test --workspace generated`",
            file.path
        );
    }
}
