//! Lines of puzzles: the best defence after a move, up to the point where nothing can go wrong any
//! more.

use std::cmp::Ordering;
use std::sync::atomic::AtomicBool;

use floe_engine::{AnalysisError, AnyGame, AnyMove, GameValue, SolveRequest, solve_any};
use floe_game::{Interval, Player};
use floe_search::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Grade, Graded};

/// Goal that the moves of a puzzle must keep from the first to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleGoal {
    /// Only one move wins at first: every move that wins is right.
    Win,
    /// Only one move draws at first, and none wins: every move that does not lose is right.
    Draw,
    /// Only the moves with the best value are right.
    Best,
}

impl PuzzleGoal {
    /// Goal of a position with proved values.
    pub fn of(graded: &Graded) -> PuzzleGoal {
        match graded.only_outcome() {
            Some(Ordering::Greater) => PuzzleGoal::Win,
            Some(Ordering::Equal) => PuzzleGoal::Draw,
            _ => PuzzleGoal::Best,
        }
    }

    /// Task of the player to move in a position of a line with this goal, in words: `Find a move
    /// that still wins for A`.
    pub fn task(self, graded: &Graded) -> String {
        let player = graded.position.last_turn();
        let best = graded.grade().and_then(Grade::sign);
        match (self, best, graded.only_outcome()) {
            (PuzzleGoal::Win, Some(Ordering::Greater), None) => {
                format!("Find a move that still wins for {player}")
            }
            (PuzzleGoal::Draw, Some(Ordering::Equal), None)
            | (PuzzleGoal::Draw, Some(Ordering::Greater), _) => {
                format!("Find a move that does not lose for {player}")
            }
            _ => graded.task(),
        }
    }

    /// Whether a move of a position keeps the goal. Where chance has left no such move, the best
    /// moves count as such. An open move does not keep the goal.
    pub fn is_kept_by(self, graded: &Graded, mv: AnyMove) -> bool {
        let least = match self {
            PuzzleGoal::Win => Ordering::Greater,
            PuzzleGoal::Draw => Ordering::Equal,
            PuzzleGoal::Best => return graded.is_best(mv),
        };
        match graded
            .grade()
            .is_some_and(|best| best.sign() >= Some(least))
        {
            true => graded
                .grade_of(mv)
                .is_some_and(|grade| grade.sign() >= Some(least)),
            false => graded.is_best(mv),
        }
    }

    /// Number of the choices of a position that keep the goal, and whether all do: then the line of
    /// a puzzle ends.
    fn kept(self, graded: &Graded) -> (bool, usize) {
        let all = graded.position.all_choices();
        let kept = all
            .iter()
            .filter(|&&mv| self.is_kept_by(graded, mv))
            .count();
        (kept == all.len(), kept)
    }
}

/// Plays the defence in a puzzle: the best moves of all players except the side that solves it.
#[derive(Clone, Copy, Debug)]
pub struct Defender<'a> {
    /// Player who solves the puzzle, with the other players of its side.
    pub solver: Player,
    /// Goal that the moves of that side must keep.
    pub goal: PuzzleGoal,
    /// Number of the world, which decides chance.
    pub world: u64,
    /// Maximum number of nodes of the proof of each position.
    pub nodes: u64,
    /// Flag by which another thread ends a proof, by setting it to true.
    pub stop: Option<&'a AtomicBool>,
    /// Size of the table of a proof in MiB.
    pub hash_mebibytes: usize,
}

/// The best defence after a move of a puzzle.
#[derive(Clone, Debug)]
pub struct Defence {
    /// Proved value of the position after the move, for the player to move there; `None` if the
    /// game is over, or a limit ends the proof.
    pub value: Option<GameValue>,
    /// Best moves of the others, with their outcomes, until the side that solves the puzzle is to
    /// move again.
    pub answers: Vec<AnyMove>,
    /// Position after the answers, with the proved value of every move; `None` at the end of the
    /// line: when the game is over, every move keeps the goal, or a limit ends the proof.
    pub next: Option<Graded>,
}

/// Number of equally good answers that are compared by what they leave to the solver.
const COMPARED: usize = 4;

impl Defender<'_> {
    /// Answers from the position after a move of the puzzle. Of equally good answers it prefers one
    /// that does not end the line, and leaves the fewest right moves.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn answer(&self, after: &AnyGame) -> Result<Defence, AnalysisError> {
        let mut position = *after;
        let mut defence = Defence {
            value: None,
            answers: Vec::new(),
            next: None,
        };
        while let Some(graded) = self.graded(&position)? {
            if defence.answers.is_empty()
                && let Some(Grade::Exact(value)) = graded.grade()
            {
                defence.value = Some(value.clone());
            }
            if self.is_of_solver(&position) {
                let (ends, _) = self.goal.kept(&graded);
                defence.next = Some(graded).filter(|_| !ends);
                break;
            }
            let choice = self.best_answer(&graded)?;
            let answer = position.outcome_in(choice, self.world);
            defence.answers.push(answer);
            position = position.after(answer);
        }
        Ok(defence)
    }

    /// Whether the side that solves the puzzle is to move.
    fn is_of_solver(&self, position: &AnyGame) -> bool {
        position.side_of(position.last_turn()) == position.side_of(self.solver)
    }

    fn graded(&self, position: &AnyGame) -> Result<Option<Graded>, AnalysisError> {
        prove_within(position, self.nodes, self.stop, self.hash_mebibytes)
    }

    fn best_answer(&self, graded: &Graded) -> Result<AnyMove, AnalysisError> {
        let position = &graded.position;
        let first = graded.moves[0].0;
        let best: Vec<AnyMove> = graded
            .moves
            .iter()
            .map(|&(mv, _)| mv)
            .filter(|&mv| graded.is_best(mv))
            .collect();
        if best.len() < 2 || position.has_chance() {
            return Ok(first);
        }
        let mut chosen = first;
        let mut fewest = (true, usize::MAX);
        for &mv in best.iter().take(COMPARED) {
            let after = position.after(mv);
            if !self.is_of_solver(&after) {
                continue;
            }
            let left = self
                .graded(&after)?
                .map_or((true, usize::MAX), |graded| self.goal.kept(&graded));
            if left < fewest {
                fewest = left;
                chosen = mv;
            }
        }
        Ok(chosen)
    }
}

/// Default number of nodes within which positions of lines are proved.
pub const PROOF_NODES: u64 = 2_000_000;

/// The whole line of a puzzle: a best move, the best defence, and so on until nothing can go wrong
/// any more. World 0 decides chance, and each proof ends after `nodes` nodes.
///
/// # Errors
/// When there is no memory for the table.
///
/// # Panics
/// If the position has no move.
pub fn puzzle_line(
    graded: &Graded,
    nodes: u64,
    hash_mebibytes: usize,
) -> Result<Vec<AnyMove>, AnalysisError> {
    let solver = graded.position.last_turn();
    let goal = PuzzleGoal::of(graded);
    let defender = Defender {
        solver,
        goal,
        world: 0,
        nodes,
        stop: None,
        hash_mebibytes,
    };
    let mut line = Vec::new();
    let mut next = Some(graded.clone());
    while let Some(graded) = next.take() {
        let mv = graded
            .position
            .outcome_in(graded.moves[0].0, defender.world);
        let defence = defender.answer(&graded.position.after(mv))?;
        line.push(mv);
        line.extend(&defence.answers);
        next = defence.next;
    }
    Ok(line)
}

/// Proves all moves of a position as [`prove_all`] does, within this number of nodes, and until
/// `stop` is set. Returns no number of nodes.
///
/// # Errors
/// When there is no memory for the table.
pub fn prove_within(
    position: &AnyGame,
    nodes: u64,
    stop: Option<&AtomicBool>,
    hash_mebibytes: usize,
) -> Result<Option<Graded>, AnalysisError> {
    let limits = Limits {
        nodes: Some(nodes),
        stop,
        ..Limits::default()
    };
    Ok(prove_all(position, limits, hash_mebibytes)?.map(|(graded, _)| graded))
}

/// Proves all moves of a position. Returns the position with their values, and the number of nodes.
/// `None` if the proof is beyond the limits, during placement on a large floe, when the game is
/// over, and where moves cannot be proved.
///
/// # Errors
/// When there is no memory for the table.
pub fn prove_all(
    position: &AnyGame,
    limits: Limits<'_>,
    hash_mebibytes: usize,
) -> Result<Option<(Graded, u64)>, AnalysisError> {
    let request = SolveRequest {
        all: true,
        limits,
        hash_mebibytes,
        ..SolveRequest::default()
    };
    let solved = match solve_any(position, &request, |_| ()) {
        Ok(solved) => solved,
        Err(AnalysisError::LargePlacement(_) | AnalysisError::NoSuchProof { .. }) => {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    let exact = |(mv, bounds): (AnyMove, Interval<GameValue>)| {
        Some((mv, Grade::Exact(bounds.value()?.clone())))
    };
    let moves: Option<Vec<_>> = solved.moves.into_iter().map(exact).collect();
    let moves = moves.filter(|moves| !moves.is_empty() && moves.len() == position.choices().len());
    Ok(moves.map(|moves| {
        (
            Graded {
                comments: Vec::new(),
                position: *position,
                moves,
            },
            solved.nodes,
        )
    }))
}
