use floe_engine::AnyGame;
use floe_gamefile::{GameLog, GameTree, TextPlace, TreeToken, WrittenGame, WrittenMove};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::starts;

/// Moves of a tree at most.
const MOVES: usize = 40;

/// Characters of comments, those of the syntax among them.
const CHARACTERS: [&str; 24] = [
    "a",
    "é",
    " ",
    "  ",
    "\t",
    "\n",
    "\r",
    "\0",
    "\u{202e}",
    "#",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "\\",
    "!",
    "$1",
    "[%draw e5]",
    "[%clock 0:01:02.5]",
    "[%value +1:0",
    "[%",
];

/// A random tree of legal moves with random notes.
fn random_tree(start: &AnyGame, rng: &mut Xoshiro256PlusPlus) -> GameTree {
    let mut tree = GameTree::default();
    let mut positions = vec![*start];
    for _ in 0..MOVES {
        // Most moves go on from the last one, which makes long lines.
        let newest = tree.len();
        let parent = if rng.random_bool(0.7) {
            newest
        } else {
            rng.random_range(0..=newest)
        };
        let Some(mv) = positions[parent].random_move(rng) else {
            continue;
        };
        let mut position = positions[parent];
        let text = position.play(&position.move_text(mv)).unwrap();
        positions.push(position);
        let mut written = WrittenMove::new(text, TextPlace::default());
        add_notes(&mut written, rng);
        tree.push(parent, written);
    }
    tree
}

fn add_notes(written: &mut WrittenMove, rng: &mut Xoshiro256PlusPlus) {
    for _ in 0..rng.random_range(0..3) {
        written
            .add_marks(["!", "??", "$14", "!? $1"].choose(rng).unwrap())
            .unwrap();
    }
    for _ in 0..rng.random_range(0..3) {
        written.add_comment(&random_text(rng));
    }
    for _ in 0..rng.random_range(0..3) {
        written
            .add_arrow(["b2-d4", "e5", "k2:x,y"].choose(rng).unwrap())
            .unwrap();
    }
    if rng.random_bool(0.3) {
        written.set_clock(rng.random_range(0.0..100_000.0)).unwrap();
    }
    if rng.random_bool(0.3) {
        written
            .set_value(["+2:0", "25:1, 24:2", "-1.5"].choose(rng).unwrap())
            .unwrap();
    }
}

fn random_text(rng: &mut Xoshiro256PlusPlus) -> String {
    let length = rng.random_range(0..6);
    (0..length)
        .map(|_| *CHARACTERS.choose(rng).unwrap())
        .collect()
}

/// Moves with their parents in the order of a file, without their places.
fn in_file_order(tree: &GameTree) -> Vec<(usize, WrittenMove)> {
    let mut new_numbers = vec![0; tree.len() + 1];
    let mut ordered = Vec::new();
    for token in tree.tokens() {
        if let TreeToken::Move(number) = token {
            let mut written = tree.get(number).clone();
            written.place = TextPlace::default();
            ordered.push((new_numbers[tree.parent(number)], written));
            new_numbers[number] = ordered.len();
        }
    }
    ordered
}

fn read(text: &str) -> WrittenGame {
    let [game] = WrittenGame::parse_all(text.as_bytes()).try_into().unwrap();
    game.unwrap_or_else(|mistake| panic!("line {}, {mistake}\n{text}", mistake.place.line))
}

#[test]
fn any_tree_is_the_same_after_it_is_written_and_read() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(5);
    for start in starts() {
        for _ in 0..8 {
            let tree = random_tree(&start, rng);
            let mut game = WrittenGame::new(start, tree);
            game.add_comment("of the game");
            game.add_arrow("b2-d4").unwrap();
            let text = game.to_string();
            let again = read(&text);
            game.check().unwrap();
            assert_eq!(
                in_file_order(&again.tree),
                in_file_order(&game.tree),
                "{text}"
            );
            assert_eq!(
                (&again.comments, again.position, again.to_string()),
                (&game.comments, start, text)
            );
            assert_eq!(again.arrows(), ["b2-d4"]);
            let main_line: Vec<&str> = game.main_line().map(|written| &*written.text).collect();
            assert_eq!(again.line().unwrap().notation(), main_line);
        }
    }
}

/// A game that is continued keeps its variations, but for those of moves that are undone.
#[test]
fn a_saved_game_goes_on_from_its_main_line() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(6);
    for start in starts() {
        let tree = random_tree(&start, rng);
        let game = WrittenGame::new(start, tree);
        let line = game.line().unwrap();
        let mut log = GameLog::resume(game.clone(), 1).unwrap();
        assert_eq!(log.to_string(), game.to_string());
        if let Some(choice) = line.end().choices().first() {
            log.choose(choice).unwrap();
            let read_again = read(&log.to_string());
            assert_eq!(read_again.tree.len(), game.tree.len() + 1);
            assert_eq!(
                read_again.line().unwrap().notation()[..line.moves().len()],
                line.notation()
            );
        }
        assert!(log.undo_to(|position| *position == start));
        assert!(read(&log.to_string()).tree.is_empty());
    }
}

/// Position of which both players can move.
const START: &str =
    "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";

#[test]
fn deep_variations_are_read_and_written() {
    const DEPTH: usize = 10_000;
    let text = format!(
        "{START}\n{}{} d5-d6\n",
        "c5-d4 (".repeat(DEPTH) + "c5-c4",
        ")".repeat(DEPTH)
    );
    let game = read(&text);
    assert_eq!(game.tree.len(), DEPTH + 2);
    assert_eq!(game.line().unwrap().notation(), ["c5-d4", "d5-d6"]);
    game.check().unwrap();
    assert_eq!(
        in_file_order(&read(&game.to_string()).tree).len(),
        DEPTH + 2
    );
}

#[test]
fn parentheses_have_partners() {
    for (moves, line, column, message) in [
        (
            "c5-d4 (c5-c4",
            2,
            7,
            "expected ) at the end of the variation; found the end of the game",
        ),
        (
            "c5-d4\n (c5-c4 (c5-b4) # )",
            3,
            2,
            "expected ) at the end of the variation; found the end of the game",
        ),
        (
            "c5-d4 (c5-c4))",
            2,
            14,
            "expected ( before the end of a variation; found ')'",
        ),
        (
            "(c5-d4)",
            2,
            1,
            "expected a move before a variation; found '('",
        ),
        (
            "c5-d4 ((c5-c4))",
            2,
            8,
            "expected a move before a variation; found '('",
        ),
        (
            "c5-d4 ( {none} )",
            2,
            16,
            "expected a move in the variation; found ')'",
        ),
        (
            "c5-d4 (! c5-c4)",
            2,
            8,
            "expected a move before its mark; found '!'",
        ),
        (
            "c5-d4 (c5-c4 *)",
            2,
            14,
            "expected ) before the result of the game; found '*'",
        ),
    ] {
        let text = format!("{START}\n{moves}\n\n[A \"next\"]\n{START}\nc5-d4\n");
        let games = WrittenGame::parse_all(text.as_bytes());
        let mistake = games[0].as_ref().unwrap_err();
        let place = &mistake.place;
        assert_eq!(
            (place.line, place.column),
            (line, column),
            "{moves}: {mistake}"
        );
        assert!(mistake.message.contains(message), "{moves}: {mistake}");
        assert_eq!(games[1].as_ref().unwrap().main_line().count(), 1, "{moves}");
    }
}

#[test]
fn notes_of_variations_belong_to_their_moves() {
    let game = read(&format!(
        "{START}\n1. c5-d4! {{[%clk 0:04:12] good}} ( {{or}} 1. c5-c4 ?! $6 d5-d6 (d5-e4) # [%draw d5-e4 e4] [%value +2:0]\n\
         ) # after\n1... d5-d6 *\n"
    ));
    let notes = |number: usize| {
        let written = game.tree.get(number);
        let value = written.value().unwrap_or_default();
        [
            &written.text_with_marks(),
            &written.comments().join("|"),
            &written.arrows().join("|"),
            value,
        ]
        .map(str::to_owned)
    };
    assert_eq!(notes(1), ["c5-d4!", "good|after", "", ""]);
    assert_eq!(game.tree.get(1).clock().unwrap().as_secs(), 252);
    assert_eq!(notes(2), ["c5-c4?! $6", "or", "", ""]);
    assert_eq!(notes(3), ["d5-d6", "", "d5-e4|e4", "+2:0"]);
    assert_eq!(
        (notes(4), game.tree.parent(4)),
        (["d5-e4", "", "", ""].map(str::to_owned), 2)
    );
    assert_eq!(
        (notes(5), game.tree.parent(5)),
        (["d5-d6", "", "", ""].map(str::to_owned), 1)
    );
    let written = "c5-d4! # good\n# after\n# [%clock 0:04:12]\n  (c5-c4?! $6 # or\n  d5-d6 # [%value +2:0] [%draw d5-e4 e4]\n    \
        (d5-e4))\nd5-d6\n";
    assert!(
        game.to_string().ends_with(&format!("{START}\n{written}")),
        "{game}"
    );
}

/// A mistake in a variation has the place and the number of its move.
#[test]
fn variations_are_checked() {
    let game = read(&format!(
        "{START}\nc5-d4 d5-d6 (d5-e4 d4-d9) ({}) d4-d9\n",
        "D5E4"
    ));
    let mistake = game.check().unwrap_err();
    assert_eq!((mistake.place.line, mistake.place.column), (2, 20));
    assert!(
        mistake.message.starts_with("column 20: move 3, 'd4-d9': "),
        "{mistake}"
    );
    let legal = game.legal_part();
    legal.check().unwrap();
    let moves: Vec<&str> = legal
        .tree
        .iter()
        .map(|(_, written)| &*written.text)
        .collect();
    assert_eq!(moves, ["c5-d4", "d5-d6", "d5-e4", "d5-e4"]);
}
