//! `floe play` on a terminal: lines are edited, recalled and completed.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};

use nix::pty::{Winsize, openpty};
use nix::sys::termios::{Termios, tcgetattr};

use crate::ENDGAME;
use crate::run::{Ran, end, isolate};
use crate::signals::signal;

/// A game on a pseudo-terminal.
struct Terminal {
    child: Child,
    keyboard: File,
    /// The side of the game.
    line: OwnedFd,
    settings: Termios,
    shown: String,
}

impl Terminal {
    fn play(arguments: &[&str]) -> Terminal {
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let pair = openpty(Some(&size), None).unwrap();
        let settings = tcgetattr(&pair.slave).unwrap();
        let side = || Stdio::from(pair.slave.try_clone().unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_floe"));
        command
            .args(["play", "--level", "1"])
            .args(arguments)
            .env("TERM", "xterm");
        isolate(&mut command);
        let child = command
            .stdin(side())
            .stdout(side())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Terminal {
            child,
            keyboard: pair.master.into(),
            line: pair.slave,
            settings,
            shown: String::new(),
        }
    }

    /// Reads up to the end of this text, after what has been read.
    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        let mut read = Vec::new();
        let mut byte = [0];
        while !read.ends_with(text.as_bytes()) {
            assert!(
                self.keyboard.read(&mut byte).is_ok_and(|bytes| bytes == 1),
                "{}",
                self.shown
            );
            read.push(byte[0]);
        }
        self.shown += &String::from_utf8_lossy(&read);
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for the end, which leaves the terminal with its settings.
    #[track_caller]
    fn end(self) -> Ran {
        // The terminal holds few bytes.
        let mut output = self.keyboard.try_clone().unwrap();
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        let ran = end(self.child);
        assert_eq!(tcgetattr(&self.line).unwrap(), self.settings);
        ran
    }
}

/// Output of a call whose standard output is a terminal.
pub(crate) fn output_on_a_terminal(arguments: &[&str]) -> String {
    let pair = openpty(None, None).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_floe"));
    command
        .args(arguments)
        .env("FLOE_CONFIG", "")
        .env("TERM", "xterm")
        .stdin(Stdio::null());
    let mut child = command
        .stdout(Stdio::from(pair.slave))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(command);
    let mut terminal = File::from(pair.master);
    let mut output = Vec::new();
    // Reading fails when the last program has closed the terminal.
    let _ = terminal.read_to_end(&mut output);
    assert!(child.wait().unwrap().success());
    String::from_utf8_lossy(&output).into_owned()
}

#[test]
fn lines_are_completed_and_recalled() {
    let mut terminal = Terminal::play(&[ENDGAME]);
    terminal.wait_for("A> ");
    // A mistake taken back, a command completed, and the same line again by the arrow key.
    terminal.press("x\x7flev\t 2\r");
    terminal.wait_for("level 2 of 8");
    terminal.wait_for("A> ");
    terminal.press("\x1b[A\r");
    terminal.wait_for("level 2 of 8");
    terminal.wait_for("A> ");
    terminal.press("b1c\t\r");
    terminal.wait_for(" plays ");
    terminal.wait_for("A> ");
    // Several lines of one paste are several commands.
    terminal.press("level 3\rq\r");
    terminal.wait_for("level 3 of 8");
    assert_eq!(terminal.end().status, Some(0));
}

#[test]
fn a_terminal_is_left_as_it_was() {
    for (keys, status) in [("\x03", 130), ("\x04", 0), ("", 143)] {
        let mut terminal = Terminal::play(&[ENDGAME]);
        terminal.wait_for("A> ");
        if keys.is_empty() {
            signal(&terminal.child, "TERM");
        }
        terminal.press(keys);
        let ran = terminal.end();
        assert_eq!(ran.status, Some(status), "{}", ran.err);
        assert_eq!(
            ran.err.contains("stopped; resume with: floe play "),
            status != 0,
            "{}",
            ran.err
        );
    }
}

/// A line stops engines that play for all sides.
#[test]
fn engines_are_stopped_by_a_line() {
    let mut terminal = Terminal::play(&["--seed", "1"]);
    terminal.wait_for("A> ");
    terminal.press("level 6\r");
    terminal.wait_for("A> ");
    terminal.press("side none\r");
    terminal.wait_for(" plays ");
    terminal.press("show\r");
    terminal.wait_for("stopped; side none lets the engines play on");
    terminal.wait_for("> ");
    terminal.press("q\r");
    assert_eq!(terminal.end().status, Some(0));
}

/// Output of `floe docs search` on a terminal of this many lines, with these variables.
fn docs_on_a_terminal(lines: u16, variables: &[(&str, &str)]) -> String {
    let size = Winsize {
        ws_row: lines,
        ws_col: 80,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let pair = openpty(Some(&size), None).unwrap();
    let side = || Stdio::from(pair.slave.try_clone().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_floe"));
    isolate(
        command
            .args(["docs", "search"])
            .env("TERM", "xterm")
            .env_remove("PAGER")
            .env_remove("NO_PAGER"),
    );
    let mut child = command
        .envs(variables.iter().copied())
        .stdin(side())
        .stdout(side())
        .stderr(side())
        .spawn()
        .unwrap();
    drop(command);
    drop(pair.slave);
    let mut terminal = File::from(pair.master);
    let mut output = Vec::new();
    // Reading fails when the last program has closed the terminal.
    let _ = terminal.read_to_end(&mut output);
    assert!(child.wait().unwrap().success());
    String::from_utf8_lossy(&output).into_owned()
}

/// The program of PAGER shows a page that is longer than the terminal, unless the user wants none.
#[test]
fn a_pager_shows_long_pages_on_a_terminal() {
    const PAGER: (&str, &str) = ("PAGER", "sed 's/^/paged: /'");
    assert!(docs_on_a_terminal(10, &[PAGER]).contains("paged: "));
    let cases: [&[(&str, &str)]; 4] = [
        &[PAGER, ("NO_PAGER", "1")],
        &[("PAGER", "")],
        &[("PAGER", "cat")],
        &[("PAGER", "/no/such/program")],
    ];
    for variables in cases {
        let shown = docs_on_a_terminal(10, variables);
        assert!(
            shown.contains("alphabeta") && !shown.contains("paged: "),
            "{variables:?}: {shown}"
        );
    }
    assert!(
        !docs_on_a_terminal(500, &[PAGER]).contains("paged: "),
        "a page that fits"
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_floe"));
    let ran = isolate_with(command.args(["docs", "search"]), PAGER)
        .output()
        .unwrap();
    assert!(
        !String::from_utf8_lossy(&ran.stdout).contains("paged: "),
        "without a terminal"
    );
}

/// The command without what the person who runs the tests has set, and with a variable.
fn isolate_with<'a>(command: &'a mut Command, (name, value): (&str, &str)) -> &'a mut Command {
    isolate(command);
    command.env(name, value)
}
