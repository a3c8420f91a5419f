//! The faults of players.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The reason why a player forfeits a game, with details.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The program could not be started, or ended.
    #[error("crashed: {0}")]
    Crashed(String),
    /// The player did not answer in time.
    #[error("hung: {0}")]
    Hung(String),
    /// The program broke the protocol.
    #[error("rubbish: {0}")]
    ProtocolError(String),
    /// The move is not legal.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// The clock of the player has run out.
    #[error("lost on time: {0}")]
    Time(String),
}

/// All kinds of faults, made from their details.
const FAULTS: [fn(String) -> Fault; 5] =
    [Fault::Crashed, Fault::Hung, Fault::ProtocolError, Fault::IllegalMove, Fault::Time];

impl Fault {
    /// Returns the kind of fault in one word: `crashed`, `hung`, `rubbish`, `illegal-move`, `time`.
    pub fn word(&self) -> &'static str {
        self.parts().0
    }

    fn parts(&self) -> (&'static str, &str) {
        match self {
            Fault::Crashed(details) => ("crashed", details),
            Fault::Hung(details) => ("hung", details),
            Fault::ProtocolError(details) => ("rubbish", details),
            Fault::IllegalMove(details) => ("illegal-move", details),
            Fault::Time(details) => ("time", details),
        }
    }

    /// Returns the text for a record: the kind and, if there are details, the message.
    pub fn reason(&self) -> String {
        let (word, details) = self.parts();
        if details.is_empty() { word.to_owned() } else { format!("{word}: {self}") }
    }
}

impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.reason())
    }
}

impl<'de> Deserialize<'de> for Fault {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fault, D::Error> {
        let reason = Cow::<'_, str>::deserialize(deserializer)?;
        let (word, message) = reason.split_once(": ").unwrap_or((&reason, ""));
        let fault = FAULTS.into_iter().find(|fault| fault(String::new()).word() == word).ok_or_else(|| {
            D::Error::custom(format_args!("expected crashed, hung, rubbish, illegal-move or time; found '{reason}'"))
        })?;
        let details = message.strip_prefix(&fault(String::new()).to_string()).unwrap_or(message);
        Ok(fault(details.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_read_and_written() {
        for (reason, fault) in [
            ("crashed: crashed: exit status: 1", Fault::Crashed("exit status: 1".to_owned())),
            (
                "rubbish: rubbish: a line of more than 3 bytes",
                Fault::ProtocolError("a line of more than 3 bytes".to_owned()),
            ),
            ("illegal-move: illegal move: a1: b", Fault::IllegalMove("a1: b".to_owned())),
            ("time: lost on time: 61 ms with 10 ms left", Fault::Time("61 ms with 10 ms left".to_owned())),
            ("hung", Fault::Hung(String::new())),
        ] {
            assert_eq!(serde_json::from_value::<Fault>(reason.into()).unwrap(), fault);
            assert_eq!(fault.reason(), reason);
        }
        assert!(serde_json::from_value::<Fault>("bored".into()).is_err());
    }
}
