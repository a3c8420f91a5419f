//! Diary of the laboratory: the tables of `lab`, and the page of the rows that still hold.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use csv::StringRecord;
use jiff::civil::Date;

use crate::shell::Workspace;

/// Tables, without their ending.
const TABLES: [&str; 4] = ["strength", "experiments", "proofs", "speed"];
/// Columns of every table.
const COLUMNS: [&str; 9] = [
    "date", "topic", "question", "command", "commit", "machine", "result", "verdict", "holds",
];
/// Columns that have a text in every row.
const FILLED: [&str; 4] = ["topic", "question", "result", "verdict"];
/// Verdicts of experiments.
const VERDICTS: [&str; 4] = ["helps", "no difference", "failed", "measured"];
/// Page of the rows that still hold.
const PAGE: &str = "lab/what-holds.md";
/// Maximum number of rows of the page.
const MOST_ROWS: usize = 30;

/// Writes the page of the rows that still hold.
pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    let page = page(workspace.root())?;
    fs::write(workspace.root().join(PAGE), page).with_context(|| format!("cannot write {PAGE}"))
}

/// Text of the page of the rows that still hold, from tables that are checked.
fn page(root: &Path) -> Result<String> {
    let mut page = String::from(
        "# What holds\n\n\
         Results that still hold, for who wants to change floe: made by `cargo xtask lab` from the\n\
         rows of the tables here that have `yes` in the column `holds`. [README.md](README.md) \
         explains the\ncolumns.\n\n\
         | topic | question | result | verdict | date |\n| --- | --- | --- | --- | --- |\n",
    );
    let mut count = 0;
    for table in TABLES {
        let path = root.join("lab").join(table).with_extension("csv");
        for row in rows(&path)? {
            if field(&row, "holds").is_empty() {
                continue;
            }
            count += 1;
            for column in ["topic", "question", "result", "verdict", "date"] {
                write!(page, "| {} ", field(&row, column).replace('|', "\\|"))?;
            }
            page.push_str("|\n");
        }
    }
    ensure!(
        count <= MOST_ROWS,
        "lab: {count} rows hold, limit {MOST_ROWS}: clear `holds` where a newer row says more"
    );
    Ok(page)
}

/// Rows of a table, each of them checked.
fn rows(path: &Path) -> Result<Vec<StringRecord>> {
    let place = path.display();
    let mut table = csv::Reader::from_path(path).with_context(|| format!("cannot read {place}"))?;
    ensure!(
        *table.headers()? == COLUMNS[..],
        "{place}: expected the columns {}",
        COLUMNS.join(",")
    );
    let rows: Vec<StringRecord> = table
        .records()
        .collect::<Result<_, _>>()
        .with_context(|| format!("{place} is not CSV"))?;
    for row in &rows {
        let line = row.position().map_or(0, csv::Position::line);
        check(row).with_context(|| format!("{place}:{line}"))?;
    }
    Ok(rows)
}

/// Checks the fields of a row.
fn check(row: &StringRecord) -> Result<()> {
    let date = field(row, "date");
    date.parse::<Date>()
        .with_context(|| format!("expected a date such as 2026-11-28; found '{date}'"))?;
    for column in FILLED {
        ensure!(!field(row, column).is_empty(), "the {column} is empty");
    }
    let verdict = field(row, "verdict");
    ensure!(
        VERDICTS.contains(&verdict),
        "expected one of the verdicts {}; found '{verdict}'",
        VERDICTS.join(", ")
    );
    let holds = field(row, "holds");
    ensure!(
        ["", "yes"].contains(&holds),
        "holds: expected yes or nothing; found '{holds}'"
    );
    Ok(())
}

/// Text of a column of a row.
fn field<'a>(row: &'a StringRecord, column: &str) -> &'a str {
    let mut texts = COLUMNS.iter().zip(row);
    texts
        .find(|(name, _)| **name == column)
        .map_or("", |(_, text)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
    }

    #[test]
    fn the_page_is_made_of_the_tables() {
        let written = fs::read_to_string(root().join(PAGE)).unwrap();
        assert!(
            page(root()).unwrap() == written,
            "{PAGE} has aged: `cargo xtask lab` writes it"
        );
    }

    #[test]
    fn every_table_is_read() {
        for entry in fs::read_dir(root().join("lab")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "csv") {
                let name = path.file_stem().unwrap().to_str().unwrap();
                assert!(TABLES.contains(&name), "{name}");
            }
        }
    }

    #[test]
    fn a_wrong_row_is_named() {
        let wrong = [
            ("x,solver,q,,,,r,helps,", "a date"),
            ("2026-11-31,solver,q,,,,r,helps,", "a date"),
            ("2026-11-28,,q,,,,r,helps,", "topic"),
            ("2026-11-28,solver,q,,,,,helps,", "result"),
            ("2026-11-28,solver,q,,,,r,kept,", "verdicts"),
            ("2026-11-28,solver,q,,,,r,helps,no", "holds"),
            ("2026-11-28,solver,q,,,,r,helps", "CSV"),
        ];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        for (row, expected) in wrong {
            fs::write(&path, format!("{}\n{row}\n", COLUMNS.join(","))).unwrap();
            let error = format!("{:#}", rows(&path).unwrap_err());
            assert!(
                error.contains("a.csv") && error.contains(expected),
                "{error}"
            );
        }
    }
}
