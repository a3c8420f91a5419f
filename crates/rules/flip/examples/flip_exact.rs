//! Time of exact solutions: `cargo run --release -p floe-flip --example flip_exact
//! [last|refill|small|contest] [PLAYERS] [POSITIONS]`.
//!
//! Positions are those of games by rules of thumb; a time is that of a position with an empty
//! table.

use std::time::{Duration, Instant};

use floe_flip::{Contest, ContestStep, Flip, FlipPolicy, FlipSetUp, FlipSolver, FlipStep};
use floe_game::{Chance, Game};

/// First position of a game by rules of thumb that is wanted.
fn position(set_up: &FlipSetUp, seed: u64, is_wanted: impl Fn(&Flip) -> bool) -> Option<Flip> {
    let mut flip = Flip::deal(set_up, seed).expect("the usual game");
    while !is_wanted(&flip) {
        let choice = FlipPolicy::Thumb.choose(&flip)?;
        flip.play(flip.outcome_in(choice, seed));
    }
    Some(flip)
}

/// Round of the competitive form, with the cards laid and drawn.
fn round(seed: u64) -> Contest {
    let mut contest = Contest::deal(&FlipSetUp::usual(2, false), seed).expect("the usual game");
    while contest.step() != ContestStep::Bid {
        let choice = contest.choices()[0];
        contest.play(contest.outcome_in(choice, seed));
    }
    contest
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let (Some(median), Some(most)) = (times.get(times.len() / 2), times.last()) else {
        return;
    };
    println!(
        "{name}: median {median:.2?}, most {most:.2?}, of {} positions",
        times.len()
    );
}

/// Solves positions and reports the times.
fn solve(name: &str, positions: impl Iterator<Item = Flip>) {
    let times = positions.map(|flip| {
        let start = Instant::now();
        let mut solver = FlipSolver::new(u64::MAX);
        let left = solver.left(&flip).expect("there is no limit");
        let time = start.elapsed();
        eprintln!(
            "{left:.4} left, {} nodes, {time:.2?}: {flip}",
            solver.nodes()
        );
        time
    });
    report(name, times.collect());
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_else(|| "last".to_owned());
    let mut number = |usual| {
        arguments
            .next()
            .map_or(usual, |text| text.parse().expect("a number"))
    };
    let players = number(2);
    let count = number(100);
    let set_up = FlipSetUp::usual(players as usize, false);
    let of_games = |is_wanted: fn(&Flip) -> bool| {
        (0..).filter_map(move |seed| position(&set_up, seed, is_wanted))
    };
    match &what[..] {
        "last" => solve(
            "last two turns",
            of_games(|flip| flip.turns_left() == Some(2)).take(count as usize),
        ),
        "refill" => {
            let before = |flip: &Flip| {
                flip.step() == FlipStep::Act
                    && flip.turns_left().is_none()
                    && flip.pile().len() <= 4
            };
            solve("one refill to come", of_games(before).take(count as usize));
        }
        "small" => {
            let set_up = FlipSetUp {
                columns: 2,
                rows: 4,
                each: 4,
                ..FlipSetUp::usual(1, false)
            };
            let set_up = FlipSetUp {
                species: floe_flip::Species::ALL[..2].to_vec(),
                waste: [0; 3],
                ..set_up
            };
            solve(
                "2x4 net from the deal",
                (0..count).map(|seed| Flip::deal(&set_up, seed).expect("a small game")),
            );
        }
        _ => {
            let times = (0..count).map(|seed| {
                let contest = round(seed);
                let start = Instant::now();
                std::hint::black_box(contest.freeable());
                start.elapsed()
            });
            report("numbers that can be freed", times.collect());
        }
    }
}
