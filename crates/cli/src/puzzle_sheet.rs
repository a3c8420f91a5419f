//! Page with puzzles to print.

use anyhow::Result;
use floe_picture::{Arrow, Figure, Page, PictureOptions, Theme};
use floe_search::Limits;
use floe_study::review::Puzzle;

use crate::problem;

/// Nodes of a search for the continuation of a solution.
const LINE_NODES: u64 = 2_000_000;
/// Moves of a solution that are printed.
const MAX_MOVES: usize = 8;

/// Returns a page in HTML with the puzzles, and with their solutions at the end.
pub(crate) fn sheet(puzzles: &[Puzzle]) -> Result<String> {
    let (mut tasks, mut solutions) = (Vec::new(), Vec::new());
    for (number, puzzle) in (1..).zip(puzzles) {
        let caption = format!("{number}. {} {}", puzzle.task(), stars(puzzle.difficulty));
        tasks.push(Figure { svg: picture(puzzle, false), caption });
        let limits = Limits { nodes: Some(LINE_NODES), ..Limits::default() };
        let mut line = puzzle.line(limits).map_err(problem::of_analysis)?;
        line.truncate(MAX_MOVES);
        let caption = format!(
            "{number}. {}, value {}",
            puzzle.graded.position.line_text(&line).join(" "),
            puzzle.graded.moves[0].1
        );
        solutions.push(Figure { svg: picture(puzzle, true), caption });
    }
    let mut page = Page::new("Puzzles");
    page.figures(&tasks);
    page.new_page();
    page.heading("Solutions");
    page.figures(&solutions);
    Ok(page.finish())
}

/// Returns the picture of a puzzle for print, with an arrow for the solution on request.
fn picture(puzzle: &Puzzle, is_solved: bool) -> String {
    let position = &puzzle.graded.position;
    let mark = is_solved.then(|| position.mark_of(puzzle.solution()));
    let arrows = mark.into_iter().map(|mark| Arrow { mark, label: String::new() }).collect();
    let options = PictureOptions { theme: Theme::Light, board_only: is_solved, arrows, ..PictureOptions::default() };
    position.picture(&options)
}

fn stars(difficulty: u8) -> String {
    (1..=5).map(|star| if star <= difficulty { '★' } else { '☆' }).collect()
}
