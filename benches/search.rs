//! Nodes a second of every search with evaluation, one thread. Elements are nodes: calls of the
//! search function, visits of tree search.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use floe_benches::{Phase, positions, short};
use floe_engine::{Engine, EngineGame, Method};
use floe_fish::Position;
use floe_search::{Limits, Options};

const NODES: u64 = 1 << 16;

fn node_rate<const N: usize>(criterion: &mut Criterion, method: Method)
where
    Position<N>: EngineGame,
{
    let mut group = criterion.benchmark_group(format!("search/{}/{N}", method.name()));
    group
        .throughput(Throughput::Elements(NODES))
        .sample_size(10);
    for phase in [Phase::Placement, Phase::Opening, Phase::Middle] {
        let mut positions = positions::<N>(phase).into_iter().cycle();
        group.bench_function(BenchmarkId::from_parameter(phase.name()), |bencher| {
            bencher.iter(|| {
                let position = positions.next().expect("there are positions");
                let limits = Limits {
                    nodes: Some(NODES),
                    ..Limits::default()
                };
                let mut engine = Engine::new(method, Options::default(), 0);
                engine
                    .analyze(&position, &limits, |_| ())
                    .expect("a small table")
            });
        });
    }
}

fn node_rates(criterion: &mut Criterion) {
    node_rate::<2>(criterion, Method::AlphaBeta);
    node_rate::<3>(criterion, Method::Paranoid);
    node_rate::<4>(criterion, Method::Paranoid);
    node_rate::<3>(criterion, Method::MaxN);
    node_rate::<3>(criterion, Method::Mcts);
    node_rate::<4>(criterion, Method::Mcts);
}

criterion_group! { name = benches; config = short(); targets = node_rates }
criterion_main!(benches);
