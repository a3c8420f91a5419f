//! Annotations of an engine in game files: written, and found again.

use std::ops::Range;

use floe_engine::{AnyGame, LineMove};
use floe_gamefile::{GameTree, TextPlace, WrittenGame, WrittenMove};
use floe_presentation::{Seen, UnitWords};
use floe_review::{Annotation, Annotator, Mark, ReviewNote, ReviewSummary, ReviewedValue};

use crate::text::{width, wrapped, wrapped_to};

/// Comment on the first move of the line that an engine prefers to a bad move.
const BEST_LINE: &str = "best line";
/// Start of the comment that names the engine of an annotation.
pub(crate) const VALUES_BY: &str = "values by ";
/// Start of the comments that say how well the players have played, and which moves are the worst.
const REVIEW_OF: &str = "review, ";
/// Start of the line about a game that has not been finished.
const BROKEN_OFF: &str = "the game was broken off: ";

/// Formats the text below the last move: of an annotation as comments, which [`drop_annotations`]
/// knows again.
pub(crate) fn end(
    annotator: Option<&Annotator<'_>>,
    summary: &ReviewSummary,
    broken_off: Option<&str>,
) -> String {
    let broken_off = broken_off.map(|how| format!("{BROKEN_OFF}{how}"));
    let Some(annotator) = annotator else {
        return broken_off.map_or(String::new(), |line| wrapped(&line, 0));
    };
    let (position, analysis) = &annotator.last;
    let value = || {
        format!(
            "# {} {}\n",
            to_move(position),
            Seen::whole(position).analysis_words(analysis)
        )
    };
    let result = Seen::whole(position)
        .result()
        .map(|result| wrapped_to(width(), &result, ["# ", "# "]));
    let broken_off = broken_off.map(|line| format!("# {line}\n"));
    let units = position.rules().units();
    let players = summary.players();
    let reviews = players
        .iter()
        .map(|review| review.in_words(units))
        .chain(summary.worst_in_words(units));
    // Every line of a comment is one of its own in a game file.
    let start = format!("# {REVIEW_OF}");
    let reviews: String = reviews
        .map(|words| wrapped_to(width(), &words, [&start, &start]))
        .collect();
    result.unwrap_or_else(value) + &broken_off.unwrap_or_default() + &reviews
}

/// Start of the line with the value of the last position.
fn to_move(position: &AnyGame) -> String {
    format!("{} to move:", position.last_turn())
}

/// Drops the comments, marks and best lines of an earlier annotation.
pub(crate) fn drop_annotations(game: &mut WrittenGame) {
    game.comments
        .retain(|comment| !comment.starts_with(VALUES_BY));
    let Ok(line) = game.line() else { return };
    let is_best_line = |number| {
        game.tree
            .get(number)
            .comments()
            .iter()
            .any(|comment| comment == BEST_LINE)
    };
    let best_lines: Vec<usize> = (1..=game.tree.len())
        .filter(|&number| is_best_line(number))
        .collect();
    game.tree
        .retain(|number| best_lines.binary_search(&number).is_err());
    let numbers: Vec<usize> = game.tree.main_line().collect();
    for (played, &number) in line.moves().zip(&numbers) {
        let written = game.tree.get_mut(number);
        let old = written
            .comments()
            .iter()
            .find(|comment| is_annotation(comment, played));
        if old.and_then(|comment| sign_in(comment)) == Some(written.marks()) {
            written.clear_marks();
        }
        written.retain_comments(|comment| !is_annotation(comment, played));
        if written.review().is_some() {
            written.clear_value();
            written.clear_review();
        }
    }
    let last = line.end();
    match numbers.last() {
        None => game.comments = without_end(&game.comments, last),
        Some(&number) => {
            let written = game.tree.get_mut(number);
            let kept = without_end(written.comments(), last);
            written.retain_comments(|_| false);
            kept.iter().for_each(|comment| written.add_comment(comment));
        }
    }
}

/// Whether [`move_text`] writes such a comment on this move.
fn is_annotation(comment: &str, played: LineMove<'_>) -> bool {
    let start = format!("{} {} ", played.number, played.player());
    comment.trim_start().starts_with(&start) && comment.contains(" -> ")
}

/// Comments without those that [`end`] writes for this last position.
fn without_end(comments: &[String], last: &AnyGame) -> Vec<String> {
    let starts = [&to_move(last), BROKEN_OFF, REVIEW_OF];
    let is_of_end = |comment: &&String| starts.iter().any(|start| comment.starts_with(start));
    let mut kept: Vec<String> = comments
        .iter()
        .filter(|comment| !is_of_end(comment))
        .cloned()
        .collect();
    if let Some(result) = Seen::whole(last).result()
        && let Some(lines) = run_of(&kept, &result)
    {
        kept.drain(lines);
    }
    kept
}

/// Finds the comments in a row that make up a text, which was wrapped.
fn run_of(comments: &[String], text: &str) -> Option<Range<usize>> {
    let mut runs = (0..comments.len())
        .flat_map(|first| (first + 1..=comments.len()).map(move |end| first..end));
    runs.find(|run| comments[run.clone()].join(" ") == text)
}

/// Notes the mark of a move, unless it has marks of its own, and the line that the engine prefers
/// to a bad move as a variation, unless one begins with the same move. `before` is the position
/// before the move.
pub(crate) fn note(tree: &mut GameTree, number: usize, before: &AnyGame, annotation: &Annotation) {
    let Some(mark) = annotation.mark else { return };
    if tree.get(number).marks().is_empty() {
        tree.get_mut(number)
            .add_marks(mark.sign())
            .expect("signs are marks");
    }
    let is_known = |variation: &GameTree| Some(&variation.get(1).text) == annotation.line.first();
    if tree.variations(number).iter().any(is_known) {
        return;
    }
    let mut parent = tree.parent(number);
    for (index, mv) in annotation.line.iter().enumerate() {
        let mut written = WrittenMove::new(mv.as_str(), TextPlace::default());
        if index == 0 {
            written.add_comment(BEST_LINE);
            written
                .set_value(&value_text(before, annotation.before))
                .expect("values have no brackets");
        }
        parent = tree.push(parent, written);
    }
}

/// Notes the value of a move, and in words what is wrong with a bad one. `before` is the position
/// before the move.
pub(crate) fn note_value(written: &mut WrittenMove, before: &AnyGame, annotation: &Annotation) {
    written
        .set_value(&value_text(before, annotation.after))
        .expect("values have no brackets");
    if annotation.mark.is_some() {
        let words = annotation.in_words(before, &written.text);
        written.add_comment(&words);
    }
}

/// Formats a move as a line of a game file, with its annotation, its comments and its variations
/// below it; `nodes` are those of each position.
pub(crate) fn move_text(
    tree: &GameTree,
    number: usize,
    played: LineMove<'_>,
    annotation: &Annotation,
    nodes: u64,
) -> String {
    let written = tree.get(number);
    let text = written.text_with_marks();
    let ply = played.number;
    let player = played.player();
    let comments: String = written
        .written_comments()
        .map(|comment| format!("# {comment}\n"))
        .collect();
    let variations = tree.variations_text(number);
    let judged = comment(played.before, annotation);
    let value = value_text(played.before, annotation.after);
    let review = ReviewNote::new(annotation, nodes);
    format!(
        "{text:<7} # {ply:>2} {player} {judged} [%value {value}] [%review {review}]\n{comments}{variations}"
    )
}

/// Formats an annotation: `+3:0= -> -2:0  ?? better c3-c5`.
fn comment(position: &AnyGame, annotation: &Annotation) -> String {
    let [before, after] = [annotation.before, annotation.after]
        .map(|reviewed| value_text(position, reviewed) + if reviewed.exact { "=" } else { "" });
    let mark = annotation.mark.map_or(String::new(), |mark| {
        words_of(mark) + annotation.best.as_deref().unwrap_or_default()
    });
    format!("{before:>8} -> {after}{mark}")
}

/// Formats a value: `+3:0`. `position` is that before the move under review.
fn value_text(position: &AnyGame, reviewed: ReviewedValue) -> String {
    position
        .rules()
        .units()
        .value_text(reviewed.value, position.sides() == 2)
}

/// Words of a comment that stand between the values and the better move.
fn words_of(mark: Mark) -> String {
    format!("  {:2} better ", mark.sign())
}

/// Sign of the mark in the comment of an annotation; `None` if it has no mark.
fn sign_in(comment: &str) -> Option<&'static str> {
    Mark::ALL
        .into_iter()
        .find(|&mark| comment.contains(&words_of(mark)))
        .map(Mark::sign)
}
