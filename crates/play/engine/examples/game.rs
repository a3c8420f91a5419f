//! A game of the engine against a player who moves at random: a time limit for every move, its
//! principal variation, and the proved end.
//!
//! ```text
//! cargo run --release -p floe-engine --example game -- [RULES] [SEED]
//! ```

use floe_engine::{
    AnyGame, Engine, EngineSpec, Evaluation, GameRules, SolveRequest, solve_any, with_game,
};
use floe_game::{Chance, Game, Player, Sampled, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules: GameRules = arguments
        .next()
        .map_or(Ok(GameRules::BASE), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game: AnyGame = AnyGame::deal(&rules.usual(rules.usual_players()), seed)?;

    let spec: EngineSpec = "default:time=100ms,hash=64".parse()?;
    let mut engine = Engine::from_spec(&spec, Evaluation::default());
    let limits = spec.limits();
    let mut is_proved = false;
    while let Turn::Of(player) = with_game!(game, position => position.turn()) {
        if player != Player::new(0) {
            game = with_game!(game, position => position.random_move(rng).map_or(position, |mv| position.after(mv)).into());
            continue;
        }
        // The time of a move starts with the move.
        let analysis = engine.analyze_any(&game, &limits.from_now(), |_| ())?;
        let best = &analysis.lines[0];
        println!(
            "{} depth {}  {}",
            best.value,
            analysis.depth,
            game.line_text(&best.moves).join(" ")
        );
        if analysis.exact && !is_proved {
            let solved = solve_any(
                &game,
                &SolveRequest {
                    limits: limits.from_now(),
                    ..SolveRequest::default()
                },
                |_| (),
            )?;
            println!(
                "{game}\nproved: at least {}, at most {}",
                solved.bounds.lower, solved.bounds.upper
            );
            is_proved = true;
        }
        game = with_game!(game, position => {
            let choice = best.moves[0].in_game(&position);
            position.after(position.draw_outcome(choice, rng)).into()
        });
    }
    println!("{game}");
    Ok(())
}
