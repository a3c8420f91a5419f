//! Strength of a player of *Gone Fishing!* in hiding and inferring: its exploitability on a small lake, what a local
//! best response gains on the full lake, the log loss of its beliefs, and the points of its days.
//!
//! ```text
//! cargo run --release -p floe-engine --example angling_games -- exploit ENGINE POSITION
//! cargo run --release -p floe-engine --example angling_games -- respond ENGINE FIRST DAYS
//! cargo run --release -p floe-engine --example angling_games -- beliefs ENGINE FISH FIRST DAYS
//! cargo run --release -p floe-engine --example angling_games -- days ENGINE FIRST DAYS
//! ```
//!
//! The local best response (Lisý and Bowling 2017) knows the player: as the angler, it weighs worlds by how the
//! player's fish would show in them; as the fish, it asks what the player's angler would do next. It then expects play
//! by rules of thumb, so that the points that it gains are a lower bound of what a best response gains.

use std::collections::HashMap;

use floe_angling::{Angling, AnglingMove, AnglingPolicy, AnglingSetUp, AnglingSolver, AnglingStep};
use floe_game::{Chance, Game, Turn, Veiled};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

mod seat;

use seat::{Fallible, Seat, mean};

/// Worlds that a local best response of the angler keeps.
const WORLDS: usize = 40;
/// Playouts of every move of a local best response.
const PLAYOUTS: usize = 200;
/// Probability that a fish shows a tile that its player would not show: the player's choices are drawn anew in every
/// search.
const NOISE: f64 = 0.05;
/// Most worlds of a lake whose exploitability is found.
const MOST_WORLDS: usize = 1000;

impl Seat {
    /// Moves with the probabilities that the engine plays them: an optimal mixture if the solver found one, otherwise
    /// one move.
    fn strategy(&mut self, position: &Angling) -> Fallible<Vec<(AnglingMove, f64)>> {
        let analysis = self.analysis(position)?;
        Ok(match analysis.mixed {
            Some(mixed) if mixed.bounds.is_some() => {
                let total: f64 = mixed.strategy.iter().map(|(_, share)| share).sum();
                mixed.strategy.into_iter().map(|(mv, share)| (mv, share / total)).collect()
            }
            Some(mixed) => vec![(mixed.choice, 1.0)],
            None => vec![(analysis.lines[0].moves[0], 1.0)],
        })
    }
}

/// Start of a game whose tiles were laid at random.
fn dealt(rng: &mut Xoshiro256PlusPlus) -> Angling {
    let set_up = AnglingSetUp { is_dealt: true, ..AnglingSetUp::default() };
    set_up.deal(rng.random()).expect("the whole game")
}

/// Exploitability of a player, which remembers the moves of the day. There is an engine for the angler, and one for the
/// fish of each world, so that engines may keep from decision to decision what they keep in a game.
fn exploit(engine: &str, position: &str) -> Fallible<()> {
    let position = position.parse::<Angling>()?;
    let mut seats: HashMap<Angling, Seat> = HashMap::new();
    let mut asked = 0;
    let [at_least, at_most] = AnglingSolver::best_responses(&position, MOST_WORLDS, |decision| {
        asked += 1;
        let seat = seats.entry(*decision.start).or_insert_with(|| Seat::new(engine).expect("an engine"));
        seat.engine.observe(decision.start, decision.moves);
        seat.strategy(decision.position).expect("the engine plays the game")
    })?;
    let exploitability = (at_most - at_least) / 2.0;
    println!("{engine}: {at_least:.4} to {at_most:.4} points, exploitability {exploitability:.4}, {asked} decisions");
    Ok(())
}

/// Player of one role of a day.
trait Role {
    /// Chooses a move; the angler is given its view, the fish the whole position.
    fn choose(&mut self, seen: &Angling, rng: &mut Xoshiro256PlusPlus) -> Fallible<AnglingMove>;

    /// Learns of a move as the angler sees it.
    fn observe(&mut self, _seen: &Angling, _mv: AnglingMove) -> Fallible<()> {
        Ok(())
    }
}

impl Role for Seat {
    fn choose(&mut self, seen: &Angling, _rng: &mut Xoshiro256PlusPlus) -> Fallible<AnglingMove> {
        let analysis = self.analysis(seen)?;
        Ok(analysis.mixed.map_or_else(|| analysis.lines[0].moves[0], |mixed| mixed.choice))
    }
}

/// Mean points of the angler at the end of the day, when a move is followed by play by rules of thumb.
fn playouts(worlds: &[Angling], rng: &mut Xoshiro256PlusPlus) -> f64 {
    let points = |mut position: Angling, rng: &mut Xoshiro256PlusPlus| {
        let angler = position.angler();
        while position.day() == 1
            && let Some(mv) = AnglingPolicy::Thumb.choose(&position, rng)
        {
            position.play(position.draw_outcome(mv, rng));
        }
        f64::from(position.points(angler))
    };
    (0..PLAYOUTS).map(|_| points(worlds[rng.random_range(0..worlds.len())], rng)).sum::<f64>() / PLAYOUTS as f64
}

/// Local best response of the angler to the fish of a player.
struct BestAngler {
    player: Seat,
    /// Worlds that fit what the angler has observed, more often the more probable they are.
    worlds: Vec<Angling>,
}

impl BestAngler {
    /// Draws the worlds anew if they do not fit.
    fn refresh(&mut self, seen: &Angling, rng: &mut Xoshiro256PlusPlus) {
        if self.worlds.is_empty() || self.worlds.iter().any(|world| world.view(world.angler()) != *seen) {
            self.worlds = (0..WORLDS).map(|_| seen.draw_world(rng)).collect();
        }
    }
}

impl Role for BestAngler {
    fn choose(&mut self, seen: &Angling, rng: &mut Xoshiro256PlusPlus) -> Fallible<AnglingMove> {
        self.refresh(seen, rng);
        let value = |mv: AnglingMove, rng: &mut Xoshiro256PlusPlus| {
            let after: Vec<Angling> = self.worlds.iter().map(|world| world.after(mv)).collect();
            playouts(&after, rng)
        };
        let moves = seen.moves();
        let values: Vec<(f64, AnglingMove)> = moves.into_iter().map(|mv| (value(mv, rng), mv)).collect();
        Ok(values.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).ok_or("the day is not over")?.1)
    }

    fn observe(&mut self, seen: &Angling, mv: AnglingMove) -> Fallible<()> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seen.unseen().len() as u64);
        self.refresh(seen, &mut rng);
        let mut fitting: Vec<(Angling, f64)> = Vec::new();
        for world in &self.worlds {
            let moves = world.moves();
            let Some(&own) = moves.iter().find(|&&own| world.observed(own, world.angler()) == mv) else { continue };
            let weight = if matches!(mv, AnglingMove::Show(..)) && moves.len() > 1 {
                let strategy = self.player.strategy(world)?;
                let shown = strategy.iter().filter(|(choice, _)| *choice == own.concealed());
                NOISE + (1.0 - NOISE) * shown.map(|(_, share)| share).sum::<f64>()
            } else {
                1.0
            };
            fitting.push((world.after(own), weight));
        }
        let total: f64 = fitting.iter().map(|(_, weight)| weight).sum();
        let draw = |_| {
            let mut left = rng.random::<f64>() * total;
            let drawn = fitting.iter().find(|(_, weight)| {
                left -= weight;
                left <= 0.0
            });
            drawn.or(fitting.first()).map(|&(world, _)| world)
        };
        self.worlds = (0..WORLDS).filter_map(draw).collect();
        Ok(())
    }
}

/// Local best response of the fish to the angler of a player.
struct BestFish {
    player: Seat,
}

impl Role for BestFish {
    fn choose(&mut self, seen: &Angling, rng: &mut Xoshiro256PlusPlus) -> Fallible<AnglingMove> {
        let moves = seen.moves();
        if moves.len() == 1 || seen.step() == AnglingStep::Place {
            return AnglingPolicy::Thumb.choose(seen, rng).ok_or_else(|| "the day is not over".into());
        }
        let mut best: Option<(f64, AnglingMove)> = None;
        for mv in moves {
            let mut after = seen.after(mv);
            if after.day() == 1 && after.turn() == Turn::Of(after.angler()) {
                let answer = self.player.choose(&after.view(after.angler()), rng)?;
                after.play(after.draw_outcome(answer, rng));
            }
            let value = playouts(&[after], rng);
            if best.is_none_or(|(least, _)| value < least) {
                best = Some((value, mv));
            }
        }
        Ok(best.ok_or("the day is not over")?.1)
    }
}

/// Points of the angler of a day.
fn day(mut position: Angling, angler: &mut dyn Role, fish: &mut dyn Role, seed: u64) -> Fallible<i32> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let first = position.angler();
    while position.day() == 1 {
        let is_angler = position.turn() == Turn::Of(first);
        let view = position.view(first);
        let choice = match position.choices()[..] {
            [only] => only,
            _ if is_angler => angler.choose(&view, &mut rng)?,
            _ => fish.choose(&position, &mut rng)?,
        };
        let mv = position.draw_outcome(choice, &mut rng);
        let observed = position.observed(mv, first);
        angler.observe(&view, observed)?;
        position.play(mv);
    }
    Ok(position.points(first))
}

fn respond(engine: &str, first: u64, days: u64) -> Fallible<()> {
    let seat = || Seat::new(engine);
    let mut differences = [Vec::new(), Vec::new()];
    let mut own = Vec::new();
    for seed in first..first + days {
        let start = dealt(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let points = day(start, &mut seat()?, &mut seat()?, seed)?;
        let angler = day(start, &mut BestAngler { player: seat()?, worlds: Vec::new() }, &mut seat()?, seed)?;
        let fish = day(start, &mut seat()?, &mut BestFish { player: seat()? }, seed)?;
        own.push(f64::from(points));
        differences[0].push(f64::from(angler - points));
        differences[1].push(f64::from(points - fish));
    }
    let (points, error) = mean(&own);
    println!("{engine} against itself: {points:.2} ± {error:.2} points of the angler, {days} days");
    for (role, gains) in ["angler", "fish"].into_iter().zip(&differences) {
        let (gain, error) = mean(gains);
        println!("local best response as the {role}: gains {gain:+.2} ± {error:.2} points a day");
    }
    Ok(())
}

/// Points of the angler on days of a player against itself, where the fish lays the tiles and where they are dealt.
fn days(engine: &str, first: u64, days: u64) -> Fallible<()> {
    for is_dealt in [false, true] {
        let mut points = Vec::new();
        for seed in first..first + days {
            let start = AnglingSetUp { is_dealt, ..AnglingSetUp::default() }.deal(seed)?;
            let mut seats = [Seat::new(engine)?, Seat::new(engine)?];
            seats.iter_mut().for_each(|seat| seat.engine.new_game(seed));
            let [angler, fish] = &mut seats;
            points.push(f64::from(day(start, angler, fish, seed)?));
        }
        let (mean, error) = mean(&points);
        let deviation = error * (days as f64).sqrt();
        let tiles = if is_dealt { "dealt" } else { "laid by the fish" };
        println!(
            "{engine}, tiles {tiles}: {mean:.2} ± {error:.2} points, standard deviation {deviation:.2}, {days} days"
        );
    }
    Ok(())
}

/// Log loss of beliefs at all decisions of the angler, and that of equally likely worlds.
fn beliefs(engine: &str, fish: &str, first: u64, days: u64) -> Fallible<()> {
    let (mut losses, mut uniform) = (Vec::new(), Vec::new());
    let mut other = Seat::new(fish)?;
    for seed in first..first + days {
        let mut position = dealt(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut seat = Seat::new(engine)?;
        let angler = position.angler();
        let (start, mut moves): (Angling, Vec<AnglingMove>) = (position.view(angler), Vec::new());
        let (mut day_losses, mut day_uniform) = (Vec::new(), Vec::new());
        while position.day() == 1 {
            let view = position.view(angler);
            let is_angler = position.turn() == Turn::Of(angler);
            let choice = if let [only] = position.choices()[..] {
                only
            } else if is_angler {
                seat.engine.observe(&start, &moves);
                let analysis = seat.analysis(&view)?;
                let mixed = analysis.mixed.as_ref().ok_or("the engine has beliefs")?;
                for (space, belief) in view.unknown().into_iter().zip(&mixed.beliefs) {
                    let tile = position.tile(space).ok_or("a tile")?;
                    let share = belief.tiles.get(&tile.letter()).copied().unwrap_or(0.0);
                    day_losses.push(-share.max(1e-3).ln());
                    let unseen = view.unseen();
                    day_uniform.push(-(unseen.count(tile) as f64 / unseen.len() as f64).ln());
                }
                mixed.choice
            } else {
                other.choose(&position, &mut rng)?
            };
            let mv = position.draw_outcome(choice, &mut rng);
            moves.push(position.observed(mv, angler));
            position.play(mv);
        }
        losses.push(mean(&day_losses).0);
        uniform.push(mean(&day_uniform).0);
    }
    let gains: Vec<f64> = uniform.iter().zip(&losses).map(|(uniform, own)| uniform - own).collect();
    let (own, _) = mean(&losses);
    let (uniform, _) = mean(&uniform);
    let (gain, error) = mean(&gains);
    println!("beliefs of {engine} about {fish}: log loss {own:.4}, uniform {uniform:.4}, gain {gain:.4} ± {error:.4}");
    Ok(())
}

fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["exploit", engine, position] => exploit(engine, position),
        ["respond", engine, first, days] => respond(engine, first.parse()?, days.parse()?),
        ["beliefs", engine, fish, first, days] => beliefs(engine, fish, first.parse()?, days.parse()?),
        ["days", engine, first, count] => days(engine, first.parse()?, count.parse()?),
        _ => Err("expected exploit ENGINE POSITION, respond ENGINE FIRST DAYS, beliefs ENGINE FISH FIRST DAYS, or \
                  days ENGINE FIRST DAYS"
            .into()),
    }
}
