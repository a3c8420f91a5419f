//! Instruction counts, which do not depend on the load of the machine.
//!
//! Needs valgrind and gungraun-runner; reports a missing one and succeeds. `cargo xtask
//! instructions` builds for a processor that valgrind knows.

use std::process::{Command, Stdio};

/// Functions to count, and the entry point that the runner calls for each of them.
mod suite {
    use std::hint::black_box;

    use floe_benches::{OPENING, Phase, positions};
    use floe_engine::{Evaluation, ValueModel};
    use floe_fish::Position;
    use floe_game::{Counted, Game, Player, Sampled, perft};
    use floe_hex::{Layout, Standard};
    use floe_search::{Eval, PolicyValue, WinProbabilities};
    use gungraun::prelude::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn opening() -> Position<2> {
        OPENING.parse().expect("the opening is a position")
    }

    #[library_benchmark]
    #[bench::opening(opening())]
    fn slides_of_four(position: Position<2>) -> u32 {
        Standard
            .rays(position.penguins(Player::new(0)), position.free())
            .count()
    }

    #[library_benchmark]
    #[bench::opening(opening())]
    fn count_moves(position: Position<2>) -> u64 {
        black_box(&position).count_moves()
    }

    #[library_benchmark]
    #[bench::opening(opening())]
    fn count_pairs(position: Position<2>) -> u64 {
        black_box(&position).count_pairs()
    }

    #[library_benchmark]
    #[bench::opening(opening())]
    fn play_every_move(position: Position<2>) {
        position.for_each_move(|mv| {
            black_box(position.after(mv));
        });
    }

    #[library_benchmark]
    #[bench::opening(opening())]
    fn perft_3(position: Position<2>) -> u64 {
        perft(&position, 3)
    }

    #[library_benchmark]
    #[bench::two(positions::<2>(Phase::Opening))]
    fn sixteen_playouts(positions: Vec<Position<2>>) -> i32 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        positions
            .iter()
            .map(|position| position.playout(rng).score(Player::new(0)))
            .sum()
    }

    #[library_benchmark]
    #[bench::opening(OPENING)]
    fn read(text: &str) -> Position<2> {
        text.parse().expect("the opening is a position")
    }

    #[library_benchmark]
    #[bench::opening(opening())]
    fn print(position: Position<2>) -> String {
        position.to_string()
    }

    // What is learned is read before the counts begin.
    #[library_benchmark]
    #[bench::opening(opening(), Evaluation::default())]
    fn evaluate(position: Position<2>, evaluation: Evaluation) -> i32 {
        evaluation.evaluate(black_box(&position))
    }

    #[library_benchmark]
    #[bench::opening(opening(), Evaluation::without_network())]
    fn territory(position: Position<2>, evaluation: Evaluation) -> i32 {
        evaluation.evaluate(black_box(&position))
    }

    fn every_move() -> Vec<Position<3>> {
        let leaf = positions::<3>(Phase::Opening)[0];
        leaf.moves().into_iter().map(|mv| leaf.after(mv)).collect()
    }

    #[library_benchmark]
    #[bench::three(every_move(), ValueModel::default())]
    fn quick_evaluation(positions: Vec<Position<3>>, model: ValueModel) -> Vec<WinProbabilities> {
        let mut shares = vec![WinProbabilities::default(); positions.len()];
        model.quick_batch(black_box(&positions), &mut shares);
        shares
    }

    library_benchmark_group!(
        name = rules,
        benchmarks = [
            slides_of_four,
            count_moves,
            count_pairs,
            play_every_move,
            perft_3,
            sixteen_playouts,
            read,
            print
        ]
    );
    library_benchmark_group!(
        name = knowledge,
        benchmarks = [evaluate, territory, quick_evaluation]
    );
    gungraun::main!(library_benchmark_groups = [rules, knowledge]);

    /// Calls the `main` function of the macro.
    pub(crate) fn run() {
        main();
    }
}

fn main() {
    let called_back = std::env::args()
        .nth(1)
        .is_some_and(|argument| argument == "--gungraun-run");
    match missing() {
        Some(missing) if !called_back => println!("instruction counts skipped: {missing}"),
        _ => suite::run(),
    }
}

/// Missing program, and how to install it.
fn missing() -> Option<&'static str> {
    if !answers("valgrind") {
        return Some("there is no valgrind (a package of every distribution)");
    }
    let runner = std::env::var("GUNGRAUN_RUNNER").unwrap_or_else(|_| "gungraun-runner".to_owned());
    if !answers(&runner) {
        return Some("there is no gungraun-runner (see benches/README.md)");
    }
    if cfg!(target_feature = "avx512f") {
        return Some(
            "this build uses AVX-512, which valgrind does not know: run cargo xtask instructions",
        );
    }
    None
}

fn answers(program: &str) -> bool {
    let call = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    call.is_ok_and(|status| status.success())
}
