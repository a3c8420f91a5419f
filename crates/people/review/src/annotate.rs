//! Engine annotations of the moves of a game.

use std::sync::atomic::AtomicBool;

use floe_engine::{
    Analysis, AnalysisError, AnyGame, AnyMove, Engine, EngineSpec, Evaluation, GameLine, GameValue,
    MeanValue, Units,
};
use floe_game::Player;
use floe_presentation::Seen;
use floe_search::Limits;

use super::accuracy::accuracy;
use super::mark::{Mark, ReviewedValue};

/// Number of worlds in which a choice is judged whose player does not know all.
const WORLDS: usize = 8;

/// Number of outcomes of a choice that are searched with the whole limits of a position; more share
/// the limits of this number.
const WHOLE: usize = 4;

/// Number by which the nodes of a search are multiplied where the mark of a move is close to
/// another one.
const DEEPER: u64 = 4;

/// Number of such searches, each deeper than the one before; another follows only if the mark has
/// changed.
const DEEPENINGS: u32 = 2;

/// Judgement of an engine on a move of a game. All values are those of the player who moved.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// Value of the position before the move: between two sides the final margin of the side of the
    /// player who moved, with more the final result of that player, and where all play together
    /// minus the animals left.
    ///
    /// Unless it is proved, it is the value after the best move, judged as `after` is: evaluations
    /// a ply apart favour the side that moved last.
    pub before: ReviewedValue,
    /// Value of the position after the move, in the unit and view of `before`. In games with chance
    /// it is the mean over the outcomes of the choice, and where tiles are hidden over worlds that
    /// the player could not distinguish.
    pub after: ReviewedValue,
    /// Move that the engine prefers in the position before the move, in notation; `None` if it
    /// names none.
    pub best: Option<String>,
    /// Line of the engine that begins with `best`, in notation, up to the first move whose outcome
    /// is left to chance.
    pub line: Vec<String>,
    /// Whole line of the engine that begins with `best`, in notation, choices without their outcome
    /// included.
    pub choices: Vec<String>,
    /// Mark of a bad move; `None` if the move is not bad.
    pub mark: Option<Mark>,
    /// Reasons for `best`, in sentences; none for a move that is not bad.
    pub reasons: Vec<String>,
    /// Whether the player had no other move, which says nothing about its play.
    pub is_forced: bool,
}

impl Annotation {
    /// Whether the values before and after the move are both proved.
    pub fn is_exact(&self) -> bool {
        self.before.exact && self.after.exact
    }

    /// Loss of the move, in 1/100 of the first unit that counts (fish on a floe); 0 for a move that
    /// is at least as good as the best move.
    pub fn loss(&self) -> i32 {
        (self.before.value.points - self.after.value.points).max(0)
    }

    /// Accuracy of the move in percent, by the formula of lichess; `None` where the probabilities
    /// of winning are not known.
    pub fn accuracy(&self) -> Option<f64> {
        Some(accuracy(
            self.before.win_probability?,
            self.after.win_probability?,
        ))
    }

    /// The move and its value in a sentence: `c5-d4 is a mistake, proved: B +3 in place of A +1.`;
    /// where the tie-break alone is lost, `c5-d4 is an inaccuracy, proved: A +4, worse in tiles
    /// alone.` `position` is the position before the move, `mv` the move in notation or in words.
    pub fn in_words(&self, position: &AnyGame, mv: &str) -> String {
        let [before, after] = [&self.before, &self.after].map(|reviewed| reviewed.tag(position));
        let left = if position.rules().units() == Units::Animals {
            " animals left"
        } else {
            ""
        };
        let is_tie_break = before == after;
        let after = after + left;
        let Some(mark) = self.mark else {
            return format!("{mv}: {after}.");
        };
        let proved = if self.is_exact() { ", proved" } else { "" };
        let compared = match position.rules().units() {
            Units::Fish if is_tie_break => format!("{after}, worse in tiles alone"),
            Units::Penguins if is_tie_break => format!("{after}, worse in fish alone"),
            _ => format!("{after} in place of {before}"),
        };
        format!("{mv} is {}{proved}: {compared}.", mark.in_words())
    }
}

/// Engine that judges the moves of a game, one after the other. On one thread and with a limit of
/// nodes, annotations are the same on every machine. Where the loss of a move is close to the limit
/// of a mark, it compares the move with the best move again, with a multiple of the nodes.
#[derive(Debug)]
pub struct Annotator<'a> {
    engine: Engine,
    spec: EngineSpec,
    evaluation: Evaluation,
    stop: Option<&'a AtomicBool>,
    /// Game up to the position that was reached last: where tiles are hidden, players infer from
    /// it.
    line: GameLine,
    /// Position that was reached last, and the engine's analysis of it.
    pub last: (AnyGame, Analysis<AnyMove>),
}

impl<'a> Annotator<'a> {
    /// Begins the review of the moves that follow `line`, with an analysis of the position at its
    /// end.
    ///
    /// # Errors
    /// When the engine cannot play the game, or there is no memory for its table.
    pub fn new(
        spec: &EngineSpec,
        evaluation: Evaluation,
        line: &GameLine,
    ) -> Result<Annotator<'a>, AnalysisError> {
        Annotator::until(None, spec, evaluation, line)
    }

    /// Begins the review of a game, as [`new`](Self::new) does. Searches end soon after `stop` is
    /// set; the judgements that they lead to do not count.
    ///
    /// # Errors
    /// When the engine cannot play the game, or there is no memory for its table.
    pub fn until(
        stop: Option<&'a AtomicBool>,
        spec: &EngineSpec,
        evaluation: Evaluation,
        line: &GameLine,
    ) -> Result<Annotator<'a>, AnalysisError> {
        let mut engine = Engine::from_spec(spec, evaluation.clone());
        let limits = Limits {
            stop,
            ..spec.limits()
        };
        let analysis = engine.analyze_line(line, &limits, |_| ())?;
        let last = (*line.end(), analysis);
        Ok(Annotator {
            engine,
            spec: spec.clone(),
            evaluation,
            stop,
            line: line.clone(),
            last,
        })
    }

    /// Judges the next move of the game: a legal move from the position reached last.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn next(&mut self, mv: AnyMove) -> Result<Annotation, AnalysisError> {
        let position = *self.line.play_move(mv).after;
        let limits = Limits {
            stop: self.stop,
            ..self.spec.limits()
        };
        let analysis = self.engine.analyze_line(&self.line, &limits, |_| ())?;
        let (before, then) = std::mem::replace(&mut self.last, (position, analysis));
        let best = then
            .lines
            .first()
            .and_then(|line| line.moves.first())
            .copied();
        let choice = before.choice_in(mv);
        let after = match before.has_chance() {
            true => self.after(&before, choice, 1)?,
            false => value_for(before.last_turn(), &position, &self.last.1),
        };
        let other = best.filter(|&best| best != choice);
        let is_margin = matches!(then.value, GameValue::Margin(value) if !value.is_mean);
        let (value, after, mark) = match other {
            Some(best) => {
                let compared = Compared {
                    position: &before,
                    then: &then,
                    best,
                    choice,
                    is_margin,
                };
                self.mark(&compared, after)?
            }
            None if then.exact => (value_for(before.last_turn(), &before, &then), after, None),
            None => (after, after, None),
        };
        let line = then.lines.first().map_or(&[][..], |line| &line.moves);
        let reasons = mark.map_or(Vec::new(), |_| {
            Seen::whole(&before).reasons(line, &self.evaluation)
        });
        Ok(Annotation {
            before: value,
            after,
            best: best.map(|mv| before.move_text(mv)),
            line: playable(&before, line),
            choices: before.line_text(line),
            mark,
            reasons,
            is_forced: before.all_choices().len() == 1,
        })
    }

    /// Compares a move with the best one, deeper where its mark is close to another one. Returns
    /// the values before and after the move, and its mark; `after` is the value after the move that
    /// is known already.
    fn mark(
        &mut self,
        compared: &Compared<'_>,
        after: ReviewedValue,
    ) -> Result<(ReviewedValue, ReviewedValue, Option<Mark>), AnalysisError> {
        let is_margin = compared.is_margin;
        let mut after = after;
        let mut before = self.before(compared, 1)?;
        let mut mark = Mark::of(before, after, is_margin);
        for step in 1..=DEEPENINGS {
            if self.spec.nodes.is_none() || !Mark::is_close(before, after) {
                break;
            }
            let factor = DEEPER.pow(step);
            after = self.after(compared.position, compared.choice, factor)?;
            before = self.before(compared, factor)?;
            let shallow = std::mem::replace(&mut mark, Mark::of(before, after, is_margin));
            if mark == shallow {
                break;
            }
        }
        Ok((before, after, mark))
    }

    /// Value before a move: proved, or that after the best move.
    fn before(
        &mut self,
        compared: &Compared<'_>,
        factor: u64,
    ) -> Result<ReviewedValue, AnalysisError> {
        let Compared {
            position,
            then,
            best,
            ..
        } = *compared;
        if then.exact {
            return Ok(value_for(position.last_turn(), position, then));
        }
        self.after(position, best, factor)
    }

    /// The expected value after a choice for the player who makes it, as far as that player knows
    /// the position. `factor` multiplies the nodes of the engine.
    fn after(
        &mut self,
        position: &AnyGame,
        choice: AnyMove,
        factor: u64,
    ) -> Result<ReviewedValue, AnalysisError> {
        let player = position.last_turn();
        let outcomes = outcomes(position, choice);
        let limits = Limits {
            stop: self.stop,
            ..self.spec.limits()
        };
        let nodes = limits.nodes.map(|nodes| nodes.saturating_mul(factor));
        let limits = shared(Limits { nodes, ..limits }, outcomes.len());
        let mut values = Vec::new();
        let mut exact = true;
        let mut wins = Some(0.0);
        for (after, probability) in outcomes {
            let analysis = self
                .engine
                .analyze_any(&after, &limits.from_now(), |_| ())?;
            let value = value_for(player, &after, &analysis);
            exact &= value.exact;
            wins = wins
                .zip(value.win_probability)
                .map(|(sum, wins)| sum + probability * wins);
            values.push((value.value, probability));
        }
        let value = match values[..] {
            [(value, _)] if !position.has_chance() => value,
            _ => MeanValue::mean(&values),
        };
        Ok(ReviewedValue {
            value,
            exact,
            win_probability: wins,
        })
    }

    pub(super) fn analyze(&mut self, line: &GameLine) -> Result<Analysis<AnyMove>, AnalysisError> {
        let limits = Limits {
            stop: self.stop,
            ..self.spec.limits()
        };
        self.engine.analyze_line(line, &limits, |_| ())
    }

    pub(super) fn line(&self) -> &GameLine {
        &self.line
    }

    pub(super) fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }
}

struct Compared<'a> {
    position: &'a AnyGame,
    then: &'a Analysis<AnyMove>,
    best: AnyMove,
    choice: AnyMove,
    /// Whether values are margins, whose sign says who wins.
    is_margin: bool,
}

/// Notation of the moves of a line up to the first that is a choice without its outcome.
pub(super) fn playable(position: &AnyGame, moves: &[AnyMove]) -> Vec<String> {
    let mut line = GameLine::new(*position);
    for text in position.line_text(moves) {
        if line.play(&text).is_err() {
            break;
        }
    }
    line.notation()
}

/// Positions after a choice, with their probabilities: after every outcome, in every world drawn
/// where its player does not know all.
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
    Limits {
        nodes: limits.nodes.map(part),
        time: limits.time.map(part_of_time),
        ..limits
    }
}

fn value_for<M>(player: Player, position: &AnyGame, analysis: &Analysis<M>) -> ReviewedValue {
    // Games of cards and lakes know chances of some positions only, which says nothing of a move.
    let chances = position
        .rules()
        .floe()
        .and_then(|_| Seen::whole(position).chances(analysis));
    ReviewedValue {
        value: of_player(&analysis.value, position.last_turn(), player),
        exact: analysis.exact,
        win_probability: chances.map(|chances| chances[position.side_of(player)]),
    }
}

/// The value for one player, where a margin is that of the player `turn`.
pub(super) fn of_player(value: &GameValue, turn: Player, player: Player) -> MeanValue {
    // Of two sides, players or teams, every second player is on the same.
    let is_same_side = (turn.index() ^ player.index()) & 1 == 0;
    match value {
        GameValue::Margin(value) if !is_same_side => MeanValue::default() - *value,
        value => value.of_player(player.index()),
    }
}

#[cfg(test)]
mod tests {
    use floe_fish::Value;

    use super::*;

    fn of(fish: i32, tiles: i32) -> Value {
        Value { fish, tiles }
    }

    #[test]
    fn a_loss_of_tiles_alone_is_said() {
        let position: AnyGame =
            "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0"
                .parse()
                .unwrap();
        let proved = |fish, tiles| ReviewedValue {
            value: of(fish, tiles).into(),
            exact: true,
            win_probability: None,
        };
        let annotation = |after| Annotation {
            before: proved(4, 2),
            after,
            best: None,
            line: Vec::new(),
            choices: Vec::new(),
            mark: Some(Mark::Inaccuracy),
            reasons: Vec::new(),
            is_forced: false,
        };
        let words = |after| annotation(after).in_words(&position, "c5-d4");
        assert_eq!(
            words(proved(4, 1)),
            "c5-d4 is an inaccuracy, proved: A +4, worse in tiles alone."
        );
        assert_eq!(
            words(proved(3, 2)),
            "c5-d4 is an inaccuracy, proved: A +3 in place of A +4."
        );
    }

    #[test]
    fn values_are_those_of_the_mover() {
        let a = Player::new(0);
        let b = Player::new(1);
        let mean = |points, tie_break| MeanValue {
            points,
            tie_break,
            is_mean: true,
        };
        let results =
            GameValue::Results([of(3, 1), of(4, 2), of(5, 3)].map(MeanValue::from).to_vec());
        assert_eq!(
            of_player(&GameValue::Margin(of(3, -1).into()), a, a),
            of(3, -1).into()
        );
        assert_eq!(
            of_player(&GameValue::Margin(of(3, -1).into()), b, a),
            of(-3, 1).into()
        );
        assert_eq!(of_player(&results, a, b), of(4, 2).into());
        let expected = mean(125, -50);
        let turned = mean(-125, 50);
        assert_eq!(of_player(&GameValue::Margin(expected), b, a), turned);
    }
}
