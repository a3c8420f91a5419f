use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::{Launch, UgiReply};
use crate::fault::Fault;

/// The longest line that a program may say, in bytes.
pub const MAX_LINE: u64 = 1 << 16;

/// The most lines that a program may say before one answer.
const MAX_LINES: usize = 1_000_000;

/// Lines that wait to be heard; a program that says more waits itself.
const WAITING_LINES: usize = 256;

/// How long a program may take to end of its own accord.
const FAREWELL: Duration = Duration::from_millis(300);

/// Another process, and lines of text to it and from it.
///
/// It is killed when this is dropped, with all that it has started, and leaves no zombie behind. Three threads serve its
/// pipes, so that saying something never waits, and what it says on standard error never fills a pipe.
pub struct Program {
    child: Box<dyn ChildWrapper>,
    /// None once its input has been closed.
    orders: Option<Sender<String>>,
    lines: Receiver<Heard>,
    /// Whether the system has told how it ended.
    reaped: bool,
    /// The last line that it said on standard error.
    complaint: Arc<Mutex<String>>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").finish_non_exhaustive()
    }
}

/// A line of output, and when it came.
struct Heard {
    at: Instant,
    /// None where it was too long.
    line: Option<String>,
}

impl Program {
    /// Starts the program, without a shell.
    ///
    /// # Errors
    /// [`Fault::Crashed`] when the system cannot do that.
    pub fn start(launch: &Launch) -> Result<Program, Fault> {
        let failed = |error: io::Error| Fault::Crashed(format!("{} cannot be started: {error}", launch.program));
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let mut child = command.spawn().map_err(failed)?;
        let stdin = child.stdin().take().expect("it is piped");
        let stdout = child.stdout().take().expect("it is piped");
        let stderr = child.stderr().take().expect("it is piped");
        let (orders, to_write) = channel();
        let (heard, lines) = sync_channel(WAITING_LINES);
        let complaint = Arc::new(Mutex::new(String::new()));
        let last = Arc::clone(&complaint);
        thread::spawn(move || write_all(stdin, &to_write));
        thread::spawn(move || hear_all(stdout, &heard));
        thread::spawn(move || each_line(stderr, |line| keep(&last, line)));
        Ok(Program { child, orders: Some(orders), lines, reaped: false, complaint })
    }

    /// Says a line. It never waits; whether anybody hears it is another matter.
    pub fn say(&self, line: &str) {
        // Where the program has ended, that is noticed when an answer is expected.
        if let Some(orders) = &self.orders {
            let _ = orders.send(format!("{line}\n"));
        }
    }

    /// Closes the input of the program, after all that has been said.
    pub fn close(&mut self) {
        self.orders = None;
    }

    /// The next line that the program says, without the line feed.
    ///
    /// # Errors
    /// [`Fault::Hung`] when it says nothing until the deadline, [`Fault::Crashed`] when it can say nothing
    /// any more, [`Fault::ProtocolError`] for a line of more than [`MAX_LINE`] bytes.
    pub fn hear(&mut self, deadline: Instant) -> Result<String, Fault> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(heard) if heard.at > deadline => Err(Fault::Hung("it said too little in time".to_owned())),
            Ok(Heard { line: Some(line), .. }) => Ok(line),
            Ok(Heard { line: None, .. }) => Err(Fault::ProtocolError(format!("a line of more than {MAX_LINE} bytes"))),
            Err(RecvTimeoutError::Timeout) => Err(Fault::Hung("it said nothing in time".to_owned())),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Crashed(self.post_mortem())),
        }
    }

    /// Listens to replies until `pick` has found one that it takes.
    ///
    /// # Errors
    /// As [`hear`](Self::hear), and [`Fault::ProtocolError`] after a million other lines.
    pub fn hear_until<T>(
        &mut self,
        deadline: Instant,
        mut pick: impl FnMut(UgiReply<'_>) -> Option<T>,
    ) -> Result<T, Fault> {
        for _ in 0..MAX_LINES {
            let line = self.hear(deadline)?;
            if let Some(found) = pick(UgiReply::parse(&line)) {
                return Ok(found);
            }
        }
        Err(Fault::ProtocolError(format!("more than {MAX_LINES} lines before an answer")))
    }

    /// Whether the program ends of its own accord until the deadline, with which status; none where it was killed
    /// by a signal. What it has still to say is thrown away.
    pub fn ends(&mut self, deadline: Instant) -> Option<Option<i32>> {
        self.drain(deadline);
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                let _ = self.kill();
                return Some(status.code());
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Throws away what is said until the program closes its output, or the deadline.
    fn drain(&mut self, deadline: Instant) {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.lines.recv_timeout(left).is_err() {
                return;
            }
        }
    }

    /// The end of a program that has closed its output: its exit status and last words.
    fn post_mortem(&mut self) -> String {
        // Most have ended, or are about to; others closed their output and live on.
        thread::sleep(Duration::from_millis(20));
        let how = match self.kill() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        let complaint = self.complaint.lock().map(|text| text.clone()).unwrap_or_default();
        if complaint.is_empty() { how } else { format!("{how}; its last words: {complaint}") }
    }

    /// Kills the program and all that it has started, unless that has been done.
    fn kill(&mut self) -> io::Result<std::process::ExitStatus> {
        if !std::mem::replace(&mut self.reaped, true) {
            // It fails where all have ended, and then there is nothing to kill.
            let _ = self.child.start_kill();
        }
        self.child.wait()
    }
}

/// Says `quit`, and kills what does not obey.
impl Drop for Program {
    fn drop(&mut self) {
        self.say("quit");
        self.drain(Instant::now() + FAREWELL);
        let _ = self.kill();
    }
}

fn write_all(mut stdin: ChildStdin, orders: &Receiver<String>) {
    for order in orders {
        if stdin.write_all(order.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

/// Hands all lines on until the program says no more, or nobody wants to hear it.
fn hear_all(stdout: impl Read, heard: &SyncSender<Heard>) {
    each_line(stdout, |line| {
        let line = line.map(|bytes| String::from_utf8_lossy(bytes).trim_end().to_owned());
        heard.send(Heard { at: Instant::now(), line }).is_ok()
    });
}

/// Keeps a line for the case that it was the last.
fn keep(last: &Mutex<String>, line: Option<&[u8]>) -> bool {
    const LONGEST: usize = 200;
    let text = String::from_utf8_lossy(line.unwrap_or_default());
    let text: String = text.trim().chars().take(LONGEST).collect();
    if !text.is_empty()
        && let Ok(mut last) = last.lock()
    {
        *last = text;
    }
    true
}

/// Calls `visit` with every line, or none in the place of one that is too long, as long as it says true.
fn each_line(pipe: impl Read, mut visit: impl FnMut(Option<&[u8]>) -> bool) {
    let mut pipe = BufReader::new(pipe);
    let mut line = Vec::new();
    loop {
        line.clear();
        match pipe.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(length) => {
                let is_whole = line.last() == Some(&b'\n') || (length as u64) < MAX_LINE;
                if !visit(is_whole.then_some(&line[..])) {
                    return;
                }
            }
        }
    }
}
