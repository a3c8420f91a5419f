use std::str::FromStr;
use std::time::Duration;

use floe_search::parse_duration;

use super::GoLimits;
use crate::clock::GRACE;

/// How another program is started, and what it is told: `PROGRAM ARGS -- OPTIONS`.
///
/// The options are the limits `nodes`, `depth` and `time`, the `patience` for a move without a limit of time, and
/// whatever the program is to be set by `setoption`, separated by commas.
///
/// ```
/// use floe_arena::ugi::Launch;
///
/// let launch: Launch = "./fish --book 'my book' -- nodes=1000,hash=64".parse()?;
/// assert_eq!(launch.arguments, ["--book", "my book"]);
/// assert_eq!(launch.limits.nodes, Some(1000));
/// assert_eq!(launch.options, [("hash".to_owned(), "64".to_owned())]);
/// # Ok::<(), floe_arena::ugi::LaunchError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launch {
    /// The program: a path, or a name that is looked up in `PATH`.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The limits of its searches.
    pub limits: GoLimits,
    /// Names and values of options for `setoption`, in order.
    pub options: Vec<(String, String)>,
    /// How long it is waited for.
    pub timeouts: Timeouts,
}

/// Why a text says of no program how it is started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LaunchError {
    /// A quote is open at the end.
    #[error("a quote is not closed in {0:?}")]
    Quote(String),
    /// Nothing stands before the options.
    #[error("there is no program, expected PROGRAM ARGS -- OPTIONS")]
    Program,
    /// An option is not of the form `key=value`.
    #[error("engine option '{0}' is not of the form key=value")]
    Form(String),
    /// The value of a limit is out of range.
    #[error("engine option {key}={value}: expected {expected}")]
    Value {
        /// The option.
        key: String,
        /// The value given.
        value: String,
        /// The values allowed.
        expected: &'static str,
    },
}

impl FromStr for Launch {
    type Err = LaunchError;

    fn from_str(text: &str) -> Result<Launch, LaunchError> {
        let mut words = shlex::split(text).ok_or_else(|| LaunchError::Quote(text.to_owned()))?;
        let end = words.iter().rposition(|word| word == "--").unwrap_or(words.len());
        let options = words.split_off(end);
        let mut launch = Launch::default();
        for option in options.iter().skip(1).flat_map(|word| word.split(',')).filter(|option| !option.is_empty()) {
            launch.set(option)?;
        }
        let mut words = words.into_iter();
        launch.program = words.next().ok_or(LaunchError::Program)?;
        launch.arguments = words.collect();
        Ok(launch)
    }
}

impl Launch {
    fn set(&mut self, option: &str) -> Result<(), LaunchError> {
        let (key, value) = option.split_once('=').ok_or_else(|| LaunchError::Form(option.to_owned()))?;
        let wrong = |expected| LaunchError::Value { key: key.to_owned(), value: value.to_owned(), expected };
        let number = |most: u64| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| wrong("a number from 1"))
        };
        let duration = || parse_duration(value).map_err(wrong);
        match key {
            "nodes" => self.limits.nodes = Some(number(u64::MAX)?),
            "depth" => self.limits.depth = Some(number(u64::from(u32::MAX))? as u32),
            "time" => self.limits.move_time = Some(duration()?),
            "patience" => self.timeouts.longest = duration()?,
            _ => self.options.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

/// How long a program is waited for before it counts as hung.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For the answers to `ugi` and `isready`.
    pub start: Duration,
    /// For a move after its time is over.
    pub grace: Duration,
    /// For a move that has no limit of time, in a game without clocks.
    pub longest: Duration,
}

impl Default for Timeouts {
    /// Ten seconds, one second, one minute.
    fn default() -> Timeouts {
        Timeouts { start: Duration::from_secs(10), grace: Duration::from_secs(1), longest: Duration::from_secs(60) }
    }
}

impl Timeouts {
    /// How long a move with these limits, and with what is left on the clock, is waited for.
    pub fn of_move(&self, limits: &GoLimits, left: Option<Duration>) -> Duration {
        let (own, clock) = (limits.move_time.map(|time| time + self.grace), left.map(|left| left + GRACE));
        own.into_iter().chain(clock).min().unwrap_or(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_after_the_last_two_dashes() {
        let read: Launch = "fish -- x -- nodes=1000,time=50ms,Skill=3,patience=2m depth=7".parse().unwrap();
        assert_eq!((read.program.as_str(), read.arguments.join(" ")), ("fish", "-- x".to_owned()));
        let limits = GoLimits {
            nodes: Some(1000),
            depth: Some(7),
            move_time: Some(Duration::from_millis(50)),
            ..GoLimits::default()
        };
        assert_eq!((read.limits, read.timeouts.longest), (limits, Duration::from_secs(120)));
        assert_eq!(read.options, [("Skill".to_owned(), "3".to_owned())]);
        let bare = Launch { program: "fish".to_owned(), ..Launch::default() };
        assert_eq!(("fish".parse(), "fish --".parse()), (Ok(bare.clone()), Ok(bare)));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let wrong = |text: &str| text.parse::<Launch>().unwrap_err();
        assert_eq!((wrong(""), wrong("-- nodes=3")), (LaunchError::Program, LaunchError::Program));
        assert!(matches!(wrong("fish 'x"), LaunchError::Quote(_)));
        assert_eq!(wrong("fish -- nodes").to_string(), "engine option 'nodes' is not of the form key=value");
        assert_eq!(wrong("fish -- depth=0").to_string(), "engine option depth=0: expected a number from 1");
        assert_eq!(wrong("fish -- nodes=0").to_string(), "engine option nodes=0: expected a number from 1");
        assert!(wrong("fish -- time=5").to_string().contains("a duration such as"));
    }

    #[test]
    fn the_first_deadline_counts() {
        let timeouts = Timeouts::default();
        let none = GoLimits::default();
        let (timed, left) =
            (GoLimits { move_time: Some(Duration::from_millis(50)), ..none }, Duration::from_millis(300));
        assert_eq!(timeouts.of_move(&timed, None), Duration::from_millis(1050));
        assert_eq!(timeouts.of_move(&none, None), Duration::from_secs(60));
        assert_eq!([timed, none].map(|limits| timeouts.of_move(&limits, Some(left))), [left + GRACE; 2]);
    }
}
