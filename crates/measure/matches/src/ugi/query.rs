use floe_arena::ugi::UgiError;
use floe_engine::{AnyGame, GameRules, with_game};
use floe_game::{Game, Player, Score, Turn};

/// Answers a question about a position.
///
/// # Errors
/// When the question is unknown, or needs a position and there is none.
pub(super) fn response(question: &str, game: Option<&AnyGame>) -> Result<String, UgiError> {
    if question == "players" {
        return Ok("2 3 4".to_owned());
    }
    if question == "rules" {
        let names: Vec<String> = GameRules::all().map(|rules| rules.to_string()).collect();
        return Ok(names.join(" "));
    }
    let game = game.ok_or(UgiError::NoPosition)?;
    let turn = with_game!(game, game => game.turn());
    Ok(match (question, turn) {
        ("p1turn", turn) => (turn == Turn::Of(Player::new(0))).to_string(),
        ("gameover", turn) => (turn == Turn::Over).to_string(),
        ("turn", Turn::Of(player)) => player.to_string(),
        ("turn", Turn::Over) | ("result", Turn::Of(_)) => "none".to_owned(),
        ("result", Turn::Over) => result(game),
        ("position", _) => game.to_string(),
        _ => {
            let known = "p1turn, gameover, result, players, rules, turn, position";
            return Err(UgiError::unknown("question", question, known));
        }
    })
}

/// The result of a finished game; a team is named by its player who sits first.
fn result(game: &AnyGame) -> String {
    let scores: Vec<Score> = with_game!(game, game => Player::first(game.players()).map(|player| game.score(player)).collect());
    let best = scores.iter().max();
    let leaders: Vec<usize> = (0..scores.len())
        .filter(|&player| Some(&scores[player]) == best)
        .collect();
    match leaders[..] {
        [winner] => format!("p{}win", winner + 1),
        [first, _] if game.rules().has_teams() => format!("p{}win", first + 1),
        _ => "draw".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{START_POSITION, start_position};
    use super::*;

    const OVER: &str = "2....../......../......./......../......./......../......./........";

    fn ask(question: &str, position: &str) -> String {
        response(question, Some(&position.parse().unwrap())).unwrap()
    }

    #[test]
    fn winners_are_named() {
        for (taken, result) in [
            ("B 49:31,49:28", "p1win"),
            ("B 49:28,49:31", "p2win"),
            ("A 49:28,49:28", "draw"),
            ("B 20:10,30:10,29:10", "p2win"),
            ("B 20:10,30:10,30:10", "draw"),
            ("B 20:10,21:10,22:10,23:10", "p4win"),
        ] {
            assert_eq!(ask("result", &format!("{OVER} {taken}")), result);
            assert_eq!(ask("turn", &format!("{OVER} {taken}")), "none");
            assert_eq!(ask("gameover", &format!("{OVER} {taken}")), "true");
            assert_eq!(ask("p1turn", &format!("{OVER} {taken}")), "false");
        }
    }

    #[test]
    fn a_game_under_way_has_a_turn() {
        assert_eq!(ask("turn", START_POSITION), "A");
        assert_eq!(ask("p1turn", START_POSITION), "true");
        assert_eq!(ask("gameover", START_POSITION), "false");
        assert_eq!(ask("result", START_POSITION), "none");
        assert_eq!(ask("position", START_POSITION), START_POSITION);
    }

    #[test]
    fn other_questions_have_no_answer() {
        let ask = |question| response(question, None);
        assert!(response("weather", Some(&start_position())).is_err());
        assert!(ask("turn").is_err());
        assert_eq!(ask("players").unwrap(), "2 3 4");
        assert!(ask("rules").unwrap().starts_with("base push whale "));
    }
}
