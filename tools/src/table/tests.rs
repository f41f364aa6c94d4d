//! Typed input, and displayed output.

mod drawing;
mod typing;
