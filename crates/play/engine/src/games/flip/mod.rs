//! Fish 'n' Flip and its competitive form.

mod contest;
mod last_round;
mod parts;
mod playouts;
mod reasons;
mod single;
pub(crate) mod words;

use floe_flip::{Contest, ContestStep, Flip, FlipMove, FlipPolicy, FlipStep};
use floe_game::{Game, POINT, Player, Score};

use super::{EngineGame, GamePlayer, PlayerSettings};
use crate::solve::request::{Listener, SolveRequest, SolveResult};
use crate::{
    AnalysisError, AnalysisLine, AnyDealError, AnyGame, AnySetUp, ChoicePart, GameRules, GameValue,
    SpaceToken,
};

use contest::ContestPlayer;
use single::FlipPlayer;
use words::{FreeableNumber, TurnInWords};

/// Decisions of a turn among which time is divided.
const DECISIONS: u32 = 3;

impl From<Flip> for AnyGame {
    fn from(flip: Flip) -> AnyGame {
        AnyGame::Flip(flip)
    }
}

impl EngineGame for Flip {
    fn deal(set_up: &AnySetUp, seed: u64) -> Result<Flip, AnyDealError> {
        Ok(Flip::deal(set_up.flip()?, seed)?)
    }

    fn player(settings: PlayerSettings) -> Box<dyn GamePlayer<Flip>> {
        Box::new(FlipPlayer::new(settings))
    }

    fn from_any(game: &AnyGame) -> Option<Flip> {
        if let AnyGame::Flip(position) = *game {
            Some(position)
        } else {
            None
        }
    }

    fn rules(&self) -> GameRules {
        GameRules::Flip
    }

    fn last_turn(&self) -> Player {
        Flip::last_turn(self)
    }

    fn sides(&self) -> usize {
        1
    }

    fn notes(&self) -> Vec<String> {
        words::notes(self)
    }

    fn move_in_words(&self, mv: FlipMove) -> Option<String> {
        Some(words::choice(self, mv))
    }

    fn parts(&self, choice: FlipMove) -> Vec<ChoicePart> {
        parts::parts(self, choice)
    }

    fn outcome_words(&self, mv: FlipMove) -> String {
        parts::outcome(mv)
    }

    fn outcome_parts(&self, mv: FlipMove) -> Vec<ChoicePart> {
        parts::outcome_parts(self, mv)
    }

    fn task(&self) -> &'static str {
        match self.step() {
            FlipStep::Act => "Play an action card.",
            FlipStep::Power => "Use a power, or none.",
            FlipStep::Draw => "Draw an action card.",
            FlipStep::Free => "Free animals, or go on.",
            FlipStep::Lay => "Lay the next card.",
        }
    }

    fn space_tokens(&self) -> Vec<SpaceToken> {
        parts::tokens(self.net(), self.pile(), true)
    }

    fn turn_in_words(&self, line: &[FlipMove]) -> Option<TurnInWords> {
        Some(words::turn(self, line))
    }

    fn line_reasons(&self, line: &[FlipMove]) -> Vec<String> {
        reasons::of_turn(self, line)
    }

    fn is_lost(&self) -> bool {
        Flip::is_lost(self)
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

    fn line(scores: Vec<Score>, exact: bool, moves: Vec<FlipMove>) -> AnalysisLine<FlipMove> {
        let left = scores
            .first()
            .map_or(0.0, |&score| -f64::from(score) / f64::from(POINT));
        AnalysisLine {
            value: GameValue::left(left),
            scores,
            exact,
            visits: None,
            moves,
        }
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

impl From<Contest> for AnyGame {
    fn from(contest: Contest) -> AnyGame {
        AnyGame::Contest(contest)
    }
}

impl EngineGame for Contest {
    fn deal(set_up: &AnySetUp, seed: u64) -> Result<Contest, AnyDealError> {
        Ok(Contest::deal(set_up.flip()?, seed)?)
    }

    fn player(settings: PlayerSettings) -> Box<dyn GamePlayer<Contest>> {
        Box::new(ContestPlayer::new(settings))
    }

    fn from_any(game: &AnyGame) -> Option<Contest> {
        if let AnyGame::Contest(position) = *game {
            Some(position)
        } else {
            None
        }
    }

    fn rules(&self) -> GameRules {
        GameRules::Contest
    }

    fn last_turn(&self) -> Player {
        Contest::last_turn(self)
    }

    fn sides(&self) -> usize {
        self.players()
    }

    fn freeable_numbers(&self) -> Vec<FreeableNumber> {
        words::freeable_numbers(self)
    }

    fn move_in_words(&self, mv: FlipMove) -> Option<String> {
        Some(words::choice(self, mv))
    }

    fn parts(&self, choice: FlipMove) -> Vec<ChoicePart> {
        parts::parts(self, choice)
    }

    fn outcome_words(&self, mv: FlipMove) -> String {
        parts::outcome(mv)
    }

    fn outcome_parts(&self, mv: FlipMove) -> Vec<ChoicePart> {
        parts::outcome_parts(self, mv)
    }

    fn task(&self) -> &'static str {
        match self.step() {
            ContestStep::Lay => "Lay the next card.",
            ContestStep::Draw => "Draw an action card.",
            ContestStep::Bid => "Bid a number of animals, or pass.",
            ContestStep::Act => "Play an action card.",
            ContestStep::Power => "Use a power, or none.",
            ContestStep::Free => "Free animals, or go on.",
            ContestStep::Give => "Give away the animals beyond your bid.",
        }
    }

    fn space_tokens(&self) -> Vec<SpaceToken> {
        parts::tokens(self.net(), self.pile(), false)
    }

    fn way_in_words(&self, choice: FlipMove) -> Option<String> {
        if let FlipMove::Bid(number) = choice {
            Some(words::bid(self, number))
        } else {
            None
        }
    }

    fn line_reasons(&self, line: &[FlipMove]) -> Vec<String> {
        reasons::of_contest(self, line)
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
