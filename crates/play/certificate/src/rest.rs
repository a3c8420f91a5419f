use floe_game::Player;
use floe_hex::{Hex, HexSet, Layout, Standard};

/// Rest of a game of the base rules for two players. Tiles count when a penguin lands on them, so
/// the scores so far and the tiles under penguins are no part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rest {
    /// Hexes of the tiles without a penguin, on which penguins can still land.
    pub free: HexSet,
    /// Hexes of the penguins of player A and of player B.
    pub penguins: [HexSet; 2],
    /// Player to move in the rest.
    pub turn: Player,
    /// Number of waiting moves of the player to move, less the waiting moves of the other player. A
    /// waiting move changes nothing but whose turn it is.
    pub waits: i32,
}

/// Move of the player to move in a [`Rest`]: a slide or a waiting move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A penguin slides from the first hex to the second.
    Slide(Hex, Hex),
    /// The player to move makes a waiting move.
    Wait,
}

impl Rest {
    /// The player that is not to move.
    pub fn other(&self) -> Player {
        Player::new(1 - self.turn.index())
    }

    /// Free tiles that penguins of `player` could reach in any number of moves, if nothing else
    /// moved.
    pub fn reach(&self, player: Player) -> HexSet {
        Standard.flood(self.penguins[player.index()], self.free)
    }

    /// Whether there is a free tile that penguins of both players could reach.
    pub fn is_contested(&self) -> bool {
        !(self.reach(self.turn) & self.reach(self.other())).is_empty()
    }

    /// Penguins of both players.
    pub(crate) fn all_penguins(&self) -> HexSet {
        self.penguins[0] | self.penguins[1]
    }

    /// Part of the rest with these tiles and penguins.
    pub(crate) fn within(self, free: HexSet, penguins: HexSet) -> Rest {
        Rest {
            free,
            penguins: self.penguins.map(|own| own & penguins),
            ..self
        }
    }

    /// Areas (`docs/theory.md`, section 3), from the smallest to the largest; equal ones in the
    /// order of their first tiles.
    pub(crate) fn areas(&self) -> Vec<Rest> {
        let mut areas = Vec::new();
        let mut left = self.free;
        while let Some(first) = left.first() {
            let mut free = HexSet::from(first);
            let penguins = loop {
                free |= Standard.flood(free, self.free);
                let penguins = self.all_penguins() & Standard.neighbours(free);
                let touched = Standard.neighbours(penguins) & self.free;
                if touched.is_subset(free) {
                    break penguins;
                }
                free |= touched;
            };
            left -= free;
            areas.push(self.within(free, penguins));
        }
        areas.sort_by_key(|area| area.free.len());
        areas
    }

    /// The player who alone has penguins next to this area; `None` if both have.
    pub(crate) fn owner(&self) -> Option<Player> {
        Player::first(2).find(|player| self.penguins[1 - player.index()].is_empty())
    }

    /// The rest without what changes no value: penguins that cannot move and tiles that none
    /// reaches.
    pub(crate) fn stripped(self) -> Rest {
        let free = Standard.flood(self.all_penguins(), self.free);
        self.within(free, Standard.neighbours(free))
    }

    /// Clamps the waiting moves to those that matter (`docs/theory.md`, section 4).
    pub(crate) fn clamped(self) -> Rest {
        let least = -(self.reach(self.turn).len() as i32);
        let most = self.reach(self.other()).len() as i32;
        Rest {
            waits: self.waits.clamp(least, most),
            ..self
        }
    }

    /// All moves of the player to move, with a waiting move if it has more waiting moves than the
    /// other player.
    pub fn steps(&self) -> Vec<Step> {
        let geometry = Standard.geometry();
        let mut steps = Vec::new();
        for from in self.penguins[self.turn.index()] {
            steps.extend(
                geometry
                    .slides(from, self.free)
                    .into_iter()
                    .map(|to| Step::Slide(from, to)),
            );
        }
        if self.waits > 0 {
            steps.push(Step::Wait);
        }
        steps
    }
}
