//! Tells the author of a program what it gets wrong: `floe ugi --check`.

mod examiner;
mod games;
mod play;
mod protocol;

use floe_arena::ugi::Launch;
use floe_variants::Rules;
use serde::Serialize;

use crate::output::Answer;
use examiner::Examiner;

/// What has come of all checks.
#[derive(Serialize)]
pub(crate) struct Report {
    program: String,
    pub(crate) passed: bool,
    checks: Vec<Check>,
}

/// What has come of one.
#[derive(Serialize)]
struct Check {
    name: String,
    passed: bool,
    expected: &'static str,
    /// What was found instead.
    found: Option<String>,
}

/// A thing that a program must get right: its name, what is expected, and how to find out.
///
/// Every one begins with a program that has just been started, so that no failure has others in its train.
type Test = (&'static str, &'static str, fn(&mut Examiner) -> Result<(), String>);

/// The same, of something that is known only at run time.
type NamedTest = (String, &'static str, Box<dyn Fn(&mut Examiner) -> Result<(), String>>);

/// Examines a program.
pub(crate) fn check(launch: &Launch) -> Report {
    let mut checks: Vec<Check> =
        protocol::TESTS[..1].iter().map(|&(name, expected, test)| run(launch, name, expected, test)).collect();
    // Who does not introduce itself gets everything else wrong, too.
    if checks[0].passed {
        let more = [2, 3, 4].into_iter().filter(|&players| players == 2 || plays_with(launch, players));
        let rest = protocol::TESTS[1..].iter().chain(more.flat_map(play::tests));
        checks.extend(rest.map(|&(name, expected, test)| run(launch, name, expected, test)));
        let variants = variants(launch).into_iter().flat_map(play::tests_of);
        checks.extend(variants.map(|(name, expected, test)| run(launch, &name, expected, test)));
    }
    let words = std::iter::once(&launch.program).chain(&launch.arguments);
    let program = words.map(String::as_str).collect::<Vec<_>>().join(" ");
    Report { program, passed: checks.iter().all(|check| check.passed), checks }
}

fn run(
    launch: &Launch,
    name: &str,
    expected: &'static str,
    test: impl Fn(&mut Examiner) -> Result<(), String>,
) -> Check {
    let found = Examiner::start(launch).and_then(|mut examiner| test(&mut examiner)).err();
    Check { name: name.to_owned(), passed: found.is_none(), expected, found }
}

/// The variants that the program says it can play.
fn variants(launch: &Launch) -> Vec<Rules> {
    let said = Examiner::start(launch).and_then(|mut examiner| examiner.ask("rules")).unwrap_or_default();
    said.split_whitespace().filter_map(|word| word.parse().ok()).filter(|&rules| rules != Rules::BASE).collect()
}

/// Whether the program says that it can play with so many.
fn plays_with(launch: &Launch, players: usize) -> bool {
    let said = Examiner::start(launch).and_then(|mut examiner| examiner.ask("players"));
    said.is_ok_and(|said| said.split_whitespace().any(|word| word == players.to_string()))
}

impl Answer for Report {
    const SCHEMA: &'static str = "floe/ugi-check/1";

    fn text(&self) -> String {
        let mut text = String::new();
        for check in &self.checks {
            let Some(found) = &check.found else {
                text += &format!("passed  {}\n", check.name);
                continue;
            };
            text += &format!("FAILED  {}\n  expected  {}\n  found     {found}\n", check.name, check.expected);
        }
        let failed = self.checks.iter().filter(|check| !check.passed).count();
        let said = if failed == 0 { "all passed".to_owned() } else { format!("{failed} failed") };
        text + &format!("{}: {} checks, {said}\n", self.program, self.checks.len())
    }
}
