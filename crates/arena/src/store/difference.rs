use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

/// One thing that differs between the configuration in a file and the one asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// Where it stands, such as `engines[1].options.nodes`.
    pub at: String,
    /// What the file says; null where it says nothing.
    pub stored: Value,
    /// What was asked for; null where nothing was said.
    pub asked: Value,
}

impl Difference {
    pub(super) fn new(at: &str, stored: &Value, asked: &Value) -> Difference {
        Difference { at: at.to_owned(), stored: stored.clone(), asked: asked.clone() }
    }

    /// Everything that differs, each thing at the innermost place.
    pub fn between(stored: &Value, asked: &Value) -> Vec<Difference> {
        let mut differences = Vec::new();
        collect("", stored, asked, &mut differences);
        differences
    }

    /// All of them in one line.
    pub fn list(differences: &[Difference]) -> String {
        differences.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {} there, not {}", self.at, self.stored, self.asked)
    }
}

fn collect(at: &str, stored: &Value, asked: &Value, differences: &mut Vec<Difference>) {
    match (stored, asked) {
        (Value::Object(old), Value::Object(new)) => {
            let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            for key in keys {
                let at = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
                collect(&at, old.get(key).unwrap_or(&Value::Null), new.get(key).unwrap_or(&Value::Null), differences);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for index in 0..old.len().max(new.len()) {
                let at = format!("{at}[{index}]");
                collect(
                    &at,
                    old.get(index).unwrap_or(&Value::Null),
                    new.get(index).unwrap_or(&Value::Null),
                    differences,
                );
            }
        }
        _ if stored != asked => differences.push(Difference::new(at, stored, asked)),
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
