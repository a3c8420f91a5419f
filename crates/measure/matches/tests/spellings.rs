//! Moves have one spelling in notation, and are read in others: a random game of each of the rules.

use floe_engine::{AnyGame, GameLine, GameRules};
use floe_gamefile::WrittenGame;
use floe_matches::read_written_game;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Moves of a random game at most.
const PLIES: usize = 50;

/// Random game: its start, its moves in notation, and the same as people type them.
struct TypedGame {
    start: AnyGame,
    moves: Vec<String>,
    typed: Vec<String>,
}

impl TypedGame {
    fn play(rules: GameRules) -> TypedGame {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let start = AnyGame::deal(&rules.usual(rules.usual_players()), 1).unwrap();
        let mut position = start;
        let mut moves = Vec::new();
        let mut typed = Vec::new();
        while moves.len() < PLIES {
            let choices = position.choices();
            if choices.is_empty() {
                break;
            }
            let choice = &choices[rng.random_range(0..choices.len())];
            assert_eq!(
                position.find_choice(&choice.to_uppercase()),
                position.find_choice(choice),
                "{rules}"
            );
            assert_eq!(
                position.outcomes(&choice.to_uppercase()),
                position.outcomes(choice),
                "{rules}"
            );
            assert_eq!(
                position.settle(&choice.to_uppercase(), 3),
                position.settle(choice, 3),
                "{rules}"
            );
            let before = position;
            let mv = position.play(&position.settle(choice, 1).unwrap()).unwrap();
            typed.push(typed_move(&before, &mv));
            moves.push(mv);
        }
        TypedGame {
            start,
            moves,
            typed,
        }
    }
}

/// A move in upper case, and without its hyphen where it can be read so.
fn typed_move(position: &AnyGame, mv: &str) -> String {
    let short = mv.to_uppercase().replacen('-', "", 1);
    let is_read = position.clone().play(&short).as_deref() == Ok(mv);
    if is_read { short } else { mv.to_uppercase() }
}

#[test]
fn every_reader_writes_moves_in_notation() {
    for rules in GameRules::all() {
        let TypedGame {
            start,
            moves,
            typed,
        } = TypedGame::play(rules);
        assert!(
            typed.iter().zip(&moves).any(|(typed, mv)| typed != mv),
            "{rules}"
        );
        let line = GameLine::replay(start, &typed).unwrap();
        assert_eq!(line.notation(), moves, "{rules}");

        let [game] = WrittenGame::parse_all(format!("{start}\n{}", typed.join(" ")).as_bytes())
            .try_into()
            .unwrap();
        let game = game.unwrap();
        let read: Vec<&String> = game.main_line().map(|mv| &mv.text).collect();
        assert_eq!(read, moves.iter().collect::<Vec<_>>(), "{rules}");
        assert_eq!(game.line().unwrap(), line, "{rules}");
        assert_eq!(
            game.to_string(),
            format!("{start}\n{}\n", moves.join("\n")),
            "{rules}"
        );
        assert_eq!(of_record(&start, &typed), moves, "{rules}");
    }
}

/// Moves of the record of a match, as they are read.
fn of_record(start: &AnyGame, moves: &[String]) -> Vec<String> {
    let sides = if start.rules().has_teams() {
        2
    } else {
        start.players()
    };
    let seats: Vec<usize> = (0..sides).collect();
    let engines: Vec<String> = seats.iter().map(|seat| format!("engine {seat}")).collect();
    let results = vec!["{\"points\":0,\"tie_break\":0}"; sides].join(",");
    let rules = start.rules();
    let moves = moves.join(" ");
    let record = format!(
        "\u{feff}{{\"schema\":\"floe-games-1\",\"config\":{{\"engines\":{engines:?},\"players\":{sides},\"rules\":\"{rules}\",\
         \"floes\":1,\"seed\":1,\"placed\":false,\"gauntlet\":false,\"all_permutations\":false,\"build\":\"test\"}}}}\n\
         {{\"game\":0,\"block\":0,\"floe\":\"{start}\",\"seats\":{seats:?},\"moves\":\"{moves}\",\"results\":[{results}],\
         \"termination\":{{\"how\":\"finished\"}},\"seed\":1,\"build\":\"test\"}}\n"
    );
    let game = read_written_game(record.as_bytes(), None).unwrap();
    game.main_line().map(|mv| mv.text.clone()).collect()
}
