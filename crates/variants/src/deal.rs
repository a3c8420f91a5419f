use floe_fish::{Dealing, deal_tiles, penguins_each};
use floe_hex::{HexSet, Layout};

use crate::floe::Floe;
use crate::group::Crowd;
use crate::special::{BoardError, Specials};
use crate::variant::State;
use crate::{Centre, Hidden, Kind, Outline, Rules, Variant, Whales, whale};

/// What is to be dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetUp {
    /// What is played.
    pub rules: Rules,
    /// How many play, 2 to 4.
    pub players: usize,
    /// The outline.
    pub outline: Outline,
    /// What lies in the middle, where the outline has one to fill.
    pub centre: Centre,
    /// How the tiles are dealt.
    pub dealing: Dealing,
    /// How many tiles are special ones, where there are any.
    pub special: Specials,
    /// The whales that hide, where whales do (3.4).
    pub whales: Whales,
}

impl SetUp {
    /// What is dealt where nothing else is said: the official floe, shuffled, and the special tiles and whales a game begins with.
    pub fn usual(rules: Rules, players: usize) -> SetUp {
        SetUp {
            rules,
            players,
            outline: Outline::STANDARD,
            centre: Centre::Water,
            dealing: Dealing::Shuffled,
            special: Specials::default(),
            whales: Whales::THREE,
        }
    }

    /// Whether it is the base game on the official floe.
    pub fn is_base(&self) -> bool {
        self.rules == Rules::BASE && self.outline.is_standard()
    }
}

/// Why a floe cannot be dealt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// Teams are of four players.
    #[error("teams are for four players, not {0}")]
    Teams(usize),
    /// There is nothing for the whale to start on.
    #[error("the whale starts on a three-fish tile, and so small a floe has none")]
    Whale,
    /// There is nothing for a whale to hide below.
    #[error("a whale hides below a tile with {0} fish, and so small a floe has none")]
    Hiding(i32),
    /// Where whales hide a position is something else.
    #[error("where whales hide, chance has a say")]
    Chance,
    /// There is no room for all penguins (1.4).
    #[error("{penguins} penguins are to be placed, and the floe has {places} tiles to place them on")]
    Places {
        /// How many penguins there are.
        penguins: usize,
        /// How many tiles they can be placed on.
        places: usize,
    },
    /// There are too few tiles to replace.
    #[error("so small a floe has too few tiles with one and two fish to be replaced by special ones")]
    Special,
    /// There is no ring of places around the outline.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Special tiles are played by another kind of position.
    #[error("special tiles are dealt as a position of their own")]
    Kind,
    /// Fish cannot be spread evenly over any outline.
    #[error("a balanced deal is defined for the layouts standard and setup-1")]
    Balanced,
}

/// The floe before the first placement, and its tiles by their fish.
fn lay(set_up: &SetUp, seed: u64) -> Result<(Floe, [HexSet; 3]), DealError> {
    let SetUp { rules, players, outline, centre, dealing, .. } = *set_up;
    if rules.teams && players != 4 {
        return Err(DealError::Teams(players));
    }
    if dealing == Dealing::Balanced && !["standard", "setup-1"].contains(&outline.name()) {
        return Err(DealError::Balanced);
    }
    let mut floe = Floe::new(outline, players);
    floe.teams = rules.teams;
    let tiles = deal_tiles(outline.geometry(), outline.dealt(), dealing, seed);
    for (fish, hexes) in (1..).zip(tiles) {
        hexes.into_iter().for_each(|hex| floe.lay(hex, fish));
    }
    if let Some(hex) = outline.centre() {
        match centre.fish() {
            Some(fish) => floe.lay(hex, fish),
            None if centre == Centre::Open => floe.open.insert(hex),
            None => {}
        }
    }
    floe.hand[..players].fill(penguins_each(players));
    Ok((floe, tiles))
}

/// Whether there is room for all penguins.
fn check_places(floe: &Floe, places: HexSet) -> Result<(), DealError> {
    let penguins = floe.hand.into_iter().map(usize::from).sum();
    let places = places.len() as usize;
    if penguins > places { Err(DealError::Places { penguins, places }) } else { Ok(()) }
}

impl Variant {
    /// A dealt floe before the first placement. The same seed deals the same floe, whatever the rules and the number of players.
    ///
    /// # Errors
    /// Where these rules cannot be played so.
    ///
    /// # Panics
    /// If the game is not for two to four players.
    pub fn deal(set_up: &SetUp, seed: u64) -> Result<Variant, DealError> {
        let (floe, tiles) = lay(set_up, seed)?;
        let state = match set_up.rules.variant {
            None => State::Plain,
            Some(Kind::Push) => State::Push,
            Some(Kind::Whale) => State::Whale(whale::start(set_up.outline, tiles[2]).ok_or(DealError::Whale)?),
            Some(Kind::HiddenWhale) => return Err(DealError::Chance),
            Some(Kind::Survival) => State::Survival { idle: 0 },
            Some(Kind::Group) => State::Group(Crowd::default()),
            Some(Kind::SpecialTiles) => return Err(DealError::Kind),
        };
        let variant = Variant::settled(floe, state);
        check_places(&floe, variant.places())?;
        Ok(variant)
    }
}

impl Hidden {
    /// A dealt floe before the first placement, the same as that of other rules with this seed.
    ///
    /// # Errors
    /// Where it is too small.
    ///
    /// # Panics
    /// If the game is not for two to four players.
    pub fn deal(set_up: &SetUp, seed: u64) -> Result<Hidden, DealError> {
        let (floe, _) = lay(set_up, seed)?;
        if let Some(fish) = set_up.whales.iter().find(|&fish| floe.tiles_of(fish).is_empty()) {
            return Err(DealError::Hiding(fish));
        }
        let hidden = Hidden::settled(floe, set_up.whales);
        check_places(&floe, hidden.places())?;
        Ok(hidden)
    }
}
