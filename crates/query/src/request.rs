//! Requests: the lines that a client writes.

use std::time::Duration;

use floe_engine::options::OptionError;
use floe_engine::{AnyGame, EngineSpec, GameLine, MAX_HASH_MEBIBYTES, MAX_THREADS, MoveListError, Objective};
use floe_search::{MAX_DEPTH, column_in_characters, without_mark};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::fields::{FieldError, Integer, QueryId, Seconds, read};
use super::isolation::isolated;
use super::reply::{ProgramVersion, QueryAnswer, QueryError, QueryErrorKind};
use super::settings::QuerySettings;
use crate::json::{LegalMoves, Picture};

type Threads = Integer<1, MAX_THREADS>;
type Mebibytes = Integer<1, MAX_HASH_MEBIBYTES>;
type Object = Map<String, Value>;

/// Search for the best moves of a position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AnalyzeQuery {
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

/// Proof of the value of a position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SolveQuery {
    id: QueryId,
    /// Position in the notation of floe, with all penguins placed.
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
#[derive(Clone, Copy, Deserialize, JsonSchema, Default)]
#[serde(rename_all = "lowercase")]
enum ProofGoal {
    #[default]
    Margin,
    Wdl,
}

/// Question about a position that is answered at once.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PositionQuery {
    id: QueryId,
    /// Position in the notation of floe.
    position: String,
    /// Moves to play from the position first.
    #[serde(default)]
    moves: Vec<String>,
}

/// Order to end a query under way.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CancelQuery {
    id: Option<QueryId>,
    /// Name of the query to end.
    target: QueryId,
}

/// Request without parameters.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlainQuery {
    id: Option<QueryId>,
}

/// Action of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Analyze,
    Solve,
    Moves,
    Show,
    Cancel,
    Terminate,
    Version,
}

const ACTIONS: [(&str, Action); 7] = [
    ("analyze", Action::Analyze),
    ("solve", Action::Solve),
    ("moves", Action::Moves),
    ("show", Action::Show),
    ("cancel", Action::Cancel),
    ("terminate", Action::Terminate),
    ("version", Action::Version),
];

/// Names of the actions of query mode.
pub fn action_names() -> impl Iterator<Item = &'static str> {
    ACTIONS.iter().map(|&(name, _)| name)
}

/// Request that has been read and checked.
pub(super) enum QueryRequest {
    Search(Box<Query>),
    Fact(Option<QueryId>, Box<Fact>),
    Cancel { id: Option<QueryId>, target: QueryId },
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
    pub(super) position: AnyGame,
    pub(super) task: Task,
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) threads: usize,
    pub(super) hash_mebibytes: usize,
    /// Time between two partial results.
    pub(super) progress: Option<Duration>,
    pub(super) priority: i32,
}

/// Work of a [`Query`].
pub(super) enum Task {
    Analyze { engine: EngineSpec, depth: u32, lines: usize },
    Solve { all: bool, objective: Objective },
}

/// Failure to read a request, with the name of the query if it is known.
pub(super) struct RefusedRequest {
    pub(super) id: Option<QueryId>,
    pub(super) error: QueryError,
}

impl QueryRequest {
    /// Name of the request, if it has one.
    pub(super) fn id(&self) -> Option<&QueryId> {
        match self {
            QueryRequest::Search(query) => Some(&query.id),
            QueryRequest::Fact(id, _) | QueryRequest::Cancel { id, .. } | QueryRequest::Terminate(id) => id.as_ref(),
        }
    }

    /// Reads a line.
    pub(super) fn parse(line: &str, settings: &QuerySettings) -> Result<QueryRequest, RefusedRequest> {
        let object = object(line).map_err(|error| RefusedRequest { id: None, error })?;
        let id = object.get("id").cloned().and_then(|id| QueryId::try_from(id).ok());
        isolated(|| QueryRequest::read(object, settings)).map_err(|error| RefusedRequest { id, error })
    }

    fn read(mut object: Object, settings: &QuerySettings) -> Result<QueryRequest, QueryError> {
        let action = action(object.remove("action"))?;
        Ok(match action {
            Action::Analyze => QueryRequest::Search(Box::new(read::<AnalyzeQuery>(object)?.check(settings)?)),
            Action::Solve => QueryRequest::Search(Box::new(read::<SolveQuery>(object)?.check(settings)?)),
            Action::Moves | Action::Show => {
                let PositionQuery { id, position, moves } = read(object)?;
                let position = position_after(&position, &moves)?;
                let fact = if action == Action::Moves { Fact::Moves(position) } else { Fact::Show(position) };
                QueryRequest::Fact(Some(id), Box::new(fact))
            }
            Action::Cancel => {
                let CancelQuery { id, target } = read(object)?;
                QueryRequest::Cancel { id, target }
            }
            Action::Terminate => QueryRequest::Terminate(read::<PlainQuery>(object)?.id),
            Action::Version => QueryRequest::Fact(read::<PlainQuery>(object)?.id, Box::new(Fact::Version)),
        })
    }
}

/// Reads a line, which must be a JSON object.
///
/// # Errors
/// With the column of the mistake.
pub fn object(line: &str) -> Result<Object, QueryError> {
    let line = without_mark(line);
    let (column_in_bytes, problem) = match serde_json::from_str(line) {
        Ok(Value::Object(object)) => return Ok(object),
        Ok(_) => (1 + line.len() - line.trim_start().len(), "expected a JSON object; found another value".to_owned()),
        Err(error) => {
            (byte_column(line, &error), format!("expected a JSON object on one line; {}", without_place(&error)))
        }
    };
    let column = column_in_characters(line.as_bytes(), column_in_bytes);
    Err(QueryError { column: Some(column), ..QueryError::new(QueryErrorKind::Syntax, problem) })
}

/// Column in bytes, from 1, of an error in a text; behind the text where that ends too early.
fn byte_column(text: &str, error: &serde_json::Error) -> usize {
    let lines_before: usize = text.split_inclusive('\n').take(error.line() - 1).map(str::len).sum();
    if error.is_eof() { text.len() + 1 } else { lines_before + error.column() }
}

/// The message of an error without its place.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&place).unwrap_or(&message).to_owned()
}

/// Name of a request, without its other fields.
#[derive(Deserialize)]
struct Name {
    id: QueryId,
}

/// Name of a request, a string of 1 to 200 characters.
///
/// # Errors
/// If there is none, or another value.
pub fn id_of(object: &Object) -> Result<String, QueryError> {
    let name = object.get("id").map(|id| ("id".to_owned(), id.clone()));
    let Name { id: QueryId(id) } = read(name.into_iter().collect())?;
    Ok(id)
}

fn action(value: Option<Value>) -> Result<Action, QueryError> {
    let Some(value) = value else { return Ok(Action::Analyze) };
    let found = ACTIONS.iter().find(|(name, _)| value == *name).map(|&(_, action)| action);
    found.ok_or_else(|| {
        let names = action_names().collect::<Vec<_>>().join(", ");
        QueryError::of_field("action", format!("expected one of {names}; found {value}"))
    })
}

/// Reads a position and plays moves from it.
///
/// # Errors
/// With the column of a mistake in the position, or the number of a move that is not legal.
pub fn position_after(position: &str, moves: &[String]) -> Result<AnyGame, QueryError> {
    let read = position.parse::<AnyGame>().map_err(|error| QueryError {
        field: Some("position".to_owned()),
        column: Some(error.column),
        ..QueryError::new(QueryErrorKind::Position, error)
    });
    Ok(*GameLine::replay(read?, moves)?.end())
}

/// Names options as fields of JSON.
impl From<OptionError> for QueryError {
    fn from(error: OptionError) -> QueryError {
        QueryError::of_field(error.option.replace('-', "_"), error.problem())
    }
}

impl From<MoveListError> for QueryError {
    fn from(error: MoveListError) -> QueryError {
        QueryError { field: Some("moves".to_owned()), ..QueryError::new(QueryErrorKind::Move, error) }
    }
}

/// Checks a number of threads or MiB against the maximum of the session, which is also the default.
fn at_most<const MIN: u64, const MAX: u64>(
    field: &str,
    asked: Option<Integer<MIN, MAX>>,
    most: usize,
) -> Result<usize, QueryError> {
    match asked {
        Some(Integer(asked)) if asked > most as u64 => {
            Err(QueryError::of_field(field, format!("expected an integer from {MIN} to {most}; found {asked}")))
        }
        asked => Ok(asked.map_or(most, |Integer(asked)| asked as usize)),
    }
}

/// Reads the object of limits.
fn limits<T: Default + DeserializeOwned>(object: Option<Object>) -> Result<T, QueryError> {
    let Some(object) = object else { return Ok(T::default()) };
    read(object).map_err(|error| {
        let field = error.field.map_or("limits".to_owned(), |field| format!("limits.{field}"));
        QueryError::of_field(field, error.message)
    })
}

impl AnalyzeQuery {
    fn check(self, settings: &QuerySettings) -> Result<Query, QueryError> {
        let engine = match &self.engine {
            None => settings.engine.clone(),
            Some(text) => engine(text)?,
        };
        let AnalyzeLimits { time, nodes, depth } = limits(self.limits)?;
        let depth = depth.map(|Integer(depth)| depth as u32).or(engine.depth);
        let nodes = nodes.map(|Integer(nodes)| nodes).or(engine.nodes);
        let default_time = (depth.is_none() && nodes.is_none()).then_some(QuerySettings::DEFAULT_TIME);
        let threads = self.threads.or(engine.threads.map(|threads| Integer(threads as u64)));
        let hash = self.hash.or(engine.hash.map(|hash| Integer(hash as u64)));
        Ok(Query {
            id: self.id,
            position: position_after(&self.position, &self.moves)?,
            time: time.map(|Seconds(time)| time).or(engine.time).or(default_time),
            nodes,
            task: Task::Analyze {
                engine,
                depth: depth.unwrap_or(MAX_DEPTH),
                lines: self.lines.map_or(1, |Integer(lines)| lines as usize),
            },
            threads: at_most("threads", threads, settings.threads)?,
            hash_mebibytes: at_most("hash", hash, settings.hash_mebibytes)?,
            progress: self.progress.map(|Seconds(interval)| interval),
            priority: self.priority,
        })
    }
}

/// Reads an engine, which must name no files: those of the session stay as they are.
fn engine(text: &str) -> Result<EngineSpec, QueryError> {
    let spec: EngineSpec = text.parse().map_err(|error| QueryError::of_field("engine", error))?;
    if spec.weights.is_some() || spec.network.is_some() {
        let problem = format!("expected an engine without weights= and network=; found '{text}'");
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
        Ok(Query {
            id: self.id,
            position: position_after(&self.position, &self.moves)?,
            task: Task::Solve { all: self.all, objective },
            time: time.map(|Seconds(time)| time),
            nodes: nodes.map(|Integer(nodes)| nodes),
            threads: at_most("threads", self.threads, settings.threads)?,
            hash_mebibytes: at_most("hash", self.hash, settings.hash_mebibytes)?,
            progress: self.progress.map(|Seconds(interval)| interval),
            priority: self.priority,
        })
    }
}

/// Deserializes the fields of an object.
///
/// # Errors
/// With the name of the field that is missing, unknown or of a wrong value.
pub fn read_object<T: DeserializeOwned>(object: Object) -> Result<T, QueryError> {
    Ok(read(object)?)
}

impl From<FieldError> for QueryError {
    fn from(FieldError { field, message }: FieldError) -> QueryError {
        QueryError { field, ..QueryError::new(QueryErrorKind::Field, message) }
    }
}

/// Schema of a request, with its definitions in `generator`.
pub fn request_schema(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<QueryRequest>()
}

/// One schema of each action, which may be left out for `analyze`.
impl JsonSchema for QueryRequest {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "QueryRequest".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let requests = ACTIONS.map(|(name, action)| {
            let request = match action {
                Action::Analyze => AnalyzeQuery::json_schema(generator),
                Action::Solve => SolveQuery::json_schema(generator),
                Action::Moves | Action::Show => PositionQuery::json_schema(generator),
                Action::Cancel => CancelQuery::json_schema(generator),
                Action::Terminate | Action::Version => PlainQuery::json_schema(generator),
            };
            with_action(request, name, action == Action::Analyze)
        });
        json_schema!({"description": "Line that a client writes.", "oneOf": requests})
    }
}

/// Adds the field `action` to the schema of an object.
fn with_action(schema: Schema, name: &str, is_default: bool) -> Value {
    let mut schema = schema.to_value();
    schema["properties"]["action"] = serde_json::json!({"const": name});
    if !is_default {
        match schema["required"].as_array_mut() {
            Some(required) => required.push("action".into()),
            None => schema["required"] = serde_json::json!(["action"]),
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_from_one() {
        for (line, column) in [
            ("", 1),
            ("x", 1),
            ("é", 1),
            ("[]", 1),
            ("  3", 3),
            ("{", 2),
            ("{\"é\": é}", 7),
            ("{\"é\"", 5),
            ("{\n\n  x", 6),
            ("\u{feff}x", 1),
        ] {
            let error = object(line).unwrap_err();
            assert_eq!(error.column, Some(column), "{line:?}: {error}");
            assert!(!error.message.contains("column"), "{error}");
        }
        assert!(object("\u{feff}{}").is_ok());
    }
}
