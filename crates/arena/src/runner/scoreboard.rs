use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::record::{Record, Termination};
use crate::schedule::Schedule;
use crate::statistics::{Block, Decision, Overview, Pentanomial, PlayedGame, Sequence, Sprt, Tournament};

/// Keeps account of a match while its games come in, in whatever order, and of what they prove.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    schedule: Schedule,
    /// The games of blocks that are not whole yet, by block.
    open: BTreeMap<u64, Vec<(u64, PlayedGame)>>,
    known: HashSet<u64>,
    account: Account,
}

/// What games have shown, of one match or of several.
#[derive(Clone, Debug)]
pub struct Account {
    engines: usize,
    players: usize,
    whole: BTreeMap<u64, Block>,
    overview: Overview,
    /// Faults by engine and word.
    faults: BTreeMap<(usize, &'static str), u64>,
    sequence: Option<Sequence>,
}

impl Scoreboard {
    /// No game yet; `sprt` is for matches of two engines with two players.
    pub fn new(schedule: Schedule, engines: usize, players: usize, sprt: Option<Sprt>) -> Scoreboard {
        let account = Account { sequence: sprt.map(Sequence::new), ..Account::new(engines, players) };
        Scoreboard { schedule, open: BTreeMap::new(), known: HashSet::new(), account }
    }

    /// One more game. One that is already known changes nothing.
    pub fn record(&mut self, record: &Record) {
        if !self.known.insert(record.game) {
            return;
        }
        let mut fingerprint = DefaultHasher::new();
        (&record.floe, &record.moves).hash(&mut fingerprint);
        let plies = record.moves.split_ascii_whitespace().count() as u32;
        if let Termination::Forfeit { seat, fault } = &record.termination {
            *self.account.faults.entry((record.seats[*seat], fault.word())).or_default() += 1;
        }
        self.account.overview.record(plies, record.termination.word(), fingerprint.finish());
        let games = self.open.entry(record.block).or_default();
        games.push((record.game, record.to_game()));
        if games.len() as u64 == self.schedule.block(record.block).count() as u64 {
            let mut games = self.open.remove(&record.block).expect("it was there a line above");
            games.sort_by_key(|&(game, _)| game);
            let block = Block { games: games.into_iter().map(|(_, game)| game).collect() };
            self.account.complete(record.block, block);
        }
    }

    /// Whether this game is known.
    pub fn knows(&self, game: u64) -> bool {
        self.known.contains(&game)
    }

    /// How many games are known.
    pub fn games(&self) -> u64 {
        self.known.len() as u64
    }

    /// What the games have shown.
    pub fn account(&self) -> &Account {
        &self.account
    }
}

impl Account {
    /// Of no game yet.
    pub fn new(engines: usize, players: usize) -> Account {
        Account {
            engines,
            players,
            whole: BTreeMap::new(),
            overview: Overview::default(),
            faults: BTreeMap::new(),
            sequence: None,
        }
    }

    /// Adds what another match has shown, whose engines have other numbers here. Its own sequential test counts no
    /// more.
    ///
    /// # Panics
    /// If it was played by another number of players.
    pub fn absorb(&mut self, other: &Account, engine_here: impl Fn(usize) -> usize) {
        assert_eq!(self.players, other.players, "games of as many players");
        for block in other.whole.values() {
            let mut block = block.clone();
            block
                .games
                .iter_mut()
                .flat_map(|game| &mut game.seats)
                .for_each(|seat| seat.engine = engine_here(seat.engine));
            self.whole.insert(self.whole.len() as u64, block);
        }
        for (&(engine, word), count) in &other.faults {
            *self.faults.entry((engine_here(engine), word)).or_default() += count;
        }
        self.overview.absorb(&other.overview);
    }

    fn complete(&mut self, index: u64, block: Block) {
        if let (Some(sequence), Some((first, _, half_points))) = (&mut self.sequence, block.as_pair()) {
            sequence.record(index, if first == 0 { half_points } else { 4 - half_points });
        }
        self.whole.insert(index, block);
    }

    /// The tables of all whole blocks, in the order of the schedule; after a decision, of those that it rests on.
    pub fn tournament(&self) -> Tournament {
        let mut tournament = Tournament::new(self.engines, self.players);
        self.counted().for_each(|block| tournament.record(block));
        tournament
    }

    /// The blocks that count: whole, and not behind the decision.
    pub fn counted(&self) -> impl Iterator<Item = &Block> {
        let end = self.decided().map_or(u64::MAX, |(pairs, _)| pairs);
        self.whole.range(..end).map(|(_, block)| block)
    }

    /// Lengths, terminations and duplicates.
    pub fn overview(&self) -> &Overview {
        &self.overview
    }

    /// How often an engine has come to grief, and how: engine, word, number.
    pub fn faults(&self) -> impl Iterator<Item = (usize, &'static str, u64)> {
        self.faults.iter().map(|(&(engine, word), &count)| (engine, word, count))
    }

    /// The decision of the sequential test, and after how many pairs it fell.
    pub fn decided(&self) -> Option<(u64, Decision)> {
        self.sequence.as_ref().and_then(Sequence::decided)
    }

    /// The pairs that the sequential test has looked at.
    pub fn sequence(&self) -> Option<Pentanomial> {
        self.sequence.as_ref().map(Sequence::counted)
    }
}
