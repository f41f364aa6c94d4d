//! Hostile scripts in real packs: the game says what happened and goes on from where it was.
