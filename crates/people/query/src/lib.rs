//! Query mode: requests and replies as lines of JSON, several queries at a time (`docs/query.md`).
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use floe_query::{QuerySettings, SessionEnd, serve};
//!
//! let settings = QuerySettings { parallel: 2, ..QuerySettings::default() };
//! let position = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
//! let request = format!(r#"{{"id": "1", "action": "moves", "position": "{position}"}}"#);
//! let lines = [request].map(|line| Ok(Ok::<_, String>(line))).into_iter();
//! let mut replies = Vec::new();
//! let end = serve(&settings, lines, &mut replies, &AtomicBool::new(false))?;
//! assert_eq!(end, SessionEnd::EndOfInput);
//! let reply = String::from_utf8(replies).expect("JSON is UTF-8");
//! assert!(reply.starts_with(r#"{"schema":"floe/query/1","id":"1","status":"done","result":{"schema":"floe/moves/1""#));
//! # Ok::<(), std::io::Error>(())
//! ```

mod fields;
mod isolation;
pub mod json;
mod line;
mod move_node;
mod reply;
mod request;
mod run;
mod session;
mod settings;

pub use fields::QueryId;
pub use isolation::isolated;
pub use line::{RequestLine, actions_of, by_action};
pub use move_node::{MoveNode, MoveNodeError};
pub use reply::{
    CancelledQueries, ProgramVersion, Protocol, QueryAnswer, QueryError, QueryErrorKind,
    QueryOutcome, QueryReply, RefusedRequest,
};
pub use request::{
    AnalyzeQuery, CancelQuery, PlainQuery, PositionQuery, QueryRequest, SolveQuery,
    engine_without_files, game_line, request_schema,
};
pub use session::{SessionEnd, answer, serve};
pub use settings::QuerySettings;
