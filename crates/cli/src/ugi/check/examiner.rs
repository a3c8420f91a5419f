use std::time::{Duration, Instant};

use floe_arena::ugi::{Answer, Info, Launch, Program};

/// How long a program is waited for where it has no time of its own.
const PATIENCE: Duration = Duration::from_secs(10);

/// A program that is being examined, after its introduction.
pub(super) struct Examiner {
    pub(super) program: Program,
    /// Its introduction, line by line.
    pub(super) introduction: Vec<String>,
    /// What it was told last.
    last: String,
}

/// The answer to `go`.
pub(super) struct Found {
    pub(super) mv: String,
    /// The `info` lines.
    pub(super) infos: Vec<String>,
    /// From `go`, or from `stop`, to the answer.
    pub(super) time: Duration,
}

impl Examiner {
    pub(super) fn start(launch: &Launch) -> Result<Examiner, String> {
        let program = Program::start(launch).map_err(|fault| fault.to_string())?;
        let mut examiner = Examiner { program, introduction: Vec::new(), last: String::new() };
        examiner.say("ugi");
        examiner.introduction = examiner.hear_until(PATIENCE, |answer| answer == Answer::UgiOk)?;
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
        expected: impl Fn(Answer<'_>) -> bool,
    ) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + time;
        let mut lines: Vec<String> = Vec::new();
        loop {
            let line = self.program.hear(deadline).map_err(|fault| {
                let said = lines.last().map_or(String::new(), |line| format!("; the last line was '{}'", short(line)));
                format!("after '{}' it {fault}{said}", short(&self.last))
            })?;
            let is_last = expected(Answer::parse(&line));
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    /// Waits until all that was said before has been heard. Returns what else was said meanwhile.
    pub(super) fn wait(&mut self) -> Result<Vec<String>, String> {
        let last = std::mem::replace(&mut self.last, "isready".to_owned());
        self.program.say("isready");
        let lines = self.hear_until(PATIENCE, |answer| answer == Answer::ReadyOk);
        lines.map_err(|error| format!("{error}; before that it was told '{}'", short(&last)))
    }

    /// The response to a question about the position.
    pub(super) fn ask(&mut self, question: &str) -> Result<String, String> {
        self.say(&format!("query {question}"));
        let lines = self.wait()?;
        let response = lines.iter().find_map(|line| match Answer::parse(line) {
            Answer::Response(response) => Some(response.to_owned()),
            _ => None,
        });
        response.ok_or_else(|| format!("no response to 'query {question}'"))
    }

    /// Lets the program search, for as long as it may take.
    pub(super) fn search(&mut self, position: &str, go: &str) -> Result<Found, String> {
        self.begin(position, go)?;
        self.find(PATIENCE)
    }

    /// Begins a search.
    pub(super) fn begin(&mut self, position: &str, go: &str) -> Result<(), String> {
        self.say(&format!("position {position}"));
        self.wait()?;
        self.say(&format!("go {go}"));
        Ok(())
    }

    /// Waits for the move.
    pub(super) fn find(&mut self, patience: Duration) -> Result<Found, String> {
        let start = Instant::now();
        let mut infos = self.hear_until(patience, |answer| matches!(answer, Answer::BestMove(_)))?;
        let time = start.elapsed();
        let mv = infos.pop().unwrap_or_default();
        let Answer::BestMove(mv) = Answer::parse(&mv) else { return Err("no bestmove".to_owned()) };
        Ok(Found { mv: mv.to_owned(), infos, time })
    }
}

impl Found {
    /// What it said of its search, line by line.
    pub(super) fn infos(&self) -> impl Iterator<Item = (&str, Info<'_>)> {
        self.infos.iter().filter_map(|line| match Answer::parse(line) {
            Answer::Info(info) => Some((line.as_str(), info)),
            _ => None,
        })
    }
}

/// So much of a line that it can be recognised.
pub(super) fn short(line: &str) -> String {
    const SHOWN: usize = 160;
    let shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < line.len() { shown + "…" } else { shown }
}
