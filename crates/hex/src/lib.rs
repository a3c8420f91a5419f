//! Geometry of hexagonal floes, and nothing of any game: hexes and sets of them, outlines, rays and slides,
//! connected areas, drawing.
//!
//! The centre is [`HexSet`], a set of up to 64 hexes in one machine word. What an outline looks like is told by a
//! [`Layout`]; [`Standard`] is the official floe, for which whole sets slide at once.
//!
//! ```
//! use floe_hex::{Direction, Layout, Standard};
//!
//! let geometry = Standard.geometry();
//! let corner = geometry.hexes().first().unwrap();
//! assert_eq!(geometry.ray(corner, Direction::E).len(), 6);
//! assert_eq!(geometry.slides(corner, geometry.hexes()).len(), 6 + 7 + 1);
//! ```

mod direction;
mod drawing;
mod geometry;
mod layout;
mod name;
mod paths;
mod rays;
mod ring;
mod rows;
mod set;
mod sets;
mod standard;
mod tally;

pub use direction::Direction;
pub use drawing::draw;
pub use geometry::{Geometry, MOST_COLUMNS, RingError};
pub use layout::Layout;
pub use name::leading_name;
pub use paths::Paths;
pub use rays::Rays;
pub use ring::Ring;
pub use rows::Row;
pub use set::{Hex, HexSet, Hexes, Word};
pub use sets::HexSets;
pub use standard::Standard;
pub use tally::Tally;
