use std::fmt;
use std::marker::PhantomData;

use floe_game::{Chance, Interval, Keyed, Score, Staked, TwoSided};

use super::Mean;
use super::stars::{FULL, Stars};
use super::table::ExpectimaxTable;
use crate::entry::{Bound, Entry, Found, Window};
use crate::payoffs::plus_bounds;
use crate::time_manager::TimeManager;
use crate::{Control, Eval, Interrupted, Limits, Line, Lines, Meter, Options, Payoff, Progress, Report};

/// Expectimax for two sides, with a table and the pruning of [Ballard 1983](https://doi.org/10.1016/S0004-3702(83)80015-0).
///
/// It is [`expectimax()`](super::expectimax) deepened ply by ply. It runs on one thread; of the options it heeds the others.
pub struct Expectimax<E> {
    eval: E,
    options: Options,
    table: ExpectimaxTable,
}

impl<E> fmt::Debug for Expectimax<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expectimax").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<E> Expectimax<E> {
    /// A search that guesses with `eval`.
    pub fn new(eval: E, options: Options) -> Expectimax<E> {
        Expectimax { eval, table: ExpectimaxTable::new(options.hash_mebibytes), options: options.in_range() }
    }

    /// Forgets what earlier searches have found.
    pub fn clear(&mut self) {
        self.table = ExpectimaxTable::new(self.options.hash_mebibytes);
    }

    /// Searches deeper and deeper until a limit is reached or the value is proven, and tells what was found.
    ///
    /// The lines begin with a choice; what follows is the likeliest that can come of it, and then of every best choice.
    /// `progress` hears of every depth that is complete.
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
        let mut report = Report { lines: Vec::new(), depth: 0, nodes: 0 };
        if game.is_over() {
            return report;
        }
        let mut moves = self.first_look(game);
        report.lines = moves[..moves.len().min(self.options.lines)].to_vec();
        let mut time = TimeManager::new(limits, control.elapsed(), None);
        for depth in 1..=limits.depth {
            let complete = self.deepen(game, &mut moves, depth as i32, &control).is_ok();
            let lines = moves[..moves.len().min(self.options.lines)].to_vec();
            report.lines = lines.into_iter().map(|line| self.followed(game, line)).collect();
            if !complete {
                break;
            }
            report = Report { depth, nodes: control.nodes(), ..report };
            progress(&Progress { report: &report, elapsed: control.elapsed(), hash_full: self.table.fullness() });
            let first = &report.lines[0];
            let is_enough = time.is_enough(control.elapsed(), first.moves[0], first.value.score.round() as Score);
            if is_enough || report.lines.iter().all(|line| line.exact) {
                break;
            }
        }
        Report { nodes: control.nodes(), ..report }
    }

    /// What is proven of every choice for the side to move, also where no search has come to its end.
    ///
    /// That is what earlier searches have left in the table, so many plies deep; where nothing is found, it is what the rules make
    /// `possible` for the side to move.
    pub fn proven<G>(
        &self,
        game: &G,
        plies: u32,
        possible: &impl Fn(&G) -> Interval<Mean>,
    ) -> Vec<(G::Move, Interval<Mean>)>
    where
        G: Keyed + TwoSided + Chance + Staked,
    {
        let bounds = |choice| self.bounds_of_choice(game, choice, plies, possible);
        game.choices().into_iter().map(|choice| (choice, bounds(choice))).collect()
    }

    fn bounds_of_choice<G>(
        &self,
        game: &G,
        choice: G::Move,
        plies: u32,
        possible: &impl Fn(&G) -> Interval<Mean>,
    ) -> Interval<Mean>
    where
        G: Keyed + TwoSided + Chance + Staked,
    {
        let mut all = Interval::default();
        game.for_each_outcome(choice, |mv, probability| {
            let child = game.after(mv);
            let bounds = self.bounds(&child, plies, possible);
            let turned = child.side_to_move() != game.side_to_move();
            all = plus_bounds(all, if turned { -bounds } else { bounds }, probability);
        });
        all
    }

    fn bounds<G>(&self, game: &G, plies: u32, possible: &impl Fn(&G) -> Interval<Mean>) -> Interval<Mean>
    where
        G: Keyed + TwoSided + Chance + Staked,
    {
        let banked = Mean::of::<G>(game.margin_of(game.side_to_move()));
        if game.is_over() {
            return Interval::exact(banked);
        }
        let known = self.table.get(game.key()).filter(|known| known.proven);
        let known = known.map(|known| plus_bounds(proven_bounds(&known), Interval::exact(banked), 1.0));
        if let Some(exact) = known.filter(Mean::is_exact) {
            return exact;
        }
        let choices =
            || game.choices().into_iter().map(|choice| self.bounds_of_choice(game, choice, plies - 1, possible));
        let bounds =
            if plies == 0 { possible(game) } else { choices().reduce(Interval::max).expect("somebody can choose") };
        known.map_or(bounds, |known| bounds.intersect(known))
    }

    /// All choices as they look before any search.
    fn first_look<G>(&self, game: &G) -> Lines<G::Move, Mean>
    where
        G: Keyed + TwoSided + Chance + Staked,
        E: Eval<G>,
    {
        let value = Mean::of::<G>(game.margin_of(game.side_to_move()));
        let ranked = self.table.rank(game, &self.eval, 0, i32::MAX);
        ranked.into_iter().map(|(_, choice)| Line { value, exact: false, moves: vec![choice] }).collect()
    }

    /// Finds the best choices at this depth, as many as are to be told, and puts them first.
    ///
    /// An interruption leaves those found so far in front.
    fn deepen<G>(
        &mut self,
        game: &G,
        moves: &mut Lines<G::Move, Mean>,
        depth: i32,
        control: &Control<'_>,
    ) -> Result<(), Interrupted>
    where
        G: Keyed + TwoSided + Chance + Staked,
        E: Eval<G>,
    {
        let Expectimax { eval, options, table } = self;
        let mut stars =
            Stars { eval, table, meter: Meter::new(control), selective: options.selective, game: PhantomData };
        let wanted = options.lines.min(moves.len());
        let (mut best, mut all_proven): (Lines<G::Move, Mean>, bool) = (Vec::new(), true);
        let mut result = Ok(());
        for line in moves.iter() {
            let alpha = if best.len() < wanted { f64::NEG_INFINITY } else { best[wanted - 1].value.score };
            let window = Window { alpha, ..FULL };
            let Found { value: mean, proven } = match stars.late_choice(game, line.moves[0], window, depth, best.len())
            {
                Ok(found) => found,
                Err(interrupted) => {
                    result = Err(interrupted);
                    break;
                }
            };
            all_proven &= proven;
            if mean.score > alpha {
                let place = best.partition_point(|other| other.value.score >= mean.score);
                best.insert(place, Line { value: mean, exact: proven, moves: vec![line.moves[0]] });
                best.truncate(wanted.max(1));
            }
        }
        let _ = stars.meter.report();
        if result.is_err() {
            all_proven = false;
        }
        // The best is proven to be the best only if the others are proven to be no better.
        for line in &mut best {
            line.exact &= all_proven;
        }
        let chosen: Vec<G::Move> = best.iter().map(|line| line.moves[0]).collect();
        moves.retain(|line| !chosen.contains(&line.moves[0]));
        moves.splice(0..0, best);
        result
    }

    /// The line with what is likely to follow.
    fn followed<G: Keyed + TwoSided + Chance>(&self, game: &G, mut line: Line<G::Move, Mean>) -> Line<G::Move, Mean> {
        const LONGEST: usize = 64;
        let mut at = game.after(game.likeliest_outcome(line.moves[0]));
        while !at.is_over()
            && line.moves.len() < LONGEST
            && let Some(known) = self.table.get(at.key())
            && let Some(choice) = at.choices().into_iter().find(|&choice| G::move_bits(choice) == known.best)
        {
            let likeliest = at.likeliest_outcome(choice);
            line.moves.push(likeliest);
            at.play(likeliest);
        }
        line
    }
}

/// Bounds of what is still to come, as a proven entry has them.
fn proven_bounds(entry: &Entry<Mean>) -> Interval<Mean> {
    let lower = Mean { score: f64::NEG_INFINITY, part: 0.0 };
    match entry.bound {
        Bound::Upper => Interval::new(lower, entry.to_come),
        Bound::Lower => Interval::new(entry.to_come, -lower),
        Bound::Exact => Interval::exact(entry.to_come),
    }
}
