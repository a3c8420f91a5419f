//! Engines for any game, by static dispatch: what an engine needs of a game it asks for in its bounds.
//!
//! [`minimax`] and [`minimax_max_n`] are the definitions. Everything else must find the same values, faster:
//!
//! - [`AlphaBeta`] for two sides: iterative deepening, principal variation search, a shared table, threads;
//! - [`MaxN`] for any number of players, everybody for itself;
//! - [`Expectimax`] for two sides where chance has a say, held to [`expectimax()`]; [`ChanceTree`] for any number of players;
//! - [`Paranoid`] makes two sides of any number of players, one against the rest, for [`AlphaBeta`]; [`BestReply`] does where one of the rest replies at a time.
//!
//! What a position that is not final is worth is guessed by an [`Eval`], outside the rules and the search. A value
//! that rests on no guess is *proven*: every line that decides it was searched to the end of the game.

mod alphabeta;
mod best_reply;
mod chance;
mod entry;
mod eval;
mod maxn;
mod minimax;
mod ordering;
mod pace;
mod paranoid;
mod puct;
mod report;
mod spans;
mod uct;

pub use alphabeta::{AlphaBeta, Answer, Options, Verdict};
pub use best_reply::BestReply;
pub use chance::{ChanceTree, Everybody, Expectimax, Mean, Range, expectimax, expectimax_all};
pub use eval::{Eval, EvalAll, NoOracle, Oracle, Payoffs};
pub use floe_game::{Limits, MAX_DEPTH};
pub use maxn::MaxN;
pub use minimax::{minimax, minimax_max_n, prefers, scores};
pub use paranoid::Paranoid;
pub use puct::{Expect, Puct, PuctOptions, Shares};
pub use report::{Line, Progress, Report};
pub use spans::Span;
pub use uct::Uct;

/// So many visits a tree search makes where nothing limits it.
const ENOUGH_VISITS: u64 = 1_000_000;
