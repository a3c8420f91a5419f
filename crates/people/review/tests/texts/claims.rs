//! Claims about any bytes: a fuzzer tries to refute them (see `fuzz/`), and random bytes do here.

use floe_engine::{AnyGame, with_game};
use floe_game::Game;
use floe_gamefile::WrittenGame;
use floe_variants::{Hidden, Special, Variant};

/// Lines that bytes can spoil, of every variant.
const LINES: [&str; 9] = [
    "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4 rules=push",
    "......1/2B22A2.B2.B1/.2...../31....../..1.A1A1./.2.2..../22B3.3../3.1A12..1 A 31:18,26:18 rules=push",
    "......./.D3.C2..../..11.../222...../231..C1./332...../121..../21.D1.... C 19:11,15:11,17:9,13:9 rules=teams",
    "322.B3../.2.2..A1./1.22.../1....1../...3.../3..B2..B1./A2...B3../.....2.A1 A 32:20,29:20 rules=whale whale=e6",
    "1(BB)3.32../3......A1/3....1./1311..../.2.A3..A1/......../.1.1.B2./..A1...B1. B 34:21,31:19 rules=group idle=2",
    "rows(1:4,0:5,1:4):1A123/B112.1/1111 A 0:0,0:0 rules=survival idle=1",
    "setup-2:11111/111111/1111A111/11111111/1111Am21111/11B1111111/1111111/111111/11111 B 0:0,-1:2",
    "213..A13/..322.../A122..B2./.B1..2B1.2/.A2.1.../3....A2.1/..12.32/B2..2...1 A 23:16,25:16 rules=hidden-whale hidden=3,2",
    "setup-1:.111111./11111111/11111111/11122111/11122111/11111111/11111111/.111111. A 0:0,0:0,0:0 3,3,3 rules=whale whale=d4",
];

/// No text makes a reader panic, neither the one of everything nor those of its parts; what it
/// accepts it prints so that it reads the same again, and it can be played on.
pub(crate) fn text_never_panics(bytes: &[u8]) {
    check(&String::from_utf8_lossy(bytes));
    check(&spoiled(bytes));
}

fn check(text: &str) {
    let parts = [
        text.parse::<Variant>().is_ok(),
        text.parse::<Hidden>().is_ok(),
        text.parse::<Special>().is_ok(),
    ];
    assert!(
        text.parse::<AnyGame>().is_ok() || !parts.contains(&true),
        "'{text}' is read as {parts:?}"
    );
    match text.parse::<AnyGame>() {
        Ok(position) => {
            let printed = position.to_string();
            let again: AnyGame = printed
                .parse()
                .unwrap_or_else(|error| panic!("'{printed}' of '{text}': {error}"));
            assert_eq!(again, position, "'{printed}' of '{text}'");
            assert_eq!(again.to_string(), printed);
            with_game!(position, position => play_on(position));
        }
        Err(error) => {
            let characters = text.chars().count();
            assert!(
                (1..=characters + 1).contains(&error.column),
                "'{text}': {error}"
            );
            assert!(
                !error.to_string().contains(char::is_control),
                "'{text}': {error}"
            );
        }
    }
}

/// No file of games makes the reader panic; games that it accepts are written so that they read the
/// same again.
pub(crate) fn game_files_never_panic(bytes: &[u8]) {
    const PIECES: [&str; 29] = [
        "[Event \"a\"]",
        "[A \"b\\\"\\\\c\"]",
        "[",
        "\"",
        "]",
        "\n",
        "\n\n",
        "#",
        " # c",
        "{",
        "}",
        "{d e}",
        "b4-d4",
        " 1. ",
        "\\",
        "é\r",
        "\t",
        "  ",
        "[Rules \"push\"]",
        "[B \"#{\"] {f",
        "(",
        ")",
        " (e4",
        "e4-e3)",
        "!?",
        " $1",
        "{[%draw b2-d4 e5]}",
        "# [%clock 1:02:03.5] [%value +2:0] [%draw",
        "]",
    ];
    let piece = |&byte: &u8| match usize::from(byte) % (PIECES.len() + 4) {
        index if index < PIECES.len() => PIECES[index].to_owned(),
        _ => format!("\n{}\n", LINES[usize::from(byte) % LINES.len()]),
    };
    let made: String = bytes.iter().map(piece).collect();
    for text in [bytes, made.as_bytes()] {
        let games = WrittenGame::parse_all(text);
        assert!(!games.is_empty());
        for mistake in games.iter().filter_map(|game| game.as_ref().err()) {
            let place = &mistake.place;
            assert!(
                (1..=place.text.chars().count() + 1).contains(&place.column),
                "{mistake}"
            );
        }
        let texts: Vec<String> = games
            .into_iter()
            .flatten()
            .map(|game| game.to_string())
            .collect();
        let again = WrittenGame::parse_all(texts.join("\n").as_bytes());
        if !texts.is_empty() {
            let again: Vec<String> = again
                .into_iter()
                .map(|game| game.unwrap().to_string())
                .collect();
            assert_eq!(again, texts, "{}", String::from_utf8_lossy(text));
        }
    }
}

/// A few moves, always one in the middle of the list.
fn play_on<G: Game>(mut position: G) {
    for _ in 0..12 {
        let moves = position.moves();
        let Some(&mv) = moves.get(moves.len() / 2) else {
            return;
        };
        position.play(mv);
    }
}

/// A good line after a few edits: characters put in, put in place of others, or taken out.
fn spoiled(bytes: &[u8]) -> String {
    const CHARACTERS: &[char] = &[
        '.', '1', '2', '3', '0', 'A', 'B', 'C', 'D', 'a', 'm', 'o', 'z', '(', ')', '/', ' ', ',',
        ':', '-', '+', '=', '\t', 'é',
    ];
    let mut bytes = bytes.iter().map(|&byte| usize::from(byte));
    let mut line: Vec<char> = LINES[bytes.next().unwrap_or(0) % LINES.len()]
        .chars()
        .collect();
    while let (Some(edit), Some(place), Some(character)) =
        (bytes.next(), bytes.next(), bytes.next())
    {
        let place = place % (line.len() + 1);
        let character = CHARACTERS[character % CHARACTERS.len()];
        match edit % 3 {
            0 => line.insert(place, character),
            1 if place < line.len() => line[place] = character,
            _ if place < line.len() => _ = line.remove(place),
            _ => {}
        }
    }
    line.into_iter().collect()
}
