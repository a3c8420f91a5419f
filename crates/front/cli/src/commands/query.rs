use std::io::{self, Write};

use floe_engine::options::{SearchDefaults, SearchOptions};
use floe_query::{QuerySettings, SessionEnd, serve};
use floe_search::Options;

use super::prelude::*;
use crate::arguments::{check_hash, version};
use crate::files::evaluation_of;
use crate::input::lines_until;
use crate::schema;

/// Answer queries of other programs as lines of JSON
///
/// Reads requests from standard input, one JSON object per line, and writes replies to standard
/// output in the same way. Searches several positions at a time, reports partial results and
/// cancels queries on request. 'floe docs query' specifies the protocol.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/query.txt"))]
pub(crate) struct Query {
    /// Queries that run in parallel, 1 to 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = count())]
    parallel: Option<usize>,

    /// Threads of each query, 1 to 1024 [default: all cores, divided by --parallel]
    #[arg(long, value_name = "N", value_parser = count())]
    threads: Option<usize>,

    /// Table size of each query in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = mebibytes())]
    hash: Option<usize>,

    /// Maximum number of queries that wait, 1 to 100000
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u32>(1..=100_000))]
    waiting: u32,

    /// Engine of queries that name none
    ///
    /// 'floe help analyze' lists engines and options.
    #[arg(long, value_name = "ENGINE", default_value = "default", value_parser = engine())]
    engine: EngineSpec,

    /// Print the JSON Schema of requests, replies and the results of all commands
    #[arg(long)]
    schema: bool,
}

impl Query {
    pub(crate) fn run(&self, _: &mut Output) -> Result<Status> {
        if self.schema {
            writeln!(io::stdout(), "{:#}", schema::document())?;
            return Ok(Status::Fine);
        }
        let settings = self.settings()?;
        let interrupt = Interrupt::listen()?;
        let lines = lines_until(&interrupt.stop).map(|line| Ok(line?.text));
        let end = serve(&settings, lines, io::stdout(), &interrupt.stop)?;
        Ok(if end == SessionEnd::Interrupted {
            interrupt.status().unwrap_or(Status::No)
        } else {
            Status::Fine
        })
    }

    fn settings(&self) -> Result<QuerySettings> {
        let parallel = self.parallel.unwrap_or_else(all_cores);
        let options = SearchOptions {
            threads: self.threads,
            hash_mebibytes: self.hash,
            ..SearchOptions::of(self.engine.clone())
        };
        Ok(QuerySettings {
            waiting: self.waiting as usize,
            ..query_settings(parallel, &options)?
        })
    }
}

/// Returns the resources of a session with this number of parallel queries, which share the cores
/// by default.
///
/// # Errors
/// If the tables are larger than the memory, or a file of the engine is wrong.
pub(super) fn query_settings(parallel: usize, options: &SearchOptions) -> Result<QuerySettings> {
    let threads = (all_cores() / parallel).max(1);
    let defaults = SearchDefaults {
        time: None,
        threads: Some(threads),
        ..SearchDefaults::ANALYSIS
    };
    let spec = options.resolve(&defaults).map_err(Wrong::from)?.spec;
    let Options {
        threads,
        hash_mebibytes,
        ..
    } = spec.options();
    check_hash(parallel.saturating_mul(hash_mebibytes))?;
    Ok(QuerySettings {
        parallel,
        threads,
        hash_mebibytes,
        evaluation: evaluation_of(&spec)?,
        engine: EngineSpec {
            threads: None,
            hash: None,
            ..spec
        },
        program: format!("floe {}", version()),
        ..QuerySettings::default()
    })
}
