//! Parts of the experiments that measure players: a player with its limits, and means with their
//! errors.

use floe_engine::{Analysis, Engine, EngineGame, EngineSpec, Evaluation};
use floe_search::Limits;

/// Result of an experiment.
pub(crate) type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// Engine with its limits.
pub(crate) struct Seat {
    pub(crate) engine: Engine,
    limits: Limits<'static>,
}

impl Seat {
    /// Reads an engine such as `default:nodes=1000`.
    pub(crate) fn new(text: &str) -> Fallible<Seat> {
        let spec: EngineSpec = text.parse()?;
        Ok(Seat {
            engine: Engine::from_spec(&spec, Evaluation::default()),
            limits: spec.limits(),
        })
    }

    /// Searches from the view of the player to move, to which `moves` led from `start`.
    pub(crate) fn analysis<G: EngineGame>(
        &mut self,
        start: &G,
        moves: &[G::Move],
        position: &G,
    ) -> Fallible<Analysis<G::Move>> {
        Ok(self
            .engine
            .analyze_after(start, moves, position, &self.limits.from_now(), |_| ())?)
    }
}

/// Mean and its standard error.
pub(crate) fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / (count - 1.0);
    (mean, (variance / count).sqrt())
}
