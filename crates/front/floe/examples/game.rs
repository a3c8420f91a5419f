//! A game of the engine against a player who moves at random: a time limit for every move, its
//! principal variation, and the proved end.
//!
//! ```text
//! cargo run --release -p floe-fish-engine --example game -- [RULES] [SEED]
//! ```

use floe::{
    AnyGame, Engine, EngineSpec, Evaluation, GameRules, Limits, Player, RandomStart, SolveRequest,
    solve,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules: GameRules = arguments
        .next()
        .map_or(Ok(GameRules::BASE), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mut game = AnyGame::deal(&rules.usual(rules.usual_players()), seed)?;
    let one_move = RandomStart {
        plies: 1,
        ..RandomStart::default()
    };

    let spec: EngineSpec = "default:time=100ms,hash=64".parse()?;
    let mut engine = Engine::from_spec(&spec, Evaluation::default());
    let mut is_proved = false;
    for ply in 0.. {
        let world = seed.wrapping_add(ply);
        if game.choices().is_empty() {
            break;
        }
        if game.last_turn() != Player::new(0) {
            game = one_move.play(&game, world);
            continue;
        }
        let analysis = engine.analyze_any(&game, &Limits::default(), |_| ())?;
        let best = &analysis.lines[0];
        println!(
            "{} depth {}  {}",
            best.value,
            analysis.depth,
            game.line_text(&best.moves).join(" ")
        );
        if analysis.exact && !is_proved {
            let request = SolveRequest {
                limits: spec.limits(),
                ..SolveRequest::default()
            };
            let solved = solve(&game, &request, |_| ())?;
            println!(
                "{game}\nproved: at least {}, at most {}",
                solved.bounds.lower, solved.bounds.upper
            );
            is_proved = true;
        }
        game = game.after(game.outcome_in(best.moves[0], world));
    }
    println!("{game}");
    Ok(())
}
