//! Reads game files line by line.

use floe_engine::{AnyGame, GameRules};
use floe_fish::PositionError;
use floe_search::bytes_without_mark;

use crate::written_move::{is_number, is_numbered_mark, plain};
use crate::{GameHeaders, GameMistake, GameTree, TextPlace, WrittenGame, WrittenMove, text_of};

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
    let mut place = start.clone();
    let mut known = 0;
    text.split_whitespace().map(move |word| {
        let byte = word.as_ptr() as usize - text.as_ptr() as usize;
        place.column += text[known..byte].chars().count();
        known = byte;
        WrittenMove::new(word, place.clone())
    })
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
    tree: GameTree,
    /// Number of the last move of the main line; 0 before the first.
    last: usize,
    /// Variations that are not complete, the innermost at the end.
    open: Vec<OpenVariation>,
    /// Whether the result has been read, which ends the moves.
    has_result: bool,
    /// The first mistake.
    mistake: Option<GameMistake>,
    /// Place of the last header.
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

    /// Reads a word of a list of moves: a move with its number before it and marks after it, any of these alone, a
    /// parenthesis of a variation, or the result.
    fn read_word(&mut self, word: &str, place: TextPlace) {
        let unnumbered = without_number(word);
        let text = unnumbered.trim_end_matches(['!', '?']);
        let number = if is_numbered_mark(text) { text } else { "" };
        let signs = &unnumbered[text.len()..];
        let is_move = !text.is_empty() && number.is_empty();
        let game = self.game.get_or_insert_default();
        let expected = match word {
            _ if word.starts_with('[') || is_position(text) => Some("a move, or a game on a line of its own"),
            _ if unnumbered.is_empty() => None,
            _ if game.has_result => Some("the end of the game after its result"),
            "(" if game.last_move() == 0 => Some("a move before a variation"),
            ")" if game.open.is_empty() => Some("( before the end of a variation"),
            ")" if game.last_move() == 0 => Some("a move in the variation"),
            _ if !is_move && game.last_move() == 0 => Some("a move before its mark"),
            _ if is_result(unnumbered) && !game.open.is_empty() => Some(") before the result of the game"),
            _ => None,
        };
        if let Some(expected) = expected {
            return self.refuse(GameMistake::new(&place, format!("expected {expected}; found '{word}'")));
        }
        if is_result(unnumbered) {
            game.has_result = true;
            if game.headers.get("Result").is_none() {
                game.headers.set("Result", unnumbered);
            }
            return;
        }
        match word {
            "(" => {
                let replaced = game.last_move();
                game.open.push(OpenVariation { place, replaced, last: 0 });
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
            [number, signs].into_iter().for_each(|marks| last.add_marks(marks).expect("the text has marks only"));
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

    /// Adds the pending comments to the last move of the game under way, or before its first move to the game. Those
    /// before the first move of a variation wait for it.
    fn keep_pending(&mut self) {
        let Some(game) = &mut self.game else { return };
        match game.last_move() {
            0 if game.open.is_empty() => game.comments.append(&mut self.pending),
            0 => {}
            last => {
                let written = game.tree.get_mut(last);
                self.pending.drain(..).for_each(|comment| written.add_comment(&comment));
            }
        }
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
    /// Number of the last move of the line that is being read, the main line or a variation; 0 before the first.
    fn last_move(&self) -> usize {
        self.open.last().map_or(self.last, |variation| variation.last)
    }

    /// Adds the next move of the line that is being read.
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
        let UnfinishedGame { headers, rules, comments, position, tree, open, mistake, last_header, .. } = self;
        if let Some(mistake) = mistake {
            return Err(mistake);
        }
        if let Some(OpenVariation { place, .. }) = open.last() {
            return Err(GameMistake::new(place, "expected ) at the end of the variation; found the end of the game"));
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
        let mut game = WrittenGame::new(position, tree);
        game.headers = headers;
        comments.iter().for_each(|comment| game.add_comment(comment));
        Ok(game.with_notation())
    }
}

/// Splits a text into words at blanks; parentheses are words of their own. The text begins at `start` of a file.
fn words<'a>(text: &'a str, start: &TextPlace) -> impl Iterator<Item = (&'a str, TextPlace)> {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '(' | ')');
    let mut rest = text;
    let mut place = start.clone();
    std::iter::from_fn(move || {
        let blanks = rest.len() - rest.trim_start().len();
        place.column += rest[..blanks].chars().count();
        rest = &rest[blanks..];
        let first = rest.chars().next()?;
        let length = if is_end(first) { 1 } else { rest.find(is_end).unwrap_or(rest.len()) };
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

/// Removes the number before a move: `12.` and `12...`, and the dots alone.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// Whether a word is the result of a game: `*`, as in game files of chess, or fish and tiles as in the header `Result`.
fn is_result(word: &str) -> bool {
    let is_pair = |pair: &str| {
        pair.split_once(':').is_some_and(|(fish, tiles)| {
            [fish, tiles].iter().all(|number| is_number(number.strip_prefix('-').unwrap_or(number)))
        })
    };
    let is_share = |share: &str| matches!(share, "0" | "1" | "1/2" | "1/3" | "1/4");
    let is_shared = (2..=4).contains(&word.split('-').count()) && word.split('-').all(is_share);
    word == "*" || is_shared || word.split(',').all(is_pair)
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
        let moves: Vec<_> = game.main_line().map(|mv| (mv.text.as_str(), mv.place.line, mv.place.column)).collect();
        assert_eq!(moves, [("b4-d4", 4, 4), ("e4-e3", 4, 10), ("d4-c4", 6, 5)]);
        assert_eq!(game.comments, ["a game", "here"]);
        assert_eq!(game.tree.get(2).comments(), ["good"]);
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
        assert_eq!([1, 2].map(|number| first.tree.get(number).comments().join("|")), ["first second", "third"]);
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
            let notes = |mv: &WrittenMove| [&[mv.text.clone(), mv.marks().to_owned()], mv.comments()].concat();
            let moves = game.main_line().map(|mv| notes(mv).join("|"));
            (moves.collect::<Vec<_>>().join(" "), game.headers.get("Result").unwrap_or("none").to_owned())
        };
        for (text, expected, result) in [
            ("b4-d4! e4-e3?? d4-c4!?", "b4-d4|! e4-e3|?? d4-c4|!?", "none"),
            ("b4-d4 $1 {good} $14 e4-e3 !", "b4-d4|$1 $14|good e4-e3|!", "none"),
            ("1.b4-d4 1... e4-e3 2. ... 2.. d4-c4 *", "b4-d4| e4-e3| d4-c4|", "*"),
            ("1.B4D4! 1...e4e3?\n0-1 # over", "b4-d4|! e4-e3|?|over", "0-1"),
            ("b4-d4\n1/2-1/2", "b4-d4|", "1/2-1/2"),
            ("b4-d4 41:27,-3:25", "b4-d4|", "41:27,-3:25"),
            ("b4-d4 {two\r\nlines} e4-e3 {three  \r\n \r\n  more}\r\n", "b4-d4||two lines e4-e3||three more", "none"),
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

    #[test]
    fn drawings_of_the_first_position_stand_above_it() {
        let text = format!("# [%draw b2-d4 e5] a game\n# [%clock 0:01:00] text\n{POSITION}\n# [%draw c5]\nb4-d4\n");
        let game = read(&text).remove(0).unwrap();
        assert_eq!(game.arrows(), ["b2-d4", "e5", "c5"]);
        assert_eq!(game.comments, ["a game", "[%clock 0:01:00] text"]);
        let written = format!("# a game\n# [%clock 0:01:00] text\n# [%draw b2-d4 e5 c5]\n{POSITION}\nb4-d4\n");
        assert_eq!(game.to_string(), written);
        assert_eq!(read(&written).remove(0).unwrap().to_string(), written);
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
