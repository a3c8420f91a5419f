//! The prompt of `floe play`. On a terminal lines can be edited, recalled and completed; elsewhere
//! they are read as they are. Windows edits and recalls lines in every program.

#[cfg(unix)]
mod editor;

use std::io;
use std::sync::atomic::AtomicBool;

use crate::input::{TypedLines, lines_until};
use crate::output::{InputLine, Output};

/// Lines that a person types.
pub(crate) enum Prompt<'a> {
    /// Standard input as it is.
    Plain(TypedLines<'a>),
    /// Lines edited on a terminal.
    #[cfg(unix)]
    Edited(editor::EditedLines<'a>),
}

impl<'a> Prompt<'a> {
    /// Reads until `stop` is set. Completes `commands`.
    pub(crate) fn new(
        stop: &'a AtomicBool,
        commands: &'static [&'static str],
        output: &Output,
    ) -> Prompt<'a> {
        #[cfg(unix)]
        if let Some(lines) = output
            .is_for_people()
            .then(|| editor::EditedLines::new(stop, commands))
            .flatten()
        {
            return Prompt::Edited(lines);
        }
        #[cfg(not(unix))]
        let _ = (commands, output);
        Prompt::Plain(lines_until(stop))
    }

    /// Returns the next line if it is already there.
    pub(crate) fn ready(&mut self) -> Option<io::Result<InputLine>> {
        match self {
            Prompt::Plain(lines) => lines.ready(),
            #[cfg(unix)]
            Prompt::Edited(lines) => lines.ready(),
        }
    }

    /// Waits for the next line after a prompt; `moves` are legal moves to complete.
    pub(crate) fn next(
        &mut self,
        prompt: &str,
        moves: impl FnOnce() -> Vec<String>,
        output: &mut Output,
    ) -> Option<io::Result<InputLine>> {
        match self {
            Prompt::Plain(lines) => match output.remark(prompt) {
                Ok(()) => lines.next(),
                Err(error) => Some(Err(error)),
            },
            #[cfg(unix)]
            Prompt::Edited(lines) => lines.next(prompt, moves()),
        }
    }
}
