use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use floe_evaluation::{NetworkFile, Weights};
use floe_learners::onnx;
use floe_runs::io_text;
use floe_search::{Limits, MAX_DEPTH, Options, parse_count, parse_duration, without_mark};
use floe_variants::did_you_mean;

use crate::{Evaluation, GameRules, SearchParameter, SearchParameters, WeightsError};

/// Method by which an engine chooses its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Method {
    /// The strongest method for the game: alpha-beta and the exact solver between two sides,
    /// expectimax with chance, for more sides tree search, and late in the game max^n.
    #[default]
    Default,
    /// Alpha-beta, in games between two sides without chance.
    AlphaBeta,
    /// Paranoid search (Sturtevant and Korf, 2000): alpha-beta for one player against all others
    /// together, without chance.
    Paranoid,
    /// Best-reply search (Schadd and Winands, 2011): alpha-beta for one player against the best
    /// reply of any other, without chance.
    BestReply,
    /// Max^n (Luckhardt and Irani, 1986), for three and four players without chance, who all play
    /// for themselves.
    MaxN,
    /// Expectimax (Michie, 1966; pruned after Ballard, 1983), in games with chance between at most
    /// two sides.
    Expectimax,
    /// Monte Carlo tree search guided by the evaluation (PUCT: Rosin, 2011), in games on a floe and
    /// Gone Fishing!.
    Mcts,
    /// Plain UCT (Kocsis and Szepesvári, 2006) with random playouts, which count as nodes.
    Uct,
    /// Takes the move with the most immediate gain, such as fish or animals freed, without a
    /// search.
    Greedy,
    /// Rules of thumb for games without a floe: in Fish 'n' Flip it frees many animals, keeps
    /// columns low and pairs together.
    Thumb,
    /// Takes a random move.
    Random,
}

/// Maximum number of threads of an engine.
pub const MAX_THREADS: u64 = 1024;
/// Maximum size of the transposition table or the search tree of an engine, in MiB.
pub const MAX_HASH_MEBIBYTES: u64 = 1 << 24;

/// Names of the methods, in their order.
const NAMES: [&str; 11] = [
    "default",
    "alphabeta",
    "paranoid",
    "brs",
    "maxn",
    "expectimax",
    "mcts",
    "uct",
    "greedy",
    "thumb",
    "random",
];

/// Engines of the levels of strength, from level 1.
const LEVELS: [&str; 8] = [
    "random",
    "greedy",
    "default:nodes=30",
    "default:nodes=300",
    "default:nodes=5000",
    "default:time=100ms",
    "default:time=1s",
    "default:time=5s",
];

/// Option of an engine's text, other than a [parameter](SearchParameter) of the searches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineOption {
    pub(crate) name: &'static str,
    kind: EngineOptionKind,
}

/// Kind of the values of an option, with its field of a specification.
#[derive(Clone, Copy, Debug)]
enum EngineOptionKind {
    Number {
        /// Least and greatest value, both included.
        range: [u64; 2],
        given: fn(&EngineSpec) -> Option<u64>,
        set: fn(&mut EngineSpec, u64),
    },
    Time,
    File {
        given: fn(&EngineSpec) -> Option<&PathBuf>,
        set: fn(&mut EngineSpec, PathBuf),
    },
}

/// All options of an engine's text but for parameters, in the order in which it is written.
pub(crate) const OPTIONS: [EngineOption; 9] = [
    number_option(
        "depth",
        [1, MAX_DEPTH as u64],
        |spec| spec.depth.map(u64::from),
        |spec, depth| spec.depth = Some(depth as u32),
    ),
    number_option(
        "nodes",
        [1, u64::MAX],
        |spec| spec.nodes,
        |spec, nodes| spec.nodes = Some(nodes),
    ),
    EngineOption {
        name: "time",
        kind: EngineOptionKind::Time,
    },
    number_option(
        "threads",
        [1, MAX_THREADS],
        |spec| spec.threads.map(|threads| threads as u64),
        |spec, threads| spec.threads = Some(threads as usize),
    ),
    number_option(
        "hash",
        [1, MAX_HASH_MEBIBYTES],
        |spec| spec.hash.map(|mebibytes| mebibytes as u64),
        |spec, mebibytes| spec.hash = Some(mebibytes as usize),
    ),
    number_option(
        "seed",
        [0, u64::MAX],
        |spec| spec.seed,
        |spec, seed| spec.seed = Some(seed),
    ),
    file_option(
        "weights",
        |spec| spec.weights.as_ref(),
        |spec, path| spec.weights = Some(path),
    ),
    file_option(
        "network",
        |spec| spec.network.as_ref(),
        |spec, path| spec.network = Some(path),
    ),
    file_option(
        "onnx",
        |spec| spec.onnx.as_ref(),
        |spec, path| spec.onnx = Some(path),
    ),
];

const fn number_option(
    name: &'static str,
    range: [u64; 2],
    given: fn(&EngineSpec) -> Option<u64>,
    set: fn(&mut EngineSpec, u64),
) -> EngineOption {
    let kind = EngineOptionKind::Number { range, given, set };
    EngineOption { name, kind }
}

const fn file_option(
    name: &'static str,
    given: fn(&EngineSpec) -> Option<&PathBuf>,
    set: fn(&mut EngineSpec, PathBuf),
) -> EngineOption {
    let kind = EngineOptionKind::File { given, set };
    EngineOption { name, kind }
}

/// Names of all options, those of parameters last.
fn keys() -> Vec<&'static str> {
    let parameters = SearchParameter::options()
        .iter()
        .map(|parameter| parameter.name());
    OPTIONS
        .iter()
        .map(|option| option.name)
        .chain(parameters)
        .collect()
}

impl EngineOption {
    /// The number that a specification gives and the range that it may have, if it gives one.
    pub(crate) fn number(&self, spec: &EngineSpec) -> Option<(u64, [u64; 2])> {
        match self.kind {
            EngineOptionKind::Number { range, given, .. } => Some((given(spec)?, range)),
            EngineOptionKind::Time | EngineOptionKind::File { .. } => None,
        }
    }

    /// Reads a value.
    fn read(&self, spec: &mut EngineSpec, value: &str) -> Result<(), SpecError> {
        match self.kind {
            EngineOptionKind::Number { range, set, .. } => {
                set(spec, number(self.name, value, range)?);
            }
            EngineOptionKind::Time => spec.time = Some(duration(self.name, value)?),
            EngineOptionKind::File { set, .. } => set(spec, unquoted(value).into()),
        }
        Ok(())
    }

    /// The value that a specification gives, as its text has it.
    fn written(&self, spec: &EngineSpec) -> Option<String> {
        let value = match self.kind {
            EngineOptionKind::Number { given, .. } => given(spec)?.to_string(),
            EngineOptionKind::Time => format!("{}ms", spec.time?.as_millis()),
            EngineOptionKind::File { given, .. } => quoted(given(spec)?),
        };
        Some(format!("{}={value}", self.name))
    }
}

impl Method {
    /// All methods, once each.
    pub const ALL: [Method; 11] = [
        Method::Default,
        Method::AlphaBeta,
        Method::Paranoid,
        Method::BestReply,
        Method::MaxN,
        Method::Expectimax,
        Method::Mcts,
        Method::Uct,
        Method::Greedy,
        Method::Thumb,
        Method::Random,
    ];

    /// Name of the method in specifications of engines: `alphabeta`.
    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// Name of the method for people, with the games that it is for: `Alpha-beta (two sides, no
    /// chance)`.
    pub const fn title(self) -> &'static str {
        match self {
            Method::Default => "Strongest for the game",
            Method::AlphaBeta => "Alpha-beta (two sides, no chance)",
            Method::Paranoid => "Paranoid search (no chance)",
            Method::BestReply => "Best-reply search (no chance)",
            Method::MaxN => "Max^n (three or four players, no chance)",
            Method::Expectimax => "Expectimax (two sides with chance)",
            Method::Mcts => "Tree search with evaluation (on a floe, Gone Fishing!)",
            Method::Uct => "Tree search with random playouts",
            Method::Greedy => "Most immediate gain",
            Method::Thumb => "Rules of thumb (Fish 'n' Flip, Gone Fishing!)",
            Method::Random => "Random moves",
        }
    }

    /// Whether the method searches: others move at once, without limits and values.
    pub const fn searches(self) -> bool {
        !matches!(self, Method::Greedy | Method::Thumb | Method::Random)
    }

    /// Games that the method can play, in words after "expected"; `None` if it can play a game with
    /// these rules and this number of sides.
    pub fn unmet_need(self, rules: GameRules, sides: usize) -> Option<&'static str> {
        let has_chance = rules.has_chance();
        let is_on_floe = rules.floe().is_some();
        let is_hidden = rules.has_hidden_tiles();
        let (suits, games) = match self {
            Method::Expectimax => (
                has_chance && sides <= 2 && !is_hidden,
                "two players with chance, as in hidden-whale",
            ),
            Method::AlphaBeta => (
                sides == 2 && !has_chance,
                "two players or two teams, without chance",
            ),
            Method::MaxN => (
                sides > 2 && !has_chance,
                "three or four players, without teams and chance",
            ),
            Method::Paranoid | Method::BestReply => (!has_chance, "rules without chance"),
            Method::Mcts => (
                is_on_floe || is_hidden,
                "a game on a floe, or rules angling",
            ),
            Method::Thumb => (rules.is_cooperative() || is_hidden, "rules flip or angling"),
            Method::Default | Method::Uct | Method::Greedy | Method::Random => return None,
        };
        (!suits).then_some(games)
    }
}

/// Specification of an engine: method and options, as in the text `alphabeta:depth=6,hash=64`.
/// Options that are `None` are not in the text, and have their defaults.
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
    /// Method by which the engine chooses its moves.
    pub method: Method,
    /// Maximum depth of each search in plies, from 1 to 99; by default 99.
    pub depth: Option<u32>,
    /// Maximum number of nodes for each move, of all threads together; by default no limit.
    pub nodes: Option<u64>,
    /// Maximum time for each move; by default no limit.
    pub time: Option<Duration>,
    /// Number of threads, from 1 to [`MAX_THREADS`]; by default 1.
    pub threads: Option<usize>,
    /// Size of the transposition table or the search tree in MiB, from 1 to [`MAX_HASH_MEBIBYTES`];
    /// by default 16.
    pub hash: Option<usize>,
    /// Seed of random numbers; by default 0.
    pub seed: Option<u64>,
    /// File of weights of the evaluation for the game that the file names; by default the built-in
    /// weights.
    pub weights: Option<PathBuf>,
    /// File of a network of the evaluation for the game that the file names, in place of the
    /// built-in network; by default none.
    pub network: Option<PathBuf>,
    /// ONNX file of a network that guides the tree search of the method `mcts`, in games on a floe
    /// without chance and special tiles; by default none.
    pub onnx: Option<PathBuf>,
    /// Parameters of the searches.
    pub parameters: SearchParameters,
}

/// Reason why a text specifies no engine of floe, or why the engine cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No method has this name.
    #[error("unknown engine '{0}'{like}; known: {names}", like = did_you_mean(.0, NAMES), names = NAMES.join(", "))]
    Name(String),
    /// Options follow the name of a method without a colon between them: the text, and the same
    /// text with a colon.
    #[error("engine '{0}': expected a colon between the name and its options, as in {1}")]
    NoColon(String, String),
    /// The text is the command of another program (`cmd:`), where only engines of floe can be used.
    #[error("programs (cmd:) play in 'floe match' only; known engines: {}", NAMES.join(", "))]
    Program,
    /// Text of an option that is not of the form `key=value`.
    #[error(
        "engine option '{0}': expected key=value; write a path with a comma in quotes, as in onnx=\"a,b.onnx\""
    )]
    Form(String),
    /// No option has this name.
    #[error("unknown engine option '{0}'{like}; known: {keys}", like = did_you_mean(.0, keys()), keys = keys().join(", "))]
    Key(String),
    /// The value of an option is out of range, or names a file that cannot be used.
    #[error("engine option {key}={value}: {problem}")]
    Value {
        /// Name of the option.
        key: &'static str,
        /// The value that was given.
        value: String,
        /// Reason why the value cannot be used, such as the values that were expected.
        problem: String,
    },
}

/// The text of an engine with a colon behind the name of the method, where another sign stands
/// there.
fn with_colon(text: &str) -> Option<String> {
    let end = text.find(|sign: char| !sign.is_ascii_lowercase())?;
    let (name, rest) = text.split_at(end);
    let options = rest
        .split([' ', ',', ';', '(', ')'])
        .filter(|option| option.contains('='));
    let options: Vec<&str> = options
        .map(|option| option.trim_start_matches(['-', '/']))
        .collect();
    let is_method = Method::ALL.iter().any(|method| method.name() == name);
    (is_method && !options.is_empty()).then(|| format!("{name}:{}", options.join(",")))
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let method = Method::ALL.into_iter().find(|method| method.name() == name);
        let unknown = || match with_colon(text) {
            _ if name == "cmd" => SpecError::Program,
            Some(expected) => SpecError::NoColon(text.to_owned(), expected),
            None => SpecError::Name(name.to_owned()),
        };
        let mut spec = EngineSpec {
            method: method.ok_or_else(unknown)?,
            ..EngineSpec::default()
        };
        for option in options_of(options)
            .into_iter()
            .filter(|option| !option.is_empty())
        {
            let (key, value) = option
                .split_once('=')
                .ok_or_else(|| SpecError::Form(option.to_owned()))?;
            match OPTIONS.iter().find(|option| option.name == key) {
                Some(option) => option.read(&mut spec, value)?,
                None => spec.set_parameter(key, value)?,
            }
        }
        if let Some(path) = spec.onnx.as_ref().filter(|_| spec.method != Method::Mcts) {
            let problem = format!("expected the method mcts; found {}", spec.method.name());
            return Err(SpecError::Value {
                key: "onnx",
                value: path.display().to_string(),
                problem,
            });
        }
        Ok(spec)
    }
}

impl EngineSpec {
    /// Sets the parameter of the searches with this name. A constant may be named with its value,
    /// as in texts of builds in which it is an option.
    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), SpecError> {
        let parameter =
            SearchParameter::of_name(name).ok_or_else(|| SpecError::Key(name.to_owned()))?;
        let usual = u64::from(parameter.usual());
        if !parameter.is_option() && parse_count(value) != Ok(usual) {
            return Err(SpecError::Value {
                key: parameter.name(),
                value: value.to_owned(),
                problem: format!(
                    "expected {usual}; other values need a build with the feature 'tune' ('floe docs tuning')"
                ),
            });
        }
        let (least, most) = parameter.range();
        let value = number(parameter.name(), value, [least.into(), most.into()])?;
        self.parameters.set(parameter, value as u32);
        Ok(())
    }

    /// Number of levels of strength, of which [`of_level`](Self::of_level) makes engines.
    pub const LEVELS: usize = LEVELS.len();

    /// The engine of a level of strength: 1 is the weakest, [`LEVELS`](Self::LEVELS) the strongest.
    ///
    /// # Panics
    /// If the level is 0 or above [`LEVELS`](Self::LEVELS).
    pub fn of_level(level: usize) -> EngineSpec {
        LEVELS[level - 1]
            .parse()
            .expect("the engines of the levels exist")
    }

    /// Files that the specification names, and the files of weights that a network of
    /// [`onnx`](Self::onnx) names itself. `read` returns the bytes of a file.
    pub fn files(
        &self,
        read: impl Fn(&Path) -> io::Result<Vec<u8>>,
    ) -> impl Iterator<Item = PathBuf> {
        let named = [&self.weights, &self.network, &self.onnx]
            .into_iter()
            .flatten()
            .cloned();
        named.chain(
            self.onnx
                .as_deref()
                .map(|path| onnx::weights_of(path, read))
                .unwrap_or_default(),
        )
    }

    /// Whether the depth, the nodes or the time of each move are limited.
    pub fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some()
    }

    /// Options of a search that reports one line, with the threads and the table of this engine.
    pub fn options(&self) -> Options {
        let default = Options::default();
        Options {
            threads: self.threads.unwrap_or(default.threads),
            hash_mebibytes: self.hash.unwrap_or(default.hash_mebibytes),
            ..default
        }
    }

    /// Limits of the next search. They count time from this call: call [`Limits::from_now`] for
    /// every later search.
    pub fn limits(&self) -> Limits<'static> {
        let depth = self.depth.unwrap_or(MAX_DEPTH);
        Limits {
            depth,
            nodes: self.nodes,
            time: self.time,
            ..Limits::default()
        }
    }

    /// Evaluation of games on a floe for this engine: the built-in one, with the weights and the
    /// network from the files that the specification names. `read` returns the bytes of a file.
    ///
    /// ```no_run
    /// use floe_engine::{Engine, EngineSpec};
    ///
    /// let spec: EngineSpec = "default:time=1s,network=mine.txt".parse()?;
    /// let engine = Engine::from_spec(&spec, spec.evaluation(|path| std::fs::read(path))?);
    /// # Ok::<(), floe_engine::SpecError>(())
    /// ```
    ///
    /// # Errors
    /// When a file cannot be read, does not hold weights or a network, or is an ONNX file and this
    /// build cannot read any.
    pub fn evaluation(
        &self,
        read: impl Fn(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<Evaluation, SpecError> {
        let mut evaluation = Evaluation::default();
        if let Some(path) = &self.weights {
            let weights: Weights = parsed("weights", path, &read, str::parse)?;
            evaluation = evaluation.with_weights_of_game(weights);
        }
        if let Some(path) = &self.network {
            let file: NetworkFile = parsed("network", path, &read, str::parse)?;
            evaluation = evaluation.with_network_of_game(&file);
        }
        if let Some(path) = &self.onnx {
            let value = path.display().to_string();
            let network = onnx::read(path, read);
            let network = network.map_err(|problem| SpecError::Value {
                key: "onnx",
                value,
                problem,
            })?;
            evaluation = evaluation.with_plane_network(network);
        }
        Ok(evaluation)
    }
}

/// Options between commas, but for those within double quotes.
fn options_of(text: &str) -> Vec<&str> {
    let mut is_quoted = false;
    let is_end = |sign: char| {
        is_quoted ^= sign == '"';
        sign == ',' && !is_quoted
    };
    text.split(is_end).collect()
}

/// Path that may be written in double quotes, in which two of them stand for one.
fn unquoted(text: &str) -> String {
    match text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
    {
        Some(inner) => inner.replace("\"\"", "\""),
        None => text.to_owned(),
    }
}

/// Writes a path, in quotes if it has a comma or a quote.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    if text.contains([',', '"']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

fn parsed<T>(
    key: &'static str,
    path: &Path,
    read: impl Fn(&Path) -> io::Result<Vec<u8>>,
    parse: impl Fn(&str) -> Result<T, WeightsError>,
) -> Result<T, SpecError> {
    let not_text = |_| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "stream did not contain valid UTF-8",
        )
    };
    let text = read(path).and_then(|bytes| String::from_utf8(bytes).map_err(not_text));
    let text = text.map_err(|error| io_text(&error));
    let parsed =
        text.and_then(|text| parse(without_mark(&text)).map_err(|error| error.to_string()));
    parsed.map_err(|problem| SpecError::Value {
        key,
        value: path.display().to_string(),
        problem,
    })
}

fn duration(key: &'static str, value: &str) -> Result<Duration, SpecError> {
    parse_duration(value).map_err(|expected| {
        let problem = format!("expected {expected}");
        SpecError::Value {
            key,
            value: value.to_owned(),
            problem,
        }
    })
}

fn number(key: &'static str, value: &str, range: [u64; 2]) -> Result<u64, SpecError> {
    let [least, most] = range;
    let number = parse_count(value)
        .ok()
        .filter(|number| (least..=most).contains(number));
    let problem = || match most {
        u64::MAX => format!("expected an integer from {least}"),
        _ => format!("expected {least} to {most}"),
    };
    number.ok_or_else(|| SpecError::Value {
        key,
        value: value.to_owned(),
        problem: problem(),
    })
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = OPTIONS.iter().filter_map(|option| option.written(self));
        let parameters = self
            .parameters
            .given()
            .map(|(parameter, value)| format!("{}={value}", parameter.name()));
        let options: Vec<String> = options.chain(parameters).collect();
        let colon = if options.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{}", self.method.name(), options.join(","))
    }
}
