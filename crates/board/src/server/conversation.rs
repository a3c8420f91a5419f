//! One WebSocket: reads requests, runs several searches at a time, and writes replies.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use floe_engine::query::{QueryError, QueryErrorKind};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use super::{Shared, within};
use crate::session::{is_search, refusal, request};

/// Maximum number of searches of a page that run or wait.
const SEARCHES: usize = 8;
/// Number of replies that wait for a slow client; after that, partial ones are dropped.
const OUTBOX: usize = 64;
/// Maximum time for a client to take a reply.
const SEND_TIME: Duration = Duration::from_secs(20);
/// Time between two signs of life.
const PING_TIME: Duration = Duration::from_secs(30);
/// Time without any sign of life after which a client counts as gone.
const SILENCE: Duration = Duration::from_secs(90);

/// Search that waits or runs.
#[derive(Default)]
struct SearchHandle {
    stop: AtomicBool,
    /// Signals `stop` to a search that waits.
    stopped: Notify,
}

/// Searches of a page by the text of their ids.
type Searches = Arc<Mutex<HashMap<String, Arc<SearchHandle>>>>;

impl SearchHandle {
    fn stop(&self) {
        self.stop.store(true, SeqCst);
        self.stopped.notify_one();
    }
}

/// Answers the requests of a client until it leaves; its searches end with it.
pub(super) async fn converse(socket: WebSocket, shared: Arc<Shared>) {
    let (sink, stream) = socket.split();
    let (outbox, replies) = mpsc::channel(OUTBOX);
    let searches = Searches::default();
    let writer = tokio::spawn(write(sink, replies));
    let reader = read(stream, &shared, &searches, &outbox);
    tokio::select! {
        () = reader => (),
        () = outbox.closed() => (),
    }
    for search in lock(&searches).values() {
        search.stop();
    }
    writer.abort();
}

/// Writes replies, and pings in between; ends when the client takes none.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut replies: mpsc::Receiver<String>) {
    let mut pings = interval(PING_TIME);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            reply = replies.recv() => match reply {
                Some(reply) => Message::text(reply),
                None => return,
            },
            _ = pings.tick() => Message::Ping(Default::default()),
        };
        if !matches!(within(SEND_TIME, sink.send(message)).await, Some(Ok(()))) {
            return;
        }
    }
}

async fn read(
    mut stream: SplitStream<WebSocket>,
    shared: &Arc<Shared>,
    searches: &Searches,
    outbox: &mpsc::Sender<String>,
) {
    while let Some(Some(Ok(message))) = within(SILENCE, stream.next()).await {
        let Message::Text(line) = message else { continue };
        let line = line.to_string();
        if is_search(&line) {
            if let Err(refused) = begin(line, shared, searches, outbox)
                && outbox.send(refused).await.is_err()
            {
                return;
            }
            continue;
        }
        let reply = match cancelled(&line, searches) {
            Some(reply) => reply,
            None => {
                let shared = Arc::clone(shared);
                let answer = move || shared.session.answer(&line, &AtomicBool::new(false), &mut |_| ());
                let Ok(reply) = spawn_blocking(answer).await else { return };
                reply
            }
        };
        if outbox.send(reply).await.is_err() {
            return;
        }
    }
}

/// Cancels a search, if the request says so, and returns the reply.
fn cancelled(line: &str, searches: &Searches) -> Option<String> {
    let (id, action, fields) = request(line).ok()?;
    let target = fields.get("target").filter(|_| action == "cancel" && fields.len() == 1)?;
    let search = lock(searches).get(&target.to_string()).cloned();
    if let Some(search) = &search {
        search.stop();
    }
    let cancelled: Vec<&Value> = search.iter().map(|_| target).collect();
    let result = json!({"schema": "floe/cancelled/1", "cancelled": cancelled});
    Some(json!({"schema": "floe/query/1", "id": id, "status": "done", "result": result}).to_string())
}

/// Begins a search on other threads, or returns its refusal.
fn begin(line: String, shared: &Arc<Shared>, searches: &Searches, outbox: &mpsc::Sender<String>) -> Result<(), String> {
    let id = request(&line).map_or(Value::Null, |(id, _, _)| id);
    let search = Arc::new(SearchHandle::default());
    {
        let mut running = lock(searches);
        if running.len() >= SEARCHES {
            let problem = format!("expected at most {SEARCHES} searches at a time; try again later");
            return Err(refusal(&id, QueryError::new(QueryErrorKind::Full, problem)));
        }
        if running.contains_key(&id.to_string()) {
            let problem = format!("expected an id that no waiting or running query has; found {id}");
            return Err(refusal(&Value::Null, QueryError::of_field("id", problem)));
        }
        running.insert(id.to_string(), Arc::clone(&search));
    }
    let (shared, searches, outbox) = (Arc::clone(shared), Arc::clone(searches), outbox.clone());
    tokio::spawn(async move {
        let reply = run(line, &shared, &search, &outbox).await;
        lock(&searches).remove(&id.to_string());
        let cancelled =
            || json!({"schema": "floe/query/1", "id": id, "status": "cancelled", "result": null}).to_string();
        // A client that is gone needs no reply.
        drop(outbox.send(reply.unwrap_or_else(cancelled)).await);
    });
    Ok(())
}

/// Runs a search when there is a place for it, at most for the time of the settings; `None` if it was cancelled before.
async fn run(
    line: String,
    shared: &Arc<Shared>,
    search: &Arc<SearchHandle>,
    outbox: &mpsc::Sender<String>,
) -> Option<String> {
    let permit = tokio::select! {
        permit = Arc::clone(&shared.searches).acquire_owned() => permit.ok()?,
        () = search.stopped.notified() => return None,
    };
    let time = shared.time;
    let (shared, outbox, running) = (Arc::clone(shared), outbox.clone(), Arc::clone(search));
    let mut answer = spawn_blocking(move || {
        let _permit = permit;
        shared.session.answer(&line, &running.stop, &mut |partial| drop(outbox.try_send(partial)))
    });
    let reply = match within(time, &mut answer).await {
        Some(reply) => reply,
        None => {
            search.stop();
            answer.await
        }
    };
    reply.ok()
}

/// Locks a mutex. No thread leaves its data in disorder, even if it panics.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
