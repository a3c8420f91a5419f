#![doc = include_str!("../README.md")]
//!
//! Engines for any game, by static dispatch: the bounds of an engine say what it needs of a game.
//!
//! - [`AlphaBeta`] for two sides: iterative deepening, principal variation search, a shared table,
//!   threads;
//! - [`MaxN`] for any number of players, each maximising its own score;
//! - [`Expectimax`] for two sides with chance, [`ExpectiMaxN`] for endings of any number of
//!   players;
//! - [`TreeSearch`] for any number of players, with or without chance: [`Puct`] and [`Uct`] are
//!   configurations of it;
//! - [`InformationSetSearch`] for hidden information;
//! - [`Paranoid`] turns a game of any number of players into one of two sides, for [`AlphaBeta`].
//!
//! The tests define their values by searches without pruning and tables (`tests/definitions`).
//!
//! An [`Eval`] estimates positions in which the game is not over; rules and search know nothing of
//! how. A value that depends on no estimate is *proven*: every line that decides it was searched to
//! the end of the game.
//!
#![doc = include_str!("../processor.md")]

mod alphabeta;
mod chance;
mod currently_searching;
mod entry;
mod eval;
mod information_sets;
mod limits;
mod maxn;
mod ordering;
mod paranoid;
mod payoffs;
mod perft;
mod report;
mod text;
mod time_manager;
mod transposition;
mod tree_search;
mod zeroed_memory;

pub use alphabeta::{AlphaBeta, AttemptProgress, Options, ProofAttempt};
pub use chance::{ExpectiMaxN, Expectimax, Mean};
pub use currently_searching::CurrentlySearching;
pub use eval::{Eval, EvalAll, NoOracle, Oracle};
pub use information_sets::{
    InformationSetMove, InformationSetOptions, InformationSetSearch, Observers, PlayoutResult,
    WorldPlayouts,
};
pub use limits::{Control, Interrupted, Limits, MAX_DEPTH, Meter};
pub use maxn::MaxN;
pub use ordering::{History, OrderingWeights, Reductions};
pub use paranoid::Paranoid;
pub use payoffs::{Payoff, PayoffBounds, Payoffs, chosen_bounds, prefers, scores};
pub use perft::ParallelPerft;
pub use report::{Line, Progress, Report, run_with_ticker};
pub(crate) use report::{Lines, sort_by_value};
pub use text::{
    CountError, DurationError, bytes_without_mark, column_in_characters, error_text, is_printable,
    is_visible, parse_count, parse_duration, printable, printable_json, visible, with_hyphens,
    without_mark,
};
pub use time_manager::TimeShares;
pub use transposition::{TableError, TableView, TranspositionTable};
pub use tree_search::{
    GuidedMove, GuidedOptions, GuidedSearch, LeafEvaluator, LeafMove, LeafMoves, MoveParts,
    Playouts, Policy, PolicyValue, Puct, RootNoise, Selection, TreeOptions, TreeSearch, Uct,
    VisitContext, WinProbabilities,
};
pub use zeroed_memory::{ZeroedMemory, zeroed_memory};
