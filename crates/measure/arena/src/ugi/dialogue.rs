//! Log of what is said between this program and others.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Longest text of a line of the log, in characters; the rest is left out.
const MAX_TEXT: usize = 1000;

/// Log of the dialogues with all programs of a match, a line for each line that is said:
///
/// ```text
/// 0.004 fish.1 * ./fish --book book.bin
/// 0.004 fish.1 > ugi
/// 0.011 fish.1 < ugiok
/// ```
///
/// A line has the seconds since the log began, the program and the number of its process, the
/// direction (`>` to the program, `<` from it, `!` from its standard error, `*` about it) and the
/// text, with control characters as escapes.
#[derive(Clone)]
pub struct DialogueLog(Arc<Mutex<Dialogue>>);

struct Dialogue {
    output: Box<dyn Write + Send>,
    start: Instant,
    processes: u64,
    /// The first error of writing, after which nothing more is written.
    error: Option<io::Error>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    To,
    From,
    /// Line of the program on standard error.
    Error,
    About,
}

/// Part of a log that belongs to one process; nothing is logged without a log.
#[derive(Clone, Debug, Default)]
pub(super) struct ProcessLog(Option<(DialogueLog, String)>);

impl DialogueLog {
    /// Begins a log that is written to `output`.
    pub fn new(output: impl Write + Send + 'static) -> DialogueLog {
        let output = Box::new(output);
        DialogueLog(Arc::new(Mutex::new(Dialogue {
            output,
            start: Instant::now(),
            processes: 0,
            error: None,
        })))
    }

    /// Takes the first error of writing, after which nothing more was written; `None` if there was
    /// none.
    pub fn take_error(&self) -> Option<io::Error> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .error
            .take()
    }

    fn process(&self, program: &str) -> ProcessLog {
        let mut dialogue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        dialogue.processes += 1;
        ProcessLog(Some((
            self.clone(),
            format!("{program}.{}", dialogue.processes),
        )))
    }
}

impl ProcessLog {
    /// Begins the log of a process of the program with this name.
    pub(super) fn of(log: Option<&DialogueLog>, program: &str) -> ProcessLog {
        log.map_or_else(ProcessLog::default, |log| log.process(program))
    }

    pub(super) fn say(&self, direction: Direction, text: &str) {
        let ProcessLog(Some((DialogueLog(dialogue), name))) = self else {
            return;
        };
        let mark = match direction {
            Direction::To => '>',
            Direction::From => '<',
            Direction::Error => '!',
            Direction::About => '*',
        };
        let mut dialogue = dialogue.lock().unwrap_or_else(PoisonError::into_inner);
        let time = dialogue.start.elapsed().as_secs_f64();
        let line = format!("{time:.3} {name} {mark} {}\n", printable(text));
        if dialogue.error.is_none() {
            dialogue.error = dialogue.output.write_all(line.as_bytes()).err();
        }
    }
}

/// The text with escapes for what cannot be printed, and without what is too long.
fn printable(text: &str) -> String {
    let escaped = |sign: char| {
        if sign.is_control() {
            sign.escape_default().to_string()
        } else {
            sign.to_string()
        }
    };
    let shown: String = text.chars().take(MAX_TEXT).map(escaped).collect();
    let left_out = text.chars().skip(MAX_TEXT).count();
    if left_out == 0 {
        shown
    } else {
        format!("{shown}… ({left_out} more characters)")
    }
}

/// Two logs are equal if they are one.
impl PartialEq for DialogueLog {
    fn eq(&self, other: &DialogueLog) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for DialogueLog {}

impl fmt::Debug for DialogueLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DialogueLog")
    }
}
