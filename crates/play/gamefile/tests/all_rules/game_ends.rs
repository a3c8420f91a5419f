use floe_game::Player;
use floe_gamefile::{GameLog, WrittenGame, forfeit_result, result_header};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

fn read(text: &str) -> WrittenGame {
    let [game] = WrittenGame::parse_all(text.as_bytes()).try_into().unwrap();
    game.unwrap_or_else(|mistake| panic!("line {}, {mistake}\n{text}", mistake.place.line))
}

/// The result of a game that is played to its end is that of its last position, also where its
/// headers name another.
#[test]
fn the_last_position_decides_the_result_of_a_game_that_is_over() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    for start in starts() {
        let mut log = GameLog::new(start, 1);
        let (moves, end) = random_game(&start, rng);
        let moves: Vec<String> = moves.into_iter().map(|(_, mv)| mv).collect();
        let mut game = read(&format!("{log}{}\n", moves.join(" ")));
        game.headers
            .set("Result", &forfeit_result(&start, Player::new(0)));
        game.update_result();
        let result = result_header(&end);
        assert_eq!(game.headers.get("Result"), Some(&*result), "{start}");
        // A result that no game of these players has is none.
        log.headers().set("Result", "1-0-0-0-0");
        log.update_result();
        assert_eq!(log.headers().get("Result"), Some("*"), "{start}");
    }
}
