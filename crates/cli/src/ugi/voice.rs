use std::io::{self, Write};

/// How lines are said: whole, at once, by whichever thread.
#[derive(Clone, Copy, Default)]
pub(super) struct Voice {}

impl Voice {
    /// Says a line, or several.
    ///
    /// # Errors
    /// When nobody listens any more.
    pub(super) fn say(self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(format!("{text}\n").as_bytes())?;
        out.flush()
    }
}
