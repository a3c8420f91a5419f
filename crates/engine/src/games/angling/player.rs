//! Player of Gone Fishing!, which knows no more than the view of the player to move.

use floe_angling::{Angling, AnglingMove, AnglingPolicy};
use floe_game::Game;
use floe_search::{Limits, scores};

use crate::games::{EngineGame, GamePlayer, PlayerSettings};
use crate::player::PlayerRandom;
use crate::{Analysis, AnalysisError, Method, Observer};

/// Player of either role.
#[derive(Debug)]
pub(super) struct AnglingPlayer {
    settings: PlayerSettings,
    random: PlayerRandom,
}

impl AnglingPlayer {
    pub(super) fn new(settings: PlayerSettings) -> AnglingPlayer {
        AnglingPlayer { random: PlayerRandom::new(settings.seed), settings }
    }

    /// Chooses by a rule that looks at this move only.
    fn by_policy(&mut self, view: &Angling, policy: AnglingPolicy) -> Analysis<AnglingMove> {
        let line = |mv| <Angling as EngineGame>::line(view.side_scores(&scores(view)), false, vec![mv]);
        let choice = policy.choose(view, &mut self.random.choices);
        Analysis::new(choice.map(line).into_iter().collect(), view.result(), 0, 1)
    }
}

impl GamePlayer<Angling> for AnglingPlayer {
    fn new_game(&mut self, seed: u64) {
        self.random = PlayerRandom::new(seed);
    }

    fn analyze(
        &mut self,
        view: &Angling,
        _limits: &Limits<'_>,
        _observer: Observer<'_>,
    ) -> Result<Analysis<AnglingMove>, AnalysisError> {
        let (method, players, rules) = (self.settings.method, view.players(), view.rules());
        if let Some(need) = method.unmet_need(rules, players) {
            return Err(AnalysisError::Unsuitable { method, need, players, rules });
        }
        if view.is_over() {
            return Ok(Analysis::new(Vec::new(), view.result(), 0, 0));
        }
        Ok(match method {
            Method::Random => self.by_policy(view, AnglingPolicy::Random),
            Method::Greedy => self.by_policy(view, AnglingPolicy::Greedy),
            _ => self.by_policy(view, AnglingPolicy::Thumb),
        })
    }
}
