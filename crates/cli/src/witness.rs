use std::io::{self, IsTerminal};
use std::time::Duration;

use floe_engine::{Bounds, Kept, SolveNews, SolveProgress};
use indicatif::{ProgressBar, ProgressStyle};

use crate::{problem, words};

/// Tells on standard error how a proof gets on: a line for everything new, and on a terminal a live one below.
///
/// Elsewhere a proof that finds nothing new says so less and less often, once in ten minutes at the least.
pub(crate) struct Witness {
    quiet: bool,
    live: Option<ProgressBar>,
    told: Option<Bounds>,
    move_told: Option<String>,
    told_at: Duration,
}

/// How long to wait at least, and at most, before it is said again that nothing is new.
const LEAST: Duration = Duration::from_secs(2);
const MOST: Duration = Duration::from_secs(600);

impl Witness {
    pub(crate) fn new(quiet: bool) -> Witness {
        let live = (!quiet && io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is well formed");
            ProgressBar::new_spinner().with_style(style)
        });
        Witness { quiet, live, told: None, move_told: None, told_at: Duration::ZERO }
    }

    pub(crate) fn tell(&mut self, news: &SolveNews) {
        match news {
            SolveNews::Progress(progress) => self.tell_progress(progress),
            SolveNews::Checkpoint(Ok(Kept::Resumed(entries))) => {
                self.say(&format!("taken up where it was: {entries} entries"));
            }
            SolveNews::Checkpoint(Ok(Kept::Saved(entries))) => self.say(&format!("kept {entries} entries")),
            SolveNews::Checkpoint(Err(error)) => problem::complain(&format!("the proof cannot be kept: {error}")),
        }
    }

    fn tell_progress(&mut self, progress: &SolveProgress) {
        let line = line(progress);
        if let Some(live) = &self.live {
            live.set_message(line.clone());
            live.tick();
        }
        let patience = (self.told_at / 2).clamp(LEAST, MOST);
        let stale = self.live.is_none() && progress.elapsed > self.told_at + patience;
        if stale || self.told != progress.bounds || self.move_told != progress.mv {
            self.say(&line);
            self.told.clone_from(&progress.bounds);
            self.move_told.clone_from(&progress.mv);
            self.told_at = progress.elapsed;
        }
    }

    fn say(&self, text: &str) {
        match &self.live {
            _ if self.quiet => {}
            Some(live) => live.println(text),
            None => problem::say(text),
        }
    }

    /// The proof has ended.
    pub(crate) fn end(&self) {
        if let Some(live) = &self.live {
            live.finish_and_clear();
        }
    }
}

/// What is proved so far, of which move, and at what cost.
fn line(progress: &SolveProgress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let (done, all) = progress.done;
    let of = progress.mv.as_ref().map_or(String::new(), |mv| format!("move {:>2} of {all}  {mv}  ", done + 1));
    let bounds = progress.bounds.as_ref().map_or(String::new(), |bounds| format!("{:>18}  ", words::bounds(bounds)));
    let share = match progress.share {
        (_, 0) => String::new(),
        (done, of) => format!("moves {:>5}  ", format!("{done}/{of}")),
    };
    format!(
        "{of}{bounds}{share}{:>11} nodes  {:>8}/s  hash {:>5.1}%  {:>8}",
        progress.nodes,
        words::per_second(progress.nodes, seconds),
        f64::from(progress.hash_full) / 10.0,
        words::seconds(seconds),
    )
}
