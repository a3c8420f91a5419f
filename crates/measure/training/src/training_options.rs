//! Options of a run of training, and what its steps share.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use floe_engine::{AnySetUp, EngineSpec};

use crate::network::NetworkTraining;

/// Time between two looks at what other processes do.
pub(crate) const WAIT: Duration = Duration::from_millis(300);

/// Options of a run of training: engine, rounds, games and targets.
#[derive(Clone, Debug)]
pub struct TrainingOptions {
    /// Set-up of the games.
    pub set_up: AnySetUp,
    /// Engine that plays all games, with a limit of nodes or depth.
    pub engine: EngineSpec,
    /// Number of games of self-play in a round, in all parts together.
    pub games: u64,
    /// Number of parts of these games. Each process that shares the run plays one part at a time.
    pub parts: u64,
    /// Maximum number of random moves at the start of a game.
    pub random_plies: u32,
    /// Random seed of the run, from which the seeds of its rounds follow.
    pub seed: u64,
    /// Maximum number of floes of the match that ends a round.
    pub floes: u64,
    /// Weight of the game's result in the value to learn, 0 to 1, as
    /// [`TrainingGames::result_share`](crate::TrainingGames::result_share).
    pub result_share: f64,
    /// Training of the network; `None` for weights alone.
    pub network: Option<NetworkTraining>,
    /// Text that identifies the build of this program, for the records.
    pub build: String,
}

/// Threads of this process that play games, and the flag that stops them.
#[derive(Clone, Copy)]
pub(crate) struct Workers<'a> {
    pub(crate) concurrency: usize,
    pub(crate) stop: &'a AtomicBool,
}
