use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use floe_search::{DurationError, parse_count, parse_duration};

use super::{DialogueLog, GoLimits};
use crate::clock::GRACE;

/// Command and options of an external program: `PROGRAM ARGS -- OPTIONS`.
///
/// The options, separated by commas, are the limits `nodes`, `depth` and `time`; `patience`, the
/// timeout of a move without a time limit; and all others, which `setoption` sets.
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
    /// Program to start: a path, or a name to look up in `PATH`.
    pub program: String,
    /// Arguments of the program, in order.
    pub arguments: Vec<String>,
    /// Limits of each search of the program.
    pub limits: GoLimits,
    /// Names and values of options that `setoption` sets, in order.
    pub options: Vec<(String, String)>,
    /// Times after which the program counts as hung.
    pub timeouts: Timeouts,
    /// Program whose command `supervise LIFELINE -- PROGRAM ARGS` calls
    /// [`supervise`](super::supervise); Linux only. `None` to start the program without one.
    pub supervisor: Option<PathBuf>,
    /// Log of all that is said; `None` for none.
    pub log: Option<DialogueLog>,
}

/// Reason why a text is no [`Launch`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LaunchError {
    /// A quote is still open at the end of the text, given here.
    #[error("expected a closing quote in {0:?}")]
    Quote(String),
    /// The text has no program before the options.
    #[error("expected PROGRAM ARGS -- OPTIONS; found no program")]
    Program,
    /// An option, given here, has no value.
    #[error("engine option '{0}': expected key=value")]
    Form(String),
    /// The value of an option, given here with its name, is not a number, or zero, or too large.
    #[error("engine option '{0}': expected an integer from 1")]
    Number(String),
    /// The value of an option is not a duration.
    #[error("engine option '{option}': expected {error}")]
    Duration {
        /// The option with its name and value, as given.
        option: String,
        /// Reason why the value is not a duration.
        error: DurationError,
    },
}

impl FromStr for Launch {
    type Err = LaunchError;

    fn from_str(text: &str) -> Result<Launch, LaunchError> {
        let mut words = shlex::split(text).ok_or_else(|| LaunchError::Quote(text.to_owned()))?;
        let end = words
            .iter()
            .rposition(|word| word == "--")
            .unwrap_or(words.len());
        let options = words.split_off(end);
        let mut launch = Launch::default();
        for option in options
            .iter()
            .skip(1)
            .flat_map(|word| word.split(','))
            .filter(|option| !option.is_empty())
        {
            launch.set(option)?;
        }
        let mut words = words.into_iter();
        launch.program = words.next().ok_or(LaunchError::Program)?;
        launch.arguments = words.collect();
        Ok(launch)
    }
}

impl Launch {
    /// Name of the program, without its folder.
    pub(super) fn name(&self) -> String {
        Path::new(&self.program).file_name().map_or_else(
            || self.program.clone(),
            |name| name.to_string_lossy().into(),
        )
    }

    pub(super) fn command(&self) -> String {
        let words = std::iter::once(&self.program)
            .chain(&self.arguments)
            .map(String::as_str);
        shlex::try_join(words).unwrap_or_default()
    }

    /// Files that the program is made of, as far as the command names them: the program itself,
    /// also in a folder of `PATH`, and each argument or value of an option, also after `=`, that is
    /// the path of a file.
    pub fn files(&self) -> Vec<PathBuf> {
        let own = PathBuf::from(&self.program);
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let program = if own.components().count() > 1 {
            Some(own)
        } else {
            std::env::split_paths(&folders)
                .map(|folder| folder.join(&own))
                .find(|path| path.is_file())
        };
        let values = self.options.iter().map(|(_, value)| value.as_str());
        let words = self.arguments.iter().map(String::as_str).chain(values);
        let ends =
            words.flat_map(|word| [Some(word), word.split_once('=').map(|(_, value)| value)]);
        let named = ends.flatten().map(PathBuf::from);
        program
            .into_iter()
            .chain(named)
            .filter(|path| path.is_file())
            .collect()
    }

    fn set(&mut self, option: &str) -> Result<(), LaunchError> {
        let (key, value) = option
            .split_once('=')
            .ok_or_else(|| LaunchError::Form(option.to_owned()))?;
        match key {
            "nodes" => self.limits.nodes = Some(read_number(option, value, u64::MAX)?),
            "depth" => {
                self.limits.depth = Some(read_number(option, value, u64::from(u32::MAX))? as u32);
            }
            "time" => self.limits.move_time = Some(read_duration(option, value)?),
            "patience" => self.timeouts.no_limit = read_duration(option, value)?,
            _ => self.options.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

fn read_number(option: &str, value: &str, max: u64) -> Result<u64, LaunchError> {
    let number = parse_count(value)
        .ok()
        .filter(|number| (1..=max).contains(number));
    number.ok_or_else(|| LaunchError::Number(option.to_owned()))
}

fn read_duration(option: &str, value: &str) -> Result<Duration, LaunchError> {
    parse_duration(value).map_err(|error| LaunchError::Duration {
        option: option.to_owned(),
        error,
    })
}

/// Times after which a program that has not answered counts as hung.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// Maximum time for the answer to `ugi`, and again for the answer to `isready`; ten seconds by
    /// default.
    pub start: Duration,
    /// Time by which a move may exceed its time limit; one second by default.
    pub grace: Duration,
    /// Maximum time for a move without a time limit, in a game without clocks; one minute by
    /// default.
    pub no_limit: Duration,
}

impl Default for Timeouts {
    /// Ten seconds, one second, one minute.
    fn default() -> Timeouts {
        Timeouts {
            start: Duration::from_secs(10),
            grace: Duration::from_secs(1),
            no_limit: Duration::from_secs(60),
        }
    }
}

impl Timeouts {
    /// Returns the maximum time for a move, tolerance included, by the time limit in `limits` and
    /// the time `left` on the clock of the player; [`no_limit`](Timeouts::no_limit) if there is
    /// neither.
    pub fn of_move(&self, limits: &GoLimits, left: Option<Duration>) -> Duration {
        self.limit_of_move(limits, left).0
    }

    /// Returns the maximum time for a move, as [`of_move`](Self::of_move) does, and the limit from
    /// which it follows, in words.
    pub(super) fn limit_of_move(
        &self,
        limits: &GoLimits,
        left: Option<Duration>,
    ) -> (Duration, String) {
        let grace = self.grace;
        let own = limits.move_time.map(|time| {
            (
                time + grace,
                format!("time={time:?} and {grace:?} of tolerance"),
            )
        });
        let of_clock = |left: Duration| format!("{left:?} on its clock and {GRACE:?} of tolerance");
        let clock = left.map(|left| (left + GRACE, of_clock(left)));
        let least = own.into_iter().chain(clock).min_by_key(|(time, _)| *time);
        least.unwrap_or_else(|| {
            (
                self.no_limit,
                format!("patience={:?}, without a limit of time", self.no_limit),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_after_the_last_two_dashes() {
        let read: Launch = "fish -- x -- nodes=1000,time=50ms,Skill=3,patience=2m depth=7"
            .parse()
            .unwrap();
        assert_eq!(
            (read.program.as_str(), read.arguments.join(" ")),
            ("fish", "-- x".to_owned())
        );
        let limits = GoLimits {
            nodes: Some(1000),
            depth: Some(7),
            move_time: Some(Duration::from_millis(50)),
            ..GoLimits::default()
        };
        assert_eq!(
            (read.limits, read.timeouts.no_limit),
            (limits, Duration::from_secs(120))
        );
        assert_eq!(read.options, [("Skill".to_owned(), "3".to_owned())]);
        let bare = Launch {
            program: "fish".to_owned(),
            ..Launch::default()
        };
        assert_eq!(
            ("fish".parse(), "fish --".parse()),
            (Ok(bare.clone()), Ok(bare))
        );
    }

    #[test]
    fn errors_name_the_option() {
        let wrong = |text: &str| text.parse::<Launch>().unwrap_err();
        assert_eq!(
            (wrong(""), wrong("-- nodes=3")),
            (LaunchError::Program, LaunchError::Program)
        );
        assert!(matches!(wrong("fish 'x"), LaunchError::Quote(_)));
        assert_eq!(
            wrong("fish -- nodes").to_string(),
            "engine option 'nodes': expected key=value"
        );
        assert_eq!(
            wrong("fish -- depth=0").to_string(),
            "engine option 'depth=0': expected an integer from 1"
        );
        assert_eq!(
            wrong("fish -- nodes=0").to_string(),
            "engine option 'nodes=0': expected an integer from 1"
        );
        assert!(
            wrong("fish -- time=5")
                .to_string()
                .contains("expected a unit after the number, such as 5s")
        );
    }

    #[test]
    fn earliest_deadline_counts() {
        let timeouts = Timeouts::default();
        let none = GoLimits::default();
        let timed = GoLimits {
            move_time: Some(Duration::from_millis(50)),
            ..none
        };
        let left = Duration::from_millis(300);
        assert_eq!(timeouts.of_move(&timed, None), Duration::from_millis(1050));
        assert_eq!(timeouts.of_move(&none, None), Duration::from_secs(60));
        assert_eq!(
            [timed, none].map(|limits| timeouts.of_move(&limits, Some(left))),
            [left + GRACE; 2]
        );
    }
}
