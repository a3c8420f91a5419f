//! Solves positions from play between searching players and tells how hard they were.
//!
//! `cargo run --release -p floe-endgame --example graded -- TILES [COUNT] [THREADS] [SECONDS]`
//!
//! The first COUNT seeds, none left out: dealt, placed at random, then moved by depth-3 searchers until at most TILES
//! tiles are left.

use std::time::{Duration, Instant};

use floe_endgame::{Objective, Solver, SolverOptions};
use floe_fish::{Dealing, Position, deal, place_at_random};
use floe_game::{Game, Limits, Score, TwoSided};
use floe_hex::{Layout, Standard};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    let argument = |index, usual| std::env::args().nth(index).map_or(usual, |text| text.parse().expect("a number"));
    let (tiles, count, threads) = (argument(1, 36), argument(2, 20), argument(3, 1));
    let time = Duration::from_secs(argument(4, 60) as u64);
    let hash_mebibytes = if tiles <= 40 { 64 } else { 1024 };
    let options = SolverOptions { threads: threads as usize, hash_mebibytes, ..SolverOptions::default() };
    for (name, objective) in [("win/draw/loss", Objective::WinDrawLoss), ("exact", Objective::Margin)] {
        let (mut nodes, mut seconds, mut solved) = (Vec::new(), Vec::new(), 0);
        for seed in 0..count as u64 {
            let position = played(seed, tiles as u32);
            let mut solver = Solver::new(options).expect("memory for a table");
            let start = Instant::now();
            let limits = Limits { time: Some(time), start, ..Limits::default() };
            let mut bounded = start.elapsed();
            let solution = solver.solve(&position, objective, &limits, |_| bounded = start.elapsed());
            let done = if objective == Objective::Margin { solution.is_exact() } else { solution.is_decided() };
            solved += usize::from(done);
            nodes.push(solution.nodes.max(1) as f64);
            seconds.push(start.elapsed().as_secs_f64());
        }
        nodes.sort_by(f64::total_cmp);
        seconds.sort_by(f64::total_cmp);
        let mean = (nodes.iter().map(|n| n.ln()).sum::<f64>() / nodes.len() as f64).exp();
        let at = |values: &[f64], part: f64| {
            values[((values.len() as f64 * part).ceil() as usize - 1).min(values.len() - 1)]
        };
        println!(
            "{tiles} tiles, {name}: {solved} of {count}; nodes mean {mean:.3e} median {:.3e} p90 {:.3e}; seconds median {:.4} p90 {:.4}; {:.2e} nodes/s",
            at(&nodes, 0.5),
            at(&nodes, 0.9),
            at(&seconds, 0.5),
            at(&seconds, 0.9),
            nodes.iter().sum::<f64>() / seconds.iter().sum::<f64>(),
        );
    }
}

fn played(seed: u64, tiles: u32) -> Position<2> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position: Position<2> = place_at_random(&deal(Standard, Dealing::Shuffled, seed), rng);
    while position.tiles().len() > tiles && !position.is_over() {
        let side = position.side_to_move();
        let value = |position: &Position<2>, depth| {
            let value = search(position, depth, -30_000, 30_000);
            if position.side_to_move() == side { value } else { -value }
        };
        let best = position.moves().into_iter().max_by_key(|&mv| value(&position.after(mv), 2)).expect("not over");
        position.play(best);
    }
    position
}

fn search(position: &Position<2>, depth: u32, alpha: Score, beta: Score) -> Score {
    let side = position.side_to_move();
    if position.is_over() {
        return position.margin_of(side);
    }
    if depth == 0 {
        return guess(position);
    }
    let mut alpha = alpha;
    for mv in position.moves() {
        let child = position.after(mv);
        let value = if child.side_to_move() == side {
            search(&child, depth - 1, alpha, beta)
        } else {
            -search(&child, depth - 1, -beta, -alpha)
        };
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Banked, standing, and who reaches what in fewer slides.
fn guess(position: &Position<2>) -> Score {
    let me = position.last_turn();
    let other = floe_game::Player::new(1 - me.index());
    let free = position.free();
    let has = |player| position.score(player) + position.worth(position.penguins(player));
    let (mut mine, mut theirs) =
        (Standard.slides(position.penguins(me), free), Standard.slides(position.penguins(other), free));
    let (mut first_mine, mut first_theirs) = (mine - theirs, theirs - mine);
    let mut open = free - mine - theirs;
    while !open.is_empty() {
        mine |= Standard.slides(mine, free);
        theirs |= Standard.slides(theirs, free);
        let reached = (mine | theirs) & open;
        if reached.is_empty() {
            break;
        }
        open -= reached;
        first_mine |= reached - theirs;
        first_theirs |= reached - mine;
    }
    has(me) - has(other) + (position.worth(first_mine) - position.worth(first_theirs)) * 3 / 4
}
