//! The web board: what its page asks, as requests and replies in JSON, and with the feature
//! `server` the server of the page.
//!
//! A [`BoardSession`] answers all of query mode (`docs/query.md`) and what only a page needs
//! (`docs/board.md`): a new game, the state of a game with its picture and legal moves, the editor,
//! game files and reviews. It knows no network and no threads, so that the same code runs in a
//! browser, in WebAssembly.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use floe_board::BoardSession;
//! use floe_query::QuerySettings;
//!
//! let session = BoardSession::new(QuerySettings::default());
//! let position = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
//! let request = format!(r#"{{"id": "1", "action": "board", "position": "{position}", "moves": ["c5-d4"]}}"#);
//! let reply = session.answer(&request, &AtomicBool::new(false), &mut |_| ());
//! let reply: serde_json::Value = serde_json::from_str(&reply)?;
//! assert_eq!(reply["result"]["turn"], "B");
//! assert_eq!(reply["result"]["legal"][0]["path"], serde_json::json!(["d5", "d6"]));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod cards;
mod compose;
mod deal;
mod edit;
mod explain;
mod forfeit;
mod game_text;
mod graph;
mod hint;
mod lake;
mod lesson;
mod new_table;
mod palette;
mod picture;
mod play_table;
mod puzzle_record;
mod puzzles;
mod questions;
mod refusal;
mod reply;
mod request;
mod review;
mod rules;
mod schema;
#[cfg(feature = "server")]
pub mod server;
mod session;
mod sheet;
mod state;
mod threat;

pub use floe_page::{PageFile, page_file, page_files};
pub use schema::schema;
pub use session::BoardSession;
