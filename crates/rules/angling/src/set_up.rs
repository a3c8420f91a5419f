use floe_game::Player;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::angling::{Angling, AnglingStep, CATCH_TILES, DayOptions, NOWHERE};
use crate::board::Board;
use crate::lake::{LakeSpace, SMALLEST};
use crate::tile::{Angler, AnglingSpecial, AnglingSpecials, LakeTile, TileCounts};

/// Set-up of a game (5.3), with the options of rule 5.6. The default is the whole game.
///
/// ```
/// use floe_angling::{AnglingSetUp, LakeTile, TileCounts};
///
/// let tiles: TileCounts = "12rd".chars().filter_map(LakeTile::from_letter).collect();
/// let small = AnglingSetUp { size: 2, tiles, catch: [1, 1, 0, 0], anglers: 1, has_specials: false, is_dealt: true };
/// assert_eq!(small.start()?.to_string(), "angling:../.. B 0,0 - 1.1 -,- step=lay hand=1.2.r.d dealt lake=2x2 tiles=1.2.r.d");
/// # Ok::<(), floe_angling::AnglingSetUpError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnglingSetUp {
    /// Number of columns of the lake, and also of its rows: 2 to 4; 4 by default.
    pub size: usize,
    /// Tiles of the game, as many as the lake has spaces; [`TileCounts::STANDARD`] by default.
    pub tiles: TileCounts,
    /// Number of catch tiles for each distance, from 1 on: 0 to 3 each; 3 by default.
    pub catch: [u8; LakeSpace::SIZE],
    /// Number of anglers of the player who fishes, 1 or 2; 2 by default.
    pub anglers: usize,
    /// Whether both players have specials to play; true by default.
    pub has_specials: bool,
    /// Whether chance lays the tiles, every arrangement with the same probability, instead of the
    /// fish; false by default.
    pub is_dealt: bool,
}

/// Reason why no game can have a set-up, worded as what was expected and what was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnglingSetUpError {
    /// The lake would have this number of columns, not 2 to 4.
    #[error("2x2, 3x3 or 4x4; found {0}x{0}")]
    Size(usize),
    /// The number of tiles is not the number of spaces of the lake.
    #[error("{expected}, one for each space; found {found}")]
    Tiles {
        /// Number of spaces of the lake.
        expected: usize,
        /// Number of tiles in the set-up.
        found: usize,
    },
    /// The set-up has this number of divers, more than one.
    #[error("one diver at most; found {0}")]
    Divers(usize),
    /// The set-up has this number of catch tiles for one distance: more than three, or any for a
    /// distance beyond the lake.
    #[error("0 to 3 of a distance, and none beyond the lake; found {0}")]
    Catch(u8),
    /// The set-up has this number of anglers for the player who fishes, neither 1 nor 2.
    #[error("1 or 2; found {0}")]
    Anglers(usize),
}

impl AnglingSetUpError {
    /// Name of the option of the set-up that is wrong, in its canonical spelling, such as
    /// `lake-tiles`.
    pub const fn option(&self) -> &'static str {
        match self {
            AnglingSetUpError::Size(_) => "lake",
            AnglingSetUpError::Tiles { .. } | AnglingSetUpError::Divers(_) => "lake-tiles",
            AnglingSetUpError::Catch(_) => "catch-tiles",
            AnglingSetUpError::Anglers(_) => "anglers",
        }
    }
}

/// The whole game (5.1, 5.2).
impl Default for AnglingSetUp {
    fn default() -> AnglingSetUp {
        AnglingSetUp {
            size: LakeSpace::SIZE,
            tiles: TileCounts::STANDARD,
            catch: [3; LakeSpace::SIZE],
            anglers: 2,
            has_specials: true,
            is_dealt: false,
        }
    }
}

impl AnglingSetUp {
    /// Usual set-up of a lake with `size` columns: for 4 the whole game; smaller lakes have fewer
    /// tiles and one catch tile for each distance, for study.
    pub fn of_lake(size: usize) -> AnglingSetUp {
        let letters = if size == SMALLEST {
            "12rd"
        } else {
            "12345rrrd"
        };
        match size {
            LakeSpace::SIZE => AnglingSetUp::default(),
            _ => AnglingSetUp {
                size,
                tiles: letters.chars().filter_map(LakeTile::from_letter).collect(),
                catch: std::array::from_fn(|distance| u8::from(distance < size)),
                ..AnglingSetUp::default()
            },
        }
    }

    fn check(&self) -> Result<(), AnglingSetUpError> {
        if !(SMALLEST..=LakeSpace::SIZE).contains(&self.size) {
            return Err(AnglingSetUpError::Size(self.size));
        }
        let expected = self.size * self.size;
        let found = self.tiles.len();
        if expected != found {
            return Err(AnglingSetUpError::Tiles { expected, found });
        }
        let divers = self.tiles.count(LakeTile::DIVER);
        if divers > 1 {
            return Err(AnglingSetUpError::Divers(divers));
        }
        let most = |distance: usize| if distance < self.size { 3 } else { 0 };
        if let Some((_, &count)) = self
            .catch
            .iter()
            .enumerate()
            .find(|&(distance, &count)| count > most(distance))
        {
            return Err(AnglingSetUpError::Catch(count));
        }
        if !(1..=2).contains(&self.anglers) {
            return Err(AnglingSetUpError::Anglers(self.anglers));
        }
        Ok(())
    }

    /// The start of a game, with an empty lake and the first tile to be laid.
    ///
    /// # Errors
    /// If no game can have this set-up.
    pub fn start(&self) -> Result<Angling, AnglingSetUpError> {
        self.check()?;
        let catch = self
            .catch
            .iter()
            .rev()
            .fold(0, |bits, count| bits << 2 | count)
            & CATCH_TILES;
        let specials = match (self.has_specials, self.anglers) {
            (false, _) => AnglingSpecials::NONE,
            (true, 1) => AnglingSpecials::ALL.without(AnglingSpecial::PushRed),
            (true, _) => AnglingSpecials::ALL,
        };
        let mut start = Angling {
            board: Board::EMPTY,
            tiles: self.tiles,
            caught: TileCounts::NONE,
            catch,
            specials,
            days: DayOptions::USUAL,
            starts: [NOWHERE; 2],
            progress: [0; 2],
            points: [0; 2],
            size: self.size as u8,
            anglers: self.anglers as u8,
            day: 1,
            step: AnglingStep::Lay,
            turn: Player::new(1),
            active: Angler::Yellow,
            shown: None,
            slides: 0,
            is_held: false,
            is_dealt: self.is_dealt,
        };
        if start.is_full_game() {
            start.days = DayOptions {
                catch,
                has_specials: self.has_specials,
            };
        }
        Ok(start)
    }

    /// The first position of a game in which a player has a choice. If tiles are dealt, they lie in
    /// the lake: the arrangement depends on `seed`, each having the same probability.
    ///
    /// # Errors
    /// If no game can have this set-up.
    pub fn deal(&self, seed: u64) -> Result<Angling, AnglingSetUpError> {
        let mut angling = self.start()?;
        if self.is_dealt {
            angling.deal_tiles(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        }
        Ok(angling)
    }
}
