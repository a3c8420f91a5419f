//! Results as rows of columns, for spreadsheets and data frames: `--export`.

use std::collections::BTreeSet;

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::output::Output;
use crate::problem::Wrong;

/// Option of commands whose result is a table.
#[derive(Args)]
pub(crate) struct ExportArgument {
    /// Print the result as a table for programs: csv, tsv or json
    #[arg(
        id = "export",
        long = "export",
        value_name = "FORMAT",
        hide_possible_values = true
    )]
    #[arg(help_heading = "Output")]
    pub(crate) format: Option<ExportFormat>,
}

impl ExportArgument {
    /// Checks that the result is printed in one form only.
    pub(crate) fn check(&self, is_json: bool) -> Result<(), Wrong> {
        if is_json && self.format.is_some() {
            return Err(Wrong::new("--export: expected without --json".to_owned()));
        }
        Ok(())
    }
}

/// Form of a table for programs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum ExportFormat {
    /// Cells between commas, quoted where needed (RFC 4180).
    Csv,
    /// Cells between tabs.
    Tsv,
    /// Array with an object for each row.
    Json,
}

/// Table: names of columns, and rows with a cell for each of them.
pub(crate) struct ExportTable {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<Value>>,
}

impl ExportTable {
    /// Makes a row of each object. A field of a field is a column named `outer.inner`. The columns
    /// that are named come first, the others follow in the order of the alphabet; a field that an
    /// object lacks is an empty cell.
    pub(crate) fn of_objects(first: &[&str], objects: &[Map<String, Value>]) -> ExportTable {
        let flat: Vec<Map<String, Value>> = objects.iter().map(flattened).collect();
        let names: BTreeSet<&String> = flat.iter().flat_map(Map::keys).collect();
        let named = first.iter().map(|&name| name.to_owned());
        let others = names
            .into_iter()
            .filter(|name| !first.contains(&name.as_str()))
            .cloned();
        let columns: Vec<String> = named.chain(others).collect();
        let cell = |row: &Map<String, Value>, name: &String| row.get(name).cloned();
        let rows = flat.iter().map(|row| {
            let cells = columns.iter().map(|name| cell(row, name));
            cells.map(Option::unwrap_or_default).collect()
        });
        let rows = rows.collect();
        ExportTable { columns, rows }
    }

    /// Prints the table.
    pub(crate) fn print(&self, format: ExportFormat, output: &mut Output) -> Result<()> {
        let text = match format {
            ExportFormat::Csv => self.separated(b',')?,
            ExportFormat::Tsv => self.separated(b'\t')?,
            ExportFormat::Json => self.json()? + "\n",
        };
        Ok(output.data(&text)?)
    }

    fn separated(&self, delimiter: u8) -> Result<String> {
        let mut writer = csv::WriterBuilder::new()
            .delimiter(delimiter)
            .from_writer(Vec::new());
        writer.write_record(&self.columns)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(cell_text))?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }

    fn json(&self) -> Result<String> {
        let objects = self.rows.iter().map(|row| {
            let names = self.columns.iter().cloned();
            names.zip(row.iter().cloned()).collect()
        });
        let objects: Vec<Map<String, Value>> = objects.collect();
        Ok(serde_json::to_string(&objects)?)
    }
}

/// The fields of a result that is an object in JSON.
pub(crate) fn fields(result: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(result) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// Replaces each field that is an object by its own fields, with both names.
fn flattened(object: &Map<String, Value>) -> Map<String, Value> {
    let mut flat = Map::new();
    for (name, value) in object {
        match value {
            Value::Object(inner) => {
                let inner = flattened(inner).into_iter();
                flat.extend(inner.map(|(below, value)| (format!("{name}.{below}"), value)));
            }
            other => {
                flat.insert(name.clone(), other.clone());
            }
        }
    }
    flat
}

/// Formats a cell: nothing for null, the items of an array with blanks between.
pub(crate) fn cell_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(cell_text).collect();
            items.join(" ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn table() -> ExportTable {
        let rows = [
            json!({"value": {"fish": 3, "tiles": 1}, "move": "a,b", "pv": ["a,b", "c"]}),
            json!({"move": "c\td", "win": 0.5}),
        ];
        let rows: Vec<Map<String, Value>> = rows.iter().map(fields).collect();
        ExportTable::of_objects(&["move"], &rows)
    }

    #[test]
    fn cells_are_quoted_where_needed_and_empty_where_missing() {
        let csv = table().separated(b',').unwrap();
        let expected = "move,pv,value.fish,value.tiles,win\n\"a,b\",\"a,b c\",3,1,\nc\td,,,,0.5\n";
        assert_eq!(csv, expected);
        let tsv = table().separated(b'\t').unwrap();
        assert!(tsv.ends_with("\"c\td\"\t\t\t\t0.5\n"), "{tsv}");
    }

    #[test]
    fn objects_of_json_have_all_columns() {
        let objects: Value = serde_json::from_str(&table().json().unwrap()).unwrap();
        assert_eq!(objects[0]["value.tiles"], 1);
        assert_eq!(objects[1]["value.tiles"], Value::Null);
    }
}
