use std::fmt;
use std::time::Duration;

/// How another program is started, and what it is told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launch {
    /// The program: a path, or a name that is looked up in `PATH`.
    pub program: String,
    /// What it is called with.
    pub arguments: Vec<String>,
    /// What ends its searches.
    pub limits: MoveLimits,
    /// What it is set by `setoption`: names and values, in order.
    pub options: Vec<(String, String)>,
    /// How long it is waited for.
    pub patience: Patience,
}

/// What ends a search, as it is told by `go`; without any limit the program decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveLimits {
    /// Nodes, or what the program calls so.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Time, in whole milliseconds.
    pub time: Option<Duration>,
}

/// How long a program is waited for before it counts as hung.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For the answers to `ugi` and `isready`.
    pub start: Duration,
    /// For a move after its time is over.
    pub grace: Duration,
    /// For a move that has no limit of time.
    pub longest: Duration,
}

impl Default for Patience {
    /// Ten seconds, one second, one minute.
    fn default() -> Patience {
        Patience { start: Duration::from_secs(10), grace: Duration::from_secs(1), longest: Duration::from_secs(60) }
    }
}

impl Patience {
    /// How long a move with these limits is waited for.
    pub fn of_move(&self, limits: &MoveLimits) -> Duration {
        limits.time.map_or(self.longest, |time| time + self.grace)
    }
}

/// The order `go` with these limits.
impl fmt::Display for MoveLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(time) = self.time {
            write!(f, " movetime {}", time.as_millis())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_orders() {
        let time = Some(Duration::from_millis(50));
        assert_eq!(MoveLimits::default().to_string(), "go");
        let all = MoveLimits { nodes: Some(7), depth: Some(3), time };
        assert_eq!(all.to_string(), "go nodes 7 depth 3 movetime 50");
        let patience = Patience::default();
        assert_eq!(patience.of_move(&all), Duration::from_millis(1050));
        assert_eq!(patience.of_move(&MoveLimits::default()), Duration::from_secs(60));
    }
}
