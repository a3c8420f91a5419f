use std::sync::atomic::Ordering::Relaxed;

use clap::builder::TypedValueParser;
use floe_engine::{AnalysisError, AnyMove, Engine, Evaluation};
use floe_gamefile::{GameMistake, WrittenGame};
use floe_matches::read_written_games;
use floe_picture::{PictureOptions, Theme};
use floe_review::{
    DifficultyRange, PROOF_NODES, Puzzle as Found, PuzzleMaker, PuzzleNote, PuzzleTheme,
};
use floe_review::{
    Exercise, ExerciseChoice, ExerciseSheet, Grade, SheetAnswers, SheetLayout, SheetOrder,
    lesson_of,
};
use floe_runs::in_order;
use floe_search::Limits;
use floe_selfplay::SelfPlay;

use super::prelude::*;
use crate::arguments::{NamedValues, one_of};
use crate::commands::suite;
use crate::files::{evaluation_of, mistake_in, wrong_in};

/// Find puzzles: positions with one best move
///
/// Looks through the games of a FILE, or plays games of its own, for positions in which exactly one
/// move wins, or is better than all others by --lead. Every move is proved. Prints each puzzle with
/// the proved value of every move, in the format that the command suite reads and checks; --graded
/// reads such files again.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/puzzle.txt"))]
pub(crate) struct Puzzle {
    /// Match records or game files to look through, - for standard input [default: games of its
    /// own]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Read the FILEs as graded positions, such as puzzles of an earlier run, and measure their
    /// difficulty again
    ///
    /// Nothing is searched for or proved. --order puts them in order; --rules, --players, --theme,
    /// --difficulty, --max-difficulty and --count choose.
    #[arg(long, requires = "files", conflicts_with_all = ["lead", "nodes", "engine"])]
    graded: bool,

    /// Make a lesson of the FILEs in place of puzzles: every position with a comment is an exercise
    ///
    /// The comment is its text, and the moves that follow it are the answer; without any the answer
    /// is what is proved. --order, --seed and --count choose.
    #[arg(long, requires = "sheet", conflicts_with_all = [
        "graded", "lead", "nodes", "engine", "difficulty", "max_difficulty", "theme", "svg",
    ])]
    lesson: bool,

    /// Number of puzzles [default: 20, all with --graded]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    count: Option<u64>,

    /// Minimum lead of the best move over all others in fish, instead of the only move that wins
    #[arg(long, value_name = "FISH", value_parser = number::<u32>(1..=100))]
    lead: Option<u32>,

    /// Minimum difficulty, 1 to 5 [default: 2, 1 with --graded or --max-difficulty 1]
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=5))]
    difficulty: Option<u8>,

    /// Maximum difficulty, 1 to 5
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::<u8>(1..=5))]
    max_difficulty: u8,

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

    /// Engine that plays the games, with a limit of nodes or depth, or one that does not search
    #[arg(long, value_name = "ENGINE", default_value = "default:nodes=300", value_parser = engine())]
    engine: EngineSpec,

    /// Random seed of the games, and of a random order
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Games in parallel, 1 to 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = count())]
    concurrency: Option<usize>,

    /// Order of graded puzzles, and of those on a sheet [default: difficulty, file with --lesson]
    #[arg(long, value_name = "ORDER", value_parser = order())]
    order: Option<SheetOrder>,

    #[command(flatten)]
    sheet: SheetArguments,

    /// Write a picture of each puzzle to this directory
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    progress: ProgressArguments,

    #[command(flatten)]
    set_up: SetUpArguments,
}

/// Options of a sheet to print.
#[derive(Args)]
#[command(next_help_heading = "Sheet")]
struct SheetArguments {
    /// Write pages to print, with pictures, space to write, and the answers
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,

    /// Title of the sheet [default: Puzzles, Lesson with --lesson]
    #[arg(long, value_name = "TEXT", requires = "sheet")]
    title: Option<String>,

    /// Place of the answers: at the end, below each picture, or none
    ///
    /// `below` shows the solution next to its task, also as an arrow: for teachers, not for those
    /// who solve it.
    #[arg(long, value_name = "PLACE", default_value = "end", value_parser = answers(), requires = "sheet")]
    answers: SheetAnswers,

    /// Leave out the lines for a name and a date
    #[arg(long, requires = "sheet")]
    no_names: bool,

    /// Leave out the lines to write on
    #[arg(long, requires = "sheet")]
    no_lines: bool,
}

impl SheetArguments {
    fn layout(&self, title: &str) -> SheetLayout {
        SheetLayout {
            title: self.title.clone().unwrap_or_else(|| title.to_owned()),
            has_names: !self.no_names,
            has_lines: !self.no_lines,
            answers: self.answers,
        }
    }
}

/// Exercise of a lesson.
#[derive(Serialize, JsonSchema)]
pub(crate) struct JsonExercise {
    number: usize,
    position: String,
    /// The game and the player to move.
    task: String,
    /// Comments on the position.
    remark: String,
    /// Moves of the answer.
    answer: Vec<String>,
    /// Comments behind the answer, or the result that is proved.
    result: String,
}

/// A puzzle with its proof.
#[derive(Serialize, JsonSchema)]
pub(crate) struct JsonPuzzle {
    number: u64,
    position: String,
    task: String,
    /// 1 to 5, by `search_nodes`.
    difficulty: u8,
    /// The difficulty in words, `very easy` to `very hard`.
    difficulty_words: &'static str,
    /// Nodes of the smallest search of the default engine that finds the solution and keeps to it:
    /// a power of ten.
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

const COUNT: u64 = 20;
const DIFFICULTY: u8 = 2;
/// Games without a puzzle for every puzzle wanted, after which a search in games of its own ends.
const GAMES_PER_PUZZLE: u64 = 1000;

impl Puzzle {
    pub(crate) fn check(&self) -> Result<(), Wrong> {
        self.choice()?;
        if self.files.is_empty() {
            self.set_up.resolve()?;
        }
        Ok(())
    }

    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let choice = self.choice()?;
        let page = self
            .sheet
            .sheet
            .as_deref()
            .map(WrittenLater::open)
            .transpose()?;
        if self.lesson {
            return self.write_lesson(&choice, page.expect("a lesson has a sheet"), output);
        }
        if let Some(directory) = &self.svg {
            std::fs::create_dir_all(directory).map_err(files::unreadable(directory))?;
        }
        let interrupt = Interrupt::listen()?;
        let mut read = Status::Fine;
        let puzzles = if self.graded {
            self.read_graded(&choice, &interrupt, output)?
        } else {
            let mut games = None;
            if !self.files.is_empty() {
                let (written, status) = self.read_games()?;
                let positions = written
                    .iter()
                    .map(|game| Ok(game.line()?.positions().to_vec()));
                games = Some(positions.collect::<Result<Vec<_>, GameMistake>>()?);
                read = status;
            }
            self.find(games, &choice, &interrupt, output)?
        };
        let found = puzzles.len() as u64;
        if let Some(page) = page {
            page.write(&self.sheet_of(puzzles, &choice)?)?;
            self.say_written(&counted(found, "puzzle"));
        }
        let is_short = self.count.unwrap_or(if self.graded { 0 } else { COUNT }) > found;
        let status = if is_short && read == Status::Fine {
            Status::No
        } else {
            read
        };
        if is_short && !interrupt.stop.load(Relaxed) {
            let other = match self.graded {
                true => "try --difficulty, --max-difficulty or --theme",
                false => "try --nodes, --difficulty, --max-difficulty or --lead",
            };
            problem::say(&format!("found {} only; {other}", counted(found, "puzzle")));
        }
        Ok(interrupt.or_stopped(status, || "the puzzles are those found so far".to_owned()))
    }

    /// Reports which file holds the sheet, and how it comes on paper.
    fn say_written(&self, content: &str) {
        if let Some(file) = &self.sheet.sheet {
            problem::say(&format!(
                "{content} → {}: open it in a browser and print",
                file.display()
            ));
        }
    }

    fn choice(&self) -> Result<ExerciseChoice, Wrong> {
        let least = if self.graded {
            1
        } else {
            DIFFICULTY.min(self.max_difficulty)
        };
        let difficulty =
            DifficultyRange::new(self.difficulty.unwrap_or(least), self.max_difficulty);
        let order = if self.lesson {
            SheetOrder::File
        } else {
            SheetOrder::Difficulty
        };
        Ok(ExerciseChoice {
            difficulty: difficulty.map_err(|error| Wrong::new(format!("--difficulty: {error}")))?,
            theme: self.theme,
            order: self.order.unwrap_or(order),
            seed: self.seed,
            count: self.count.map_or(usize::MAX, |count| {
                usize::try_from(count).unwrap_or(usize::MAX)
            }),
        })
    }

    /// Writes a sheet with the commented positions of games, and prints them.
    fn write_lesson(
        &self,
        choice: &ExerciseChoice,
        page: WrittenLater,
        output: &mut Output,
    ) -> Result<Status> {
        let interrupt = Interrupt::listen()?;
        let mut exercises: Vec<Exercise> = Vec::new();
        let (games, status) = self.read_games()?;
        for game in games {
            exercises.extend(lesson_of(&game, &game.own_title().unwrap_or_default()));
        }
        choice.choose(&mut exercises, |exercise| exercise.level, |_, _| true);
        if exercises.is_empty() {
            let problem = "--lesson: expected FILEs with comments on positions; found none";
            return Err(Wrong::new(problem).into());
        }
        for (number, exercise) in (1..).zip(&mut exercises) {
            if interrupt.stop.load(Relaxed) {
                break;
            }
            exercise
                .complete(PROOF_NODES, &interrupt.stop, self.hash)
                .map_err(problem::of_analysis)?;
            let Exercise {
                position,
                task,
                remark,
                answer,
                result,
                ..
            } = &*exercise;
            let answer = position.line_text(answer);
            let text = format!(
                "# {}\n# {}\n{position}\n",
                exercise.heading(number),
                remark.replace('\n', "\n# ")
            );
            let object = JsonExercise {
                number,
                position: position.to_string(),
                task: task.clone(),
                remark: remark.clone(),
                answer,
                result: result.clone(),
            };
            output.answer(&Answer::block("floe/exercise/1", object, text))?;
        }
        let count = exercises.len();
        page.write(
            &ExerciseSheet {
                layout: self.sheet.layout("Lesson"),
                exercises,
            }
            .html(),
        )?;
        self.say_written(&counted(count as u64, "exercise"));
        Ok(interrupt.or_stopped(status, || "answers are missing on the sheet".to_owned()))
    }

    /// Looks for puzzles in these games, or in games of an engine against itself, and prints each
    /// at once.
    fn find(
        &self,
        games: Option<Vec<Vec<AnyGame>>>,
        choice: &ExerciseChoice,
        interrupt: &Interrupt,
        output: &mut Output,
    ) -> Result<Vec<Found>> {
        let count = self.count.unwrap_or(COUNT);
        let progress = self.progress.start("puzzle", 0, count);
        let mut puzzles: Vec<Found> = Vec::new();
        let total = games
            .as_ref()
            .map_or(count.saturating_mul(GAMES_PER_PUZZLE), |games| {
                games.len() as u64
            });
        let source = GameSource::new(self, games)?;
        let worker = || {
            let maker = self.maker(choice, interrupt);
            let source = &source;
            let mut engine = Engine::from_spec(&source.spec, source.evaluation.clone());
            move |index| {
                let positions = match source.positions(&mut engine, index, interrupt) {
                    Ok(positions) => positions?,
                    Err(error) => return Some(Err(error)),
                };
                (!interrupt.stop.load(Relaxed))
                    .then(|| maker.of_game(&positions).map_err(problem::of_analysis))
            }
        };
        let result = in_order(
            0..total,
            self.concurrency.unwrap_or_else(all_cores),
            worker,
            |found| {
                let Some(puzzle) = found.map_err(Some)? else {
                    return Ok(());
                };
                if !self.has_theme(&puzzle) || puzzles.iter().any(|known| puzzle.is_near(known)) {
                    return Ok(());
                }
                puzzles.push(puzzle);
                progress.advance();
                let number = puzzles.len() as u64;
                let shown = self.show(
                    number,
                    puzzles.last().expect("it has just been added"),
                    output,
                );
                // `None` ends the search when there are enough.
                shown
                    .map_err(Some)
                    .and_then(|()| if number == count { Err(None) } else { Ok(()) })
            },
        );
        drop(progress);
        match result {
            Err(Some(error)) => Err(error),
            _ => Ok(puzzles),
        }
    }

    /// Reads graded positions, measures their difficulty, and prints them in order.
    fn read_graded(
        &self,
        choice: &ExerciseChoice,
        interrupt: &Interrupt,
        output: &mut Output,
    ) -> Result<Vec<Found>> {
        let expected = self.set_up.expected();
        let mut graded = Vec::new();
        for file in &self.files {
            let (_, mut read) = suite::read(file)?;
            read.retain(|graded| {
                !graded.moves.is_empty() && expected.check(&graded.position).is_ok()
            });
            graded.extend(read);
        }
        let progress = self.progress.start("puzzle", 0, graded.len() as u64);
        let total = graded.len() as u64;
        let measure = || {
            let graded = &graded;
            move |index: u64| {
                let graded = graded[index as usize].clone();
                let note = graded
                    .comments
                    .iter()
                    .find_map(|comment| PuzzleNote::read(comment));
                let is_stopped = interrupt.stop.load(Relaxed);
                (!is_stopped)
                    .then(|| Found::measure(graded, note.map_or(0, |note| note.proof_nodes)))
            }
        };
        let mut puzzles: Vec<Found> = Vec::new();
        let measured: Result<()> = in_order(
            0..total,
            self.concurrency.unwrap_or_else(all_cores),
            measure,
            |puzzle| {
                progress.advance();
                puzzles.push(puzzle.map_err(problem::of_analysis)?);
                Ok(())
            },
        );
        drop(progress);
        measured?;
        choice.choose(&mut puzzles, level_of, |puzzle, theme| {
            puzzle.themes.contains(&theme)
        });
        for (number, puzzle) in (1..).zip(&puzzles) {
            self.show(number, puzzle, output)?;
        }
        Ok(puzzles)
    }

    fn has_theme(&self, puzzle: &Found) -> bool {
        self.theme
            .is_none_or(|theme| puzzle.themes.contains(&theme))
    }

    /// Sheet with the puzzles in order, and their answers.
    fn sheet_of(&self, mut puzzles: Vec<Found>, choice: &ExerciseChoice) -> Result<String> {
        if !self.graded {
            choice.order.arrange(&mut puzzles, self.seed, level_of);
        }
        let exercises = puzzles
            .iter()
            .map(|puzzle| puzzle.exercise(PROOF_NODES, self.hash));
        let exercises: Result<Vec<Exercise>, AnalysisError> = exercises.collect();
        let exercises = exercises.map_err(problem::of_analysis)?;
        Ok(ExerciseSheet {
            layout: self.sheet.layout("Puzzles"),
            exercises,
        }
        .html())
    }

    fn maker<'a>(&self, choice: &ExerciseChoice, interrupt: &'a Interrupt) -> PuzzleMaker<'a> {
        PuzzleMaker {
            lead: self.lead.map(f64::from),
            difficulty: choice.difficulty,
            limits: Limits {
                nodes: Some(self.nodes),
                stop: Some(&interrupt.stop),
                ..Limits::default()
            },
            hash_mebibytes: self.hash,
        }
    }

    /// Reads all games of the files. Those with a mistake are named and left out; the status says
    /// whether there are any.
    fn read_games(&self) -> Result<(Vec<WrittenGame>, Status)> {
        let mut games = Vec::new();
        let mut status = Status::Fine;
        for file in &self.files {
            let read = read_written_games(files::open(file)?, None)
                .map_err(|error| wrong_in(file, error))?;
            for game in read {
                match game.and_then(|game| game.check().map(|()| game)) {
                    Ok(game) => games.push(game),
                    Err(mistake) => {
                        problem::complain(&mistake_in(file, &mistake).message);
                        status = Status::Wrong;
                    }
                }
            }
        }
        Ok((games, status))
    }

    fn show(&self, number: u64, puzzle: &Found, output: &mut Output) -> Result<()> {
        if let Some(directory) = &self.svg {
            let title = Some(format!("{number}. {}", puzzle.task()));
            let options = PictureOptions {
                title,
                theme: Theme::Light,
                ..PictureOptions::default()
            };
            let path = directory.join(format!("puzzle-{number:03}.svg"));
            let svg = Seen::whole(&puzzle.graded.position).picture(&options);
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
            difficulty_words: puzzle.note.difficulty.name(),
            search_nodes: puzzle.note.difficulty.nodes,
            themes: puzzle.themes.iter().map(|theme| theme.name()).collect(),
            traps: puzzle.note.traps,
            lead: puzzle.lead,
            solution: puzzle.graded.position.move_text(puzzle.solution()),
            values: puzzle.graded.moves.iter().map(valued).collect(),
            proof_nodes: puzzle.note.proof_nodes,
        };
        output.answer(&Answer::block(
            "floe/puzzle/1",
            object,
            format!("{puzzle}\n"),
        ))?;
        Ok(())
    }
}

/// Parses a theme by its name, with a hyphen in place of a blank.
fn theme() -> NamedValues<PuzzleTheme> {
    NamedValues::new(PuzzleTheme::ALL.map(option_name), |text| {
        let known = PuzzleTheme::ALL
            .into_iter()
            .find(|&theme| option_name(theme) == text);
        let names = PuzzleTheme::ALL.map(option_name).join(", ");
        known.ok_or_else(|| Wrong::new(format!("expected {names}; found {text}")))
    })
}

fn option_name(theme: PuzzleTheme) -> String {
    theme.name().replace(' ', "-")
}

/// Level of the difficulty of a puzzle.
fn level_of(puzzle: &Found) -> Option<u8> {
    Some(puzzle.note.difficulty.level())
}

fn answers() -> impl TypedValueParser<Value = SheetAnswers> {
    one_of([
        ("end", SheetAnswers::End),
        ("below", SheetAnswers::Below),
        ("none", SheetAnswers::None),
    ])
}

fn order() -> impl TypedValueParser<Value = SheetOrder> {
    one_of([
        ("difficulty", SheetOrder::Difficulty),
        ("random", SheetOrder::Random),
        ("file", SheetOrder::File),
    ])
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
            let problem = format!(
                "--rules: expected rules without hidden tiles, whose moves can be proved; found {rules}"
            );
            return Err(Wrong::new(problem).into());
        }
        let run = SelfPlay::new(set_up.clone(), puzzle.seed, RANDOM_PLIES).map_err(Wrong::from)?;
        let spec = puzzle.engine.repeatable().map_err(Wrong::from)?;
        let evaluation = evaluation_of(&spec)?;
        Ok(GameSource {
            games,
            run,
            spec,
            evaluation,
        })
    }

    /// Positions of the game with this index; `None` after an interrupt.
    fn positions(
        &self,
        engine: &mut Engine,
        index: u64,
        interrupt: &Interrupt,
    ) -> Result<Option<Vec<AnyGame>>> {
        if let Some(games) = &self.games {
            return Ok(games.get(index as usize).cloned());
        }
        let game = self
            .run
            .play(engine, &self.spec.limits(), index, &interrupt.stop)
            .map_err(problem::of_analysis)?;
        Ok(game.map(|game| {
            game.samples()
                .into_iter()
                .map(|sample| sample.position)
                .collect()
        }))
    }
}
