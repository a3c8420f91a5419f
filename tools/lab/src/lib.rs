//! Experiments whose results the documents give.

pub mod small_floes;
