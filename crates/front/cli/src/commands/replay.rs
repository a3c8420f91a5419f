use std::collections::BTreeMap;
use std::fs;

use floe_arena::store::pool::RecordFile;
use floe_engine::{GameLine, LineMove};
use floe_game::Player;
use floe_gamefile::{GameMistake, GameTree, WrittenGame};
use floe_matches::{WrittenGameError, read_written_games};
use floe_picture::{MoveMark, PictureOptions};
use floe_query::MoveNode;
use floe_query::json::{AnnotationReport, ReviewSummaryReport};
use floe_review::{Annotator, DroppedResult, EngineProofs, Prover, ReviewStrength, ReviewSummary};
use floe_review::{Grade, game_page};
use floe_runs::in_order;
use floe_search::printable;

use super::prelude::*;
use super::show::picture;
use crate::annotated_game::{self, VALUES_BY, drop_annotations, end};
use crate::arguments::{duration, strength};
use crate::files::evaluation_of;
#[cfg(not(feature = "png"))]
use crate::lacking::lacks;
use crate::output::InputLine;
use crate::overwriting::is_standard_stream;
use crate::picture_files::PictureStyle;
#[cfg(feature = "png")]
use crate::picture_files::{MAX_ANIMATED, animation};
use crate::run_progress::RunProgress;

/// Replay, annotate or check recorded games
///
/// Reads a record of floe match (.jsonl) or a game file: headers such as [Event "Club evening"] and
/// comments if there are any, a position on a line of its own, then moves separated by spaces or
/// new lines, with optional numbers such as 12. before them. # starts a comment, {} encloses one,
/// and () a variation, which replaces the move before it. A file may hold several games.
///
/// With --annotate, an engine adds to each move of the main line the value of the position before
/// it and after it, for the player who moves, and to each bad move its line as a variation. Below
/// the last move it says how well each player has played. The output is again a game file.
///
/// With --prove, the exact solver searches each position of all games, from the last one back, and
/// reports each move that gave away a proved win or draw, and the number of such moves for each
/// engine.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/replay.txt"))]
pub(crate) struct Replay {
    /// Record or game file, or directory with records; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Number of the game in a file of several, from 0
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    game: Option<u64>,

    /// Annotate each move with values and marks
    #[arg(long)]
    annotate: bool,

    /// Effort of --annotate for each position
    ///
    /// It is a number of nodes on one thread, not a time, so that a game gets the same marks on
    /// every machine. Where a mark is close to another one, floe searches deeper.
    #[arg(long, value_name = "STRENGTH", default_value = "normal", value_parser = strength(), requires = "annotate", conflicts_with = "engine")]
    strength: ReviewStrength,

    /// Engine of --annotate, with its limit per position, in place of --strength
    #[arg(long, value_name = "ENGINE", value_parser = engine(), requires = "annotate")]
    engine: Option<EngineSpec>,

    /// Write the games to this file as a game file; - prints them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["annotate", "prove"])]
    export: Option<PathBuf>,

    /// Write a picture as SVG of each position to this folder
    ///
    /// The files are 000.svg for the first position and NNN.svg for that after move NNN, which is
    /// marked.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["export", "prove"], help_heading = "Pictures")]
    svg: Option<PathBuf>,

    /// Write an animation of the game to this file, as animated PNG
    ///
    /// A picture a second, each with its move marked; of games of up to 300 moves.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["export", "prove"], help_heading = "Pictures")]
    animation: Option<PathBuf>,

    /// Write a page of HTML with pictures, the moves in words, and all notes and variations
    #[arg(long, value_name = "FILE", conflicts_with_all = ["export", "prove"], help_heading = "Pictures")]
    html: Option<PathBuf>,

    #[command(flatten)]
    style: PictureStyle,

    #[command(flatten)]
    quiet: QuietArgument,

    /// Report proved results that moves gave away
    ///
    /// TIME is the limit of a position on one thread, such as 500ms, 1.5s or 1m.
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "annotate")]
    prove: Option<Duration>,

    /// Table size of --prove in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = mebibytes(), requires = "prove")]
    hash: usize,

    /// Games of --prove in parallel, 1 to 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = count(), requires = "prove")]
    concurrency: Option<usize>,
}

/// A move of a game, with the position before and after it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReplayedMove<'a> {
    ply: usize,
    player: char,
    /// Headers of the game, such as names, date and result, with the first move.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    headers: BTreeMap<&'a str, &'a str>,
    #[serde(rename = "move")]
    mv: String,
    position: String,
    after: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    marks: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    comments: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    arrows: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    /// Moves of each variation that replaces the move, from the position before it on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Vec<MoveNode>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotation: Option<AnnotationReport>,
    /// Summary of all moves, with the last move of an annotated game.
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<ReviewSummaryReport>,
}

/// Number of games in a file that has been written.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ExportedGames {
    games: u64,
}

/// A move that gave away a proved result.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DroppedMove<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    ply: usize,
    player: char,
    engine: String,
    position: String,
    #[serde(rename = "move")]
    mv: &'a str,
    before: String,
    after: String,
    best: Option<&'a str>,
}

impl Replay {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let done = match (self.prove, &self.export) {
            (Some(time), _) => self.prove(time, output),
            (_, Some(file)) => self.export(file, output),
            _ => self.show(output).map(|()| Status::Fine),
        };
        done.or_else(|error| refuse(output, error.downcast::<GameMistake>()?))
    }

    fn show(&self, output: &mut Output) -> Result<()> {
        let html = self.html.as_deref().map(WrittenLater::open).transpose()?;
        let mut game = self.only_game()?;
        self.animate(&game)?;
        if self.annotate {
            drop_annotations(&mut game);
        }
        let mut page = html.is_some().then(|| game.clone());
        let position = game.position;
        let spec = self
            .engine
            .clone()
            .unwrap_or_else(|| self.strength.engine(&position));
        let mut line = GameLine::new(position);
        let annotator =
            || Annotator::new(&spec, evaluation_of(&spec)?, &line).map_err(problem::of_analysis);
        let mut annotator = self.annotate.then(annotator).transpose()?;
        let mut summary = ReviewSummary::default();
        let comments = || {
            game.written_comments()
                .map(|comment| format!("# {comment}\n"))
                .collect::<String>()
        };
        output.painted_remark(&match annotator {
            Some(_) => {
                let engine = spec.to_string();
                format!(
                    "{}# {VALUES_BY}{}\n{}{position}\n",
                    game.headers,
                    printable(&engine),
                    comments()
                )
            }
            None => head(&game) + &picture(&Seen::whole(&position)),
        })?;
        self.draw(&position, None, 0)?;
        let numbers: Vec<usize> = game.tree.main_line().collect();
        let last = numbers.len();
        for (ply, number) in (1..).zip(numbers) {
            let written = game.tree.get(number);
            let played = line
                .play(&written.text)
                .map_err(|why| written.illegal(ply, &why))?;
            let LineMove { before, after, .. } = played;
            let mv = played.text();
            self.draw(after, Seen::whole(before).move_mark(&mv).ok(), ply)?;
            let annotation = annotator
                .as_mut()
                .map(|annotator| annotator.next(played.mv));
            let annotation = annotation.transpose().map_err(problem::of_analysis)?;
            let text = match &annotation {
                Some(annotation) => {
                    summary.add(before, &mv, annotation);
                    annotated_game::note(&mut game.tree, number, before, annotation);
                    if let Some(page) = &mut page {
                        annotated_game::note(&mut page.tree, number, before, annotation);
                        annotated_game::note_value(page.tree.get_mut(number), before, annotation);
                    }
                    annotated_game::move_text(
                        &game.tree,
                        number,
                        played,
                        annotation,
                        spec.nodes.unwrap_or(0),
                    )
                }
                None => shown_move(&game.tree, number, played),
            };
            let written = game.tree.get(number);
            let variations = game.tree.variations(number);
            let is_whole = annotation.is_some() && ply == last;
            let replayed = ReplayedMove {
                ply,
                player: before.last_turn().letter(),
                headers: game
                    .headers
                    .iter()
                    .take(if ply == 1 { usize::MAX } else { 0 })
                    .collect(),
                mv,
                position: before.to_string(),
                after: after.to_string(),
                marks: written.marks(),
                comments: written.comments(),
                arrows: written.arrows(),
                clock: written.clock_in_seconds(),
                value: written.value(),
                variations: variations.iter().map(MoveNode::all_of).collect(),
                annotation: annotation.map(|annotation| AnnotationReport::new(before, &annotation)),
                review: is_whole
                    .then(|| ReviewSummaryReport::new(&summary, position.rules().units())),
            };
            output.answer(&Answer::painted("floe/replay/1", replayed, text))?;
        }
        output.remark(&end(
            annotator.as_ref(),
            &summary,
            game.headers.get("Termination"),
        ))?;
        game.check()?;
        html.zip(page)
            .map_or(Ok(()), |(file, page)| file.write(&game_page(&page)))
    }

    #[cfg(not(feature = "png"))]
    fn animate(&self, _: &WrittenGame) -> Result<()> {
        match self.animation {
            Some(_) => Err(lacks("--animation").into()),
            None => Ok(()),
        }
    }

    #[cfg(feature = "png")]
    fn animate(&self, game: &WrittenGame) -> Result<()> {
        let Some(file) = &self.animation else {
            return Ok(());
        };
        let file = WrittenLater::open(file)?;
        let line = game.line()?;
        let count = line.moves().len();
        if count > MAX_ANIMATED {
            let found = format!(
                "--animation: expected a game of at most {MAX_ANIMATED} moves; found {count}"
            );
            return Err(Wrong::new(found).into());
        }
        file.write_bytes(&animation(&line, &self.style)?)
    }

    /// Writes a picture of the position after a move, if pictures are wanted.
    fn draw(&self, position: &AnyGame, last_move: Option<MoveMark>, ply: usize) -> Result<()> {
        let Some(folder) = &self.svg else {
            return Ok(());
        };
        fs::create_dir_all(folder).map_err(files::unreadable(folder))?;
        let options = self.style.options(
            position,
            PictureOptions {
                last_move,
                ..PictureOptions::default()
            },
        );
        let file = WrittenLater::open(&folder.join(format!("{ply:03}.svg")))?;
        file.write(&Seen::whole(position).picture(&options))
    }

    /// Writes the games to a file, without those that have mistakes, which are reported.
    fn export(&self, file: &Path, output: &mut Output) -> Result<Status> {
        let file = if is_standard_stream(file) {
            None
        } else {
            Some(WrittenLater::open(file)?)
        };
        let mut status = Status::Fine;
        let mut texts = Vec::new();
        for game in self.games()? {
            match game.and_then(|game| game.check().map(|()| game.to_string())) {
                Ok(text) => texts.push(text),
                Err(mistake) => status = refuse(output, mistake)?,
            }
        }
        let games = texts.len() as u64;
        let text = texts.join("\n");
        match file {
            Some(file) => {
                file.write(&text)?;
                let said = format!("{} written\n", counted(games, "game"));
                output.answer(&Answer::line(
                    "floe/export/1",
                    ExportedGames { games },
                    said,
                ))?;
            }
            None => output.data(&text)?,
        }
        Ok(status)
    }

    /// Proves the positions of all games in parallel and prints the results in order; refuses games
    /// that cannot be read.
    fn prove(&self, time: Duration, output: &mut Output) -> Result<Status> {
        let games = self.games()?;
        let prover = Prover {
            time,
            hash_mebibytes: self.hash,
        };
        let concurrency = self.concurrency.unwrap_or_else(all_cores);
        let progress = RunProgress::usual("game", games.len() as u64, self.quiet.is_on);
        let mut status = Status::Fine;
        let mut engines = Vec::new();
        let prove = |number: u64| -> Result<_> {
            let game = games[number as usize].as_ref().map_err(Clone::clone)?;
            if !Prover::suits(&game.position) {
                return Err(Wrong::new(
                    "--prove: expected a game between two sides, without chance",
                )
                .into());
            }
            let line = game.line()?;
            let proofs = prover
                .prove(line.positions())
                .map_err(problem::of_analysis)?;
            Ok((game, line, proofs))
        };
        in_order(
            0..games.len() as u64,
            concurrency,
            || |number| Some(prove(number)),
            |proved| {
                match proved {
                    Ok((game, line, proofs)) => {
                        for dropped in &proofs.dropped {
                            output.answer(&dropped_move(game, line.positions(), dropped))?;
                        }
                        for (player, counts) in Player::first(Player::MAX).zip(proofs.counts) {
                            EngineProofs::add(&mut engines, &game.player_name(player), counts);
                        }
                    }
                    Err(error) => status = refuse(output, error.downcast::<GameMistake>()?)?,
                }
                progress.advance();
                anyhow::Ok(())
            },
        )?;
        drop(progress);
        for proofs in &engines {
            let moves = counted(proofs.counts.proved, "move");
            let dropped = proofs.counts.dropped;
            let unclear = match proofs.counts.unclear {
                0 => String::new(),
                unclear => format!(
                    "; {} could not be decided in time",
                    counted(unclear, "move")
                ),
            };
            let engine = &proofs.engine;
            let gave = format!("{dropped} of them gave the result away");
            let text = format!(
                "{engine}: {moves} in positions proved to be won or drawn; {gave}{unclear}"
            );
            let text = wrapped(&text, 2);
            output.answer(&Answer::block("floe/proofs/1", proofs, text))?;
        }
        Ok(status)
    }

    /// Reads the only game of FILE, or the one that is chosen.
    fn only_game(&self) -> Result<WrittenGame> {
        let mut games = self.games()?;
        if games.len() > 1 {
            let all: Result<Vec<WrittenGame>, GameMistake> = games.into_iter().collect();
            return Err(of_reading(WrittenGameError::ManyGames(all?.len())));
        }
        Ok(games.remove(0)?)
    }

    /// Reads the games of FILE, or of all records in the folder, or those with the number that is
    /// chosen. There is at least one.
    fn games(&self) -> Result<Vec<Result<WrittenGame, GameMistake>>> {
        if !self.file.is_dir() {
            return read_written_games(files::open(&self.file)?, self.game).map_err(of_reading);
        }
        let records = RecordFile::find(std::slice::from_ref(&self.file)).map_err(Wrong::new)?;
        let mut games = Vec::new();
        let mut missing = None;
        for record in records {
            match read_written_games(files::open(&record.path)?, self.game) {
                Ok(read) => games.extend(read),
                // The game may be in another shard.
                Err(error @ (WrittenGameError::NoGame(..) | WrittenGameError::Empty)) => {
                    missing = Some(error);
                }
                Err(error) => return Err(of_reading(error)),
            }
        }
        match missing.filter(|_| games.is_empty()) {
            Some(error) => Err(of_reading(error)),
            None => Ok(games),
        }
    }
}

fn refuse(output: &mut Output, wrong: GameMistake) -> Result<Status> {
    let place = wrong.place;
    let line = InputLine {
        number: place.line,
        is_in_batch: true,
        text: Ok(place.text.to_string()),
    };
    output.refuse(
        &line,
        &Wrong {
            column: Some(place.column),
            ..Wrong::new(wrong.message)
        },
    )?;
    Ok(Status::Wrong)
}

fn of_reading(error: WrittenGameError) -> anyhow::Error {
    match error {
        WrittenGameError::Mistake(wrong) => wrong.into(),
        WrittenGameError::ManyGames(_) => {
            Wrong::new(format!("{error}: choose one with --game N")).into()
        }
        error => Wrong::new(error).into(),
    }
}

/// Formats headers and comments before the first move.
fn head(game: &WrittenGame) -> String {
    let headers = game
        .headers
        .iter()
        .map(|(name, value)| labelled(&format!("{name}:"), HEADER_WIDTH, value));
    let head: String = headers
        .chain(game.written_comments().map(|comment| wrapped(&comment, 0)))
        .collect();
    if head.is_empty() { head } else { head + "\n" }
}

const HEADER_WIDTH: usize = 13;

/// Formats a move with its comments, the variations that replace it, and the position after it.
fn shown_move(tree: &GameTree, number: usize, played: LineMove<'_>) -> String {
    let written = tree.get(number);
    let mv = written.text_with_marks();
    let ply = played.number;
    let player = played.player();
    let comments: String = written
        .written_comments()
        .map(|comment| wrapped(&comment, 0))
        .collect();
    let variations = tree.variations_text(number);
    format!(
        "\n{ply}. {player} {mv}\n{comments}{variations}\n{}",
        picture(&Seen::whole(played.after))
    )
}

fn dropped_move<'a>(
    game: &'a WrittenGame,
    positions: &[AnyGame],
    dropped: &'a DroppedResult,
) -> Answer<DroppedMove<'a>> {
    let before = Grade::Sign(dropped.before).to_string();
    let after = Grade::Sign(dropped.after).to_string();
    let ply = dropped.index + 1;
    let player = Player::letter(dropped.player);
    let engine = game.player_name(dropped.player);
    let mv = game
        .main_line()
        .nth(dropped.index)
        .map_or("", |written| &written.text);
    let position = positions[dropped.index].to_string();
    let best = dropped.best.as_deref();
    let number = game
        .number
        .map_or(String::new(), |game| format!("game {game}, "));
    let better = best.map_or(String::new(), |best| format!("; {best} keeps it"));
    let by = if engine == player.to_string() {
        String::new()
    } else {
        format!(" ({engine})")
    };
    let text = wrapped(
        &format!(
            "{number}move {ply}: {player}{by} turned a {before} into a {after} with {mv}{better}"
        ),
        2,
    );
    let text = format!("{text}    {position}\n");
    let game = game.number;
    Answer::block(
        "floe/dropped/1",
        DroppedMove {
            game,
            ply,
            player,
            engine,
            position,
            mv,
            before,
            after,
            best,
        },
        text,
    )
}
