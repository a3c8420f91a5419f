use std::time::Duration;

use floe_engine::{Analysis, AnalysisError, AnalysisProgress, AnyGame, Engine, EngineSpec, Evaluation};
use floe_search::MAX_DEPTH;
use floe_search::{Limits, Options};

use super::clock::limit_time;
use super::order::Go;
use crate::files::evaluation_of;
use crate::problem::Wrong;
use crate::resources::{MAX_THREADS, check_hash};

/// The engine, with the options it was made by.
pub(super) struct OwnEngine {
    spec: EngineSpec,
    evaluation: Evaluation,
    engine: Engine,
}

/// The largest table that can be asked for, in MiB.
const MAX_HASH: usize = 1 << 24;

/// The largest seed, which any program can read.
const MAX_SEED: usize = (1 << 31) - 1;

/// How long is searched where nobody has said so.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

impl OwnEngine {
    /// # Errors
    /// When a file of the specification does not hold what it should.
    pub(super) fn new(spec: EngineSpec) -> Result<OwnEngine, Wrong> {
        let evaluation = evaluation_of(&spec)?;
        Ok(OwnEngine { engine: Engine::from_spec(&spec, evaluation), evaluation, spec })
    }

    /// The answer to `ugi`.
    pub(super) fn introduction(&self) -> String {
        let usual = Options::default();
        let (hash, threads) = (usual.hash_mebibytes, usual.threads);
        let version = env!("CARGO_PKG_VERSION");
        [
            &format!("id name floe {version} {}", self.spec),
            "id author the floe authors",
            &format!("option name Hash type spin default {hash} min 1 max {MAX_HASH}"),
            &format!("option name Threads type spin default {threads} min 1 max {MAX_THREADS}"),
            &format!("option name Seed type spin default 0 min 0 max {MAX_SEED}"),
            "ugiok",
        ]
        .join("\n")
    }

    /// Sets an option. The engine forgets what it has learned.
    ///
    /// # Errors
    /// When there is no such option, or its value does not fit.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |least: usize, most: usize| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("option {name}: expected a number from {least} to {most}, found '{value}'"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let hash = number(1, MAX_HASH)?;
                check_hash(hash).map_err(|error| error.to_string())?;
                self.spec.hash = Some(hash);
            }
            "threads" => self.spec.threads = Some(number(1, MAX_THREADS as usize)?),
            "seed" => self.spec.seed = Some(number(0, MAX_SEED)? as u64),
            _ => return Err(format!("there is no option '{name}', but Hash, Threads and Seed")),
        }
        self.engine = Engine::from_spec(&self.spec, self.evaluation);
        Ok(())
    }

    /// Forgets all positions seen.
    pub(super) fn clear(&mut self) {
        self.engine.clear();
    }

    /// Searches a position.
    ///
    /// # Errors
    /// Where the engine is not for this number of players, or there is no memory for the table.
    pub(super) fn search(
        &mut self,
        position: &AnyGame,
        limits: &Limits<'_>,
        progress: impl FnMut(&AnalysisProgress<String>) + Send,
    ) -> Result<Analysis<String>, AnalysisError> {
        self.engine.analyze_any(position, limits, progress)
    }

    /// What ends the search that was ordered. The engine's own limits hold where the order has none.
    pub(super) fn limits(&self, go: &Go, position: &AnyGame) -> Limits<'static> {
        let limits = limit_time(go, Limits::default(), position);
        let is_limited = go.infinite || limits.time.is_some() || go.nodes.is_some() || go.depth.is_some();
        if is_limited {
            let depth = go.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
            return Limits { depth, nodes: go.nodes.map(|nodes| nodes.max(1)), ..limits };
        }
        let (depth, nodes) = (self.spec.depth, self.spec.nodes);
        let time = self.spec.time.or((depth.is_none() && nodes.is_none()).then_some(DEFAULT_TIME));
        Limits { time, ..self.spec.limits() }
    }
}
