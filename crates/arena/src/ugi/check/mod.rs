//! Tells the author of a program what it gets wrong.

mod examiner;
mod play;
mod protocol;

use serde::Serialize;

use super::{Launch, UgiGames};
use examiner::{Checked, Examiner};

/// The results of all checks of a program.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The program with its arguments.
    pub program: String,
    /// Whether all checks are passed.
    pub passed: bool,
    /// One after the other.
    pub checks: Vec<Check>,
}

/// The result of one check.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// The name of the check.
    pub name: String,
    /// Whether it is passed.
    pub passed: bool,
    /// The behaviour that is expected.
    pub expected: &'static str,
    /// The behaviour found instead.
    pub found: Option<String>,
}

/// A check: its name, the behaviour expected, and how to find out.
///
/// Every one begins with a program that has just been started, so that no failure has others in its train.
struct Test<'a, U> {
    name: String,
    expected: &'static str,
    run: Procedure<'a, U>,
}

/// The steps of a check.
type Procedure<'a, U> = Box<dyn Fn(&mut Examiner<'_, U>) -> Checked + 'a>;

impl<'a, U> Test<'a, U> {
    fn new(
        name: impl Into<String>,
        expected: &'static str,
        run: impl Fn(&mut Examiner<'_, U>) -> Checked + 'a,
    ) -> Test<'a, U> {
        Test { name: name.into(), expected, run: Box::new(run) }
    }
}

/// Examines a program.
pub fn check<U: UgiGames>(launch: &Launch, games: &U) -> CheckReport {
    let mut protocol = protocol::tests();
    let mut checks = vec![run(launch, games, protocol.remove(0))];
    // A program that does not introduce itself gets everything else wrong, too.
    if checks[0].passed {
        let players = ask(launch, games, "players");
        let more = (2..=4).filter(|&number| number == 2 || players.contains(&number.to_string()));
        let rules = ask(launch, games, "rules");
        // In the order in which the program names them.
        let known = games.rules();
        let variants = rules.iter().filter_map(|name| known.iter().skip(1).find(|(known, _)| known == name));
        let tests = protocol.into_iter().chain(more.flat_map(play::tests));
        let tests = tests.chain(variants.flat_map(|(rules, players)| play::tests_of(rules, *players)));
        checks.extend(tests.map(|test| run(launch, games, test)));
    }
    let words = std::iter::once(&launch.program).chain(&launch.arguments);
    let program = words.map(String::as_str).collect::<Vec<_>>().join(" ");
    CheckReport { program, passed: checks.iter().all(|check| check.passed), checks }
}

fn run<U: UgiGames>(launch: &Launch, games: &U, test: Test<'_, U>) -> Check {
    let found = Examiner::start(launch, games).and_then(|mut examiner| (test.run)(&mut examiner)).err();
    let found = found.map(|finding| finding.0);
    Check { name: test.name, passed: found.is_none(), expected: test.expected, found }
}

/// The words that a program responds to a question.
fn ask<U: UgiGames>(launch: &Launch, games: &U, question: &str) -> Vec<String> {
    let response = Examiner::start(launch, games).and_then(|mut examiner| examiner.ask(question));
    response.map_or(Vec::new(), |response| response.split_whitespace().map(str::to_owned).collect())
}
