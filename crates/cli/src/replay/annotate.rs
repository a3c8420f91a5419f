use anyhow::Result;
use floe_engine::{Analysis, AnyGame, Engine, EngineSpec, GameValue, with_game};
use floe_game::{Chance, Notated, Player};
use serde::Serialize;

use crate::files::evaluation_of;
use crate::problem;
use crate::words::View;
use crate::worth::{Number, Pair};

/// From so many fish on a loss is a blunder.
const BLUNDER: Number = Number::whole(5);

/// From so many fish on a loss is a mistake; one fish may be an error of the engine.
const MISTAKE: Number = Number::whole(2);

/// What an engine says of a move that has been made. All values are those of the player who moved.
#[derive(Clone, Serialize)]
pub(crate) struct Annotation {
    /// What the position was worth before the move, and after it: the final difference with two players, with more the
    /// player's own final result.
    ///
    /// Where it is not proven, `before` is what the best move would have led to, judged in just the same way as `after`: guesses
    /// from positions that are a ply apart are not to be compared, for they lean to whoever moved last.
    ///
    /// Where chance has a say `after` is what could be expected of the choice: luck is not blamed on anybody.
    pub(crate) before: Judged,
    pub(crate) after: Judged,
    /// After less before.
    pub(crate) swing: Pair,
    /// What the engine would have done.
    pub(crate) best: Option<String>,
    pub(crate) mark: Option<Mark>,
}

/// A value, and whether it is proven.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Judged {
    #[serde(flatten)]
    pub(crate) value: Pair,
    pub(crate) exact: bool,
}

/// How bad a move is that is not the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mark {
    /// It is proven that something has been lost, if only tiles.
    Inaccuracy,
    /// Two fish or more are lost.
    Mistake,
    /// Five fish or more are lost, or, and that is proven, the game.
    Blunder,
}

/// An engine that judges the positions of a game one after the other.
pub(crate) struct Annotator {
    engine: Engine,
    spec: EngineSpec,
    last: Position,
}

/// A position that has been judged.
struct Position {
    position: AnyGame,
    analysis: Analysis<String>,
}

impl Annotator {
    /// Judges the first position.
    ///
    /// # Errors
    /// When the engine is not for this number of players, or there is no memory for its table.
    pub(crate) fn new(spec: &EngineSpec, position: &AnyGame) -> Result<Annotator> {
        let evaluation = evaluation_of(spec)?;
        let mut engine = Engine::from_spec(spec, evaluation);
        let last = Position { position: *position, analysis: judge(&mut engine, spec, position)? };
        Ok(Annotator { engine, spec: spec.clone(), last })
    }

    /// Judges the move that has led to this position.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub(crate) fn next(&mut self, mv: &str, position: &AnyGame) -> Result<Annotation> {
        let now = Position { position: *position, analysis: judge(&mut self.engine, &self.spec, position)? };
        let then = std::mem::replace(&mut self.last, now);
        let mover = then.turn();
        let best = then.analysis.lines.first().and_then(|line| line.moves.first()).cloned();
        let choice = choice_of(&then.position, mv);
        let after = match then.position {
            AnyGame::Hidden(_) => self.after(&then.position, choice, mover)?,
            _ => self.last.judged(mover),
        };
        let is_best = best.as_deref() == Some(choice);
        let before = match best.as_deref() {
            Some(best) if !then.analysis.exact && !is_best => self.after(&then.position, best, mover)?,
            Some(_) if !then.analysis.exact => after,
            _ => then.judged(mover),
        };
        let mark =
            if is_best { None } else { mark(before, after, matches!(then.analysis.value, GameValue::Margin(_))) };
        let swing = after.value.minus(before.value);
        Ok(Annotation { before, after, swing, best, mark })
    }

    /// Judges the positions after a choice, whatever comes of it.
    fn after(&mut self, position: &AnyGame, choice: &str, mover: Player) -> Result<Judged> {
        let (mut values, mut exact) = (Vec::new(), true);
        for (mv, probability) in outcomes(position, choice)? {
            let mut position = *position;
            position.play(&mv).map_err(anyhow::Error::msg)?;
            let analysis = judge(&mut self.engine, &self.spec, &position)?;
            let judged = Position { position, analysis }.judged(mover);
            exact &= judged.exact;
            values.push((judged.value, probability));
        }
        Ok(Judged { value: Pair::mean(&values), exact })
    }

    /// What the last position is worth, and for whom.
    pub(crate) fn last(&self) -> (View, &Analysis<String>) {
        (View::of(&self.last.position), &self.last.analysis)
    }
}

impl Position {
    /// Whose value a difference is.
    fn turn(&self) -> Player {
        with_game!(&self.position, position => position.last_turn())
    }

    /// What it is worth for a player.
    fn judged(&self, player: Player) -> Judged {
        Judged { value: of_player(&self.analysis.value, self.turn(), player), exact: self.analysis.exact }
    }
}

fn judge(engine: &mut Engine, spec: &EngineSpec, position: &AnyGame) -> Result<Analysis<String>> {
    // The clock of limits runs from the moment in which they are made.
    engine.analyze_any(position, &spec.limits(), |_| ()).map_err(problem::of_analysis)
}

/// What an outcome is worth for one player; `turn` is whose value a difference is.
fn of_player(outcome: &GameValue, turn: Player, player: Player) -> Pair {
    // Of two sides, players or teams, every second player is on the same.
    let is_same_side = (turn.index() ^ player.index()) & 1 == 0;
    let margin = |value: Pair| if is_same_side { value } else { value.turned() };
    match outcome {
        GameValue::Margin(value) => margin(value.into()),
        GameValue::Expected(value) => margin(value.into()),
        GameValue::Results(results) => (&results[player.index()]).into(),
        GameValue::AllExpected(results) => (&results[player.index()]).into(),
    }
}

/// What of a move was the player's choice.
fn choice_of<'a>(position: &AnyGame, mv: &'a str) -> &'a str {
    if matches!(position, AnyGame::Hidden(_)) { mv.split(',').next().unwrap_or(mv) } else { mv }
}

/// All that can come of a choice, as it is written, and how likely it is.
fn outcomes(position: &AnyGame, choice: &str) -> Result<Vec<(String, f64)>> {
    let AnyGame::Hidden(position) = position else { return Ok(vec![(choice.to_owned(), 1.0)]) };
    let mut outcomes = Vec::new();
    let choice = position.find_choice(choice).map_err(anyhow::Error::msg)?;
    position.for_each_outcome(choice, |mv, probability| outcomes.push((position.move_text(mv), probability)));
    Ok(outcomes)
}

/// How bad a move is; the sign of a value says who wins where it `is_margin`.
fn mark(before: Judged, after: Judged, is_margin: bool) -> Option<Mark> {
    let is_proven = before.exact && after.exact;
    let (before, after) = (before.value, after.value);
    let winner = |value: Pair| value.cmp(&Pair::default());
    match before.fish - after.fish {
        lost if lost >= BLUNDER => Some(Mark::Blunder),
        _ if is_proven && is_margin && winner(after) < winner(before) => Some(Mark::Blunder),
        lost if lost >= MISTAKE => Some(Mark::Mistake),
        _ if is_proven && after < before => Some(Mark::Inaccuracy),
        _ => None,
    }
}

impl Mark {
    /// As it stands behind a move.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

#[cfg(test)]
mod tests {
    use floe_engine::MeanValue;
    use floe_fish::Value;

    use super::*;

    fn of(fish: i32, tiles: i32) -> Value {
        Value { fish, tiles }
    }

    fn mark_of(before: Value, after: Value, exact: bool, is_margin: bool) -> Option<Mark> {
        let judged = |value: Value| Judged { value: (&value).into(), exact };
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
        assert!(of_player(&GameValue::Margin(of(3, -1)), a, a) == (&of(3, -1)).into());
        assert!(of_player(&GameValue::Margin(of(3, -1)), b, a) == (&of(-3, 1)).into());
        assert!(of_player(&results, a, b) == (&of(4, 2)).into());
        let (expected, turned) = (MeanValue { fish: 125, tiles: -50 }, MeanValue { fish: -125, tiles: 50 });
        assert!(of_player(&GameValue::Expected(expected), b, a) == (&turned).into());
    }
}
