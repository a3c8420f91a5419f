//! Isolation of requests: a panic costs the request in which it happens.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Instant;

use super::reply::{QueryError, QueryErrorKind};

/// Panic that no request has reported yet.
struct KnownPanic {
    time: Instant,
    /// Place in the source, and words.
    text: String,
}

/// The newest panics, oldest first: a panic does not carry its place, and only the hook, which all
/// threads share, learns it.
static PANICS: Mutex<Vec<KnownPanic>> = Mutex::new(Vec::new());

/// Maximum number of panics that are remembered.
const REMEMBERED: usize = 16;

/// Runs the work of one request so that a panic costs only this request: a panic in the work, or in
/// a thread that it waits for, becomes an error of the kind [`Internal`](QueryErrorKind::Internal)
/// that names the place in the source.
///
/// What the work shares with other requests must stay valid if it panics. If two requests panic at
/// the same time, the error of one may name the place of the other. In a build that aborts at a
/// panic, such as the build for browsers, the program ends.
///
/// ```
/// use floe_query::{QueryErrorKind, isolated};
///
/// let error = isolated::<()>(|| panic!("the lake is empty")).unwrap_err();
/// assert_eq!(error.kind, QueryErrorKind::Internal);
/// assert!(error.message.contains("the lake is empty"), "{error}");
/// assert_eq!(isolated(|| Ok(3)), Ok(3));
/// ```
///
/// # Errors
/// The error that the work returns, or the error that stands for a panic.
pub fn isolated<T>(work: impl FnOnce() -> Result<T, QueryError>) -> Result<T, QueryError> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            remember(panic);
            previous(panic);
        }));
    });
    let start = Instant::now();
    panic::catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|payload| Err(internal_error(start, &*payload)))
}

fn panics() -> MutexGuard<'static, Vec<KnownPanic>> {
    PANICS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remember(panic: &PanicHookInfo<'_>) {
    let place = panic
        .location()
        .map_or_else(String::new, |place| format!("{place}: "));
    let text = place + words(panic.payload());
    let mut panics = panics();
    panics.push(KnownPanic {
        time: Instant::now(),
        text,
    });
    if panics.len() > REMEMBERED {
        panics.remove(0);
    }
}

/// Text of a panic.
fn words(payload: &dyn Any) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or(payload.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given")
}

/// Error of a request that began at `start`: the first panic since then is its cause, later ones
/// follow from it.
fn internal_error(start: Instant, payload: &dyn Any) -> QueryError {
    let mut panics = panics();
    let first = panics
        .iter()
        .position(|panic| panic.time >= start)
        .map(|index| panics.remove(index));
    let found = first.map_or_else(|| words(payload).to_owned(), |panic| panic.text);
    let problem =
        format!("a fault of floe ended this request, and no other: {found}; please report it");
    QueryError::new(QueryErrorKind::Internal, problem)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_panic_of_another_thread_is_an_error_that_names_its_place() {
        let work = || {
            thread::scope(|scope| {
                scope.spawn(|| panic!("no {}", "fish"));
            });
            Ok(())
        };
        let error = isolated(work).unwrap_err();
        assert_eq!(error.kind, QueryErrorKind::Internal);
        assert!(
            error.message.contains("query/src/isolation.rs:") && error.message.contains("no fish"),
            "{error}"
        );
    }
}
