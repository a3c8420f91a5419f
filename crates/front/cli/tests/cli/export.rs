//! Results as tables for programs, by `--export`.

use serde_json::Value;

use crate::run::{floe, floe_with};
use crate::{DEALT, ENDGAME};

/// Rows of a table of text, each with its cells.
fn rows(table: &str, delimiter: u8) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .from_reader(table.as_bytes());
    let rows = reader.records().map(|row| {
        let row = row.expect("all rows have as many cells");
        row.iter().map(str::to_owned).collect()
    });
    rows.collect()
}

#[test]
fn each_line_of_each_analysis_is_a_row() {
    let positions = format!("{ENDGAME}\n{DEALT}\n");
    let call = "analyze - --nodes 2000 --threads 1 --lines 2 --export";
    let csv = rows(&floe_with(&format!("{call} csv"), &positions).fine(), b',');
    assert_eq!(csv[0][..3], ["position", "rank", "move"]);
    let ranks: Vec<&str> = csv[1..].iter().map(|row| row[1].as_str()).collect();
    assert_eq!(ranks, ["1", "2", "1", "2"]);
    let best = floe!("analyze `{ENDGAME}` --quiet --json").object();
    assert_eq!(
        [&csv[1][0], &csv[1][2]],
        [ENDGAME, best["best"].as_str().unwrap()]
    );

    let tsv = rows(&floe_with(&format!("{call} tsv"), &positions).fine(), b'\t');
    assert_eq!(tsv[0], csv[0]);
    let json = floe_with(&format!("{call} json"), &positions).fine();
    let objects: Vec<Value> = serde_json::from_str(&json).unwrap();
    assert_eq!(objects.len(), 4);
    assert_eq!(objects[0]["value.fish"], best["value"]["fish"]);
}

#[test]
fn each_engine_of_a_match_is_a_row() {
    let call = "match greedy random uct:nodes=5,hash=1 --seed 1 --floes 2 --quiet";
    let csv = rows(&floe!("{call} --export csv").fine(), b',');
    let report = floe!("{call} --json").object();
    let engines: Vec<&str> = csv[1..].iter().map(|row| row[0].as_str()).collect();
    assert_eq!(engines, ["greedy", "random", "uct:nodes=5,hash=1"]);
    let column = csv[0]
        .iter()
        .position(|name| name == "rating.value")
        .unwrap();
    let rating: f64 = csv[1][column].parse().unwrap();
    assert_eq!(
        Some(rating),
        report["standings"][0]["rating"]["value"].as_f64()
    );
}
