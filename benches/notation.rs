//! Reading and writing positions and moves.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use floe_benches::{Phase, positions, short};
use floe_fish::{Move, Position};
use floe_game::Game;
use floe_hex::{Layout, Standard};

fn of_positions(criterion: &mut Criterion) {
    let positions: Vec<Position<2>> = Phase::ALL.into_iter().flat_map(positions::<2>).collect();
    let texts: Vec<String> = positions.iter().map(Position::to_string).collect();
    let mut group = criterion.benchmark_group("notation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("read position", |bencher| {
        bencher.iter(|| {
            for text in &texts {
                black_box(
                    text.parse::<Position<2>>()
                        .expect("a printed position is read"),
                );
            }
        });
    });
    group.bench_function("print position", |bencher| {
        bencher.iter(|| {
            positions
                .iter()
                .map(|position| black_box(position).to_string().len())
                .sum::<usize>()
        });
    });
    group.finish();
}

fn of_moves(criterion: &mut Criterion) {
    let moves = positions::<2>(Phase::Opening)[0].moves();
    let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    let geometry = Standard.geometry();
    let mut group = criterion.benchmark_group("notation");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("read move", |bencher| {
        bencher.iter(|| {
            texts
                .iter()
                .filter(|text| Move::parse(black_box(text), geometry).is_ok())
                .count()
        });
    });
    group.bench_function("print move", |bencher| {
        bencher.iter(|| {
            moves
                .iter()
                .map(|mv| black_box(mv).text(geometry).len())
                .sum::<usize>()
        });
    });
    group.finish();
}

criterion_group! { name = benches; config = short(); targets = of_positions, of_moves }
criterion_main!(benches);
