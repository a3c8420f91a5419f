//! Slide targets of penguins, the innermost loop of all searches.

use std::hint::black_box;

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use floe_benches::{POSITIONS, Phase, positions, short};
use floe_game::Player;
use floe_hex::{Direction, HexSet, Layout, Standard};

/// The penguins of the first player, and the free tiles.
type Floe = (HexSet, HexSet);

fn slides(criterion: &mut Criterion) {
    let floes: Vec<Floe> = positions::<2>(Phase::Opening)
        .iter()
        .map(|position| (position.penguins(Player::new(0)), position.free()))
        .collect();
    let mut group = criterion.benchmark_group("slides");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    each(&mut group, "one penguin", &floes, |(own, free)| {
        own.first()
            .map_or(0, |hex| Standard.geometry().slides(hex, free).len())
    });
    each(&mut group, "four penguins, count", &floes, |(own, free)| {
        Standard.rays(own, free).count()
    });
    each(&mut group, "four penguins, union", &floes, |(own, free)| {
        Standard.slides(own, free).len()
    });
    each(&mut group, "flood", &floes, |(own, free)| {
        Standard.flood(own, free).len()
    });
    each(&mut group, "step", &floes, |(own, _)| {
        Standard.step(own, black_box(Direction::SW)).len()
    });
    group.finish();
}

/// Measures one question, asked of every floe in turn.
fn each(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    floes: &[Floe],
    ask: impl Fn(Floe) -> u32,
) {
    group.bench_function(name, |bencher| {
        bencher.iter(|| floes.iter().map(|&floe| ask(black_box(floe))).sum::<u32>());
    });
}

criterion_group! { name = benches; config = short(); targets = slides }
criterion_main!(benches);
