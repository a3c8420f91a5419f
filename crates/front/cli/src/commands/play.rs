use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, bail};
use floe_engine::{
    Analysis, AnyMove, AnyMoveError, Engine, Evaluation, LineMove, MixedPlay, Units, with_game,
};
use floe_fish::Value;
use floe_game::{Game, Player};
use floe_gamefile::{GameHeaders, GameLog};
use floe_hex::leading_name;
use floe_runs::replace;
use floe_search::Limits;
use floe_variants::did_you_mean;

use super::new::draw_seed;
use super::prelude::*;
use super::rules::{move_forms, rules_text};
use super::show::picture;
use crate::arguments::{UNQUOTED, has_unquoted_position};
use crate::explain::Why;
use crate::files::{mistake_in, written_game, wrong_in};
use crate::prompt::Prompt;
use crate::set_up::of_dealing;

/// Play against the engine
///
/// Type a move at the prompt: d4 places a penguin, d4-d7 moves one. Other commands are rules, hint,
/// moves, explain, undo, level, side, show, save and quit; help explains them. On a terminal, Tab
/// completes commands, moves and names of files, and the arrow keys recall lines. Where engines
/// play for all sides, a line or Ctrl-C stops them.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/play.txt"))]
pub(crate) struct Play {
    /// Position to start from, in quotes [default: a new floe]
    #[arg(value_name = "POSITION", conflicts_with_all = of_dealing())]
    position: Option<String>,

    /// Seed of a new floe [default: a new one each time]
    #[arg(long, value_name = "SEED", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Players you play, such as A or BC, or none to watch [default: A, or the persons of the saved
    /// game]
    #[arg(long, value_name = "SIDES")]
    side: Option<String>,

    /// Strength of the engine, 1 to 8
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = number::<u8>(1..=MAX_LEVEL))]
    level: u8,

    /// Save after every move; resume if the file exists
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    #[command(flatten)]
    set_up: SetUpArguments,
}

#[derive(Debug, thiserror::Error)]
#[error("expected letters from A to {last}, or none; found '{found}'")]
struct SidesError {
    last: Player,
    found: String,
}

/// Parses the letters of the players that a person plays; `none` gives an empty string.
fn sides(text: &str, players: usize) -> Result<String, SidesError> {
    let sides = if text == "none" {
        String::new()
    } else {
        text.to_ascii_uppercase()
    };
    let letters: Vec<char> = Player::first(players).map(Player::letter).collect();
    match Player::first(players).last() {
        Some(last) if !sides.chars().all(|letter| letters.contains(&letter)) => Err(SidesError {
            last,
            found: text.to_owned(),
        }),
        _ => Ok(sides),
    }
}

/// Name of a person in the headers of a game.
const PERSON: &str = "person";
/// Name of the engine in the headers of a game, up to its level.
const ENGINE: &str = "floe, level ";
/// Name of a player who got no advice at a real table, in games of versions that followed one here.
const OPPONENT: &str = "opponent";

/// Letters of the players that a person plays by the headers of a saved game: those named otherwise
/// than engines are. A, if they name none and no engine of `floe play`.
fn saved_sides(headers: &GameHeaders, players: usize) -> String {
    let named = Player::first(players)
        .filter_map(|player| Some((player, headers.get(&player.to_string())?)));
    let named: Vec<(Player, &str)> = named.collect();
    let is_engine = |name: &str| name.starts_with(ENGINE) || name.parse::<EngineSpec>().is_ok();
    let persons = named.iter().filter(|(_, name)| !is_engine(name));
    let persons: String = persons.map(|(player, _)| player.letter()).collect();
    let is_watched = persons.is_empty() && named.iter().any(|(_, name)| name.starts_with(ENGINE));
    if persons.is_empty() && !is_watched {
        "A".to_owned()
    } else {
        persons
    }
}

const MAX_LEVEL: u64 = EngineSpec::LEVELS as u64;

const COMMANDS: [&str; 11] = [
    "help", "moves", "rules", "hint", "explain", "undo", "level", "side", "show", "save", "quit",
];

const HINT: &str = "A POSITION is one line of text in quotes; --file FILE continues a saved game.";

fn engine_of(level: u8) -> (Engine, Limits<'static>) {
    let spec = EngineSpec {
        seed: Some(draw_seed()),
        ..EngineSpec::of_level(usize::from(level))
    };
    (
        Engine::from_spec(&spec, Evaluation::default()),
        spec.limits(),
    )
}

impl Play {
    pub(crate) fn check(&self) -> Result<(), Wrong> {
        if self.position.is_none() && self.game_in_file().is_none() {
            self.set_up.resolve()?;
        }
        Ok(())
    }

    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let seed = self.seed.unwrap_or_else(draw_seed);
        let is_new = self.game_in_file().is_none() && self.position.is_none();
        if let Some(file) = &self.file {
            WrittenLater::open(file)?.expect_file()?;
        }
        let interrupt = Interrupt::listen()?;
        let mut lines = Prompt::new(&interrupt.stop, &COMMANDS, output);
        let start = self.start(seed)?;
        let mut table = self.play_table(start, seed, &interrupt.stop)?;
        if is_new && self.seed.is_none() {
            output.remark(&format!("new floe, seed {seed}\n"))?;
        }
        table.play(&mut lines, output).inspect_err(|_| {
            problem::say(&format!(
                "{}\n{}",
                table.seen().position(),
                table.resuming()
            ));
        })?;
        Ok(interrupt.or_stopped(Status::Fine, || table.resuming()))
    }

    /// Returns the file to resume, if it exists.
    fn game_in_file(&self) -> Option<&Path> {
        self.file.as_deref().filter(|file| file.exists())
    }

    /// Sets up the game in the file, or else one that starts from this position.
    fn play_table<'a>(
        &self,
        start: AnyGame,
        seed: u64,
        stop: &'a AtomicBool,
    ) -> Result<PlayTable<'a>> {
        let level = self.level;
        let (engine, limits) = engine_of(level);
        let file = self.file.clone();
        let game = GameLog::new(start, seed);
        let mut table = PlayTable {
            game,
            sides: String::new(),
            is_stopped: false,
            shown_to: None,
            news: None,
            file,
            level,
            engine,
            limits,
            stop,
        };
        match self.game_in_file() {
            Some(file) => {
                table.game = resume(file, self.position.is_some().then_some(start), seed)?;
            }
            None => table
                .game
                .headers()
                .set("Date", &jiff::Zoned::now().date().to_string()),
        }
        let place = self
            .game_in_file()
            .map_or(String::new(), |file| format!("{}: ", file.display()));
        let checked = self.set_up.expected().check(table.game.position());
        checked.map_err(|mismatch| Wrong::new(format!("{place}--{mismatch} in the position")))?;
        let players = table.game.position().players();
        table.sides = match &self.side {
            Some(text) => {
                sides(text, players).map_err(|error| Wrong::new(format!("--side: {error}")))?
            }
            None => saved_sides(table.game.headers(), players),
        };
        Ok(table)
    }

    fn start(&self, seed: u64) -> Result<AnyGame, Wrong> {
        match &self.position {
            Some(text) => text.parse().map_err(|error| {
                let is_name = !text.contains('/');
                let split = has_unquoted_position().then_some(UNQUOTED);
                Wrong {
                    hint: if is_name { Some(HINT) } else { split },
                    ..Wrong::from(error)
                }
            }),
            None => Ok(self.set_up.options().deal(seed)?),
        }
    }
}

struct PlayTable<'a> {
    game: GameLog,
    /// Letters of the players that a person plays.
    sides: String,
    /// Whether engines that play for all sides have been stopped: a person moves, until `side` is
    /// given.
    is_stopped: bool,
    /// Player to whom the position was shown last, where each sees something else.
    shown_to: Option<Player>,
    /// Announcement to be made with the next drawing.
    news: Option<String>,
    file: Option<PathBuf>,
    level: u8,
    engine: Engine,
    limits: Limits<'static>,
    /// Interrupts the game, also during a search.
    stop: &'a AtomicBool,
}

impl PlayTable<'_> {
    /// Plays until the game is over, the input ends, or a stop, and shows the result or the
    /// position.
    fn play(&mut self, lines: &mut Prompt<'_>, output: &mut Output) -> Result<()> {
        self.show(output)?;
        while !self.is_over() && !self.stop.load(Relaxed) {
            if self.chance_moves(output)? {
                continue;
            }
            let mover = self.game.position().last_turn();
            let is_watched = self.sides.is_empty() && !self.is_stopped;
            let typed = if is_watched { lines.ready() } else { None };
            if typed.is_some() {
                self.is_stopped = true;
                output.remark("stopped; side none lets the engines play on\n")?;
            } else if is_watched || !self.is_stopped && !self.sides.contains(mover.letter()) {
                self.engine_moves(output)?;
                continue;
            }
            let line = match typed {
                Some(line) => line,
                None => {
                    let moves = || self.seen().position().choices();
                    let Some(line) = lines.next(&format!("{mover}> "), moves, output) else {
                        break;
                    };
                    line
                }
            };
            let goes_on = match line?.text {
                Ok(line) => self.obey(line.trim(), output)?,
                Err(why) => output.remark(&format!("{why}\n")).map(|()| true)?,
            };
            if !goes_on {
                break;
            }
        }
        let line_end = if self.stop.load(Relaxed) { "\n" } else { "" };
        Ok(output.remark(&format!("{line_end}{}", self.end()))?)
    }

    /// Formats the call that resumes the game: from its file, or from its position if it cannot be
    /// saved. A position that is hidden from the person at the table is not printed.
    fn resuming(&mut self) -> String {
        let is_saved = self.write().is_ok();
        let saved = self.file.as_ref().filter(|_| is_saved);
        if saved.is_none() && self.seen().position() != self.game.position() {
            return "what is hidden is not printed; a game with --file can be resumed".to_owned();
        }
        let game = match saved {
            Some(file) => vec!["--file".to_owned(), file.display().to_string()],
            None => vec![self.game.position().to_string()],
        };
        let sides = if self.sides.is_empty() {
            "none"
        } else {
            &self.sides
        };
        let level = self.level.to_string();
        let game = game.iter().map(String::as_str);
        let words = ["floe", "play"]
            .into_iter()
            .chain(game)
            .chain(["--side", sides, "--level", &level]);
        let call = shlex::try_join(words).expect("arguments and positions hold no NUL");
        format!("resume with: {call}")
    }

    /// Plays the steps that leave no choice, as drawing and laying cards; returns whether there was
    /// one.
    fn chance_moves(&mut self, output: &mut Output) -> Result<bool> {
        let mut moves = Vec::new();
        while let Some(only) = Seen::whole(self.game.position()).only_choice() {
            moves.push(self.choose(&self.game.position().move_text(only))?);
        }
        if !moves.is_empty() {
            self.write()?;
            output.remark(&format!("{}\n", moves.join(" ")))?;
            self.show(output)?;
        }
        Ok(!moves.is_empty())
    }

    fn is_over(&self) -> bool {
        with_game!(self.game.position(), position => position.is_over())
    }

    /// The player whose knowledge is shown: the person at the table, or of several the one to move.
    /// `None` where all may be seen.
    fn viewer(&self) -> Option<Player> {
        let position = self.game.position();
        let persons: Vec<Player> = Player::first(position.players())
            .filter(|player| self.sides.contains(player.letter()))
            .collect();
        match persons[..] {
            [person] => Some(person),
            [] => None,
            _ => Some(position.last_turn()),
        }
        .filter(|_| !self.is_over())
    }

    /// The position as the person at the table sees it.
    fn seen(&self) -> Seen {
        Seen::by(self.game.position(), self.viewer())
    }

    /// Plays a choice, and returns the move as the person at the table sees it, of several the one
    /// to move next.
    fn choose(&mut self, choice: &str) -> Result<String, AnyMoveError> {
        let viewer = self.viewer();
        let LineMove { before, mv, .. } = self.game.choose(choice)?;
        let before = *before;
        Ok(self.told(&before, mv, viewer))
    }

    /// Text of a move that has just been played, as the person at the table sees it, of several the
    /// one to move next; `viewer` is that before the move.
    fn told(&mut self, before: &AnyGame, mv: AnyMove, viewer: Option<Player>) -> String {
        let viewer = if self.is_shared() {
            self.viewer()
        } else {
            viewer
        };
        self.news = Seen::whole(before).interim_result(mv).or(self.news.take());
        Seen::by(before, viewer).notation(mv)
    }

    /// Draws the position, or asks to hand the screen to the person who may see it.
    fn show(&mut self, output: &mut Output) -> Result<()> {
        let news = self
            .news
            .take()
            .map_or(String::new(), |news| format!("\n{}", wrapped(&news, 0)));
        let viewer = self.viewer().filter(|_| self.is_shared());
        let before = std::mem::replace(&mut self.shown_to, viewer);
        let drawing = match (before, viewer) {
            (Some(before), Some(viewer)) if before != viewer => {
                format!("hand the screen to {viewer}; an empty line shows it what {viewer} knows\n")
            }
            _ => picture(&self.seen()),
        };
        Ok(output.painted_remark(&format!("{news}\n{drawing}\n"))?)
    }

    /// Whether several persons at the table know different things.
    fn is_shared(&self) -> bool {
        self.sides.len() > 1 && self.game.position().rules().has_hidden_tiles()
    }

    /// Executes a command or plays a move; returns false to quit.
    fn obey(&mut self, line: &str, output: &mut Output) -> Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_lowercase();
        let rest = rest.trim();
        match &*word {
            "" if self.is_shared() => self.show(output)?,
            "" => (),
            "quit" | "q" | "exit" => return Ok(false),
            "help" | "?" => output.remark(&self.help())?,
            "rules" => {
                output.painted_remark(&format!(
                    "\n{}\n",
                    rules_text(&self.game.position().rules().to_string())?
                ))?;
            }
            "show" => self.show(output)?,
            "moves" => {
                output.remark(&format!("{}\n", self.seen().position().choices().join(" ")))?;
            }
            "hint" => self.advise(output)?,
            "explain" => self.explain(output)?,
            "undo" => self.undo(output)?,
            "level" => self.set_level(rest, output)?,
            "side" => self.set_sides(rest, output)?,
            "save" if rest.is_empty() => output.remark("save: expected the name of a file\n")?,
            "save" => match self.save(Path::new(rest)) {
                Ok(()) => {
                    output.remark(&format!("saved in {rest}, and again after every move\n"))?;
                }
                Err(error) => output.remark(&format!("{}\n", problem::message(&error)))?,
            },
            // A move begins with the name of a hex, a letter and digits.
            _ if leading_name(line).len() > 1 || self.game.position().rules().floe().is_none() => {
                self.move_as_typed(line, output)?;
            }
            _ => {
                let like = did_you_mean(&word, COMMANDS);
                let commands = COMMANDS.join(", ");
                output.remark(&format!(
                    "unknown command '{word}'{like}; commands: {commands}, or a move\n"
                ))?;
            }
        }
        Ok(true)
    }

    fn move_as_typed(&mut self, line: &str, output: &mut Output) -> Result<()> {
        match self.choose(line) {
            Ok(mv) => {
                self.write()?;
                if mv != line {
                    output.remark(&format!("{mv}\n"))?;
                }
                self.show(output)
            }
            Err(why) => self.refuse(line, &why, output),
        }
    }

    fn refuse(&self, line: &str, why: &AnyMoveError, output: &mut Output) -> Result<()> {
        let word = line
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        let like = did_you_mean(&word, COMMANDS);
        Ok(output.remark(&format!("{why}; help lists the commands{like}\n"))?)
    }

    /// Formats the commands, and the forms of all moves of the game.
    fn help(&self) -> String {
        let rules = self.game.position().rules();
        let commands = include_str!("../help/prompt.txt");
        let on_floes = rules.floe().map_or(String::new(), |_| {
            format!("\nMoves:\n{}", move_forms("all"))
        });
        let own = Some(move_forms(&rules.to_string())).filter(|own| !own.is_empty());
        let own = own.map_or(String::new(), |own| format!("\nMoves of {rules}:\n{own}"));
        format!("{commands}{on_floes}{own}")
    }

    fn set_level(&mut self, text: &str, output: &mut Output) -> Result<()> {
        match text.parse() {
            Ok(level @ 1..=8) => {
                (self.level, (self.engine, self.limits)) = (level, engine_of(level));
            }
            _ if text.is_empty() => (),
            _ => {
                return Ok(output.remark(&format!(
                    "level: expected 1 to {MAX_LEVEL}; found '{text}'\n"
                ))?);
            }
        }
        Ok(output.remark(&format!("level {} of {MAX_LEVEL}\n", self.level))?)
    }

    /// Changes the players that a person plays, and reports them.
    fn set_sides(&mut self, text: &str, output: &mut Output) -> Result<()> {
        if !text.is_empty() {
            match sides(text, self.game.position().players()) {
                Ok(sides) => (self.sides, self.is_stopped) = (sides, false),
                Err(error) => return Ok(output.remark(&format!("side: {error}\n"))?),
            }
        }
        let all: String = Player::first(self.game.position().players())
            .map(Player::letter)
            .collect();
        let you = if self.sides.is_empty() {
            "no side"
        } else {
            &self.sides
        };
        Ok(output.remark(&format!(
            "you play {you}; change it with side LETTERS from {all}, or side none\n"
        ))?)
    }

    fn engine_moves(&mut self, output: &mut Output) -> Result<()> {
        let mover = self.game.position().last_turn();
        let limits = Limits {
            stop: Some(self.stop),
            ..self.limits.from_now()
        };
        let analysis = self
            .engine
            .analyze_line(self.game.line(), &limits, |_| ())
            .map_err(problem::of_analysis)?;
        if self.stop.load(Relaxed) {
            return Ok(());
        }
        let mv = *analysis
            .choice()
            .context("a game that is not over has a move")?;
        let mv = self.choose(&self.game.position().move_text(mv))?;
        self.write()?;
        output.remark(&format!("{mover} plays {mv}\n"))?;
        // Where tiles are hidden, a turn has many small steps.
        let position = self.game.position();
        let goes_on =
            position.rules().has_hidden_tiles() && position.last_turn() == mover && !self.is_over();
        if goes_on && self.news.is_none() {
            return Ok(());
        }
        self.show(output)
    }

    /// Analyses the position as the player to move knows it, with the engine of level 7.
    fn advice(&self) -> Result<Analysis<AnyMove>> {
        let (mut engine, limits) = engine_of(7);
        let limits = Limits {
            stop: Some(self.stop),
            ..limits
        };
        engine
            .analyze_line(self.game.line(), &limits, |_| ())
            .map_err(problem::of_analysis)
    }

    /// Shows good play: the principal variation, or a mixture of moves, with the first move in
    /// words where the notation needs them.
    fn advise(&self, output: &mut Output) -> Result<()> {
        let analysis = self.advice()?;
        let seen = self.seen();
        let Some(line) = analysis.lines.first() else {
            return Ok(());
        };
        let value = seen.analysis_words(&analysis);
        let text = match &analysis.mixed {
            Some(mixed) if mixed.strategy.len() > 1 => {
                format!("{value}; mix\n{}", mixture(&seen, mixed))
            }
            _ => {
                let mut moves = seen.position().line_text(&line.moves);
                moves.truncate(6);
                let way = seen.way(line.moves[0]);
                let words = seen.turn_words(&line.moves).into_iter().chain(way);
                let words: String = words.map(|words| wrapped(&words, 2)).collect();
                wrapped(&format!("{}: {value}", moves.join(" ")), 2) + &words
            }
        };
        Ok(output.remark(&text)?)
    }

    /// Explains the best move and the position, as far as the player to move knows it.
    fn explain(&self, output: &mut Output) -> Result<()> {
        let analysis = self.advice()?;
        let seen = self.seen();
        let why = Why::new(
            seen.position(),
            &analysis,
            &Evaluation::default(),
            Vec::new(),
        );
        Ok(output.painted_remark(&why.text())?)
    }

    /// Goes back to the last choice of a person.
    fn undo(&mut self, output: &mut Output) -> Result<()> {
        let has_choice = |position: &AnyGame| Seen::whole(position).only_choice().is_none();
        let sides = &self.sides;
        let is_undone = self.game.undo_to(|position| {
            sides.contains(position.last_turn().letter()) && has_choice(position)
        });
        if !is_undone {
            return Ok(output.remark("undo: you have made no move\n")?);
        }
        self.write()?;
        self.show(output)
    }

    /// Saves the game in this file from now on; refuses another file that exists.
    fn save(&mut self, file: &Path) -> Result<()> {
        if self.file.as_deref() != Some(file) && file.exists() {
            bail!(
                "save: {} exists; expected the name of a new file",
                file.display()
            );
        }
        let before = self.file.replace(file.to_owned());
        self.write().inspect_err(|_| self.file = before)
    }

    fn write(&mut self) -> Result<()> {
        self.update_headers();
        let Some(file) = &self.file else {
            return Ok(());
        };
        replace(file, self.game.to_string().as_bytes())
            .with_context(|| format!("cannot save the game in {}", file.display()))
    }

    /// Sets players, rules and result in the headers of the game; names from elsewhere stay.
    fn update_headers(&mut self) {
        let position = *self.game.position();
        let headers = self.game.headers();
        for player in Player::first(position.players()).map(Player::letter) {
            let key = player.to_string();
            let is_own = headers
                .get(&key)
                .is_none_or(|name| name == PERSON || name.starts_with(ENGINE));
            if is_own {
                let name = match self.sides.contains(player) {
                    true => PERSON.to_owned(),
                    false => format!("{ENGINE}{}", self.level),
                };
                headers.set(&key, &name);
            }
        }
        headers.set("Rules", &position.rules().to_string());
        self.game.update_result();
    }

    /// Formats the result, or the position if the game is not over.
    fn end(&self) -> String {
        let position = self.game.position();
        if !self.is_over() {
            return format!("{}\n", self.seen().position());
        }
        // The drawing of a finished game says how it ended.
        if position.rules().floe().is_none() {
            return String::new();
        }
        let results = Player::first(position.players()).map(|player| {
            (
                player,
                with_game!(position, position => Value::from_score(position.score(player))),
            )
        });
        let best = results
            .clone()
            .map(|(_, result)| result)
            .max()
            .unwrap_or_default();
        let you = |player: Player| {
            if self.sides.contains(player.letter()) {
                " (you)"
            } else {
                ""
            }
        };
        let winners = results.filter(|&(_, result)| result == best);
        let winners: Vec<String> = winners
            .map(|(player, _)| format!("{player}{}", you(player)))
            .collect();
        let [unit, rest] = if position.rules().units() == Units::Penguins {
            ["penguins", "fish"]
        } else {
            ["fish", "tiles"]
        };
        format!(
            "{} won with {} {unit} and {} {rest}\n",
            winners.join(" and "),
            best.fish,
            best.tiles
        )
    }
}

/// Lists the moves of a mixed strategy, each with its probability and in words.
fn mixture(seen: &Seen, mixed: &MixedPlay<AnyMove>) -> String {
    const LISTED: usize = 8;
    const LABEL: usize = 20;
    let line = |&(mv, share): &(AnyMove, f64)| {
        let label = format!("{:>5.0} %  {}", 100.0 * share, seen.notation(mv));
        labelled(&label, LABEL, &seen.turn_words(&[mv]).unwrap_or_default())
    };
    mixed.strategy.iter().take(LISTED).map(line).collect()
}

/// Reads the game in a file.
///
/// # Errors
/// If the file cannot be read, holds several games or match records, or begins at another position
/// than `given`.
fn resume(file: &Path, given: Option<AnyGame>, world: u64) -> Result<GameLog> {
    let game = written_game(file)?;
    if given.is_some_and(|given| given != game.position) {
        let error = format!(
            "expected a game that starts from POSITION; found {}",
            game.position
        );
        return Err(wrong_in(file, error).into());
    }
    if Player::first(game.position.players())
        .any(|player| game.headers.get(&player.to_string()) == Some(OPPONENT))
    {
        let error = "expected a game of floe play; found one of a real table, which 'floe board' follows with Follow";
        return Err(wrong_in(file, error).into());
    }
    Ok(GameLog::resume(game, world).map_err(|error| mistake_in(file, &error))?)
}
