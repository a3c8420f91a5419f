//! The server of the board, as a client meets it.

use std::collections::BTreeSet;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use floe_board::server::{ServerSettings, serve};
use floe_query::QuerySettings;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A floe just dealt, whose search does not end by itself.
const FLOE: &str =
    "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";
const SMALL: &str =
    "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";

/// Server that ends with the test.
struct TestServer {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    fn start(time: Duration) -> TestServer {
        TestServer::with(|settings| ServerSettings { time, ..settings })
    }

    fn with(change: impl FnOnce(ServerSettings) -> ServerSettings) -> TestServer {
        let queries = QuerySettings {
            parallel: 2,
            hash_mebibytes: 1,
            ..QuerySettings::default()
        };
        let settings = change(ServerSettings::new(([127, 0, 0, 1], 0).into(), queries));
        let (sender, receiver) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            serve(&settings, &stopped, |address| sender.send(address).unwrap()).unwrap();
        });
        TestServer {
            address: receiver.recv().unwrap(),
            stop,
            thread: Some(thread),
        }
    }

    fn connect(&self) -> Client {
        let stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let request = format!("ws://{}/session", self.address)
            .into_client_request()
            .unwrap();
        Client {
            socket: tungstenite::client(request, stream).unwrap().0,
        }
    }

    /// Answer to the text of a request, until the server closes the connection.
    fn http(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Head of the answer to the text of a request.
    fn head(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|end| end == b"\r\n\r\n");
        String::from_utf8(answer[..end.unwrap()].to_vec()).unwrap()
    }

    fn get(&self, path: &str) -> String {
        self.http(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.address
        ))
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop.store(true, SeqCst);
        self.thread.take().unwrap().join().unwrap();
    }
}

struct Client {
    socket: WebSocket<TcpStream>,
}

impl Client {
    fn send(&mut self, request: &Value) {
        self.socket
            .send(Message::text(request.to_string()))
            .unwrap();
    }

    fn receive(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// The final reply to a request; replies to others are dropped.
    fn final_reply(&mut self, id: &str) -> Value {
        loop {
            let reply = self.receive();
            if reply["id"] == id && reply["status"] != "running" {
                return reply;
            }
        }
    }

    fn ask(&mut self, request: &Value) -> Value {
        let id = request["id"].as_str().unwrap().to_owned();
        self.send(request);
        self.final_reply(&id)
    }
}

fn endless(id: &str) -> Value {
    json!({"id": id, "position": FLOE, "limits": {"time": "1h"}, "progress": 0.01})
}

#[test]
fn the_page_comes_with_its_files_and_a_policy() {
    let server = TestServer::start(Duration::from_secs(60));
    for file in floe_board::page_files() {
        let answer = server.get(&format!("/{}", file.path));
        assert!(
            answer.starts_with("HTTP/1.1 200 OK"),
            "{}: {answer}",
            file.path
        );
        assert!(answer.ends_with(file.content), "{}", file.path);
    }
    // Browsers take it compressed, and others need not.
    for (accepted, is_gzip) in [
        ("gzip, deflate, br", true),
        ("br;q=1.0, GZIP;q=0.5", true),
        ("br, gzip;q=0", false),
        ("identity", false),
    ] {
        let answer = server.head(&format!(
            "GET / HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: {accepted}\r\nConnection: close\r\n\r\n",
            server.address
        ));
        let is_compressed = answer.contains("content-encoding: gzip");
        assert_eq!(is_compressed, is_gzip, "{accepted}: {answer}");
    }
    let page = server.get("/");
    assert!(page.contains("<title>floe</title>"));
    // No module waits for another one that names it.
    for module in floe_board::page_files().filter(|file| file.path.ends_with(".js")) {
        assert!(
            page.contains(&format!("=\"{}\"", module.path)),
            "{}",
            module.path
        );
    }
    let head = page.to_lowercase();
    assert!(
        head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
        "{head}"
    );
    assert!(
        head.contains("frame-ancestors 'none'") && head.contains("x-content-type-options: nosniff"),
        "{head}"
    );
    assert!(server.get("/../../Cargo.toml").starts_with("HTTP/1.1 404"));
    assert!(server.get("/%2e%2e/Cargo.toml").starts_with("HTTP/1.1 404"));
}

#[test]
fn other_sites_do_not_reach_the_engine() {
    let server = TestServer::start(Duration::from_secs(60));
    let request = |host: &str, more: &str| {
        server.http(&format!(
            "GET /session HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n"
        ))
    };
    assert!(request("board.example", "").starts_with("HTTP/1.1 403"));
    let own = server.address.to_string();
    assert!(request(&own, "Origin: http://board.example\r\n").starts_with("HTTP/1.1 403"));
    let upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let head =
        format!("GET /session HTTP/1.1\r\nHost: {own}\r\nConnection: Upgrade, close\r\n{upgrade}");
    assert!(
        server
            .http(&format!("{head}Origin: http://127.0.0.1:1\r\n\r\n"))
            .starts_with("HTTP/1.1 403")
    );
    for key in [
        "",
        "==",
        "dGhlIHNhbXBsZSBub25jZQ",
        "dGhlIHNhbXBsZSBub25jZ!==",
    ] {
        let head = head.replace("dGhlIHNhbXBsZSBub25jZQ==", key);
        assert!(
            server
                .http(&format!("{head}\r\n"))
                .starts_with("HTTP/1.1 400"),
            "{key}"
        );
    }
    let post = format!(
        "POST / HTTP/1.1\r\nHost: {own}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    assert!(server.http(&post).starts_with("HTTP/1.1 405"));
}

#[test]
fn a_session_analyses_reports_and_cancels() {
    let server = TestServer::start(Duration::from_secs(60));
    let mut client = server.connect();
    let reply = client.ask(&json!({"id": "1", "action": "board", "position": SMALL}));
    assert_eq!(
        (&reply["status"], &reply["result"]["turn"]),
        (&json!("done"), &json!("A")),
        "{reply}"
    );
    let reply = client.ask(&json!({"id": "2", "position": SMALL}));
    assert_eq!(
        (&reply["status"], &reply["result"]["exact"]),
        (&json!("done"), &json!(true)),
        "{reply}"
    );
    client.send(&endless("3"));
    let reply = client.receive();
    assert_eq!(
        (&reply["id"], &reply["status"]),
        (&json!("3"), &json!("running")),
        "{reply}"
    );
    // What is answered at once is answered during a search.
    let reply = client.ask(&json!({"id": "4", "action": "moves", "position": SMALL}));
    assert_eq!(reply["status"], "done");
    client.send(&endless("3"));
    loop {
        let reply = client.receive();
        if reply["status"] == "error" {
            assert_eq!(
                (&reply["error"]["field"], &reply["id"]),
                (&json!("id"), &Value::Null),
                "{reply}"
            );
            break;
        }
    }
    let reply = client.ask(&json!({"id": "5", "action": "cancel", "target": "7"}));
    assert_eq!(reply["result"]["cancelled"], json!([]), "{reply}");
    client.send(&json!({"id": "6", "action": "cancel", "target": "3"}));
    let reply = client.final_reply("3");
    assert_eq!(
        (&reply["status"], &reply["result"]["schema"]),
        (&json!("cancelled"), &json!("floe/analyze/1"))
    );
}

#[test]
fn a_search_ends_after_the_time_of_the_server() {
    let server = TestServer::start(Duration::from_millis(50));
    let mut client = server.connect();
    assert_eq!(client.ask(&endless("1"))["status"], "cancelled");
}

#[test]
fn a_client_has_a_limited_number_of_searches() {
    let server = TestServer::start(Duration::from_secs(60));
    let mut client = server.connect();
    // Places go to the searches that come first: those of the last ones are to wait.
    let mut running = BTreeSet::new();
    for number in 0..2 {
        client.send(&endless(&format!("{number}")));
    }
    while running.len() < 2 {
        let reply = client.receive();
        assert_eq!(reply["status"], "running", "{reply}");
        running.insert(reply["id"].to_string());
    }
    for number in 2..8 {
        client.send(&endless(&format!("{number}")));
    }
    let reply = client.ask(&endless("8"));
    assert_eq!(reply["error"]["kind"], "full", "{reply}");
    // Searches that wait are cancelled at once.
    client.send(&json!({"id": "9", "action": "cancel", "target": "7"}));
    assert_eq!(
        client.final_reply("7"),
        json!({"schema": "floe/query/1", "id": "7", "status": "cancelled", "result": null})
    );
}

/// Analysis that a person watches.
fn watched(id: &str) -> Value {
    let mut request = endless(id);
    request["priority"] = json!(-1);
    request
}

/// Waits for the first line of an analysis; what says that it waits is dropped.
fn first_line(page: &mut Client) {
    loop {
        let reply = page.receive();
        assert_eq!(reply["status"], "running", "{reply}");
        if reply["result"]["schema"] == "floe/analyze/1" {
            return;
        }
    }
}

/// Thirty pages analyse, and another one plays: whatever it waits for is answered, although no
/// analysis ends.
#[test]
fn moves_and_hints_of_a_game_come_before_the_analyses_that_wait() {
    let hour = Duration::from_secs(3600);
    let server = TestServer::with(|settings| ServerSettings {
        turn: hour,
        time: hour,
        ..settings
    });
    let pages: Vec<Client> = (0..30)
        .map(|_| {
            let mut page = server.connect();
            page.send(&watched("1"));
            page
        })
        .collect();
    let mut game = server.connect();
    let mut moves: Vec<Value> = Vec::new();
    for _ in 0..6 {
        let request =
            json!({"id": "1", "position": FLOE, "moves": moves, "limits": {"nodes": 1000}});
        let reply = game.ask(&request);
        assert_eq!(reply["status"], "done", "{reply}");
        moves.push(reply["result"]["best"].clone());
    }
    for request in [
        json!({"id": "2", "action": "hint", "position": FLOE, "strength": "quick"}),
        json!({"id": "2", "action": "refute", "position": FLOE, "move": moves[0], "strength": "quick"}),
    ] {
        let reply = game.ask(&request);
        assert_eq!(reply["status"], "done", "{reply}");
    }
    drop(pages);
}

#[test]
fn analyses_and_reviews_share_the_places_by_turns() {
    let server = TestServer::with(|settings| ServerSettings {
        turn: Duration::from_millis(20),
        ..settings
    });
    let mut pages: Vec<Client> = (0..30).map(|_| server.connect()).collect();
    for page in &mut pages {
        page.send(&watched("1"));
    }
    for page in &mut pages {
        first_line(page);
    }
    // One that had its turn has another one.
    loop {
        let reply = pages[0].receive();
        if reply["result"]["schema"] == "floe/waiting/1" {
            break;
        }
    }
    first_line(&mut pages[0]);
    // A review goes on from move to move.
    let mut reviewer = server.connect();
    let mut moves: Vec<Value> = Vec::new();
    for _ in 0..4 {
        let board = json!({"id": "1", "action": "board", "position": FLOE, "moves": moves});
        let reply = reviewer.ask(&board);
        moves.push(reply["result"]["legal"][0]["move"].clone());
    }
    let review = json!({"id": "1", "action": "review", "position": FLOE, "moves": moves, "strength": "quick"});
    let reply = reviewer.ask(&review);
    assert_eq!(reply["status"], "done", "{reply}");
    let reviewed = reply["result"]["moves"].as_array();
    assert_eq!(reviewed.map(Vec::len), Some(4), "{reply}");
    // With its only client a search leaves its place.
    drop(pages);
    assert_eq!(
        reviewer.ask(&json!({"id": "2", "position": SMALL}))["status"],
        "done"
    );
}

#[test]
fn a_search_ends_with_its_client() {
    let server = TestServer::start(Duration::from_secs(600));
    let clients: Vec<Client> = (0..4)
        .map(|_| {
            let mut client = server.connect();
            client.send(&endless("1"));
            client
        })
        .collect();
    drop(clients);
    // Both places for searches are free again.
    let mut client = server.connect();
    assert_eq!(
        client.ask(&json!({"id": "1", "position": SMALL}))["status"],
        "done"
    );
}

/// Memory of this program, with its servers and clients, in MiB; zero where the system does not
/// report it.
fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next());
    resident.map_or(0, |kibibytes| kibibytes.parse::<usize>().unwrap() >> 10)
}

#[test]
fn many_clients_are_served_with_little_memory() {
    let server = TestServer::start(Duration::from_millis(20));
    let before = memory();
    let idle: Vec<Client> = (0..200).map(|_| server.connect()).collect();
    let mut searching: Vec<Client> = (0..20).map(|_| server.connect()).collect();
    for client in &mut searching {
        client.send(&endless("1"));
    }
    for client in &mut searching {
        assert_eq!(client.final_reply("1")["status"], "cancelled");
    }
    for mut client in idle {
        assert_eq!(
            client.ask(&json!({"id": "1", "action": "version"}))["status"],
            "done"
        );
    }
    let grown = memory().saturating_sub(before);
    assert!(grown < 256, "{grown} MiB");
}

#[test]
fn nonsense_is_refused_and_the_session_goes_on() {
    let server = TestServer::start(Duration::from_secs(60));
    let mut client = server.connect();
    for text in [
        "",
        "{",
        "[]",
        "\u{0}",
        "{\"id\":1}",
        "{\"id\":\"1\",\"action\":7}",
        "{\"id\":\"1\",\"action\":\"board\"}",
    ] {
        client.socket.send(Message::text(text)).unwrap();
        assert_eq!(client.receive()["status"], "error", "{text}");
    }
    client.socket.send(Message::binary(vec![0, 255])).unwrap();
    let reply = client.receive();
    assert_eq!(
        (&reply["id"], &reply["error"]["kind"]),
        (&Value::Null, &json!("syntax")),
        "{reply}"
    );
    assert!(
        reply["error"]["message"]
            .as_str()
            .unwrap()
            .contains("binary"),
        "{reply}"
    );
    assert_eq!(
        client.ask(&json!({"id": "1", "action": "version"}))["status"],
        "done"
    );
}

#[test]
fn a_message_that_is_too_long_is_refused_in_words() {
    let server = TestServer::start(Duration::from_secs(60));
    let mut client = server.connect();
    client
        .socket
        .send(Message::text("x".repeat(1_100_000)))
        .unwrap();
    let reply = client.receive();
    let message = "expected a message of at most 1048576 bytes; found 1100000";
    assert_eq!(
        (&reply["error"]["kind"], &reply["error"]["message"]),
        (&json!("syntax"), &json!(message)),
        "{reply}"
    );
    assert_eq!(
        client.ask(&json!({"id": "1", "action": "version"}))["status"],
        "done"
    );
    // A message that is not even read closes the connection, and says why.
    let header = [0x81, 0xff]
        .into_iter()
        .chain((4_u64 << 20).to_be_bytes())
        .chain([0; 4]);
    client
        .socket
        .get_mut()
        .write_all(&header.collect::<Vec<u8>>())
        .unwrap();
    let frame = loop {
        match client.socket.read().unwrap() {
            Message::Close(frame) => break frame.unwrap(),
            other => assert!(other.is_ping(), "{other:?}"),
        }
    };
    assert_eq!(
        (
            u16::from(frame.code),
            frame.reason.contains("1048576 bytes")
        ),
        (1009, true),
        "{frame:?}"
    );
    assert_eq!(
        server
            .connect()
            .ask(&json!({"id": "1", "action": "version"}))["status"],
        "done"
    );
}

#[test]
fn open_websockets_count_for_the_limit_of_connections() {
    let server = TestServer::with(|settings| ServerSettings {
        connections: 3,
        ..settings
    });
    let mut clients: Vec<Client> = (0..3).map(|_| server.connect()).collect();
    let is_refused = || {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let request = format!(
            "GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            server.address
        );
        drop(stream.write_all(request.as_bytes()));
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer));
        answer.is_empty()
    };
    for client in &mut clients {
        assert_eq!(
            client.ask(&json!({"id": "1", "action": "version"}))["status"],
            "done"
        );
    }
    assert!(is_refused());
    clients.pop();
    while is_refused() {
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_client_that_takes_its_answers_too_slowly_is_cut_off() {
    let exchange_time = Duration::from_millis(200);
    let server = TestServer::with(|settings| ServerSettings {
        exchange_time,
        ..settings
    });
    let mut slow = TcpStream::connect(server.address).unwrap();
    let request = format!(
        "GET /puzzles.exact HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.address
    );
    slow.set_write_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    // It asks on and on, and takes nothing: in the end the connection is gone.
    let error = loop {
        if let Err(error) = slow.write_all(request.as_bytes()) {
            break error;
        }
    };
    assert!(
        ![ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()),
        "{error}"
    );
}

#[test]
fn names_of_the_server_are_answered_if_they_are_allowed() {
    let server = TestServer::with(|settings| ServerSettings {
        names: vec!["board.example".to_owned()],
        ..settings
    });
    let get = |host: &str| {
        server.http(&format!(
            "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        ))
    };
    assert!(get("Board.Example").starts_with("HTTP/1.1 200"));
    assert!(get("other.example").starts_with("HTTP/1.1 403"));
}

#[test]
fn a_slow_head_is_cut_off() {
    let server = TestServer::start(Duration::from_secs(60));
    let mut slow = TcpStream::connect(server.address).unwrap();
    slow.set_read_timeout(Some(Duration::from_millis(200)))
        .unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    let (mut answer, mut part) = (Vec::new(), [0; 1024]);
    // A byte at a time keeps no connection open.
    for _ in 0..300 {
        let written = slow.write_all(b"x");
        match slow.read(&mut part) {
            Ok(0) => return assert!(!String::from_utf8_lossy(&answer).contains("200 OK")),
            Ok(count) => answer.extend_from_slice(&part[..count]),
            Err(error) if [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()) => {
                written.unwrap();
            }
            Err(error) => return assert_eq!(error.kind(), ErrorKind::ConnectionReset),
        }
    }
    panic!("the connection is still open");
}

#[test]
fn heads_and_bodies_that_are_too_long_are_refused() {
    let server = TestServer::start(Duration::from_secs(60));
    let head = format!("GET / HTTP/1.1\r\nHost: {}\r\n", server.address);
    let long = "x".repeat(1 << 20);
    for request in [
        format!("{head}A: {long}\r\n\r\n"),
        format!(
            "{}Content-Length: {}\r\n\r\n{long}",
            head.replace("GET", "POST"),
            long.len()
        ),
    ] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        // The server may close before all is written, and before the answer is read.
        drop(stream.write_all(request.as_bytes()));
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer));
        let answer = String::from_utf8_lossy(&answer);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
            "{answer}"
        );
    }
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
}
