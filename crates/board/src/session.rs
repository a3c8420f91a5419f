//! A session of a page: requests in, replies out.

use std::sync::atomic::AtomicBool;

use floe_engine::json::ExplanationReport;
use floe_engine::query::{self, QueryError, QuerySettings, object, position_after, read_object};
use floe_engine::{EngineSpec, GameRules};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::deal::DealRequest;
use crate::edit::EditRequest;
use crate::game_text::{ReadRequest, WriteRequest};
use crate::picture::PictureRequest;
use crate::puzzles::PuzzlesRequest;
use crate::review::ReviewRequest;
use crate::state::StateRequest;

/// Receives partial replies.
pub(crate) type Listener<'a> = &'a mut (dyn FnMut(String) + Send);

/// Answers the requests of a page, one at a time, on the thread of the caller.
#[derive(Clone, Debug)]
pub struct BoardSession {
    settings: QuerySettings,
}

/// Request that only a page makes, with its `id`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CatalogRequest {}

/// Request for the explanation of a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExplainRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Line from the position, whose first move is explained.
    #[serde(default)]
    line: Vec<String>,
}

/// Rules of a game, as the page offers them.
#[derive(Serialize)]
struct OfferedRules {
    name: String,
    min_players: usize,
    usual_players: usize,
    has_floe: bool,
    has_teams: bool,
    has_chance: bool,
    is_cooperative: bool,
}

impl BoardSession {
    /// Creates a session with these limits.
    pub fn new(settings: QuerySettings) -> BoardSession {
        BoardSession { settings }
    }

    /// Limits of the session.
    pub fn settings(&self) -> &QuerySettings {
        &self.settings
    }

    /// Answers a request, and returns its final reply. Partial replies go to `listener`.
    ///
    /// A search ends soon after `stop` is set; its reply is `cancelled` then.
    pub fn answer(&self, line: &str, stop: &AtomicBool, listener: Listener<'_>) -> String {
        let (id, action, fields) = match request(line) {
            Ok(request) => request,
            Err(error) => return refusal(&Value::Null, error),
        };
        let answered = match action.as_str() {
            "catalog" => read_object::<CatalogRequest>(fields).map(|_| self.catalog()),
            "deal" => read_and(fields, DealRequest::answer),
            "board" => read_and(fields, StateRequest::answer),
            "picture" => read_and::<PictureRequest>(fields, |request| request.answer(&self.settings.evaluation)),
            "explain" => read_and::<ExplainRequest>(fields, |request| self.explain(&request)),
            "edit" => read_and::<EditRequest>(fields, |request| Ok(request.answer())),
            "puzzles" => read_and(fields, PuzzlesRequest::answer),
            "read" => read_and(fields, ReadRequest::answer),
            "write" => read_and(fields, WriteRequest::answer),
            "review" => read_and::<ReviewRequest>(fields, |request| {
                request.answer(&self.settings, stop, &mut |result| listener(reply(&id, "running", &result)))
            }),
            _ => {
                let mut report = |reply: query::QueryReply| listener(text(&reply));
                return text(&query::answer(&self.settings, line, stop, &mut report));
            }
        };
        let status = if stop.load(std::sync::atomic::Ordering::SeqCst) { "cancelled" } else { "done" };
        answered.map_or_else(|error| refusal(&id, error), |result| reply(&id, status, &result))
    }

    /// Lists what a page offers: rules, layouts, engines, levels.
    fn catalog(&self) -> Value {
        let rules = |rules: GameRules| OfferedRules {
            name: rules.to_string(),
            min_players: rules.min_players(),
            usual_players: rules.usual_players(),
            has_floe: rules.floe().is_some(),
            has_teams: rules.has_teams(),
            has_chance: rules.has_chance(),
            is_cooperative: rules.is_cooperative(),
        };
        json!({
            "schema": "floe/catalog/1",
            "program": self.settings.program,
            "threads": self.settings.threads,
            "rules": GameRules::all().map(rules).collect::<Vec<_>>(),
            "layouts": ["standard", "setup-1", "setup-2"],
            "levels": (1..=EngineSpec::LEVELS).map(|level| EngineSpec::of_level(level).to_string()).collect::<Vec<_>>(),
        })
    }

    fn explain(&self, request: &ExplainRequest) -> Result<Value, QueryError> {
        let position = position_after(&request.position, &request.moves)?;
        let explanation = position.explain(&self.settings.evaluation);
        let report = explanation.map(|explanation| ExplanationReport::new(&position, &explanation));
        let reasons = position.reasons(&request.line, &self.settings.evaluation);
        Ok(
            json!({"schema": "floe/explain/1", "explanation": report, "reasons": reasons, "notes": position.flip_notes()}),
        )
    }
}

/// Whether a request searches, which takes time; a wrong one does not.
#[cfg(feature = "server")]
pub(crate) fn is_search(line: &str) -> bool {
    request(line).is_ok_and(|(_, action, _)| ["analyze", "solve", "review"].contains(&action.as_str()))
}

/// Splits a request into its id, its action and its other fields.
pub(crate) fn request(line: &str) -> Result<(Value, String, Map<String, Value>), QueryError> {
    let mut fields = object(line)?;
    let action = match fields.remove("action") {
        None => "analyze".to_owned(),
        Some(Value::String(action)) => action,
        Some(other) => return Err(QueryError::of_field("action", format!("expected a string; found {other}"))),
    };
    Ok((fields.remove("id").unwrap_or(Value::Null), action, fields))
}

fn read_and<T: DeserializeOwned>(
    fields: Map<String, Value>,
    answer: impl FnOnce(T) -> Result<Value, QueryError>,
) -> Result<Value, QueryError> {
    read_object(fields).and_then(answer)
}

fn reply(id: &Value, status: &str, result: &Value) -> String {
    json!({"schema": "floe/query/1", "id": id, "status": status, "result": result}).to_string()
}

/// Writes the refusal of a request.
pub(crate) fn refusal(id: &Value, error: QueryError) -> String {
    let error = QueryError { line: 1, ..error };
    json!({"schema": "floe/query/1", "id": id, "status": "error", "error": error}).to_string()
}

fn text(reply: &query::QueryReply) -> String {
    serde_json::to_string(reply).expect("a reply has JSON")
}
