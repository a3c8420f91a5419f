use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use floe_search::parse_duration;
use floe_search::{Limits, MAX_DEPTH};

use crate::evaluation::{Network, Weights};
use crate::{Evaluation, WeightsError};

/// What a name stands for: how an engine searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// What plays best: alpha-beta and the exact solver for two players; for more tree search, and max^n where that sees to the end.
    #[default]
    Default,
    /// Alpha-beta, for two players.
    AlphaBeta,
    /// One against all others, by alpha-beta.
    Paranoid,
    /// One against the best reply of any other, by alpha-beta.
    BestReply,
    /// Everybody for itself, for three and four players.
    MaxN,
    /// Expectimax, for two players where chance has a say.
    Expectimax,
    /// Monte Carlo tree search guided by the evaluation.
    Mcts,
    /// Plain UCT with random playouts; its nodes are playouts.
    Uct,
    /// To the tile with the most fish.
    Greedy,
    /// Anywhere.
    Random,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 10] = [
        Method::Default,
        Method::AlphaBeta,
        Method::Paranoid,
        Method::BestReply,
        Method::MaxN,
        Method::Expectimax,
        Method::Mcts,
        Method::Uct,
        Method::Greedy,
        Method::Random,
    ];

    /// The name that the method goes by.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Default => "default",
            Method::AlphaBeta => "alphabeta",
            Method::Paranoid => "paranoid",
            Method::BestReply => "brs",
            Method::MaxN => "maxn",
            Method::Expectimax => "expectimax",
            Method::Mcts => "mcts",
            Method::Uct => "uct",
            Method::Greedy => "greedy",
            Method::Random => "random",
        }
    }
}

/// An engine by name, with options: `default`, `alphabeta:depth=6,hash=64`.
///
/// ```
/// use floe_engine::{EngineSpec, Method};
///
/// let spec: EngineSpec = "alphabeta:depth=6,time=50ms".parse()?;
/// assert_eq!(spec.method, Method::AlphaBeta);
/// assert_eq!(spec.depth, Some(6));
/// assert_eq!(spec.to_string(), "alphabeta:depth=6,time=50ms");
/// # Ok::<(), floe_engine::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSpec {
    /// How it searches.
    pub method: Method,
    /// The last depth, in plies.
    pub depth: Option<u32>,
    /// So many nodes a move.
    pub nodes: Option<u64>,
    /// So long a move.
    pub time: Option<Duration>,
    /// How many threads.
    pub threads: Option<usize>,
    /// The size of the table in MiB.
    pub hash: Option<usize>,
    /// What engines that throw dice draw from.
    pub seed: Option<u64>,
    /// A file of weights, which hold for any number of players, instead of those that come with floe.
    pub weights: Option<PathBuf>,
    /// A file of a network, for the number of players that it was learned for.
    pub network: Option<PathBuf>,
}

/// Why a text names no engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// There is no engine of that name.
    #[error("there is no engine '{name}'; there are {}", names())]
    Name {
        /// The name given.
        name: String,
    },
    /// It is another program, and those are not for everything.
    #[error("cmd: is for other programs, which play in 'floe match' only; here there are {}", names())]
    Program,
    /// An option is not of the form `key=value`.
    #[error("engine option '{0}' is not of the form key=value")]
    Form(String),
    /// There is no option of that name.
    #[error("engines have no option '{0}'; there are depth, nodes, time, threads, hash, seed, weights, network")]
    Key(String),
    /// The value of an option is out of range.
    #[error("engine option {key}={value}: expected {expected}")]
    Value {
        /// The option.
        key: &'static str,
        /// What was given.
        value: String,
        /// What is allowed.
        expected: String,
    },
    /// A file cannot be read, or holds something else.
    #[error("engine option {key}={}: {why}", path.display())]
    File {
        /// The option.
        key: &'static str,
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

fn names() -> String {
    Method::ALL.map(Method::name).join(", ")
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let method = Method::ALL.into_iter().find(|method| method.name() == name);
        let unknown = || match name {
            "cmd" => SpecError::Program,
            _ => SpecError::Name { name: name.to_owned() },
        };
        let mut spec = EngineSpec { method: method.ok_or_else(unknown)?, ..EngineSpec::default() };
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').ok_or_else(|| SpecError::Form(option.to_owned()))?;
            match key {
                "depth" => spec.depth = Some(number("depth", value, 1, u64::from(MAX_DEPTH))? as u32),
                "nodes" => spec.nodes = Some(number("nodes", value, 1, u64::MAX)?),
                "threads" => spec.threads = Some(number("threads", value, 1, 1024)? as usize),
                "hash" => spec.hash = Some(number("hash", value, 1, 1 << 24)? as usize),
                "seed" => spec.seed = Some(number("seed", value, 0, u64::MAX)?),
                "time" => spec.time = Some(duration(value)?),
                "weights" => spec.weights = Some(value.into()),
                "network" => spec.network = Some(value.into()),
                _ => return Err(SpecError::Key(key.to_owned())),
            }
        }
        Ok(spec)
    }
}

impl EngineSpec {
    /// The limits for every move: [`Limits::from_now`] at each.
    pub fn limits(&self) -> Limits<'static> {
        let depth = self.depth.unwrap_or(MAX_DEPTH);
        Limits { depth, nodes: self.nodes, time: self.time, ..Limits::default() }
    }

    /// What the engine guesses by: what comes with floe, but for what the files say, which `read` reads.
    ///
    /// ```no_run
    /// use floe_engine::{Engine, EngineSpec};
    ///
    /// let spec: EngineSpec = "default:time=1s,network=mine.txt".parse()?;
    /// let engine = Engine::from_spec(&spec, spec.evaluation(|path| std::fs::read_to_string(path))?);
    /// # Ok::<(), floe_engine::SpecError>(())
    /// ```
    ///
    /// # Errors
    /// Where a file cannot be read, or holds something else.
    pub fn evaluation(&self, read: impl Fn(&Path) -> io::Result<String>) -> Result<Evaluation, SpecError> {
        let mut evaluation = Evaluation::default();
        if let Some(path) = &self.weights {
            let weights: Weights = parsed("weights", path, &read, str::parse)?;
            for players in 2..=4 {
                evaluation = evaluation.with_weights(players, weights.clone());
            }
        }
        if let Some(path) = &self.network {
            let network = parsed("network", path, &read, Network::read_any)?;
            evaluation = evaluation.with_network(network.players(), &network);
        }
        Ok(evaluation)
    }
}

fn parsed<T>(
    key: &'static str,
    path: &Path,
    read: impl Fn(&Path) -> io::Result<String>,
    parse: impl Fn(&str) -> Result<T, WeightsError>,
) -> Result<T, SpecError> {
    let wrong = |why| SpecError::File { key, path: path.to_owned(), why };
    let text = read(path).map_err(|error| wrong(error.to_string()))?;
    parse(&text).map_err(|error| wrong(error.to_string()))
}

fn duration(value: &str) -> Result<Duration, SpecError> {
    parse_duration(value).map_err(|expected| SpecError::Value {
        key: "time",
        value: value.to_owned(),
        expected: expected.to_owned(),
    })
}

fn number(key: &'static str, value: &str, least: u64, most: u64) -> Result<u64, SpecError> {
    value.parse().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| SpecError::Value {
        key,
        value: value.to_owned(),
        expected: format!("a whole number from {least} to {most}"),
    })
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = [
            self.depth.map(|depth| format!("depth={depth}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.time.map(|time| format!("time={}ms", time.as_millis())),
            self.threads.map(|threads| format!("threads={threads}")),
            self.hash.map(|hash| format!("hash={hash}")),
            self.seed.map(|seed| format!("seed={seed}")),
            self.weights.as_ref().map(|path| format!("weights={}", path.display())),
            self.network.as_ref().map(|path| format!("network={}", path.display())),
        ];
        let options: Vec<String> = options.into_iter().flatten().collect();
        let colon = if options.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{}", self.method.name(), options.join(","))
    }
}
