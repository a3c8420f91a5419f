//! Draft to position.

use floe_fish::{
    HAND, Position, Problem, TAKEN, TakenBounds, at_most_penguins, check_hand, enough_places,
    penguins_each,
};
use floe_game::{DraftError, DraftField, Player};
use floe_hex::{Hex, Layout};

use super::read::CellGrammar;
use super::{DraftCell, DraftTile, FloeDraft};
use crate::base::base_position;
use crate::floe::FloeWord;
use crate::variant_rules::penguin_count;
use crate::{DealError, Floe, Outline, Rules, Scoring, Variant, VariantPosition, VariantText};

/// Bounds of what players can have taken on this outline by these rules.
pub(super) fn taken_bounds(outline: Outline, rules: Rules) -> TakenBounds {
    TakenBounds {
        hexes: outline.geometry().hexes().len(),
        most_fish: 12,
        // At most four penguins share a tile.
        tile_fish: if rules.variant.shares_tiles { 12 } else { 3 },
        // The middle may cost two (2.3).
        costs: if outline.centre().is_some() { 3 } else { 0 },
        nothing: (rules.variant.scoring == Scoring::Survivors)
            .then_some("0:0, because no tile is taken in survival"),
    }
}

impl FloeDraft {
    /// Makes the draft a position by the rules `V`, in which players who cannot move have retired.
    /// The cells are checked first, in their order, then turn, catch, penguins in hand, and what
    /// only a variant has.
    ///
    /// # Errors
    /// If the draft is no position: the first field that is wrong.
    pub fn build<V: VariantText>(&self) -> Result<VariantPosition<V>, DraftError> {
        settled(self.lay()?)
    }

    /// Makes the draft a position in which players who cannot move have not retired yet.
    ///
    /// # Errors
    /// If it is no position, whatever the players can place.
    pub(crate) fn lay<V: VariantText>(&self) -> Result<VariantPosition<V>, DraftError> {
        let state = V::new(self.rules.variant)
            .ok_or_else(|| DraftField::named("rules").expected("rules of this type of position"))?;
        if V::Word::HAS_RING
            && let Err(error) = self.outline.ring()
        {
            let layout = DraftField::named("layout");
            return Err(layout.expected(DealError::Ring(error).to_string()));
        }
        let seats = self.players().clamp(2, Player::MAX);
        let mut position = VariantPosition {
            floe: Floe::new(self.outline, seats, self.rules.teams),
            state,
        };
        let hexes = position.geometry().outline_rows().flatten();
        for (number, (hex, cell)) in hexes.zip(&self.cells).enumerate() {
            position.lay_cell(hex, cell, || self.field(number))?;
        }
        if self.to_move.index() >= seats {
            let last = Problem::Player(Player::new(seats - 1));
            return Err(DraftField::named("turn").error(last));
        }
        position.floe.turn = self.to_move;
        taken_bounds(self.outline, self.rules).check(&self.taken, position.tiles.len())?;
        position.floe.taken[..self.taken.len()].copy_from_slice(&self.taken);
        if self.rules.teams && self.players() < Player::MAX {
            return Err(TAKEN
                .entry(self.players())
                .expected("',' and fish:tiles of another player: teams need four players"));
        }
        if !self.hands.is_empty() {
            let on_floe = |player| position.penguin_count(player) as u8;
            check_hand(&self.hands, seats, self.to_move, on_floe)?;
            position.floe.hand[..seats].copy_from_slice(&self.hands);
        }
        let idle = DraftField::named("idle");
        match self.idle {
            100.. => return Err(idle.expected("a number of turns from 0 to 99")),
            1.. if !self.has_key("idle") => {
                return Err(idle.expected("no turns: these rules do not count them"));
            }
            turns => position.floe.idle = turns,
        }
        position.state.set_up(&mut position.floe, self)?;
        Ok(position)
    }

    /// Makes the draft a position of the base game on the official floe.
    ///
    /// # Errors
    /// If the draft is no position, has other rules or another outline, or is not for `N` players.
    pub fn build_base<const N: usize>(&self) -> Result<Position<N>, DraftError> {
        let variant: Variant = self.build()?;
        if self.rules != Rules::BASE || !self.outline.is_standard() {
            let rules = DraftField::named("rules");
            return Err(rules.expected("the base game on the official floe"));
        }
        if self.players() != N {
            return Err(TAKEN.expected(format!("fish:tiles for each of {N} players")));
        }
        Ok(base_position(&variant, |hexes| hexes))
    }
}

/// Retires the players who cannot move in a position that has been laid.
///
/// # Errors
/// If there are more penguins to place than tiles for them.
pub(crate) fn settled<V: VariantText>(
    laid: VariantPosition<V>,
) -> Result<VariantPosition<V>, DraftError> {
    let position = VariantPosition::settled(laid.floe, laid.state);
    let penguins = position.in_hand() as u32;
    let free = position.state.places(&position).len();
    if penguins > free {
        return Err(HAND.expected(enough_places(penguins, free)));
    }
    Ok(position)
}

impl<V: VariantText> VariantPosition<V> {
    /// Lays the tile of a cell on a hex, and puts its penguins there; `field` is the cell in
    /// errors.
    fn lay_cell(
        &mut self,
        hex: Hex,
        cell: &DraftCell,
        field: impl Fn() -> DraftField,
    ) -> Result<(), DraftError> {
        let grammar = CellGrammar {
            info: self.state.info(),
            is_centre: self.centre == Some(hex),
            last: Player::new(self.all_players().len() - 1),
        };
        let has_penguin = !cell.penguins.is_empty();
        if !has_penguin {
            match cell.tile {
                DraftTile::Water => return Ok(()),
                DraftTile::Open if grammar.is_centre => {
                    self.floe.open.insert(hex);
                    return Ok(());
                }
                _ => {}
            }
        }
        if cell.penguins.len() > 1 && !grammar.info.shares_tiles {
            return Err(field().expected(grammar.tokens()));
        }
        match cell.tile {
            DraftTile::Fish(fish @ 1..=3) => self.floe.lay(hex, fish),
            DraftTile::Fish(fish @ (0 | -2)) if grammar.is_centre => self.floe.lay(hex, fish),
            DraftTile::Special(kind, fish)
                if grammar.info.has_special_tiles && !(has_penguin && cell.tile.is_broken()) =>
            {
                self.floe.lay(hex, fish);
                let laid = self.state.lay_special(&mut self.floe, hex, kind);
                laid.map_err(|most| field().expected(most))?;
            }
            DraftTile::Unknown(_) | DraftTile::Open | DraftTile::Special(..) if !has_penguin => {
                return Err(field().expected(grammar.tokens()));
            }
            _ => return Err(field().expected(grammar.fish())),
        }
        if !cell.penguins.is_sorted() {
            let order = "the penguins of a tile in the order of their letters";
            return Err(field().expected(order));
        }
        for (number, &player) in cell.penguins.iter().enumerate() {
            let place = || match cell.penguins.len() {
                1 => field(),
                _ => field().part(number + 2),
            };
            if player > grammar.last {
                return Err(place().error(Problem::Player(grammar.last)));
            }
            let put = put_penguin(&mut self.state, &mut self.floe, hex, player);
            put.map_err(|most| place().expected(most))?;
        }
        Ok(())
    }
}

/// Puts a penguin on a hex.
///
/// # Errors
/// If its player has all of its penguins already: how many it can have.
pub(crate) fn put_penguin<V: VariantText>(
    state: &mut V,
    floe: &mut Floe<V::Word>,
    hex: Hex,
    player: Player,
) -> Result<(), String> {
    let each = penguins_each(floe.all_players().len());
    if penguin_count(state, floe, player) as u8 >= each {
        return Err(at_most_penguins(player, each));
    }
    state.add_penguin(floe, player, hex);
    Ok(())
}
