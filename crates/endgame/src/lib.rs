//! What can be proved about endings.
