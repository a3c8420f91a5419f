use floe_game::Player;
use floe_gamefile::{ForfeitReason, GameLog, WrittenGame, forfeit_result, result_header};
use floe_presentation::{Seen, forfeit_words, game_outcome};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

fn read(text: &str) -> WrittenGame {
    let [game] = WrittenGame::parse_all(text.as_bytes()).try_into().unwrap();
    game.unwrap_or_else(|mistake| panic!("line {}, {mistake}\n{text}", mistake.place.line))
}

/// A game that a player has lost before its last move says so in its file, until it goes on.
#[test]
fn a_game_that_was_given_up_keeps_its_result_in_a_file() {
    for start in starts() {
        for loser in Player::first(start.players()) {
            let mut log = GameLog::new(start, 1);
            let result = forfeit_result(&start, loser);
            assert_eq!(result.split('-').count(), start.players(), "{start}");
            log.headers().set("Result", &result);
            log.headers().set(
                "Termination",
                &forfeit_words(&start, loser, ForfeitReason::OutOfTime),
            );
            log.update_result();
            let again = read(&log.to_string());
            assert_eq!(again.headers.get("Result"), Some(&*result), "{start}");
            let side = again.forfeit().map(|player| start.side_of(player));
            assert_eq!(side, Some(start.side_of(loser)), "{start}");
            let reason = again.headers.get("Termination").unwrap();
            let end = match start.sides() {
                1 => ": all have lost",
                2 => " win",
                _ => " share the victory",
            };
            assert!(reason.contains(end), "{reason}");
            assert_eq!(game_outcome(&again).as_deref(), Some(reason), "{start}");
            let mut log = GameLog::resume(again, 1).unwrap();
            log.choose(&start.choices()[0]).unwrap();
            assert_eq!(log.headers().get("Termination"), None, "{start}");
            log.update_result();
            let result = result_header(log.position());
            assert_eq!(log.headers().get("Result"), Some(&*result), "{start}");
        }
    }
}

/// A game that is played to its end tells that end, also where its headers name another.
#[test]
fn the_last_position_tells_the_outcome_of_a_game_that_is_over() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    for start in starts() {
        let log = GameLog::new(start, 1);
        let (moves, end) = random_game(&start, rng);
        let moves: Vec<String> = moves.into_iter().map(|(_, mv)| mv).collect();
        let mut game = read(&format!("{log}{}\n", moves.join(" ")));
        let lost = forfeit_result(&start, Player::new(0));
        game.headers.set("Result", &lost);
        assert_eq!(game_outcome(&game), Seen::whole(&end).outcome(), "{start}");
    }
}
