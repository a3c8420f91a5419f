//! Makes graded positions: the exact value of every move.
//!
//! ```text
//! cargo run --release -p floe-study --example graded -- make PLAYERS TILES COUNT [FIRST]
//! cargo run --release -p floe-study --example graded -- signs PLAYERS TILES COUNT [FIRST]
//! cargo run --release -p floe-study --example graded -- positions PLAYERS TILES COUNT [FIRST]
//! cargo run --release -p floe-study --example graded -- grade FILE
//! cargo run --release -p floe-study --example graded -- again THREADS FILE…
//! cargo run --release -p floe-study --example graded -- plainly FILE…
//! ```
//!
//! `make` plays games from COUNT seeds, starting with FIRST: floe and penguins at random, then searches of depth 3
//! until at most TILES tiles are left. `signs` writes the value of the best move only with the nodes of its proof, and
//! win, draw or loss for the others; `positions` writes no values. `grade` reads positions and comments from a file.
//! `again` proves all values of files again with another number of threads, `plainly` without waiting moves,
//! incremental areas and look-ahead.

use floe_endgame::{Solver, SolverFeatures, SolverOptions};
use floe_engine::{
    AnalysisError, AnyGame, AnyMove, Engine, EngineGame, GameValue, Method, Objective, SolveRequest, solve_any,
};
use floe_fish::{Dealing, Move, Position, Value, deal, place_at_random};
use floe_game::{Game, Interval};
use floe_search::{Limits, Options};
use floe_study::{Grade, Graded};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [what @ ("make" | "signs" | "positions"), players, tiles, count] => make(what, players, tiles, count, "1"),
        [what @ ("make" | "signs" | "positions"), players, tiles, count, first] => {
            make(what, players, tiles, count, first)
        }
        ["grade", file] => grade(file),
        ["again", threads, ref files @ ..] => {
            let threads = threads.parse()?;
            check(files, |graded| regraded(graded, threads))
        }
        ["plainly", ref files @ ..] => check(files, |graded| Ok(plainly(graded))),
        _ => Err("expected make, signs, positions, grade, again or plainly; see the first lines of the source".into()),
    }
}

fn make(what: &str, players: &str, tiles: &str, count: &str, first: &str) -> Result<(), Failure> {
    let (tiles, count, first): (u32, u64, u64) = (tiles.parse()?, count.parse()?, first.parse()?);
    for seed in first..first + count {
        let position = match players {
            "2" => AnyGame::from(played::<2>(seed, tiles)?),
            "3" => AnyGame::from(played::<3>(seed, tiles)?),
            "4" => AnyGame::from(played::<4>(seed, tiles)?),
            _ => return Err("expected 2, 3 or 4 players".into()),
        };
        match what {
            "positions" => println!("{position}"),
            _ => {
                let graded = graded(position, what == "signs", cores())?;
                let comments: String = graded.comments.iter().map(|comment| format!(", {comment}")).collect();
                println!("# seed {seed}{comments}\n{graded}");
            }
        }
    }
    Ok(())
}

fn grade(file: &str) -> Result<(), Failure> {
    for line in std::fs::read_to_string(file)?.lines() {
        if line.starts_with('#') || line.is_empty() {
            println!("{line}");
        } else {
            print!("{}", graded(line.parse()?, false, cores())?);
        }
    }
    Ok(())
}

/// Proves the values in the files again and reports the first difference.
fn check(files: &[&str], again: impl Fn(&Graded) -> Result<Graded, AnalysisError>) -> Result<(), Failure> {
    for file in files {
        let all = Graded::parse(&std::fs::read_to_string(file)?)?;
        for known in &all {
            let found = again(known)?;
            if found.moves.iter().any(|(mv, grade)| !known.grade_of(*mv).is_some_and(|known| agree(known, grade))) {
                return Err(format!("{file}: found\n{found}\nexpected\n{known}").into());
            }
        }
        println!("{file}: {} positions, every value confirmed", all.len());
    }
    Ok(())
}

/// Whether two grades agree, as far as both are known.
fn agree(known: &Grade, found: &Grade) -> bool {
    known == found
        || matches!((known, found), (Grade::Sign(_), _) | (_, Grade::Sign(_))) && known.sign() == found.sign()
}

fn regraded(known: &Graded, threads: usize) -> Result<Graded, AnalysisError> {
    let signs = known.moves.iter().any(|(_, grade)| matches!(grade, Grade::Sign(_)));
    graded(known.position, signs, threads)
}

/// Grades a position of two players by a solver without most of its optimisations.
fn plainly(known: &Graded) -> Graded {
    let AnyGame::Two(position) = &known.position else { return known.clone() };
    let features = SolverFeatures { waiting: false, incremental: false, look_ahead: false, ..SolverFeatures::ALL };
    let options = SolverOptions { threads: cores(), hash_mebibytes: 1024, features };
    let mut solver = Solver::new(options).expect("memory for a table");
    let mut value =
        |position: &Position<2>| solver.solve(position, Objective::Margin, &Limits::default(), |_| ()).bounds.lower;
    let moves = known.moves.iter().map(|&(mv, _)| {
        let child = position.after(mv.in_game(position));
        let turned = child.last_turn() != position.last_turn();
        let value = if turned { -value(&child) } else { value(&child) };
        (mv, Grade::Exact(GameValue::Margin(Value::from_score(value).into())))
    });
    Graded { comments: known.comments.clone(), position: known.position, moves: moves.collect() }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn played<const N: usize>(seed: u64, tiles: u32) -> Result<Position<N>, AnalysisError>
where
    Position<N>: EngineGame<Move = Move>,
{
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position: Position<N> = place_at_random(&deal(Dealing::Shuffled, seed), rng);
    let method = if N == 2 { Method::AlphaBeta } else { Method::Paranoid };
    let mut searcher = Engine::new(method, Options { hash_mebibytes: 1, ..Options::default() }, 0);
    let limits = Limits { depth: 3, ..Limits::default() };
    while position.tiles().len() > tiles && !position.is_over() {
        searcher.new_game(0);
        let analysis = searcher.analyze(&position, &limits, |_| ())?;
        position.play(analysis.lines[0].moves[0]);
    }
    Ok(position)
}

fn graded(position: AnyGame, signs: bool, threads: usize) -> Result<Graded, AnalysisError> {
    let proved = |all, objective| {
        let limits = Limits::default();
        let request = SolveRequest { objective, all, limits, threads, hash_mebibytes: 1024, checkpoint: None };
        solve_any(&position, &request, |_| ())
    };
    let exact = |(mv, bounds): (AnyMove, Interval<GameValue>)| {
        (mv, Grade::Exact(bounds.value().expect("there is no limit").clone()))
    };
    if !signs {
        let moves = proved(true, Objective::Margin)?.moves.into_iter().map(exact).collect();
        return Ok(Graded { comments: Vec::new(), position, moves });
    }
    let margin = proved(false, Objective::Margin)?;
    let comments = vec![format!("margin: {} nodes", margin.nodes)];
    let mut moves: Vec<_> = margin.moves.into_iter().map(exact).collect();
    for (mv, bounds) in proved(true, Objective::WinDrawLoss)?.moves {
        if moves.iter().all(|(known, _)| *known != mv) {
            let winner = GameValue::winner(&bounds).expect("who wins is proved");
            moves.push((mv, Grade::Sign(winner)));
        }
    }
    moves[1..].sort_by_key(|(_, grade)| std::cmp::Reverse(grade.sign()));
    Ok(Graded { comments, position, moves })
}
