use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, value_parser};
use floe_arena::store::replace;
use floe_engine::arena::{TextPlace, WrittenGame, WrittenGameError};
use floe_engine::{AnyGame, Engine, EngineSpec, Evaluation, GameLog, Perspective, with_game};
use floe_fish::{Dealing, Value};
use floe_game::{Game, Player};
use floe_search::Limits;

use super::new::draw_seed;
use super::show::picture;
use crate::explain::Explained;
use crate::files::unreadable;
use crate::input::all_lines;
use crate::output::Output;
use crate::problem::{self, Status, Wrong};
use crate::set_up::{OF_DEALING, SetUpArguments, as_said};

/// Play against the engine
///
/// A move is written like d4 while penguins are placed, like d4-d7 after. Other words at the prompt: hint, moves, explain, undo,
/// level N, side A, show, save FILE, quit; help says what they do.
#[derive(Args)]
#[command(after_help = "\
Examples:
  floe play                                  a new floe, you begin
  floe play --side B --level 3               you are second, against a beginner
  floe play --players 3 --seed 7             two engines and you, on floe 7
  floe play --rules push                     with penguins that push others into the water
  floe play --file evening.game              goes on where the file ends, and keeps every move there

Levels: 1 moves at random, 2 grabs fish, 3 to 5 look ahead a little, 6 thinks for 0.1 s, 7 for 1 s, 8 for 5 s.")]
pub(crate) struct Play {
    /// The position to begin with; without, a new floe
    #[arg(value_name = "POSITION", conflicts_with_all = OF_DEALING)]
    position: Option<String>,

    #[command(flatten)]
    set_up: SetUpArguments,

    /// The seed of a new floe [default: drawn, and told]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Whom you play: letters of players, or none to watch
    #[arg(long, value_name = "SIDES", default_value = "A", value_parser = sides)]
    side: Sides,

    /// How strong the engine is, 1 to 8
    #[arg(long, value_name = "L", default_value_t = 7, value_parser = value_parser!(u8).range(1..=8))]
    level: u8,

    /// Keep the game in this file after every move; one that is there is gone on with
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// The players that a person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sides([bool; Player::MAX]);

fn sides(text: &str) -> Result<Sides, String> {
    let mut sides = Sides::default();
    if text == "none" {
        return Ok(sides);
    }
    for letter in text.chars() {
        let index = Player::first(Player::MAX).position(|player| player.letter() == letter.to_ascii_uppercase());
        let index = index.ok_or_else(|| "expected letters of players such as A or BC, or none".to_owned())?;
        sides.0[index] = true;
    }
    Ok(sides)
}

impl Sides {
    /// The same in a game of so many players.
    ///
    /// # Errors
    /// When one of them is not in that game.
    fn among(self, players: usize) -> Result<Sides, String> {
        let Some(nobody) = Player::first(Player::MAX).skip(players).find(|player| self.0[player.index()]) else {
            return Ok(self);
        };
        let there: Vec<String> = Player::first(players).map(|player| player.to_string()).collect();
        Err(format!("there is no player {nobody}, expected letters of {}, or none", there.join(", ")))
    }
}

/// Who plays at a level.
fn engine_of(level: u8) -> (Engine, Limits<'static>) {
    let spec = match level {
        1 => "random",
        2 => "greedy",
        3 => "default:nodes=30",
        4 => "default:nodes=300",
        5 => "default:nodes=5000",
        6 => "default:time=100ms",
        7 => "default:time=1s",
        _ => "default:time=5s",
    };
    let spec: EngineSpec = spec.parse().expect("the engines of the levels are there");
    let spec = EngineSpec { seed: Some(draw_seed()), ..spec };
    (Engine::from_spec(&spec, Evaluation::default()), spec.limits())
}

impl Play {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let seed = self.seed.unwrap_or_else(draw_seed);
        let is_new = self.game_in_file().is_none() && self.position.is_none();
        let mut table = self.table(seed)?;
        let mut lines = all_lines();
        if is_new && self.seed.is_none() {
            output.remark(&format!("a new floe, seed {seed}\n"))?;
        }
        table.show(output)?;
        while !table.is_over() {
            if !table.is_person(table.position().last_turn()) {
                table.engine_moves(output)?;
                continue;
            }
            output.remark(&format!("{}> ", table.position().last_turn()))?;
            io::stdout().flush()?;
            let Some(line) = lines.next() else { break };
            let goes_on = match line?.text {
                Ok(line) => table.obey(line.trim(), output)?,
                Err(why) => output.remark(&format!("{why}\n")).map(|()| true)?,
            };
            if !goes_on {
                break;
            }
        }
        table.tell_end(output)?;
        Ok(Status::Fine)
    }

    /// The file to go on from, where it is there.
    fn game_in_file(&self) -> Option<&Path> {
        self.file.as_deref().filter(|file| file.exists())
    }

    /// The game to begin with: the one in the file, the position, or a new floe with this seed.
    fn table(&self, seed: u64) -> Result<PlayTable> {
        let (engine, limits) = engine_of(self.level);
        let (start, file) = (self.start(seed)?, self.file.clone());
        let game = GameLog::new(start, seed);
        let mut table = PlayTable { game, sides: self.side, file, engine, limits };
        if let Some(file) = self.game_in_file() {
            table.game = resume(file, self.position.is_some().then_some(start), seed)?;
            let name = file.display();
            let checked = self.set_up.expected().check(table.position());
            checked.map_err(|mismatch| Wrong::new(format!("{name}: {}", as_said(&mismatch))))?;
        }
        self.side.among(table.position().players()).map_err(|why| Wrong::new(format!("--side: {why}")))?;
        Ok(table)
    }

    fn start(&self, seed: u64) -> Result<AnyGame> {
        if let Some(text) = &self.position {
            let position = text.parse().map_err(Wrong::from)?;
            self.set_up.expected().check(&position).map_err(|mismatch| Wrong::new(as_said(&mismatch)))?;
            return Ok(position);
        }
        self.set_up.deal(Dealing::Shuffled, seed)
    }
}

/// A game that is being played.
struct PlayTable {
    game: GameLog,
    sides: Sides,
    file: Option<PathBuf>,
    engine: Engine,
    limits: Limits<'static>,
}

const HELP: &str = "\
  d4, d4-d7   place a penguin, move one
  moves       what you can do
  hint        what the engine would do, and what it thinks of the game
  explain     who gets where first, and what everybody may expect
  undo        take back your last move, and what came after it
  level N     play against an engine of level N, 1 to 8
  side A      play these players from now on: A, BC, none
  show        draw the floe again
  save FILE   keep the game there, after every move; floe play --file FILE goes on with it
  quit        end here
";

impl PlayTable {
    fn position(&self) -> &AnyGame {
        self.game.position()
    }

    fn is_over(&self) -> bool {
        with_game!(self.position(), position => position.is_over())
    }

    fn is_person(&self, player: Player) -> bool {
        self.sides.0[player.index()]
    }

    fn show(&self, output: &mut Output) -> Result<()> {
        Ok(output.remark(&format!("\n{}\n", picture(self.position())))?)
    }

    /// Does what a line asks for; whether the game goes on.
    fn obey(&mut self, line: &str, output: &mut Output) -> Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => (),
            "quit" | "exit" => return Ok(false),
            "help" | "?" => output.remark(HELP)?,
            "show" => self.show(output)?,
            "moves" => output.remark(&format!("{}\n", self.position().choices().join(" ")))?,
            "hint" => self.hint(output)?,
            "explain" => {
                let explained = Explained::new(self.position(), &Evaluation::default());
                output.remark(&format!("\n{}", explained.text))?;
            }
            "undo" => self.undo(output)?,
            "level" => match rest.parse() {
                Ok(level @ 1..=8) => (self.engine, self.limits) = engine_of(level),
                _ => output.remark("expected a level from 1 to 8\n")?,
            },
            "side" => match sides(rest).and_then(|sides| sides.among(self.position().players())) {
                Ok(sides) => self.sides = sides,
                Err(why) => output.remark(&format!("{why}\n"))?,
            },
            "save" if !rest.is_empty() => match self.save(Path::new(rest)) {
                Ok(()) => output.remark(&format!("kept in {rest}, from now on after every move\n"))?,
                Err(error) => output.remark(&format!("{error:#}\n"))?,
            },
            "save" => output.remark("expected the name of a file\n")?,
            _ => match self.game.choose(line) {
                Ok(mv) => {
                    self.keep()?;
                    if mv != line {
                        output.remark(&format!("{mv}\n"))?;
                    }
                    self.show(output)?;
                }
                Err(why) => output.remark(&format!("{why}; help tells what else there is\n"))?,
            },
        }
        Ok(true)
    }

    fn engine_moves(&mut self, output: &mut Output) -> Result<()> {
        let mover = self.position().last_turn();
        let limits = Limits { start: std::time::Instant::now(), ..self.limits };
        let analysis = self.engine.analyze_any(self.game.position(), &limits, |_| ()).map_err(problem::of_analysis)?;
        let mv = analysis.lines.first().context("a game that is not over has a move")?.moves[0].to_string();
        let mv = self.game.choose(&mv)?;
        self.keep()?;
        output.remark(&format!("{mover} plays {mv}\n"))?;
        self.show(output)
    }

    /// What the strongest engine would do, given a second.
    fn hint(&mut self, output: &mut Output) -> Result<()> {
        let (mut engine, limits) = engine_of(7);
        let analysis = engine.analyze_any(self.position(), &limits, |_| ()).map_err(problem::of_analysis)?;
        let Some(line) = analysis.lines.first() else { return Ok(()) };
        let value = analysis.value.in_words(Perspective::of(self.position()), analysis.exact);
        let line: Vec<String> = line.moves.iter().take(6).cloned().collect();
        Ok(output.remark(&format!("{}: {value}\n", line.join(" ")))?)
    }

    /// Back to where a person last had the choice.
    fn undo(&mut self, output: &mut Output) -> Result<()> {
        let sides = self.sides;
        if !self.game.undo_to(|position| sides.0[position.last_turn().index()]) {
            return Ok(output.remark("there is no move of yours to take back\n")?);
        }
        self.keep()?;
        self.show(output)
    }

    /// Keeps the game in this file from now on. What is there already stays as it is.
    fn save(&mut self, file: &Path) -> Result<()> {
        if self.file.as_deref() != Some(file) && file.exists() {
            bail!("{} is there already, expected the name of a new file", file.display());
        }
        let before = self.file.replace(file.to_owned());
        self.keep().inspect_err(|_| self.file = before)
    }

    /// Writes the game to its file, if it has one: all of it or nothing.
    fn keep(&self) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        replace(file, self.game.to_string().as_bytes())
            .with_context(|| format!("cannot keep the game in {}", file.display()))
    }

    fn tell_end(&self, output: &mut Output) -> Result<()> {
        if self.is_over() {
            let players = || Player::first(self.position().players());
            let has = |player| with_game!(self.position(), position => Value::from_score(position.score(player)));
            let best = players().map(has).max().unwrap_or_default();
            let you = |player| if self.is_person(player) { ", that is you," } else { "" };
            let winners = players().filter(|&player| has(player) == best);
            let told: Vec<String> = winners.map(|player| format!("{player}{}", you(player))).collect();
            output.remark(&format!("{} won with {} fish and {} tiles\n", told.join(" and "), best.fish, best.tiles))?;
        } else {
            output.remark(&format!("{}\n", self.position()))?;
        }
        Ok(())
    }
}

/// The game in a file, which began at the position that is given, if one is.
///
/// # Errors
/// When there is something else in the file, or more than would be written there.
fn resume(file: &Path, given: Option<AnyGame>, world: u64) -> Result<GameLog> {
    let wrong = |why: &str| Wrong::new(format!("{}: {why}", file.display()));
    let foreign = || wrong("expected a list of moves; found match records");
    let at = |place: &TextPlace, why: &str| wrong(&format!("line {}: {why}", place.line));
    let text = std::fs::read(file).map_err(unreadable(file))?;
    let game = WrittenGame::read(&text[..], None).map_err(|error| match error {
        WrittenGameError::Unreadable(error) => at(&error.place, &error.message),
        WrittenGameError::Several(_) => foreign(),
        error => wrong(&error.to_string()),
    })?;
    if game.number.is_some() {
        return Err(foreign().into());
    }
    if text.contains(&b'#') {
        return Err(wrong("there are comments in it, which would be lost with the next move").into());
    }
    if given.is_some_and(|given| given != game.position) {
        return Err(wrong(&format!("the game there began at another position, {}", game.position)).into());
    }
    let mut log = GameLog::new(game.position, world);
    for written in &game.moves {
        log.play(&written.text).map_err(|why| at(&written.place, &format!("'{}': {why}", written.text)))?;
    }
    Ok(log)
}
