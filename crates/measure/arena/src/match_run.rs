//! A match: its games are played, recorded and counted.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use floe_game::{Chance, Game, Notated, Player, Turn, Veiled};
use floe_runs::{SealedFile, SeedOf, Shard, for_each};

use crate::allotment::Allotment;
use crate::clock::Clocks;
use crate::config::MatchConfig;
use crate::contestant::{Choice, Contestant, GameHistory};
use crate::fault::{Fault, PlayFailure};
use crate::record::{MoveReport, Record, SeatResult, Termination};
use crate::schedule::{Fixture, Schedule, ScheduleError};
use crate::scoreboard::Scoreboard;
use crate::statistics::{OrderTest, Sprt};
use crate::store::{Growth, Store, StoreError};

/// A match that is about to be played, or a part of one.
#[derive(Clone, Copy, Debug)]
pub struct MatchRun<'a> {
    /// Configuration of the match.
    pub config: &'a MatchConfig,
    /// Part of the schedule that is played.
    pub shard: Shard,
    /// Directory in which the games are recorded; `None` if they are not recorded.
    pub out: Option<&'a Path>,
    /// Number of games that are played in parallel; 0 counts as 1.
    pub concurrency: usize,
    /// Sequential test that ends the match when it is decided; `None` if all games are played.
    pub sprt: Option<Sprt>,
    /// Test of the order of all engines, which allots the games in rounds; `None` if all games are
    /// played. With a test the shard must be the whole match.
    pub order: Option<OrderTest>,
    /// Flag that stops the match when it is set to true; games that have not ended are dropped.
    pub stop: &'a AtomicBool,
}

/// Observer of a match while it is played; `()` ignores all events.
pub trait MatchObserver {
    /// Receives, before the first game, the number of games that are known because they were
    /// recorded earlier, and the number of all games.
    fn begin(&mut self, _known: u64, _total: u64) {}

    /// Receives the record of a game that has just ended, and the scoreboard with it.
    fn game(&mut self, _record: &Record, _board: &Scoreboard) {}
}

impl MatchObserver for () {}

/// Game that a match plays: its start positions, its notation and its results.
pub trait MatchRules<G: Game>: Sync {
    /// Returns the first position of games on the floe with this index, from 0.
    fn floe(&self, index: u64) -> G;

    /// Writes a position, or the view of a player, in the notation of positions.
    fn position(&self, game: &G) -> String;

    /// Returns the result of `player`, or of its side, when `game` has ended, also by a forfeit.
    fn result(&self, game: &G, player: Player) -> SeatResult;

    /// Whether all players have lost `game`, a finished game that they played together; false by
    /// default.
    fn is_lost(&self, _game: &G) -> bool {
        false
    }
}

/// Function that creates the engine with this index, from 0, in [`MatchConfig::engines`]. Each
/// thread that plays games calls it before the engine's first game, and again after each forfeit of
/// the engine. What the engine answers after [`MatchRun::stop`] is set does not count.
pub type PlayerFactory<'a, G> =
    dyn Fn(usize) -> Result<Box<dyn Contestant<G> + 'a>, PlayFailure> + Sync + 'a;

/// Reason why a match cannot be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// Games cannot be recorded, or those recorded are of another match.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A limit of this program or its machine, as in [`PlayFailure::Limit`], described by the text;
    /// games that have ended are recorded.
    #[error("the match has stopped, for floe itself has reached a limit of the system: {0}")]
    Limit(String),
}

impl From<ScheduleError> for MatchError {
    fn from(error: ScheduleError) -> MatchError {
        MatchError::Store(error.into())
    }
}

impl<'a> MatchRun<'a> {
    /// Run of the whole match `config` without a test, which plays one game at a time and records
    /// none.
    pub fn new(config: &'a MatchConfig, stop: &'a AtomicBool) -> MatchRun<'a> {
        MatchRun {
            config,
            shard: Shard::WHOLE,
            out: None,
            concurrency: 1,
            sprt: None,
            order: None,
            stop,
        }
    }

    /// Plays the games of the shard that are not recorded yet, until a test is decided or the match
    /// is stopped, and returns the scoreboard of all games. Seals a complete shard. If nodes or
    /// depth limit the engines, two runs differ in the order of their records only.
    ///
    /// # Errors
    /// When the match has no schedule, the directory holds games of another match, games cannot be
    /// recorded, or a limit of the system is reached.
    pub fn play<G: Notated + Chance + Veiled + Sync>(
        &self,
        rules: &dyn MatchRules<G>,
        factory: &PlayerFactory<'_, G>,
        observer: &mut dyn MatchObserver,
    ) -> Result<Scoreboard, MatchError> {
        let schedule = Schedule::new(self.config)?;
        let mut board = Scoreboard::new(self.config, self.sprt)?;
        // A test must not go on because its result is not the one wanted.
        let is_tested = self.sprt.is_some() || self.order.is_some();
        let growth = if is_tested {
            Growth::Refused
        } else {
            Growth::Allowed
        };
        let open = |out| {
            Store::open_shard(out, self.shard, self.config, growth, |record| {
                board.record(&record);
            })
        };
        let mut store = self.out.map(open).transpose()?;
        let blocks: Vec<u64> = self.shard.tasks(schedule.blocks()).collect();
        let total = blocks
            .iter()
            .map(|&block| schedule.block(block).count() as u64)
            .sum();
        observer.begin(board.games(), total);
        let mut allotment = self
            .order
            .map(|test| Allotment::new(&schedule, test, self.config.engines.len()));
        let mut rest = Some(blocks);
        loop {
            let round = match &mut allotment {
                Some(allotment) => allotment.next_round(&board.account),
                None => rest.take(),
            };
            board.account.order = allotment
                .as_ref()
                .and_then(|allotment| allotment.report.clone());
            let Some(blocks) = round.filter(|_| board.account.decided().is_none()) else {
                break;
            };
            let games = blocks.into_iter().flat_map(|block| schedule.block(block));
            let games: Vec<u64> = games.filter(|&game| !board.has_game(game)).collect();
            let enough = AtomicBool::new(false);
            let is_stopped = || self.stop.load(Relaxed) || enough.load(Relaxed);
            let worker = || {
                let mut runner = GameRunner {
                    run: self,
                    rules,
                    factory,
                    contestants: HashMap::new(),
                };
                let games = &games;
                let schedule = &schedule;
                let is_stopped = &is_stopped;
                move |index: u64| runner.play(&schedule.game(games[index as usize]), is_stopped)
            };
            for_each(
                0..games.len() as u64,
                self.concurrency.max(1),
                &enough,
                worker,
                |_, record| {
                    let record = record.map_err(MatchError::Limit)?;
                    if let Some(store) = &mut store {
                        store.append(&record)?;
                    }
                    board.record(&record);
                    observer.game(&record, &board);
                    Ok::<bool, MatchError>(board.account.decided().is_none())
                },
            )?;
            if self.stop.load(Relaxed) {
                break;
            }
        }
        if let Some(store) = &mut store {
            store.sync()?;
        }
        if let Some(out) = self.out.filter(|_| board.games() >= total) {
            let path = Store::path(out, self.shard);
            let sealed = SealedFile {
                path,
                shard: self.shard,
                games: total,
            };
            sealed.seal(&self.config.build).map_err(StoreError::from)?;
        }
        Ok(board)
    }
}

/// Plays one game after the other, with contestants that stay.
struct GameRunner<'r, 'a, G: Game> {
    run: &'r MatchRun<'r>,
    rules: &'r dyn MatchRules<G>,
    factory: &'r PlayerFactory<'a, G>,
    /// The contestants by engine and copy: an engine with several seats in a game has several
    /// contestants.
    contestants: HashMap<(usize, usize), Box<dyn Contestant<G> + 'a>>,
}

/// A game that is being played.
struct GameInProgress<G: Game> {
    /// Index of the game in the schedule, from 0.
    index: u64,
    start: G,
    game: G,
    /// Moves with all that they reveal.
    moves: Vec<G::Move>,
    /// The game as every player knows it.
    views: Vec<PlayerView<G>>,
    searches: Vec<MoveReport>,
    clocks: Option<Clocks>,
}

/// A game as a player knows it.
struct PlayerView<G: Game> {
    start: G,
    floe: String,
    moves: Vec<G::Move>,
}

impl<G: Chance + Veiled> GameInProgress<G> {
    fn new(
        index: u64,
        start: G,
        rules: &dyn MatchRules<G>,
        clocks: Option<Clocks>,
    ) -> GameInProgress<G> {
        let view = |player| {
            let start = start.view(player);
            PlayerView {
                start,
                floe: rules.position(&start),
                moves: Vec::new(),
            }
        };
        let views = Player::first(start.players()).map(view).collect();
        GameInProgress {
            index,
            start,
            game: start,
            moves: Vec::new(),
            views,
            searches: Vec::new(),
            clocks,
        }
    }

    fn play(&mut self, mv: G::Move, player: Player) {
        for (observer, view) in Player::first(self.views.len()).zip(&mut self.views) {
            view.moves.push(self.game.observed(mv, observer));
        }
        let mv = self.game.observed(mv, player);
        self.moves.push(mv);
        self.game.play(mv);
    }

    fn choose(
        &mut self,
        player: Player,
        contestant: &mut dyn Contestant<G>,
    ) -> Result<Choice<G::Move>, PlayFailure> {
        let game = self.index;
        let PlayerView { start, floe, moves } = &self.views[player.index()];
        let history = GameHistory {
            game,
            floe,
            start,
            moves,
            clocks: self.clocks,
        };
        let view = self.game.view(player);
        let start = Instant::now();
        let answer = contestant.choose(&view, history);
        let in_time = self
            .clocks
            .as_mut()
            .map_or(Ok(()), |clocks| clocks.stop(player, start.elapsed()));
        match (answer, in_time) {
            // A player who hangs until its clock has run out has lost on time.
            (Ok(_) | Err(PlayFailure::Fault(Fault::Hung(_))), Err(late)) => Err(late.into()),
            (Ok(choice), _) if !self.game.choices().contains(&choice.mv) => {
                Err(Fault::IllegalMove(format!("{:?}", choice.mv)).into())
            }
            (answer, _) => answer,
        }
    }
}

impl<G: Notated + Chance + Veiled> GameRunner<'_, '_, G> {
    /// Plays a game; returns `None` if it is stopped.
    ///
    /// # Errors
    /// The limit of the system that keeps a player from playing.
    fn play(
        &mut self,
        fixture: &Fixture,
        is_stopped: &impl Fn() -> bool,
    ) -> Option<Result<Record, String>> {
        let clocks = self.run.config.clock.map(Clocks::new);
        let start = self.rules.floe(fixture.floe);
        let mut played = GameInProgress::new(fixture.game, start, self.rules, clocks);
        let world = SeedOf::World(fixture.floe).from_run(self.run.config.seed);
        let places = places(&fixture.seats);
        let mut failure = self.begin(fixture, &places).err().filter(|_| !is_stopped());
        while failure.is_none()
            && let Turn::Of(player) = played.game.turn()
        {
            if is_stopped() {
                return None;
            }
            // With fewer seats than players every seat has several players in turn: a team.
            let seat = player.index() % places.len();
            let contestant = self
                .contestants
                .get_mut(&places[seat])
                .expect("every seat has begun");
            let choice = played.choose(player, &mut **contestant);
            // A stop interrupts searches and programs, so a late move or a fault may be due to it.
            if self.run.stop.load(Relaxed) {
                return None;
            }
            match choice {
                Ok(choice) => {
                    // Contestants never learn the world.
                    let mv = played.game.outcome_in(choice.mv, world);
                    played.play(mv, player);
                    played.searches.push(choice.search);
                }
                Err(found) => failure = Some((seat, found)),
            }
        }
        let fault = match failure {
            Some((_, PlayFailure::Limit(limit))) => return Some(Err(limit)),
            Some((seat, PlayFailure::Fault(fault))) => {
                self.contestants.remove(&places[seat]);
                Some((seat, fault))
            }
            None => None,
        };
        Some(Ok(self.record(fixture, played, fault)))
    }

    /// Starts a game for all contestants, and makes those that are missing.
    fn begin(
        &mut self,
        fixture: &Fixture,
        places: &[(usize, usize)],
    ) -> Result<(), (usize, PlayFailure)> {
        for (seat, &place) in places.iter().enumerate() {
            let contestant = match self.contestants.entry(place) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => {
                    entry.insert((self.factory)(place.0).map_err(|failure| (seat, failure))?)
                }
            };
            let seed = SeedOf::Engine {
                game: fixture.game,
                seat,
            }
            .from_run(self.run.config.seed);
            contestant
                .new_game(seed)
                .map_err(|failure| (seat, failure))?;
        }
        Ok(())
    }

    fn record(
        &self,
        fixture: &Fixture,
        played: GameInProgress<G>,
        fault: Option<(usize, Fault)>,
    ) -> Record {
        let mut searches = played.searches;
        if searches
            .iter()
            .all(|search| *search == MoveReport::default())
        {
            searches.clear();
        }
        Record {
            game: fixture.game,
            block: fixture.block,
            floe: self.rules.position(&played.start),
            seats: fixture.seats.clone(),
            moves: played.start.line_text(&played.moves).join(" "),
            searches,
            results: Player::first(fixture.seats.len())
                .map(|player| self.rules.result(&played.game, player))
                .collect(),
            lost: fault.is_none() && self.rules.is_lost(&played.game),
            termination: fault.map_or(Termination::Finished, |(seat, fault)| {
                Termination::Forfeit { seat, fault }
            }),
            seed: self.run.config.seed,
            build: self.run.config.build.clone(),
        }
    }
}

/// The engine on every seat, and the number of earlier seats of this engine.
fn places(seats: &[usize]) -> Vec<(usize, usize)> {
    let copy = |(seat, &engine): (usize, &usize)| {
        (
            engine,
            seats[..seat].iter().filter(|&&e| e == engine).count(),
        )
    };
    seats.iter().enumerate().map(copy).collect()
}
