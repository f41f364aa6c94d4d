//! Codes about packs and layers (L...).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[];
