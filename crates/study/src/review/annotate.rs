//! Engine annotations of the moves of a game.

use floe_engine::{
    Analysis, AnalysisError, AnyGame, AnyMove, Engine, EngineSpec, Evaluation, GameLine, GameValue, MeanValue, Units,
};
use floe_game::Player;
use floe_search::Limits;
use schemars::JsonSchema;
use serde::Serialize;

/// Loss of a blunder, in 1/100 fish.
const BLUNDER: i32 = 500;

/// Loss of a mistake, in 1/100 fish: one fish may be an error of the engine.
const MISTAKE: i32 = 200;

/// Number of worlds in which a choice is judged whose player does not know all.
const WORLDS: usize = 8;

/// Number of outcomes of a choice that are searched with the whole limits of a position; more share the limits of this
/// number.
const WHOLE: usize = 4;

/// Judgement of an engine on a move of a game. All values are those of the player who moved.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// Value of the position before the move: between two sides the final margin of the side of the player who moved,
    /// with more the final result of that player, and where all play together minus the animals left.
    ///
    /// Unless it is proved, it is the value after the best move, judged in the way of `after`: evaluations a ply apart
    /// cannot be compared, for they favour the side that moved last.
    pub before: ReviewedValue,
    /// Value of the position after the move, in the unit and view of `before`. In games with chance it is the mean over
    /// the outcomes of the choice, and where tiles are hidden over worlds that the player could not distinguish.
    pub after: ReviewedValue,
    /// Move that the engine prefers in the position before the move, in notation; `None` if it names none.
    pub best: Option<String>,
    /// Line of the engine that begins with `best`, in notation, up to the first move whose outcome is left to chance.
    pub line: Vec<String>,
    /// Mark of a bad move; `None` if the move is not bad.
    pub mark: Option<Mark>,
}

impl Annotation {
    /// Whether the values before and after the move are both proved.
    pub fn is_exact(&self) -> bool {
        self.before.exact && self.after.exact
    }

    /// The move and its value in a sentence: `c5-d4 is a mistake, proved: -3 for A in place of +1.` `position` is that
    /// before the move, `mv` the notation of the move.
    pub fn in_words(&self, position: &AnyGame, mv: &str) -> String {
        let units = position.rules().units();
        let [before, after] =
            [&self.before, &self.after].map(|reviewed| units.label(reviewed.value, position.sides() == 2));
        let owner = match units {
            Units::Animals => " animals left".to_owned(),
            _ => format!(" for {}", position.last_turn()),
        };
        let after = after + &owner;
        let Some(mark) = self.mark else { return format!("{mv}: {after}.") };
        let proved = if self.is_exact() { ", proved" } else { "" };
        format!("{mv} is {}{proved}: {after} in place of {before}.", mark.in_words())
    }
}

/// Value of a position, proved or estimated.
#[derive(Clone, Copy, Debug)]
pub struct ReviewedValue {
    /// Value seen from the player who made the move under review; more is better.
    pub value: MeanValue,
    /// Whether the value is proved.
    pub exact: bool,
}

/// Mark of a bad move, by the size of its loss. Losses are in points of the player who moved, which are fish on a floe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// The move loses less than two points, or tiles only, and this is proved.
    Inaccuracy,
    /// The move loses at least two points and less than five.
    Mistake,
    /// The move loses at least five points, or gives away a win or a draw that was proved.
    Blunder,
}

impl Mark {
    /// The mark with its article: `a mistake`.
    fn in_words(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "an inaccuracy",
            Mark::Mistake => "a mistake",
            Mark::Blunder => "a blunder",
        }
    }

    /// Sign that follows the move in notation: `?!`, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// Engine that judges the moves of a game, one after the other.
#[derive(Debug)]
pub struct Annotator {
    engine: Engine,
    spec: EngineSpec,
    /// Position that was reached last, and the engine's analysis of it.
    pub last: (AnyGame, Analysis<AnyMove>),
}

impl Annotator {
    /// Begins the review of a game with an analysis of its first position.
    ///
    /// # Errors
    /// When the engine cannot play the game, or there is no memory for its table.
    pub fn new(spec: &EngineSpec, evaluation: Evaluation, position: &AnyGame) -> Result<Annotator, AnalysisError> {
        let mut engine = Engine::from_spec(spec, evaluation);
        let analysis = engine.analyze_any(position, &spec.limits(), |_| ())?;
        Ok(Annotator { engine, spec: spec.clone(), last: (*position, analysis) })
    }

    /// Judges the next move of the game: a legal move from the position reached last, which leads to `position`.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn next(&mut self, mv: AnyMove, position: &AnyGame) -> Result<Annotation, AnalysisError> {
        let analysis = self.engine.analyze_any(position, &self.spec.limits(), |_| ())?;
        let (before, then) = std::mem::replace(&mut self.last, (*position, analysis));
        let mover = before.last_turn();
        let best = then.lines.first().and_then(|line| line.moves.first()).copied();
        let choice = before.choice_in(mv);
        let after = match before.has_chance() {
            true => self.after(&before, choice)?,
            false => value_for(mover, position, &self.last.1),
        };
        let is_best = best == Some(choice);
        let value = match best {
            Some(best) if !then.exact && !is_best => self.after(&before, best)?,
            Some(_) if !then.exact => after,
            _ => value_for(mover, &before, &then),
        };
        let is_margin = matches!(then.value, GameValue::Margin(value) if !value.is_mean);
        let mark = if is_best { None } else { mark(value, after, is_margin) };
        let best = best.map(|mv| before.move_text(mv));
        let line = then.lines.first().map_or(Vec::new(), |line| playable(&before, &line.moves));
        Ok(Annotation { before: value, after, best, line, mark })
    }

    /// The expected value after a choice for the player who makes it, as far as that player knows the position.
    fn after(&mut self, position: &AnyGame, choice: AnyMove) -> Result<ReviewedValue, AnalysisError> {
        let player = position.last_turn();
        let outcomes = outcomes(position, choice);
        let limits = shared(self.spec.limits(), outcomes.len());
        let (mut values, mut exact) = (Vec::new(), true);
        for (after, probability) in outcomes {
            let analysis = self.engine.analyze_any(&after, &limits.from_now(), |_| ())?;
            let value = value_for(player, &after, &analysis);
            exact &= value.exact;
            values.push((value.value, probability));
        }
        Ok(ReviewedValue { value: MeanValue::mean(&values), exact })
    }
}

/// Notation of the moves of a line up to the first that is a choice without its outcome.
fn playable(position: &AnyGame, moves: &[AnyMove]) -> Vec<String> {
    let mut line = GameLine::new(*position);
    for text in position.line_text(moves) {
        if line.play(&text).is_err() {
            break;
        }
    }
    line.notation()
}

/// Positions after a choice, with their probabilities: after every outcome, in every world drawn where its player does
/// not know all.
fn outcomes(position: &AnyGame, choice: AnyMove) -> Vec<(AnyGame, f64)> {
    let worlds = position.worlds(position.last_turn(), WORLDS);
    let share = 1.0 / worlds.len() as f64;
    let mut outcomes = Vec::new();
    for world in worlds {
        let results = world.outcomes_of(choice).into_iter();
        outcomes.extend(results.map(|(mv, probability)| (world.after(mv), share * probability)));
    }
    outcomes
}

/// Limits of each of this number of searches, which share those of [`WHOLE`] if they are more.
fn shared(limits: Limits<'_>, searches: usize) -> Limits<'_> {
    if searches <= WHOLE {
        return limits;
    }
    let part = |whole: u64| (whole.saturating_mul(WHOLE as u64) / searches as u64).max(1);
    let part_of_time = |time: std::time::Duration| time * WHOLE as u32 / searches as u32;
    Limits { nodes: limits.nodes.map(part), time: limits.time.map(part_of_time), ..limits }
}

/// The value of a position for a player.
fn value_for<M>(player: Player, position: &AnyGame, analysis: &Analysis<M>) -> ReviewedValue {
    ReviewedValue { value: of_player(&analysis.value, position.last_turn(), player), exact: analysis.exact }
}

/// The value for one player, where a margin is that of the player `turn`.
fn of_player(value: &GameValue, turn: Player, player: Player) -> MeanValue {
    // Of two sides, players or teams, every second player is on the same.
    let is_same_side = (turn.index() ^ player.index()) & 1 == 0;
    match value {
        GameValue::Margin(value) if !is_same_side => MeanValue::default() - *value,
        value => value.of_player(player.index()),
    }
}

/// The mark of a move, `None` if it is not bad; where values are margins (`is_margin`) their sign says who wins.
fn mark(before: ReviewedValue, after: ReviewedValue, is_margin: bool) -> Option<Mark> {
    let is_proven = before.exact && after.exact;
    let before = before.value;
    let after = after.value;
    match before.points - after.points {
        lost if lost >= BLUNDER => Some(Mark::Blunder),
        _ if is_proven && is_margin && after.sign() < before.sign() => Some(Mark::Blunder),
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
        let a = Player::new(0);
        let b = Player::new(1);
        let mean = |points, tie_break| MeanValue { points, tie_break, is_mean: true };
        let results = GameValue::Results([of(3, 1), of(4, 2), of(5, 3)].map(MeanValue::from).to_vec());
        assert_eq!(of_player(&GameValue::Margin(of(3, -1).into()), a, a), of(3, -1).into());
        assert_eq!(of_player(&GameValue::Margin(of(3, -1).into()), b, a), of(-3, 1).into());
        assert_eq!(of_player(&results, a, b), of(4, 2).into());
        let expected = mean(125, -50);
        let turned = mean(-125, 50);
        assert_eq!(of_player(&GameValue::Margin(expected), b, a), turned);
    }
}
