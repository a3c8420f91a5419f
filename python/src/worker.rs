//! Long work: on a thread of its own, while Python listens for Ctrl-C and for progress.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

use crate::errors::panicked;

/// Interval of the checks for signals.
pub(crate) const INTERVAL: Duration = Duration::from_millis(20);

/// Runs `work` without the lock of the interpreter. Its progress goes to `listen`; a signal, such
/// as Ctrl-C, or an error of `listen` sets the flag that `work` must obey, and is raised when it
/// has ended.
pub(crate) fn run<T: Send, P: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool, &Sender<P>) -> T + Send,
    mut listen: impl FnMut(Python<'_>, P) -> PyResult<()> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let stop = &stop;
            let worker = scope.spawn(move || work(stop, &sender));
            let mut raised = None;
            loop {
                let event = receiver.recv_timeout(INTERVAL);
                if matches!(event, Err(RecvTimeoutError::Disconnected)) {
                    break;
                }
                if raised.is_some() {
                    continue;
                }
                let heard = Python::attach(|py| {
                    py.check_signals()?;
                    event.map_or(Ok(()), |progress| listen(py, progress))
                });
                if let Err(error) = heard {
                    stop.store(true, Relaxed);
                    raised = Some(error);
                }
            }
            let result = worker
                .join()
                .map_err(|payload| panicked(payload.as_ref()))?;
            raised.map_or(Ok(result), Err)
        })
    })
}

/// Calls a listener of the progress of work, if there is one.
pub(crate) fn call<'py>(
    py: Python<'py>,
    listener: Option<&Py<PyAny>>,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<()> {
    listener.map_or(Ok(()), |listener| listener.call1(py, arguments).map(drop))
}
