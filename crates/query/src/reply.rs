//! Replies: the lines that a session writes.

use std::fmt::Display;

use floe_engine::{GameRules, Method};
use schemars::JsonSchema;
use serde::Serialize;

use super::fields::QueryId;
use super::settings::QuerySettings;
use crate::json::{AnalysisReport, LegalMoves, Picture, SolveReport};

/// Version of the protocol.
const PROTOCOL: u32 = 1;

/// Line that a session writes: a result, or part of one, of type `T`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "QueryReply")]
pub struct QueryReply<T = QueryAnswer> {
    schema: Protocol,
    /// Name of the request; null if it has none, or could not be read.
    id: Option<String>,
    #[serde(flatten)]
    pub(super) outcome: QueryOutcome<T>,
}

/// Version of the protocol. Clients must ignore fields that they do not know; a change that breaks clients gets a new
/// version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub enum Protocol {
    /// The first version.
    #[serde(rename = "floe/query/1")]
    V1,
}

/// State of a request. All but `running` are final: every request gets exactly one final reply.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum QueryOutcome<T = QueryAnswer> {
    /// Partial result of a query that goes on.
    Running {
        /// Result so far.
        result: T,
    },
    /// Result of a request that is complete.
    Done {
        /// The result.
        result: T,
    },
    /// End of a query by `cancel`, by `terminate` or by a signal.
    Cancelled {
        /// Result so far; null if the query was still waiting.
        result: Option<T>,
    },
    /// Refusal of a request, or failure of a query.
    Error {
        /// Reason.
        error: QueryError,
    },
}

/// Result of a request: the object that the command of the same name prints with `--json`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "schema")]
pub enum QueryAnswer {
    /// Result of `analyze`.
    #[serde(rename = "floe/analyze/1")]
    Analysis(AnalysisReport),
    /// Result of `solve`.
    #[serde(rename = "floe/solve/1")]
    Solution(SolveReport),
    /// Result of `moves`.
    #[serde(rename = "floe/moves/1")]
    Moves(LegalMoves),
    /// Result of `show`.
    #[serde(rename = "floe/show/1")]
    Picture(Picture),
    /// Result of `cancel` and `terminate`.
    #[serde(rename = "floe/cancelled/1")]
    Cancelled(CancelledQueries),
    /// Result of `version`.
    #[serde(rename = "floe/version/1")]
    Version(ProgramVersion),
}

/// Queries that `cancel` or `terminate` has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CancelledQueries {
    /// Names of the queries; without one that had ended before.
    pub cancelled: Vec<String>,
}

/// Program, and the limits of the session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ProgramVersion {
    /// Name and build of the program.
    pub program: String,
    /// Version of the protocol.
    pub protocol: u32,
    /// Number of queries that run in parallel.
    pub parallel: usize,
    /// Number of threads of each query.
    pub threads: usize,
    /// Table size of each query, in MiB.
    pub hash: usize,
    /// Maximum number of queries that wait.
    pub waiting: usize,
    /// Names of the engines.
    pub engines: Vec<String>,
    /// Names of the rules.
    pub rules: Vec<String>,
}

impl ProgramVersion {
    /// Program, and the limits of these settings.
    pub fn new(settings: &QuerySettings) -> ProgramVersion {
        let &QuerySettings { parallel, threads, hash_mebibytes, waiting, .. } = settings;
        ProgramVersion {
            program: settings.program.clone(),
            protocol: PROTOCOL,
            parallel,
            threads,
            hash: hash_mebibytes,
            waiting,
            engines: Method::ALL.iter().map(|method| method.name().to_owned()).collect(),
            rules: GameRules::all().map(|rules| rules.to_string()).collect(),
        }
    }
}

/// Reason why a request is refused, or a query has failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// Kind of error, for programs.
    pub kind: QueryErrorKind,
    /// Field with the mistake, such as `limits.time`; null if the mistake is in none.
    pub field: Option<String>,
    /// Message for people.
    pub message: String,
    /// Column in characters from 1: of a syntax error in the line, of a wrong position in its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Number of the line of the request, from 1.
    pub line: u64,
}

/// Kind of a [`QueryError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum QueryErrorKind {
    /// The line is too long, not UTF-8, or no JSON object.
    Syntax,
    /// A field is missing, unknown, of a wrong value, or beyond a limit of the session.
    Field,
    /// The text is no position.
    Position,
    /// A move is not legal.
    Move,
    /// Too many queries wait: the same request may succeed later.
    Full,
    /// The engine cannot search this position, or there is no memory for its table.
    Engine,
    /// A fault of floe, which ended this request only.
    Internal,
}

/// Failure to read a request, with the name of the query if it is known.
#[derive(Debug)]
pub struct RefusedRequest {
    /// Name of the request; `None` if it has none, or no right one.
    pub id: Option<QueryId>,
    /// Reason why the request is refused.
    pub error: QueryError,
}

impl QueryError {
    /// Creates an error that is in no field.
    pub fn new(kind: QueryErrorKind, message: impl Display) -> QueryError {
        QueryError { kind, field: None, message: message.to_string(), column: None, line: 0 }
    }

    /// Creates an error of the value of a field.
    pub fn of_field(field: impl Into<String>, message: impl Display) -> QueryError {
        QueryError { field: Some(field.into()), ..QueryError::new(QueryErrorKind::Field, message) }
    }
}

impl<T> QueryReply<T> {
    /// Replies to the request with this name.
    pub fn new(id: Option<QueryId>, outcome: QueryOutcome<T>) -> QueryReply<T> {
        QueryReply { schema: Protocol::V1, id: id.map(|QueryId(id)| id), outcome }
    }

    /// Refuses the request of a session of one line.
    pub fn refused(RefusedRequest { id, error }: RefusedRequest) -> QueryReply<T> {
        QueryReply::new(id, QueryOutcome::Error { error: QueryError { line: 1, ..error } })
    }

    /// Replaces the result.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> QueryReply<U> {
        let QueryReply { schema, id, outcome } = self;
        let outcome = match outcome {
            QueryOutcome::Running { result } => QueryOutcome::Running { result: change(result) },
            QueryOutcome::Done { result } => QueryOutcome::Done { result: change(result) },
            QueryOutcome::Cancelled { result } => QueryOutcome::Cancelled { result: result.map(change) },
            QueryOutcome::Error { error } => QueryOutcome::Error { error },
        };
        QueryReply { schema, id, outcome }
    }
}
