//! Draft to position.

use floe_fish::{HAND, Problem, TAKEN, at_most_penguins, check_hand, enough_places, penguins_each};
use floe_game::{DraftError, DraftField, Player};
use floe_hex::Hex;

use super::read::CellGrammar;
use super::{DraftCell, DraftTile, FloeDraft, taken_bounds};
use crate::floe::FloeWord;
use crate::variant_rules::penguin_count;
use crate::{DealError, Floe, VariantPosition, VariantText};

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
}

impl<V: VariantText> From<&VariantPosition<V>> for FloeDraft {
    fn from(position: &VariantPosition<V>) -> FloeDraft {
        let rules = position.rules();
        let players = position.all_players();
        let mut draft = FloeDraft::new(position.outline, rules, players.len());
        let hexes = position.geometry().outline_rows().flatten();
        let cells = hexes.map(|hex| cell_of(&position.state, &position.floe, hex));
        draft.cells = cells.collect();
        draft.to_move = position.last_turn();
        draft.taken = position.taken[..players.len()].to_vec();
        if position.is_placement() {
            draft.hands = position.hand[..players.len()].to_vec();
        }
        draft.idle = position.idle;
        position.state.fill_draft(&position.floe, &mut draft);
        draft
    }
}

/// The cell of a hex, with its penguins and its tile.
pub(crate) fn cell_of<V: VariantText>(state: &V, floe: &Floe<V::Word>, hex: Hex) -> DraftCell {
    let of = |player| {
        let count = state.penguins_on(floe, player, hex);
        std::iter::repeat_n(player, count as usize)
    };
    let tile = if floe.tiles.contains(hex) {
        match state.special_at(hex) {
            Some(kind) => DraftTile::Special(kind, floe.fish(hex)),
            None => DraftTile::Fish(floe.fish(hex)),
        }
    } else if floe.open.contains(hex) {
        DraftTile::Open
    } else {
        DraftTile::Water
    };
    DraftCell {
        penguins: floe.all_players().flat_map(of).collect(),
        tile,
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
