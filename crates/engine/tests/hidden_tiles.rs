//! Gone Fishing!: engines know no more than the player to move.

use floe_angling::{Angling, AnglingSetUp};
use floe_engine::{Engine, EngineSpec, Evaluation};
use floe_game::{Game, Turn, Veiled, walk};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const ENGINES: [&str; 5] = ["default:nodes=12", "mcts:nodes=12", "uct:nodes=12", "thumb", "greedy"];

/// Analyses of 1,000 positions are the same whatever the truth behind the view of the angler.
#[test]
fn no_analysis_depends_on_what_is_hidden() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut checked, mut hidden) = (0, 0);
    while checked < 1000 {
        let set_up = AnglingSetUp { is_dealt: true, ..AnglingSetUp::of_lake(rng.random_range(2..=4)) };
        let game: Angling = walk(&set_up.deal(rng.random()).unwrap(), rng.random_range(1..90), rng);
        if game.turn() != Turn::Of(game.angler()) {
            continue;
        }
        let other = game.view(game.angler()).draw_world(rng);
        let analysis = |position: &Angling| {
            let spec: EngineSpec = ENGINES[checked % ENGINES.len()].parse().unwrap();
            let mut engine = Engine::from_spec(&spec, Evaluation::default());
            engine.analyze(position, &spec.limits(), |_| ()).unwrap()
        };
        assert_eq!(analysis(&game), analysis(&other), "{game} and {other}");
        hidden += usize::from(game != other);
        checked += 1;
    }
    assert!(hidden > 500, "in most positions something is hidden: {hidden}");
}
