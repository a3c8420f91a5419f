//! Table of the play of a game: its bad moves by player, and the worst of them.

use floe_engine::{GameLine, Units};
use floe_review::{Mark, PlayerReview, ReviewSummary};
use schemars::JsonSchema;
use serde::Serialize;

/// Titles of the columns of marks, where a hyphen may break the long one.
const MARKS: [&str; 3] = ["Inaccu\u{ad}racies", "Mistakes", "Blunders"];

/// Table of the play of a game, as a page shows it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlayTable {
    /// Titles of the columns after that of the player.
    columns: Vec<String>,
    /// Rows of the table: the letter of a player, and a text for each column.
    rows: Vec<Vec<String>>,
    /// The worst moves.
    worst: Vec<WorstLink>,
}

/// Bad move, to which a click leads.
#[derive(Serialize, JsonSchema)]
struct WorstLink {
    /// Number of the move, counted from 1.
    ply: usize,
    /// The move with its sign and, if it is known, its loss.
    words: String,
}

impl PlayTable {
    /// Table of a review that is complete, in these units.
    pub(crate) fn of_review(summary: &ReviewSummary, units: Units) -> PlayTable {
        let columns = ["Accuracy".to_owned(), format!("Loss, {}", units.name())];
        let row = |review: &PlayerReview| {
            let accuracy = review
                .accuracy
                .map_or("–".to_owned(), |accuracy| format!("{accuracy:.0} %"));
            let loss = format!("{:.1}", f64::from(review.mean_loss) / 100.0);
            let counts = review.marks.map(|count| count.to_string());
            [review.player.to_string(), accuracy, loss]
                .into_iter()
                .chain(counts)
                .collect()
        };
        let worst = summary.worst().into_iter();
        PlayTable {
            columns: columns
                .into_iter()
                .chain(MARKS.map(str::to_owned))
                .collect(),
            rows: summary.players().iter().map(row).collect(),
            worst: worst
                .map(|judged| WorstLink {
                    ply: judged.number,
                    words: judged.in_words(units),
                })
                .collect(),
        }
    }

    /// Table of the marks of a game, of which nothing else is known.
    pub(crate) fn of_marks(line: &GameLine, marks: &[String]) -> PlayTable {
        let mut rows: Vec<(String, [usize; 3])> = Vec::new();
        let mut worst: Vec<(Mark, WorstLink)> = Vec::new();
        for (played, mark) in line.moves().zip(marks) {
            let player = played.player().to_string();
            let row = rows
                .iter()
                .position(|(other, _)| *other == player)
                .unwrap_or_else(|| {
                    rows.push((player.clone(), [0; 3]));
                    rows.len() - 1
                });
            let Some(known) = Mark::of_sign(mark) else {
                continue;
            };
            rows[row].1[known as usize] += 1;
            let words = format!("{}. {player} {}{mark}", played.number, played.text());
            worst.push((
                known,
                WorstLink {
                    ply: played.number,
                    words,
                },
            ));
        }
        rows.sort();
        worst.sort_by_key(|(mark, link)| (std::cmp::Reverse(*mark), link.ply));
        let texts = |(player, counts): (String, [usize; 3])| {
            [player]
                .into_iter()
                .chain(counts.map(|count| count.to_string()))
                .collect()
        };
        PlayTable {
            columns: MARKS.map(str::to_owned).to_vec(),
            rows: rows.into_iter().map(texts).collect(),
            worst: worst
                .into_iter()
                .take(ReviewSummary::WORST)
                .map(|(_, link)| link)
                .collect(),
        }
    }
}
