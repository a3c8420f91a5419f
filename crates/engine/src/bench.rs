use floe_fish::{AnyPosition, with_position};
use floe_hex::{Layout, Standard};
use floe_search::{Limits, Options};

use crate::{AnalysisError, Method, Request, analyze};

/// The signature: how many nodes all engines need for fixed tasks on these positions, with one thread.
///
/// A checksum of behaviour. A change that is meant to change nothing leaves it as it is.
///
/// # Errors
/// When there is no memory for the tables.
pub fn bench(positions: &[AnyPosition]) -> Result<u64, AnalysisError> {
    let mut nodes = 0;
    for position in positions {
        let tasks: &[Task] = if matches!(position, AnyPosition::Two(_)) { &TWO_PLAYERS } else { &MORE_PLAYERS };
        for task in tasks {
            let limits = Limits { depth: task.depth(position), ..Limits::default() };
            let options = Options { threads: 1, lines: 1, hash_mebibytes: 16, ..Options::default() };
            nodes +=
                analyze(position, &Request { method: task.method, limits, options, ..Request::default() }, |_| ())?
                    .nodes;
        }
    }
    Ok(nodes)
}

/// A search to a depth that grows as the floe melts, so that late positions have their share of the nodes.
struct Task {
    method: Method,
    /// How deep on a whole floe.
    depth: u32,
    /// One ply more for every so many tiles that are gone.
    tiles_a_ply: u32,
}

/// Together about five seconds on a core of 2024.
const TWO_PLAYERS: [Task; 1] = [Task { method: Method::AlphaBeta, depth: 11, tiles_a_ply: 3 }];
const MORE_PLAYERS: [Task; 2] = [
    Task { method: Method::MaxN, depth: 4, tiles_a_ply: 8 },
    Task { method: Method::Paranoid, depth: 10, tiles_a_ply: 3 },
];

impl Task {
    fn depth(&self, position: &AnyPosition) -> u32 {
        let tiles = with_position!(position, position => position.tiles().len());
        let gone = Standard.geometry().hexes().len() - tiles;
        self.depth + gone / self.tiles_a_ply
    }
}
