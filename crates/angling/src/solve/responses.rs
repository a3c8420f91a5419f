//! Best responses to any strategy.

use std::collections::{BTreeMap, HashMap};

use floe_game::{Game, Player, Turn, Veiled};

use super::minimax::is_day_over;
use super::{AnglingSolveError, AnglingSolver, worlds_of};
use crate::angling::Angling;
use crate::mv::AnglingMove;

impl AnglingSolver {
    /// Mean points of the player who fishes at the end of the day, of a strategy against its best responses: first if
    /// that player follows the strategy and the fish plays the best response to it, then if the fish follows the
    /// strategy and the player who fishes plays the best response.
    ///
    /// `strategy` gives moves with their probabilities: of the player who fishes from its view, of the fish from a
    /// whole position. Half the difference of the results is the exploitability of the strategy. The worlds of the
    /// position are equally likely. The whole day is enumerated, so this is for small lakes.
    ///
    /// # Errors
    /// If the view of the position has more than `max_worlds` worlds.
    ///
    /// ```
    /// use floe_angling::{Angling, AnglingSolver};
    /// use floe_game::Game;
    ///
    /// let position: Angling = "angling:12/rd A 0,0 y1+10 1.1 -,- lake=2x2 tiles=1.2.r.d".parse()?;
    /// let first_move = |position: &Angling| vec![(position.moves()[0], 1.0)];
    /// let [at_least, at_most] = AnglingSolver::best_responses(&position, 24, first_move)?;
    /// let value = AnglingSolver::new(&position, 1_000_000)?.solve(0.001, 10_000);
    /// assert!(at_least <= value.at_most && value.at_least <= at_most);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_responses(
        position: &Angling,
        max_worlds: usize,
        strategy: impl FnMut(&Angling) -> Vec<(AnglingMove, f64)>,
    ) -> Result<[f64; 2], AnglingSolveError> {
        let worlds = worlds_of(position, max_worlds)?;
        let mut responses =
            Responses { strategy, known: HashMap::new(), day: position.day(), against_fish: HashMap::new() };
        let share = 1.0 / worlds.len() as f64;
        let at_least = worlds.iter().map(|world| share * responses.of_fish(world)).sum();
        let at_most = responses.of_angler(worlds.into_iter().map(|world| (world, share)).collect());
        Ok([at_least, at_most])
    }
}

/// Search for the best responses to a strategy.
struct Responses<S> {
    strategy: S,
    /// Answers of the strategy so far, by the view of the angler or the position of the fish.
    known: HashMap<Angling, Vec<(AnglingMove, f64)>>,
    day: usize,
    /// Points against a best response of the fish.
    against_fish: HashMap<Angling, f64>,
}

impl<S: FnMut(&Angling) -> Vec<(AnglingMove, f64)>> Responses<S> {
    /// Moves of the strategy with their probabilities.
    fn moves(&mut self, seen: &Angling) -> Vec<(AnglingMove, f64)> {
        self.known.entry(*seen).or_insert_with(|| (self.strategy)(seen)).clone()
    }

    /// Points of the angler, if the day is over.
    fn points_at_end(&self, position: &Angling) -> Option<f64> {
        is_day_over(position, self.day).then(|| f64::from(position.points(Player::new(self.day - 1))))
    }

    /// Points of the strategy's angler against the best fish.
    fn of_fish(&mut self, position: &Angling) -> f64 {
        if let Some(points) = self.points_at_end(position) {
            return points;
        }
        if let Some(&points) = self.against_fish.get(position) {
            return points;
        }
        let points = if position.turn() == Turn::Of(position.angler()) {
            let moves = self.moves(&position.view(position.angler()));
            moves.into_iter().map(|(mv, share)| share * self.of_fish(&position.after(mv))).sum()
        } else {
            let moves = position.moves().into_iter();
            moves.map(|mv| self.of_fish(&position.after(mv))).fold(f64::INFINITY, f64::min)
        };
        self.against_fish.insert(*position, points);
        points
    }

    /// Points of the best angler against the strategy's fish, times the probability of these worlds, which look alike
    /// to the angler.
    fn of_angler(&mut self, worlds: Vec<(Angling, f64)>) -> f64 {
        let Some(&(first, _)) = worlds.first() else { return 0.0 };
        if is_day_over(&first, self.day) {
            return worlds.iter().filter_map(|(world, share)| Some(share * self.points_at_end(world)?)).sum();
        }
        if first.turn() == Turn::Of(first.angler()) {
            let moves = first.moves().into_iter();
            let values = moves.map(|mv| {
                let played = worlds.iter().map(|&(world, share)| (world, mv, share));
                self.of_observed(played)
            });
            return values.fold(f64::NEG_INFINITY, f64::max);
        }
        let mut played = Vec::new();
        for (world, share) in worlds {
            played.extend(self.moves(&world).into_iter().map(|(mv, part)| (world, mv, share * part)));
        }
        self.of_observed(played)
    }

    /// Points of the best angler after moves in worlds, of which it sees what can be observed.
    fn of_observed(&mut self, played: impl IntoIterator<Item = (Angling, AnglingMove, f64)>) -> f64 {
        let mut branches: BTreeMap<AnglingMove, Vec<(Angling, f64)>> = BTreeMap::new();
        for (world, mv, share) in played {
            let observed = world.observed(mv, world.angler());
            branches.entry(observed).or_default().push((world.after(mv), share));
        }
        branches.into_values().map(|worlds| self.of_angler(worlds)).sum()
    }
}
