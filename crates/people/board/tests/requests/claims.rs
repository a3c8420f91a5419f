//! Claims about requests of any bytes: a fuzzer tries to refute them (see `fuzz/`), and random
//! bytes do here.

use std::sync::atomic::AtomicBool;

use floe_board::BoardSession;
use floe_query::{QuerySettings, SessionEnd, serve};
use serde_json::{Map, Value, json};

/// Fields with values that are right, at least for some action, and some that are not.
const FIELDS: [(&str, &[&str]); 28] = [
    (
        "action",
        &[
            "\"board\"",
            "\"picture\"",
            "\"edit\"",
            "\"review\"",
            "\"analyze\"",
            "\"solve\"",
            "\"moves\"",
            "\"show\"",
            "\"explain\"",
            "\"write\"",
            "\"read\"",
            "\"puzzles\"",
            "\"deal\"",
            "\"catalog\"",
            "\"cancel\"",
            "\"version\"",
            "\"terminate\"",
        ],
    ),
    (
        "position",
        &[
            "\"......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0\"",
            "\"rows(1:4,0:5,1:4):1A123/B112.1/1111 A 0:0,0:0 rules=survival idle=1\"",
            "\"213..A13/..322.../A122..B2./.B1..2B1.2/.A2.1.../3....A2.1/..12.32/B2..2...1 A 23:16,25:16 rules=hidden-whale hidden=3,2\"",
            "\"angling:??/?? A 0,0 y1+2 1.1 -,- dealt lake=2x2 tiles=1.2.r.d\"",
            "\"./. A 0:0,0:0\"",
            "\"\"",
        ],
    ),
    (
        "moves",
        &[
            "[\"c5-d4\"]",
            "[]",
            "[\"c5-d4\",\"d5-d6\"]",
            "[\"\"]",
            "[\"é\"]",
        ],
    ),
    ("id", &["\"1\"", "\"\"", "1", "\"\\u0000\""]),
    ("choice", &["\"c5-d4\"", "\"-\""]),
    ("world", &["3", "18446744073709551615"]),
    ("automatic", &["true"]),
    ("theme", &["\"dark\"", "\"light\""]),
    (
        "arrows",
        &[
            "[{\"move\":\"c5-d4\",\"label\":\"é\"}]",
            "[{\"move\":\"x\",\"label\":\"\"}]",
        ],
    ),
    (
        "values",
        &[
            "[{\"space\":\"d4\",\"text\":\"<\",\"is_best\":true}]",
            "[{\"space\":\"zz99\",\"text\":\"\"}]",
        ],
    ),
    ("territory", &["true"]),
    (
        "picture",
        &[
            "{}",
            "{\"theme\":\"dark\",\"territory\":true}",
            "{\"colour\":1}",
            "[]",
        ],
    ),
    ("viewer", &["\"A\"", "\"Z\"", "\"\""]),
    (
        "cells",
        &[
            "{\"c5\":\"A\"}",
            "{\"c5\":\"(\",\"d5\":\"\"}",
            "{\"zz999999999999999999999\":\"1\"}",
            "{\"\":\"/\"}",
        ],
    ),
    ("fields", &["\"A 0:0,0:0\"", "\" / rules=push\"", "\"\""]),
    (
        "headers",
        &[
            "[[\"A\",\"b\"]]",
            "[[\"\",\"]\"]]",
            "[[\"a b\",\"\\n\\\"\"]]",
        ],
    ),
    (
        "text",
        &[
            "\"[A \\\"b\\\"]\\n......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0\\n1. c5-d4\"",
            "\"#\\n\"",
            "\"\\u0000\"",
        ],
    ),
    (
        "rules",
        &[
            "\"base\"",
            "\"whale\"",
            "\"flip\"",
            "\"contest\"",
            "\"angling\"",
            "\"hidden\"",
            "\"\"",
        ],
    ),
    ("players", &["2", "4", "0", "18446744073709551615"]),
    ("layout", &["\"standard\"", "\"setup-1\"", "\"setup-2\""]),
    ("centre", &["\"water\"", "\"open\"", "\"m2\"", "\"0\""]),
    ("seed", &["1", "9007199254740993"]),
    (
        "limits",
        &[
            "{\"nodes\":1}",
            "{\"depth\":1}",
            "{\"time\":\"1ns\"}",
            "{\"time\":1e308}",
            "{\"nodes\":0}",
        ],
    ),
    ("lines", &["3", "1000", "1001"]),
    (
        "engine",
        &[
            "\"random\"",
            "\"greedy\"",
            "\"default:nodes=10\"",
            "\"level-1\"",
            "\"ugi:x\"",
            "\":\"",
        ],
    ),
    ("progress", &["0", "0.001", "-1", "1e300"]),
    ("all", &["true"]),
    ("target", &["\"1\"", "\"\""]),
];

/// No line makes a session panic: each gets one final reply, in JSON, which is an error or has a
/// result.
pub(crate) fn queries_never_panic(bytes: &[u8]) {
    let settings = QuerySettings {
        hash_mebibytes: 1,
        ..QuerySettings::default()
    };
    let session = BoardSession::new(settings.clone());
    let lines = [
        String::from_utf8_lossy(bytes).into_owned(),
        made(bytes).to_string(),
        spoiled(bytes),
    ];
    for line in &lines {
        // Searches end at once, also those without limits.
        let reply = session.answer(line, &AtomicBool::new(true), &mut |partial| {
            check(&partial, line);
        });
        check(&reply, line);
    }
    // The same lines at once, as `floe query` reads them; it ends before the queries do.
    let mut out = Vec::new();
    let end = json!({"action": "terminate"}).to_string();
    let input = lines
        .iter()
        .flat_map(|line| line.lines())
        .map(str::to_owned)
        .chain([end]);
    let ended = serve(
        &settings,
        input.map(|line| Ok::<_, _>(Ok::<_, String>(line))),
        &mut out,
        &AtomicBool::new(false),
    );
    assert_eq!(ended.unwrap(), SessionEnd::Terminated);
    for reply in String::from_utf8(out).unwrap().lines() {
        check(reply, "a session");
    }
}

fn check(reply: &str, line: &str) {
    let value: Value =
        serde_json::from_str(reply).unwrap_or_else(|error| panic!("{error}: {reply} to {line}"));
    assert_eq!(value["schema"], "floe/query/1", "{line}");
    let has_result = value.get("result").is_some();
    let has_error = value.get("error").is_some();
    match value["status"].as_str() {
        Some("error") => {
            assert!(has_error && !has_result, "{reply} to {line}");
            // A panic, which the session has survived.
            assert!(value["error"]["kind"] != "internal", "{reply} to {line}");
            assert!(
                !value["error"]["message"]
                    .as_str()
                    .unwrap()
                    .contains(char::is_control),
                "{reply} to {line}"
            );
        }
        Some("running" | "done" | "cancelled") => {
            assert!(has_result && !has_error, "{reply} to {line}");
        }
        status => panic!("{status:?}: {reply} to {line}"),
    }
}

/// A request whose fields and values the bytes choose.
fn made(bytes: &[u8]) -> Value {
    let mut fields = Map::new();
    fields.insert("id".to_owned(), json!("1"));
    for pair in bytes.chunks(2) {
        let [field, value] = [pair[0], *pair.last().unwrap_or(&0)].map(usize::from);
        let (name, values) = FIELDS[field % FIELDS.len()];
        fields.insert(
            name.to_owned(),
            serde_json::from_str(values[value % values.len()]).unwrap(),
        );
    }
    Value::Object(fields)
}

/// The text of a request with a few characters in place of others.
fn spoiled(bytes: &[u8]) -> String {
    const CHARACTERS: [char; 16] = [
        '"', '{', '}', '[', ']', ':', ',', '\\', '0', 'A', '.', '/', '-', ' ', '\n', 'é',
    ];
    let (edits, fields) = bytes.split_at(bytes.len() / 3);
    let mut line: Vec<char> = made(fields).to_string().chars().collect();
    for edit in edits.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % line.len();
        line[place] = CHARACTERS[usize::from(edit[2]) % CHARACTERS.len()];
    }
    line.into_iter().collect()
}
