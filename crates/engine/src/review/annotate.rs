//! An engine's opinion of the moves of a game.

use floe_game::Player;
use serde::Serialize;

use super::ReviewError;
use crate::{Analysis, AnyGame, Engine, EngineSpec, Evaluation, GameValue, MeanValue};

/// A loss of this many hundredths of a fish is a blunder.
const BLUNDER: i32 = 500;

/// A loss of this many hundredths of a fish is a mistake; one fish may be an error of the engine.
const MISTAKE: i32 = 200;

/// An engine's opinion of a move. All values are those of the player who moved.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// Value of the position before the move: the final difference between two sides, else the player's own final result.
    ///
    /// Where it is not proven it is that of the best move, judged in just the same way as `after`: guesses
    /// from positions that are a ply apart are not to be compared, for they lean to whoever moved last.
    pub before: ReviewedValue,
    /// Value of the position after the move; where chance has a say, that expected of the choice: luck is no mistake.
    pub after: ReviewedValue,
    /// The move that the engine would have made.
    pub best: Option<String>,
    /// How bad the move is, if it is bad.
    pub mark: Option<Mark>,
}

/// A value, and whether it is proven.
#[derive(Clone, Copy, Debug)]
pub struct ReviewedValue {
    /// The value.
    pub value: MeanValue,
    /// Whether it is proven.
    pub exact: bool,
}

/// How bad a move is that is not the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// It is proven that something has been lost, if only tiles.
    Inaccuracy,
    /// Two fish or more are lost.
    Mistake,
    /// Five fish or more are lost, or, and that is proven, the game.
    Blunder,
}

/// An engine that judges the positions of a game one after the other.
#[derive(Debug)]
pub struct Annotator {
    engine: Engine,
    spec: EngineSpec,
    last: Reviewed,
}

/// A position that has been judged.
#[derive(Debug)]
struct Reviewed {
    position: AnyGame,
    analysis: Analysis<String>,
}

impl Annotator {
    /// Judges the first position.
    ///
    /// # Errors
    /// When the engine is not for this number of players, or there is no memory for its table.
    pub fn new(spec: &EngineSpec, evaluation: Evaluation, position: &AnyGame) -> Result<Annotator, ReviewError> {
        let mut engine = Engine::from_spec(spec, evaluation);
        let last = Reviewed { position: *position, analysis: judge(&mut engine, spec, position)? };
        Ok(Annotator { engine, spec: spec.clone(), last })
    }

    /// Judges the move that has led to this position.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn next(&mut self, mv: &str, position: &AnyGame) -> Result<Annotation, ReviewError> {
        let now = Reviewed { position: *position, analysis: judge(&mut self.engine, &self.spec, position)? };
        let then = std::mem::replace(&mut self.last, now);
        let mover = then.position.last_turn();
        let best = then.analysis.lines.first().and_then(|line| line.moves.first()).cloned();
        let choice = choice_of(&then.position, mv);
        let after = match then.position.has_chance() {
            true => self.after(&then.position, choice, mover)?,
            false => self.last.value_of(mover),
        };
        let is_best = best.as_deref() == Some(choice);
        let before = match best.as_deref() {
            Some(best) if !then.analysis.exact && !is_best => self.after(&then.position, best, mover)?,
            Some(_) if !then.analysis.exact => after,
            _ => then.value_of(mover),
        };
        let mark =
            if is_best { None } else { mark(before, after, matches!(then.analysis.value, GameValue::Margin(_))) };
        Ok(Annotation { before, after, best, mark })
    }

    /// Judges the positions after a choice, whatever comes of it.
    fn after(&mut self, position: &AnyGame, choice: &str, mover: Player) -> Result<ReviewedValue, ReviewError> {
        let (mut values, mut exact) = (Vec::new(), true);
        for (mv, probability) in position.outcomes(choice)? {
            let mut position = *position;
            position.play(&mv)?;
            let analysis = judge(&mut self.engine, &self.spec, &position)?;
            let judged = Reviewed { position, analysis }.value_of(mover);
            exact &= judged.exact;
            values.push((judged.value, probability));
        }
        Ok(ReviewedValue { value: MeanValue::mean(&values), exact })
    }

    /// The last position and its analysis.
    pub fn last(&self) -> (&AnyGame, &Analysis<String>) {
        (&self.last.position, &self.last.analysis)
    }
}

impl Reviewed {
    /// The value for a player.
    fn value_of(&self, player: Player) -> ReviewedValue {
        let value = of_player(&self.analysis.value, self.position.last_turn(), player);
        ReviewedValue { value, exact: self.analysis.exact }
    }
}

fn judge(engine: &mut Engine, spec: &EngineSpec, position: &AnyGame) -> Result<Analysis<String>, ReviewError> {
    // The clock of limits runs from the moment in which they are made.
    Ok(engine.analyze_any(position, &spec.limits(), |_| ())?)
}

/// The value for one player; `turn` is the player whose value a difference is.
fn of_player(outcome: &GameValue, turn: Player, player: Player) -> MeanValue {
    // Of two sides, players or teams, every second player is on the same.
    let is_same_side = (turn.index() ^ player.index()) & 1 == 0;
    let margin = |value: MeanValue| if is_same_side { value } else { MeanValue::default() - value };
    match outcome {
        GameValue::Margin(value) => margin((*value).into()),
        GameValue::Expected(value) => margin(*value),
        GameValue::Results(results) => results[player.index()].into(),
        GameValue::AllExpected(results) => results[player.index()],
    }
}

/// The part of a move that the player chose.
fn choice_of<'a>(position: &AnyGame, mv: &'a str) -> &'a str {
    if position.has_chance() { mv.split(',').next().unwrap_or(mv) } else { mv }
}

/// How bad a move is; the sign of a value says who wins where it `is_margin`.
fn mark(before: ReviewedValue, after: ReviewedValue, is_margin: bool) -> Option<Mark> {
    let is_proven = before.exact && after.exact;
    let (before, after) = (before.value, after.value);
    let winner = |value: MeanValue| value.cmp(&MeanValue::default());
    match before.fish - after.fish {
        lost if lost >= BLUNDER => Some(Mark::Blunder),
        _ if is_proven && is_margin && winner(after) < winner(before) => Some(Mark::Blunder),
        lost if lost >= MISTAKE => Some(Mark::Mistake),
        _ if is_proven && after < before => Some(Mark::Inaccuracy),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use floe_fish::Value;

    use super::*;

    fn of(fish: i32, tiles: i32) -> Value {
        Value { fish, tiles }
    }

    fn mark_of(before: Value, after: Value, exact: bool, is_margin: bool) -> Option<Mark> {
        let judged = |value: Value| ReviewedValue { value: value.into(), exact };
        mark(judged(before), judged(after), is_margin)
    }

    #[test]
    fn marks_follow_what_is_lost() {
        let proven = |before, after| mark_of(before, after, true, true);
        assert_eq!(proven(of(3, 0), of(3, 0)), None);
        assert_eq!(proven(of(3, 0), of(3, -1)), Some(Mark::Inaccuracy));
        assert_eq!(proven(of(3, 0), of(2, 1)), Some(Mark::Inaccuracy));
        assert_eq!(proven(of(3, 0), of(1, 0)), Some(Mark::Mistake));
        assert_eq!(proven(of(9, 0), of(4, 0)), Some(Mark::Blunder));
        assert_eq!(proven(of(0, 1), of(0, 0)), Some(Mark::Blunder), "a victory is shared now");
        assert_eq!(proven(of(0, 0), of(0, -1)), Some(Mark::Blunder));
        assert_eq!(proven(of(-1, 0), of(-2, 0)), Some(Mark::Inaccuracy), "lost is lost");
    }

    #[test]
    fn guesses_are_blamed_for_little() {
        assert_eq!(mark_of(of(1, 0), of(0, 0), false, true), None);
        assert_eq!(mark_of(of(1, 0), of(-1, 0), false, true), Some(Mark::Mistake));
        assert_eq!(mark_of(of(-3, 0), of(1, 0), false, true), None);
        assert_eq!(mark_of(of(31, 17), of(30, 18), true, false), Some(Mark::Inaccuracy));
    }

    #[test]
    fn values_are_those_of_the_mover() {
        let (a, b) = (Player::new(0), Player::new(1));
        let results = GameValue::Results(vec![of(3, 1), of(4, 2), of(5, 3)]);
        assert_eq!(of_player(&GameValue::Margin(of(3, -1)), a, a), of(3, -1).into());
        assert_eq!(of_player(&GameValue::Margin(of(3, -1)), b, a), of(-3, 1).into());
        assert_eq!(of_player(&results, a, b), of(4, 2).into());
        let (expected, turned) = (MeanValue { fish: 125, tiles: -50 }, MeanValue { fish: -125, tiles: 50 });
        assert_eq!(of_player(&GameValue::Expected(expected), b, a), turned);
    }
}
