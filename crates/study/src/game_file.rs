//! Game files: headers, a position and moves, with comments; any number of games in a file.
//!
//! ```text
//! [Event "Club evening"]
//! [A "Anna"]
//! # Comments before the first move belong to the game,
//! 1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4
//! d4 # and all others to the move before them.
//! c2 {They may stand in braces, too.}
//! ```

use std::fmt::{self, Write};
use std::sync::Arc;

use floe_engine::{AnyGame, GameLine, GameRules, with_game};
use floe_fish::{PositionError, Value};
use floe_game::{Game, Player};
use floe_search::{bytes_without_mark, is_printable};

/// Game as it stands in a game file. The position is legal, but its moves may be illegal.
#[derive(Clone, Debug)]
pub struct WrittenGame {
    /// Number of the game if its file holds several, from 0: in match records its index in the match, else its place in
    /// the file. `None` for a file of one game, and before the file is known.
    pub number: Option<u64>,
    /// Headers of the game, such as the names of its players.
    pub headers: GameHeaders,
    /// Comments on the whole game: those before its first move, in order.
    pub comments: Vec<String>,
    /// Position before the first move.
    pub position: AnyGame,
    /// Moves of the game, in order.
    pub moves: Vec<WrittenMove>,
}

/// Move as it stands in a game file.
#[derive(Clone, Debug)]
pub struct WrittenMove {
    /// The move in notation; as the file has it if this move or one before it is illegal.
    pub text: String,
    /// Comments on the move: those between it and the next move, in order.
    pub comments: Vec<String>,
    /// Place of the move in the file.
    pub place: TextPlace,
}

/// Headers of a game: names and values, in the order of the file. Each name occurs once.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameHeaders(Vec<(String, String)>);

/// Place in a text file, with the line that it is in.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TextPlace {
    /// Number of the line, from 1.
    pub line: usize,
    /// Column in the line, counted in characters from 1.
    pub column: usize,
    /// The whole line, without its end.
    pub text: Arc<str>,
}

/// Mistake in a game file, and where it is.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct GameMistake {
    /// Message that says what was expected and found. It begins with the column, but does not name the line.
    pub message: String,
    /// Place of the mistake.
    pub place: TextPlace,
}

impl WrittenGame {
    /// Reads all games of a file, in order: each is a game, or the first mistake in it. The list is never empty: a file
    /// without a game is a mistake.
    ///
    /// A game begins with a header or a position. After a mistake, reading continues with the next game.
    pub fn parse_all(bytes: &[u8]) -> Vec<Result<WrittenGame, GameMistake>> {
        let bytes = bytes_without_mark(bytes);
        let mut reader = GameReader::default();
        for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
            match text_of(number, line.strip_suffix(b"\r").unwrap_or(line)) {
                Ok(text) => reader.read_line(&TextPlace::new(number, 1, text)),
                Err(mistake) => reader.refuse(mistake),
            }
        }
        reader.finish()
    }

    /// The game with its moves rewritten in notation, up to the first illegal one; the rest stays as it is.
    #[must_use]
    pub fn with_notation(mut self) -> WrittenGame {
        let mut line = GameLine::new(self.position);
        for written in &mut self.moves {
            let Ok(played) = line.play(&written.text) else { break };
            written.text = played.text();
        }
        self
    }

    /// Name of a player: the value of the header with the player's letter, or else the letter.
    pub fn player_name(&self, player: Player) -> String {
        let letter = player.to_string();
        self.headers.get(&letter).map_or(letter, str::to_owned)
    }

    /// Plays the moves of the game from its position.
    ///
    /// # Errors
    /// At the first illegal move.
    pub fn line(&self) -> Result<GameLine, GameMistake> {
        let mut line = GameLine::new(self.position);
        for (ply, written) in (1..).zip(&self.moves) {
            line.play(&written.text).map_err(|why| written.illegal(ply, &why))?;
        }
        Ok(line)
    }
}

/// Value that the header `Result` has after this position: the scores of all players in turn order from A, such as
/// `31:17,20:10`; `*` while the game lasts. A score is fish and tiles, or points and tie-break in other games; in teams
/// every player has that of the team.
pub fn result_header(position: &AnyGame) -> String {
    with_game!(position, position => {
        if !position.is_over() {
            return "*".to_owned();
        }
        let result = |player| {
            let Value { fish, tiles } = Value::from_score(position.score(player));
            format!("{fish}:{tiles}")
        };
        Player::first(position.players()).map(result).collect::<Vec<_>>().join(",")
    })
}

/// Writes the headers, the comments and the position, and below them the moves, one a line.
impl fmt::Display for WrittenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.headers)?;
        self.comments.iter().try_for_each(|comment| writeln!(f, "# {comment}"))?;
        writeln!(f, "{}", self.position)?;
        for written in &self.moves {
            f.write_str(&written.text)?;
            match &written.comments[..] {
                [] => writeln!(f)?,
                [first, others @ ..] => {
                    writeln!(f, " # {first}")?;
                    others.iter().try_for_each(|comment| writeln!(f, "# {comment}"))?;
                }
            }
        }
        Ok(())
    }
}

impl WrittenMove {
    /// Mistake of this move, whose number in the game is `ply`, from 1; `why` says why the move is illegal.
    pub fn illegal(&self, ply: usize, why: &impl fmt::Display) -> GameMistake {
        GameMistake::new(&self.place, format!("move {ply}, '{}': {why}", self.text))
    }
}

impl GameHeaders {
    /// Value of the header with this name; `None` if the game has none.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(other, _)| other == name).map(|(_, value)| value)
    }

    /// Sets the value of the header with this name, which is added as the last one if it is missing. Characters that
    /// are not printable become spaces.
    pub fn set(&mut self, name: &str, value: &str) {
        let value = plain(value);
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// Names and values of all headers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Whether the game has no headers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Writes the headers, one a line.
impl fmt::Display for GameHeaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.iter() {
            write!(f, "[{name} \"")?;
            for c in value.chars() {
                if matches!(c, '"' | '\\') {
                    f.write_char('\\')?;
                }
                f.write_char(c)?;
            }
            f.write_str("\"]\n")?;
        }
        Ok(())
    }
}

impl GameMistake {
    /// Mistake at this place. The column is written before `message`.
    pub fn new(place: &TextPlace, message: impl fmt::Display) -> GameMistake {
        GameMistake { message: format!("column {}: {message}", place.column), place: place.clone() }
    }
}

impl TextPlace {
    /// Place in the line `text` of a file, with the number of the line from 1 and the column in characters from 1.
    pub fn new(line: usize, column: usize, text: &str) -> TextPlace {
        TextPlace { line, column, text: text.into() }
    }

    /// The place of a byte of the line.
    fn at(&self, byte: usize) -> TextPlace {
        TextPlace { column: self.text[..byte].chars().count() + 1, ..self.clone() }
    }
}

/// State of reading a file of games.
#[derive(Default)]
struct GameReader {
    games: Vec<Result<WrittenGame, GameMistake>>,
    game: Option<UnfinishedGame>,
    /// Comments on lines of their own since the last move or empty line: of this game, or of the one that follows.
    pending: Vec<String>,
    /// Comment in braces that is not complete, and its place.
    open_comment: Option<(String, TextPlace)>,
}

/// Game of which some lines have been read.
#[derive(Default)]
struct UnfinishedGame {
    headers: GameHeaders,
    /// Place of the header `Rules`.
    rules: Option<TextPlace>,
    comments: Vec<String>,
    /// Whether the line of the position has been read.
    has_position: bool,
    position: Option<AnyGame>,
    moves: Vec<WrittenMove>,
    /// Whether the result has been read, which ends the moves.
    has_result: bool,
    /// The first mistake.
    mistake: Option<GameMistake>,
    /// Place of the last header.
    last_header: TextPlace,
}

impl GameReader {
    fn read_line(&mut self, line: &TextPlace) {
        let text = &*line.text;
        match &mut self.open_comment {
            Some((comment, _)) => {
                comment.truncate(comment.trim_end().len());
                comment.push(' ');
            }
            None if text.trim().is_empty() => return self.keep_pending(),
            None if text.trim_start().starts_with('[') => return self.read_header(line),
            None => {}
        }
        self.read_from(0, line);
    }

    /// Reads positions, moves and comments from this byte of a line.
    fn read_from(&mut self, mut at: usize, line: &TextPlace) {
        let text = &*line.text;
        let mut has_content = at > 0;
        while at < text.len() {
            if let Some((mut comment, place)) = self.open_comment.take() {
                if at == 0 {
                    // A line break with the blanks around it is one blank.
                    at = text.len() - text.trim_start().len();
                }
                let Some(length) = text[at..].find('}') else {
                    comment.push_str(&text[at..]);
                    self.open_comment = Some((comment, place));
                    return;
                };
                comment.push_str(&text[at..at + length]);
                self.read_comment(&comment, has_content);
                at += length + 1;
                continue;
            }
            let end = text[at..].find(['#', '{']).map_or(text.len(), |length| at + length);
            has_content |= self.read_content(&text[at..end], &line.at(at));
            match text.as_bytes().get(end) {
                Some(b'{') => self.open_comment = Some((String::new(), line.at(end))),
                Some(_) => return self.read_comment(&text[end + 1..], has_content),
                None => return,
            }
            at = end + 1;
        }
    }

    /// Reads a position or moves, and returns whether there are any.
    fn read_content(&mut self, text: &str, place: &TextPlace) -> bool {
        if text.trim().is_empty() {
            return false;
        }
        if self.game.as_ref().is_some_and(|game| game.has_position) && !is_position(text) {
            self.keep_pending();
            written_moves(text, place).for_each(|word| self.read_word(word));
            return true;
        }
        let game = self.open_game();
        game.has_position = true;
        match parse_position(text.trim_end(), place) {
            Ok(position) => game.position = Some(position),
            Err(mistake) => self.refuse(mistake),
        }
        true
    }

    /// Reads a word of a list of moves: a move with its number before it and marks after it, any of these alone, or the
    /// result.
    fn read_word(&mut self, word: WrittenMove) {
        let unnumbered = without_number(&word.text);
        let text = unnumbered.trim_end_matches(['!', '?']);
        let mark = if is_numbered_mark(text) { text } else { &unnumbered[text.len()..] };
        let is_move = !text.is_empty() && mark != text;
        let game = self.game.get_or_insert_default();
        let expected = match text {
            _ if text.starts_with('[') || is_position(text) => Some("a move, or a game on a line of its own"),
            _ if unnumbered.is_empty() => None,
            _ if game.has_result => Some("the end of the game after its result"),
            _ if !is_move && game.moves.is_empty() => Some("a move before its mark"),
            _ => None,
        };
        if let Some(expected) = expected {
            self.refuse(GameMistake::new(
                &word.place,
                format!("expected {expected}; found '{text}'", text = word.text),
            ));
        } else if is_result(unnumbered) {
            game.has_result = true;
            if game.headers.get("Result").is_none() {
                game.headers.set("Result", unnumbered);
            }
        } else {
            let column = word.place.column + word.text.len() - unnumbered.len();
            if is_move {
                let place = TextPlace { column, ..word.place };
                game.moves.push(WrittenMove { text: text.to_owned(), comments: Vec::new(), place });
            }
            if let Some(last) = game.moves.last_mut().filter(|_| !mark.is_empty()) {
                last.comments.push(mark.to_owned());
            }
        }
    }

    /// Reads a line that begins with a header.
    fn read_header(&mut self, line: &TextPlace) {
        let game = self.open_game();
        match parse_header(&line.text) {
            Ok((name, value, end)) => {
                game.last_header = line.clone();
                let place = line.at(line.text.len() - line.text.trim_start().len());
                if game.headers.get(name).is_some() {
                    let message = format!("expected each header once; found '{name}' again");
                    return self.refuse(GameMistake::new(&place, message));
                }
                game.headers.set(name, &value);
                if name == "Rules" {
                    game.rules = Some(place);
                }
                self.read_from(end, line);
            }
            Err((byte, expected)) => {
                let found = line.text[byte..].trim_end().chars().next();
                let found = found.map_or("the end of the line".to_owned(), |c| format!("'{c}'"));
                self.refuse(GameMistake::new(&line.at(byte), format!("expected {expected}; found {found}")));
            }
        }
    }

    /// Returns the game whose headers or position come next: a new one if the last has its position.
    fn open_game(&mut self) -> &mut UnfinishedGame {
        if self.game.as_ref().is_some_and(|game| game.has_position) {
            let game = self.game.take();
            self.games.extend(game.map(UnfinishedGame::finish));
        }
        let game = self.game.get_or_insert_default();
        game.comments.append(&mut self.pending);
        game
    }

    fn read_comment(&mut self, text: &str, is_after_content: bool) {
        let text = plain(text);
        let text = text.strip_prefix(' ').unwrap_or(&text).trim_end();
        if !text.is_empty() {
            self.pending.push(text.to_owned());
        }
        if is_after_content {
            self.keep_pending();
        }
    }

    /// Adds the pending comments to the game under way, if there is one.
    fn keep_pending(&mut self) {
        let Some(game) = &mut self.game else { return };
        let comments = game.moves.last_mut().map_or(&mut game.comments, |written| &mut written.comments);
        comments.append(&mut self.pending);
    }

    fn refuse(&mut self, mistake: GameMistake) {
        self.game.get_or_insert_default().mistake.get_or_insert(mistake);
    }

    fn finish(mut self) -> Vec<Result<WrittenGame, GameMistake>> {
        if let Some((_, place)) = self.open_comment.take() {
            self.refuse(GameMistake::new(&place, "expected } at the end of the comment; found the end of the file"));
        }
        self.keep_pending();
        self.games.extend(self.game.map(UnfinishedGame::finish));
        if self.games.is_empty() {
            let missing = parse_position("", &TextPlace::new(1, 1, ""));
            self.games.extend(missing.err().map(Err));
        }
        if self.games.len() > 1 {
            let games = (0..).zip(&mut self.games);
            games.for_each(|(number, game)| game.iter_mut().for_each(|game| game.number = Some(number)));
        }
        self.games
    }
}

impl UnfinishedGame {
    fn finish(self) -> Result<WrittenGame, GameMistake> {
        let UnfinishedGame { headers, rules, comments, position, moves, mistake, last_header, .. } = self;
        if let Some(mistake) = mistake {
            return Err(mistake);
        }
        let position = position
            .ok_or_else(|| GameMistake::new(&last_header, "expected a position below the headers; found none"))?;
        if let Some((place, name)) = rules.zip(headers.get("Rules")) {
            let of_position = position.rules();
            if name.parse::<GameRules>().ok() != Some(of_position) {
                let message = format!("expected Rules \"{of_position}\", as in the position; found '{name}'");
                return Err(GameMistake::new(&place, message));
            }
        }
        Ok(WrittenGame { number: None, headers, comments, position, moves }.with_notation())
    }
}

/// Whether a text begins with rows rather than with a move.
fn is_position(text: &str) -> bool {
    let is_rows = |word: &str| word.contains('/') && !is_result(word) || word.starts_with("rows(");
    text.split_whitespace().next().is_some_and(is_rows)
}

/// Removes the number before a move: `12.` and `12...`, and the dots alone.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// Whether a word is a mark of a move by its number in game files of chess: `$1`.
fn is_numbered_mark(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(is_number)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is the result of a game: `*`, as in game files of chess, or fish and tiles as in the header `Result`.
fn is_result(word: &str) -> bool {
    let is_pair = |pair: &str| {
        pair.split_once(':').is_some_and(|(fish, tiles)| {
            [fish, tiles].iter().all(|number| is_number(number.strip_prefix('-').unwrap_or(number)))
        })
    };
    matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2") || word.split(',').all(is_pair)
}

/// Parses a line such as `[Event "name"]`: name, value and the byte after it; or the byte of a mistake, and what is
/// expected there.
fn parse_header(line: &str) -> Result<(&str, String, usize), (usize, &'static str)> {
    let start = skip_blanks(line, 0) + 1;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let end = line[start..].find(|c| !is_name(c)).map_or(line.len(), |length| start + length);
    if end == start {
        return Err((start, "the name of a header, as in [Event \"name\"]"));
    }
    let quote = skip_blanks(line, end);
    if !line[quote..].starts_with('"') {
        return Err((quote, "a value in quotes, as in [Event \"name\"]"));
    }
    let (mut value, mut is_escaped) = (String::new(), false);
    for (index, c) in line[quote + 1..].char_indices() {
        match c {
            '\\' if !is_escaped => is_escaped = true,
            '"' if !is_escaped => {
                let bracket = skip_blanks(line, quote + 1 + index + 1);
                let is_closed = line[bracket..].starts_with(']');
                let header = (&line[start..end], value, bracket + 1);
                return if is_closed { Ok(header) } else { Err((bracket, "']' after the value")) };
            }
            c => {
                is_escaped = false;
                value.push(c);
            }
        }
    }
    Err((line.trim_end().len(), "'\"' at the end of the value"))
}

/// Byte of a line, from `at` on, that is no blank.
fn skip_blanks(line: &str, at: usize) -> usize {
    line.len() - line[at..].trim_start().len()
}

/// Replaces by spaces what is not printable on one line.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || !is_printable(c) { ' ' } else { c }).collect()
}

/// Parses the position of a game. The text begins at `place` of a file.
///
/// # Errors
/// When the text is no position: at the column of the mistake in the line of `place`.
pub fn parse_position(text: &str, place: &TextPlace) -> Result<AnyGame, GameMistake> {
    text.parse().map_err(|error: PositionError| {
        let column = place.column + error.column - 1;
        let message = PositionError { column, ..error }.to_string();
        GameMistake { message, place: TextPlace { column, ..place.clone() } }
    })
}

/// Splits a text into moves at blanks, without checking them. The text begins at `start` of a file.
pub fn written_moves(text: &str, start: &TextPlace) -> impl Iterator<Item = WrittenMove> {
    text.split_whitespace().map(move |word| {
        let before = &text[..word.as_ptr() as usize - text.as_ptr() as usize];
        let place = TextPlace { column: start.column + before.chars().count(), ..start.clone() };
        WrittenMove { text: word.to_owned(), comments: Vec::new(), place }
    })
}

/// Decodes a line of a file, whose number from 1 is named in the mistake.
///
/// # Errors
/// When the line is not UTF-8.
pub fn text_of(number: usize, line: &[u8]) -> Result<&str, GameMistake> {
    utf8(line).map_err(|error| GameMistake {
        message: error.to_string(),
        place: TextPlace::new(number, error.column, &String::from_utf8_lossy(line)),
    })
}

/// Byte of a line that is not part of UTF-8 text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: expected text in UTF-8; found the byte 0x{found:02x}")]
pub struct NotUtf8 {
    /// Column of the byte in the line, counted in characters from 1.
    pub column: usize,
    /// The byte that was found.
    pub found: u8,
}

/// Decodes the bytes of a line of text.
///
/// # Errors
/// When they are not UTF-8: at the first byte that is not.
pub fn utf8(bytes: &[u8]) -> Result<&str, NotUtf8> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = error.valid_up_to();
        let column = 1 + String::from_utf8_lossy(&bytes[..good]).chars().count();
        NotUtf8 { column, found: bytes[good] }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITION: &str = "2....../..2...../.1..2../.A213B1.../......./......../......./A1......B2 A 39:25,44:25";

    fn read(text: &str) -> Vec<Result<WrittenGame, GameMistake>> {
        WrittenGame::parse_all(text.as_bytes())
    }

    fn mistake(text: impl AsRef<[u8]>) -> (usize, usize, String) {
        let mistakes = WrittenGame::parse_all(text.as_ref()).into_iter().filter_map(Result::err);
        mistakes.map(|mistake| (mistake.place.line, mistake.place.column, mistake.message)).next().unwrap()
    }

    #[test]
    fn moves_are_words() {
        let text = format!("# a game\n\n{POSITION} # here\n1. b4-d4 e4-e3 # good\n#\n\t2. d4-c4\n");
        let [game] = read(&text).try_into().unwrap();
        let game = game.unwrap();
        assert_eq!((game.position.to_string().as_str(), game.number), (POSITION, None));
        let moves: Vec<_> = game.moves.iter().map(|mv| (mv.text.as_str(), mv.place.line, mv.place.column)).collect();
        assert_eq!(moves, [("b4-d4", 4, 4), ("e4-e3", 4, 10), ("d4-c4", 6, 5)]);
        assert_eq!(game.comments, ["a game", "here"]);
        assert_eq!(game.moves[1].comments, ["good"]);
    }

    #[test]
    fn a_position_comes_first() {
        let bad = POSITION.replace('3', "7");
        assert_eq!(mistake("# nothing\n"), mistake(""));
        assert_eq!(mistake("").0, 1);
        let expected = (2, 32, "column 32: expected the fish on a tile (1-3); found '7'".to_owned());
        assert_eq!(mistake(format!("#\n  {bad}")), expected);
        let expected = (1, 3, "column 3: expected text in UTF-8; found the byte 0xff".to_owned());
        assert_eq!(mistake(b"# \xff\n"), expected);
    }

    #[test]
    fn comments_belong_to_the_move_before_them() {
        let text = format!(
            "[Event \"one\"] # in \\ between\n[Site \"a \\\"b\\\" # {{c}}\"]\n\n{POSITION}\nb4-d4 {{ first\nsecond }} e4-e3\n\
            # third\n\n# of the next game\n{POSITION}\n# fourth\n{{fifth}} b4-d4"
        );
        let games: Vec<WrittenGame> = read(&text).into_iter().map(Result::unwrap).collect();
        let [first, second] = &games[..] else { panic!("{games:?}") };
        assert_eq!(first.headers.get("Site"), Some("a \"b\" # {c}"));
        assert_eq!(first.comments, ["in \\ between"]);
        assert_eq!(
            (&*first.moves[0].comments, &*first.moves[1].comments),
            (&["first second".to_owned()][..], &["third".to_owned()][..])
        );
        assert_eq!(second.comments, ["of the next game", "fourth", "fifth"]);
        assert_eq!([first.number, second.number], [Some(0), Some(1)]);
    }

    #[test]
    fn mistakes_have_places() {
        let game = |headers: &str| format!("{headers}\n{POSITION}\n");
        for (text, line, column, message) in [
            (game("[]"), 1, 2, "the name of a header"),
            (game(" [Event]"), 1, 8, "a value in quotes, as in [Event \"name\"]; found ']'"),
            (game("[Event \"é\\\"  "), 1, 12, "'\"' at the end of the value; found the end of the line"),
            (game("[Event \"é\""), 1, 11, "']' after the value; found the end of the line"),
            (game("[Event \"a\"]\n [Event \"b\"]"), 2, 2, "expected each header once; found 'Event' again"),
            (game("[Rules \"push\"]"), 1, 1, "expected Rules \"base\", as in the position; found 'push'"),
            ("[Event \"a\"]\n# nothing".to_owned(), 1, 1, "expected a position below the headers"),
            (format!("{POSITION}\n b4-d4 {{ e4"), 2, 8, "expected } at the end of the comment"),
            (
                format!("{POSITION}\nb4-d4 [Event"),
                2,
                7,
                "expected a move, or a game on a line of its own; found '[Event'",
            ),
        ] {
            let (at_line, at_column, found) = mistake(&text);
            assert_eq!((at_line, at_column), (line, column), "{text}\n{found}");
            assert!(found.contains(message), "{text}\n{found}");
        }
    }

    #[test]
    fn annotated_lists_of_moves_are_read() {
        let moves = |text: &str| {
            let [game] = read(&format!("{POSITION}\n{text}")).try_into().unwrap();
            let game = game.unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
            let moves = game.moves.iter().map(|mv| [std::slice::from_ref(&mv.text), &mv.comments].concat().join("|"));
            (moves.collect::<Vec<_>>().join(" "), game.headers.get("Result").unwrap_or("none").to_owned())
        };
        for (text, expected, result) in [
            ("b4-d4! e4-e3?? d4-c4!?", "b4-d4|! e4-e3|?? d4-c4|!?", "none"),
            ("b4-d4 $1 {good} $14 e4-e3 !", "b4-d4|$1|good|$14 e4-e3|!", "none"),
            ("1.b4-d4 1... e4-e3 2. ... 2.. d4-c4 *", "b4-d4 e4-e3 d4-c4", "*"),
            ("1.B4D4! 1...e4e3?\n0-1 # over", "b4-d4|! e4-e3|?|over", "0-1"),
            ("b4-d4\n1/2-1/2", "b4-d4", "1/2-1/2"),
            ("b4-d4 41:27,-3:25", "b4-d4", "41:27,-3:25"),
            ("b4-d4 {two\r\nlines} e4-e3 {three  \r\n \r\n  more}\r\n", "b4-d4|two lines e4-e3|three more", "none"),
        ] {
            assert_eq!(moves(text), (expected.to_owned(), result.to_owned()), "{text}");
        }
        for (text, column, message) in [
            ("b4-d4 * e4-e3", 9, "expected the end of the game after its result; found 'e4-e3'"),
            (" $1 b4-d4", 2, "expected a move before its mark; found '$1'"),
            ("1. b4-d4 1. 2/3!", 13, "expected a move, or a game on a line of its own; found '2/3!'"),
        ] {
            let (line, at, found) = mistake(format!("{POSITION}\n{text}"));
            assert_eq!((line, at, found.contains(message)), (2, column, true), "{text}: {found}");
        }
        let wrong = read(&format!("{POSITION}\n1.b4-d4 1...e4-e9!")).remove(0).unwrap().line().unwrap_err();
        assert_eq!((wrong.place.column, wrong.message.contains("'e4-e9'")), (13, true), "{wrong}");
    }

    /// A mistake spoils one game of several.
    #[test]
    fn the_next_game_is_read_after_a_mistake() {
        let text = format!("[Event \"1\"]\n[Event\n{POSITION}\nb4-d4\n\n[Event \"2\"]\n1/1\n\n{POSITION}\nb4-d4\n");
        let games = read(&text);
        assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, false, true]);
        assert_eq!(games[2].as_ref().unwrap().number, Some(2));
    }
}
