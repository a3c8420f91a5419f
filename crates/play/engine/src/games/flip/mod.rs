//! Fish 'n' Flip and its competitive form.

mod contest;
mod last_round;
mod playouts;
mod single;

use floe_flip::{Contest, Flip, FlipMove, FlipPolicy};
use floe_game::{Game, POINT, Score};

use crate::engine_game::{EngineGame, GamePlayer, PlayerSettings};
use crate::solve::request::{Listener, SolveRequest, SolveResult};
use crate::{AnalysisError, GameRules, GameValue};

use contest::ContestPlayer;
use single::FlipPlayer;

/// Decisions of a turn among which time is divided.
const DECISIONS: u32 = 3;

impl EngineGame for Flip {
    fn player(settings: PlayerSettings) -> Box<dyn GamePlayer<Flip>> {
        Box::new(FlipPlayer::new(settings))
    }

    fn moves_to_come(&self) -> u32 {
        let turns = self.turns_left().map_or(
            self.pile().len().div_ceil(self.net().columns()) as u32 + 2,
            u32::from,
        );
        DECISIONS * turns.div_ceil(self.players() as u32)
    }

    /// Minus the animals left after the best rest of the turn.
    fn gain(&self, mv: FlipMove) -> Score {
        FlipPolicy::Greedy.value(self, mv)
    }

    fn value_of(scores: &[Score], _exact: bool) -> GameValue {
        let left = scores
            .first()
            .map_or(0.0, |&score| -f64::from(score) / f64::from(POINT));
        GameValue::left(left)
    }

    fn prove(
        &self,
        request: &SolveRequest<'_>,
        _listener: Listener<'_>,
    ) -> Result<SolveResult<FlipMove>, AnalysisError> {
        request.expect_no_checkpoint(GameRules::Flip)?;
        Ok(single::prove(self, request))
    }
}

impl EngineGame for Contest {
    fn player(settings: PlayerSettings) -> Box<dyn GamePlayer<Contest>> {
        Box::new(ContestPlayer::new(settings))
    }

    fn moves_to_come(&self) -> u32 {
        let rounds = 1 + (self.pile().len() + self.discarded().len()) as u32 / 9;
        DECISIONS * rounds
    }

    fn gain(&self, mv: FlipMove) -> Score {
        contest::gain(self, mv)
    }

    fn prove(
        &self,
        request: &SolveRequest<'_>,
        _listener: Listener<'_>,
    ) -> Result<SolveResult<FlipMove>, AnalysisError> {
        request.expect_no_checkpoint(GameRules::Contest)?;
        Ok(last_round::prove(self, request.all))
    }
}
