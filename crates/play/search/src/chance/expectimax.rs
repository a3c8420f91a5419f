use std::marker::PhantomData;

use floe_game::{Chance, Interval, Keyed, Score, Staked, TwoSided};

use super::stars::{ExpectimaxTable, FULL, Stars};
use super::{ChanceGame, Mean, likely_line};
use crate::entry::{Bound, Entry, Found, Window};
use crate::payoffs::plus_bounds;
use crate::time_manager::TimeManager;
use crate::{
    Control, Eval, Interrupted, Limits, Line, Lines, Meter, Options, Payoff, Progress, Report,
};

/// Longest line to report, in plies.
const LONGEST: usize = 64;

/// Expectimax search for two sides (Michie 1966) with iterative deepening, a table and the pruning
/// of [Ballard 1983](https://doi.org/10.1016/S0004-3702(83)80015-0). It runs on one thread.
#[derive(Debug)]
pub struct Expectimax<E> {
    eval: E,
    options: Options,
    table: ExpectimaxTable,
}

impl<E> Expectimax<E> {
    /// Creates a search that estimates positions with `eval`.
    pub fn new(eval: E, options: Options) -> Expectimax<E> {
        Expectimax {
            eval,
            table: ExpectimaxTable::new(options),
            options: options.in_range(),
        }
    }

    /// Searches to depth 1, 2, 3 and so on until a limit is reached or the values of all lines to
    /// report are proven.
    ///
    /// Calls `progress` after every complete depth. Values are expected final margins for the side
    /// to move, current margin included. A line is a choice, its most likely outcome, and then the
    /// best choices with their most likely outcomes. When the game is over there are no lines.
    pub fn search<G>(
        &mut self,
        game: &G,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&Progress<'_, G::Move, Mean>),
    ) -> Report<G::Move, Mean>
    where
        G: Keyed + TwoSided + Chance + Staked,
        E: Eval<G>,
    {
        let control = Control::new(limits);
        let mut report = Report::of_lines(Vec::new());
        if game.is_over() {
            return report;
        }
        let mut moves = self.ranked_choices(game);
        report.lines = moves[..moves.len().min(self.options.lines)].to_vec();
        let mut time = TimeManager::new(limits, self.options.time, control.elapsed(), None);
        for depth in 1..=limits.depth {
            let complete = self
                .deepen(game, &mut moves, depth as i32, &control)
                .is_ok();
            if !complete && report.lines.len() > 1 {
                // Several choices are compared by values of one depth.
                break;
            }
            let lines = moves[..moves.len().min(self.options.lines)].to_vec();
            let best = |key| self.table.get(key).map(|entry| entry.best);
            let longer = |line: Line<G::Move, Mean>| Line {
                moves: likely_line(game, line.moves[0], LONGEST, best),
                ..line
            };
            report.lines = lines.into_iter().map(longer).collect();
            if !complete {
                break;
            }
            report = Report {
                depth,
                nodes: control.nodes(),
                ..report
            };
            progress(&Progress {
                report: &report,
                elapsed: control.elapsed(),
                hash_full: self.table.fullness(),
            });
            let first = &report.lines[0];
            let is_enough = time.is_enough(
                control.elapsed(),
                first.moves[0],
                first.value.score.round() as Score,
            );
            if is_enough || report.lines.iter().all(|line| line.exact) {
                break;
            }
        }
        Report {
            nodes: control.nodes(),
            ..report
        }
    }

    /// Every choice of the player to move, with proven bounds of the expected final margin after it
    /// for the side to move. Also useful after an interrupted search.
    ///
    /// The bounds follow from results of earlier searches for positions up to `plies` below the
    /// choices, and elsewhere from `possible`: the bounds, for the side to move in the position
    /// that it is given, that follow from the rules.
    pub fn proven_bounds<G>(
        &self,
        game: &G,
        plies: u32,
        possible: &impl Fn(&G) -> Interval<Mean>,
    ) -> Vec<(G::Move, Interval<Mean>)>
    where
        G: Keyed + TwoSided + Chance + Staked,
    {
        let bounds_of = |choice| {
            let mut sum = Interval::default();
            game.for_each_outcome(choice, |mv, probability| {
                let child = game.after(mv);
                let bounds = self.bounds(&child, plies, possible);
                let turned = child.side_to_move() != game.side_to_move();
                sum = plus_bounds(sum, if turned { -bounds } else { bounds }, probability);
            });
            sum
        };
        game.choices()
            .into_iter()
            .map(|choice| (choice, bounds_of(choice)))
            .collect()
    }

    fn bounds<G: ChanceGame>(
        &self,
        game: &G,
        plies: u32,
        possible: &impl Fn(&G) -> Interval<Mean>,
    ) -> Interval<Mean> {
        let current = Mean::of::<G>(game.margin_of(game.side_to_move()));
        if game.is_over() {
            return Interval::exact(current);
        }
        let known = self.table.get(game.key()).filter(|entry| entry.proven);
        let known =
            known.map(|entry| plus_bounds(entry_bounds(&entry), Interval::exact(current), 1.0));
        if let Some(exact) = known.filter(Mean::is_exact) {
            return exact;
        }
        let bounds = match plies {
            0 => possible(game),
            _ => {
                let choices = self
                    .proven_bounds(game, plies - 1, possible)
                    .into_iter()
                    .map(|(_, bounds)| bounds);
                choices
                    .reduce(Interval::max)
                    .expect("a player whose turn it is has a choice")
            }
        };
        known.map_or(bounds, |known| bounds.intersect(known))
    }

    /// All choices with the current margin, most promising first.
    fn ranked_choices<G: ChanceGame>(&self, game: &G) -> Lines<G::Move, Mean>
    where
        E: Eval<G>,
    {
        let value = Mean::of::<G>(game.margin_of(game.side_to_move()));
        let ranked = self.table.rank(game, &self.eval, 0, i32::MAX);
        ranked
            .into_iter()
            .map(|(_, choice)| Line::new(value, false, vec![choice]))
            .collect()
    }

    /// Finds the best choices at this depth, as many as to report, and puts them first.
    ///
    /// An interruption leaves those found so far in front.
    fn deepen<G: ChanceGame>(
        &mut self,
        game: &G,
        moves: &mut Lines<G::Move, Mean>,
        depth: i32,
        control: &Control<'_>,
    ) -> Result<(), Interrupted>
    where
        E: Eval<G>,
    {
        let Expectimax {
            eval,
            options,
            table,
        } = self;
        let meter = Meter::new(control);
        let mut stars = Stars {
            eval,
            table,
            meter,
            options: *options,
            game: PhantomData,
        };
        let wanted = options.lines.min(moves.len());
        let (mut best, mut all_proven): (Lines<G::Move, Mean>, bool) = (Vec::new(), true);
        let mut result = Ok(());
        for line in moves.iter() {
            let choice = line.moves[0];
            let alpha = if best.len() < wanted {
                f64::NEG_INFINITY
            } else {
                best[wanted - 1].value.score
            };
            match stars.late_choice(game, choice, Window { alpha, ..FULL }, depth, best.len()) {
                Ok(Found { value, proven }) => {
                    all_proven &= proven;
                    if value.score > alpha {
                        let place = best.partition_point(|other| other.value.score >= value.score);
                        best.insert(place, Line::new(value, proven, vec![choice]));
                        best.truncate(wanted.max(1));
                    }
                }
                Err(interrupted) => {
                    (result, all_proven) = (Err(interrupted), false);
                    break;
                }
            }
        }
        let _ = stars.meter.report();
        // The best is proven to be the best only if the others are proven to be no better.
        best.iter_mut().for_each(|line| line.exact &= all_proven);
        moves.retain(|line| best.iter().all(|best| best.moves[0] != line.moves[0]));
        moves.splice(0..0, best);
        result
    }
}

/// Bounds of the value still to come in a proven entry.
fn entry_bounds(entry: &Entry<Mean>) -> Interval<Mean> {
    let lower = Mean {
        score: f64::NEG_INFINITY,
        tie_break: 0.0,
    };
    match entry.bound {
        Bound::Upper => Interval::new(lower, entry.to_come),
        Bound::Lower => Interval::new(entry.to_come, -lower),
        Bound::Exact => Interval::exact(entry.to_come),
    }
}
