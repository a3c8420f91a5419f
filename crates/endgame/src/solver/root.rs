use floe_fish::Position;
use floe_game::{Game, Interval, Player, Score};
use floe_hex::Layout;

use crate::ending::{Ending, Normalized, Normalizer};

/// A position as an ending, seen by the player to move.
pub(super) struct Root {
    /// The margin that is certain: what is banked, what penguins stand on, areas that nobody contests.
    pub(super) certain: Score,
    pub(super) rest: Option<Ending>,
}

impl Root {
    pub(super) fn of<L: Layout>(position: &Position<2, L>, normalizer: &mut Normalizer<'_, L>) -> Root {
        let me = position.last_turn();
        let other = Player::new(1 - me.index());
        let has = |player: Player| position.score(player) + position.worth(position.penguins(player));
        let ending = Ending::new(position.free(), position.penguins(me), position.penguins(other), 0);
        let Normalized { certain, rest } = normalizer.normalize(&ending);
        Root { certain: has(me) - has(other) + certain, rest }
    }

    /// Bounds of the margin that need no search.
    pub(super) fn bounds(&self) -> Interval<Score> {
        self.rest.as_ref().map_or(Interval::exact(0), Ending::bounds).map(|bound| self.certain + bound)
    }
}
