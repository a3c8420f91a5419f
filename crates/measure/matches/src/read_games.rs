//! Reads games from both kinds of file: match records, and game files.

use std::io::{self, BufRead, Read};

use floe_arena::config::MatchConfig;
use floe_arena::record::{MoveReport, Record, Termination};
use floe_arena::store::{MatchHead, RecordFileProblem, RecordedMatch, WholeLines, column_of};
use floe_game::Player;
use floe_gamefile::{
    GameHeaders, GameMistake, GameTree, TextPlace, WrittenGame, forfeit_result, parse_position,
    text_of, written_moves,
};
use floe_runs::io_text;
use floe_search::bytes_without_mark;

/// Reason why games cannot be read from a file.
#[derive(Debug, thiserror::Error)]
pub enum WrittenGameError {
    /// A game has a mistake.
    #[error(transparent)]
    Mistake(#[from] GameMistake),
    /// The file cannot be read.
    #[error("the games cannot be read: {}", io_text(.0))]
    Io(#[from] io::Error),
    /// The game file is longer than 256 MiB.
    #[error("expected a game file of at most {MAX_BYTES} bytes; found a longer one")]
    TooLong,
    /// The file holds this number of games where one was expected, and none was chosen by its
    /// number.
    #[error("expected one game; found {0}")]
    ManyGames(usize),
    /// The file does not hold the game with the first number, which counts from 0. The second
    /// number is the number of games in the file.
    #[error("unknown game {0}; number of games in the file: {1}")]
    NoGame(u64, u64),
    /// The first line of the match records does not describe a match.
    #[error(transparent)]
    Head(#[from] RecordFileProblem),
    /// The match records hold no games.
    #[error("expected at least one game; found none")]
    Empty,
}

/// Maximum length of a game file in bytes.
const MAX_BYTES: u64 = 1 << 28;

/// Reads the game with this number, from 0, of a file; with `None` the only game. In match records
/// the number of a game is its index in the schedule of the match.
///
/// # Errors
/// When the file cannot be read, holds no such game, or with `None` several, or when the game has a
/// mistake.
pub fn read_written_game(
    input: impl BufRead,
    number: Option<u64>,
) -> Result<WrittenGame, WrittenGameError> {
    let games: Vec<WrittenGame> = read_written_games(input, number)?
        .into_iter()
        .collect::<Result<_, _>>()?;
    match games.len() {
        several @ 2.. if number.is_none() => Err(WrittenGameError::ManyGames(several)),
        _ => Ok(games.into_iter().next().expect("there is a game")),
    }
}

/// Writes all games of a recorded match as the text of a game file. Values and efforts that the
/// engines reported become comments.
///
/// # Errors
/// When the match has no games, or when the moves of one cannot be read.
pub fn export(recorded: &RecordedMatch) -> Result<String, WrittenGameError> {
    // The first line of a record is the match.
    let written = |(line, record): (usize, &Record)| {
        game_of_record(record, &TextPlace::new(line, 1, ""), &recorded.config)
            .map(|game| game.to_string())
    };
    let games: Vec<String> = (2..)
        .zip(&recorded.records)
        .map(written)
        .collect::<Result<_, _>>()?;
    if games.is_empty() {
        Err(WrittenGameError::Empty)
    } else {
        Ok(games.join("\n"))
    }
}

/// Reads all games of a file, or with a number, from 0, only the game with that number. Each item
/// is a game, or the first mistake in it; there is at least one item. In match records the number
/// of a game is its index in the schedule of the match. A line that is no record has no number, so
/// its mistake is an item in any case.
///
/// # Errors
/// When the file cannot be read, or holds no such game.
pub fn read_written_games(
    mut input: impl BufRead,
    number: Option<u64>,
) -> Result<Vec<Result<WrittenGame, GameMistake>>, WrittenGameError> {
    if bytes_without_mark(input.fill_buf()?).first() == Some(&b'{') {
        return read_records(input, number);
    }
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(WrittenGameError::TooLong);
    }
    let games = WrittenGame::parse_all(&bytes);
    let Some(number) = number else {
        return Ok(games);
    };
    let missing = WrittenGameError::NoGame(number, games.len() as u64);
    games
        .into_iter()
        .nth(usize::try_from(number).unwrap_or(usize::MAX))
        .map(|game| vec![game])
        .ok_or(missing)
}

fn read_records(
    input: impl BufRead,
    number: Option<u64>,
) -> Result<Vec<Result<WrittenGame, GameMistake>>, WrittenGameError> {
    let mut lines = WholeLines::new(input);
    let head = lines
        .next_line()?
        .ok_or(WrittenGameError::Empty)
        .map(MatchHead::parse)??;
    let mut found = Vec::new();
    let mut games = 0;
    loop {
        let line_number = lines.number() as usize + 1;
        let Some(line) = lines.next_line()? else {
            break;
        };
        games += 1;
        let game = text_of(line_number, line)
            .and_then(|line| read_record(&head, line_number, line, number));
        found.extend(game.transpose());
    }
    match number {
        _ if !found.is_empty() => Ok(found),
        Some(number) => Err(WrittenGameError::NoGame(number, games)),
        None => Err(WrittenGameError::Empty),
    }
}

fn read_record(
    head: &MatchHead,
    line_number: usize,
    line: &str,
    number: Option<u64>,
) -> Result<Option<WrittenGame>, GameMistake> {
    let record = head.parse_record(line.as_bytes()).map_err(|error| {
        let place = TextPlace::new(line_number, error.column(), line);
        GameMistake::new(&place, format!("not a record of a game: {error}"))
    })?;
    let is_wanted = number.is_none_or(|number| number == record.game);
    let game = is_wanted
        .then(|| game_of_record(&record, &TextPlace::new(line_number, 1, line), &head.config));
    game.transpose()
}

/// Converts the record of a line; what the searches found becomes comments.
fn game_of_record(
    record: &Record,
    line: &TextPlace,
    config: &MatchConfig,
) -> Result<WrittenGame, GameMistake> {
    let position = parse_position(&record.floe, &place_of("floe", line))?;
    let mut headers = GameHeaders::default();
    headers.set("Event", &format!("floe match, seed {}", record.seed));
    headers.set("Round", &record.game.to_string());
    for (player, &seat) in Player::first(Player::MAX).zip(&record.seats) {
        headers.set(&player.to_string(), &config.engines[seat]);
    }
    headers.set("Rules", &position.rules().to_string());
    if let Some(clock) = config.clock {
        headers.set("TimeControl", &clock.to_string());
    }
    match &record.termination {
        Termination::Finished => {
            let results = record
                .results
                .iter()
                .map(|result| format!("{}:{}", result.points, result.tie_break));
            headers.set("Result", &results.collect::<Vec<_>>().join(","));
        }
        Termination::Forfeit { seat, fault } => {
            let player = Player::first(Player::MAX)
                .nth(*seat)
                .unwrap_or(Player::new(0));
            headers.set("Result", &forfeit_result(&position, player));
            headers.set("Termination", &format!("{player} has lost: {fault}"));
        }
    }
    let mut moves: Vec<_> = written_moves(&record.moves, &place_of("moves", line)).collect();
    for (written, report) in moves.iter_mut().zip(&record.searches) {
        if let Some(comment) = comment(report) {
            written.add_comment(&comment);
        }
    }
    let mut game = WrittenGame::new(position, GameTree::of_line(moves));
    game.number = Some(record.game);
    game.headers = headers;
    Ok(game.with_notation())
}

/// Place of the text of a field in the line of a record.
fn place_of(field: &str, line: &TextPlace) -> TextPlace {
    TextPlace {
        column: column_of(field, &line.text),
        ..line.clone()
    }
}

/// Formats the report of a search, such as `+3:0, depth 12, 10000 nodes, 52 ms`; `None` if it is
/// empty.
fn comment(report: &MoveReport) -> Option<String> {
    let parts = [
        report.value.clone(),
        report.depth.map(|depth| format!("depth {depth}")),
        report.nodes.map(|nodes| format!("{nodes} nodes")),
        report
            .milliseconds
            .map(|milliseconds| format!("{milliseconds} ms")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
