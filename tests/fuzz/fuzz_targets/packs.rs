//! Any seed makes a small pack; what look-ahead offers in it is what trying everything finds.
//!
//!     cargo install cargo-fuzz
//!     cd tests && RUSTC_BOOTSTRAP=1 cargo fuzz run packs

#![no_main]

libfuzzer_sys::fuzz_target!(|seed: u64| {
    boardwright_tests::random_pack(seed);
});
