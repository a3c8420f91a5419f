//! Every operation on whole sets of hexes has its naive twin here: one hex at a time, from nothing
//! but where hexes lie.
//!
//! All outlines are tried: the official floe with its shifts, the same floe without them, and
//! others up to the last of the 64 places.

mod areas;
mod geometry;
mod naive;
mod outlines;
mod ring;
mod set;
mod slides;
