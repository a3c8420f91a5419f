//! Games that are kept, and lessons from them: game files, positions with the proved value of every move, games of an
//! engine against itself, reviews of played games, and small floes solved completely.

mod game_file;
mod game_log;
mod graded;
pub mod review;
mod selfplay;
pub mod small_floes;

pub use game_file::{
    GameHeaders, GameMistake, NotUtf8, TextPlace, WrittenGame, WrittenMove, parse_position, result_header, text_of,
    utf8, written_moves,
};
pub use game_log::GameLog;
pub use graded::{Grade, Graded, GradedError, GradedProblem};
pub use selfplay::{
    EncodedGame, GameFileError, GameFileProblem, LoggedGames, MergeError, OpenGame, Ply, PolicyMove, Sample,
    SearchResult, SelfPlay, SelfPlayError, SelfPlayGame, SelfPlayLog, SelfPlayRun, WholeGames, merge,
    read_encoded_games, read_games,
};
