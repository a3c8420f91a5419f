//! Written games in words: their titles and their ends.

use floe_engine::AnyGame;
use floe_game::Player;
use floe_gamefile::{ForfeitReason, WrittenGame};

use crate::{Perspective, Seen, rules};

/// Reason why a game ended before its last move, and the winners, in words: `A gave up: B wins`, of
/// three players `A gave up: B and C share the victory`, and where all play together
/// `A gave up: all have lost`. `loser` is the player who gave up or ran out of time.
pub fn forfeit_words(position: &AnyGame, loser: Player, reason: ForfeitReason) -> String {
    let reason = match reason {
        ForfeitReason::GaveUp => "gave up",
        ForfeitReason::OutOfTime => "has run out of time",
    };
    let sides = Player::first(position.sides());
    let winners: Vec<Player> = sides
        .filter(|&side| position.side_of(side) != position.side_of(loser))
        .collect();
    format!(
        "{loser} {reason}: {}",
        Perspective::of(position).victory_in_words(&winners)
    )
}

/// Outcome of a written game in words: the outcome after the last move of the main line, or else
/// what the headers say. `None` while the game lasts.
pub fn game_outcome(game: &WrittenGame) -> Option<String> {
    let line = game.line_up_to_mistake();
    let told = game.written_end().map(str::to_owned);
    Seen::whole(line.end()).outcome().or(told)
}

/// Name of a written game; if it has none, the names of the players; without these, the name of the
/// rules.
pub fn game_title(game: &WrittenGame) -> String {
    game.own_title()
        .unwrap_or_else(|| rules::title(game.position.rules()))
}
