use floe_game::Score;
use floe_hex::HexSet;
use floe_variants::{VariantPosition, VariantRules};

use crate::evaluation::{FREEDOM, Features, NEAR, ONE, STUCK, TILES, freedom, once_and_more};

/// What the evaluation of the base game sees of a side, on the wider sets of boards with a ring.
pub(super) fn features<const N: usize>(
    position: &VariantPosition<impl VariantRules<Word = u128>>,
    penguins: [HexSet<u128>; N],
) -> [Features; N] {
    let (board, free) = (position.geometry(), position.free());
    let worth = |places| position.value(places).score();
    let mut features = [Features::default(); N];
    let mut fresh = [HexSet::EMPTY; N];
    for side in 0..N {
        for penguin in penguins[side] {
            let ends = position.destinations(penguin);
            fresh[side] |= ends;
            features[side][FREEDOM] += freedom(ends.len());
            features[side][STUCK] += if ends.is_empty() { ONE } else { 0 };
        }
    }
    let (mut front, mut open) = (penguins, free);
    loop {
        let next = front.map(|own| board.neighbours(own) & open);
        let (once, more) = once_and_more(&next);
        if once.is_empty() {
            break;
        }
        open -= once;
        (0..N).for_each(|side| features[side][NEAR] += worth(next[side] - more));
        front = next;
    }
    first_reached(position, fresh, |slides, reached, new, shared| {
        let (first, later) = (slides.min(2), if slides == 0 { 3 } else { 5 });
        let mut seen = HexSet::EMPTY;
        for side in 0..N {
            let (alone, also) = (reached[side] & (new - shared), reached[side] & shared);
            features[side][first] += worth(alone);
            features[side][TILES] += ONE * alone.len() as Score;
            features[side][later] += worth(also - seen);
            features[side][later + 1] += worth(also & seen);
            seen |= also;
        }
    });
    features
}

/// Tells, slide by slide, what everybody has reached by then, what is new to all of that, and what of the new several have reached;
/// `fresh` is where everybody gets with one slide.
fn first_reached<const N: usize>(
    position: &VariantPosition<impl VariantRules<Word = u128>>,
    mut fresh: [HexSet<u128>; N],
    mut tell: impl FnMut(usize, &[HexSet<u128>; N], HexSet<u128>, HexSet<u128>),
) {
    let (board, crossing, barred) = (position.geometry(), position.crossing(), position.crossing() - position.free());
    let (mut reached, mut open) = (fresh, position.free());
    for slides in 0.. {
        let (once, more) = once_and_more(&reached);
        let new = once & open;
        open -= new;
        if new.is_empty() {
            return;
        }
        tell(slides, &reached, new, new & more);
        if open.is_empty() {
            return;
        }
        for side in 0..N {
            // From what was reached before, everything has been reached already.
            fresh[side] = board.slides_of(fresh[side], crossing) - barred - reached[side];
            reached[side] |= fresh[side];
        }
    }
}
