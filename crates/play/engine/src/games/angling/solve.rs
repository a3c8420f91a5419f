//! Solving days of Gone Fishing!, with proved bounds.

use crate::solve::request::{Listener, SolveEvent, SolveProgress, SolveRequest, SolveResult};
use crate::{GameValue, KnownGame, MeanValue, MixedSolution};
use floe_angling::{Angling, AnglingMove, AnglingSolveError, AnglingSolver, LakeTile};
use floe_game::{Chance, Interval, Score, Veiled};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Bytes that an entry of the solver's tree takes.
const BYTES: u64 = 100;
/// Difference of the bounds, in points, at which a day counts as solved.
const PRECISION: f64 = MixedSolution::<()>::PRECISION;
/// Difference of bounds that meet but for rounding.
const ROUNDING: f64 = 1e-9;
/// Paths that estimate the size of a tree.
const PATHS: u32 = 400;

/// Number of entries of a tree that takes this number of MiB.
pub(super) fn room(mebibytes: usize) -> u64 {
    ((mebibytes as u64) << 20) / BYTES
}

/// Proves bounds of the points of the day, and strategies that reach them.
pub(super) fn prove(
    angling: &Angling,
    request: &SolveRequest<'_>,
    listener: Listener<'_>,
) -> SolveResult<AnglingMove> {
    let entries =
        room(request.hash_mebibytes).min(request.limits.nodes.unwrap_or(u64::MAX)) as usize;
    let solver = if angling.view(angling.angler()).count_worlds() > entries as f64 {
        Err(AnglingSolveError::TooLarge(entries))
    } else {
        AnglingSolver::new(angling, entries)
    };
    let Ok(mut solver) = solver else {
        return too_large(angling);
    };
    let limits = &request.limits;
    loop {
        let solution = solver.refine();
        let bounds = bounds(angling, [solution.at_least, solution.at_most]);
        let nodes = u64::from(solution.iterations) * solver.slots() as u64;
        if solution.at_most - solution.at_least <= PRECISION || limits.are_reached() {
            let strategy = solution
                .strategy
                .iter()
                .map(|share| (share.moves.clone(), share.share))
                .collect();
            let mixed = MixedSolution {
                at_least: solution.at_least,
                at_most: solution.at_most,
                strategy,
                entries: solver.slots() as f64,
            }
            .sorted();
            let line = mixed
                .strategy
                .first()
                .map_or(Vec::new(), |(moves, _)| moves.clone());
            return SolveResult {
                bounds,
                line,
                moves: Vec::new(),
                nodes,
                mixed: Some(mixed),
            };
        }
        let share = (0, 1);
        let elapsed = limits.start.elapsed();
        listener(&SolveEvent::Progress(SolveProgress {
            bounds: Some(bounds),
            mv: None,
            done: (0, 1),
            share,
            depth: 0,
            work: None,
            nodes,
            elapsed,
            hash_full: 0,
        }));
    }
}

/// Value of a move of the angler, as far as it is proved.
struct MoveValue {
    mv: AnglingMove,
    /// Points of the angler at the end of the day, at least and at most.
    points: [f64; 2],
    /// Entries of the tree of the day after the move times iterations.
    nodes: u64,
}

/// Proves the values of all moves of the angler, in hundredths of a point, and with them that of
/// the position. The limits are those of the whole proof; values that they leave open have bounds.
pub(super) fn prove_moves(
    angling: &Angling,
    request: &SolveRequest<'_>,
) -> SolveResult<AnglingMove> {
    let mut moves: Vec<MoveValue> = Vec::new();
    let mut nodes = 0;
    for mv in angling.choices() {
        let limits = request.limits.after(nodes);
        let Some(value) = value_of_move(angling, mv, &SolveRequest { limits, ..*request }) else {
            return too_large(angling);
        };
        nodes += value.nodes;
        moves.push(value);
    }
    moves.sort_by(|a, b| b.points[0].total_cmp(&a.points[0]));
    let at_least = moves[0].points[0];
    let at_most = moves
        .iter()
        .map(|value| value.points[1])
        .fold(f64::NEG_INFINITY, f64::max);
    let bounds = in_hundredths(angling, [at_least, at_most]);
    let line = vec![moves[0].mv];
    let moves = moves
        .into_iter()
        .map(|value| (value.mv, in_hundredths(angling, value.points)))
        .collect();
    SolveResult {
        bounds,
        line,
        moves,
        nodes,
        mixed: None,
    }
}

/// Value of a move of the angler, as close as hundredths of a point need, unless a limit is
/// reached; `None` if the tree is too large.
fn value_of_move(
    angling: &Angling,
    mv: AnglingMove,
    request: &SolveRequest<'_>,
) -> Option<MoveValue> {
    let limits = &request.limits;
    let most = limits.nodes.unwrap_or(u64::MAX);
    let room = room(request.hash_mebibytes).min(most) as usize;
    if angling.view(angling.angler()).count_worlds() > room as f64 {
        return None;
    }
    let mut solver = AnglingSolver::with_first_move(angling, mv, room).ok()?;
    loop {
        let solution = solver.refine();
        let points = [solution.at_least, solution.at_most];
        let nodes = u64::from(solution.iterations) * solver.slots() as u64;
        if in_hundredths(angling, points).is_exact() || nodes >= most || limits.are_reached() {
            return Some(MoveValue { mv, points, nodes });
        }
    }
}

/// Bounds as [`bounds`] gives them; the value in hundredths of a point, if both bounds have the
/// same.
fn in_hundredths(angling: &Angling, points: [f64; 2]) -> Interval<GameValue> {
    let [lower, upper] = points.map(|points| (100.0 * points).round() / 100.0);
    bounds(angling, if lower == upper { [lower; 2] } else { points })
}

/// Bounds by the rules alone, and the size of the tree by random paths (Knuth 1975).
fn too_large(angling: &Angling) -> SolveResult<AnglingMove> {
    let [at_least, at_most] = possible_points(angling);
    let entries = angling.estimate_entries(PATHS, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let mixed = MixedSolution {
        at_least,
        at_most,
        strategy: Vec::new(),
        entries,
    };
    let bounds = bounds(angling, [at_least, at_most]);
    SolveResult {
        bounds,
        line: Vec::new(),
        moves: Vec::new(),
        nodes: 0,
        mixed: Some(mixed),
    }
}

/// Bounds of the margin of the day for the player to move, from those of the angler's points.
fn bounds(angling: &Angling, [at_least, at_most]: [f64; 2]) -> Interval<GameValue> {
    let other = f64::from(angling.points(angling.fish()));
    let is_angler = KnownGame::last_turn(angling) == angling.angler();
    let (lower, upper) = if is_angler {
        (at_least - other, at_most - other)
    } else {
        (other - at_most, other - at_least)
    };
    if upper - lower < ROUNDING {
        return Interval::exact(mean_margin((100.0 * lower).round()));
    }
    Interval::new(
        mean_margin((100.0 * lower).floor()),
        mean_margin((100.0 * upper).ceil()),
    )
}

/// A margin that is expected, from hundredths of a point.
fn mean_margin(hundredths: f64) -> GameValue {
    GameValue::Margin(MeanValue {
        points: hundredths as i32,
        tie_break: 0,
        is_mean: true,
    })
}

/// Points that the angler has at least and at most at the end of the day: with the best fish for
/// the catch tiles and piers left.
fn possible_points(angling: &Angling) -> [f64; 2] {
    let points = angling.points(angling.angler());
    let catch: usize = (1..=angling.size())
        .map(|distance| angling.catch_tiles(distance))
        .sum();
    let stops: usize = angling
        .anglers()
        .map(|angler| angling.piers_ahead(angler).div_ceil(2))
        .sum();
    let left = angling.tiles().without(angling.caught());
    let mut values: Vec<Score> = left.tiles().map(LakeTile::value).collect();
    values.sort_unstable_by(|a, b| b.cmp(a));
    let most: Score = values.into_iter().take(catch.min(stops)).sum();
    let fine = angling.specials().fish().len() as Score;
    [f64::from(points - fine), f64::from(points + most)]
}
