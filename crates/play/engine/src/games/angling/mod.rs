//! Gone Fishing!.

mod beliefs;
mod plan;
mod player;
mod playouts;
mod solve;
pub(crate) mod specials;

use floe_angling::{Angling, AnglingMove};
use floe_game::{Game, Score};

use crate::engine_game::{EngineGame, GamePlayer, PlayerSettings};
use crate::solve::request::{Listener, SolveRequest, SolveResult};
use crate::{AnalysisError, GameRules};

use player::AnglingPlayer;

/// Decisions of a player in a round.
const DECISIONS: u32 = 3;
/// Piers that a round takes on average.
const PIERS_A_ROUND: usize = 4;

/// Checks that the player to move knows the position as that player would: the fish knows all
/// tiles, so the view of the angler is not enough to choose for it.
fn expect_known_to_mover(angling: &Angling) -> Result<(), AnalysisError> {
    let is_fish = !angling.is_over() && Angling::last_turn(angling) == angling.fish();
    if is_fish && angling.has_unknown() {
        Err(AnalysisError::View(angling.fish()))
    } else {
        Ok(())
    }
}

impl EngineGame for Angling {
    fn player(settings: PlayerSettings) -> Box<dyn GamePlayer<Angling>> {
        Box::new(AnglingPlayer::new(settings))
    }

    fn moves_to_come(&self) -> u32 {
        DECISIONS * (1 + self.piers_to_come() / PIERS_A_ROUND) as u32
    }

    fn gain(&self, mv: AnglingMove) -> Score {
        let mover = Angling::last_turn(self);
        self.after(mv).score(mover) - self.score(mover)
    }

    fn prove(
        &self,
        request: &SolveRequest<'_>,
        listener: Listener<'_>,
    ) -> Result<SolveResult<AnglingMove>, AnalysisError> {
        request.expect_no_checkpoint(GameRules::Angling)?;
        expect_known_to_mover(self)?;
        if !request.all {
            return Ok(solve::prove(self, request, listener));
        }
        if Angling::last_turn(self) == self.fish() {
            let rules = GameRules::Angling;
            return Err(AnalysisError::NoSuchProof {
                what: "values of all moves",
                without: "hidden tiles",
                rules,
            });
        }
        Ok(solve::prove_moves(self, request))
    }
}
