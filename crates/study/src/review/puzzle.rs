//! Puzzles: positions in which one move is proved to be better than all others.

use std::fmt;

use floe_engine::{AnalysisError, AnyGame, AnyMove, Engine, GameValue, Method, SolveRequest, solve_any};
use floe_search::{Limits, Options};

use crate::{Grade, Graded};

/// Finds puzzles in games: what is asked of a puzzle, and the limits of its proof.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleMaker<'a> {
    /// Least difference between the best move and the second best, for the player to move, in points (fish on a floe).
    /// With `None` the best move must be the only one that wins; where all play together, it must leave at least one
    /// animal fewer than the second best.
    pub lead: Option<f64>,
    /// Least [difficulty](Puzzle::difficulty) of a puzzle, 1 to 5.
    pub difficulty: u8,
    /// Limits of the proof of each position with all its moves; [`of_game`](PuzzleMaker::of_game) also ends when they
    /// are reached.
    pub limits: Limits<'a>,
    /// Size of the table of a proof in MiB.
    pub hash_mebibytes: usize,
}

/// Position in which one move is proved to be better than all others.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The position, with the proved value of every move.
    pub graded: Graded,
    /// Value of the best move minus that of the second best, for the player to move, in points (fish on a floe).
    pub lead: f64,
    /// Difficulty, 1 to 5, by the depth from which on a search prefers the best move: 1 from one ply, 2 from two, 3
    /// from three or four, 4 from six or eight, 5 if not even at eight.
    pub difficulty: u8,
    /// Number of moves that a search of one ply prefers to the best one.
    pub traps: usize,
    /// Number of nodes that the proof of all moves took.
    pub proof_nodes: u64,
}

/// Least lead of the best move where all play together, in animals.
const LEAD: f64 = 1.0;
/// Depths of the searches that measure difficulty.
const DEPTHS: [u32; 6] = [1, 2, 3, 4, 6, 8];
/// Nodes of such a search at most.
const SEARCH_NODES: u64 = 200_000;
/// Consecutive positions without a proof that end the way back through a game: earlier ones are larger still.
const MAX_FAILURES: usize = 2;
/// Least number of legal moves.
const MIN_MOVES: usize = 3;
/// Number of differing signs up to which two positions are near duplicates.
const NEAR: usize = 6;

impl PuzzleMaker<'_> {
    /// Finds the most difficult puzzle among the positions of a game, which are given in order, and of two equally
    /// difficult ones the earlier. It begins with the last position and goes back until two in a row cannot be proved,
    /// or `limits` are reached, whose time counts from their start. `None` if no puzzle is found by then.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn of_game(&self, positions: &[AnyGame]) -> Result<Option<Puzzle>, AnalysisError> {
        let (mut best, mut failures): (Option<Puzzle>, usize) = (None, 0);
        for position in positions.iter().rev() {
            if self.limits.are_reached() {
                break;
            }
            let Some(graded) = self.prove(position)? else {
                failures += 1;
                if failures == MAX_FAILURES {
                    break;
                }
                continue;
            };
            failures = 0;
            let puzzle = self.of_graded(graded)?;
            best = puzzle.filter(|new| best.as_ref().is_none_or(|old| new.difficulty >= old.difficulty)).or(best);
        }
        Ok(best)
    }

    /// Proves all moves of a position; `None` if it is beyond the limits, during placement on a large floe, when the
    /// game is over, and where moves cannot be proved.
    fn prove(&self, position: &AnyGame) -> Result<Option<(Graded, u64)>, AnalysisError> {
        let limits = Limits { start: std::time::Instant::now(), ..self.limits };
        let request =
            SolveRequest { all: true, limits, hash_mebibytes: self.hash_mebibytes, ..SolveRequest::default() };
        let solved = match solve_any(position, &request, |_| ()) {
            Ok(solved) => solved,
            Err(AnalysisError::LargePlacement(_) | AnalysisError::NoSuchProof { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let exact =
            |(mv, bounds): (AnyMove, floe_game::Interval<GameValue>)| Some((mv, Grade::Exact(bounds.value()?.clone())));
        let moves: Option<Vec<_>> = solved.moves.into_iter().map(exact).collect();
        let moves = moves.filter(|moves| !moves.is_empty() && moves.len() == position.choices().len());
        Ok(moves.map(|moves| (Graded { comments: Vec::new(), position: *position, moves }, solved.nodes)))
    }

    /// The puzzle of a position with proved values, if it is one.
    fn of_graded(&self, (graded, proof_nodes): (Graded, u64)) -> Result<Option<Puzzle>, AnalysisError> {
        if graded.moves.len() < MIN_MOVES {
            return Ok(None);
        }
        let mover = graded.position.last_turn().index();
        let [first, second] = [0, 1].map(|index: usize| match &graded.moves[index].1 {
            Grade::Exact(value) => value.fish_of(mover),
            Grade::Sign(_) => 0.0,
        });
        let lead = first - second;
        let is_puzzle = match self.lead {
            Some(least) => lead >= least,
            None if graded.position.rules().is_cooperative() => lead >= LEAD,
            None => wins(&graded.moves[0].1, mover) && !wins(&graded.moves[1].1, mover),
        };
        if !is_puzzle {
            return Ok(None);
        }
        let (depth, traps) = self.depth_of(&graded)?;
        let difficulty = match depth {
            Some(1) => 1,
            Some(2) => 2,
            Some(3 | 4) => 3,
            Some(_) => 4,
            None => 5,
        };
        let puzzle = Puzzle { graded, lead, difficulty, traps, proof_nodes };
        Ok(Some(puzzle).filter(|puzzle| puzzle.difficulty >= self.difficulty))
    }

    /// Least of the depths from which on every search prefers the best move, `None` if not even the deepest does; and
    /// number of moves that a search of one ply prefers to it.
    fn depth_of(&self, graded: &Graded) -> Result<(Option<u32>, usize), AnalysisError> {
        let position = &graded.position;
        let best = graded.moves[0].0;
        let method = [Method::AlphaBeta, Method::MaxN, Method::Expectimax, Method::Mcts, Method::Uct]
            .into_iter()
            .find(|method| method.unmet_need(position.rules(), position.sides()).is_none())
            .unwrap_or_default();
        let options = Options { lines: graded.moves.len(), hash_mebibytes: 1, threads: 1, ..Options::default() };
        let (mut from, mut traps) = (None, 0);
        for depth in DEPTHS {
            let mut engine = Engine::new(method, options, 1);
            let limits = Limits { depth, nodes: Some(SEARCH_NODES), ..Limits::default() };
            let analysis = engine.analyze_any(position, &limits, |_| ())?;
            let place = analysis.lines.iter().position(|line| line.moves.first() == Some(&best));
            if depth == DEPTHS[0] {
                traps = place.unwrap_or(analysis.lines.len());
            }
            from = if place == Some(0) { from.or(Some(depth)) } else { None };
        }
        Ok((from, traps))
    }
}

/// Whether a value wins for this player: with two sides the one to move, else it has more than every other player.
fn wins(grade: &Grade, mover: usize) -> bool {
    match grade {
        Grade::Sign(sign) => sign.is_gt(),
        Grade::Exact(GameValue::Margin(value)) => value.sign().is_gt(),
        Grade::Exact(GameValue::Results(values)) => {
            values.iter().enumerate().all(|(player, value)| player == mover || *value < values[mover])
        }
        // No player wins where all play together.
        Grade::Exact(GameValue::Left(_)) => false,
    }
}

impl Puzzle {
    /// The best move, which is proved to be better than all others.
    pub fn solution(&self) -> AnyMove {
        self.graded.moves[0].0
    }

    /// Best play from the position of the puzzle to the end of the game, beginning with [the best
    /// move](Self::solution); only the best move if a limit ends the proof first.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn line(&self, limits: Limits<'_>) -> Result<Vec<AnyMove>, AnalysisError> {
        let request = SolveRequest { limits, ..SolveRequest::default() };
        let solved = solve_any(&self.graded.position, &request, |_| ())?;
        let best = self.solution();
        Ok(if solved.line.first() == Some(&best) { solved.line } else { vec![best] })
    }

    /// The task in words, with the player to move: `A to move; only one move wins`.
    pub fn task(&self) -> String {
        let player = self.graded.position.last_turn().letter();
        let mover = self.graded.position.last_turn().index();
        let best = &self.graded.moves[0].1;
        let second = &self.graded.moves[1].1;
        match wins(best, mover) && !wins(second, mover) {
            true => format!("{player} to move; only one move wins"),
            false => format!("{player} to move; one move is best, by {}", self.lead_text()),
        }
    }

    /// Lead of the best move over the second best in words, with its unit under these rules and at most two decimals:
    /// `2.5 fish`; below 1 `less than 1 fish`.
    fn lead_text(&self) -> String {
        let unit = self.graded.position.rules().units().name();
        match self.lead {
            _ if self.lead < 1.0 => format!("less than 1 {}", unit.trim_end_matches('s')),
            1.0 => format!("1 {}", unit.trim_end_matches('s')),
            _ => format!("{} {unit}", (self.lead * 100.0).round() / 100.0),
        }
    }

    /// Whether the board of another puzzle differs from that of this one in at most six signs of the notation.
    pub fn is_near(&self, other: &Puzzle) -> bool {
        let [own, other] = [self, other].map(|puzzle| puzzle.graded.position.to_string());
        let [own, other] = [&own, &other].map(|text| text.split(' ').next().unwrap_or_default());
        own.len() == other.len() && own.bytes().zip(other.bytes()).filter(|(own, other)| own != other).count() <= NEAR
    }
}

/// Writes the graded position below a comment with its task and difficulty; [`Graded::parse`] reads it.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { difficulty, traps, proof_nodes, .. } = self;
        writeln!(f, "# {}; difficulty {difficulty} of 5, traps {traps}, proof {proof_nodes} nodes", self.task())?;
        self.graded.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use floe_search::Limits;

    fn maker(lead: Option<f64>) -> PuzzleMaker<'static> {
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        PuzzleMaker { lead, difficulty: 1, limits, hash_mebibytes: 1 }
    }

    fn position(text: &str) -> AnyGame {
        text.parse().unwrap()
    }

    #[test]
    fn one_winning_move_is_a_puzzle() {
        // The three fish on the left win; every other move loses them.
        let start = position("......./......../......./..331.../..A1B1.../..11..../......./........ A 0:0,0:0");
        let puzzle = maker(None).of_game(&[start]).unwrap().unwrap();
        assert!(puzzle.graded.is_best(puzzle.solution()));
        let text = puzzle.to_string();
        let [read] = <[Graded; 1]>::try_from(Graded::parse(&text).unwrap()).unwrap();
        assert_eq!((read.position, &read.moves), (puzzle.graded.position, &puzzle.graded.moves));
        assert!(puzzle.is_near(&puzzle) && puzzle.task().starts_with("A to move"), "{text}");
    }

    /// Puzzles of a game that all play together ask for the fewest animals, and are read back.
    #[test]
    fn puzzles_of_cards_ask_for_the_fewest_animals() {
        let start = position("flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c - last=1");
        let puzzle = maker(None).of_game(&[start]).unwrap().unwrap();
        assert!(puzzle.task().starts_with("A to move; one move is best, by ") && puzzle.task().contains(" animal"));
        let text = puzzle.to_string();
        let [read] = <[Graded; 1]>::try_from(Graded::parse(&text).unwrap()).unwrap();
        assert_eq!((read.position, &read.moves), (puzzle.graded.position, &puzzle.graded.moves), "{text}");
        assert!(read.is_best(puzzle.solution()) && !read.is_best(read.moves[1].0));
    }

    #[test]
    fn a_lead_that_is_too_small_is_no_puzzle() {
        let start = position("......./......../......./..331.../..A1B1.../..11..../......./........ A 0:0,0:0");
        assert_eq!(maker(Some(50.0)).of_game(&[start]).unwrap(), None);
    }

    #[test]
    fn large_positions_end_the_search() {
        let dealt = AnyGame::deal(&floe_engine::GameRules::BASE.usual(2), 1).unwrap();
        assert_eq!(maker(None).of_game(&[dealt, dealt]).unwrap(), None);
    }
}
