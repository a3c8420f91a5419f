use std::hash::{Hash, Hasher};

use floe_search::{Limits, Options};

use crate::{
    Analysis, AnalysisError, AnyGame, AnyMove, Engine, KnownGame, Method, SolveRequest,
    SolveResult, solve_any, with_game,
};

/// Signature of all engines and solvers: it stays the same, on every machine, as long as none of
/// them changes its behaviour.
///
/// The searches for two, three and four players of the base game go to fixed depths. All methods
/// that suit a position, and the solver of its game, also search a fixed number of nodes. One
/// thread does all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BenchSignature {
    /// Number of nodes of the searches to fixed depths.
    pub nodes: u64,
    /// Checksum of the moves, nodes and proved values of all searches and proofs.
    pub checksum: u64,
}

impl BenchSignature {
    /// Searches a position of the base game to fixed depths, and adds what is found.
    ///
    /// # Errors
    /// If the memory for the tables cannot be allocated.
    pub fn add_depths(&mut self, position: &AnyGame) -> Result<(), AnalysisError> {
        let searches: &[BenchSearch] = if position.sides() == 2 {
            &TWO_SIDES
        } else {
            &MORE_SIDES
        };
        let tiles = with_game!(position, position => KnownGame::tiles_left(position));
        for search in searches {
            let depth = search.depth + (WHOLE_FLOE - tiles) / search.tiles_per_ply;
            let limits = Limits {
                depth,
                ..Limits::default()
            };
            self.nodes += self.search(position, search.method, &limits)?;
        }
        Ok(())
    }

    /// Searches a position by every method that suits it, and solves it, all within a number of
    /// nodes; adds what is found.
    ///
    /// # Errors
    /// If the memory for the tables cannot be allocated.
    pub fn add_methods(&mut self, position: &AnyGame) -> Result<(), AnalysisError> {
        let limits = Limits {
            nodes: Some(SEARCH_NODES),
            ..Limits::default()
        };
        let suits = |method: &Method| {
            method
                .unmet_need(position.rules(), position.sides())
                .is_none()
        };
        for method in Method::ALL.into_iter().filter(suits) {
            self.search(position, method, &limits)?;
        }
        self.solve(position)
    }

    /// Adds a search, and returns its nodes.
    fn search(
        &mut self,
        position: &AnyGame,
        method: Method,
        limits: &Limits<'_>,
    ) -> Result<u64, AnalysisError> {
        let options = Options {
            threads: 1,
            lines: 1,
            hash_mebibytes: HASH_MEBIBYTES,
            ..Options::default()
        };
        let mut engine = Engine::new(method, options, 0);
        let Analysis {
            lines,
            exact,
            nodes,
            value,
            ..
        } = engine.analyze_any(position, limits, |_| ())?;
        let moves: Vec<AnyMove> = lines.into_iter().flat_map(|line| line.moves).collect();
        // An estimate may differ in its last bit from machine to machine.
        let proved = exact.then(|| value.to_string());
        (method.name(), nodes, moves, proved).hash(self);
        Ok(nodes)
    }

    /// Adds a proof, if the game has one from here.
    fn solve(&mut self, position: &AnyGame) -> Result<(), AnalysisError> {
        let request = SolveRequest {
            limits: Limits {
                nodes: Some(PROOF_NODES),
                ..Limits::default()
            },
            threads: 1,
            hash_mebibytes: HASH_MEBIBYTES,
            ..SolveRequest::default()
        };
        match solve_any(position, &request, |_| ()) {
            Ok(SolveResult {
                bounds,
                line,
                nodes,
                ..
            }) => {
                (bounds.lower.to_string(), bounds.upper.to_string()).hash(self);
                (line, nodes).hash(self);
                Ok(())
            }
            Err(AnalysisError::LargePlacement(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// FNV-1a (Fowler, Noll and Vo, 1991) over the checksum.
impl Hasher for BenchSignature {
    fn finish(&self) -> u64 {
        self.checksum
    }

    fn write(&mut self, bytes: &[u8]) {
        const PRIME: u64 = 0x100_0000_01b3;
        for &byte in bytes {
            self.checksum = (self.checksum ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }
}

/// Nodes of every search of a method that suits a position.
const SEARCH_NODES: u64 = 500;
/// Nodes of every proof.
const PROOF_NODES: u64 = 20_000;
/// Size of every table, in MiB.
const HASH_MEBIBYTES: usize = 16;
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
