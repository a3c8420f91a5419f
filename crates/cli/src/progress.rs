use std::io::{self, IsTerminal};
use std::time::Duration;

use floe_engine::AnalysisProgress;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{problem, words};

/// Tells on standard error how a search gets on: one line a completed depth, and on a terminal a live line below them.
pub(crate) enum Narrator {
    /// Says nothing.
    Quiet,
    /// One line a depth.
    Lines,
    /// And a line that shows that something is going on.
    Live(ProgressBar),
}

/// How often the live line is drawn again.
const TICK: Duration = Duration::from_millis(100);
/// How many moves of a line are told.
const SHOWN_MOVES: usize = 8;

impl Narrator {
    pub(crate) fn new(quiet: bool) -> Narrator {
        match (quiet, io::stderr().is_terminal()) {
            (true, _) => Narrator::Quiet,
            (false, false) => Narrator::Lines,
            (false, true) => Narrator::Live(live_line()),
        }
    }

    /// A depth is complete.
    pub(crate) fn tell(&self, progress: &AnalysisProgress<String>) {
        match self {
            Narrator::Quiet => {}
            Narrator::Lines => problem::say(&line(progress)),
            Narrator::Live(bar) => {
                bar.println(line(progress));
                bar.set_message(format!("depth {}", progress.analysis.depth + 1));
            }
        }
    }

    /// The search has ended.
    pub(crate) fn end(&self) {
        if let Narrator::Live(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// A bar for games that are played, so many of which are known already; none where nobody watches.
pub(crate) fn games_bar(known: u64, total: u64) -> Option<ProgressBar> {
    let template = "{bar:20} {pos}/{len} games, {per_sec}, {eta} left  {msg}";
    io::stderr().is_terminal().then(|| {
        let style = ProgressStyle::with_template(template).expect("the template is well formed");
        let bar = ProgressBar::new(total).with_style(style);
        bar.set_position(known);
        bar.reset_eta();
        bar
    })
}

fn live_line() -> ProgressBar {
    let style =
        ProgressStyle::with_template("{spinner} searching {msg}, {elapsed}").expect("the template is well formed");
    let bar = ProgressBar::new_spinner().with_style(style).with_message("depth 1");
    bar.enable_steady_tick(TICK);
    bar
}

/// Depth, value, nodes, speed, how full the table is, time, and the best line.
fn line(progress: &AnalysisProgress<String>) -> String {
    let (analysis, seconds) = (&progress.analysis, progress.elapsed.as_secs_f64());
    let exact = if analysis.exact { "exact" } else { "" };
    let moves = analysis.lines.first().map_or(&[][..], |line| &line.moves);
    let shown: Vec<String> = moves.iter().take(SHOWN_MOVES).map(ToString::to_string).collect();
    let more = if moves.len() > SHOWN_MOVES { " …" } else { "" };
    format!(
        "depth {:>2}  {:>6} {exact:5}  {:>11} nodes  {:>8}/s  hash {:>5.1}%  {:>8}  {}{more}",
        analysis.depth,
        words::short(&analysis.outcome),
        analysis.nodes,
        words::per_second(analysis.nodes, seconds),
        f64::from(progress.hash_full) / 10.0,
        words::seconds(seconds),
        shown.join(" "),
    )
}
