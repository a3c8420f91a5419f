//! What a program must get right of the game.

use floe_engine::AnyGame;
use floe_variants::Rules;

use super::examiner::{Examiner, Found, short};
use super::games::{Played, is_over, positions};
use super::{NamedTest, Test};
use crate::ugi::query;

/// What is tested with so many players.
pub(super) fn tests(players: usize) -> &'static [Test] {
    match players {
        2 => &TWO,
        3 => &THREE,
        _ => &FOUR,
    }
}

/// What is tested of a variant, with two players, or four in teams.
pub(super) fn tests_of(rules: Rules) -> [NamedTest; 2] {
    let players = if rules.teams { 4 } else { 2 };
    let moves = move |examiner: &mut Examiner| {
        searched_moves(examiner, &positions(rules, players), &["nodes 100"], Played::as_moves)
    };
    let game = move |examiner: &mut Examiner| whole_game(examiner, rules, players);
    [(format!("moves with {rules}"), MOVES, Box::new(moves)), (format!("a game with {rules}"), GAME, Box::new(game))]
}

const LEGAL: &str = "'bestmove' is a legal move of the position, told by itself";
const MOVES: &str = "'bestmove' is a legal move of the position, told as moves from the first placement on";
const INFOS: &str =
    "a score is one such as +10:0, or for more players 31:17,28:15,20:12, and pv begins with a legal move";
const QUERIES: &str = "'query' is answered by 'response', rightly";
const GAME: &str = "the program plays a game against itself to the end";

static TWO: [Test; 5] = [
    ("moves of 2 players", LEGAL, |examiner| legal_moves(examiner, 2, Played::fen)),
    ("moves of 2 players after others", MOVES, |examiner| legal_moves(examiner, 2, Played::as_moves)),
    ("what is said of a search", INFOS, |examiner| infos(examiner, 2)),
    ("queries", QUERIES, |examiner| queries(examiner, 2, &["p1turn", "gameover", "result"])),
    ("a game of 2 players", GAME, |examiner| whole_game(examiner, Rules::BASE, 2)),
];

static THREE: [Test; 5] = [
    ("moves of 3 players", LEGAL, |examiner| legal_moves(examiner, 3, Played::fen)),
    ("moves of 3 players after others", MOVES, |examiner| legal_moves(examiner, 3, Played::as_moves)),
    ("what is said of a search with 3 players", INFOS, |examiner| infos(examiner, 3)),
    ("queries with 3 players", QUERIES, |examiner| queries(examiner, 3, &["gameover", "result", "turn"])),
    ("a game of 3 players", GAME, |examiner| whole_game(examiner, Rules::BASE, 3)),
];

static FOUR: [Test; 5] = [
    ("moves of 4 players", LEGAL, |examiner| legal_moves(examiner, 4, Played::fen)),
    ("moves of 4 players after others", MOVES, |examiner| legal_moves(examiner, 4, Played::as_moves)),
    ("what is said of a search with 4 players", INFOS, |examiner| infos(examiner, 4)),
    ("queries with 4 players", QUERIES, |examiner| queries(examiner, 4, &["gameover", "result", "turn"])),
    ("a game of 4 players", GAME, |examiner| whole_game(examiner, Rules::BASE, 4)),
];

/// The limits that are tried in turn.
const LIMITS: [&str; 3] = ["nodes 500", "depth 2", "movetime 50"];

fn legal_moves(examiner: &mut Examiner, players: usize, tell: fn(&Played) -> String) -> Result<(), String> {
    searched_moves(examiner, &positions(Rules::BASE, players), &LIMITS, tell)
}

/// Searches every position, with these limits in turn.
fn searched_moves(
    examiner: &mut Examiner,
    positions: &[Played],
    limits: &[&str],
    tell: fn(&Played) -> String,
) -> Result<(), String> {
    for (played, go) in positions.iter().zip(limits.iter().cycle()) {
        let found = examiner.search(&tell(played), go)?;
        make(&mut { played.position }, &found, &tell(played))?;
    }
    Ok(())
}

/// Makes the move that was found, and says what came of it, where chance has a say.
fn make(position: &mut AnyGame, found: &Found, order: &str) -> Result<String, String> {
    /// What chance decides follows from this number.
    const WORLD: u64 = 1;
    let made = crate::outcome::come_of(position, &found.mv, WORLD).and_then(|made| position.play(&made).map(|()| made));
    made.map_err(|why| format!("'bestmove {}': {why}; the order was 'position {order}'", short(&found.mv)))
}

fn infos(examiner: &mut Examiner, players: usize) -> Result<(), String> {
    for played in positions(Rules::BASE, players) {
        let found = examiner.search(&played.fen(), "nodes 500")?;
        for (line, info) in found.infos() {
            if info.score.is_some_and(|score| !is_score(score, players)) {
                return Err(format!("'{}'", short(line)));
            }
            let first = info.first_move.map(|mv| { played.position }.play(mv));
            first.unwrap_or(Ok(())).map_err(|why| format!("'{}' for {}: {why}", short(line), played.position))?;
        }
    }
    Ok(())
}

/// Whether a score is in the notation of values.
fn is_score(text: &str, players: usize) -> bool {
    let is_value = |text: &str| text.split_once(':').is_some_and(|(fish, tiles)| is_number(fish) && is_number(tiles));
    match players {
        2 => is_value(text),
        _ => text.split(',').count() == players && text.split(',').all(is_value),
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite)
}

fn queries(examiner: &mut Examiner, players: usize, questions: &[&str]) -> Result<(), String> {
    let over = "2....../......../......./......../......./......../......./........";
    let ended = match players {
        2 => ["A 49:31,49:28", "B 49:28,49:31", "B 49:28,49:28"],
        3 => ["A 31:17,29:17,30:17", "B 29:17,31:17,30:17", "C 29:17,30:17,30:17"],
        _ => ["A 25:13,24:13,23:13,22:13", "B 20:12,21:12,22:12,23:12", "C 20:12,23:12,22:12,23:12"],
    };
    let ended = ended.iter().map(|taken| format!("{over} {taken}"));
    let others = positions(Rules::BASE, players).into_iter().map(|played| played.position.to_string());
    for text in ended.chain(others) {
        let position: AnyGame = text.parse().map_err(|error| format!("{error}"))?;
        examiner.say(&format!("position fen {text}"));
        for question in questions {
            let (said, right) = (examiner.ask(question)?, query::response(question, Some(&position))?);
            if said != right {
                return Err(format!("'response {said}' to 'query {question}' for {text}, and {right} is right"));
            }
        }
    }
    Ok(())
}

fn whole_game(examiner: &mut Examiner, rules: Rules, players: usize) -> Result<(), String> {
    let mut game = positions(rules, players).into_iter().next().ok_or("there is no floe")?;
    examiner.say("uginewgame");
    while !is_over(&game.position) {
        let order = game.as_moves();
        let found = examiner.search(&order, "nodes 100")?;
        game.moves.push(make(&mut game.position, &found, &order)?);
    }
    Ok(())
}
