use arrayvec::ArrayVec;
use floe_fish::Position;
use floe_game::{Game, Interval, Player, Score};
use floe_hex::{Hex, HexSet, Layout, Standard};

use crate::SolverFeatures;
use crate::area::Area;
use crate::areas::Areas;
use crate::entry::{WAIT_BITS, WAIT_MASK, fold};
use crate::fish_map::FishMap;
use crate::pieces::{Piece, Pieces, pieces_of};

/// Rest of a game between two sides, seen by the side to move.
///
/// Tiles count when they are landed on, so the scores so far are no part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ending {
    /// Free tiles that any penguin can reach.
    pub(crate) free: HexSet,
    /// Side to move.
    pub(crate) me: EndingSide,
    /// Other side.
    pub(crate) other: EndingSide,
    /// Waiting moves of the side to move less those of the other side.
    pub(crate) waits: i32,
}

/// One side of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EndingSide {
    /// Penguins that can move.
    pub(crate) penguins: HexSet,
    /// Free tiles that the penguins can reach.
    pub(crate) reach: HexSet,
    /// Lower bound of what the side still gets, in 1/128 fish: the value of its own areas.
    pub(crate) lower: Score,
    /// Upper bound of what the side still gets, in 1/128 fish.
    pub(crate) upper: Score,
}

impl EndingSide {
    /// Removes penguins and hexes, and lowers the upper bound by `value`.
    fn without(self, penguins: HexSet, hexes: HexSet, value: Score) -> EndingSide {
        let EndingSide {
            reach,
            lower,
            upper,
            ..
        } = self;
        EndingSide {
            penguins: self.penguins - penguins,
            reach: reach - hexes,
            lower,
            upper: upper - value,
        }
    }
}

/// An ending split into a certain margin and the rest, which has no more parts that are certain at
/// once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Normalized {
    /// Certain margin, for the side to move, in 1/128 fish.
    pub(crate) certain: Score,
    /// Ending that is still open, in addition to that margin; `None` if nothing is.
    pub(crate) rest: Option<Ending>,
}

impl Normalized {
    /// Bounds of the margin for the side to move without a search, in 1/128 fish.
    pub(crate) fn bounds(&self) -> Interval<Score> {
        self.rest
            .as_ref()
            .map_or(Interval::exact(0), Ending::bounds)
            .map(|bound| self.certain + bound)
    }
}

impl Ending {
    /// Ending with trivial bounds: every penguin may reach all of `free`.
    pub(crate) fn new(free: HexSet, mine: HexSet, theirs: HexSet, waits: i32) -> Ending {
        let [me, other] = [mine, theirs].map(|penguins| EndingSide {
            penguins,
            reach: free,
            lower: 0,
            upper: Score::MAX,
        });
        Ending {
            free,
            me,
            other,
            waits,
        }
    }

    /// Bounds of the margin for the side to move without a search, in 1/128 fish.
    #[inline]
    pub(crate) fn bounds(&self) -> Interval<Score> {
        Interval::new(
            self.me.lower - self.other.upper,
            self.me.upper - self.other.lower,
        )
    }

    /// Key for tables: a hash of everything but the bounds, which follow from it. Endings that
    /// differ in few waiting moves have keys that differ in the last [`WAIT_BITS`] only, which
    /// count those moves.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let waits = (self.waits + (1 << WAIT_BITS >> 1)) as u64;
        let mine = self.me.penguins.to_bits();
        let theirs = self.other.penguins.to_bits();
        let first = fold(
            self.free.to_bits() ^ 0xa076_1d64_78bd_642f,
            mine ^ 0xe703_7ed1_a0b4_28db,
        );
        let second = fold(
            theirs ^ 0x8ebc_6af0_9c88_c6e3,
            first ^ (waits >> WAIT_BITS).wrapping_mul(0x5899_65cc_7537_4cc3),
        );
        let last = fold(
            second ^ 0x1d8e_4e27_c47d_124f,
            first.rotate_left(32) ^ 0xeb44_acca_b455_d165,
        );
        last & !WAIT_MASK | waits & WAIT_MASK
    }

    /// Whether the side to move can land now on a tile that makes this difference: its value,
    /// counted twice if the other side wants it too.
    #[inline]
    pub(crate) fn can_gain(&self, fish: &FishMap, difference: Score) -> bool {
        let targets = targets(fish, &self.other, &self.me, difference);
        !targets.is_empty() && !(targets & Standard.slides(self.me.penguins, self.free)).is_empty()
    }

    /// Whether the other side can land next on a tile that makes this difference, after any move:
    /// of two tiles next to its penguins the side to move can take only one.
    #[inline]
    pub(crate) fn must_lose(&self, fish: &FishMap, difference: Score) -> bool {
        let targets = targets(fish, &self.me, &self.other, difference);
        targets.is_several() && (targets & Standard.neighbours(self.other.penguins)).is_several()
    }

    /// Sets the waiting moves, clamped to the number of those that can matter.
    #[inline]
    fn with_waits(self, waits: i32) -> Ending {
        Ending {
            waits: waits.clamp(-(self.me.reach.len() as i32), self.other.reach.len() as i32),
            ..self
        }
    }
}

/// Tiles that make this difference to the side that lands on them; those that its rival reaches too
/// count twice.
#[inline]
fn targets(fish: &FishMap, rival: &EndingSide, side: &EndingSide, difference: Score) -> HexSet {
    (rival.reach & fish.tiles_of_at_least((difference + 1) >> 1)
        | fish.tiles_of_at_least(difference))
        & side.reach
}

/// Splits the endings of a game into what is certain and the rest.
pub(crate) struct Normalizer<'a> {
    pub(crate) fish: &'a FishMap,
    pub(crate) areas: Areas<'a>,
    pub(crate) features: SolverFeatures,
}

impl Normalizer<'_> {
    /// Normalizes a position, for the player to move; tiles taken and tiles under penguins are part
    /// of the certain margin.
    pub(crate) fn normalize_position(&mut self, position: &Position<2>) -> Normalized {
        let me = position.last_turn();
        let other = Player::new(1 - me.index());
        let [mine, theirs] = [me, other]
            .map(|player| position.score(player) + position.value(position.penguins(player)));
        let ending = Ending::new(
            position.free(),
            position.penguins(me),
            position.penguins(other),
            0,
        );
        let Normalized { certain, rest } = self.normalize(&ending);
        Normalized {
            certain: mine - theirs + certain,
            rest,
        }
    }

    /// Takes out of an ending what is certain at once.
    ///
    /// Removes immobile penguins and tiles out of reach. Turns the own areas of a side into a sum
    /// and a number of waiting moves. An area stays if its value would take long to find, or if it
    /// is impure and other tiles are contested. If none are, the sums are the value.
    #[inline]
    pub(crate) fn normalize(&mut self, ending: &Ending) -> Normalized {
        self.normalize_pieces(ending, pieces_of(ending.free))
    }

    /// [`Normalizer::normalize`] with known pieces of the free hexes.
    #[inline]
    pub(crate) fn normalize_pieces(
        &mut self,
        ending: &Ending,
        pieces: impl Iterator<Item = Piece>,
    ) -> Normalized {
        let mut sorted = SortedPieces::new(ending);
        pieces.for_each(|piece| sorted.add(piece));
        sorted.normalize(self)
    }

    /// Normalized ending after a slide of the side to move, for the other side; `pieces` are those
    /// before the move.
    #[inline]
    pub(crate) fn after(
        &mut self,
        ending: &Ending,
        from: Hex,
        to: Hex,
        pieces: &Pieces,
    ) -> Normalized {
        if let (true, Some(rest)) = (
            self.features.incremental,
            self.after_in_contested(ending, from, to, pieces),
        ) {
            return Normalized {
                certain: 0,
                rest: Some(rest),
            };
        }
        let moved = (ending.me.penguins - from.into()) | to.into();
        let after = Ending::new(
            ending.free - to.into(),
            ending.other.penguins,
            moved,
            -ending.waits,
        );
        if self.features.incremental {
            let mut sorted = SortedPieces::new(&after);
            pieces.for_each_without(to, |piece| sorted.add(piece));
            sorted.normalize(self)
        } else {
            self.normalize(&after)
        }
    }

    /// [`Normalizer::after`] for most slides of a normalized ending: those within a piece that
    /// stays whole and contested, where no penguin that joins pieces loses contact with one.
    /// Nothing else changes then.
    #[inline]
    fn after_in_contested(
        &self,
        ending: &Ending,
        from: Hex,
        to: Hex,
        pieces: &Pieces,
    ) -> Option<Ending> {
        let piece = pieces.around(to);
        let left = piece.free - to.into();
        if pieces.joints.contains(from)
            || left.is_empty()
            || Standard.neighbourhood(to, left).is_split()
        {
            return None;
        }
        let beside = Standard.neighbours(left);
        let lost = piece.beside - beside;
        let Ending { me, other, .. } = *ending;
        if (other.penguins & beside).is_empty()
            || !((me.penguins | other.penguins) & lost & pieces.joints).is_empty()
        {
            return None;
        }
        let value = self.fish.tile_value(to);
        let mut moved = me.without(lost | from.into(), to.into(), value);
        moved.penguins |= to.into();
        let next = other.without(lost, to.into(), value);
        let rest = Ending {
            free: ending.free - to.into(),
            me: next,
            other: moved,
            waits: 0,
        };
        Some(rest.with_waits(-ending.waits))
    }
}

/// Pieces of an ending, sorted by the sides that can reach them.
struct SortedPieces<'a> {
    ending: &'a Ending,
    /// Ending without what is taken out.
    rest: Ending,
    /// Pieces that only one side reaches.
    own: OwnAreas,
    /// Own areas that stay in the ending.
    staying: OwnAreas,
    /// Penguins next to contested hexes, directly or through pieces that penguins join.
    contesting: HexSet,
}

/// Pieces that only one side reaches, joined by its penguins.
#[derive(Clone, Copy)]
struct OwnArea {
    area: Area,
    /// Whether the side to move owns them.
    is_mine: bool,
}

/// Every piece has a penguin, and none touches more than three.
type OwnAreas = ArrayVec<OwnArea, 24>;

impl SortedPieces<'_> {
    #[inline]
    fn new(ending: &Ending) -> SortedPieces<'_> {
        let nothing = HexSet::EMPTY;
        let [me, other] = [ending.me, ending.other].map(|side| EndingSide {
            penguins: nothing,
            reach: nothing,
            ..side
        });
        let rest = Ending {
            me,
            other,
            ..*ending
        };
        SortedPieces {
            ending,
            rest,
            own: ArrayVec::new(),
            staying: ArrayVec::new(),
            contesting: nothing,
        }
    }

    #[inline]
    fn add(&mut self, Piece { free, beside }: Piece) {
        let mine = self.ending.me.penguins & beside;
        let theirs = self.ending.other.penguins & beside;
        let penguins = mine | theirs;
        match (mine.is_empty(), theirs.is_empty()) {
            (true, true) => return,
            (false, false) => self.contesting |= penguins,
            (_, is_mine) => self.own.push(OwnArea {
                area: Area { free, penguins },
                is_mine,
            }),
        }
        for (side, penguins) in [(&mut self.rest.me, mine), (&mut self.rest.other, theirs)] {
            side.penguins |= penguins;
            if !penguins.is_empty() {
                side.reach |= free;
            }
        }
    }

    #[inline]
    fn normalize(&mut self, normalizer: &mut Normalizer<'_>) -> Normalized {
        let fish = normalizer.fish;
        let features = normalizer.features;
        let is_contested = !self.contesting.is_empty();
        self.keep_next_to_contested();
        let mut certain = 0;
        if !self.own.is_empty() && features.areas && (features.waiting || !is_contested) {
            certain = self.take_out(normalizer, is_contested);
        }
        let mut rest = self.rest;
        rest.free = rest.me.reach | rest.other.reach;
        if rest.free.is_empty() {
            return Normalized {
                certain,
                rest: None,
            };
        }
        if !is_contested {
            // Waiting gains nothing.
            rest.waits = 0;
        }
        rest.me.upper = fish.value(rest.me.reach);
        rest.other.upper = fish.value(rest.other.reach);
        if features.areas {
            while let Some(OwnArea { area, is_mine }) = next_joined(&mut self.staying) {
                let Some(found) = normalizer.areas.value(fish, area) else {
                    continue;
                };
                let side = if is_mine {
                    &mut rest.me
                } else {
                    &mut rest.other
                };
                side.upper -= fish.value(area.free) - found.value;
                side.lower += found.value;
            }
        }
        Normalized {
            certain,
            rest: Some(rest.with_waits(rest.waits)),
        }
    }

    /// Lets own areas stay that a penguin joins to contested hexes.
    #[inline]
    fn keep_next_to_contested(&mut self) {
        while let Some(joined) = self
            .own
            .iter()
            .position(|own| !(own.area.penguins & self.contesting).is_empty())
        {
            let own = self.own.swap_remove(joined);
            self.contesting |= own.area.penguins;
            self.staying.push(own);
        }
    }

    /// Takes out own areas, and returns their margin. Impure areas stay if something is contested,
    /// as do areas whose value would take long to find.
    fn take_out(&mut self, normalizer: &mut Normalizer<'_>, is_contested: bool) -> Score {
        let rest = &mut self.rest;
        let mut certain = 0;
        while let Some(own @ OwnArea { area, is_mine }) = next_joined(&mut self.own) {
            let found = normalizer.areas.value(normalizer.fish, area);
            let Some(found) = found.filter(|found| found.is_pure || !is_contested) else {
                self.staying.push(own);
                continue;
            };
            let sign = if is_mine { 1 } else { -1 };
            certain += sign * found.value;
            rest.waits += sign * found.moves;
            for side in [&mut rest.me, &mut rest.other] {
                *side = side.without(area.penguins, area.free, 0);
            }
        }
        certain
    }
}

/// Removes one of the pieces with all pieces that penguins join to it; `None` if none is left.
#[inline]
fn next_joined(own: &mut OwnAreas) -> Option<OwnArea> {
    let OwnArea { mut area, is_mine } = own.pop()?;
    while let Some(other) = own
        .iter()
        .position(|other| !(other.area.penguins & area.penguins).is_empty())
    {
        let other = own.swap_remove(other).area;
        area.free |= other.free;
        area.penguins |= other.penguins;
    }
    Some(OwnArea { area, is_mine })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_few_waiting_moves_are_neighbours() {
        let hexes = |bits| HexSet::from_bits(bits);
        let key = |waits| Ending::new(hexes(0b1111), hexes(0x10), hexes(0x20), waits).key();
        let mut keys: Vec<u64> = (-30..30).map(key).collect();
        assert!((-4..3).all(|waits| key(waits) + 1 == key(waits + 1)));
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 60);
    }
}
