//! The variants of the rules (section 3 of `docs/rules.md`) and other layouts (section 2): one
//! folder a variant.
//!
//! [`Variant`] is a position of most of them, [`Special`] one with special tiles, and [`Hidden`]
//! one with hidden whales. The base game on the official floe has its own, faster position in
//! `floe_fish`.
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
//!
//! Variants are next to the base game, not in it. The base game on the official floe has its own
//! position, made for speed; it knows nothing of variants and pays nothing for them.
//! `variants/src/floe.rs` holds what all variants share (tiles, penguins, catch, turn, on any
//! outline). A folder for each variant defines the difference: rules, tokens, keys, evaluation
//! terms, notes and help.

mod base;
mod deal;
mod draft;
mod draw;
mod floe;
mod group;
mod hidden_whale;
mod info;
mod keys;
mod leaving;
mod legality;
mod mv;
mod notation;
mod outline;
mod parts;
mod plain;
mod position;
mod push;
mod registry;
mod rules;
mod set_up;
mod special_tiles;
mod survival;
mod variant_knowledge;
mod variant_rules;
mod variant_text;
mod whale;

pub use base::OnOfficialFloe;
pub use draft::{DraftCell, DraftTile, FloeDraft, FloeStock};
pub use draw::{draw, draw_hexes};
pub use floe::{Floe, FloeWord};
pub use group::Group;
pub use hidden_whale::{ChanceMove, Hidden, HiddenWhale, Whales, WhalesError};
pub use info::{Scoring, VariantInfo};
pub use mv::{FloeMove, MoveKind, VariantMove};
pub use outline::{Centre, Outline, OutlineError};
pub use parts::FloePart;
pub use plain::Plain;
pub use position::VariantPosition;
pub use push::Push;
pub use registry::{Variant, VariantState};
pub use rules::{Rules, RulesError, did_you_mean, nearest_name};
pub use set_up::{DealError, SetUp};
pub use special_tiles::{
    Effect, MAX_SPECIALS, Special, SpecialMove, SpecialTile, SpecialTiles, Specials, SpecialsError,
};
pub use survival::Survival;
pub use variant_knowledge::{
    MAX_OWN_FEATURES, MAX_TILE_RISKS, OwnFeatures, TileRisk, VariantKnowledge,
};
pub use variant_rules::VariantRules;
pub use variant_text::VariantText;
pub use whale::Whale;
