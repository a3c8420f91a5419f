//! Uniformly random games from the end of the placement to the end. Elements are games.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use floe_benches::{POSITIONS, Phase, positions, short};
use floe_game::{Game, Player, Sampled};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn playouts(criterion: &mut Criterion) {
    to_the_end::<2>(criterion);
    to_the_end::<3>(criterion);
    to_the_end::<4>(criterion);
}

fn to_the_end<const N: usize>(criterion: &mut Criterion) {
    let openings = positions::<N>(Phase::Opening);
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function(BenchmarkId::new("players", N), |bencher| {
        bencher.iter(|| {
            openings
                .iter()
                .map(|opening| opening.playout(rng).score(Player::new(0)))
                .sum::<i32>()
        });
    });
    group.finish();
}

criterion_group! { name = benches; config = short(); targets = playouts }
criterion_main!(benches);
