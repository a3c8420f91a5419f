//! An engine of this process, played by other programs: one thread reads and answers at once, another searches.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use floe_game::Turn;

use super::protocol::{first_word, option_arguments, position_arguments, unknown};
use super::{GoLimits, SearchInfo, UgiError, UgiGames, response};

/// An engine that [`serve`] controls.
pub trait UgiEngine<G>: Send + 'static {
    /// Returns the name of the engine, for `id name`.
    fn name(&self) -> String;

    /// Returns the authors, for `id author`.
    fn author(&self) -> String;

    /// Returns the options that can be set.
    fn options(&self) -> Vec<SpinOption>;

    /// Sets an option to a value of its range, and clears all tables.
    ///
    /// # Errors
    /// When the value cannot be used.
    fn set_option(&mut self, option: &'static str, value: u64) -> Result<(), UgiError>;

    /// Clears all tables.
    fn new_game(&mut self);

    /// Searches a position within these limits and its own, reporting each depth, until it ends or `stop` is set.
    ///
    /// # Errors
    /// When the engine cannot search this position.
    fn search(
        &mut self,
        game: &G,
        limits: &GoLimits,
        stop: &AtomicBool,
        report: &mut (dyn FnMut(&SearchInfo) + Send),
    ) -> Result<SearchInfo, UgiError>;
}

/// An option with an integer as its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpinOption {
    /// The name.
    pub name: &'static str,
    /// The value before it is set.
    pub default: u64,
    /// The least value allowed.
    pub min: u64,
    /// The greatest value allowed.
    pub max: u64,
}

/// Commands that must wait until a search ends.
const WAITING_COMMANDS: [&str; 6] = ["ugi", "uginewgame", "setoption", "position", "go", "query"];

/// Carries out commands, one a line, until `quit` or the last line. Lines that are `None` are ignored.
///
/// # Errors
/// When a line cannot be read or written.
pub fn serve<U, E, W, L>(games: U, engine: E, out: W, lines: L) -> io::Result<()>
where
    U: UgiGames,
    E: UgiEngine<U::Game>,
    W: Write + Send + 'static,
    L: Iterator<Item = io::Result<Option<String>>>,
{
    let (out, position) = (Arc::new(Mutex::new(out)), Some(games.start_position()));
    let mut session = Session { games, out, position, engine: Some(engine), search: None };
    for line in lines {
        let Some(text) = line? else { continue };
        let (command, arguments) = first_word(&text);
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

struct Session<U: UgiGames, E, W> {
    games: U,
    out: Arc<Mutex<W>>,
    /// `None` after a position that was refused.
    position: Option<U::Game>,
    /// `None` during a search.
    engine: Option<E>,
    search: Option<Search<E>>,
}

/// A search in a thread of its own, which writes its answer itself and returns the engine.
struct Search<E> {
    /// Stops the search.
    stop: Arc<AtomicBool>,
    /// Set before the search writes its answer, so that a client that has read it may send the next command at once.
    is_over: Arc<AtomicBool>,
    is_endless: bool,
    thread: JoinHandle<E>,
}

impl<E> Search<E> {
    fn stop(&self) {
        self.stop.store(true, SeqCst);
    }

    fn join(self) -> E {
        self.thread.join().expect("a search does not panic")
    }
}

/// Writes and flushes a line, or several, as a whole.
fn write_line(out: &Mutex<impl Write>, text: impl Display) -> io::Result<()> {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    out.write_all(format!("{text}\n").as_bytes())?;
    out.flush()
}

impl<U, E, W> Session<U, E, W>
where
    U: UgiGames,
    E: UgiEngine<U::Game>,
    W: Write + Send + 'static,
{
    fn write(&self, text: impl Display) -> io::Result<()> {
        write_line(&self.out, text)
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
        let Some(engine) = &mut self.engine else { return self.write(format_args!("error {}", UgiError::Searching)) };
        let reply = match command {
            "ugi" => Ok(Some(introduction(engine))),
            "uginewgame" => {
                engine.new_game();
                self.position = Some(self.games.start_position());
                Ok(None)
            }
            "setoption" => set_option(engine, arguments).map(|()| None),
            "position" => {
                let position = read_position(&self.games, arguments);
                self.position = position.as_ref().ok().copied();
                position.map(|_| None)
            }
            "query" => response(&self.games, arguments, self.position.as_ref())
                .map(|response| Some(format!("response {response}"))),
            _ => match arguments.parse() {
                Ok(limits) => return self.go(limits),
                Err(error) => Err(error),
            },
        };
        match reply {
            Ok(Some(text)) => self.write(text),
            Ok(None) => Ok(()),
            Err(error) => self.write(format_args!("error {error}")),
        }
    }

    /// Starts a search.
    fn go(&mut self, limits: GoLimits) -> io::Result<()> {
        let refuse = |error| self.write(format_args!("error {error}\nbestmove none"));
        let Some(position) = self.position else { return refuse(UgiError::NoPosition) };
        let Turn::Of(mover) = self.games.status(&position).turn else { return refuse(UgiError::Over) };
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        // The move of an engine that is stopped before it has searched anything.
        let any_move = self.games.choices(&position).into_iter().next().unwrap_or_else(|| "none".to_owned());
        let (out, stop, is_over) = (Arc::clone(&self.out), Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let (stop_search, set_over) = (Arc::clone(&stop), Arc::clone(&is_over));
        let search = move || {
            let mut report = |info: &SearchInfo| {
                if write_line(&out, info).is_err() {
                    stop_search.store(true, SeqCst);
                }
            };
            let answer = match engine.search(&position, &limits, &stop_search, &mut report) {
                Ok(info) => format!("{info}\nbestmove {}", info.pv.first().unwrap_or(&any_move)),
                Err(error) => format!("error {error}\nbestmove none"),
            };
            set_over.store(true, SeqCst);
            // If the client is gone, reading the next command fails too.
            let _ = write_line(&out, answer);
            engine
        };
        let thread = thread::Builder::new().name("search".to_owned()).spawn(search)?;
        self.search = Some(Search { stop, is_over, is_endless: limits.is_endless(mover), thread });
        Ok(())
    }

    fn stop(&self) {
        if let Some(search) = &self.search {
            search.stop();
        }
    }
}

/// The reply to `ugi`.
fn introduction<G>(engine: &impl UgiEngine<G>) -> String {
    let mut lines = vec![format!("id name {}", engine.name()), format!("id author {}", engine.author())];
    for SpinOption { name, default, min, max } in engine.options() {
        lines.push(format!("option name {name} type spin default {default} min {min} max {max}"));
    }
    lines.push("ugiok".to_owned());
    lines.join("\n")
}

fn set_option<G>(engine: &mut impl UgiEngine<G>, arguments: &str) -> Result<(), UgiError> {
    let (name, value) = option_arguments(arguments)?;
    let options = engine.options();
    let Some(option) = options.iter().find(|option| option.name.eq_ignore_ascii_case(&name)) else {
        let known: Vec<&str> = options.iter().map(|option| option.name).collect();
        return Err(unknown("option", &name, &known.join(", ")));
    };
    let SpinOption { min, max, .. } = *option;
    let number: Option<u64> = value.parse().ok().filter(|number| (min..=max).contains(number));
    let number = number.ok_or_else(|| UgiError::Value {
        place: format!("option {name}"),
        expected: format!("a number from {min} to {max}"),
        found: value,
    })?;
    engine.set_option(option.name, number)
}

fn read_position<U: UgiGames>(games: &U, arguments: &str) -> Result<U::Game, UgiError> {
    let (start, moves) = position_arguments(arguments)?;
    let mut position = match start {
        None => games.start_position(),
        Some(text) => games.parse(text).map_err(|error| UgiError::Refused(error.to_string()))?,
    };
    for (number, text) in (1..).zip(moves) {
        let wrong = |error: U::Error| UgiError::Move { number, text: text.to_owned(), reason: error.to_string() };
        games.play(&mut position, text).map_err(wrong)?;
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_words_are_no_command() {
        for line in ["", "   ", "hello", "UGI", "\u{0}", "bestmove a1", "go\u{e9}"] {
            let (command, _) = first_word(line);
            assert!(
                !WAITING_COMMANDS.contains(&command) && !["isready", "stop", "quit"].contains(&command),
                "{line:?}"
            );
        }
    }
}
