//! The solver of days with hidden tiles, against a linear program and minimax.

mod follow;
mod gambit;
mod linear;

use std::collections::HashMap;

use floe_angling::{
    Angling, AnglingDecision, AnglingMove, AnglingPrior, AnglingSetUp, AnglingSolveError,
    AnglingSolver,
};
use floe_game::{Game, Score, Turn, Veiled};

fn angling(text: &str) -> Angling {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn worlds(position: &Angling) -> Vec<Angling> {
    let mut worlds = Vec::new();
    position
        .view(position.angler())
        .for_each_world(|world| worlds.push(world));
    worlds
}

/// Tiny days: with tile moves, specials and a diver.
const TINY: [&str; 11] = [
    "angling:??/?. A 1,0 y2+9 1.0 -,y caught=1 lake=2x2 tiles=1.2.r.d",
    "angling:??/?? A 0,0 y1+10 1.1 -,- dealt lake=2x2 tiles=1.2.r.d",
    "angling:??/?? A 0,0 y4+10 2.0 -,- dealt lake=2x2 tiles=1.3.4.d",
    "angling:??/?. A 1,0 y2+10 1.1 -,- caught=1 lake=2x2 tiles=1.2.r.d",
    "angling:??/?. A 1,0 y2+10 1.1 l,- caught=1 lake=2x2 tiles=1.2.r.d",
    "angling:??/?. A 1,0 y2+10 1.1 h,y caught=1 lake=2x2 tiles=1.2.r.d",
    "angling:??/?. A 0,0 y6+10 1.1 -,- caught=r lake=2x2 tiles=1.4.r.d",
    "angling:??/1!? A 0,0 y7+10 1.1 -,- dealt lake=2x2 tiles=1.2.5.r",
    "angling:??/?? A 0,0 y12+10 0.1 -,- dealt lake=2x2 tiles=1.1.6.d",
    "angling:??/.. A 1,0 y3+9 1.1 -,- caught=1.r lake=2x2 tiles=1.2.6.r",
    "angling:?./?. A 2,0 y9+10 1.0 lh,- caught=2.r lake=2x2 tiles=2.5.r.d",
];

/// One more catch tile or special of the angler never costs it points, and one more of the fish
/// never brings it any.
#[test]
fn more_to_play_never_harms_its_owner() {
    let value = |rest: &str| {
        let position = angling(&format!(
            "angling:??/?. A 1,0 y2+10 {rest} caught=1 lake=2x2 tiles=1.2.r.d"
        ));
        let solution = AnglingSolver::new(&position, 1_000_000)
            .unwrap()
            .solve(1e-4, 3000);
        (solution.at_least, solution.at_most)
    };
    let usual = value("1.1 -,-");
    let least = value("1.0 -,-");
    for more in ["2.1 -,-", "1.2 -,-", "1.1 l,-", "1.1 h,-"] {
        assert!(value(more).1 >= usual.0 - 1e-9, "{more}");
    }
    assert!(usual.1 >= least.0 - 1e-9);
    for more in ["1.1 -,y", "1.1 -,s"] {
        assert!(value(more).0 <= usual.1 + 1e-9, "{more}");
    }
}

#[test]
fn values_are_those_of_the_linear_program() {
    for text in TINY {
        let position = angling(text);
        let expected = linear::value(&worlds(&position), false);
        let mut solver = AnglingSolver::new(&position, 1_000_000).unwrap();
        let solution = solver.solve(1e-5, 3000);
        let least = solution.at_least;
        let most = solution.at_most;
        assert!(
            least <= expected + 1e-6 && expected <= most + 1e-6,
            "{least} <= {expected} <= {most}: {text}"
        );
        assert!(
            most - least <= 1e-5,
            "{least} to {most} after {} iterations: {text}",
            solution.iterations
        );
        assert!(
            (solution
                .strategy
                .iter()
                .map(|choice| choice.share)
                .sum::<f64>()
                - 1.0)
                .abs()
                < 1e-9,
            "{text}"
        );
        assert!(
            solution
                .strategy
                .iter()
                .all(|choice| position.moves().contains(&choice.moves[0].concealed())),
            "{text}"
        );
    }
}

/// Value of a move of the angler: of what it reveals, the mean of the values after it.
fn value_of_move(worlds: &[Angling], mv: AnglingMove) -> f64 {
    let mut after: HashMap<AnglingMove, Vec<Angling>> = HashMap::new();
    for world in worlds {
        after
            .entry(world.observed(mv, world.angler()))
            .or_default()
            .push(world.after(mv));
    }
    let value = |alike: &Vec<Angling>| {
        alike.len() as f64 / worlds.len() as f64 * linear::value(alike, false)
    };
    after.values().map(value).sum()
}

#[test]
fn every_move_of_the_angler_has_a_value() {
    for text in TINY {
        let position = angling(text);
        let worlds = worlds(&position);
        let mut best = f64::NEG_INFINITY;
        for mv in position.moves() {
            let expected = value_of_move(&worlds, mv);
            let solution = AnglingSolver::with_first_move(&position, mv, 1_000_000)
                .unwrap()
                .solve(1e-5, 3000);
            let least = solution.at_least;
            let most = solution.at_most;
            assert!(
                least <= expected + 1e-6 && expected <= most + 1e-6,
                "{least} <= {expected} <= {most}: {text} {mv:?}"
            );
            assert!(most - least <= 1e-5, "{least} to {most}: {text} {mv:?}");
            best = best.max(expected);
        }
        assert!(
            (best - linear::value(&worlds, false)).abs() < 1e-6,
            "{text}"
        );
    }
}

/// The fish that lays the tiles itself chooses the worlds, at the cost of the angler.
#[test]
fn worlds_that_the_fish_chooses_are_a_strategy_too() {
    for text in &TINY[1..5] {
        let position = angling(text);
        let expected = linear::value(&worlds(&position), true);
        let solution = |prior| {
            AnglingSolver::with_prior(&position, prior, 1_000_000)
                .unwrap()
                .solve(1e-5, 3000)
        };
        let chosen = solution(AnglingPrior::Chosen);
        let dealt = solution(AnglingPrior::Dealt);
        assert!(
            chosen.at_least <= expected + 1e-6 && expected <= chosen.at_most + 1e-6,
            "{chosen:?} {expected} {text}"
        );
        assert!(
            chosen.at_most - chosen.at_least <= 1e-5,
            "{chosen:?} {text}"
        );
        assert!(chosen.at_least < dealt.at_most, "{text}");
    }
}

#[test]
fn limits_and_positions_that_have_no_tree_are_refused() {
    let error = |text: &str, slots| AnglingSolver::new(&angling(text), slots).unwrap_err();
    assert_eq!(error(TINY[1], 100), AnglingSolveError::TooLarge(100));
    assert_eq!(
        error(&AnglingSetUp::default().start().unwrap().to_string(), 1000),
        AnglingSolveError::TooLarge(1000)
    );
    let laying = "angling:12/.. B 0,0 - 1.1 -,- step=lay lake=2x2 tiles=1.2.r.d";
    assert_eq!(error(laying, 1000), AnglingSolveError::PartlyLaid);
}

/// Laying, placing and the choice of the first pier, where one catch is possible.
#[test]
fn whole_days_are_solved() {
    let tree = |flag: &str| {
        let text = format!("angling:../.. B 0,0 - 0.0 -,y step=lay {flag}lake=2x2 tiles=1.2.r.d");
        AnglingSolver::new(&angling(&text), 1_000_000)
            .unwrap()
            .solve(1e-5, 10)
    };
    for flag in ["", "dealt "] {
        let solution = tree(flag);
        assert!(
            (solution.at_least + 1.0)
                .abs()
                .max((solution.at_most + 1.0).abs())
                < 1e-9,
            "out at once: {solution:?}"
        );
    }
}

/// The target of the solver: a small lake with four piers to the start.
#[test]
fn four_piers_of_a_small_lake_are_solved() {
    let position = angling("angling:??/?? A 0,0 y1+8 1.1 -,- dealt lake=2x2 tiles=1.2.r.d");
    let mut solver = AnglingSolver::new(&position, 1_000_000).unwrap();
    let solution = solver.solve(0.001, 1000);
    assert_eq!(solver.worlds(), 24);
    assert!(
        solution.at_most - solution.at_least <= 0.001,
        "{solution:?}"
    );
    assert!(
        solution.at_least < 1.5004 && solution.at_most > 1.4996,
        "{solution:?}"
    );
    // More iterations do not depend on the steps in which they are made.
    let iterations = solution.iterations;
    let mut again = AnglingSolver::new(&position, 1_000_000).unwrap();
    (0..iterations).for_each(|_| again.iterate(1));
    assert_eq!(again.solution(), solution);
}

/// Positions without hidden tiles.
const KNOWN: [&str; 4] = [
    "angling:1!2!/r!d! A 0,0 y1+8 1.1 -,- lake=2x2 tiles=1.2.r.d",
    "angling:1!2!/.d! A 3,0 y2+8,r5+10 1.1 -,- caught=3 lake=2x2 tiles=1.2.3.d",
    "angling:.2!/.6! A 3,0 y5+9 1.1 l,ys caught=3 lake=2x2 tiles=6.2.3",
    "angling:..5!/6!../r!.. A 2,0 y5+14 1.0.1 h,y caught=2 lake=3x3 tiles=6.2.5.r",
];

fn minimax(position: &Angling) -> Score {
    let Turn::Of(player) = position.turn() else {
        return position.points(position.angler());
    };
    let values = position
        .moves()
        .into_iter()
        .map(|mv| minimax(&position.after(mv)));
    if player == position.angler() {
        values.max().unwrap()
    } else {
        values.min().unwrap()
    }
}

fn best_move(position: &Angling) -> AnglingMove {
    let sign = if position.turn() == Turn::Of(position.angler()) {
        1
    } else {
        -1
    };
    position
        .moves()
        .into_iter()
        .max_by_key(|&mv| sign * minimax(&position.after(mv)))
        .unwrap()
}

/// Without hidden tiles the value is that of minimax.
#[test]
fn values_without_hidden_tiles_are_those_of_minimax() {
    for text in KNOWN {
        let position = angling(text);
        let solution = AnglingSolver::new(&position, 1_000_000)
            .unwrap()
            .solve(0.0, 10);
        let value = f64::from(minimax(&position));
        assert_eq!(
            (
                solution.at_least,
                solution.at_most,
                solution.exploitability()
            ),
            (value, value, 0.0),
            "{text}"
        );
    }
}

/// Best responses leave the value between them, and meet at optimal play.
#[test]
fn best_responses_are_on_both_sides_of_the_value() {
    let equal = |decision: AnglingDecision<'_>| {
        let moves = decision.position.moves();
        moves
            .iter()
            .map(|&mv| (mv, 1.0 / moves.len() as f64))
            .collect()
    };
    for text in &TINY[3..5] {
        let position = angling(text);
        let [at_least, at_most] = AnglingSolver::best_responses(&position, 24, equal).unwrap();
        let value = AnglingSolver::new(&position, 1_000_000)
            .unwrap()
            .solve(1e-3, 1000);
        let is_between = at_least <= value.at_most + 1e-9 && value.at_least <= at_most + 1e-9;
        assert!(is_between, "{at_least} {value:?} {at_most}: {text}");
    }
    for text in [KNOWN[0], KNOWN[2], KNOWN[3]] {
        let position = angling(text);
        let mut known: HashMap<Angling, AnglingMove> = HashMap::new();
        let optimal = |AnglingDecision { position, .. }: AnglingDecision<'_>| {
            let best = known
                .entry(*position)
                .or_insert_with(|| best_move(position));
            vec![(*best, 1.0)]
        };
        let value = f64::from(minimax(&position));
        assert_eq!(
            AnglingSolver::best_responses(&position, 1, optimal).unwrap(),
            [value, value],
            "{text}"
        );
    }
    let error = AnglingSolver::best_responses(&angling(TINY[1]), 23, equal).unwrap_err();
    assert_eq!(error, AnglingSolveError::TooLarge(23));
}
