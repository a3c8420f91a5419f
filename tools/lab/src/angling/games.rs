//! Strength of a player of *Gone Fishing!* in hiding and inferring: its exploitability on a small
//! lake, the gains of approximate best responses on the full lake, the log loss of its beliefs, and
//! the points of its days.

use std::collections::HashMap;

use floe_angling::{Angling, AnglingDecision, AnglingSetUp, AnglingSolver};
use floe_game::Chance;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::day::{Past, Role, day};
use super::respond::Response;
use super::{DealtDays, Memory};
use crate::seat::{Fallible, Seat, mean};

/// Most worlds of a lake whose exploitability is found.
const MOST_WORLDS: usize = 1000;

/// Start of a game whose tiles were laid at random.
fn dealt(rng: &mut Xoshiro256PlusPlus) -> Angling {
    let set_up = AnglingSetUp {
        is_dealt: true,
        ..AnglingSetUp::default()
    };
    set_up.deal(rng.random()).expect("the whole game")
}

/// Exploitability of a player with this memory.
///
/// There is an engine for the angler, and one for the fish of each world, so that engines may keep
/// from decision to decision what they keep in a game; or a new one for every decision.
pub(super) fn exploit(engine: &str, position: &str, memory: Memory) -> Fallible<()> {
    let position = position.parse::<Angling>()?;
    let mut seats: HashMap<Angling, Seat> = HashMap::new();
    let mut asked = 0;
    let [at_least, at_most] = AnglingSolver::best_responses(&position, MOST_WORLDS, |decision| {
        asked += 1;
        if memory != Memory::Game {
            seats.clear();
        }
        let AnglingDecision {
            start, position, ..
        } = decision;
        let alone = AnglingDecision {
            start: position,
            moves: &[],
            position,
        };
        let seat = seats
            .entry(*start)
            .or_insert_with(|| Seat::new(engine).expect("an engine"));
        let known = if memory == Memory::Nothing {
            alone
        } else {
            decision
        };
        seat.strategy(&known).expect("the engine plays the game")
    })?;
    let exploitability = (at_most - at_least) / 2.0;
    println!(
        "{engine}: {at_least:.4} to {at_most:.4} points, exploitability {exploitability:.4}, {asked} decisions"
    );
    Ok(())
}

/// Gains of best responses to a player on days with tiles laid at random, against the days of the
/// player with itself.
pub(super) fn respond(engine: &str, nodes: u64, days: DealtDays) -> Fallible<()> {
    let seat = || Seat::new(engine);
    let mut differences = [Vec::new(), Vec::new()];
    let mut own = Vec::new();
    for seed in days.seeds() {
        let start = dealt(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let rng = || Xoshiro256PlusPlus::seed_from_u64(seed);
        let points = day(start, &mut seat()?, &mut seat()?, &mut rng())?;
        let angler = day(
            start,
            &mut Response::new(engine, nodes)?,
            &mut seat()?,
            &mut rng(),
        )?;
        let fish = day(
            start,
            &mut seat()?,
            &mut Response::new(engine, nodes)?,
            &mut rng(),
        )?;
        own.push(f64::from(points));
        differences[0].push(f64::from(angler - points));
        differences[1].push(f64::from(points - fish));
    }
    let (points, error) = mean(&own);
    println!(
        "{engine} against itself: {points:.2} ± {error:.2} points of the angler, {} days",
        days.days
    );
    for (role, gains) in ["angler", "fish"].into_iter().zip(&differences) {
        let (gain, error) = mean(gains);
        println!(
            "best response with {nodes} nodes as the {role}: gains {gain:+.2} ± {error:.2} points a day"
        );
    }
    Ok(())
}

/// Points of the angler on days of a player against itself, where the fish lays the tiles and where
/// they are dealt.
pub(super) fn days(engine: &str, days: DealtDays) -> Fallible<()> {
    for is_dealt in [false, true] {
        let mut points = Vec::new();
        for seed in days.seeds() {
            let start = AnglingSetUp {
                is_dealt,
                ..AnglingSetUp::default()
            }
            .deal(seed)?;
            let mut seats = [Seat::new(engine)?, Seat::new(engine)?];
            seats.iter_mut().for_each(|seat| seat.engine.new_game(seed));
            let [angler, fish] = &mut seats;
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            points.push(f64::from(day(start, angler, fish, rng)?));
        }
        let (mean, error) = mean(&points);
        let deviation = error * (days.days as f64).sqrt();
        let tiles = if is_dealt {
            "dealt"
        } else {
            "laid by the fish"
        };
        println!(
            "{engine}, tiles {tiles}: {mean:.2} ± {error:.2} points, standard deviation {deviation:.2}, {} days",
            days.days
        );
    }
    Ok(())
}

/// Log loss of beliefs at all decisions of the angler, and that of equally likely worlds.
pub(super) fn beliefs(engine: &str, fish: &str, days: DealtDays) -> Fallible<()> {
    let mut losses = Vec::new();
    let mut uniform = Vec::new();
    let mut other = Seat::new(fish)?;
    for seed in days.seeds() {
        let mut past = Past::new(dealt(&mut Xoshiro256PlusPlus::seed_from_u64(seed)));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut seat = Seat::new(engine)?;
        let mut day_losses = Vec::new();
        let mut day_uniform = Vec::new();
        while !past.is_over() {
            let view = past.seen();
            let choice = if let [only] = past.now.choices()[..] {
                only
            } else if past.is_angler() {
                let analysis = seat.analysis(&past.start, &past.moves, &view)?;
                let mixed = analysis.mixed.as_ref().ok_or("the engine has beliefs")?;
                for (space, belief) in view.unknown().into_iter().zip(&mixed.beliefs) {
                    let tile = past.now.tile(space).ok_or("a tile")?;
                    let share = belief.tiles.get(&tile.letter()).copied().unwrap_or(0.0);
                    day_losses.push(-share.max(1e-3).ln());
                    let unseen = view.unseen();
                    day_uniform.push(-(unseen.count(tile) as f64 / unseen.len() as f64).ln());
                }
                mixed.choice
            } else {
                other.choose(&past, &mut rng)?
            };
            past.play(past.now.draw_outcome(choice, &mut rng));
        }
        losses.push(mean(&day_losses).0);
        uniform.push(mean(&day_uniform).0);
    }
    let gains: Vec<f64> = uniform
        .iter()
        .zip(&losses)
        .map(|(uniform, own)| uniform - own)
        .collect();
    let (own, _) = mean(&losses);
    let (uniform, _) = mean(&uniform);
    let (gain, error) = mean(&gains);
    println!(
        "beliefs of {engine} about {fish}: log loss {own:.4}, uniform {uniform:.4}, gain {gain:.4} ± {error:.4}"
    );
    Ok(())
}
