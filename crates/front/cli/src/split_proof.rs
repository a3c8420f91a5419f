//! Proofs on many machines: options of `floe solve`, the workers of this process, and a look at a
//! proof.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use floe_engine::certificate::{Certificate, conclude, margin_text, unfinished};
use floe_engine::{AnyGame, AnyMove, GameValue, Objective, SolveEvent, SolveRequest, SolveResult};
use floe_fish::Position;
use floe_game::Game;
use floe_picture::{BoxColour, Figure, PictureOptions, Theme, TreeBox, TreeChart};
use floe_presentation::{Seen, short_bounds};
use floe_proofs::{
    ClaimTree, JobCounts, ProofFolder, ProofFolderError, ProofFolderProblem, ProofState,
    ProofStatus, Worker, WorkerError, WorkerEvent, WorkerOptions,
};
use floe_search::Limits;
use schemars::JsonSchema;
use serde::Serialize;
use sysinfo::System;

use crate::arguments::{build, number};
use crate::files::WrittenLater;
use crate::html_report;
use crate::output::{Answer, Output, counted, metric, seconds};
use crate::problem::{self, Status, Wrong, say};
use crate::progress::SolveReporter;
use crate::proved_margin::ProvedMargin;
use crate::text::labelled;

/// Options of proofs on many machines.
#[derive(Args)]
#[command(next_help_heading = "Many machines")]
pub(crate) struct SplitArguments {
    /// Work on the proof in this folder, with all others that do (two players, base game)
    ///
    /// Every call is one worker, with all its threads; calls on any number of machines that share
    /// the folder work on one proof. They may come, go and be killed. When the value is proved,
    /// each prints it.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["all", "checkpoint", "export"])]
    split: Option<PathBuf>,

    /// Maximum size of a job, in nodes [default: 1073741824, and none while no other call works on
    /// the proof]
    #[arg(long, value_name = "NODES", value_parser = number::<u64>(100..=1 << 40))]
    job_nodes: Option<u64>,

    /// Show how far the proof in this folder is
    #[arg(long, value_name = "DIR", conflicts_with_all = ["position", "positions", "split", "certificate", "all"])]
    status: Option<PathBuf>,

    /// Write the status as a page of HTML, with a picture of the tree
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl SplitArguments {
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.split.as_deref()
    }

    pub(crate) fn status(&self) -> Option<&Path> {
        self.status.as_deref()
    }

    /// Works on a proof until its objective is reached or a limit ends it; then finds a certificate
    /// if `leaf_nodes` is given.
    pub(crate) fn solve(
        &self,
        path: &Path,
        position: &AnyGame,
        request: &SolveRequest<'_>,
        leaf_nodes: Option<u64>,
        solving: &mut SolveReporter,
    ) -> Result<(SolveResult<AnyMove>, Option<Certificate>)> {
        let position = provable(position)?;
        let folder = ProofFolder::open(path, position, build()).map_err(of_folder)?;
        let options = WorkerOptions {
            objective: request.objective,
            job_nodes: self.job_nodes,
            threads: request.threads,
            hash_mebibytes: request.hash_mebibytes,
        };
        let mut reporter = SplitReporter::new(solving.is_quiet());
        let (state, mut solver) = match Worker::join(&folder, &host_name(), options) {
            Ok(mut worker) => {
                let state = worker
                    .run(&request.limits, &mut |event| reporter.report(event))
                    .map_err(of_worker)?;
                reporter.finish(&worker);
                (state, worker.into_solver())
            }
            Err(error) => {
                // What is proved needs no worker: the folder may be one that cannot be written.
                let finished =
                    Worker::read_finished(&folder, options, &mut |event| reporter.report(event));
                finished
                    .map_err(of_worker)?
                    .ok_or_else(|| of_worker(error))?
            }
        };
        if state.bound.is_some() {
            return Ok((
                unfinished(position, &mut solver, state.margin, state.nodes),
                None,
            ));
        }
        // The rest takes no limit: all is proved, and the line is short work.
        let request = SolveRequest {
            limits: Limits {
                nodes: None,
                ..request.limits
            },
            ..*request
        };
        let mut certifying = |event: &SolveEvent<'_>| {
            if let SolveEvent::Certifying(_) = event {
                solving.report(event);
            }
        };
        let (solved, certificate) =
            conclude(position, &mut solver, &request, leaf_nodes, &mut certifying)
                .map_err(problem::of_analysis)?;
        if solved.line.is_empty() && solver.proving_move(position, state.margin) == Ok(None) {
            let margin = short_bounds(&solved.bounds);
            let path = path.display();
            anyhow::bail!(
                "{path}: the bounds of the folder prove {margin}, but no move gives it: a record is wrong"
            );
        }
        Ok((
            SolveResult {
                nodes: state.nodes + solved.nodes,
                ..solved
            },
            certificate,
        ))
    }

    /// Prints how far a proof is, and writes the page.
    pub(crate) fn show_status(
        &self,
        path: &Path,
        objective: Objective,
        output: &mut Output,
    ) -> Result<Status> {
        let folder = ProofFolder::visit(path, build()).map_err(of_folder)?;
        let page = self.html.as_deref().map(WrittenLater::open).transpose()?;
        let status = ProofStatus::of(&folder, objective, TREE_DEPTH).map_err(of_folder)?;
        let text = status_text(&folder, &status, objective);
        if let Some(page) = page {
            page.write(&status_page(&folder, &status, &text))?;
        }
        let report = SplitStatus::new(&folder, &status);
        output.answer(&Answer::block("floe/proof-status/1", report, text))?;
        Ok(if status.state.bound.is_none() {
            Status::Fine
        } else {
            Status::Open
        })
    }
}

/// Depth of the picture of a tree, in plies.
const TREE_DEPTH: u32 = 5;

/// Number of moves of the root, and of damaged records, that are listed.
const LISTED: usize = 12;

const LABEL: usize = 9;

fn row(label: &str, text: impl AsRef<str>) -> String {
    labelled(label, LABEL, text.as_ref())
}

/// State of a proof on many machines.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SplitStatus {
    /// Position at the root of the proof.
    position: String,
    /// Whether the objective is reached.
    decided: bool,
    /// Proved lower bound of the final margin for the player to move.
    at_least: ProvedMargin,
    /// Proved upper bound of the final margin for the player to move.
    at_most: ProvedMargin,
    /// Claim that is asked now: that the margin is this or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<ProvedMargin>,
    /// Jobs that settled their claim.
    settled: u64,
    /// Jobs that ran out of nodes, so that their claim was split.
    split: u64,
    /// Jobs that were stopped.
    dropped: u64,
    /// Nodes of all jobs that have ended.
    nodes: u64,
    /// Time of all these jobs together, in seconds.
    seconds: f64,
    /// Best move so far: no worse than any other as far as is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    /// Expected nodes until the claim that is asked is settled.
    expected_nodes: f64,
    /// Open claims of the graph.
    claims: usize,
    /// Open claims that are not split.
    leaves: usize,
    /// Workers that search at this moment.
    workers: Vec<String>,
    /// Damaged records, which are left out.
    damaged: usize,
}

impl SplitStatus {
    fn new(folder: &ProofFolder, status: &ProofStatus) -> SplitStatus {
        let ProofStatus { state, jobs, .. } = status;
        SplitStatus {
            position: folder.position().to_string(),
            decided: state.bound.is_none(),
            at_least: ProvedMargin::of_score(state.margin.lower),
            at_most: ProvedMargin::of_score(state.margin.upper),
            asked: state.bound.map(ProvedMargin::of_score),
            settled: jobs.settled,
            split: jobs.exhausted,
            dropped: jobs.dropped,
            nodes: state.nodes,
            seconds: status.seconds,
            best: status.best.clone(),
            expected_nodes: state.expected_nodes,
            claims: state.claims,
            leaves: state.leaves,
            workers: status.busy.iter().map(|(name, _)| name.clone()).collect(),
            damaged: status.damaged.len(),
        }
    }
}

fn status_text(folder: &ProofFolder, status: &ProofStatus, objective: Objective) -> String {
    let ProofState {
        margin,
        bound,
        nodes,
        expected_nodes,
        claims,
        leaves,
    } = status.state;
    let JobCounts {
        settled,
        exhausted,
        dropped,
    } = status.jobs;
    let mut text = row("position", folder.position().to_string());
    let goal = match objective {
        Objective::Margin => "the exact margin",
        Objective::WinDrawLoss => "win, draw or loss",
    };
    text += &row("goal", goal);
    text += &row("proved", short_bounds(&GameValue::margin_bounds(margin)));
    text += &row(
        "best",
        status.best.as_deref().unwrap_or("none is known yet"),
    );
    if let Some(bound) = bound {
        let asked = format!(
            "≥ {}: {} open, {} not split",
            margin_text(bound),
            counted(claims as u64, "claim"),
            leaves
        );
        text += &row("asks", &asked);
    }
    let ended = counted(settled + exhausted + dropped, "job");
    let jobs = format!("{ended}: {settled} settled, {exhausted} split, {dropped} dropped");
    text += &row("jobs", &jobs);
    let rate = status.nodes_per_second();
    text += &row(
        "nodes",
        format!("{}, {}/s a worker", metric(nodes as f64), metric(rate)),
    );
    text += &row(
        "time",
        format!("{} of all jobs together", seconds(status.seconds)),
    );
    let names: Vec<&str> = status.busy.iter().map(|(name, _)| name.as_str()).collect();
    text += &row(
        "workers",
        format!("{} at work {}", names.len(), names.join(" ")),
    );
    if bound.is_some() {
        let left = expected_nodes / (rate * names.len().max(1) as f64).max(1.0);
        let workers = counted(names.len().max(1) as u64, "worker");
        let estimate = format!(
            "about {} nodes for this claim, {} by {workers}",
            metric(expected_nodes),
            seconds(left)
        );
        text += &row("left", &estimate);
    }
    for record in status.damaged.iter().take(LISTED) {
        let place = format!("{}, byte {}: left out", record.path.display(), record.byte);
        text += &row("damaged", &place);
    }
    if status.damaged.len() > LISTED {
        text += &row(
            "damaged",
            format!("{} more records", status.damaged.len() - LISTED),
        );
    }
    if let Some(tree) = &status.tree {
        text += "tree\n";
        text += &labelled("  ", 2, &claim_text(tree, "root"));
        for claim in tree.moves.iter().take(LISTED) {
            text += &labelled("    ", 4, &claim_text(claim, &claim.move_text()));
        }
        if tree.moves.len() > LISTED {
            text += &format!("    {} more\n", tree.moves.len() - LISTED);
        }
    }
    text
}

/// Formats a claim after a move, for the side to move then.
fn claim_text(claim: &ClaimTree, mv: &str) -> String {
    let bound = margin_text(claim.bound);
    let state = match claim.holds {
        Some(true) => "holds".to_owned(),
        Some(false) => "fails".to_owned(),
        None => format!("about {} nodes", metric(claim.nodes)),
    };
    format!("{mv}: {} tiles, ≥ {bound}, {state}", claim.tiles)
}

fn status_page(folder: &ProofFolder, status: &ProofStatus, text: &str) -> String {
    let board = AnyGame::from(*folder.position());
    let rules = format!("{}, {} players", board.rules(), board.players());
    let facts = [("rules", rules), ("position", board.to_string())];
    let mut page = html_report::new_page("Proof", &facts);
    let best = status
        .best
        .as_deref()
        .map_or(String::new(), |best| format!("Best move so far: {best}"));
    page.figures(&[Figure {
        svg: Seen::whole(&board).picture(&best_move(&board, status)),
        caption: best,
    }]);
    page.preformatted(text);
    if let Some(tree) = &status.tree {
        page.heading("Tree of the claim that is asked");
        page.paragraph(
            "Each box is the claim that the side to move gets its bound or more from here on; the boxes below it are \
             those after its moves, the first to search first. A claim holds if one below it fails, and fails if all \
             below it hold. Blue holds, orange fails, grey is open; a dark frame is \
             around those being searched.",
        );
        let chart = TreeChart {
            title: "Tree of claims".to_owned(),
            root: tree_box(tree, "root", &status.busy),
        };
        let caption = format!("The first {TREE_DEPTH} moves; hover over a box to read it");
        page.wide_figure(&Figure {
            svg: chart.draw(Theme::Auto),
            caption,
        });
    }
    page.finish()
}

/// Options of a picture of the position that mark the best move so far.
fn best_move(board: &AnyGame, status: &ProofStatus) -> PictureOptions {
    let last_move = status
        .best
        .as_deref()
        .and_then(|best| Seen::whole(board).move_mark(best).ok());
    PictureOptions {
        last_move,
        theme: Theme::Auto,
        ..PictureOptions::default()
    }
}

fn tree_box(claim: &ClaimTree, mv: &str, busy: &[(String, u64)]) -> TreeBox {
    let colour = match claim.holds {
        Some(true) => BoxColour::Holds,
        Some(false) => BoxColour::Fails,
        None if busy.iter().any(|(_, key)| *key == claim.key) => BoxColour::Active,
        None => BoxColour::Open,
    };
    let below = claim
        .moves
        .iter()
        .map(|claim| tree_box(claim, &claim.move_text(), busy))
        .collect();
    TreeBox {
        label: claim_text(claim, mv),
        short: mv.to_owned(),
        colour,
        below,
    }
}

/// A position whose proof can be split.
fn provable(position: &AnyGame) -> Result<&Position<2>, Wrong> {
    match position {
        AnyGame::Two(position) if position.is_placement() => Err(Wrong::new(
            "--split: expected a position in which all penguins are placed",
        )),
        AnyGame::Two(position) if position.is_over() => Err(Wrong::new(
            "--split: expected a game that is not over: its result needs no proof",
        )),
        AnyGame::Two(position) => Ok(position),
        other => {
            let players = other.players();
            let rules = other.rules();
            Err(Wrong::new(format!(
                "--split: expected the base game with two players; found {players} players, rules {rules}; \
                 floe solve proves it without --split"
            )))
        }
    }
}

/// Name of this machine, as part of a file name.
fn host_name() -> String {
    let name = System::host_name().unwrap_or_default();
    let name: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '.' {
                c
            } else {
                '-'
            }
        })
        .take(60)
        .collect();
    if name.is_empty() {
        "worker".to_owned()
    } else {
        name
    }
}

/// Converts an error of the folder: the call names a wrong one, unless the system fails.
fn of_folder(error: ProofFolderError) -> anyhow::Error {
    match &error.problem {
        ProofFolderProblem::File(problem) if problem::is_failure_of_file(problem) => error.into(),
        _ => Wrong::new(error).into(),
    }
}

fn of_worker(error: WorkerError) -> anyhow::Error {
    match error {
        WorkerError::Folder(error) => of_folder(error),
        WorkerError::Table(error) => error.into(),
    }
}

/// Reports the progress of a proof on standard error: a line for each new bound, and others after
/// ever longer pauses.
struct SplitReporter {
    quiet: bool,
    start: Instant,
    last_report: Duration,
    last_margin: Option<(i32, i32)>,
    /// Number of damaged records.
    damaged: usize,
}

impl SplitReporter {
    fn new(quiet: bool) -> SplitReporter {
        SplitReporter {
            quiet,
            start: Instant::now(),
            last_report: Duration::ZERO,
            last_margin: None,
            damaged: 0,
        }
    }

    fn report(&mut self, event: &WorkerEvent) {
        const PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(600)];
        match event {
            WorkerEvent::Damaged(record) => {
                let path = record.path.display();
                self.damaged += 1;
                match self.damaged.cmp(&LISTED) {
                    Less => say(&format!(
                        "floe: {path}, byte {}: a damaged record is left out",
                        record.byte
                    )),
                    Equal => say("floe: more damaged records are left out; --status counts them"),
                    Greater => {}
                }
            }
            WorkerEvent::State(state) => {
                let elapsed = self.start.elapsed();
                let margin = Some((state.margin.lower, state.margin.upper));
                let is_due =
                    elapsed > self.last_report + (self.last_report / 2).clamp(PAUSES[0], PAUSES[1]);
                if !self.quiet && (is_due || margin != self.last_margin) {
                    say(&state_text(state));
                    self.last_margin = margin;
                    self.last_report = elapsed;
                }
            }
        }
    }

    fn finish(self, worker: &Worker) {
        if self.quiet {
            return;
        }
        let done = worker.done();
        let elapsed = done.elapsed.as_secs_f64();
        let searching = 100.0 * done.searching.as_secs_f64() / elapsed.max(1e-9);
        let waiting = 100.0 * done.waiting.as_secs_f64() / elapsed.max(1e-9);
        let nodes = metric(done.nodes as f64);
        say(&format!(
            "{}: {} jobs, {nodes} nodes, {searching:.1} % of the time searching, {waiting:.1} % waiting",
            worker.name(),
            done.jobs
        ));
    }
}

/// Formats the bounds, the claim that is asked, and the work done and left.
pub(crate) fn state_text(state: &ProofState) -> String {
    let ProofState {
        margin,
        bound,
        nodes,
        expected_nodes,
        claims,
        leaves,
    } = state;
    let bounds = short_bounds(&GameValue::margin_bounds(*margin));
    let nodes = metric(*nodes as f64);
    match bound {
        None => format!("{bounds:>18}  {nodes} nodes"),
        Some(bound) => {
            let bound = margin_text(*bound);
            let left = metric(*expected_nodes);
            format!(
                "{bounds:>18}  asks ≥ {bound}  {nodes} nodes, about {left} to settle it  {claims} claims, {leaves} leaves"
            )
        }
    }
}
