//! What a program must get right of the game.

use floe_variants::AnyGame;

use super::Test;
use super::examiner::{Examiner, Found, short};
use super::games::{Played, is_over, positions};
use crate::ugi::query;

/// What is tested with so many players.
pub(super) fn tests(players: usize) -> &'static [Test] {
    match players {
        2 => &TWO,
        3 => &THREE,
        _ => &FOUR,
    }
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
    ("a game of 2 players", GAME, |examiner| whole_game(examiner, 2)),
];

static THREE: [Test; 5] = [
    ("moves of 3 players", LEGAL, |examiner| legal_moves(examiner, 3, Played::fen)),
    ("moves of 3 players after others", MOVES, |examiner| legal_moves(examiner, 3, Played::as_moves)),
    ("what is said of a search with 3 players", INFOS, |examiner| infos(examiner, 3)),
    ("queries with 3 players", QUERIES, |examiner| queries(examiner, 3, &["gameover", "result", "turn"])),
    ("a game of 3 players", GAME, |examiner| whole_game(examiner, 3)),
];

static FOUR: [Test; 5] = [
    ("moves of 4 players", LEGAL, |examiner| legal_moves(examiner, 4, Played::fen)),
    ("moves of 4 players after others", MOVES, |examiner| legal_moves(examiner, 4, Played::as_moves)),
    ("what is said of a search with 4 players", INFOS, |examiner| infos(examiner, 4)),
    ("queries with 4 players", QUERIES, |examiner| queries(examiner, 4, &["gameover", "result", "turn"])),
    ("a game of 4 players", GAME, |examiner| whole_game(examiner, 4)),
];

/// The limits that are tried in turn.
const LIMITS: [&str; 3] = ["nodes 500", "depth 2", "movetime 50"];

fn legal_moves(examiner: &mut Examiner, players: usize, tell: fn(&Played) -> String) -> Result<(), String> {
    for (played, go) in positions(players).iter().zip(LIMITS.into_iter().cycle()) {
        let found = examiner.search(&tell(played), go)?;
        legal(&played.position, &found).map_err(|why| format!("{why}; the order was 'position {}'", tell(played)))?;
    }
    Ok(())
}

fn legal(position: &AnyGame, found: &Found) -> Result<(), String> {
    let mv = short(&found.mv);
    crate::play::play(&mut { *position }, &found.mv).map_err(|why| format!("'bestmove {mv}': {why}"))
}

fn infos(examiner: &mut Examiner, players: usize) -> Result<(), String> {
    for played in positions(players) {
        let found = examiner.search(&played.fen(), "nodes 500")?;
        for (line, info) in found.infos() {
            if info.score.is_some_and(|score| !is_score(score, players)) {
                return Err(format!("'{}'", short(line)));
            }
            let first = info.first_move.map(|mv| crate::play::play(&mut { played.position }, mv));
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
    let others = positions(players).into_iter().map(|played| played.position.to_string());
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

fn whole_game(examiner: &mut Examiner, players: usize) -> Result<(), String> {
    let first = positions(players).into_iter().next().ok_or("there is no floe")?;
    let mut game = first;
    examiner.say("uginewgame");
    while !is_over(&game.position) {
        let found = examiner.search(&game.as_moves(), "nodes 100")?;
        let order = game.as_moves();
        crate::play::play(&mut game.position, &found.mv)
            .map_err(|why| format!("'bestmove {}': {why}; the order was 'position {order}'", short(&found.mv)))?;
        game.moves.push(found.mv);
    }
    Ok(())
}
