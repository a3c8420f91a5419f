//! Any game that floe plays, known at run time: its positions and moves, its set-ups and their
//! options, and games as lines of moves.
//!
//! ```
//! use floe_games::AnyGame;
//!
//! let start: AnyGame = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0".parse()?;
//! assert_eq!(start.choices(), ["c5-c4", "c5-d4", "c5-c6", "c5-d6"]);
//! # Ok::<(), floe_fish::PositionError>(())
//! ```

mod any_game;
mod any_move;
mod families;
mod game_line;
mod known_game;
pub mod options;
mod units;

pub use any_game::{
    AnyDealError, AnyGame, AnyMoveError, AnySetUp, GameRules, GameRulesError, PositionType,
    RandomStart, positions,
};
pub use any_move::AnyMove;
pub use game_line::{GameLine, LineMove, MoveListError};
pub use known_game::KnownGame;
pub use units::Units;
