//! Rebuilds the program when a pack or script that is embedded in it changes.

fn main() {
    println!("cargo::rerun-if-changed=../content");
    println!("cargo::rerun-if-changed=../scripts");
}
