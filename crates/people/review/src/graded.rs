//! Positions with the proved value of every move, as text.

use std::cmp::Ordering;
use std::fmt;

use floe_engine::{AnyGame, AnyMove, GameValue, MeanValue};
use floe_fish::PositionError;
use floe_presentation::Perspective;
use floe_search::without_mark;

/// Position with the proved values of the choices of the player to move; without chance choices are
/// the legal moves.
///
/// As text: a line with the position, then a line for every choice with its value, best first. The
/// line `others open` may stand for all choices that have no line: of these it is proved only that
/// none is better than the best choice.
///
/// ```
/// use floe_review::Graded;
///
/// let text = "\
/// ......./......../......./..A11B1.../......./......../......./........ B 0:0,0:0
/// e4-d4 +1:+1
/// ";
/// let graded = Graded::parse(text)?;
/// assert!(graded[0].is_best(graded[0].moves[0].0));
/// assert_eq!(graded[0].to_string(), text);
/// # Ok::<(), floe_review::GradedError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graded {
    /// Comment lines right before the position, in order, without their `#`.
    pub comments: Vec<String>,
    /// The position whose choices have values.
    pub position: AnyGame,
    /// Choices with their values, best first for the player to move; empty when the game is over. A
    /// choice that is not listed is *open*: it is proved to be no better than the first one, and no
    /// more is known of it.
    pub moves: Vec<(AnyMove, Grade)>,
}

/// Proved value of a move, seen from the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Grade {
    /// The exact value, as text `+3:-1`, with three and more players `31:17,20:10,28:15` in turn
    /// order from A, or `2.45` animals left where all play together.
    Exact(GameValue),
    /// Only who wins is proved, between two sides: `Greater` is a win for the player who moves. As
    /// text `win`, `draw` or `loss`.
    Sign(Ordering),
}

/// The first mistake in a text of graded positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct GradedError {
    /// Number of the line with the mistake, from 1.
    pub line: usize,
    /// Mistake in the line.
    pub problem: GradedProblem,
}

/// Mistake in a line of a text of graded positions, with the text that was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GradedProblem {
    /// Text that is no position, with the reason.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Move that is illegal, or has a value already.
    #[error("expected a legal move without a value so far; found '{0}'")]
    Unexpected(String),
    /// Text in the place of the value of a move; the second text is an example of such a value.
    #[error("expected a value such as {1}; found '{0}'")]
    Value(String, &'static str),
    /// Line that is no position, where one must stand: first, or below `others open`.
    #[error("expected a position; found '{0}'")]
    NoPosition(String),
    /// Legal move that has no value where the list of the moves of its position ends; the text is
    /// the move.
    #[error("expected a value for every move; found none for {0}")]
    Missing(String),
    /// Line `others open` where no legal move lacks a value, or none has one. The numbers are the
    /// number of moves with values, and the number of legal moves.
    #[error(
        "expected 'others open' below a best move and in the place of others; found {0} of {1} moves with values"
    )]
    Open(usize, usize),
    /// Line that is too long for a position or a move.
    #[error("expected a line of at most {MAX_LINE} bytes; found a longer one")]
    Long,
    /// Move that is better than the move before it, although moves are listed best first.
    #[error("expected the best move first; found '{0}', which is better than the move before it")]
    Order(String),
}

/// Maximum length of a line of a position or a move in bytes, far above that of any.
const MAX_LINE: usize = 1 << 16;
/// Line that stands for all moves without a value.
const OPEN: &str = "others open";

impl Graded {
    /// Reads all graded positions of a text, in order. Lines that begin with `#` are comments on
    /// the position that follows them without an empty line between.
    ///
    /// # Errors
    /// At the first line that is wrong.
    pub fn parse(text: &str) -> Result<Vec<Graded>, GradedError> {
        let mut all: Vec<Graded> = Vec::new();
        let mut last = 0;
        let mut is_open = false;
        let mut comments = Vec::new();
        for (line, content) in (1..).zip(without_mark(text).lines()) {
            if let Some(comment) = content.strip_prefix('#') {
                comments.push(comment.trim().to_owned());
                continue;
            }
            if content.trim().is_empty() {
                comments.clear();
                continue;
            }
            let wrong = |problem| GradedError { line, problem };
            if content.len() > MAX_LINE {
                return Err(wrong(GradedProblem::Long));
            }
            let content = content.trim_end();
            if let (OPEN, Some(graded)) = (content, all.last()) {
                graded.check_open().map_err(wrong)?;
                is_open = true;
                continue;
            }
            // A net or a floe of one row has no '/'.
            if content.contains('/') || content.parse::<AnyGame>().is_ok() {
                if !is_open {
                    all.last().map_or(Ok(()), |graded| graded.check(last))?;
                }
                is_open = false;
                let position = content
                    .parse()
                    .map_err(|error: PositionError| wrong(error.into()))?;
                all.push(Graded {
                    comments: std::mem::take(&mut comments),
                    position,
                    moves: Vec::new(),
                });
            } else {
                let graded = all.last_mut().filter(|_| !is_open);
                let graded =
                    graded.ok_or_else(|| wrong(GradedProblem::NoPosition(content.to_owned())))?;
                graded.read_move(content).map_err(wrong)?;
            }
            last = line;
        }
        if !is_open {
            all.last().map_or(Ok(()), |graded| graded.check(last))?;
        }
        Ok(all)
    }

    /// Checks that a line `others open` may follow the moves.
    fn check_open(&self) -> Result<(), GradedProblem> {
        let known = self.moves.len();
        let all = self.position.all_choices().len();
        if (1..all).contains(&known) {
            Ok(())
        } else {
            Err(GradedProblem::Open(known, all))
        }
    }

    fn read_move(&mut self, line: &str) -> Result<(), GradedProblem> {
        let (word, value) = line
            .trim()
            .split_once(char::is_whitespace)
            .unwrap_or((line, ""));
        let choice = self.position.find_choice(word).ok();
        let choice = choice.filter(|&choice| self.grade_of(choice).is_none());
        let choice = choice.ok_or_else(|| GradedProblem::Unexpected(word.to_owned()))?;
        let grade = self.read_grade(value.trim())?;
        let mover = self.mover();
        if self
            .moves
            .last()
            .is_some_and(|(_, last)| grade.key(mover) > last.key(mover))
        {
            return Err(GradedProblem::Order(word.to_owned()));
        }
        self.moves.push((choice, grade));
        Ok(())
    }

    fn read_grade(&self, text: &str) -> Result<Grade, GradedProblem> {
        let (sides, expected) = match self.position.sides() {
            1 => (1, "2.45"),
            2 => (1, "+3:-1, win, draw or loss"),
            3 => (3, "31:17,20:10,28:15"),
            _ => (4, "31:17,20:10,28:15,9:6"),
        };
        let sign = match text {
            "win" => Some(Ordering::Greater),
            "draw" => Some(Ordering::Equal),
            "loss" => Some(Ordering::Less),
            _ => None,
        };
        if self.position.sides() == 1 {
            let left = text.parse().ok().filter(|left| (0.0..1e6).contains(left));
            let wrong = || GradedProblem::Value(text.to_owned(), expected);
            return left
                .map(|left| Grade::Exact(GameValue::left(left)))
                .ok_or_else(wrong);
        }
        if let (1, Some(sign)) = (sides, sign) {
            return Ok(Grade::Sign(sign));
        }
        let values: Option<Vec<MeanValue>> = text.split(',').map(MeanValue::read).collect();
        let values = values.filter(|values| values.len() == sides);
        values.map_or_else(
            || Err(GradedProblem::Value(text.to_owned(), expected)),
            |v| Ok(Grade::Exact(GameValue::of(v))),
        )
    }

    fn check(&self, line: usize) -> Result<(), GradedError> {
        let missing = self
            .position
            .all_choices()
            .into_iter()
            .find(|&mv| self.grade_of(mv).is_none());
        missing.map_or(Ok(()), |mv| {
            Err(GradedError {
                line,
                problem: GradedProblem::Missing(self.position.move_text(mv)),
            })
        })
    }

    fn mover(&self) -> usize {
        self.position.last_turn().index()
    }

    /// Proved value of the best move for the player to move; `None` when the game is over.
    pub fn grade(&self) -> Option<&Grade> {
        self.moves.first().map(|(_, grade)| grade)
    }

    /// Proved value of a move; `None` if it is open, or no legal choice.
    pub fn grade_of(&self, mv: AnyMove) -> Option<&Grade> {
        self.moves
            .iter()
            .find(|(known, _)| *known == mv)
            .map(|(_, grade)| grade)
    }

    /// Loss by a move against the best move, for the player to move: in points (fish on a floe),
    /// with tiles as 1/128 of a fish. `None` if the move is open or not legal, or its loss does not
    /// follow from the proved values.
    pub fn loss_of(&self, mv: AnyMove) -> Option<f64> {
        let best = self.grade()?;
        let own = self.grade_of(mv)?;
        match (best, own) {
            (Grade::Exact(best), Grade::Exact(own)) => {
                Some(best.fish_of(self.mover()) - own.fish_of(self.mover()))
            }
            (best, own) if best.sign() == own.sign() => Some(0.0),
            _ => None,
        }
    }

    /// Whether a move is as good as the best move, as far as the proved values say.
    pub fn is_best(&self, mv: AnyMove) -> bool {
        self.loss_of(mv) == Some(0.0)
    }

    /// Whether a legal move is open: nothing is proved of it but that it is no better than the best
    /// move.
    pub fn is_open(&self, mv: AnyMove) -> bool {
        self.grade_of(mv).is_none() && self.position.all_choices().contains(&mv)
    }

    /// Gives an [open](Graded::is_open) move its proved value, in its place by the order of the
    /// values.
    ///
    /// # Errors
    /// If the value is better than the value of the best move, which contradicts its proof.
    pub fn add(&mut self, mv: AnyMove, grade: Grade) -> Result<(), GradedProblem> {
        let mover = self.mover();
        let key = grade.key(mover);
        let place = self
            .moves
            .partition_point(|(_, other)| other.key(mover) >= key);
        if place == 0 && !self.moves.is_empty() {
            return Err(GradedProblem::Order(self.position.move_text(mv)));
        }
        self.moves.insert(place, (mv, grade));
        Ok(())
    }

    /// Outcome of the best move, `Greater` for the player who moves, if every other move has
    /// another outcome. `None` if another move has the same outcome or is open, or if there are not
    /// two sides.
    pub fn only_outcome(&self) -> Option<Ordering> {
        let best = self.grade().and_then(Grade::sign)?;
        let is_alone = self
            .moves
            .iter()
            .skip(1)
            .all(|(_, grade)| grade.sign() != Some(best));
        (is_alone && self.check_open().is_err()).then_some(best)
    }

    /// Task of the player to move, in words: `Find the only move that wins for A`.
    pub fn task(&self) -> String {
        let player = self.position.last_turn();
        match self.only_outcome() {
            Some(Ordering::Greater) => format!("Find the only move that wins for {player}"),
            Some(Ordering::Equal) => format!("Find the only move that draws for {player}"),
            _ => format!("Find the best move for {player}"),
        }
    }

    /// End of the game that the proved value of a move from this position means, in words: `A wins
    /// by 2 fish`.
    pub fn grade_in_words(&self, grade: &Grade) -> String {
        let view = Perspective::of(&self.position);
        match grade {
            Grade::Exact(value) => view.in_words(value, true),
            Grade::Sign(sign) => view.outcome(*sign),
        }
    }
}

impl Grade {
    /// Winner by the value: `Greater` if the player who moves wins, `Equal` for a draw. `None`
    /// unless there are two sides.
    pub fn sign(&self) -> Option<Ordering> {
        match self {
            Grade::Sign(sign) => Some(*sign),
            Grade::Exact(GameValue::Margin(value)) => Some(value.sign()),
            Grade::Exact(_) => None,
        }
    }

    /// Sort key of the moves of a position; values are compared by their sign first.
    fn key(&self, mover: usize) -> (Option<Ordering>, Option<MeanValue>) {
        match self {
            Grade::Exact(value) => (self.sign(), Some(value.of_player(mover))),
            Grade::Sign(sign) => (Some(*sign), None),
        }
    }
}

impl fmt::Display for Graded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.position)?;
        self.moves
            .iter()
            .try_for_each(|(mv, grade)| writeln!(f, "{} {grade}", self.position.move_text(*mv)))?;
        self.check_open().map_or(Ok(()), |()| writeln!(f, "{OPEN}"))
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
