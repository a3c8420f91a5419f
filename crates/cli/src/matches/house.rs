use std::time::Instant;

use floe_arena::contestant::{Choice, Contestant, Past};
use floe_arena::fault::Fault;
use floe_arena::record::Search;
use floe_engine::{Analysis, AnalysisError, Clock, Engine, EngineSpec, Evaluation, Method, Outcome};
use floe_search::Limits;

use crate::set_up::Playable;

/// An engine of this program, as a player in a match.
pub(crate) struct House {
    engine: Engine,
    limits: Limits<'static>,
    /// What is mixed into the seed of every game.
    seed: u64,
    /// Whether it says something of its moves.
    searches: bool,
    timed: bool,
}

impl House {
    pub(super) fn new(spec: &EngineSpec, evaluation: Evaluation) -> House {
        House {
            engine: Engine::from_spec(spec, evaluation),
            limits: spec.limits(),
            seed: spec.seed.unwrap_or(0),
            searches: !matches!(spec.method, Method::Greedy | Method::Random),
            timed: spec.time.is_some(),
        }
    }

    /// `timed`: whether the time it took is told, which no two runs share.
    fn search<M>(&self, analysis: &Analysis<M>, start: Instant, timed: bool) -> Search {
        if !self.searches {
            return Search::default();
        }
        Search {
            value: Some(match &analysis.outcome {
                Outcome::Margin(value) => value.to_string(),
                Outcome::Results(values) => values.iter().map(|value| value.plain()).collect::<Vec<_>>().join("/"),
                Outcome::Expected(value) => value.to_string(),
                Outcome::AllExpected(values) => values.iter().map(|value| value.plain()).collect::<Vec<_>>().join("/"),
            }),
            depth: Some(analysis.depth),
            nodes: Some(analysis.nodes),
            milliseconds: timed.then(|| (start.elapsed().as_secs_f64() * 1e6).round() / 1e3),
        }
    }
}

impl House {
    /// The limits for a move, with a share of the clock where there is one.
    fn limits<G: Playable>(&self, game: &G, past: &Past<'_, G>, start: Instant) -> Limits<'static> {
        let limits = Limits { start, ..self.limits };
        let Some(clocks) = past.clocks else { return limits };
        let clock = Clock { left: clocks.left(game.last_turn()), increment: clocks.increment() };
        clock.limit(limits, game.free_tiles(), game.players())
    }

    fn choice<M: Copy>(
        &self,
        found: Result<Analysis<M>, AnalysisError>,
        start: Instant,
        on_clock: bool,
    ) -> Result<Choice<M>, Fault> {
        let analysis = found.map_err(|error| Fault::Crashed(error.to_string()))?;
        let best = analysis.lines.first().ok_or_else(|| Fault::Crashed("it has found no move".to_owned()))?;
        Ok(Choice { mv: best.moves[0], search: self.search(&analysis, start, self.timed || on_clock) })
    }
}

/// It is given what everybody knows: a position with hidden whales says no more.
impl<G: Playable> Contestant<G> for House {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.engine.new_game(seed ^ self.seed);
        Ok(())
    }

    fn choose(&mut self, game: &G, past: Past<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let start = Instant::now();
        let limits = self.limits(game, &past, start);
        let found = game.analysis(&mut self.engine, &limits);
        self.choice(found, start, past.clocks.is_some())
    }
}
