//! Reports of matches as blocks, which a text or a page shows.

use std::collections::HashSet;

use floe_game::counted;
use floe_text::{NO_BREAK, ReportBlock, report_of};

use crate::report::{EngineStanding, FaultCount, MatchReport, PairReport, TogetherReport};
use crate::statistics::{
    Decision, Estimate, OrderReport, Significance, SprtReport, Standing, WinDrawLoss,
};

/// Formats the report of a match, or of all matches between the same engines, in lines of at most
/// `width` columns, each with a line feed at its end.
pub fn report_text(report: &MatchReport, width: usize) -> String {
    report_of(&report_blocks(report), width)
}

/// Blocks of the report of a match, or of all matches between the same engines.
pub fn report_blocks(report: &MatchReport) -> Vec<ReportBlock> {
    if report.games == 0 {
        let none = "No block is complete yet: a block is a floe with all rotations of the seats.";
        return vec![ReportBlock::Paragraph(none.to_owned())];
    }
    let names = shown_names(&report.engines);
    let is_together = !report.together.is_empty();
    let mut blocks = vec![
        ReportBlock::Line(games_played(report)),
        ReportBlock::Section("First engine"),
        ReportBlock::Line(format!("{} against the others", names[0])),
        ReportBlock::Labelled(labelled(first_engine(report), "  ")),
        ReportBlock::Section("Engines"),
    ];
    blocks.extend(standings(report, &names));
    if names.len() > 2 {
        blocks.extend(cross_table(report, &names));
        blocks.extend(superiority(report, &names));
        blocks.extend(cycles(report, &names));
    }
    if let Some(order) = &report.order {
        blocks.push(ReportBlock::Section("Order"));
        blocks.extend(order_of_engines(order, &names));
    }
    if report.groups.len() > 1 {
        blocks.push(ReportBlock::Paragraph(groups_apart(report, &names)));
    }
    blocks.push(ReportBlock::Section(if is_together {
        "Games"
    } else {
        "Seats"
    }));
    blocks.push(if is_together {
        together(report, &names)
    } else {
        seats(report)
    });
    let legend = "± is half of a 95 % interval. 'floe docs statistics' defines the numbers.";
    blocks.extend([
        ReportBlock::Section(""),
        ReportBlock::Labelled(labelled(all_games(report, &names), "")),
        ReportBlock::Paragraph(legend.to_owned()),
    ]);
    blocks
}

fn games_played(report: &MatchReport) -> String {
    if report.together.is_empty() {
        let games = counted(report.games, "game");
        let blocks = counted(report.blocks, "block");
        format!("{games} in {blocks}, each on one floe with the seats rotated")
    } else {
        let deals = counted(report.blocks, "deal");
        format!("{deals}, each played by every engine on all seats")
    }
}

fn labelled(lines: Vec<(&'static str, String)>, indent: &str) -> Vec<(String, String)> {
    let lines = lines.into_iter();
    lines
        .map(|(label, line)| (format!("{indent}{label}"), line))
        .collect()
}

fn groups_apart(report: &MatchReport, names: &[String]) -> String {
    let members = |group: &Vec<usize>| {
        let members: Vec<&str> = group.iter().map(|&engine| &*names[engine]).collect();
        members.join(", ")
    };
    let groups: Vec<String> = report.groups.iter().map(members).collect();
    format!(
        "These groups share no engine, so their ratings cannot be compared: {}.",
        groups.join("; ")
    )
}

/// Returns the names of engines as reports print them, in the same order: without the sizes of
/// their tables, unless these distinguish two of them, and numbered where they are equal.
pub fn shown_names(names: &[String]) -> Vec<String> {
    let short = |name: &String| {
        let (spec, clock) = name.split_at(name.find(' ').unwrap_or(name.len()));
        match spec.split_once(':') {
            Some((method, options)) if method != "cmd" => {
                let options: Vec<&str> = options
                    .split(',')
                    .filter(|option| !option.starts_with("hash="))
                    .collect();
                let colon = if options.is_empty() { "" } else { ":" };
                format!("{method}{colon}{}{clock}", options.join(","))
            }
            _ => name.clone(),
        }
    };
    let short: Vec<String> = names.iter().map(short).collect();
    let [different, short_ones] =
        [names, &short].map(|names| names.iter().collect::<HashSet<_>>().len());
    numbered(if short_ones == different {
        &short
    } else {
        names
    })
}

/// Numbers names that occur more than once: `greedy (1)`, `greedy (2)`.
fn numbered(names: &[String]) -> Vec<String> {
    let number = |(index, name): (usize, &String)| match count(names, name) {
        1 => name.clone(),
        _ => format!("{name} ({})", count(&names[..=index], name)),
    };
    names.iter().enumerate().map(number).collect()
}

fn count(names: &[String], name: &String) -> usize {
    names.iter().filter(|&other| other == name).count()
}

fn first_engine(report: &MatchReport) -> Vec<(&'static str, String)> {
    let score = report.standings[0].standing.score.value;
    let is_one_sided = score == 0.0 || score == 1.0;
    let mut lines = vec![result_of_first(report)];
    if is_one_sided {
        let result = if score == 1.0 { "won" } else { "lost" };
        lines.push((
            "Elo",
            format!("too large a difference to measure: {result} everything"),
        ));
    } else {
        lines.push((
            "Elo",
            format!(
                "{:+.1} ± {:.1}, {}",
                report.elo,
                report.error,
                verdict(report)
            ),
        ));
    }
    if let Some(PairReport {
        pentanomial,
        normalized_elo: Estimate { value, error },
        superiority,
    }) = &report.pairs
    {
        if !is_one_sided {
            lines.push((
                "normalised Elo",
                format!("{value:+.1} ± {error:.1}, by the spread of the results"),
            ));
        }
        if has_one_opponent(report) {
            lines.push((
                "superiority",
                format!(
                    "{:.1} %: probability that it is stronger",
                    100.0 * superiority
                ),
            ));
        }
        lines.push(("pairs", pairs(*pentanomial)));
    }
    let is_together = !report.together.is_empty();
    let margin = format!(
        "{:+.2}",
        if is_together {
            -report.margin
        } else {
            report.margin
        }
    );
    let unit = &report.unit;
    let per_game = if is_together {
        format!("{unit} left")
    } else {
        format!("{unit} per game")
    };
    let margin = match report.margin_error {
        Some(error) => format!("{margin} ± {error:.2} {per_game}"),
        None => format!("{margin} {per_game}, needs more games for an interval"),
    };
    lines.push(("margin", margin));
    if let Some(SprtReport {
        blocks,
        llr,
        lower,
        upper,
        decision,
        blocks_to_go,
    }) = &report.sprt
    {
        let decision = match decision {
            Decision::Open => "undecided",
            Decision::AcceptH1 => "accepted",
            Decision::AcceptH0 => "rejected",
        };
        let block = report.block_word();
        let blocks = counted(*blocks, block);
        let bounds = format!("rejects at {lower:.2}, accepts at {upper:.2}");
        lines.push((
            "test (SPRT)",
            format!("{decision} after {blocks}: log-likelihood ratio {llr:.2}; {bounds}"),
        ));
        if let Some(more) = blocks_to_go {
            let more = counted(*more, block);
            lines.push(("", format!("about {more} more to decide it at this rate")));
        }
    }
    lines
}

/// Games of the first engine between two sides; between more how often it came first, and how often
/// equal players do.
fn result_of_first(report: &MatchReport) -> (&'static str, String) {
    let players = report.seats.len();
    if players <= 2 {
        let WinDrawLoss {
            wins,
            draws,
            losses,
        } = report.results;
        return ("games", format!("{wins} won, {draws} drawn, {losses} lost"));
    }
    let first = percent_of_firsts(&report.standings[0].standing.first);
    let fair = fair_share(report);
    ("first", format!("{first} %, equal players {fair}"))
}

/// Whether the first engine has met one other engine alone: the mean of several says nothing about
/// each of them.
fn has_one_opponent(report: &MatchReport) -> bool {
    report.cross_table[0].iter().flatten().count() == 1
}

fn verdict(report: &MatchReport) -> &'static str {
    if !has_one_opponent(report) {
        return "against all others together";
    }
    match (Estimate {
        value: report.elo,
        error: report.error,
    })
    .significance()
    {
        Significance::Open => "needs more games",
        Significance::Above => "stronger",
        Significance::Below => "weaker",
    }
}

fn pairs(pentanomial: [u64; 5]) -> String {
    let results = [
        "both games lost",
        "one lost, one drawn",
        "one game each or both drawn",
        "one won, one drawn",
        "both games won",
    ];
    let known = results
        .iter()
        .zip(pentanomial)
        .rev()
        .filter(|(_, pairs)| *pairs > 0);
    known
        .map(|(result, pairs)| format!("{pairs} × {result}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Table for each group of engines that games connect, with a row for each engine, best first, and
/// where more than two share a game the share of first places that equal players have.
fn standings(report: &MatchReport, names: &[String]) -> Vec<ReportBlock> {
    const PLACES: [&str; 4] = ["1st", "2nd", "3rd", "4th"];
    let places = report.seats.len().clamp(2, PLACES.len());
    let has_firsts = report.seats.len() > 2;
    let first: &[&str] = if has_firsts { &["first, %"] } else { &[] };
    let heads = [
        &["engine", "rating", "score", report.points_head()][..],
        first,
        &PLACES[..places],
    ]
    .concat();
    let row = |engine: usize| {
        let EngineStanding {
            standing, rating, ..
        } = &report.standings[engine];
        let Standing {
            places: counts,
            first,
            score,
            ..
        } = standing;
        let mut row = vec![
            names[engine].clone(),
            format!("{:+.0} ± {:.0}", rating.value, rating.error),
            format!("{:.3} ± {:.3}", score.value, score.error),
            format!("{:.1}", report.mean_points(engine)),
        ];
        row.extend(has_firsts.then(|| percent_of_firsts(first)));
        row.extend(counts[..places].iter().map(u64::to_string));
        row
    };
    let mut tables = Vec::new();
    for engines in report.best_first() {
        if !tables.is_empty() {
            tables.push(ReportBlock::Section(""));
        }
        tables.push(ReportBlock::table(
            &heads,
            engines.into_iter().map(row).collect(),
        ));
    }
    if has_firsts {
        let fair = format!(
            "Equal players have {} of the first places.",
            fair_share(report)
        );
        tables.push(ReportBlock::Paragraph(fair));
    }
    tables
}

fn percent_of_firsts(Estimate { value, error }: &Estimate) -> String {
    format!("{:.0} ± {:.0}", 100.0 * value, 100.0 * error)
}

/// Share of the first places that equal players have.
fn fair_share(report: &MatchReport) -> String {
    format!("{:.0} %", 100.0 / report.seats.len() as f64)
}

fn cross_table(report: &MatchReport, names: &[String]) -> [ReportBlock; 3] {
    let cell = |[w, d, l]: &[u64; 3]| format!("{w}/{d}/{l}");
    let legend = "Each row: games in which the engine was better, equal and worse than the engine of the column.";
    [
        ReportBlock::Section("Games"),
        of_every_two("games", names, &report.cross_table, cell),
        ReportBlock::Paragraph(legend.to_owned()),
    ]
}

fn superiority(report: &MatchReport, names: &[String]) -> [ReportBlock; 3] {
    let cell = |chance: &f64| format!("{:.1} %", 100.0 * chance);
    let legend = "Each row: probability that the engine is stronger than the engine of the column.";
    [
        ReportBlock::Section("Superiority"),
        of_every_two("superiority", names, &report.superiority, cell),
        ReportBlock::Paragraph(legend.to_owned()),
    ]
}

/// Table of every two engines, with numbers as the heads of the columns.
fn of_every_two<T>(
    head: &str,
    names: &[String],
    rows: &[Vec<Option<T>>],
    cell: impl Fn(&T) -> String,
) -> ReportBlock {
    let numbers: Vec<String> = (1..=names.len()).map(|number| number.to_string()).collect();
    let row = |((number, name), row): ((&String, &String), &Vec<Option<T>>)| {
        let cells = row
            .iter()
            .map(|entry| entry.as_ref().map_or("-".to_owned(), &cell));
        // The number stays on one line with its engine.
        let engine = format!("{number}{NO_BREAK}{name}");
        [engine].into_iter().chain(cells).collect()
    };
    let rows = numbers.iter().zip(names).zip(rows).map(row).collect();
    let heads = [head.to_owned()].into_iter().chain(numbers.clone());
    ReportBlock::Table {
        heads: heads.collect(),
        rows,
    }
}

fn cycles(report: &MatchReport, names: &[String]) -> Vec<ReportBlock> {
    let line = |cycle: &[usize; 3]| {
        let [one, two, three] = cycle.map(|engine| &*names[engine]);
        ReportBlock::Line(format!(
            "A cycle: {one} beats {two} beats {three} beats {one}."
        ))
    };
    report.cycles.iter().map(line).collect()
}

/// Order of the engines: `>` where the first is the stronger one, `?` where that is
/// open.
fn order_of_engines(order: &OrderReport, names: &[String]) -> Vec<ReportBlock> {
    let [first, rest @ ..] = &order.order[..] else {
        return Vec::new();
    };
    let mut chain = names[*first].clone();
    for (&engine, &settled) in rest.iter().zip(&order.settled) {
        chain += &format!(" {} {}", if settled { '>' } else { '?' }, names[engine]);
    }
    let asked = format!("{} %", (1000.0 * order.confidence).round() / 10.0);
    let legend = match order.is_settled() {
        true => format!("The order is clear, with the probability of {asked} that was asked for."),
        false => {
            let open = order
                .superiority
                .iter()
                .zip(&order.settled)
                .filter(|&(_, &settled)| !settled);
            let chances: Vec<String> = open.map(|(chance, _)| percent(*chance)).collect();
            let of_open = order.floes_needed.iter().zip(&order.settled);
            let missing: Option<Vec<u64>> = of_open
                .filter(|&(_, &settled)| !settled)
                .map(|(floes, _)| *floes)
                .collect();
            let missing = match missing.and_then(|floes| floes.into_iter().max()) {
                Some(floes) => format!("At this rate a match of about {floes} floes shows it."),
                None => "More than a hundred times the floes would be needed.".to_owned(),
            };
            format!(
                "Order by rating. At each ? it is open which is stronger: the probability is {}, and look {} needs {}, \
                 so that the whole order is right with the {asked} that was asked for. {missing}",
                chances.join(", "),
                order.looks,
                percent(order.needed),
            )
        }
    };
    vec![ReportBlock::Line(chain), ReportBlock::Paragraph(legend)]
}

/// Formats a probability above ½ with as many decimals as its distance from 1 has.
fn percent(probability: f64) -> String {
    match probability {
        p if p > 0.99999 => "more than 99.999 %".to_owned(),
        p if p > 0.999 => format!("{:.3} %", 100.0 * p),
        p => format!("{:.1} %", 100.0 * p),
    }
}

fn together(report: &MatchReport, names: &[String]) -> ReportBlock {
    let row = |(TogetherReport { left, lost, .. }, name): (&TogetherReport, &String)| {
        vec![
            name.clone(),
            format!("{left:.2}"),
            format!("{lost} of {}", report.blocks),
        ]
    };
    let rows = report.together.iter().zip(names).map(row).collect();
    ReportBlock::table(&["engine", "animals left", "games lost"], rows)
}

fn seats(report: &MatchReport) -> ReportBlock {
    let heads = (1..=report.seats.len()).map(|seat| format!("seat {seat}"));
    let score = |seat: &Estimate| format!("{:.3} ± {:.3}", seat.value, seat.error);
    let scores = report.seats.iter().map(score);
    ReportBlock::Table {
        heads: [String::new()].into_iter().chain(heads).collect(),
        rows: vec![["score".to_owned()].into_iter().chain(scores).collect()],
    }
}

/// Warning of a match of which a tenth or more of the games repeat others; `None` for other
/// matches.
fn repetition_warning(report: &MatchReport) -> Option<String> {
    let played: u64 = report.terminations.iter().map(|(_, games)| games).sum();
    if report.duplicates == 0 || 10 * report.duplicates < played {
        return None;
    }
    let share = (100 * report.duplicates).div_euclid(played);
    Some(format!(
        "{share} % of the games repeat others move by move and say nothing new"
    ))
}

fn all_games(report: &MatchReport, names: &[String]) -> Vec<(&'static str, String)> {
    let plies = &report.plies;
    let length = format!(
        "{:.1} moves per game, from {} to {}",
        plies.mean, plies.shortest, plies.longest
    );
    let mut lines = vec![("length", length)];
    if report.duplicates > 0 {
        let games = counted(report.duplicates, "game");
        let repeat = if report.duplicates == 1 {
            "repeats"
        } else {
            "repeat"
        };
        lines.push((
            "duplicates",
            format!("{games} {repeat} another one move by move"),
        ));
    }
    if let Some(warning) = repetition_warning(report) {
        lines.push(("warning", warning));
    }
    for FaultCount {
        engine,
        what,
        games,
        details,
    } in &report.faults
    {
        let reason = match *what {
            "crashed" => "by a crash",
            "hung" => "because it did not answer",
            "rubbish" => "by breaking the protocol",
            "illegal-move" => "by an illegal move",
            _ => "on time",
        };
        let name = report
            .engines
            .iter()
            .position(|name| name == engine)
            .map_or(engine, |index| &names[index]);
        let first = match details.is_empty() {
            true => String::new(),
            false if *games == 1 => format!(": {details}"),
            false => format!("; the first: {details}"),
        };
        lines.push((
            "forfeits",
            format!("{name}: {} {reason}{first}", counted(*games, "game")),
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_sizes_are_left_out_of_names() {
        let names = |names: &[&str]| {
            shown_names(
                &names
                    .iter()
                    .map(|&name| name.to_owned())
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(
            names(&["default:nodes=10,hash=1", "uct:hash=128"]),
            ["default:nodes=10", "uct"]
        );
        assert_eq!(
            names(&["uct:hash=1", "uct:hash=128"]),
            ["uct:hash=1", "uct:hash=128"]
        );
        assert_eq!(
            names(&["uct:hash=1 [1s]", "uct:seed=1,hash=1 [1s]"]),
            ["uct [1s]", "uct:seed=1 [1s]"]
        );
        assert_eq!(
            names(&["cmd:./x hash=1", "greedy"]),
            ["cmd:./x hash=1", "greedy"]
        );
        assert_eq!(
            names(&["greedy", "uct", "greedy"]),
            ["greedy (1)", "uct", "greedy (2)"]
        );
    }

    #[test]
    fn pairs_are_named_by_their_results() {
        assert_eq!(
            pairs([0, 0, 1, 0, 4]),
            "4 × both games won, 1 × one game each or both drawn"
        );
    }
}
