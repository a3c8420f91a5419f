use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use floe_arena::index::{GameIndex, GameIndexError, QueryResult};
use floe_arena::report::MatchReport;
use floe_arena::store::pool::{RecordFile, rating_pools};
use serde::Serialize;
use serde_json::Value;

use crate::output::{Answer, Output};
use crate::problem::{Status, Wrong};

/// Rate engines by the games that matches have kept
///
/// Pools the games of whole blocks of any number of matches, by the names of the engines; where several builds have played, each is an
/// engine of its own. There is a report for every number of players.
#[derive(Args)]
#[command(after_help = "\
Examples:
  floe rate runs/one runs/two
  floe rate runs/one --sql \"SELECT name, avg(fish), count(*) FROM seats GROUP BY name\"
  floe rate runs/one --export csv > games.csv

Tables: matches (match, path, bytes, players, config), engines (match, engine, name),
games (match, game, block, floe, moves, plies, termination, reason, seed, build),
seats (match, game, seat, engine, name, fish, tiles, score),
searches (match, game, ply, move, value, depth, nodes, milliseconds).")]
pub(crate) struct Rate {
    /// Files of games, or directories with such files
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,

    /// Ask the games a question in SQL
    #[arg(long, value_name = "QUESTION")]
    sql: Option<String>,

    /// Print all seats of all games, or the answer of --sql, for a spreadsheet
    #[arg(long, value_name = "csv", value_parser = ["csv"])]
    export: Option<String>,

    /// Keep the tables in this file; they are made again when the games have changed
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
}

/// What is exported if no question is asked: a row for every seat of every game.
const ALL: &str = "SELECT match, game, block, players, floe, moves, plies, termination, reason, seed, build, seat, engine, name, \
    fish, tiles, score FROM seats JOIN games USING (match, game) JOIN matches USING (match) ORDER BY match, game, seat";

impl Rate {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let files = RecordFile::find(&self.games).map_err(Wrong::new)?;
        if self.sql.is_none() && self.export.is_none() {
            if self.index.is_some() {
                self.tables(&files)?;
            }
            return rate(output, &files);
        }
        let question = self.sql.as_deref().unwrap_or(ALL);
        let reply = self.tables(&files)?.query(question).map_err(|error| Wrong::new(format!("--sql: {error}")))?;
        match &self.export {
            Some(_) => export(&reply)?,
            None => output.answer(&SqlAnswer { columns: &reply.columns, rows: &reply.rows })?,
        }
        Ok(Status::Fine)
    }

    /// The tables of these files, as they are or made again.
    fn tables(&self, files: &[RecordFile]) -> Result<GameIndex> {
        let index = match &self.index {
            None => GameIndex::in_memory()?,
            Some(path) => GameIndex::open(path).map_err(|error| Wrong::new(format!("{}: {error}", path.display())))?,
        };
        index.update(files).map_err(|error| match error {
            GameIndexError::Store(error) => Wrong::new(error).into(),
            error => error.into(),
        })
    }
}

fn rate(output: &mut Output, files: &[RecordFile]) -> Result<Status> {
    let pools = rating_pools(files).map_err(Wrong::new)?;
    for (number, (players, pool)) in pools.into_iter().enumerate() {
        let before = if number == 0 { "" } else { "\n" };
        output.remark(&format!("{before}{players} players\n"))?;
        output.answer(&Rated { players, report: MatchReport::new(&pool.account, &pool.names) })?;
    }
    Ok(Status::Fine)
}

/// A report on the games with one number of players.
#[derive(Serialize)]
struct Rated {
    players: usize,
    #[serde(flatten)]
    report: MatchReport,
}

impl Answer for Rated {
    const SCHEMA: &'static str = "floe/rate/1";

    fn text(&self) -> String {
        self.report.text()
    }
}

/// The answer to a question in SQL.
#[derive(Serialize)]
struct SqlAnswer<'a> {
    columns: &'a [String],
    rows: &'a [Vec<Value>],
}

impl Answer for SqlAnswer<'_> {
    const SCHEMA: &'static str = "floe/sql/1";

    /// In columns as wide as what is in them; numbers to the right.
    fn text(&self) -> String {
        let cells: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(shown).collect()).collect();
        let width = |column: usize| {
            let of = |text: &String| text.chars().count();
            cells.iter().map(|row| of(&row[column])).chain([of(&self.columns[column])]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let right: Vec<bool> = (0..self.columns.len())
            .map(|column| self.rows.iter().all(|row| row[column].is_number() || row[column].is_null()))
            .collect();
        let line = |row: &[String]| {
            let cell = |(column, text): (usize, &String)| {
                let width = widths[column];
                if right[column] { format!("{text:>width$}") } else { format!("{text:width$}") }
            };
            row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        };
        line(self.columns) + &cells.iter().map(|row| line(row)).collect::<String>()
    }
}

fn shown(value: &Value) -> String {
    value.as_f64().filter(|_| value.is_f64()).map_or_else(|| plain(value), |number| format!("{number:.4}"))
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn export(reply: &QueryResult) -> Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&reply.columns)?;
    reply.rows.iter().try_for_each(|row| writer.write_record(row.iter().map(plain)))?;
    Ok(io::stdout().write_all(&writer.into_inner()?)?)
}
