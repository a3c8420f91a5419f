//! An engine of this process, played by other programs: one thread reads and answers at once,
//! another searches.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use floe_arena::ugi::{GoLimits, SearchInfo, UgiError, first_word};
use floe_engine::{AnyGame, GameLine, MoveListError, with_game};
use floe_fish::PositionError;
use floe_game::{Game, Turn};
use floe_search::{error_text, printable, without_mark};

use super::query::response;
use super::{UgiPlayer, start_position};

/// Commands that must wait until a search ends.
const WAITING_COMMANDS: [&str; 6] = ["ugi", "uginewgame", "setoption", "position", "go", "query"];

/// Carries out UGI commands, one a line, and writes the answers to `out`. Lines that are `None` are
/// skipped. Returns at the command `quit`, which stops a running search, or after the last line:
/// then a search with a limit runs to its end, and any other is stopped.
///
/// # Errors
/// When a line cannot be read, or an answer cannot be written.
pub fn serve(
    engine: UgiPlayer,
    out: impl Write + Send + 'static,
    lines: impl Iterator<Item = io::Result<Option<String>>>,
) -> io::Result<()> {
    let out = Arc::new(Mutex::new(out));
    let played = Some(GameLine::new(start_position()));
    let mut session = UgiSession {
        out,
        played,
        engine: Some(engine),
        search: None,
    };
    for line in lines {
        let Some(text) = line? else { continue };
        let (command, arguments) = first_word(without_mark(&text));
        if command == "quit" {
            session.stop();
            break;
        }
        session.execute(command, arguments)?;
    }
    // A search with a limit may end by itself.
    if let Some(search) = session.search {
        if search.is_endless {
            search.stop();
        }
        search.join();
    }
    Ok(())
}

struct UgiSession<W> {
    out: Arc<Mutex<W>>,
    /// `None` after a position that was refused.
    played: Option<GameLine>,
    /// `None` during a search.
    engine: Option<UgiPlayer>,
    search: Option<RunningSearch>,
}

/// A search in a thread of its own, which writes its answer itself and returns the engine.
struct RunningSearch {
    stop: Arc<AtomicBool>,
    /// Set before the search writes its answer, so that a client that has read it may send the next
    /// command at once.
    is_over: Arc<AtomicBool>,
    is_endless: bool,
    thread: JoinHandle<UgiPlayer>,
}

impl RunningSearch {
    fn stop(&self) {
        self.stop.store(true, SeqCst);
    }

    fn join(self) -> UgiPlayer {
        self.thread.join().expect("a search does not panic")
    }
}

/// Writes and flushes a line, or several, as a whole.
fn write_line(out: &Mutex<impl Write>, text: impl Display) -> io::Result<()> {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    out.write_all(printable(&format!("{text}\n")).as_bytes())?;
    out.flush()
}

/// Answer to a command that cannot be carried out.
fn error_line(error: &impl Display) -> String {
    format!("error {}", error_text(&error.to_string()))
}

impl<W: Write + Send + 'static> UgiSession<W> {
    fn write(&self, text: impl Display) -> io::Result<()> {
        write_line(&self.out, text)
    }

    /// Answers a search that cannot begin.
    fn refuse(&self, error: &UgiError) -> io::Result<()> {
        self.write(format_args!("{}\nbestmove none", error_line(error)))
    }

    /// Executes a command; a line that begins with an unknown word has no effect.
    fn execute(&mut self, command: &str, arguments: &str) -> io::Result<()> {
        match command {
            "isready" => return self.write("readyok"),
            "stop" => {
                self.stop();
                return Ok(());
            }
            _ if !WAITING_COMMANDS.contains(&command) => return Ok(()),
            _ => {}
        }
        if let Some(search) = self.search.take_if(|search| search.is_over.load(SeqCst)) {
            self.engine = Some(search.join());
        }
        let Some(engine) = &mut self.engine else {
            return self.write(error_line(&UgiError::Searching));
        };
        let reply = match command {
            "ugi" => Ok(Some(engine.introduction())),
            "uginewgame" => {
                engine.new_game();
                self.played = Some(GameLine::new(start_position()));
                Ok(None)
            }
            "setoption" => option_arguments(arguments)
                .and_then(|(name, value)| engine.set_option(&name, value))
                .map(|()| None),
            "position" => {
                let played = read_position(arguments);
                self.played = played.as_ref().ok().cloned();
                played.map(|_| None)
            }
            "query" => response(arguments, self.played.as_ref().map(GameLine::end))
                .map(|response| Some(format!("response {response}"))),
            _ => match arguments.parse() {
                Ok(limits) => return self.go(limits),
                Err(error) => Err(error),
            },
        };
        match reply {
            Ok(Some(text)) => self.write(text),
            Ok(None) => Ok(()),
            Err(error) => self.write(error_line(&error)),
        }
    }

    fn go(&mut self, limits: GoLimits) -> io::Result<()> {
        let Some(played) = self.played.clone() else {
            return self.refuse(&UgiError::NoPosition);
        };
        let position = *played.end();
        let Turn::Of(mover) = with_game!(position, position => position.turn()) else {
            return self.refuse(&UgiError::Over);
        };
        let Some(mut engine) = self.engine.take() else {
            return Ok(());
        };
        // The move of an engine that is stopped before it has searched anything.
        let any_move = position
            .choices()
            .into_iter()
            .next()
            .unwrap_or_else(|| "none".to_owned());
        let out = Arc::clone(&self.out);
        let stop = Arc::<AtomicBool>::default();
        let is_over = Arc::<AtomicBool>::default();
        let stop_search = Arc::clone(&stop);
        let set_over = Arc::clone(&is_over);
        let search = move || {
            let report = |info: &SearchInfo| {
                if write_line(&out, info).is_err() {
                    stop_search.store(true, SeqCst);
                }
            };
            let answer = match engine.search(&played, &limits, &stop_search, report) {
                Ok(info) => format!("{info}\nbestmove {}", info.pv.first().unwrap_or(&any_move)),
                Err(error) => format!("{}\nbestmove none", error_line(&error)),
            };
            set_over.store(true, SeqCst);
            // If the client is gone, reading the next command fails too.
            let _ = write_line(&out, answer);
            engine
        };
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .spawn(search)?;
        self.search = Some(RunningSearch {
            stop,
            is_over,
            is_endless: limits.is_endless(mover),
            thread,
        });
        Ok(())
    }

    fn stop(&self) {
        if let Some(search) = &self.search {
            search.stop();
        }
    }
}

fn read_position(arguments: &str) -> Result<GameLine, UgiError> {
    let (start, moves) = position_arguments(arguments)?;
    let start: AnyGame = match start {
        None => start_position(),
        Some(text) => text
            .parse()
            .map_err(|error: PositionError| UgiError::Refused(error.to_string()))?,
    };
    GameLine::replay(start, moves).map_err(|MoveListError { number, text, why }| UgiError::Move {
        number,
        text,
        reason: why.to_string(),
    })
}

/// Reads the arguments of `setoption`, `name NAME value VALUE`: the name and the value, which is
/// empty for a button. Both may contain blanks.
fn option_arguments(text: &str) -> Result<(String, String), UgiError> {
    let ("name", rest) = first_word(text) else {
        return Err(UgiError::Syntax("setoption name NAME value VALUE"));
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let end = words
        .iter()
        .position(|&word| word == "value")
        .unwrap_or(words.len());
    Ok((
        words[..end].join(" "),
        words.get(end + 1..).unwrap_or_default().join(" "),
    ))
}

/// Reads the arguments of `position`: the position after `fen`, `None` for `startpos`, and the
/// moves since.
fn position_arguments(text: &str) -> Result<(Option<&str>, Vec<&str>), UgiError> {
    let (kind, rest) = first_word(text);
    let (before, moves) = split_at_moves(rest);
    let start = match kind {
        "startpos" if before.is_empty() => None,
        "fen" => Some(before),
        _ => {
            return Err(UgiError::Syntax(
                "position startpos, or position fen POSITION, and then moves, if any",
            ));
        }
    };
    Ok((start, moves.split_whitespace().collect()))
}

/// Splits a text at the word `moves`.
fn split_at_moves(text: &str) -> (&str, &str) {
    let is_word = |(before, after): &(&str, &str)| {
        (before.is_empty() || before.ends_with(char::is_whitespace))
            && (after.is_empty() || after.starts_with(char::is_whitespace))
    };
    let mut splits = text
        .match_indices("moves")
        .map(|(at, word)| (&text[..at], &text[at + word.len()..]));
    splits
        .find(is_word)
        .map_or((text, ""), |(before, moves)| (before.trim_end(), moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_end_before_moves() {
        let fen = Some("1/2 A 0:0,0:0 4,4");
        assert_eq!(
            position_arguments("fen 1/2 A 0:0,0:0 4,4  moves a1  b2 "),
            Ok((fen, vec!["a1", "b2"]))
        );
        assert_eq!(
            position_arguments("\tfen 1/2 A 0:0,0:0 4,4 "),
            Ok((fen, vec![]))
        );
        assert_eq!(
            position_arguments("startpos moves a1"),
            Ok((None, vec!["a1"]))
        );
        assert_eq!(position_arguments("startpos moves"), Ok((None, vec![])));
        assert_eq!(position_arguments("fen moves"), Ok((Some(""), vec![])));
        for unknown in ["1/2 A", "", "startpos a1"] {
            assert!(matches!(
                position_arguments(unknown),
                Err(UgiError::Syntax(_))
            ));
        }
    }

    #[test]
    fn options_have_names_of_several_words() {
        let option = |name: &str, value: &str| Ok((name.to_owned(), value.to_owned()));
        assert_eq!(option_arguments("name Hash value 64"), option("Hash", "64"));
        assert_eq!(
            option_arguments("name Clear  Hash"),
            option("Clear Hash", "")
        );
        assert_eq!(option_arguments("name a b value c d"), option("a b", "c d"));
        assert!(option_arguments("Hash 64").is_err());
    }

    #[test]
    fn unknown_words_are_no_command() {
        for line in [
            "",
            "   ",
            "hello",
            "UGI",
            "\u{0}",
            "bestmove a1",
            "go\u{e9}",
        ] {
            let (command, _) = first_word(line);
            assert!(
                !WAITING_COMMANDS.contains(&command)
                    && !["isready", "stop", "quit"].contains(&command),
                "{line:?}"
            );
        }
    }
}
