//! The faults of players.

use std::borrow::Cow;
use std::{fmt, io};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Reason why a player forfeits a game; the text of each gives details.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program of the player could not be started, or it ended or closed its output during the
    /// match; for an engine of floe, its search failed or found no move.
    Crashed(String),
    /// The player did not answer in time.
    Hung(String),
    /// The program of the player broke the protocol.
    ProtocolError(String),
    /// The player chose a move that is not legal.
    IllegalMove(String),
    /// The clock of the player has run out.
    Time(String),
}

/// Reason why a player does not play on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayFailure {
    /// A fault of the player, which forfeits the game.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A limit of this program or of its machine, such as too many open files: the fault of no
    /// player, so that the match stops. The text describes it.
    #[error("{0}")]
    Limit(String),
}

/// Whether an error of the operating system means that this process or the machine has no more
/// files, processes or memory.
pub fn is_limit(error: &io::Error) -> bool {
    use io::ErrorKind::{OutOfMemory, QuotaExceeded, WouldBlock};
    // EMFILE and ENFILE, for which there is no kind.
    let is_of_files = cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24));
    is_of_files || matches!(error.kind(), OutOfMemory | QuotaExceeded | WouldBlock)
}

/// All kinds of faults, made from their details.
const FAULTS: [fn(String) -> Fault; 5] = [
    Fault::Crashed,
    Fault::Hung,
    Fault::ProtocolError,
    Fault::IllegalMove,
    Fault::Time,
];

impl Fault {
    /// Returns the kind of fault in one word, as records have it: `crashed`, `hung`, `rubbish`,
    /// `illegal-move`, `time`.
    pub fn word(&self) -> &'static str {
        self.parts().0
    }

    /// Returns the details of the fault; empty if there are none.
    pub fn details(&self) -> &str {
        self.parts().2
    }

    /// The kind in one word and as a phrase, and the details.
    fn parts(&self) -> (&'static str, &'static str, &str) {
        match self {
            Fault::Crashed(details) => ("crashed", "crashed", details),
            Fault::Hung(details) => ("hung", "hung", details),
            Fault::ProtocolError(details) => ("rubbish", "rubbish", details),
            Fault::IllegalMove(details) => ("illegal-move", "illegal move", details),
            Fault::Time(details) => ("time", "lost on time", details),
        }
    }

    /// Returns the text for a record: the kind of fault in one word and, if there are any, the
    /// details.
    pub fn reason(&self) -> String {
        let (word, _, details) = self.parts();
        with_details(word, details)
    }
}

fn with_details(kind: &str, details: &str) -> String {
    if details.is_empty() {
        kind.to_owned()
    } else {
        format!("{kind}: {details}")
    }
}

/// Writes the text for people, such as `lost on time: 61 ms with 10 ms left`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, phrase, details) = self.parts();
        f.write_str(&with_details(phrase, details))
    }
}

impl std::error::Error for Fault {}

impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.reason())
    }
}

impl<'de> Deserialize<'de> for Fault {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fault, D::Error> {
        let reason = Cow::<'_, str>::deserialize(deserializer)?;
        let (word, details) = reason.split_once(": ").unwrap_or((&reason, ""));
        let fault = FAULTS
            .into_iter()
            .find(|fault| fault(String::new()).word() == word)
            .ok_or_else(|| {
                D::Error::custom(format_args!(
                    "expected crashed, hung, rubbish, illegal-move or time; found '{reason}'"
                ))
            })?;
        // Records of older builds repeat the kind as a phrase.
        let phrase = fault(String::new()).to_string();
        let rest = details
            .strip_prefix(&phrase)
            .and_then(|rest| rest.strip_prefix(": "));
        Ok(fault(rest.unwrap_or(details).to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_read_and_written() {
        for (reason, older, fault) in [
            (
                "crashed: exit status: 1",
                "crashed: crashed: exit status: 1",
                Fault::Crashed("exit status: 1".to_owned()),
            ),
            (
                "rubbish: no line",
                "rubbish: rubbish: no line",
                Fault::ProtocolError("no line".to_owned()),
            ),
            (
                "illegal-move: a1: b",
                "illegal-move: illegal move: a1: b",
                Fault::IllegalMove("a1: b".to_owned()),
            ),
            (
                "time: 61 ms with 10 ms left",
                "time: lost on time: 61 ms with 10 ms left",
                { Fault::Time("61 ms with 10 ms left".to_owned()) },
            ),
            ("hung", "hung", Fault::Hung(String::new())),
        ] {
            for reason in [reason, older] {
                assert_eq!(
                    serde_json::from_value::<Fault>(reason.into()).unwrap(),
                    fault
                );
            }
            assert_eq!(fault.reason(), reason);
        }
        assert_eq!(
            Fault::IllegalMove("none".to_owned()).to_string(),
            "illegal move: none"
        );
        assert_eq!(Fault::Time(String::new()).to_string(), "lost on time");
        assert!(serde_json::from_value::<Fault>("bored".into()).is_err());
    }
}
