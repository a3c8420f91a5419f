//! The results of a match while its games come in, in any order.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use schemars::JsonSchema;
use serde::Serialize;

use crate::config::MatchConfig;
use crate::record::{Record, Termination};
use crate::schedule::{Schedule, ScheduleError};
use crate::statistics::{
    Block, Decision, OrderReport, PlayedGame, Sequence, Sprt, SprtReport, Tournament,
};

/// Games of one match that have ended, with their results, added in any order.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    schedule: Schedule,
    /// The games of incomplete blocks, by block and game.
    open: BTreeMap<u64, BTreeMap<u64, PlayedGame>>,
    known: HashSet<u64>,
    /// Results of all games added so far.
    pub account: Account,
}

impl Scoreboard {
    /// Creates a scoreboard without games for the match `config`. `sprt` is the sequential test of
    /// the first engine; `None` for a match without one.
    ///
    /// # Errors
    /// When the match has no schedule.
    pub fn new(config: &MatchConfig, sprt: Option<Sprt>) -> Result<Scoreboard, ScheduleError> {
        let sequence = sprt.map(Sequence::new);
        let together = config.together;
        let unit = Some(config.unit().to_owned());
        let account = Account {
            sequence,
            together,
            unit,
            ..Account::new(config.results())
        };
        Ok(Scoreboard {
            schedule: Schedule::new(config)?,
            open: BTreeMap::new(),
            known: HashSet::new(),
            account,
        })
    }

    /// Adds a game of the match, unless one with its index has been added. [`Record::check`] must
    /// have accepted it.
    pub fn record(&mut self, record: &Record) {
        if !self.known.insert(record.game) {
            return;
        }
        self.account.count(record);
        let mut games = self.open.remove(&record.block).unwrap_or_default();
        games.insert(record.game, record.to_game());
        if games.len() == self.schedule.block(record.block).count() {
            let (floe, _) = self.schedule.place_of(record.block);
            self.account.complete(
                record.block,
                Block {
                    floe,
                    games: games.into_values().collect(),
                },
            );
        } else {
            self.open.insert(record.block, games);
        }
    }

    /// Whether the game with this index, from 0, in the schedule has been added.
    pub fn has_game(&self, game: u64) -> bool {
        self.known.contains(&game)
    }

    /// Returns the number of games added so far.
    pub fn games(&self) -> u64 {
        self.known.len() as u64
    }
}

/// Results of games, added up over one match, or over several matches of the same engines.
#[derive(Clone, Default, Debug)]
pub struct Account {
    players: usize,
    /// Whether every engine plays alone.
    pub(crate) together: bool,
    /// Unit of the points of a game; `None` without games, and where games count in several units.
    unit: Option<String>,
    /// The number of games lost by all players together, by engine.
    lost: BTreeMap<usize, u64>,
    whole: BTreeMap<u64, Block>,
    /// The number of games by length in plies.
    lengths: BTreeMap<u32, u64>,
    faults: BTreeMap<(usize, &'static str), FaultTally>,
    /// Hashes of the floe and the moves of all games.
    fingerprints: HashSet<u64>,
    sequence: Option<Sequence>,
    /// Order of the engines, where a test of it decides which games are played.
    pub(crate) order: Option<OrderReport>,
}

#[derive(Clone, Debug)]
struct FaultTally {
    games: u64,
    /// Index of the first of these games in its match.
    first: u64,
    details: String,
}

/// Lengths of the games of a match, in plies.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, JsonSchema)]
pub struct Lengths {
    /// Mean length of a game, in plies; 0 without games.
    pub mean: f64,
    /// Length of the shortest game, in plies; 0 without games.
    pub shortest: u32,
    /// Length of the longest game, in plies; 0 without games.
    pub longest: u32,
}

impl Account {
    /// Creates an account without games, for games with this number of
    /// [results](crate::config::MatchConfig::results).
    pub fn new(players: usize) -> Account {
        Account {
            players,
            ..Account::default()
        }
    }

    /// Adds the games of `other`, another match of the same engines. Its sequential test is
    /// ignored.
    ///
    /// # Panics
    /// If the numbers of players differ.
    pub fn absorb(&mut self, other: Account) {
        assert_eq!(
            self.players, other.players,
            "games with different numbers of players"
        );
        let is_one_unit = self.whole.is_empty() || self.unit == other.unit;
        self.unit = other.unit.filter(|_| is_one_unit);
        let floes = self
            .whole
            .values()
            .next_back()
            .map_or(0, |last| last.floe + 1);
        let blocks = other.whole.into_values().map(|block| Block {
            floe: floes + block.floe,
            ..block
        });
        self.whole.extend((self.whole.len() as u64..).zip(blocks));
        for (fault, tally) in other.faults {
            let games = tally.games;
            self.faults
                .entry(fault)
                .and_modify(|known| known.games += games)
                .or_insert(tally);
        }
        other
            .lengths
            .into_iter()
            .for_each(|(plies, count)| *self.lengths.entry(plies).or_default() += count);
        other
            .lost
            .into_iter()
            .for_each(|(engine, count)| *self.lost.entry(engine).or_default() += count);
        self.fingerprints.extend(other.fingerprints);
        self.together |= other.together;
    }

    /// Returns the number of games that the engine with this index, from 0, has lost where all
    /// players play together and are this engine; 0 if there is no such engine.
    pub fn lost(&self, engine: usize) -> u64 {
        self.lost.get(&engine).copied().unwrap_or(0)
    }

    /// Returns the unit of the points of the games, in the plural, such as `fish`; `points` if the
    /// games have several units, or there are none.
    pub fn unit(&self) -> &str {
        self.unit.as_deref().unwrap_or("points")
    }

    fn count(&mut self, record: &Record) {
        if let Termination::Forfeit { seat, fault } = &record.termination {
            let details = fault.details().to_owned();
            let new = FaultTally {
                games: 0,
                first: record.game,
                details,
            };
            let tally = self
                .faults
                .entry((record.seats[*seat], fault.word()))
                .or_insert_with(|| new.clone());
            tally.games += 1;
            if record.game < tally.first {
                tally.first = record.game;
                tally.details = new.details;
            }
        }
        if record.lost {
            *self.lost.entry(record.seats[0]).or_default() += 1;
        }
        let plies = record.moves.split_ascii_whitespace().count() as u32;
        *self.lengths.entry(plies).or_default() += 1;
        let mut fingerprint = DefaultHasher::new();
        (&record.floe, &record.moves).hash(&mut fingerprint);
        self.fingerprints.insert(fingerprint.finish());
    }

    fn complete(&mut self, index: u64, block: Block) {
        let block = if self.together { block.merged() } else { block };
        if let Some(sequence) = &mut self.sequence {
            sequence.record(index, block.score(0));
        }
        self.whole.insert(index, block);
    }

    #[cfg(test)]
    pub(crate) fn insert(&mut self, index: u64, block: Block) {
        self.whole.insert(index, block);
    }

    /// Returns the tables of all blocks that count, in the order of the schedule; `engines` is the
    /// number of engines.
    pub fn tournament(&self, engines: usize) -> Tournament {
        let end = self.end();
        self.tournament_of(engines, |block| block < end)
    }

    /// Returns the tables of the complete blocks whose indices `counts` accepts, in the order of
    /// the schedule.
    pub(crate) fn tournament_of(&self, engines: usize, counts: impl Fn(u64) -> bool) -> Tournament {
        let mut tournament = self.empty_tournament(engines);
        let counted = self.whole.iter().filter(|&(&index, _)| counts(index));
        counted.for_each(|(_, block)| tournament.record(block));
        tournament
    }

    pub(crate) fn empty_tournament(&self, engines: usize) -> Tournament {
        Tournament::new(engines, self.players)
    }

    /// Index of the first block after the decision of the sequential test.
    fn end(&self) -> u64 {
        self.decided().map_or(u64::MAX, |(blocks, _)| blocks)
    }

    /// Returns the blocks that count, in the order of the schedule: complete, and not after the
    /// decision of the sequential test.
    pub fn counted(&self) -> impl Iterator<Item = &Block> {
        self.whole.range(..self.end()).map(|(_, block)| block)
    }

    /// Returns the mean, least and greatest length of all games, in plies; 0 without games.
    pub fn lengths(&self) -> Lengths {
        let plies: u64 = self
            .lengths
            .iter()
            .map(|(&plies, games)| u64::from(plies) * games)
            .sum();
        let shortest = self.lengths.keys().next();
        let longest = self.lengths.keys().next_back();
        Lengths {
            mean: plies as f64 / self.games().max(1) as f64,
            shortest: shortest.copied().unwrap_or(0),
            longest: longest.copied().unwrap_or(0),
        }
    }

    fn games(&self) -> u64 {
        self.lengths.values().sum()
    }

    /// Returns the number of games for each way in which games ended: `finished`, or the kind of
    /// fault in one word.
    pub fn terminations(&self) -> BTreeMap<&'static str, u64> {
        let finished = self.games() - self.faults.values().map(|tally| tally.games).sum::<u64>();
        let mut terminations =
            BTreeMap::from_iter((finished > 0).then_some(("finished", finished)));
        self.faults
            .iter()
            .for_each(|(&(_, kind), tally)| *terminations.entry(kind).or_default() += tally.games);
        terminations
    }

    /// Returns the number of games that repeat an earlier one on the same floe move by move. They
    /// carry no information; if there are many, the confidence intervals of a match are too narrow.
    pub fn duplicates(&self) -> u64 {
        self.games() - self.fingerprints.len() as u64
    }

    /// Returns the forfeits: index of an engine, from 0, kind of its fault in one word, as
    /// [`Fault::word`](crate::fault::Fault::word), and number of such games.
    pub fn faults(&self) -> impl Iterator<Item = (usize, &'static str, u64)> {
        self.faults
            .iter()
            .map(|(&(engine, kind), tally)| (engine, kind, tally.games))
    }

    /// Returns the details of a fault of the engine with this index, from 0, and of this kind, in
    /// the first game that has one, such as the limit that was exceeded; empty if there are none.
    pub fn fault_details(&self, engine: usize, kind: &'static str) -> &str {
        self.faults
            .get(&(engine, kind))
            .map_or("", |tally| &tally.details)
    }

    /// Returns the number of blocks of the schedule after which the sequential test was decided,
    /// and the decision; `None` if it is open or there is none.
    pub fn decided(&self) -> Option<(u64, Decision)> {
        self.sequence.as_ref().and_then(Sequence::decided)
    }

    pub(crate) fn test(&self) -> Option<&Sprt> {
        self.sequence.as_ref().map(Sequence::test)
    }

    /// Returns the state of the sequential test; `None` if there is none.
    pub fn sprt(&self) -> Option<SprtReport> {
        self.sequence.as_ref().map(Sequence::report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Fault;

    fn record(plies: usize, termination: Termination) -> Record {
        let floe = plies.to_string();
        let moves = vec!["a1"; plies].join(" ");
        let searches = Vec::new();
        let build = String::new();
        Record {
            game: 0,
            block: 0,
            floe,
            seats: vec![0, 1],
            moves,
            searches,
            results: vec![],
            lost: false,
            termination,
            seed: 0,
            build,
        }
    }

    #[test]
    fn games_are_counted() {
        let mut account = Account::new(2);
        assert_eq!((account.lengths().mean, account.duplicates()), (0.0, 0));
        assert!(account.terminations().is_empty());
        account.count(&record(40, Termination::Finished));
        account.count(&record(50, Termination::Finished));
        account.count(&record(
            3,
            Termination::Forfeit {
                seat: 1,
                fault: Fault::Crashed(String::new()),
            },
        ));
        account.count(&record(50, Termination::Finished));
        let lengths = account.lengths();
        assert_eq!(
            (account.games(), lengths.shortest, lengths.longest),
            (4, 3, 50)
        );
        assert_eq!(lengths.mean, 35.75);
        assert_eq!(
            Vec::from_iter(account.terminations()),
            [("crashed", 1), ("finished", 3)]
        );
        assert_eq!(account.duplicates(), 1);
        let mut both = Account::new(2);
        both.absorb(Account::new(2));
        both.absorb(account.clone());
        both.absorb(account);
        assert_eq!(
            (both.games(), both.lengths().shortest, both.duplicates()),
            (8, 3, 5)
        );
        assert_eq!(Vec::from_iter(both.faults()), [(1, "crashed", 2)]);
    }
}
