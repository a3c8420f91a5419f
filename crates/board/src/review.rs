//! Reviews: engine annotations of all moves of a game.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::{AnalysisError, AnyGame, EngineSpec};
use floe_query::json::AnnotationReport;
use floe_query::{QueryError, QueryErrorKind, QuerySettings, position_after};
use floe_study::review::{Annotation, Annotator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Request to annotate the moves of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    position: String,
    moves: Vec<String>,
    /// Engine with limits a position; default `default:time=300ms`.
    engine: Option<String>,
}

/// Annotated move.
#[derive(Serialize)]
struct ReviewedMove {
    #[serde(rename = "move")]
    mv: String,
    player: String,
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
        report: &mut dyn FnMut(Value),
    ) -> Result<Value, QueryError> {
        let mut position = position_after(&self.position, &[])?;
        position_after(&self.position, &self.moves)?;
        let spec = self.engine(settings)?;
        let mut annotator = Annotator::new(&spec, settings.evaluation.clone(), &position).map_err(engine_error)?;
        let mut reviewed = Vec::new();
        for mv in &self.moves {
            if stop.load(SeqCst) {
                break;
            }
            let before = position;
            let mv = position.play(mv).expect("the moves are legal");
            let annotation = annotator.next(&mv, &position).map_err(engine_error)?;
            let one = ReviewedMove::new(&before, mv, &annotation);
            report(json!({"schema": "floe/review/1", "number": reviewed.len(), "moves": [&one]}));
            reviewed.push(one);
        }
        Ok(json!({"schema": "floe/review/1", "number": 0, "moves": reviewed}))
    }

    fn engine(&self, settings: &QuerySettings) -> Result<EngineSpec, QueryError> {
        let text = self.engine.as_deref().unwrap_or("default:time=300ms");
        let spec: EngineSpec = text.parse().map_err(|error| QueryError::of_field("engine", error))?;
        if spec.weights.is_some() || spec.network.is_some() {
            let problem = format!("expected an engine without weights= and network=; found '{text}'");
            return Err(QueryError::of_field("engine", problem));
        }
        let threads = spec.threads.unwrap_or(settings.threads).min(settings.threads);
        let hash = spec.hash.unwrap_or(settings.hash_mebibytes).min(settings.hash_mebibytes);
        Ok(EngineSpec { threads: Some(threads), hash: Some(hash), ..spec })
    }
}

fn engine_error(error: AnalysisError) -> QueryError {
    QueryError::new(QueryErrorKind::Engine, error)
}

impl ReviewedMove {
    fn new(position: &AnyGame, mv: String, annotation: &Annotation) -> ReviewedMove {
        ReviewedMove {
            mv,
            player: position.last_turn().to_string(),
            exact: annotation.before.exact && annotation.after.exact,
            annotation: AnnotationReport::new(position, annotation),
        }
    }
}
