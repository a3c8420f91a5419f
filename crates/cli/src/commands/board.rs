use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use anyhow::{Context, Result};
use clap::Args;
use floe_board::server::{ServerSettings, serve};
use floe_engine::EngineSpec;
use floe_engine::query::QuerySettings;
use std::time::Duration;

use crate::arguments::{all_cores, check_hash, count, duration, engine, mebibytes, number, version};
use crate::files::evaluation_of;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::problem::{self, Status};

/// Show the board in a browser: analyze, play, edit and review
///
/// Starts a server on this machine, prints the address of its page, and runs until Ctrl-C. Nothing is sent to or loaded
/// from any other machine. 'floe docs board' explains the page.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/board.txt"))]
pub(crate) struct Board {
    /// Port to listen on; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 8035, value_parser = number::<u16>(0..=65535))]
    port: u16,

    /// Address to listen on; other than the default, all machines that reach it can use the engine
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Searches that run in parallel, 1 to 1024; more wait
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = count())]
    parallel: usize,

    /// Threads of each search, 1 to 1024 [default: all cores, divided by --parallel]
    #[arg(long, value_name = "N", value_parser = count())]
    threads: Option<usize>,

    /// Table size of each search in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = mebibytes())]
    hash: usize,

    /// Maximum time of a search
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = duration)]
    time: Duration,

    /// Engine of the analysis
    ///
    /// 'floe help analyze' lists engines and options.
    #[arg(long, value_name = "ENGINE", default_value = "default", value_parser = engine())]
    engine: EngineSpec,
}

impl Board {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let settings = self.settings()?;
        let interrupt = Interrupt::listen()?;
        let mut printed = Ok(());
        let ready = |address: SocketAddr| {
            let page = format!("http://{address}/");
            printed = output.remark(&format!("{page}\nCtrl-C ends the board\n"));
            if self.open
                && let Err(error) = open::that_detached(&page)
            {
                problem::say(&format!("--open: no browser could be started ({error}); open {page} yourself"));
            }
        };
        serve(&settings, &interrupt.stop, ready).with_context(|| format!("cannot listen on {}", settings.address))?;
        printed?;
        // Ctrl-C is the usual end.
        Ok(Status::Fine)
    }

    fn settings(&self) -> Result<ServerSettings> {
        check_hash(self.parallel.saturating_mul(self.hash))?;
        let queries = QuerySettings {
            parallel: self.parallel,
            threads: self.threads.unwrap_or_else(|| (all_cores() / self.parallel).max(1)),
            hash_mebibytes: self.hash,
            engine: EngineSpec { threads: None, hash: None, ..self.engine.clone() },
            evaluation: evaluation_of(&self.engine)?,
            program: format!("floe {}", version()),
            ..QuerySettings::default()
        };
        Ok(ServerSettings { address: SocketAddr::new(self.host, self.port), queries, time: self.time })
    }
}
