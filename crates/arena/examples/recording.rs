//! Measures the number of games with 60 moves that one core records in a second.

use std::time::Instant;

use floe_arena::record::{Record, SeatResult, Termination};
use floe_arena::store::Store;

const GAMES: u64 = 200_000;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("games.jsonl");
    let mut store = Store::open(&path, &"measurement", |_: Record| {}).expect("an empty file");
    let mut record = Record {
        game: 0,
        block: 0,
        floe: "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4".to_owned(),
        seats: vec![0, 1],
        moves: vec!["a1-b2"; 60].join(" "),
        searches: Vec::new(),
        results: vec![SeatResult { points: 40, tie_break: 20 }, SeatResult { points: 35, tie_break: 22 }],
        termination: Termination::Finished,
        seed: 0,
        build: "measurement".to_owned(),
    };
    let start = Instant::now();
    for game in 0..GAMES {
        (record.game, record.block, record.seed) = (game, game / 2, game);
        store.append(&record).expect("room on the disk");
    }
    store.sync().expect("room on the disk");
    println!("{:.0} games a second", GAMES as f64 / start.elapsed().as_secs_f64());
}
