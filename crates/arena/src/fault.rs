//! What goes wrong with a player.

/// What a player did instead of choosing a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The program could not be started, or ended.
    #[error("crashed: {0}")]
    Crashed(String),
    /// It did not answer in time.
    #[error("hung: {0}")]
    Hung(String),
    /// It said something that is no answer.
    #[error("rubbish: {0}")]
    Rubbish(String),
    /// Its move is not legal.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// Its clock has run out.
    #[error("lost on time: {0}")]
    Time(String),
}

impl Fault {
    /// One word for the record: `crashed`, `hung`, `rubbish`, `illegal-move`, `time`.
    pub fn word(&self) -> &'static str {
        match self {
            Fault::Crashed(_) => "crashed",
            Fault::Hung(_) => "hung",
            Fault::Rubbish(_) => "rubbish",
            Fault::IllegalMove(_) => "illegal-move",
            Fault::Time(_) => "time",
        }
    }
}
