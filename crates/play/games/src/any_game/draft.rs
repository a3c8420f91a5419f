//! Drafts of the positions of all games.

use floe_flip::{CardDraft, CardForm};
use floe_game::DraftError;
use floe_variants::FloeDraft;

use crate::AnyGame;
use crate::with_variant;

/// Makes a draft of a floe a position. The error names the first field that is wrong.
impl TryFrom<&FloeDraft> for AnyGame {
    type Error = DraftError;

    fn try_from(draft: &FloeDraft) -> Result<AnyGame, DraftError> {
        let variant = draft.rules.variant;
        let is_base = draft.rules == floe_variants::Rules::BASE && draft.outline.is_standard();
        Ok(match draft.players() {
            _ if variant.has_chance => AnyGame::Hidden(draft.build()?),
            _ if variant.has_special_tiles => AnyGame::Special(draft.build()?),
            _ if !is_base => AnyGame::Variant(draft.build()?),
            2 => AnyGame::Two(draft.build_base()?),
            3 => AnyGame::Three(draft.build_base()?),
            _ => AnyGame::Four(draft.build_base()?),
        })
    }
}

/// Makes a draft of cards a position. The error names the first field that is wrong.
impl TryFrom<&CardDraft> for AnyGame {
    type Error = DraftError;

    fn try_from(draft: &CardDraft) -> Result<AnyGame, DraftError> {
        Ok(match draft.form {
            CardForm::Flip(_) => AnyGame::Flip(draft.build_flip()?),
            CardForm::Contest(_) => AnyGame::Contest(draft.build_contest()?),
        })
    }
}

impl AnyGame {
    /// The draft of a position on a floe; `None` for games without a floe.
    pub fn draft(&self) -> Option<FloeDraft> {
        with_variant!(self, position => FloeDraft::from(&position))
    }
}
