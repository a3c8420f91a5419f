//! Makes graded positions: the exact value of every move.
//!
//! ```text
//! cargo run --release -p floe-study --example graded -- make PLAYERS TILES COUNT [FIRST]
//! cargo run --release -p floe-study --example graded -- signs PLAYERS TILES COUNT [FIRST]
//! cargo run --release -p floe-study --example graded -- positions PLAYERS TILES COUNT [FIRST]
//! cargo run --release -p floe-study --example graded -- grade FILE
//! cargo run --release -p floe-study --example graded -- again THREADS FILE…
//! cargo run --release -p floe-study --example graded -- plainly FILE…
//! cargo run --release -p floe-study --example graded -- best TILES NODES COUNT [FIRST]
//! cargo run --release -p floe-study --example graded -- regret ENGINE FILE…
//! ```
//!
//! `make` plays games from COUNT seeds, starting with FIRST: floe and penguins at random, then searches of depth 3
//! until at most TILES tiles are left. `signs` writes the value of the best move only with the nodes of its proof, and
//! win, draw or loss for the others; `positions` writes no values. `grade` reads positions and comments from a file.
//! `again` proves all values of files again with another number of threads, `plainly` without waiting moves,
//! incremental areas and look-ahead.
//!
//! `best` writes the value of the best move only, with two players, if the proof takes at most NODES nodes with one
//! thread; other seeds are named and left out. `regret` prints how much the moves of an engine lose on the mean against
//! best ones. Moves of unknown value that the engine chooses are proved first, and kept in the file. `taskset -c 0` in
//! front of it proves them with one thread.

use std::path::Path;
use std::time::Instant;

use floe_endgame::{Solver, SolverFeatures, SolverOptions};
use floe_engine::{
    AnalysisError, AnyGame, AnyMove, Engine, EngineGame, EngineSpec, GameValue, Method, Objective, SolveRequest,
    solve_any,
};
use floe_fish::{Dealing, Move, Position, Value, deal, place_at_random};
use floe_game::{Game, Interval, Score};
use floe_search::{Limits, Options};
use floe_study::review::SuiteEngine;
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
        ["best", tiles, nodes, count] => best(tiles, nodes, count, "1"),
        ["best", tiles, nodes, count, first] => best(tiles, nodes, count, first),
        ["regret", engine, ref files @ ..] => regret(&engine.parse()?, files),
        _ => Err("expected one of the calls in the first lines of the source".into()),
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
    let moves = known.moves.iter().map(|&(mv, _)| (mv, grade_of_move(&mut solver, position, mv.in_game(position))));
    Graded { comments: known.comments.clone(), position: known.position, moves: moves.collect() }
}

/// Proves the value of a move for the player who makes it.
fn grade_of_move(solver: &mut Solver, position: &Position<2>, mv: Move) -> Grade {
    let child = position.after(mv);
    let value = solver.solve(&child, Objective::Margin, &Limits::default(), |_| ()).bounds.lower;
    exact(if child.last_turn() == position.last_turn() { value } else { -value })
}

/// Grade of a move with this margin for the player who makes it.
fn exact(margin: Score) -> Grade {
    Grade::Exact(GameValue::Margin(Value::from_score(margin).into()))
}

/// Writes positions whose proof takes at most `nodes` nodes, with the best move.
fn best(tiles: &str, nodes: &str, count: &str, first: &str) -> Result<(), Failure> {
    let (tiles, nodes, count, first): (u32, u64, u64, u64) =
        (tiles.parse()?, nodes.parse()?, count.parse()?, first.parse()?);
    let mut solver = Solver::new(SolverOptions { threads: 1, hash_mebibytes: 256, ..SolverOptions::default() })?;
    for seed in first..first + count {
        let position = played::<2>(seed, tiles)?;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let solution = solver.solve(&position, Objective::Margin, &limits, |_| ());
        match solution.line[..] {
            [mv, ..] if solution.bounds.is_exact() => {
                let comments = vec![format!("seed {seed}: {} nodes", solution.nodes)];
                let moves = vec![(AnyMove::of(&position, mv), exact(solution.bounds.lower))];
                println!("{}", text_of(&[Graded { comments, position: position.into(), moves }]));
            }
            _ => println!("# seed {seed} left out: more than {nodes} nodes\n"),
        }
    }
    Ok(())
}

/// Prints, for each file, the mean loss of the moves of an engine against best ones in fish, its standard error, and
/// the share of best moves.
fn regret(engine: &EngineSpec, files: &[&str]) -> Result<(), Failure> {
    println!("{:34} {:>9} {:>7} {:>7} {:>5}", "file", "positions", "regret", "error", "best");
    for file in files {
        let losses = losses(engine, Path::new(file))?;
        let count = losses.len() as f64;
        let mean = losses.iter().sum::<f64>() / count;
        let variance = losses.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let error = (variance / count).sqrt();
        let best = losses.iter().filter(|&&loss| loss == 0.0).count() as f64 / count;
        println!("{file:34} {:>9} {mean:>7.4} {error:>7.4} {best:>5.2}", losses.len());
    }
    Ok(())
}

/// Losses of the moves that an engine chooses in the positions of a file. Where their value is open, it is proved and
/// written into the file.
fn losses(engine: &EngineSpec, path: &Path) -> Result<Vec<f64>, Failure> {
    let suite = SuiteEngine::Engine(engine.clone(), engine.evaluation(|path| std::fs::read(path))?);
    let text = std::fs::read_to_string(path)?;
    let mut blocks: Vec<String> = text.trim_end().split("\n\n").map(|block| format!("{block}\n")).collect();
    let mut losses = Vec::new();
    for index in 0..blocks.len() {
        let mut all = Graded::parse(&blocks[index])?;
        for number in 0..all.len() {
            let graded = &mut all[number];
            let limits = Limits { start: Instant::now(), ..Limits::default() };
            let Some(chosen) = suite.attempt(graded, limits)?.best else { continue };
            let chosen = graded.position.find_move(&chosen)?;
            if graded.is_open(chosen) {
                prove(graded, chosen)?;
                blocks[index] = text_of(&all);
                replace(path, &blocks.join("\n"))?;
            }
            losses.push(all[number].loss_of(chosen).ok_or("expected exact values, or open moves")?);
        }
    }
    Ok(losses)
}

/// Proves the value of an open move of two players and adds it.
fn prove(graded: &mut Graded, chosen: AnyMove) -> Result<(), Failure> {
    let AnyGame::Two(position) = graded.position else { return Err("expected positions of two players".into()) };
    let options = SolverOptions { threads: cores(), hash_mebibytes: 256, ..SolverOptions::default() };
    let grade = grade_of_move(&mut Solver::new(options)?, &position, chosen.in_game(&position));
    eprintln!("{position}: proved {} {grade}", graded.position.move_text(chosen));
    Ok(graded.add(chosen, grade)?)
}

/// Text of graded positions with their comments.
fn text_of(all: &[Graded]) -> String {
    let with_comments = |graded: &Graded| {
        let comments: String = graded.comments.iter().map(|comment| format!("# {comment}\n")).collect();
        format!("{comments}{graded}")
    };
    all.iter().map(with_comments).collect()
}

/// Replaces the text of a file at once, so that a kill leaves the old or the new one.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let new = path.with_extension("new");
    std::fs::write(&new, text)?;
    Ok(std::fs::rename(new, path)?)
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
