//! Sums over all outlines of a size, and the table of `docs/solved.md`.

use std::fmt;
use std::str::FromStr;

use super::record::{FloeCounts, OutlineRecord, OutlineRecordError, PENGUINS, number};

/// Sums over all outlines of one number of hexes: a line of `positions/solved/totals.txt`.
///
/// As text: the number of hexes and of outlines, then for each of [`PENGUINS`] the sums over the
/// floes of one-fish tiles and over the random ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeTotals {
    /// Number of hexes of every outline.
    pub hexes: usize,
    /// Number of outlines.
    pub outlines: u64,
    /// Sums by the number of penguins, in the order of [`PENGUINS`].
    pub by_penguins: [PenguinTotals; PENGUINS.len()],
}

/// Sums over all outlines of one size, for one number of penguins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PenguinTotals {
    /// Sums over the floes of one-fish tiles.
    pub ones: FloeCounts,
    /// Sums over the random floes.
    pub random: FloeCounts,
}

/// Adds up the results of outlines of this number of hexes.
pub fn totals_of(hexes: usize, records: &[OutlineRecord]) -> SizeTotals {
    let mut by_penguins = [PenguinTotals::default(); PENGUINS.len()];
    for record in records {
        for (totals, floes) in by_penguins.iter_mut().zip(&record.by_penguins) {
            totals.ones.add(&floes.ones);
            totals.random.add_all(&floes.random);
        }
    }
    SizeTotals {
        hexes,
        outlines: records.len() as u64,
        by_penguins,
    }
}

impl fmt::Display for SizeTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.hexes, self.outlines)?;
        self.by_penguins
            .iter()
            .try_for_each(|PenguinTotals { ones, random }| write!(f, " {ones} {random}"))
    }
}

impl FromStr for SizeTotals {
    type Err = OutlineRecordError;

    fn from_str(line: &str) -> Result<SizeTotals, OutlineRecordError> {
        let fields = &mut line.split(' ');
        let hexes = number(fields, "the number of hexes")?;
        let outlines = number(fields, "the number of outlines")?;
        let mut by_penguins = [PenguinTotals::default(); PENGUINS.len()];
        for totals in &mut by_penguins {
            totals.ones = FloeCounts::read(fields)?;
            totals.random = FloeCounts::read(fields)?;
        }
        match fields.next() {
            Some(rest) => Err(OutlineRecordError::Field(
                "the end of the line",
                rest.to_owned(),
            )),
            None => Ok(SizeTotals {
                hexes,
                outlines,
                by_penguins,
            }),
        }
    }
}

/// Table of the sums in Markdown, a row for each size, number of penguins and kind of tiles.
pub fn table(totals: &[SizeTotals]) -> String {
    let mut text = "\
| hexes | outlines | penguins each | tiles | floes | first player wins | draws | second player wins | mean margin, fish | better with a pass |
| ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |
"
    .to_owned();
    for SizeTotals {
        hexes,
        outlines,
        by_penguins,
    } in totals
    {
        for (penguins, PenguinTotals { ones, random }) in PENGUINS.iter().zip(by_penguins) {
            for (tiles, counts) in [("ones", ones), ("random", random)] {
                text += &format!(
                    "| {hexes} | {outlines} | {penguins} | {tiles} | {} |\n",
                    cells(counts)
                );
            }
        }
    }
    text
}

/// Cells of a row of the table, from the number of floes on.
fn cells(counts: &FloeCounts) -> String {
    let floes = counts.floes();
    let share = |part: u64| format!("{:.2} %", 100.0 * part as f64 / floes as f64);
    let margin = counts.fish as f64 / floes as f64;
    let FloeCounts {
        won,
        drawn,
        lost,
        better_with_pass,
        ..
    } = *counts;
    let shares = [won, drawn, lost].map(share).join(" | ");
    format!(
        "{floes} | {shares} | {margin:+.2} | {}",
        share(better_with_pass)
    )
}
