//! Gone Fishing!.

mod beliefs;
mod parts;
mod plan;
mod player;
mod playouts;
mod reasons;
mod solve;
mod specials;
pub(crate) mod words;

use floe_angling::{Angling, AnglingMove, AnglingSolver, AnglingStep, LakeTile};
use floe_game::{Game, Player, Score};

use super::{EngineGame, ExportError, GamePlayer, PlayerSettings};
use crate::solve::request::{Listener, SolveRequest, SolveResult};
use crate::{AnalysisError, AnyDealError, AnyGame, AnySetUp, ChoicePart, GameRules, SpaceToken};

use player::AnglingPlayer;
use words::SpecialValue;

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

impl From<Angling> for AnyGame {
    fn from(angling: Angling) -> AnyGame {
        AnyGame::Angling(angling)
    }
}

impl EngineGame for Angling {
    fn deal(set_up: &AnySetUp, seed: u64) -> Result<Angling, AnyDealError> {
        Ok(set_up.angling()?.deal(seed)?)
    }

    fn player(settings: PlayerSettings) -> Box<dyn GamePlayer<Angling>> {
        Box::new(AnglingPlayer::new(settings))
    }

    fn from_any(game: &AnyGame) -> Option<Angling> {
        if let AnyGame::Angling(position) = *game {
            Some(position)
        } else {
            None
        }
    }

    fn rules(&self) -> GameRules {
        GameRules::Angling
    }

    fn last_turn(&self) -> Player {
        Angling::last_turn(self)
    }

    fn is_view(&self) -> bool {
        self.has_unknown()
    }

    fn sides(&self) -> usize {
        self.players()
    }

    fn special_values(&self) -> Vec<SpecialValue> {
        specials::special_values(self)
    }

    fn export(&self, max_entries: usize) -> Result<String, ExportError> {
        Ok(AnglingSolver::new(self, max_entries)?.to_efg())
    }

    fn move_in_words(&self, mv: AnglingMove) -> Option<String> {
        Some(words::choice(mv))
    }

    fn parts(&self, choice: AnglingMove) -> Vec<ChoicePart> {
        parts::parts(self, choice)
    }

    fn outcome_words(&self, mv: AnglingMove) -> String {
        parts::outcome(mv)
    }

    fn outcome_parts(&self, mv: AnglingMove) -> Vec<ChoicePart> {
        parts::outcome_parts(self, mv)
    }

    fn task(&self) -> &'static str {
        match self.step() {
            AnglingStep::Lay => "Lay a tile face down.",
            AnglingStep::Place => "Put an angler on a pier.",
            AnglingStep::Walk => "Walk with an angler.",
            AnglingStep::Show => "Show a tile.",
            AnglingStep::Catch => "Catch a tile, or not.",
            AnglingStep::Slide => "Move a tile, or end the round.",
            AnglingStep::Over => "The game is over.",
        }
    }

    fn space_tokens(&self) -> Vec<SpaceToken> {
        let tile = |tile: LakeTile| SpaceToken {
            token: tile.letter().to_string(),
            words: tile.in_words(),
        };
        let hidden = SpaceToken {
            token: "?".to_owned(),
            words: "hidden tile".to_owned(),
        };
        LakeTile::all().map(tile).chain([hidden]).collect()
    }

    fn line_reasons(&self, line: &[AnglingMove]) -> Vec<String> {
        line.first()
            .map_or(Vec::new(), |&mv| reasons::of_move(self, mv))
    }

    fn interim_result(&self, mv: AnglingMove) -> Option<String> {
        self.end_of_day_in_words(mv)
    }

    fn news(&self, mv: AnglingMove) -> Option<String> {
        let news: Vec<String> = self
            .catch_in_words(mv)
            .into_iter()
            .chain(self.interim_result(mv))
            .collect();
        (!news.is_empty()).then(|| news.join(" "))
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
