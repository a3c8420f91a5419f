//! Moves that combine parts, such as a slide, a tile that floats away and the place where it goes:
//! estimated by their parts, in place of evaluated one by one.

use smallvec::SmallVec;

use super::tree::LeafMove;

/// Most parts that a move combines.
const MAX_PARTS: usize = 3;

/// Parts that a move combines: a number for each part, at the place of the part. All moves of a
/// position have the same number of parts. Places that are left over have the same number in all
/// moves.
pub type MoveParts = [u32; MAX_PARTS];

/// Index of each part of a move among the parts seen at its place.
type PartIndices = [u16; MAX_PARTS];

/// Moves of a position that combine parts, estimated by an additive model: the value of a move is
/// the sum of what its parts contribute. Moves that show a part for the first time are to be
/// evaluated.
#[derive(Default)]
pub(super) struct Combinations {
    /// The parts seen at each place, and what they contribute.
    parts: [SmallVec<[(u32, f32); 64]>; MAX_PARTS],
    /// Index of the part found last at each place: moves come in the order of their parts.
    last: [usize; MAX_PARTS],
    /// The moves to be evaluated: their index among these, their parts, and the first place whose
    /// part is new.
    evaluated: SmallVec<[(usize, PartIndices, usize); 96]>,
    /// The bits of the moves to be estimated, and their parts.
    others: Vec<(u32, PartIndices)>,
}

impl Combinations {
    /// Adds a move with these parts and bits, and returns whether it is to be estimated. If not, it
    /// is to be evaluated as the move with this index.
    #[inline]
    pub(super) fn add(&mut self, parts: MoveParts, bits: u32, index: usize) -> bool {
        let mut indices = PartIndices::default();
        let mut new = None;
        for (place, part) in parts.into_iter().enumerate() {
            let found = self.find(place, part).unwrap_or_else(|| {
                new = new.or(Some(place));
                self.parts[place].push((part, 0.0));
                self.parts[place].len() - 1
            });
            self.last[place] = found;
            indices[place] = found as u16;
        }
        match new {
            Some(place) => self.evaluated.push((index, indices, place)),
            None => self.others.push((bits, indices)),
        }
        new.is_none()
    }

    /// Index of a part among those seen at its place.
    #[inline]
    fn find(&self, place: usize, part: u32) -> Option<usize> {
        let (before, after) = self.parts[place].split_at(self.last[place]);
        position_of(part, after)
            .map(|index| before.len() + index)
            .or_else(|| position_of(part, before))
    }

    /// Moves to be estimated, with estimates from 0 to 1 that follow from the values of the
    /// evaluated moves.
    pub(super) fn estimate(mut self, evaluated: &[LeafMove]) -> Vec<LeafMove> {
        for (index, parts, new) in std::mem::take(&mut self.evaluated) {
            // The new part has contributed nothing so far.
            let rest = evaluated[index].value - self.sum(parts);
            self.parts[new][usize::from(parts[new])].1 = rest;
        }
        let estimate = |&(bits, parts): &(u32, PartIndices)| LeafMove {
            bits,
            prior: 0.0,
            value: self.sum(parts).clamp(0.0, 1.0),
        };
        self.others.iter().map(estimate).collect()
    }

    /// Sum of what these parts contribute.
    #[inline]
    fn sum(&self, parts: PartIndices) -> f32 {
        self.parts
            .iter()
            .zip(parts)
            .map(|(seen, part)| seen[usize::from(part)].1)
            .sum()
    }
}

#[inline]
fn position_of(part: u32, seen: &[(u32, f32)]) -> Option<usize> {
    seen.iter().position(|&(known, _)| known == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Estimates of moves whose values are sums over their parts, and the number of moves evaluated
    /// for them.
    fn estimates(moves: &[MoveParts]) -> (Vec<LeafMove>, usize) {
        let mut combinations = Combinations::default();
        let mut evaluated = Vec::new();
        for (bits, &parts) in (0..).zip(moves) {
            if !combinations.add(parts, bits, evaluated.len()) {
                evaluated.push(LeafMove {
                    bits,
                    prior: 0.0,
                    value: value(parts),
                });
            }
        }
        (combinations.estimate(&evaluated), evaluated.len())
    }

    fn value([first, second, third]: MoveParts) -> f32 {
        (first * first + 3 * second + 17 % (third + 1)) as f32 / 128.0
    }

    #[test]
    fn values_that_are_sums_over_parts_are_found_by_few_of_them() {
        let all = |count: [u32; MAX_PARTS]| -> Vec<MoveParts> {
            let pairs =
                (0..count[0]).flat_map(|first| (0..count[1]).map(move |second| (first, second)));
            pairs
                .flat_map(|(first, second)| (0..count[2]).map(move |third| [first, second, third]))
                .collect()
        };
        for (count, enough) in [
            ([3, 4, 5], 3 + 4 + 5 - 2),
            ([4, 6, 1], 4 + 6 - 1),
            ([1, 1, 7], 7),
        ] {
            let mut moves = all(count);
            for _ in 0..2 {
                let (estimates, evaluated) = estimates(&moves);
                assert_eq!((estimates.len(), evaluated), (moves.len() - enough, enough));
                for mv in estimates {
                    assert!(
                        (mv.value - value(moves[mv.bits as usize])).abs() < 1e-5,
                        "{:?}",
                        moves[mv.bits as usize]
                    );
                }
                moves.reverse();
            }
        }
    }

    #[test]
    fn moves_without_a_common_part_are_evaluated() {
        let (estimates, evaluated) = estimates(&[[0, 0, 0], [1, 1, 1], [2, 2, 2], [0, 1, 2]]);
        assert_eq!((estimates.len(), evaluated), (1, 3));
    }
}
