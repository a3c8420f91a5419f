use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::time::Duration;

use anyhow::Result;
use clap::{Args, value_parser};
use floe_arena::workers::in_order;
use floe_engine::{AnyGame, EngineSpec, with_game};
use floe_game::{Game, Player};
use serde::Serialize;

use super::show::picture;
use crate::arguments;
use crate::input::Line;
use crate::output::{Answer, Output};
use crate::problem::{Status, Wrong};
use crate::progress::games_bar;
use crate::replay::{self, Annotation, Annotator, Judged, Mark, Prover, Tally, Unreadable, Written};
use crate::resources::{MAX_THREADS, all_cores, check_hash};
use crate::words::{self, View};

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
struct Ply {
    ply: usize,
    player: char,
    #[serde(rename = "move")]
    mv: String,
    position: String,
    after: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotation: Option<Annotation>,
    #[serde(skip)]
    picture: String,
    #[serde(skip)]
    sides: usize,
    #[serde(skip)]
    has_chance: bool,
}

impl Replay {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        if let Some(time) = self.prove {
            return self.prove(time, output);
        }
        let game = match replay::read(self.open()?, self.game)? {
            Ok(game) => game,
            Err(wrong) => return refuse(output, wrong),
        };
        let mut position = game.position;
        let mut annotator = self.annotate.then(|| Annotator::new(&self.engine, &position)).transpose()?;
        output.remark(&self.beginning(&position))?;
        for (ply, written) in (1..).zip(&game.moves) {
            let before = position;
            if let Err(why) = position.play(&written.text) {
                return refuse(output, written.illegal(ply, &why));
            }
            let annotation =
                annotator.as_mut().map(|annotator| annotator.next(&written.text, &position)).transpose()?;
            output.answer(&Ply::new(ply, written, (&before, &position), annotation))?;
        }
        output.remark(&end(annotator.as_ref(), game.broken_off.as_deref()))?;
        Ok(Status::Fine)
    }

    /// Looks at all games, so many at a time; what is found is printed in their order. A game that cannot be read is refused.
    fn prove(&self, time: Duration, output: &mut Output) -> Result<Status> {
        let games = replay::read_all(self.open()?, self.game)?;
        check_hash(self.hash as usize)?;
        let prover = Prover { time, hash_mebibytes: self.hash as usize };
        let concurrency = self.concurrency.map_or_else(all_cores, |number| number as usize);
        let bar = games_bar(0, games.len() as u64);
        let (mut status, mut tallies) = (Status::Fine, Vec::new());
        let look = |number: u64| match &games[number as usize] {
            Ok(game) => prover.prove(game).map(|found| found.map(|proofs| (game, proofs))),
            Err(wrong) => Ok(Err(wrong.clone())),
        };
        in_order(
            0..games.len() as u64,
            concurrency,
            || |number| Some(look(number)),
            |found| {
                match found? {
                    Ok((game, proofs)) => {
                        for dropped in &proofs.dropped {
                            output.answer(dropped)?;
                        }
                        for (engine, counts) in game.engines.iter().zip(proofs.counts) {
                            Tally::add(&mut tallies, engine, counts);
                        }
                    }
                    Err(wrong) => status = refuse(output, wrong)?,
                }
                if let Some(bar) = &bar {
                    bar.inc(1);
                }
                anyhow::Ok(())
            },
        )?;
        for tally in &tallies {
            output.answer(tally)?;
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

    /// What stands above the first move.
    fn beginning(&self, position: &AnyGame) -> String {
        if self.annotate { format!("# judged by {}\n{position}\n", self.engine) } else { picture(position) }
    }
}

/// What stands below the last move.
fn end(annotator: Option<&Annotator>, broken_off: Option<&str>) -> String {
    let result = annotator.map(|annotator| {
        let (view, analysis) = annotator.last();
        let value = words::value(&analysis.value, view, analysis.exact);
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
    let line = Line { number: place.line, of_batch: true, text: Ok(place.text.to_string()) };
    output.refuse(&line, &Wrong { message: wrong.message, column: Some(place.column) })?;
    Ok(Status::Wrong)
}

impl Ply {
    fn new(
        ply: usize,
        written: &Written,
        (before, after): (&AnyGame, &AnyGame),
        annotation: Option<Annotation>,
    ) -> Ply {
        let (player, players) = with_game!(before, before => (before.last_turn(), before.players()));
        Ply {
            ply,
            player: Player::letter(player),
            mv: written.text.clone(),
            position: before.to_string(),
            after: after.to_string(),
            annotation,
            picture: picture(after),
            sides: if View::of(before).teams { 2 } else { players },
            has_chance: matches!(before, AnyGame::Hidden(_)),
        }
    }

    /// `+3:0= -> -2:0  ?? better c3-c5`.
    fn comment(&self, annotation: &Annotation) -> String {
        let value = |judged: &Judged| {
            let exact = if judged.exact { "=" } else { "" };
            let (fish, tiles) = (judged.value.fish.trunc(), judged.value.tiles.trunc());
            let (value, mean) = (floe_fish::Value { fish, tiles }, judged.value.mean_value());
            let text = match (self.has_chance, self.sides) {
                (false, 2) => value.to_string(),
                (false, _) => value.plain(),
                (true, 2) => mean.to_string(),
                (true, _) => mean.plain(),
            };
            text + exact
        };
        let (before, after) = (value(&annotation.before), value(&annotation.after));
        let mark = annotation.mark.map_or(String::new(), |mark| {
            let better = annotation.best.as_deref().unwrap_or_default();
            format!("  {:2} better {better}", Mark::sign(mark))
        });
        format!("{before:>8} -> {after}{mark}")
    }
}

impl Answer for Ply {
    const SCHEMA: &'static str = "floe/replay/1";

    fn text(&self) -> String {
        match &self.annotation {
            Some(annotation) => {
                format!("{:<7} # {:>2} {} {}\n", self.mv, self.ply, self.player, self.comment(annotation))
            }
            None => format!("\n{}. {} {}\n\n{}", self.ply, self.player, self.mv, self.picture),
        }
    }
}
