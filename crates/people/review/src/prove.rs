//! Proofs of who wins, position by position: the moves that gave away a win or a draw.

use std::cmp::Ordering;
use std::time::Duration;

use floe_engine::{
    AnalysisError, AnyGame, AnyMove, GameValue, Objective, SolveRequest, SolveResult, solve_any,
};
use floe_game::Player;
use floe_search::Limits;
use schemars::JsonSchema;
use serde::Serialize;

/// Proves who wins in the positions of a game between two sides.
#[derive(Clone, Copy, Debug)]
pub struct Prover {
    /// Maximum time for each position. A position that is not proved, after a move from a position
    /// that is proved to be won or drawn, gets ten times as much.
    pub time: Duration,
    /// Size of the table of a proof in MiB.
    pub hash_mebibytes: usize,
}

/// Moves of one game that gave away a proved result, and counts of the moves in proved positions.
#[derive(Clone, Debug, Default)]
pub struct GameProofs {
    /// Moves that gave away a proved win or draw, in the order of the game.
    pub dropped: Vec<DroppedResult>,
    /// Counts of the moves of each player, by the player's index in turn order from A.
    pub counts: [ProofCounts; Player::MAX],
}

/// Move that gave away a win or draw that was proved.
#[derive(Clone, Debug)]
pub struct DroppedResult {
    /// Index of the move in the game, from 0.
    pub index: usize,
    /// Player who made the move.
    pub player: Player,
    /// Proved result of this player's side before the move: `Greater` for a win, `Equal` for a
    /// draw.
    pub before: Ordering,
    /// Proved result of this player's side after the move, which is worse.
    pub after: Ordering,
    /// Notation of a move that would have kept the result; `None` if the proof names none.
    pub best: Option<String>,
}

/// Counts of the moves of one player or engine in positions that were proved.
#[derive(Clone, Copy, Default, Debug, Serialize, JsonSchema)]
pub struct ProofCounts {
    /// Number of moves in positions proved to be won or drawn for the player who moved.
    pub proved: u64,
    /// Number of moves of `proved` after which the result is proved to be worse for the player who
    /// moved.
    pub dropped: u64,
    /// Number of moves of `proved` after which the result is not proved.
    pub unclear: u64,
}

/// Counts of the moves of one engine, over all its games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EngineProofs {
    /// Name of the engine.
    pub engine: String,
    /// Counts of the engine's moves.
    #[serde(flatten)]
    pub counts: ProofCounts,
}

/// Consecutive positions without a proof that end the way back through a game: earlier ones are
/// larger still.
const MAX_FAILURES: usize = 3;

impl Prover {
    /// Whether games from this position can be proved: there are two sides, and no chance.
    pub fn suits(position: &AnyGame) -> bool {
        !position.has_chance() && position.sides() == 2
    }

    /// Proves the positions of a game, given from the first position to the position after the last
    /// move. It begins with the last position and goes back until it cannot prove three in a row.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn prove(&self, positions: &[AnyGame]) -> Result<GameProofs, AnalysisError> {
        let mut proofs = GameProofs::default();
        let mut next = None;
        let mut failures = 0;
        for (index, position) in positions.iter().enumerate().rev() {
            let solved = self.solve(position, self.time)?;
            let now = solved
                .as_ref()
                .and_then(|solved| GameValue::winner(&solved.bounds));
            failures = if now.is_some() { 0 } else { failures + 1 };
            if failures == MAX_FAILURES {
                break;
            }
            let before = now.filter(|&winner| winner != Ordering::Less);
            if let (Some(child), Some(before)) = (positions.get(index + 1), before) {
                let player = position.last_turn();
                // Of two sides every second player is on the same.
                let turned = (player.index() ^ child.last_turn().index()) & 1 != 0;
                let after = match next {
                    None => self
                        .solve(child, 10 * self.time)?
                        .and_then(|solved| GameValue::winner(&solved.bounds)),
                    known => known,
                };
                let counts = &mut proofs.counts[player.index()];
                counts.proved += 1;
                match after.map(|after| if turned { after.reverse() } else { after }) {
                    None => counts.unclear += 1,
                    Some(after) if after < before => {
                        counts.dropped += 1;
                        let best = solved
                            .and_then(|solved| Some(position.move_text(solved.moves.first()?.0)));
                        proofs.dropped.push(DroppedResult {
                            index,
                            player,
                            before,
                            after,
                            best,
                        });
                    }
                    Some(_) => {}
                }
            }
            next = now;
        }
        proofs.dropped.reverse();
        Ok(proofs)
    }

    /// Proves a position within this time; returns `None` during placement on a large floe.
    fn solve(
        &self,
        position: &AnyGame,
        time: Duration,
    ) -> Result<Option<SolveResult<AnyMove>>, AnalysisError> {
        let limits = Limits {
            time: Some(time),
            ..Limits::default()
        };
        let objective = Objective::WinDrawLoss;
        let hash_mebibytes = self.hash_mebibytes;
        let request = SolveRequest {
            objective,
            limits,
            hash_mebibytes,
            ..SolveRequest::default()
        };
        match solve_any(position, &request, |_| ()) {
            Ok(solved) => Ok(Some(solved)),
            Err(AnalysisError::LargePlacement(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl EngineProofs {
    /// Adds the counts of one game to the counts of this engine in `all`, and enters the engine
    /// there if it is missing. A game without proved positions adds nothing.
    pub fn add(all: &mut Vec<EngineProofs>, engine: &str, game: ProofCounts) {
        if game.proved == 0 {
            return;
        }
        let index = all
            .iter()
            .position(|known| known.engine == engine)
            .unwrap_or_else(|| {
                all.push(EngineProofs {
                    engine: engine.to_owned(),
                    counts: ProofCounts::default(),
                });
                all.len() - 1
            });
        let counts = &mut all[index].counts;
        counts.proved += game.proved;
        counts.dropped += game.dropped;
        counts.unclear += game.unclear;
    }
}
