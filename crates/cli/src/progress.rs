//! Progress on standard error: of searches, proofs and matches.

use std::time::{Duration, Instant};

use floe_arena::match_run::MatchObserver;
use floe_arena::record::{Record, Termination};
use floe_arena::report::MatchReport;
use floe_arena::scoreboard::Scoreboard;
use floe_engine::{AnalysisProgress, GameValue, SolveEvent, SolveProgress};
use floe_game::Interval;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::{problem, words};

/// What is said on standard error meanwhile: lines, and on a terminal a live line below them, as long as this is there.
struct LiveLine {
    quiet: bool,
    bar: ProgressBar,
}

impl LiveLine {
    fn new(quiet: bool, template: &str) -> LiveLine {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        LiveLine { quiet, bar: bar.with_style(style(template)) }
    }

    fn say(&self, text: &str) {
        match self.bar.is_hidden() {
            _ if self.quiet => {}
            true => problem::say(text),
            false => self.bar.println(text),
        }
    }
}

/// The progress of a search: one line a completed depth, and a live one that shows that something is going on.
pub(crate) struct SearchReporter(LiveLine);

/// How often the live line is drawn again.
const TICK: Duration = Duration::from_millis(100);
/// The moves of a line that are shown.
const SHOWN_MOVES: usize = 8;

impl SearchReporter {
    pub(crate) fn new(quiet: bool) -> SearchReporter {
        let live = LiveLine::new(quiet, "{spinner} searching {msg}, {elapsed}");
        if !live.bar.is_hidden() {
            live.bar.set_message("depth 1");
            live.bar.enable_steady_tick(TICK);
        }
        SearchReporter(live)
    }

    /// A depth is complete.
    pub(crate) fn report(&self, progress: &AnalysisProgress<'_>) {
        self.0.say(&search_line(progress));
        self.0.bar.set_message(format!("depth {}", progress.depth + 1));
    }
}

/// A bar for games that are played, some of which are known already; hidden unless standard error is a terminal.
pub(crate) fn games_bar(known: u64, total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total).with_style(style("{bar:20} {pos}/{len} games, {per_sec}, {eta} left  {msg}"));
    bar.set_position(known);
    bar.reset_eta();
    bar
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well formed")
}

/// Depth, value, nodes, speed, how full the table is, time, and the best line.
fn search_line(progress: &AnalysisProgress<'_>) -> String {
    let analysis = progress.analysis();
    let exact = if analysis.exact { "exact" } else { "" };
    let moves = analysis.lines.first().map_or(&[][..], |line| &line.moves);
    let shown: Vec<String> = moves.iter().take(SHOWN_MOVES).map(ToString::to_string).collect();
    let more = if moves.len() > SHOWN_MOVES { " …" } else { "" };
    format!(
        "depth {:>2}  {:>6} {exact:5}  {}  {}{more}",
        analysis.depth,
        analysis.value.short(),
        cost(analysis.nodes, progress.hash_full, progress.elapsed),
        shown.join(" "),
    )
}

/// Nodes, speed, how full the table is, and time.
fn cost(nodes: u64, hash_full: u32, time: Duration) -> String {
    let (hash, seconds) = (f64::from(hash_full) / 10.0, time.as_secs_f64());
    let (rate, time) = (words::per_second(nodes, seconds), words::seconds(seconds));
    format!("{nodes:>11} nodes  {rate:>8}/s  hash {hash:>5.1}%  {time:>8}")
}

/// The progress of a proof: a line for everything new.
///
/// Where there is no live line, a proof that finds nothing new says so less and less often, once in ten minutes at the least.
pub(crate) struct SolveReporter {
    live: LiveLine,
    told: Option<Interval<GameValue>>,
    move_told: Option<String>,
    told_at: Duration,
}

/// How long to wait at least, and at most, before it is said again that nothing is new.
const LEAST: Duration = Duration::from_secs(2);
const MOST: Duration = Duration::from_secs(600);

impl SolveReporter {
    pub(crate) fn new(quiet: bool) -> SolveReporter {
        let live = LiveLine::new(quiet, "{spinner} {msg}");
        SolveReporter { live, told: None, move_told: None, told_at: Duration::ZERO }
    }

    pub(crate) fn report(&mut self, news: &SolveEvent<'_>) {
        match news {
            SolveEvent::Progress(progress) => self.progress(progress),
            SolveEvent::Resumed(entries) => {
                self.live.say(&format!("taken up where it was: {entries} entries"));
            }
            SolveEvent::Saved(entries) => {
                self.live.say(&format!("kept {entries} entries"));
            }
            SolveEvent::SaveFailed(error) => {
                problem::complain(&format!("the proof cannot be kept: {error}"));
            }
        }
    }

    fn progress(&mut self, progress: &SolveProgress<'_>) {
        let line = proof_line(progress);
        self.live.bar.set_message(line.clone());
        self.live.bar.tick();
        let patience = (self.told_at / 2).clamp(LEAST, MOST);
        let stale = self.live.bar.is_hidden() && progress.elapsed > self.told_at + patience;
        if stale || self.told != progress.bounds || self.move_told.as_deref() != progress.mv {
            self.live.say(&line);
            self.told.clone_from(&progress.bounds);
            self.move_told = progress.mv.map(str::to_owned);
            self.told_at = progress.elapsed;
        }
    }
}

/// The bounds proved so far, of which move, and their cost.
fn proof_line(progress: &SolveProgress<'_>) -> String {
    let (done, all) = progress.done;
    let of = progress.mv.as_ref().map_or(String::new(), |mv| format!("move {:>2} of {all}  {mv}  ", done + 1));
    let bounds = progress.bounds.as_ref().map_or(String::new(), |bounds| format!("{:>18}  ", words::bounds(bounds)));
    let share = match progress.share {
        (_, 0) => String::new(),
        (done, of) => format!("moves {:>5}  ", format!("{done}/{of}")),
    };
    format!("{of}{bounds}{share}{}", cost(progress.nodes, progress.hash_full, progress.elapsed))
}

/// The progress of a match.
pub(crate) struct MatchReporter {
    live: LiveLine,
    events: bool,
    names: Vec<String>,
    total: u64,
    /// The time of the last standing.
    told: Instant,
}

const INTERVAL: Duration = Duration::from_millis(500);

impl MatchReporter {
    pub(crate) fn new(names: &[String], events: bool) -> MatchReporter {
        MatchReporter { live: LiveLine::new(true, ""), events, names: names.to_vec(), total: 0, told: Instant::now() }
    }

    fn standing(&self, board: &Scoreboard) {
        if self.live.bar.is_hidden() && !self.events {
            return;
        }
        let report = MatchReport::new(&board.account, &self.names);
        let llr = report.sprt.map_or(String::new(), |test| format!(", LLR {:.2}", test.llr));
        self.live.bar.set_message(format!("Elo {:+.0} ± {:.0}{llr}", report.elo, report.error));
        if self.events {
            let mut event = serde_json::to_value(&report).expect("a report is JSON");
            event["event"] = "standing".into();
            problem::say(&event.to_string());
        }
    }
}

impl MatchObserver for MatchReporter {
    fn begin(&mut self, known: u64, total: u64) {
        let bar = if self.events { ProgressBar::hidden() } else { games_bar(known, total) };
        self.live = LiveLine { quiet: self.events, bar };
        self.total = total;
    }

    fn game(&mut self, record: &Record, board: &Scoreboard) {
        if let Termination::Forfeit { seat, fault } = &record.termination {
            self.live.say(&format!("game {}: {} {}", record.game, self.names[record.seats[*seat]], fault.reason()));
        }
        if self.events {
            let results: Vec<_> =
                record.results.iter().map(|r| json!({"fish": r.points, "tiles": r.tie_break})).collect();
            let event = json!({"event": "game", "game": record.game, "block": record.block, "seats": record.seats,
                "results": results, "termination": record.termination, "done": board.games(), "games": self.total});
            problem::say(&event.to_string());
        }
        self.live.bar.inc(1);
        if self.told.elapsed() >= INTERVAL {
            self.told = Instant::now();
            self.standing(board);
        }
    }
}
