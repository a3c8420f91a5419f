//! Reports as pages of HTML, with charts and pictures.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use floe_arena::tuning::{
    RangeEnd, TunedParameter, TuningConfig, TuningMethod, TuningProgress, TuningRound,
};
use floe_engine::AnyGame;
use floe_picture::{ChartLevel, ChartPoint, Figure, LineChart, Page, Theme};
use floe_reports::{Fact, add_blocks, board, match_facts};
use floe_review::{SuiteAttempt, SuiteReport, SuiteSummary};
use floe_text::ReportBlock;

use crate::arguments::build;
use crate::files::WrittenLater;
use crate::interrupt::this_call;
use crate::output::{counted, error_cells, metric, seconds};
use crate::problem::Wrong;

/// File for a report, checked before the run to be writable.
pub(crate) fn open(file: Option<&PathBuf>) -> Result<Option<WrittenLater>, Wrong> {
    file.map(|file| WrittenLater::open(file)).transpose()
}

/// Page that begins with what was run: these facts, then the build that writes the page, the date
/// and the call.
pub(crate) fn new_page(title: &str, facts: &[Fact]) -> Page {
    let date = jiff::Zoned::now().strftime("%Y-%m-%d %H:%M");
    let made = [
        ("build", build().to_owned()),
        ("date", date.to_string()),
        ("call", this_call()),
    ];
    floe_reports::new_page(title, &[facts, &made].concat())
}

/// Number of points of a curve.
const POINTS: usize = 300;
const DRAWN: usize = 12;

/// Page about a tuning: values, and how they have changed.
pub(crate) fn tuning_page(
    config: &TuningConfig,
    state: &TuningProgress,
    rounds: &BTreeMap<u64, TuningRound>,
) -> String {
    let method = match config.method {
        TuningMethod::Spsa => "spsa",
        TuningMethod::Clop => "clop",
    };
    let own = [
        ("engine", config.engine.clone()),
        ("method", method.to_owned()),
        ("rounds", config.rounds.to_string()),
    ];
    let facts: Vec<Fact> = own
        .into_iter()
        .chain(match_facts(&config.games, build()))
        .collect();
    let mut page = new_page("Tuning", &facts);
    add_blocks(&mut page, &tuning_blocks(config, state));
    let step = rounds.len() / POINTS + 1;
    let chart = |(index, parameter): (usize, &TunedParameter)| {
        let point = |round: &TuningRound| ChartPoint {
            x: round.round as f64,
            y: round.values[index],
            error: 0.0,
        };
        let levels = [
            (parameter.start, "start"),
            (parameter.least, "least"),
            (parameter.most, "greatest"),
        ];
        let chart = LineChart {
            title: format!("{} by round", parameter.name),
            x: "round".to_owned(),
            y: parameter.name.clone(),
            points: rounds.values().step_by(step).map(point).collect(),
            levels: levels
                .map(|(y, name)| ChartLevel {
                    y,
                    name: name.to_owned(),
                })
                .to_vec(),
        };
        let caption = format!("{}, with its start and its range", parameter.name);
        Figure {
            svg: chart.draw(Theme::Auto),
            caption,
        }
    };
    if !rounds.is_empty() {
        page.heading("Values");
        page.figures(
            &config
                .parameters
                .iter()
                .enumerate()
                .map(chart)
                .collect::<Vec<_>>(),
        );
    }
    page.heading("Engine");
    page.preformatted(&state.engine);
    page.finish()
}

/// Report of a tuning: how much is played, the values, and the parameters whose best values lie at
/// an end of their ranges.
pub(crate) fn tuning_blocks(config: &TuningConfig, state: &TuningProgress) -> Vec<ReportBlock> {
    let rounds = counted(state.rounds, "round");
    let games = counted(state.games, "game");
    let interval = (config.method == TuningMethod::Clop).then_some("95 % interval");
    let heads = ["parameter", "start", "value"].into_iter().chain(interval);
    let rows = config
        .parameters
        .iter()
        .map(|parameter| value_row(parameter, state));
    let note = |(name, end): (&String, &RangeEnd)| {
        ReportBlock::Line(match end {
            RangeEnd::Greatest => format!("{name} is at the greatest value: widen the range."),
            RangeEnd::Least => format!("{name} is at the least value: widen the range."),
        })
    };
    let mut blocks = vec![
        ReportBlock::Line(format!("{rounds} of {}, {games}", state.of)),
        ReportBlock::Section(""),
        ReportBlock::table(&heads.collect::<Vec<_>>(), rows.collect()),
    ];
    blocks.extend(state.at_bounds.iter().map(note));
    blocks
}

fn value_row(parameter: &TunedParameter, state: &TuningProgress) -> Vec<String> {
    let interval = state.intervals.get(&parameter.name);
    let interval = interval.map(|interval| match interval {
        Some([least, most]) => format!("{} to {}", parameter.text(*least), parameter.text(*most)),
        None => "not determined".to_owned(),
    });
    let mut row = vec![
        parameter.name.clone(),
        parameter.text(parameter.start),
        parameter.text(state.values[&parameter.name]),
    ];
    row.extend(interval);
    row
}

/// Columns of a table of rounds.
#[cfg(feature = "train")]
pub(crate) const ROUND: [&str; 7] = [
    "round",
    "positions",
    "error",
    "match (games)",
    "Elo",
    "margin",
    "accepted",
];

/// A round as a row of a table with the columns [`ROUND`].
#[cfg(feature = "train")]
pub(crate) fn round_row(round: &floe_training::TrainingRound) -> Vec<String> {
    vec![
        round.round.to_string(),
        round.positions.to_string(),
        format!("{:.2}", round.error()),
        round.match_games.to_string(),
        format!("{:+.0} ± {:.0}", round.elo, round.elo_error),
        format!("{:+.1}", round.margin),
        match round.floes_to_go {
            Some(more) => format!("open: {more} floes to go"),
            None => (if round.accepted { "yes" } else { "no" }).to_owned(),
        },
    ]
}

/// Page about a run of training in a directory: its rounds, how errors and strength have changed,
/// and the weights.
#[cfg(feature = "train")]
pub(crate) fn training_page(
    rounds: &[floe_training::TrainingRound],
    directory: &Path,
    facts: &[Fact],
) -> Result<String> {
    use floe_training::TrainingRound;

    let mut page = new_page("Training", facts);
    page.table(&ROUND, &rounds.iter().map(round_row).collect::<Vec<_>>());
    if !rounds.iter().any(|round| round.accepted) {
        page.paragraph("No round was accepted.");
    }
    let error = |round: &TrainingRound| ChartPoint {
        x: round.round.into(),
        y: round.error(),
        error: 0.0,
    };
    let errors: Vec<ChartPoint> = rounds.iter().map(error).collect();
    let charts = [
        (
            "Elo against the first evaluation, as far as rounds were accepted",
            "Elo",
            strength_by_round(rounds),
        ),
        ("Error on games kept aside, in fish", "error", errors),
    ];
    let figures = charts.map(|(title, y, points)| {
        let caption = title.to_owned();
        let chart = LineChart {
            title: caption.clone(),
            x: "round".to_owned(),
            y: y.to_owned(),
            points,
            levels: Vec::new(),
        };
        Figure {
            svg: chart.draw(Theme::Auto),
            caption,
        }
    });
    page.figures(&figures);
    if let Some(round) = rounds
        .iter()
        .rfind(|round| round.accepted)
        .or(rounds.last())
    {
        let text = std::fs::read_to_string(directory.join(&round.weights))?;
        page.heading(&format!("Weights of round {}", round.round));
        page.paragraph(
            "In thousandths: on an empty floe, and on a full one. The heaviest come first.",
        );
        page.table(&["phase", "feature", "empty", "full"], &heaviest(&text));
    }
    Ok(page.finish())
}

/// Elo of the evaluation after each round against the first one: the sum of the gains of the rounds
/// that were accepted, whose matches are independent, so that their variances add up.
#[cfg(feature = "train")]
fn strength_by_round(rounds: &[floe_training::TrainingRound]) -> Vec<ChartPoint> {
    let mut elo = 0.0;
    let mut variance = 0.0;
    let mut points = vec![ChartPoint::default()];
    for round in rounds {
        if round.accepted {
            elo += round.elo;
            variance += round.elo_error * round.elo_error;
        }
        points.push(ChartPoint {
            x: round.round.into(),
            y: elo,
            error: f64::sqrt(variance),
        });
    }
    points
}

/// Rows of a file of weights, by phase, the heaviest on an empty or a full floe first.
#[cfg(feature = "train")]
fn heaviest(text: &str) -> Vec<Vec<String>> {
    let mut phase = "";
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [name] => phase = name,
            [name, empty, more] if !phase.is_empty() => {
                let [empty, more]: [i64; 2] =
                    [empty, more].map(|number| number.parse().unwrap_or_default());
                rows.push((phase, name, empty, empty + more));
            }
            _ => {}
        }
    }
    rows.sort_by_key(|&(phase, _, empty, full)| {
        (phase != "placement", -empty.abs().max(full.abs()))
    });
    rows.into_iter()
        .map(|(phase, name, empty, full)| {
            vec![
                phase.to_owned(),
                name.to_owned(),
                empty.to_string(),
                full.to_string(),
            ]
        })
        .collect()
}

/// Name of a file, or of all together.
pub(crate) fn summary_name(summary: &SuiteSummary) -> String {
    summary.file.as_deref().map_or("all", name_of).to_owned()
}

pub(crate) fn name_of(path: &str) -> &str {
    Path::new(path)
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or(path)
}

/// Writes the report of a suite as a page.
pub(crate) fn suite_page(report: &SuiteReport) -> String {
    let files: Vec<&str> = report
        .files
        .iter()
        .filter_map(|summary| summary.file.as_deref())
        .collect();
    let facts = [
        ("engine and limits", report.engine.clone()),
        ("files", files.join(", ")),
    ];
    let mut page = new_page(&format!("Suite: {}", report.engine), &facts);
    let row = |summary: &SuiteSummary| {
        let SuiteSummary {
            solved,
            positions,
            exact,
            wrong,
            nodes_each,
            seconds_each,
            ..
        } = summary;
        let counts = [solved, positions, exact, wrong].map(usize::to_string);
        let costs = [metric(nodes_each.median), seconds(seconds_each.median)];
        [summary_name(summary)]
            .into_iter()
            .chain(counts)
            .chain(error_cells(summary))
            .chain(costs)
            .collect::<Vec<_>>()
    };
    page.table(
        &[
            "",
            "solved",
            "of",
            "exact",
            "wrong",
            "value error",
            "regret",
            "±",
            "best",
            "median nodes",
            "median time",
        ],
        &report.summaries().map(row).collect::<Vec<_>>(),
    );
    page.paragraph(
        "Regret is the mean loss of the moves against best ones, with its standard error and the share of best moves.",
    );
    let mut missed: Vec<&SuiteAttempt> = report
        .attempts
        .iter()
        .filter(|attempt| !attempt.solved)
        .collect();
    missed.sort_by(|a, b| {
        b.move_error
            .unwrap_or(0.0)
            .total_cmp(&a.move_error.unwrap_or(0.0))
    });
    let figure = |attempt: &&SuiteAttempt| {
        let position: AnyGame = attempt.position.parse().ok()?;
        let mv = attempt.best.as_deref()?;
        let error = attempt.move_error.filter(|&error| error > 0.0);
        let label = error.map_or(String::new(), |error| format!("-{error:.2}"));
        let caption = match error {
            Some(error) => format!("{mv}, {error:.2} fish worse than the best move"),
            None => format!("{mv}, value {}", attempt.value),
        };
        Some(Figure {
            svg: board(&position, mv, &label),
            caption,
        })
    };
    let figures: Vec<Figure> = missed.iter().take(DRAWN).filter_map(figure).collect();
    if !figures.is_empty() {
        page.heading("Positions not solved");
        page.figures(&figures);
    }
    page.finish()
}

#[cfg(all(test, feature = "train"))]
mod tests {
    use floe_training::TrainingRound;

    use super::*;

    fn round(number: u32, elo: f64, elo_error: f64, accepted: bool) -> TrainingRound {
        TrainingRound {
            round: number,
            positions: 0,
            phases: Vec::new(),
            network_error: None,
            match_games: 0,
            elo,
            elo_error,
            margin: 0.0,
            accepted,
            floes_to_go: None,
            weights: PathBuf::new(),
            network: None,
        }
    }

    /// A round that was not accepted moves neither the curve nor its band, and the curve begins at
    /// the first evaluation.
    #[test]
    fn errors_of_accepted_rounds_add_up() {
        let rounds = [
            round(1, 100.0, 30.0, true),
            round(2, -5.0, 90.0, false),
            round(3, 50.0, 40.0, true),
        ];
        let points = strength_by_round(&rounds)
            .iter()
            .map(|point| (point.x, point.y, point.error))
            .collect::<Vec<_>>();
        assert_eq!(
            points,
            [
                (0.0, 0.0, 0.0),
                (1.0, 100.0, 30.0),
                (2.0, 100.0, 30.0),
                (3.0, 150.0, 50.0)
            ]
        );
    }
}
