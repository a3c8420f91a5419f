#![doc = include_str!("../README.md")]
//!
//! [`AnyGame`] is a position of any game that floe plays, [`Engine`] finds its best moves, and
//! [`solve`] proves its value. The modules [`fish`], [`search`], [`endgame`], [`game`] and [`hex`]
//! are the small crates below, for programs that need to be generic, or faster.
//!
//! # Ten examples
//!
//! **1. Read a position, list its moves and play one.** Positions and moves are texts in the
//! notation of the program `floe`.
//!
//! ```
//! use floe::AnyGame;
//!
//! let text = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
//! let mut game: AnyGame = text.parse()?;
//! assert_eq!(game.choices(), ["c5-c4", "c5-d4", "c5-c6", "c5-d6"]);
//! game.play("c5-d4")?;
//! assert_eq!(game.last_turn().letter(), 'B');
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **2. Deal a floe.** A seed deals the same floe on every machine.
//!
//! ```
//! use floe::{AnyGame, GameRules};
//!
//! let game = AnyGame::deal(&GameRules::BASE.usual(3), 7)?;
//! assert_eq!((game.players(), game.tiles_left()), (3, 60));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **3. Find the best move.** A value is the margin at the end of the game for the player to move,
//! fish first, then tiles.
//!
//! ```
//! use floe::{AnyGame, Engine, Limits, Method, Options};
//!
//! let text = ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19";
//! let position: AnyGame = text.parse()?;
//! let mut engine = Engine::new(Method::Default, Options::default(), 0);
//! let analysis = engine.analyze_any(&position, &Limits::default(), |_| ())?;
//! assert_eq!(position.move_text(analysis.lines[0].moves[0]), "d8-e8");
//! assert_eq!(analysis.value.to_string(), "+10:0");
//! assert!(analysis.exact);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **4. Choose an engine by its text.** The limits in the text hold wherever a search has none of
//! its own.
//!
//! ```
//! use floe::{AnyGame, Engine, EngineSpec, Evaluation, GameRules, Limits};
//!
//! let spec: EngineSpec = "mcts:nodes=200,seed=3".parse()?;
//! let mut engine = Engine::from_spec(&spec, Evaluation::default());
//! let game = AnyGame::deal(&GameRules::BASE.usual(2), 1)?;
//! let analysis = engine.analyze_any(&game, &Limits::default(), |_| ())?;
//! assert!(analysis.nodes <= 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **5. See progress, and stop.** A search ends at the first limit, or when another thread sets the
//! flag.
//!
//! ```
//! use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
//! use floe::{AnyGame, Engine, GameRules, Limits, Method, Options};
//!
//! let game = AnyGame::deal(&GameRules::BASE.usual(2), 1)?;
//! let stop = AtomicBool::new(false);
//! let limits = Limits { stop: Some(&stop), ..Limits::default() };
//! let mut engine = Engine::new(Method::Default, Options::default(), 0);
//! let analysis = engine.analyze_any(&game, &limits, |progress| {
//!     stop.store(progress.depth >= 2, Relaxed);
//! })?;
//! assert!(analysis.depth >= 2 && !analysis.exact);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **6. Prove a value.** This request proves the value of every move, too.
//!
//! ```
//! use floe::{AnyGame, SolveRequest, solve};
//!
//! let text = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
//! let position: AnyGame = text.parse()?;
//! let request = SolveRequest { all: true, ..SolveRequest::default() };
//! let proof = solve(&position, &request, |_| ())?;
//! assert!(proof.bounds.is_exact());
//! assert_eq!(proof.bounds.lower.to_string(), "-1:0");
//! assert_eq!(proof.moves.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **7. Count sequences of moves**, to test and time a move generator.
//!
//! ```
//! use floe::{AnyGame, perft};
//!
//! let text = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";
//! let position: AnyGame = text.parse()?;
//! assert_eq!(perft(&position, 2), 870);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **8. Play a game to its end.** A [`GameLine`] keeps the moves and the positions.
//!
//! ```
//! use floe::{AnyGame, Engine, GameLine, GameRules, Limits, Method, Options};
//!
//! let mut line = GameLine::new(AnyGame::deal(&GameRules::BASE.usual(2), 1)?);
//! let mut greedy = Engine::new(Method::Greedy, Options::default(), 0);
//! while let Some(choice) = greedy.choose_any(line.end(), &Limits::default())? {
//!     line.play_move(choice);
//! }
//! assert!(line.end().choices().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **9. Play other rules.** Chance decides the outcome of some moves, and hides tiles in *Gone
//! Fishing!*: a player sees a view.
//!
//! ```
//! use floe::{AnyGame, GameRules, Player};
//!
//! let rules: GameRules = "push+whale".parse()?;
//! assert_eq!(AnyGame::deal(&rules.usual(2), 5)?.rules().to_string(), "push+whale");
//! let mut lake = AnyGame::deal(&GameRules::Angling.usual(2), 5)?;
//! let tile = lake.choices()[0].clone();
//! lake.play(&tile)?;
//! assert!(Player::first(2).any(|player| lake.view(player).is_view()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **10. Search a game of your own.** This is the file `examples/own_game.rs`.
//!
#![doc = concat!("```\n", include_str!("../examples/own_game.rs"), "```")]
//!
//! With the feature `matches`, the module `matches` tests which of two engines is stronger.
//!
//! # Programs to copy
//!
//! The folder `examples` has short programs: perft of a position, a bot for a server, exact values
//! as CSV, an evaluation of your own. The page `docs/examples.md` shows what they print.
//!
#![doc = include_str!("../processor.md")]
//!
//! [`PROCESSOR_ADVICE`] tells a program whether it lacks these lines.

pub use floe_endgame as endgame;
pub use floe_engine::{
    Analysis, AnalysisError, AnalysisLine, AnalysisProgress, AnyDealError, AnyGame, AnyMove,
    AnyMoveError, AnySetUp, Engine, EngineSpec, Evaluation, GameLine, GameRules, GameRulesError,
    GameValue, LineMove, Method, MoveListError, Objective, RandomStart, SolveEvent, SolveProgress,
    SolveRequest, SolveResult, SpecError, solve_any as solve, with_game,
};
pub use floe_fish as fish;
pub use floe_game as game;
pub use floe_game::{Interval, Player, PositionError};
pub use floe_hex as hex;
pub use floe_search as search;
pub use floe_search::{Limits, Options};

/// Matches between engines, programs and players of your own.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use floe::GameRules;
/// use floe::matches::{GivenPlayer, MatchOptions, MatchReport, MatchRun, MatchStarts, Players, play};
///
/// let given = ["greedy", "random"].map(|text| GivenPlayer::Text(text.to_owned()));
/// let players = Players::read(&given, 2, GameRules::BASE, None)?;
/// let starts = MatchStarts::new(GameRules::BASE.usual(2), None, false)?;
/// let options = MatchOptions { floes: Some(3), ..MatchOptions::new(starts, "mine 1.0") };
/// let config = options.config(players.names(), 1);
/// let stop = AtomicBool::new(false);
/// let board = play(&MatchRun::new(&config, &stop), &options.starts, &players, &mut ())?;
/// let report = MatchReport::new(&board.account, &config.engines);
/// assert!(report.margin > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "matches")]
pub mod matches {
    pub use floe_arena as arena;
    pub use floe_arena::config::MatchConfig;
    pub use floe_arena::match_run::{MatchError, MatchObserver, MatchRun};
    pub use floe_arena::report::MatchReport;
    pub use floe_matches::{
        FunctionPlayer, GivenPlayer, MatchOptions, MatchStarts, PlayerError, Players, play,
    };
}

/// Sentence to show a user once, before the first search, if this program was compiled for x86-64
/// without the instruction `popcnt` and so loses speed. `None` in all other builds.
pub const PROCESSOR_ADVICE: Option<&str> = option_env!("FLOE_PROCESSOR_ADVICE");

/// Number of sequences of exactly `plies` moves from a position, counted on all cores; 1 if `plies`
/// is 0. With chance every outcome of a choice counts.
pub fn perft(position: &AnyGame, plies: u32) -> u64 {
    with_game!(position, position => search::ParallelPerft::default().count(position, plies))
}
