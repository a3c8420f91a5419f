//! Reports as pages of HTML, with charts and pictures.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use floe_arena::config::MatchConfig;
use floe_arena::report::MatchReport;
use floe_arena::report_text::{report_text, shown_names};
use floe_arena::scoreboard::Account;
use floe_arena::statistics::Estimate;
use floe_arena::store::pool::RecordFile;
use floe_arena::tuning::{
    RangeEnd, TunedParameter, TuningConfig, TuningMethod, TuningProgress, TuningRound,
};
use floe_engine::AnyGame;
use floe_matches::{EstimateDrop, Highlights};
use floe_picture::{
    Arrow, Bar, BarChart, ChartLevel, ChartPoint, Figure, LineChart, Page, PictureOptions, Theme,
};
use floe_presentation::Seen;
use floe_review::{SuiteAttempt, SuiteReport, SuiteSummary};

use crate::arguments::build;
use crate::files::WrittenLater;
use crate::interrupt::this_call;
use crate::output::{counted, error_cells, metric, seconds};
use crate::problem::Wrong;
use crate::text::width;

/// File for a report, checked before the run to be writable.
pub(crate) fn open(file: Option<&PathBuf>) -> Result<Option<WrittenLater>, Wrong> {
    file.map(|file| WrittenLater::open(file)).transpose()
}

/// Fact about a run: its name, and a text that is empty where there is nothing to say.
pub(crate) type Fact = (&'static str, String);

/// Page that begins with what was run: these facts, then the build that writes the page, the date
/// and the call.
pub(crate) fn new_page(title: &str, facts: &[Fact]) -> Page {
    let made = [
        ("build", build().to_owned()),
        (
            "date",
            jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string(),
        ),
        ("call", this_call()),
    ];
    let row = |(name, text): &Fact| vec![(*name).to_owned(), text.clone()];
    let rows = facts
        .iter()
        .chain(&made)
        .filter(|(_, text)| !text.is_empty())
        .map(row);
    let mut page = Page::new(title);
    page.table(&["run", ""], &rows.collect::<Vec<_>>());
    page
}

/// Facts about the games of a match.
pub(crate) fn match_facts(config: &MatchConfig) -> Vec<Fact> {
    let text = |option: &Option<String>| option.clone().unwrap_or_default();
    let start = match (config.placed, config.positions.len()) {
        (true, _) => "penguins placed at random",
        (false, 0) => "",
        (false, _) => "given positions",
    };
    let seats = match (config.gauntlet, config.all_permutations) {
        (true, true) => "the first engine against the others, in all orders",
        (true, false) => "the first engine against the others",
        (false, true) => "all orders",
        (false, false) => "",
    };
    let clock = config
        .clock
        .map_or(String::new(), |clock| format!("{clock} per player"));
    let played_by = if config.build == build() {
        ""
    } else {
        &config.build
    };
    vec![
        ("rules", config.rules.clone()),
        ("players", config.players.to_string()),
        ("layout", text(&config.layout)),
        ("special tiles", text(&config.special)),
        ("whales", text(&config.whales)),
        ("cards", text(&config.cards)),
        ("lake", text(&config.lake)),
        ("engines and limits", config.engines.join("; ")),
        ("clock", clock),
        ("floes", config.floes.to_string()),
        ("start", start.to_owned()),
        ("seats", seats.to_owned()),
        ("seed", config.seed.to_string()),
        ("games played by", played_by.to_owned()),
    ]
}

/// Adds a table of the matches that are rated.
pub(crate) fn add_matches(page: &mut Page, files: &[RecordFile]) {
    let row = |RecordFile { path, config, .. }: &RecordFile| {
        let facts = match_facts(config);
        let about = facts
            .into_iter()
            .filter(|(name, text)| !(*name == "engines and limits" || text.is_empty()));
        let about: Vec<String> = about.map(|(name, text)| format!("{name} {text}")).collect();
        vec![path.display().to_string(), about.join(", ")]
    };
    page.table(
        &["games", "match"],
        &files.iter().map(row).collect::<Vec<_>>(),
    );
}

/// Number of points of a curve.
const POINTS: usize = 300;
/// Number of positions of a suite that are drawn.
const DRAWN: usize = 12;

/// Adds the report of a match, or of all matches between the same engines, to a page.
pub(crate) fn add_match(
    page: &mut Page,
    report: &MatchReport,
    account: &Account,
    highlights: &Highlights,
) {
    if report.games == 0 {
        return page.paragraph(
            "No block is complete yet: a block is a floe with all rotations of the seats.",
        );
    }
    let names = shown_names(&report.engines);
    page.paragraph(&format!(
        "{} in {}",
        counted(report.games, "game"),
        counted(report.blocks, "block")
    ));
    add_standings(page, report, &names);
    let figures: Vec<Figure> = curves(report, account)
        .into_iter()
        .chain(margins(account, &names[0]))
        .collect();
    if !figures.is_empty() {
        page.heading("Curves");
        page.figures(&figures);
    }
    page.heading("Seats");
    let seat =
        |(number, seat): (usize, &Estimate)| vec![format!("seat {number}"), estimate(seat, 3)];
    page.table(
        &["seat", "score"],
        &(1..).zip(&report.seats).map(seat).collect::<Vec<_>>(),
    );
    if !highlights.drops().is_empty() {
        page.heading("Largest mistakes");
        page.paragraph("Moves after which the engine that made them expected to lose most.");
        page.figures(
            &highlights
                .drops()
                .iter()
                .map(|drop| mistake(drop, &names))
                .collect::<Vec<_>>(),
        );
    }
    page.heading("Report");
    page.preformatted(&report_text(report, width()));
}

/// Adds a table for each group of engines that games connect.
fn add_standings(page: &mut Page, report: &MatchReport, names: &[String]) {
    const PLACES: [&str; 4] = ["1st", "2nd", "3rd", "4th"];
    page.heading("Engines");
    let places = report.seats.len().clamp(2, PLACES.len());
    let is_shared = places > 2;
    let row = |engine: usize| {
        let standing = &report.standings[engine];
        let rating = estimate(&standing.rating, 0);
        let score = estimate(&standing.standing.score, 3);
        let mut row = vec![
            names[engine].clone(),
            rating,
            score,
            format!("{:.1}", report.mean_points(engine)),
        ];
        if is_shared {
            let Estimate { value, error } = standing.standing.first;
            row.push(format!("{:.1} ± {:.1}", 100.0 * value, 100.0 * error));
        }
        row.extend(
            standing.standing.places[..places]
                .iter()
                .map(u64::to_string),
        );
        row
    };
    let mut heads = vec!["engine", "rating", "score", report.points_head()];
    heads.extend(is_shared.then_some("first, %"));
    heads.extend(&PLACES[..places]);
    for engines in report.best_first() {
        page.table(&heads, &engines.into_iter().map(row).collect::<Vec<_>>());
    }
    if report.groups.len() > 1 {
        page.paragraph(
            "The engines of these tables share no engine, so their ratings cannot be compared.",
        );
    }
}

fn estimate(Estimate { value, error }: &Estimate, decimals: usize) -> String {
    format!("{value:.decimals$} ± {error:.decimals$}")
}

/// Elo and the log-likelihood ratio of the test after each block of the first engine.
fn curves(report: &MatchReport, account: &Account) -> Vec<Figure> {
    let course = account.course(POINTS, report.engines.len());
    let unit = if report.seats.len() == 2 {
        "pairs"
    } else {
        "blocks"
    };
    if course.len() < 2 {
        return Vec::new();
    }
    let elo = |point: &floe_arena::course::CoursePoint| ChartPoint {
        x: point.blocks as f64,
        y: point.elo.value,
        error: point.elo.error,
    };
    // The first pairs say little, and their intervals would hide all others.
    let late = course.iter().skip(course.len() / 20);
    let chart = LineChart {
        title: format!("Elo of the first engine by number of {unit}"),
        x: unit.to_owned(),
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
            Some(ChartPoint {
                x: point.blocks as f64,
                y: point.llr?,
                error: 0.0,
            })
        };
        let levels = [(test.lower, "rejects"), (test.upper, "accepts")];
        let chart = LineChart {
            title: "Log-likelihood ratio of the test by number of pairs".to_owned(),
            x: "pairs".to_owned(),
            y: "log-likelihood ratio".to_owned(),
            points: course.iter().filter_map(llr).collect(),
            levels: levels
                .map(|(y, name)| ChartLevel {
                    y,
                    name: name.to_owned(),
                })
                .to_vec(),
        };
        let caption = "Log-likelihood ratio of the test (SPRT)".to_owned();
        figures.push(Figure {
            svg: chart.draw(Theme::Auto),
            caption,
        });
    }
    figures
}

/// Histogram of the margins of the first engine, rounded to whole points.
fn margins(account: &Account, name: &str) -> Option<Figure> {
    let bars: Vec<Bar> = account
        .margins()
        .into_iter()
        .map(|(x, count)| Bar { x, count })
        .collect();
    if bars.is_empty() {
        return None;
    }
    let chart = BarChart {
        title: "Games by the margin of the first engine".to_owned(),
        x: format!("margin in {}", account.unit()),
        y: "games".to_owned(),
        bars,
    };
    Some(Figure {
        svg: chart.draw(Theme::Auto),
        caption: format!("Margin of {name} in each game: its points less the mean of the others"),
    })
}

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
    let facts: Vec<Fact> = own.into_iter().chain(match_facts(&config.games)).collect();
    let mut page = new_page("Tuning", &facts);
    let [played, games] = [counted(state.rounds, "round"), counted(state.games, "game")];
    page.paragraph(&format!("{played} of {}, {games}", state.of));
    page.table(&value_heads(config), &value_rows(config, state));
    bound_notes(state)
        .iter()
        .for_each(|note| page.paragraph(note));
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

/// Heads of the table of values.
pub(crate) fn value_heads(config: &TuningConfig) -> Vec<&'static str> {
    let interval = (config.method == TuningMethod::Clop).then_some("95 % interval");
    ["parameter", "start", "value"]
        .into_iter()
        .chain(interval)
        .collect()
}

/// Rows of the table of values, a row for each parameter.
pub(crate) fn value_rows(config: &TuningConfig, state: &TuningProgress) -> Vec<Vec<String>> {
    let row = |parameter: &TunedParameter| {
        let value = parameter.text(state.values[&parameter.name]);
        let interval = state
            .intervals
            .get(&parameter.name)
            .map(|interval| match interval {
                Some([least, most]) => {
                    format!("{} to {}", parameter.text(*least), parameter.text(*most))
                }
                None => "not determined".to_owned(),
            });
        [
            parameter.name.clone(),
            parameter.text(parameter.start),
            value,
        ]
        .into_iter()
        .chain(interval)
        .collect()
    };
    config.parameters.iter().map(row).collect()
}

/// Sentences about the parameters whose best values lie at an end of their ranges.
pub(crate) fn bound_notes(state: &TuningProgress) -> Vec<String> {
    let note = |(name, end): (&String, &RangeEnd)| match end {
        RangeEnd::Greatest => format!("{name} is at the greatest value: widen the range."),
        RangeEnd::Least => format!("{name} is at the least value: widen the range."),
    };
    state.at_bounds.iter().map(note).collect()
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

    use crate::commands::train::{ROUND, round_row};

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

/// Elo of the evaluation that is used after each round, against the first one: the sum of the gains
/// of the rounds that were accepted, whose matches are independent, so that their variances add up.
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

fn mistake(drop: &EstimateDrop, names: &[String]) -> Figure {
    let EstimateDrop {
        game,
        ply,
        engine,
        position,
        mv,
        before,
        after,
    } = drop;
    let name = names.get(*engine).map_or("", String::as_str);
    let caption = format!(
        "Game {game}, move {ply}: {name} played {mv}, expecting {before:+}; then {after:+}"
    );
    Figure {
        svg: board(position, mv, &format!("{:+}", after - before)),
        caption,
    }
}

/// Picture of a position with an arrow for a move.
fn board(position: &AnyGame, mv: &str, label: &str) -> String {
    let arrow = Seen::whole(position).move_mark(mv).map(|mark| Arrow {
        mark,
        label: label.to_owned(),
    });
    Seen::whole(position).picture(&PictureOptions {
        arrows: arrow.into_iter().collect(),
        ..PictureOptions::default()
    })
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
    let rows = report
        .files
        .iter()
        .chain((report.files.len() > 1).then_some(&report.summary));
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
        let file = summary.file.as_deref().map_or("all", |file| {
            Path::new(file)
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or(file)
        });
        let counts = [solved, positions, exact, wrong].map(usize::to_string);
        let costs = [metric(nodes_each.median), seconds(seconds_each.median)];
        [file.to_owned()]
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
        &rows.map(row).collect::<Vec<_>>(),
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
