//! Games that are kept, and lessons from them: game files, positions with the proved value of every
//! move, games of an engine against itself, reviews of played games, and small floes solved
//! completely.

mod exercise_sheet;
mod game_end;
mod game_file;
mod game_graph;
mod game_log;
mod game_page;
mod game_reader;
mod game_tree;
mod graded;
mod lesson;
pub mod review;
mod selfplay;
pub mod small_floes;
mod text_place;
mod written_move;

pub use exercise_sheet::{
    Exercise, ExerciseChoice, ExerciseSheet, SheetAnswers, SheetLayout, SheetOrder,
};
pub use game_end::{ForfeitReason, forfeit_in_words, forfeit_result, result_header};
pub use game_file::{GameHeaders, WrittenGame};
pub use game_graph::game_graph;
pub use game_log::GameLog;
pub use game_page::game_page;
pub use game_reader::{parse_position, written_moves};
pub use game_tree::{GameTree, TreeToken};
pub use graded::{Grade, Graded, GradedError, GradedProblem};
pub use lesson::lesson_of;
pub use selfplay::{
    EncodedGame, GameFileError, GameFileProblem, LoggedGames, MergeError, OpenGame, Ply,
    PolicyMove, Sample, SearchResult, SelfPlay, SelfPlayError, SelfPlayGame, SelfPlayLog,
    SelfPlayRun, WholeGames, first_game, merge, read_encoded_games, read_games,
};
pub use text_place::{GameMistake, NotUtf8, TextPlace, text_of, utf8};
pub use written_move::{NoteError, WrittenMove, first_number};
