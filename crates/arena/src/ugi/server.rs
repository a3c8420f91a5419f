//! An engine of this process, played by other programs.
//!
//! One thread listens and answers at once; another searches. The engine belongs to the one or the other.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use floe_game::Turn;

use super::{GoLimits, SearchInfo, StartPosition, UgiCommand, UgiError, UgiGames, response};

/// An engine that obeys commands.
pub trait UgiEngine<G>: Send + 'static {
    /// The name of the engine, as `id name` tells it.
    fn name(&self) -> String;

    /// The authors, as `id author` tells them.
    fn author(&self) -> String;

    /// The options that can be set.
    fn options(&self) -> Vec<SpinOption>;

    /// Sets an option to a value of its range. The engine forgets what it has learned.
    ///
    /// # Errors
    /// When the value cannot be used.
    fn set_option(&mut self, option: &'static str, value: u64) -> Result<(), UgiError>;

    /// Forgets all positions seen.
    fn new_game(&mut self);

    /// Searches a position within these limits and those of its own, reporting each depth, until it ends or `stop` is set.
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

/// An option whose value is a number.
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

/// Writes whole lines at once, from whichever thread.
struct UgiWriter<W>(Arc<Mutex<W>>);

impl<W> Clone for UgiWriter<W> {
    fn clone(&self) -> UgiWriter<W> {
        UgiWriter(Arc::clone(&self.0))
    }
}

impl<W: Write> UgiWriter<W> {
    fn line(&self, text: &str) -> io::Result<()> {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(format!("{text}\n").as_bytes())?;
        out.flush()
    }

    fn error(&self, error: &UgiError) -> io::Result<()> {
        self.line(&format!("error {error}"))
    }

    fn done(&self, done: Result<(), UgiError>) -> io::Result<()> {
        done.or_else(|error| self.error(&error))
    }
}

/// Obeys the commands of these lines until one of them is `quit`, or they end. Lines that are no text are left out.
///
/// # Errors
/// When no line can be read or written any more.
pub fn serve<U, E, W, L>(games: U, engine: E, out: W, lines: L) -> io::Result<()>
where
    U: UgiGames + Clone,
    E: UgiEngine<U::Game>,
    W: Write + Send + 'static,
    L: Iterator<Item = io::Result<Option<String>>>,
{
    let out = UgiWriter(Arc::new(Mutex::new(out)));
    let position = Some(games.start_position());
    let mut session = Session { games, out, position, engine: Some(engine), search: None };
    for line in lines {
        let Some(text) = line? else { continue };
        match UgiCommand::parse(&text) {
            Ok(Some(UgiCommand::Quit)) => {
                session.stop();
                break;
            }
            Ok(Some(command)) => session.obey(&command)?,
            Ok(None) => {}
            Err(error) => session.out.error(&error)?,
        }
    }
    // A search that ends by itself may do so.
    if let Some(search) = session.search {
        if search.endless {
            search.stop();
        }
        search.join();
    }
    Ok(())
}

struct Session<U: UgiGames, E, W> {
    games: U,
    out: UgiWriter<W>,
    /// None after a position that was refused.
    position: Option<U::Game>,
    /// None while it searches.
    engine: Option<E>,
    search: Option<Search<E>>,
}

impl<U, E, W> Session<U, E, W>
where
    U: UgiGames + Clone,
    E: UgiEngine<U::Game>,
    W: Write + Send + 'static,
{
    fn obey(&mut self, command: &UgiCommand<'_>) -> io::Result<()> {
        match command {
            UgiCommand::IsReady => return self.out.line("readyok"),
            UgiCommand::Stop => {
                self.stop();
                return Ok(());
            }
            _ => self.collect(),
        }
        let Some(engine) = &mut self.engine else { return self.out.error(&UgiError::Searching) };
        match command {
            UgiCommand::Ugi => self.out.line(&introduction(engine)),
            UgiCommand::NewGame => {
                engine.new_game();
                self.position = Some(self.games.start_position());
                Ok(())
            }
            UgiCommand::SetOption { name, value } => self.out.done(set_option(engine, name, value)),
            UgiCommand::Position { start, moves } => {
                let read = read_position(&self.games, *start, moves);
                self.position = read.as_ref().ok().copied();
                self.out.done(read.map(drop))
            }
            UgiCommand::Query(question) => match response(&self.games, question, self.position.as_ref()) {
                Ok(response) => self.out.line(&format!("response {response}")),
                Err(error) => self.out.error(&error),
            },
            UgiCommand::Go(limits) => self.go(*limits),
            UgiCommand::IsReady | UgiCommand::Stop | UgiCommand::Quit => unreachable!("obeyed above"),
        }
    }

    fn go(&mut self, limits: GoLimits) -> io::Result<()> {
        let refuse = |error| self.out.line(&format!("error {error}\nbestmove none"));
        let Some(position) = self.position else { return refuse(UgiError::NoPosition) };
        let Turn::Of(mover) = self.games.status(&position).turn else { return refuse(UgiError::Over) };
        let Some(engine) = self.engine.take() else { return Ok(()) };
        let (games, out, signals) = (self.games.clone(), self.out.clone(), Arc::new(Signals::default()));
        let task = SearchTask { games, engine, position, limits, out, signals: Arc::clone(&signals) };
        let thread = thread::Builder::new().name("search".to_owned()).spawn(move || task.run())?;
        self.search = Some(Search { signals, endless: limits.is_endless(mover), thread });
        Ok(())
    }

    fn stop(&self) {
        if let Some(search) = &self.search {
            search.stop();
        }
    }

    /// Takes the engine back from a search that has given its answer.
    fn collect(&mut self) {
        if let Some(search) = self.search.take_if(|search| search.signals.over.load(SeqCst)) {
            self.engine = Some(search.join());
        }
    }
}

/// A search in a thread of its own, which writes its answer itself.
struct Search<E> {
    signals: Arc<Signals>,
    endless: bool,
    thread: JoinHandle<E>,
}

#[derive(Default)]
struct Signals {
    /// Set by the listening thread: the search must end.
    stop: AtomicBool,
    /// Set by the searching thread before it writes its answer, so that a client that reads it may give the next command at once.
    over: AtomicBool,
}

impl<E> Search<E> {
    fn stop(&self) {
        self.signals.stop.store(true, SeqCst);
    }

    fn join(self) -> E {
        self.thread.join().expect("a search does not panic")
    }
}

/// A search, as its thread holds it.
struct SearchTask<U: UgiGames, E, W> {
    games: U,
    engine: E,
    position: U::Game,
    limits: GoLimits,
    out: UgiWriter<W>,
    signals: Arc<Signals>,
}

impl<U: UgiGames, E: UgiEngine<U::Game>, W: Write + Send> SearchTask<U, E, W> {
    /// Searches, writes the answer, and gives the engine back.
    fn run(mut self) -> E {
        let last = self.search();
        self.signals.over.store(true, SeqCst);
        // A client that is gone is noticed by the next line.
        let _ = self.out.line(&last);
        self.engine
    }

    /// Searches, and returns the last lines.
    fn search(&mut self) -> String {
        let (out, stop) = (&self.out, &self.signals.stop);
        let mut report = |info: &SearchInfo| {
            if out.line(&info.to_string()).is_err() {
                stop.store(true, SeqCst);
            }
        };
        match self.engine.search(&self.position, &self.limits, stop, &mut report) {
            Ok(info) => {
                // An engine that was stopped before it had looked at anything plays any move.
                let any = || self.games.choices(&self.position).into_iter().next().unwrap_or_else(|| "none".to_owned());
                format!("{info}\nbestmove {}", info.pv.first().cloned().unwrap_or_else(any))
            }
            Err(error) => format!("error {error}\nbestmove none"),
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

fn set_option<G>(engine: &mut impl UgiEngine<G>, name: &str, value: &str) -> Result<(), UgiError> {
    let options = engine.options();
    let Some(option) = options.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
        let names: Vec<&str> = options.iter().map(|option| option.name).collect();
        let known =
            names.split_last().map_or(String::new(), |(last, others)| format!("{} and {last}", others.join(", ")));
        return Err(UgiError::UnknownOption { name: name.to_owned(), known });
    };
    let (SpinOption { min, max, .. }, found) = (*option, value.to_owned());
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    let number = number.ok_or(UgiError::OptionValue { name: name.to_owned(), min, max, found })?;
    engine.set_option(option.name, number)
}

fn read_position<U: UgiGames>(games: &U, start: StartPosition<'_>, moves: &[&str]) -> Result<U::Game, UgiError> {
    let mut position = match start {
        StartPosition::Startpos => games.start_position(),
        StartPosition::Fen(text) => games.parse(text).map_err(|error| UgiError::Refused(error.to_string()))?,
        StartPosition::Unknown => return Err(UgiError::Start),
    };
    for (number, text) in (1..).zip(moves) {
        let wrong = |error: U::Error| UgiError::Move { number, text: (*text).to_owned(), reason: error.to_string() };
        games.play(&mut position, text).map_err(wrong)?;
    }
    Ok(position)
}
