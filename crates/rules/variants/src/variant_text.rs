use floe_fish::describe_catch;
use floe_game::{DraftError, Player};
use floe_hex::Hex;

use crate::parts::way_of_penguin;
use crate::{DraftTile, Floe, FloeDraft, FloePart, SpecialTile, VariantRules};

/// Notation, drawings and messages of a variant. The default methods follow the base rules.
pub trait VariantText: VariantRules {
    /// Text that a drawing shows for a player who has no penguin, neither on the floe nor in hand.
    const GONE: &str = "none on the floe";
    /// Sentence that asks for a placement.
    const PLACEMENT: &'static str = "Place a penguin on a tile with one fish.";

    /// Kind of the special tile at `hex`; `None` for ordinary tiles.
    fn special_at(&self, _hex: Hex) -> Option<SpecialTile> {
        None
    }

    /// Token in positions of a tile at `hex` that only this variant has; `None` for ordinary tiles.
    fn own_tile(&self, floe: &Floe<Self::Word>, hex: Hex) -> Option<String> {
        let kind = self.special_at(hex)?;
        Some(DraftTile::Special(kind, floe.fish(hex)).to_string())
    }

    /// Turns the tile at `hex`, which has just been laid, into a special one.
    ///
    /// # Errors
    /// If there are too many of its kind: how many there can be.
    fn lay_special(
        &mut self,
        _floe: &mut Floe<Self::Word>,
        _hex: Hex,
        _kind: SpecialTile,
    ) -> Result<(), String> {
        Ok(())
    }

    /// Sets up what only this variant has, as `draft` gives it. The floe already holds everything
    /// else of the draft.
    ///
    /// # Errors
    /// If what only this variant has is missing in the draft, or wrong.
    fn set_up(
        &mut self,
        _floe: &mut Floe<Self::Word>,
        _draft: &FloeDraft,
    ) -> Result<(), DraftError> {
        Ok(())
    }

    /// Adds what only this variant has to the draft of a position.
    fn fill_draft(&self, _floe: &Floe<Self::Word>, _draft: &mut FloeDraft) {}

    /// Lines in English that explain a drawing: the signs that only this variant has, and anything
    /// that the drawing does not show.
    fn legend(&self, _floe: &Floe<Self::Word>) -> Vec<String> {
        Vec::new()
    }

    /// Sentence in English below a drawing for a terminal: everything that neither the hexes nor
    /// the results of the players say; `None` if there is nothing.
    fn details(&self, _floe: &Floe<Self::Word>) -> Option<String> {
        None
    }

    /// Text for `hex` in a drawing, made from its `token` in positions.
    fn drawn(&self, _floe: &Floe<Self::Word>, _hex: Hex, token: &str) -> String {
        token.to_owned()
    }

    /// Result of `player` so far in English, as a drawing shows it.
    fn result_text(&self, floe: &Floe<Self::Word>, player: Player) -> String {
        describe_catch(self.result(floe, player))
    }

    /// Parts of a legal choice, in the order in which its player chooses them. The parts of one
    /// choice are never only the beginning of the parts of another choice.
    fn parts(&self, floe: &Floe<Self::Word>, choice: Self::Move) -> Vec<FloePart<Self::Word>> {
        way_of_penguin(floe.geometry(), choice, Self::PLACEMENT)
    }

    /// Reason, in a sentence, why `hex` cannot be chosen next, once the penguin of a legal choice
    /// and the hex where it stops have been chosen; `None` if no hex is to be chosen next.
    fn why_no_target(
        &self,
        _floe: &Floe<Self::Word>,
        _choice: Self::Move,
        _hex: Hex,
    ) -> Option<String> {
        None
    }

    /// The outcome of chance in a move, in words; empty by default, for variants without chance.
    fn outcome_in_words(&self, _floe: &Floe<Self::Word>, _mv: Self::Move) -> String {
        String::new()
    }

    /// Reason, special to this variant, why a penguin of the player to move cannot move from one
    /// hex to the other; `None` if there is none. `sign` is what stands between the hexes in the
    /// notation of the move.
    fn why_illegal(
        &self,
        _floe: &Floe<Self::Word>,
        sign: char,
        _from: Hex,
        _to: Hex,
    ) -> Option<String> {
        (sign == 'x')
            .then(|| "these rules have no pushes, and a move is written like c3-f3".to_owned())
    }
}
