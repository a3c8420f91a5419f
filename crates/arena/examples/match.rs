//! A match of two players of one's own: who they are, what is played, and what it proves. The game is a toy; any game will do.
//!
//! ```text
//! cargo run --release -p floe-arena --example match
//! ```

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use floe_arena::contestant::{Choice, Contestant, GameHistory};
use floe_arena::fault::Fault;
use floe_arena::record::{MoveReport, Record, SeatResult};
use floe_arena::runner::{MatchRules, Runner};
use floe_arena::schedule::{Schedule, Seating, SeedOf, TournamentFormat};
use floe_arena::statistics::{Block, Tournament, elo};
use floe_game::toy::{End, Ends};
use floe_game::{Game, Player, Sampled};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Takes the larger number with this probability, and either one else.
struct Greedy {
    probability: f64,
    rng: Xoshiro256PlusPlus,
}

impl Contestant<Ends<2>> for Greedy {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Ends<2>, _past: GameHistory<'_, Ends<2>>) -> Result<Choice<End>, Fault> {
        let gain = |mv: &End| {
            let after = game.after(*mv);
            Player::first(2).map(|player| after.score(player) - game.score(player)).sum::<i32>()
        };
        let greedy = self.rng.random_bool(self.probability);
        let mv = if greedy { game.moves().into_iter().max_by_key(gain) } else { game.random_move(&mut self.rng) };
        let mv = mv.ok_or_else(|| Fault::ProtocolError("there is no move".to_owned()))?;
        Ok(Choice { mv, search: MoveReport::default() })
    }
}

/// Rows of ten numbers.
struct Rows;

impl MatchRules<Ends<2>> for Rows {
    fn floe(&self, index: u64) -> Ends<2> {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(SeedOf::Floe(index).from_match(1));
        Ends::new(&std::array::from_fn::<i8, 10, _>(|_| rng.random_range(1..=9)))
    }

    fn position(&self, game: &Ends<2>) -> String {
        format!("{game:?}")
    }

    fn result(&self, game: &Ends<2>, player: Player) -> SeatResult {
        SeatResult { points: game.score(player).into(), tie_break: 0 }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Two engines, two players, every floe once with each of them first.
    let schedule = Schedule::new(2, 2, 200, TournamentFormat::RoundRobin, Seating::Rotations)?;
    let maker = |engine: usize| -> Result<Box<dyn Contestant<Ends<2>>>, Fault> {
        let probability = if engine == 0 { 0.9 } else { 0.5 };
        Ok(Box::new(Greedy { probability, rng: Xoshiro256PlusPlus::seed_from_u64(0) }))
    };
    let (rules, build, stop) = (&Rows, "example", AtomicBool::new(false));
    let runner =
        Runner { schedule: &schedule, rules, maker: &maker, seed: 1, build, clock: None, concurrency: 2, stop: &stop };
    let games: Vec<u64> = (0..schedule.games()).collect();
    let mut records: Vec<Record> = Vec::new();
    let Ok(()) = runner.play::<Infallible>(&games, |record| {
        records.push(record);
        Ok(true)
    });

    // Games end in any order; what is said of strength is said of blocks.
    records.sort_by_key(|record| record.game);
    let mut tournament = Tournament::new(2, 2);
    for block in records.chunk_by(|one, other| one.block == other.block) {
        tournament.record(&Block { games: block.iter().map(Record::to_game).collect() });
    }
    let (games, margin) = (tournament.versus(0, 1).results, tournament.versus(0, 1).margin());
    let elo = elo(&tournament.pairs(0, 1).moments());
    println!("{} won, {} drawn, {} lost", games.wins, games.draws, games.losses);
    println!("Elo {:+.0} ± {:.0}, margin {:+.2} a game", elo.value, elo.error, margin.value);
    Ok(())
}
