use crate::{Direction, HexSets};

/// How far slides go over free hexes, for eight sets side by side: what all slides over the same hexes have in common.
#[derive(Clone, Copy, Debug)]
pub struct Paths {
    pub(crate) free: HexSets,
    /// For each direction the hexes that runs of one, two and four steps over free hexes end on, if the layout has a use for them.
    pub(crate) runs: [[HexSets; 3]; Direction::COUNT],
}
