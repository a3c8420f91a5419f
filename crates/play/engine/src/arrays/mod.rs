//! Positions and moves as arrays of numbers, for learners and their networks.

mod action_space;
mod actions;
mod card_planes;
mod planes;

pub use action_space::{ActionSpace, Numbered};
pub use actions::{
    PLACES, action_count, action_of_choice, action_space, actions, after_action, any_choice,
    choice_of_action, fill_mask,
};
pub use planes::{
    COUNTS, PlaneForm, PlaneFormat, PlaneSet, PlaneShape, PlaneValue, Planes, write_counts_of,
    write_planes,
};
