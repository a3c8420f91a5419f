//! Reviews: engine annotations of all moves of a game.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::options::SearchOptions;
use floe_engine::{AnalysisError, AnyGame};
use floe_presentation::{Seen, UnitWords};
use floe_query::json::{AnnotationReport, Hundredths, ReviewSummaryReport};
use floe_query::{QueryError, QueryErrorKind, QuerySettings, engine_without_files, game_line};
use floe_review::{
    Annotation, Annotator, GameReview, Mark, Refutation, RefutationMove, ReviewNote, ReviewStrength,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::play_table::PlayTable;

/// Request to annotate the moves of a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct ReviewRequest {
    position: String,
    moves: Vec<String>,
    /// Effort of the search; default `normal`. The marks are the same on every machine.
    #[serde(default)]
    strength: ReviewStrength,
    /// Engine with limits a position, in place of that of the strength.
    engine: Option<String>,
    /// Notes on the moves by an earlier review, null for a move without one: moves with a note by
    /// as many nodes are not searched again.
    #[serde(default)]
    known: Vec<Option<String>>,
    /// Whether the review ends before the first move that would have to be searched; default false.
    #[serde(default)]
    recall: bool,
}

/// Annotated moves of a game, `floe/review/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Review {
    /// Number of moves before these.
    number: usize,
    moves: Vec<ReviewedMove>,
    /// Effort of the searches in words: `100,000 nodes a position`; null if the engine of the
    /// request says it.
    effort: Option<String>,
    /// Summary of all moves; null while the review is under way.
    summary: Option<ReviewSummaryReport>,
    /// Table of the summary; null while the review is under way.
    table: Option<PlayTable>,
}

/// Request to judge one move, and to play on against it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct RefuteRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Move or choice in the position after the moves.
    #[serde(rename = "move")]
    mv: String,
    /// Effort of the search; default `normal`.
    #[serde(default)]
    strength: ReviewStrength,
}

/// Refutation of a move, `floe/refutation/1`: reasons why it is not as good as the best one.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RefutedMove {
    /// Whether the move is as good as the best one, or loses too little for a mark.
    is_good: bool,
    /// The loss of the move, and the answer that proves it, in sentences.
    words: String,
    /// Judgement of the move.
    judgement: ReviewedMove,
    /// The move and the best play after it.
    line: Vec<RefutingMove>,
}

/// Move of a refutation.
#[derive(Serialize, JsonSchema)]
struct RefutingMove {
    /// Letter of the player.
    player: String,
    #[serde(rename = "move")]
    mv: String,
    /// The move in words.
    words: String,
    /// Value after the move in a few characters, with its side.
    value: String,
    /// Value after the move in words.
    value_words: String,
}

/// Annotated move.
#[derive(Clone, Serialize, JsonSchema)]
struct ReviewedMove {
    #[serde(rename = "move")]
    mv: String,
    /// Letter of the player who moved.
    player: String,
    /// The move, as people read it, and its value in a sentence.
    words: String,
    /// The best move as people read it, or the whole turn where a turn has several moves; null if
    /// none is known.
    best_words: Option<String>,
    /// Sign of the mark: `?!`, `?` or `??`; empty without one.
    sign: &'static str,
    /// Value after the move in the first unit that counts: with two sides the margin of the side of
    /// A, else the result of the player who moved.
    advantage: Hundredths,
    /// Value after the move in notation, for the player who moved.
    value: String,
    /// Value that the best move leads to in notation, for the player who moved.
    best_value: String,
    /// Value after the move in a few characters, with its side.
    tag: String,
    /// Value that the best move leads to in a few characters, with its side.
    best_tag: String,
    /// Whether both values are proved.
    exact: bool,
    /// The judgement as the tree of a game keeps it.
    note: String,
    #[serde(flatten)]
    annotation: AnnotationReport,
}

impl ReviewRequest {
    /// Annotates move by move; every move goes to `report`, too.
    pub(crate) fn answer(
        self,
        settings: &QuerySettings,
        stop: &AtomicBool,
        report: &mut dyn FnMut(Review),
    ) -> Result<Review, QueryError> {
        let line = game_line(&self.position, &self.moves)?;
        let rules = line.start().rules();
        let spec = match &self.engine {
            Some(text) => {
                SearchOptions::of(engine_without_files(text)?)
                    .resolve(&settings.proof_defaults())?
                    .spec
            }
            None => self.strength.engine(line.start()),
        };
        let review = GameReview {
            engine: &spec,
            evaluation: &settings.evaluation,
            stop: Some(stop),
            known: &self.known,
            is_recalled: self.recall,
        };
        let mut reviewed = Vec::new();
        let mut least = u64::MAX;
        let summary = review.run(&line, |played, annotation, note| {
            least = least.min(note.nodes);
            let one = ReviewedMove::new(played.before, played.text(), annotation, note);
            // What is recalled comes at once.
            if !self.recall {
                let number = reviewed.len();
                report(Review {
                    number,
                    moves: vec![one.clone()],
                    effort: None,
                    summary: None,
                    table: None,
                });
            }
            reviewed.push(one);
        });
        let summary = summary.map_err(engine_error)?;
        let is_known = self.engine.is_none() && (1..u64::MAX).contains(&least);
        let effort = is_known.then(|| ReviewStrength::nodes_in_words(least));
        let table = Some(PlayTable::of_review(&summary, rules.units()));
        let summary = Some(ReviewSummaryReport::new(&summary, rules.units()));
        Ok(Review {
            number: 0,
            moves: reviewed,
            effort,
            summary,
            table,
        })
    }
}

impl RefuteRequest {
    /// Judges the move, and finds the best play after it. The judgement and each move of the line
    /// go to `report`, too.
    pub(crate) fn answer(
        self,
        settings: &QuerySettings,
        stop: &AtomicBool,
        report: &mut dyn FnMut(RefutedMove),
    ) -> Result<RefutedMove, QueryError> {
        let game = game_line(&self.position, &self.moves)?;
        let position = game.end();
        let mv = position
            .find_move(&self.mv)
            .or_else(|_| position.find_choice(&self.mv));
        let mv =
            mv.map_err(|error| QueryError::new(QueryErrorKind::Move, error).in_field("move"))?;
        let text = position.move_text(position.with_likeliest_outcome(mv));
        let spec = self.strength.engine(position);
        let nodes = spec.nodes.unwrap_or(0);
        let annotator = Annotator::until(Some(stop), &spec, settings.evaluation.clone(), &game);
        let mut annotator = annotator.map_err(engine_error)?;
        let mut report = |partial: &Refutation| {
            if !stop.load(SeqCst) {
                report(RefutedMove::new(position, text.clone(), partial, nodes));
            }
        };
        let refutation = annotator.refute(mv, &mut report).map_err(engine_error)?;
        Ok(RefutedMove::new(position, text, &refutation, nodes))
    }
}

impl RefutedMove {
    /// Refutation of the move with this text, by searches with this number of nodes.
    fn new(position: &AnyGame, text: String, refutation: &Refutation, nodes: u64) -> RefutedMove {
        let Refutation {
            annotation,
            words,
            moves,
        } = refutation;
        RefutedMove {
            is_good: annotation.mark.is_none(),
            words: words.clone(),
            judgement: ReviewedMove::new(
                position,
                text,
                annotation,
                &ReviewNote::new(annotation, nodes),
            ),
            line: moves.iter().cloned().map(RefutingMove::from).collect(),
        }
    }
}

impl From<RefutationMove> for RefutingMove {
    fn from(mv: RefutationMove) -> RefutingMove {
        let RefutationMove {
            player,
            text,
            words,
            value,
            value_words,
        } = mv;
        RefutingMove {
            player: player.to_string(),
            mv: text,
            words,
            value,
            value_words,
        }
    }
}

/// The first move of a line as people read it, or the turn that the line plays; `None` for an empty
/// line.
fn best_words(position: &AnyGame, line: &[String]) -> Option<String> {
    let line = position.find_line(line);
    let first = *line.first()?;
    let seen = Seen::whole(position);
    let turn = seen.turn_words(&line);
    Some(turn.unwrap_or_else(|| seen.told(first).text))
}

/// A move or choice in notation as people read it.
fn told(position: &AnyGame, text: &str) -> String {
    let line = position.find_line(&[text.to_owned()]);
    line.first()
        .map_or(text.to_owned(), |&mv| Seen::whole(position).told(mv).text)
}

pub(crate) fn engine_error(error: AnalysisError) -> QueryError {
    QueryError::new(QueryErrorKind::Engine, error)
}

impl ReviewedMove {
    fn new(
        position: &AnyGame,
        mv: String,
        annotation: &Annotation,
        note: &ReviewNote,
    ) -> ReviewedMove {
        let mover = position.last_turn();
        let units = position.rules().units();
        let after = units.counted(annotation.after.value).points;
        let is_of_b = position.sides() == 2 && position.side_of(mover) == 1;
        ReviewedMove {
            words: annotation.in_words(position, &told(position, &mv)),
            best_words: best_words(position, &annotation.line),
            mv,
            player: mover.to_string(),
            sign: annotation.mark.map_or("", Mark::sign),
            advantage: Hundredths(if is_of_b { -after } else { after }),
            value: units.value_text(annotation.after.value, position.sides() == 2),
            best_value: units.value_text(annotation.before.value, position.sides() == 2),
            tag: annotation.after.tag(position),
            best_tag: annotation.before.tag(position),
            exact: annotation.is_exact(),
            note: note.to_string(),
            annotation: AnnotationReport::new(position, annotation),
        }
    }
}
