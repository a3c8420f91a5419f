//! Puzzles: positions in which one move is proved to be better than all others.

use std::fmt;
use std::sync::atomic::AtomicBool;

use floe_engine::{AnalysisError, AnyGame, AnyMove, Engine, GameValue, Method};
use floe_presentation::Seen;
use floe_search::{Limits, Options};

use super::puzzle_line::{prove_all, prove_within, puzzle_line};
use super::puzzle_note::{DifficultyRange, PuzzleDifficulty, PuzzleNote, PuzzleTheme, names};
use crate::{Exercise, Grade, Graded};

/// Finds puzzles in games: what is asked of a puzzle, and the limits of its proof.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleMaker<'a> {
    /// Least difference between the best move and the second best, for the player to move, in
    /// points (fish on a floe). With `None` the best move must be the only one that wins; where all
    /// play together, it must leave at least one animal fewer than the second best.
    pub lead: Option<f64>,
    /// [Levels](PuzzleDifficulty::level) of a puzzle.
    pub difficulty: DifficultyRange,
    /// Limits of the proof of each position with all its moves; [`of_game`](PuzzleMaker::of_game)
    /// also ends when they are reached.
    pub limits: Limits<'a>,
    /// Size of the table of a proof in MiB.
    pub hash_mebibytes: usize,
}

/// Position in which one move is proved to be better than all others.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The position, with the proved value of every move.
    pub graded: Graded,
    /// Value of the best move less the value of the second best, for the player to move, in points
    /// (fish on a floe); 0 where the two have no exact values.
    pub lead: f64,
    /// Difficulty, traps, and the nodes of the proof.
    pub note: PuzzleNote,
    /// Ideas of the best move.
    pub themes: Vec<PuzzleTheme>,
}

/// Least lead of the best move where all play together, in animals.
const LEAD: f64 = 1.0;
/// Nodes of a search of one ply at most.
const TRAP_NODES: u64 = 200_000;
/// Consecutive positions without a proof that end the way back through a game: earlier ones are
/// larger still.
const MAX_FAILURES: usize = 2;
const MIN_MOVES: usize = 3;
/// Number of differing signs up to which two positions are near duplicates.
const NEAR: usize = 6;

impl PuzzleMaker<'_> {
    /// Finds the most difficult puzzle among the positions of a game, which are given in order; of
    /// several equally difficult puzzles it takes the earliest. Goes back from the last position
    /// until two in a row cannot be proved, or `limits` are reached. `None` if no puzzle is found
    /// by then, and in games with hidden tiles.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn of_game(&self, positions: &[AnyGame]) -> Result<Option<Puzzle>, AnalysisError> {
        let (mut best, mut failures): (Option<Puzzle>, usize) = (None, 0);
        if positions
            .first()
            .is_some_and(|position| position.rules().has_hidden_tiles())
        {
            return Ok(None);
        }
        for position in positions.iter().rev() {
            if self.limits.are_reached() {
                break;
            }
            let Some(graded) = prove_all(position, self.limits.from_now(), self.hash_mebibytes)?
            else {
                failures += 1;
                if failures == MAX_FAILURES {
                    break;
                }
                continue;
            };
            failures = 0;
            let puzzle = self.of_graded(graded)?;
            best = puzzle
                .filter(|new| {
                    best.as_ref()
                        .is_none_or(|old| new.note.difficulty >= old.note.difficulty)
                })
                .or(best);
        }
        Ok(best)
    }

    fn of_graded(
        &self,
        (graded, proof_nodes): (Graded, u64),
    ) -> Result<Option<Puzzle>, AnalysisError> {
        if graded.moves.len() < MIN_MOVES {
            return Ok(None);
        }
        let mover = graded.position.last_turn().index();
        let lead = lead_of(&graded);
        let is_puzzle = match self.lead {
            Some(least) => lead >= least,
            None if graded.position.rules().is_cooperative() => lead >= LEAD,
            None => wins(&graded.moves[0].1, mover) && !wins(&graded.moves[1].1, mover),
        };
        if !is_puzzle {
            return Ok(None);
        }
        let puzzle = Puzzle::measure(graded, proof_nodes)?;
        Ok(Some(puzzle).filter(|puzzle| self.difficulty.contains(puzzle.note.difficulty.level())))
    }
}

/// Whether a value wins for this player: with two sides the one to move, else it has more than
/// every other player.
fn wins(grade: &Grade, mover: usize) -> bool {
    match grade {
        Grade::Sign(sign) => sign.is_gt(),
        Grade::Exact(GameValue::Margin(value)) => value.sign().is_gt(),
        Grade::Exact(GameValue::Results(values)) => values
            .iter()
            .enumerate()
            .all(|(player, value)| player == mover || *value < values[mover]),
        // No player wins where all play together.
        Grade::Exact(GameValue::Left(_)) => false,
    }
}

/// Value of the best move minus that of the second best, in points; 0 where there are not two exact
/// values.
fn lead_of(graded: &Graded) -> f64 {
    let mover = graded.position.last_turn().index();
    match graded.moves.as_slice() {
        [(_, Grade::Exact(first)), (_, Grade::Exact(second)), ..] => {
            first.fish_of(mover) - second.fish_of(mover)
        }
        _ => 0.0,
    }
}

/// Number of moves that a search of one ply prefers to the best one.
fn traps(graded: &Graded) -> Result<usize, AnalysisError> {
    let position = &graded.position;
    let method = [
        Method::AlphaBeta,
        Method::MaxN,
        Method::Expectimax,
        Method::Mcts,
        Method::Uct,
    ]
    .into_iter()
    .find(|method| {
        method
            .unmet_need(position.rules(), position.sides())
            .is_none()
    })
    .unwrap_or_default();
    let options = Options {
        lines: graded.moves.len(),
        hash_mebibytes: 1,
        threads: 1,
        ..Options::default()
    };
    let limits = Limits {
        depth: 1,
        nodes: Some(TRAP_NODES),
        ..Limits::default()
    };
    let analysis = Engine::new(method, options, 1).analyze_any(position, &limits, |_| ())?;
    let best = graded.moves[0].0;
    let place = analysis
        .lines
        .iter()
        .position(|line| line.moves.first() == Some(&best));
    Ok(place.unwrap_or(analysis.lines.len()))
}

impl Puzzle {
    /// Measures the difficulty of a position with the proved value of every move. `proof_nodes` is
    /// the number of nodes that its proof took; 0 if it is not known. Comments of the position
    /// stay, except an earlier note.
    ///
    /// # Errors
    /// When there is no memory for the table.
    ///
    /// # Panics
    /// If the position has no move.
    pub fn measure(mut graded: Graded, proof_nodes: u64) -> Result<Puzzle, AnalysisError> {
        graded
            .comments
            .retain(|comment| PuzzleNote::read(comment).is_none());
        let note = PuzzleNote {
            difficulty: PuzzleDifficulty::of(&graded)?,
            traps: traps(&graded)?,
            proof_nodes,
        };
        let themes = PuzzleTheme::of(&graded.position, graded.moves[0].0);
        Ok(Puzzle {
            lead: lead_of(&graded),
            note,
            themes,
            graded,
        })
    }

    /// The best move, which is proved to be better than all others.
    pub fn solution(&self) -> AnyMove {
        self.graded.moves[0].0
    }

    /// The puzzle as an exercise of a sheet, with its line as the answer; each proof of the line
    /// ends after this number of nodes.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn exercise(&self, nodes: u64, hash_mebibytes: usize) -> Result<Exercise, AnalysisError> {
        let exercise = Exercise::of_graded(&self.graded, nodes, hash_mebibytes)?;
        Ok(Exercise {
            level: Some(self.note.difficulty.level()),
            ..exercise
        })
    }

    /// The task in words, with the player to move: `A to move; only one move wins`.
    pub fn task(&self) -> String {
        let player = self.graded.position.last_turn().letter();
        let mover = self.graded.position.last_turn().index();
        let best = &self.graded.moves[0].1;
        let second = self.graded.moves.get(1).map(|(_, second)| second);
        if wins(best, mover) && second.is_some_and(|second| !wins(second, mover)) {
            return format!("{player} to move; only one move wins");
        }
        match self.lead > 0.0 {
            true => format!(
                "{player} to move; one move is best, by {}",
                self.lead_text()
            ),
            false => format!("{player} to move; find the best move"),
        }
    }

    /// Lead of the best move over the second best in words, with its unit under these rules and at
    /// most two decimals: `2.5 fish`; below 1 `less than 1 fish`.
    fn lead_text(&self) -> String {
        let unit = self.graded.position.rules().units().name();
        match self.lead {
            _ if self.lead < 1.0 => format!("less than 1 {}", unit.trim_end_matches('s')),
            1.0 => format!("1 {}", unit.trim_end_matches('s')),
            _ => format!("{} {unit}", (self.lead * 100.0).round() / 100.0),
        }
    }

    /// Whether the boards of this puzzle and another differ in at most six signs of the notation.
    pub fn is_near(&self, other: &Puzzle) -> bool {
        let [own, other] = [self, other].map(|puzzle| puzzle.graded.position.to_string());
        let [own, other] = [&own, &other].map(|text| text.split(' ').next().unwrap_or_default());
        own.len() == other.len()
            && own
                .bytes()
                .zip(other.bytes())
                .filter(|(own, other)| own != other)
                .count()
                <= NEAR
    }
}

impl Exercise {
    /// The exercise of a position with proved values: its task, its comments as the remark, its
    /// line as the answer, and its result. It has no level. Each proof of the line ends after this
    /// number of nodes.
    ///
    /// # Errors
    /// When there is no memory for the table.
    ///
    /// # Panics
    /// If the position has no move.
    pub fn of_graded(
        graded: &Graded,
        nodes: u64,
        hash_mebibytes: usize,
    ) -> Result<Exercise, AnalysisError> {
        let result = graded
            .grade()
            .map(|grade| format!("{}.", graded.grade_in_words(grade)));
        Ok(Exercise {
            position: graded.position,
            task: graded.task(),
            is_unnamed: false,
            level: None,
            remark: graded.comments.join(" "),
            drawings: Vec::new(),
            answer: puzzle_line(graded, nodes, hash_mebibytes)?,
            result: result.unwrap_or_default(),
        })
    }

    /// Fills in what an exercise lacks. An exercise without an answer gets the proved line as its
    /// answer, and a result and a task if these are empty, too; each proof takes at most this
    /// number of nodes, and ends when `stop` is set. Where there is no proof, an empty task names
    /// the player to move.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn complete(
        &mut self,
        nodes: u64,
        stop: &AtomicBool,
        hash_mebibytes: usize,
    ) -> Result<(), AnalysisError> {
        if self.answer.is_empty()
            && let Some(graded) = prove_within(&self.position, nodes, Some(stop), hash_mebibytes)?
        {
            let proved = Exercise::of_graded(&graded, nodes, hash_mebibytes)?;
            self.answer = proved.answer;
            if self.task.is_empty() {
                self.task = proved.task;
            }
            if self.result.is_empty() {
                self.result = proved.result;
            }
        }
        if self.task.is_empty() {
            self.task = Seen::whole(&self.position).caption().turn;
        }
        Ok(())
    }
}

/// Writes the graded position below its comments, and one with its task, themes and difficulty;
/// [`Graded::parse`] reads it.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for comment in &self.graded.comments {
            writeln!(f, "# {comment}")?;
        }
        write!(f, "# {}; ", self.task())?;
        if !self.themes.is_empty() {
            write!(f, "themes {}; ", names(&self.themes))?;
        }
        writeln!(f, "{}", self.note)?;
        self.graded.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use floe_search::Limits;

    fn maker(lead: Option<f64>) -> PuzzleMaker<'static> {
        let limits = Limits {
            nodes: Some(100_000),
            ..Limits::default()
        };
        PuzzleMaker {
            lead,
            difficulty: DifficultyRange::ALL,
            limits,
            hash_mebibytes: 1,
        }
    }

    fn position(text: &str) -> AnyGame {
        text.parse().unwrap()
    }

    #[test]
    fn one_winning_move_is_a_puzzle() {
        // The three fish on the left win; every other move loses them.
        let start = position(
            "......./......../......./..331.../..A1B1.../..11..../......./........ A 0:0,0:0",
        );
        let puzzle = maker(None).of_game(&[start]).unwrap().unwrap();
        assert!(puzzle.graded.is_best(puzzle.solution()));
        let text = puzzle.to_string();
        let [read] = <[Graded; 1]>::try_from(Graded::parse(&text).unwrap()).unwrap();
        assert_eq!(
            (read.position, &read.moves),
            (puzzle.graded.position, &puzzle.graded.moves)
        );
        assert!(
            puzzle.is_near(&puzzle) && puzzle.task().starts_with("A to move"),
            "{text}"
        );
    }

    /// Puzzles of a game that all play together ask for the fewest animals, and are read back.
    #[test]
    fn puzzles_of_cards_ask_for_the_fewest_animals() {
        let start = position("flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c - last=1");
        let puzzle = maker(None).of_game(&[start]).unwrap().unwrap();
        assert!(
            puzzle
                .task()
                .starts_with("A to move; one move is best, by ")
                && puzzle.task().contains(" animal")
        );
        let text = puzzle.to_string();
        let [read] = <[Graded; 1]>::try_from(Graded::parse(&text).unwrap()).unwrap();
        assert_eq!(
            (read.position, &read.moves),
            (puzzle.graded.position, &puzzle.graded.moves),
            "{text}"
        );
        assert!(read.is_best(puzzle.solution()) && !read.is_best(read.moves[1].0));
    }

    #[test]
    fn a_lead_that_is_too_small_is_no_puzzle() {
        let start = position(
            "......./......../......./..331.../..A1B1.../..11..../......./........ A 0:0,0:0",
        );
        assert_eq!(maker(Some(50.0)).of_game(&[start]).unwrap(), None);
    }

    #[test]
    fn large_positions_end_the_search() {
        let dealt = AnyGame::deal(&floe_engine::GameRules::BASE.usual(2), 1).unwrap();
        assert_eq!(maker(None).of_game(&[dealt, dealt]).unwrap(), None);
    }
}
