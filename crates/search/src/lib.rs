//! Engines for any game, by static dispatch: what an engine needs of a game it asks for in its bounds.
//!
//! [`minimax`] and [`minimax_max_n`] are the definitions. Everything else must find the same values, faster:
//!
//! - [`AlphaBeta`] for two sides: iterative deepening, principal variation search, a shared table, threads;
//! - [`MaxN`] for any number of players, everybody for itself;
//! - [`Expectimax`] for two sides where chance has a say, held to [`expectimax()`];
//! - [`TreeSearch`] for any number of players, with or without chance: [`Puct`] and [`Uct`] are configurations of it;
//! - [`Paranoid`] makes two sides of any number of players, one against the rest, for [`AlphaBeta`]; [`BestReply`] does where one of the rest replies at a time.
//!
//! What a position that is not final is worth is guessed by an [`Eval`], outside the rules and the search. A value
//! that rests on no guess is *proven*: every line that decides it was searched to the end of the game.

mod alphabeta;
mod best_reply;
mod chance;
mod currently_searching;
mod entry;
mod eval;
mod history;
mod limits;
mod maxn;
mod minimax;
mod ordering;
mod paranoid;
mod payoffs;
mod perft;
mod report;
mod ticker;
mod time_manager;
mod transposition;
mod tree_search;

pub use alphabeta::{AlphaBeta, Options, ProofAttempt, Verdict};
pub use best_reply::BestReply;
pub use chance::{ExpectiMaxN, Expectimax, Mean, expectimax, expectimax_all};
pub use currently_searching::CurrentlySearching;
pub use eval::{Eval, EvalAll, NoOracle, Oracle};
pub use history::History;
pub use limits::{Control, Interrupted, Limits, MAX_DEPTH, Meter, parse_duration};
pub use maxn::MaxN;
pub use minimax::{minimax, minimax_max_n};
pub use paranoid::Paranoid;
pub use payoffs::{Payoff, PayoffBounds, Payoffs, chosen, prefers, scores};
pub use perft::ParallelPerft;
pub(crate) use report::Lines;
pub use report::{Line, Progress, Report};
pub use ticker::{Notify, run_with_ticker};
pub use transposition::{TableError, TableView, TranspositionTable};
pub use tree_search::{
    LeafEvaluator, LeafMove, LeafMoves, Playouts, Policy, PolicyValue, Puct, Selection, TreeOptions, TreeSearch, Uct,
    VisitContext, WinProbabilities,
};
