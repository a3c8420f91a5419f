//! Time of an evaluation: by territory, with the network, and by quick evaluation of all moves of a
//! position.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use floe_benches::{POSITIONS, Phase, positions, short};
use floe_engine::{Evaluation, ValueModel};
use floe_fish::Position;
use floe_game::Game;
use floe_search::{Eval, EvalAll, PolicyValue, WinProbabilities};

/// Maximum number of moves of the positions.
const MAX_MOVES: usize = 128;

fn margin(criterion: &mut Criterion) {
    for (name, evaluation) in [
        ("margin", Evaluation::default()),
        ("territory", Evaluation::without_network()),
    ] {
        let mut group = criterion.benchmark_group(format!("evaluation/{name}"));
        group.throughput(Throughput::Elements(POSITIONS as u64));
        for phase in Phase::ALL {
            let positions = positions::<2>(phase);
            group.bench_with_input(
                BenchmarkId::from_parameter(phase.name()),
                &positions,
                |bencher, positions| {
                    bencher.iter(|| {
                        positions
                            .iter()
                            .map(|p| evaluation.evaluate(black_box(p)))
                            .sum::<i32>()
                    });
                },
            );
        }
    }
}

fn all_players<const N: usize>(criterion: &mut Criterion) {
    let positions = positions::<N>(Phase::Middle);
    for (name, evaluation) in [
        ("all players", Evaluation::default()),
        ("all players' territory", Evaluation::without_network()),
    ] {
        let mut group = criterion.benchmark_group(format!("evaluation/{name}"));
        group.throughput(Throughput::Elements(POSITIONS as u64));
        group.bench_with_input(
            BenchmarkId::from_parameter(N),
            &positions,
            |bencher, positions| {
                bencher.iter(|| {
                    positions
                        .iter()
                        .map(|p| evaluation.evaluate_all(black_box(p))[0])
                        .sum::<i32>()
                });
            },
        );
    }
}

/// Children of a position in a batch, as in alpha-beta.
fn children(criterion: &mut Criterion) {
    for (name, evaluation) in [
        ("margin", Evaluation::default()),
        ("territory", Evaluation::without_network()),
    ] {
        let mut group = criterion.benchmark_group(format!("evaluation/{name} of every child"));
        for phase in [Phase::Opening, Phase::Middle] {
            let after = |position: &Position<2>| -> Vec<Position<2>> {
                let children = position.moves().into_iter().map(|mv| position.after(mv));
                children.filter(|child| !child.is_over()).collect()
            };
            let nodes: Vec<Vec<Position<2>>> = positions::<2>(phase).iter().map(after).collect();
            group.throughput(Throughput::Elements(
                nodes.iter().map(|children| children.len() as u64).sum(),
            ));
            let mut values = [0; MAX_MOVES];
            group.bench_function(BenchmarkId::from_parameter(phase.name()), |bencher| {
                bencher.iter(|| {
                    for children in &nodes {
                        evaluation
                            .evaluate_batch(black_box(children), &mut values[..children.len()]);
                        black_box(&values);
                    }
                });
            });
        }
    }
}

/// Moves of a leaf in a batch, as in tree search.
fn quick<const N: usize>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluation/quick");
    for phase in [Phase::Opening, Phase::Middle] {
        let after = |position: &Position<N>| {
            position
                .moves()
                .into_iter()
                .map(|mv| position.after(mv))
                .collect()
        };
        let leaves: Vec<Vec<Position<N>>> = positions::<N>(phase).iter().map(after).collect();
        let expectation = ValueModel::default();
        group.throughput(Throughput::Elements(
            leaves.iter().map(|moves| moves.len() as u64).sum(),
        ));
        let mut shares = [WinProbabilities::default(); MAX_MOVES];
        group.bench_function(BenchmarkId::new(phase.name(), N), |bencher| {
            bencher.iter(|| {
                for moves in &leaves {
                    expectation.quick_batch(black_box(moves), &mut shares[..moves.len()]);
                    black_box(&shares);
                }
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = short();
    targets = margin, children, all_players::<2>, all_players::<3>, all_players::<4>, quick::<2>, quick::<3>, quick::<4>
}
criterion_main!(benches);
