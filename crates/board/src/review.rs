//! Reviews: engine annotations of all moves of a game.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::options::SearchOptions;
use floe_engine::{AnalysisError, AnyGame, EngineSpec};
use floe_query::json::{AnnotationReport, Hundredths};
use floe_query::{QueryError, QueryErrorKind, QuerySettings, engine_without_files, game_line};
use floe_study::review::{Annotation, Annotator, Mark};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Request to annotate the moves of a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct ReviewRequest {
    position: String,
    moves: Vec<String>,
    /// Engine with limits a position; default `default:time=300ms`.
    engine: Option<String>,
}

/// Annotated moves of a game, `floe/review/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Review {
    /// Number of moves before these.
    number: usize,
    moves: Vec<ReviewedMove>,
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
        let spec = self.engine(settings)?;
        let mut annotator = Annotator::new(&spec, settings.evaluation.clone(), line.start()).map_err(engine_error)?;
        let mut reviewed = Vec::new();
        for played in line.moves() {
            if stop.load(SeqCst) {
                break;
            }
            let mv = played.text();
            let annotation = annotator.next(played.mv, played.after).map_err(engine_error)?;
            let one = ReviewedMove::new(played.before, mv, &annotation);
            report(Review { number: reviewed.len(), moves: vec![one.clone()] });
            reviewed.push(one);
        }
        Ok(Review { number: 0, moves: reviewed })
    }

    fn engine(&self, settings: &QuerySettings) -> Result<EngineSpec, QueryError> {
        let text = self.engine.as_deref().unwrap_or("default:time=300ms");
        let options = SearchOptions::of(engine_without_files(text)?);
        Ok(options.resolve(&settings.proof_defaults())?.spec)
    }
}

fn engine_error(error: AnalysisError) -> QueryError {
    QueryError::new(QueryErrorKind::Engine, error)
}

impl ReviewedMove {
    fn new(position: &AnyGame, mv: String, annotation: &Annotation) -> ReviewedMove {
        let mover = position.last_turn();
        let units = position.rules().units();
        let after = units.counted(annotation.after.value).points;
        let is_of_b = position.sides() == 2 && mover.index() % 2 == 1;
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
