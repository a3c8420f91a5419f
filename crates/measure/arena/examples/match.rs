//! A match between two players of your own, in a toy game; any other game will do.
//!
//! ```text
//! cargo run --release -p floe-arena --example match
//! ```

use std::sync::atomic::AtomicBool;

use floe_arena::config::MatchConfig;
use floe_arena::contestant::{Choice, Contestant, GameHistory};
use floe_arena::fault::{Fault, PlayFailure};
use floe_arena::match_run::{MatchRules, MatchRun};
use floe_arena::record::{MoveReport, SeatResult};
use floe_arena::report::MatchReport;
use floe_game::toy::{End, Ends};
use floe_game::{Game, Player, Sampled};
use floe_runs::SeedOf;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Takes the larger number with this probability, and a random one otherwise.
struct Greedy {
    probability: f64,
    rng: Xoshiro256PlusPlus,
}

impl Contestant<Ends<2>> for Greedy {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayFailure> {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Ends<2>,
        _history: GameHistory<'_, Ends<2>>,
    ) -> Result<Choice<End>, PlayFailure> {
        let gain = |mv: &End| {
            let after = game.after(*mv);
            Player::first(2)
                .map(|player| after.score(player) - game.score(player))
                .sum::<i32>()
        };
        let greedy = self.rng.random_bool(self.probability);
        let mv = if greedy {
            game.moves().into_iter().max_by_key(gain)
        } else {
            game.random_move(&mut self.rng)
        };
        let mv = mv.ok_or_else(|| Fault::ProtocolError("the game is over".to_owned()))?;
        Ok(Choice {
            mv,
            search: MoveReport::default(),
        })
    }
}

/// Rows of ten numbers.
struct Rows;

impl MatchRules<Ends<2>> for Rows {
    fn floe(&self, index: u64) -> Ends<2> {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(SeedOf::Floe(index).from_run(1));
        Ends::new(&std::array::from_fn::<i8, 10, _>(|_| {
            rng.random_range(1..=9)
        }))
    }

    fn position(&self, game: &Ends<2>) -> String {
        format!("{game:?}")
    }

    fn result(&self, game: &Ends<2>, player: Player) -> SeatResult {
        SeatResult {
            points: game.score(player).into(),
            tie_break: 0,
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Two engines, two players, every floe once with each of them first.
    let engines = vec!["greedy 90 %".to_owned(), "greedy 50 %".to_owned()];
    let config = MatchConfig {
        engines,
        players: 2,
        floes: 200,
        seed: 1,
        ..MatchConfig::default()
    };
    let factory = |engine: usize| -> Result<Box<dyn Contestant<Ends<2>>>, PlayFailure> {
        let probability = if engine == 0 { 0.9 } else { 0.5 };
        Ok(Box::new(Greedy {
            probability,
            rng: Xoshiro256PlusPlus::seed_from_u64(0),
        }))
    };
    let stop = &AtomicBool::new(false);
    let run = MatchRun {
        concurrency: 2,
        ..MatchRun::new(&config, stop)
    };
    let board = run.play(&Rows, &factory, &mut ())?;

    let report = MatchReport::new(&board.account, &config.engines);
    println!(
        "{} won, {} drawn, {} lost",
        report.results.wins, report.results.draws, report.results.losses
    );
    println!(
        "Elo {:+.0} ± {:.0}, margin {:+.2} a game",
        report.elo, report.error, report.margin
    );
    Ok(())
}
