//! The JSON Schema that the program prints, and the output of all commands against it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::run::{Folder, floe, floe_with, objects};
use crate::{DEALT, ENDGAME, EXAMPLE, OVER, THREE};

/// Keywords that only describe.
const NOTES: [&str; 7] = [
    "$schema",
    "$defs",
    "title",
    "description",
    "default",
    "format",
    "$comment",
];

/// A schema with its definitions. It checks the keywords that are used, and does not know others.
struct Schema(Value);

/// The fields of an object that a schema has evaluated, or the place of the first violation.
type Checked = Result<BTreeSet<String>, String>;

impl Schema {
    fn printed() -> Schema {
        Schema(serde_json::from_str(&floe("query --schema").fine()).unwrap())
    }

    /// Checks a value by a definition. Unknown fields are violations, although clients must ignore
    /// them.
    fn check(&self, definition: &str, value: &Value) -> Result<(), String> {
        self.check_all(&self.0["$defs"][definition], value)
    }

    /// Checks a value, and that the schema names all its fields.
    fn check_all(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let evaluated = self.evaluate(schema, value)?;
        let fields = value
            .as_object()
            .into_iter()
            .flat_map(|object| object.keys());
        let mut unknown = fields.filter(|field| !evaluated.contains(*field));
        unknown
            .next()
            .map_or(Ok(()), |field| Err(format!("unknown field {field}")))
    }

    fn evaluate(&self, schema: &Value, value: &Value) -> Checked {
        let mut evaluated = BTreeSet::new();
        let keywords = schema
            .as_object()
            .map_or(Vec::new(), |object| object.iter().collect());
        assert!(!schema.is_null(), "no such schema, for {value}");
        for (keyword, argument) in keywords {
            let wrong = || format!("{keyword} {argument}: {value}");
            let holds = match keyword.as_str() {
                note if NOTES.contains(&note) => true,
                "$ref" => {
                    let name = argument.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                    evaluated.extend(self.evaluate(&self.0["$defs"][name], value)?);
                    true
                }
                "type" => match argument {
                    Value::Array(types) => types.iter().any(|name| is_of_type(name, value)),
                    name => is_of_type(name, value),
                },
                "const" => argument == value,
                "enum" => argument.as_array().unwrap().contains(value),
                "minimum" => value
                    .as_f64()
                    .is_none_or(|number| number >= argument.as_f64().unwrap()),
                "maximum" => value
                    .as_f64()
                    .is_none_or(|number| number <= argument.as_f64().unwrap()),
                "minLength" => value
                    .as_str()
                    .is_none_or(|text| text.chars().count() as u64 >= argument.as_u64().unwrap()),
                "pattern" => {
                    assert_eq!(argument, "^[0-9]+$", "the only pattern known here");
                    let is_number = |text: &str| {
                        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
                    };
                    value.as_str().is_none_or(is_number)
                }
                "maxLength" => value
                    .as_str()
                    .is_none_or(|text| text.chars().count() as u64 <= argument.as_u64().unwrap()),
                "minItems" => value
                    .as_array()
                    .is_none_or(|items| items.len() as u64 >= argument.as_u64().unwrap()),
                "maxItems" => value
                    .as_array()
                    .is_none_or(|items| items.len() as u64 <= argument.as_u64().unwrap()),
                "required" => argument
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|name| value.get(name.as_str().unwrap()).is_some()),
                "properties" => {
                    for (name, property) in argument.as_object().unwrap() {
                        if let Some(field) = value.get(name) {
                            self.check_all(property, field)
                                .map_err(|error| format!("{name}: {error}"))?;
                            evaluated.insert(name.clone());
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    let named = |field: &str| schema["properties"].get(field).is_some();
                    let others = value
                        .as_object()
                        .into_iter()
                        .flatten()
                        .filter(|(name, _)| !named(name));
                    for (name, field) in others {
                        if *argument == json!(false) {
                            return Err(format!("unknown field {name}"));
                        }
                        self.check_all(argument, field)
                            .map_err(|error| format!("{name}: {error}"))?;
                        evaluated.insert(name.clone());
                    }
                    true
                }
                "items" => {
                    let start = schema["prefixItems"].as_array().map_or(0, Vec::len);
                    for item in value.as_array().into_iter().flatten().skip(start) {
                        self.check_all(argument, item)?;
                    }
                    true
                }
                "prefixItems" => {
                    for (schema, item) in argument
                        .as_array()
                        .unwrap()
                        .iter()
                        .zip(value.as_array().unwrap())
                    {
                        self.check_all(schema, item)?;
                    }
                    true
                }
                "anyOf" | "oneOf" => {
                    let branches = argument
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|branch| self.evaluate(branch, value));
                    let (fit, errors): (Vec<Checked>, Vec<Checked>) =
                        branches.partition(Result::is_ok);
                    if fit.is_empty() {
                        let errors: Vec<String> =
                            errors.into_iter().filter_map(Result::err).collect();
                        return Err(errors.join("; or "));
                    }
                    let is_fine = keyword == "anyOf" || fit.len() == 1;
                    evaluated.extend(fit.into_iter().flatten().flatten());
                    is_fine
                }
                other => panic!("the test does not know the keyword {other}"),
            };
            if !holds {
                return Err(wrong());
            }
        }
        Ok(evaluated)
    }
}

fn is_of_type(name: &Value, value: &Value) -> bool {
    match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("the test does not know the type {other}"),
    }
}

/// Checks lines of JSON, and notes their schemas.
#[track_caller]
fn check(schema: &Schema, lines: &str, met: &mut BTreeSet<String>) {
    let objects = objects(lines);
    assert!(!objects.is_empty());
    for object in objects {
        let name = object["schema"].as_str().unwrap();
        if let Err(error) = schema.check("CommandResult", &object) {
            panic!("{name}: {error}\n{object}");
        }
        met.insert(name.to_owned());
    }
}

/// Calls of all commands that print JSON; none of them says anything else with --quiet.
const CALLS: &str = "\
analyze `ENDGAME` --lines 3 --explain --depth 4
analyze `DEALT` --nodes 1000 --explain
analyze `THREE` --nodes 1000
analyze `OVER`
solve `EXAMPLE` --all
solve `THREE` --nodes 100
solve `ENDGAME` --certificate DIR/proof
solve `ENDGAME` --split DIR/split
solve --status DIR/split
verify DIR/proof
verify DIR/proof --sample 1 --seed 1
moves `ENDGAME`
show `ENDGAME`
perft `ENDGAME` 2
perft `ENDGAME` 2 --divide
apply `EXAMPLE` b4-d4
new --seed 1
new --seed 18446744073709551615
rules
rules push
docs
docs query
match greedy random --seed 1 --floes 4 --plan
match greedy random --seed 1 --floes 4 --out DIR/match
match greedy random uct:nodes=5 --seed 1 --floes 2 --players 3
match greedy random --seed 1 --floes 4 --sprt 0,100
match greedy random random --seed 1 --floes 4 --order 0.9
match greedy random --seed 1 --floes 2 --clock 60s+1s --plan
rate DIR/match
rate DIR/match --sql `SELECT count(*), 1.5, 'a', NULL FROM games`
replay TREE/positions/games/blunders.game
replay TREE/positions/games/blunders.game --export DIR/exported.game
replay TREE/positions/games/blunders.game --annotate --engine default:nodes=100
tune uct:nodes=5 --seed 1 --params DIR/parameters.txt --out DIR/tuning --rounds 1 --floes 1
selfplay default:nodes=20 --seed 1 --games 20 --out DIR/samples
selfplay --read DIR/samples
train mcts:nodes=2 --seed 1 --games 20 --floes 2 --rounds 1 --out DIR/training
train --from DIR/samples --out DIR/training
suite TREE/positions/exact/teaching.exact --nodes 100
puzzle --count 1 --nodes 20k --progress 0s
puzzle --lesson TREE/positions/games/blunders.game --sheet DIR/sheet.html
";

#[test]
fn every_command_prints_what_the_schema_describes() {
    let schema = Schema::printed();
    let mut met = BTreeSet::new();
    let folder = Folder::new();
    folder.write(
        "parameters.txt",
        "uct-exploration, int, 700, 100, 2000, 50, 0.01",
    );
    let folder = folder.path().to_str().unwrap();
    let tree = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");
    let names = [
        ("DIR", folder),
        ("TREE", tree),
        ("ENDGAME", ENDGAME),
        ("DEALT", DEALT),
        ("THREE", THREE),
        ("OVER", OVER),
        ("EXAMPLE", EXAMPLE),
    ];
    for call in CALLS.lines() {
        if call.starts_with("train") && !cfg!(feature = "train") {
            continue;
        }
        let mut call = call.to_owned();
        for (name, value) in names {
            call = call.replace(name, value);
        }
        let ran = floe!("{call} --json --quiet");
        // That a file was written is no progress.
        let mut said = ran.err.lines().filter(|line| !line.contains(" → "));
        assert_eq!(said.next(), None, "{call}");
        check(&schema, &ran.out, &mut met);
    }
    for rules in [
        "survival",
        "hidden-whale",
        "special-tiles",
        "group",
        "push+teams",
    ] {
        let position = floe!("new --seed 1 --rules `{rules}` --tiles 20").fine();
        for command in ["analyze --explain --nodes 200", "solve --nodes 200"] {
            let ran = floe!("{command} --json --quiet `{}`", position.trim());
            check(&schema, &ran.out, &mut met);
        }
    }
    check(&schema, &floe("show 1 --json").out, &mut met);
    let lost = floe_with("replay - --prove 10m --json", format!("{EXAMPLE}\nb4-c4\n"));
    check(&schema, &lost.out, &mut met);
    let program = env!("CARGO_BIN_EXE_floe");
    let failed = floe!("ugi --json --check `{program}` --version");
    check(&schema, &failed.out, &mut met);
    let described: BTreeSet<String> = schema.0["$defs"]["CommandResult"]["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            result["properties"]["schema"]["const"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    met.insert("floe/bench/1".to_owned());
    assert_eq!(
        met, described,
        "bench takes long: a test of its own checks it"
    );
}

#[test]
#[ignore = "takes minutes: cargo xtask long-tests"]
fn bench_prints_what_the_schema_describes() {
    check(
        &Schema::printed(),
        &floe("bench --json").fine(),
        &mut BTreeSet::new(),
    );
}

#[test]
fn requests_and_replies_are_what_the_schema_describes() {
    let schema = Schema::printed();
    let requests = [
        json!({"id": "1", "position": ENDGAME}),
        json!({"id": "2", "action": "analyze", "position": DEALT, "moves": [], "limits": {"time": "5s", "nodes": 100, "depth": 3}, "lines": 2, "engine": "default", "threads": 1, "hash": 2, "progress": 0, "priority": -1}),
        json!({"id": "3", "action": "solve", "position": ENDGAME, "all": true, "objective": "wdl", "limits": {"time": 1.5}}),
        json!({"id": "4", "action": "moves", "position": ENDGAME, "moves": ["d8-e8"]}),
        json!({"id": "5", "action": "show", "position": ENDGAME}),
        json!({"id": "6", "action": "cancel", "target": "1"}),
        json!({"action": "version"}),
    ];
    let refused = [
        json!({"id": "1"}),
        json!({"id": 1, "position": ENDGAME}),
        json!({"id": "1", "position": ENDGAME, "lines": 0}),
        json!({"id": "1", "position": ENDGAME, "lnies": 1}),
        json!({"id": "1", "position": ENDGAME, "limits": {"moves": 1}}),
        json!({"id": "1", "action": "solve", "position": ENDGAME, "lines": 1}),
        json!({"id": "1", "action": "dance", "position": ENDGAME}),
        json!({"action": "cancel"}),
    ];
    for request in &requests {
        schema
            .check("QueryRequest", request)
            .unwrap_or_else(|error| panic!("{error}: {request}"));
    }
    for request in &refused {
        assert!(schema.check("QueryRequest", request).is_err(), "{request}");
    }
    let terminate = json!({"action": "terminate"});
    let input: String = requests
        .iter()
        .chain(&refused)
        .chain([&terminate])
        .map(|line| format!("{line}\n"))
        .collect();
    let replies = objects(&floe_with("query --parallel 1", input).fine());
    let errors = replies
        .iter()
        .filter(|reply| reply["status"] == "error")
        .count();
    assert_eq!(
        errors,
        refused.len(),
        "the schema refuses what the program refuses"
    );
    for reply in &replies {
        schema
            .check("QueryReply", reply)
            .unwrap_or_else(|error| panic!("{error}: {reply}"));
    }
}
