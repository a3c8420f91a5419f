use floe_fish::{Dealing, deal_tiles, penguins_each};
use floe_hex::{Layout, MOST_COLUMNS, RingError};

use crate::floe::FloeWord;
use crate::{Centre, Floe, Outline, Rules, Specials, VariantPosition, VariantRules, Whales};

/// Options of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SetUp {
    /// Rules of the game.
    pub rules: Rules,
    /// Number of players, 2 to 4.
    pub players: usize,
    /// The outline.
    pub outline: Outline,
    /// The hex in the middle, where the outline has a special one.
    pub centre: Centre,
    /// Way to deal the tiles.
    pub dealing: Dealing,
    /// Numbers of special tiles (3.7).
    pub special: Specials,
    /// The whales that hide (3.4).
    pub whales: Whales,
}

impl SetUp {
    /// Default options: the official floe, shuffled, with the special tiles and whales of the rules.
    pub fn usual(rules: Rules, players: usize) -> SetUp {
        SetUp { rules, players, whales: Whales::THREE, ..SetUp::default() }
    }

    /// Whether it is the base game on the official floe.
    pub fn is_base(&self) -> bool {
        self.rules == Rules::BASE && self.outline.is_standard()
    }
}

/// Error of options that allow no deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// Teams without four players.
    #[error("teams are for four players, not {0}")]
    Teams(usize),
    /// No tile for the whale to start on.
    #[error("the whale needs a three-fish tile to start on; this floe has none")]
    Whale,
    /// No tile for a whale to hide below.
    #[error("a whale needs a tile with {0} fish to hide below; this floe has none")]
    Hiding(i32),
    /// Too few tiles to place all penguins on (1.4): the numbers of penguins and of tiles.
    #[error("expected at least {0} tiles to place the penguins on; this floe has {1}")]
    Places(usize, usize),
    /// Too few tiles to replace by special ones.
    #[error("this floe has too few tiles with one and two fish to replace by special tiles")]
    Special,
    /// No ring of hexes around the outline.
    #[error("{}", why_no_ring(.0))]
    Ring(RingError),
    /// Rules of another type of position.
    #[error("these rules need another type of position")]
    Kind,
    /// Balanced deal on an outline that has none.
    #[error("balanced deals exist only for the layouts standard and setup-1")]
    Balanced,
}

fn why_no_ring(error: &RingError) -> String {
    match error {
        RingError::Wide => format!(
            "rows of at most {MOST_COLUMNS} hexes with special tiles, so that the hexes at its ends have letters"
        ),
        RingError::Large(hexes) => {
            format!("an outline of at most 128 hexes, those around it included; found {hexes}")
        }
    }
}

impl<V: VariantRules> VariantPosition<V> {
    /// Deals a floe; no penguin is placed yet. The tiles depend on the seed, not on the rules or the number of players.
    ///
    /// # Errors
    /// If these options allow no deal.
    ///
    /// # Panics
    /// If there are not two to four players.
    pub fn deal(set_up: &SetUp, seed: u64) -> Result<VariantPosition<V>, DealError> {
        let SetUp { rules, players, outline, centre, dealing, .. } = *set_up;
        let mut state = V::new(rules.variant).ok_or(DealError::Kind)?;
        if rules.teams && players != 4 {
            return Err(DealError::Teams(players));
        }
        if dealing == Dealing::Balanced && !["standard", "setup-1"].contains(&outline.name()) {
            return Err(DealError::Balanced);
        }
        if V::Word::HAS_RING {
            outline.ring().map_err(DealError::Ring)?;
        }
        let mut floe = Floe::new(outline, players, rules.teams);
        let tiles = deal_tiles(outline.geometry(), outline.dealt(), dealing, seed);
        for (fish, hexes) in (1..).zip(tiles) {
            hexes.into_iter().for_each(|hex| floe.lay(V::Word::lift(outline, hex), fish));
        }
        match (floe.centre, centre.fish()) {
            (Some(hex), Some(fish)) => floe.lay(hex, fish),
            (Some(hex), None) if centre == Centre::Open => floe.open.insert(hex),
            _ => {}
        }
        floe.hand[..players].fill(penguins_each(players));
        state.deal(&mut floe, tiles, set_up, seed)?;
        let position = VariantPosition::settled(floe, state);
        let penguins = position.in_hand();
        let places = position.state.places(&position).len() as usize;
        if penguins > places { Err(DealError::Places(penguins, places)) } else { Ok(position) }
    }
}
