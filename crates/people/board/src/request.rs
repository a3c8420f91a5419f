//! Requests of a page.

#[cfg(feature = "server")]
use floe_query::CancelQuery;
use floe_query::{QueryId, QueryRequest, RefusedRequest, RequestLine, actions_of, by_action};
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::compose::OutcomesRequest;
use crate::deal::DealRequest;
use crate::edit::EditRequest;
use crate::explain::ExplainRequest;
use crate::forfeit::ForfeitRequest;
use crate::game_text::{ReadRequest, WriteRequest};
use crate::graph::GraphRequest;
use crate::hint::HintRequest;
use crate::picture::PictureRequest;
use crate::puzzle_record::RateRequest;
use crate::puzzles::{DefenceRequest, PuzzlesRequest};
use crate::refusal::RefusalRequest;
use crate::review::{RefuteRequest, ReviewRequest};
use crate::rules::RulesRequest;
use crate::sheet::SheetRequest;
use crate::state::StateRequest;
use crate::threat::ThreatRequest;

/// Line that only a page writes, as well as those of query mode.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(transform = by_action, transform = with_id)]
pub(crate) enum PageRequest {
    Catalog(CatalogRequest),
    Deal(DealRequest),
    Board(StateRequest),
    Outcomes(OutcomesRequest),
    Picture(PictureRequest),
    Explain(ExplainRequest),
    Rules(RulesRequest),
    Edit(EditRequest),
    Puzzles(PuzzlesRequest),
    Defence(DefenceRequest),
    Rate(RateRequest),
    Sheet(SheetRequest),
    Read(ReadRequest),
    Write(WriteRequest),
    Page(WriteRequest),
    Forfeit(ForfeitRequest),
    Review(ReviewRequest),
    Refute(RefuteRequest),
    Graph(GraphRequest),
    Hint(HintRequest),
    Threat(ThreatRequest),
    Refusal(RefusalRequest),
}

/// Question for what a page offers.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct CatalogRequest {}

/// Adds the name of a request to the schema of each.
fn with_id(schema: &mut Schema) {
    let requests = schema.get_mut("oneOf").and_then(Value::as_array_mut);
    for request in requests.into_iter().flatten() {
        request["properties"]["id"] =
            json!({"description": "Name of the request.", "type": "string"});
        request["required"]
            .as_array_mut()
            .expect("an action is required")
            .push("id".into());
    }
}

/// Request of a page that has been read, and not yet been checked.
pub(crate) enum BoardRequest {
    /// Request of query mode.
    Query(QueryRequest),
    /// Request that only a page makes, with its name.
    Page(QueryId, PageRequest),
}

impl BoardRequest {
    /// Reads a line.
    pub(crate) fn parse(line: &str) -> Result<BoardRequest, RefusedRequest> {
        let mut line =
            RequestLine::parse(line).map_err(|error| RefusedRequest { id: None, error })?;
        let id = line.id();
        let request = if line.is_one_of::<QueryRequest>() {
            line.read().map(BoardRequest::Query)
        } else if line.is_one_of::<PageRequest>() {
            line.take_id()
                .and_then(|id| Ok(BoardRequest::Page(id, line.read()?)))
        } else {
            let actions = [actions_of::<PageRequest>(), actions_of::<QueryRequest>()].concat();
            Err(line.unknown_action(&actions))
        };
        request.map_err(|error| RefusedRequest { id, error })
    }

    /// Name of the request; `None` if it has none.
    #[cfg(feature = "server")]
    pub(crate) fn id(&self) -> Option<&QueryId> {
        match self {
            BoardRequest::Query(query) => query.id(),
            BoardRequest::Page(id, _) => Some(id),
        }
    }

    /// Name of the request, if it searches, which takes time.
    #[cfg(feature = "server")]
    pub(crate) fn search_id(&self) -> Option<&QueryId> {
        match self {
            BoardRequest::Query(query) if query.is_search() => query.id(),
            BoardRequest::Page(
                id,
                PageRequest::Review(_)
                | PageRequest::Refute(_)
                | PageRequest::Hint(_)
                | PageRequest::Threat(_)
                | PageRequest::Sheet(_),
            ) => Some(id),
            _ => None,
        }
    }

    /// The request, and once more if its search can be broken off and begin again.
    #[cfg(feature = "server")]
    pub(crate) fn twice(self) -> (BoardRequest, Option<BoardRequest>) {
        let again = match &self {
            BoardRequest::Query(query) => Some(BoardRequest::Query(query.clone())),
            BoardRequest::Page(..) => None,
        };
        (self, again)
    }

    /// The order, if it is one to end a search.
    #[cfg(feature = "server")]
    pub(crate) fn cancel(&self) -> Option<&CancelQuery> {
        if let BoardRequest::Query(QueryRequest::Cancel(order)) = self {
            Some(order)
        } else {
            None
        }
    }
}
