//! Pictures of positions in SVG, for every game and variant.
//!
//! A [`Pictured`] position draws itself with the [`PictureOptions`]: colours, the last move, arrows for candidate
//! moves, values on spaces, territory and areas. Each space is a group with its name in `data-hex`, so that a page can
//! use it, and with a title for screen readers; a pier of the lake is named `@1`, for example. A player's box has its
//! letter in `data-player`.
//!
//! ```
//! use floe_fish::Position;
//! use floe_picture::{PictureOptions, Pictured};
//!
//! let text = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
//! let position: Position<2> = text.parse()?;
//! let svg = position.picture(&PictureOptions::default());
//! assert!(svg.starts_with("<svg ") && svg.contains("data-hex=\"c5\""));
//! # Ok::<(), floe_fish::PositionError>(())
//! ```

mod cards;
mod chart;
mod floe;
mod lake;
mod options;
mod page;
mod players;
#[cfg(feature = "png")]
mod png;
mod scene;
mod style;
mod svg;
mod symbols;

use floe_game::Game;

pub use chart::{Bar, BarChart, ChartLevel, ChartPoint, LineChart};
pub use floe::{SketchedCell, sketch};
pub use options::{Arrow, MoveMark, PictureOptions, SpaceShare, SpaceValue, Theme};
pub use page::{Figure, Page};
pub use players::{Caption, PlayerLine};
#[cfg(feature = "png")]
pub use png::{PngError, png};

/// Position that can be drawn.
pub trait Pictured: Game {
    /// Draws the position as an SVG document.
    fn picture(&self, options: &PictureOptions) -> String;

    /// Players with their results, and notes on what the board does not show.
    fn caption(&self) -> Caption;

    /// Spaces that a legal move changes, for arrows and the last move.
    fn move_mark(&self, mv: Self::Move) -> MoveMark;

    /// Names of the spaces of each set of connected spaces where moves go on; none in games without such sets.
    fn areas(&self) -> Vec<Vec<String>> {
        Vec::new()
    }
}
