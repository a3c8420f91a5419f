//! Games that the engine plays, one file a family.
//!
//! One path for every game. A game implements `KnownGame` (dealing, rules) in
//! `games/src/families.rs`, and `EngineGame` (its player, proofs) in a file under
//! `engine/src/games`. A game on a floe is also a `SearchedGame`, which states what
//! the general searches need: evaluation, oracle, endgame probe, number of sides, chance. `AnyGame`
//! finds the type, `Engine` keeps a player for it, `EnginePlayer` chooses the search, and the
//! result is a `GameValue`. Two families have players of their own: that of Fish 'n' Flip compares
//! whole turns by playouts on the same piles (`games/flip`), in which a learned estimate plays
//! (`flip/src/estimate.rs`), that of Gone Fishing! searches information sets or solves the day
//! (`games/angling`).

/// Methods of [`EngineGame`] with the same body in all games on a floe.
macro_rules! floe_methods {
    () => {
        fn player(
            settings: $crate::engine_game::PlayerSettings,
        ) -> Box<dyn $crate::engine_game::GamePlayer<Self>> {
            Box::new($crate::player::EnginePlayer::new(settings))
        }

        fn moves_to_come(&self) -> u32 {
            $crate::clock::moves_to_come(self.free().len(), floe_game::Game::players(self))
        }
    };
}

pub(crate) mod angling;
mod base;
pub(crate) mod flip;
mod variants;
