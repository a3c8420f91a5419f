//! Game files: trees of moves with notes, read and written as text.

mod game_end;
mod game_file;
mod game_log;
mod game_reader;
mod game_tree;
mod text_place;
mod written_move;

pub use game_end::{ForfeitReason, forfeit_result, result_header};
pub use game_file::{GameHeaders, WrittenGame};
pub use game_log::GameLog;
pub use game_reader::{parse_position, written_moves};
pub use game_tree::{GameTree, TreeToken};
pub use text_place::{GameMistake, NotUtf8, TextPlace, text_of, utf8};
pub use written_move::{NoteError, WrittenMove, first_number};
