use floe_game::Score;

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
    pub(crate) best: u16,
}

impl Entry {
    /// In 64 bits, never zero.
    #[inline]
    pub(crate) fn pack(self) -> u64 {
        debug_assert!(self.to_come.abs() < 1 << 23 && u8::try_from(self.depth).is_ok());
        u64::from(self.to_come as u16)
            | (self.to_come as u64 >> 16 & 0xff) << 48
            | u64::from(self.best) << 16
            | (self.depth as u64) << 32
            | (self.bound as u64) << 40
            | u64::from(self.proven) << 42
    }

    #[inline]
    pub(crate) fn unpack(data: u64) -> Entry {
        Entry {
            to_come: Score::from((data >> 48) as u8 as i8) << 16 | Score::from(data as u16),
            best: (data >> 16) as u16,
            depth: (data >> 32) as u8 as i32,
            bound: match data >> 40 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            proven: data >> 42 & 1 != 0,
        }
    }

    /// How much it would be a pity to lose packed data: by depth, proofs above guesses.
    #[inline]
    pub(crate) fn worth(data: u64) -> u32 {
        if data == 0 {
            return 0;
        }
        1 + (data >> 32 & 0xff) as u32 + 4 * (data >> 42 & 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for to_come in [-32768, -1, 0, 12860] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for (proven, depth, best) in [(false, 0, 1), (true, 99, 4097), (false, 255, u16::MAX)] {
                    let entry = Entry { to_come, bound, proven, depth, best };
                    assert_eq!(Entry::unpack(entry.pack()), entry);
                    assert_ne!(entry.pack(), 0);
                }
            }
        }
    }
}
