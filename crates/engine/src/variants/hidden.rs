//! Engines for hidden whales: searches that know of chance.

use floe_game::{Chance, Game, Player, Score};
use floe_search::{Expectimax, Line, Mean, Payoffs, Puct, Report, TreeOptions, Uct, scores};
use floe_variants::{ChanceMove, Hidden};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::VariantTask;
use super::judged::{Foreseen, Foresight};
use crate::{Analysis, AnalysisError, AnalysisLine, AnalysisProgress, MeanValue, Method, Outcome};

type Listener<'a> = &'a mut (dyn FnMut(&AnalysisProgress<ChanceMove>) + Send);

/// What an engine remembers of the games with hidden whales that it has played.
#[derive(Default)]
pub(crate) struct HiddenSearches {
    expectimax: Option<Expectimax<Foresight>>,
}

impl HiddenSearches {
    pub(crate) fn clear(&mut self) {
        *self = HiddenSearches::default();
    }

    pub(crate) fn analyze(
        &mut self,
        position: &Hidden,
        task: &VariantTask<'_>,
        rng: &mut Xoshiro256PlusPlus,
        listener: Listener<'_>,
    ) -> Result<Analysis<ChanceMove>, AnalysisError> {
        let two = position.players() == 2;
        let wrong =
            |expected| Err(AnalysisError::Rules { engine: task.method.name(), expected, rules: position.rules() });
        match task.method {
            Method::Default | Method::Expectimax if two => Ok(self.expectimax(position, task, listener)),
            Method::Expectimax => wrong("is for two players"),
            Method::Default | Method::Mcts => Ok(tree(position, task, listener)),
            Method::AlphaBeta | Method::Paranoid | Method::BestReply | Method::MaxN => wrong("knows no chance"),
            Method::Uct => Ok(uct(position, task)),
            Method::Greedy | Method::Random => Ok(without_search(position, task, rng)),
        }
    }

    fn expectimax(
        &mut self,
        position: &Hidden,
        task: &VariantTask<'_>,
        listener: Listener<'_>,
    ) -> Analysis<ChanceMove> {
        let search = self.expectimax.get_or_insert_with(|| Expectimax::new(Foresight::default(), task.options));
        let read = |report: &Report<ChanceMove, Mean>| {
            analysis(report, position, |line| {
                let outcome = Outcome::Expected(MeanValue::of(line.value, line.exact));
                (outcome, vec![line.value.score.round() as Score])
            })
        };
        let report = search.search(position, task.limits, |progress| {
            let (elapsed, hash_full) = (progress.elapsed, progress.hash_full);
            listener(&AnalysisProgress { analysis: read(progress.report), elapsed, hash_full });
        });
        read(&report)
    }
}

fn tree(position: &Hidden, task: &VariantTask<'_>, listener: Listener<'_>) -> Analysis<ChanceMove> {
    let VariantTask { options, seed, .. } = *task;
    let (threads, mebibytes) = (options.threads, options.hash_mebibytes);
    let options = TreeOptions { threads, mebibytes, seed, ..TreeOptions::default() };
    let mut search = Puct::new(Foresight::default(), options);
    let read = |report: &Report<ChanceMove, Payoffs>| guessed(report, position, task.options.lines);
    let report = search.search(position, task.limits, |progress| {
        let (elapsed, hash_full) = (progress.elapsed, progress.hash_full);
        listener(&AnalysisProgress { analysis: read(progress.report), elapsed, hash_full });
    });
    read(&report)
}

fn uct(position: &Hidden, task: &VariantTask<'_>) -> Analysis<ChanceMove> {
    let (seed, mebibytes) = (task.seed, task.options.hash_mebibytes);
    let mut uct = Uct::new(TreeOptions { seed, mebibytes, ..TreeOptions::uct() });
    guessed(&uct.search(position, task.limits, |_| ()), position, task.options.lines)
}

/// The greedy player, who minds the risk, and the random one.
fn without_search(position: &Hidden, task: &VariantTask<'_>, rng: &mut Xoshiro256PlusPlus) -> Analysis<ChanceMove> {
    let gain = |risk: ChanceMove| if task.method == Method::Greedy { position.gain(risk) } else { 0 };
    let choices = position.choices();
    let most = choices.iter().map(|&risk| gain(risk)).max();
    let best: Vec<ChanceMove> = choices.into_iter().filter(|&risk| Some(gain(risk)) == most).collect();
    let chosen = (!best.is_empty()).then(|| best[rng.random_range(0..best.len())]);
    let line = |risk| Line { value: scores(position), exact: false, moves: vec![risk] };
    guessed(&Report { lines: chosen.map(line).into_iter().collect(), depth: 0, nodes: 1 }, position, 1)
}

/// Reads a report of which nothing is proven.
fn guessed(report: &Report<ChanceMove, Payoffs>, position: &Hidden, lines: usize) -> Analysis<ChanceMove> {
    let (mover, players) = (position.last_turn().index(), position.players());
    let mut analysis = analysis(report, position, |line| {
        let scores = match players {
            2 => vec![line.value[mover] - line.value[mover ^ 1]],
            _ => line.value[..players].to_vec(),
        };
        let means: Vec<MeanValue> = scores.iter().map(|&score| MeanValue::of_guess(score)).collect();
        (if players == 2 { Outcome::Expected(means[0]) } else { Outcome::AllExpected(means) }, scores)
    });
    analysis.lines.truncate(lines);
    analysis
}

fn analysis<V>(
    report: &Report<ChanceMove, V>,
    position: &Hidden,
    outcome: impl Fn(&Line<ChanceMove, V>) -> (Outcome, Vec<Score>),
) -> Analysis<ChanceMove> {
    let line = |line: &Line<ChanceMove, V>| {
        let (outcome, scores) = outcome(line);
        AnalysisLine { outcome, scores, exact: line.exact, moves: line.moves.clone() }
    };
    let lines: Vec<AnalysisLine<ChanceMove>> = report.lines.iter().map(line).collect();
    let first = lines.first();
    Analysis {
        outcome: first.map_or_else(|| result(position), |line| line.outcome.clone()),
        exact: first.is_none_or(|line| line.exact),
        depth: report.depth,
        nodes: report.nodes,
        lines,
    }
}

/// What everybody has, as the outcome of a finished game.
pub(super) fn result(position: &Hidden) -> Outcome {
    let mean = |player: Player| MeanValue::from(position.result(player));
    if position.players() == 2 {
        let (own, other) = (mean(position.last_turn()), mean(Player::new(position.last_turn().index() ^ 1)));
        return Outcome::Expected(MeanValue { fish: own.fish - other.fish, tiles: own.tiles - other.tiles });
    }
    Outcome::AllExpected(Player::first(position.players()).map(mean).collect())
}
