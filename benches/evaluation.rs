//! What one evaluation costs, for two sides and for each number of players.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use floe_benches::{POSITIONS, Phase, positions, short};
use floe_engine::Evaluation;
use floe_search::{Eval, EvalAll};

fn margin(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluation/margin");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for phase in Phase::ALL {
        let positions = positions::<2>(phase);
        group.bench_with_input(BenchmarkId::from_parameter(phase.name()), &positions, |bencher, positions| {
            bencher.iter(|| positions.iter().map(|p| Evaluation::default().evaluate(black_box(p))).sum::<i32>());
        });
    }
}

fn everybody<const N: usize>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluation/everybody");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    let positions = positions::<N>(Phase::Middle);
    group.bench_with_input(BenchmarkId::from_parameter(N), &positions, |bencher, positions| {
        bencher.iter(|| positions.iter().map(|p| Evaluation::default().evaluate_all(black_box(p))[0]).sum::<i32>());
    });
}

criterion_group! {
    name = benches;
    config = short();
    targets = margin, everybody::<2>, everybody::<3>, everybody::<4>
}
criterion_main!(benches);
