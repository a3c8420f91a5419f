use floe_fish::{AnyPosition, Position, Value, with_position};
use floe_game::{Game, Player, Turn};

/// The answer to a question about a position.
///
/// # Errors
/// When there is no such question, or no position to answer it by.
pub(super) fn response(question: &str, position: Option<&AnyPosition>) -> Result<String, String> {
    if question == "players" {
        return Ok("2 3 4".to_owned());
    }
    let position = position.ok_or("there is no position")?;
    with_position!(position, position => about(question, position))
}

fn about<const N: usize>(question: &str, position: &Position<N>) -> Result<String, String> {
    Ok(match (question, position.turn()) {
        ("p1turn", turn) => (turn == Turn::Of(Player::new(0))).to_string(),
        ("gameover", turn) => (turn == Turn::Over).to_string(),
        ("turn", Turn::Of(player)) => player.to_string(),
        ("turn", Turn::Over) | ("result", Turn::Of(_)) => "none".to_owned(),
        ("result", Turn::Over) => result(position),
        ("position", _) => position.to_string(),
        _ => return Err(format!("there is no question '{question}'")),
    })
}

/// Who has won (1.9), as UGI says it.
fn result<const N: usize>(position: &Position<N>) -> String {
    let taken: [Value; N] = std::array::from_fn(|player| position.taken(Player::new(player)));
    let best = taken.iter().max().expect("there are players");
    let winners: Vec<usize> = (0..N).filter(|&player| taken[player] == *best).collect();
    match winners[..] {
        [winner] => format!("p{}win", winner + 1),
        _ => "draw".to_owned(),
    }
}

#[cfg(test)]
mod tests {
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
        let start = super::super::STARTPOS;
        assert_eq!(ask("turn", start), "A");
        assert_eq!(ask("p1turn", start), "true");
        assert_eq!(ask("gameover", start), "false");
        assert_eq!(ask("result", start), "none");
        assert_eq!(ask("position", start), start);
    }

    #[test]
    fn other_questions_have_no_answer() {
        assert!(response("weather", Some(&super::super::startpos())).is_err());
        assert!(response("turn", None).is_err());
        assert_eq!(response("players", None).unwrap(), "2 3 4");
    }
}
