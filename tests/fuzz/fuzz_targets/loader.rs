//! Any bytes as a file of a pack: the loader reports what is wrong and never panics.
//!
//!     cargo install cargo-fuzz
//!     cd tests && RUSTC_BOOTSTRAP=1 cargo fuzz run loader

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    boardwright_tests::survive(bytes);
});
