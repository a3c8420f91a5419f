use floe_hex::Direction;

use super::places::Places;

/// How whole sets move, where they can.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    /// What a step adds, to the right, down to the right and down to the left; the others take it away again.
    forward: [u32; 3],
    /// The places that a step in each direction can lead to.
    receivers: [Places; Direction::COUNT],
    /// So often the length of slides must be doubled to reach the end of every line.
    doublings: u32,
}

impl Steps {
    /// Where places are numbered so that rows begin `stride` half hexes after one another.
    pub(super) fn new(all: Places, rays: &[[Places; Direction::COUNT]], stride: i32) -> Steps {
        let receivers = Direction::ALL.map(|direction| {
            let back = direction.opposite() as usize;
            all.into_iter().filter(|place| !rays[place.index()][back].is_empty()).collect()
        });
        let longest = rays.iter().flatten().map(|ray| ray.len()).max().unwrap_or_default();
        let forward = [1, (stride as u32).div_ceil(2), stride as u32 / 2];
        Steps { forward, receivers, doublings: u32::BITS - longest.leading_zeros() }
    }

    /// The places that touch one of `places`.
    #[inline]
    pub(super) fn neighbours(&self, places: Places) -> Places {
        let [e, se, sw, w, nw, ne] = self.receivers;
        let [right, down_right, down_left] = self.forward;
        let down = places.up(right) & e | places.up(down_right) & se | places.up(down_left) & sw;
        down | places.down(right) & w | places.down(down_right) & nw | places.down(down_left) & ne
    }

    /// Where anything on one of `places` can slide to over `open` places: a parallel-prefix fill (Kogge & Stone 1973) in every direction.
    #[inline]
    pub(super) fn slides(&self, places: Places, open: Places) -> Places {
        let mut ends = Places::EMPTY;
        for (line, &step) in self.forward.iter().enumerate() {
            let (mut on, mut back) = (places, places);
            let (mut open_on, mut open_back) = (open & self.receivers[line], open & self.receivers[line + 3]);
            for doubling in 0..self.doublings {
                let step = step << doubling;
                on |= open_on & on.up(step);
                open_on = open_on & open_on.up(step);
                back |= open_back & back.down(step);
                open_back = open_back & open_back.down(step);
            }
            ends |= on | back;
        }
        ends - places
    }
}
