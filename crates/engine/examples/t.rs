//! x
use floe_engine::*;
use floe_fish::*;
use floe_game::*;
use floe_search::*;
use rand::SeedableRng;
use std::time::*;
fn main() {
    let threads: usize = std::env::args().nth(1).map_or(1, |a| a.parse().unwrap());
    let secs: u64 = std::env::args().nth(2).map_or(1000, |a| a.parse().unwrap());
    for plies in [8usize, 16, 20, 24, 28, 32] {
        for seed in 0..2 {
            let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
            let p: Position<2> = deal(floe_hex::Standard, Dealing::Shuffled, seed);
            let p = walk(&p, plies, &mut rng);
            let mut ab =
                AlphaBeta::new(Territory, NoOracle, Options { threads, hash_mebibytes: 64, ..Default::default() })
                    .unwrap();
            let l = Limits { time: Some(Duration::from_millis(secs)), ..Default::default() };
            let t = Instant::now();
            let r = ab.search(&p, &l, |pr| {
                if pr.report.is_exact() {
                    println!("   exact")
                }
            });
            let e = t.elapsed().as_secs_f64();
            println!(
                "ply {plies} depth {} nodes {} {:.2}M/s value {} {:?}",
                r.depth,
                r.nodes,
                r.nodes as f64 / e / 1e6,
                floe_fish::Value::from_score(r.lines[0].value),
                r.lines[0].moves.iter().map(|m| m.to_string()).collect::<Vec<_>>()
            );
        }
    }
}
