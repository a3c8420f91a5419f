//! **Group effort** (3.6): penguins share tiles, and many take more from one than few.

use floe_fish::Value;
use floe_game::Player;
use floe_hex::{Direction, Hex, HexSet, Layout};

use crate::Move;
use crate::floe::Floe;

/// How many penguins stand together, and how long nobody has taken anything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Crowd {
    /// By player, how many penguins more than one stand on each hex, in two binary digits.
    more: [[HexSet; 2]; Player::MAX],
    /// Turns in a row that have taken no tile.
    pub(crate) idle: u8,
}

impl Crowd {
    /// How many penguins of a player stand on a hex.
    #[inline]
    pub(crate) fn count(&self, floe: &Floe, player: Player, hex: Hex) -> u32 {
        let [ones, twos] = self.more[player.index()];
        u32::from(floe.own(player).contains(hex)) + u32::from(ones.contains(hex)) + 2 * u32::from(twos.contains(hex))
    }

    /// Sets how many stand there, at most four.
    pub(crate) fn set(&mut self, floe: &mut Floe, player: Player, hex: Hex, count: u32) {
        let put = |set: &mut HexSet, is_in| if is_in { set.insert(hex) } else { set.remove(hex) };
        let more = count.saturating_sub(1);
        put(&mut floe.penguins[player.index()], count > 0);
        put(&mut self.more[player.index()][0], more & 1 != 0);
        put(&mut self.more[player.index()][1], more & 2 != 0);
    }

    /// The hexes where a player has several penguins.
    #[inline]
    fn several(&self, player: Player) -> HexSet {
        self.more[player.index()][0] | self.more[player.index()][1]
    }

    /// What decides how it goes on, in one number.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        self.more.iter().flatten().map(|set| set.to_bits()).chain([u64::from(self.idle)])
    }
}

/// Where a penguin can go: along the free tiles, and onto the first one that is taken.
#[inline]
pub(crate) fn targets(floe: &Floe, from: Hex) -> HexSet {
    let (geometry, crossing, occupied) = (floe.outline.geometry(), floe.crossing(), floe.occupied());
    let mut targets = HexSet::EMPTY;
    for direction in Direction::ALL {
        let open = geometry.ray_in(from, direction, crossing);
        let beyond = geometry.ray(from, direction) - open;
        let first = if direction.is_forward() { beyond.first() } else { beyond.last() };
        targets |= (open - floe.open) | HexSet::from_iter(first) & occupied;
    }
    targets
}

pub(crate) fn for_each_move(floe: &Floe, crowd: &Crowd, mut visit: impl FnMut(Move)) {
    let several = crowd.several(floe.turn);
    for from in floe.own(floe.turn) {
        for to in targets(floe, from) {
            visit(Move::Slide { from, to });
            if several.contains(from) {
                visit(Move::Together { from, to });
            }
        }
    }
}

pub(crate) fn count(floe: &Floe, crowd: &Crowd) -> u64 {
    let several = crowd.several(floe.turn);
    floe.own(floe.turn)
        .into_iter()
        .map(|from| u64::from(targets(floe, from).len()) << u32::from(several.contains(from)))
        .sum()
}

fn can_move(floe: &Floe, player: Player) -> bool {
    floe.own(player).into_iter().any(|from| !targets(floe, from).is_empty())
}

pub(crate) fn play(floe: &mut Floe, crowd: &mut Crowd, mv: Move) {
    let player = floe.turn;
    let (from, to) = mv.ends(floe.outline.geometry());
    let standing = crowd.count(floe, player, from);
    let moving = if matches!(mv, Move::Together { .. }) { standing } else { 1 };
    let arrived = crowd.count(floe, player, to) + moving;
    crowd.set(floe, player, from, standing - moving);
    crowd.set(floe, player, to, arrived);
    crowd.idle = crowd.idle.saturating_add(1);
    if floe.owner(from).is_none() {
        leave_empty(floe, player, from, moving);
        crowd.idle = 0;
    }
    settle(floe, crowd, floe.next(player));
}

/// A player takes a tile that so many of its penguins have left empty.
fn leave_empty(floe: &mut Floe, player: Player, hex: Hex, penguins: u32) {
    floe.gain(player, Value { fish: floe.fish(hex) * penguins as i32, tiles: 1 });
    floe.remove(hex.into());
}

fn retire(floe: &mut Floe, crowd: &mut Crowd, player: Player) {
    for hex in floe.own(player) {
        let penguins = crowd.count(floe, player, hex);
        crowd.set(floe, player, hex, 0);
        if floe.owner(hex).is_none() {
            leave_empty(floe, player, hex, penguins);
        }
        crowd.idle = 0;
    }
}

/// Gives the turn to the first player from `player` on who can move. Those who cannot retire; all do, where nothing has been taken for
/// long.
pub(crate) fn settle(floe: &mut Floe, crowd: &mut Crowd, player: Player) {
    let mut round = player.round(usize::from(floe.players));
    let left = floe.penguins.iter().filter(|own| !own.is_empty()).count();
    if !floe.is_placement() && usize::from(crowd.idle) >= 2 * left {
        return round.for_each(|player| retire(floe, crowd, player));
    }
    let can_go_on = |floe: &Floe, player: Player| floe.hand[player.index()] > 0 || can_move(floe, player);
    if let Some(player) = round.find(|&player| {
        let goes_on = can_go_on(floe, player);
        if !goes_on {
            retire(floe, crowd, player);
        }
        goes_on
    }) {
        floe.turn = player;
    }
}
