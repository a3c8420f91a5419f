use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use floe_arena::index::{GameIndex, GameIndexError, QueryResult};
use floe_arena::report::MatchReport;
use floe_arena::report_text::report_text;
use floe_arena::store::pool::{RecordFile, ambiguous_names, rating_pools};
use floe_matches::{Highlights, movers};
use floe_reports::{add_match, add_matches};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::arguments::build;
use crate::html_report;
use crate::output::{Answer, Output};
use crate::problem::{Status, Wrong, complain};
use crate::text::{CellAlignment, Table, labelled, width};

/// Rate engines from recorded games
///
/// Pools the games of any number of matches by the names of their engines, in whole blocks. An
/// engine that played in several builds counts as one engine for each. Prints a report for each
/// number of players.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/rate.txt"))]
pub(crate) struct Rate {
    /// Files of games, or directories with such files
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,

    /// Run an SQL query on the games
    #[arg(long, value_name = "QUERY")]
    sql: Option<String>,

    /// Export a row for each seat of each game, or the result of --sql: csv
    #[arg(long, value_name = "FORMAT", value_parser = ["csv"], hide_possible_values = true)]
    export: Option<String>,

    /// Write a report with charts and boards to this file, as a page of HTML
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sql", "export"])]
    html: Option<PathBuf>,

    /// Cache the tables in this file; rebuild them if the games have changed
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
}

/// Query of an export without --sql: a row for each seat of each game.
const ALL: &str = "SELECT match, game, block, players, floe, moves, plies, termination, reason, seed, build, seat, engine, name, \
    fish, tiles, score, place FROM seats JOIN games USING (match, game) JOIN matches USING (match) ORDER BY match, game, seat";

impl Rate {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let files = RecordFile::find(&self.games).map_err(Wrong::new)?;
        if self.sql.is_none() && self.export.is_none() {
            if self.index.is_some() {
                self.tables(&files)?;
            }
            return self.rate(output, &files);
        }
        let query = self.sql.as_deref().unwrap_or(ALL);
        let reply = self
            .tables(&files)?
            .query(query)
            .map_err(|error| Wrong::new(format!("--sql: {error}")))?;
        if self.export.is_some() {
            output.data(&csv(&reply)?)?;
        } else {
            let object = SqlAnswer {
                columns: &reply.columns,
                rows: &reply.rows,
            };
            output.answer(&Answer::block("floe/sql/1", object, table(&reply)))?;
        }
        Ok(Status::Fine)
    }

    /// Loads or rebuilds the tables of these files.
    fn tables(&self, files: &[RecordFile]) -> Result<GameIndex> {
        let named = |error: &GameIndexError| match &self.index {
            Some(path) => format!("{}: {error}", path.display()),
            None => error.to_string(),
        };
        let opened = self
            .index
            .as_ref()
            .map_or_else(GameIndex::in_memory, |path| GameIndex::open(path));
        let index = opened.map_err(|error| match error.is_failure() {
            true => anyhow::Error::msg(named(&error)),
            false => Wrong::new(named(&error)).into(),
        })?;
        if let Some(path) = self.index.as_ref().filter(|_| index.is_rebuilt()) {
            complain(&format!(
                "{}: changed since floe wrote it; the tables are rebuilt",
                path.display()
            ));
        }
        index.update(files, &movers).map_err(|error| match error {
            GameIndexError::Store(error) => Wrong::new(error).into(),
            // Its causes say the same again.
            error => anyhow::Error::msg(named(&error)),
        })
    }
}

/// Ratings of all games with this number of players.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Rated {
    players: usize,
    #[serde(flatten)]
    report: MatchReport,
}

impl Rate {
    fn rate(&self, output: &mut Output, files: &[RecordFile]) -> Result<Status> {
        for name in ambiguous_names(files) {
            complain(&format!(
                "{name}: the files or the code of this engine differ between matches; it is rated as one"
            ));
        }
        let html = html_report::open(self.html.as_ref())?;
        let mut highlights: BTreeMap<usize, Highlights> = BTreeMap::new();
        let mut page = html_report::new_page("Ratings", &[]);
        add_matches(&mut page, files, build());
        let pools = rating_pools(files, |sides, game| {
            if html.is_some() {
                highlights.entry(sides).or_default().add(game);
            }
        });
        for (number, (players, pool)) in pools.map_err(Wrong::new)?.into_iter().enumerate() {
            let before = if number == 0 { "" } else { "\n" };
            let report = MatchReport::new(&pool.account, &pool.names);
            if html.is_some() {
                page.heading(&format!("{players} players"));
                let highlights = highlights.remove(&players).unwrap_or_default();
                add_match(&mut page, &report, &pool.account, &highlights);
            }
            let text = format!(
                "{before}{players} players\n{}",
                report_text(&report, width())
            );
            output.answer(&Answer::block(
                "floe/rate/1",
                Rated { players, report },
                text,
            ))?;
        }
        html.map_or(Ok(()), |file| file.write(&page.finish()))?;
        Ok(Status::Fine)
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SqlAnswer<'a> {
    columns: &'a [String],
    rows: &'a [Vec<Value>],
}

/// Formats a result in aligned columns, numbers to the right; a result that is too wide as a block
/// for each row.
fn table(reply: &QueryResult) -> String {
    let heads: Vec<&str> = reply.columns.iter().map(String::as_str).collect();
    let rows: Vec<Vec<String>> = reply
        .rows
        .iter()
        .map(|row| row.iter().map(shown).collect())
        .collect();
    let widest = |column: usize| {
        let cells = rows
            .iter()
            .map(|row| row[column].as_str())
            .chain([heads[column]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    if (0..heads.len())
        .map(|column| widest(column) + 2)
        .sum::<usize>()
        > width()
    {
        let label = heads
            .iter()
            .map(|head| head.chars().count() + 2)
            .max()
            .unwrap_or(0);
        let block = |row: &Vec<String>| {
            heads
                .iter()
                .zip(row)
                .map(|(head, cell)| labelled(head, label, cell))
                .collect()
        };
        return rows.iter().map(block).collect::<Vec<String>>().join("\n");
    }
    let is_number = |column: usize| {
        reply
            .rows
            .iter()
            .all(|row| row[column].is_number() || row[column].is_null())
    };
    let mut table = Table::new(width(), &heads, |column| match is_number(column) {
        true => CellAlignment::Right,
        false => CellAlignment::Left,
    });
    rows.into_iter().for_each(|row| table.row(row));
    table.to_string()
}

fn shown(value: &Value) -> String {
    value
        .as_f64()
        .filter(|_| value.is_f64())
        .map_or_else(|| plain(value), |number| format!("{number:.4}"))
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Formats a result as CSV.
fn csv(reply: &QueryResult) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&reply.columns)?;
    reply
        .rows
        .iter()
        .try_for_each(|row| writer.write_record(row.iter().map(plain)))?;
    Ok(String::from_utf8(writer.into_inner()?)?)
}
