//! Positions with what is proved of every move, as text.

use std::cmp::Ordering;
use std::fmt;

use floe_fish::{PositionError, Value};

use crate::{AnyGame, GameValue};

/// A position with what is proved of every legal move.
///
/// As text a line with the position, then one for every move and its value, best first:
///
/// ```
/// use floe_engine::Graded;
///
/// let text = "\
/// ......./......../......./..A11B1.../......./......../......./........ B 0:0,0:0
/// e4-d4 +1:+1
/// ";
/// let graded = Graded::parse(text)?;
/// assert!(graded[0].is_best(&graded[0].moves[0].0));
/// assert_eq!(graded[0].to_string(), text);
/// # Ok::<(), floe_engine::GradedError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graded {
    /// The position.
    pub position: AnyGame,
    /// All legal moves as they are written, with their values, best first.
    pub moves: Vec<(String, Grade)>,
}

/// What is proved of a move, for the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Grade {
    /// Its value: `+3:-1`, or `31:17,20:10,28:15` for three and more players, in turn order.
    Exact(GameValue),
    /// Only whether it wins: `win`, `draw`, `loss`.
    Sign(Ordering),
}

/// Why a text is not a list of graded positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct GradedError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: GradedProblem,
}

/// What is wrong with a line of graded positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GradedProblem {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The move is not legal, or stands there twice.
    #[error("found '{0}', expected a legal move that has no value yet")]
    Unexpected(String),
    /// There is no value after the move.
    #[error("found '{0}', expected a value such as {1}")]
    Value(String, &'static str),
    /// Something comes before the first position.
    #[error("found '{0}', expected a position")]
    NoPosition(String),
    /// Moves are missing at the end of a position.
    #[error("the position has no value for {0}")]
    Missing(String),
    /// The moves are not in order.
    #[error("'{0}' is better than the move before it, expected the best first")]
    Order(String),
}

impl Graded {
    /// Reads any number of positions. Empty lines, and those that begin with `#`, say nothing.
    ///
    /// # Errors
    /// The first line that cannot be read, and why.
    pub fn parse(text: &str) -> Result<Vec<Graded>, GradedError> {
        let mut all: Vec<Graded> = Vec::new();
        let mut last = 0;
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        for (line, content) in lines {
            let wrong = |problem| GradedError { line, problem };
            let content = content.trim_end();
            if content.contains('/') {
                all.last().map_or(Ok(()), |graded| graded.check(last))?;
                let position = content.parse().map_err(|error: PositionError| wrong(error.into()))?;
                all.push(Graded { position, moves: Vec::new() });
            } else {
                let graded = all.last_mut().ok_or_else(|| wrong(GradedProblem::NoPosition(content.to_owned())))?;
                graded.read_move(content).map_err(wrong)?;
            }
            last = line;
        }
        all.last().map_or(Ok(()), |graded| graded.check(last))?;
        Ok(all)
    }

    fn read_move(&mut self, line: &str) -> Result<(), GradedProblem> {
        let (word, value) = line.trim().split_once(char::is_whitespace).unwrap_or((line, ""));
        let is_legal = self.position.choices().iter().any(|mv| mv == word);
        if !is_legal || self.moves.iter().any(|(known, _)| known == word) {
            return Err(GradedProblem::Unexpected(word.to_owned()));
        }
        let grade = self.read_grade(value.trim())?;
        let mover = self.mover();
        if self.moves.last().is_some_and(|(_, last)| grade.key(mover) > last.key(mover)) {
            return Err(GradedProblem::Order(word.to_owned()));
        }
        self.moves.push((word.to_owned(), grade));
        Ok(())
    }

    fn read_grade(&self, text: &str) -> Result<Grade, GradedProblem> {
        let players = self.position.players();
        if players == 2 {
            let sign = match text {
                "win" => Some(Ordering::Greater),
                "draw" => Some(Ordering::Equal),
                "loss" => Some(Ordering::Less),
                _ => None,
            };
            let exact = || pair(text).map(|value| Grade::Exact(GameValue::Margin(value)));
            return sign
                .map(Grade::Sign)
                .or_else(exact)
                .ok_or_else(|| GradedProblem::Value(text.to_owned(), "+3:-1, win, draw or loss"));
        }
        let values: Option<Vec<Value>> = text.split(',').map(pair).collect();
        let values = values.filter(|values| values.len() == players);
        let expected = if players == 3 { "31:17,20:10,28:15" } else { "31:17,20:10,28:15,9:6" };
        let outcome = values.map(|values| Grade::Exact(GameValue::Results(values)));
        outcome.ok_or_else(|| GradedProblem::Value(text.to_owned(), expected))
    }

    fn check(&self, line: usize) -> Result<(), GradedError> {
        let missing = self.position.choices().into_iter().find(|mv| self.grade_of(mv).is_none());
        missing.map_or(Ok(()), |mv| Err(GradedError { line, problem: GradedProblem::Missing(mv) }))
    }

    fn mover(&self) -> usize {
        self.position.last_turn().index()
    }

    /// What is proved of the position: what is proved of its best move, unless the game is over.
    pub fn grade(&self) -> Option<&Grade> {
        self.moves.first().map(|(_, grade)| grade)
    }

    /// What is proved of a move.
    pub fn grade_of(&self, mv: &str) -> Option<&Grade> {
        self.moves.iter().find(|(known, _)| *known == mv).map(|(_, grade)| grade)
    }

    /// How many fish a move gives away; tiles count as 1/128 of a fish. None where the values do not say.
    pub fn loss_of(&self, mv: &str) -> Option<f64> {
        let (best, own) = (self.grade()?, self.grade_of(mv)?);
        match (best, own) {
            (Grade::Exact(best), Grade::Exact(own)) => Some(best.fish_of(self.mover()) - own.fish_of(self.mover())),
            (best, own) if best.sign() == own.sign() => Some(0.0),
            _ => None,
        }
    }

    /// Whether a move is as good as any, as far as the values say.
    pub fn is_best(&self, mv: &str) -> bool {
        self.loss_of(mv) == Some(0.0)
    }

    /// Whether a move wins, draws or loses as the best one does.
    pub fn keeps_result(&self, mv: &str) -> bool {
        self.grade_of(mv).map(Grade::sign) == self.grade().map(Grade::sign)
    }
}

impl Grade {
    /// Who wins, seen by the player who moves; for three and more players nobody asks.
    pub fn sign(&self) -> Option<Ordering> {
        match self {
            Grade::Sign(sign) => Some(*sign),
            Grade::Exact(GameValue::Margin(value)) => Some(value.cmp(&Value::default())),
            Grade::Exact(_) => None,
        }
    }

    /// What the moves of a position are ordered by: a sign counts among values as that sign.
    fn key(&self, mover: usize) -> (Option<Ordering>, Option<Value>) {
        match self {
            Grade::Exact(GameValue::Results(values)) => (None, Some(values[mover])),
            Grade::Exact(GameValue::Margin(value)) => (self.sign(), Some(*value)),
            Grade::Sign(_) | Grade::Exact(_) => (self.sign(), None),
        }
    }
}

/// `31:17`, `+3:-1`.
fn pair(text: &str) -> Option<Value> {
    let (fish, tiles) = text.split_once(':')?;
    Some(Value { fish: fish.parse().ok()?, tiles: tiles.parse().ok()? })
}

impl fmt::Display for Graded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.position)?;
        self.moves.iter().try_for_each(|(mv, grade)| writeln!(f, "{mv} {grade}"))
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Grade::Sign(Ordering::Greater) => f.write_str("win"),
            Grade::Sign(Ordering::Equal) => f.write_str("draw"),
            Grade::Sign(Ordering::Less) => f.write_str("loss"),
            Grade::Exact(outcome) => write!(f, "{outcome}"),
        }
    }
}
