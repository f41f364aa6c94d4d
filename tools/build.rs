//! Rebuilds the program when a pack that is embedded in it changes, or one is added.

fn main() {
    println!("cargo::rerun-if-changed=../content");
}
