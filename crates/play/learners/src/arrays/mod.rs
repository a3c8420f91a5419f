//! Positions and moves of any game as arrays of numbers, for learners and their networks.

mod actions;
mod planes;

pub use crate::{ActionSpace, COUNTS, Numbered, Planes};

pub use actions::{
    PLACES, action_count, action_of_choice, action_space, actions, after_action, any_choice,
    choice_of_action, fill_mask,
};
pub use planes::{
    PlaneForm, PlaneFormat, PlaneSet, PlaneShape, PlaneValue, write_counts_of, write_planes,
};
