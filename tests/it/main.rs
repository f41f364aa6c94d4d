//! Everything that crosses a border.
