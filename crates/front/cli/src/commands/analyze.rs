use std::collections::BTreeMap;
use std::fmt::Display;

use floe_engine::options::{SearchDefaults, SearchOptions, SearchSettings};
use floe_engine::{Analysis, AnyMove, Engine, Evaluation, Forecast, GameLine, MixedPlay};
use floe_gamefile::WrittenGame;
use floe_picture::PictureOptions;
use floe_presentation::{Perspective, short_value};
use floe_query::json::AnalysisReport;
use floe_search::{Limits, MAX_DEPTH};
use serde_json::{Map, Value};

use super::prelude::*;
use crate::arguments::{SearchArguments, search_settings};
use crate::explain::{Depth, Why};
use crate::export::{ExportArgument, ExportTable, fields};
use crate::files::{evaluation_of, written_game};
use crate::input::PositionArgument;
use crate::picture_files::PictureArguments;
use crate::progress::SearchReporter;

/// Find the best move and the value of a position
///
/// Searches deeper and deeper until a limit is reached, the value is proved or you press Ctrl-C,
/// then prints the best line found. Without --time, --nodes or --depth it searches for 5 seconds.
/// With two players the value is the final difference for the player to move, fish:tiles.
#[derive(Args)]
#[command(after_long_help = concat!(include_str!("../help/engines.txt"), "\n", include_str!("../help/analyze.txt")))]
pub(crate) struct Analyze {
    #[command(flatten)]
    position: PositionArgument,

    /// Maximum depth in plies, 1 to 99
    #[arg(long, value_name = "PLIES", value_parser = number::<u32>(1..=u64::from(MAX_DEPTH)))]
    depth: Option<u32>,

    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    quiet: QuietArgument,

    /// Number of moves to report
    ///
    /// The move that the engine plays comes first, the others by their values for the player to
    /// move, best first.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=u64::from(u32::MAX)))]
    #[arg(alias = "multipv")]
    lines: u32,

    /// Engine, with its options after a colon
    ///
    /// Other options of the command line override those of the engine. See Engines below.
    #[arg(long, value_name = "ENGINE", default_value = "default", value_parser = engine())]
    engine: EngineSpec,

    /// Table size in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = mebibytes())]
    hash: Option<usize>,

    /// Infer what is hidden from the moves of this game, which leads to the position (angling)
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,

    /// Explain the evaluation, and list the best moves at each depth
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    pictures: PictureArguments,

    #[command(flatten)]
    export: ExportArgument,
}

/// Columns of exported lines that come first.
const FIRST_COLUMNS: [&str; 3] = ["position", "rank", "move"];

impl Analyze {
    pub(crate) fn check(&self, is_json: bool) -> Result<(), Wrong> {
        self.settings()?;
        self.export.check(is_json)?;
        self.pictures.check_printing(&self.position, is_json)
    }

    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let settings = self.settings()?;
        let evaluation = evaluation_of(&self.engine)?;
        self.pictures.check(&self.position)?;
        let history = self.history.as_deref().map(written_game).transpose()?;
        let interrupt = Interrupt::listen()?;
        let mut numbers = self.position.numbers();
        let mut exported = Vec::new();
        let status = self.position.answer_each(&interrupt, output, |position| {
            let limits = Limits {
                stop: Some(&interrupt.stop),
                ..settings.limits()
            };
            let line = match &history {
                Some(game) => game_to(game, position)?,
                None => GameLine::new(*position),
            };
            let engine = settings.engine(evaluation.clone());
            let (answer, marks) = self.analyze(position, &line, engine, &limits, &evaluation)?;
            self.pictures
                .write(position, marks, numbers.next().flatten())?;
            if self.export.format.is_some() {
                exported.extend(answer.object().rows());
            }
            let is_replaced = self.pictures.is_printed() || self.export.format.is_some();
            Ok(answer.without_text(is_replaced))
        })?;
        if let Some(format) = self.export.format {
            ExportTable::of_objects(&FIRST_COLUMNS, &exported).print(format, output)?;
        }
        // Ctrl-C is a usual way to end an analysis.
        Ok(interrupt
            .status()
            .filter(|&stopped| stopped == Status::Terminated)
            .unwrap_or(status))
    }

    fn settings(&self) -> Result<SearchSettings, Wrong> {
        let options = SearchOptions {
            depth: self.depth,
            hash_mebibytes: self.hash,
            lines: Some(self.lines as usize),
            ..self.search.options(self.engine.clone())
        };
        search_settings(&options, SearchDefaults::ANALYSIS)
    }

    /// Analyses a position, to which a game leads.
    fn analyze(
        &self,
        position: &AnyGame,
        line: &GameLine,
        mut engine: Engine,
        limits: &Limits<'_>,
        evaluation: &Evaluation,
    ) -> Result<(Answer<ExplainedAnalysis>, PictureOptions)> {
        let start = Instant::now();
        let view = Perspective::of(position);
        let reporter = SearchReporter::new(self.quiet.is_on);
        let mut depths = Vec::new();
        let analysis = engine.analyze_line(line, limits, |progress| {
            reporter.report(position, progress);
            if self.explain {
                depths.push(Depth::of(&progress.analysis().in_notation(position), view));
            }
        });
        drop(reporter);
        let analysis = analysis.map_err(problem::of_analysis)?;
        let seconds = start.elapsed().as_secs_f64();
        let why = self
            .explain
            .then(|| Why::new(position, &analysis, evaluation, depths));
        let explained = why
            .as_ref()
            .filter(|_| !analysis.lines.is_empty())
            .map_or(String::new(), Why::text);
        let text = self.text(position, &analysis, seconds) + &explained;
        let report = AnalysisReport::new(position, &self.engine, &analysis, seconds);
        let marks = PictureOptions {
            arrows: Seen::whole(position).arrows(&analysis),
            ..PictureOptions::default()
        };
        Ok((
            Answer::painted("floe/analyze/1", ExplainedAnalysis { report, why }, text),
            marks,
        ))
    }
}

/// The moves of a game that leads to a position, as the player to move knows both.
fn game_to(game: &WrittenGame, position: &AnyGame) -> Result<GameLine> {
    let line = game.line().map_err(wrong_history)?;
    let mover = position.last_turn();
    let end = line.end();
    if end.view(mover) != position.view(mover) {
        let why =
            format!("expected a game that leads to the position; found one that leads to {end}");
        return Err(wrong_history(why).into());
    }
    Ok(line)
}

fn wrong_history(why: impl Display) -> Wrong {
    Wrong::new(format!("--history: {why}"))
}

/// Result of a search, with its explanation where it is asked for.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ExplainedAnalysis {
    #[serde(flatten)]
    report: AnalysisReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
}

impl ExplainedAnalysis {
    /// Each line as a row, with the position and the cost of the search.
    fn rows(&self) -> impl Iterator<Item = Map<String, Value>> {
        let mut whole = fields(&self.report);
        let lines = whole.remove("lines");
        let kept = ["position", "engine", "depth", "nodes", "seconds"];
        whole.retain(|name, _| kept.contains(&name.as_str()));
        let lines = lines.and_then(|lines| lines.as_array().cloned());
        let ranked = (1..).zip(lines.unwrap_or_default());
        ranked.map(move |(rank, line)| {
            let mut row = fields(&line);
            row.insert("rank".to_owned(), Value::from(rank));
            row.extend(whole.clone());
            row
        })
    }
}

const LABEL: usize = 7;

fn row(label: &str, text: impl AsRef<str>) -> String {
    labelled(label, LABEL, text.as_ref())
}

/// Formats the error of the value, the probability of losing, and those of the numbers of animals
/// left.
fn forecast_text(forecast: &Forecast) -> String {
    let error = |playouts: u32| {
        format!(
            " of {}, error {:.2}",
            counted(playouts, "playout"),
            forecast.error()
        )
    };
    let error = forecast.playouts.map_or(String::new(), error);
    row("lost", format!("{}{error}", percent(forecast.lost))) + &left_chart(&forecast.left)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Draws a bar for every number of animals left, or for a few numbers together where there are
/// many.
fn left_chart(left: &BTreeMap<usize, f64>) -> String {
    const BARS: usize = 12;
    const LONGEST: usize = 40;
    let (Some(&first), Some(&last)) = (left.keys().next(), left.keys().next_back()) else {
        return String::new();
    };
    let each = (last - first + 1).div_ceil(BARS);
    let share = |start: usize| {
        left.range(start..start + each)
            .map(|(_, share)| share)
            .sum::<f64>()
    };
    let bars = (first..=last).step_by(each);
    let most = bars.clone().map(share).fold(0.0, f64::max);
    let longest = LONGEST.min(width() - LABEL - 18) as f64;
    let mut text = String::new();
    for start in bars {
        let end = last.min(start + each - 1);
        let numbers = if start == end {
            start.to_string()
        } else {
            format!("{start}-{end}")
        };
        let bar = "#".repeat((longest * share(start) / most).round() as usize);
        let label = if start == first { "left" } else { "" };
        let line = format!(
            "{label:LABEL$}{numbers:>5}  {:>7}  {bar}",
            percent(share(start))
        );
        text += &format!("{}\n", line.trim_end());
    }
    text
}

/// Formats the probability of winning, and the most likely moves of a mixed strategy.
fn mixed_text(position: &AnyGame, mixed: &MixedPlay<AnyMove>) -> String {
    const LISTED: usize = 8;
    let moves = mixed.strategy.iter().take(LISTED);
    let moves =
        moves.map(|&(mv, share)| format!("{} {:.0} %", position.move_text(mv), 100.0 * share));
    let moves: Vec<String> = moves.collect();
    row("win", format!("{:.0} %", 100.0 * mixed.win)) + &row("mixed", moves.join(", "))
}

impl Analyze {
    fn text(&self, position: &AnyGame, analysis: &Analysis<AnyMove>, time: f64) -> String {
        let seen = Seen::whole(position);
        if let Some(result) = seen.result() {
            return wrapped(&result, 0);
        }
        let Some(best) = analysis.lines.first() else {
            return String::new();
        };
        let value = seen.analysis_words(analysis);
        let exact = if analysis.exact { "exact" } else { "not exact" };
        let mut text = row("best", position.move_text(best.moves[0]));
        if !analysis.exact && !self.engine.method.searches() {
            return text
                + &row(
                    "value",
                    format!("not searched by the engine {}", self.engine.method.name()),
                );
        }
        text += &row(
            "value",
            format!("{}, {exact}: {value}", short_value(&analysis.value)),
        );
        text += &row("line", position.line_text(&best.moves).join(" "));
        if let (Some(forecast), Some(turn)) = (&analysis.forecast, seen.turn(&best.moves)) {
            text += &row("turn", &turn.words);
            text += &forecast_text(forecast);
        }
        text += &seen
            .way(best.moves[0])
            .map_or(String::new(), |way| row("way", &way));
        text += &analysis
            .mixed
            .as_ref()
            .map_or(String::new(), |mixed| mixed_text(position, mixed));
        if analysis.lines.len() > 1 {
            for (number, line) in (1..).zip(&analysis.lines) {
                let exact = if line.exact { "exact" } else { "" };
                let start = format!("{number:>4}.  {:>7} {exact:5}  ", short_value(&line.value));
                text += &labelled(
                    &start,
                    start.len(),
                    &position.line_text(&line.moves).join(" "),
                );
            }
        }
        let Analysis { depth, nodes, .. } = analysis;
        let cost = format!(
            "{depth}, {nodes} nodes, {}, {} nodes/s",
            seconds(time),
            per_second(*nodes, time)
        );
        text + &row("depth", &cost)
    }
}
