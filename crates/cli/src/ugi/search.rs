use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use floe_engine::{Analysis, AnalysisProgress, AnyGame, with_game};
use floe_game::{Chance, Notated};
use floe_search::Limits;

use super::engine::OwnEngine;
use super::order::Go;
use super::voice::Voice;

/// A search in a thread of its own, which says its answer itself.
pub(super) struct Search {
    signals: Arc<Signals>,
    infinite: bool,
    thread: JoinHandle<Box<OwnEngine>>,
}

#[derive(Default)]
struct Signals {
    /// Set by who listens: the search is to end.
    stop: AtomicBool,
    /// Set by who searches, before it says its answer: who hears that may order at once.
    over: AtomicBool,
}

impl Search {
    /// Begins a search of a position where the game is not over.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub(super) fn start(mut engine: Box<OwnEngine>, position: AnyGame, go: &Go, voice: Voice) -> io::Result<Search> {
        let limits = engine.limits(go, &position);
        let infinite = limits.time.is_none() && limits.nodes.is_none() && go.depth.is_none();
        let signals = Arc::new(Signals::default());
        let shared = Arc::clone(&signals);
        let thread = thread::Builder::new().name("search".to_owned()).spawn(move || {
            let limits = Limits { stop: Some(&shared.stop), ..limits };
            let answer = search(&mut engine, &position, &limits, voice);
            shared.over.store(true, SeqCst);
            // Where nobody listens any more, the next who speaks will notice.
            let _ = voice.say(&answer);
            engine
        })?;
        Ok(Search { signals, infinite, thread })
    }

    /// Tells it to end as soon as it can.
    pub(super) fn stop(&self) {
        self.signals.stop.store(true, SeqCst);
    }

    /// Whether it has given its answer, or is about to.
    pub(super) fn is_over(&self) -> bool {
        self.signals.over.load(SeqCst)
    }

    /// Waits for the engine.
    pub(super) fn join(self) -> Box<OwnEngine> {
        self.thread.join().expect("a search does not panic")
    }

    /// Waits for the answer of a search with a limit, and stops one without.
    pub(super) fn finish(self) {
        if self.infinite {
            self.stop();
        }
        self.join();
    }
}

/// The last lines of a search.
fn search(engine: &mut OwnEngine, position: &AnyGame, limits: &Limits<'_>, voice: Voice) -> String {
    let mut hash_full = 0;
    let found = engine.search(position, limits, |progress: &AnalysisProgress<String>| {
        hash_full = progress.hash_full;
        let line = info(&progress.analysis, progress.elapsed, hash_full);
        if voice.say(&line).is_err()
            && let Some(stop) = limits.stop
        {
            stop.store(true, SeqCst);
        }
    });
    match found {
        Ok(analysis) => {
            let best = analysis.lines.first().and_then(|line| line.moves.first()).cloned();
            let best = best.unwrap_or_else(|| first_move(position));
            format!("{}\nbestmove {best}", info(&analysis, limits.start.elapsed(), hash_full))
        }
        Err(error) => format!("error {error}\nbestmove none"),
    }
}

/// For an engine that has been stopped before it had looked at anything.
fn first_move(position: &AnyGame) -> String {
    with_game!(position, position => position.choices().first().map_or("none".to_owned(), |&mv| position.move_text(mv)))
}

/// An `info` line.
fn info(analysis: &Analysis<String>, time: Duration, hash_full: u32) -> String {
    let (depth, nodes, milliseconds) = (analysis.depth, analysis.nodes, time.as_millis());
    let speed = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let mut line = format!("info depth {depth} nodes {nodes} time {milliseconds} nps {speed} hashfull {hash_full}");
    if let Some(best) = analysis.lines.first() {
        let exact = if best.exact { " exact" } else { "" };
        line += &format!(" score {}{exact} pv {}", best.outcome, best.moves.join(" "));
    }
    line
}
