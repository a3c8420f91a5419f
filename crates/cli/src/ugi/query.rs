use floe_engine::{AnyGame, with_game};
use floe_game::{Game, Player, Turn};
use floe_variants::Rules;

/// The answer to a question about a position.
///
/// # Errors
/// When there is no such question, or no position to answer it by.
pub(super) fn response(question: &str, position: Option<&AnyGame>) -> Result<String, String> {
    if question == "players" {
        return Ok("2 3 4".to_owned());
    }
    if question == "rules" {
        let all: Vec<String> = Rules::all().map(|rules| rules.to_string()).collect();
        return Ok(all.join(" "));
    }
    let position = position.ok_or("there is no position")?;
    let teams = position.rules().teams;
    with_game!(position, position => about(question, position, teams))
}

fn about<G: Game + ToString>(question: &str, position: &G, teams: bool) -> Result<String, String> {
    Ok(match (question, position.turn()) {
        ("p1turn", turn) => (turn == Turn::Of(Player::new(0))).to_string(),
        ("gameover", turn) => (turn == Turn::Over).to_string(),
        ("turn", Turn::Of(player)) => player.to_string(),
        ("turn", Turn::Over) | ("result", Turn::Of(_)) => "none".to_owned(),
        ("result", Turn::Over) => result(position, teams),
        ("position", _) => position.to_string(),
        _ => return Err(format!("there is no question '{question}'")),
    })
}

/// Who has won (1.9), as UGI says it.
fn result<G: Game>(position: &G, teams: bool) -> String {
    let best = Player::first(position.players()).map(|player| position.score(player)).max();
    let winners: Vec<Player> =
        Player::first(position.players()).filter(|&player| Some(position.score(player)) == best).collect();
    match winners[..] {
        [winner] => format!("p{}win", winner.index() + 1),
        // Of two that win together, teammates are told by the one who sits first (3.2).
        [first, _] if teams => format!("p{}win", first.index() + 1),
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
        assert!(response("rules", None).unwrap().starts_with("base push whale "));
    }
}
