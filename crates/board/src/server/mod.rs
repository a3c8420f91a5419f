//! The server of the page: its files, and a WebSocket for the requests of [`BoardSession`].

mod conversation;
mod guard;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use floe_engine::query::QuerySettings;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{interval, timeout};

use crate::{BoardSession, page_file};

/// Address and limits of a server.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Address to listen at; the port 0 stands for any free one.
    pub address: SocketAddr,
    /// Limits of the searches.
    pub queries: QuerySettings,
    /// Maximum time of a search.
    pub time: Duration,
}

/// Maximum number of connections; more wait.
const CONNECTIONS: usize = 512;
/// Maximum time to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// Maximum size of a message in bytes, which holds a long game file.
const MESSAGE_BYTES: usize = 256 << 10;
/// Time for conversations to end at the end of the program.
const END_TIME: Duration = Duration::from_millis(500);
/// Pause between two looks at `stop`.
const TICK: Duration = Duration::from_millis(50);

/// Parts that all connections share.
struct Shared {
    session: BoardSession,
    /// Permits of searches that run at the same time.
    searches: Arc<Semaphore>,
    /// Maximum time of a search.
    time: Duration,
    /// Whether the server answers this machine only.
    is_local: bool,
}

/// Serves the page until `stop` is set; `ready` receives the address.
///
/// # Errors
/// When the address cannot be used.
pub fn serve(settings: &ServerSettings, stop: &AtomicBool, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    // Four threads more than searches answer what takes milliseconds.
    builder.worker_threads(2).max_blocking_threads(settings.queries.parallel + 4).enable_all();
    let runtime = builder.build()?;
    let served = runtime.block_on(accept(settings, stop, ready));
    runtime.shutdown_timeout(END_TIME);
    served
}

async fn accept(settings: &ServerSettings, stop: &AtomicBool, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let listener = TcpListener::bind(settings.address).await?;
    let shared = Arc::new(Shared {
        session: BoardSession::new(settings.queries.clone()),
        searches: Arc::new(Semaphore::new(settings.queries.parallel)),
        time: settings.time,
        is_local: settings.address.ip().is_loopback(),
    });
    ready(listener.local_addr()?);
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let mut tick = interval(TICK);
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                // An error belongs to one connection, or there are too many of them: pause and go on.
                let Ok((stream, _)) = accepted else { tokio::time::sleep(TICK).await; continue };
                let Ok(permit) = Arc::clone(&connections).try_acquire_owned() else { continue };
                let shared = Arc::clone(&shared);
                tokio::spawn(async move {
                    connection(stream, shared).await;
                    drop(permit);
                });
            }
            _ = tick.tick() => if stop.load(SeqCst) { return Ok(()) },
        }
    }
}

/// Serves one connection; those that send the head of a request too slowly are cut off.
async fn connection(stream: TcpStream, shared: Arc<Shared>) {
    let routes = Router::new().route("/session", get(session)).fallback(file);
    let routes = routes.layer(axum::middleware::from_fn_with_state(Arc::clone(&shared), guard::check));
    let service = TowerToHyperService::new(routes.with_state(shared));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(16 << 10);
    // An error of a connection concerns the client only.
    drop(http.serve_connection(TokioIo::new(stream), service).with_upgrades().await);
}

async fn file(uri: Uri) -> Response {
    match page_file(uri.path()) {
        Some(file) => ([(header::CONTENT_TYPE, file.media_type), (header::CACHE_CONTROL, "no-cache")], file.content)
            .into_response(),
        None => (StatusCode::NOT_FOUND, "not found\n").into_response(),
    }
}

async fn session(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade.max_message_size(MESSAGE_BYTES).max_frame_size(MESSAGE_BYTES);
    upgrade.on_upgrade(move |socket| conversation::converse(socket, shared))
}

/// Whether an address belongs to this machine only.
fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

/// Waits for a future, at most for this time.
async fn within<T>(time: Duration, future: impl Future<Output = T>) -> Option<T> {
    timeout(time, future).await.ok()
}
