use floe_fish::{Field, PositionError, describe_catch};
use floe_game::Player;
use floe_hex::Hex;

use crate::{Floe, Keys, VariantRules};

/// Notation, drawings and messages of a variant. The default methods are those of the base rules.
pub trait VariantText: VariantRules {
    /// Description of a player without penguins in drawings.
    const GONE: &str = "none on the floe";

    /// Token of a tile that only this variant has; `None` for ordinary tiles.
    fn own_tile(&self, _floe: &Floe<Self::Word>, _hex: Hex) -> Option<String> {
        None
    }

    /// Takes a tile that only this variant has off the front of a row; returns whether there was one.
    ///
    /// # Errors
    /// If such a tile begins there and is malformed.
    fn read_tile(
        &mut self,
        _floe: &mut Floe<Self::Word>,
        _hex: Hex,
        _row: &mut Field<'_>,
        _has_penguin: bool,
    ) -> Result<bool, PositionError> {
        Ok(false)
    }

    /// Reads the [keys](crate::VariantInfo::keys) of the variant.
    ///
    /// # Errors
    /// If a key is missing or its value is wrong.
    fn read_keys(&mut self, _floe: &mut Floe<Self::Word>, _keys: &Keys<'_>) -> Result<(), PositionError> {
        Ok(())
    }

    /// The keys of the variant as in positions, each after a blank.
    fn written_keys(&self, _floe: &Floe<Self::Word>) -> String {
        String::new()
    }

    /// Lines that explain a drawing: the signs that only this variant has, and anything that it does not show.
    fn legend(&self, _floe: &Floe<Self::Word>) -> Vec<String> {
        Vec::new()
    }

    /// Sentence below a drawing for a terminal: everything that neither the hexes nor the players' results say.
    fn details(&self, _floe: &Floe<Self::Word>) -> Option<String> {
        None
    }

    /// Text for a hex in a drawing, made from its token.
    fn drawn(&self, _floe: &Floe<Self::Word>, _hex: Hex, token: &str) -> String {
        token.to_owned()
    }

    /// Result of a player in words.
    fn result_text(&self, floe: &Floe<Self::Word>, player: Player) -> String {
        describe_catch(self.result(floe, player))
    }

    /// Reason of the variant why a penguin of the mover cannot move so; `sign` stands between the hexes in the
    /// notation.
    fn why_illegal(&self, _floe: &Floe<Self::Word>, sign: char, _from: Hex, _to: Hex) -> Option<String> {
        (sign == 'x').then(|| "these rules have no pushes, and a move is written like c3-f3".to_owned())
    }
}
