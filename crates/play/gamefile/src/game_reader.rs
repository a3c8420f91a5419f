//! Reads game files line by line.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use floe_engine::{AnyGame, GameRules};
use floe_fish::PositionError;
use floe_search::{bytes_without_mark, with_hyphens};

use crate::text_place::LineWalk;
use crate::written_move::{is_number, is_numbered_mark, plain};
use crate::{GameHeaders, GameMistake, GameTree, TextPlace, WrittenGame, WrittenMove, text_of};

impl WrittenGame {
    /// Reads all games of a file, in order: each is a game, or the first mistake in it. The list is
    /// never empty: a file without a game is a mistake.
    ///
    /// A game begins with a header or a position. After a mistake, reading continues with the next
    /// game.
    pub fn parse_all(bytes: &[u8]) -> Vec<Result<WrittenGame, GameMistake>> {
        WrittenGame::parse_until(bytes, &AtomicBool::new(false))
    }

    /// Reads the games of a file as [`parse_all`](Self::parse_all) does, until `stop` is set. Lines
    /// that are not read by then are left out, so the last game may lack moves.
    pub fn parse_until(bytes: &[u8], stop: &AtomicBool) -> Vec<Result<WrittenGame, GameMistake>> {
        let bytes = bytes_without_mark(bytes);
        let mut reader = GameReader::default();
        let lines = bytes
            .split(|&byte| byte == b'\n')
            .take_while(|_| !stop.load(Relaxed));
        for (number, line) in (1..).zip(lines) {
            reader.read_bytes(number, line.strip_suffix(b"\r").unwrap_or(line));
        }
        reader.finish()
    }
}

/// Parses the position of a game. The text begins at `place` of a file.
///
/// # Errors
/// When the text is no position: at the column of the mistake in the line of `place`.
pub fn parse_position(text: &str, place: &TextPlace) -> Result<AnyGame, GameMistake> {
    text.parse().map_err(|error: PositionError| {
        let column = place.column + error.column - 1;
        let message = PositionError { column, ..error }.to_string();
        GameMistake {
            message,
            place: TextPlace {
                column,
                ..place.clone()
            },
        }
    })
}

/// Splits a text into moves at blanks, without checking them. The text begins at `start` of a file.
pub fn written_moves(text: &str, start: &TextPlace) -> impl Iterator<Item = WrittenMove> {
    let mut place = start.clone();
    let mut known = 0;
    text.split_whitespace().map(move |word| {
        let byte = word.as_ptr() as usize - text.as_ptr() as usize;
        place.column += text[known..byte].chars().count();
        known = byte;
        WrittenMove::new(word, place.clone())
    })
}

/// Maximum length of a line in bytes: that of the longest file which the board takes.
const MAX_LINE: usize = 1 << 20;
/// Bytes of a longer line that are kept to be shown.
const SHOWN_OF_LONG: usize = 200;

#[derive(Default)]
struct GameReader {
    games: Vec<Result<WrittenGame, GameMistake>>,
    game: Option<UnfinishedGame>,
    /// Comments on lines of their own since the last move or empty line: of this game, or of the
    /// one that follows.
    pending: Vec<String>,
    /// First mistake in such a line.
    pending_mistake: Option<GameMistake>,
    /// Comment in braces that is not complete.
    open_comment: Option<OpenComment>,
    /// Whether nothing but comments stands below an empty line: they are of the next game, unless
    /// moves follow.
    is_between_games: bool,
}

/// Comment in braces of which some lines have been read.
struct OpenComment {
    /// Place of its brace.
    place: TextPlace,
    /// Whether it belongs to the next game, if it is not closed.
    is_of_next: bool,
    text: String,
    /// Lines since an empty one, where all of them begin with `#`: comments of the next game, if
    /// that begins below.
    after_empty_line: Option<Vec<TextPlace>>,
}

/// Game of which some lines have been read.
#[derive(Default)]
struct UnfinishedGame {
    headers: GameHeaders,
    /// Place of the header `Rules`.
    rules: Option<TextPlace>,
    comments: Vec<String>,
    has_position: bool,
    position: Option<AnyGame>,
    tree: GameTree,
    /// Number of the last move of the main line; 0 before the first.
    last: usize,
    /// Variations that are not complete, the innermost at the end.
    open: Vec<OpenVariation>,
    /// Whether the result has been read, which ends the moves.
    has_result: bool,
    mistake: Option<GameMistake>,
    last_header: TextPlace,
}

/// Variation of which some moves have been read.
struct OpenVariation {
    /// Place of its parenthesis.
    place: TextPlace,
    /// Number of the move that its first move replaces.
    replaced: usize,
    /// Number of its last move; 0 before the first.
    last: usize,
}

impl GameReader {
    /// Reads a line, whose mistake belongs to the game that the line belongs to.
    fn read_bytes(&mut self, number: usize, line: &[u8]) {
        let mistake = match text_of(number, line) {
            _ if line.len() > MAX_LINE => {
                let place =
                    TextPlace::new(number, 1, &String::from_utf8_lossy(&line[..SHOWN_OF_LONG]));
                GameMistake::new(
                    &place,
                    format!("expected a line of at most {MAX_LINE} bytes; found a longer one"),
                )
            }
            Ok(text) => return self.read_line(&TextPlace::new(number, 1, text)),
            Err(mistake) => mistake,
        };
        let text = Arc::clone(&mistake.place.text);
        let is_comment = self.open_comment.is_none() && text.trim_start().starts_with('#');
        self.read_line(&TextPlace {
            line: number,
            column: 1,
            text,
        });
        match &mut self.game {
            _ if is_comment => _ = self.pending_mistake.get_or_insert(mistake),
            // What could be read of the line may have a mistake that it would not have.
            Some(game)
                if game
                    .mistake
                    .as_ref()
                    .is_some_and(|known| known.place.line == number) =>
            {
                game.mistake = Some(mistake);
            }
            _ => self.refuse(mistake),
        }
    }

    fn read_line(&mut self, line: &TextPlace) {
        let text = &*line.text;
        if let Some(comment) = self
            .open_comment
            .take_if(|comment| comment.ends_before(text))
        {
            return self.end_unclosed(&comment, line);
        }
        match &mut self.open_comment {
            Some(comment) => comment.add_line(line),
            None if text.trim().is_empty() => {
                self.is_between_games = true;
                return self.keep_pending();
            }
            None if text.trim_start().starts_with('[') => return self.read_header(line),
            None => {}
        }
        self.read_from(0, line);
    }

    /// Ends the game whose comment has no closing brace where the next game begins, with this line.
    fn end_unclosed(&mut self, comment: &OpenComment, line: &TextPlace) {
        self.refuse_open(comment, &format!("a game in line {}", line.line));
        self.end_game();
        self.pending.clear();
        self.pending_mistake = None;
        comment
            .after_empty_line
            .iter()
            .flatten()
            .for_each(|line| self.read_line(line));
        self.read_line(line);
    }

    /// Refuses the game of a comment that has no closing brace.
    fn refuse_open(&mut self, comment: &OpenComment, found: &str) {
        if comment.is_of_next {
            self.end_game();
        }
        let message = format!("expected }} at the end of the comment; found {found}");
        self.refuse(GameMistake::new(&comment.place, message));
    }

    /// Reads positions, moves and comments from this byte of a line.
    fn read_from(&mut self, mut at: usize, line: &TextPlace) {
        let text = &*line.text;
        let mut walk = LineWalk::new(line);
        let mut has_content = at > 0;
        while at < text.len() {
            if let Some(mut comment) = self.open_comment.take() {
                if at == 0 {
                    // A line break with the blanks around it is one blank.
                    at = text.len() - text.trim_start().len();
                }
                let Some(length) = text[at..].find('}') else {
                    comment.text.push_str(&text[at..]);
                    self.open_comment = Some(comment);
                    return;
                };
                comment.text.push_str(&text[at..at + length]);
                self.read_comment(&comment.text, has_content);
                at += length + 1;
                continue;
            }
            let end = text[at..]
                .find(['#', '{'])
                .map_or(text.len(), |length| at + length);
            has_content |= self.read_content(&text[at..end], &walk.at(at));
            match text.as_bytes().get(end) {
                Some(b'{') => {
                    self.open_comment = Some(OpenComment::new(walk.at(end), self.is_between_games));
                }
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
        self.is_between_games = false;
        if self.game.as_ref().is_some_and(|game| game.has_position) && !is_position(text) {
            self.keep_pending();
            words(text, place).for_each(|(word, place)| self.read_word(word, place));
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

    /// Reads a word of a list of moves: a move with its number before it and marks after it, any of
    /// these alone, a parenthesis of a variation, or the result.
    fn read_word(&mut self, word: &str, place: TextPlace) {
        let unnumbered = without_number(word);
        let text = unnumbered.trim_end_matches(['!', '?']);
        let number = if is_numbered_mark(text) { text } else { "" };
        let signs = &unnumbered[text.len()..];
        let is_move = !text.is_empty() && number.is_empty();
        let game = self.game.get_or_insert_default();
        let expected = match word {
            _ if word.starts_with('[') || is_position(text) => {
                Some("a move, or a game on a line of its own")
            }
            _ if unnumbered.is_empty() => None,
            _ if game.has_result => Some("the end of the game after its result"),
            "(" if game.last_move() == 0 => Some("a move before a variation"),
            ")" if game.open.is_empty() => Some("( before the end of a variation"),
            ")" if game.last_move() == 0 => Some("a move in the variation"),
            _ if !is_move && game.last_move() == 0 => Some("a move before its mark"),
            _ if is_result(unnumbered) && !game.open.is_empty() => {
                Some(") before the result of the game")
            }
            _ => None,
        };
        if let Some(expected) = expected {
            return self.refuse(GameMistake::new(
                &place,
                format!("expected {expected}; found '{word}'"),
            ));
        }
        if is_result(unnumbered) {
            game.has_result = true;
            if game.headers.get("Result").is_none() {
                game.headers.set("Result", &with_hyphens(unnumbered));
            }
            return;
        }
        match word {
            "(" => {
                let replaced = game.last_move();
                game.open.push(OpenVariation {
                    place,
                    replaced,
                    last: 0,
                });
            }
            ")" => _ = game.open.pop(),
            _ => {
                if is_move {
                    let column = place.column + word.len() - unnumbered.len();
                    game.add_move(WrittenMove::new(text, TextPlace { column, ..place }));
                }
                self.read_marks(number, signs);
                self.keep_pending();
            }
        }
    }

    /// Adds marks to the last move: a number such as `$1` and signs, each empty if there is none.
    fn read_marks(&mut self, number: &str, signs: &str) {
        let Some(game) = &mut self.game else { return };
        if game.last_move() > 0 {
            let last = game.tree.get_mut(game.last_move());
            [number, signs]
                .into_iter()
                .for_each(|marks| last.add_marks(marks).expect("the text has marks only"));
        }
    }

    /// Reads a line that begins with a header.
    fn read_header(&mut self, line: &TextPlace) {
        self.is_between_games = false;
        let game = self.open_game();
        match parse_header(&line.text) {
            Ok((name, value, end)) => {
                game.last_header = line.clone();
                let place = line.at(line.text.len() - line.text.trim_start().len());
                if game.headers.len() == GameHeaders::MAX {
                    let message = format!(
                        "expected at most {} headers; found '{name}'",
                        GameHeaders::MAX
                    );
                    return self.refuse(GameMistake::new(&place, message));
                }
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
                self.refuse(GameMistake::new(
                    &line.at(byte),
                    format!("expected {expected}; found {found}"),
                ));
            }
        }
    }

    /// Returns the game whose headers or position come next: a new one if the last has its
    /// position.
    fn open_game(&mut self) -> &mut UnfinishedGame {
        if self.game.as_ref().is_some_and(|game| game.has_position) {
            self.end_game();
        }
        let game = self.game.get_or_insert_default();
        game.comments.append(&mut self.pending);
        game.mistake = game.mistake.take().or(self.pending_mistake.take());
        game
    }

    fn end_game(&mut self) {
        let game = self.game.take();
        self.games.extend(game.map(UnfinishedGame::finish));
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

    /// Adds the pending comments to the last move of the game under way, or before its first move
    /// to the game. Those before the first move of a variation wait for it.
    fn keep_pending(&mut self) {
        let Some(game) = &mut self.game else { return };
        game.mistake = game.mistake.take().or(self.pending_mistake.take());
        match game.last_move() {
            0 if game.open.is_empty() => game.comments.append(&mut self.pending),
            0 => {}
            last => {
                let written = game.tree.get_mut(last);
                self.pending
                    .drain(..)
                    .for_each(|comment| written.add_comment(&comment));
            }
        }
    }

    fn refuse(&mut self, mistake: GameMistake) {
        self.game
            .get_or_insert_default()
            .mistake
            .get_or_insert(mistake);
    }

    fn finish(mut self) -> Vec<Result<WrittenGame, GameMistake>> {
        if let Some(comment) = self.open_comment.take() {
            self.refuse_open(&comment, "the end of the file");
        }
        self.keep_pending();
        if let Some(mistake) = self.pending_mistake.take() {
            self.refuse(mistake);
        }
        self.end_game();
        if self.games.is_empty() {
            let missing = parse_position("", &TextPlace::new(1, 1, ""));
            self.games.extend(missing.err().map(Err));
        }
        if self.games.len() > 1 {
            let games = (0..).zip(&mut self.games);
            games.for_each(|(number, game)| {
                game.iter_mut().for_each(|game| game.number = Some(number));
            });
        }
        self.games
    }
}

impl OpenComment {
    fn new(place: TextPlace, is_of_next: bool) -> OpenComment {
        OpenComment {
            place,
            is_of_next,
            text: String::new(),
            after_empty_line: None,
        }
    }

    /// Whether a line below an empty one, and below nothing else but lines with `#`, begins a game:
    /// the comment has lost its closing brace then.
    fn ends_before(&self, line: &str) -> bool {
        let line = line.trim_end();
        let is_header = || line.trim_start().starts_with('[') && parse_header(line).is_ok();
        let is_position = || is_position(line) && line.parse::<AnyGame>().is_ok();
        self.after_empty_line.is_some() && (is_header() || is_position())
    }

    /// Goes to the next line: a line break with the blanks around it is one blank.
    fn add_line(&mut self, line: &TextPlace) {
        let kept = self.text.trim_end().len();
        self.text.truncate(kept);
        self.text.push(' ');
        match &mut self.after_empty_line {
            _ if line.text.trim().is_empty() => self.after_empty_line = Some(Vec::new()),
            Some(lines) if line.text.starts_with('#') => lines.push(line.clone()),
            _ => self.after_empty_line = None,
        }
    }
}

impl UnfinishedGame {
    /// Number of the last move of the line that is being read, the main line or a variation; 0
    /// before the first.
    fn last_move(&self) -> usize {
        self.open
            .last()
            .map_or(self.last, |variation| variation.last)
    }

    fn add_move(&mut self, written: WrittenMove) {
        let parent = match (self.last_move(), self.open.last()) {
            (0, Some(variation)) => self.tree.parent(variation.replaced),
            (last, _) => last,
        };
        let number = self.tree.push(parent, written);
        match self.open.last_mut() {
            Some(variation) => variation.last = number,
            None => self.last = number,
        }
    }

    fn finish(self) -> Result<WrittenGame, GameMistake> {
        let UnfinishedGame {
            headers,
            rules,
            comments,
            position,
            tree,
            open,
            mistake,
            last_header,
            ..
        } = self;
        if let Some(mistake) = mistake {
            return Err(mistake);
        }
        if let Some(OpenVariation { place, .. }) = open.last() {
            return Err(GameMistake::new(
                place,
                "expected ) at the end of the variation; found the end of the game",
            ));
        }
        let position = position.ok_or_else(|| {
            GameMistake::new(
                &last_header,
                "expected a position below the headers; found none",
            )
        })?;
        if let Some((place, name)) = rules.zip(headers.get("Rules")) {
            let of_position = position.rules();
            if name.parse::<GameRules>().ok() != Some(of_position) {
                let message =
                    format!("expected Rules \"{of_position}\", as in the position; found '{name}'");
                return Err(GameMistake::new(&place, message));
            }
        }
        let mut game = WrittenGame::new(position, tree);
        game.headers = headers;
        comments
            .iter()
            .for_each(|comment| game.add_comment(comment));
        Ok(game.with_notation())
    }
}

/// Splits a text into words at blanks; parentheses are words of their own. The text begins at
/// `start` of a file.
fn words<'a>(text: &'a str, start: &TextPlace) -> impl Iterator<Item = (&'a str, TextPlace)> {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '(' | ')');
    let mut rest = text;
    let mut place = start.clone();
    std::iter::from_fn(move || {
        let blanks = rest.len() - rest.trim_start().len();
        place.column += rest[..blanks].chars().count();
        rest = &rest[blanks..];
        let first = rest.chars().next()?;
        let length = if is_end(first) {
            1
        } else {
            rest.find(is_end).unwrap_or(rest.len())
        };
        let (word, others) = rest.split_at(length);
        let found = (word, place.clone());
        place.column += word.chars().count();
        rest = others;
        Some(found)
    })
}

/// Whether a text begins with rows rather than with a move.
fn is_position(text: &str) -> bool {
    let is_rows = |word: &str| word.contains('/') && !is_result(word) || word.starts_with("rows(");
    text.split_whitespace().next().is_some_and(is_rows)
}

/// Removes the number before a move: `12.` and `12...`, and the dots alone; `…` stands for dots.
fn without_number(word: &str) -> &str {
    const DOTS: [char; 2] = ['.', '…'];
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with(DOTS) {
        rest.trim_start_matches(DOTS)
    } else {
        word
    }
}

/// Whether a word is the result of a game: `*`, as in game files of chess, or fish and tiles as in
/// the header `Result`.
fn is_result(word: &str) -> bool {
    let word = &*with_hyphens(word);
    let is_pair = |pair: &str| {
        pair.split_once(':').is_some_and(|(fish, tiles)| {
            [fish, tiles]
                .iter()
                .all(|number| is_number(number.strip_prefix('-').unwrap_or(number)))
        })
    };
    let is_share = |share: &str| matches!(share, "0" | "1" | "1/2" | "1/3" | "1/4");
    let is_shared = (2..=4).contains(&word.split('-').count()) && word.split('-').all(is_share);
    word == "*" || is_shared || word.split(',').all(is_pair)
}

/// Parses a line such as `[Event "name"]`: name, value and the byte after it; or the byte of a
/// mistake, and what is expected there.
fn parse_header(line: &str) -> Result<(&str, String, usize), (usize, &'static str)> {
    let start = skip_blanks(line, 0) + 1;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let end = line[start..]
        .find(|c| !is_name(c))
        .map_or(line.len(), |length| start + length);
    if end == start {
        return Err((start, "the name of a header, as in [Event \"name\"]"));
    }
    let quote = skip_blanks(line, end);
    if !line[quote..].starts_with('"') {
        return Err((quote, "a value in quotes, as in [Event \"name\"]"));
    }
    let mut value = String::new();
    let mut is_escaped = false;
    for (index, c) in line[quote + 1..].char_indices() {
        match c {
            '\\' if !is_escaped => is_escaped = true,
            '"' if !is_escaped => {
                let bracket = skip_blanks(line, quote + 1 + index + 1);
                let is_closed = line[bracket..].starts_with(']');
                let header = (&line[start..end], value, bracket + 1);
                return if is_closed {
                    Ok(header)
                } else {
                    Err((bracket, "']' after the value"))
                };
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

#[cfg(test)]
mod tests {
    use super::*;

    const POSITION: &str =
        "2....../..2...../.1..2../.A213B1.../......./......../......./A1......B2 A 39:25,44:25";

    fn read(text: &str) -> Vec<Result<WrittenGame, GameMistake>> {
        WrittenGame::parse_all(text.as_bytes())
    }

    fn mistake(text: impl AsRef<[u8]>) -> (usize, usize, String) {
        let mistakes = WrittenGame::parse_all(text.as_ref())
            .into_iter()
            .filter_map(Result::err);
        mistakes
            .map(|mistake| (mistake.place.line, mistake.place.column, mistake.message))
            .next()
            .unwrap()
    }

    #[test]
    fn moves_are_words() {
        let text = format!("# a game\n\n{POSITION} # here\n1. b4-d4 e4-e3 # good\n#\n\t2. d4-c4\n");
        let [game] = read(&text).try_into().unwrap();
        let game = game.unwrap();
        assert_eq!(
            (game.position.to_string().as_str(), game.number),
            (POSITION, None)
        );
        let moves: Vec<_> = game
            .main_line()
            .map(|mv| (mv.text.as_str(), mv.place.line, mv.place.column))
            .collect();
        assert_eq!(moves, [("b4-d4", 4, 4), ("e4-e3", 4, 10), ("d4-c4", 6, 5)]);
        assert_eq!(game.comments, ["a game", "here"]);
        assert_eq!(game.tree.get(2).comments(), ["good"]);
    }

    #[test]
    fn a_position_comes_first() {
        let bad = POSITION.replace('3', "7");
        assert_eq!(mistake("# nothing\n"), mistake(""));
        assert_eq!(mistake("").0, 1);
        let expected = (
            2,
            32,
            "column 32: expected the fish on a tile (1-3); found '7'".to_owned(),
        );
        assert_eq!(mistake(format!("#\n  {bad}")), expected);
        let expected = (
            1,
            3,
            "column 3: expected text in UTF-8; found the byte 0xff".to_owned(),
        );
        assert_eq!(mistake(b"# \xff\n"), expected);
    }

    #[test]
    fn comments_belong_to_the_move_before_them() {
        let text = format!(
            "[Event \"one\"] # in \\ between\n[Site \"a \\\"b\\\" # {{c}}\"]\n\n{POSITION}\nb4-d4 {{ first\nsecond }} e4-e3\n\
            # third\n\n# of the next game\n{POSITION}\n# fourth\n{{fifth}} b4-d4"
        );
        let games: Vec<WrittenGame> = read(&text).into_iter().map(Result::unwrap).collect();
        let [first, second] = &games[..] else {
            panic!("{games:?}")
        };
        assert_eq!(first.headers.get("Site"), Some("a \"b\" # {c}"));
        assert_eq!(first.comments, ["in \\ between"]);
        assert_eq!(
            [1, 2].map(|number| first.tree.get(number).comments().join("|")),
            ["first second", "third"]
        );
        assert_eq!(second.comments, ["of the next game", "fourth", "fifth"]);
        assert_eq!([first.number, second.number], [Some(0), Some(1)]);
    }

    #[test]
    fn mistakes_have_places() {
        let game = |headers: &str| format!("{headers}\n{POSITION}\n");
        for (text, line, column, message) in [
            (game("[]"), 1, 2, "the name of a header"),
            (
                game(" [Event]"),
                1,
                8,
                "a value in quotes, as in [Event \"name\"]; found ']'",
            ),
            (
                game("[Event \"é\\\"  "),
                1,
                12,
                "'\"' at the end of the value; found the end of the line",
            ),
            (
                game("[Event \"é\""),
                1,
                11,
                "']' after the value; found the end of the line",
            ),
            (
                game("[Event \"a\"]\n [Event \"b\"]"),
                2,
                2,
                "expected each header once; found 'Event' again",
            ),
            (
                game("[Rules \"push\"]"),
                1,
                1,
                "expected Rules \"base\", as in the position; found 'push'",
            ),
            (
                "[Event \"a\"]\n# nothing".to_owned(),
                1,
                1,
                "expected a position below the headers",
            ),
            (
                format!("{POSITION}\n b4-d4 {{ e4"),
                2,
                8,
                "expected } at the end of the comment",
            ),
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
            let notes = |mv: &WrittenMove| {
                [&[mv.text.clone(), mv.marks().to_owned()], mv.comments()].concat()
            };
            let moves = game.main_line().map(|mv| notes(mv).join("|"));
            (
                moves.collect::<Vec<_>>().join(" "),
                game.headers.get("Result").unwrap_or("none").to_owned(),
            )
        };
        for (text, expected, result) in [
            (
                "b4-d4! e4-e3?? d4-c4!?",
                "b4-d4|! e4-e3|?? d4-c4|!?",
                "none",
            ),
            (
                "b4-d4 $1 {good} $14 e4-e3 !",
                "b4-d4|$1 $14|good e4-e3|!",
                "none",
            ),
            (
                "1.b4-d4 1... e4-e3 2. ... 2.. d4-c4 *",
                "b4-d4| e4-e3| d4-c4|",
                "*",
            ),
            (
                "1.B4D4! 1...e4e3?\n0-1 # over",
                "b4-d4|! e4-e3|?|over",
                "0-1",
            ),
            ("b4-d4\n1/2-1/2", "b4-d4|", "1/2-1/2"),
            ("b4-d4 41:27,-3:25", "b4-d4|", "41:27,-3:25"),
            (
                "b4-d4 {two\r\nlines} e4-e3 {three  \r\n \r\n  more}\r\n",
                "b4-d4||two lines e4-e3||three more",
                "none",
            ),
        ] {
            assert_eq!(
                moves(text),
                (expected.to_owned(), result.to_owned()),
                "{text}"
            );
        }
        for (text, column, message) in [
            (
                "b4-d4 * e4-e3",
                9,
                "expected the end of the game after its result; found 'e4-e3'",
            ),
            (
                " $1 b4-d4",
                2,
                "expected a move before its mark; found '$1'",
            ),
            (
                "1. b4-d4 1. 2/3!",
                13,
                "expected a move, or a game on a line of its own; found '2/3!'",
            ),
        ] {
            let (line, at, found) = mistake(format!("{POSITION}\n{text}"));
            assert_eq!(
                (line, at, found.contains(message)),
                (2, column, true),
                "{text}: {found}"
            );
        }
        let wrong = read(&format!("{POSITION}\n1.b4-d4 1...e4-e9!"))
            .remove(0)
            .unwrap()
            .line()
            .unwrap_err();
        assert_eq!(
            (wrong.place.column, wrong.message.contains("'e4-e9'")),
            (13, true),
            "{wrong}"
        );
    }

    #[test]
    fn drawings_of_the_first_position_stand_above_it() {
        let text = format!(
            "# [%draw b2-d4 e5] a game\n# [%clock 0:01:00] text\n{POSITION}\n# [%draw c5]\nb4-d4\n"
        );
        let game = read(&text).remove(0).unwrap();
        assert_eq!(game.arrows(), ["b2-d4", "e5", "c5"]);
        assert_eq!(game.comments, ["a game", "[%clock 0:01:00] text"]);
        let written = format!(
            "# a game\n# [%clock 0:01:00] text\n# [%draw b2-d4 e5 c5]\n{POSITION}\nb4-d4\n"
        );
        assert_eq!(game.to_string(), written);
        assert_eq!(read(&written).remove(0).unwrap().to_string(), written);
    }

    /// A mistake spoils one game of several.
    #[test]
    fn the_next_game_is_read_after_a_mistake() {
        let text = format!(
            "[Event \"1\"]\n[Event\n{POSITION}\nb4-d4\n\n[Event \"2\"]\n1/1\n\n{POSITION}\nb4-d4\n"
        );
        let games = read(&text);
        assert_eq!(
            games.iter().map(Result::is_ok).collect::<Vec<_>>(),
            [false, false, true]
        );
        assert_eq!(games[2].as_ref().unwrap().number, Some(2));
    }

    /// A game is read whole, or it is left out and named; the others are kept.
    #[test]
    fn a_mistake_costs_the_game_that_it_is_in() {
        let first = format!("[A \"one\"]\n{POSITION}\nb4-d4 e4-e3\n");
        let last = format!("# three\n[A \"three\"]\n\n{POSITION}\nb4-d4\n");
        let bare = format!("# three\n{POSITION}\nb4-d4\n");
        let game = |start: &str, end: &str| format!("{start}{POSITION}\n{end}").into_bytes();
        let latin = |text: Vec<u8>| {
            text.into_iter()
                .map(|byte| if byte == b'~' { 0xe9 } else { byte })
                .collect::<Vec<u8>>()
        };
        let bad = [
            (
                game("", "b4-d4 {never closed\ne4-e3\n"),
                6,
                7,
                "expected } at the end of the comment; found a game in line ",
            ),
            (
                game("", "b4-d4 {never\n\n  closed\n\ne4-e3 {closed} e4 {"),
                10,
                19,
                "expected } at the end of the comment",
            ),
            (
                game("{never closed\n", ""),
                5,
                1,
                "expected } at the end of the comment",
            ),
            (
                game("[A \"{\"]\n# {\n", "b4-d4 # {\n e4-e3 {"),
                9,
                8,
                "expected } at the end of the comment",
            ),
            (
                game("[A ~two\"]\n", "b4-d4\n")
                    .into_iter()
                    .filter(|&byte| byte != b'~')
                    .collect(),
                5,
                4,
                "expected a value in quotes",
            ),
            (
                latin(game("[A \"~two\"]\n", "b4-d4\n")),
                5,
                5,
                "expected text in UTF-8; found the byte 0xe9",
            ),
            (
                latin(game("# ~two\n[A \"two\"]\n", "b4-d4\n")),
                5,
                3,
                "expected text in UTF-8",
            ),
            (
                latin(game("# ~two\n", "b4-d4\n")),
                5,
                3,
                "expected text in UTF-8",
            ),
            (
                latin(game("", "b4-d4 # ~two\n")),
                6,
                9,
                "expected text in UTF-8",
            ),
            (latin(game("", "b4-~4\n")), 6, 4, "expected text in UTF-8"),
            (
                latin(b"1/1~ A 0:0,0:0\nb4-d4\n".to_vec()),
                5,
                4,
                "expected text in UTF-8",
            ),
            (
                game(&"[X \"\"]\n".repeat(2), "b4-d4\n"),
                6,
                1,
                "expected each header once",
            ),
            (
                game(&format!("[X \"{}\"]\n", "x".repeat(MAX_LINE)), "b4-d4\n"),
                5,
                1,
                "expected a line of at most 1048576 bytes",
            ),
            (
                game("", &format!("b4-d4\n{}\n", "b".repeat(MAX_LINE + 1))),
                7,
                1,
                "expected a line of at most 1048576 bytes",
            ),
        ];
        for (text, line, column, message) in bad {
            for last in [&last, &bare] {
                let file = [first.as_bytes(), b"\n", &text, b"\n\n", last.as_bytes()].concat();
                let shown = String::from_utf8_lossy(&file[..file.len().min(600)]).into_owned();
                let [one, two, three] = WrittenGame::parse_all(&file)
                    .try_into()
                    .unwrap_or_else(|games| panic!("{shown}\n{games:?}"));
                assert_eq!(one.unwrap().main_line().count(), 2, "{shown}");
                let three = three.unwrap_or_else(|mistake| panic!("{shown}\n{mistake}"));
                assert_eq!(
                    (three.main_line().count(), three.comments),
                    (1, vec!["three".to_owned()]),
                    "{shown}"
                );
                let mistake = two.unwrap_err();
                assert_eq!(
                    (mistake.place.line, mistake.place.column),
                    (line, column),
                    "{shown}\n{mistake}"
                );
                assert!(mistake.message.contains(message), "{shown}\n{mistake}");
            }
        }
    }

    #[test]
    fn a_comment_may_hold_empty_lines_and_brackets() {
        let text =
            format!("{POSITION}\nb4-d4 {{one\n\n[two\n\n  # three\n\n1/1 of four\n}} e4-e3\n\n");
        let game = read(&text).remove(0).unwrap();
        assert_eq!(
            game.tree.get(1).comments(),
            ["one [two # three 1/1 of four"]
        );
        assert_eq!(game.main_line().count(), 2);
    }

    #[test]
    fn moves_of_a_word_processor_are_read() {
        for dash in [
            '\u{2010}', '\u{2011}', '\u{2012}', '–', '—', '\u{2015}', '−', '－',
        ] {
            let text = format!("{POSITION}\n1.b4{dash}d4! 1… e4{dash}e3\n0{dash}1\n");
            let game = read(&text).remove(0).unwrap();
            let moves: Vec<&str> = game.main_line().map(|mv| &*mv.text).collect();
            assert_eq!(
                (moves, game.headers.get("Result")),
                (vec!["b4-d4", "e4-e3"], Some("0-1")),
                "{dash}"
            );
        }
        let unseen = read(&format!("{POSITION}\nb4-d4\u{200b}\n"))
            .remove(0)
            .unwrap()
            .line()
            .unwrap_err();
        assert!(unseen.message.contains(r"'b4-d4\u{200b}'"), "{unseen}");
    }

    #[test]
    fn drawings_of_chess_are_read() {
        let arrows = |text: &str| {
            let game = read(&format!("# {text}\n{POSITION}\nb4-d4 {{{text}}}\n"))
                .remove(0)
                .unwrap();
            let written = game.tree.get(1);
            assert_eq!(
                (game.arrows(), &game.comments[..]),
                (written.arrows(), written.comments()),
                "{text}"
            );
            assert_eq!(
                read(&game.to_string()).remove(0).unwrap().to_string(),
                game.to_string()
            );
            (written.arrows().join(" "), written.comments().join("|"))
        };
        for (text, drawn, rest) in [
            ("[%cal Gc5d4]", "c5-d4", ""),
            ("[%csl Ge5]", "e5", ""),
            (
                "[%csl Ge5,Rb10] [%cal Gc5d4, Bb2b10] good",
                "e5 b10 c5-d4 b2-b10",
                "good",
            ),
            ("good [%cal Yc5d4][%csl Oe5]", "e5 c5-d4", "good"),
            ("[%draw c5–d4]", "c5-d4", ""),
            ("[%cal Gc5]", "", "[%cal Gc5]"),
            ("[%csl Gc5d4]", "", "[%csl Gc5d4]"),
            ("[%cal c5d4]", "", "[%cal c5d4]"),
            ("[%cal Gc5d]", "", "[%cal Gc5d]"),
            ("[%csl ]", "", "[%csl ]"),
        ] {
            assert_eq!(arrows(text), (drawn.to_owned(), rest.to_owned()), "{text}");
        }
    }
}
