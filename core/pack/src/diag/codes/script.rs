//! Codes about scripts (U...).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[];
