//! Pictures of positions in SVG, for every game and variant.
//!
//! A [`Pictured`] position draws itself with the [`PictureOptions`]: colours, the last move, arrows
//! for candidate moves, values on spaces, territory and areas. Each space is a group with its name
//! in `data-hex`, so that a page can use it, and with a title for screen readers; a pier of the
//! lake is named `@1`, for example. A player's box has its letter in `data-player`.
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

mod arrows;
mod cards;
mod chart;
mod floe;
mod icon;
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
mod tree_chart;
mod value_graph;

use floe_game::Game;

pub use cards::colour_name;
pub use chart::{Bar, BarChart, ChartLevel, ChartPoint, LineChart};
pub use floe::{SketchedCell, sketch};
pub use icon::Icon;
pub use lake::sketch_lake;
pub use options::{
    Arrow, MoveMark, PartMarks, PictureOptions, SpaceShare, SpaceValue, SpaceWay, Theme,
    ViewingSide,
};
pub use page::{Figure, Page, PageMove};
pub use players::{Caption, PlayerLine};
#[cfg(feature = "png")]
pub use png::{AnimationFrame, Pixels, PngError, animation, pixels, png};
pub use svg::escaped;
pub use tree_chart::{BoxColour, TreeBox, TreeChart};
pub use value_graph::{ValueCurve, ValueGraph, ValuePoint};

/// Position of a game that can be drawn as a picture.
pub trait Pictured: Game {
    /// Draws the position as an SVG document, with what `options` ask for.
    fn picture(&self, options: &PictureOptions) -> String;

    /// The player to move, the players with their results so far, and notes on what the board does
    /// not show, as text.
    fn caption(&self) -> Caption;

    /// Spaces that a legal move changes, for marking it as the last move or as an arrow.
    fn move_mark(&self, mv: Self::Move) -> MoveMark;

    /// Areas of the position, each as the names of its spaces: a set of connected spaces in which
    /// moves go on. Empty in games without areas.
    fn areas(&self) -> Vec<Vec<String>> {
        Vec::new()
    }
}
