//! Matches and their statistics.
