//! A position as one person sees it.

use floe_engine::{AnyGame, AnyMove};
use floe_game::Player;

/// Position of any game as a player sees it, or whole. It does not contain what is hidden from the
/// viewer, so nothing that it shows or says can reveal that.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The position as the viewer knows it.
    known: AnyGame,
    viewer: Option<Player>,
}

impl Seen {
    /// The position as this player sees it; with `None` the whole position.
    pub fn by(game: &AnyGame, viewer: impl Into<Option<Player>>) -> Seen {
        let viewer = viewer.into();
        let known = viewer.map_or(*game, |player| game.view(player));
        Seen { known, viewer }
    }

    /// The position as the player to move sees it; when the game is over, as the player who moved
    /// last sees it.
    pub fn by_mover(game: &AnyGame) -> Seen {
        Seen::by(game, game.last_turn())
    }

    /// The whole position, for those who may see all.
    pub fn whole(game: &AnyGame) -> Seen {
        Seen::by(game, None)
    }

    /// The position as the viewer knows it: without what is hidden from that player.
    pub fn position(&self) -> &AnyGame {
        &self.known
    }

    /// The player who sees the position; `None` for a viewer who sees all.
    pub fn viewer(&self) -> Option<Player> {
        self.viewer
    }

    /// Whether the game is one on a floe.
    pub(crate) fn is_on_floe(&self) -> bool {
        self.known.rules().floe().is_some()
    }

    /// A legal move or choice as the viewer observes it; a choice stays without its outcome.
    pub(crate) fn observed(&self, mv: AnyMove) -> AnyMove {
        let Some(viewer) = self.viewer else { return mv };
        let observed = self.known.observed_by(viewer, mv);
        if self.known.choice_in(mv) == mv {
            self.known.choice_in(observed)
        } else {
            observed
        }
    }
}
