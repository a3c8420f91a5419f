use floe_game::Score;

/// Both bounds of an ending, and the best move so far; or what is known of an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) lower: Score,
    pub(crate) upper: Score,
    /// The move by its bits; zero for none.
    pub(crate) best: u16,
    /// How much work went into it, as a power of two; never zero.
    pub(crate) work: u8,
}

impl Entry {
    #[inline]
    pub(crate) fn pack(self) -> u64 {
        debug_assert!(self.work > 0);
        u64::from(self.lower as u16)
            | u64::from(self.upper as u16) << 16
            | u64::from(self.best) << 32
            | u64::from(self.work) << 48
    }

    #[inline]
    pub(crate) fn unpack(data: u64) -> Entry {
        Entry {
            lower: Score::from(data as u16 as i16),
            upper: Score::from((data >> 16) as u16 as i16),
            best: (data >> 32) as u16,
            work: (data >> 48) as u8,
        }
    }

    /// How much it would be a pity to lose packed data.
    #[inline]
    pub(crate) fn worth(data: u64) -> u32 {
        (data >> 48) as u32 & 0xff
    }
}
