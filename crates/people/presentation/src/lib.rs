//! Everything that a game shows to people: words, parts of moves, pictures, hints, rules in short.
//!
//! A game has its rules ([`Game`](floe_game::Game)), its play
//! ([`EngineGame`](floe_engine::EngineGame)), and its face, [`Presented`]. [`Seen`] is a position
//! as one person sees it, or whole. Sentences and pictures come from it alone, so they show no one
//! what is hidden from that person.
//!
//! ```
//! use floe_engine::AnyGame;
//! use floe_presentation::Seen;
//!
//! let text = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
//! let game: AnyGame = text.parse()?;
//! let seen = Seen::whole(&game);
//! assert_eq!(seen.turn_sentence(), "A: your turn. Move a penguin.");
//! assert_eq!(seen.words(game.find_move("c5-d4")?), "c5 to d4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cards;
mod choice_part;
mod compose;
mod explanation;
mod floe;
mod game_end;
mod hint;
mod lake;
mod moves;
mod perspective;
mod pictures;
mod position;
mod presented;
mod reasons;
mod refusal;
pub mod rules;
mod seen;
mod told;
mod unit_words;
mod value_words;

pub use choice_part::ChoicePart;
pub use compose::{ComposeNext, ComposeOption, ComposeStep};
pub use explanation::{Claim, Explanation, PlayerSummary};
pub use game_end::{forfeit_words, game_outcome, game_title};
pub use hint::Hint;
pub use perspective::Perspective;
pub use presented::Presented;
pub use reasons::{Area, MoveReason};
pub use seen::Seen;
pub use told::{FreeableNumber, ToldMove, ToldTurn};
pub use unit_words::UnitWords;
pub use value_words::{short_bounds, short_value};
