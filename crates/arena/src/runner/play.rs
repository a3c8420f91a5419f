use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Instant;

use floe_game::{Chance, Game, Notated, Player, Turn};

use super::Runner;
use crate::clock::Clocks;
use crate::contestant::{Choice, Contestant, GameHistory};
use crate::fault::Fault;
use crate::record::{MoveReport, Record, SeatResult, Termination};
use crate::schedule::{Fixture, SeedOf};

/// Where one game after the other is played, by contestants that stay.
pub(super) struct GameRunner<'a, G: Game> {
    runner: &'a Runner<'a, G>,
    /// By engine and copy: an engine that has several seats in a game is there several times.
    contestants: HashMap<(usize, usize), Box<dyn Contestant<G>>>,
}

/// A game under way.
struct GameInProgress<G: Game> {
    game: G,
    floe: String,
    moves: Vec<G::Move>,
    searches: Vec<MoveReport>,
    clocks: Option<Clocks>,
}

impl<G: Chance> GameInProgress<G> {
    /// A legal move of the player to move, chosen in time.
    fn ask(&mut self, player: Player, contestant: &mut dyn Contestant<G>) -> Result<Choice<G::Move>, Fault> {
        let past = GameHistory { floe: &self.floe, moves: &self.moves, clocks: self.clocks };
        let start = Instant::now();
        let answer = contestant.choose(&self.game, past);
        let in_time = self.clocks.as_mut().map_or(Ok(()), |clocks| clocks.stop(player, start.elapsed()));
        match (answer, in_time) {
            // Who says nothing until its clock has run out has lost on time, whatever else it may have done.
            (Ok(_) | Err(Fault::Hung(_)), Err(late)) => Err(late),
            (answer, _) => answer.and_then(|choice| legal(&self.game, choice)),
        }
    }
}

impl<'a, G: Notated + Chance> GameRunner<'a, G> {
    pub(super) fn new(runner: &'a Runner<'a, G>) -> GameRunner<'a, G> {
        GameRunner { runner, contestants: HashMap::new() }
    }

    /// Plays a game; none if it was broken off.
    pub(super) fn play(&mut self, fixture: &Fixture, stopped: &impl Fn() -> bool) -> Option<Record> {
        let game = self.runner.rules.floe(fixture.floe);
        let floe = self.runner.rules.position(&game);
        let clocks = self.runner.clock.map(Clocks::new);
        let mut under_way = GameInProgress { game, floe, moves: Vec::new(), searches: Vec::new(), clocks };
        let world = SeedOf::World(fixture.floe).from_match(self.runner.seed);
        let places = places(&fixture.seats);
        let mut fault = self.begin(fixture, &places).err();
        while fault.is_none()
            && let Turn::Of(player) = under_way.game.turn()
        {
            if stopped() {
                return None;
            }
            // With fewer seats than players every seat has several players in turn: a team.
            let seat = player.index() % places.len();
            let contestant = self.contestants.get_mut(&places[seat]).expect("everybody has begun");
            match under_way.ask(player, &mut **contestant) {
                Ok(choice) => {
                    // Nobody who plays is told of the world.
                    let mv = under_way.game.outcome_in(choice.mv, world);
                    under_way.game.play(mv);
                    under_way.moves.push(mv);
                    under_way.searches.push(choice.search);
                }
                // What was asked of it when everything ended is nobody's fault.
                Err(_) if stopped() => return None,
                Err(found) => fault = Some((seat, found)),
            }
        }
        if let Some((seat, _)) = &fault {
            self.contestants.remove(&places[*seat]);
        }
        Some(self.record(fixture, under_way, fault))
    }

    /// Tells everybody that a game begins, and makes those that are missing.
    fn begin(&mut self, fixture: &Fixture, places: &[(usize, usize)]) -> Result<(), (usize, Fault)> {
        for (seat, &place) in places.iter().enumerate() {
            let contestant = match self.contestants.entry(place) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => entry.insert((self.runner.maker)(place.0).map_err(|fault| (seat, fault))?),
            };
            let seed = SeedOf::Engine { game: fixture.game, seat }.from_match(self.runner.seed);
            contestant.new_game(seed).map_err(|fault| (seat, fault))?;
        }
        Ok(())
    }

    fn record(&self, fixture: &Fixture, played: GameInProgress<G>, fault: Option<(usize, Fault)>) -> Record {
        let rules = self.runner.rules;
        let termination = fault.map_or(Termination::Finished, |(seat, fault)| Termination::Forfeit { seat, fault });
        let mut searches = played.searches;
        if searches.iter().all(|search| *search == MoveReport::default()) {
            searches.clear();
        }
        let results: Vec<SeatResult> =
            Player::first(fixture.seats.len()).map(|player| rules.result(&played.game, player)).collect();
        Record {
            game: fixture.game,
            block: fixture.block,
            floe: played.floe,
            seats: fixture.seats.clone(),
            moves: played.moves.iter().map(|&mv| played.game.move_text(mv)).collect::<Vec<_>>().join(" "),
            searches,
            results,
            termination,
            seed: self.runner.seed,
            build: self.runner.build.to_owned(),
        }
    }
}

/// The engine on every seat, and which of those with its number it is.
fn places(seats: &[usize]) -> Vec<(usize, usize)> {
    let copy = |(seat, &engine): (usize, &usize)| (engine, seats[..seat].iter().filter(|&&e| e == engine).count());
    seats.iter().enumerate().map(copy).collect()
}

fn legal<G: Chance>(game: &G, choice: Choice<G::Move>) -> Result<Choice<G::Move>, Fault> {
    if game.choices().contains(&choice.mv) { Ok(choice) } else { Err(Fault::IllegalMove(format!("{:?}", choice.mv))) }
}
