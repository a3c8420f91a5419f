//! Time of exact solutions of positions of games by rules of thumb, each with an empty table.

use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use floe_flip::{Contest, ContestStep, Flip, FlipPolicy, FlipSetUp, FlipSolver, FlipStep, Species};
use floe_game::{Chance, Game};

use crate::seat::median_and_most;

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

fn report(name: &str, times: Vec<Duration>) {
    let count = times.len();
    println!("{name}: {}, of {count} positions", median_and_most(times));
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

/// Positions that are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Solved {
    /// The last two turns.
    Last,
    /// One refill to come.
    Refill,
    /// A small net from the deal.
    Small,
    /// A round of the competitive form: all numbers that can be freed.
    Contest,
}

#[derive(Args, Debug)]
pub(crate) struct ExactSearch {
    what: Solved,
    #[arg(default_value_t = 2)]
    players: usize,
    #[arg(default_value_t = 100)]
    positions: usize,
}

impl ExactSearch {
    pub(super) fn run(&self) {
        match self.what {
            Solved::Last => {
                self.solve_in_games("last two turns", |flip| flip.turns_left() == Some(2))
            }
            Solved::Refill => self.solve_in_games("one refill to come", |flip| {
                flip.step() == FlipStep::Act
                    && flip.turns_left().is_none()
                    && flip.pile().len() <= 4
            }),
            Solved::Small => {
                let set_up = small_net();
                let deals = (0..).map(|seed| Flip::deal(&set_up, seed).expect("a small game"));
                solve("2x4 net from the deal", deals.take(self.positions));
            }
            Solved::Contest => {
                let rounds = (0..).map(round).take(self.positions);
                report(
                    "numbers that can be freed",
                    rounds.map(time_to_free).collect(),
                );
            }
        }
    }

    /// Solves the first position of each game by rules of thumb that is wanted.
    fn solve_in_games(&self, name: &str, is_wanted: impl Fn(&Flip) -> bool) {
        let set_up = FlipSetUp::usual(self.players, false);
        let found = (0..).filter_map(|seed| position(&set_up, seed, &is_wanted));
        solve(name, found.take(self.positions));
    }
}

fn small_net() -> FlipSetUp {
    FlipSetUp {
        species: Species::ALL[..2].to_vec(),
        waste: [0; 3],
        columns: 2,
        rows: 4,
        each: 4,
        ..FlipSetUp::usual(1, false)
    }
}

/// Time to find all numbers that can be freed in a round.
fn time_to_free(contest: Contest) -> Duration {
    let start = Instant::now();
    std::hint::black_box(contest.freeable());
    start.elapsed()
}
