//! stub
fn main() {
    let _ = boardwright_pack::luau::std_scripts;
}
