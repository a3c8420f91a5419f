//! Making every move of a position, listing included: what an inner node of a search pays without
//! its search.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use floe_benches::{Phase, positions, short};
use floe_fish::Position;
use floe_game::{Counted, Game};

fn play(criterion: &mut Criterion) {
    two_players(criterion);
    more_players::<3>(criterion);
    more_players::<4>(criterion);
}

fn two_players(criterion: &mut Criterion) {
    for phase in Phase::ALL {
        every_move(criterion, phase.name(), &positions::<2>(phase));
    }
}

fn more_players<const N: usize>(criterion: &mut Criterion) {
    every_move(
        criterion,
        &format!("opening, {N} players"),
        &positions::<N>(Phase::Opening),
    );
}

fn every_move<const N: usize>(criterion: &mut Criterion, name: &str, positions: &[Position<N>]) {
    let mut group = criterion.benchmark_group("play");
    group.throughput(Throughput::Elements(
        positions.iter().map(Counted::count_moves).sum(),
    ));
    group.bench_function(BenchmarkId::new("every move", name), |bencher| {
        bencher.iter(|| {
            for position in positions {
                position.for_each_move(|mv| {
                    black_box(position.after(mv));
                });
            }
        });
    });
    group.finish();
}

criterion_group! { name = benches; config = short(); targets = play }
criterion_main!(benches);
