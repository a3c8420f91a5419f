//! Lines of a client: an object with an action, whose fields a type of requests reads.

use floe_search::{column_in_characters, without_mark};
use schemars::Schema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::fields::{QueryId, read, read_variant};
use super::reply::{QueryError, QueryErrorKind};

/// Fields of a JSON object by their names.
pub(super) type Object = Map<String, Value>;

/// Action of requests that name none.
const DEFAULT_ACTION: &str = "analyze";

/// Line of a client as a JSON object: its action, and its other fields.
#[derive(Clone, Debug)]
pub struct RequestLine {
    action: Value,
    fields: Object,
}

impl RequestLine {
    /// Reads a line. Without a field `action` the action is `analyze`.
    ///
    /// # Errors
    /// If the line is no JSON object, with the column of the mistake.
    pub fn parse(line: &str) -> Result<RequestLine, QueryError> {
        let mut fields = object(line)?;
        let action = fields
            .remove("action")
            .unwrap_or_else(|| DEFAULT_ACTION.into());
        Ok(RequestLine { action, fields })
    }

    /// Name of the request; `None` if the line has none, or one that is not of 1 to 200 characters.
    pub fn id(&self) -> Option<QueryId> {
        QueryId::try_from(self.fields.get("id")?.clone()).ok()
    }

    /// Removes the name of the request from the fields, and returns it.
    ///
    /// # Errors
    /// If the line has no name, or one that is not of 1 to 200 characters.
    pub fn take_id(&mut self) -> Result<QueryId, QueryError> {
        let name = self.fields.remove("id").map(|id| ("id".to_owned(), id));
        let Name { id } = read(name.into_iter().collect())?;
        Ok(id)
    }

    /// Whether the action is the name of a variant of `R`, an enum of requests.
    pub fn is_one_of<R: DeserializeOwned>(&self) -> bool {
        actions_of::<R>().iter().any(|name| self.action == **name)
    }

    /// Reads the fields as the variant of `R`, an enum of requests, whose name is the action.
    ///
    /// # Errors
    /// If `R` has no such action, or if a field is missing, unknown or of a wrong value; the error
    /// names the field.
    pub fn read<R: DeserializeOwned>(self) -> Result<R, QueryError> {
        if self.is_one_of::<R>() {
            return Ok(read_variant(
                self.action.as_str().unwrap_or_default(),
                self.fields,
            )?);
        }
        Err(self.unknown_action(actions_of::<R>()))
    }

    /// Error that says that the action is none of `actions`.
    pub fn unknown_action(&self, actions: &[&str]) -> QueryError {
        QueryError::of_field(
            "action",
            format!(
                "expected one of {}; found {}",
                actions.join(", "),
                self.action
            ),
        )
    }
}

/// Names of the actions of `R`, an enum of requests: the names of its variants in JSON.
pub fn actions_of<R: DeserializeOwned>() -> &'static [&'static str] {
    // No action has an empty name, and the error lists all.
    read_variant::<R>("", Object::new())
        .err()
        .map_or(&[], |error| error.actions)
}

/// Reads a line, which must be a JSON object.
///
/// # Errors
/// With the column of the mistake.
fn object(line: &str) -> Result<Object, QueryError> {
    let line = without_mark(line);
    let (column_in_bytes, problem) = match serde_json::from_str(line) {
        Ok(Value::Object(object)) => return Ok(object),
        Ok(_) => (
            1 + line.len() - line.trim_start().len(),
            "expected a JSON object; found another value".to_owned(),
        ),
        Err(error) => (
            byte_column(line, &error),
            format!(
                "expected a JSON object on one line; {}",
                without_place(&error)
            ),
        ),
    };
    let column = column_in_characters(line.as_bytes(), column_in_bytes);
    Err(QueryError {
        column: Some(column),
        ..QueryError::new(QueryErrorKind::Syntax, problem)
    })
}

/// Column in bytes, from 1, of an error in a text; behind the text where that ends too early.
fn byte_column(text: &str, error: &serde_json::Error) -> usize {
    let lines_before: usize = text
        .split_inclusive('\n')
        .take(error.line() - 1)
        .map(str::len)
        .sum();
    if error.is_eof() {
        text.len() + 1
    } else {
        lines_before + error.column()
    }
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

/// Changes the JSON schema of an enum of requests, whose variants are `{"solve": {…}}`, into the
/// schema of a client's lines: the fields of each variant with its name as the field `action`,
/// which may be left out for `analyze`.
pub fn by_action(schema: &mut Schema) {
    let variants = schema.get_mut("oneOf").and_then(Value::as_array_mut);
    for variant in variants.into_iter().flatten() {
        let variants = variant["properties"]
            .as_object_mut()
            .expect("a variant has a name");
        let (name, mut request) = std::mem::take(variants)
            .into_iter()
            .next()
            .expect("a variant has a name");
        if name != DEFAULT_ACTION {
            require(&mut request, "action");
        }
        request["properties"]["action"] = json!({"const": name});
        *variant = request;
    }
}

/// Adds a field to those that the schema of an object requires.
fn require(schema: &mut Value, field: &str) {
    match schema["required"].as_array_mut() {
        Some(required) => required.push(field.into()),
        None => schema["required"] = json!([field]),
    }
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
