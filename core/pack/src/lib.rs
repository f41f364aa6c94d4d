//! Files to definition.
