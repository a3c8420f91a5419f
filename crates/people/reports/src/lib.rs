//! Reports as pages of HTML, with charts and pictures.

use floe_arena::config::MatchConfig;
use floe_arena::course::CoursePoint;
use floe_arena::report::MatchReport;
use floe_arena::report_text::{report_blocks, shown_names};
use floe_arena::scoreboard::Account;
use floe_arena::store::pool::RecordFile;
use floe_engine::AnyGame;
use floe_matches::{EstimateDrop, Highlights};
use floe_picture::{
    Arrow, Bar, BarChart, ChartLevel, ChartPoint, Figure, LineChart, Page, PictureOptions, Theme,
};
use floe_presentation::Seen;
use floe_text::ReportBlock;

/// Fact about a run: its name, and a text that is empty where there is nothing to say.
pub type Fact = (&'static str, String);

/// Creates a page with this title that begins with a table of facts about a run. Facts with empty
/// texts are left out.
pub fn new_page(title: &str, facts: &[Fact]) -> Page {
    let facts = facts.iter().filter(|(_, text)| !text.is_empty());
    let rows = facts.map(|(name, text)| vec![(*name).to_owned(), text.clone()]);
    let mut page = Page::new(title);
    page.table(&["run", ""], &rows.collect::<Vec<_>>());
    page
}

/// Adds the blocks of a report to a page, in order.
pub fn add_blocks(page: &mut Page, blocks: &[ReportBlock]) {
    for block in blocks {
        match block {
            ReportBlock::Section("") => {}
            ReportBlock::Section(heading) => page.heading(heading),
            ReportBlock::Paragraph(text) | ReportBlock::Line(text) => page.paragraph(text),
            ReportBlock::Labelled(lines) => {
                let rows = lines
                    .iter()
                    .map(|(label, text)| vec![label.clone(), text.clone()]);
                page.table(&["", ""], &rows.collect::<Vec<_>>());
            }
            ReportBlock::Table { heads, rows } => {
                let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
                page.table(&heads, rows);
            }
        }
    }
}

/// Facts about the games of a match, for a page that the program `build` writes. They name the
/// build that played the games if it is another one.
pub fn match_facts(config: &MatchConfig, build: &str) -> Vec<Fact> {
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
    let played_by = if config.build == build {
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

/// Adds a table of the matches that are rated: the file of each, and its facts by [`match_facts`],
/// without the engines.
pub fn add_matches(page: &mut Page, files: &[RecordFile], build: &str) {
    let row = |RecordFile { path, config, .. }: &RecordFile| {
        let facts = match_facts(config, build);
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
/// Adds the report of a match, or of all matches between the same engines, to a page, with curves
/// and the largest mistakes.
pub fn add_match(
    page: &mut Page,
    report: &MatchReport,
    account: &Account,
    highlights: &Highlights,
) {
    add_blocks(page, &report_blocks(report));
    if report.games == 0 {
        return;
    }
    let names = shown_names(&report.engines);
    let figures: Vec<Figure> = curves(report, account)
        .into_iter()
        .chain(margins(account, &names[0]))
        .collect();
    if !figures.is_empty() {
        page.heading("Curves");
        page.figures(&figures);
    }
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
}

/// Elo and the log-likelihood ratio of the test after each block of the first engine.
fn curves(report: &MatchReport, account: &Account) -> Vec<Figure> {
    let course = account.course(POINTS);
    let unit = format!("{}s", report.block_word());
    if course.len() < 2 {
        return Vec::new();
    }
    let elo = |point: &CoursePoint| ChartPoint {
        x: point.blocks as f64,
        y: point.elo.value,
        error: point.elo.error,
    };
    // The first pairs say little, and their intervals would hide all others.
    let late = course.iter().skip(course.len() / 20);
    let chart = LineChart {
        title: format!("Elo of the first engine by number of {unit}"),
        x: unit.clone(),
        y: "Elo".to_owned(),
        points: late.map(elo).collect(),
        levels: Vec::new(),
    };
    let mut figures = vec![Figure {
        svg: chart.draw(Theme::Auto),
        caption: "Elo of the first engine, with its 95 % interval".to_owned(),
    }];
    if let Some(test) = &report.sprt {
        let llr = |point: &CoursePoint| {
            Some(ChartPoint {
                x: point.blocks as f64,
                y: point.llr?,
                error: 0.0,
            })
        };
        let levels = [(test.lower, "rejects"), (test.upper, "accepts")];
        let chart = LineChart {
            title: format!("Log-likelihood ratio of the test by number of {unit}"),
            x: unit,
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

/// Picture of a position in SVG, with an arrow for the move `mv`, in notation, and `label` at the
/// arrow.
pub fn board(position: &AnyGame, mv: &str, label: &str) -> String {
    let seen = Seen::whole(position);
    let arrow = seen.move_mark(mv).map(|mark| Arrow {
        mark,
        label: label.to_owned(),
    });
    seen.picture(&PictureOptions {
        arrows: arrow.into_iter().collect(),
        ..PictureOptions::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_all_blocks_of_a_report() {
        let mut page = new_page(
            "Report",
            &[("seed", "7".to_owned()), ("clock", String::new())],
        );
        let blocks = [
            ReportBlock::Section("Engines"),
            ReportBlock::Section(""),
            ReportBlock::Labelled(vec![("length".to_owned(), "9 moves".to_owned())]),
            ReportBlock::table(&["engine"], vec![vec!["a<b".to_owned()]]),
            ReportBlock::Line("A statement.".to_owned()),
        ];
        add_blocks(&mut page, &blocks);
        let html = page.finish();
        for part in [
            "<td>seed</td><td>7</td>",
            "<h2>Engines</h2>",
            "<td>length</td><td>9 moves</td>",
            "<td>a&lt;b</td>",
            "<p>A statement.</p>",
        ] {
            assert!(html.contains(part), "{part}");
        }
        assert!(!html.contains("clock") && html.matches("<h2>").count() == 1);
    }
}
