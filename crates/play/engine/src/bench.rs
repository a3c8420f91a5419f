use floe_search::{Limits, Options};

use crate::{AnalysisError, AnyGame, Engine, EngineGame, Method, with_game};

/// Signature of the searches: the sum of the nodes that they take for fixed depths on these
/// positions, with one thread. It stays the same as long as no search changes its behaviour.
///
/// # Errors
/// If the memory for the tables cannot be allocated.
pub fn bench(positions: &[AnyGame]) -> Result<u64, AnalysisError> {
    let mut nodes = 0;
    for position in positions {
        let searches: &[BenchSearch] = if position.sides() == 2 {
            &TWO_SIDES
        } else {
            &MORE_SIDES
        };
        for search in searches {
            let tiles = with_game!(position, position => EngineGame::tiles_left(position));
            let depth = search.depth + (WHOLE_FLOE - tiles) / search.tiles_per_ply;
            let limits = Limits {
                depth,
                ..Limits::default()
            };
            let options = Options {
                threads: 1,
                lines: 1,
                hash_mebibytes: 16,
                ..Options::default()
            };
            nodes += Engine::new(search.method, options, 0)
                .analyze_any(position, &limits, |_| ())?
                .nodes;
        }
    }
    Ok(nodes)
}

/// Number of tiles of a whole floe.
const WHOLE_FLOE: u32 = 60;

/// Search to a depth that grows as tiles are taken, so that late positions get their share of the
/// nodes.
struct BenchSearch {
    method: Method,
    /// Depth on a whole floe, in plies.
    depth: u32,
    /// Number of missing tiles per additional ply.
    tiles_per_ply: u32,
}

/// Searches for two sides; all searches take about five seconds on a core of 2024.
const TWO_SIDES: [BenchSearch; 1] = [BenchSearch {
    method: Method::AlphaBeta,
    depth: 11,
    tiles_per_ply: 3,
}];
const MORE_SIDES: [BenchSearch; 2] = [
    BenchSearch {
        method: Method::MaxN,
        depth: 4,
        tiles_per_ply: 8,
    },
    BenchSearch {
        method: Method::Paranoid,
        depth: 10,
        tiles_per_ply: 3,
    },
];
