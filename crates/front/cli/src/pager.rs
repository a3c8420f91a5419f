//! Long text on a terminal, shown by the program that the user reads with.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::SIGINT;
use signal_hook::flag::register;
use terminal_size::{Height, terminal_size_of};

/// Program that shows text where the variable PAGER names none.
const USUAL: &str = "less";

/// Shows a text page by page if it is longer than the terminal; returns false where it must be
/// printed: without a terminal, with NO_PAGER, with an empty PAGER, and where the program cannot be
/// started.
pub(crate) fn show(text: &str) -> bool {
    let words = pager();
    let Some((program, arguments)) = words
        .split_first()
        .filter(|_| is_longer_than_terminal(text))
    else {
        return false;
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Colours as they are, no page for what fits, and the text stays on the screen.
        command.env("LESS", "FRX");
    }
    // Ctrl-C is for the program that shows the text.
    let _ = register(SIGINT, Arc::new(AtomicBool::new(false)));
    let Ok(mut child) = command.spawn() else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // A reader who has seen enough closes the pipe.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok()
}

/// Words of the command that shows text; none where the user wants none.
fn pager() -> Vec<String> {
    if std::env::var_os("NO_PAGER").is_some_and(|value| !value.is_empty()) {
        return Vec::new();
    }
    let named = std::env::var("PAGER").unwrap_or_else(|_| USUAL.to_owned());
    shlex::split(&named)
        .filter(|words| words.first().is_none_or(|word| word != "cat"))
        .unwrap_or_default()
}

fn is_longer_than_terminal(text: &str) -> bool {
    let stdout = io::stdout();
    let is_terminal = stdout.is_terminal() && io::stdin().is_terminal();
    let size = terminal_size_of(&stdout).filter(|_| is_terminal);
    size.is_some_and(|(_, Height(lines))| text.lines().count() >= usize::from(lines))
}
