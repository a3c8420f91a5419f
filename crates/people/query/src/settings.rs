//! Settings of a session of queries.

use floe_engine::options::SearchDefaults;
use floe_engine::{EngineSpec, Evaluation};

/// Resources of a session of queries. Every query gets all threads and the whole table that are set
/// here, unless it asks for less.
#[derive(Clone, Debug)]
pub struct QuerySettings {
    /// Number of queries that run at the same time, at least one.
    pub parallel: usize,
    /// Number of threads of each query, at least one.
    pub threads: usize,
    /// Size of the table of each query, in MiB.
    pub hash_mebibytes: usize,
    /// Maximum number of queries that wait for others to end; more are refused.
    pub waiting: usize,
    /// Engine of searches that name none.
    pub engine: EngineSpec,
    /// Evaluation of the base game that all searches use.
    pub evaluation: Evaluation,
    /// Name and build of the program, which the request `version` asks for.
    pub program: String,
}

impl Default for QuerySettings {
    /// One query at a time, on one thread with a table of 64 MiB, by the default engine; a thousand
    /// may wait.
    fn default() -> QuerySettings {
        QuerySettings {
            parallel: 1,
            threads: 1,
            hash_mebibytes: 64,
            waiting: 1000,
            engine: EngineSpec::default(),
            evaluation: Evaluation::default(),
            program: format!("floe {}", env!("CARGO_PKG_VERSION")),
        }
    }
}

impl QuerySettings {
    /// Threads and table of a proof that does not ask for less, as defaults and maxima; no limit of
    /// time.
    pub fn proof_defaults(&self) -> SearchDefaults {
        SearchDefaults {
            time: None,
            threads: Some(self.threads),
            hash_mebibytes: Some(self.hash_mebibytes),
            are_maxima: true,
        }
    }

    /// Threads and table of a search that does not ask for less, as defaults and maxima, and the
    /// time of a search that nothing else limits.
    pub fn analysis_defaults(&self) -> SearchDefaults {
        SearchDefaults {
            time: SearchDefaults::ANALYSIS.time,
            ..self.proof_defaults()
        }
    }
}
