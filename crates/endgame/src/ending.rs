use arrayvec::ArrayVec;
use floe_fish::Position;
use floe_game::{Game, Interval, Player, Score};
use floe_hex::{Hex, HexSet, Layout, Standard};

use crate::area::Area;
use crate::areas::Areas;
use crate::features::SolverFeatures;
use crate::fish_map::FishMap;
use crate::key::{WAIT_BITS, WAIT_MASK, fold};
use crate::pieces::{Piece, Pieces, pieces_of};

/// The rest of a game between two sides, and nothing else.
///
/// Tiles count when they are landed on, so that scores have no part in it; whoever is to move comes first, so that colours
/// have none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ending {
    /// Free tiles that somebody can reach.
    pub(crate) free: HexSet,
    /// Penguins of the side to move that can move.
    pub(crate) mine: HexSet,
    /// Those of the other side.
    pub(crate) theirs: HexSet,
    /// Waiting moves that the side to move has more than the other.
    pub(crate) waits: i32,
    /// Free tiles that the side to move can reach.
    pub(crate) my_reach: HexSet,
    /// Free tiles that the other side can reach.
    pub(crate) their_reach: HexSet,
    /// Upper bound of what the side to move still gets.
    pub(crate) my_most: Score,
    /// Upper bound of what the other side still gets.
    pub(crate) their_most: Score,
    /// Lower bound of what the side to move still gets: what lies where only it can go.
    pub(crate) my_sure: Score,
    /// Lower bound of what the other side still gets.
    pub(crate) their_sure: Score,
}

/// Pieces that one side has to itself, joined by its penguins.
#[derive(Clone, Copy)]
struct Own {
    area: Area,
    /// Whether they are those of the side to move.
    mine: bool,
}

/// An ending with all that is certain at once taken out of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Normalized {
    /// The margin that is certain, for the side to move.
    pub(crate) certain: Score,
    /// The ending that has still to be played, on top of that.
    pub(crate) rest: Option<Ending>,
}

impl Normalized {
    /// Bounds of the margin that need no search.
    pub(crate) fn bounds(&self) -> Interval<Score> {
        self.rest.as_ref().map_or(Interval::exact(0), Ending::bounds).map(|bound| self.certain + bound)
    }
}

impl Ending {
    /// The ending as it stands, before anything is known about it.
    pub(crate) fn new(free: HexSet, mine: HexSet, theirs: HexSet, waits: i32) -> Ending {
        Ending {
            free,
            mine,
            theirs,
            waits,
            my_reach: free,
            their_reach: free,
            my_most: Score::MAX,
            their_most: Score::MAX,
            my_sure: 0,
            their_sure: 0,
        }
    }

    /// Bounds of what the side to move gets more than the other, whatever happens.
    #[inline]
    pub(crate) fn bounds(&self) -> Interval<Score> {
        Interval::new(self.my_sure - self.their_most, self.my_most - self.their_sure)
    }

    /// A key for tables: a hash of everything but the bounds, which follow from it. Endings that differ by few waiting moves have keys
    /// that differ in the last [`WAIT_BITS`] only, which count those moves.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let waits = (self.waits + (1 << WAIT_BITS >> 1)) as u64;
        let first = fold(self.free.to_bits() ^ 0xa076_1d64_78bd_642f, self.mine.to_bits() ^ 0xe703_7ed1_a0b4_28db);
        let second = fold(
            self.theirs.to_bits() ^ 0x8ebc_6af0_9c88_c6e3,
            first ^ (waits >> WAIT_BITS).wrapping_mul(0x5899_65cc_7537_4cc3),
        );
        let last = fold(second ^ 0x1d8e_4e27_c47d_124f, first.rotate_left(32) ^ 0xeb44_acca_b455_d165);
        last & !WAIT_MASK | waits & WAIT_MASK
    }

    /// Whether the side to move can land at once where that makes so much of a difference: what it gets, and what the other side
    /// then cannot get any more.
    #[inline]
    pub(crate) fn can_gain(&self, fish: &FishMap, difference: Score) -> bool {
        let targets = targets(fish, self.their_reach, self.my_reach, difference);
        !targets.is_empty() && !(targets & Standard.slides(self.mine, self.free)).is_empty()
    }

    /// Whether the other side can land next where that makes so much of a difference, whatever the side to move does: it can take
    /// only one of two hexes beside penguins.
    #[inline]
    pub(crate) fn must_lose(&self, fish: &FishMap, difference: Score) -> bool {
        let targets = targets(fish, self.my_reach, self.their_reach, difference);
        targets.is_several() && (targets & Standard.neighbours(self.theirs)).is_several()
    }

    /// This ending with at most as many waiting moves as can matter.
    #[inline]
    fn with_waits(self, waits: i32) -> Ending {
        Ending { waits: waits.clamp(-(self.my_reach.len() as i32), self.their_reach.len() as i32), ..self }
    }
}

/// Tiles that make so much of a difference to whoever lands on them: those that the other side wants too count twice.
#[inline]
fn targets(fish: &FishMap, wanted: HexSet, reach: HexSet, difference: Score) -> HexSet {
    (wanted & fish.worth_at_least((difference + 1) >> 1) | fish.worth_at_least(difference)) & reach
}

/// Takes out of the endings of a game what is certain at once.
pub(crate) struct Normalizer<'a> {
    pub(crate) fish: &'a FishMap,
    pub(crate) areas: Areas<'a>,
    pub(crate) features: SolverFeatures,
}

impl Normalizer<'_> {
    /// A position as an ending, seen by the player to move; what is banked and what penguins stand on is certain.
    pub(crate) fn normalize_position(&mut self, position: &Position<2>) -> Normalized {
        let me = position.last_turn();
        let other = Player::new(1 - me.index());
        let has = |player: Player| position.score(player) + position.worth(position.penguins(player));
        let ending = Ending::new(position.free(), position.penguins(me), position.penguins(other), 0);
        let Normalized { certain, rest } = self.normalize(&ending);
        Normalized { certain: has(me) - has(other) + certain, rest }
    }

    /// Takes out of an ending what is certain at once.
    ///
    /// Penguins that cannot move and hexes that nobody reaches fall away. Areas that one side has to itself
    /// become a sum and a number of waiting moves, unless they are impure and something is contested elsewhere, or their value would
    /// take long to find: those stay. Where nothing is contested, the sums are the value.
    #[inline]
    pub(crate) fn normalize(&mut self, ending: &Ending) -> Normalized {
        self.normalize_pieces(ending, pieces_of(ending.free))
    }

    /// [`Normalizer::normalize`], where the pieces of the free hexes are known.
    #[inline]
    pub(crate) fn normalize_pieces(&mut self, ending: &Ending, pieces: impl Iterator<Item = Piece>) -> Normalized {
        let mut sorted = Sorted::new(ending);
        pieces.for_each(|piece| sorted.add(piece));
        sorted.normalize(self)
    }

    /// The normalized ending after the side to move has slid a penguin, seen by the other side.
    ///
    /// `pieces` are those of the free hexes before the move.
    #[inline]
    pub(crate) fn after(&mut self, ending: &Ending, from: Hex, to: Hex, pieces: &Pieces) -> Normalized {
        if let (true, Some(rest)) = (self.features.incremental, self.after_in_fight(ending, from, to, pieces)) {
            return Normalized { certain: 0, rest: Some(rest) };
        }
        let moved = (ending.mine - from.into()) | to.into();
        let after = Ending::new(ending.free - to.into(), ending.theirs, moved, -ending.waits);
        if self.features.incremental {
            let mut sorted = Sorted::new(&after);
            pieces.for_each_without(to, |piece| sorted.add(piece));
            sorted.normalize(self)
        } else {
            self.normalize(&after)
        }
    }

    /// [`Normalizer::after`] for most slides of a normalized ending: those within a piece that stays whole and stays contested, where no
    /// penguin that joins pieces leaves one. Nothing else changes then.
    #[inline]
    fn after_in_fight(&self, ending: &Ending, from: Hex, to: Hex, pieces: &Pieces) -> Option<Ending> {
        let piece = pieces.around(to);
        let left = piece.free - to.into();
        if pieces.joints.contains(from) || left.is_empty() || Standard.neighbourhood(to, left).is_split() {
            return None;
        }
        let beside = Standard.neighbours(left);
        let lost = piece.beside - beside;
        let Ending { mine, theirs, my_reach, their_reach, my_most, their_most, my_sure, their_sure, .. } = *ending;
        if (theirs & beside).is_empty() || !((mine | theirs) & lost & pieces.joints).is_empty() {
            return None;
        }
        let worth = self.fish.worth_of(to);
        let rest = Ending {
            free: ending.free - to.into(),
            mine: theirs - lost,
            theirs: (mine - lost - from.into()) | to.into(),
            my_reach: their_reach - to.into(),
            their_reach: my_reach - to.into(),
            my_most: their_most - worth,
            their_most: my_most - worth,
            my_sure: their_sure,
            their_sure: my_sure,
            waits: 0,
        };
        Some(rest.with_waits(-ending.waits))
    }
}

/// The pieces of an ending, sorted by who can reach them.
struct Sorted<'a> {
    ending: &'a Ending,
    /// The ending without what is taken out.
    rest: Ending,
    /// Pieces that one side reaches and the other does not.
    own: Owned,
    /// Those of them that are not taken out.
    kept: Owned,
    /// The penguins that touch hexes which both sides reach.
    fighting: HexSet,
}

/// Every piece has a penguin, and none touches more than three.
type Owned = ArrayVec<Own, 24>;

impl Sorted<'_> {
    #[inline]
    fn new(ending: &Ending) -> Sorted<'_> {
        let nothing = HexSet::EMPTY;
        let rest = Ending { mine: nothing, theirs: nothing, my_reach: nothing, their_reach: nothing, ..*ending };
        Sorted { ending, rest, own: ArrayVec::new(), kept: ArrayVec::new(), fighting: nothing }
    }

    #[inline]
    fn add(&mut self, Piece { free, beside }: Piece) {
        let (mine, theirs) = (self.ending.mine & beside, self.ending.theirs & beside);
        self.rest.mine |= mine;
        self.rest.theirs |= theirs;
        let penguins = mine | theirs;
        match (mine.is_empty(), theirs.is_empty()) {
            (true, true) => return,
            (false, false) => self.fighting |= penguins,
            (_, theirs_is_empty) => self.own.push(Own { area: Area { free, penguins }, mine: theirs_is_empty }),
        }
        if !mine.is_empty() {
            self.rest.my_reach |= free;
        }
        if !theirs.is_empty() {
            self.rest.their_reach |= free;
        }
    }

    #[inline]
    fn normalize(&mut self, normalizer: &mut Normalizer<'_>) -> Normalized {
        let (fish, features) = (normalizer.fish, normalizer.features);
        let contested = !self.fighting.is_empty();
        self.leave_to_the_fight();
        let mut certain = 0;
        if !self.own.is_empty() && features.areas && (features.waiting || !contested) {
            certain = self.take_out(normalizer, contested);
        }
        let mut rest = self.rest;
        rest.free = rest.my_reach | rest.their_reach;
        if rest.free.is_empty() {
            return Normalized { certain, rest: None };
        }
        if !contested {
            // Nobody needs to wait.
            rest.waits = 0;
        }
        rest.my_most = fish.worth(rest.my_reach);
        rest.their_most = fish.worth(rest.their_reach);
        if features.areas {
            while let Some(Own { area, mine }) = next_joined(&mut self.kept) {
                let Some(value) = normalizer.areas.value(fish, area) else { continue };
                let left = fish.worth(area.free) - value.worth;
                let (most, sure) = if mine {
                    (&mut rest.my_most, &mut rest.my_sure)
                } else {
                    (&mut rest.their_most, &mut rest.their_sure)
                };
                *most -= left;
                *sure += value.worth;
            }
        }
        Normalized { certain, rest: Some(rest.with_waits(rest.waits)) }
    }

    /// Keeps the pieces that a penguin joins to where both sides are.
    #[inline]
    fn leave_to_the_fight(&mut self) {
        while let Some(joined) = self.own.iter().position(|own| !(own.area.penguins & self.fighting).is_empty()) {
            let own = self.own.swap_remove(joined);
            self.fighting |= own.area.penguins;
            self.kept.push(own);
        }
    }

    /// Takes out what one side has to itself, but for impure areas if something is contested elsewhere, and those whose value would take
    /// long to find; returns the margin that it is worth.
    fn take_out(&mut self, normalizer: &mut Normalizer<'_>, contested: bool) -> Score {
        let rest = &mut self.rest;
        let mut certain = 0;
        while let Some(own @ Own { area, mine }) = next_joined(&mut self.own) {
            let Some(value) = normalizer.areas.value(normalizer.fish, area).filter(|value| value.is_pure || !contested)
            else {
                self.kept.push(own);
                continue;
            };
            let sign = if mine { 1 } else { -1 };
            certain += sign * value.worth;
            rest.waits += sign * value.moves;
            rest.mine -= area.penguins;
            rest.theirs -= area.penguins;
            rest.my_reach -= area.free;
            rest.their_reach -= area.free;
        }
        certain
    }
}

/// Takes out one of the pieces, and all that penguins join to it.
#[inline]
fn next_joined(own: &mut Owned) -> Option<Own> {
    let Own { mut area, mine } = own.pop()?;
    while let Some(other) = own.iter().position(|other| !(other.area.penguins & area.penguins).is_empty()) {
        let other = own.swap_remove(other).area;
        area.free |= other.free;
        area.penguins |= other.penguins;
    }
    Some(Own { area, mine })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_few_waiting_moves_lie_side_by_side() {
        let hexes = |bits| HexSet::from_bits(bits);
        let key = |waits| Ending::new(hexes(0b1111), hexes(0x10), hexes(0x20), waits).key();
        let mut keys: Vec<u64> = (-30..30).map(key).collect();
        assert!((-4..3).all(|waits| key(waits) + 1 == key(waits + 1)));
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 60);
    }
}
