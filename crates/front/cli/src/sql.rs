//! Queries in SQL on recorded games, for `floe rate`.

use std::path::Path;

use anyhow::Result;
use floe_arena::index::{GameIndex, GameIndexError, QueryResult};
use floe_arena::store::pool::RecordFile;
use floe_matches::movers;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::export::{ExportFormat, ExportTable, cell_text};
use crate::output::{Answer, Output};
use crate::problem::{Wrong, complain};
use crate::text::{CellAlignment, Table, labelled, width};

/// Query of an export without --sql: a row for each seat of each game.
const ALL: &str = "SELECT match, game, block, players, floe, moves, plies, termination, reason, seed, build, seat, engine, name, \
    fish, tiles, score, place FROM seats JOIN games USING (match, game) JOIN matches USING (match) ORDER BY match, game, seat";

/// Loads or rebuilds the tables of these files, which `index` keeps.
pub(crate) fn tables(files: &[RecordFile], index: Option<&Path>) -> Result<GameIndex> {
    let named = |error: &GameIndexError| match index {
        Some(path) => format!("{}: {error}", path.display()),
        None => error.to_string(),
    };
    let opened = index.map_or_else(GameIndex::in_memory, GameIndex::open);
    let tables = opened.map_err(|error| match error.is_failure() {
        true => anyhow::Error::msg(named(&error)),
        false => Wrong::new(named(&error)).into(),
    })?;
    if let Some(path) = index.filter(|_| tables.is_rebuilt()) {
        complain(&format!(
            "{}: changed since floe wrote it; the tables are rebuilt",
            path.display()
        ));
    }
    tables.update(files, &movers).map_err(|error| match error {
        GameIndexError::Store(error) => Wrong::new(error).into(),
        // Its causes say the same again.
        error => anyhow::Error::msg(named(&error)),
    })
}

/// Writes the answer to a query, by default every seat of every game.
pub(crate) fn answer(
    tables: &GameIndex,
    query: Option<&str>,
    export: Option<ExportFormat>,
    output: &mut Output,
) -> Result<()> {
    let reply = tables
        .query(query.unwrap_or(ALL))
        .map_err(|error| Wrong::new(format!("--sql: {error}")))?;
    if let Some(format) = export {
        let QueryResult { columns, rows } = reply;
        return ExportTable { columns, rows }.print(format, output);
    }
    let object = SqlAnswer {
        columns: &reply.columns,
        rows: &reply.rows,
    };
    Ok(output.answer(&Answer::block("floe/sql/1", object, table(&reply)))?)
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
        .map_or_else(|| cell_text(value), |number| format!("{number:.4}"))
}
