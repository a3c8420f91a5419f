//! Reports as pages of HTML, with charts and pictures.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use floe_arena::report::MatchReport;
use floe_arena::report_text::{report_text, shown_names};
use floe_arena::scoreboard::Account;
use floe_arena::statistics::Estimate;
use floe_arena::tuning::{TunedParameter, TuningConfig, TuningProgress, TuningRound};
use floe_engine::AnyGame;
use floe_matches::{EstimateDrop, FirstMove, Highlights};
use floe_picture::{Arrow, Bar, BarChart, ChartLevel, ChartPoint, Figure, LineChart, Page, PictureOptions, Theme};
use floe_study::review::{SuiteAttempt, SuiteReport, SuiteSummary};

use crate::files::WrittenLater;
use crate::output::{counted, error_cells, metric, seconds};
use crate::problem::Wrong;
use crate::text::width;

/// File for a report, checked before the run to be writable.
pub(crate) fn open(file: Option<&PathBuf>) -> Result<Option<WrittenLater>, Wrong> {
    file.map(|file| WrittenLater::open(file)).transpose()
}

/// Number of points of a curve.
const POINTS: usize = 300;
/// Number of positions of a suite that are drawn.
const DRAWN: usize = 12;

/// Adds the report of a match, or of all matches between the same engines, to a page.
pub(crate) fn add_match(page: &mut Page, report: &MatchReport, account: &Account, highlights: &Highlights) {
    if report.games == 0 {
        return page.paragraph("No block is complete yet: a block is a floe with all rotations of the seats.");
    }
    let names = shown_names(&report.engines);
    page.paragraph(&format!("{} in {}", counted(report.games, "game"), counted(report.blocks, "block")));
    add_standings(page, report, &names);
    let figures: Vec<Figure> = curves(report, account).into_iter().chain(margins(account, &names[0])).collect();
    if !figures.is_empty() {
        page.heading("Curves");
        page.figures(&figures);
    }
    page.heading("Seats");
    let seat = |(number, seat): (usize, &Estimate)| vec![format!("seat {number}"), estimate(seat, 3)];
    page.table(&["seat", "score"], &(1..).zip(&report.seats).map(seat).collect::<Vec<_>>());
    let first_moves = highlights.first_moves();
    if !first_moves.is_empty() {
        page.heading("Openings");
        let row =
            |FirstMove { text, games, score }: &FirstMove| vec![text.clone(), games.to_string(), format!("{score:.3}")];
        page.table(
            &["first move", "games", "score of the first seat"],
            &first_moves.iter().map(row).collect::<Vec<_>>(),
        );
    }
    if !highlights.drops().is_empty() {
        page.heading("Largest mistakes");
        page.paragraph("Moves after which the engine that made them expected to lose most.");
        page.figures(&highlights.drops().iter().map(|drop| mistake(drop, &names)).collect::<Vec<_>>());
    }
    page.heading("Report");
    page.preformatted(&report_text(report, width()));
}

fn add_standings(page: &mut Page, report: &MatchReport, names: &[String]) {
    page.heading("Engines");
    let row = |engine: usize| {
        let standing = &report.standings[engine];
        let rating = estimate(&standing.rating, 0);
        let score = estimate(&standing.standing.score, 3);
        vec![names[engine].clone(), rating, score, format!("{:.1}", report.mean_points(engine))]
    };
    let heads = ["engine", "rating", "score", report.points_head()];
    page.table(&heads, &report.best_first().into_iter().map(row).collect::<Vec<_>>());
}

fn estimate(Estimate { value, error }: &Estimate, decimals: usize) -> String {
    format!("{value:.decimals$} ± {error:.decimals$}")
}

/// Elo and the log-likelihood ratio of the test after each pair.
fn curves(report: &MatchReport, account: &Account) -> Vec<Figure> {
    let course = account.course(POINTS);
    if course.len() < 2 {
        return Vec::new();
    }
    let elo = |point: &floe_arena::course::CoursePoint| ChartPoint {
        x: point.pairs as f64,
        y: point.elo.value,
        error: point.elo.error,
    };
    // The first pairs say little, and their intervals would hide all others.
    let late = course.iter().skip(course.len() / 20);
    let chart = LineChart {
        title: "Elo of the first engine by number of pairs".to_owned(),
        x: "pairs".to_owned(),
        y: "Elo".to_owned(),
        points: late.map(elo).collect(),
        levels: Vec::new(),
    };
    let mut figures = vec![Figure {
        svg: chart.draw(Theme::Auto),
        caption: "Elo of the first engine, with its 95 % interval".to_owned(),
    }];
    if let Some(test) = &report.sprt {
        let llr = |point: &floe_arena::course::CoursePoint| {
            Some(ChartPoint { x: point.pairs as f64, y: point.llr?, error: 0.0 })
        };
        let levels = [(test.lower, "rejects"), (test.upper, "accepts")];
        let chart = LineChart {
            title: "Log-likelihood ratio of the test by number of pairs".to_owned(),
            x: "pairs".to_owned(),
            y: "log-likelihood ratio".to_owned(),
            points: course.iter().filter_map(llr).collect(),
            levels: levels.map(|(y, name)| ChartLevel { y, name: name.to_owned() }).to_vec(),
        };
        let caption = "Log-likelihood ratio of the test (SPRT)".to_owned();
        figures.push(Figure { svg: chart.draw(Theme::Auto), caption });
    }
    figures
}

/// Histogram of the margins of the first engine.
fn margins(account: &Account, name: &str) -> Option<Figure> {
    let bars: Vec<Bar> = account.margins().into_iter().map(|(x, count)| Bar { x, count }).collect();
    if bars.is_empty() {
        return None;
    }
    let chart = BarChart {
        title: "Games by the margin of the first engine".to_owned(),
        x: format!("margin in {}", account.unit()),
        y: "games".to_owned(),
        bars,
    };
    Some(Figure { svg: chart.draw(Theme::Auto), caption: format!("Margin of {name} in each game") })
}

/// Page about a tuning: values, and how they have changed.
pub(crate) fn tuning_page(
    config: &TuningConfig,
    state: &TuningProgress,
    rounds: &BTreeMap<u64, TuningRound>,
) -> String {
    let mut page = Page::new("Tuning");
    let [played, games] = [counted(state.rounds, "round"), counted(state.games, "game")];
    page.paragraph(&format!("{played} of {}, {games}: {}", state.of, config.engine));
    let row = |parameter: &TunedParameter| {
        let value = parameter.text(state.values[&parameter.name]);
        vec![parameter.name.clone(), parameter.text(parameter.start), value]
    };
    page.table(&["parameter", "start", "value"], &config.parameters.iter().map(row).collect::<Vec<_>>());
    let step = rounds.len() / POINTS + 1;
    let chart = |(index, parameter): (usize, &TunedParameter)| {
        let point = |round: &TuningRound| ChartPoint {
            x: round.round as f64,
            y: round.values[index] - parameter.start,
            error: 0.0,
        };
        let chart = LineChart {
            title: format!("Change of {} by round", parameter.name),
            x: "round".to_owned(),
            y: "change".to_owned(),
            points: rounds.values().step_by(step).map(point).collect(),
            levels: Vec::new(),
        };
        let caption = format!("{}, less its start {}", parameter.name, parameter.text(parameter.start));
        Figure { svg: chart.draw(Theme::Auto), caption }
    };
    if !rounds.is_empty() {
        page.heading("Values");
        page.figures(&config.parameters.iter().enumerate().map(chart).collect::<Vec<_>>());
    }
    page.heading("Engine");
    page.preformatted(&state.engine);
    page.finish()
}

/// Page about a run of training in a directory: its rounds, how errors and strength have changed, and the weights.
#[cfg(feature = "train")]
pub(crate) fn training_page(rounds: &[floe_training::TrainingRound], directory: &Path) -> Result<String> {
    use floe_training::TrainingRound;

    use crate::commands::train::{ROUND, round_row};

    let mut page = Page::new("Training");
    page.table(&ROUND, &rounds.iter().map(round_row).collect::<Vec<_>>());
    let mut elo = 0.0;
    let gain = |round: &TrainingRound| {
        elo += if round.accepted { round.elo } else { 0.0 };
        ChartPoint { x: round.round.into(), y: elo, error: round.elo_error }
    };
    let strength: Vec<ChartPoint> = rounds.iter().map(gain).collect();
    let error = |round: &TrainingRound| ChartPoint { x: round.round.into(), y: round.error(), error: 0.0 };
    let errors: Vec<ChartPoint> = rounds.iter().map(error).collect();
    let charts = [
        ("Elo against the first evaluation, as far as rounds were accepted", "Elo", strength),
        ("Error on games kept aside, in fish", "error", errors),
    ];
    let figures = charts.map(|(title, y, points)| {
        let caption = title.to_owned();
        let chart =
            LineChart { title: caption.clone(), x: "round".to_owned(), y: y.to_owned(), points, levels: Vec::new() };
        Figure { svg: chart.draw(Theme::Auto), caption }
    });
    page.figures(&figures);
    if let Some(round) = rounds.iter().rfind(|round| round.accepted).or(rounds.last()) {
        let text = std::fs::read_to_string(directory.join(&round.weights))?;
        page.heading(&format!("Weights of round {}", round.round));
        page.paragraph("In thousandths: on an empty floe, and on a full one. The heaviest come first.");
        page.table(&["phase", "feature", "empty", "full"], &heaviest(&text));
    }
    Ok(page.finish())
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
                let [empty, more]: [i64; 2] = [empty, more].map(|number| number.parse().unwrap_or_default());
                rows.push((phase, name, empty, empty + more));
            }
            _ => {}
        }
    }
    rows.sort_by_key(|&(phase, _, empty, full)| (phase != "placement", -empty.abs().max(full.abs())));
    rows.into_iter()
        .map(|(phase, name, empty, full)| vec![phase.to_owned(), name.to_owned(), empty.to_string(), full.to_string()])
        .collect()
}

fn mistake(drop: &EstimateDrop, names: &[String]) -> Figure {
    let EstimateDrop { game, ply, engine, position, mv, before, after } = drop;
    let name = names.get(*engine).map_or("", String::as_str);
    let caption = format!("Game {game}, move {ply}: {name} played {mv}, expecting {before:+}; then {after:+}");
    Figure { svg: board(position, mv, &format!("{:+}", after - before)), caption }
}

/// Picture of a position with an arrow for a move.
fn board(position: &AnyGame, mv: &str, label: &str) -> String {
    let arrow = position.move_mark(mv).map(|mark| Arrow { mark, label: label.to_owned() });
    position.picture(&PictureOptions { arrows: arrow.into_iter().collect(), ..PictureOptions::default() })
}

/// Writes the report of a suite as a page.
pub(crate) fn suite_page(report: &SuiteReport) -> String {
    let mut page = Page::new(&format!("Suite: {}", report.engine));
    let rows = report.files.iter().chain((report.files.len() > 1).then_some(&report.summary));
    let row = |summary: &SuiteSummary| {
        let SuiteSummary { solved, positions, exact, wrong, nodes_each, seconds_each, .. } = summary;
        let file = summary
            .file
            .as_deref()
            .map_or("all", |file| Path::new(file).file_name().and_then(|name| name.to_str()).unwrap_or(file));
        let counts = [solved, positions, exact, wrong].map(usize::to_string);
        let costs = [metric(nodes_each.median), seconds(seconds_each.median)];
        [file.to_owned()].into_iter().chain(counts).chain(error_cells(summary)).chain(costs).collect::<Vec<_>>()
    };
    page.table(
        &["", "solved", "of", "exact", "wrong", "value error", "regret", "±", "best", "median nodes", "median time"],
        &rows.map(row).collect::<Vec<_>>(),
    );
    page.paragraph(
        "Regret is the mean loss of the moves against best ones, with its standard error and the share of best moves.",
    );
    let mut missed: Vec<&SuiteAttempt> = report.attempts.iter().filter(|attempt| !attempt.solved).collect();
    missed.sort_by(|a, b| b.move_error.unwrap_or(0.0).total_cmp(&a.move_error.unwrap_or(0.0)));
    let figure = |attempt: &&SuiteAttempt| {
        let position: AnyGame = attempt.position.parse().ok()?;
        let mv = attempt.best.as_deref()?;
        let error = attempt.move_error.filter(|&error| error > 0.0);
        let label = error.map_or(String::new(), |error| format!("-{error:.2}"));
        let caption = match error {
            Some(error) => format!("{mv}, {error:.2} fish worse than the best move"),
            None => format!("{mv}, value {}", attempt.value),
        };
        Some(Figure { svg: board(&position, mv, &label), caption })
    };
    let figures: Vec<Figure> = missed.iter().take(DRAWN).filter_map(figure).collect();
    if !figures.is_empty() {
        page.heading("Positions not solved");
        page.figures(&figures);
    }
    page.finish()
}
