//! Actions: the numbers by which learners choose moves.
//!
//! Where a board has few moves enough, an action is the number of a move in its [`ActionSpace`];
//! else a place in the list of legal moves.

use floe_games::{AnyGame, AnyMove, KnownGame, with_game};

use crate::{ActionSpace, Numbered};

/// Number of actions where an action is a place in the list of legal moves; moves beyond have no
/// action.
pub const PLACES: usize = 1 << 14;

/// All moves of the board; `None` where actions are places in the list of legal moves.
pub fn action_space(game: &AnyGame) -> Option<&'static ActionSpace> {
    with_game!(game, position => position.action_space())
}

/// Number of actions of the game: every action is below it.
pub fn action_count(game: &AnyGame) -> usize {
    action_space(game).map_or(PLACES, ActionSpace::count)
}

/// Calls `visit` with the action of every choice of the player to move, in the order of
/// [`AnyGame::choices`].
fn for_each_action(game: &AnyGame, visit: impl FnMut(u32)) {
    with_game!(game, position => for_each_action_of(position, visit));
}

/// Fills a row of [`action_count`] numbers, one for every action: `yes` where the player to move
/// may choose it, else `no`.
///
/// # Panics
/// If the row is too short for an action that may be chosen.
pub fn fill_mask<T: Copy>(game: &AnyGame, [no, yes]: [T; 2], row: &mut [T]) {
    row.fill(no);
    for_each_action(game, |action| row[action as usize] = yes);
}

fn for_each_action_of<G: KnownGame + Numbered>(position: &G, mut visit: impl FnMut(u32)) {
    match position.action_space() {
        Some(space) => position.for_each_choice(|choice| visit(space.number(G::move_bits(choice)))),
        None => {
            let mut place = 0;
            position.for_each_choice(|_| {
                if place < PLACES as u32 {
                    visit(place);
                }
                place += 1;
            });
        }
    }
}

/// Actions of all choices of the player to move, in the order of [`AnyGame::choices`]. Choices
/// without an action, beyond [`PLACES`], are left out.
pub fn actions(game: &AnyGame) -> Vec<u32> {
    let mut actions = Vec::new();
    for_each_action(game, |action| actions.push(action));
    actions
}

/// The choice of a position that an action names; `None` if it is not legal.
pub fn choice_of_action<G: KnownGame + Numbered>(position: &G, action: u32) -> Option<G::Move> {
    let mut found = None;
    match position.action_space() {
        Some(space) => {
            let named = G::move_of_bits(space.bits(action)?);
            position.for_each_choice(|choice| {
                if choice == named {
                    found = Some(choice);
                }
            });
        }
        None => {
            let mut place = 0;
            position.for_each_choice(|choice| {
                if place == action && (action as usize) < PLACES {
                    found = Some(choice);
                }
                place += 1;
            });
        }
    }
    found
}

/// Action of a choice of the player to move; `None` if the choice is not legal, or if its place in
/// the list of legal moves is too high for an action.
pub fn action_of_choice<G: KnownGame + Numbered>(position: &G, named: G::Move) -> Option<u32> {
    let mut place = 0;
    let mut found = None;
    position.for_each_choice(|choice| {
        if choice == named {
            found = Some(place);
        }
        place += 1;
    });
    match position.action_space() {
        Some(space) => found.map(|_| space.number(G::move_bits(named))),
        None => found.filter(|&place| (place as usize) < PLACES),
    }
}

/// The legal choice that an action names, as a move of any game; `None` if the action names none.
pub fn any_choice(game: &AnyGame, action: u32) -> Option<AnyMove> {
    with_game!(game, position => choice_of_action(position, action).map(|choice| AnyMove::of(position, choice)))
}

/// The position after the choice with this action, with the outcome that it has in the world with
/// this number ([`AnyGame::outcome_in`]); `None` if the choice is not legal.
pub fn after_action(game: &AnyGame, action: u32, world: u64) -> Option<AnyGame> {
    fn after<G: KnownGame + Numbered>(position: &G, action: u32, world: u64) -> Option<AnyGame> {
        let choice = choice_of_action(position, action)?;
        Some(position.after(position.outcome_in(choice, world)).into())
    }
    with_game!(game, position => after(position, action, world))
}
