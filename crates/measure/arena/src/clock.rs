//! Clocks for whole games.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use floe_game::Player;
use floe_search::{DurationError, parse_duration};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;

/// Time by which a move may exceed the clock without a forfeit: the computer may have been busy
/// with other work.
pub const GRACE: Duration = Duration::from_millis(50);

/// Time control of a game: the time that every player has for the whole game, and the time that its
/// clock gains with every move. As text `60s+1s`, or `60s` if the clock gains nothing.
///
/// ```
/// use floe_arena::clock::TimeControl;
///
/// let control: TimeControl = "1m+500ms".parse()?;
/// assert_eq!(control.increment.as_millis(), 500);
/// assert_eq!(control.to_string(), "60s+500ms");
/// # Ok::<(), floe_arena::clock::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(into = "String", try_from = "String")]
pub struct TimeControl {
    /// Time that every player has for a whole game, before increments.
    pub base: Duration,
    /// Time that a player's clock gains after every move that it makes.
    pub increment: Duration,
}

/// Reason why a text is no [`TimeControl`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TimeControlError {
    /// One of the two times is not a duration, for this reason.
    #[error("expected {0}, in a time control such as 60s+1s")]
    Duration(#[from] DurationError),
    /// The time for the whole game is zero, which is not allowed.
    #[error("expected a time above zero, in a time control such as 60s+1s")]
    Zero,
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0ms"));
        let control = TimeControl {
            base: parse_duration(base)?,
            increment: parse_duration(increment)?,
        };
        if control.base.is_zero() {
            Err(TimeControlError::Zero)
        } else {
            Ok(control)
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", written(self.base))?;
        if self.increment.is_zero() {
            Ok(())
        } else {
            write!(f, "+{}", written(self.increment))
        }
    }
}

fn written(time: Duration) -> String {
    let milliseconds = time.as_millis();
    if milliseconds.is_multiple_of(1000) {
        format!("{}s", milliseconds / 1000)
    } else {
        format!("{milliseconds}ms")
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }
}

/// Times that were left on the clocks of all players in a game when the current move began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    left: [Duration; Player::MAX],
    increment: Duration,
}

impl Clocks {
    /// Sets the clocks of all players for a new game.
    pub fn new(control: TimeControl) -> Clocks {
        Clocks {
            left: [control.base; Player::MAX],
            increment: control.increment,
        }
    }

    /// Returns the time that was left on the clock of `player` when the current move began.
    pub fn left(&self, player: Player) -> Duration {
        self.left[player.index()]
    }

    /// Returns the time that a player's clock gains with each of its moves.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// Subtracts the time spent on a move, and adds the increment.
    ///
    /// # Errors
    /// [`Fault::Time`] when more was spent than the time left and [`GRACE`].
    pub(crate) fn stop(&mut self, player: Player, spent: Duration) -> Result<(), Fault> {
        let left = &mut self.left[player.index()];
        if spent > *left + GRACE {
            return Err(Fault::Time(format!(
                "{} ms with {} ms left",
                spent.as_millis(),
                left.as_millis()
            )));
        }
        *left = left.saturating_sub(spent) + self.increment;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn controls_are_read_and_written() {
        let control = |base, increment| TimeControl {
            base: base * MS,
            increment: increment * MS,
        };
        for (text, expected, written) in [
            ("60s+1s", control(60_000, 1000), "60s+1s"),
            ("1m", control(60_000, 0), "60s"),
            ("300ms+5ms", control(300, 5), "300ms+5ms"),
            ("2s+0ms", control(2000, 0), "2s"),
        ] {
            assert_eq!(text.parse(), Ok(expected));
            assert_eq!(expected.to_string(), written);
            let json = serde_json::to_string(&expected).unwrap();
            assert_eq!(
                (json.as_str(), serde_json::from_str(&json).ok()),
                (&*format!("{written:?}"), Some(expected))
            );
        }
        for wrong in [
            "",
            "60",
            "+1s",
            "60s+",
            "60s+1",
            "60s+1s+1s",
            "0s",
            "0s+1s",
            "-1s",
        ] {
            assert!(
                wrong
                    .parse::<TimeControl>()
                    .unwrap_err()
                    .to_string()
                    .contains("such as 60s+1s"),
                "{wrong}"
            );
        }
    }

    #[test]
    fn clocks_run_for_the_player_to_move() {
        let mut clocks = Clocks::new("100ms+10ms".parse().unwrap());
        let [a, b] = [0, 1].map(Player::new);
        assert_eq!(clocks.stop(a, 60 * MS), Ok(()));
        assert_eq!((clocks.left(a), clocks.left(b)), (50 * MS, 100 * MS));
        assert_eq!(
            clocks.stop(a, 50 * MS + GRACE),
            Ok(()),
            "what is late by no more than that"
        );
        assert_eq!(clocks.left(a), 10 * MS);
        let late = clocks.stop(a, 11 * MS + GRACE).unwrap_err();
        assert_eq!(
            (late.word(), late.to_string().as_str()),
            ("time", "lost on time: 61 ms with 10 ms left")
        );
    }
}
