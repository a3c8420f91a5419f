use std::time::Instant;

use floe_arena::contestant::{Choice, Contestant, Fault, Past};
use floe_arena::record::Search;
use floe_engine::{Analysis, Clock, Engine, EngineSpec, Method, Outcome};
use floe_fish::{AnyPosition, Position};
use floe_search::Limits;

/// An engine of this program, as a player in a match.
pub(super) struct House {
    engine: Engine,
    limits: Limits<'static>,
    /// What is mixed into the seed of every game.
    seed: u64,
    /// Whether it says something of its moves.
    searches: bool,
    timed: bool,
}

impl House {
    pub(super) fn new(spec: &EngineSpec) -> House {
        let (engine, limits) = Engine::from_spec(spec);
        House {
            engine,
            limits,
            seed: spec.seed.unwrap_or(0),
            searches: !matches!(spec.method, Method::Greedy | Method::Random),
            timed: spec.time.is_some(),
        }
    }

    /// `timed`: whether the time it took is told, which no two runs share.
    fn search(&self, analysis: &Analysis, start: Instant, timed: bool) -> Search {
        if !self.searches {
            return Search::default();
        }
        Search {
            value: Some(match &analysis.outcome {
                Outcome::Margin(value) => value.to_string(),
                Outcome::Results(values) => values.iter().map(|value| value.plain()).collect::<Vec<_>>().join("/"),
            }),
            depth: Some(analysis.depth),
            nodes: Some(analysis.nodes),
            milliseconds: timed.then(|| (start.elapsed().as_secs_f64() * 1e6).round() / 1e3),
        }
    }
}

impl<const N: usize> Contestant<Position<N>> for House
where
    AnyPosition: From<Position<N>>,
{
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.engine.new_game(seed ^ self.seed);
        Ok(())
    }

    fn choose(&mut self, game: &Position<N>, past: Past<'_, Position<N>>) -> Result<Choice<floe_fish::Move>, Fault> {
        let start = Instant::now();
        let position = AnyPosition::from(*game);
        let mut limits = Limits { start, ..self.limits };
        if let Some(clocks) = past.clocks {
            let clock = Clock { left: clocks.left(game.last_turn()), increment: clocks.increment() };
            limits = clock.limit(limits, &position);
        }
        let analysis = self.engine.analyze(&position, &limits, |_| ());
        let analysis = analysis.map_err(|error| Fault::Crashed(error.to_string()))?;
        let best = analysis.lines.first().ok_or_else(|| Fault::Crashed("it has found no move".to_owned()))?;
        Ok(Choice { mv: best.moves[0], search: self.search(&analysis, start, self.timed || past.clocks.is_some()) })
    }
}
