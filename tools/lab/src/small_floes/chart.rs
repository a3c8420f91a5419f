//! Charts of `docs/solved.md`.

use floe_picture::{Bar, BarChart, Theme};

use super::record::{OutlineRecord, PENGUINS};
use super::solver::RANDOM_FLOES;

/// Chart of the outlines by the mean margin of their random floes for the first player, for one of
/// the [`PENGUINS`] by its index, as an SVG document.
///
/// # Panics
/// If there is no such number of penguins, or no outline.
pub fn chart(records: &[OutlineRecord], index: usize) -> String {
    /// Sum of the margins of the floes of an outline for a tenth of a fish, in fish.
    const TENTH: i64 = RANDOM_FLOES as i64 / 10;
    let tenths = |record: &OutlineRecord| {
        (record.by_penguins[index].random.fish + TENTH / 2).div_euclid(TENTH)
    };
    let first = records.iter().map(tenths).min().expect("an outline").min(0);
    let last = records.iter().map(tenths).max().expect("an outline");
    let count = |x| records.iter().filter(|record| tenths(record) == x).count() as u64;
    let penguins = match PENGUINS[index] {
        1 => "one penguin each".to_owned(),
        number => format!("{number} penguins each"),
    };
    let chart = BarChart {
        title: format!("Outlines by the mean margin of their random floes, {penguins}"),
        x: format!("mean margin for the first player, in tenths of a fish; {penguins}"),
        y: "outlines".to_owned(),
        bars: (first..=last).map(|x| Bar { x, count: count(x) }).collect(),
    };
    chart.draw(Theme::default())
}
