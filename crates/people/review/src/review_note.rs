//! Judgements of moves as game files keep them.

use std::fmt;

use floe_engine::{AnyGame, Evaluation, MeanValue};
use floe_presentation::Seen;

use super::annotate::{Annotation, playable};
use super::mark::{Mark, ReviewedValue};

/// Judgement of a move as a game file keeps it, from which its [`Annotation`] is made again without
/// a search.
///
/// As text: the nodes of a position, the sign of the mark or `-`, the values before and after the
/// move for the player who moved, each with `=` if it is proved, the probabilities of winning
/// before and after it or `-`, the best move, and for a bad move the whole line that begins with
/// it: `100000 ?? +3:0= -2:0= 1,0 c5-d4 d5-d6`.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewNote {
    /// Nodes that the search of a position was given; 0 where it had other limits.
    pub nodes: u64,
    mark: Option<Mark>,
    before: ReviewedValue,
    after: ReviewedValue,
    line: Vec<String>,
}

impl ReviewNote {
    /// Note of a judgement by searches with this number of nodes a position.
    pub fn new(annotation: &Annotation, nodes: u64) -> ReviewNote {
        let line = match annotation.mark {
            Some(_) => annotation.choices.clone(),
            None => annotation.best.iter().cloned().collect(),
        };
        ReviewNote {
            nodes,
            mark: annotation.mark,
            before: annotation.before,
            after: annotation.after,
            line,
        }
    }

    /// Reads the text of a note; `None` if it is none.
    pub fn read(text: &str) -> Option<ReviewNote> {
        let mut fields = text.split_whitespace();
        let nodes = fields.next()?.parse().ok()?;
        let mark = match fields.next()? {
            "-" => None,
            sign => Some(Mark::of_sign(sign)?),
        };
        let before = value_in(fields.next()?)?;
        let after = value_in(fields.next()?)?;
        let wins = match fields.next()? {
            "-" => [None, None],
            wins => {
                let (before, after) = wins.split_once(',')?;
                [Some(probability(before)?), Some(probability(after)?)]
            }
        };
        let [before, after] =
            [(before, wins[0]), (after, wins[1])].map(|(value, wins)| ReviewedValue {
                win_probability: wins,
                ..value
            });
        Some(ReviewNote {
            nodes,
            mark,
            before,
            after,
            line: fields.map(str::to_owned).collect(),
        })
    }

    /// The judgement of a move from this position. Moves of its line that are not legal are left
    /// out, with all that follow them.
    pub fn annotation(&self, position: &AnyGame, evaluation: &Evaluation) -> Annotation {
        let moves = position.find_line(&self.line);
        Annotation {
            before: self.before,
            after: self.after,
            best: moves.first().map(|&mv| position.move_text(mv)),
            line: playable(position, &moves),
            choices: position.line_text(&moves),
            mark: self.mark,
            reasons: self.mark.map_or(Vec::new(), |_| {
                Seen::whole(position).reasons(&moves, evaluation)
            }),
            is_forced: position.all_choices().len() == 1,
        }
    }
}

impl fmt::Display for ReviewNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReviewNote {
            nodes,
            mark,
            before,
            after,
            line,
        } = self;
        let sign = mark.map_or("-", Mark::sign);
        write!(
            f,
            "{nodes} {sign} {} {} ",
            value_text(before),
            value_text(after)
        )?;
        match (before.win_probability, after.win_probability) {
            (Some(before), Some(after)) => write!(f, "{},{}", rounded(before), rounded(after))?,
            _ => f.write_str("-")?,
        }
        line.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// A probability to six decimals, so that accuracies in tenths of a percent stay.
fn rounded(probability: f64) -> f64 {
    (1e6 * probability).round() / 1e6
}

fn probability(text: &str) -> Option<f64> {
    text.parse()
        .ok()
        .filter(|probability| (0.0..=1.0).contains(probability))
}

fn value_text(reviewed: &ReviewedValue) -> String {
    let proved = if reviewed.exact { "=" } else { "" };
    format!("{}{proved}", reviewed.value)
}

/// Reads `+3:-1=`, or with decimals an expectation, `+1.25:-0.50`.
fn value_in(text: &str) -> Option<ReviewedValue> {
    let number = text.strip_suffix('=').unwrap_or(text);
    let value = MeanValue::read(number)?;
    Some(ReviewedValue {
        value,
        exact: number.len() < text.len(),
        win_probability: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_as_it_is_written() {
        for text in [
            "100000 ?? +3:0= -2:0= 1,0 c5-d4 d5-d6",
            "10000 - +1.25:-0.50 +1.00:0.00 0.612345,0.5 c5-d4",
            "0 ?! 31:17= 30:17= - ",
            "1000 - -5.04:0.00 -5.04:0.00 -",
        ] {
            let note = ReviewNote::read(text).unwrap();
            assert_eq!(ReviewNote::read(&note.to_string()), Some(note), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_notes() {
        for text in [
            "",
            "100000",
            "x ?? +3:0 -2:0 -",
            "1 !! +3:0 -2:0 -",
            "1 ? 3 2 -",
            "1 ? 99999999999:0 2:0 -",
            "1 ? nan.:0 2:0 -",
            "1 ? 1:0 2:0 2,0",
            "1 ? 1:0 2:0",
        ] {
            assert_eq!(ReviewNote::read(text), None, "{text}");
        }
    }
}
