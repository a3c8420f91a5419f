//! Progress of runs of games or positions on standard error: a live line on a terminal, elsewhere a
//! line at intervals.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use clap::Args;
use floe_search::printable;
use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::{QuietArgument, duration};
use crate::output::per_second;
use crate::problem;
use crate::text::{progress_width, shortened};

/// Options of commands that run for long.
#[derive(Args)]
pub(crate) struct ProgressArguments {
    #[command(flatten)]
    quiet: QuietArgument,

    /// Time between progress lines without a terminal; 0s for none
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration, help_heading = "Output")]
    progress: Duration,
}

impl ProgressArguments {
    /// Starts the progress of a run of `total` games or positions, of which `known` are done.
    pub(crate) fn start(&self, noun: &'static str, known: u64, total: u64) -> RunProgress {
        let state = RunState::new(noun, known, total);
        RunProgress::start(state, self.progress, self.quiet.is_on)
    }
}

/// Progress of a run, shown until it is dropped.
pub(crate) struct RunProgress {
    state: Arc<Mutex<RunState>>,
    quiet: bool,
    bar: ProgressBar,
    /// Thread that prints lines without a terminal; it ends when the sender is dropped.
    printer: Option<(Sender<()>, JoinHandle<()>)>,
}

struct RunState {
    noun: &'static str,
    /// Number of games or positions done before the start.
    known: u64,
    done: u64,
    total: u64,
    start: Instant,
    message: String,
}

impl RunState {
    fn new(noun: &'static str, known: u64, total: u64) -> RunState {
        RunState {
            noun,
            known,
            done: known,
            total,
            start: Instant::now(),
            message: String::new(),
        }
    }

    /// Formats what is done, the speed and the time left: `12 of 100 games, 3.20 games/s, 28 s
    /// left, Elo +12 ± 30`.
    fn line(&self, elapsed: Duration) -> String {
        let RunState {
            noun,
            known,
            done,
            total,
            message,
            ..
        } = self;
        let mut line = format!("{done} of {total} {noun}s");
        let played = done - known;
        if played > 0 {
            line += &format!(", {} {noun}s/s", per_second(played, elapsed.as_secs_f64()));
            let left = elapsed.mul_f64((total - done) as f64 / played as f64);
            line += &format!(", {} left", rounded(left));
        }
        if message.is_empty() {
            line
        } else {
            format!("{line}, {message}")
        }
    }
}

impl RunProgress {
    /// Starts the progress of `total` things, with a line every 30 seconds without a terminal.
    pub(crate) fn usual(noun: &'static str, total: u64, quiet: bool) -> RunProgress {
        const INTERVAL: Duration = Duration::from_secs(30);
        RunProgress::start(RunState::new(noun, 0, total), INTERVAL, quiet)
    }

    fn start(state: RunState, interval: Duration, quiet: bool) -> RunProgress {
        let style = ProgressStyle::with_template("{bar:16} {wide_msg}")
            .expect("the template is well formed");
        let bar = if quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(state.total).with_style(style)
        };
        let state = Arc::new(Mutex::new(state));
        let printer = (bar.is_hidden() && !interval.is_zero() && !quiet).then(|| {
            let (sender, receiver) = mpsc::channel::<()>();
            let state = Arc::clone(&state);
            let print = move || {
                while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(interval) {
                    let state = lock(&state);
                    problem::say(&shortened(
                        &state.line(state.start.elapsed()),
                        progress_width(),
                    ));
                }
            };
            (sender, thread::spawn(print))
        });
        let progress = RunProgress {
            state,
            quiet,
            bar,
            printer,
        };
        progress.show();
        progress
    }

    /// Counts a game or a position.
    pub(crate) fn advance(&self) {
        lock(&self.state).done += 1;
        self.show();
    }

    /// Replaces the text after the numbers.
    pub(crate) fn set_message(&self, message: String) {
        lock(&self.state).message = message;
        self.show();
    }

    /// Prints a line above the live one.
    pub(crate) fn say(&self, text: &str) {
        if self.quiet {
            return;
        }
        if self.bar.is_hidden() {
            problem::say(text);
        } else {
            self.bar.println(printable(text));
        }
    }

    fn show(&self) {
        let state = lock(&self.state);
        self.bar.set_position(state.done);
        self.bar.set_message(state.line(state.start.elapsed()));
    }
}

impl Drop for RunProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        if let Some((sender, printer)) = self.printer.take() {
            drop(sender);
            let _ = printer.join();
        }
    }
}

fn lock(state: &Mutex<RunState>) -> MutexGuard<'_, RunState> {
    state.lock().expect("no thread has panicked")
}

/// Formats a duration in its two largest units: `28 s`, `3 min 20 s`, `2 h 5 min`.
fn rounded(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_speed() {
        let mut state = RunState::new("game", 10, 100);
        assert_eq!(state.line(Duration::from_secs(60)), "10 of 100 games");
        (state.done, state.message) = (40, "Elo +12 ± 30".to_owned());
        let line = "40 of 100 games, 0.50 games/s, 2 min 0 s left, Elo +12 ± 30";
        assert_eq!(state.line(Duration::from_secs(60)), line);
        assert_eq!(rounded(Duration::from_secs(7500)), "2 h 5 min");
    }
}
