//! A session: one thread reads requests, others run queries, and all write replies.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use floe_search::printable_json;

use super::fields::QueryId;
use super::isolation::isolated;
use super::reply::{
    CancelledQueries, QueryAnswer, QueryError, QueryErrorKind, QueryOutcome, QueryReply,
    RefusedRequest,
};
use super::request::{CheckedRequest, Query, QueryRequest};
use super::run::PartialListener;
use super::settings::QuerySettings;

/// Reason for the end of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionEnd {
    /// The lines have ended, and all queries have been completed.
    EndOfInput,
    /// The request `terminate` has ended all queries.
    Terminated,
    /// A signal has ended all queries.
    Interrupted,
}

/// Pause between two looks at signals and at partial results that are due.
const TICK: Duration = Duration::from_millis(50);

/// Answers requests, one a line, and writes the replies to `out`, until the lines end, `terminate`
/// is requested or `interrupted` is set; the signal that sets it should end the lines, too. Several
/// queries run at the same time, as the settings say.
///
/// A line that is an error, such as one that is too long, is refused. At the end of the lines all
/// queries are completed. A panic costs the request in which it happens ([`isolated`]).
///
/// # Errors
/// When a line cannot be read, or a reply cannot be written; all queries are ended then.
pub fn serve<E, W>(
    settings: &QuerySettings,
    lines: impl Iterator<Item = io::Result<Result<String, E>>>,
    out: W,
    interrupted: &AtomicBool,
) -> io::Result<SessionEnd>
where
    E: Display,
    W: Write + Send,
{
    let run = &Query::run;
    let session = Session {
        settings,
        run,
        out: Mutex::new(out),
        queue: Mutex::default(),
        changed: Condvar::new(),
    };
    session.serve(lines, interrupted)
}

/// Answers one request on the thread of the caller, and returns its final reply.
///
/// Partial results go to `listener`. A search ends early when `stop` is set, and counts as
/// cancelled then. The requests `cancel` and `terminate` find no query to end.
pub fn answer(
    settings: &QuerySettings,
    request: QueryRequest,
    stop: &AtomicBool,
    listener: &mut (dyn FnMut(QueryReply) + Send),
) -> QueryReply {
    let request = match request.check(settings) {
        Ok(request) => request,
        Err(refused) => return QueryReply::refused(refused),
    };
    match request {
        CheckedRequest::Fact(id, fact) => match isolated(|| Ok(fact.answer(settings))) {
            Ok(result) => QueryReply::new(id, QueryOutcome::Done { result }),
            Err(error) => QueryReply::refused(RefusedRequest { id, error }),
        },
        CheckedRequest::Cancel { id, .. } | CheckedRequest::Terminate(id) => {
            let result = CancelledQueries::of(Vec::new());
            QueryReply::new(id, QueryOutcome::Done { result })
        }
        CheckedRequest::Search(query) => {
            let mut partial = PartialResult::new(&query);
            let id = Some(query.id.clone());
            let mut offer = |answer| {
                partial.pending = Some(answer);
                if let Some(result) = partial.take_due() {
                    listener(QueryReply::new(
                        id.clone(),
                        QueryOutcome::Running { result },
                    ));
                }
            };
            let run = isolated(|| query.run(settings, stop, &mut offer));
            match run {
                Err(error) => QueryReply::refused(RefusedRequest { id, error }),
                Ok(result) if stop.load(SeqCst) => QueryReply::new(
                    id,
                    QueryOutcome::Cancelled {
                        result: Some(result),
                    },
                ),
                Ok(result) => QueryReply::new(id, QueryOutcome::Done { result }),
            }
        }
    }
}

/// Reason why no further line is read.
enum InputEnd {
    Complete,
    Terminate(Option<QueryId>),
}

/// Runs a query, with the settings of the session, until its limits or until it is stopped.
type Runner<'a> = &'a (
        dyn Fn(
    &Query,
    &QuerySettings,
    &AtomicBool,
    PartialListener<'_>,
) -> Result<QueryAnswer, QueryError>
            + Sync
    );

struct Session<'a, W> {
    settings: &'a QuerySettings,
    run: Runner<'a>,
    out: Mutex<W>,
    queue: Mutex<Queue>,
    /// Signals a change of the queue.
    changed: Condvar,
}

/// Place in the queue: by priority, then by arrival.
type Place = (Reverse<i32>, u64);

#[derive(Default)]
struct Queue {
    /// Queries in the order in which they will run.
    waiting: BTreeMap<Place, NumberedQuery>,
    /// Places of the waiting queries by their names.
    places: HashMap<QueryId, Place>,
    running: Vec<Arc<RunningQuery>>,
    arrivals: u64,
    /// Whether no more queries will come.
    is_closed: bool,
    /// Error of the output, which ends the session.
    failure: Option<io::Error>,
}

/// Query with the number of its line.
struct NumberedQuery {
    line: u64,
    query: Box<Query>,
}

struct RunningQuery {
    id: QueryId,
    stop: AtomicBool,
    partial: Mutex<PartialResult>,
}

/// Partial result of a query that asks for them.
struct PartialResult {
    interval: Duration,
    last: Instant,
    /// The newest result that has not been written.
    pending: Option<QueryAnswer>,
}

/// Locks a mutex. No thread leaves its data in disorder, even if it panics.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Queue {
    fn has(&self, id: &QueryId) -> bool {
        self.places.contains_key(id) || self.running.iter().any(|run| run.id == *id)
    }

    fn add(&mut self, numbered: NumberedQuery) {
        self.arrivals += 1;
        let place = (Reverse(numbered.query.priority), self.arrivals);
        self.places.insert(numbered.query.id.clone(), place);
        self.waiting.insert(place, numbered);
    }

    /// Takes the query that is to run next: of the highest priority, and of these the first; `None`
    /// if none waits.
    fn next(&mut self) -> Option<NumberedQuery> {
        let (_, next) = self.waiting.pop_first()?;
        self.places.remove(&next.query.id);
        Some(next)
    }

    /// Takes the waiting query with this name, or all, in the order of the queue.
    fn remove(&mut self, target: Option<&QueryId>) -> Vec<NumberedQuery> {
        let Some(target) = target else {
            self.places.clear();
            return std::mem::take(&mut self.waiting).into_values().collect();
        };
        let place = self.places.remove(target);
        place
            .and_then(|place| self.waiting.remove(&place))
            .into_iter()
            .collect()
    }
}

impl<W: Write + Send> Session<'_, W> {
    /// Answers all lines with the help of other threads; see [`serve`].
    fn serve<E: Display>(
        &self,
        lines: impl Iterator<Item = io::Result<Result<String, E>>>,
        interrupted: &AtomicBool,
    ) -> io::Result<SessionEnd> {
        let (read, cancelled) = thread::scope(|scope| {
            for _ in 0..self.settings.parallel.max(1) {
                scope.spawn(|| self.work());
            }
            scope.spawn(|| self.watch(interrupted));
            let read = self.read(lines);
            let cancelled = if matches!(read, Ok(InputEnd::Complete)) {
                Vec::new()
            } else {
                self.cancel(None)
            };
            lock(&self.queue).is_closed = true;
            self.changed.notify_all();
            (read, cancelled)
        });
        let end = match read? {
            InputEnd::Terminate(id) => {
                self.done(id, CancelledQueries::of(cancelled));
                SessionEnd::Terminated
            }
            InputEnd::Complete if interrupted.load(SeqCst) => SessionEnd::Interrupted,
            InputEnd::Complete => SessionEnd::EndOfInput,
        };
        self.failure().map_or(Ok(end), Err)
    }

    /// Reads and answers requests.
    fn read<E: Display>(
        &self,
        lines: impl Iterator<Item = io::Result<Result<String, E>>>,
    ) -> io::Result<InputEnd> {
        for (number, line) in (1..).zip(lines) {
            let end = self.answer(number, line?);
            if let Some(error) = self.failure() {
                return Err(error);
            }
            if let Some(end) = end {
                return Ok(end);
            }
        }
        Ok(InputEnd::Complete)
    }

    /// Writes partial results when they are due, and cancels all queries when `interrupted` is set;
    /// returns after the last query.
    fn watch(&self, interrupted: &AtomicBool) {
        loop {
            if interrupted.load(SeqCst) {
                self.cancel(None);
            }
            self.write_partial_results();
            let queue = lock(&self.queue);
            if queue.is_closed && queue.waiting.is_empty() && queue.running.is_empty() {
                return;
            }
            drop(self.changed.wait_timeout(queue, TICK));
        }
    }

    /// Answers a line, or adds its query to those that wait. Returns a value if no further line
    /// shall be read.
    fn answer<E: Display>(&self, number: u64, line: Result<String, E>) -> Option<InputEnd> {
        let request = match line {
            Ok(line) => QueryRequest::parse(&line),
            Err(error) => Err(RefusedRequest {
                id: None,
                error: QueryError::new(QueryErrorKind::Syntax, error),
            }),
        };
        let request = request.and_then(|request| self.with_new_id(request));
        match request.and_then(|request| request.check(self.settings)) {
            Err(refused) => self.refuse_line(number, refused),
            Ok(CheckedRequest::Search(query)) => self.enqueue(NumberedQuery {
                line: number,
                query,
            }),
            Ok(CheckedRequest::Fact(id, fact)) => match isolated(|| Ok(fact.answer(self.settings)))
            {
                Ok(result) => self.done(id, result),
                Err(error) => self.refuse_line(number, RefusedRequest { id, error }),
            },
            Ok(CheckedRequest::Cancel { id, target }) => {
                let cancelled = self.cancel(Some(&target));
                self.done(id, CancelledQueries::of(cancelled));
            }
            Ok(CheckedRequest::Terminate(id)) => return Some(InputEnd::Terminate(id)),
        }
        None
    }

    /// Refuses a request whose name belongs to a query under way.
    fn with_new_id(&self, request: QueryRequest) -> Result<QueryRequest, RefusedRequest> {
        match request.id() {
            Some(id) if lock(&self.queue).has(id) => Err(RefusedRequest::of_known_id(id)),
            _ => Ok(request),
        }
    }

    fn enqueue(&self, numbered: NumberedQuery) {
        let mut queue = lock(&self.queue);
        let most = self.settings.waiting + self.settings.parallel;
        if queue.waiting.len() + queue.running.len() < most {
            queue.add(numbered);
            self.changed.notify_all();
            return;
        }
        drop(queue);
        let waiting = self.settings.waiting;
        let noun = if waiting == 1 { "query" } else { "queries" };
        let refused =
            RefusedRequest::of_full(numbered.query.id, &format!("{waiting} waiting {noun}"));
        self.refuse_line(numbered.line, refused);
    }

    /// Runs queries, one after the other, until the queue is closed and empty.
    fn work(&self) {
        while let Some((NumberedQuery { line, query }, running)) = self.next_query() {
            let mut offer = |answer| running.offer(answer);
            let run = isolated(|| (self.run)(&query, self.settings, &running.stop, &mut offer));
            lock(&running.partial).pending = None;
            let is_cancelled = {
                let mut queue = lock(&self.queue);
                queue.running.retain(|other| !Arc::ptr_eq(other, &running));
                running.stop.load(SeqCst)
            };
            match run {
                Err(error) => {
                    let id = Some(query.id);
                    self.refuse_line(line, RefusedRequest { id, error });
                }
                Ok(result) if is_cancelled => {
                    self.reply(
                        Some(query.id),
                        QueryOutcome::Cancelled {
                            result: Some(result),
                        },
                    );
                }
                Ok(result) => self.done(Some(query.id), result),
            }
            self.changed.notify_all();
        }
    }

    /// Waits until a query can run, and marks it as running: that of the highest priority, and of
    /// these the one that was read first. `None` when the queue is closed and no query waits.
    fn next_query(&self) -> Option<(NumberedQuery, Arc<RunningQuery>)> {
        let mut queue = lock(&self.queue);
        loop {
            if let Some(next) = queue.next() {
                let running = Arc::new(RunningQuery::new(&next.query));
                queue.running.push(Arc::clone(&running));
                return Some((next, running));
            }
            if queue.is_closed {
                return None;
            }
            queue = self
                .changed
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Cancels the query with this name, or all queries; returns their names.
    fn cancel(&self, target: Option<&QueryId>) -> Vec<String> {
        let mut queue = lock(&self.queue);
        let mut cancelled = Vec::new();
        for running in queue
            .running
            .iter()
            .filter(|running| target.is_none_or(|target| running.id == *target))
        {
            running.stop.store(true, SeqCst);
            cancelled.push(running.id.0.clone());
        }
        let waiting = queue.remove(target);
        drop(queue);
        for NumberedQuery { query, .. } in waiting {
            cancelled.push(query.id.0.clone());
            self.reply(Some(query.id), QueryOutcome::Cancelled { result: None });
        }
        cancelled
    }

    /// Writes the partial results that are due.
    fn write_partial_results(&self) {
        let running = lock(&self.queue).running.clone();
        for query in running {
            // Locked while it is written, so that it cannot come after the final result.
            let mut partial = lock(&query.partial);
            if let Some(result) = partial.take_due() {
                self.reply(Some(query.id.clone()), QueryOutcome::Running { result });
            }
        }
    }

    fn done(&self, id: Option<QueryId>, result: QueryAnswer) {
        self.reply(id, QueryOutcome::Done { result });
    }

    /// Refuses the request of a line, by its number.
    fn refuse_line(&self, line: u64, RefusedRequest { id, error }: RefusedRequest) {
        let error = QueryError { line, ..error };
        self.reply(id, QueryOutcome::Error { error });
    }

    /// Writes and flushes a reply. A failure ends the session, and later replies are dropped.
    fn reply(&self, id: Option<QueryId>, outcome: QueryOutcome) {
        let json = QueryReply::new(id, outcome).line();
        let line = printable_json(&json) + "\n";
        let mut out = lock(&self.out);
        let written = out.write_all(line.as_bytes()).and_then(|()| out.flush());
        drop(out);
        if let Err(error) = written {
            lock(&self.queue).failure.get_or_insert(error);
        }
    }

    /// Takes the error of the output, if it has failed.
    fn failure(&self) -> Option<io::Error> {
        lock(&self.queue).failure.take()
    }
}

impl PartialResult {
    fn new(query: &Query) -> PartialResult {
        PartialResult {
            interval: query.progress.unwrap_or(Duration::MAX),
            last: Instant::now(),
            pending: None,
        }
    }

    /// Takes the newest result, if it is time to write one.
    fn take_due(&mut self) -> Option<QueryAnswer> {
        if self.last.elapsed() < self.interval {
            return None;
        }
        self.pending.take().inspect(|_| self.last = Instant::now())
    }
}

impl RunningQuery {
    fn new(query: &Query) -> RunningQuery {
        let partial = Mutex::new(PartialResult::new(query));
        RunningQuery {
            id: query.id.clone(),
            stop: AtomicBool::new(false),
            partial,
        }
    }

    /// Replaces the partial result that waits to be written.
    fn offer(&self, answer: QueryAnswer) {
        lock(&self.partial).pending = Some(answer);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const POSITION: &str =
        "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";

    /// Replies to requests of a session with one thread whose query `bad` panics in the middle of
    /// its work.
    fn replies_with_a_fault(requests: &[Value]) -> Vec<Value> {
        let settings = QuerySettings::default();
        let run: Runner<'_> = &|query, settings, stop, listener| {
            let found = query.run(settings, stop, listener);
            assert!(query.id.0 != "bad", "a provoked panic");
            found
        };
        let out = Mutex::new(Vec::new());
        let queue = Mutex::default();
        let changed = Condvar::new();
        let session = Session {
            settings: &settings,
            run,
            out,
            queue,
            changed,
        };
        let lines = requests
            .iter()
            .map(|request| Ok(Ok::<_, String>(request.to_string())));
        assert_eq!(
            session.serve(lines, &AtomicBool::new(false)).unwrap(),
            SessionEnd::EndOfInput
        );
        let out = session.out.into_inner().unwrap();
        out.split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect()
    }

    #[test]
    fn a_panic_costs_one_query_and_the_session_goes_on() {
        let query = |id: &str| json!({"id": id, "position": POSITION, "progress": 0});
        let requests = [
            query("1"),
            query("bad"),
            query("2"),
            json!({"id": "3", "action": "version"}),
            query("4"),
        ];
        let replies = replies_with_a_fault(&requests);
        let end = |id: &str| {
            replies
                .iter()
                .rfind(|reply| reply["id"] == id)
                .unwrap()
                .clone()
        };
        for id in ["1", "2", "3", "4"] {
            assert_eq!(end(id)["status"], "done", "{id}");
        }
        let error = &end("bad")["error"];
        assert_eq!(
            (&error["kind"], &error["line"]),
            (&json!("internal"), &json!(2)),
            "{error}"
        );
        let message = error["message"].as_str().unwrap();
        assert!(
            message.contains("query/src/session.rs:") && message.contains("a provoked panic"),
            "{message}"
        );
    }

    #[test]
    fn a_panic_costs_one_answer() {
        let position =
            "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";
        let request =
            json!({"id": "1", "position": position, "limits": {"depth": 2}, "progress": 0})
                .to_string();
        let settings = QuerySettings::default();
        let stop = AtomicBool::new(false);
        let request = || QueryRequest::parse(&request).unwrap();
        let reply = answer(&settings, request(), &stop, &mut |_| {
            panic!("a provoked panic")
        });
        let QueryOutcome::Error { error } = reply.outcome else {
            panic!("{reply:?}")
        };
        assert_eq!(error.kind, QueryErrorKind::Internal);
        let reply = answer(&settings, request(), &stop, &mut |_| ());
        assert!(
            matches!(reply.outcome, QueryOutcome::Done { .. }),
            "{reply:?}"
        );
    }
}
