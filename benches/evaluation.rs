//! What one evaluation costs: territory alone, with the network, and all moves of a position at a glance.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use floe_benches::{POSITIONS, Phase, positions, short};
use floe_engine::{Evaluation, Expectation};
use floe_fish::Position;
use floe_game::Game;
use floe_search::{Eval, EvalAll, PolicyValue, WinProbabilities};

/// No position here has more moves.
const MOST_MOVES: usize = 128;

fn margin(criterion: &mut Criterion) {
    for (name, evaluation) in [("margin", Evaluation::default()), ("territory", Evaluation::without_network())] {
        let mut group = criterion.benchmark_group(format!("evaluation/{name}"));
        group.throughput(Throughput::Elements(POSITIONS as u64));
        for phase in Phase::ALL {
            let positions = positions::<2>(phase);
            group.bench_with_input(BenchmarkId::from_parameter(phase.name()), &positions, |bencher, positions| {
                bencher.iter(|| positions.iter().map(|p| evaluation.evaluate(black_box(p))).sum::<i32>());
            });
        }
    }
}

fn everybody<const N: usize>(criterion: &mut Criterion) {
    let positions = positions::<N>(Phase::Middle);
    for (name, evaluation) in
        [("everybody", Evaluation::default()), ("everybody's territory", Evaluation::without_network())]
    {
        let mut group = criterion.benchmark_group(format!("evaluation/{name}"));
        group.throughput(Throughput::Elements(POSITIONS as u64));
        group.bench_with_input(BenchmarkId::from_parameter(N), &positions, |bencher, positions| {
            bencher.iter(|| positions.iter().map(|p| evaluation.evaluate_all(black_box(p))[0]).sum::<i32>());
        });
    }
}

/// The positions after all moves of another, as alpha-beta looks at them.
fn children(criterion: &mut Criterion) {
    for (name, evaluation) in [("margin", Evaluation::default()), ("territory", Evaluation::without_network())] {
        let mut group = criterion.benchmark_group(format!("evaluation/{name} of every child"));
        for phase in [Phase::Opening, Phase::Middle] {
            let after = |position: &Position<2>| -> Vec<Position<2>> {
                let children = position.moves().into_iter().map(|mv| position.after(mv));
                children.filter(|child| !child.is_over()).collect()
            };
            let nodes: Vec<Vec<Position<2>>> = positions::<2>(phase).iter().map(after).collect();
            group.throughput(Throughput::Elements(nodes.iter().map(|children| children.len() as u64).sum()));
            let mut values = [0; MOST_MOVES];
            group.bench_function(BenchmarkId::from_parameter(phase.name()), |bencher| {
                bencher.iter(|| {
                    for children in &nodes {
                        evaluation.evaluate_batch(black_box(children), &mut values[..children.len()]);
                        black_box(&values);
                    }
                });
            });
        }
    }
}

/// The moves of a leaf, as tree search looks at them.
fn glances<const N: usize>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluation/glances");
    for phase in [Phase::Opening, Phase::Middle] {
        let after = |position: &Position<N>| position.moves().into_iter().map(|mv| position.after(mv)).collect();
        let leaves: Vec<Vec<Position<N>>> = positions::<N>(phase).iter().map(after).collect();
        let expectation = Expectation::default();
        group.throughput(Throughput::Elements(leaves.iter().map(|moves| moves.len() as u64).sum()));
        let mut shares = [WinProbabilities::default(); MOST_MOVES];
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
    targets = margin, children, everybody::<2>, everybody::<3>, everybody::<4>, glances::<2>, glances::<3>, glances::<4>
}
criterion_main!(benches);
