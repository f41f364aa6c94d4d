//! What packs and scripts may say.
//!
//! Each section and each verb is declared once, as a type. Decoders, schemas and the reference are
//! derived from it. Steps and texts written in scripts are also found here, without running the
//! script.

pub mod raw;
pub mod script_api;
pub mod script_text;
pub mod shape;
