//! What authors may write, declared once: decoding, the schema and the manual all follow it.

pub mod step;
