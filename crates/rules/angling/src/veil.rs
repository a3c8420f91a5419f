//! Hidden tiles: views and worlds (5.2), and tiles laid at random (5.6).

use floe_game::{Chance, Game, Player, Sampled, Veiled};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::angling::{Angling, AnglingStep};
use crate::capabilities::mix;
use crate::lake::{LakeSpace, LakeSpaces};
use crate::mv::AnglingMove;
use crate::tile::{LakeTile, TileCounts};

impl Angling {
    /// Spaces with a tile whose content is unknown in this view; none in a position with all tiles.
    pub fn unknown(&self) -> LakeSpaces {
        self.area()
            .into_iter()
            .filter(|&space| self.board.is_unknown(space))
            .collect()
    }

    /// Whether this is a view in which the content of some tile is unknown, rather than a position
    /// that shows all tiles.
    #[inline]
    pub fn has_unknown(&self) -> bool {
        !self.unknown().is_empty()
    }

    /// The view with the contents of some tiles, known by other means, on the spaces given. An
    /// entry is ignored unless a tile of unknown content lies on its space and a tile of its kind
    /// is unseen.
    #[must_use]
    pub fn with_tiles(mut self, tiles: &[(LakeSpace, LakeTile)]) -> Angling {
        for &(space, tile) in tiles {
            if self.board.is_unknown(space) && self.unseen().count(tile) > 0 {
                self.board.lay(space, Some(tile));
            }
        }
        self
    }

    /// Number of worlds of this view: arrangements of its unseen tiles, tiles still to be laid
    /// included; 1 for a position with all tiles laid.
    pub fn count_worlds(&self) -> f64 {
        let left = self.unseen();
        let mut count = 1.0;
        let mut free = left.len();
        // Choices of places, kind by kind; what stays in no space counts as a kind of its own.
        for tile in left.kinds() {
            for place in 0..left.count(tile) {
                count *= free as f64 / (place + 1) as f64;
                free -= 1;
            }
        }
        count
    }

    /// Estimate of the number of entries that the tree of [`AnglingSolver`](crate::AnglingSolver)
    /// has for the rest of this day: of its histories of moves in all worlds. The estimate follows
    /// this number of random `paths`, at least 1 (Knuth 1975).
    pub fn estimate_entries(&self, paths: u32, rng: &mut impl Rng) -> f64 {
        let view = self.view(self.angler());
        let mut sum = 0.0;
        for _ in 0..paths {
            let mut position = view.draw_world(rng);
            let mut width = 1.0;
            while position.day() == self.day()
                && let Some(mv) = position.random_move(rng)
            {
                sum += width;
                width *= position.moves().len() as f64;
                position.play(mv);
            }
        }
        view.count_worlds() * sum / f64::from(paths)
    }

    /// Lays all tiles at random.
    pub(crate) fn deal_tiles(&mut self, rng: &mut impl Rng) {
        let mut left = self.unseen();
        for number in (1..=left.len()).rev() {
            let Some(tile) = left.nth(rng.random_range(0..number)) else {
                return;
            };
            left.remove(tile);
            self.play(AnglingMove::Lay(Some(tile)));
        }
    }

    /// Calls `visit` with the worlds of a view, once each, as long as it returns `true`.
    pub(crate) fn for_each_world_while(&self, mut visit: impl FnMut(Angling) -> bool) {
        self.for_each_filling(self.unknown(), self.unseen(), &mut visit);
    }

    /// Calls `visit` with every way to put some of the tiles `left` on these spaces, as long as it
    /// returns `true`.
    fn for_each_filling(
        &self,
        spaces: LakeSpaces,
        left: TileCounts,
        visit: &mut impl FnMut(Angling) -> bool,
    ) -> bool {
        let Some(space) = spaces.first() else {
            return visit(*self);
        };
        left.kinds().all(|tile| {
            let mut world = *self;
            let mut rest = left;
            world.board.lay(space, Some(tile));
            rest.remove(tile);
            world.for_each_filling(spaces - space.into(), rest, visit)
        })
    }
}

/// The angler knows the tiles that were shown, caught or looked at; the fish knows all.
///
/// While tiles are laid, the worlds of the angler's view are drawn as if they were dealt.
impl Veiled for Angling {
    fn view(&self, player: Player) -> Angling {
        let mut view = *self;
        if player == self.angler() {
            (self.occupied() - self.known())
                .into_iter()
                .for_each(|space| view.board.lay(space, None));
        }
        view
    }

    fn observed(&self, mv: AnglingMove, player: Player) -> AnglingMove {
        match mv {
            AnglingMove::Lay(_) if player == self.angler() => AnglingMove::Lay(None),
            _ => mv
                .revealed()
                .and_then(|space| self.tile(space))
                .map_or(mv, |tile| mv.revealing(tile)),
        }
    }

    fn for_each_world(&self, mut visit: impl FnMut(Angling)) {
        self.for_each_world_while(|world| {
            visit(world);
            true
        });
    }

    fn draw_world(&self, rng: &mut impl Rng) -> Angling {
        let mut world = *self;
        let mut left = self.unseen();
        let mut count = left.len();
        for space in self.unknown() {
            let Some(tile) = left.nth(rng.random_range(0..count)) else {
                break;
            };
            left.remove(tile);
            count -= 1;
            world.board.lay(space, Some(tile));
        }
        world
    }
}

/// Only the tiles of a game with the option `dealt` are left to chance. In a view nothing is: the
/// tiles that are laid stay unknown.
impl Chance for Angling {
    const HAS_CHANCE: bool = true;

    fn for_each_choice(&self, mut visit: impl FnMut(AnglingMove)) {
        if self.is_dealt && self.step == AnglingStep::Lay {
            visit(AnglingMove::Lay(None));
        } else {
            self.for_each_move(visit);
        }
    }

    fn for_each_outcome(&self, choice: AnglingMove, mut visit: impl FnMut(AnglingMove, f64)) {
        if choice == AnglingMove::Lay(None) && !self.has_unknown() {
            let left = self.unseen();
            let total = left.len() as f64;
            left.kinds().for_each(|tile| {
                visit(
                    AnglingMove::Lay(Some(tile)),
                    left.count(tile) as f64 / total,
                );
            });
        } else {
            visit(choice, 1.0);
        }
    }

    fn choice_of(&self, mv: AnglingMove) -> AnglingMove {
        match mv {
            AnglingMove::Lay(_) if self.is_dealt => AnglingMove::Lay(None),
            _ => mv.concealed(),
        }
    }

    /// The next tile, which depends on the world, on the day, and on the tiles laid before.
    fn outcome_in(&self, choice: AnglingMove, world: u64) -> AnglingMove {
        if choice != AnglingMove::Lay(None) || self.has_unknown() {
            return choice;
        }
        let left = self.unseen();
        let seed = mix(world, u64::from(self.day) << 8 | left.len() as u64);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        AnglingMove::Lay(left.nth(rng.random_range(0..left.len().max(1))))
    }
}

impl Angling {
    /// Mean points of a tile of the lake that the player who fishes does not know; 0 if that player
    /// knows all tiles.
    pub fn expected_value(&self) -> f64 {
        let known: TileCounts = self
            .known()
            .into_iter()
            .filter_map(|space: LakeSpace| self.tile(space))
            .collect();
        let hidden = self.tiles.without(self.caught).without(known);
        f64::from(hidden.value()) / hidden.len().max(1) as f64
    }

    /// Tile on `space`, if the player who fishes knows its content; else `None`.
    pub fn known_tile(&self, space: LakeSpace) -> Option<LakeTile> {
        if self.known().contains(space) {
            self.tile(space)
        } else {
            None
        }
    }
}
