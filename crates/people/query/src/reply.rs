//! Replies: the lines that a session writes.

use std::fmt::Display;
use std::io;

use floe_engine::{GameRules, Method};
use floe_search::error_text;
use schemars::JsonSchema;
use serde::Serialize;

use super::fields::QueryId;
use super::settings::QuerySettings;
use crate::json::{AnalysisReport, LegalMoves, Picture, SolveReport};

/// Version of the protocol.
const PROTOCOL: u32 = 1;

/// Line that a session writes: a reply to one request. `T` is the type of its result, or of a part
/// of it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "QueryReply")]
pub struct QueryReply<T = QueryAnswer> {
    schema: Protocol,
    /// Name of the request; null if it has none, or could not be read.
    id: Option<String>,
    #[serde(flatten)]
    pub(super) outcome: QueryOutcome<T>,
}

/// Version of the protocol. Clients must ignore fields that they do not know; a change that breaks
/// clients gets a new version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub enum Protocol {
    /// The first version.
    #[serde(rename = "floe/query/1")]
    V1,
}

/// State of a request with its result, whose type is `T`. All but `running` are final: every
/// request gets exactly one final reply.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum QueryOutcome<T = QueryAnswer> {
    /// The query goes on; this is a partial result.
    Running {
        /// Result so far.
        result: T,
    },
    /// The request is complete.
    Done {
        /// Result of the request.
        result: T,
    },
    /// The query was ended by `cancel`, by `terminate` or by a signal.
    Cancelled {
        /// Result so far; null if the query was still waiting to run.
        result: Option<T>,
    },
    /// The request was refused, or the query has failed.
    Error {
        /// Reason for the refusal or the failure.
        error: QueryError,
    },
}

/// Result of a request: the object that the command of the same name prints with `--json`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "schema")]
pub enum QueryAnswer {
    /// Result of `analyze`: the best moves of a position, and its value.
    #[serde(rename = "floe/analyze/1")]
    Analysis(AnalysisReport),
    /// Result of `solve`: the proved value of a position.
    #[serde(rename = "floe/solve/1")]
    Solution(SolveReport),
    /// Result of `moves`: the legal moves of a position.
    #[serde(rename = "floe/moves/1")]
    Moves(LegalMoves),
    /// Result of `show`: a drawing of a position.
    #[serde(rename = "floe/show/1")]
    Picture(Picture),
    /// Result of `cancel` and `terminate`: the queries that were ended.
    #[serde(rename = "floe/cancelled/1")]
    Cancelled(CancelledQueries),
    /// Result of `version`: the program, and the limits of the session.
    #[serde(rename = "floe/version/1")]
    Version(ProgramVersion),
}

/// Queries that a request `cancel` or `terminate` has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CancelledQueries {
    /// Names of the queries that were ended. Queries that had ended before are not among them.
    pub cancelled: Vec<String>,
}

/// The program, and the limits of the session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ProgramVersion {
    /// Name and build of the program.
    pub program: String,
    /// Number of the version of the protocol.
    pub protocol: u32,
    /// Number of queries that run at the same time.
    pub parallel: usize,
    /// Number of threads of each query, which a query may reduce.
    pub threads: usize,
    /// Size of the table of each query, in MiB, which a query may reduce.
    pub hash: usize,
    /// Maximum number of queries that wait for others to end.
    pub waiting: usize,
    /// Names of all methods by which engines can search.
    pub engines: Vec<String>,
    /// Names of all rules that can be played.
    pub rules: Vec<String>,
}

impl ProgramVersion {
    /// The program, and the limits of a session with these settings.
    pub fn new(settings: &QuerySettings) -> ProgramVersion {
        let &QuerySettings {
            parallel,
            threads,
            hash_mebibytes,
            waiting,
            ..
        } = settings;
        ProgramVersion {
            program: settings.program.clone(),
            protocol: PROTOCOL,
            parallel,
            threads,
            hash: hash_mebibytes,
            waiting,
            engines: Method::ALL
                .iter()
                .map(|method| method.name().to_owned())
                .collect(),
            rules: GameRules::all().map(|rules| rules.to_string()).collect(),
        }
    }
}

/// Reason why a request is refused, or why a query has failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// Kind of the error, for programs.
    pub kind: QueryErrorKind,
    /// Name of the field with the mistake, such as `limits.time`; null if the mistake is in none.
    pub field: Option<String>,
    /// Message for people, which says what was expected and found.
    pub message: String,
    /// Column of the mistake, in characters from 1: of a syntax error in the line, of a wrong
    /// position in the text of the position. Missing for other errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Number of the line of the request in the session, from 1.
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
    /// The text in the field `position` is no position in the notation of floe, or hides what its
    /// player to move knows.
    Position,
    /// A move is not legal.
    Move,
    /// Too many queries wait; the request may succeed later.
    Full,
    /// The engine cannot search this position, or there is no memory for its table.
    Engine,
    /// Fault of floe, which ended this request only.
    Internal,
}

/// Request that cannot be carried out, with its name as far as it is known.
#[derive(Debug)]
pub struct RefusedRequest {
    /// Name of the request; `None` if the request has none, or one that is not of 1 to 200
    /// characters.
    pub id: Option<QueryId>,
    /// Reason why the request is refused.
    pub error: QueryError,
}

impl RefusedRequest {
    /// Refusal of a request whose name belongs to another request under way. The refusal has no
    /// name, because it must not look like the end of the other request.
    pub fn of_known_id(id: &QueryId) -> RefusedRequest {
        let problem = format!("expected an id that no waiting or running query has; found '{id}'");
        RefusedRequest {
            id: None,
            error: QueryError::of_field("id", problem),
        }
    }

    /// Refusal of a request because as many are under way as the session allows. `most` names the
    /// limit in words: `8 searches at a time`.
    pub fn of_full(id: QueryId, most: &str) -> RefusedRequest {
        let problem = format!("expected at most {most}; try again later");
        RefusedRequest {
            id: Some(id),
            error: QueryError::new(QueryErrorKind::Full, problem),
        }
    }
}

impl CancelledQueries {
    /// Answer to an order that has ended the requests with these names.
    pub fn of(cancelled: Vec<String>) -> QueryAnswer {
        QueryAnswer::Cancelled(CancelledQueries { cancelled })
    }
}

impl QueryError {
    /// Error that is not in a field of the request. The number of the line is set when the error is
    /// written into a reply. Invisible characters of the message, such as in a name that was found,
    /// are written as escapes.
    pub fn new(kind: QueryErrorKind, message: impl Display) -> QueryError {
        let message = error_text(&message.to_string());
        QueryError {
            kind,
            field: None,
            message,
            column: None,
            line: 0,
        }
    }

    /// Error of the value of the field with this name.
    pub fn of_field(field: impl Into<String>, message: impl Display) -> QueryError {
        QueryError::new(QueryErrorKind::Field, message).in_field(field)
    }

    /// Puts the error into the field with this name.
    #[must_use]
    pub fn in_field(self, field: impl Into<String>) -> QueryError {
        QueryError {
            field: Some(field.into()),
            ..self
        }
    }
}

/// Maximum length of a reply in bytes: 16 times that of the longest request to the board.
const MAX_REPLY: usize = 1 << 24;

impl<T: Serialize> QueryReply<T> {
    /// Writes the reply as a line of JSON, without a line feed. A refusal replaces a reply of more
    /// than 16 MiB.
    pub fn line(&self) -> String {
        let mut line = BoundedLine(Vec::new());
        if serde_json::to_writer(&mut line, self).is_ok() {
            return String::from_utf8(line.0).expect("JSON is UTF-8");
        }
        let message = format!(
            "expected a request whose reply has at most {MAX_REPLY} bytes; found one with more"
        );
        let error = QueryError {
            line: 1,
            ..QueryError::new(QueryErrorKind::Field, message)
        };
        let refused: QueryReply<()> = QueryReply {
            id: self.id.clone(),
            ..QueryReply::new(None, QueryOutcome::Error { error })
        };
        serde_json::to_string(&refused).expect("a reply has JSON")
    }
}

/// Line that takes no more bytes than a reply may have.
struct BoundedLine(Vec<u8>);

impl io::Write for BoundedLine {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_REPLY {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<T> QueryReply<T> {
    /// Reply to the request with this name, `None` if it has none.
    pub fn new(id: Option<QueryId>, outcome: QueryOutcome<T>) -> QueryReply<T> {
        QueryReply {
            schema: Protocol::V1,
            id: id.map(|QueryId(id)| id),
            outcome,
        }
    }

    /// Reply that refuses the only request of a session of one line.
    pub fn refused(RefusedRequest { id, error }: RefusedRequest) -> QueryReply<T> {
        QueryReply::new(
            id,
            QueryOutcome::Error {
                error: QueryError { line: 1, ..error },
            },
        )
    }

    /// Converts the result of the reply, if it has one.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> QueryReply<U> {
        let QueryReply {
            schema,
            id,
            outcome,
        } = self;
        let outcome = match outcome {
            QueryOutcome::Running { result } => QueryOutcome::Running {
                result: change(result),
            },
            QueryOutcome::Done { result } => QueryOutcome::Done {
                result: change(result),
            },
            QueryOutcome::Cancelled { result } => QueryOutcome::Cancelled {
                result: result.map(change),
            },
            QueryOutcome::Error { error } => QueryOutcome::Error { error },
        };
        QueryReply {
            schema,
            id,
            outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_that_is_too_long_is_refused() {
        let reply = |length| QueryReply {
            id: Some("7".to_owned()),
            ..QueryReply::new(
                None,
                QueryOutcome::Done {
                    result: "x".repeat(length),
                },
            )
        };
        assert_eq!(reply(2).line(), serde_json::to_string(&reply(2)).unwrap());
        let refused: serde_json::Value = serde_json::from_str(&reply(MAX_REPLY).line()).unwrap();
        assert_eq!(
            (&refused["id"], &refused["status"]),
            (&"7".into(), &"error".into())
        );
        assert_eq!(refused["error"]["kind"], "field");
    }

    /// A client may show a message as it is, for any name in the request.
    #[test]
    fn messages_are_printable() {
        let error = QueryError::of_field("id", "found '\0\u{1b}[31m\u{202e}'");
        assert_eq!(error.message, r"found '\u{0}\u{1b}[31m\u{202e}'");
    }
}
