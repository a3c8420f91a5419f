use std::collections::BTreeMap;

use floe_endgame::KeyedBounds;

/// Proved bounds of endings, merged from all workers.
#[derive(Clone, Debug, Default)]
pub struct MergedBounds {
    /// Bounds by key: those of endings that differ in few waiting moves are neighbours.
    entries: BTreeMap<u64, KeyedBounds>,
    changes: Vec<u64>,
}

impl MergedBounds {
    /// Adds bounds; returns whether they change the known bounds of their ending. The order of
    /// calls does not matter.
    pub fn add(&mut self, bounds: &KeyedBounds) -> bool {
        let known = self
            .entries
            .entry(bounds.key)
            .or_insert(KeyedBounds::nothing(bounds.key));
        let is_change = known.merge(bounds);
        if is_change {
            self.changes.push(bounds.key);
        }
        is_change
    }

    /// Whether the bounds of the ending with this key, from one source or several, contradict one
    /// another.
    pub fn is_contradictory(&self, key: u64) -> bool {
        self.entries
            .get(&key)
            .is_some_and(|known| known.lower > known.upper)
    }

    /// Drops all bounds of the endings in the [family](KeyedBounds::family) of this key.
    pub fn forget(&mut self, key: u64) {
        let family = KeyedBounds::family(key);
        self.entries
            .retain(|&key, _| KeyedBounds::family(key) != family);
        self.changes.push(key);
    }

    /// Keys of the endings whose bounds have changed, once for each change, in the order of
    /// changes.
    pub(crate) fn changes(&self) -> &[u64] {
        &self.changes
    }

    /// Whether a bound among these is better than the one known for the same ending.
    pub fn is_new(&self, bounds: &KeyedBounds) -> bool {
        let known = self
            .entries
            .get(&bounds.key)
            .copied()
            .unwrap_or(KeyedBounds::nothing(bounds.key));
        bounds.lower > known.lower || bounds.upper < known.upper
    }

    /// Best bounds of the ending with this key, by what is known of it and of endings that differ
    /// from it in waiting moves alone; [`KeyedBounds::nothing`] if nothing is known.
    pub fn of(&self, key: u64) -> KeyedBounds {
        let mut known = KeyedBounds::nothing(key);
        let family = KeyedBounds::family(key);
        let members = !KeyedBounds::family(u64::MAX);
        for bounds in self
            .entries
            .range(family..=family | members)
            .map(|(_, bounds)| bounds)
        {
            known.gather(bounds);
        }
        known
    }

    /// Number of endings with known bounds.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the bounds of no ending are known.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All bounds that are known, one for each ending, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = &KeyedBounds> {
        self.entries.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_bounds_does_not_matter() {
        let bounds = |lower, upper| KeyedBounds {
            lower,
            upper,
            best: 0,
            work: 3,
            ..KeyedBounds::nothing(0x1003)
        };
        let parts = [bounds(-5, 90), bounds(3, 70), bounds(1, 60)];
        let mut forwards = MergedBounds::default();
        let mut backwards = MergedBounds::default();
        assert!(parts.iter().all(|part| forwards.add(part)));
        assert!(
            !parts.iter().any(|part| forwards.add(part)),
            "adding twice changes nothing"
        );
        parts.iter().rev().for_each(|part| {
            backwards.add(part);
        });
        let found = [forwards, backwards].map(|all| (all.of(0x1003).lower, all.of(0x1003).upper));
        assert_eq!(found, [(3, 60); 2]);
    }

    #[test]
    fn waiting_moves_help_their_owner() {
        let mut all = MergedBounds::default();
        all.add(&KeyedBounds {
            lower: 10,
            upper: 20,
            ..KeyedBounds::nothing(0x1003)
        });
        let [fewer, more, other] = [0x1002, 0x1004, 0x100b].map(|key| all.of(key));
        assert_eq!((fewer.upper, more.lower), (20, 10));
        assert!(fewer.lower < -20_000 && more.upper > 20_000 && other.lower < -20_000);
    }
}
