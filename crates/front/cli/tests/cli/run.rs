//! Running the binary.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Longer than an answer takes on a busy machine, and shorter than a run that is not stopped.
pub(crate) const PATIENCE: Duration = Duration::from_secs(200);

/// The result of a call.
pub(crate) struct Ran {
    /// The exit status; none after a signal.
    pub(crate) status: Option<i32>,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// Calls `floe` with nothing on standard input.
pub(crate) fn floe(arguments: &[&str]) -> Ran {
    floe_with(arguments, "")
}

/// Calls `floe` with this on standard input.
pub(crate) fn floe_with(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // From another thread, lest both wait for each other.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let ran = end(child);
    let _ = writer.join().unwrap();
    ran
}

/// Returns the command that runs a program: itself, or another that runs it, such as an emulator,
/// which the variable `FLOE_TEST_RUNNER` names with its arguments.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let runner = std::env::var("FLOE_TEST_RUNNER").unwrap_or_default();
    let mut words = runner.split_whitespace();
    let Some(runner) = words.next() else {
        return Command::new(program);
    };
    let mut command = Command::new(runner);
    command.args(words).arg(program);
    command
}

/// Takes away what the person who runs the tests has set for floe, for terminals or for jobs of a
/// cluster.
pub(crate) fn isolate(command: &mut Command) {
    command.env("FLOE_CONFIG", "");
    const TERMINAL: [&str; 3] = ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"];
    const JOBS: [&str; 4] = [
        "HQ_TASK_ID",
        "SLURM_ARRAY_TASK_ID",
        "PARALLEL_SEQ",
        "JOB_COMPLETION_INDEX",
    ];
    for variable in TERMINAL.iter().chain(&JOBS) {
        command.env_remove(variable);
    }
}

/// Starts `floe` with pipes to all sides.
pub(crate) fn start(arguments: &[&str]) -> Child {
    let mut command = command(env!("CARGO_BIN_EXE_floe"));
    isolate(command.args(arguments));
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits for the end.
pub(crate) fn end(child: Child) -> Ran {
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        status: status.code(),
        out: text(stdout),
        err: text(stderr),
    }
}

impl Ran {
    /// Returns standard output of a call that succeeds.
    #[track_caller]
    pub(crate) fn fine(self) -> String {
        assert_eq!(self.status, Some(0), "{}{}", self.out, self.err);
        self.out
    }

    /// Returns standard error of a wrong call or position.
    #[track_caller]
    pub(crate) fn wrong(self) -> String {
        assert_eq!(self.status, Some(2), "{}{}", self.out, self.err);
        assert_eq!(self.out, "");
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }

    /// Returns the only JSON object printed by a call whose answer is open.
    #[track_caller]
    pub(crate) fn undecided(self) -> Value {
        assert_eq!(self.status, Some(3), "{}{}", self.out, self.err);
        objects(&self.out).remove(0)
    }

    /// Returns the only JSON object printed.
    #[track_caller]
    pub(crate) fn object(self) -> Value {
        let objects = objects(&self.fine());
        assert_eq!(objects.len(), 1);
        objects.into_iter().next().unwrap()
    }
}

/// Parses lines of JSON.
#[track_caller]
pub(crate) fn objects(lines: &str) -> Vec<Value> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}
