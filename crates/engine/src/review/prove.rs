//! Proofs of who wins, position by position: which moves gave a win or a draw away.

use std::cmp::Ordering;
use std::ops::AddAssign;
use std::time::Duration;

use floe_game::Player;
use floe_search::Limits;
use serde::Serialize;

use crate::{AnalysisError, AnyGame, GameValue, Objective, SolveRequest, Solved, solve_any};

/// Proves who wins in every position of a game.
#[derive(Clone, Copy, Debug)]
pub struct Prover {
    /// Time for a position; the one after a move that may be bad gets ten times that.
    pub time: Duration,
    /// Size of the table.
    pub hash_mebibytes: usize,
}

/// The proofs of a game.
#[derive(Clone, Debug, Default)]
pub struct GameProofs {
    /// The moves that gave away a proven result, in their order.
    pub dropped: Vec<DroppedResult>,
    /// By player.
    pub counts: [ProofCounts; Player::MAX],
}

/// A move that gave away a proven result.
#[derive(Clone, Debug)]
pub struct DroppedResult {
    /// Index of the move in the game.
    pub index: usize,
    /// The player who made it.
    pub player: Player,
    /// The proven result for the player before the move: greater for a win, equal for a draw.
    pub before: Ordering,
    /// The proven result for the player after the move.
    pub after: Ordering,
    /// A move that gives nothing away.
    pub best: Option<String>,
}

/// Moves in positions that were proved.
#[derive(Clone, Copy, Default, Debug, Serialize)]
pub struct ProofCounts {
    /// Moves in positions that were proved to be won or drawn.
    pub proved: u64,
    /// Moves that gave that away.
    pub dropped: u64,
    /// Moves after which the result is not proved.
    pub unclear: u64,
}

/// The proofs of all games of an engine.
#[derive(Clone, Debug, Serialize)]
pub struct EngineProofs {
    /// The name of the engine.
    pub engine: String,
    /// Its moves.
    #[serde(flatten)]
    pub counts: ProofCounts,
}

/// This number of positions in a row that take too long end the way back through a game: those before them are larger still.
const MAX_FAILURES: usize = 3;

impl Prover {
    /// Whether the games of a position can be proved: there are two sides, and chance has no say.
    pub fn suits(position: &AnyGame) -> bool {
        !position.has_chance() && position.sides() == 2
    }

    /// Proves the positions of a game, the one after the last move among them, from the last one back.
    ///
    /// # Errors
    /// When there are more than two sides, or no memory for the table.
    pub fn prove(&self, positions: &[AnyGame]) -> Result<GameProofs, AnalysisError> {
        let mut proofs = GameProofs::default();
        let (mut next, mut failures) = (None, 0);
        for (index, position) in positions.iter().enumerate().rev() {
            let solved = self.solve(position, self.time)?;
            let now = solved.as_ref().and_then(|solved| GameValue::winner(&solved.bounds));
            failures = if now.is_some() { 0 } else { failures + 1 };
            if failures == MAX_FAILURES {
                break;
            }
            if let (Some(child), Some(before @ (Ordering::Greater | Ordering::Equal))) = (positions.get(index + 1), now)
            {
                let player = position.last_turn();
                // Of two sides every second player is on the same.
                let turned = (player.index() ^ child.last_turn().index()) & 1 != 0;
                let after = match next {
                    None => self.solve(child, 10 * self.time)?.and_then(|solved| GameValue::winner(&solved.bounds)),
                    known => known,
                };
                let counts = &mut proofs.counts[player.index()];
                counts.proved += 1;
                match after.map(|after| if turned { after.reverse() } else { after }) {
                    None => counts.unclear += 1,
                    Some(after) if after < before => {
                        counts.dropped += 1;
                        let best = solved.and_then(|solved| Some(solved.moves.first()?.0.clone()));
                        proofs.dropped.push(DroppedResult { index, player, before, after, best });
                    }
                    Some(_) => {}
                }
            }
            next = now;
        }
        proofs.dropped.reverse();
        Ok(proofs)
    }

    /// The proof of a position in time; `None` while penguins are placed.
    fn solve(&self, position: &AnyGame, time: Duration) -> Result<Option<Solved<String>>, AnalysisError> {
        let request = SolveRequest {
            objective: Objective::WinDrawLoss,
            all: false,
            limits: Limits { time: Some(time), ..Limits::default() },
            threads: 1,
            hash_mebibytes: self.hash_mebibytes,
            checkpoint: None,
        };
        match solve_any(position, &request, |_| ()) {
            Ok(solved) => Ok(Some(solved)),
            Err(AnalysisError::Placement) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl AddAssign for ProofCounts {
    fn add_assign(&mut self, other: ProofCounts) {
        self.proved += other.proved;
        self.dropped += other.dropped;
        self.unclear += other.unclear;
    }
}

impl EngineProofs {
    /// Adds the moves of an engine to those known of it; an engine without a proof is left out.
    pub fn add(all: &mut Vec<EngineProofs>, engine: &str, counts: ProofCounts) {
        if counts.proved == 0 {
            return;
        }
        match all.iter_mut().find(|known| known.engine == engine) {
            Some(known) => known.counts += counts,
            None => all.push(EngineProofs { engine: engine.to_owned(), counts }),
        }
    }
}
