//! Query mode, as another program uses it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use serde_json::{Value, json};

use crate::run::{Ran, end, floe, floe_with, objects, start};
use crate::{DEALT, ENDGAME, EXAMPLE, THREE};

/// A session with a client. It is expected to answer: a test that waits for nothing waits for ever.
struct Session {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Session {
    fn start(options: &str) -> Session {
        let mut child = start(&format!("query {options}"));
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Session {
            child,
            stdin,
            stdout,
        }
    }

    fn send(&mut self, request: &Value) -> &mut Session {
        writeln!(self.stdin, "{request}").unwrap();
        self
    }

    fn reply(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "the end of all output");
        serde_json::from_str(&line).unwrap()
    }

    /// The first reply with this name and status.
    fn reply_to(&mut self, id: &str, status: &str) -> Value {
        loop {
            let reply = self.reply();
            if reply["id"] == id && reply["status"] == status {
                return reply;
            }
        }
    }

    /// Starts a search of ten minutes, and waits for its first partial result.
    fn start_long(&mut self, id: &str) {
        self.send(&json!({"id": id, "position": DEALT, "limits": {"time": "10m"}, "progress": 0}));
        self.reply_to(id, "running");
    }

    /// The replies after the end of input.
    fn rest(self) -> (Ran, Vec<Value>) {
        let Session {
            mut child,
            stdin,
            stdout,
        } = self;
        drop(stdin);
        let replies = stdout
            .lines()
            .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
            .collect();
        child.stdout = None;
        (end(child), replies)
    }
}

/// Replies to these lines by one thread on one query at a time.
fn replies(lines: &[Value]) -> Vec<Value> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    objects(&floe_with("query --parallel 1 --threads 1", input).fine())
}

/// Removes all times.
fn without_times(mut value: Value) -> Value {
    match &mut value {
        Value::Object(object) => {
            object.remove("seconds");
            object
                .values_mut()
                .for_each(|field| *field = without_times(field.take()));
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| *item = without_times(item.take())),
        _ => {}
    }
    value
}

#[test]
fn a_request_gets_the_object_that_the_command_prints() {
    let lines = [
        json!({"id": "a", "position": ENDGAME, "lines": 2}),
        json!({"id": "b", "action": "solve", "position": ENDGAME, "all": true}),
        json!({"id": "c", "action": "moves", "position": ENDGAME}),
        json!({"id": "d", "action": "show", "position": ENDGAME}),
        json!({"id": "e", "position": DEALT, "engine": "alphabeta:depth=3", "limits": {"depth": 2}}),
    ];
    let commands = [
        "analyze --quiet --threads 1 --lines 2",
        "solve --quiet --threads 1 --hash 64 --all",
        "moves",
        "show",
        "analyze --quiet --threads 1 --engine alphabeta:depth=3 --depth 2",
    ];
    let replies = replies(&lines);
    for (line, command) in lines.iter().zip(commands) {
        let reply = replies
            .iter()
            .find(|reply| reply["id"] == line["id"])
            .unwrap();
        assert_eq!(
            (&reply["schema"], &reply["status"]),
            (&json!("floe/query/1"), &json!("done"))
        );
        let position = line["position"].as_str().unwrap();
        let printed = floe!("{command} --json `{position}`").object();
        assert_eq!(
            without_times(reply["result"].clone()),
            without_times(printed),
            "{line}"
        );
    }
}

#[test]
fn all_games_are_served() {
    let rules = floe("rules --json").object()["rules"].clone();
    let mut lines = vec![json!({"id": "three", "position": THREE, "limits": {"nodes": 100}})];
    for rules in rules.as_array().unwrap() {
        let rules = rules.as_str().unwrap();
        let tiles = if ["flip", "contest", "angling"].contains(&rules) {
            ""
        } else {
            "--tiles 40"
        };
        let position = floe!("new --seed 1 --rules `{rules}` {tiles}").fine();
        lines.push(json!({"id": rules, "position": position.trim(), "limits": {"nodes": 100}}));
        let id = format!("solve {rules}");
        lines.push(json!({"id": id, "action": "solve", "position": position.trim(), "limits": {"nodes": 100}}));
    }
    let replies = replies(&lines);
    assert_eq!(replies.len(), lines.len());
    for (line, reply) in lines.iter().zip(&replies) {
        assert_eq!(
            (&reply["id"], &reply["status"]),
            (&line["id"], &json!("done")),
            "{reply}"
        );
        assert_eq!(reply["result"]["position"], line["position"]);
        assert!(
            line["action"] == "solve" || reply["result"]["best"].is_string(),
            "{reply}"
        );
    }
}

#[test]
fn ten_queries_run_in_parallel() {
    let mut session = Session::start("--parallel 10 --threads 1 --hash 1");
    let ids: Vec<String> = (0..10).map(|number| format!("query {number}")).collect();
    ids.iter().for_each(|id| session.start_long(id));
    // All of them run: each has reported, and none has ended.
    for id in &ids {
        session.send(&json!({"id": "c", "action": "cancel", "target": id}));
        let reply = session.reply_to(id, "cancelled");
        assert!(reply["result"]["best"].is_string(), "{reply}");
    }
    let (ran, _) = session.rest();
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn moves_are_played_first() {
    let line =
        json!({"id": "1", "action": "show", "position": EXAMPLE, "moves": ["b4-d4", "e4-e3"]});
    let after = floe!("apply `{EXAMPLE}` b4-d4 e4-e3").fine();
    assert_eq!(replies(&[line])[0]["result"]["position"], after.trim());
}

/// A wrong line, and its error.
struct BadRequest {
    line: Vec<u8>,
    kind: String,
    /// The name of the request in the reply, if it could be read.
    id: Value,
    /// The field in the error, if it is in one.
    field: Value,
    /// The begin of the message.
    message: String,
}

/// The wrong requests of `bad_requests.txt`, and lines that no person can type.
fn bad_requests() -> Vec<BadRequest> {
    let syntax = |line: &[u8], message: &str| BadRequest {
        line: line.to_owned(),
        kind: "syntax".to_owned(),
        id: Value::Null,
        field: Value::Null,
        message: message.to_owned(),
    };
    let long = format!("{{\"id\": \"{}\"}}", "x".repeat(1 << 20));
    let mut bad = vec![
        syntax(b"", "expected a JSON object on one line; EOF"),
        syntax(b"\xff\xfe", "column 1: expected text in UTF-8"),
        syntax(long.as_bytes(), "expected a line of at most 65536 bytes"),
    ];
    let mut lines = include_str!("bad_requests.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    while let Some(line) = lines.next() {
        let error = lines
            .next()
            .and_then(|line| line.strip_prefix("  "))
            .unwrap_or_else(|| panic!("{line}"));
        let (place, message) = error.split_once(": ").unwrap();
        let [kind, id, field] = place.split(' ').collect::<Vec<_>>().try_into().unwrap();
        bad.push(BadRequest {
            line: line.replace("$ENDGAME", ENDGAME).into_bytes(),
            kind: kind.to_owned(),
            id: id.parse().unwrap(),
            field: field.parse().unwrap(),
            message: message.to_owned(),
        });
    }
    bad
}

#[test]
fn a_bad_line_between_good_ones_is_refused() {
    let bad = bad_requests();
    let mut input = Vec::new();
    for (number, request) in bad.iter().enumerate() {
        let good = json!({"id": number.to_string(), "action": "moves", "position": ENDGAME});
        input.extend(&request.line);
        input.extend(format!("\n{good}\n").bytes());
    }
    let replies = objects(&floe_with("query --parallel 1 --threads 1", input).fine());
    assert_eq!(replies.len(), 2 * bad.len());
    for (number, request) in bad.iter().enumerate() {
        let reply = &replies[2 * number];
        let line = String::from_utf8_lossy(&request.line);
        assert_eq!(
            (&reply["status"], &reply["id"]),
            (&json!("error"), &request.id),
            "{line}: {reply}"
        );
        let error = &reply["error"];
        assert_eq!(
            (&error["kind"], &error["field"]),
            (&json!(request.kind), &request.field),
            "{line}: {reply}"
        );
        assert_eq!(error["line"], 2 * number + 1, "{line}: {reply}");
        assert!(
            error["message"]
                .as_str()
                .unwrap()
                .starts_with(&request.message),
            "{line}: {reply}"
        );
        assert_eq!(replies[2 * number + 1]["id"], number.to_string());
        assert_eq!(replies[2 * number + 1]["status"], "done");
    }
}

#[test]
fn an_engine_that_does_not_suit_the_game_is_an_error() {
    let replies = replies(&[
        json!({"id": "1", "position": THREE, "engine": "alphabeta"}),
        json!({"id": "2", "action": "solve", "position": DEALT}),
    ]);
    for (line, reply) in (1..).zip(&replies) {
        assert_eq!(
            (&reply["error"]["kind"], &reply["error"]["line"]),
            (&json!("engine"), &json!(line)),
            "{reply}"
        );
    }
}

#[test]
fn a_running_query_can_be_cancelled() {
    let mut session = Session::start("--parallel 1");
    session.start_long("long");
    session.send(&json!({"id": "waiting", "position": DEALT}));
    session.send(&json!({"id": "c", "action": "cancel", "target": "waiting"}));
    assert_eq!(
        session.reply_to("waiting", "cancelled")["result"],
        Value::Null
    );
    assert_eq!(
        session.reply_to("c", "done")["result"]["cancelled"],
        json!(["waiting"])
    );
    session.send(&json!({"action": "cancel", "target": "long"}));
    let reply = session.reply_to("long", "cancelled");
    assert!(
        reply["result"]["best"].is_string() && reply["result"]["seconds"].as_f64().unwrap() < 500.0,
        "{reply}"
    );
    // The name is free again, and a query that has ended cannot be cancelled.
    session.send(&json!({"id": "c", "action": "cancel", "target": "long"}));
    assert_eq!(
        session.reply_to("c", "done")["result"]["cancelled"],
        json!([])
    );
    session.send(&json!({"id": "long", "position": ENDGAME}));
    session.reply_to("long", "done");
    assert_eq!(session.rest().0.status, Some(0));
}

#[test]
fn a_proof_can_be_cancelled() {
    let position = floe("new --seed 1 --placed").fine();
    let mut session = Session::start("--parallel 1");
    session.send(
        &json!({"id": "1", "action": "solve", "position": position.trim(), "progress": "10ms"}),
    );
    let partial = session.reply_to("1", "running");
    assert!(
        partial["result"]["at_least"].is_object() && partial["result"]["pv"] == json!([]),
        "{partial}"
    );
    let late = (0..100).map(|_| session.reply_to("1", "running")["result"]["progress"].clone());
    let progress = late
        .into_iter()
        .find(|progress| progress["share"].is_number())
        .expect("it is estimated");
    assert_eq!(progress["moves"], json!([0, 1]));
    assert!(
        (0.0..1.0).contains(&progress["share"].as_f64().unwrap()),
        "{progress}"
    );
    let left = [0, 1].map(|bound| progress["nodes_left"][bound].as_f64().unwrap());
    assert!(0.0 < left[0] && left[0] < left[1], "{progress}");
    session.send(&json!({"action": "cancel", "target": "1"}));
    assert_eq!(session.reply_to("1", "cancelled")["result"]["exact"], false);
}

#[test]
fn proofs_from_depth_to_depth_say_where_they_are() {
    let mut session = Session::start("--parallel 3");
    for rules in ["push", "push+whale", "push+teams"] {
        let players = if rules.ends_with("teams") { "4" } else { "2" };
        let position =
            floe!("new --rules `{rules}` --players `{players}` --seed 1 --placed").fine();
        session.send(&json!({"id": rules, "action": "solve", "position": position.trim(), "progress": "10ms"}));
        let depth = loop {
            let reply = session.reply_to(rules, "running");
            if let Some(depth) = reply["result"]["progress"]["depth"].as_u64() {
                break depth;
            }
        };
        assert!(depth > 1, "{rules}");
        session.send(&json!({"action": "cancel", "target": rules}));
        session.reply_to(rules, "cancelled");
    }
}

#[test]
fn partial_results_come_before_the_final_one() {
    let request = json!({"id": "1", "position": DEALT, "limits": {"depth": 4}, "engine": "alphabeta", "progress": 0});
    let replies = replies(&[request]);
    let (last, partial) = replies.split_last().unwrap();
    assert_eq!(
        (&last["status"], &last["result"]["depth"]),
        (&json!("done"), &json!(4))
    );
    let depths: Vec<u64> = partial
        .iter()
        .map(|reply| reply["result"]["depth"].as_u64().unwrap())
        .collect();
    assert!(
        partial.iter().all(|reply| reply["status"] == "running") && depths.is_sorted(),
        "{depths:?}"
    );
}

#[test]
fn a_name_under_way_cannot_be_used_again() {
    let mut session = Session::start("--parallel 1");
    session.start_long("1");
    session.send(&json!({"id": "1", "position": DEALT}));
    let refused = loop {
        let reply = session.reply();
        if reply["status"] != "running" {
            break reply;
        }
    };
    assert_eq!(
        (&refused["id"], &refused["error"]["field"]),
        (&Value::Null, &json!("id")),
        "{refused}"
    );
    session.send(&json!({"action": "terminate"}));
    session.reply_to("1", "cancelled");
}

#[test]
fn too_many_waiting_queries_are_refused() {
    let mut session = Session::start("--parallel 1 --waiting 1");
    session.start_long("1");
    session
        .send(&json!({"id": "2", "position": DEALT}))
        .send(&json!({"id": "3", "position": DEALT}));
    let refused = session.reply_to("3", "error");
    assert_eq!(refused["error"]["kind"], "full");
    assert_eq!(
        refused["error"]["message"],
        "expected at most 1 waiting query; try again later"
    );
    session.send(&json!({"action": "terminate"}));
    assert_eq!(session.reply_to("2", "cancelled")["result"], Value::Null);
}

#[test]
fn waiting_queries_run_in_the_order_of_their_priorities() {
    let mut session = Session::start("--parallel 1");
    session.start_long("1");
    for (id, priority) in [("low", -1), ("first", 0), ("second", 0), ("high", 5)] {
        session.send(&json!({"id": id, "position": ENDGAME, "priority": priority}));
    }
    session.send(&json!({"action": "cancel", "target": "1"}));
    session.reply_to("1", "cancelled");
    let (_, replies) = session.rest();
    let done: Vec<&str> = replies
        .iter()
        .filter_map(|reply| reply["id"].as_str())
        .collect();
    assert_eq!(done, ["high", "first", "second", "low"]);
}

#[test]
fn terminate_cancels_all_queries() {
    let mut session = Session::start("--parallel 2 --threads 1");
    session.start_long("1");
    session.start_long("2");
    session
        .send(&json!({"id": "3", "position": DEALT}))
        .send(&json!({"id": "end", "action": "terminate"}));
    let (ran, replies) = session.rest();
    assert_eq!(ran.status, Some(0));
    let last = replies.last().unwrap();
    assert_eq!(
        (&last["id"], &last["status"]),
        (&json!("end"), &json!("done"))
    );
    assert_eq!(last["result"]["cancelled"], json!(["1", "2", "3"]));
    assert_eq!(
        replies
            .iter()
            .filter(|reply| reply["status"] == "cancelled")
            .count(),
        3
    );
}

#[test]
fn all_queries_are_completed_at_the_end_of_input() {
    let lines: Vec<Value> = (0..20)
        .map(
            |number| json!({"id": number.to_string(), "position": DEALT, "limits": {"nodes": 500}}),
        )
        .collect();
    let replies = replies(&lines);
    let ids: Vec<&Value> = replies.iter().map(|reply| &reply["id"]).collect();
    assert_eq!(
        ids,
        lines.iter().map(|line| &line["id"]).collect::<Vec<_>>()
    );
    assert!(replies.iter().all(|reply| reply["status"] == "done"));
    assert_eq!(floe_with("query", "").fine(), "");
}

#[cfg(unix)]
#[test]
fn a_signal_cancels_all_queries() {
    let mut session = Session::start("--parallel 1");
    session.start_long("1");
    session.send(&json!({"id": "2", "position": DEALT}));
    // The second query waits once the answer to a later line is there.
    session.send(&json!({"id": "v", "action": "version"}));
    session.reply_to("v", "done");
    let kill = std::process::Command::new("kill")
        .args(["-INT", &session.child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let Session {
        mut child,
        stdin,
        stdout,
    } = session;
    let replies: Vec<Value> = stdout
        .lines()
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .collect();
    let cancelled = replies
        .iter()
        .filter(|reply| reply["status"] == "cancelled")
        .count();
    assert_eq!(cancelled, 2, "{replies:?}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(stdin);
}

#[test]
fn the_version_names_the_limits_of_the_session() {
    let line = "{\"id\": \"v\", \"action\": \"version\"}\n";
    let options = "query --parallel 3 --threads 2 --hash 5 --waiting 7";
    let result = &floe_with(options, line).object()["result"];
    assert_eq!(result["protocol"], 1);
    assert_eq!(result["program"], floe("--version").fine().trim());
    let limits =
        ["parallel", "threads", "hash", "waiting"].map(|field| result[field].as_u64().unwrap());
    assert_eq!(limits, [3, 2, 5, 7]);
    assert_eq!(result["rules"], floe("rules --json").object()["rules"]);
    floe("query --parallel 1024 --hash 10000000").refuses("larger than the memory");
}

/// The session that the documentation shows, apart from times and the build.
#[test]
fn the_documented_session_is_true() {
    const PAGE: &str = include_str!("../../../../../docs/query.md");
    let session = PAGE
        .split("```text\n")
        .find(|block| block.starts_with("> "))
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let part = |mark: &'static str| {
        session
            .lines()
            .filter_map(move |line| line.strip_prefix(mark))
    };
    let input: String = part("> ").map(|line| format!("{line}\n")).collect();
    let printed = floe_with("query --parallel 1 --threads 1", input).fine();
    let compared = |lines: &str| {
        let mut replies: Vec<Value> = objects(lines).into_iter().map(without_times).collect();
        for reply in &mut replies {
            if let Some(program) = reply["result"].get_mut("program") {
                program.take();
            }
        }
        // Replies come in any order.
        replies.sort_by_key(|reply| reply["id"].to_string());
        replies
    };
    let shown: String = part("< ").map(|line| format!("{line}\n")).collect();
    assert_eq!(compared(&printed), compared(&shown), "{printed}");
}
