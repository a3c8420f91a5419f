//! Progress on standard error: of searches, proofs and matches.

use std::time::{Duration, Instant};

use floe_arena::match_run::MatchObserver;
use floe_arena::record::{Record, Termination};
use floe_arena::report::MatchReport;
use floe_arena::scoreboard::Scoreboard;
use floe_engine::certificate::CertifyProgress;
use floe_engine::{AnalysisProgress, AnyGame, GameValue, SolveEvent, SolveProgress, WorkEstimate};
use floe_game::Interval;
use floe_presentation::{short_bounds, short_value};
use floe_search::{printable, printable_json};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::output::{metric, per_second, seconds};
use crate::problem;
use crate::run_progress::{ProgressArguments, RunProgress};
use crate::text::{progress_width, shortened};

/// Lines on standard error, and on a terminal a live line below them until this is dropped.
struct LiveLine {
    quiet: bool,
    bar: ProgressBar,
}

impl LiveLine {
    fn new(quiet: bool, template: &str) -> LiveLine {
        let bar = if quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new_spinner()
        };
        LiveLine {
            quiet,
            bar: bar.with_style(style(template)),
        }
    }

    fn say(&self, text: &str) {
        match self.bar.is_hidden() {
            _ if self.quiet => {}
            true => problem::say(text),
            false => self.bar.println(printable(text)),
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well formed")
}

/// Reports the progress of a search: a line for each completed depth, and a live line.
pub(crate) struct SearchReporter(LiveLine);

impl SearchReporter {
    pub(crate) fn new(quiet: bool) -> SearchReporter {
        let live = LiveLine::new(quiet, "{spinner} searching {msg}, {elapsed}");
        if !live.bar.is_hidden() {
            live.bar.set_message("depth 1");
            live.bar.enable_steady_tick(Duration::from_millis(100));
        }
        SearchReporter(live)
    }

    pub(crate) fn report(&self, position: &AnyGame, progress: &AnalysisProgress<'_>) {
        self.0.say(&search_line(position, progress));
        self.0
            .bar
            .set_message(format!("depth {}", progress.depth + 1));
    }
}

/// Formats depth, value, nodes, speed, table use, time and the principal variation, as far as there
/// is room.
fn search_line(position: &AnyGame, progress: &AnalysisProgress<'_>) -> String {
    let analysis = progress.analysis();
    let exact = if analysis.exact { "=" } else { " " };
    let moves = analysis.lines.first().map_or(String::new(), |line| {
        position.line_text(&line.moves).join(" ")
    });
    let cost = cost(analysis.nodes, progress.hash_full, progress.elapsed);
    let line = format!(
        "depth {:>2} {:>7}{exact} {cost}  {moves}",
        analysis.depth,
        short_value(&analysis.value)
    );
    shortened(&line, progress_width())
}

/// Formats nodes, speed, table use (`hash_full` in per mille) and time.
fn cost(nodes: u64, hash_full: u32, time: Duration) -> String {
    let hash = (hash_full + 5) / 10;
    let time = time.as_secs_f64();
    let (nodes, rate) = (metric(nodes as f64), per_second(nodes, time));
    format!(
        "{nodes:>6} nodes {rate:>6}/s  hash {hash:>3}%  {:>8}",
        seconds(time)
    )
}

/// Reports the progress of a proof: a line for each new result.
///
/// Without a live line it also repeats the last result, after ever longer pauses of two seconds to
/// ten minutes.
pub(crate) struct SolveReporter {
    live: LiveLine,
    last_bounds: Option<Interval<GameValue>>,
    last_move: Option<String>,
    last_report: Duration,
    /// Time of the last report on a certificate.
    certified: Instant,
}

impl SolveReporter {
    /// Whether it reports nothing.
    pub(crate) fn is_quiet(&self) -> bool {
        self.live.quiet
    }

    pub(crate) fn new(quiet: bool) -> SolveReporter {
        let live = LiveLine::new(quiet, "{spinner} {msg}");
        let certified = Instant::now();
        SolveReporter {
            live,
            last_bounds: None,
            last_move: None,
            last_report: Duration::ZERO,
            certified,
        }
    }

    pub(crate) fn report(&mut self, event: &SolveEvent<'_>) {
        match event {
            SolveEvent::Progress(progress) => self.progress(progress),
            SolveEvent::Resumed(entries) => {
                self.live
                    .say(&format!("resumed from the checkpoint: {entries} entries"));
            }
            SolveEvent::Saved(entries) => {
                self.live.say(&format!("saved {entries} entries"));
            }
            SolveEvent::SaveFailed(error) => {
                problem::complain(&format!("cannot save the checkpoint: {error}"));
            }
            SolveEvent::Certifying(written) => self.certifying(*written),
            // No other event has news for a person.
            _ => {}
        }
    }

    /// Shows how far a certificate is, in the live line or every two seconds.
    fn certifying(
        &mut self,
        CertifyProgress {
            lines,
            needed,
            tiles,
        }: CertifyProgress,
    ) {
        const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];
        let is_hidden = self.live.bar.is_hidden();
        if self.certified.elapsed() < PAUSES[usize::from(is_hidden)] {
            return;
        }
        self.certified = Instant::now();
        let line =
            format!("certificate: {lines} claims, {needed} more at least, {tiles} free tiles");
        if is_hidden {
            self.live.say(&line);
        }
        self.live.bar.set_message(line);
        self.live.bar.tick();
    }

    fn progress(&mut self, progress: &SolveProgress<'_>) {
        const PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(600)];
        let line = proof_line(progress);
        self.live.bar.set_message(line.clone());
        self.live.bar.tick();
        let pause = (self.last_report / 2).clamp(PAUSES[0], PAUSES[1]);
        let is_due = self.live.bar.is_hidden() && progress.elapsed > self.last_report + pause;
        if is_due || self.last_bounds != progress.bounds || self.last_move.as_deref() != progress.mv
        {
            self.live.say(&line);
            self.last_bounds.clone_from(&progress.bounds);
            self.last_move = progress.mv.map(str::to_owned);
            self.last_report = progress.elapsed;
        }
    }
}

/// Formats the move being solved, the bounds proved so far and their cost.
fn proof_line(progress: &SolveProgress<'_>) -> String {
    let bounds = progress.bounds.as_ref().map_or(String::new(), short_bounds);
    let share = match (progress.work, progress.share) {
        (Some(work), _) => work_text(work),
        (None, (_, 0)) if progress.depth > 0 => format!("  depth {}", progress.depth),
        (None, (_, 0)) => String::new(),
        (None, (done, of)) => format!("  moves {done}/{of}"),
    };
    let cost = cost(progress.nodes, progress.hash_full, progress.elapsed);
    let short_cost = cost.split_whitespace().collect::<Vec<&str>>().join(" ");
    let line = match (&progress.mv, progress.done) {
        (Some(mv), (done, all)) => {
            format!("{}/{all} {mv}  {bounds}{share}  {short_cost}", done + 1)
        }
        (None, _) if progress.work.is_some() => format!("{bounds}{share}  {short_cost}"),
        (None, _) => format!("{bounds:>18}{share}  {cost}"),
    };
    shortened(&line, progress_width())
}

/// Formats the share of a proof that is done, and the bounds of the nodes left.
fn work_text(work: WorkEstimate) -> String {
    let left = work.nodes_left;
    if left.upper <= 0.0 {
        return String::new();
    }
    let [least, most] =
        [left.lower, left.upper].map(|nodes| metric(nodes.max(1.0)).replace(' ', ""));
    // Only what is proved is the whole.
    let percent = (100.0 * work.share).min(99.0);
    format!("  at most {percent:.0}%, {least}-{most} left")
}

/// Reports the progress of a match: how far it is, or with `--events` each game as a JSON object.
pub(crate) struct MatchReporter<'a> {
    arguments: &'a ProgressArguments,
    events: bool,
    names: &'a [String],
    total: u64,
    /// Number of games done, speed and time left, once the match has begun; `None` with `--events`.
    run: Option<RunProgress>,
    last_standing: Instant,
}

impl<'a> MatchReporter<'a> {
    pub(crate) fn new(
        names: &'a [String],
        arguments: &'a ProgressArguments,
        events: bool,
    ) -> MatchReporter<'a> {
        MatchReporter {
            arguments,
            events,
            names,
            total: 0,
            run: None,
            last_standing: Instant::now(),
        }
    }

    fn standing(&self, board: &Scoreboard) {
        let report = MatchReport::new(&board.account, self.names);
        if let Some(run) = &self.run {
            let llr = report
                .sprt
                .map_or(String::new(), |test| format!(", LLR {:.2}", test.llr));
            run.set_message(format!("Elo {:+.0} ± {:.0}{llr}", report.elo, report.error));
        } else {
            let mut event = serde_json::to_value(&report).expect("a report is JSON");
            event["event"] = "standing".into();
            problem::say(&event.to_string());
        }
    }
}

impl MatchObserver for MatchReporter<'_> {
    fn begin(&mut self, known: u64, total: u64) {
        self.run = (!self.events).then(|| self.arguments.start("game", known, total));
        self.total = total;
    }

    fn game(&mut self, record: &Record, board: &Scoreboard) {
        const INTERVAL: Duration = Duration::from_millis(500);
        if let Some(run) = &self.run {
            if let Termination::Forfeit { seat, fault } = &record.termination {
                run.say(&format!(
                    "game {}: {} {fault}",
                    record.game, self.names[record.seats[*seat]]
                ));
            }
            run.advance();
        } else {
            let results: Vec<_> = record
                .results
                .iter()
                .map(|r| json!({"fish": r.points, "tiles": r.tie_break}))
                .collect();
            let event = json!({"event": "game", "game": record.game, "block": record.block, "seats": record.seats,
                "results": results, "termination": record.termination, "done": board.games(), "games": self.total});
            problem::say(&printable_json(&event.to_string()));
        }
        if self.last_standing.elapsed() >= INTERVAL {
            self.last_standing = Instant::now();
            self.standing(board);
        }
    }
}
