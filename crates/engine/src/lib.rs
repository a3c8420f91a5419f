//! Where games, searches and knowledge meet.

mod territory;
pub use territory::Territory;
