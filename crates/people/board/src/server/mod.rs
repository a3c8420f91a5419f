//! The server of the page: its files, and a WebSocket for the requests of [`BoardSession`].

mod conversation;
mod guard;
mod places;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use floe_query::QuerySettings;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{interval, timeout};

use self::guard::Hosts;
use self::places::Places;
use crate::{BoardSession, page_file};

/// Settings of the server of the board: its address and names, its searches, and limits of time and
/// connections.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Address and port to listen at; the port 0 stands for any free one.
    pub address: SocketAddr,
    /// Host names by which requests may address this server, besides `localhost` and IP addresses;
    /// without ports, in upper or lower case. Requests to other names are refused.
    pub names: Vec<String>,
    /// Settings of the searches: how many run at the same time, their threads, table, engine and
    /// evaluation.
    pub queries: QuerySettings,
    /// Maximum time of each search.
    pub time: Duration,
    /// Time after which an analysis or a review leaves its place to another search that waits. An
    /// analysis begins again when it has a place again, and may then keep it twice as long as
    /// before, up to eight times `turn`.
    pub turn: Duration,
    /// Maximum number of connections that are open at the same time, WebSockets included; further
    /// ones are closed at once. The process must be able to open as many files, and a few more.
    pub connections: usize,
    /// Function that is called when the server closes a connection because as many others are open
    /// as `connections` allows; it receives that number. It is called at most once a minute.
    pub full: fn(usize),
    /// Maximum time that a connection may be open without becoming a WebSocket.
    pub exchange_time: Duration,
}

impl ServerSettings {
    /// Settings of a server at this address with the usual limits: searches of ten minutes, 512
    /// connections, a minute for a connection that becomes no WebSocket.
    pub fn new(address: SocketAddr, queries: QuerySettings) -> ServerSettings {
        ServerSettings {
            address,
            names: Vec::new(),
            queries,
            time: Duration::from_secs(600),
            turn: Duration::from_secs(2),
            connections: 512,
            full: |_| (),
            exchange_time: Duration::from_secs(60),
        }
    }
}

/// Maximum time to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// Maximum size of a message in bytes, which holds a long game file; the page knows it, too.
const MESSAGE_BYTES: usize = 1 << 20;
/// Size of a message that is read, to be refused in words; a longer one closes the connection.
const READ_BYTES: usize = 2 * MESSAGE_BYTES;
/// Number of threads for reviews that wait for a place between two moves.
const REVIEWS: usize = 256;
/// Time for conversations to end at the end of the program.
const END_TIME: Duration = Duration::from_millis(500);
/// Pause between two times at which the server says that it has no place.
const PAUSE: Duration = Duration::from_secs(60);
/// Pause between two looks at `stop`.
const TICK: Duration = Duration::from_millis(50);

/// Parts that all connections share.
struct Shared {
    session: BoardSession,
    /// Places of searches that run at the same time.
    searches: Arc<Places>,
    /// Maximum time of a search.
    time: Duration,
    /// First turn of a search that others wait for.
    turn: Duration,
    exchange_time: Duration,
    hosts: Hosts,
}

/// Open connection, with its place among those that may be open.
struct Connection {
    shared: Arc<Shared>,
    _place: OwnedSemaphorePermit,
}

/// Serves the page and answers its requests until `stop` is set. `ready` is called once, with the
/// address at which the server listens.
///
/// # Errors
/// When the address cannot be used.
pub fn serve(
    settings: &ServerSettings,
    stop: &AtomicBool,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    // Four threads more than searches answer what takes milliseconds, and reviews that wait keep
    // theirs.
    builder
        .worker_threads(2)
        .max_blocking_threads(settings.queries.parallel + 4 + REVIEWS)
        .enable_all();
    let runtime = builder.build()?;
    let served = runtime.block_on(accept(settings, stop, ready));
    runtime.shutdown_timeout(END_TIME);
    served
}

async fn accept(
    settings: &ServerSettings,
    stop: &AtomicBool,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let listener = TcpListener::bind(settings.address).await?;
    let shared = Arc::new(Shared {
        session: BoardSession::new(settings.queries.clone()),
        searches: Arc::new(Places::new(settings.queries.parallel)),
        time: settings.time,
        turn: settings.turn,
        exchange_time: settings.exchange_time,
        hosts: Hosts::new(settings.address.ip().is_loopback(), &settings.names),
    });
    ready(listener.local_addr()?);
    let connections = Arc::new(Semaphore::new(settings.connections));
    let mut tick = interval(TICK);
    let mut said: Option<Instant> = None;
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                // An error belongs to one connection, or there are too many of them: pause and go
                // on.
                let Ok((stream, _)) = accepted else { tokio::time::sleep(TICK).await; continue };
                let Ok(place) = Arc::clone(&connections).try_acquire_owned() else {
                    if said.is_none_or(|said| said.elapsed() >= PAUSE) {
                        said = Some(Instant::now());
                        (settings.full)(settings.connections);
                    }
                    continue;
                };
                tokio::spawn(serve_connection(stream, Connection { shared: Arc::clone(&shared), _place: place }));
            }
            _ = tick.tick() => if stop.load(SeqCst) { return Ok(()) },
        }
    }
}

/// Serves one connection until it is closed, or taken over by [`conversation::converse`]; those
/// that send the head of a request, or take their answers, too slowly are cut off.
async fn serve_connection(stream: TcpStream, connection: Connection) {
    let exchange_time = connection.shared.exchange_time;
    let connection = Arc::new(connection);
    let routes = Router::new().route("/session", get(session)).fallback(file);
    let routes = routes.layer(axum::middleware::from_fn_with_state(
        Arc::clone(&connection),
        guard::check,
    ));
    let service = TowerToHyperService::new(routes.with_state(connection));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(16 << 10);
    let mut exchange = pin!(
        http.serve_connection(TokioIo::new(stream), service)
            .with_upgrades()
    );
    // An error of a connection concerns the client only.
    if within(exchange_time, &mut exchange).await.is_none() {
        exchange.as_mut().graceful_shutdown();
        drop(within(exchange_time, exchange).await);
    }
}

async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let Some(file) = page_file(uri.path()) else {
        return (StatusCode::NOT_FOUND, "not found\n").into_response();
    };
    let accepted = headers.get(header::ACCEPT_ENCODING);
    let is_compressed = accepted
        .and_then(|accepted| accepted.to_str().ok())
        .is_some_and(takes_gzip);
    let common = [
        (header::CONTENT_TYPE, file.media_type),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "Accept-Encoding"),
    ];
    if is_compressed {
        (common, [(header::CONTENT_ENCODING, "gzip")], file.gzip()).into_response()
    } else {
        (common, file.content).into_response()
    }
}

/// Whether a header `Accept-Encoding` takes gzip.
fn takes_gzip(accepted: &str) -> bool {
    accepted.split(',').any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
        name.trim().eq_ignore_ascii_case("gzip") && weight.parse() != Ok(0.0)
    })
}

async fn session(State(connection): State<Arc<Connection>>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade
        .max_message_size(READ_BYTES)
        .max_frame_size(READ_BYTES);
    upgrade.on_upgrade(move |socket| conversation::converse(socket, connection))
}

/// Whether an address belongs to this machine only.
fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

/// Waits for a future, at most for this time.
async fn within<T>(time: Duration, future: impl Future<Output = T>) -> Option<T> {
    timeout(time, future).await.ok()
}
