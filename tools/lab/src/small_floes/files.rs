//! Files and document of small floes.
//!
//! Files of outlines lie in `positions/solved`, from 10 hexes on in `target/small_floes`. A run
//! that was ended goes on where it was; remove a file to solve its floes again.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Instant;

use floe_runs::{AppendLog, FileProblem, replace};

use super::{OutlineRecord, PENGUINS, SizeTotals, SmallOutline, chart, table, totals_of};
use crate::Fallible;

/// Sizes in hexes whose floes lie in `positions/solved`.
pub const SIZES: [usize; 3] = [7, 8, 9];
/// Largest size whose outlines are kept in the repository.
const MOST_KEPT: usize = 9;

const HEADER: &str = "\
# Outline; then for one and for two penguins of each player: value of the floe of one-fish tiles, the same with the right
# to pass, and of 100 random floes those won, drawn and lost by the first player, the sum of margins in fish, and those
# that are better with the right to pass. cargo run --release -p floe-lab -- small-floes
";

const TOTALS_HEADER: &str = "\
# Hexes and outlines; then for one and for two penguins of each player, for tiles of one fish and for random ones: floes
# won, drawn and lost by the first player, the sum of margins in fish, and floes that are better with the right to pass.
";

/// Solves all floes of these sizes, and writes the table and the charts of `docs/solved.md`.
///
/// # Errors
/// If a size is too small, or a file cannot be read or written.
pub fn write_files(sizes: &[usize]) -> Fallible<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut totals = known_totals(&root)?;
    for &hexes in sizes {
        let file = file_of(&root, hexes)?;
        let start = Instant::now();
        let outlines = SmallOutline::all(hexes);
        solve(&file, &outlines)?;
        let records = read(&File::open(&file)?)?.0;
        println!(
            "{hexes} hexes: {} outlines, {:.1} s",
            records.len(),
            start.elapsed().as_secs_f64()
        );
        totals.retain(|totals| totals.hexes != hexes);
        totals.push(totals_of(hexes, &records));
        totals.sort_by_key(|totals| totals.hexes);
        if hexes == MOST_KEPT {
            for (index, penguins) in PENGUINS.iter().enumerate() {
                replace(
                    &root.join(format!("docs/pictures/solved-{penguins}.svg")),
                    chart(&records, index).as_bytes(),
                )?;
            }
        }
    }
    let lines: String = totals.iter().map(|totals| format!("{totals}\n")).collect();
    replace(
        &root.join("positions/solved/totals.txt"),
        (TOTALS_HEADER.to_owned() + &lines).as_bytes(),
    )?;
    write_table(&root.join("docs/solved.md"), &table(&totals))
}

/// The file of the outlines of a size.
fn file_of(root: &Path, hexes: usize) -> Fallible<PathBuf> {
    let folder = root.join(if hexes <= MOST_KEPT {
        "positions/solved"
    } else {
        "target/small_floes"
    });
    fs::create_dir_all(&folder)?;
    Ok(folder.join(format!("{hexes}.txt")))
}

/// The sums of `positions/solved/totals.txt`, if there are any.
fn known_totals(root: &Path) -> Fallible<Vec<SizeTotals>> {
    let text = fs::read_to_string(root.join("positions/solved/totals.txt")).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Ok(lines.map(str::parse).collect::<Result<_, _>>()?)
}

/// Solves the outlines that the file does not hold yet, one line for each, in order.
fn solve(file: &Path, outlines: &[SmallOutline]) -> Fallible<()> {
    let mut done = Vec::new();
    let mut log = AppendLog::open(file, |file| {
        let (records, length) = read(file)?;
        done = records;
        Ok::<u64, Box<dyn std::error::Error>>(length)
    })?;
    if log.length() == 0 {
        log.append(HEADER.as_bytes())?;
    }
    let differs =
        |(known, outline): (&OutlineRecord, &SmallOutline)| known.outline != outline.to_string();
    if done.len() > outlines.len() || done.iter().zip(outlines).any(differs) {
        return Err(format!(
            "{}: expected the outlines of this size in their order",
            file.display()
        )
        .into());
    }
    for outline in &outlines[done.len()..] {
        let record = OutlineRecord::solve(outline)
            .ok_or("expected at least 7 hexes, for two penguins of each player")?;
        log.append(format!("{record}\n").as_bytes())?;
    }
    Ok(log.sync()?)
}

/// Reads the whole lines of a file; returns the results and the length of those lines in bytes.
fn read(file: &File) -> Fallible<(Vec<OutlineRecord>, u64)> {
    let mut reader = BufReader::new(file);
    let mut records = Vec::new();
    let mut length = 0;
    let mut line = String::new();
    while reader.read_line(&mut line).map_err(FileProblem::Io)? > 0 && line.ends_with('\n') {
        if !line.starts_with('#') {
            records.push(
                line.trim_end()
                    .parse()
                    .map_err(|error| format!("'{}': {error}", line.trim_end()))?,
            );
        }
        length += line.len() as u64;
        line.clear();
    }
    Ok((records, length))
}

/// Puts the table into the document, in the place of the one that it has.
fn write_table(file: &Path, table: &str) -> Fallible<()> {
    let text = fs::read_to_string(file)?;
    let start = text
        .find("| hexes |")
        .ok_or("docs/solved.md: expected a table that begins with '| hexes |'")?;
    let end = text[start..]
        .find("\n\n")
        .map_or(text.len(), |length| start + length + 1);
    Ok(replace(
        file,
        (text[..start].to_owned() + table + &text[end..]).as_bytes(),
    )?)
}
