//! TypeScript types of a JSON Schema, as far as schemas of Rust types go.

use serde_json::{Map, Value};

/// Declares every definition of a schema as a type.
pub(crate) fn declarations(schema: &Value) -> String {
    let definitions = schema["$defs"]
        .as_object()
        .expect("a schema has definitions");
    let declare = |(name, schema): (&String, &Value)| {
        format!(
            "\n{}export type {name} = {};\n",
            comment(schema, 0),
            type_of(schema, 0)
        )
    };
    definitions.iter().map(declare).collect()
}

/// Documentation of a type or field, above it.
fn comment(schema: &Value, depth: usize) -> String {
    let Some(text) = schema["description"].as_str() else {
        return String::new();
    };
    let indent = "  ".repeat(depth);
    format!("{indent}/** {} */\n", text.replace('\n', " "))
}

/// Type of the values that a schema allows.
fn type_of(schema: &Value, depth: usize) -> String {
    let Some(keywords) = schema.as_object() else {
        return "unknown".to_owned();
    };
    let types: Vec<String> = keywords
        .iter()
        .filter_map(|(keyword, argument)| part(keyword, argument, keywords, depth))
        .collect();
    match &types[..] {
        [] => "unknown".to_owned(),
        [only] => only.clone(),
        // Each keyword restricts the values further.
        several => several
            .iter()
            .map(|part| grouped(part))
            .collect::<Vec<_>>()
            .join(" & "),
    }
}

/// Type that a keyword of a schema allows; `None` for one that only describes, or belongs to
/// another.
fn part(
    keyword: &str,
    argument: &Value,
    keywords: &Map<String, Value>,
    depth: usize,
) -> Option<String> {
    let each = || argument.as_array().into_iter().flatten();
    match keyword {
        "$ref" => Some(argument.as_str()?.rsplit('/').next()?.to_owned()),
        "const" => Some(argument.to_string()),
        "enum" => Some(union(each().map(Value::to_string))),
        "oneOf" | "anyOf" => Some(union(each().map(|schema| type_of(schema, depth)))),
        "type" if argument.is_array() => {
            Some(union(each().map(|name| named(name, keywords, depth))))
        }
        // A constant or a list of values says more.
        "type" if keywords.contains_key("const") || keywords.contains_key("enum") => None,
        // The variants of an enum say more.
        "type"
            if argument == "object" && !has_fields(keywords) && keywords.contains_key("oneOf") =>
        {
            None
        }
        "type" => Some(named(argument, keywords, depth)),
        "properties" if !keywords.contains_key("type") => Some(object(keywords, depth)),
        _ => None,
    }
}

fn has_fields(keywords: &Map<String, Value>) -> bool {
    ["properties", "patternProperties", "additionalProperties"]
        .iter()
        .any(|keyword| keywords.contains_key(*keyword))
}

/// Type of a schema's values of the JSON type with this name.
fn named(name: &Value, keywords: &Map<String, Value>, depth: usize) -> String {
    match name.as_str().expect("a type has a name") {
        "integer" | "number" => "number".to_owned(),
        "array" => array(keywords, depth),
        "object" => object(keywords, depth),
        name => name.to_owned(),
    }
}

fn array(keywords: &Map<String, Value>, depth: usize) -> String {
    let item = type_of(keywords.get("items").unwrap_or(&Value::Null), depth);
    let length = |keyword| keywords.get(keyword).and_then(Value::as_u64);
    match (length("minItems"), length("maxItems")) {
        (Some(least), Some(most)) if least == most => {
            format!("[{}]", vec![item; most as usize].join(", "))
        }
        _ => format!("{}[]", grouped(&item)),
    }
}

fn object(keywords: &Map<String, Value>, depth: usize) -> String {
    let Some(properties) = keywords.get("properties").and_then(Value::as_object) else {
        let by_pattern = keywords
            .get("patternProperties")
            .and_then(|patterns| patterns.as_object()?.values().next());
        let others = by_pattern
            .or(keywords.get("additionalProperties"))
            .unwrap_or(&Value::Null);
        return format!("Record<string, {}>", type_of(others, depth));
    };
    let required: Vec<&Value> = keywords
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .collect();
    let indent = "  ".repeat(depth);
    let field = |(name, schema): (&String, &Value)| {
        let mark = if required.iter().any(|required| *required == name) {
            ""
        } else {
            "?"
        };
        format!(
            "{}{indent}  {name}{mark}: {};\n",
            comment(schema, depth + 1),
            type_of(schema, depth + 1)
        )
    };
    format!(
        "{{\n{}{indent}}}",
        properties.iter().map(field).collect::<String>()
    )
}

fn union(types: impl Iterator<Item = String>) -> String {
    types.collect::<Vec<_>>().join(" | ")
}

/// A type in brackets, if it is a union or an intersection.
fn grouped(one: &str) -> String {
    let mut depth = 0;
    for sign in one.chars() {
        match sign {
            '{' | '(' | '[' | '<' => depth += 1,
            '}' | ')' | ']' | '>' => depth -= 1,
            '|' | '&' if depth == 0 => return format!("({one})"),
            _ => {}
        }
    }
    one.to_owned()
}
