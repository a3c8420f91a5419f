//! Line editing on a terminal, with a history in memory, and completion of commands, legal moves
//! and file names.

use std::fs;
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use signal_hook::consts::SIGINT;

use crate::input::TypedLines;
use crate::output::InputLine;

/// Lines edited on a terminal, each on request.
pub(crate) struct EditedLines<'a> {
    requests: Sender<Request>,
    lines: TypedLines<'a>,
    stop: &'a AtomicBool,
    /// Settings of the terminal before the first line.
    settings: Termios,
}

/// Request for a line.
struct Request {
    prompt: String,
    /// Legal moves.
    moves: Vec<String>,
}

impl<'a> EditedLines<'a> {
    /// Prepares to read until `stop` is set; `None` unless standard input and output are a
    /// terminal.
    pub(super) fn new(
        stop: &'a AtomicBool,
        commands: &'static [&'static str],
    ) -> Option<EditedLines<'a>> {
        let settings = tcgetattr(io::stdin())
            .ok()
            .filter(|_| io::stdout().is_terminal())?;
        // As one paste, several lines would be one.
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .bracketed_paste(false);
        let config = config.auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).ok()?;
        editor.set_helper(Some(Words {
            commands,
            moves: Vec::new(),
        }));
        let (requests, requested) = channel();
        let lines = TypedLines::read(stop, || {
            let read = move |(number, request)| {
                Some(read_line(&mut editor, request)?.map(|text| line(number, text)))
            };
            (1..).zip(requested).map_while(read)
        });
        Some(EditedLines {
            requests,
            lines,
            stop,
            settings,
        })
    }

    /// Returns the next line if it is already there.
    pub(super) fn ready(&mut self) -> Option<io::Result<InputLine>> {
        let stdin = io::stdin();
        let mut input = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
        let is_ready = poll(&mut input, PollTimeout::ZERO).is_ok_and(|ready| ready > 0);
        if is_ready {
            self.next("", Vec::new())
        } else {
            None
        }
    }

    /// Waits for the next line after a prompt.
    pub(super) fn next(
        &mut self,
        prompt: &str,
        moves: Vec<String>,
    ) -> Option<io::Result<InputLine>> {
        self.requests
            .send(Request {
                prompt: prompt.to_owned(),
                moves,
            })
            .ok()?;
        let line = self.lines.next();
        if self.stop.load(Relaxed) {
            // The thread of the editor may still wait for keys, in its own settings.
            let _ = tcsetattr(io::stdin(), SetArg::TCSADRAIN, &self.settings);
        }
        line
    }
}

fn line(number: usize, text: String) -> InputLine {
    InputLine {
        number,
        is_in_batch: true,
        text: Ok(text),
    }
}

/// Reads a line; `None` at the end of input, and after Ctrl-C, which it raises as a signal.
fn read_line(
    editor: &mut Editor<Words, MemHistory>,
    request: Request,
) -> Option<io::Result<String>> {
    editor.helper_mut()?.moves = request.moves;
    match editor.readline(&request.prompt) {
        Ok(line) => Some(Ok(line)),
        Err(ReadlineError::Eof) => None,
        Err(ReadlineError::Interrupted) => signal_hook::low_level::raise(SIGINT).err().map(Err),
        Err(ReadlineError::Io(error)) => Some(Err(error)),
        Err(error) => Some(Err(io::Error::other(error))),
    }
}

/// Words to complete.
struct Words {
    commands: &'static [&'static str],
    moves: Vec<String>,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        end: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.completions(&line[..end]))
    }
}

impl Helper for Words {}

impl Highlighter for Words {}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}

impl Words {
    /// Returns the byte where the last word of a line begins, and the words that can replace it: a
    /// command or a legal move, in any case and without hyphens; after `save` the name of a file.
    fn completions(&self, line: &str) -> (usize, Vec<String>) {
        let begin = line.len() - line.trim_start().len();
        match line[begin..].split_once(char::is_whitespace) {
            None => {
                let typed = plain(&line[begin..]);
                let words = self
                    .commands
                    .iter()
                    .copied()
                    .chain(self.moves.iter().map(String::as_str));
                (
                    begin,
                    words
                        .filter(|word| plain(word).starts_with(&typed))
                        .map(str::to_owned)
                        .collect(),
                )
            }
            Some((command, rest)) if command.eq_ignore_ascii_case("save") => {
                let name = rest.trim_start();
                (line.len() - name.len(), files(name))
            }
            Some(_) => (line.len(), Vec::new()),
        }
    }
}

/// Word in lower case, without hyphens.
fn plain(word: &str) -> String {
    word.replace('-', "").to_ascii_lowercase()
}

/// Returns the paths of files that begin with this text, sorted; folders end with a slash.
fn files(text: &str) -> Vec<String> {
    let (folder, name) = text.split_at(text.rfind('/').map_or(0, |slash| slash + 1));
    let path_of = |file: fs::DirEntry| {
        let found = file.file_name().into_string().ok()?;
        // Other names would be obeyed by the terminal.
        let is_printable = found
            .chars()
            .all(|c| floe_search::is_printable(c) && !c.is_control());
        let is_wanted = is_printable
            && found.starts_with(name)
            && (name.starts_with('.') || !found.starts_with('.'));
        let end = if file.path().is_dir() { "/" } else { "" };
        is_wanted.then(|| format!("{folder}{found}{end}"))
    };
    let files = fs::read_dir(if folder.is_empty() { "." } else { folder });
    let mut paths: Vec<String> = files
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(path_of)
        .collect();
    paths.sort_unstable();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(line: &str) -> (usize, Vec<String>) {
        let moves = ["c3-f3", "c3xd3", "c4-c5,whale:NE"]
            .map(str::to_owned)
            .to_vec();
        Words {
            commands: &["save", "show", "quit"],
            moves,
        }
        .completions(line)
    }

    #[test]
    fn commands_and_moves_are_completed() {
        for (line, begin, words) in [
            ("s", 0, &["save", "show"][..]),
            ("  QU", 2, &["quit"]),
            ("c3", 0, &["c3-f3", "c3xd3"]),
            ("C3f", 0, &["c3-f3"]),
            ("c4-", 0, &["c4-c5,whale:NE"]),
            ("x", 0, &[]),
            ("show c", 6, &[]),
        ] {
            assert_eq!(
                completed(line),
                (begin, words.iter().map(ToString::to_string).collect()),
                "{line}"
            );
        }
        assert_eq!(completed("").1.len(), 6);
    }

    #[test]
    fn names_of_files_are_completed_after_save() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("monday evening.game"), "").unwrap();
        fs::write(folder.path().join(".monday"), "").unwrap();
        fs::create_dir(folder.path().join("months")).unwrap();
        let place = format!("{}/", folder.path().display());
        let both = ["monday evening.game", "months/"]
            .map(|name| format!("{place}{name}"))
            .to_vec();
        assert_eq!(completed(&format!("save {place}mon")), (5, both));
        assert_eq!(completed(&format!("SAVE  {place}monday e")).1.len(), 1);
        assert_eq!(
            completed(&format!("save {place}.")).1,
            [format!("{place}.monday")]
        );
        assert_eq!(completed("save /nowhere/x").1, [""; 0]);
    }
}
