use std::time::Instant;

use floe_arena::contestant::{Choice, Contestant, Fault, Past};
use floe_arena::record::Search;
use floe_engine::{Analysis, AnalysisError, Clock, Engine, EngineSpec, Method, Outcome};
use floe_fish::{AnyPosition, Position};
use floe_game::{Game, Player};
use floe_search::Limits;
use floe_variants::{Hidden, Risk, Variant};

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
    /// The limits for a move, with a share of the clock where there is one; told are the free tiles, the players and who is to move.
    fn limits<G: Game>(
        &self,
        past: &Past<'_, G>,
        start: Instant,
        (free, players, mover): (u32, usize, Player),
    ) -> Limits<'static> {
        let limits = Limits { start, ..self.limits };
        match past.clocks {
            Some(clocks) => {
                Clock { left: clocks.left(mover), increment: clocks.increment() }.limit(limits, free, players)
            }
            None => limits,
        }
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
        let (free, mover) = (game.free().len(), game.last_turn());
        let limits = self.limits(&past, start, (free, N, mover));
        let found = self.engine.analyze(&AnyPosition::from(*game), &limits, |_| ());
        self.choice(found, start, past.clocks.is_some())
    }
}

impl Contestant<Variant> for House {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.engine.new_game(seed ^ self.seed);
        Ok(())
    }

    fn choose(&mut self, game: &Variant, past: Past<'_, Variant>) -> Result<Choice<floe_variants::Move>, Fault> {
        let start = Instant::now();
        let limits = self.limits(&past, start, (game.free().len(), game.players(), game.last_turn()));
        let found = self.engine.analyze_variant(game, &limits, |_| ());
        self.choice(found, start, past.clocks.is_some())
    }
}

/// It is given what everybody knows, for a position with hidden whales says no more.
impl Contestant<Hidden> for House {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.engine.new_game(seed ^ self.seed);
        Ok(())
    }

    fn choose(&mut self, game: &Hidden, past: Past<'_, Hidden>) -> Result<Choice<Risk>, Fault> {
        let start = Instant::now();
        let limits = self.limits(&past, start, (game.free().len(), game.players(), game.last_turn()));
        let found = self.engine.analyze_hidden(game, &limits, |_| ());
        self.choice(found, start, past.clocks.is_some())
    }
}
