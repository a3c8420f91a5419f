//! Players who leave the game, in words.

use floe_fish::Value;
use floe_game::{Game, Player, counted};

use crate::variant_rules::penguin_count;
use crate::{VariantPosition, VariantText};

impl<V: VariantText> VariantPosition<V> {
    /// Sentences about the players whom a legal move, with its outcome, puts out of the game, in
    /// turn order: `B cannot move, takes the 3 tiles under the penguins (5 fish) and is out.` Empty
    /// after most moves.
    pub fn leaving_words(&self, mv: V::Move) -> Vec<String> {
        let mut after = *self;
        after.play(mv);
        if after.is_placement() {
            return Vec::new();
        }
        let standing = self.before_retiring(mv);
        let has_left = |player: &Player| after.penguins(*player).is_empty();
        let was_here =
            |player: &Player| !self.penguins(*player).is_empty() || self.hand(*player) > 0;
        let order = self
            .last_turn()
            .round(self.players())
            .skip(1)
            .chain([self.last_turn()]);
        order
            .filter(was_here)
            .filter(has_left)
            .map(|player| standing.leaves(player, &after))
            .collect()
    }

    /// The position after a move, in which no player has retired yet. Where no tiles are taken no
    /// one retires, and it is the position after the move.
    fn before_retiring(&self, mv: V::Move) -> VariantPosition<V> {
        let mut standing = *self;
        if V::INFO.takes_tiles() {
            // The next player has something to do, and turns without a tile count from here.
            let next = self.next(self.last_turn());
            standing.floe.hand[next.index()] += 1;
            standing.floe.idle = 0;
            standing.play(mv);
            standing.floe.hand[next.index()] -= 1;
        } else {
            standing.play(mv);
        }
        standing
    }

    /// Sentence on a player who leaves the game, from this position before it retires to the one
    /// after.
    fn leaves(&self, player: Player, after: &VariantPosition<V>) -> String {
        let penguins = penguin_count(&self.state, &self.floe, player);
        if penguins == 0 {
            return format!("{player} has no penguins left and is out.");
        }
        let before = self.taken[player.index()];
        let after = after.taken[player.index()];
        let Value { fish, tiles } = Value {
            fish: after.fish - before.fish,
            tiles: after.tiles - before.tiles,
        };
        let reason = if self.state.can_move(&self.floe, player) {
            "has to stop"
        } else {
            "cannot move"
        };
        if tiles == 0 {
            return format!("{player} {reason} and is out.");
        }
        let tiles = if tiles == 1 {
            "tile".to_owned()
        } else {
            counted(tiles, "tile")
        };
        let noun = if penguins == 1 { "penguin" } else { "penguins" };
        format!("{player} {reason}, takes the {tiles} under the {noun} ({fish} fish) and is out.")
    }
}
