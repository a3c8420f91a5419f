//! Moves of a game with hidden tiles: all that has a game gives them to the engine. Values are
//! those of an engine that knows the line, and not those of one that knows the position alone.

use std::fs;

use floe_engine::{Analysis, AnyGame, AnyMove, Engine, EngineSpec, Evaluation, GameLine};
use floe_review::Annotator;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::run::{Folder, floe, floe_with, objects};

/// Engine that solves the days below; the same size of the table in all channels lets it solve the
/// same ones.
const ENGINE: &str = "default:nodes=1000,hash=16";
const START: &str = "angling:12/rd A 0,0 y1+8 1.1 -,- dealt lake=2x2 tiles=1.2.r.d";

/// An engine with nothing to remember.
fn engine() -> (EngineSpec, Engine) {
    let spec: EngineSpec = ENGINE.parse().unwrap();
    let engine = Engine::from_spec(&spec, Evaluation::default());
    (spec, engine)
}

/// Analysis of the end of a line by a player who knows its moves.
fn with_moves(line: &GameLine) -> Analysis<AnyMove> {
    let (spec, mut engine) = engine();
    engine.analyze_line(line, &spec.limits(), |_| ()).unwrap()
}

/// Analysis of a position by a player who does not know how it came about.
fn without_moves(position: &AnyGame) -> Analysis<AnyMove> {
    let (spec, mut engine) = engine();
    engine
        .analyze_any(position, &spec.limits(), |_| ())
        .unwrap()
}

/// Value in points for the player to move, as JSON has it.
fn points(analysis: &Analysis<AnyMove>) -> f64 {
    analysis.value.of_player(0).in_points()
}

/// Lines of random games after which the moves make a difference.
fn lines() -> Vec<GameLine> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut found: Vec<GameLine> = Vec::new();
    while found.len() < 4 {
        let mut line = GameLine::new(START.parse().unwrap());
        line.play_at_random(1 + found.len() % 4, rng);
        if with_moves(&line).value != without_moves(line.end()).value {
            found.push(line);
        }
    }
    found
}

/// Request of query mode for the analysis of the end of a line.
fn request(line: &GameLine) -> String {
    json!({"id": "1", "position": line.start().to_string(), "moves": line.notation(), "engine": ENGINE}).to_string()
}

#[track_caller]
fn assert_known(reply: &Value, line: &GameLine) {
    let result = reply.get("result").unwrap_or(reply);
    assert_eq!(
        result["value"]["points"].as_f64(),
        Some(points(&with_moves(line))),
        "{reply} after {:?}",
        line.notation()
    );
}

#[test]
fn query_mode_gives_the_moves() {
    for line in lines() {
        assert_known(
            &objects(&floe_with("query", request(&line)).fine())[0],
            &line,
        );
    }
}

#[cfg(feature = "board")]
#[test]
fn the_board_gives_the_moves() {
    let settings = floe_query::QuerySettings {
        hash_mebibytes: 16,
        ..floe_query::QuerySettings::default()
    };
    let session = floe_board::BoardSession::new(settings);
    for line in lines() {
        let stop = std::sync::atomic::AtomicBool::new(false);
        let reply = session.answer(&request(&line), &stop, &mut |_| ());
        assert_known(&serde_json::from_str(&reply).unwrap(), &line);
    }
}

#[test]
fn ugi_gives_the_moves() {
    for line in lines() {
        let said = format!(
            "ugi\nsetoption name Hash value 16\nposition fen {} moves {}\ngo nodes 1000\n",
            line.start(),
            line.notation().join(" "),
        );
        let answer = floe_with("ugi", said).fine();
        let score = format!(" score {} ", with_moves(&line).value);
        assert!(
            answer.contains(&score),
            "{answer}, expected{score}after {:?}",
            line.notation()
        );
    }
}

#[test]
fn an_analysis_with_a_game_file_gives_the_moves() {
    let folder = Folder::new();
    let file = folder.path().join("game.txt");
    for line in lines() {
        fs::write(
            &file,
            format!("{}\n{}\n", line.start(), line.notation().join("\n")),
        )
        .unwrap();
        let position = line.end().to_string();
        let history = file.display().to_string();
        let call = format!(
            "analyze `{position}` --engine `{ENGINE}` --history `{history}` \
            --json"
        );
        assert_known(&floe(&call).object(), &line);
    }
}

#[test]
fn reviews_know_the_moves() {
    let (spec, _) = engine();
    for line in lines() {
        let annotator = Annotator::new(&spec, Evaluation::default(), &line).unwrap();
        assert_eq!(
            annotator.last.1.value,
            with_moves(&line).value,
            "after {:?}",
            line.notation()
        );
    }
}

/// Players of a match know the moves: where these make a difference, values are those of an engine
/// that knows them.
#[test]
fn matches_give_the_moves() {
    let folder = Folder::new();
    let starts = folder.path().join("starts.pos");
    let lakes = ["12/rd", "r1/2d", "d2/1r", "2r/d1"].map(|lake| START.replace("12/rd", lake));
    fs::write(&starts, lakes.join("\n")).unwrap();
    let out = folder.path().join("games");
    let [starts, out] = [starts, out].map(|path| path.display().to_string());
    let other = format!("{ENGINE},seed=2");
    floe!("match `{ENGINE}` `{other}` --file `{starts}` --concurrency 1 --out `{out}` --json")
        .object();
    let records = fs::read_to_string(format!("{out}/games.jsonl")).unwrap();
    let mut known = 0;
    for record in objects(&records)
        .iter()
        .filter(|record| record["moves"].is_string())
    {
        let mut line = GameLine::new(record["floe"].as_str().unwrap().parse().unwrap());
        let searches = record["searches"].as_array().unwrap();
        for (mv, search) in record["moves"].as_str().unwrap().split(' ').zip(searches) {
            if let Some(value) = search["value"].as_str() {
                let expected = with_moves(&line).value;
                known += usize::from(
                    expected != without_moves(line.end()).value && value == expected.to_string(),
                );
            }
            line.play(mv).unwrap();
        }
    }
    assert!(known > 0, "{records}");
}
