//! Evaluations per second of tree search, one thread: by the weights alone, and with the network.
//!
//! Elements are evaluated positions, most of them by quick evaluation; an extra search counts them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use floe_benches::{Phase, positions, short};
use floe_engine::{Evaluation, ValueModel};
use floe_fish::Position;
use floe_search::{EvalAll, Limits, Payoffs, PolicyValue, Puct, TreeOptions, WinProbabilities};

const VISITS: u64 = 1 << 12;
/// Number of positions of a phase that are searched.
const SEARCHED: usize = 4;

/// Wrapper that counts the evaluations.
struct Counting<E> {
    expect: E,
    asked: AtomicU64,
}

impl<const N: usize, E: PolicyValue<Position<N>>> PolicyValue<Position<N>> for &Counting<E> {
    const HAS_QUICK: bool = E::HAS_QUICK;

    fn win_probabilities(&self, position: &Position<N>) -> WinProbabilities {
        self.asked.fetch_add(1, Relaxed);
        self.expect.win_probabilities(position)
    }

    fn quick(&self, position: &Position<N>) -> WinProbabilities {
        self.asked.fetch_add(1, Relaxed);
        self.expect.quick(position)
    }

    fn quick_batch(&self, positions: &[Position<N>], shares: &mut [WinProbabilities]) {
        self.asked.fetch_add(positions.len() as u64, Relaxed);
        self.expect.quick_batch(positions, shares);
    }

    fn terminal_value(&self, position: &Position<N>) -> Option<WinProbabilities> {
        self.expect.terminal_value(position)
    }
}

impl<const N: usize, E: EvalAll<Position<N>>> EvalAll<Position<N>> for &Counting<E> {
    fn evaluate_all(&self, position: &Position<N>) -> Payoffs {
        self.expect.evaluate_all(position)
    }
}

fn search<const N: usize, E: PolicyValue<Position<N>> + EvalAll<Position<N>> + Sync>(
    puct: &mut Puct<Position<N>, E>,
    positions: &[Position<N>],
) {
    let limits = Limits {
        nodes: Some(VISITS),
        ..Limits::default()
    };
    for position in positions {
        puct.clear();
        puct.search(position, &limits, |_| ());
    }
}

fn evaluations<const N: usize>(criterion: &mut Criterion) {
    let options = TreeOptions::default();
    for (name, evaluation) in [
        ("territory", Evaluation::without_network()),
        ("network", Evaluation::default()),
    ] {
        let mut group = criterion.benchmark_group(format!("puct/{name}/{N}"));
        group.sample_size(10);
        for phase in [Phase::Placement, Phase::Opening, Phase::Middle] {
            let positions = &positions::<N>(phase)[..SEARCHED];
            let counting = Counting {
                expect: ValueModel::from(evaluation.clone()),
                asked: AtomicU64::new(0),
            };
            search(&mut Puct::new(&counting, options), positions);
            group.throughput(Throughput::Elements(counting.asked.load(Relaxed)));
            let mut puct = Puct::new(ValueModel::from(evaluation.clone()), options);
            group.bench_function(BenchmarkId::from_parameter(phase.name()), |bencher| {
                bencher.iter(|| search(&mut puct, positions));
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = short();
    targets = evaluations::<2>, evaluations::<3>, evaluations::<4>
}
criterion_main!(benches);
