//! The schedule of a match: which games it consists of, as a pure function of its configuration and
//! an index.
//!
//! ```
//! use floe_arena::config::MatchConfig;
//! use floe_arena::schedule::Schedule;
//!
//! let engines = vec!["uct".to_owned(), "greedy".to_owned()];
//! let schedule = Schedule::new(&MatchConfig { engines, players: 2, floes: 100, ..MatchConfig::default() }).unwrap();
//! assert_eq!(schedule.games(), 200);
//! // A floe is played twice, seats swapped.
//! assert_eq!(schedule.game(6).seats, [0, 1]);
//! assert_eq!(schedule.game(7).seats, [1, 0]);
//! assert_eq!(schedule.game(6).floe, schedule.game(7).floe);
//! ```

use std::collections::BTreeSet;

use floe_game::Player;
use sha2::{Digest, Sha256};

use crate::config::MatchConfig;

/// Schedule of a match or a tournament: all its games, by their indices.
///
/// A block is one line-up on one floe, in all seatings. All line-ups of a floe come before the next
/// floe, so that a match that is stopped has treated all engines alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    line_ups: Vec<Vec<Vec<usize>>>,
    floes: u64,
    starts: Vec<u64>,
}

/// Game of a schedule: its floe, and the engine on every seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Index of the game in the schedule, from 0.
    pub game: u64,
    /// Index of the block that the game belongs to, from 0; for two engines that is the index of
    /// the pair.
    pub block: u64,
    /// Index of the floe on which the game is played, from 0.
    pub floe: u64,
    /// Index of the engine on every seat, from 0 in the order of the configuration; seats in turn
    /// order from A.
    pub seats: Vec<usize>,
}

/// Reason why a match has no schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScheduleError {
    /// The match has this number of players or sides, which no game has.
    #[error("expected 2 to 4 players; found {0}")]
    Players(usize),
    /// The match has this number of engines, fewer than two.
    #[error("expected at least 2 engines; found {0}")]
    Engines(usize),
    /// The match has this number of floes, and so more games than a 64-bit number can count.
    #[error("{0} floes are too many")]
    Floes(u64),
}

impl Schedule {
    /// Creates the schedule of a match, in which every line-up plays on every floe.
    ///
    /// Where all players of a game play together, a block is one game of every engine. With fewer
    /// engines than players there is one line-up: the first engine has one seat, and the other
    /// engines fill the other seats in turn.
    ///
    /// # Errors
    /// For fewer than two engines, for another number of sides than two to four, or for too many
    /// floes.
    pub fn new(config: &MatchConfig) -> Result<Schedule, ScheduleError> {
        let engines = config.engines.len();
        let players = config.sides();
        let floes = config.floes;
        if !(2..=Player::MAX).contains(&players) && !config.together {
            return Err(ScheduleError::Players(players));
        }
        if engines < 2 {
            return Err(ScheduleError::Engines(engines));
        }
        let seatings = if config.all_permutations {
            permutations
        } else {
            rotations
        };
        let line_ups: Vec<_> = if config.together {
            vec![(0..engines).map(|engine| vec![engine]).collect()]
        } else {
            line_ups(engines, players, config.gauntlet)
                .iter()
                .map(|line_up| seatings(line_up))
                .collect()
        };
        let mut starts = vec![0];
        starts.extend(line_ups.iter().scan(0, |games, seatings| {
            *games += seatings.len() as u64;
            Some(*games)
        }));
        let schedule = Schedule {
            line_ups,
            floes,
            starts,
        };
        schedule
            .games_per_floe()
            .checked_mul(floes)
            .ok_or(ScheduleError::Floes(floes))?;
        Ok(schedule)
    }

    /// Returns the number of games in the schedule.
    pub fn games(&self) -> u64 {
        self.floes * self.games_per_floe()
    }

    /// Returns the number of blocks in the schedule.
    pub fn blocks(&self) -> u64 {
        self.floes * self.line_ups.len() as u64
    }

    pub(crate) fn floes(&self) -> u64 {
        self.floes
    }

    pub(crate) fn line_ups(&self) -> usize {
        self.line_ups.len()
    }

    /// Returns the engines of the line-up with this index, from 0, seat by seat in its first
    /// seating.
    pub(crate) fn line_up(&self, line_up: usize) -> &[usize] {
        &self.line_ups[line_up][0]
    }

    pub(crate) fn block_of(&self, floe: u64, line_up: usize) -> u64 {
        floe * self.line_ups.len() as u64 + line_up as u64
    }

    /// Returns the indices, from 0, of the floe and the line-up of a block.
    pub(crate) fn place_of(&self, block: u64) -> (u64, usize) {
        let line_ups = self.line_ups.len() as u64;
        (block / line_ups, (block % line_ups) as usize)
    }

    /// Returns the game with this index, from 0.
    ///
    /// # Panics
    /// If `game >= self.games()`.
    pub fn game(&self, game: u64) -> Fixture {
        assert!(game < self.games(), "game {game} is out of range");
        let floe = game / self.games_per_floe();
        let within = game % self.games_per_floe();
        let line_up = self.starts.partition_point(|&start| start <= within) - 1;
        let seats = self.line_ups[line_up][(within - self.starts[line_up]) as usize].clone();
        Fixture {
            game,
            block: self.block_of(floe, line_up),
            floe,
            seats,
        }
    }

    /// Returns the indices of the games of the block with this index, from 0.
    ///
    /// # Panics
    /// If `block >= self.blocks()`.
    pub fn block(&self, block: u64) -> std::ops::Range<u64> {
        assert!(block < self.blocks(), "block {block} is out of range");
        let (floe, line_up) = self.place_of(block);
        let start = floe * self.games_per_floe();
        start + self.starts[line_up]..start + self.starts[line_up + 1]
    }

    fn games_per_floe(&self) -> u64 {
        *self.starts.last().expect("begins with 0")
    }
}

/// All line-ups: the engines that meet on a floe, each once for every seat.
fn line_ups(engines: usize, players: usize, gauntlet: bool) -> Vec<Vec<usize>> {
    if engines <= players {
        let others = (1..engines).cycle();
        return vec![std::iter::once(0).chain(others).take(players).collect()];
    }
    if gauntlet {
        choices(1, engines, players - 1)
            .into_iter()
            .map(|others| [vec![0], others].concat())
            .collect()
    } else {
        choices(0, engines, players)
    }
}

/// All choices of `count` numbers of `from..to`, each ascending, in lexicographic order.
fn choices(from: usize, to: usize, count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let with_first = |first| {
        choices(first + 1, to, count - 1)
            .into_iter()
            .map(move |rest| [vec![first], rest].concat())
    };
    (from..to).flat_map(with_first).collect()
}

fn rotations(line_up: &[usize]) -> Vec<Vec<usize>> {
    (0..line_up.len())
        .map(|shift| [&line_up[shift..], &line_up[..shift]].concat())
        .collect()
}

/// All different orders, the ascending one first.
fn permutations(line_up: &[usize]) -> Vec<Vec<usize>> {
    if line_up.is_empty() {
        return vec![Vec::new()];
    }
    let firsts: BTreeSet<usize> = line_up.iter().copied().collect();
    let with_first = |first: usize| {
        let mut rest = line_up.to_vec();
        rest.remove(
            line_up
                .iter()
                .position(|&engine| engine == first)
                .expect("it is one of them"),
        );
        permutations(&rest)
            .into_iter()
            .map(move |rest| [vec![first], rest].concat())
    };
    firsts.into_iter().flat_map(with_first).collect()
}

/// Returns a number that depends on an engine's `seed` and does not reveal it: the first eight
/// bytes of a SHA-256. Other programs and functions get it in place of the seed.
pub fn one_way(seed: u64) -> u64 {
    let hash = Sha256::new_with_prefix(b"floe engine seed")
        .chain_update(seed.to_le_bytes())
        .finalize();
    u64::from_le_bytes(hash[..8].try_into().expect("a digest is longer"))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn config(engines: usize, players: usize, floes: u64) -> MatchConfig {
        MatchConfig {
            engines: vec![String::new(); engines],
            players,
            floes,
            ..MatchConfig::default()
        }
    }

    fn schedules() -> impl Iterator<Item = (usize, usize, Schedule)> {
        (2..=6).flat_map(move |engines| {
            (2..=4).flat_map(move |players| {
                [(false, false), (false, true), (true, false), (true, true)].map(
                    |(gauntlet, all_permutations)| {
                        let config = MatchConfig {
                            gauntlet,
                            all_permutations,
                            ..config(engines, players, 3)
                        };
                        (engines, players, Schedule::new(&config).unwrap())
                    },
                )
            })
        })
    }

    #[test]
    fn two_engines_swap_seats() {
        let schedule = Schedule::new(&config(2, 2, 5)).unwrap();
        assert_eq!((schedule.games(), schedule.blocks()), (10, 5));
        let seats: Vec<_> = (0..4).map(|game| schedule.game(game).seats).collect();
        assert_eq!(seats, [[0, 1], [1, 0], [0, 1], [1, 0]]);
        assert_eq!(
            schedule.game(9),
            Fixture {
                game: 9,
                block: 4,
                floe: 4,
                seats: vec![1, 0]
            }
        );
    }

    #[test]
    fn others_fill_the_seats() {
        let schedule = Schedule::new(&config(2, 4, 1)).unwrap();
        let seats: Vec<_> = (0..schedule.games())
            .map(|game| schedule.game(game).seats)
            .collect();
        assert_eq!(
            seats,
            [[0, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 1], [1, 0, 1, 1]]
        );
        let all = MatchConfig {
            gauntlet: true,
            all_permutations: true,
            ..config(3, 4, 1)
        };
        let schedule = Schedule::new(&all).unwrap();
        assert_eq!(schedule.game(0).seats, [0, 1, 1, 2]);
        assert_eq!(schedule.games(), 12);
    }

    #[test]
    fn formats_pair_engines() {
        let blocks = |engines, players, gauntlet| {
            Schedule::new(&MatchConfig {
                gauntlet,
                ..config(engines, players, 1)
            })
            .unwrap()
            .blocks()
        };
        assert_eq!(blocks(5, 2, false), 10);
        assert_eq!(blocks(5, 2, true), 4);
        assert_eq!(blocks(5, 3, false), 10);
        assert_eq!(blocks(5, 3, true), 6);
        assert_eq!(blocks(4, 4, false), 1);
    }

    /// Within a block every engine has each seat equally often; games and blocks agree.
    #[test]
    fn every_schedule_is_fair() {
        for (engines, players, schedule) in schedules() {
            let mut next = 0;
            for block in 0..schedule.blocks() {
                let games = schedule.block(block);
                assert_eq!(games.start, next);
                next = games.end;
                let fixtures: Vec<_> = games.clone().map(|game| schedule.game(game)).collect();
                assert!(
                    fixtures
                        .iter()
                        .zip(games)
                        .all(|(fixture, game)| fixture.block == block && fixture.game == game)
                );
                assert!(
                    fixtures
                        .iter()
                        .all(|fixture| fixture.floe == fixtures[0].floe)
                );
                let seatings: BTreeSet<_> = fixtures
                    .iter()
                    .map(|fixture| fixture.seats.clone())
                    .collect();
                assert_eq!(seatings.len(), fixtures.len(), "no seating twice");
                let mut taken: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
                for fixture in &fixtures {
                    assert_eq!(fixture.seats.len(), players);
                    for (seat, &engine) in fixture.seats.iter().enumerate() {
                        taken.entry(engine).or_insert_with(|| vec![0; players])[seat] += 1;
                    }
                }
                assert!(taken.keys().all(|&engine| engine < engines));
                assert!(
                    taken
                        .values()
                        .all(|seats| seats.iter().all(|&count| count == seats[0])),
                    "{taken:?}"
                );
            }
            assert_eq!(next, schedule.games());
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let new = |engines, players, floes| Schedule::new(&config(engines, players, floes));
        assert_eq!(new(2, 5, 1), Err(ScheduleError::Players(5)));
        assert_eq!(new(1, 2, 1), Err(ScheduleError::Engines(1)));
        assert_eq!(new(2, 2, u64::MAX), Err(ScheduleError::Floes(u64::MAX)));
        assert_eq!(new(2, 2, 0).unwrap().games(), 0);
    }
}
