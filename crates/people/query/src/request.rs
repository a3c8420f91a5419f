//! Requests: the lines that a client writes.

use std::time::Duration;

use floe_engine::options::{OptionError, OptionExpectation, SearchOptions, SearchSettings};
use floe_engine::{
    AnyGame, EngineSpec, GameLine, MAX_HASH_MEBIBYTES, MAX_THREADS, MoveListError, Objective,
};
use floe_search::MAX_DEPTH;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::fields::{FieldError, Integer, QueryId, Seconds, read};
use super::isolation::isolated;
use super::line::{Object, RequestLine, by_action};
use super::reply::{ProgramVersion, QueryAnswer, QueryError, QueryErrorKind, RefusedRequest};
use super::settings::QuerySettings;
use crate::json::{LegalMoves, Picture};

type Threads = Integer<1, MAX_THREADS>;
type Mebibytes = Integer<1, MAX_HASH_MEBIBYTES>;

/// Request to search for the best moves of a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct AnalyzeQuery {
    id: QueryId,
    /// Position in the notation of floe.
    position: String,
    /// Moves to play from the position first.
    #[serde(default)]
    moves: Vec<String>,
    /// Limits of the search; without any it ends after 5 seconds.
    #[serde(default)]
    #[schemars(with = "Option<AnalyzeLimits>")]
    limits: Option<Object>,
    /// Number of best moves to report; default 1.
    lines: Option<Integer<1, 1000>>,
    /// Engine with options after a colon, without files; default: that of the command line.
    engine: Option<String>,
    /// Number of threads; default and maximum: that of the command line.
    threads: Option<Threads>,
    /// Table size in MiB; default and maximum: that of the command line.
    hash: Option<Mebibytes>,
    /// Time between two partial results; default: no partial results.
    progress: Option<Seconds>,
    /// Priority among the waiting queries, higher first; default 0.
    #[serde(default)]
    priority: i32,
    /// Whether to say moves and values for people, too; default false.
    #[serde(default)]
    words: bool,
}

/// Limits of a search, which ends at the first one reached.
#[derive(Deserialize, JsonSchema, Default)]
#[serde(deny_unknown_fields)]
struct AnalyzeLimits {
    /// Time from the start of the search.
    time: Option<Seconds>,
    /// Number of nodes.
    nodes: Option<Integer<1, { u64::MAX }>>,
    /// Depth in plies.
    depth: Option<Integer<1, { MAX_DEPTH as u64 }>>,
}

/// Request to prove the value of a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct SolveQuery {
    id: QueryId,
    /// Position in the notation of floe; on a floe of more than 32 tiles with all penguins placed.
    position: String,
    /// Moves to play from the position first.
    #[serde(default)]
    moves: Vec<String>,
    /// Limits of the proof; without any it runs to its end.
    #[serde(default)]
    #[schemars(with = "Option<SolveLimits>")]
    limits: Option<Object>,
    /// Whether to prove the value of every move; default false.
    #[serde(default)]
    all: bool,
    /// Goal of the proof; default `margin`.
    #[serde(default)]
    objective: ProofGoal,
    /// Number of threads; default and maximum: that of the command line.
    threads: Option<Threads>,
    /// Table size in MiB; default and maximum: that of the command line.
    hash: Option<Mebibytes>,
    /// Time between two partial results; default: no partial results.
    progress: Option<Seconds>,
    /// Priority among the waiting queries, higher first; default 0.
    #[serde(default)]
    priority: i32,
    /// Whether to say moves and values for people, too; default false.
    #[serde(default)]
    words: bool,
}

/// Limits of a proof, which ends at the first one reached.
#[derive(Deserialize, JsonSchema, Default)]
#[serde(deny_unknown_fields)]
struct SolveLimits {
    /// Time from the start of the proof.
    time: Option<Seconds>,
    /// Number of nodes.
    nodes: Option<Integer<1, { u64::MAX }>>,
}

/// Goal of a proof: `margin`, the exact value, or `wdl`, win, draw or loss.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, Default)]
#[serde(rename_all = "lowercase")]
enum ProofGoal {
    #[default]
    Margin,
    Wdl,
}

/// Question about a position that is answered without a search.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct PositionQuery {
    id: QueryId,
    /// Position in the notation of floe.
    position: String,
    /// Moves to play from the position first.
    #[serde(default)]
    moves: Vec<String>,
}

/// Order to end another query of the session.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct CancelQuery {
    /// Name of this order; it may be left out.
    pub id: Option<QueryId>,
    /// Name of the query to end.
    pub target: QueryId,
}

/// Request without parameters; its name may be left out.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct PlainQuery {
    id: Option<QueryId>,
}

/// Request that a client writes as a line of JSON. Its variant is the action.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(transform = by_action)]
pub enum QueryRequest {
    /// Search for the best moves of a position.
    Analyze(AnalyzeQuery),
    /// Proof of the value of a position.
    Solve(SolveQuery),
    /// Question for the legal moves of a position.
    Moves(PositionQuery),
    /// Question for a drawing of a position.
    Show(PositionQuery),
    /// Order to end another query.
    Cancel(CancelQuery),
    /// Order to end all queries, and then the session.
    Terminate(PlainQuery),
    /// Question for the program and the limits of the session.
    Version(PlainQuery),
}

/// Request whose position and limits have been checked.
pub(super) enum CheckedRequest {
    Search(Box<Query>),
    Fact(Option<QueryId>, Box<Fact>),
    Cancel {
        id: Option<QueryId>,
        target: QueryId,
    },
    Terminate(Option<QueryId>),
}

/// Question that needs no search.
pub(super) enum Fact {
    Moves(AnyGame),
    Show(AnyGame),
    Version,
}

impl Fact {
    /// Answers the question.
    pub(super) fn answer(&self, settings: &QuerySettings) -> QueryAnswer {
        match self {
            Fact::Moves(position) => QueryAnswer::Moves(LegalMoves::new(position)),
            Fact::Show(position) => QueryAnswer::Picture(Picture::new(position)),
            Fact::Version => QueryAnswer::Version(ProgramVersion::new(settings)),
        }
    }
}

/// Search or proof to run.
pub(super) struct Query {
    pub(super) id: QueryId,
    /// Game that leads to the position; without its moves where no tile is hidden, for they say
    /// nothing there.
    pub(super) line: GameLine,
    pub(super) task: Task,
    pub(super) settings: SearchSettings,
    /// Time between two partial results.
    pub(super) progress: Option<Duration>,
    pub(super) priority: i32,
    /// Whether the results say moves and values for people, too.
    pub(super) has_words: bool,
}

/// Work of a [`Query`].
pub(super) enum Task {
    /// A search by an engine, which the reply names as the request does.
    Analyze {
        engine: EngineSpec,
    },
    Solve {
        all: bool,
        objective: Objective,
    },
}

impl QueryRequest {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> Result<QueryRequest, RefusedRequest> {
        let line = RequestLine::parse(line).map_err(|error| RefusedRequest { id: None, error })?;
        let id = line.id();
        line.read().map_err(|error| RefusedRequest { id, error })
    }

    /// Name of the request; `None` if it has none.
    pub fn id(&self) -> Option<&QueryId> {
        match self {
            QueryRequest::Analyze(AnalyzeQuery { id, .. })
            | QueryRequest::Solve(SolveQuery { id, .. })
            | QueryRequest::Moves(PositionQuery { id, .. })
            | QueryRequest::Show(PositionQuery { id, .. }) => Some(id),
            QueryRequest::Cancel(CancelQuery { id, .. })
            | QueryRequest::Terminate(PlainQuery { id })
            | QueryRequest::Version(PlainQuery { id }) => id.as_ref(),
        }
    }

    /// Whether the request is a search or a proof, which takes time; all others are answered at
    /// once.
    pub fn is_search(&self) -> bool {
        matches!(self, QueryRequest::Analyze(_) | QueryRequest::Solve(_))
    }

    /// Priority of a search among those that wait, higher first; 0 for all other requests.
    pub fn priority(&self) -> i32 {
        match self {
            QueryRequest::Analyze(AnalyzeQuery { priority, .. })
            | QueryRequest::Solve(SolveQuery { priority, .. }) => *priority,
            _ => 0,
        }
    }

    /// Reads the position and checks all fields against the limits of the session.
    pub(super) fn check(self, settings: &QuerySettings) -> Result<CheckedRequest, RefusedRequest> {
        let id = self.id().cloned();
        isolated(|| self.checked(settings)).map_err(|error| RefusedRequest { id, error })
    }

    fn checked(self, settings: &QuerySettings) -> Result<CheckedRequest, QueryError> {
        Ok(match self {
            QueryRequest::Analyze(query) => {
                CheckedRequest::Search(Box::new(query.check(settings)?))
            }
            QueryRequest::Solve(query) => CheckedRequest::Search(Box::new(query.check(settings)?)),
            QueryRequest::Moves(query) => query.check(Fact::Moves)?,
            QueryRequest::Show(query) => query.check(Fact::Show)?,
            QueryRequest::Cancel(CancelQuery { id, target }) => {
                CheckedRequest::Cancel { id, target }
            }
            QueryRequest::Terminate(PlainQuery { id }) => CheckedRequest::Terminate(id),
            QueryRequest::Version(PlainQuery { id }) => {
                CheckedRequest::Fact(id, Box::new(Fact::Version))
            }
        })
    }
}

impl PositionQuery {
    fn check(self, fact: fn(AnyGame) -> Fact) -> Result<CheckedRequest, QueryError> {
        let position = position_after(&self.position, &self.moves)?;
        Ok(CheckedRequest::Fact(
            Some(self.id),
            Box::new(fact(position)),
        ))
    }
}

/// Reads a position in notation, and plays these moves from it.
///
/// # Errors
/// When the text is no position, with the column of the mistake, or at the first move that is not
/// legal, with its number.
pub fn game_line(position: &str, moves: &[String]) -> Result<GameLine, QueryError> {
    let read = position.parse::<AnyGame>().map_err(|error| QueryError {
        column: Some(error.column),
        ..QueryError::new(QueryErrorKind::Position, error).in_field("position")
    });
    Ok(GameLine::replay(read?, moves)?)
}

/// Position after moves, as [`game_line`] reads them.
fn position_after(position: &str, moves: &[String]) -> Result<AnyGame, QueryError> {
    Ok(*game_line(position, moves)?.end())
}

/// Game as [`game_line`] reads it; without its moves where no tile is hidden, so that queries that
/// wait stay small.
fn remembered_line(position: &str, moves: &[String]) -> Result<GameLine, QueryError> {
    let line = game_line(position, moves)?;
    Ok(if line.end().rules().has_hidden_tiles() {
        line
    } else {
        GameLine::new(*line.end())
    })
}

/// Names options as fields of JSON.
impl From<OptionError> for QueryError {
    fn from(error: OptionError) -> QueryError {
        let field = error.option.replace('-', "_");
        match (&error.expected, &error.found) {
            // As other fields with integers say it.
            (OptionExpectation::Range(least, most), Some(found)) => QueryError::of_field(
                field,
                format!("expected an integer from {least} to {most}; found {found}"),
            ),
            _ => QueryError::of_field(field, error.problem()),
        }
    }
}

impl From<MoveListError> for QueryError {
    fn from(error: MoveListError) -> QueryError {
        QueryError::new(QueryErrorKind::Move, error).in_field("moves")
    }
}

/// Reads the object of limits.
fn limits<T: Default + DeserializeOwned>(object: Option<Object>) -> Result<T, QueryError> {
    let Some(object) = object else {
        return Ok(T::default());
    };
    read(object).map_err(|error| {
        let field = error
            .field
            .map_or("limits".to_owned(), |field| format!("limits.{field}"));
        QueryError::of_field(field, error.message)
    })
}

impl AnalyzeQuery {
    fn check(self, settings: &QuerySettings) -> Result<Query, QueryError> {
        let engine = match &self.engine {
            None => settings.engine.clone(),
            Some(text) => engine_without_files(text)?,
        };
        let AnalyzeLimits { time, nodes, depth } = limits(self.limits)?;
        let options = SearchOptions {
            depth: depth.map(|Integer(depth)| depth as u32),
            nodes: nodes.map(|Integer(nodes)| nodes),
            time: time.map(|Seconds(time)| time),
            threads: self.threads.map(|Integer(threads)| threads as usize),
            hash_mebibytes: self.hash.map(|Integer(mebibytes)| mebibytes as usize),
            lines: self.lines.map(|Integer(lines)| lines as usize),
            ..SearchOptions::of(engine)
        };
        Ok(Query {
            id: self.id,
            line: remembered_line(&self.position, &self.moves)?,
            settings: options.resolve(&settings.analysis_defaults())?,
            task: Task::Analyze {
                engine: options.engine,
            },
            progress: self.progress.map(|Seconds(interval)| interval),
            priority: self.priority,
            has_words: self.words,
        })
    }
}

/// Reads the specification of an engine from a request. It must name no files, for requests may not
/// choose what is read.
///
/// # Errors
/// If the text specifies no engine, or one with files.
pub fn engine_without_files(text: &str) -> Result<EngineSpec, QueryError> {
    let spec: EngineSpec = text
        .parse()
        .map_err(|error| QueryError::of_field("engine", error))?;
    if spec.files(|_| Ok(Vec::new())).next().is_some() {
        let problem = format!(
            "expected an engine without weights= and network=, and without onnx=; found '{text}'"
        );
        return Err(QueryError::of_field("engine", problem));
    }
    Ok(spec)
}

impl SolveQuery {
    fn check(self, settings: &QuerySettings) -> Result<Query, QueryError> {
        let SolveLimits { time, nodes } = limits(self.limits)?;
        let objective = match self.objective {
            ProofGoal::Margin => Objective::Margin,
            ProofGoal::Wdl => Objective::WinDrawLoss,
        };
        let options = SearchOptions {
            nodes: nodes.map(|Integer(nodes)| nodes),
            time: time.map(|Seconds(time)| time),
            threads: self.threads.map(|Integer(threads)| threads as usize),
            hash_mebibytes: self.hash.map(|Integer(mebibytes)| mebibytes as usize),
            ..SearchOptions::default()
        };
        Ok(Query {
            id: self.id,
            line: remembered_line(&self.position, &self.moves)?,
            settings: options.resolve(&settings.proof_defaults())?,
            task: Task::Solve {
                all: self.all,
                objective,
            },
            progress: self.progress.map(|Seconds(interval)| interval),
            priority: self.priority,
            has_words: self.words,
        })
    }
}

impl From<FieldError> for QueryError {
    fn from(FieldError { field, message, .. }: FieldError) -> QueryError {
        QueryError {
            field,
            ..QueryError::new(QueryErrorKind::Field, message)
        }
    }
}

/// JSON schema of the lines that a client writes. Definitions that it refers to are added to
/// `generator`.
pub fn request_schema(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<QueryRequest>()
}
