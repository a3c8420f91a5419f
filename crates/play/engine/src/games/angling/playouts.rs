//! Playouts of a day of Gone Fishing!.

use std::sync::Arc;

use floe_angling::{Angling, AnglingPolicy};
use floe_game::{Chance, Game, Player, Sampled};
use floe_search::{PlayoutResult, WorldPlayouts};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Index of the final margin between A and B, in points, among the measures.
pub(super) const MARGIN: usize = 0;
/// Index of the probability that A wins among the measures.
pub(super) const WIN: usize = 1;

/// Number of playouts of a day to come: the error of their mean is 0.23 points.
const DAYS: usize = 200;

/// Points of the angler of the second day while the first is played, by the same playouts: so that
/// both days count alike.
#[derive(Clone, Debug)]
pub(super) struct DayToCome {
    start: Angling,
    is_random: bool,
    /// Points of [`DAYS`] playouts.
    points: Arc<[f64]>,
}

impl DayToCome {
    /// Plays out the day after that of a position, or returns `known` if that is the same; `None`
    /// if no day follows.
    pub(super) fn after(
        position: &Angling,
        is_random: bool,
        known: Option<DayToCome>,
    ) -> Option<DayToCome> {
        let start = position.next_day()?;
        let is_known = |known: &DayToCome| known.start == start && known.is_random == is_random;
        known.filter(is_known).or_else(|| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            // Only its points count.
            let day = AnglingPlayouts::new(&start, is_random, None, 0.0);
            let points = |_| f64::from(day.play_day(start, &mut rng).points(start.angler()));
            let points = (0..DAYS).map(points).collect();
            Some(DayToCome {
                start,
                is_random,
                points,
            })
        })
    }

    /// Final margin of A to be expected, and the probability that A wins, if A has this lead in
    /// points before the day. A tie goes to A.
    fn outcome(&self, lead: f64) -> [f64; 2] {
        let days = self.points.len() as f64;
        let mean = self.points.iter().sum::<f64>() / days;
        let wins = self.points.iter().filter(|&&points| points <= lead).count();
        [lead - mean, wins as f64 / days]
    }
}

/// Playouts to the end of the day, by rules of thumb or at random.
#[derive(Clone, Debug)]
pub(super) struct AnglingPlayouts {
    day: usize,
    /// Points of the angler at the root.
    points: f64,
    /// Points that are worth a payoff of 1.
    scale: f64,
    is_random: bool,
    /// The second day, on the first.
    day_to_come: Option<DayToCome>,
    /// Share of the probability of winning in the payoff of the last day; the rest are points.
    win_share: f64,
}

impl AnglingPlayouts {
    /// Playouts of the day of `root`, which the day to come follows.
    pub(super) fn new(
        root: &Angling,
        is_random: bool,
        day_to_come: Option<DayToCome>,
        win_share: f64,
    ) -> AnglingPlayouts {
        let left = root.tiles().value() - root.caught().value();
        AnglingPlayouts {
            day: root.day(),
            points: f64::from(root.points(root.angler())),
            scale: 0.5 * f64::from(left.max(2)),
            is_random,
            day_to_come,
            win_share,
        }
    }

    /// Final margin of A and the probability that A wins, after the end of the day.
    fn outcome(&self, end: &Angling) -> [f64; 2] {
        let margin = f64::from(end.points(Player::new(0)) - end.points(Player::new(1)));
        if let Some(day) = &self.day_to_come {
            return day.outcome(margin);
        }
        let score = end.score(Player::new(0)) - end.score(Player::new(1));
        let win = match score.signum() {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
        [margin, win]
    }

    /// The end of the day, played out from a position.
    fn play_day(&self, mut position: Angling, rng: &mut Xoshiro256PlusPlus) -> Angling {
        while !self.is_end(&position) {
            let next = if self.is_random {
                position.random_move(rng)
            } else {
                self.policy(&position, rng)
            };
            let Some(mv) = next else { break };
            position.play(position.draw_outcome(mv, rng));
        }
        position
    }

    /// Final margin of A if the angler gets these points on the day of a position.
    pub(super) fn margin(&self, position: &Angling, points: f64) -> f64 {
        let other = f64::from(position.points(position.fish()));
        let lead = if position.angler().index() == 0 {
            points - other
        } else {
            other - points
        };
        self.day_to_come
            .as_ref()
            .map_or(lead, |day| day.outcome(lead)[MARGIN])
    }

    /// Whether the points of the other day are known, which decide how many win.
    fn has_target(&self, position: &Angling) -> bool {
        position.day() == 2
    }
}

impl WorldPlayouts<Angling> for AnglingPlayouts {
    fn policy(
        &self,
        position: &Angling,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<<Angling as Game>::Move> {
        AnglingPolicy::Thumb.choose(position, rng)
    }

    fn is_end(&self, position: &Angling) -> bool {
        position.day() != self.day
    }

    fn play_out(&self, position: Angling, rng: &mut Xoshiro256PlusPlus) -> PlayoutResult {
        let angler = Player::new(self.day - 1);
        let end = self.play_day(position, rng);
        let measures = self.outcome(&end);
        let points = (f64::from(end.points(angler)) - self.points) / self.scale;
        let win = if angler.index() == 0 {
            measures[WIN]
        } else {
            1.0 - measures[WIN]
        };
        // Before the last day points count, on it mostly winning.
        let share = if end.is_over() && self.has_target(&end) {
            self.win_share
        } else {
            0.0
        };
        let payoff = share * win + (1.0 - share) * points;
        let mut payoffs = [1.0 - payoff; Player::MAX];
        payoffs[angler.index()] = payoff;
        PlayoutResult { payoffs, measures }
    }
}
