use std::cmp::Ordering;
use std::time::Duration;

use anyhow::Result;
use floe_engine::{AnalysisError, AnyGame, GameValue, Objective, SolveRequest, Solved, solve_any, with_game};
use floe_game::{Game as _, Player};
use floe_search::Limits;
use serde::Serialize;

use super::{Game, Recorded, Unreadable};
use crate::output::Answer;
use crate::problem::{self, Wrong};
use crate::words::View;

/// Proves who wins, position by position.
pub(crate) struct Prover {
    /// What a position may take; what a move leads to may take ten times that.
    pub(crate) time: Duration,
    pub(crate) hash_mebibytes: usize,
}

/// What could be proved of the moves of a game.
pub(crate) struct Proofs {
    pub(crate) dropped: Vec<Dropped>,
    /// By player.
    pub(crate) counts: [Counts; Player::MAX],
}

/// A move that gave away what was proved.
#[derive(Serialize)]
pub(crate) struct Dropped {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    ply: usize,
    player: char,
    engine: String,
    position: String,
    #[serde(rename = "move")]
    mv: String,
    /// How the game would have ended for the player, and how it ends after the move, if nobody errs.
    before: &'static str,
    after: &'static str,
    /// A move that gives nothing away.
    best: Option<String>,
}

/// How many moves of an engine were looked at.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Counts {
    /// Moves in positions that were proved to be won or drawn.
    pub(crate) proved: u64,
    /// Those that gave that away.
    pub(crate) dropped: u64,
    /// Those of which that could not be told.
    pub(crate) unclear: u64,
}

/// What an engine has kept and dropped.
#[derive(Serialize)]
pub(crate) struct Tally {
    pub(crate) engine: String,
    #[serde(flatten)]
    pub(crate) counts: Counts,
}

/// So many positions in a row that take too long end the way back through a game: those before them are larger still.
const PATIENCE: usize = 3;

impl Prover {
    /// Looks at a game from its last move back.
    ///
    /// # Errors
    /// The inner error is a move that is not legal; the outer one, that there are more than two sides, or no memory for the table.
    pub(crate) fn prove(&self, recorded: &Recorded) -> Result<Result<Proofs, Unreadable>> {
        let Recorded { number, engines, game } = recorded;
        if !has_winner(&game.position) {
            return Err(Wrong::new("--prove tells who wins between two sides, where chance has no say").into());
        }
        let positions = match positions(game) {
            Ok(positions) => positions,
            Err(wrong) => return Ok(Err(wrong)),
        };
        let mut proofs = Proofs { dropped: Vec::new(), counts: Default::default() };
        let (mut next, mut in_vain) = (None, 0);
        for (ply, position) in positions.iter().enumerate().rev() {
            let solved = self.solve(position, self.time)?;
            let now = solved.as_ref().and_then(|solved| GameValue::winner(&solved.bounds));
            in_vain = if now.is_some() { 0 } else { in_vain + 1 };
            if in_vain == PATIENCE {
                break;
            }
            if let (Some(written), Some(before @ (Ordering::Greater | Ordering::Equal))) = (game.moves.get(ply), now) {
                let child = &positions[ply + 1];
                let (mover, turned) = (turn(position), is_turned(position, child));
                let counts = &mut proofs.counts[mover.index()];
                counts.proved += 1;
                let after = match next {
                    None => self.solve(child, 10 * self.time)?.and_then(|solved| GameValue::winner(&solved.bounds)),
                    known => known,
                };
                match after.map(|after| if turned { after.reverse() } else { after }) {
                    None => counts.unclear += 1,
                    Some(after) if after < before => {
                        counts.dropped += 1;
                        proofs.dropped.push(Dropped {
                            game: *number,
                            ply: ply + 1,
                            player: Player::letter(mover),
                            engine: engines[mover.index()].clone(),
                            position: position.to_string(),
                            mv: written.text.clone(),
                            before: name(before),
                            after: name(after),
                            best: solved.and_then(|solved| Some(solved.moves.first()?.0.clone())),
                        });
                    }
                    Some(_) => {}
                }
            }
            next = now;
        }
        proofs.dropped.reverse();
        Ok(Ok(proofs))
    }

    /// What is proved of a position in time; nothing while penguins are placed.
    fn solve(&self, position: &AnyGame, time: Duration) -> Result<Option<Solved<String>>> {
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
            Err(error) => Err(problem::of_analysis(error)),
        }
    }
}

/// Whether there are two sides, and chance has no say.
fn has_winner(position: &AnyGame) -> bool {
    let players = with_game!(position, position => position.players());
    !matches!(position, AnyGame::Hidden(_)) && (players == 2 || View::of(position).teams)
}

/// All positions of a game, the one after the last move too.
fn positions(game: &Game) -> Result<Vec<AnyGame>, Unreadable> {
    let mut positions = vec![game.position];
    for (ply, written) in (1..).zip(&game.moves) {
        let mut position = *positions.last().expect("the first is there");
        position.play(&written.text).map_err(|why| written.illegal(ply, &why))?;
        positions.push(position);
    }
    Ok(positions)
}

fn turn(position: &AnyGame) -> Player {
    with_game!(position, position => position.last_turn())
}

/// Whether the other of two sides is to move after a move.
fn is_turned(position: &AnyGame, child: &AnyGame) -> bool {
    (turn(position).index() ^ turn(child).index()) & 1 != 0
}

fn name(sign: Ordering) -> &'static str {
    match sign {
        Ordering::Greater => "win",
        Ordering::Equal => "draw",
        Ordering::Less => "loss",
    }
}

impl Tally {
    /// Adds to what is counted of an engine; one that was not asked anything is not counted.
    pub(crate) fn add(tallies: &mut Vec<Tally>, engine: &str, counts: Counts) {
        if counts.proved == 0 {
            return;
        }
        let known = tallies.iter().position(|tally| tally.engine == engine);
        let known = known.unwrap_or_else(|| {
            tallies.push(Tally { engine: engine.to_owned(), counts: Counts::default() });
            tallies.len() - 1
        });
        let sum = &mut tallies[known].counts;
        sum.proved += counts.proved;
        sum.dropped += counts.dropped;
        sum.unclear += counts.unclear;
    }
}

impl Answer for Dropped {
    const SCHEMA: &'static str = "floe/dropped/1";

    fn text(&self) -> String {
        let Dropped { ply, player, engine, position, mv, before, after, .. } = self;
        let game = self.game.map_or(String::new(), |game| format!("game {game} "));
        let best = self.best.as_ref().map_or(String::new(), |best| format!(", better {best}"));
        format!("{game}move {ply} {player} {engine}: {before} -> {after} by {mv}{best}\n    {position}\n")
    }
}

impl Answer for Tally {
    const SCHEMA: &'static str = "floe/proofs/1";

    fn text(&self) -> String {
        let Counts { proved, dropped, unclear } = self.counts;
        let unclear = if unclear == 0 { String::new() } else { format!(", {unclear} unclear") };
        format!("{}: {proved} moves in positions proved to be won or drawn, {dropped} dropped{unclear}\n", self.engine)
    }
}
