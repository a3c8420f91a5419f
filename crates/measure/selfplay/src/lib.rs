//! Games of an engine against itself, to learn from.

mod codec;
mod file;
mod merge;
mod open_game;
mod record;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_engine::options::OptionError;
use floe_engine::{AnalysisError, AnyGame, AnySetUp, Engine, EngineGame, with_game};
use floe_fish::Value;
use floe_game::{Keyed, Player, Score};
use floe_runs::SeedOf;
use floe_search::Limits;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub use file::{
    EncodedGame, GameFileError, GameFileProblem, LoggedGames, SelfPlayLog, WholeGames, first_game,
    read_encoded_games, read_games,
};
pub use merge::{MergeError, merge};
pub use open_game::OpenGame;
pub use record::{SelfPlayError, SelfPlayRun};

/// Starts of the games of a self-play run: dealt floes, and some random moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    set_up: AnySetUp,
    seed: u64,
    random_plies: u32,
    has_policies: bool,
}

/// Finished game of an engine against itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayGame {
    /// Index of the game in the run, from 0.
    pub index: u64,
    /// Position before the first move.
    pub start: AnyGame,
    /// All moves to the end of the game, in order.
    pub plies: Vec<Ply>,
}

/// Move of a self-play game, with the search that chose it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// [Bits](floe_game::Keyed::move_bits) of the move, in games with chance together with its
    /// outcome.
    pub bits: u32,
    /// Result of the search that chose the move; `None` for a random move.
    pub searched: Option<SearchResult>,
    /// Whether the position before the move is kept to learn from: it was searched, and is new in
    /// the run.
    pub kept: bool,
}

/// Result of the search that chose a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// Scores of the best line in 1/128 of a point, in the order of
    /// [`AnalysisLine::scores`](floe_engine::AnalysisLine::scores): between two sides the margin
    /// for the side to move, with more the results of all players in turn order from A.
    pub scores: Vec<Score>,
    /// Whether the scores are proved.
    pub exact: bool,
    /// Depth of the search in plies, as [`Analysis::depth`](floe_engine::Analysis::depth), but at
    /// most 255.
    pub depth: u8,
    /// Weights that the search gave to all choices that it visited, in files with policies; else
    /// empty.
    pub policy: Vec<PolicyMove>,
}

/// Choice of the player to move with the weight that a policy gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolicyMove {
    /// [Bits](floe_game::Keyed::move_bits) of the choice.
    pub bits: u32,
    /// Weight of the choice. Its probability is the weight divided by the sum of the weights of all
    /// choices.
    pub weight: u16,
}

/// Position of a self-play game to learn from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position before the move.
    pub position: AnyGame,
    /// Move that was played from the position, in notation.
    pub mv: String,
    /// Result of the search that chose the move.
    pub searched: SearchResult,
    /// Final results of all players, in turn order from A. Players of a team have the result of
    /// their team. A result is fish and tiles, in other games points and the tie-break; where all
    /// play together it is minus the number of animals left.
    pub results: Vec<Value>,
}

impl SelfPlay {
    /// Prepares a run. Its games are dealt with this set-up, and each begins with a random number
    /// of random moves, 0 to `random_plies`. The seed decides all deals, random moves and outcomes
    /// of chance.
    ///
    /// # Errors
    /// When no game can be dealt with this set-up.
    ///
    /// # Panics
    /// If a game on a floe is not for two to four players.
    pub fn new(set_up: AnySetUp, seed: u64, random_plies: u32) -> Result<SelfPlay, OptionError> {
        AnyGame::deal(&set_up, seed)?;
        Ok(SelfPlay {
            set_up,
            seed,
            random_plies,
            has_policies: false,
        })
    }

    /// Run like this one, whose files hold policies, too.
    #[must_use]
    pub fn with_policies(self) -> SelfPlay {
        SelfPlay {
            has_policies: true,
            ..self
        }
    }

    /// Plays the game with this index in the run, from 0. `limits` hold for every move. Returns
    /// `None` if `stop` is set before the end of the game.
    ///
    /// With limits of nodes or depth and one thread the game depends on the engine and the index
    /// alone, not on games played before.
    ///
    /// # Errors
    /// When the engine cannot play the game, or there is no memory for its table.
    pub fn play(
        &self,
        engine: &mut Engine,
        limits: &Limits<'_>,
        index: u64,
        stop: &AtomicBool,
    ) -> Result<Option<SelfPlayGame>, AnalysisError> {
        let rng = &mut self.random_stream(index);
        let start =
            AnyGame::deal(&self.set_up, rng.random()).expect("this set-up has been dealt before");
        engine.new_game(rng.random());
        let plies = with_game!(&start, start => self.play_on(*start, engine, limits, rng, stop))?;
        Ok(plies.map(|plies| SelfPlayGame {
            index,
            start,
            plies,
        }))
    }

    /// Random numbers of a game: every game has its own.
    fn random_stream(&self, index: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(SeedOf::SelfPlayGame(index).from_run(self.seed))
    }

    fn play_on<G: EngineGame>(
        &self,
        mut position: G,
        engine: &mut Engine,
        limits: &Limits<'_>,
        rng: &mut Xoshiro256PlusPlus,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Ply>>, AnalysisError> {
        let random_plies = rng.random_range(0..=self.random_plies);
        let mut plies = Vec::new();
        let start = position;
        let mut moves = Vec::new();
        while !position.is_over() {
            if stop.load(Relaxed) {
                return Ok(None);
            }
            let (mv, searched) = if (plies.len() as u32) < random_plies {
                (position.random_move(rng), None)
            } else {
                let limits = Limits {
                    stop: Some(stop),
                    ..limits.from_now()
                };
                let analysis = engine.analyze_after(&start, &moves, &position, &limits, |_| ())?;
                if stop.load(Relaxed) {
                    return Ok(None);
                }
                let depth = analysis.depth.min(255) as u8;
                let best = analysis.lines.first();
                let searched = best.map(|line| SearchResult {
                    scores: line.scores.clone(),
                    exact: line.exact,
                    depth,
                    policy: Vec::new(),
                });
                (
                    analysis
                        .choice()
                        .map(|&choice| position.draw_outcome(choice, rng)),
                    searched,
                )
            };
            let mv = mv.expect("a game that is not over has a move");
            let mv = position.observed(mv, position.last_turn());
            moves.push(mv);
            plies.push(Ply {
                bits: G::move_bits(mv),
                kept: searched.is_some(),
                searched,
            });
            position.play(mv);
        }
        Ok(Some(plies))
    }
}

impl SelfPlayGame {
    /// The positions of the game that are kept to learn from, in order.
    pub fn samples(&self) -> Vec<Sample> {
        with_game!(&self.start, start => samples(*start, &self.plies))
    }

    /// Keys of the positions before all moves, which ignore what the players have taken.
    fn keys(&self) -> Vec<u64> {
        with_game!(&self.start, start => positions(*start, &self.plies).iter().map(Keyed::key).collect())
    }
}

/// The positions before all moves of a game, and the final one.
fn positions<G: EngineGame>(start: G, plies: &[Ply]) -> Vec<G> {
    let mut positions = vec![start];
    for ply in plies {
        positions.push(positions[positions.len() - 1].after(G::move_of_bits(ply.bits)));
    }
    positions
}

fn samples<G: EngineGame>(start: G, plies: &[Ply]) -> Vec<Sample> {
    let positions = positions(start, plies);
    let end = positions[plies.len()];
    let results: Vec<Value> = Player::first(end.players())
        .map(|player| Value::from_score(end.score(player)))
        .collect();
    let sample = |(ply, position): (&Ply, G)| {
        let searched = ply.searched.clone().filter(|_| ply.kept)?;
        let mv = position.move_text(G::move_of_bits(ply.bits));
        Some(Sample {
            position: position.into(),
            mv,
            searched,
            results: results.clone(),
        })
    };
    plies.iter().zip(positions).filter_map(sample).collect()
}
