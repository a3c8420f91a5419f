use floe_game::{Game, Interval, Player, Score};
use floe_hex::{Hex, HexSet};
use floe_search::Payoffs;
use floe_variants::{Effect, Special, SpecialMove, SpecialTile};

use crate::Evaluation;
use crate::evaluation::{FREEDOM, Features, NEAR, ONE, STUCK, TILES, freedom, once_and_more};
use crate::games::EvalFeatures;

/// What the evaluation of the base game sees of a side, on the wider sets of boards with a ring.
fn features<const N: usize>(position: &Special, penguins: [HexSet<u128>; N]) -> [Features; N] {
    let (board, free) = (position.geometry(), position.free());
    let worth = |places| position.value(places).score();
    let mut features = [Features::default(); N];
    let mut fresh = [HexSet::EMPTY; N];
    for side in 0..N {
        for penguin in penguins[side] {
            let ends = position.ends(penguin);
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
    position: &Special,
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

/// Everybody's result as a guess, by player.
fn results<const N: usize>(position: &Special, base: &Evaluation) -> Payoffs {
    let player = |place: usize| Player::new((position.last_turn().index() + place) % N);
    let features = features::<N>(position, std::array::from_fn(|place| position.penguins(player(place))));
    let row = base.row_of(N, position.is_placement(), position.free().len());
    let mut results = Payoffs::default();
    for (place, features) in features.iter().enumerate() {
        let player = player(place);
        let standing = position.value(position.penguins(player)).score();
        let turn = if N > 2 || place == 0 { row.turn(place) } else { 0 };
        results[player.index()] = position.score(player) + standing + row.apply(features) + turn;
    }
    results
}

/// The fish of the tile where the penguin ends, and what an effect takes from others.
fn gain(position: &Special, mv: SpecialMove) -> Score {
    let worth = |place: Hex| position.value(place.into()).score();
    match mv {
        SpecialMove::Place(place) => position.value(position.geometry().adjacent(place) & position.free()).score(),
        SpecialMove::Slide { to, effect, .. } => match effect {
            Effect::Unused => 4 * worth(to),
            Effect::Jump(end) => 4 * worth(end),
            Effect::Swap(with) => 4 * worth(with),
            Effect::Return { player, .. } => {
                let least = position.took(player).iter().position(|&count| count > 0).unwrap_or_default();
                128 * (least as Score + 1)
            }
            Effect::Float { from, .. } => worth(from) / 4,
        },
    }
}

/// What a position with special tiles promises is what the evaluation of the base game sees, on wider sets.
impl EvalFeatures for Special {
    fn results(&self, base: &Evaluation) -> Payoffs {
        match self.players() {
            2 => results::<2>(self, base),
            3 => results::<3>(self, base),
            _ => results::<4>(self, base),
        }
    }

    fn gain(&self, mv: SpecialMove) -> Score {
        gain(self, mv)
    }

    /// A reversal takes three fish at most away again, also from those who have retired, and gives them to whoever gets there.
    fn prospects(&self, player: Player) -> Interval<Score> {
        let reversals = (self.of_kind(SpecialTile::Reversal) & self.free()).len() as i32;
        let returned = floe_fish::Value { fish: 3 * reversals, tiles: reversals };
        if self.penguins(player).is_empty() && !self.is_placement() {
            return Interval::new(-returned.score(), 0);
        }
        let fish: i32 = self.tiles().into_iter().map(|place| self.fish(place).max(0)).sum();
        let cost: i32 = self.tiles().into_iter().map(|place| self.fish(place).min(0)).sum();
        let all = floe_fish::Value { fish, tiles: self.tiles().len() as i32 };
        let cost = floe_fish::Value { fish: cost, tiles: 0 };
        Interval::new(cost.score() - returned.score(), all.score() + returned.score())
    }
}
