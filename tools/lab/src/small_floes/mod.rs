//! Small floes solved completely, from the first placement: every outline of a few hexes, with one
//! and two penguins of each player, on tiles of one fish and on random ones.

mod chart;
mod files;
mod outline;
mod record;
mod solver;
mod totals;

pub use chart::chart;
pub use files::{SIZES, write_files};
pub use outline::SmallOutline;
pub use record::{FloeCounts, FloesRecord, OutlineRecord, OutlineRecordError, PENGUINS};
pub use solver::{RANDOM_FLOES, SolvedFloe, SolvedOutline, random_floe, solve_outline};
pub use totals::{PenguinTotals, SizeTotals, table, totals_of};
