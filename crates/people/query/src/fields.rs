//! Reading of requests: a JSON object is deserialized field by field, so that an error names its
//! field.

use std::fmt::{self, Display};
use std::time::Duration;

use floe_search::parse_duration;
use floe_variants::did_you_mean;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::{EnumAccessDeserializer, MapAccessDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error, Expected, IntoDeserializer, MapAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde_json::{Map, Value, map};

/// Mistake in a field of an object.
#[derive(Clone, PartialEq, Eq, Default, Debug, thiserror::Error)]
#[error("{message}")]
pub(super) struct FieldError {
    /// Name of the field; `None` until it is known.
    pub(super) field: Option<String>,
    pub(super) message: String,
    /// Names of all actions, if the one given is unknown.
    pub(super) actions: &'static [&'static str],
}

impl Error for FieldError {
    fn custom<T: Display>(message: T) -> FieldError {
        FieldError {
            message: message.to_string(),
            ..FieldError::default()
        }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> FieldError {
        FieldError::custom(format_args!("expected {expected}; found {found}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> FieldError {
        FieldError::invalid_type(found, expected)
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> FieldError {
        let like = did_you_mean(field, known.iter().copied());
        let names = known.join(", ");
        let message = format!(
            "unknown field '{}'{like}; known: {names}",
            field.escape_debug()
        );
        FieldError {
            field: Some(field.to_owned()),
            ..FieldError::custom(message)
        }
    }

    fn missing_field(field: &'static str) -> FieldError {
        let message = format!("expected the field '{field}'; found none");
        FieldError {
            field: Some(field.to_owned()),
            ..FieldError::custom(message)
        }
    }

    fn unknown_variant(_: &str, actions: &'static [&'static str]) -> FieldError {
        FieldError {
            actions,
            ..FieldError::custom("unknown action")
        }
    }
}

/// Deserializes an object.
pub(super) fn read<T: DeserializeOwned>(object: Map<String, Value>) -> Result<T, FieldError> {
    T::deserialize(MapAccessDeserializer::new(Fields::new(object)))
}

/// Deserializes an object as the variant of an enum with this name.
pub(super) fn read_variant<T: DeserializeOwned>(
    name: &str,
    object: Map<String, Value>,
) -> Result<T, FieldError> {
    T::deserialize(EnumAccessDeserializer::new(Variant { name, object }))
}

/// Name of a variant of an enum with the fields of its content.
struct Variant<'a> {
    name: &'a str,
    object: Map<String, Value>,
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = FieldError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), FieldError> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = FieldError;

    fn unit_variant(self) -> Result<(), FieldError> {
        Err(FieldError::custom("a request has a type of its own"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, FieldError> {
        seed.deserialize(MapAccessDeserializer::new(Fields::new(self.object)))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, FieldError> {
        Err(FieldError::custom("a request has a type of its own"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, FieldError> {
        Err(FieldError::custom("a request has a type of its own"))
    }
}

/// Turns numbers such as `1000.0` and `1e19` into integers, as far as 64 bits hold them.
fn make_integers(value: &mut Value) {
    const END: f64 = (1_u128 << 64) as f64;
    const LEAST: f64 = i64::MIN as f64;
    match value {
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(whole @ 0.0..END) if whole.fract() == 0.0 => *value = (whole as u64).into(),
            Some(whole @ LEAST..0.0) if whole.fract() == 0.0 => *value = (whole as i64).into(),
            _ => {}
        },
        Value::Array(values) => values.iter_mut().for_each(make_integers),
        Value::Object(fields) => fields.values_mut().for_each(make_integers),
        _ => {}
    }
}

/// Fields of an object that are yet to be read.
struct Fields {
    fields: map::IntoIter,
    /// The field whose name has been read, and its value has not.
    current: Option<(String, Value)>,
}

impl Fields {
    fn new(mut object: Map<String, Value>) -> Fields {
        object.values_mut().for_each(make_integers);
        Fields {
            fields: object.into_iter(),
            current: None,
        }
    }
}

impl<'de> MapAccess<'de> for Fields {
    type Error = FieldError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, FieldError> {
        self.current = self.fields.next();
        self.current
            .as_ref()
            .map(|(name, _)| seed.deserialize(name.as_str().into_deserializer()))
            .transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, FieldError> {
        let (name, value) = self
            .current
            .take()
            .expect("the name of a field comes before its value");
        seed.deserialize(value).map_err(|error| FieldError {
            field: Some(name),
            ..FieldError::custom(error)
        })
    }
}

/// Text of a value in an error: as JSON, cut off where it is long.
fn shown(value: &Value) -> String {
    const SHOWN: usize = 40;
    let text = value.to_string();
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() {
        format!("{start}…")
    } else {
        text
    }
}

/// Integer from `MIN` to `MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct Integer<const MIN: u64, const MAX: u64>(pub(super) u64);

impl<const MIN: u64, const MAX: u64> TryFrom<Value> for Integer<MIN, MAX> {
    type Error = FieldError;

    fn try_from(value: Value) -> Result<Self, FieldError> {
        let number = value.as_u64().filter(|number| (MIN..=MAX).contains(number));
        let wrong = || {
            let range = if MAX == u64::MAX {
                format!("of at least {MIN}")
            } else {
                format!("from {MIN} to {MAX}")
            };
            FieldError::custom(format_args!(
                "expected an integer {range}; found {}",
                shown(&value)
            ))
        };
        number.map(Integer).ok_or_else(wrong)
    }
}

impl<const MIN: u64, const MAX: u64> JsonSchema for Integer<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("IntegerFrom{MIN}To{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        if MAX == u64::MAX {
            json_schema!({"type": "integer", "minimum": MIN})
        } else {
            json_schema!({"type": "integer", "minimum": MIN, "maximum": MAX})
        }
    }
}

/// Duration: a number of seconds, or text such as `500ms`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct Seconds(pub(super) Duration);

/// Longest duration in seconds, about three years.
const MAX_SECONDS: f64 = 1e8;

impl TryFrom<Value> for Seconds {
    type Error = FieldError;

    fn try_from(value: Value) -> Result<Self, FieldError> {
        let duration = match &value {
            Value::Number(number) => number
                .as_f64()
                .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            Value::String(text) => parse_duration(text).ok(),
            _ => None,
        };
        let wrong = || {
            let expected =
                "a number of seconds, or a duration such as \"500ms\", \"5s\", \"2m\" or \"1h\"";
            FieldError::custom(format_args!("expected {expected}; found {}", shown(&value)))
        };
        duration
            .filter(|duration| duration.as_secs_f64() <= MAX_SECONDS)
            .map(Seconds)
            .ok_or_else(wrong)
    }
}

impl JsonSchema for Seconds {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seconds".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Duration: a number of seconds, or text such as \"500ms\", \"5s\", \"2m\" or \"1h\".",
            "anyOf": [
                {"type": "number", "minimum": 0, "maximum": MAX_SECONDS},
                {"type": "string"},
            ],
        })
    }
}

/// Name of a request, of 1 to 200 characters, which the client chooses and which the replies to it
/// repeat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub struct QueryId(pub(crate) String);

impl fmt::Display for QueryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Longest name of a query in characters, so that waiting queries are small.
const MAX_ID: usize = 200;

impl TryFrom<Value> for QueryId {
    type Error = String;

    fn try_from(value: Value) -> Result<QueryId, String> {
        match value {
            Value::String(text) if !text.is_empty() && text.chars().count() <= MAX_ID => {
                Ok(QueryId(text))
            }
            other => Err(format!(
                "expected a string of 1 to {MAX_ID} characters; found {}",
                shown(&other)
            )),
        }
    }
}

impl JsonSchema for QueryId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "QueryId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Name of a query, chosen by the client.",
            "type": "string", "minLength": 1, "maxLength": MAX_ID,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct Order {
        count: Integer<1, 9>,
        time: Option<Seconds>,
        #[serde(default)]
        words: Vec<String>,
    }

    fn some(value: Value) -> Result<Order, (String, String)> {
        let Value::Object(object) = value else {
            panic!("an object")
        };
        read(object).map_err(|error| (error.field.unwrap(), error.message))
    }

    #[test]
    fn an_error_names_its_field() {
        for (value, field, message) in [
            (json!({}), "count", "expected the field 'count'; found none"),
            (
                json!({"count": 0}),
                "count",
                "expected an integer from 1 to 9; found 0",
            ),
            (
                json!({"count": -1}),
                "count",
                "expected an integer from 1 to 9; found -1",
            ),
            (
                json!({"count": 1.5}),
                "count",
                "expected an integer from 1 to 9; found 1.5",
            ),
            (
                json!({"count": 1, "tame": 1}),
                "tame",
                "unknown field 'tame' (did you mean 'time'?); known: count, time, words",
            ),
            (
                json!({"count": 1, "words": ["a", 1]}),
                "words",
                "invalid type: integer `1`, expected a string",
            ),
            (
                json!({"count": 1, "time": -1}),
                "time",
                "expected a number of seconds, or a duration such as \"500ms\", \"5s\", \"2m\" or \"1h\"; found -1",
            ),
        ] {
            assert_eq!(
                some(value).unwrap_err(),
                (field.to_owned(), message.to_owned())
            );
        }
    }

    #[test]
    fn whole_numbers_may_have_a_point_or_an_exponent() {
        #[derive(Deserialize, PartialEq, Debug)]
        struct Numbers {
            seed: u64,
            priority: i32,
            share: f64,
            list: Vec<u8>,
        }
        let text = r#"{"seed": 1e19, "priority": -2.0, "share": 1.0, "list": [3.0, 4e0]}"#;
        let numbers: Numbers = read(serde_json::from_str(text).unwrap()).unwrap();
        assert_eq!(
            numbers,
            Numbers {
                seed: 10_u64.pow(19),
                priority: -2,
                share: 1.0,
                list: vec![3, 4]
            }
        );
        assert_eq!(some(json!({"count": 3.0})).unwrap().count, Integer(3));
        for seed in ["1e20", "-1.0", "1.5", "1e-1"] {
            let text = format!(r#"{{"seed": {seed}, "priority": 0, "share": 1, "list": []}}"#);
            let error = read::<Numbers>(serde_json::from_str(&text).unwrap()).unwrap_err();
            assert_eq!(error.field.as_deref(), Some("seed"), "{seed}: {error}");
        }
    }

    #[test]
    fn times_are_numbers_or_text() {
        for (time, milliseconds) in [
            (json!(0), 0),
            (json!(1.5), 1500),
            (json!("20ms"), 20),
            (json!("2m"), 120_000),
        ] {
            let read = some(json!({"count": 9, "time": time})).unwrap();
            assert_eq!(
                read.time,
                Some(Seconds(Duration::from_millis(milliseconds)))
            );
        }
        assert_eq!(some(json!({"count": 9, "time": null})).unwrap().time, None);
        assert!(some(json!({"count": 9, "time": 1e300})).is_err());
    }
}
