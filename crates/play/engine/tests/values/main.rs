//! Searches and solvers find the values of plain minimax, max^n and expectimax where those see to
//! the end.

mod base;
#[path = "../../../search/tests/definitions/mod.rs"]
mod definitions;
mod hidden;
mod late;
mod solving;
mod special;
mod variants;
