//! Moves as numbers, which learners choose from: the bits of a move, unique in its position.

use floe_engine::{AnyGame, EngineGame, with_game};
use floe_game::Keyed;

/// Number of action numbers of the game: every action is below it.
pub(crate) fn action_count(game: &AnyGame) -> usize {
    fn count<G: Keyed>(_: &G) -> usize {
        1 << G::MOVE_BITS
    }
    with_game!(game, position => count(position))
}

/// Actions of all choices of the player to move, in the order of [`AnyGame::choices`].
pub(crate) fn actions(game: &AnyGame) -> Vec<u32> {
    fn of<G: EngineGame>(position: &G) -> Vec<u32> {
        let mut actions = Vec::new();
        position.for_each_choice(|choice| actions.push(G::move_bits(choice)));
        actions
    }
    with_game!(game, position => of(position))
}

/// Notation of a legal action.
pub(crate) fn action_text(game: &AnyGame, action: u32) -> String {
    fn text<G: EngineGame>(position: &G, action: u32) -> String {
        position.move_text(G::move_of_bits(action))
    }
    with_game!(game, position => text(position, action))
}

/// Plays the choice with this number, with its outcome in a world; `None` if it is not legal.
pub(crate) fn after_action(game: &AnyGame, action: u32, world: u64) -> Option<AnyGame> {
    fn after<G: EngineGame>(position: &G, action: u32, world: u64) -> Option<AnyGame> {
        let mut found = None;
        position.for_each_choice(|choice| {
            if G::move_bits(choice) == action {
                found = Some(choice);
            }
        });
        found.map(|choice| position.after(position.outcome_in(choice, world)).into())
    }
    with_game!(game, position => after(position, action, world))
}
