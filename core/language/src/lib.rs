//! What packs and scripts may say.
//!
//! Each section and each verb is declared once, as a type; decoders, schemas and the reference come
//! from that. What stands in the text of a script is found here as well, without running it.

pub mod raw;
pub mod script_api;
pub mod script_text;
pub mod shape;
