//! Games of an engine against itself, to learn from.

mod file;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_fish::{AnyPosition, Dealing, Move, Position, Value, deal, with_position};
use floe_game::{Game, Keyed, Player, Score};
use floe_hex::Standard;
use floe_search::Limits;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{AnalysisError, Engine};

pub use file::{GameFile, GameFileError, read_games};

/// How games of an engine against itself begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// How many players, 2 to 4.
    pub players: usize,
    /// What all floes and all chance follow from.
    pub seed: u64,
    /// The first moves of a game are random, from none to so many.
    pub random_plies: u32,
}

/// A finished game of an engine against itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayed {
    /// Which game of the run it is.
    pub index: u64,
    /// The position before the first move.
    pub start: AnyPosition,
    /// All moves to the end.
    pub plies: Vec<Ply>,
}

/// A move of such a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// What the search said; nothing of a random move.
    pub searched: Option<Searched>,
    /// Whether the position before the move is one to learn from: searched, and not seen in the run before.
    pub kept: bool,
}

/// What a search said of the move that it chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Searched {
    /// In 128ths of a fish, tiles being one each: the margin for the player to move, or everybody's result.
    pub scores: Vec<Score>,
    /// Whether that is proven.
    pub exact: bool,
    /// The depth reached, in plies.
    pub depth: u8,
}

/// A position to learn from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub position: AnyPosition,
    /// The move chosen.
    pub mv: Move,
    /// What the search said of it.
    pub searched: Searched,
    /// What everybody had at the end of the game, in turn order.
    pub results: Vec<Value>,
}

impl SelfPlay {
    /// Plays the game with this index; none if `stop` was set meanwhile. The same engine and index play the same game, whatever was
    /// played before, if the limits are nodes or depths.
    ///
    /// # Errors
    /// Where the engine is not for this number of players, or there is no memory for its table.
    pub fn play(
        &self,
        engine: &mut Engine,
        limits: &Limits<'_>,
        index: u64,
        stop: &AtomicBool,
    ) -> Result<Option<SelfPlayed>, AnalysisError> {
        match self.players {
            2 => self.play_with::<2>(engine, limits, index, stop),
            3 => self.play_with::<3>(engine, limits, index, stop),
            _ => self.play_with::<4>(engine, limits, index, stop),
        }
    }

    fn play_with<const N: usize>(
        &self,
        engine: &mut Engine,
        limits: &Limits<'_>,
        index: u64,
        stop: &AtomicBool,
    ) -> Result<Option<SelfPlayed>, AnalysisError>
    where
        AnyPosition: From<Position<N>>,
    {
        // Every game has a stream of its own.
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(self.seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let start: Position<N> = deal(Standard, Dealing::Shuffled, rng.random());
        engine.new_game(rng.random());
        let random = rng.random_range(0..=self.random_plies);
        let (mut position, mut plies) = (start, Vec::new());
        while !position.is_over() {
            if stop.load(Relaxed) {
                return Ok(None);
            }
            let (mv, searched) = if (plies.len() as u32) < random {
                (floe_game::Sampled::random_move(&position, rng), None)
            } else {
                let analysis = engine.analyze(&AnyPosition::from(position), limits, |_| ())?;
                let depth = analysis.depth.min(255) as u8;
                let best = analysis.lines.first();
                let searched = best.map(|line| Searched { scores: line.scores.clone(), exact: line.exact, depth });
                (best.map(|line| line.moves[0]), searched)
            };
            let mv = mv.expect("a game that is not over has a move");
            plies.push(Ply { mv, kept: searched.is_some(), searched });
            position.play(mv);
        }
        Ok(Some(SelfPlayed { index, start: start.into(), plies }))
    }
}

impl SelfPlayed {
    /// Keeps the positions that are new; `is_new` is asked for the key of each. What has been taken is no part of the key.
    pub fn keep_new(&mut self, mut is_new: impl FnMut(u64) -> bool) {
        let SelfPlayed { start, plies, .. } = self;
        with_position!(start, start => {
            let mut position = *start;
            for ply in plies {
                ply.kept = ply.searched.is_some() && is_new(position.key());
                position.play(ply.mv);
            }
        });
    }

    /// The keys of the positions kept, without what has been taken.
    pub fn kept_keys(&self) -> Vec<u64> {
        let mut keys = Vec::new();
        with_position!(&self.start, start => {
            let mut position = *start;
            for ply in &self.plies {
                if ply.kept {
                    keys.push(position.key());
                }
                position.play(ply.mv);
            }
        });
        keys
    }

    /// How many positions are kept.
    pub fn kept(&self) -> usize {
        self.plies.iter().filter(|ply| ply.kept).count()
    }

    /// The positions to learn from.
    pub fn samples(&self) -> Vec<Sample> {
        with_position!(&self.start, start => samples(*start, &self.plies))
    }
}

fn samples<const N: usize>(start: Position<N>, plies: &[Ply]) -> Vec<Sample>
where
    AnyPosition: From<Position<N>>,
{
    let end = plies.iter().fold(start, |position, ply| position.after(ply.mv));
    let results: Vec<Value> = Player::first(N).map(|player| end.taken(player)).collect();
    let (mut position, mut samples) = (start, Vec::new());
    for ply in plies {
        if let (true, Some(searched)) = (ply.kept, &ply.searched) {
            let (searched, results) = (searched.clone(), results.clone());
            samples.push(Sample { position: position.into(), mv: ply.mv, searched, results });
        }
        position.play(ply.mv);
    }
    samples
}
