//! Strength of a player of *Fish 'n' Flip*, and how well the forecast of `default` is calibrated.

use std::cmp::Reverse;
use std::collections::HashMap;

use floe_flip::{Flip, FlipEstimate, FlipMove, FlipPolicy, FlipSetUp, FlipStep};
use floe_game::{Chance, Game, Keyed};

use super::Deals;
use crate::seat::{Fallible, Seat, mean};

/// Playouts of the rest of a game, which show the share of lost games.
const RESTS: u64 = 32;

/// Least number of animals freed in a turn that the report counts.
const MANY: usize = 5;

/// Positions between turns that the search with hindsight keeps.
const BEAM: usize = 1000;
/// Choices of a position that the search with hindsight plays, best first by rules of thumb.
const CHOICES: usize = 12;

/// Results of games.
#[derive(Default)]
struct Results {
    left: Vec<f64>,
    lost: usize,
    turns: usize,
    many: usize,
}

impl Results {
    /// Plays a game, whose chance is that of the world with this seed.
    fn play(&mut self, seat: &mut Seat, mut flip: Flip, seed: u64) -> Fallible<()> {
        seat.engine.new_game(!seed);
        let mut before = flip.animals_left();
        while !flip.is_over() {
            let is_chance = matches!(flip.step(), FlipStep::Draw | FlipStep::Lay);
            let choice = if is_chance {
                flip.choices()[0]
            } else {
                seat.analysis(&flip, &[], &flip)?.lines[0].moves[0]
            };
            flip.play(flip.outcome_in(choice, seed));
            if flip.step() == FlipStep::Act || flip.is_over() {
                self.turns += 1;
                self.many += usize::from(before - flip.animals_left() >= MANY);
                before = flip.animals_left();
            }
        }
        self.end(&flip);
        Ok(())
    }

    /// Counts the end of a game.
    fn end(&mut self, flip: &Flip) {
        self.left.push(flip.animals_left() as f64);
        self.lost += usize::from(flip.is_lost());
    }

    fn report(&self) {
        let games = self.left.len() as f64;
        let (left, error) = mean(&self.left);
        println!(
            "{games} games: {left:.2} ± {error:.2} left, {:.1} % lost",
            100.0 * self.lost as f64 / games
        );
        if self.turns > 0 {
            let many = self.many as f64 / games;
            let turns = self.turns as f64 / games;
            println!("{many:.2} turns of {turns:.1} free {MANY} or more");
        }
    }
}

/// Best end of a game that a beam search finds when it knows the world, that is, all piles.
fn with_hindsight(start: Flip, world: u64) -> Option<Flip> {
    let (mut beam, mut best) = (vec![start], None::<Flip>);
    while !beam.is_empty() {
        let mut open = beam;
        let mut next = HashMap::new();
        while let Some(flip) = open.pop() {
            for choice in promising(&flip) {
                let after = flip.after(flip.outcome_in(choice, world));
                if after.is_over() {
                    best = best
                        .into_iter()
                        .chain([after])
                        .min_by_key(|end| (end.is_lost(), end.animals_left()));
                } else if after.step() == FlipStep::Act {
                    next.insert(after.key(), after);
                } else {
                    open.push(after);
                }
            }
        }
        beam = next.into_values().collect();
        beam.sort_by_key(|flip| (Reverse(FlipPolicy::Thumb.evaluate(flip.net())), flip.key()));
        beam.truncate(BEAM);
    }
    best
}

/// Best choices by rules of thumb: several of actions and uses of powers, one of all else.
fn promising(flip: &Flip) -> Vec<FlipMove> {
    if !matches!(flip.step(), FlipStep::Act | FlipStep::Power) {
        return FlipPolicy::Thumb.choose(flip).into_iter().collect();
    }
    let mut choices = flip.choices().to_vec();
    choices.sort_by_cached_key(|&choice| Reverse(FlipPolicy::Thumb.value(flip, choice)));
    choices.truncate(CHOICES);
    choices
}

/// Plays to the end by the estimate.
fn play_out(mut flip: Flip, world: u64) -> Flip {
    while let Some(choice) = FlipEstimate::built_in().choose(&flip) {
        flip.play(flip.outcome_in(choice, world));
    }
    flip
}

/// Compares the forecasts at positions of games by rules of thumb with the results of playing on.
pub(super) fn calibrate(seat: &mut Seat, positions: u64) -> Fallible<()> {
    let mut tenths = [(0_u32, 0.0, 0.0); 10];
    let mut seed = 0;
    let mut done = 0;
    while done < positions {
        seed += 1;
        let mut flip = Flip::deal(&FlipSetUp::usual(2, seed % 2 == 0), seed)?;
        // One position a game, after 0 to 9 turns.
        let mut turns = seed / 2 % 10;
        while !flip.is_over() && (flip.step() != FlipStep::Act || turns > 0) {
            turns -= u64::from(flip.step() == FlipStep::Act);
            let choice = FlipPolicy::Thumb
                .choose(&flip)
                .ok_or("the game is not over")?;
            flip.play(flip.outcome_in(choice, seed));
        }
        if flip.is_over() {
            continue;
        }
        seat.engine.new_game(!seed);
        let analysis = seat.analysis(&flip, &[], &flip)?;
        let forecast = analysis
            .forecast
            .as_ref()
            .ok_or("the engine makes forecasts")?;
        let after = flip.after(flip.outcome_in(analysis.lines[0].moves[0], 0));
        // The rest of the plan is a use of a power.
        let power = analysis.lines[0]
            .moves
            .get(1)
            .filter(|_| after.step() == FlipStep::Power);
        let after = power.map_or(after, |&power| after.after(power));
        let lost = (0..RESTS)
            .filter(|rest| play_out(after, seed << 32 | rest).is_lost())
            .count();
        let tenth = &mut tenths[((forecast.lost * 10.0) as usize).min(9)];
        *tenth = (
            tenth.0 + 1,
            tenth.1 + forecast.lost,
            tenth.2 + lost as f64 / RESTS as f64,
        );
        done += 1;
    }
    for (tenth, (count, predicted, observed)) in tenths.into_iter().enumerate() {
        let percent = |sum: f64| 100.0 * sum / f64::from(count.max(1));
        let from = 10 * tenth;
        let predicted = percent(predicted);
        let observed = percent(observed);
        println!(
            "from {from:2} %: {count:4} positions, predicted {predicted:.1} %, observed {observed:.1} %"
        );
    }
    Ok(())
}

/// Plays games with a player and reports their results.
pub(super) fn play(engine: &str, deals: &Deals) -> Fallible<()> {
    let mut results = Results::default();
    let mut seat = Seat::new(engine)?;
    for seed in deals.seeds() {
        results.play(&mut seat, deals.deal(seed)?, seed)?;
    }
    results.report();
    Ok(())
}

/// Plays games with knowledge of their piles and reports their results.
pub(super) fn play_with_hindsight(deals: &Deals) -> Fallible<()> {
    let mut results = Results::default();
    for seed in deals.seeds() {
        let end = with_hindsight(deals.deal(seed)?, seed).ok_or("every game ends")?;
        results.end(&end);
    }
    results.report();
    Ok(())
}
