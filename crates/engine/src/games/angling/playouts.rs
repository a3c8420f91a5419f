//! Playouts of a day of Gone Fishing!.

use floe_angling::{Angling, AnglingPolicy};
use floe_game::{Game, Player, Sampled};
use floe_search::{PlayoutResult, WorldPlayouts};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Index of the final margin between A and B, in points, among the measures.
pub(super) const MARGIN: usize = 0;
/// Index of the probability that A wins among the measures.
pub(super) const WIN: usize = 1;

/// Mean and standard deviation of the points of a day between players by rules of thumb.
const DAY: (f64, f64) = (13.0, 4.0);
/// Share of the probability of winning in the payoff of the last day; the rest are points.
const WIN_SHARE: f64 = 0.7;

/// Playouts to the end of the day, by rules of thumb or at random.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnglingPlayouts {
    day: usize,
    /// Points of the angler at the root.
    points: f64,
    /// Points that are worth a payoff of 1.
    scale: f64,
    is_random: bool,
    /// Whether a second day follows.
    has_day_to_come: bool,
}

impl AnglingPlayouts {
    pub(super) fn new(root: &Angling, is_random: bool) -> AnglingPlayouts {
        let left = root.tiles().value() - root.caught().value();
        AnglingPlayouts {
            day: root.day(),
            points: f64::from(root.points(root.angler())),
            scale: 0.5 * f64::from(left.max(2)),
            is_random,
            has_day_to_come: root.has_day_to_come(),
        }
    }

    /// Final margin of A and the probability that A wins, after the end of the day.
    pub(super) fn outcome(&self, end: &Angling) -> [f64; 2] {
        let [own, other] = [0, 1].map(|player| f64::from(end.points(Player::new(player))));
        if !end.is_over() {
            let margin = own - DAY.0;
            return [margin, 1.0 / (1.0 + (-1.7 * (margin + 0.5) / DAY.1).exp())];
        }
        let score = end.score(Player::new(0)) - end.score(Player::new(1));
        let win = match score.signum() {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
        [own - other, win]
    }
}

impl WorldPlayouts<Angling> for AnglingPlayouts {
    fn policy(&self, position: &Angling, rng: &mut Xoshiro256PlusPlus) -> Option<<Angling as Game>::Move> {
        AnglingPolicy::Thumb.choose(position, rng)
    }

    fn is_end(&self, position: &Angling) -> bool {
        position.day() != self.day
    }

    fn play_out(&self, mut position: Angling, rng: &mut Xoshiro256PlusPlus) -> PlayoutResult {
        let angler = Player::new(self.day - 1);
        while !self.is_end(&position) {
            let next = if self.is_random { position.random_move(rng) } else { self.policy(&position, rng) };
            let Some(mv) = next else { break };
            position.play(floe_game::Chance::draw_outcome(&position, mv, rng));
        }
        let measures = self.outcome(&position);
        let points = (f64::from(position.points(angler)) - self.points) / self.scale;
        let win = if angler.index() == 0 { measures[WIN] } else { 1.0 - measures[WIN] };
        // Before the last day points count, on it mostly winning.
        let payoff = if position.is_over() && self.has_target(&position) {
            WIN_SHARE * win + (1.0 - WIN_SHARE) * points
        } else {
            points
        };
        let mut payoffs = [1.0 - payoff; Player::MAX];
        payoffs[angler.index()] = payoff;
        PlayoutResult { payoffs, measures }
    }
}

impl AnglingPlayouts {
    /// Final margin of A if the angler gets these points on the day of a position.
    pub(super) fn margin(&self, position: &Angling, points: f64) -> f64 {
        let other = f64::from(position.points(position.fish()));
        match (position.angler().index(), self.has_day_to_come) {
            (0, true) => points - DAY.0,
            (0, false) => points - other,
            _ => other - points,
        }
    }

    /// Whether the points of the other day are known, which decide how many win.
    fn has_target(&self, position: &Angling) -> bool {
        position.day() == 2
    }
}
