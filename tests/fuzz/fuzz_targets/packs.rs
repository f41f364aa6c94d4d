//! Any seed makes a small pack; look-ahead must offer the options an exhaustive search finds.
//!
//!     cargo install cargo-fuzz
//!     cd tests && RUSTC_BOOTSTRAP=1 cargo fuzz run packs

#![no_main]

libfuzzer_sys::fuzz_target!(|seed: u64| {
    boardwright_tests::random_pack(seed);
});
