//! Rebuilds the program when an embedded pack changes or one is added.

fn main() {
    println!("cargo::rerun-if-changed=../content");
}
