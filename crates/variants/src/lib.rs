//! The variants of the rules (section 3 of `docs/rules.md`) and other layouts (section 2): one file a variant.
//!
//! [`Variant`] is a position of any of them but one: where chance has a say, it is [`Hidden`]. The base game on the official floe has its own, faster position in `floe_fish`.
//!
//! ```
//! use floe_game::{Game, Notated};
//! use floe_variants::Variant;
//!
//! // Water lies behind the penguin on b1: it can be pushed.
//! let position: Variant = "A1B1...../......../......./......../......./......../......./1....... A 9:9,9:9 rules=push".parse()?;
//! assert_eq!(position.moves().into_iter().map(|mv| position.move_text(mv)).collect::<Vec<_>>(), ["a1xb1"]);
//! # Ok::<(), floe_fish::PositionError>(())
//! ```

mod deal;
mod draw;
mod floe;
mod group;
mod hidden_whale;
mod legality;
mod mv;
mod notation;
mod outline;
mod plain;
mod plain_sight;
mod push;
mod risk;
mod rules;
mod special;
mod survival;
mod variant;
mod whale;

pub use deal::{DealError, SetUp};
pub use draw::{draw, draw_hidden};
pub use hidden_whale::Hidden;
pub use mv::Move;
pub use outline::{Centre, Outline, OutlineError};
pub use plain_sight::OnFloe;
pub use risk::{Fate, Risk, Whales, WhalesError};
pub use rules::{Kind, Rules, RulesError};
pub use special::{
    Board, BoardError, EachPlace, Effect, MOST_SPECIAL, Place, Places, Special, SpecialMove, SpecialTile, Specials,
    SpecialsError, draw_places, draw_special,
};
pub use variant::Variant;
