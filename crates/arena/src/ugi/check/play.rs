//! Checks of moves, scores, queries and whole games.

use super::super::{RandomGame, UgiGames, response};
use super::Test;
use super::examiner::{CheckFailure, Checked, Examiner, FoundMove, short};

const LEGAL: &str = "'bestmove' is a legal move of the position, told by itself";
const MOVES: &str = "'bestmove' is a legal move of the position, told as moves from the first placement on";
const INFOS: &str =
    "a score is one such as +10:0, or for more players 31:17,28:15,20:12, and pv begins with a legal move";
const QUERIES: &str = "'query' is answered by 'response', rightly";
const GAME: &str = "the program plays a game against itself to the end";

/// The limits that are tried in turn.
const LIMITS: [&str; 3] = ["nodes 500", "depth 2", "movetime 50"];

/// Chance decides what follows from this number.
const WORLD: u64 = 1;

/// The checks of the base game with this number of players.
pub(super) fn tests<'a, U: UgiGames>(players: usize) -> Vec<Test<'a, U>> {
    let with_players = if players == 2 { String::new() } else { format!(" with {players} players") };
    let questions: &[&str] =
        if players == 2 { &["p1turn", "gameover", "result"] } else { &["gameover", "result", "turn"] };
    vec![
        Test::new(format!("moves of {players} players"), LEGAL, move |examiner| {
            searched_moves(examiner, &games(examiner, "base", players), &LIMITS, fen)
        }),
        Test::new(format!("moves of {players} players after others"), MOVES, move |examiner| {
            searched_moves(examiner, &games(examiner, "base", players), &LIMITS, as_moves)
        }),
        Test::new(format!("what is said of a search{with_players}"), INFOS, move |examiner| infos(examiner, players)),
        Test::new(format!("queries{with_players}"), QUERIES, move |examiner| queries(examiner, players, questions)),
        Test::new(format!("a game of {players} players"), GAME, move |examiner| whole_game(examiner, "base", players)),
    ]
}

/// The checks of a variant.
pub(super) fn tests_of<U: UgiGames>(rules: &str, players: usize) -> Vec<Test<'_, U>> {
    let moves = move |examiner: &mut Examiner<'_, U>| {
        searched_moves(examiner, &games(examiner, rules, players), &["nodes 100"], as_moves)
    };
    vec![
        Test::new(format!("moves with {rules}"), MOVES, moves),
        Test::new(format!("a game with {rules}"), GAME, move |examiner| whole_game(examiner, rules, players)),
    ]
}

/// Positions of random games from the first placement to the last moves, where the game is not over.
fn games<U: UgiGames>(examiner: &Examiner<'_, U>, rules: &str, players: usize) -> Vec<RandomGame<U::Game>> {
    const PLIES: [usize; 12] = [0, 1, 5, 7, 8, 9, 12, 18, 25, 32, 38, 44];
    let played = (1..).zip(PLIES).map(|(seed, plies)| examiner.games.random_game(rules, players, seed, plies));
    played.filter(|played| !examiner.games.status(&played.game).is_over()).collect()
}

/// A game as it follows the word `position`: its last position.
fn fen<G: ToString>(played: &RandomGame<G>) -> String {
    format!("fen {}", played.game.to_string())
}

/// A game as it follows the word `position`: its first position, and the moves.
fn as_moves<G: ToString>(played: &RandomGame<G>) -> String {
    let with_moves = if played.moves.is_empty() { "" } else { " moves " };
    format!("fen {}{with_moves}{}", played.floe.to_string(), played.moves.join(" "))
}

/// Searches every position, with these limits in turn.
fn searched_moves<U: UgiGames>(
    examiner: &mut Examiner<'_, U>,
    positions: &[RandomGame<U::Game>],
    limits: &[&str],
    tell: fn(&RandomGame<U::Game>) -> String,
) -> Checked {
    for (played, go) in positions.iter().zip(limits.iter().cycle()) {
        let found = examiner.search(&tell(played), go)?;
        make(examiner.games, &mut { played.game }, &found, &tell(played))?;
    }
    Ok(())
}

/// Makes the move that was found, with what comes of it where chance has a say, and returns it.
fn make<U: UgiGames>(games: &U, game: &mut U::Game, found: &FoundMove, order: &str) -> Checked<String> {
    let made = games.settle(game, &found.mv, WORLD).and_then(|made| games.play(game, &made).map(|()| made));
    made.map_err(|why| {
        CheckFailure(format!("'bestmove {}': {why}; the order was 'position {order}'", short(&found.mv)))
    })
}

fn infos<U: UgiGames>(examiner: &mut Examiner<'_, U>, players: usize) -> Checked {
    for played in games(examiner, "base", players) {
        let found = examiner.search(&fen(&played), "nodes 500")?;
        for (line, info) in found.infos() {
            if info.score.is_some_and(|score| !is_score(&score, players)) {
                return Err(CheckFailure(format!("'{}'", short(line))));
            }
            let first = info.pv.first().map(|mv| examiner.games.play(&mut { played.game }, mv));
            first
                .unwrap_or(Ok(()))
                .map_err(|why| CheckFailure(format!("'{}' for {}: {why}", short(line), played.game)))?;
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

fn queries<U: UgiGames>(examiner: &mut Examiner<'_, U>, players: usize, questions: &[&str]) -> Checked {
    let over = "2....../......../......./......../......./......../......./........";
    let ended = match players {
        2 => ["A 49:31,49:28", "B 49:28,49:31", "B 49:28,49:28"],
        3 => ["A 31:17,29:17,30:17", "B 29:17,31:17,30:17", "C 29:17,30:17,30:17"],
        _ => ["A 25:13,24:13,23:13,22:13", "B 20:12,21:12,22:12,23:12", "C 20:12,23:12,22:12,23:12"],
    };
    let ended = ended.iter().map(|taken| format!("{over} {taken}"));
    let others = games(examiner, "base", players).into_iter().map(|played| played.game.to_string());
    for text in ended.chain(others) {
        let game = examiner.games.parse(&text).map_err(|error| CheckFailure(error.to_string()))?;
        examiner.say(&format!("position fen {text}"));
        for question in questions {
            let right =
                response(examiner.games, question, Some(&game)).map_err(|error| CheckFailure(error.to_string()))?;
            let said = examiner.ask(question)?;
            if said != right {
                let found = format!("'response {said}' to 'query {question}' for {text}, and {right} is right");
                return Err(CheckFailure(found));
            }
        }
    }
    Ok(())
}

fn whole_game<U: UgiGames>(examiner: &mut Examiner<'_, U>, rules: &str, players: usize) -> Checked {
    let mut played = games(examiner, rules, players).swap_remove(0);
    examiner.say("uginewgame");
    while !examiner.games.status(&played.game).is_over() {
        let order = as_moves(&played);
        let found = examiner.search(&order, "nodes 100")?;
        played.moves.push(make(examiner.games, &mut played.game, &found, &order)?);
    }
    Ok(())
}
