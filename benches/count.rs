//! Counting moves, and pairs of moves, without making them.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use floe_benches::{POSITIONS, Phase, positions, short};
use floe_game::Counted;

fn count(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for phase in Phase::ALL {
        let positions = positions::<2>(phase);
        group.bench_function(BenchmarkId::new("moves", phase.name()), |bencher| {
            bencher.iter(|| {
                positions
                    .iter()
                    .map(|position| black_box(position).count_moves())
                    .sum::<u64>()
            });
        });
        group.bench_function(BenchmarkId::new("pairs", phase.name()), |bencher| {
            bencher.iter(|| {
                positions
                    .iter()
                    .map(|position| black_box(position).count_pairs())
                    .sum::<u64>()
            });
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = short(); targets = count }
criterion_main!(benches);
