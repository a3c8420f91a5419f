use floe_fish::{Dealing, deal_tiles};
use floe_hex::Layout;

use crate::floe::FloeWord;
use crate::{Centre, DealError, Floe, SetUp, VariantPosition, VariantRules};

impl<V: VariantRules> VariantPosition<V> {
    /// Deals a new game by the options of `set_up`; no penguin is placed yet. The same method of
    /// dealing, outline and seed give the same tiles, for any rules and number of players; special
    /// tiles replace some of them.
    ///
    /// # Errors
    /// If the options allow no deal.
    ///
    /// # Panics
    /// If there are not two to four players.
    pub fn deal(set_up: &SetUp, seed: u64) -> Result<VariantPosition<V>, DealError> {
        let SetUp {
            rules,
            players,
            outline,
            centre,
            dealing,
            ..
        } = *set_up;
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
            hexes
                .into_iter()
                .for_each(|hex| floe.lay(V::Word::lift(outline, hex), fish));
        }
        match (floe.centre, centre.fish()) {
            (Some(hex), Some(fish)) => floe.lay(hex, fish),
            (Some(hex), None) if centre == Centre::Open => floe.open.insert(hex),
            _ => {}
        }
        floe.hand[..players].fill(set_up.penguins_each());
        state.deal(&mut floe, tiles, set_up, seed)?;
        let position = VariantPosition::settled(floe, state);
        let penguins = position.in_hand();
        let places = position.state.places(&position).len() as usize;
        if penguins > places {
            Err(DealError::Places(penguins, places))
        } else {
            Ok(position)
        }
    }
}
