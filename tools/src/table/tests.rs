//! What people type, and what they see.

mod drawing;
mod typing;
