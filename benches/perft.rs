//! Counting lines in bulk, on one thread and without a table. Elements are leaves.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use floe_benches::{OPENING, Phase, positions, short};
use floe_fish::Position;
use floe_game::perft;

fn bulk(criterion: &mut Criterion) {
    let opening: Position<2> = OPENING.parse().expect("the opening is a position");
    lines(criterion, "opening", &[opening], 4);
    lines(criterion, "opening", &[opening], 5);
    lines(criterion, "openings", &positions::<2>(Phase::Opening), 4);
    lines(criterion, "middle", &positions::<2>(Phase::Middle), 4);
    lines(criterion, "late", &positions::<2>(Phase::Late), 4);
    lines(
        criterion,
        "opening, 3 players",
        &positions::<3>(Phase::Opening),
        4,
    );
    lines(
        criterion,
        "opening, 4 players",
        &positions::<4>(Phase::Opening),
        4,
    );
}

fn lines<const N: usize>(
    criterion: &mut Criterion,
    name: &str,
    positions: &[Position<N>],
    depth: u32,
) {
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(leaves(positions, depth)));
    group.bench_function(BenchmarkId::new(name, depth), |bencher| {
        bencher.iter(|| leaves(black_box(positions), depth));
    });
    group.finish();
}

fn leaves<const N: usize>(positions: &[Position<N>], depth: u32) -> u64 {
    positions
        .iter()
        .map(|position| perft(position, depth))
        .sum()
}

criterion_group! { name = benches; config = short(); targets = bulk }
criterion_main!(benches);
