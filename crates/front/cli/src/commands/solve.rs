use floe_engine::certificate::{Certificate, certify_any};
use floe_engine::options::{SearchDefaults, SearchOptions};
use floe_engine::{
    AnyMove, Checkpoint, GameValue, MixedSolution, Objective, SolveRequest, SolveResult, solve_any,
};
use floe_game::Interval;
use floe_picture::PictureOptions;
use floe_presentation::{FreeableNumber, Perspective, short_bounds};
use floe_query::json::SolveReport;
use floe_search::Limits;

use super::prelude::*;
use crate::arguments::{SearchArguments, duration, objective, search_settings};
use crate::input::PositionArgument;
use crate::interrupt::{quoted, resuming};
use crate::picture_files::PictureArguments;
use crate::problem::complain;
use crate::progress::SolveReporter;
use crate::split_proof::SplitArguments;

/// Prove the exact value of a position
///
/// With two players, proves who wins and then by how many fish and tiles; with more, each player's
/// result under max^n. A limit or Ctrl-C ends the proof and prints the bounds proved so far;
/// without a limit it runs to the end.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/solve.txt"))]
pub(crate) struct Solve {
    #[command(flatten)]
    position: PositionArgument,

    /// Prove the value of every legal move
    #[arg(long)]
    all: bool,

    /// Prove the exact margin, or only a win, draw or loss: margin or wdl
    #[arg(long, value_name = "OBJECTIVE", default_value = "margin", hide_possible_values = true, value_parser = objective())]
    objective: Objective,

    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    quiet: QuietArgument,

    /// Table size in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = mebibytes())]
    hash: usize,

    /// Checkpoint file: save the search of one position here and resume from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Write a certificate of the proof, which floe verify checks (two players, base game)
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    certificate: Option<PathBuf>,

    /// Maximum size of the leaves of the certificate, which are proved again, in nodes
    #[arg(long, value_name = "NODES", default_value = "100k", requires = "certificate", value_parser = number::<u64>(1..=u64::MAX))]
    leaf_nodes: u64,

    /// Write the rest of the day as an extensive game for Gambit (angling)
    #[arg(long, value_name = "FILE.efg")]
    export: Option<PathBuf>,

    #[command(flatten)]
    split: SplitArguments,

    /// Time between two saves of the checkpoint
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration, requires = "checkpoint")]
    checkpoint_interval: Duration,

    #[command(flatten)]
    pictures: PictureArguments,
}

impl Solve {
    pub(crate) fn check(&self, is_json: bool) -> Result<(), Wrong> {
        let of_one_position = [
            ("--split", self.split.folder().is_some()),
            ("--checkpoint", self.checkpoint.is_some()),
            ("--export", self.export.is_some()),
            ("--certificate", self.certificate.is_some()),
        ];
        match of_one_position
            .iter()
            .find(|(_, is_given)| *is_given && self.position.is_batch())
        {
            Some((option, _)) => Err(Wrong::new(format!(
                "{option}: expected one position as POSITION"
            ))),
            None => self.pictures.check_printing(&self.position, is_json),
        }
    }

    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        if let Some(folder) = self.split.status() {
            let shown = self.split.show_status(folder, self.objective, output);
            return shown.or_else(|error| output.refuse_call(error));
        }
        self.pictures.check(&self.position)?;
        let options = self.search.options(EngineSpec::default());
        let options = SearchOptions {
            hash_mebibytes: Some(self.hash),
            ..options
        };
        let settings = search_settings(&options, SearchDefaults::default())?;
        let interrupt = Interrupt::listen()?;
        let mut is_open = false;
        let mut numbers = self.position.numbers();
        let status = self.position.answer_each(&interrupt, output, |position| {
            let limits = Limits {
                stop: Some(&interrupt.stop),
                ..settings.limits()
            };
            let request = SolveRequest {
                limits,
                ..settings.solve_request()
            };
            let (answer, marks) = self.solve(position, request, &mut is_open)?;
            self.pictures
                .write(position, marks, numbers.next().flatten())?;
            Ok(answer.without_text(self.pictures.is_printed()))
        })?;
        let status = if status == Status::Fine && is_open {
            Status::Open
        } else {
            status
        };
        Ok(interrupt.or_stopped(status, || match self.checkpoint {
            Some(_) => resuming(),
            None if self.split.folder().is_some() => resuming(),
            None if self.position.is_batch() => {
                "for one position, --checkpoint FILE saves the search".to_owned()
            }
            None => {
                "with --checkpoint FILE the same command would have saved the search and resumed"
                    .to_owned()
            }
        }))
    }

    /// Proves a position; sets `is_open` if a limit ended the proof.
    fn solve(
        &self,
        position: &AnyGame,
        request: SolveRequest<'_>,
        is_open: &mut bool,
    ) -> Result<(Answer<SolveReport>, PictureOptions)> {
        let start = Instant::now();
        if self.objective == Objective::WinDrawLoss && position.players() > 2 {
            let players = position.players();
            complain(&format!(
                "--objective wdl is for two players; with {players} all final scores are proved"
            ));
        }
        self.export(position)?;
        let about = || format!("{position} {}", build());
        let open = |path| Checkpoint::open(path, &about()).map_err(problem::of_checkpoint);
        let checkpoint = self.checkpoint.as_deref().map(open).transpose()?;
        let request = SolveRequest {
            objective: self.objective,
            all: self.all,
            checkpoint: checkpoint
                .as_ref()
                .map(|checkpoint| (checkpoint, self.checkpoint_interval)),
            ..request
        };
        let mut reporter = SolveReporter::new(self.quiet.is_on);
        let file = self.certificate.as_deref().map(WrittenLater::open);
        let file = file.transpose()?;
        let leaf_nodes = file.is_some().then_some(self.leaf_nodes);
        let (solved, certificate) = if let Some(folder) = self.split.folder() {
            self.split
                .solve(folder, position, &request, leaf_nodes, &mut reporter)?
        } else if let Some(leaf_nodes) = leaf_nodes {
            let proof = certify_any(position, &request, leaf_nodes, |event| {
                reporter.report(event);
            });
            proof.map_err(problem::of_analysis)?
        } else {
            let solved = solve_any(position, &request, |event| reporter.report(event));
            (solved.map_err(problem::of_analysis)?, None)
        };
        let certified = match (file, &self.certificate) {
            (Some(file), Some(path)) => self.write_certificate(certificate, &solved, file, path)?,
            _ => String::new(),
        };
        drop(reporter);
        *is_open |= !self.is_proved(&solved);
        let seconds = start.elapsed().as_secs_f64();
        let text = self.text(position, &solved, seconds) + &certified;
        let report = SolveReport::new(position, &solved, seconds);
        Ok((
            Answer::block("floe/solve/1", report, text),
            Seen::whole(position).solved_marks(&solved),
        ))
    }
}

const LABEL: usize = 7;
/// Number of turns of a mixed strategy that are listed.
const LISTED: usize = 12;

fn row(label: &str, text: impl AsRef<str>) -> String {
    labelled(label, LABEL, text.as_ref())
}
/// Maximum number of entries of an exported tree.
const MAX_EXPORTED: usize = 1_000_000;

impl Solve {
    fn export(&self, position: &AnyGame) -> Result<()> {
        let Some(file) = &self.export else {
            return Ok(());
        };
        let tree = floe_engine::export_day(position, MAX_EXPORTED)
            .map_err(|error| Wrong::new(format!("--export: {error}")))?;
        WrittenLater::open(file)?.write(&tree)
    }

    /// Writes a certificate if there is one; says what it is, or why there is none.
    fn write_certificate(
        &self,
        certificate: Option<Certificate>,
        solved: &SolveResult<AnyMove>,
        file: WrittenLater,
        path: &Path,
    ) -> Result<String> {
        let text = match certificate {
            Some(certificate) => {
                let claims = counted(certificate.lines().count() as u64, "claim");
                file.write_bytes(&certificate.to_bytes())?;
                let quoted = quoted(path.as_os_str());
                format!(
                    "{}, {claims}; check it with: floe verify {quoted}",
                    path.display()
                )
            }
            None if self.is_proved(solved) => {
                "no certificate: interrupted while it was written".to_owned()
            }
            None => "no certificate: the value is not proved".to_owned(),
        };
        Ok(row("proof", &text))
    }

    /// Whether everything asked for is proved.
    fn is_proved(&self, solved: &SolveResult<AnyMove>) -> bool {
        if let Some(mixed) = &solved.mixed {
            return mixed.is_solved();
        }
        let moves = solved
            .moves
            .iter()
            .filter(|_| self.all)
            .map(|(_, bounds)| bounds);
        moves
            .chain([&solved.bounds])
            .all(|bounds| match self.objective {
                Objective::Margin => bounds.is_exact(),
                Objective::WinDrawLoss => bounds.is_exact() || GameValue::winner(bounds).is_some(),
            })
    }

    fn text(&self, position: &AnyGame, solved: &SolveResult<AnyMove>, time: f64) -> String {
        if let Some(result) = Seen::whole(position).result() {
            return wrapped(&result, 0);
        }
        let solved = solved.in_notation(position);
        if let Some(mixed) = &solved.mixed {
            return mixed_text(mixed) + &cost_text(solved.nodes, time);
        }
        let best = solved.line.first().map_or("none is proved", String::as_str);
        let mut text = row("best", best);
        text += &row(
            "value",
            value_text(&solved.bounds, Perspective::of(position)),
        );
        if !solved.line.is_empty() {
            text += &row("line", solved.line.join(" "));
        }
        if self.all {
            text += "moves\n";
            for (mv, bounds) in &solved.moves {
                text += &labelled(&format!("  {mv:7}  "), 11, &short_bounds(bounds));
            }
        }
        for FreeableNumber { card, number, way } in Seen::whole(position).freeable_numbers() {
            let card = card.map_or(String::new(), |card| format!("{card} "));
            text += &row(&format!("  {card}{number}  "), way.join(" "));
        }
        if self.split.folder().is_some() {
            // Those of all workers, which have had more time than this call.
            return text
                + &row(
                    "nodes",
                    format!("{} of all workers, {}", solved.nodes, seconds(time)),
                );
        }
        text + &cost_text(solved.nodes, time)
    }
}

fn cost_text(nodes: u64, time: f64) -> String {
    row(
        "nodes",
        format!(
            "{nodes}, {}, {} nodes/s",
            seconds(time),
            per_second(nodes, time)
        ),
    )
}

/// Formats the bounds of a day with hidden tiles, and the strategy that reaches them.
fn mixed_text(mixed: &MixedSolution<String>) -> String {
    let MixedSolution {
        at_least,
        at_most,
        strategy,
        entries,
    } = mixed;
    let size = match mixed.is_too_large() {
        true => {
            format!(
                "about {entries:.1e} entries: too large to be solved; expected a smaller lake or a later position"
            )
        }
        false => format!("{entries:.0} entries"),
    };
    let mut text = row(
        "points",
        format!("{at_least:.4} to {at_most:.4} for the angler on this day"),
    );
    if !mixed.is_too_large() {
        text += &row(
            "gain",
            format!("{:.4} by a best response", mixed.exploitability()),
        );
    }
    text += &row("tree", &size);
    if !strategy.is_empty() {
        text += "moves\n";
    }
    for (moves, share) in strategy.iter().take(LISTED) {
        text += &labelled(
            &format!("  {:>5.1} %  ", 100.0 * share),
            11,
            &moves.join(" "),
        );
    }
    text
}

/// Formats a proved value, a proved winner, or the bounds of a value that is not proved.
fn value_text(bounds: &Interval<GameValue>, view: Perspective) -> String {
    let short = short_bounds(bounds);
    match (bounds.value(), GameValue::winner(bounds)) {
        (Some(value), _) => format!("{short}, exact: {}", view.in_words(value, true)),
        (None, Some(order)) => format!("{} is proved, by {short}", view.outcome(order)),
        (None, None) => format!("not proved: {short}"),
    }
}
