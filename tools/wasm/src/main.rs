//! The engine of the static board: reads a request from standard input, and writes its replies to
//! standard output.
//!
//! `cargo xtask web` compiles it for `wasm32-wasip1`. The page runs it in a worker, in a new
//! instance for each request: so nothing is left of one request when the next one comes, and to end
//! a worker is to cancel its search.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use floe_board::BoardSession;
use floe_query::QuerySettings;

/// Limits in a browser: one thread, and a table that small machines have memory for.
fn settings() -> QuerySettings {
    QuerySettings {
        hash_mebibytes: 32,
        waiting: 0,
        ..QuerySettings::default()
    }
}

fn main() -> io::Result<()> {
    let line = io::read_to_string(io::stdin())?;
    let session = BoardSession::new(settings());

    // Without a reader, partial results are dropped.
    let reply = session.answer(line.trim_end(), &AtomicBool::new(false), &mut |partial| {
        drop(write(&partial));
    });
    write(&reply)
}

/// Writes a reply as a line, at once.
fn write(reply: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{reply}").and_then(|()| out.flush())
}
