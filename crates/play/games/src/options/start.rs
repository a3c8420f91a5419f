use super::{OptionError, OptionExpectation};
use crate::{AnyGame, GameRules, RandomStart};

/// Random moves after the deal of a game; by default none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StartOptions {
    /// Whether to place all penguins at random.
    pub placed: bool,
    /// Number of random moves after the placement, fewer if the game ends; the penguins are then
    /// placed at random, too. `None` for none. It excludes `tiles`.
    pub plies: Option<u32>,
    /// Number of tiles on the floe down to which random moves are played after a random placement,
    /// unless the game ends before; `None` for none. It excludes `plies`.
    pub tiles: Option<u32>,
}

impl StartOptions {
    /// Checks that a game with these rules has these options.
    ///
    /// # Errors
    /// If `placed` or `tiles` is given for a game without a floe.
    pub fn check(&self, rules: GameRules) -> Result<(), OptionError> {
        let of_floes = [("placed", self.placed), ("tiles", self.tiles.is_some())];
        match of_floes
            .into_iter()
            .find(|(_, is_given)| *is_given && rules.floe().is_none())
        {
            Some((option, _)) => Err(OptionError::of_other_games(
                option,
                OptionExpectation::Floe,
                rules,
            )),
            None => Ok(()),
        }
    }

    /// Plays the random moves from `dealt`, the start of a game, and returns the position after
    /// them. They depend on the position and the seed only.
    ///
    /// # Errors
    /// If the game does not have these options, if both `plies` and `tiles` are given, or if the
    /// floe has fewer tiles than `tiles`.
    pub fn play(&self, dealt: &AnyGame, seed: u64) -> Result<AnyGame, OptionError> {
        self.check(dealt.rules())?;
        if let Some(tiles) = self.tiles {
            if self.plies.is_some() {
                return Err(OptionError {
                    option: "tiles",
                    expected: OptionExpectation::Words("without plies".to_owned()),
                    found: None,
                });
            }
            OptionError::check_range("tiles", tiles.into(), 0, dealt.tiles_left().into())?;
        }
        let placed = self.placed || self.plies.is_some();
        Ok(RandomStart {
            placed,
            plies: self.plies.unwrap_or(0),
            tiles: self.tiles,
        }
        .play(dealt, seed))
    }
}
