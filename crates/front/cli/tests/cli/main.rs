//! The binary, called as a user calls it.

mod analyze;
mod angling;
mod apply;
mod bad;
mod bad_calls;
mod batch;
mod bench;
#[cfg(all(target_os = "linux", feature = "board"))]
mod board;
#[cfg(all(unix, target_arch = "x86_64"))]
mod builds;
mod calls;
mod config;
mod contest;
mod examples;
mod export;
mod flip;
mod hidden;
mod html;
mod known_moves;
#[cfg(unix)]
mod launch;
#[cfg(target_os = "linux")]
mod memory;
mod moves;
mod new;
#[cfg(target_os = "linux")]
mod orphans;
mod outputs;
mod perft;
mod pictures;
mod pipes;
mod play;
mod printed_calls;
mod programs;
mod progress;
mod puzzle;
mod query;
mod rate;
mod readers;
mod readme;
mod records;
mod replay;
#[cfg(target_os = "linux")]
mod reports;
mod rogues;
mod run;
mod schema;
mod selfplay;
mod show;
#[cfg(unix)]
mod signals;
mod solve;
mod special;
mod split_proof;
mod suite;
mod table;
#[cfg(unix)]
mod terminal;
mod together;
mod train;
mod tune;
mod ugi;
mod ugi_check;
mod variants;
mod verify;
mod width;

/// An ending of two players that is solved in no time: A wins by ten fish.
const ENDGAME: &str =
    ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19";

/// The worked example of the rules: the fish are equal, and A has three tiles more.
const EXAMPLE: &str =
    "2....../..2...../.1..2../.A213B1.../......./......../......./A1......B2 A 39:25,44:25";

/// A floe before the first placement.
const DEALT: &str =
    "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";

/// All players have retired.
const OVER: &str =
    "2....../......../......./......../......./......../......./........ B 49:31,49:28";

/// Three players, with few free tiles left.
const THREE: &str = ".32..2./...C2..22/A1.2...1/..2...C11/.3C2.B3../.2B1...A1./2..A1.../2....B2.. C 22:13,17:13,21:12";

/// Positions that teach, with the values of all moves.
const TEACHING: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../positions/exact/teaching.exact"
);
