use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

/// A difference between the configuration in a file and the one that is expected.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The place in the configuration, such as `engines[1].options.nodes`.
    pub at: String,
    /// The value in the file; null if it is missing.
    pub stored: Value,
    /// The value expected; null if it is missing.
    pub expected: Value,
}

impl Difference {
    /// Finds all differences, each at the innermost place.
    pub fn between(stored: &Value, expected: &Value) -> Vec<Difference> {
        let mut differences = Vec::new();
        collect(String::new(), stored, expected, &mut differences);
        differences
    }

    /// Lists differences in one line.
    pub fn list(differences: &[Difference]) -> String {
        differences.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {} there, not {}", self.at, self.stored, self.expected)
    }
}

fn collect(at: String, stored: &Value, expected: &Value, differences: &mut Vec<Difference>) {
    match (stored, expected) {
        (Value::Object(old), Value::Object(new)) => {
            for key in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
                let at = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
                collect(at, &stored[key], &expected[key], differences);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            let item = |items: &[Value], index| items.get(index).cloned().unwrap_or_default();
            for index in 0..old.len().max(new.len()) {
                collect(format!("{at}[{index}]"), &item(old, index), &item(new, index), differences);
            }
        }
        _ if stored != expected => {
            differences.push(Difference { at, stored: stored.clone(), expected: expected.clone() });
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_innermost_place_is_named() {
        let stored = json!({"seed": 1, "engines": [{"name": "uct", "nodes": 1000}, {"name": "greedy"}], "players": 2});
        let asked = json!({"seed": 1, "engines": [{"name": "uct", "nodes": 2000}], "players": 2, "rules": "push"});
        let said: Vec<String> = Difference::between(&stored, &asked).iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "engines[0].nodes is 1000 there, not 2000",
                r#"engines[1] is {"name":"greedy"} there, not null"#,
                r#"rules is null there, not "push""#,
            ]
        );
        assert!(Difference::between(&stored, &stored).is_empty());
    }
}
