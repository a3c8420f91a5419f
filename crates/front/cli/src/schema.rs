//! JSON Schema of query mode, and of the results of all commands.

use floe_arena::report::MatchReport;
use floe_arena::tuning::TuningProgress;
use floe_matches::CheckReport;
use floe_query::json::{LegalMoves, Picture, SolveReport};
use floe_query::{QueryReply, request_schema};
use floe_review::{EngineProofs, SuiteReport};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::commands::analyze::ExplainedAnalysis;
use crate::commands::apply::PositionAfter;
use crate::commands::bench::Signature;
use crate::commands::docs::DocsPage;
use crate::commands::match_::MatchPlan;
use crate::commands::new::Dealt;
use crate::commands::perft::Count;
use crate::commands::puzzle::{JsonExercise, JsonPuzzle};
use crate::commands::rate::Rated;
use crate::commands::replay::{DroppedMove, ExportedGames, ReplayedMove};
use crate::commands::rules::RulesList;
use crate::commands::selfplay::{JsonSample, SelfPlayReport};
use crate::commands::verify::VerifiedCertificate;
use crate::output::ErrorObject;
use crate::split_proof::SplitStatus;

/// Returns the schema of a type, with its definitions in the generator.
type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// Schemas of the results by the value of their field `schema`.
const RESULTS: &[(&str, SchemaOf)] = &[
    ("floe/analyze/1", of::<ExplainedAnalysis>),
    ("floe/apply/1", of::<PositionAfter>),
    ("floe/bench/1", of::<Signature>),
    ("floe/docs/1", of::<DocsPage>),
    ("floe/dropped/1", of::<DroppedMove>),
    ("floe/error/1", of::<ErrorObject>),
    ("floe/exercise/1", of::<JsonExercise>),
    ("floe/export/1", of::<ExportedGames>),
    #[cfg(feature = "train")]
    (
        "floe/learned/1",
        of::<crate::commands::train::LearnedReport>,
    ),
    ("floe/match/1", of::<MatchReport>),
    ("floe/moves/1", of::<LegalMoves>),
    ("floe/new/1", of::<Dealt>),
    ("floe/perft/1", of::<Count>),
    ("floe/plan/1", of::<MatchPlan>),
    ("floe/proof-status/1", of::<SplitStatus>),
    ("floe/proofs/1", of::<EngineProofs>),
    ("floe/puzzle/1", of::<JsonPuzzle>),
    ("floe/rate/1", of::<Rated>),
    ("floe/replay/1", of::<ReplayedMove>),
    ("floe/rules/1", of::<RulesList>),
    ("floe/sample/1", of::<JsonSample>),
    ("floe/selfplay/1", of::<SelfPlayReport>),
    ("floe/show/1", of::<Picture>),
    ("floe/solve/1", of::<SolveReport>),
    #[cfg(feature = "sql")]
    ("floe/sql/1", of::<crate::sql::SqlAnswer>),
    ("floe/suite/1", of::<SuiteReport>),
    #[cfg(feature = "train")]
    ("floe/train/1", of::<crate::commands::train::TrainReport>),
    ("floe/tune/1", of::<TuningProgress>),
    ("floe/ugi-check/1", of::<CheckReport>),
    ("floe/verify/1", of::<VerifiedCertificate>),
];

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Returns the schema of a line that floe reads or writes as JSON.
pub(crate) fn document() -> Value {
    let mut reading = SchemaSettings::draft2020_12()
        .for_deserialize()
        .into_generator();
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    let request = request_schema(&mut reading);
    let reply = of::<QueryReply>(&mut generator);
    let results = RESULTS.iter().map(|&(name, schema)| {
        let mut result = schema(&mut generator).to_value();
        result["properties"] = json!({"schema": {"const": name}});
        result["required"] = json!(["schema"]);
        result
    });
    let results: Vec<Value> = results.collect();
    let mut definitions = reading.take_definitions(true);
    definitions.extend(generator.take_definitions(true));
    let description = "Object that a command prints with --json.";
    definitions.insert(
        "CommandResult".to_owned(),
        json!({"description": description, "oneOf": results}),
    );
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "floe",
        "description": "Line that floe reads or writes as JSON. Objects may get more fields: ignore unknown ones.",
        "anyOf": [request, reply, {"$ref": "#/$defs/CommandResult"}],
        "$defs": definitions,
    })
}
