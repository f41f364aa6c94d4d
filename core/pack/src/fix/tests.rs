//! Old text in, new text out.
