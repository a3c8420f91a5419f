//! What criterion leaves of its measurements.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result};
use serde_json::Value;

/// One benchmark's result.
#[derive(PartialEq, Debug)]
pub(crate) struct Measurement {
    /// The full name.
    pub(crate) name: String,
    /// Nanoseconds for one element (or for one iteration where no elements are told).
    pub(crate) nanoseconds: f64,
}

/// The results of criterion in `folder` that are younger than `start`.
pub(crate) fn measurements(folder: &Path, start: SystemTime) -> Result<Vec<Measurement>> {
    let mut found = Vec::new();
    for entry in ignore::WalkBuilder::new(folder).standard_filters(false).build() {
        let path = entry?.into_path();
        if path.ends_with("new/estimates.json") && fs::metadata(&path)?.modified()? >= start {
            let benchmark = fs::read_to_string(path.with_file_name("benchmark.json"))?;
            found.push(measurement(&benchmark, &fs::read_to_string(&path)?)?);
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// One measurement from the two files that criterion leaves of it.
fn measurement(benchmark: &str, estimates: &str) -> Result<Measurement> {
    let (benchmark, estimates): (Value, Value) = (serde_json::from_str(benchmark)?, serde_json::from_str(estimates)?);
    let name = benchmark["full_id"].as_str().context("a benchmark without a name")?.to_owned();
    let median = estimates.pointer("/median/point_estimate").and_then(Value::as_f64);
    let median = median.with_context(|| format!("no median of {name}"))?;
    let elements = benchmark.pointer("/throughput/Elements").and_then(Value::as_f64).unwrap_or(1.0);
    Ok(Measurement { name, nanoseconds: median / elements })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_is_the_median_of_one_element() {
        let benchmark = r#"{"full_id":"count/moves/opening","throughput":{"Elements":16}}"#;
        let estimates = r#"{"mean":{"point_estimate":1.0},"median":{"point_estimate":48.0}}"#;
        let expected = Measurement { name: "count/moves/opening".to_owned(), nanoseconds: 3.0 };
        assert_eq!(measurement(benchmark, estimates).unwrap(), expected);
    }
}
