//! Graded positions: the exact value of every move.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand};
use floe_angling::AnglingSetUp;
use floe_endgame::{Solver, SolverOptions};
use floe_engine::{
    AnalysisError, AnyGame, AnyMove, AnySetUp, Engine, EngineSpec, GameRules, GameValue, KnownGame,
    Method, Objective, SolveRequest, solve_any, with_game,
};
use floe_fish::{Move, Position, Value};
use floe_game::{Game, Interval, Score};
use floe_review::{Grade, Graded, SuiteEngine, prove_all};
use floe_search::{Limits, Options};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Fallible;

/// Nodes of a search for a move where a search of depth 3 takes too long.
const NODES_OF_MOVE: u64 = 100;

/// Positions of games from a number of seeds, that searches of depth 3 reach after random
/// placements.
#[derive(Clone, Copy, Args, Debug)]
pub(crate) struct Played {
    players: usize,
    /// Maximum number of tiles left.
    tiles: u32,
    count: u64,
    /// First seed.
    #[arg(default_value_t = 1)]
    first: u64,
}

#[derive(Subcommand, Debug)]
pub(crate) enum GradedTask {
    /// Make positions with the value of every move.
    Make(Played),
    /// Make positions with the value of the best move, the nodes of its proof, and win, draw or
    /// loss for the others.
    Signs(Played),
    /// Make positions without values.
    Positions(Played),
    /// Grade the positions of a file, and keep its comments.
    Grade { file: PathBuf },
    /// Make positions of two players with the best move; name and leave out those whose proof
    /// takes more nodes.
    Best {
        tiles: u32,
        /// Maximum number of nodes of a proof, with one thread.
        nodes: u64,
        count: u64,
        /// First seed.
        #[arg(default_value_t = 1)]
        first: u64,
    },
    /// Make a position of each of a number of games, with the value of every move: the earliest
    /// whose moves differ, of those at the end of the game that are proved. Name a game without
    /// one, and one whose position was found before.
    Earliest {
        rules: GameRules,
        players: usize,
        /// Maximum number of nodes of a proof.
        nodes: u64,
        count: u64,
        /// First seed.
        #[arg(default_value_t = 1)]
        first: u64,
    },
    /// Prove moves of unknown value that an engine chooses, and keep their values in the files.
    ///
    /// `taskset -c 0` in front of it proves them with one thread.
    Add {
        engine: EngineSpec,
        files: Vec<PathBuf>,
    },
}

impl GradedTask {
    pub(crate) fn run(&self) -> Fallible<()> {
        match self {
            GradedTask::Make(played) => make(played, false),
            GradedTask::Signs(played) => make(played, true),
            GradedTask::Positions(played) => {
                for seed in played.seeds() {
                    println!("{}", played.position(seed)?);
                }
                Ok(())
            }
            GradedTask::Grade { file } => grade(file),
            GradedTask::Best {
                tiles,
                nodes,
                count,
                first,
            } => best(*tiles, *nodes, *first..first + count),
            GradedTask::Earliest {
                rules,
                players,
                nodes,
                count,
                first,
            } => earliest(*rules, *players, *nodes, *first..first + count),
            GradedTask::Add { engine, files } => {
                files.iter().try_for_each(|file| add(engine, file))
            }
        }
    }
}

impl Played {
    fn seeds(self) -> Range<u64> {
        self.first..self.first + self.count
    }

    fn position(self, seed: u64) -> Fallible<AnyGame> {
        played(self.players, seed, self.tiles)
    }
}

fn make(played: &Played, signs: bool) -> Fallible<()> {
    for seed in played.seeds() {
        let graded = graded(played.position(seed)?, signs)?;
        let comments: String = graded
            .comments
            .iter()
            .map(|comment| format!(", {comment}"))
            .collect();
        println!("# seed {seed}{comments}\n{graded}");
    }
    Ok(())
}

fn grade(file: &Path) -> Fallible<()> {
    for line in std::fs::read_to_string(file)?.lines() {
        if line.starts_with('#') || line.is_empty() {
            println!("{line}");
        } else {
            print!("{}", graded(line.parse()?, false)?);
        }
    }
    Ok(())
}

/// Proves the value of a move for the player who makes it.
fn grade_of_move(solver: &mut Solver, position: &Position<2>, mv: Move) -> Grade {
    let child = position.after(mv);
    let value = solver
        .solve(&child, Objective::Margin, &Limits::default(), |_| ())
        .bounds
        .lower;
    exact(if child.last_turn() == position.last_turn() {
        value
    } else {
        -value
    })
}

fn exact(margin: Score) -> Grade {
    Grade::Exact(GameValue::Margin(Value::from_score(margin).into()))
}

/// Writes positions whose proof takes at most `nodes` nodes, with the best move.
fn best(tiles: u32, nodes: u64, seeds: Range<u64>) -> Fallible<()> {
    let mut solver = Solver::new(SolverOptions {
        threads: 1,
        hash_mebibytes: 256,
        ..SolverOptions::default()
    })?;
    for seed in seeds {
        let game = played(2, seed, tiles)?;
        let AnyGame::Two(position) = game else {
            unreachable!("a game of two players")
        };
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let solution = solver.solve(&position, Objective::Margin, &limits, |_| ());
        match solution.line[..] {
            [mv, ..] if solution.bounds.is_exact() => {
                let comments = vec![format!("seed {seed}: {} nodes", solution.nodes)];
                let moves = vec![(AnyMove::of(&position, mv), exact(solution.bounds.lower))];
                println!(
                    "{}",
                    text_of(&[Graded {
                        comments,
                        position: game,
                        moves
                    }])
                );
            }
            _ => println!("# seed {seed} left out: more than {nodes} nodes\n"),
        }
    }
    Ok(())
}

/// Writes positions of games of any rules near the end of what `nodes` nodes prove, with the value
/// of every move.
fn earliest(rules: GameRules, players: usize, nodes: u64, seeds: Range<u64>) -> Fallible<()> {
    let mut found = Vec::new();
    for seed in seeds {
        let game = played_until(&dealt(rules, players, seed)?, seed, |_| false)?;
        match earliest_of(&game, nodes)? {
            Some((graded, _)) if found.contains(&graded.position) => {
                println!("# seed {seed} left out: found before\n");
            }
            Some((mut graded, nodes)) => {
                found.push(graded.position);
                graded.comments = vec![format!("seed {seed}: {nodes} nodes")];
                println!("{}", text_of(&[graded]));
            }
            None => println!("# seed {seed} left out: all moves are as good\n"),
        }
    }
    Ok(())
}

/// The earliest position of a game whose moves have different values, with the nodes of its proof,
/// of those at the end of the game that are proved with `nodes` nodes each.
fn earliest_of(game: &[AnyGame], nodes: u64) -> Fallible<Option<(Graded, u64)>> {
    let mut earliest = None;
    for position in game.iter().rev().filter_map(with_values) {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let Some(proved) = prove_all(&position, limits, 64)? else {
            break;
        };
        let (graded, _) = &proved;
        if graded.moves.iter().any(|&(mv, _)| !graded.is_best(mv)) {
            earliest = Some(proved);
        }
    }
    Ok(earliest)
}

/// The position as its player knows it, if its moves have values: where tiles are hidden, those of
/// the player who knows them have none.
fn with_values(position: &AnyGame) -> Option<AnyGame> {
    let mover = position.last_turn();
    let is_mixed = matches!(position, AnyGame::Angling(angling) if angling.fish() == mover);
    (!is_mixed && !position.choices().is_empty()).then(|| position.view(mover))
}

/// Proves the moves that an engine chooses in the positions of a file and whose values are open,
/// and writes them into the file.
fn add(engine: &EngineSpec, path: &Path) -> Fallible<()> {
    let suite = SuiteEngine::Engine(
        engine.clone(),
        engine.evaluation(|path| std::fs::read(path))?,
    );
    let text = std::fs::read_to_string(path)?;
    let mut blocks: Vec<String> = text
        .trim_end()
        .split("\n\n")
        .map(|block| format!("{block}\n"))
        .collect();
    for index in 0..blocks.len() {
        let mut all = Graded::parse(&blocks[index])?;
        for number in 0..all.len() {
            let graded = &mut all[number];
            if graded
                .position
                .all_choices()
                .into_iter()
                .all(|mv| !graded.is_open(mv))
            {
                continue;
            }
            let limits = Limits {
                start: Instant::now(),
                ..Limits::default()
            };
            let Some(chosen) = suite.attempt(graded, limits)?.best else {
                continue;
            };
            let chosen = graded.position.find_move(&chosen)?;
            if graded.is_open(chosen) {
                prove(graded, chosen)?;
                blocks[index] = text_of(&all);
                replace(path, &blocks.join("\n"))?;
            }
        }
    }
    Ok(())
}

fn prove(graded: &mut Graded, chosen: AnyMove) -> Fallible<()> {
    let AnyGame::Two(position) = graded.position else {
        return Err("expected positions of two players".into());
    };
    let options = SolverOptions {
        threads: cores(),
        hash_mebibytes: 256,
        ..SolverOptions::default()
    };
    let grade = grade_of_move(
        &mut Solver::new(options)?,
        &position,
        chosen.in_game(&position),
    );
    eprintln!(
        "{position}: proved {} {grade}",
        graded.position.move_text(chosen)
    );
    Ok(graded.add(chosen, grade)?)
}

fn text_of(all: &[Graded]) -> String {
    let with_comments = |graded: &Graded| {
        let comments: String = graded
            .comments
            .iter()
            .map(|comment| format!("# {comment}\n"))
            .collect();
        format!("{comments}{graded}")
    };
    all.iter().map(with_comments).collect()
}

/// Replaces the text of a file at once, so that a kill leaves the old or the new one.
fn replace(path: &Path, text: &str) -> Fallible<()> {
    let new = path.with_extension("new");
    std::fs::write(&new, text)?;
    Ok(std::fs::rename(new, path)?)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The position of the base game with at most `tiles` tiles left that searches of depth 3 reach.
fn played(players: usize, seed: u64, tiles: u32) -> Fallible<AnyGame> {
    let start = dealt(GameRules::BASE, players, seed)?;
    let mut game = played_until(&start, seed, |position| position.tiles_left() <= tiles)?;
    Ok(game.pop().expect("a game has a start"))
}

/// A lake of 2×2 with tiles at random, one angler and no specials: on larger ones only the last
/// moves of a day are proved, when hardly anything is hidden any more.
fn small_lake() -> AnySetUp {
    let lake = AnglingSetUp::of_lake(2);
    AnySetUp::Angling(AnglingSetUp {
        is_dealt: true,
        anglers: 1,
        has_specials: false,
        ..lake
    })
}

/// A game of these rules with all penguins placed at random; of Gone Fishing! on a small lake.
fn dealt(rules: GameRules, players: usize, seed: u64) -> Fallible<AnyGame> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let set_up = if rules == GameRules::Angling {
        small_lake()
    } else {
        rules.usual(players)
    };
    let mut position = AnyGame::deal(&set_up, seed)?;
    let in_hand = with_game!(&position, position => KnownGame::in_hand(position));
    for _ in 0..in_hand {
        position = position.after(position.random_move(rng).expect("penguins to place"));
    }
    Ok(position)
}

/// Positions of a game from `start` to the first that `is_last` accepts, or to its end: between
/// searches of depth 3, or of few nodes where there is chance, and in special-tiles with more than
/// two players. The seed decides chance.
fn played_until(
    start: &AnyGame,
    seed: u64,
    is_last: impl Fn(&AnyGame) -> bool,
) -> Result<Vec<AnyGame>, AnalysisError> {
    let is_wide = start.rules().to_string() == "special-tiles" && start.sides() > 2;
    let suits =
        |method: &Method| !is_wide && method.unmet_need(start.rules(), start.sides()).is_none();
    let (method, limits) = match [Method::AlphaBeta, Method::Paranoid]
        .into_iter()
        .find(suits)
    {
        Some(method) => (
            method,
            Limits {
                depth: 3,
                ..Limits::default()
            },
        ),
        None => (
            Method::Default,
            Limits {
                nodes: Some(NODES_OF_MOVE),
                ..Limits::default()
            },
        ),
    };
    let mut searcher = Engine::new(
        method,
        Options {
            hash_mebibytes: 1,
            ..Options::default()
        },
        0,
    );
    let mut game = vec![*start];
    while let Some(position) = game
        .last()
        .filter(|position| !is_last(position) && !position.choices().is_empty())
    {
        searcher.new_game(0);
        let analysis = searcher.analyze_any(position, &limits, |_| ())?;
        let choice = analysis.lines[0].moves[0];
        game.push(position.after(position.outcome_in(position.choice_in(choice), seed)));
    }
    Ok(game)
}

fn graded(position: AnyGame, signs: bool) -> Result<Graded, AnalysisError> {
    let proved = |all, objective| {
        let limits = Limits::default();
        let request = SolveRequest {
            objective,
            all,
            limits,
            threads: cores(),
            hash_mebibytes: 1024,
            checkpoint: None,
        };
        solve_any(&position, &request, |_| ())
    };
    let exact = |(mv, bounds): (AnyMove, Interval<GameValue>)| {
        (
            mv,
            Grade::Exact(bounds.value().expect("there is no limit").clone()),
        )
    };
    if !signs {
        let moves = proved(true, Objective::Margin)?
            .moves
            .into_iter()
            .map(exact)
            .collect();
        return Ok(Graded {
            comments: Vec::new(),
            position,
            moves,
        });
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
    Ok(Graded {
        comments,
        position,
        moves,
    })
}
