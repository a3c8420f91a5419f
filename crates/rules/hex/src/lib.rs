#![doc = include_str!("../README.md")]
//!
//! The central type is [`HexSet`], a set of up to 64 hexes in one machine word. A [`Layout`]
//! describes an outline; [`Standard`] is the official floe, on which whole sets slide at once.

mod direction;
mod geometry;
mod layout;
mod rays;
mod ring_sets;
mod set;
mod sets;
mod standard;
mod text;

pub use direction::Direction;
pub use geometry::{Geometry, MOST_COLUMNS, RingError, Row};
pub use layout::Layout;
pub use rays::{Neighbourhood, Paths, Rays, Tally};
pub use ring_sets::{RingPaths, RingSets};
pub use set::{Hex, HexSet, Hexes, Word};
pub use sets::HexSets;
pub use standard::Standard;
pub use text::{HexError, draw, leading_name};
