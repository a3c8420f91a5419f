use floe_arena::config::MatchConfig;
use floe_arena::match_run::MatchRules;
use floe_arena::record::SeatResult;
use floe_arena::schedule::SeedOf;
use floe_engine::{AnyGame, AnySetUp, EngineGame, GameRules, with_game};
use floe_fish::{PositionError, Value};
use floe_game::{Game, Player, walk};
use floe_search::without_mark;
use floe_variants::Outline;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Properties that a game must have; `None` allows any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExpectedGame {
    /// The rules.
    pub rules: Option<GameRules>,
    /// Number of players.
    pub players: Option<usize>,
    /// Outline of the floe.
    pub outline: Option<Outline>,
}

/// Property of a position that differs from the expected game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{property}: expected {expected}; found {found}")]
pub struct Mismatch {
    /// The property: `rules`, `players` or `layout`.
    pub property: &'static str,
    /// The value expected.
    pub expected: String,
    /// The value found.
    pub found: String,
}

impl ExpectedGame {
    /// Checks that a position has these properties.
    ///
    /// # Errors
    /// The first difference.
    pub fn check(&self, position: &AnyGame) -> Result<(), Mismatch> {
        let name = |outline: Outline| outline.name().to_owned();
        let properties = [
            ("rules", self.rules.map(|rules| rules.to_string()), position.rules().to_string()),
            ("players", self.players.map(|players| players.to_string()), position.players().to_string()),
            ("layout", self.outline.map(name), position.outline().map_or("none".to_owned(), name)),
        ];
        for (property, expected, found) in properties {
            if let Some(expected) = expected.filter(|expected| *expected != found) {
                return Err(Mismatch { property, expected, found });
            }
        }
        Ok(())
    }
}

/// Given start positions of a match, all with the same rules and number of players; at least one.
#[derive(Clone, Debug)]
pub struct GivenFloes(pub Vec<AnyGame>);

/// Mistake in a file of start positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GivenError {
    /// The line with this number, from 1, is not a position.
    #[error("line {0}: {1}")]
    Position(usize, PositionError),
    /// The position on this line is the view of a player, who cannot play for both.
    #[error("line {0}: expected a position with all tiles; found the view of a player, with '?'")]
    View(usize),
    /// The position on this line differs from the expected game.
    #[error("line {0}: {1}")]
    Unexpected(usize, Mismatch),
    /// The position on this line differs from the first one, on the last-named line.
    #[error("line {0}: {1}, unlike line {2}")]
    Unlike(usize, Mismatch, usize),
    /// The game on the line with this number is over.
    #[error("line {0}: expected a position to play from; the game is over")]
    Over(usize),
    /// File without positions.
    #[error("expected at least one position; found none")]
    Empty,
}

impl GivenFloes {
    /// Parses positions, one a line; `#` begins a comment.
    ///
    /// # Errors
    /// When there is no position, or a mistake in one, or one is a view, over, not of the expected game, or not like
    /// the first.
    pub fn parse(text: &str, expected: ExpectedGame) -> Result<GivenFloes, GivenError> {
        let (mut like, mut positions): (Option<(usize, ExpectedGame)>, Vec<AnyGame>) = (None, Vec::new());
        let lines =
            (1..).zip(without_mark(text).lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        for (line, text) in lines {
            let position: AnyGame = text.parse().map_err(|error| GivenError::Position(line, error))?;
            expected.check(&position).map_err(|mismatch| GivenError::Unexpected(line, mismatch))?;
            if position.is_view() {
                return Err(GivenError::View(line));
            }
            if with_game!(&position, position => position.is_over()) {
                return Err(GivenError::Over(line));
            }
            let (first, like) = like.get_or_insert_with(|| {
                let rules = Some(position.rules());
                let players = Some(position.players());
                (line, ExpectedGame { rules, players, outline: None })
            });
            like.check(&position).map_err(|mismatch| GivenError::Unlike(line, mismatch, *first))?;
            positions.push(position);
        }
        if positions.is_empty() { Err(GivenError::Empty) } else { Ok(GivenFloes(positions)) }
    }
}

/// Start positions and results of a match.
#[derive(Clone, Debug)]
pub struct MatchFloes<G> {
    seed: u64,
    is_placed: bool,
    positions: Vec<G>,
    set_up: AnySetUp,
}

impl<G: EngineGame> MatchFloes<G> {
    /// Prepares the floes of a match, given or dealt, of the same type as a sample of them.
    ///
    /// # Panics
    /// If a given position is not of this type.
    pub fn new(_sample: &G, config: &MatchConfig, set_up: AnySetUp) -> MatchFloes<G> {
        let positions = config.positions.iter().map(|text| text.parse().expect("a position like the sample"));
        MatchFloes { seed: config.seed, is_placed: config.placed, positions: positions.collect(), set_up }
    }
}

impl<G: EngineGame> MatchRules<G> for MatchFloes<G> {
    fn floe(&self, index: u64) -> G {
        if !self.positions.is_empty() {
            return self.positions[(index % self.positions.len() as u64) as usize];
        }
        let seed = SeedOf::Floe(index).from_match(self.seed);
        let position = G::deal(&self.set_up, seed).expect("this set-up has been dealt before");
        if !self.is_placed {
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
        SeatResult { points: i64::from(fish), tie_break: i64::from(tiles) }
    }

    fn is_lost(&self, game: &G) -> bool {
        game.is_lost()
    }
}
