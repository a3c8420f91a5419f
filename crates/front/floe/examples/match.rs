//! A match between two players of your own, in a toy game; any other game will do.
//!
//! ```text
//! cargo run --release -p floe-fish-engine --features matches --example match
//! ```

use std::sync::atomic::AtomicBool;

use floe::Player;
use floe::game::Game;
use floe::game::toy::{End, Ends};
use floe::matches::arena::contestant::{Choice, Contestant, GameHistory};
use floe::matches::arena::fault::{Fault, PlayFailure};
use floe::matches::arena::match_run::MatchRules;
use floe::matches::arena::record::{MoveReport, SeatResult};
use floe::matches::{MatchConfig, MatchReport, MatchRun};

/// Takes the larger number, except in one of `mistakes` moves, in which it takes the smaller one.
struct Greedy {
    mistakes: u64,
    moves: u64,
}

impl Contestant<Ends<2>> for Greedy {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayFailure> {
        self.moves = seed % self.mistakes;
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
        self.moves += 1;
        let mv = if self.moves.is_multiple_of(self.mistakes) {
            game.moves().into_iter().min_by_key(gain)
        } else {
            game.moves().into_iter().max_by_key(gain)
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
        let digits = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Ends::new(&std::array::from_fn::<i8, 10, _>(|place| {
            1 + (digits >> (6 * place) & 7) as i8
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
    let engines = vec!["greedy".to_owned(), "forgetful".to_owned()];
    let config = MatchConfig {
        engines,
        players: 2,
        floes: 200,
        seed: 1,
        ..MatchConfig::default()
    };
    let factory = |engine: usize| -> Result<Box<dyn Contestant<Ends<2>>>, PlayFailure> {
        let mistakes = if engine == 0 { 9 } else { 2 };
        Ok(Box::new(Greedy { mistakes, moves: 0 }))
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
