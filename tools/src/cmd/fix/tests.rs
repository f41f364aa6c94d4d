//! The command on folders of packs.
