//! Best responses to any strategy.

use std::collections::{BTreeMap, HashMap};

use floe_game::{Game, Player, Turn, Veiled};

use super::minimax::is_day_over;
use super::{AnglingSolveError, AnglingSolver, worlds_of};
use crate::angling::Angling;
use crate::mv::AnglingMove;

/// Decision of a day, with what the player who decides knows of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnglingDecision<'a> {
    /// Position before the moves, as the player knew it: a view for the player who fishes, all
    /// tiles for the fish.
    pub start: &'a Angling,
    /// Moves since `start`, as the player who fishes has observed them.
    pub moves: &'a [AnglingMove],
    /// Position after these moves, as the player knows it.
    pub position: &'a Angling,
}

impl AnglingSolver {
    /// Mean points that the player who fishes has at the end of the day if one player follows
    /// `strategy` and the other plays the best response to it: first if the player who fishes
    /// follows the strategy, then if the fish does.
    ///
    /// `strategy` gives moves with their probabilities, and may remember all moves since
    /// `position`. Half the difference of the results is the exploitability of the strategy. The
    /// worlds of the position are equally likely. All histories of the day are enumerated, so this
    /// is for small lakes.
    ///
    /// # Errors
    /// If the view of the position has more than `max_worlds` worlds.
    ///
    /// ```
    /// use floe_angling::{Angling, AnglingDecision, AnglingSolver};
    /// use floe_game::Game;
    ///
    /// let position: Angling = "angling:12/rd A 0,0 y1+10 1.1 -,- lake=2x2 tiles=1.2.r.d".parse()?;
    /// let first_move = |decision: AnglingDecision<'_>| vec![(decision.position.moves()[0], 1.0)];
    /// let [at_least, at_most] = AnglingSolver::best_responses(&position, 24, first_move)?;
    /// let value = AnglingSolver::new(&position, 1_000_000)?.solve(0.001, 10_000);
    /// assert!(at_least <= value.at_most && value.at_least <= at_most);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_responses(
        position: &Angling,
        max_worlds: usize,
        strategy: impl FnMut(AnglingDecision<'_>) -> Vec<(AnglingMove, f64)>,
    ) -> Result<[f64; 2], AnglingSolveError> {
        let worlds = worlds_of(position, max_worlds)?;
        let view = position.view(position.angler());
        let mut responses = Responses {
            strategy,
            known: HashMap::new(),
            day: position.day(),
            view,
            moves: Vec::new(),
        };
        let share = 1.0 / worlds.len() as f64;
        let at_least = worlds
            .iter()
            .map(|world| share * responses.of_fish(world))
            .sum();
        let alike: Vec<Alike> = worlds
            .into_iter()
            .map(|world| Alike {
                start: world,
                now: world,
                share,
            })
            .collect();
        Ok([at_least, responses.of_angler(&alike)])
    }
}

/// Search for the best responses to a strategy.
struct Responses<S> {
    strategy: S,
    /// Answers of the strategy's angler so far, by the moves that it has observed.
    known: HashMap<Vec<AnglingMove>, Vec<(AnglingMove, f64)>>,
    day: usize,
    /// View of the angler at the root.
    view: Angling,
    /// Moves from the root to the position that is searched, as the angler observes them.
    moves: Vec<AnglingMove>,
}

/// World that looks like others to the angler.
struct Alike {
    /// The world at the root.
    start: Angling,
    now: Angling,
    /// Probability that the strategy's fish plays to it.
    share: f64,
}

impl<S: FnMut(AnglingDecision<'_>) -> Vec<(AnglingMove, f64)>> Responses<S> {
    /// Moves of the strategy's angler with their probabilities, in a world.
    fn moves_of_angler(&mut self, world: &Angling) -> Vec<(AnglingMove, f64)> {
        if let Some(known) = self.known.get(&self.moves) {
            return known.clone();
        }
        let view = world.view(world.angler());
        let decision = AnglingDecision {
            start: &self.view,
            moves: &self.moves,
            position: &view,
        };
        let moves = (self.strategy)(decision);
        self.known.insert(self.moves.clone(), moves.clone());
        moves
    }

    /// Points of the angler, if the day is over.
    fn points_at_end(&self, position: &Angling) -> Option<f64> {
        is_day_over(position, self.day)
            .then(|| f64::from(position.points(Player::new(self.day - 1))))
    }

    /// Points of the strategy's angler against the best fish.
    fn of_fish(&mut self, position: &Angling) -> f64 {
        if let Some(points) = self.points_at_end(position) {
            return points;
        }
        if position.turn() == Turn::Of(position.angler()) {
            let moves = self.moves_of_angler(position).into_iter();
            moves
                .map(|(mv, share)| share * self.of_fish_after(position, mv))
                .sum()
        } else {
            let moves = position.moves().into_iter();
            moves
                .map(|mv| self.of_fish_after(position, mv))
                .fold(f64::INFINITY, f64::min)
        }
    }

    /// Points of the strategy's angler against the best fish after a move.
    fn of_fish_after(&mut self, position: &Angling, mv: AnglingMove) -> f64 {
        self.moves.push(position.observed(mv, position.angler()));
        let points = self.of_fish(&position.after(mv));
        self.moves.pop();
        points
    }

    /// Points of the best angler against the strategy's fish, times the probability of these
    /// worlds, which look alike to the angler.
    fn of_angler(&mut self, worlds: &[Alike]) -> f64 {
        let Some(first) = worlds.first() else {
            return 0.0;
        };
        if is_day_over(&first.now, self.day) {
            return worlds
                .iter()
                .filter_map(|world| Some(world.share * self.points_at_end(&world.now)?))
                .sum();
        }
        if first.now.turn() == Turn::Of(first.now.angler()) {
            let moves = first.now.moves().into_iter();
            let values =
                moves.map(|mv| self.of_observed(worlds.iter().map(|world| (world, mv, 1.0))));
            return values.fold(f64::NEG_INFINITY, f64::max);
        }
        let mut played = Vec::new();
        for world in worlds {
            let decision = AnglingDecision {
                start: &world.start,
                moves: &self.moves,
                position: &world.now,
            };
            let moves = (self.strategy)(decision)
                .into_iter()
                .filter(|&(_, part)| part > 0.0);
            played.extend(moves.map(|(mv, part)| (world, mv, part)));
        }
        self.of_observed(played)
    }

    /// Points of the best angler after moves in worlds, of which it sees what can be observed.
    fn of_observed<'w>(
        &mut self,
        played: impl IntoIterator<Item = (&'w Alike, AnglingMove, f64)>,
    ) -> f64 {
        let mut branches: BTreeMap<AnglingMove, Vec<Alike>> = BTreeMap::new();
        for (&Alike { start, now, share }, mv, part) in played {
            let observed = now.observed(mv, now.angler());
            branches.entry(observed).or_default().push(Alike {
                start,
                now: now.after(mv),
                share: share * part,
            });
        }
        let mut points = 0.0;
        for (observed, worlds) in branches {
            self.moves.push(observed);
            points += self.of_angler(&worlds);
            self.moves.pop();
        }
        points
    }
}
