use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use floe_engine::{AnalysisError, AnyGame, AnyMove, Engine, EngineSpec, Evaluation};
use floe_matches::read_written_games;
use floe_picture::{PictureOptions, Theme};
use floe_runs::in_order;
use floe_search::Limits;
use floe_study::review::{PROOF_NODES, Puzzle as Found, PuzzleMaker, PuzzleNote, PuzzleTheme};
use floe_study::{Exercise, ExerciseSheet, Grade, SelfPlay, SheetOrder};
use schemars::JsonSchema;
use serde::Serialize;

use crate::arguments::{NamedValues, all_cores, count, engine, mebibytes, number};
use crate::commands::suite;
use crate::files::{self, WrittenLater, evaluation_of, mistake_in, wrong_in};
use crate::interrupt::Interrupt;
use crate::output::{Answer, Output, counted};
use crate::problem::{self, Status, Wrong};
use crate::run_progress::ProgressArguments;
use crate::set_up::SetUpArguments;

/// Find puzzles: positions with one best move
///
/// Looks through the games of a FILE, or plays games of its own, for positions in which exactly one move wins, or is
/// better than all others by --lead. Every move is proved. Prints each puzzle with the proved value of every move, in
/// the format that the command suite reads and checks; --graded reads such files again.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/puzzle.txt"))]
pub(crate) struct Puzzle {
    /// Match records or game files to look through, - for standard input [default: games of its own]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Read the FILEs as graded positions, such as puzzles of an earlier run, and measure their difficulty again
    ///
    /// Nothing is searched for or proved. --order puts them in order, --theme, --difficulty and --count choose.
    #[arg(long, requires = "files", conflicts_with_all = ["lead", "nodes", "engine"])]
    graded: bool,

    /// Number of puzzles [default: 20, all with --graded]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    count: Option<u64>,

    /// Minimum lead of the best move over all others in fish, instead of the only move that wins
    #[arg(long, value_name = "FISH", value_parser = number::<u32>(1..=100))]
    lead: Option<u32>,

    /// Minimum difficulty, 1 to 5 [default: 2, 1 with --graded]
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=5))]
    difficulty: Option<u8>,

    /// Only puzzles with this theme
    #[arg(long, value_name = "THEME", value_parser = theme())]
    theme: Option<PuzzleTheme>,

    /// Stop the proof of a position after this number of nodes
    ///
    /// The larger it is, the earlier in a game puzzles are found.
    #[arg(long, value_name = "NODES", default_value = "200k", value_parser = number::<u64>(1..=u64::MAX))]
    nodes: u64,

    /// Table size in MiB per game in parallel
    #[arg(long, value_name = "MIB", default_value = "16", value_parser = mebibytes())]
    hash: usize,

    /// Engine that plays the games, with a limit of nodes or depth
    #[arg(long, value_name = "ENGINE", default_value = "default:nodes=300", value_parser = engine())]
    engine: EngineSpec,

    /// Random seed of the games, and of a random order
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Games in parallel, 1 to 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = count())]
    concurrency: Option<usize>,

    /// Write a page to print, with pictures and the solutions at the end
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,

    /// Title of the page
    #[arg(long, value_name = "TEXT", default_value = "Puzzles", requires = "sheet")]
    title: String,

    /// Order of the puzzles on the page, and of graded ones
    #[arg(long, value_name = "ORDER", default_value = "difficulty", value_parser = order())]
    order: SheetOrder,

    /// Write a picture of each puzzle to this directory
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    progress: ProgressArguments,

    #[command(flatten)]
    set_up: SetUpArguments,
}

/// A puzzle with its proof.
#[derive(Serialize, JsonSchema)]
pub(crate) struct JsonPuzzle {
    number: u64,
    position: String,
    task: String,
    /// 1 to 5, by `search_nodes`.
    difficulty: u8,
    /// Nodes of the smallest search of the default engine that finds the solution and keeps to it: a power of ten.
    search_nodes: u64,
    /// Ideas of the solution: `block`, `split`, `race`, `waiting move`, `count`.
    themes: Vec<&'static str>,
    /// Number of moves that a search of one ply prefers to the best one.
    traps: usize,
    /// Lead of the best move over the second best, in fish.
    lead: f64,
    solution: String,
    /// Proved value of every move, best first.
    values: Vec<ValuedMove>,
    proof_nodes: u64,
}

/// A move with its proved value.
#[derive(Serialize, JsonSchema)]
struct ValuedMove {
    #[serde(rename = "move")]
    mv: String,
    value: String,
}

/// Number of puzzles to find by default.
const COUNT: u64 = 20;
/// Minimum difficulty of puzzles to find by default.
const DIFFICULTY: u8 = 2;
/// Games without a puzzle for every puzzle wanted, after which a search in games of its own ends.
const GAMES_PER_PUZZLE: u64 = 1000;

impl Puzzle {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let page = self.sheet.as_deref().map(WrittenLater::open).transpose()?;
        if let Some(directory) = &self.svg {
            std::fs::create_dir_all(directory).map_err(files::unreadable(directory))?;
        }
        let interrupt = Interrupt::listen()?;
        let puzzles = if self.graded { self.read_graded(&interrupt, output)? } else { self.find(&interrupt, output)? };
        let found = puzzles.len() as u64;
        if let Some(page) = page {
            page.write(&self.sheet_of(puzzles)?)?;
        }
        let is_short = self.count.unwrap_or(if self.graded { 0 } else { COUNT }) > found;
        let status = if is_short { Status::No } else { Status::Fine };
        if is_short && !interrupt.stop.load(Relaxed) {
            let other = if self.graded { "try --difficulty or --theme" } else { "try --nodes, --difficulty or --lead" };
            problem::say(&format!("found {} only; {other}", counted(found, "puzzle")));
        }
        Ok(interrupt.or_stopped(status, || "the puzzles are those found so far".to_owned()))
    }

    /// Looks for puzzles in games, and prints each at once.
    fn find(&self, interrupt: &Interrupt, output: &mut Output) -> Result<Vec<Found>> {
        let count = self.count.unwrap_or(COUNT);
        let progress = self.progress.start("puzzle", 0, count);
        let mut puzzles: Vec<Found> = Vec::new();
        let games = if self.files.is_empty() { None } else { Some(self.games()?) };
        let total = games.as_ref().map_or(count.saturating_mul(GAMES_PER_PUZZLE), |games| games.len() as u64);
        let source = GameSource::new(self, games)?;
        let worker = || {
            let maker = self.maker(interrupt);
            let source = &source;
            let mut engine = Engine::from_spec(&source.spec, source.evaluation.clone());
            move |index| {
                let positions = match source.positions(&mut engine, index, interrupt) {
                    Ok(positions) => positions?,
                    Err(error) => return Some(Err(error)),
                };
                (!interrupt.stop.load(Relaxed)).then(|| maker.of_game(&positions).map_err(problem::of_analysis))
            }
        };
        let result = in_order(0..total, self.concurrency.unwrap_or_else(all_cores), worker, |found| {
            let Some(puzzle) = found.map_err(Some)? else { return Ok(()) };
            if !self.has_theme(&puzzle) || puzzles.iter().any(|known| puzzle.is_near(known)) {
                return Ok(());
            }
            puzzles.push(puzzle);
            progress.advance();
            let number = puzzles.len() as u64;
            let shown = self.show(number, puzzles.last().expect("it has just been added"), output);
            // `None` ends the search when there are enough.
            shown.map_err(Some).and_then(|()| if number == count { Err(None) } else { Ok(()) })
        });
        drop(progress);
        match result {
            Err(Some(error)) => Err(error),
            _ => Ok(puzzles),
        }
    }

    /// Reads graded positions, measures their difficulty, and prints them in order.
    fn read_graded(&self, interrupt: &Interrupt, output: &mut Output) -> Result<Vec<Found>> {
        let mut graded = Vec::new();
        for file in &self.files {
            let (_, read) = suite::read(file)?;
            graded.extend(read.into_iter().filter(|graded| !graded.moves.is_empty()));
        }
        let progress = self.progress.start("puzzle", 0, graded.len() as u64);
        let total = graded.len() as u64;
        let measure = || {
            let graded = &graded;
            move |index: u64| {
                let graded = graded[index as usize].clone();
                let note = graded.comments.iter().find_map(|comment| PuzzleNote::read(comment));
                let is_stopped = interrupt.stop.load(Relaxed);
                (!is_stopped).then(|| Found::measure(graded, note.map_or(0, |note| note.proof_nodes)))
            }
        };
        let mut puzzles: Vec<Found> = Vec::new();
        let measured: Result<()> = in_order(0..total, self.concurrency.unwrap_or_else(all_cores), measure, |puzzle| {
            progress.advance();
            let puzzle = puzzle.map_err(problem::of_analysis)?;
            let is_hard = puzzle.note.difficulty.level() >= self.difficulty.unwrap_or(1);
            if is_hard && self.has_theme(&puzzle) {
                puzzles.push(puzzle);
            }
            Ok(())
        });
        drop(progress);
        measured?;
        self.arrange(&mut puzzles);
        puzzles.truncate(self.count.map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX)));
        for (number, puzzle) in (1..).zip(&puzzles) {
            self.show(number, puzzle, output)?;
        }
        Ok(puzzles)
    }

    fn has_theme(&self, puzzle: &Found) -> bool {
        self.theme.is_none_or(|theme| puzzle.themes.contains(&theme))
    }

    fn arrange(&self, puzzles: &mut [Found]) {
        self.order.arrange(puzzles, self.seed, |puzzle| puzzle.note.difficulty);
    }

    /// Page with the puzzles in order, and their answers.
    fn sheet_of(&self, mut puzzles: Vec<Found>) -> Result<String> {
        if !self.graded {
            self.arrange(&mut puzzles);
        }
        let exercises = puzzles.iter().map(|puzzle| puzzle.exercise(PROOF_NODES, self.hash));
        let exercises: Result<Vec<Exercise>, AnalysisError> = exercises.collect();
        let exercises = exercises.map_err(problem::of_analysis)?;
        Ok(ExerciseSheet { title: self.title.clone(), exercises }.html())
    }

    fn maker<'a>(&self, interrupt: &'a Interrupt) -> PuzzleMaker<'a> {
        PuzzleMaker {
            lead: self.lead.map(f64::from),
            difficulty: self.difficulty.unwrap_or(DIFFICULTY),
            limits: Limits { nodes: Some(self.nodes), stop: Some(&interrupt.stop), ..Limits::default() },
            hash_mebibytes: self.hash,
        }
    }

    /// Reads the positions of all games of the files.
    fn games(&self) -> Result<Vec<Vec<AnyGame>>> {
        let mut games = Vec::new();
        for file in &self.files {
            let input: Box<dyn BufRead> =
                if file == Path::new("-") { Box::new(io::stdin().lock()) } else { Box::new(files::open(file)?) };
            for game in read_written_games(input, None).map_err(|error| wrong_in(file, error))? {
                let positions = game.and_then(|game| Ok(game.line()?.positions().to_vec()));
                games.push(positions.map_err(|mistake| mistake_in(file, &mistake))?);
            }
        }
        Ok(games)
    }

    fn show(&self, number: u64, puzzle: &Found, output: &mut Output) -> Result<()> {
        if let Some(directory) = &self.svg {
            let title = Some(format!("{number}. {}", puzzle.task()));
            let options = PictureOptions { title, theme: Theme::Light, ..PictureOptions::default() };
            let path = directory.join(format!("puzzle-{number:03}.svg"));
            let svg = puzzle.graded.position.picture(&options);
            WrittenLater::open(&path)?.write(&svg)?;
        }
        let valued = |(mv, grade): &(AnyMove, Grade)| ValuedMove {
            mv: puzzle.graded.position.move_text(*mv),
            value: grade.to_string(),
        };
        let object = JsonPuzzle {
            number,
            position: puzzle.graded.position.to_string(),
            task: puzzle.task(),
            difficulty: puzzle.note.difficulty.level(),
            search_nodes: puzzle.note.difficulty.nodes,
            themes: puzzle.themes.iter().map(|theme| theme.name()).collect(),
            traps: puzzle.note.traps,
            lead: puzzle.lead,
            solution: puzzle.graded.position.move_text(puzzle.solution()),
            values: puzzle.graded.moves.iter().map(valued).collect(),
            proof_nodes: puzzle.note.proof_nodes,
        };
        output.answer(&Answer::block("floe/puzzle/1", object, format!("{puzzle}\n")))?;
        Ok(())
    }
}

/// Parses a theme by its name, with a hyphen in place of a blank.
fn theme() -> NamedValues<PuzzleTheme> {
    NamedValues::new(PuzzleTheme::ALL.map(option_name), |text| {
        let known = PuzzleTheme::ALL.into_iter().find(|&theme| option_name(theme) == text);
        let names = PuzzleTheme::ALL.map(option_name).join(", ");
        known.ok_or_else(|| Wrong::new(format!("expected {names}; found {text}")))
    })
}

fn option_name(theme: PuzzleTheme) -> String {
    theme.name().replace(' ', "-")
}

/// Parses the order of a sheet.
fn order() -> impl TypedValueParser<Value = SheetOrder> {
    PossibleValuesParser::new(["difficulty", "random", "file"]).map(|name| match name.as_str() {
        "random" => SheetOrder::Random,
        "file" => SheetOrder::File,
        _ => SheetOrder::Difficulty,
    })
}

/// Games to look through: those of files, or of an engine against itself.
struct GameSource {
    games: Option<Vec<Vec<AnyGame>>>,
    run: SelfPlay,
    spec: EngineSpec,
    evaluation: Evaluation,
}

impl GameSource {
    fn new(puzzle: &Puzzle, games: Option<Vec<Vec<AnyGame>>>) -> Result<GameSource> {
        /// Maximum number of random moves at the start of a game.
        const RANDOM_PLIES: u32 = 8;
        let set_up = puzzle.set_up.resolve()?;
        let rules = set_up.rules();
        if games.is_none() && rules.has_hidden_tiles() {
            let problem =
                format!("--rules: expected rules without hidden tiles, whose moves can be proved; found {rules}");
            return Err(Wrong::new(problem).into());
        }
        let run = SelfPlay::new(set_up.clone(), puzzle.seed, RANDOM_PLIES).map_err(Wrong::from)?;
        let spec = puzzle.engine.repeatable().map_err(Wrong::from)?;
        let evaluation = evaluation_of(&spec)?;
        Ok(GameSource { games, run, spec, evaluation })
    }

    /// Positions of the game with this index; `None` after an interrupt.
    fn positions(&self, engine: &mut Engine, index: u64, interrupt: &Interrupt) -> Result<Option<Vec<AnyGame>>> {
        if let Some(games) = &self.games {
            return Ok(games.get(index as usize).cloned());
        }
        let game = self.run.play(engine, &self.spec.limits(), index, &interrupt.stop).map_err(problem::of_analysis)?;
        Ok(game.map(|game| game.samples().into_iter().map(|sample| sample.position).collect()))
    }
}
