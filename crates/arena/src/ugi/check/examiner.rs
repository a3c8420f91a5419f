use std::time::{Duration, Instant};

use super::super::{Launch, Program, SearchInfo, UgiReply};

/// How long a program is waited for where it has no time of its own.
const PATIENCE: Duration = Duration::from_secs(10);

/// The wrong behaviour that a check has found.
#[derive(Clone, Debug)]
pub(super) struct CheckFailure(pub(super) String);

/// The result of a check, or of a part of it.
pub(super) type Checked<T = ()> = Result<T, CheckFailure>;

/// A program that is being examined, after its introduction.
pub(super) struct Examiner<'a, U> {
    pub(super) games: &'a U,
    pub(super) program: Program,
    /// Its introduction, line by line.
    pub(super) introduction: Vec<String>,
    /// The last command.
    last: String,
}

/// The answer to `go`.
pub(super) struct FoundMove {
    pub(super) mv: String,
    /// The `info` lines.
    pub(super) infos: Vec<String>,
    /// From `go`, or from `stop`, to the answer.
    pub(super) time: Duration,
}

impl<'a, U> Examiner<'a, U> {
    pub(super) fn start(launch: &Launch, games: &'a U) -> Checked<Examiner<'a, U>> {
        let program = Program::start(launch).map_err(|fault| CheckFailure(fault.to_string()))?;
        let mut examiner = Examiner { games, program, introduction: Vec::new(), last: String::new() };
        examiner.say("ugi");
        examiner.introduction = examiner.hear_until(PATIENCE, |answer| answer == UgiReply::UgiOk)?;
        Ok(examiner)
    }

    pub(super) fn say(&mut self, line: &str) {
        self.program.say(line);
        self.last = line.to_owned();
    }

    /// All lines up to the one that is expected.
    pub(super) fn hear_until(
        &mut self,
        time: Duration,
        expected: impl Fn(UgiReply<'_>) -> bool,
    ) -> Checked<Vec<String>> {
        let deadline = Instant::now() + time;
        let mut lines: Vec<String> = Vec::new();
        loop {
            let line = self.program.hear(deadline).map_err(|fault| {
                let said = lines.last().map_or(String::new(), |line| format!("; the last line was '{}'", short(line)));
                CheckFailure(format!("after '{}' it {fault}{said}", short(&self.last)))
            })?;
            let is_last = expected(UgiReply::parse(&line));
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    /// Waits until all that was said before has been heard. Returns what else was said meanwhile.
    pub(super) fn wait(&mut self) -> Checked<Vec<String>> {
        let last = std::mem::replace(&mut self.last, "isready".to_owned());
        self.program.say("isready");
        let lines = self.hear_until(PATIENCE, |answer| answer == UgiReply::ReadyOk);
        lines
            .map_err(|CheckFailure(found)| CheckFailure(format!("{found}; before that it was told '{}'", short(&last))))
    }

    /// The response to a question about the position.
    pub(super) fn ask(&mut self, question: &str) -> Checked<String> {
        self.say(&format!("query {question}"));
        let lines = self.wait()?;
        let response = lines.iter().find_map(|line| match UgiReply::parse(line) {
            UgiReply::Response(response) => Some(response.to_owned()),
            _ => None,
        });
        response.ok_or_else(|| CheckFailure(format!("no response to 'query {question}'")))
    }

    /// Lets the program search, for as long as it may take.
    pub(super) fn search(&mut self, position: &str, go: &str) -> Checked<FoundMove> {
        self.begin(position, go)?;
        self.find(PATIENCE)
    }

    /// Begins a search.
    pub(super) fn begin(&mut self, position: &str, go: &str) -> Checked {
        self.say(&format!("position {position}"));
        self.wait()?;
        self.say(&format!("go {go}"));
        Ok(())
    }

    /// Waits for the move.
    pub(super) fn find(&mut self, patience: Duration) -> Checked<FoundMove> {
        let start = Instant::now();
        let mut infos = self.hear_until(patience, |answer| matches!(answer, UgiReply::BestMove(_)))?;
        let time = start.elapsed();
        let mv = infos.pop().unwrap_or_default();
        let UgiReply::BestMove(mv) = UgiReply::parse(&mv) else { return Err(CheckFailure("no bestmove".to_owned())) };
        Ok(FoundMove { mv: mv.to_owned(), infos, time })
    }
}

impl FoundMove {
    /// The `info` lines, and their content.
    pub(super) fn infos(&self) -> impl Iterator<Item = (&str, SearchInfo)> {
        self.infos.iter().filter_map(|line| match UgiReply::parse(line) {
            UgiReply::Info(info) => Some((line.as_str(), info)),
            _ => None,
        })
    }
}

/// The beginning of a line, long enough to recognise it.
pub(super) fn short(line: &str) -> String {
    const SHOWN: usize = 160;
    let shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < line.len() { shown + "…" } else { shown }
}
