//! Codes about files and YAML (Y...).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[];
