//! A session of a page: requests in, replies out.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::options::values::LAYOUTS;
use floe_engine::{EngineSpec, GameRules};
use floe_query::json::ExplanationReport;
use floe_query::{
    QueryError, QueryReply, QuerySettings, action_names, id_of, isolated, object, position_after, read_object,
};
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

/// Actions that only a page has.
const ACTIONS: [&str; 10] =
    ["catalog", "deal", "board", "picture", "explain", "edit", "puzzles", "read", "write", "review"];

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
    /// The work ends soon after `stop` is set; its reply is `cancelled` then. A panic becomes an error of the kind
    /// `internal`.
    pub fn answer(&self, line: &str, stop: &AtomicBool, listener: Listener<'_>) -> String {
        let Request { id, action, fields } = match Request::read(line) {
            Ok(request) => request,
            Err(error) => return refusal(&Value::Null, error),
        };
        if action_names().any(|name| name == action) {
            let mut report = |reply: QueryReply| listener(text(&reply));
            return text(&floe_query::answer(&self.settings, line, stop, &mut report));
        }
        let mut report = |result| listener(reply(&id, "running", &result));
        let answered = isolated(|| self.result(&action, fields, stop, &mut report));
        let status = if stop.load(SeqCst) { "cancelled" } else { "done" };
        answered.map_or_else(|error| refusal(&id, error), |result| reply(&id, status, &result))
    }

    /// Result of an action that only a page has. Partial results go to `report`.
    fn result(
        &self,
        action: &str,
        mut fields: Map<String, Value>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(Value),
    ) -> Result<Value, QueryError> {
        id_of(&fields)?;
        fields.remove("id");
        match action {
            "catalog" => read_object::<CatalogRequest>(fields).map(|_| self.catalog()),
            "deal" => read_and(fields, DealRequest::answer),
            "board" => read_and(fields, StateRequest::answer),
            "picture" => read_and::<PictureRequest>(fields, |request| request.answer(&self.settings.evaluation)),
            "explain" => read_and::<ExplainRequest>(fields, |request| self.explain(&request)),
            "edit" => read_and::<EditRequest>(fields, |request| Ok(request.answer())),
            "puzzles" => read_and::<PuzzlesRequest>(fields, |request| request.answer(stop)),
            "read" => read_and::<ReadRequest>(fields, |request| request.answer(stop)),
            "write" => read_and(fields, WriteRequest::answer),
            "review" => read_and::<ReviewRequest>(fields, |request| request.answer(&self.settings, stop, report)),
            _ => {
                let names = ACTIONS.into_iter().chain(action_names()).collect::<Vec<_>>().join(", ");
                Err(QueryError::of_field("action", format!("expected one of {names}; found {}", json!(action))))
            }
        }
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
            "layouts": LAYOUTS,
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

/// Request that is split into its parts.
pub(crate) struct Request {
    /// Name of the request; null if it has none, or no right one.
    pub(crate) id: Value,
    pub(crate) action: String,
    /// All fields but the action.
    pub(crate) fields: Map<String, Value>,
}

impl Request {
    /// Splits a line.
    pub(crate) fn read(line: &str) -> Result<Request, QueryError> {
        let mut fields = object(line)?;
        let id = id_of(&fields).map_or(Value::Null, Value::String);
        match fields.remove("action") {
            None => Ok(Request { id, action: "analyze".to_owned(), fields }),
            Some(Value::String(action)) => Ok(Request { id, action, fields }),
            Some(other) => Err(QueryError::of_field("action", format!("expected a string; found {other}"))),
        }
    }

    /// Whether the request searches, which takes time; one without a name is refused at once.
    #[cfg(feature = "server")]
    pub(crate) fn is_search(&self) -> bool {
        self.id.is_string() && ["analyze", "solve", "review"].contains(&self.action.as_str())
    }
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

fn text(reply: &QueryReply) -> String {
    serde_json::to_string(reply).expect("a reply has JSON")
}
