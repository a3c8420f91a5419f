//! One WebSocket: reads requests, runs several searches at a time, and writes replies.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use floe_query::{
    CancelQuery, CancelledQueries, QueryError, QueryErrorKind, QueryId, QueryOutcome, QueryReply,
    RefusedRequest,
};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::places::{Place, Rank};
use super::{Connection, MESSAGE_BYTES, Shared, within};
use crate::reply::{BoardAnswer, PageAnswer, Waiting};
use crate::request::{BoardRequest, PageRequest};
use crate::session::text;

/// Maximum number of searches of a page that run or wait.
const SEARCHES: usize = 8;
/// Number of other requests that wait for those before them; after that, no more are read.
const QUESTIONS: usize = 64;
/// Maximum time of an answer that needs no search; it is cancelled then.
const ANSWER_TIME: Duration = Duration::from_secs(10);
/// Time after which a search that waits for a place says so.
const WAITING_TIME: Duration = Duration::from_millis(150);
/// Number of times that the turn of a search is twice as long as the one before it.
const LONGER_TURNS: u32 = 3;
/// Pause between two looks at `stop` of a review that waits.
const STOP_TIME: Duration = Duration::from_millis(100);
/// Number of replies that wait for a slow client; after that, partial ones are dropped.
const OUTBOX: usize = 64;
/// Maximum time for a client to take a reply.
const SEND_TIME: Duration = Duration::from_secs(20);
/// Time for a client to receive the reason why the connection ends.
const FAREWELL_TIME: Duration = Duration::from_secs(1);
/// Time between two signs of life.
const PING_TIME: Duration = Duration::from_secs(30);
/// Time without any sign of life after which a client counts as gone.
const SILENCE: Duration = Duration::from_secs(90);

/// Work that waits or runs. It ends soon after this is dropped.
#[derive(Default)]
struct Work {
    stop: Arc<AtomicBool>,
    /// Signals `stop` to a search that waits.
    stopped: Notify,
}

/// Searches of a page by their ids.
type Searches = Arc<Mutex<HashMap<QueryId, Arc<Work>>>>;

impl Work {
    fn stop(&self) {
        self.stop.store(true, SeqCst);
        self.stopped.notify_one();
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Client of a conversation: where its requests and replies go.
struct Client {
    shared: Arc<Shared>,
    searches: Searches,
    /// Replies, which [`write`] sends.
    outbox: mpsc::Sender<Message>,
    /// Requests that need no search, which [`Client::answer`] answers.
    questions: mpsc::Sender<BoardRequest>,
}

/// Answers the requests of a client until it leaves; all work for it ends then.
pub(super) async fn converse(socket: WebSocket, connection: Arc<Connection>) {
    let (sink, stream) = socket.split();
    let (outbox, replies) = mpsc::channel(OUTBOX);
    let (questions, asked) = mpsc::channel(QUESTIONS);
    let mut writer = tokio::spawn(write(sink, replies));
    let shared = Arc::clone(&connection.shared);
    let client = Client {
        shared,
        searches: Searches::default(),
        outbox,
        questions,
    };
    let farewell = tokio::select! {
        farewell = client.read(stream) => farewell,
        () = client.answer(asked) => None,
        () = client.outbox.closed() => None,
    };
    for search in lock(&client.searches).values() {
        search.stop();
    }
    if farewell.is_some() && client.send(Message::Close(farewell)).await.is_some() {
        let _ = (&mut writer).await;
    }
    writer.abort();
}

/// Writes replies, and pings in between; ends when the client takes none, and after a message that
/// closes the connection.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut replies: mpsc::Receiver<Message>) {
    let mut pings = interval(PING_TIME);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            reply = replies.recv() => match reply {
                Some(reply) => reply,
                None => return,
            },
            _ = pings.tick() => Message::Ping(Default::default()),
        };
        let is_last = matches!(message, Message::Close(_));
        if !matches!(within(SEND_TIME, sink.send(message)).await, Some(Ok(()))) {
            return;
        }
        if is_last {
            // A socket that is closed with unread bytes may take back what it has just sent.
            sleep(FAREWELL_TIME).await;
            return;
        }
    }
}

impl Client {
    /// Reads requests until the client leaves, or breaks the protocol: then it is to receive the
    /// reason.
    async fn read(&self, mut stream: SplitStream<WebSocket>) -> Option<CloseFrame> {
        loop {
            match within(SILENCE, stream.next()).await?? {
                Err(error) => return farewell(error),
                Ok(Message::Text(line)) if line.len() > MESSAGE_BYTES => {
                    self.refuse(&too_long(&line.len().to_string())).await?;
                }
                Ok(Message::Text(line)) => self.take(&line).await?,
                Ok(Message::Binary(_)) => {
                    self.refuse("expected a text message; found a binary one")
                        .await?;
                }
                Ok(_) => (),
            }
        }
    }

    /// Begins or cancels a search, or hands the request on; `None` when the client has left, as for
    /// all that sends.
    async fn take(&self, line: &str) -> Option<()> {
        let request = match BoardRequest::parse(line) {
            Ok(request) => request,
            Err(refused) => return self.reply(&QueryReply::refused(refused)).await,
        };
        if let Some(order) = request.cancel() {
            return self.reply(&self.cancelled(order)).await;
        }
        let Some(id) = request.search_id().cloned() else {
            return self.questions.send(request).await.ok();
        };
        match self.begin(request, id) {
            Ok(()) => Some(()),
            Err(refused) => self.reply(&QueryReply::refused(refused)).await,
        }
    }

    async fn reply(&self, reply: &QueryReply<BoardAnswer>) -> Option<()> {
        self.send(Message::text(text(reply))).await
    }

    async fn send(&self, message: Message) -> Option<()> {
        self.outbox.send(message).await.ok()
    }

    /// Refuses a message that is no request.
    async fn refuse(&self, problem: &str) -> Option<()> {
        let error = QueryError::new(QueryErrorKind::Syntax, problem);
        self.reply(&QueryReply::refused(RefusedRequest { id: None, error }))
            .await
    }

    /// Answers what needs no search, one request after the other, each within its time.
    async fn answer(&self, mut asked: mpsc::Receiver<BoardRequest>) {
        while let Some(request) = asked.recv().await {
            let work = Work::default();
            let shared = Arc::clone(&self.shared);
            let stop = Arc::clone(&work.stop);
            let answer = spawn_blocking(move || match stop.load(SeqCst) {
                // The client has left, or the time is over, before a thread was free.
                true => text(&QueryReply::new(
                    request.id().cloned(),
                    QueryOutcome::Cancelled { result: None },
                )),
                false => shared.session.answer_request(request, &stop, &mut |_| ()),
            });
            let Some(reply) = finish(answer, ANSWER_TIME, &work).await else {
                return;
            };
            if self.send(Message::text(reply)).await.is_none() {
                return;
            }
        }
    }

    /// Cancels a search, and returns the reply to the order.
    fn cancelled(&self, order: &CancelQuery) -> QueryReply<BoardAnswer> {
        let search = lock(&self.searches).get(&order.target).cloned();
        if let Some(search) = &search {
            search.stop();
        }
        let cancelled = search
            .map(|_| order.target.to_string())
            .into_iter()
            .collect();
        let result = CancelledQueries::of(cancelled).into();
        QueryReply::new(order.id.clone(), QueryOutcome::Done { result })
    }

    /// Begins a search on other threads, or returns its refusal.
    fn begin(&self, request: BoardRequest, id: QueryId) -> Result<(), RefusedRequest> {
        let search = Arc::new(Work::default());
        {
            let mut running = lock(&self.searches);
            if running.len() >= SEARCHES {
                let most = format!("{SEARCHES} searches at a time");
                return Err(RefusedRequest::of_full(id, &most));
            }
            if running.contains_key(&id) {
                return Err(RefusedRequest::of_known_id(&id));
            }
            running.insert(id.clone(), Arc::clone(&search));
        }
        let shared = Arc::clone(&self.shared);
        let searches = Arc::clone(&self.searches);
        let outbox = self.outbox.clone();
        tokio::spawn(async move {
            let reply = run(request, &shared, &search, &outbox).await;
            lock(&searches).remove(&id);
            let cancelled = || {
                text(&QueryReply::new(
                    Some(id),
                    QueryOutcome::Cancelled { result: None },
                ))
            };
            // A client that is gone needs no reply.
            drop(
                outbox
                    .send(Message::text(reply.unwrap_or_else(cancelled)))
                    .await,
            );
        });
        Ok(())
    }
}

/// Runs a search when there is a place for it, at most for the time of the settings; `None` if it
/// was cancelled before. One that has to leave its place begins again when it has another one; a
/// review goes on with its next move.
async fn run(
    mut request: BoardRequest,
    shared: &Arc<Shared>,
    search: &Work,
    outbox: &mpsc::Sender<Message>,
) -> Option<String> {
    let is_review = matches!(request, BoardRequest::Page(_, PageRequest::Review(_)));
    let is_patient = matches!(&request, BoardRequest::Query(query) if query.priority() < 0);
    let is_watched = is_review || is_patient;
    let mut entry = Entry {
        shared: Arc::clone(shared),
        rank: rank(is_watched, 0),
        id: request.search_id().cloned(),
        outbox: outbox.clone(),
    };
    let mut time = shared.time;
    for turns in 0.. {
        entry.rank = rank(is_watched, turns);
        let place = tokio::select! {
            place = entry.enter() => place,
            () = search.stopped.notified() => return None,
        };
        if is_review {
            return review(request, entry, place, search).await;
        }
        let began = Instant::now();
        // The search alone is to end, where another one needs its place.
        let stop = Arc::new(AtomicBool::new(false));
        let (now, again) = request.twice();
        let mut answer = spawn_blocking({
            let (stop, shared, outbox) = (Arc::clone(&stop), Arc::clone(shared), outbox.clone());
            move || {
                let mut report = |partial| drop(outbox.try_send(Message::text(partial)));
                shared.session.answer_request(now, &stop, &mut report)
            }
        });
        let is_left = tokio::select! {
            reply = &mut answer => return reply.ok(),
            () = sleep(time) => false,
            () = search.stopped.notified() => false,
            () = place.left(shared.turn * (1 << turns.min(LONGER_TURNS))) => true,
        };
        stop.store(true, SeqCst);
        let reply = answer.await.ok();
        // One that was cancelled meanwhile does not begin again.
        match again {
            Some(again) if is_left && !search.stop.load(SeqCst) => request = again,
            _ => return reply,
        }
        time = time.saturating_sub(began.elapsed());
    }
    None
}

/// Rank of a search that has had these turns.
fn rank(is_watched: bool, turns: u32) -> Rank {
    if is_watched {
        Rank::Watched { turns }
    } else {
        Rank::Awaited
    }
}

/// Runs a review, which leaves its place between two moves.
async fn review(
    request: BoardRequest,
    mut entry: Entry,
    place: Place,
    search: &Work,
) -> Option<String> {
    let mut time = entry.shared.time;
    let stop = Arc::clone(&search.stop);
    let runtime = Handle::current();
    // Time without a place, which does not count.
    let waited = Arc::new(Mutex::new(Duration::ZERO));
    let counted = Arc::clone(&waited);
    let mut answer = spawn_blocking(move || {
        let shared = Arc::clone(&entry.shared);
        let mut place = Some(place);
        let mut turns = 0;
        let mut report = |partial| {
            drop(entry.outbox.try_send(Message::text(partial)));
            if place
                .as_ref()
                .is_some_and(|place| place.is_left(shared.turn))
            {
                place = None;
                let since = Instant::now();
                turns += 1;
                entry.rank = Rank::Watched { turns };
                place = runtime.block_on(entry.enter_unless(&stop));
                *lock(&counted) += since.elapsed();
            }
        };
        shared.session.answer_request(request, &stop, &mut report)
    });
    loop {
        if let Some(reply) = within(time, &mut answer).await {
            return reply.ok();
        }
        time = std::mem::take(&mut *lock(&waited));
        if time.is_zero() {
            return finish(answer, time, search).await;
        }
    }
}

/// Entry of a search to its place.
struct Entry {
    shared: Arc<Shared>,
    rank: Rank,
    id: Option<QueryId>,
    /// Channel for what a page receives while its search waits.
    outbox: mpsc::Sender<Message>,
}

impl Entry {
    /// Waits for a place, and says so if that takes a while.
    async fn enter(&self) -> Place {
        let mut place = pin!(self.shared.searches.enter(self.rank));
        if let Some(place) = within(WAITING_TIME, &mut place).await {
            return place;
        }
        let result = BoardAnswer::Page(Box::new(PageAnswer::Waiting(Waiting {})));
        let waits = QueryReply::new(self.id.clone(), QueryOutcome::Running { result });
        drop(self.outbox.try_send(Message::text(text(&waits))));
        place.await
    }

    /// Waits for a place; `None` when the search is stopped meanwhile.
    async fn enter_unless(&self, stop: &AtomicBool) -> Option<Place> {
        let mut place = pin!(self.enter());
        while !stop.load(SeqCst) {
            if let Some(place) = within(STOP_TIME, &mut place).await {
                return Some(place);
            }
        }
        None
    }
}

/// Waits for the reply of running work, which is stopped after this time.
async fn finish(
    mut answer: tokio::task::JoinHandle<String>,
    time: Duration,
    work: &Work,
) -> Option<String> {
    let reply = match within(time, &mut answer).await {
        Some(reply) => reply,
        None => {
            work.stop();
            answer.await
        }
    };
    reply.ok()
}

/// Reason to close the connection after an error, for a client that still listens; `None` if the
/// connection has failed.
fn farewell(error: axum::Error) -> Option<CloseFrame> {
    let error = error.into_inner().downcast::<tungstenite::Error>().ok()?;
    let (code, reason) = match *error {
        tungstenite::Error::Capacity(_) => (close_code::SIZE, too_long("more")),
        tungstenite::Error::Utf8(_) => (close_code::INVALID, "expected text in UTF-8".to_owned()),
        tungstenite::Error::Protocol(error) => (close_code::PROTOCOL, error.to_string()),
        _ => return None,
    };
    Some(CloseFrame {
        code,
        reason: Utf8Bytes::from(reason),
    })
}

fn too_long(found: &str) -> String {
    format!("expected a message of at most {MESSAGE_BYTES} bytes; found {found}")
}

/// Locks a mutex. No thread leaves its data in disorder, even if it panics.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
