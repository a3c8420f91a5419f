//! Options of matches: what was meant by them.

use std::path::Path;

use floe_arena::clock::TimeControl;
use floe_arena::config::MatchConfig;
use floe_arena::store::{Store, StoreError};
use floe_engine::options::{OptionError, StartOptions, UnusualSetUp};
use floe_engine::{AnyGame, AnySetUp, GameRules, PositionType, Units};
use floe_runs::Shard;

use crate::GivenFloes;

/// Starts of the games of a match: dealt floes, or given positions.
#[derive(Clone, Debug)]
pub struct MatchStarts {
    /// Set-up of the floes to deal. With given positions nothing is dealt; records then name the
    /// options of this set-up all the same.
    pub(crate) set_up: AnySetUp,
    /// Positions to start from; `None` if floes are dealt.
    pub(crate) given: Option<GivenFloes>,
    /// Whether all penguins of a dealt floe are placed at random before the first move.
    pub(crate) placed: bool,
}

/// Options of a match, without its engines and its seed.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// Starts of the games.
    pub starts: MatchStarts,
    /// Number of floes to play on. `None` means every given position once, or 100,000 dealt floes,
    /// for a test that ends earlier.
    pub floes: Option<u64>,
    /// Whether only the first engine meets the others, which do not meet each other.
    pub gauntlet: bool,
    /// Whether each floe is played with the engines in all orders of seats; if not, in rotation.
    pub all_permutations: bool,
    /// Clock of every player; `None` if only the limits of the engines count.
    pub clock: Option<TimeControl>,
    /// Text that identifies the build of the program that plays, for the records.
    pub build: String,
}

/// Number of floes after which a test without a number of floes ends undecided.
const TEST_FLOES: u64 = 100_000;

impl MatchStarts {
    /// Starts of games: from the `given` positions, or if there are none, on floes that are dealt
    /// with this set-up. `placed` is whether all penguins of a dealt floe are placed at random
    /// before the first move.
    ///
    /// # Errors
    /// When penguins are to be placed in a game without them, or when no game can be dealt with the
    /// set-up.
    pub fn new(
        set_up: AnySetUp,
        given: Option<GivenFloes>,
        placed: bool,
    ) -> Result<MatchStarts, OptionError> {
        let starts = MatchStarts {
            set_up,
            given,
            placed,
        };
        let options = StartOptions {
            placed,
            ..StartOptions::default()
        };
        options.check(starts.rules())?;
        if starts.given.is_none() {
            AnyGame::deal(&starts.set_up, 0)?;
        }
        Ok(starts)
    }

    /// Rules of all games of the match.
    pub fn rules(&self) -> GameRules {
        self.given
            .as_ref()
            .map_or_else(|| self.set_up.rules(), |given| given.0[0].rules())
    }

    /// Number of players in each game.
    pub fn players(&self) -> usize {
        self.given
            .as_ref()
            .map_or_else(|| self.set_up.players(), |given| given.0[0].players())
    }

    /// Number of sides in each game: of teams, or of players where each plays alone; 1 if all play
    /// together.
    pub fn sides(&self) -> usize {
        self.rules().sides(self.players())
    }

    /// Type that holds all positions. That of a variant can hold positions of the base game, too.
    pub(crate) fn position_type(&self) -> PositionType {
        let Some(GivenFloes(given)) = &self.given else {
            return self.set_up.position_type();
        };
        given
            .iter()
            .find(|position| !position.is_base())
            .unwrap_or(&given[0])
            .position_type()
    }
}

impl MatchOptions {
    /// Options of a match in which all engines meet, on the usual number of floes, with the seats
    /// in rotation and without a clock, in a program of this build.
    pub fn new(starts: MatchStarts, build: &str) -> MatchOptions {
        MatchOptions {
            starts,
            floes: None,
            gauntlet: false,
            all_permutations: false,
            clock: None,
            build: build.to_owned(),
        }
    }

    /// Configuration of the match as its records hold it, between engines with these names;
    /// [`Players::identified`](crate::Players::identified) adds what shows whether the engines stay
    /// the same.
    pub fn config(&self, engines: Vec<String>, seed: u64) -> MatchConfig {
        let starts = &self.starts;
        let UnusualSetUp {
            layout,
            special,
            whales,
            cards,
            lake,
            ..
        } = UnusualSetUp::of(&starts.set_up);
        let given = starts.given.iter().flat_map(|given| &given.0);
        let positions: Vec<String> = given.map(AnyGame::to_string).collect();
        let unit = starts.rules().units();
        let usual_floes = if positions.is_empty() {
            TEST_FLOES
        } else {
            positions.len() as u64
        };
        MatchConfig {
            engines,
            hashes: Vec::new(),
            programs: Vec::new(),
            players: starts.players(),
            rules: starts.rules().to_string(),
            layout,
            special,
            whales,
            cards,
            lake,
            together: starts.sides() == 1,
            unit: (unit != Units::Fish).then(|| unit.name().to_owned()),
            floes: self.floes.unwrap_or(usual_floes),
            seed,
            placed: starts.placed,
            positions,
            gauntlet: self.gauntlet,
            all_permutations: self.all_permutations,
            clock: self.clock,
            build: self.build.clone(),
        }
    }
}

/// Seed of the match whose shard is recorded in a directory; `None` if nothing is recorded there,
/// or no directory is given.
///
/// # Errors
/// When the record cannot be read, or is of another format.
pub fn recorded_seed(directory: Option<&Path>, shard: Shard) -> Result<Option<u64>, StoreError> {
    let Some(directory) = directory else {
        return Ok(None);
    };
    Ok(Store::recorded_match(directory, shard)?.map(|config| config.seed))
}
