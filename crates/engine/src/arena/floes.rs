use floe_arena::config::MatchConfig;
use floe_arena::record::SeatResult;
use floe_arena::runner::MatchRules;
use floe_arena::schedule::SeedOf;
use floe_fish::{PositionError, Value};
use floe_game::{Player, walk};
use floe_variants::{DealError, SetUp};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::EngineGame;

/// The floes of a match.
#[derive(Clone, Debug)]
pub struct MatchFloes<G> {
    seed: u64,
    placed: bool,
    positions: Vec<G>,
    set_up: SetUp,
}

/// The reason why there are no floes.
#[derive(Debug, thiserror::Error)]
pub enum FloesError {
    /// A given position cannot be read, or is of another kind.
    #[error("position {number} of the floes: {error}")]
    Position {
        /// The number of the position, from 1.
        number: usize,
        /// The mistake in it.
        error: PositionError,
    },
    /// The rules cannot be played so.
    #[error(transparent)]
    Deal(#[from] DealError),
}

impl<G: EngineGame> MatchFloes<G> {
    /// The floes of this match, given or dealt.
    ///
    /// # Errors
    /// When a position is of another kind, or none can be dealt.
    pub fn new(config: &MatchConfig, set_up: SetUp) -> Result<MatchFloes<G>, FloesError> {
        let read = |(number, text): (usize, &String)| {
            text.parse::<G>().map_err(|error| FloesError::Position { number: number + 1, error })
        };
        let positions = config.positions.iter().enumerate().map(read).collect::<Result<Vec<G>, _>>()?;
        if positions.is_empty() {
            G::deal(&set_up, 0)?;
        }
        Ok(MatchFloes { seed: config.seed, placed: config.placed, positions, set_up })
    }
}

impl<G: EngineGame> MatchRules<G> for MatchFloes<G> {
    fn floe(&self, index: u64) -> G {
        if !self.positions.is_empty() {
            return self.positions[(index % self.positions.len() as u64) as usize];
        }
        let seed = SeedOf::Floe(index).from_match(self.seed);
        let position = G::deal(&self.set_up, seed).expect("the first floe could be dealt");
        if !self.placed {
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
        let has = Value::from_score(game.score(player));
        SeatResult { points: i64::from(has.fish), tie_break: i64::from(has.tiles) }
    }
}
