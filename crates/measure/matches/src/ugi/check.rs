//! Checks whether another program keeps to the protocol UGI.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use floe_arena::fault::Fault;
use floe_arena::ugi::{Launch, Program, Timeouts, UgiReply};
use floe_engine::{AnyGame, GameLine, GameRules, with_game};
use floe_fish::PositionError;
use floe_game::Game;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Serialize;

use super::query::response;
use super::start_position;

/// Results of all checks of a program.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckReport {
    /// Command of the program, with its arguments.
    pub program: String,
    /// Whether the program has passed all checks.
    pub passed: bool,
    /// Results of the checks, in the order in which they were made.
    pub checks: Vec<Check>,
}

/// Result of one check of a program that speaks UGI.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Check {
    /// Name of the check.
    pub name: String,
    /// Whether the program has passed the check.
    pub passed: bool,
    /// Behaviour that the check expects of a program, in words.
    pub expected: &'static str,
    /// Behaviour of the program that the check has found in place of `expected`, in words; `None`
    /// if the program has passed.
    pub found: Option<String>,
}

/// The result of a check or of a part of it; the error is the wrong behaviour found.
type Checked<T = ()> = Result<T, String>;

/// The checks run to their end.
static NEVER: AtomicBool = AtomicBool::new(false);

const MS: Duration = Duration::from_millis(1);

/// Time for an answer at once; other programs run on the machine.
const AT_ONCE: Duration = Duration::from_secs(1);

/// Tolerance of a time limit.
const TOLERANCE: Duration = Duration::from_millis(50);

/// The number of the world that decides chance events.
const WORLD: u64 = 1;

/// Starts a program and checks that it keeps to the protocol, and that its moves, its answers to
/// queries and whole games are right under all rules that it supports. If its introduction fails,
/// the report has no other check. The timeouts of `launch` hold for answers without a time limit.
pub fn check(launch: &Launch) -> CheckReport {
    let mut checker = Checker {
        launch,
        checks: Vec::new(),
    };
    let introduction_expected =
        "'ugi' is answered by 'id name …', 'id author …', 'option …' lines and 'ugiok'";
    checker.run("introduction", introduction_expected, introduction);
    // A program that does not introduce itself fails all other checks too.
    if checker.checks[0].passed {
        check_protocol(&mut checker);
        let players = checker.query("players");
        for number in (2..=4).filter(|&number| number == 2 || players.contains(&number.to_string()))
        {
            check_base_game(&mut checker, number);
        }
        for name in checker.query("rules") {
            if let Some(rules) = GameRules::all()
                .skip(1)
                .find(|rules| rules.to_string() == name)
            {
                check_variant(&mut checker, rules);
            }
        }
    }
    let words = std::iter::once(&launch.program).chain(&launch.arguments);
    let program = words.map(String::as_str).collect::<Vec<_>>().join(" ");
    CheckReport {
        program,
        passed: checker.checks.iter().all(|check| check.passed),
        checks: checker.checks,
    }
}

/// Runs checks, each with a program that has just been started, so that no failure causes another.
struct Checker<'a> {
    launch: &'a Launch,
    checks: Vec<Check>,
}

impl Checker<'_> {
    fn run(
        &mut self,
        name: impl Into<String>,
        expected: &'static str,
        check: impl FnOnce(&mut Examiner) -> Checked,
    ) {
        let found = Examiner::start(self.launch)
            .and_then(|mut examiner| check(&mut examiner))
            .err();
        self.checks.push(Check {
            name: name.into(),
            passed: found.is_none(),
            expected,
            found,
        });
    }

    fn query(&self, question: &str) -> Vec<String> {
        let response =
            Examiner::start(self.launch).and_then(|mut examiner| examiner.query(question));
        response.map_or(Vec::new(), |response| {
            response.split_whitespace().map(str::to_owned).collect()
        })
    }
}

/// A program under examination, after its introduction.
struct Examiner {
    program: Program<'static>,
    timeouts: Timeouts,
    introduction: Vec<String>,
    last_command: String,
}

struct SearchAnswer {
    mv: String,
    infos: Vec<String>,
    /// Time from `go`, or from `stop`, to the answer.
    time: Duration,
}

impl Examiner {
    fn start(launch: &Launch) -> Checked<Examiner> {
        let program = Program::start(launch, &NEVER).map_err(|error| error.to_string())?;
        let mut examiner = Examiner {
            program,
            timeouts: launch.timeouts,
            introduction: Vec::new(),
            last_command: String::new(),
        };
        examiner.send("ugi");
        let received =
            examiner.receive_until(launch.timeouts.start, |reply| *reply == UgiReply::UgiOk);
        (examiner.introduction, _) = received?;
        Ok(examiner)
    }

    fn send(&mut self, line: &str) {
        self.program.send(line);
        line.clone_into(&mut self.last_command);
    }

    /// Receives all lines up to the one that is expected, and that line.
    fn receive_until(
        &mut self,
        timeout: Duration,
        is_expected: impl Fn(&UgiReply<'_>) -> bool,
    ) -> Checked<(Vec<String>, String)> {
        let deadline = Instant::now() + timeout;
        let mut lines: Vec<String> = Vec::new();
        loop {
            let line = self.program.receive(deadline).map_err(|fault| {
                let last = lines.last().map_or(String::new(), |line| {
                    format!("; the last line was '{}'", short(line))
                });
                let found = match fault {
                    Fault::Hung(_) => format!("no answer within {timeout:?}"),
                    fault => fault.to_string(),
                };
                format!("after '{}': {found}{last}", short(&self.last_command))
            })?;
            if is_expected(&UgiReply::parse(&line)) {
                return Ok((lines, line));
            }
            lines.push(line);
        }
    }

    /// Waits until all commands have been read, and returns the lines received until then.
    fn wait_until_ready(&mut self) -> Checked<Vec<String>> {
        let last = std::mem::replace(&mut self.last_command, "isready".to_owned());
        self.program.send("isready");
        let received = self.receive_until(self.timeouts.start, |reply| *reply == UgiReply::ReadyOk);
        received
            .map(|(lines, _)| lines)
            .map_err(|found| format!("{found}; the command before was '{}'", short(&last)))
    }

    /// Sends a line that must have no answer except errors and remarks.
    fn send_wrong(&mut self, line: &str) -> Checked {
        self.send(line);
        let is_remark = |line: &&String| {
            matches!(
                UgiReply::parse(line),
                UgiReply::Error(_) | UgiReply::Info(_) | UgiReply::Other
            )
        };
        match self
            .wait_until_ready()?
            .iter()
            .find(|line| !is_remark(line))
        {
            Some(answer) => Err(format!(
                "the answer '{}' to '{}'",
                short(answer),
                short(line)
            )),
            None => Ok(()),
        }
    }

    fn query(&mut self, question: &str) -> Checked<String> {
        self.send(&format!("query {question}"));
        let lines = self.wait_until_ready()?;
        let response = lines.iter().find_map(|line| match UgiReply::parse(line) {
            UgiReply::Response(response) => Some(response.to_owned()),
            _ => None,
        });
        response.ok_or_else(|| format!("no response to 'query {question}'"))
    }

    fn go(&mut self, position: &str, limits: &str) -> Checked {
        self.send(&format!("position {position}"));
        self.wait_until_ready()?;
        self.send(&format!("go {limits}"));
        Ok(())
    }

    fn receive_move(&mut self, timeout: Duration) -> Checked<SearchAnswer> {
        let start = Instant::now();
        let (infos, last) =
            self.receive_until(timeout, |reply| matches!(reply, UgiReply::BestMove(_)))?;
        let UgiReply::BestMove(mv) = UgiReply::parse(&last) else {
            return Err("no bestmove".to_owned());
        };
        Ok(SearchAnswer {
            mv: mv.to_owned(),
            infos,
            time: start.elapsed(),
        })
    }

    fn search(&mut self, position: &str, limits: &str) -> Checked<SearchAnswer> {
        self.go(position, limits)?;
        self.receive_move(self.timeouts.no_limit)
    }

    /// Receives a legal move from `startpos`, and returns the time to the answer.
    fn receive_legal_move(&mut self, timeout: Duration) -> Checked<Duration> {
        let SearchAnswer { mv, time, .. } = self.receive_move(timeout)?;
        let played = start_position().find_move(&mv);
        played
            .map(|_| time)
            .map_err(|error| format!("'bestmove {mv}' from startpos: {error}"))
    }

    /// Searches `startpos`, and returns the time to the answer.
    fn search_start(&mut self, limits: &str) -> Checked<Duration> {
        self.go("startpos", limits)?;
        self.receive_legal_move(self.timeouts.no_limit)
    }

    /// Starts an endless search, and lets it run for this time.
    fn search_endlessly(&mut self, time: Duration) -> Checked {
        self.go("startpos", "infinite")?;
        std::thread::sleep(time);
        Ok(())
    }

    fn check_exit(&mut self) -> Checked {
        match self.program.wait_for_exit(Instant::now() + AT_ONCE) {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(status.to_string()),
            None => Err("a program that still runs".to_owned()),
        }
    }
}

/// Plays random moves from the first placement on, at most this number of plies.
fn random_game(rules: GameRules, players: usize, seed: u64, plies: usize) -> GameLine {
    let floe = AnyGame::deal(&rules.usual(players), seed);
    let mut line = GameLine::new(floe.expect("all rules can be played with the usual set-up"));
    line.play_at_random(plies, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
    line
}

fn is_over(line: &GameLine) -> bool {
    with_game!(line.end(), position => position.is_over())
}

/// Plays a move found, completed by chance, in the position that this command gave.
fn play_found(line: &mut GameLine, mv: &str, position: &str) -> Checked {
    let played = line.choose(mv, WORLD);
    played.map(drop).map_err(|error| {
        format!(
            "'bestmove {}': {error}; the command was 'position {position}'",
            short(mv)
        )
    })
}

fn usual_players(rules: GameRules) -> usize {
    rules.usual_players()
}

/// Positions of random games, from the first placement to the last moves.
fn random_games(rules: GameRules, players: usize) -> impl Iterator<Item = GameLine> {
    const PLIES: [usize; 12] = [0, 1, 5, 7, 8, 9, 12, 18, 25, 32, 38, 44];
    let played = (1..)
        .zip(PLIES)
        .map(move |(seed, plies)| random_game(rules, players, seed, plies));
    played.filter(|played| !is_over(played))
}

/// The beginning of a line, long enough to recognise it.
fn short(line: &str) -> String {
    const MAX_SHOWN: usize = 160;
    let shown: String = line.chars().take(MAX_SHOWN).collect();
    if shown.len() < line.len() {
        shown + "…"
    } else {
        shown
    }
}

fn check_protocol(checker: &mut Checker<'_>) {
    checker.run(
        "isready",
        "'isready' is answered by 'readyok', also after 'uginewgame'",
        |examiner| {
            examiner.wait_until_ready()?;
            examiner.send("uginewgame");
            examiner.wait_until_ready().map(drop)
        },
    );
    let expected = "no effect, and no answer except 'error …' or 'info string …'";
    checker.run("unknown lines", expected, |examiner| {
        let long = "x".repeat(10_000);
        let lines = [
            "",
            "   ",
            "hello",
            "\u{1f427} \u{0}",
            "bestmove a1",
            "readyok",
            &long,
            "stop",
            "UGI now",
        ];
        lines.iter().try_for_each(|line| examiner.send_wrong(line))
    });
    checker.run(
        "wrong orders",
        "each is answered by 'error …', and the program continues",
        wrong_commands,
    );
    checker.run(
        "options",
        "the options Hash and Threads can be set if the program has them",
        options,
    );
    let expected = "'go movetime 200' is answered within 250 ms (the best of three)";
    checker.run("time for a move", expected, |examiner| {
        examiner.search_start("nodes 100")?;
        check_time(
            best_of_three(|| examiner.search_start("movetime 200"))?,
            200 * MS + TOLERANCE,
        )
    });
    checker.run(
        "clocks",
        "'go p1time 1000 p2time 1000' is answered before the clock is at zero",
        clocks,
    );
    let expected = "'readyok' at once, and the search continues";
    checker.run("isready during a search", expected, ready_during_search);
    checker.run(
        "stop",
        "'bestmove' within 50 ms of 'stop' (the best of three)",
        |examiner| {
            let stopped = || {
                examiner.search_endlessly(300 * MS)?;
                examiner.send("stop");
                examiner.receive_legal_move(2 * AT_ONCE)
            };
            check_time(best_of_three(stopped)?, TOLERANCE)
        },
    );
    let expected = "exactly one 'bestmove', even if 'stop' follows 'go' at once and is repeated";
    checker.run("stop at once", expected, |examiner| {
        for _ in 0..5 {
            examiner.go("startpos", "infinite")?;
            examiner.send("stop");
            examiner.receive_legal_move(2 * AT_ONCE)?;
            examiner.send_wrong("stop")?;
        }
        Ok(())
    });
    let expected = "the program ends within a second, with exit status 0";
    checker.run("quit", expected, |examiner| {
        examiner.wait_until_ready()?;
        examiner.send("quit");
        examiner.check_exit()
    });
    checker.run("quit during a search", expected, |examiner| {
        examiner.search_endlessly(100 * MS)?;
        examiner.send("quit");
        examiner.check_exit()
    });
    let expected = "the program ends within a second, even during an endless search";
    checker.run("end of input", expected, |examiner| {
        examiner.search_endlessly(100 * MS)?;
        examiner.program.close_input();
        examiner.check_exit()
    });
}

fn introduction(examiner: &mut Examiner) -> Checked {
    let lines = &examiner.introduction;
    for start in ["id name ", "id author "] {
        if !lines.iter().any(|line| line.starts_with(start)) {
            return Err(format!("no line that begins with '{}'", start.trim_end()));
        }
    }
    let is_whole = |line: &String| line.starts_with("option name ") && line.contains(" type ");
    match lines
        .iter()
        .find(|line| line.starts_with("option") && !is_whole(line))
    {
        Some(line) => Err(format!(
            "'{}', expected option name NAME type TYPE …",
            short(line)
        )),
        None => Ok(()),
    }
}

fn wrong_commands(examiner: &mut Examiner) -> Checked {
    let commands = [
        "position fen nonsense",
        "position fen",
        "position",
        "position startpos moves z9 -",
        "setoption name No Such Option value 1",
        "setoption",
        "query weather",
        "query",
    ];
    commands
        .iter()
        .try_for_each(|command| examiner.send_wrong(command))?;
    examiner
        .search_start("nodes 100")
        .map(drop)
        .map_err(|found| format!("after all these commands: {found}"))
}

fn options(examiner: &mut Examiner) -> Checked {
    let is_option = |line: &String, option: &str| match UgiReply::parse(line) {
        UgiReply::Option(name) if name.eq_ignore_ascii_case(option) => Some(name.to_owned()),
        _ => None,
    };
    for (option, value) in [("hash", "16"), ("threads", "1")] {
        if let Some(name) = examiner
            .introduction
            .iter()
            .find_map(|line| is_option(line, option))
        {
            let command = format!("setoption name {name} value {value}");
            examiner.send(&command);
            if let Some(error) = examiner
                .wait_until_ready()?
                .iter()
                .find(|line| line.starts_with("error"))
            {
                return Err(format!("'{}' to '{command}'", short(error)));
            }
        }
    }
    examiner.search_start("nodes 100").map(drop)
}

fn clocks(examiner: &mut Examiner) -> Checked {
    let time = examiner.search_start("p1time 1000 p2time 1000 p1inc 0 p2inc 0")?;
    check_time(time, 1000 * MS)?;
    let time = examiner
        .search(
            "startpos moves a1",
            "p1time 600000 p2time 1000 p1inc 0 p2inc 0",
        )?
        .time;
    check_time(time, 1000 * MS).map_err(|found| format!("{found}, when B has 1000 ms and A 600000"))
}

fn ready_during_search(examiner: &mut Examiner) -> Checked {
    examiner.search_endlessly(100 * MS)?;
    let start = Instant::now();
    let lines = examiner.wait_until_ready()?;
    check_time(start.elapsed(), AT_ONCE)?;
    if lines
        .iter()
        .any(|line| matches!(UgiReply::parse(line), UgiReply::BestMove(_)))
    {
        return Err("'bestmove' before 'stop', from startpos".to_owned());
    }
    examiner.send("stop");
    examiner.receive_legal_move(AT_ONCE).map(drop)
}

fn best_of_three(mut time: impl FnMut() -> Checked<Duration>) -> Checked<Duration> {
    Ok(time()?.min(time()?).min(time()?))
}

fn check_time(time: Duration, max: Duration) -> Checked {
    if time <= max {
        Ok(())
    } else {
        Err(format!("the answer after {} ms", time.as_millis()))
    }
}

const MOVES: &str =
    "'bestmove' is a legal move of a position given by moves from the first placement on";
const GAME: &str = "the program plays a game against itself to the end";

fn check_base_game(checker: &mut Checker<'_>, players: usize) {
    const LIMITS: [&str; 3] = ["nodes 500", "depth 2", "movetime 50"];
    let with_players = if players == 2 {
        String::new()
    } else {
        format!(" with {players} players")
    };
    let expected = "'bestmove' is a legal move of a position given by itself";
    checker.run(
        format!("moves of {players} players"),
        expected,
        |examiner| {
            search_all(
                examiner,
                random_games(GameRules::BASE, players),
                &LIMITS,
                as_position,
            )
        },
    );
    checker.run(
        format!("moves of {players} players after others"),
        MOVES,
        |examiner| {
            search_all(
                examiner,
                random_games(GameRules::BASE, players),
                &LIMITS,
                as_moves,
            )
        },
    );
    let expected = "a score is like +10:0, or 31:17,28:15,20:12 for more players, and pv begins with a legal move";
    checker.run(format!("info lines{with_players}"), expected, |examiner| {
        infos(examiner, players)
    });
    let expected = "'query' is answered by the right 'response'";
    checker.run(format!("queries{with_players}"), expected, |examiner| {
        queries(examiner, players)
    });
    checker.run(format!("a game of {players} players"), GAME, |examiner| {
        whole_game(examiner, GameRules::BASE, players)
    });
}

fn check_variant(checker: &mut Checker<'_>, rules: GameRules) {
    let players = usual_players(rules);
    checker.run(format!("moves with {rules}"), MOVES, |examiner| {
        search_all(
            examiner,
            random_games(rules, players),
            &["nodes 100"],
            as_moves,
        )
    });
    checker.run(format!("a game with {rules}"), GAME, |examiner| {
        whole_game(examiner, rules, players)
    });
}

/// The arguments of `position`: the last position of a game.
fn as_position(played: &GameLine) -> String {
    format!("fen {}", played.end())
}

/// The arguments of `position`: the first position of a game, and its moves.
fn as_moves(played: &GameLine) -> String {
    let moves = played.notation();
    let keyword = if moves.is_empty() { "" } else { " moves " };
    format!("fen {}{keyword}{}", played.start(), moves.join(" "))
}

fn search_all(
    examiner: &mut Examiner,
    positions: impl Iterator<Item = GameLine>,
    limits: &[&str],
    to_text: fn(&GameLine) -> String,
) -> Checked {
    for (mut played, limits) in positions.zip(limits.iter().cycle()) {
        let position = to_text(&played);
        let answer = examiner.search(&position, limits)?;
        play_found(&mut played, &answer.mv, &position)?;
    }
    Ok(())
}

fn infos(examiner: &mut Examiner, players: usize) -> Checked {
    for played in random_games(GameRules::BASE, players) {
        for line in examiner.search(&as_position(&played), "nodes 500")?.infos {
            let UgiReply::Info(info) = UgiReply::parse(&line) else {
                continue;
            };
            if info.score.is_some_and(|score| !is_score(&score, players)) {
                return Err(format!("'{}'", short(&line)));
            }
            if let Some(mv) = info.pv.first() {
                let played_first = played.end().find_move(mv);
                played_first
                    .map_err(|error| format!("'{}' for {}: {error}", short(&line), played.end()))?;
            }
        }
    }
    Ok(())
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Whether a score is in the notation of values.
fn is_score(text: &str, players: usize) -> bool {
    let is_value = |text: &str| {
        text.split_once(':')
            .is_some_and(|(fish, tiles)| is_number(fish) && is_number(tiles))
    };
    if players == 2 {
        return is_value(text);
    }
    text.split(',').count() == players && text.split(',').all(is_value)
}

fn queries(examiner: &mut Examiner, players: usize) -> Checked {
    const OVER: &str = "2....../......../......./......../......./......../......./........";
    let (questions, ended) = match players {
        2 => (
            ["p1turn", "gameover", "result"],
            ["A 49:31,49:28", "B 49:28,49:31", "B 49:28,49:28"],
        ),
        3 => (
            ["gameover", "result", "turn"],
            [
                "A 31:17,29:17,30:17",
                "B 29:17,31:17,30:17",
                "C 29:17,30:17,30:17",
            ],
        ),
        _ => (
            ["gameover", "result", "turn"],
            [
                "A 25:13,24:13,23:13,22:13",
                "B 20:12,21:12,22:12,23:12",
                "C 20:12,23:12,22:12,23:12",
            ],
        ),
    };
    let others = random_games(GameRules::BASE, players).map(|played| played.end().to_string());
    for text in ended
        .iter()
        .map(|taken| format!("{OVER} {taken}"))
        .chain(others)
    {
        let game = text
            .parse()
            .map_err(|error: PositionError| error.to_string())?;
        examiner.send(&format!("position fen {text}"));
        for question in questions {
            let right = response(question, Some(&game)).map_err(|error| error.to_string())?;
            let found = examiner.query(question)?;
            if found != right {
                return Err(format!(
                    "'response {found}' to 'query {question}' for {text}, where {right} is right"
                ));
            }
        }
    }
    Ok(())
}

fn whole_game(examiner: &mut Examiner, rules: GameRules, players: usize) -> Checked {
    let mut played = random_game(rules, players, 1, 0);
    examiner.send("uginewgame");
    while !is_over(&played) {
        let position = as_moves(&played);
        let answer = examiner.search(&position, "nodes 100")?;
        play_found(&mut played, &answer.mv, &position)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Findings of the checks that a script of the shell fails; it answers within these timeouts,
    /// or never.
    #[cfg(unix)]
    fn found(script: &str, timeouts: Timeouts) -> Vec<(String, String)> {
        let arguments = ["-c", script].map(str::to_owned).to_vec();
        let report = check(&Launch {
            program: "sh".to_owned(),
            arguments,
            timeouts,
            ..Launch::default()
        });
        report
            .checks
            .into_iter()
            .filter_map(|check| Some((check.name, check.found?)))
            .collect()
    }

    #[cfg(unix)]
    #[test]
    fn an_answer_may_take_as_long_as_in_a_match() {
        let short = Duration::from_millis(150);
        let usual = Timeouts::default();
        let silent = found(
            "exec sleep 60",
            Timeouts {
                start: short,
                ..usual
            },
        );
        assert_eq!(
            silent,
            [(
                "introduction".to_owned(),
                "after 'ugi': no answer within 150ms".to_owned()
            )]
        );
        let answers = "ugi) echo id name a; echo id author b; echo ugiok;; isready) echo readyok;; quit) exit 0;;";
        let without_moves =
            format!("while read -r line; do case \"$line\" in {answers} esac; done");
        let found = found(
            &without_moves,
            Timeouts {
                no_limit: short,
                ..usual
            },
        );
        let (_, game) = found
            .iter()
            .find(|(name, _)| name == "a game of 2 players")
            .expect("it makes no move");
        assert_eq!(game, "after 'go nodes 100': no answer within 150ms");
    }

    #[test]
    fn the_moves_of_a_random_game_lead_to_its_position() {
        let base = (2..=4).map(|players| (GameRules::BASE, players));
        for (rules, players) in
            base.chain(GameRules::all().map(|rules| (rules, usual_players(rules))))
        {
            for (seed, plies) in [(1, 0), (3, 5), (8, 18)] {
                let played = random_game(rules, players, seed, plies);
                let start: AnyGame = played.start().to_string().parse().unwrap();
                assert_eq!(GameLine::replay(start, played.notation()).unwrap(), played);
                assert_eq!(played.moves().len(), plies);
            }
        }
    }
}
