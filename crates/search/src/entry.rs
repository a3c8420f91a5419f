use floe_game::{Keyed, Score};

/// What a value says about the truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Bound {
    /// It is no more than this.
    Upper = 1,
    /// It is no less than this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

/// What the table remembers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The margin still to come for the side to move, what is banked left out, so that positions reached with
    /// different scores share an entry.
    pub(crate) to_come: Score,
    pub(crate) bound: Bound,
    /// Whether the bound rests on no evaluation.
    pub(crate) proven: bool,
    pub(crate) depth: i32,
    /// The bits of the best move.
    pub(crate) best: u32,
}

/// Where the parts lie in 64 bits, from the lowest on: what is to come, the depth, the bound, whether it is proven, the best move.
const DEPTH: u32 = 24;
const BOUND: u32 = DEPTH + 8;
const PROVEN: u32 = BOUND + 2;
const BEST: u32 = PROVEN + 1;

impl Entry {
    /// In 64 bits, never zero. Moves of the game `G` must fit beside the rest.
    #[inline]
    pub(crate) fn pack<G: Keyed>(self) -> u64 {
        const { assert!(BEST + G::MOVE_BITS <= u64::BITS) };
        debug_assert!(
            self.to_come.abs() < 1 << 23 && u8::try_from(self.depth).is_ok() && self.best >> G::MOVE_BITS == 0
        );
        self.to_come as u64 & 0xff_ffff
            | u64::from(self.best) << BEST
            | (self.depth as u64) << DEPTH
            | (self.bound as u64) << BOUND
            | u64::from(self.proven) << PROVEN
    }

    #[inline]
    pub(crate) fn unpack(data: u64) -> Entry {
        Entry {
            // Shifted up and down again, so that the highest bit is the sign.
            to_come: ((data as u32) << 8) as Score >> 8,
            best: (data >> BEST) as u32,
            depth: (data >> DEPTH) as u8 as i32,
            bound: match data >> BOUND & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            proven: data >> PROVEN & 1 != 0,
        }
    }

    /// Replacement priority of packed data: by depth, proofs above guesses.
    #[inline]
    pub(crate) fn priority(data: u64) -> u32 {
        if data == 0 {
            return 0;
        }
        1 + (data >> DEPTH & 0xff) as u32 + 4 * (data >> PROVEN & 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use floe_game::toy::Ends;

    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for to_come in [-(1 << 23) + 1, -32768, -1, 0, 12860, (1 << 23) - 1] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for (proven, depth, best) in [(false, 0, 1), (true, 99, 2), (false, 255, 3)] {
                    let entry = Entry { to_come, bound, proven, depth, best };
                    assert_eq!(Entry::unpack(entry.pack::<Ends<2>>()), entry);
                    assert_ne!(entry.pack::<Ends<2>>(), 0);
                }
            }
        }
    }
}
