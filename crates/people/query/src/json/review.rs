//! Reviews as JSON objects: judgements on moves, and how well players have played.

use floe_engine::{AnyGame, Units};
use floe_presentation::{Perspective, UnitWords};
use floe_review::{Annotation, JudgedMove, Mark, PlayerReview, ReviewSummary, ReviewedValue};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Hundredths, JsonPair, percent};

/// Judgement of an engine on a move, in the replies of the board and in `floe/replay/1`. All values
/// are those of the player who moved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct AnnotationReport {
    /// Value of the position before the move; if it is not proved, the value after the best move,
    /// judged as `after` is.
    pub before: ReviewedReport,
    /// Value of the position after the move.
    pub after: ReviewedReport,
    /// Difference of the values, `after` less `before`: positive if the player who moved gains, but
    /// where all play together positive if more animals are left, which is a loss.
    pub swing: JsonPair,
    /// Move that the engine prefers in the position before the move, in notation; null if the
    /// engine names none.
    pub best: Option<String>,
    /// Line of the engine that begins with `best`, in notation, up to the first move whose outcome
    /// is left to chance.
    pub line: Vec<String>,
    /// Mark of a bad move; null if the move is not bad.
    pub mark: Option<Mark>,
    /// Loss of the move in the first unit that counts; 0 for a move that is at least as good as the
    /// best move.
    pub loss: Hundredths,
    /// Accuracy of the move in percent, from the probabilities of winning before and after it; null
    /// where these are not known.
    pub accuracy: Option<Hundredths>,
    /// Reasons for `best`, in sentences; none for a move that is not bad.
    pub reasons: Vec<String>,
}

/// Summary of the review of a game: every player's accuracy and losses, and the worst moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ReviewSummaryReport {
    /// The players who have moved, in turn order from A.
    pub players: Vec<PlayerReviewReport>,
    /// The worst of the moves that have a mark, at most five, the greatest loss first.
    pub worst: Vec<WorstMove>,
}

/// Play of one player of a game. All numbers are about the moves for which it had a choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PlayerReviewReport {
    /// Letter of the player.
    pub player: char,
    /// Number of moves for which the player had a choice.
    pub choices: usize,
    /// Mean accuracy of the moves in percent; null where the probabilities of winning are not
    /// known, and without choices.
    pub accuracy: Option<Hundredths>,
    /// Mean loss of a move in the first unit that counts.
    pub mean_loss: Hundredths,
    /// Number of inaccuracies.
    pub inaccuracies: usize,
    /// Number of mistakes.
    pub mistakes: usize,
    /// Number of blunders.
    pub blunders: usize,
    /// All of it in a line.
    pub words: String,
}

/// One of the worst moves of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct WorstMove {
    /// Number of the move, counted from 1.
    pub ply: usize,
    /// Letter of the player.
    pub player: char,
    /// The move in notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Mark of the move.
    pub mark: Option<Mark>,
    /// Loss of the move in the first unit that counts.
    pub loss: Hundredths,
}

impl ReviewSummaryReport {
    /// Reports on the players of a game that counts in these units.
    pub fn new(summary: &ReviewSummary, units: Units) -> ReviewSummaryReport {
        let player = |review: &PlayerReview| {
            let [inaccuracies, mistakes, blunders] = review.marks;
            PlayerReviewReport {
                player: review.player.letter(),
                choices: review.choices,
                accuracy: review.accuracy.map(percent),
                mean_loss: Hundredths(review.mean_loss),
                inaccuracies,
                mistakes,
                blunders,
                words: review.in_words(units),
            }
        };
        let worst = |judged: &JudgedMove| WorstMove {
            ply: judged.number,
            player: judged.player.letter(),
            mv: judged.text.clone(),
            mark: judged.mark,
            loss: Hundredths(judged.loss),
        };
        ReviewSummaryReport {
            players: summary.players().iter().map(player).collect(),
            worst: summary.worst().into_iter().map(worst).collect(),
        }
    }
}

/// Value of a position for one player: the margin of the player's side, the player's result, or the
/// animals left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ReviewedReport {
    #[serde(flatten)]
    value: JsonPair,
    /// Whether the value is proved.
    pub exact: bool,
}

impl AnnotationReport {
    /// Reports on the judgement of a move. `position` is the position before the move.
    pub fn new(position: &AnyGame, annotation: &Annotation) -> AnnotationReport {
        let view = Perspective::of(position);
        let swing = annotation.after.value - annotation.before.value;
        let pair = |value| JsonPair::new(view.units.counted(value), view);
        let reviewed = |reviewed: ReviewedValue| ReviewedReport {
            value: pair(reviewed.value),
            exact: reviewed.exact,
        };
        AnnotationReport {
            before: reviewed(annotation.before),
            after: reviewed(annotation.after),
            swing: pair(swing),
            best: annotation.best.clone(),
            line: annotation.line.clone(),
            mark: annotation.mark,
            loss: Hundredths(annotation.loss()),
            accuracy: annotation.accuracy().map(percent),
            reasons: annotation.reasons.clone(),
        }
    }
}
