//! A process between this program and another one, which ends the other one with all that it has
//! started.
//!
//! A supervisor is this program, started again with its command `supervise`. As a subreaper (Linux,
//! `prctl(2)`) it adopts every process below it that loses its parent, so that none leaves its
//! tree. It ends the tree when its lifeline closes, a pipe whose other end only this program holds:
//! the system closes that however this program ends.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, PipeReader, PipeWriter, Read};
use std::os::fd::{AsRawFd, RawFd};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::sys::prctl::{set_child_subreaper, set_dumpable};
use nix::sys::signal::{Signal, kill, raise};
use nix::sys::wait::{WaitStatus, wait};
use nix::unistd::{Pid, close, dup2_stderr, dup2_stdin, dup2_stdout, getpid};

use super::{Launch, StartError};

/// Pipe to a supervisor, which ends its tree when this is dropped.
#[derive(Debug)]
pub(super) struct Lifeline {
    _ours: PipeWriter,
    /// The end that the supervisor inherits.
    theirs: PipeReader,
}

impl Lifeline {
    pub(super) fn new() -> io::Result<Lifeline> {
        let (theirs, ours) = io::pipe()?;
        fcntl(&theirs, FcntlArg::F_SETFD(FdFlag::empty()))?;
        Ok(Lifeline {
            _ours: ours,
            theirs,
        })
    }

    /// Returns the command that starts a program with a supervisor.
    pub(super) fn command(&self, supervisor: &Path, launch: &Launch) -> Command {
        let mut command = Command::new(supervisor);
        let lifeline = self.theirs.as_raw_fd().to_string();
        command
            .args(["supervise", &lifeline, "--", &launch.program])
            .args(&launch.arguments);
        command
    }
}

/// Reason why a program cannot be supervised.
#[derive(Debug, thiserror::Error)]
pub enum SuperviseError {
    /// The program cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The operating system reports this error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<Errno> for SuperviseError {
    fn from(error: Errno) -> SuperviseError {
        SuperviseError::Io(error.into())
    }
}

/// Time between two attempts to kill what is left of a tree.
const KILL_INTERVAL: Duration = Duration::from_millis(2);

/// Runs a program until it and all processes that it has started have ended, and returns its exit
/// status. `lifeline` is the file descriptor of the reading end of a pipe: when the other end
/// closes, kills them all. If a signal has ended the program, the same signal ends this process.
///
/// # Errors
/// When the program cannot be started, or the system refuses.
pub fn supervise(
    lifeline: RawFd,
    program: &OsString,
    arguments: &[OsString],
) -> Result<i32, SuperviseError> {
    set_child_subreaper(true)?;
    // A descriptor that the program does not inherit, in place of the one that this process has
    // inherited.
    let mut pipe = File::open(format!("/proc/self/fd/{lifeline}"))?;
    close(lifeline)?;
    let child = Command::new(program).args(arguments).spawn();
    let child = child.map_err(|error| StartError::new(&program.to_string_lossy(), error))?;
    let child = Pid::from_raw(child.id().cast_signed());
    // The pipes of the program close when the program closes them.
    let null = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    thread::spawn(move || {
        // Nothing is written to the pipe: reading ends when it closes.
        let _ = pipe.read_to_end(&mut Vec::new());
        loop {
            kill_descendants();
            thread::sleep(KILL_INTERVAL);
        }
    });
    let mut status = None;
    loop {
        match wait() {
            Ok(ended) if ended.pid() == Some(child) => status = Some(ended),
            Ok(_) | Err(Errno::EINTR) => {}
            Err(Errno::ECHILD) => return Ok(status.map_or(1, exit_code)),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Returns the exit status of a program that has ended in this way. If a signal ended it, raises
/// the same signal in this process; should this go on, the status is 128 plus the number of the
/// signal.
fn exit_code(ended: WaitStatus) -> i32 {
    match ended {
        WaitStatus::Exited(_, code) => code,
        WaitStatus::Signaled(_, signal, _) => {
            // One core file is enough. If the signal does not end this process, its number becomes
            // the exit status.
            let _ = set_dumpable(false);
            let _ = raise(signal);
            128 + signal as i32
        }
        _ => 1,
    }
}

/// Kills all processes below this one that exist now; they may start others at the same time.
fn kill_descendants() {
    let pids = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let parents: HashMap<i32, i32> = pids.filter_map(|pid| Some((pid, parent(pid)?))).collect();
    let own = getpid().as_raw();
    let is_below = |pid: &&i32| {
        // A list made while processes end and start can have circles.
        let mut above = std::iter::successors(parents.get(pid), |parent| parents.get(parent))
            .take(parents.len());
        above.any(|&parent| parent == own)
    };
    for &pid in parents.keys().filter(is_below) {
        // It may have ended already.
        let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
    }
}

/// Returns the parent of a process, if that still exists; see `proc_pid_stat(5)`.
fn parent(pid: i32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may hold any character.
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_ascii_whitespace().nth(1)?.parse().ok()
}
