//! Player and exact solver of the cooperative game.

use floe_flip::{Flip, FlipMove, FlipPolicy, FlipResults, FlipSolver};
use floe_game::{Game, Interval, POINT, Score};
use floe_search::{Eval, Expectimax, Limits, Line, Mean, TreeOptions, TreeSearch};

use super::playouts::{
    Plan, PlayoutSettings, Round, ThumbPlayouts, compare, turn_from, whole_turn,
};
use crate::engine_game::{EngineGame, GamePlayer, PlayerSettings};
use crate::player::{PlayerRandom, choose, run, unproven};
use crate::solve::request::{SolveRequest, SolveResult};
use crate::{
    Analysis, AnalysisError, AnalysisLine, AnalysisProgress, AnyMove, Forecast, GameValue,
    KnownGame, Method, Observer, SearchParameter,
};

/// Nodes of the exact solver a millisecond.
const NODES_PER_MILLISECOND: u64 = 500;
/// Maximum number of nodes of the exact solver in a move, whose table then takes about 50 MiB.
const MAX_NODES: u64 = 1_000_000;
/// Bytes that a value takes in the table of the exact solver.
const BYTES: usize = 48;

/// Player of the cooperative game.
#[derive(Debug)]
pub(super) struct FlipPlayer {
    settings: PlayerSettings,
    random: PlayerRandom,
}

impl FlipPlayer {
    pub(super) fn new(settings: PlayerSettings) -> FlipPlayer {
        FlipPlayer {
            random: PlayerRandom::new(settings.seed),
            settings,
        }
    }

    /// Chooses by a rule that looks at this turn only.
    fn by_policy(&self, flip: &Flip, policy: FlipPolicy) -> Analysis<FlipMove> {
        let line = |mv| {
            Flip::line(
                vec![flip.score(flip.last_turn())],
                false,
                whole_turn(flip, &[mv]),
            )
        };
        Analysis::new(
            policy.choose(flip).map(line).into_iter().collect(),
            flip.result(),
            1,
            1,
        )
    }

    fn at_random(&mut self, flip: &Flip) -> Analysis<FlipMove> {
        let mv = choose(flip, |_| 0, &mut self.random.choices);
        let line = |mv| Flip::line(vec![flip.score(flip.last_turn())], false, vec![mv]);
        Analysis::new(mv.map(line).into_iter().collect(), flip.result(), 0, 1)
    }

    fn uct(&mut self, flip: &Flip, limits: &Limits<'_>) -> Analysis<FlipMove> {
        let options = self.settings.options;
        let tree = TreeOptions {
            seed: self.random.next_seed(),
            mebibytes: options.hash_mebibytes,
            threads: options.threads,
            ..self.settings.parameters.uct()
        };
        let mut search = TreeSearch::with_leaf(ThumbPlayouts, tree);
        run(
            flip,
            options.lines,
            |line: &_| unproven(flip, line),
            &mut |_| (),
            |_| search.search(flip, limits, |_| ()),
        )
    }

    fn expectimax(
        &mut self,
        flip: &Flip,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Analysis<FlipMove> {
        let options = self.settings.options;
        let line = |line: &Line<FlipMove, Mean>| {
            let score = line.value.score.round() as Score;
            let value = GameValue::left(-line.value.score / f64::from(POINT));
            AnalysisLine {
                value,
                scores: vec![score],
                exact: line.exact,
                visits: None,
                moves: line.moves.clone(),
            }
        };
        let mut search = Expectimax::new(ThumbEval, options);
        run(flip, options.lines, line, observer, |progress| {
            search.search(flip, limits, progress)
        })
    }

    /// Asks the exact solver where few cards are still to come; else compares whole turns by
    /// playouts.
    fn by_plans(
        &mut self,
        flip: &Flip,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Analysis<FlipMove> {
        let parameters = &self.settings.parameters;
        let is_late =
            flip.pile().len() <= parameters.value(SearchParameter::FlipSolvedCards) as usize;
        if is_late && !limits.are_reached() {
            let in_time = limits
                .usual_time()
                .map(|time| time.as_millis() as u64 / 2 * NODES_PER_MILLISECOND);
            let most = in_time
                .into_iter()
                .chain(limits.nodes)
                .fold(MAX_NODES, u64::min);
            let is_stopped = || limits.are_reached();
            let room = room(self.settings.options.hash_mebibytes);
            let mut solver = FlipSolver::new(most).with_room(room).with_stop(&is_stopped);
            if let Some(choices) = solver.choices(flip) {
                return self.solved(flip, &mut solver, choices);
            }
        }
        let options = self.settings.options;
        let turns = parameters.value(SearchParameter::FlipTurns) as usize;
        let settings = PlayoutSettings {
            seed: self.random.next_seed(),
            threads: options.threads,
            lines: options.lines,
            turns,
        };
        let lines = options.lines;
        let mut next = 1;
        let (plans, playouts) = compare(flip, limits, settings, |round: &Round<'_>| {
            if round.playouts >= next {
                next = 2 * round.playouts;
                observer(&AnalysisProgress {
                    depth: 1,
                    elapsed: limits.start.elapsed(),
                    hash_full: 0,
                    so_far: &|| {
                        analysis_of(flip, round.plans, lines, round.playouts)
                            .map_lines(|moves| AnyMove::line(flip, moves))
                    },
                });
            }
        });
        analysis_of(flip, &plans, lines, playouts)
    }

    /// Analysis with the exact values of all choices, and the exact results unless the time ends
    /// before.
    fn solved(
        &self,
        flip: &Flip,
        solver: &mut FlipSolver<'_>,
        choices: Vec<(FlipMove, f64)>,
    ) -> Analysis<FlipMove> {
        let mut lines = Vec::new();
        let nodes = solver.nodes();
        // The values are known; the play that they stand for has nodes of its own.
        solver.extend(MAX_NODES);
        for (mv, left) in best_first(choices)
            .into_iter()
            .take(self.settings.options.lines)
        {
            lines.push(line_of(left, true, exact_turn(flip, mv, solver)));
        }
        let forecast = solver
            .results(flip)
            .map(|FlipResults { left, lost }| Forecast {
                playouts: None,
                lost,
                left,
            });
        Analysis {
            forecast,
            ..Analysis::new(lines, flip.result(), 1, nodes)
        }
    }
}

/// Number of values in a table of the exact solver of this size.
fn room(mebibytes: usize) -> usize {
    (mebibytes << 20) / BYTES
}

/// Choices with their values, the fewest animals left first.
fn best_first(mut choices: Vec<(FlipMove, f64)>) -> Vec<(FlipMove, f64)> {
    choices.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    choices
}

/// Best play from a choice to the end of the turn, with the most likely outcomes.
fn exact_turn(flip: &Flip, choice: FlipMove, solver: &mut FlipSolver<'_>) -> Vec<FlipMove> {
    turn_from(flip, &[choice], |after| {
        solver.best(after).map(|(choice, _)| choice)
    })
}

/// Line of a turn after which this number of animals is expected to be left.
fn line_of(left: f64, exact: bool, moves: Vec<FlipMove>) -> AnalysisLine<FlipMove> {
    let score = -(left * f64::from(POINT)).round() as Score;
    AnalysisLine {
        value: GameValue::left(left),
        scores: vec![score],
        exact,
        visits: None,
        moves,
    }
}

fn analysis_of(flip: &Flip, plans: &[Plan], lines: usize, playouts: u64) -> Analysis<FlipMove> {
    let plans = &plans[..plans.len().min(lines)];
    let line = |plan: &Plan| line_of(plan.tally.mean(), false, whole_turn(flip, &plan.moves));
    let forecast = plans.first().map(|plan| plan.tally.forecast());
    let analysis = Analysis::new(plans.iter().map(line).collect(), flip.result(), 1, playouts);
    Analysis {
        forecast,
        ..analysis
    }
}

impl GamePlayer<Flip> for FlipPlayer {
    fn new_game(&mut self, seed: u64) {
        self.random = PlayerRandom::new(seed);
    }

    fn analyze(
        &mut self,
        flip: &Flip,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Result<Analysis<FlipMove>, AnalysisError> {
        let method = self.settings.method;
        if let Some(need) = method.unmet_need(flip.rules(), 1) {
            return Err(AnalysisError::Unsuitable {
                method,
                need,
                players: flip.players(),
                rules: flip.rules(),
            });
        }
        if flip.is_over() {
            return Ok(Analysis::new(Vec::new(), flip.result(), 0, 0));
        }
        Ok(match method {
            Method::Random => self.at_random(flip),
            Method::Greedy => self.by_policy(flip, FlipPolicy::Greedy),
            Method::Thumb => self.by_policy(flip, FlipPolicy::Thumb),
            Method::Uct => self.uct(flip, limits),
            Method::Expectimax => self.expectimax(flip, limits, observer),
            _ => self.by_plans(flip, limits, observer),
        })
    }
}

/// Static evaluation by the rules of thumb.
#[derive(Clone, Copy, Debug)]
struct ThumbEval;

impl Eval<Flip> for ThumbEval {
    /// Score of the table, if every card of the pile is freed: the net by the rules of thumb.
    fn evaluate(&self, flip: &Flip) -> Score {
        FlipPolicy::Thumb.evaluate(flip.net())
    }

    fn move_score(&self, flip: &Flip, mv: FlipMove) -> Score {
        FlipPolicy::Thumb.value(flip, mv)
    }
}

/// Proves the expected number of animals left, and that of all choices on request.
pub(super) fn prove(flip: &Flip, request: &SolveRequest<'_>) -> SolveResult<FlipMove> {
    let is_stopped = || request.limits.are_reached();
    let limit = request.limits.nodes.unwrap_or(u64::MAX);
    let mut solver = FlipSolver::new(limit)
        .with_room(room(request.hash_mebibytes))
        .with_stop(&is_stopped);
    let choices = if request.all {
        solver.choices(flip)
    } else {
        solver.best(flip).map(|best| vec![best])
    };
    let Some(choices) = choices else {
        let bounds = Interval::new(
            GameValue::left(flip.animals_left() as f64),
            GameValue::left(0.0),
        );
        return SolveResult {
            bounds,
            line: Vec::new(),
            moves: Vec::new(),
            nodes: solver.nodes(),
            mixed: None,
        };
    };
    let choices = best_first(choices);
    let (best, least) = choices[0];
    let moves = choices
        .into_iter()
        .map(|(mv, left)| (mv, Interval::exact(GameValue::left(left))));
    SolveResult {
        bounds: Interval::exact(GameValue::left(least)),
        line: exact_turn(flip, best, &mut solver),
        moves: moves.collect(),
        nodes: solver.nodes(),
        mixed: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluation, SearchParameters};

    /// Also where the solver had just enough nodes for the value.
    #[test]
    fn forecasts_of_exact_values_have_their_mean() {
        let flip: Flip = "flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c - last=2"
            .parse()
            .unwrap();
        let mut exact = 0;
        for nodes in (1..14).map(|power| 1 << power) {
            let settings = PlayerSettings {
                method: Method::Default,
                options: floe_search::Options::default(),
                parameters: SearchParameters::default(),
                evaluation: Evaluation::default(),
                seed: 1,
            };
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let analysis = FlipPlayer::new(settings)
                .analyze(&flip, &limits, &mut |_| ())
                .unwrap();
            let forecast = analysis.forecast.unwrap();
            assert!(
                (0.0..=1.0).contains(&forecast.lost),
                "{nodes} nodes: {forecast:?}"
            );
            if analysis.exact {
                exact += 1;
                let mean = forecast
                    .left
                    .iter()
                    .map(|(&left, share)| left as f64 * share)
                    .sum();
                assert_eq!(
                    (analysis.value, forecast.error()),
                    (GameValue::left(mean), 0.0),
                    "{nodes} nodes"
                );
            }
        }
        assert!(exact > 0);
    }
}
