//! Reviews: engine annotations of all moves of a game.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::options::SearchOptions;
use floe_engine::{AnalysisError, AnyGame};
use floe_query::json::{AnnotationReport, Hundredths, ReviewSummaryReport};
use floe_query::{QueryError, QueryErrorKind, QuerySettings, engine_without_files, game_line};
use floe_study::review::{Annotation, Annotator, Mark, Refutation, RefutationMove, ReviewStrength, ReviewSummary};
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
}

/// Annotated moves of a game, `floe/review/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Review {
    /// Number of moves before these.
    number: usize,
    moves: Vec<ReviewedMove>,
    /// Effort of the searches in words: `100,000 nodes a position`; null if the engine of the request says it.
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
    /// The move and its value in a sentence.
    words: String,
    /// Sign of the mark: `?!`, `?` or `??`; empty without one.
    sign: &'static str,
    /// Value after the move in the first unit that counts: with two sides the margin of the side of A, else the result
    /// of the player who moved.
    advantage: Hundredths,
    /// Value after the move in notation, for the player who moved.
    value: String,
    /// Value that the best move leads to in notation, for the player who moved.
    best_value: String,
    /// Whether both values are proved.
    exact: bool,
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
            Some(text) => SearchOptions::of(engine_without_files(text)?).resolve(&settings.proof_defaults())?.spec,
            None => self.strength.engine(rules),
        };
        let evaluation = settings.evaluation.clone();
        let annotator = Annotator::until(Some(stop), &spec, evaluation, line.start());
        let mut annotator = annotator.map_err(engine_error)?;
        let mut reviewed = Vec::new();
        let mut summary = ReviewSummary::default();
        for played in line.moves() {
            let mv = played.text();
            let annotation = annotator.next(played.mv, played.after).map_err(engine_error)?;
            // What a search has found that was stopped is of no use.
            if stop.load(SeqCst) {
                break;
            }
            summary.add(played.before, &mv, &annotation);
            let one = ReviewedMove::new(played.before, mv, &annotation);
            report(Review {
                number: reviewed.len(),
                moves: vec![one.clone()],
                effort: None,
                summary: None,
                table: None,
            });
            reviewed.push(one);
        }
        let effort = self.engine.is_none().then(|| self.strength.in_words(rules));
        let table = Some(PlayTable::of_review(&summary, rules.units()));
        let summary = Some(ReviewSummaryReport::new(&summary, rules.units()));
        Ok(Review { number: 0, moves: reviewed, effort, summary, table })
    }
}

impl RefuteRequest {
    /// Judges the move, and finds the best play after it.
    pub(crate) fn answer(self, settings: &QuerySettings, stop: &AtomicBool) -> Result<RefutedMove, QueryError> {
        let game = game_line(&self.position, &self.moves)?;
        let position = game.end();
        let mv = position.find_move(&self.mv).or_else(|_| position.find_choice(&self.mv));
        let mv = mv.map_err(|error| QueryError::new(QueryErrorKind::Move, error).in_field("move"))?;
        let spec = self.strength.engine(position.rules());
        let annotator = Annotator::until(Some(stop), &spec, settings.evaluation.clone(), position);
        let refutation = annotator.and_then(|mut annotator| annotator.refute(mv)).map_err(engine_error)?;
        let Refutation { annotation, words, moves } = refutation;
        let text = moves.first().map_or(self.mv, |refuted| refuted.text.clone());
        Ok(RefutedMove {
            is_good: annotation.mark.is_none(),
            words,
            judgement: ReviewedMove::new(position, text, &annotation),
            line: moves.into_iter().map(RefutingMove::from).collect(),
        })
    }
}

impl From<RefutationMove> for RefutingMove {
    fn from(mv: RefutationMove) -> RefutingMove {
        let RefutationMove { player, text, words, value, value_words } = mv;
        RefutingMove { player: player.to_string(), mv: text, words, value, value_words }
    }
}

pub(crate) fn engine_error(error: AnalysisError) -> QueryError {
    QueryError::new(QueryErrorKind::Engine, error)
}

impl ReviewedMove {
    fn new(position: &AnyGame, mv: String, annotation: &Annotation) -> ReviewedMove {
        let mover = position.last_turn();
        let units = position.rules().units();
        let after = units.counted(annotation.after.value).points;
        let is_of_b = position.sides() == 2 && position.side_of(mover) == 1;
        ReviewedMove {
            words: annotation.in_words(position, &mv),
            mv,
            player: mover.to_string(),
            sign: annotation.mark.map_or("", Mark::sign),
            advantage: Hundredths(if is_of_b { -after } else { after }),
            value: units.value_text(annotation.after.value, position.sides() == 2),
            best_value: units.value_text(annotation.before.value, position.sides() == 2),
            exact: annotation.is_exact(),
            annotation: AnnotationReport::new(position, annotation),
        }
    }
}
