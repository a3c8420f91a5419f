use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::time::Duration;

use anyhow::Result;
use clap::{Args, value_parser};
use floe_arena::workers::in_order;
use floe_engine::arena::{Unreadable, WrittenGame, WrittenGameError, WrittenMove};
use floe_engine::review::{Annotation, Annotator, DroppedResult, EngineProofs, Mark, Prover, ReviewedValue};
use floe_engine::{AnyGame, EngineSpec, Grade, Perspective};
use floe_game::Player;
use serde::Serialize;

use super::show::picture;
use crate::arguments;
use crate::files::evaluation_of;
use crate::input::InputLine;
use crate::output::{Answer, JsonPair, Output};
use crate::problem::{self, Status, Wrong};
use crate::progress::games_bar;
use crate::resources::{MAX_THREADS, all_cores, check_hash};

/// Show a game move by move
///
/// Reads the games that floe match records (.jsonl), or a list of moves: a position on the first line, then moves
/// separated by blanks or lines; numbers such as 12. before moves are left out, and # begins a comment.
///
/// With --annotate an engine says what every position is worth, for whoever moves: before the move, if the best one is
/// made, and after the one that was. Marks are ? for two fish lost, ?? for five, or for a game that is proven to have been won before and is no longer; ?! for
/// less, where it is proven; and the better move is told. An equals sign stands after proven values. What is printed then is
/// a list of moves again, with comments.
///
/// With --prove the exact solver looks at every move of all games, from the last one back, for so long a position: told are the moves
/// that gave away a win or a draw that was proved, and how often every engine did.
#[derive(Args)]
#[command(after_help = "\
Examples:
  floe replay positions/games/blunders.game
  floe replay results/games.jsonl --game 12
  floe replay results/games.jsonl --game 12 --annotate --engine default:time=5s > 12.game
  floe replay results/games.jsonl --prove 1s")]
pub(crate) struct Replay {
    /// The file; - reads from standard input
    #[arg(value_name = "FILE")]
    file: String,

    /// Which game of a match, by the number it has in the record
    #[arg(long, value_name = "N")]
    game: Option<u64>,

    /// Let an engine judge every move
    #[arg(long)]
    annotate: bool,

    /// Who judges, and for how long a position
    #[arg(long, value_name = "E", default_value = "default:time=1s", requires = "annotate")]
    engine: EngineSpec,

    /// Tell the moves that gave away what can be proved of a position in so much time, on one thread: 500ms, 5s, 2m
    #[arg(long, value_name = "D", value_parser = arguments::duration, conflicts_with = "annotate")]
    prove: Option<Duration>,

    /// The size of the table of a proof in MiB
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = value_parser!(u32).range(1..), requires = "prove")]
    hash: u32,

    /// So many games at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=MAX_THREADS), requires = "prove")]
    concurrency: Option<u32>,
}

/// A move of a game, and the position before and after it.
#[derive(Serialize)]
struct ReplayedMove {
    ply: usize,
    player: char,
    #[serde(rename = "move")]
    mv: String,
    position: String,
    after: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotation: Option<JsonAnnotation>,
    /// The comment of the engine, or else the position after the move.
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
struct JsonAnnotation {
    before: JsonReviewedValue,
    after: JsonReviewedValue,
    /// After less before.
    swing: JsonPair,
    best: Option<String>,
    mark: Option<Mark>,
}

#[derive(Serialize)]
struct JsonReviewedValue {
    #[serde(flatten)]
    value: JsonPair,
    exact: bool,
}

/// A move that gave away a result that was proved.
#[derive(Serialize)]
struct DroppedMove<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    ply: usize,
    player: char,
    engine: &'a str,
    position: String,
    #[serde(rename = "move")]
    mv: &'a str,
    before: String,
    after: String,
    best: Option<&'a str>,
}

impl Replay {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let done = match self.prove {
            Some(time) => self.prove(time, output),
            None => self.show(output).map(|()| Status::Fine),
        };
        done.or_else(|error| refuse(output, error.downcast::<Unreadable>()?))
    }

    fn show(&self, output: &mut Output) -> Result<()> {
        let game = WrittenGame::read(self.open()?, self.game).map_err(of_reading)?;
        let mut position = game.position;
        let annotator =
            || Annotator::new(&self.engine, evaluation_of(&self.engine)?, &position).map_err(problem::of_analysis);
        let mut annotator = self.annotate.then(annotator).transpose()?;
        output.remark(&self.beginning(&position))?;
        for (ply, written) in (1..).zip(&game.moves) {
            let before = position;
            position.play(&written.text).map_err(|why| written.illegal(ply, &why))?;
            let annotation = annotator.as_mut().map(|annotator| annotator.next(&written.text, &position));
            let annotation = annotation.transpose().map_err(problem::of_analysis)?;
            output.answer(&ReplayedMove::new(ply, written, &before, &position, annotation))?;
        }
        Ok(output.remark(&end(annotator.as_ref(), game.broken_off.as_deref()))?)
    }

    /// Proves the positions of all games, several games at a time; the findings are printed in their order. A game that cannot be read is refused.
    fn prove(&self, time: Duration, output: &mut Output) -> Result<Status> {
        let games = WrittenGame::read_all(self.open()?, self.game).map_err(of_reading)?;
        check_hash(self.hash as usize)?;
        let prover = Prover { time, hash_mebibytes: self.hash as usize };
        let concurrency = self.concurrency.map_or_else(all_cores, |number| number as usize);
        let bar = games_bar(0, games.len() as u64);
        let (mut status, mut engines) = (Status::Fine, Vec::new());
        let prove = |number: u64| -> Result<_> {
            let game = games[number as usize].as_ref().map_err(Clone::clone)?;
            if !Prover::suits(&game.position) {
                return Err(Wrong::new("--prove tells who wins between two sides, where chance has no say").into());
            }
            let positions = game.positions()?;
            let proofs = prover.prove(&positions).map_err(problem::of_analysis)?;
            Ok((game, positions, proofs))
        };
        in_order(
            0..games.len() as u64,
            concurrency,
            || |number| Some(prove(number)),
            |proved| {
                match proved {
                    Ok((game, positions, proofs)) => {
                        for dropped in &proofs.dropped {
                            output.answer(&DroppedMove::new(game, &positions, dropped))?;
                        }
                        for (engine, counts) in game.engines.iter().zip(proofs.counts) {
                            EngineProofs::add(&mut engines, engine, counts);
                        }
                    }
                    Err(error) => status = refuse(output, error.downcast::<Unreadable>()?)?,
                }
                bar.inc(1);
                anyhow::Ok(())
            },
        )?;
        for proofs in &engines {
            output.answer(proofs)?;
        }
        Ok(status)
    }

    fn open(&self) -> Result<Box<dyn BufRead>> {
        if self.file == "-" {
            return Ok(Box::new(io::stdin().lock()));
        }
        let file = File::open(&self.file).map_err(|error| Wrong::new(format!("{}: {error}", self.file)))?;
        Ok(Box::new(BufReader::new(file)))
    }

    /// The text above the first move.
    fn beginning(&self, position: &AnyGame) -> String {
        if self.annotate { format!("# judged by {}\n{position}\n", self.engine) } else { picture(position) }
    }
}

/// The text below the last move.
fn end(annotator: Option<&Annotator>, broken_off: Option<&str>) -> String {
    let result = annotator.map(|annotator| {
        let (position, analysis) = &annotator.last;
        let view = Perspective::of(position);
        let value = analysis.value.in_words(view, analysis.exact);
        if analysis.lines.is_empty() {
            format!("the game is over: {value}")
        } else {
            format!("{} to move: {value}", view.mover)
        }
    });
    let comment = if annotator.is_some() { "# " } else { "" };
    let lines = result.into_iter().chain(broken_off.map(|how| format!("the game was broken off: {how}")));
    lines.map(|line| format!("{comment}{line}\n")).collect()
}

fn refuse(output: &mut Output, wrong: Unreadable) -> Result<Status> {
    let place = wrong.place;
    let line = InputLine { number: place.line, of_batch: true, text: Ok(place.text.to_string()) };
    output.refuse(&line, &Wrong { message: wrong.message, column: Some(place.column) })?;
    Ok(Status::Wrong)
}

fn of_reading(error: WrittenGameError) -> anyhow::Error {
    match error {
        WrittenGameError::Unreadable(wrong) => wrong.into(),
        WrittenGameError::Several(_) => Wrong::new(format!("{error}: choose one with --game N")).into(),
        WrittenGameError::NoRecords => {
            Wrong::new("--game chooses from match records, and this is a list of moves").into()
        }
        error => Wrong::new(error).into(),
    }
}

impl ReplayedMove {
    fn new(
        ply: usize,
        written: &WrittenMove,
        before: &AnyGame,
        after: &AnyGame,
        annotation: Option<Annotation>,
    ) -> ReplayedMove {
        let player = before.last_turn();
        let text = match &annotation {
            Some(annotation) => format!("{:<7} # {ply:>2} {player} {}\n", written.text, comment(before, annotation)),
            None => format!("\n{ply}. {player} {}\n\n{}", written.text, picture(after)),
        };
        ReplayedMove {
            ply,
            player: Player::letter(player),
            mv: written.text.clone(),
            position: before.to_string(),
            after: after.to_string(),
            annotation: annotation.map(JsonAnnotation::from),
            text,
        }
    }
}

/// `+3:0= -> -2:0  ?? better c3-c5`.
fn comment(position: &AnyGame, annotation: &Annotation) -> String {
    let value = |ReviewedValue { value, exact }: &ReviewedValue| {
        let whole = floe_fish::Value { fish: value.fish / 100, tiles: value.tiles / 100 };
        let text = match (position.has_chance(), position.sides()) {
            (false, 2) => whole.to_string(),
            (false, _) => whole.plain(),
            (true, 2) => value.to_string(),
            (true, _) => value.plain(),
        };
        text + if *exact { "=" } else { "" }
    };
    let (before, after) = (value(&annotation.before), value(&annotation.after));
    let mark = annotation.mark.map_or(String::new(), |mark| {
        let sign = match mark {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        };
        format!("  {sign:2} better {}", annotation.best.as_deref().unwrap_or_default())
    });
    format!("{before:>8} -> {after}{mark}")
}

impl From<Annotation> for JsonAnnotation {
    fn from(annotation: Annotation) -> JsonAnnotation {
        let Annotation { before, after, best, mark } = annotation;
        let pair = |value| JsonPair { value, survival: false };
        let json = |ReviewedValue { value, exact }| JsonReviewedValue { value: pair(value), exact };
        JsonAnnotation { before: json(before), after: json(after), swing: pair(after.value - before.value), best, mark }
    }
}

impl Answer for ReplayedMove {
    const SCHEMA: &'static str = "floe/replay/1";

    fn text(&self) -> String {
        self.text.clone()
    }
}

impl<'a> DroppedMove<'a> {
    fn new(game: &'a WrittenGame, positions: &[AnyGame], dropped: &'a DroppedResult) -> DroppedMove<'a> {
        DroppedMove {
            game: game.number,
            ply: dropped.index + 1,
            player: Player::letter(dropped.player),
            engine: &game.engines[dropped.player.index()],
            position: positions[dropped.index].to_string(),
            mv: &game.moves[dropped.index].text,
            before: Grade::Sign(dropped.before).to_string(),
            after: Grade::Sign(dropped.after).to_string(),
            best: dropped.best.as_deref(),
        }
    }
}

impl Answer for DroppedMove<'_> {
    const SCHEMA: &'static str = "floe/dropped/1";

    fn text(&self) -> String {
        let DroppedMove { ply, player, engine, position, mv, before, after, .. } = self;
        let game = self.game.map_or(String::new(), |game| format!("game {game} "));
        let best = self.best.map_or(String::new(), |best| format!(", better {best}"));
        format!("{game}move {ply} {player} {engine}: {before} -> {after} by {mv}{best}\n    {position}\n")
    }
}

impl Answer for EngineProofs {
    const SCHEMA: &'static str = "floe/proofs/1";

    fn text(&self) -> String {
        let counts = self.counts;
        let unclear = if counts.unclear == 0 { String::new() } else { format!(", {} unclear", counts.unclear) };
        format!(
            "{}: {} moves in positions proved to be won or drawn, {} dropped{unclear}\n",
            self.engine, counts.proved, counts.dropped
        )
    }
}
