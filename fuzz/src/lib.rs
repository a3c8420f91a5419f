//! Claims about any bytes, for a fuzzer to refute.
//!
//! They are the ones that the tests of `floe-fish`, `floe-angling`, `floe-engine`, `floe-review`
//! and `floe-board` state and try with random bytes; here is nothing but the way to them.

// Not every test's helper is needed here.
#![allow(dead_code)]

#[path = "../../crates/rules/angling/tests/rules/claims.rs"]
mod angling;
#[path = "../../crates/rules/fish/tests/base_game/any.rs"]
mod any;
#[path = "../../crates/rules/fish/tests/base_game/claims.rs"]
mod claims;
#[path = "../../crates/play/search/tests/definitions/mod.rs"]
mod definitions;
#[path = "../../crates/play/engine/tests/agree/claims.rs"]
mod engines;
#[path = "../../crates/rules/fish/tests/base_game/literal/mod.rs"]
mod literal;
#[path = "../../crates/people/board/tests/requests/claims.rs"]
mod requests;
#[path = "../../crates/rules/fish/tests/base_game/studies.rs"]
mod studies;
#[path = "../../crates/people/review/tests/texts/claims.rs"]
mod variants;

/// No text makes the readers of positions and moves panic, and what they accept is printed so that
/// it reads the same.
pub fn text_never_panics(bytes: &[u8]) {
    claims::text_never_panics(bytes);
}

/// Along any game, moves, play and results are those of the rules, taken literally.
pub fn moves_are_legal(bytes: &[u8]) {
    claims::moves_are_legal(bytes);
}

/// Along any game, the key that is carried along is the key from scratch.
pub fn key_is_incremental(bytes: &[u8]) {
    claims::key_is_incremental(bytes);
}

/// Solver and search agree with minimax in any ending.
pub fn engines_agree(bytes: &[u8]) {
    engines::engines_agree(bytes);
}

/// No text makes the readers of variants panic; what they accept is printed so that it reads the
/// same, and can be played on.
pub fn variants_never_panic(bytes: &[u8]) {
    variants::text_never_panics(bytes);
}

/// No file of games makes the reader panic; games that it accepts are written so that they read the
/// same again.
pub fn game_files_never_panic(bytes: &[u8]) {
    variants::game_files_never_panic(bytes);
}

/// No text makes the reader of Gone Fishing! panic; what it accepts is printed so that it reads the
/// same, and can be played to its end.
pub fn angling_never_panics(bytes: &[u8]) {
    angling::text_never_panics(bytes);
}

/// No request makes a session of the board or of query mode panic; each is answered in JSON.
pub fn queries_never_panic(bytes: &[u8]) {
    requests::queries_never_panic(bytes);
}
