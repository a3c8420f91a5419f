use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use floe_engine::GameRules;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

use crate::run::{Folder, end, floe, start};

/// The report of a match, with seed 1 unless the arguments name one.
fn contest(arguments: &str) -> Value {
    let has_seed = arguments.contains("--seed");
    let seed = if has_seed { "" } else { "--seed 1" };
    floe!("match --json {arguments} {seed}").object()
}

/// The games of a file, sorted; the first line of the file is not one.
fn games(path: impl AsRef<Path>) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut games: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
    games.sort();
    games
}

fn directory() -> (Folder, String) {
    let directory = Folder::new();
    let name = directory.file("out");
    (directory, name)
}

#[test]
fn the_object_is_what_others_rely_on() {
    let report = contest("alphabeta:depth=2 random --floes 5");
    assert_eq!(report["schema"], "floe/match/1");
    assert_eq!(report["games"], 10);
    let results: Vec<u64> = ["wins", "draws", "losses"]
        .map(|key| report["results"][key].as_u64().unwrap())
        .to_vec();
    assert_eq!(results.iter().sum::<u64>(), 10);
    assert!(results[0] >= 8, "{report}");
    assert!(report["elo"].as_f64().unwrap() > 0.0 && report["error"].as_f64().unwrap() > 0.0);
    assert!(report["margin"].as_f64().unwrap() > 0.0);
}

/// Reports of all games, as text, JSON and HTML, count in the units of the game.
#[test]
fn reports_count_in_the_units_of_the_game() {
    for rules in GameRules::all() {
        let name = rules.to_string();
        let unit = rules.units().name();
        let (_directory, out) = directory();
        let page = format!("{out}.html");
        let options = format!("--floes 1 --seed 1 --rules `{name}` --out `{out}`");
        let call = format!("match random random:seed=2 {options}");
        let text = floe!("{call} --html `{page}`").fine();
        let is_together = rules.sides(rules.usual_players()) == 1;
        let (margin, column) = if is_together {
            ("left", "left")
        } else {
            ("per game", unit)
        };
        let margin = format!(" {unit} {margin}, needs more games for an interval");
        assert!(
            text.lines()
                .any(|line| line.starts_with("  margin") && line.ends_with(&margin)),
            "{name}: {text}"
        );
        assert!(
            text.lines()
                .any(|line| line.starts_with("engine") && line.contains(column)),
            "{name}: {text}"
        );
        assert_eq!(floe!("{call} --json").object()["unit"], unit, "{name}");
        let page = std::fs::read_to_string(page).unwrap();
        assert!(page.contains(&format!("<th>{column}</th>")), "{name}");
        assert!(page.contains(&format!("margin in {unit}")), "{name}");
    }
}

#[test]
fn with_fewer_engines_than_players_the_first_has_one_seat() {
    for (players, games) in [("3", 6), ("4", 8)] {
        let report = contest(&format!("greedy random --players `{players}` --floes 2"));
        assert_eq!(report["games"], games);
        assert_eq!(report["standings"][0]["seats"], games);
        let results = &report["results"];
        let all = ["wins", "draws", "losses"]
            .map(|key| results[key].as_u64().unwrap())
            .iter()
            .sum::<u64>();
        assert_eq!(all, games);
    }
}

#[test]
fn engines_with_node_limits_play_the_same_games_however_many_at_a_time() {
    let (_one, first) = directory();
    let (_two, second) = directory();
    for (out, concurrency) in [(&first, "1"), (&second, "3")] {
        contest(&format!(
            "default:nodes=300 uct:nodes=50 --floes 4 --out `{out}` --concurrency \
            `{concurrency}`"
        ));
    }
    let first = games(format!("{first}/games.jsonl"));
    assert_eq!(first.len(), 8);
    assert_eq!(first, games(format!("{second}/games.jsonl")));
}

/// A match is killed this number of times at random moments, then played to the end: the games are
/// those of an undisturbed one.
fn kill_often(times: u32, floes: &str) {
    let (_one, killed) = directory();
    let (_two, undisturbed) = directory();
    let arguments =
        |out| format!("match alphabeta:depth=2 greedy --floes `{floes}` --seed 5 --out `{out}`");
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(u64::from(times));
    for _ in 0..times {
        let mut child = start(&arguments(&killed));
        std::thread::sleep(Duration::from_millis(rng.random_range(5..80)));
        child.kill().unwrap();
        end(child);
    }
    for out in [&killed, &undisturbed] {
        floe(&arguments(out)).fine();
    }
    let games = [killed, undisturbed].map(|out| games(format!("{out}/games.jsonl")));
    assert_eq!(
        games[0].iter().collect::<BTreeSet<_>>().len(),
        games[0].len(),
        "a game is there twice"
    );
    assert_eq!(games[0], games[1]);
}

#[test]
fn nothing_is_lost_when_a_match_is_killed() {
    kill_often(20, "150");
}

#[test]
#[ignore = "takes minutes: cargo xtask long-tests"]
fn nothing_is_lost_when_a_match_is_killed_a_thousand_times() {
    kill_often(1000, "6000");
}

#[test]
fn another_match_is_not_mixed_in() {
    let (_directory, out) = directory();
    contest(&format!("greedy random --floes 2 --out `{out}`"));
    floe!("match greedy random --floes 1 --out `{out}`")
        .refuses("floes is 2 there, not 1; repeat its settings");
}

/// A game file holds all games of a record, those of an earlier run too.
#[test]
fn a_match_is_exported() {
    let (directory, out) = directory();
    let file = directory.file("match.game");
    let call = format!("greedy random --floes 2 --out `{out}` --game-file `{file}`");
    contest(&call);
    let text = directory.read("match.game");
    assert_eq!(text.matches("[Event ").count(), 4);
    floe!("replay `{file}` --game 3").says("A:           ");
    let exported = floe!("replay `{out}/games.jsonl` --export -");
    assert_eq!(exported.fine(), text);
    std::fs::remove_file(&file).unwrap();
    contest(&call);
    assert_eq!(directory.read("match.game"), text);
    floe!("match greedy random --floes 2 --game-file `{file}`").refuses("--out <DIR>");
}

#[test]
fn the_test_ends_a_match_and_says_how() {
    let sprt = |bounds| format!("match greedy random --floes 200 --seed 1 --sprt `{bounds}`");
    assert_eq!(floe(&sprt("0,30")).status, Some(0));
    let decided = floe("match greedy random --seed 1 --sprt 0,30");
    assert_eq!(decided.status, Some(0), "{}", decided.err);
    let (_directory, out) = directory();
    let shard = format!("match greedy random --sprt 0,30 --shard 1/2 --seed 1 --out `{out}`");
    floe(&shard).refuses("--shard: expected with --floes");
    let swapped = floe("match random greedy --floes 200 --seed 1 --sprt 0,30");
    assert_eq!(swapped.status, Some(1), "{}", swapped.out);
    let open = floe("match random random --floes 3 --seed 1 --sprt 0,2 --json");
    assert_eq!(open.status, Some(3), "{}", open.out);
    floe(&sprt("30,0")).refuses("--sprt");
}

/// The test is the same for any number of players and opponents, and says what is missing.
#[test]
fn the_test_is_one_for_any_number_of_players() {
    for (players, engines) in [
        (2, "greedy random random:seed=1"),
        (3, "greedy random"),
        (3, "greedy random random:seed=1"),
        (4, "greedy random"),
        (4, "greedy random random:seed=1"),
    ] {
        let call = |engines: &str, bounds: &str| {
            let options = format!("--players `{players}` --seed 1 --floes 200");
            floe!("match {engines} {options} --sprt `{bounds}` --json")
        };
        let accepted = call(engines, "0,30").object();
        let test = &accepted["sprt"];
        assert_eq!(
            (&test["decision"], &test["blocks_to_go"]),
            (&"accepted".into(), &serde_json::Value::Null),
            "{players} players, {engines}: {accepted}"
        );
        assert!(accepted["games"].as_u64().unwrap() < 600, "{accepted}");
        assert_eq!(call("random greedy", "0,30").status, Some(1));
        let report = call("random random", "-2,2").undecided();
        assert_eq!(report["sprt"]["blocks"], 200);
        // Four Elo take tens of thousands of games.
        assert!(
            report["sprt"]["blocks_to_go"].as_u64().unwrap() > 1000,
            "{report}"
        );
    }
    let text = floe("match random random --players 3 --floes 5 --seed 1 --sprt 0,5").out;
    assert!(text.contains("blocks more to decide it"), "{text}");
}

/// Games go to engines whose order is open, and a match that is resumed plays the same ones.
#[test]
fn the_order_ends_a_tournament() {
    let (_directory, out) = directory();
    let call = format!(
        "match random random greedy --floes 40 --seed 1 --order 0.9 --out \
        `{out}`"
    );
    let report = |call: &str| {
        let run = floe!("{call} --json");
        assert_eq!(run.status, Some(3), "{}", run.err);
        serde_json::from_str::<serde_json::Value>(&run.out).unwrap()
    };
    let whole = report(&call);
    assert_eq!(
        (&whole["order"]["order"][0], &whole["order"]["settled"][0]),
        (&2.into(), &true.into()),
        "{whole}"
    );
    let games = |one: usize, other: usize| {
        let counts = whole["cross_table"][one][other].as_array().unwrap();
        counts
            .iter()
            .map(|count| count.as_u64().unwrap())
            .sum::<u64>()
    };
    assert!(
        games(0, 1) == 80 && games(0, 2) + games(1, 2) < 80,
        "{whole}"
    );
    let text = floe(&call).out;
    assert!(
        text.contains("greedy > random") && text.contains("? random") && text.contains("90 %"),
        "{text}"
    );
    let file = std::path::Path::new(&out).join("games.jsonl");
    let lines = std::fs::read_to_string(&file).unwrap();
    let half: String = lines
        .lines()
        .take(20)
        .map(|line| format!("{line}\n"))
        .collect();
    std::fs::write(&file, half).unwrap();
    assert_eq!(report(&call), whole);
}

#[test]
fn shards_are_the_whole() {
    let (_one, parts) = directory();
    let (_two, whole) = directory();
    let arguments = "alphabeta:depth=1 random --floes 7";
    for shard in ["1/3", "2/3"] {
        contest(&format!("{arguments} --out `{parts}` --shard `{shard}`"));
    }
    floe!("match --merge `{parts}`").refuses("games are missing");
    contest(&format!("{arguments} --out `{parts}` --shard 3/3"));
    let all = contest(&format!("{arguments} --out `{whole}`"));
    assert_eq!(contest(&format!("--merge `{parts}`")), all);
    // Another directory without complete games, here one where nothing is recorded, is not passed
    // over.
    let (_empty, nothing) = directory();
    std::fs::create_dir_all(&nothing).unwrap();
    floe!("match --merge `{parts}` `{nothing}`")
        .refuses(format!("{nothing}: expected sealed games"));
    let merged = format!("{arguments} --merge `{parts}`");
    assert_eq!(contest(&merged), all);
    for (told, said) in [
        ("--seed 2", "seed is 1 there, not 2"),
        ("--placed", "placed is false there, not true"),
        ("--players 3", "players is 2 there, not 3"),
    ] {
        let error = floe!("match {merged} {told}").wrong();
        assert!(
            error.contains("another match was played there") && error.contains(said),
            "{error}"
        );
    }
    let error = floe!("match greedy random --merge `{parts}`").wrong();
    assert!(
        error.contains("engines[0] is") && error.contains(r#"there, not "greedy""#),
        "{error}"
    );
    let file = format!("{parts}/shard-2-of-3.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("finished", "finishes", 1)).unwrap();
    floe!("match --merge `{parts}`").refuses("has changed since it was sealed");
}

#[test]
fn other_programs_play_too() {
    let program = format!("cmd:{} ugi -- depth=1", env!("CARGO_BIN_EXE_floe"));
    let report = contest(&format!("`{program}` random --floes 2"));
    assert_eq!(report["games"], 4);
    assert_eq!(report["faults"].as_array().unwrap().len(), 0, "{report}");
    let missing = floe("match cmd:no-such-program random --floes 2");
    assert!(
        missing.status != Some(0) && missing.err.contains("no-such-program"),
        "{}",
        missing.err
    );
}

/// Plays two or three games on this clock from a position, or a dealt floe; all of them end on the
/// floe.
fn nobody_loses(clock: &str, players: &str, engine: &str, position: Option<&str>) {
    let (directory, out) = directory();
    let file = directory.write("floes.pos", position.unwrap_or_default());
    let floes = if position.is_some() {
        format!("--file `{file}`")
    } else {
        "--floes 1".to_owned()
    };
    let call = format!("default `{engine}` --players `{players}` --out `{out}` {floes}");
    let report = contest(&format!("{call} --clock `{clock}` --concurrency 1"));
    assert_eq!(report["faults"].as_array().unwrap().len(), 0, "{report}");
    assert_eq!(report["terminations"][0][0], "finished", "{report}");
    let games = games(format!("{out}/games.jsonl"));
    assert!(games[0].contains("\"milliseconds\":"), "{}", games[0]);
    floe!("rate `{out}`").says(format!("default [{clock}]"));
    floe!("match {call} --clock 1h").refuses(format!("clock is \"{clock}\" there, not \"3600s\""));
}

/// Each of the few moves to come leaves more than a second on the clock, so that other work of the
/// machine loses no game.
#[test]
fn nobody_loses_on_time() {
    let program = format!("cmd:{} ugi", env!("CARGO_BIN_EXE_floe"));
    for (players, engine, position) in [
        ("2", "uct", crate::EXAMPLE),
        ("3", "maxn", crate::THREE),
        ("2", &program, crate::EXAMPLE),
    ] {
        nobody_loses("4s+1s", players, engine, Some(position));
    }
}

#[test]
#[ignore = "needs an idle machine: cargo xtask long-tests"]
fn nobody_loses_a_fast_game_on_time() {
    let program = format!("cmd:{} ugi", env!("CARGO_BIN_EXE_floe"));
    for (players, engine) in [("2", "uct"), ("3", "maxn"), ("2", &program)] {
        nobody_loses("2s+50ms", players, engine, None);
    }
}

#[cfg(unix)]
#[test]
fn who_is_too_slow_loses_on_time() {
    let answers = "ugi) echo ugiok;; isready) echo readyok;; quit) exit 0;; go*) sleep 60;;";
    let slow = format!("cmd:sh -c 'while read -r line; do case \"$line\" in {answers} esac; done'");
    let (_directory, out) = directory();
    let report = contest(&format!(
        "greedy `{slow}` --clock 5s --floes 1 --out `{out}`"
    ));
    let fault = &report["faults"][0];
    assert_eq!(
        (fault["what"].as_str(), fault["games"].as_u64()),
        (Some("time"), Some(2)),
        "{report}"
    );
    assert_eq!(report["results"]["wins"], 2);
    floe!("replay `{out}/games.jsonl` --game 0").says("has lost: lost on time: ");
}

#[test]
fn floes_come_from_a_file() {
    let directory = Folder::new();
    let endings = format!("# two endings\n{}\n{}\n", crate::ENDGAME, crate::EXAMPLE);
    let file = directory.write("floes.pos", endings);
    assert_eq!(
        contest(&format!("greedy random --file `{file}`"))["games"],
        4
    );
    assert_eq!(
        contest(&format!("greedy random --file `{file}` --layout standard"))["games"],
        4
    );
    floe!("match greedy random --file `{file}` --layout setup-1")
        .refuses("line 2: --layout: expected setup-1; found standard");
    directory.write("floes.pos", format!("{}\nrubbish\n", crate::ENDGAME));
    floe!("match greedy random --file `{file}`").refuses("line 2");
    let view = "angling:??3!?/?..?/?r!??/??.? A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r";
    directory.write("floes.pos", format!("# a view\n\n{view}\n"));
    floe!("match greedy random --file `{file}`")
        .refuses("line 3: expected a position with all tiles; found the view of a player");
    floe("match greedy random --file /no/such/file").refuses("/no/such/file: ");
    floe("match --merge /no/such/folder").refuses("/no/such/folder: ");
}

/// A floe that is played as it is written is not reported as dealt.
#[test]
fn how_floes_are_dealt_is_not_said_of_floes_from_a_file() {
    let directory = Folder::new();
    let file = directory.file("floes.pos");
    for (dealt, more) in [
        ("--layout setup-2", "--centre open"),
        ("--rules hidden-whale", "--whales 3,2"),
        ("--rules special-tiles", "--special teleport=1"),
    ] {
        let position = floe!("new --seed 1 {dealt}").fine();
        std::fs::write(&file, position).unwrap();
        let call = format!("match random random --plan --file `{file}` {dealt}");
        floe(&call).fine();
        let wrong = floe!("{call} {more}").wrong();
        let option = more.split(' ').next().unwrap();
        assert!(
            wrong.contains("--file") && wrong.contains(option),
            "{wrong}"
        );
    }
}

#[test]
fn a_wrong_call_is_told() {
    for (arguments, told) in [
        ("stockfish random --floes 1", "unknown engine 'stockfish'"),
        (
            "default:weights=Cargo.toml random --floes 1",
            "weights=Cargo.toml: line 1: expected one of placement, slides; found '[package]'",
        ),
        ("random --floes 1", "at least 2 engines"),
        (
            "maxn random --floes 1",
            "expected three or four players, without teams and chance; found 2 sides",
        ),
        ("random greedy --floes 1 --clock 60", "such as 60s+1s"),
        ("random greedy --floes 1 --shard 4/3 --out x", "shard"),
    ] {
        floe!("match {arguments}").refuses(told);
    }
}
