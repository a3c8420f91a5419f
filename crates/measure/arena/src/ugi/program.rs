use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use floe_search::bytes_without_mark;
use process_wrap::std::{ChildWrapper, CommandWrap};

use super::dialogue::{Direction, ProcessLog};
#[cfg(target_os = "linux")]
use super::supervisor::Lifeline;
use super::{Launch, StartError, UgiReply};
use crate::fault::Fault;

/// Maximum length of a line that an external program may write, in bytes.
pub const MAX_LINE: u64 = 1 << 16;

/// Text of the log in place of a line that is too long.
const TOO_LONG: &str = "(a line that is too long)";

/// Maximum number of lines that a program may write before one answer.
const MAX_LINES: usize = 1_000_000;

/// Maximum number of lines read ahead; a program that writes more is blocked.
const QUEUED_LINES: usize = 256;

/// Time that a program has to end after `quit`.
const QUIT_TIME: Duration = Duration::from_millis(300);

/// Time that a supervisor has to end its tree.
#[cfg(target_os = "linux")]
const SUPERVISOR_TIME: Duration = Duration::from_secs(5);

/// Interval at which a wait for output looks for a stop.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum number of characters shown of the last line on standard error.
const MAX_SHOWN_ERROR: usize = 200;

/// Another process, to which lines of text are sent, and from which lines are received.
///
/// Dropping it kills the process and all that it has started. With a
/// [supervisor](Launch::supervisor) they also end when this process ends in any way. Three threads
/// serve the pipes, so that sending never blocks and standard error never fills its pipe.
#[derive(Debug)]
pub struct Program<'a> {
    child: Box<dyn ChildWrapper>,
    /// Keeps the supervisor from ending the program.
    #[cfg(target_os = "linux")]
    lifeline: Option<Lifeline>,
    input: Option<Sender<String>>,
    output: Receiver<OutputLine>,
    is_killed: bool,
    /// The last line on standard error.
    last_error: Arc<Mutex<String>>,
    stop: &'a AtomicBool,
    log: ProcessLog,
}

/// A line of output, and the time when it was read.
#[derive(Debug)]
struct OutputLine {
    time: Instant,
    /// `None` if it is too long.
    text: Option<String>,
}

impl<'a> Program<'a> {
    /// Starts the program of `launch`, without a shell. When `stop` is set to true, no further
    /// output is awaited.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub fn start(launch: &Launch, stop: &'a AtomicBool) -> Result<Program<'a>, StartError> {
        let failed = |error| StartError::new(&launch.program, error);
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments);
        #[cfg(target_os = "linux")]
        let lifeline = launch
            .supervisor
            .as_ref()
            .map(|_| Lifeline::new())
            .transpose()
            .map_err(failed)?;
        #[cfg(target_os = "linux")]
        if let (Some(lifeline), Some(supervisor)) = (&lifeline, &launch.supervisor) {
            command = lifeline.command(supervisor, launch);
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let log = ProcessLog::of(launch.log.as_ref(), &launch.name());
        log.say(Direction::About, &launch.command());
        let mut child = command.spawn().map_err(failed)?;
        let mut stdin = child.stdin().take().expect("it is piped");
        let stdout = child.stdout().take().expect("it is piped");
        let stderr = child.stderr().take().expect("it is piped");
        let (input, to_write) = channel::<String>();
        let (sender, output) = sync_channel(QUEUED_LINES);
        let last_error = Arc::new(Mutex::new(String::new()));
        let last = Arc::clone(&last_error);
        let output_log = log.clone();
        let error_log = log.clone();
        let write = move || {
            to_write.iter().try_for_each(|line| {
                stdin
                    .write_all(line.as_bytes())
                    .and_then(|()| stdin.flush())
            })
        };
        let read = move || {
            for_each_line(stdout, |line| {
                let text = line.map(|bytes| {
                    String::from_utf8_lossy(bytes_without_mark(bytes))
                        .trim_end()
                        .to_owned()
                });
                output_log.say(Direction::From, text.as_deref().unwrap_or(TOO_LONG));
                sender
                    .send(OutputLine {
                        time: Instant::now(),
                        text,
                    })
                    .is_ok()
            });
        };
        let read_errors = move || {
            for_each_line(stderr, |line| {
                let text = String::from_utf8_lossy(line.unwrap_or_default());
                error_log.say(Direction::Error, text.trim_end());
                let text: String = text.trim().chars().take(MAX_SHOWN_ERROR).collect();
                text.is_empty() || last.lock().map(|mut last| *last = text).is_ok()
            });
        };
        let program = Program {
            child,
            #[cfg(target_os = "linux")]
            lifeline,
            input: Some(input),
            output,
            is_killed: false,
            last_error,
            stop,
            log,
        };
        // Where a thread cannot be started, the program is dropped and so ended.
        thread::Builder::new().spawn(write).map_err(failed)?;
        thread::Builder::new().spawn(read).map_err(failed)?;
        thread::Builder::new().spawn(read_errors).map_err(failed)?;
        Ok(program)
    }

    /// Sends a line to the program, without waiting until the program reads it. `line` has no line
    /// feed.
    pub fn send(&self, line: &str) {
        // A program that has ended is noticed by the next receive.
        if let Some(input) = &self.input {
            self.log.say(Direction::To, line);
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Closes the input of the program, after all lines that have been sent.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Receives the next line of the program, without the line feed.
    ///
    /// # Errors
    /// [`Fault::Hung`] when no line comes until the deadline or a stop, [`Fault::Crashed`] when the
    /// output is closed, [`Fault::ProtocolError`] for a line of more than [`MAX_LINE`] bytes.
    pub fn receive(&mut self, deadline: Instant) -> Result<String, Fault> {
        match self.next_line(deadline) {
            Ok(line) if line.time > deadline => {
                Err(Fault::Hung("only part of an answer in time".to_owned()))
            }
            Ok(line) => line.text.ok_or_else(|| {
                Fault::ProtocolError(format!("a line of more than {MAX_LINE} bytes"))
            }),
            Err(RecvTimeoutError::Timeout) => Err(Fault::Hung("no answer in time".to_owned())),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Crashed(self.exit_message())),
        }
    }

    /// Returns the move of a `bestmove` that has come until now and is not read yet: nobody has
    /// asked for it. Drops all lines before it, and without one all that have come.
    pub(super) fn unasked_move(&mut self) -> Option<String> {
        while let Ok(line) = self.output.try_recv() {
            if let Some(UgiReply::BestMove(mv)) = line.text.as_deref().map(UgiReply::parse) {
                return Some(mv.to_owned());
            }
        }
        None
    }

    fn next_line(&self, deadline: Instant) -> Result<OutputLine, RecvTimeoutError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.output.recv_timeout(left.min(STOP_INTERVAL));
            let is_over = left <= STOP_INTERVAL || self.stop.load(Relaxed);
            if is_over || !matches!(line, Err(RecvTimeoutError::Timeout)) {
                return line;
            }
        }
    }

    /// Receives replies of the program until `pick` returns a value for one, and returns this
    /// value.
    ///
    /// # Errors
    /// As [`receive`](Self::receive), and [`Fault::ProtocolError`] after a million other lines.
    pub fn receive_until<T>(
        &mut self,
        deadline: Instant,
        mut pick: impl FnMut(UgiReply<'_>) -> Option<T>,
    ) -> Result<T, Fault> {
        for _ in 0..MAX_LINES {
            let line = self.receive(deadline)?;
            if let Some(found) = pick(UgiReply::parse(&line)) {
                return Ok(found);
            }
        }
        Err(Fault::ProtocolError(format!(
            "more than {MAX_LINES} lines before an answer"
        )))
    }

    /// Discards further output and waits until the program ends; returns its exit status, or `None`
    /// if it still runs at the deadline.
    pub fn wait_for_exit(&mut self, deadline: Instant) -> Option<ExitStatus> {
        self.discard_output(deadline);
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                let _ = self.kill();
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Discards output until the program closes it, or the deadline.
    fn discard_output(&mut self, deadline: Instant) {
        while Instant::now() < deadline
            && self
                .output
                .recv_timeout(deadline.saturating_duration_since(Instant::now()))
                .is_ok()
        {}
    }

    /// Describes the end of a program that has closed its output: exit status and last line on
    /// standard error.
    fn exit_message(&mut self) -> String {
        // Most programs have ended or are about to; others have only closed their output.
        thread::sleep(Duration::from_millis(20));
        let status = self
            .kill()
            .map_or_else(|error| error.to_string(), |status| status.to_string());
        let last_error = self
            .last_error
            .lock()
            .map(|text| text.clone())
            .unwrap_or_default();
        if last_error.is_empty() {
            status
        } else {
            format!("{status}; its last error: {last_error}")
        }
    }

    /// Kills the program and all that it has started.
    fn kill(&mut self) -> io::Result<ExitStatus> {
        if !std::mem::replace(&mut self.is_killed, true) {
            #[cfg(target_os = "linux")]
            self.end_supervisor();
            // This fails if all have ended already.
            let _ = self.child.start_kill();
        }
        self.child.wait()
    }
}

#[cfg(target_os = "linux")]
impl Program<'_> {
    /// Makes the supervisor end all that the program has started, and waits for that.
    fn end_supervisor(&mut self) {
        let deadline = Instant::now() + SUPERVISOR_TIME;
        let is_supervised = self.lifeline.take().is_some();
        while is_supervised
            && Instant::now() < deadline
            && matches!(self.child.try_wait(), Ok(None))
        {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Sends `quit`, waits for a moment, and kills the program.
impl Drop for Program<'_> {
    fn drop(&mut self) {
        self.send("quit");
        self.discard_output(Instant::now() + QUIT_TIME);
        let ended = self
            .kill()
            .map_or_else(|error| error.to_string(), |status| status.to_string());
        self.log.say(Direction::About, &format!("ended: {ended}"));
    }
}

/// Calls `visit` with every line, `None` for one that is too long, while it returns true.
fn for_each_line(pipe: impl Read, mut visit: impl FnMut(Option<&[u8]>) -> bool) {
    let mut pipe = BufReader::new(pipe);
    let mut line = Vec::new();
    loop {
        line.clear();
        let Ok(length @ 1..) = pipe.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) else {
            return;
        };
        let is_whole = line.last() == Some(&b'\n') || (length as u64) < MAX_LINE;
        if !visit(is_whole.then_some(&line[..])) {
            return;
        }
    }
}
