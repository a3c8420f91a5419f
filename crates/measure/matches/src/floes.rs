use floe_arena::match_run::MatchRules;
use floe_arena::record::SeatResult;
use floe_engine::{AnyGame, EngineGame};
use floe_fish::Value;
use floe_game::{Player, walk};
use floe_runs::SeedOf;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::MatchStarts;

/// Start positions and results of a match.
#[derive(Clone, Debug)]
pub(crate) struct MatchFloes<'a, G> {
    seed: u64,
    starts: &'a MatchStarts,
    /// The given positions.
    positions: Vec<G>,
}

impl<G: EngineGame> MatchFloes<'_, G> {
    /// Prepares the floes of the match with this seed.
    ///
    /// # Panics
    /// If a given position is not of this type.
    pub(crate) fn new(seed: u64, starts: &MatchStarts) -> MatchFloes<'_, G> {
        let given = starts.given.iter().flat_map(|given| &given.0);
        let positions = given
            .map(|position| G::from_any(position).expect("a position of this type"))
            .collect();
        MatchFloes {
            seed,
            starts,
            positions,
        }
    }
}

impl<G: EngineGame> MatchRules<G> for MatchFloes<'_, G> {
    fn floe(&self, index: u64) -> G {
        if !self.positions.is_empty() {
            return self.positions[(index % self.positions.len() as u64) as usize];
        }
        let seed = SeedOf::Floe(index).from_run(self.seed);
        let position = G::deal(&self.starts.set_up, seed).expect("the set-up has been checked");
        if !self.starts.placed {
            return position;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        rng.jump();
        walk(&position, position.in_hand(), &mut rng)
    }

    fn position(&self, game: &G) -> String {
        game.to_string()
    }

    fn result(&self, game: &G, player: Player) -> SeatResult {
        let Value { fish, tiles } = Value::from_score(game.score(player));
        SeatResult {
            points: i64::from(fish),
            tie_break: i64::from(tiles),
        }
    }

    fn is_lost(&self, game: &G) -> bool {
        matches!((*game).into(), AnyGame::Flip(flip) if flip.is_lost())
    }
}
