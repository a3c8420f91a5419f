//! JSON Schema of the lines between a page and the board.

use floe_query::{QueryReply, request_schema};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::reply::BoardAnswer;
use crate::request::PageRequest;

/// JSON schema of all lines that a page or the board writes: the requests of query mode and of the
/// page, and the replies to both.
///
/// ```
/// let schema = floe_board::schema();
/// assert_eq!(schema["anyOf"][1]["$ref"], "#/$defs/PageRequest");
/// assert!(schema["$defs"]["BoardState"]["properties"]["svg"].is_object());
/// ```
pub fn schema() -> Value {
    let mut reading = SchemaSettings::draft2020_12()
        .for_deserialize()
        .into_generator();
    let mut writing = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    let lines = [
        request_schema(&mut reading),
        reading.subschema_for::<PageRequest>(),
        writing.subschema_for::<QueryReply<BoardAnswer>>(),
    ];
    let mut definitions = reading.take_definitions(true);
    definitions.extend(writing.take_definitions(true));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "floe board",
        "description": "Line that a page or the board writes. Objects may get more fields: ignore unknown ones.",
        "anyOf": lines,
        "$defs": definitions,
    })
}
