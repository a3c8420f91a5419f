//! Checks that hold whatever the game.

use std::time::{Duration, Instant};

use super::super::{UgiGames, UgiReply};
use super::Test;
use super::examiner::{CheckFailure, Checked, Examiner, short};

const MS: Duration = Duration::from_millis(1);

/// How long a program may take to obey at once; there are other programs on the machine.
const AT_ONCE: Duration = Duration::from_secs(1);

/// How late an answer may be.
const MARGIN: Duration = Duration::from_millis(50);

/// All checks; the first is that of the introduction, which all others need.
pub(super) fn tests<'a, U: UgiGames>() -> Vec<Test<'a, U>> {
    vec![
        Test::new(
            "introduction",
            "'ugi' is answered by 'id name …', 'id author …', 'option …' lines and 'ugiok'",
            introduction,
        ),
        Test::new("isready", "'isready' is answered by 'readyok', also after 'uginewgame'", ready),
        Test::new(
            "unknown lines",
            "they have no effect, and no answer but 'error …' or 'info string …'",
            unknown_lines,
        ),
        Test::new("wrong orders", "they are told as 'error …', and the program goes on", wrong_orders),
        Test::new("options", "the options Hash and Threads, where there are any, can be set", options),
        Test::new(
            "time for a move",
            "'go movetime 200' is answered after 250 ms at most (the best of three)",
            move_time,
        ),
        Test::new("clocks", "'go p1time 1000 p2time 1000' is answered before the clock is at zero", clocks),
        Test::new("isready during a search", "'readyok' at once, and the search goes on", ready_while_searching),
        Test::new("stop", "'bestmove' within 50 ms of 'stop' (the best of three)", stop),
        Test::new(
            "stop at once",
            "one 'bestmove' also where 'stop' follows 'go' at once, and none for another 'stop'",
            stop_at_once,
        ),
        Test::new("quit", "the program ends within a second, with exit status 0", quit),
        Test::new("quit during a search", "the program ends within a second, with exit status 0", quit_while_searching),
        Test::new("end of input", "the program ends within a second, also from an endless search", end_of_input),
    ]
}

fn introduction<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    let said = &examiner.introduction;
    for beginning in ["id name ", "id author "] {
        if !said.iter().any(|line| line.starts_with(beginning)) {
            return Err(CheckFailure(format!("no line that begins with '{}'", beginning.trim_end())));
        }
    }
    let is_option = |line: &&String| line.starts_with("option");
    let is_whole = |line: &String| line.starts_with("option name ") && line.contains(" type ");
    match said.iter().filter(is_option).find(|line| !is_whole(line)) {
        Some(line) => Err(CheckFailure(format!("'{}', expected option name NAME type TYPE …", short(line)))),
        None => Ok(()),
    }
}

fn ready<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    examiner.wait()?;
    examiner.say("uginewgame");
    examiner.wait()?;
    Ok(())
}

fn unknown_lines<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    let long = "x".repeat(10_000);
    for line in ["", "   ", "hello", "\u{1f427} \u{0}", "bestmove a1", "readyok", long.as_str(), "stop", "UGI now"] {
        examiner.say(line);
        let said = examiner.wait()?;
        only_remarks(&said)
            .map_err(|CheckFailure(found)| CheckFailure(format!("{found} to the line '{}'", short(line))))?;
    }
    Ok(())
}

/// Nothing but errors and remarks, and the last line.
fn only_remarks(said: &[String]) -> Checked {
    let (_, others) = said.split_last().unwrap_or((&said[0], &[]));
    let is_remark =
        |line: &&String| matches!(UgiReply::parse(line), UgiReply::Error(_) | UgiReply::Info(_) | UgiReply::Other);
    match others.iter().find(|line| !is_remark(line)) {
        Some(line) => Err(CheckFailure(format!("the answer '{}'", short(line)))),
        None => Ok(()),
    }
}

fn wrong_orders<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    let orders = [
        "position fen nonsense",
        "position fen",
        "position",
        "position startpos moves z9 -",
        "setoption name No Such Option value 1",
        "setoption",
        "query weather",
        "query",
    ];
    for order in orders {
        examiner.say(order);
        let said = examiner.wait()?;
        only_remarks(&said).map_err(|CheckFailure(found)| CheckFailure(format!("{found} to '{order}'")))?;
    }
    legal_from_start(examiner, "nodes 100")
        .map(|_| ())
        .map_err(|CheckFailure(found)| CheckFailure(format!("after all that: {found}")))
}

fn options<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    let names: Vec<String> = examiner.introduction.iter().filter_map(|line| option_name(line)).collect();
    for (option, value) in [("hash", "16"), ("threads", "1")] {
        if let Some(name) = names.iter().find(|name| name.eq_ignore_ascii_case(option)) {
            examiner.say(&format!("setoption name {name} value {value}"));
            let said = examiner.wait()?;
            if let Some(error) = said.iter().find(|line| line.starts_with("error")) {
                return Err(CheckFailure(format!("'{}' to 'setoption name {name} value {value}'", short(error))));
            }
        }
    }
    legal_from_start(examiner, "nodes 100").map(|_| ())
}

fn option_name(line: &str) -> Option<String> {
    match UgiReply::parse(line) {
        UgiReply::Option(name) => Some(name.to_owned()),
        _ => None,
    }
}

/// Searches `startpos`; the time to the answer.
fn legal_from_start<U: UgiGames>(examiner: &mut Examiner<'_, U>, go: &str) -> Checked<Duration> {
    let found = examiner.search("startpos", go)?;
    legal(examiner, &found.mv)?;
    Ok(found.time)
}

fn legal<U: UgiGames>(examiner: &Examiner<'_, U>, mv: &str) -> Checked {
    let played = examiner.games.play(&mut examiner.games.start_position(), mv);
    played.map_err(|why| CheckFailure(format!("'bestmove {mv}' from startpos: {why}")))
}

/// The shortest of three times.
fn best_of_three(mut time: impl FnMut() -> Checked<Duration>) -> Checked<Duration> {
    let mut best = time()?;
    for _ in 0..2 {
        best = best.min(time()?);
    }
    Ok(best)
}

fn within(time: Duration, most: Duration) -> Checked {
    if time <= most { Ok(()) } else { Err(CheckFailure(format!("the answer after {} ms", time.as_millis()))) }
}

fn move_time<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    legal_from_start(examiner, "nodes 100")?;
    within(best_of_three(|| legal_from_start(examiner, "movetime 200"))?, 200 * MS + MARGIN)
}

fn clocks<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    let time = legal_from_start(examiner, "p1time 1000 p2time 1000 p1inc 0 p2inc 0")?;
    within(time, 1000 * MS)?;
    let time = examiner.search("startpos moves a1", "p1time 600000 p2time 1000 p1inc 0 p2inc 0")?.time;
    within(time, 1000 * MS)
        .map_err(|CheckFailure(found)| CheckFailure(format!("{found}, B having 1000 ms and A 600000")))
}

fn ready_while_searching<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    examiner.begin("startpos", "infinite")?;
    std::thread::sleep(100 * MS);
    let start = Instant::now();
    let said = examiner.wait()?;
    within(start.elapsed(), AT_ONCE)?;
    if said.iter().any(|line| matches!(UgiReply::parse(line), UgiReply::BestMove(_))) {
        return Err(CheckFailure("'bestmove' before 'stop', from startpos".to_owned()));
    }
    examiner.say("stop");
    let found = examiner.find(AT_ONCE)?;
    legal(examiner, &found.mv)
}

fn stop<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    let stopped = || {
        examiner.begin("startpos", "infinite")?;
        std::thread::sleep(300 * MS);
        examiner.say("stop");
        // The time to the move counts, not that to earlier lines.
        let found = examiner.find(2 * AT_ONCE)?;
        legal(examiner, &found.mv)?;
        Ok(found.time)
    };
    within(best_of_three(stopped)?, MARGIN)
}

fn stop_at_once<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    for _ in 0..5 {
        examiner.begin("startpos", "infinite")?;
        examiner.say("stop");
        let found = examiner.find(2 * AT_ONCE)?;
        legal(examiner, &found.mv)?;
        examiner.say("stop");
        only_remarks(&examiner.wait()?)
            .map_err(|CheckFailure(found)| CheckFailure(format!("{found} to another 'stop'")))?;
    }
    Ok(())
}

fn ends<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    match examiner.program.ends(Instant::now() + AT_ONCE) {
        Some(Some(0)) => Ok(()),
        Some(Some(status)) => Err(CheckFailure(format!("exit status {status}"))),
        Some(None) => Err(CheckFailure("the end by a signal".to_owned())),
        None => Err(CheckFailure("a program that runs on".to_owned())),
    }
}

fn quit<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    examiner.wait()?;
    examiner.say("quit");
    ends(examiner)
}

fn quit_while_searching<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    examiner.begin("startpos", "infinite")?;
    std::thread::sleep(100 * MS);
    examiner.say("quit");
    ends(examiner)
}

fn end_of_input<U: UgiGames>(examiner: &mut Examiner<'_, U>) -> Checked {
    examiner.begin("startpos", "infinite")?;
    std::thread::sleep(100 * MS);
    examiner.program.close();
    ends(examiner)
}
