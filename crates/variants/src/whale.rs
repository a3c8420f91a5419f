//! **Roaming danger** (3.3): a whale swims below the ice, and what it meets is gone.

use floe_game::Player;
use floe_hex::{Direction, Hex, HexSet, Layout};

use crate::floe::Floe;
use crate::{Move, Outline};

/// Where the whale of a dealt floe is: on the three-fish tile nearest to the middle of the outline, the first in reading order among
/// equals; none without such a tile.
pub(crate) fn start(outline: Outline, threes: HexSet) -> Option<Hex> {
    let geometry = outline.geometry();
    let hexes = geometry.hexes();
    let count = hexes.len() as i32;
    // In half hexes to the right and rows down, both multiplied by the number of hexes: then the mean is whole.
    let sum = hexes.into_iter().map(|hex| geometry.place(hex)).fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let distance = |hex: &Hex| {
        let at = geometry.place(*hex);
        let (right, down) = (count * at.0 - sum.0, count * at.1 - sum.1);
        // A row is √3 half hexes high.
        right * right + 3 * down * down
    };
    threes.into_iter().min_by_key(distance)
}

/// Where the whale ends when it swims, and the penguin that it takes; none where it cannot swim even one hex.
pub(crate) fn swim(floe: &Floe, whale: Hex, direction: Direction, fish: i32) -> Option<(Hex, Option<Player>)> {
    let geometry = floe.outline.geometry();
    let (mut at, mut swum) = (whale, 0);
    while swum < fish
        && let Some(next) = geometry.beside(at, direction)
    {
        if let Some(owner) = floe.owner(next) {
            if floe.own(owner).is_several() {
                return Some((next, Some(owner)));
            }
            break;
        }
        at = next;
        swum += 1;
    }
    (swum > 0).then_some((at, None))
}

/// The floe after a slide alone.
fn slid(floe: &Floe, from: Hex, to: Hex) -> Floe {
    let mut after = *floe;
    after.take(floe.turn, from.into());
    after.walk(floe.turn, from, to);
    after
}

pub(crate) fn for_each_move(floe: &Floe, whale: Hex, mut visit: impl FnMut(Move)) {
    for from in floe.own(floe.turn) {
        let fish = floe.fish(from);
        for to in floe.slides(from) {
            let after = slid(floe, from, to);
            let mut stays = true;
            for direction in Direction::ALL {
                if swim(&after, whale, direction, fish).is_some() {
                    visit(Move::Whale { from, to, swim: direction as u8 });
                    stays = false;
                }
            }
            if stays {
                visit(Move::Slide { from, to });
            }
        }
    }
}

pub(crate) fn play(floe: &mut Floe, whale: &mut Hex, mv: Move) {
    match mv {
        Move::Slide { from, to } => *floe = slid(floe, from, to),
        Move::Whale { from, to, swim: direction } => {
            let fish = floe.fish(from);
            *floe = slid(floe, from, to);
            let (end, prey) =
                swim(floe, *whale, Direction::ALL[usize::from(direction)], fish).expect("the whale can swim there");
            if let Some(owner) = prey {
                floe.penguins[owner.index()].remove(end);
            }
            *whale = end;
            floe.closed = end.into();
        }
        _ => unreachable!("no move of this variant"),
    }
    floe.give_turn(floe.next(floe.turn), Floe::can_slide);
}
