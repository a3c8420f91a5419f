//! Games for learners and their networks: positions as planes of numbers, moves as numbers of
//! actions, and networks in ONNX files.

mod action_space;
pub mod arrays;
mod card_planes;
pub mod onnx;
mod planes;

pub use action_space::{ActionSpace, Numbered};
pub use planes::{COUNTS, Planes};
