//! Running the binary.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Longer than an answer takes on a busy machine, and shorter than a run that is not stopped.
pub(crate) const PATIENCE: Duration = Duration::from_secs(200);

/// The result of a call.
pub(crate) struct Ran {
    /// The words of the call, where it was awaited at once.
    pub(crate) call: Vec<String>,
    /// The exit status; none after a signal.
    pub(crate) status: Option<i32>,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// Arguments of a call: a text, in which blanks part words but for those
/// between two backticks, or the words.
pub(crate) trait Call {
    fn words(&self) -> Vec<String>;
}

impl Call for str {
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut is_quoted = false;
        for character in self.chars() {
            match character {
                '`' => {
                    is_quoted = !is_quoted;
                    word.get_or_insert_default();
                }
                ' ' if !is_quoted => words.extend(word.take()),
                character => word.get_or_insert_default().push(character),
            }
        }
        words.extend(word);
        words
    }
}

impl Call for String {
    fn words(&self) -> Vec<String> {
        self.as_str().words()
    }
}

impl<T: AsRef<str>> Call for [T] {
    fn words(&self) -> Vec<String> {
        self.iter().map(|word| word.as_ref().to_owned()).collect()
    }
}

impl<T: AsRef<str>, const N: usize> Call for [T; N] {
    fn words(&self) -> Vec<String> {
        self[..].words()
    }
}

impl<T: AsRef<str>> Call for Vec<T> {
    fn words(&self) -> Vec<String> {
        self[..].words()
    }
}

impl<T: Call + ?Sized> Call for &T {
    fn words(&self) -> Vec<String> {
        (*self).words()
    }
}

/// Calls `floe` with a formatted text of arguments.
macro_rules! call_of {
    ($($text:tt)*) => {
        crate::run::floe(&format!($($text)*))
    };
}
pub(crate) use call_of as floe;

/// Calls `floe` with nothing on standard input.
pub(crate) fn floe(call: &(impl Call + ?Sized)) -> Ran {
    floe_with(call, "")
}

/// Calls `floe` with this on standard input.
pub(crate) fn floe_with(call: &(impl Call + ?Sized), input: impl AsRef<[u8]>) -> Ran {
    let mut child = start(call);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // From another thread, lest both wait for each other.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let ran = end(child);
    let _ = writer.join().unwrap();
    Ran {
        call: call.words(),
        ..ran
    }
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
pub(crate) fn start(call: &(impl Call + ?Sized)) -> Child {
    let mut command = command(env!("CARGO_BIN_EXE_floe"));
    isolate(command.args(call.words()));
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
        call: Vec::new(),
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

    /// Returns standard output of a call that succeeds, in which this is a part.
    #[track_caller]
    pub(crate) fn says(self, part: impl AsRef<str>) -> String {
        let call = self.call.clone();
        let out = self.fine();
        let part = part.as_ref();
        assert!(out.contains(part), "{call:?}: '{part}' in {out}");
        out
    }

    /// Returns standard error of a wrong call or position, in which this is a part.
    #[track_caller]
    pub(crate) fn refuses(self, part: impl AsRef<str>) -> String {
        let call = self.call.clone();
        let err = self.wrong();
        let part = part.as_ref();
        assert!(err.contains(part), "{call:?}: '{part}' in {err}");
        err
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

#[test]
fn blanks_part_words_outside_of_backticks() {
    assert_eq!("moves `a 'b'` --x=``".words(), ["moves", "a 'b'", "--x="]);
    assert_eq!("show ``".words(), ["show", ""]);
}

/// Texts of an array.
#[track_caller]
pub(crate) fn texts(array: &Value) -> Vec<&str> {
    let items = array.as_array().unwrap().iter();
    items.map(|item| item.as_str().unwrap()).collect()
}

/// Parses lines of JSON.
#[track_caller]
pub(crate) fn objects(lines: &str) -> Vec<Value> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// Names of the pages that `floe docs` lists.
pub(crate) fn pages() -> Vec<String> {
    let listed = floe("docs").fine();
    let pages = listed.lines().filter_map(|line| line.strip_prefix("  "));
    let name = |page: &str| page.split(' ').next().unwrap_or_default().to_owned();
    pages.map(name).collect()
}

/// Folder that is gone at the end of a test.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns the path of what has this name in the folder.
    pub(crate) fn file(&self, name: impl AsRef<Path>) -> String {
        self.path().join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file, and returns its path.
    pub(crate) fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> String {
        let path = self.file(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// Reads a text.
    pub(crate) fn read(&self, name: impl AsRef<Path>) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }
}
