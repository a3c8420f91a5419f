//! How much of the game the solver can prove, and how fast.
//!
//! Plays a game from every seed: floe and penguins at random, then both sides search three plies deep. At given numbers of
//! tiles left the positions are solved: who wins, and by how much.
//!
//! ```text
//! cargo run --release -p floe-endgame --example solve_suite -- tiles=40,42 positions=20 threads=1 hash=256 limit=60
//! ```
//!
//! Time is the processor's as this process has it, where the system tells, so that a busy machine disturbs less; with
//! several threads, and elsewhere, it is the clock's.

use std::time::{Duration, Instant};

use floe_endgame::{Objective, Solution, Solver, SolverOptions};
use floe_fish::{Dealing, Position, deal, place_at_random};
use floe_game::{Game, Limits, Score, TwoSided};
use floe_hex::{HexSet, Layout, Standard};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    let options = Options::read();
    println!("tiles goal    solved  nodes: geometric mean, median, p90   seconds: mean, median, p90   Mnodes/s");
    for &tiles in &options.tiles {
        let positions: Vec<_> = (options.first..).take(options.positions).map(|seed| play(seed, tiles)).collect();
        for objective in [Objective::WinDrawLoss, Objective::Margin] {
            if options.objective.is_none_or(|only| only == objective) {
                report(tiles, objective, &positions, &options);
            }
        }
    }
}

struct Options {
    tiles: Vec<u32>,
    first: u64,
    positions: usize,
    threads: usize,
    hash: usize,
    limit: Duration,
    objective: Option<Objective>,
    each: bool,
}

impl Options {
    fn read() -> Options {
        let mut options = Options {
            tiles: vec![34, 36, 38, 40, 42, 44],
            first: 1,
            positions: 20,
            threads: 1,
            hash: 256,
            limit: Duration::from_secs(60),
            objective: None,
            each: false,
        };
        for argument in std::env::args().skip(1) {
            let (name, value) = argument.split_once('=').unwrap_or((&argument, ""));
            let number = || value.parse::<usize>().expect("a number");
            match name {
                "tiles" => options.tiles = value.split(',').map(|tiles| tiles.parse().expect("a number")).collect(),
                "first" => options.first = number() as u64,
                "positions" => options.positions = number(),
                "threads" => options.threads = number(),
                "hash" => options.hash = number(),
                "limit" => options.limit = Duration::from_secs(number() as u64),
                "wdl" => options.objective = Some(Objective::WinDrawLoss),
                "margin" => options.objective = Some(Objective::Margin),
                "each" => options.each = true,
                _ => panic!("unknown option {argument}"),
            }
        }
        options
    }
}

fn report(tiles: u32, objective: Objective, positions: &[Position<2>], options: &Options) {
    let mut nodes = Vec::new();
    let mut seconds = Vec::new();
    let mut solved = 0;
    let mut check = 0;
    for position in positions {
        let (solution, time) = solve(position, objective, options);
        let done = if objective == Objective::Margin { solution.is_exact() } else { solution.is_decided() };
        solved += usize::from(done);
        nodes.push(solution.nodes.max(1) as f64);
        seconds.push(time.as_secs_f64());
        check += if objective == Objective::Margin { solution.lower } else { solution.lower.signum() };
        if options.each {
            println!(
                "{position}  {}..{} {} nodes {:.3} s",
                solution.lower,
                solution.upper,
                solution.nodes,
                time.as_secs_f64()
            );
        }
    }
    let rate = nodes.iter().sum::<f64>() / seconds.iter().sum::<f64>() / 1e6;
    println!(
        "{tiles:5} {:6} {solved:3}/{:3}  {:10.2e} {:9.2e} {:9.2e}   {:9.4} {:9.4} {:9.4}   {rate:6.2}  (sum {check})",
        if objective == Objective::Margin { "margin" } else { "wdl" },
        positions.len(),
        geometric_mean(&nodes),
        quantile(&mut nodes, 0.5),
        quantile(&mut nodes, 0.9),
        geometric_mean(&seconds),
        quantile(&mut seconds, 0.5),
        quantile(&mut seconds, 0.9),
    );
}

fn solve(position: &Position<2>, objective: Objective, options: &Options) -> (Solution, Duration) {
    let solver_options =
        SolverOptions { threads: options.threads, hash_mebibytes: options.hash, ..SolverOptions::default() };
    let mut solver = Solver::new(solver_options).expect("there is memory for the table");
    let limits = Limits { time: Some(options.limit), ..Limits::default() };
    let (start, processor) = (Instant::now(), processor_time());
    let solution = solver.solve(position, objective, &limits, |_| ());
    let time = match (processor, processor_time()) {
        (Some(before), Some(after)) if options.threads == 1 => after - before,
        _ => start.elapsed(),
    };
    (solution, time)
}

/// The time this thread has had a processor, where the system tells.
fn processor_time() -> Option<Duration> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    statistics.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.max(1e-7).ln()).sum::<f64>() / values.len() as f64).exp()
}

fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[((values.len() - 1) as f64 * share).round() as usize]
}

/// The game of this seed when so many tiles are left.
fn play(seed: u64, tiles: u32) -> Position<2> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = place_at_random(&deal(Standard, Dealing::Shuffled, seed), rng);
    while game.tiles().len() > tiles && !game.is_over() {
        let best = game.moves().into_iter().max_by_key(|&mv| worth_of(&game, game.after(mv), 2, -LIMIT, LIMIT));
        game.play(best.expect("the game is not over"));
    }
    game
}

const LIMIT: Score = 1 << 20;

/// The value of a position reached from `game`, for the player to move there.
fn worth_of(game: &Position<2>, child: Position<2>, depth: u32, alpha: Score, beta: Score) -> Score {
    if child.last_turn() == game.last_turn() {
        search(&child, depth, alpha, beta)
    } else {
        -search(&child, depth, -beta, -alpha)
    }
}

fn search(game: &Position<2>, depth: u32, alpha: Score, beta: Score) -> Score {
    if depth == 0 || game.is_over() {
        return evaluate(game);
    }
    let mut alpha = alpha;
    for mv in game.moves() {
        alpha = alpha.max(worth_of(game, game.after(mv), depth - 1, alpha, beta));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// What is banked, what penguins stand on, and the tiles reached first.
fn evaluate(game: &Position<2>) -> Score {
    let me = game.last_turn();
    let other = floe_game::Player::new(1 - me.index());
    let margin = game.margin_of(game.side(me));
    if game.is_over() {
        return 16 * margin;
    }
    let (mine, theirs) = (game.penguins(me), game.penguins(other));
    let standing = game.worth(mine) - game.worth(theirs);
    16 * (margin + standing) + 12 * first_reached(game, mine, theirs)
}

fn first_reached(game: &Position<2>, mine: HexSet, theirs: HexSet) -> Score {
    let free = game.free();
    let (mut mine, mut theirs, mut open, mut margin) = (mine, theirs, free, 0);
    loop {
        let (my_next, their_next) = (Standard.slides(mine, free - mine), Standard.slides(theirs, free - theirs));
        mine |= my_next;
        theirs |= their_next;
        let reached = (mine | theirs) & open;
        if reached.is_empty() {
            return margin;
        }
        open -= reached;
        margin += game.worth(reached - theirs) - game.worth(reached - mine);
    }
}
