use crate::run::{Folder, Ran, floe, objects};

fn played() -> (Folder, [String; 2]) {
    let directory = Folder::new();
    let [one, two] = ["one", "two"].map(|name| directory.file(name));
    floe!("match alphabeta:depth=2 greedy random --seed 1 --floes 3 --out `{one}`").fine();
    let three_players = "match paranoid:depth=2 greedy --players 3 --seed 1 --floes 2";
    floe!("{three_players} --out `{two}`").fine();
    (directory, [one, two])
}

#[test]
fn matches_are_pooled_by_names_and_players() {
    let (_directory, [one, two]) = played();
    let ran = floe!("rate --json `{one}` `{two}`").fine();
    let reports: Vec<serde_json::Value> = objects(&ran);
    assert_eq!(reports.len(), 2);
    assert_eq!(
        (&reports[0]["players"], &reports[0]["games"]),
        (&2.into(), &18.into())
    );
    assert_eq!(
        (&reports[1]["players"], &reports[1]["games"]),
        (&3.into(), &6.into())
    );
    assert_eq!(reports[0]["standings"].as_array().unwrap().len(), 3);
    let again = floe!("rate --json `{one}` `{one}`").fine();
    assert_eq!(
        again.lines().next().unwrap(),
        ran.lines().next().unwrap(),
        "a file counts once"
    );
}

/// Engines that no games connect have no common scale.
#[test]
fn engines_that_never_met_are_named() {
    let directory = Folder::new();
    let [one, two] = ["one", "two"].map(|name| directory.file(name));
    floe!("match alphabeta:depth=1 random --seed 1 --floes 2 --out `{one}`").fine();
    floe!("match greedy random:seed=1 --seed 1 --floes 2 --out `{two}`").fine();
    let rated = floe!("rate `{one}` `{two}`").fine();
    let flat = rated.split_whitespace().collect::<Vec<_>>().join(" ");
    let groups =
        "their ratings cannot be compared: alphabeta:depth=1, random; greedy, random:seed=1.";
    assert!(flat.contains(groups), "{rated}");
    let connected = floe("match greedy random alphabeta:depth=1 --seed 1 --floes 1").fine();
    assert!(!connected.contains("compared"), "{connected}");
}

#[test]
fn questions_are_answered() {
    let (directory, [one, two]) = played();
    let index = directory.path().join("index.db");
    let index = index.to_str().unwrap();
    let count =
        "SELECT players, count(*) AS games FROM games JOIN matches USING (match) GROUP BY players";
    for _ in 0..2 {
        let text = floe!("rate `{one}` `{two}` --sql `{count}` --index `{index}`").fine();
        assert_eq!(text, "players  games\n      2     18\n      3      6\n");
    }
    let csv = floe!("rate `{one}` --export csv").fine();
    assert_eq!(csv.lines().count(), 1 + 2 * 18);
    assert!(csv.starts_with("match,game,block,players,floe,"), "{csv}");
    let searches = floe!("rate `{one}` --sql `SELECT max(depth) FROM searches` --json").object();
    assert_eq!(searches["rows"][0][0], 2);
}

#[test]
fn a_changed_index_is_named_and_rebuilt() {
    let (directory, [one, _]) = played();
    let index = directory.file("index.db");
    let count = "SELECT count(*) AS games FROM games WHERE termination = 'finished'";
    let call = format!("rate `{one}` --sql `{count}` --index `{index}`");
    let whole = floe(&call).fine();
    let mut bytes = std::fs::read(&index).unwrap();
    let place = bytes
        .windows(8)
        .rposition(|found| found == b"finished")
        .unwrap();
    bytes[place] = b'x';
    std::fs::write(&index, bytes).unwrap();
    let ran = floe(&call);
    assert!(
        ran.err
            .contains("index.db: changed since floe wrote it; the tables are rebuilt"),
        "{}",
        ran.err
    );
    assert_eq!(ran.fine(), whole);
    assert_eq!(floe(&call).err, "");
}

#[test]
fn nothing_is_changed_by_a_question() {
    let (directory, [one, _]) = played();
    let refused = |arguments: &str, expected: &str| {
        let Ran { status, err, .. } = floe!("rate {arguments}");
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains(expected), "{err}");
    };
    refused(&format!("`{one}` --sql `DELETE FROM games`"), "read-only");
    refused(&format!("`{one}` --sql `SELECT nothing`"), "nothing");
    let empty = directory.file("empty");
    std::fs::create_dir(&empty).unwrap();
    refused(&format!("`{empty}`"), "there are no games");
    let other = directory.write("other.jsonl", "{}\n");
    refused(&format!("`{other}`"), "expected a file of games");
    refused("/nowhere/to/be.found", "/nowhere/to/be.found: ");
    for question in ["", "/* nothing */", "ATTACH 'x' AS x"] {
        refused(
            &format!("`{one}` --sql `{question}`"),
            "expected a query such as SELECT",
        );
    }
    std::fs::write(&other, "my own text\n").unwrap();
    refused(&format!("`{one}` --index `{other}`"), "other.jsonl: ");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "my own text\n");
}

/// Every command refuses a damaged record in the same way, with its line.
#[test]
fn a_damaged_record_is_refused_with_its_line() {
    let (_directory, [one, _]) = played();
    let path = format!("{one}/games.jsonl");
    let whole = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole
        .lines()
        .enumerate()
        .map(|(at, line)| if at == 11 { "rubbish" } else { line })
        .collect();
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    for call in [
        format!("rate `{one}`"),
        format!("match alphabeta:depth=2 greedy random --seed 1 --floes 3 --out `{one}`"),
        format!("replay `{path}` --game 0"),
    ] {
        let said = floe(&call).refuses("line 12, column 1: not a record of a game: expected value");
        assert!(!said.contains("line 1 "), "{said}");
    }
}

/// Queries find who moved and who came in which place; a player who has retired is left out of the
/// turn.
#[test]
fn questions_about_seats_places_and_seeds_are_answered() {
    let directory = Folder::new();
    let out = directory.file("out");
    let large = "18361040491435020803";
    let played = "match default:nodes=1 greedy --players 3 --floes 2 --seed";
    floe!("{played} `{large}` --out `{out}`").fine();
    let ask = |sql: &str| floe!("rate `{out}` --sql `{sql}` --json").object()["rows"].clone();
    let one = serde_json::json!([[0]]);
    assert_eq!(ask("SELECT count(*) FROM searches WHERE seat IS NULL"), one);
    let of_others = "SELECT count(*) FROM searches JOIN seats USING (match, game, seat) WHERE name = 'greedy' AND value IS NOT NULL";
    assert_eq!(ask(of_others), one, "only the other engine reports");
    let places = "SELECT count(*) FROM seats a WHERE place != 1 + (SELECT count(*) FROM seats b WHERE a.match = b.match \
        AND a.game = b.game AND (b.fish, b.tiles) > (a.fish, a.tiles))";
    assert_eq!(ask(places), one);
    assert_eq!(
        ask("SELECT min(place), max(place) FROM seats"),
        serde_json::json!([[1, 3]])
    );
    assert_eq!(
        ask(&format!(
            "SELECT count(*) > 0 FROM games WHERE seed = '{large}'"
        )),
        serde_json::json!([[1]])
    );
    assert_eq!(
        ask("SELECT DISTINCT seed FROM games"),
        serde_json::json!([[large]])
    );
    // The record keeps the seed in readers that have floating-point numbers alone; small seeds are
    // found as numbers.
    let record = std::fs::read_to_string(format!("{out}/games.jsonl")).unwrap();
    assert!(
        record
            .lines()
            .all(|line| line.contains(&format!("\"seed\":\"{large}\"")))
    );
    let drawn = directory.file("drawn");
    floe!("match greedy random --floes 1 --out `{drawn}`").fine();
    let record = std::fs::read_to_string(format!("{drawn}/games.jsonl")).unwrap();
    let head: serde_json::Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
    let seed = head["config"]["seed"].as_u64().unwrap();
    assert!(seed < 1 << 53);
    let found = floe!(
        "rate `{drawn}` --sql `SELECT count(*) FROM games WHERE seed = {seed}` \
        --json"
    );
    assert_eq!(found.object()["rows"], serde_json::json!([[2]]));
    // What older builds wrote, numbers of any size, is resumed and rated.
    let old = std::fs::read_to_string(format!("{out}/games.jsonl")).unwrap();
    std::fs::write(
        format!("{out}/games.jsonl"),
        old.replace(&format!("\"{large}\""), large),
    )
    .unwrap();
    for seed in [&format!("--seed {large}"), ""] {
        floe!("match default:nodes=1 greedy --players 3 --floes 2 --out `{out}` {seed}").fine();
    }
    assert_eq!(
        ask("SELECT DISTINCT seed FROM games"),
        serde_json::json!([[large]])
    );
}

/// A seed of any size is the same text in JSON of all commands.
#[test]
fn every_command_keeps_large_seeds_in_json() {
    for (seed, written) in [
        (
            "9007199254740991",
            serde_json::json!(9_007_199_254_740_991_u64),
        ),
        ("9007199254740993", serde_json::json!("9007199254740993")),
        (
            "18446744073709551615",
            serde_json::json!("18446744073709551615"),
        ),
    ] {
        let dealt = floe!("new --seed `{seed}` --json").object();
        assert_eq!(dealt["seed"], written);
        let plan = floe!("match greedy random --floes 1 --seed `{seed}` --plan --json").object();
        assert_eq!(plan["seed"], written);
        let directory = Folder::new();
        let out = directory.path().to_str().unwrap();
        let train = "train greedy --games 20 --floes 1 --parts 1 --rounds 1 --epochs 0";
        for _ in 0..2 {
            floe!("{train} --layout small-10 --penguins 1 --seed `{seed}` --out `{out}`").fine();
        }
        let settings = directory.read("training.json");
        let settings: serde_json::Value = serde_json::from_str(&settings).unwrap();
        assert_eq!(settings["seed"], written);
    }
}

/// A folder of records is read by `replay` as by `rate`.
#[test]
fn replay_reads_a_folder_as_rate_does() {
    let folder = Folder::new();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    for shard in ["1/2", "2/2"] {
        floe!("match greedy random --floes 2 --seed 1 --shard `{shard}` --out `{out}`").fine();
    }
    floe!("rate `{out}`").fine();
    let games = floe!("replay `{out}` --export -").fine();
    assert_eq!(
        games
            .matches("[Event ")
            .count()
            .max(games.matches("[Result ").count()),
        4,
        "{games}"
    );
    for number in ["0", "1", "2", "3"] {
        floe!("replay `{out}` --game `{number}`").says("1. A ");
    }
    let record = format!("{out}/shard-1-of-2.jsonl");
    floe!("replay `{out}` --game 0 --html `{record}`").refuses("expected another file than ");
    floe!("replay `{out}`").refuses("choose one with --game N");
    assert!(floe!("replay `{out}` --game 4").wrong().contains('4'));
}
