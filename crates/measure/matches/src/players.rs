use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use floe_arena::clock::TimeControl;
use floe_arena::config::MatchConfig;
use floe_arena::contestant::{Choice, Contestant, GameHistory};
use floe_arena::fault::{Fault, PlayFailure};
use floe_arena::record::MoveReport;
use floe_arena::ugi::{DialogueLog, ExternalPlayer, Launch, LaunchError, StartError};
use floe_engine::options::SearchDefaults;
use floe_engine::{
    Analysis, AnalysisError, Clock, Engine, EngineGame, EngineSpec, Evaluation, GameRules, Method,
    SpecError,
};
use floe_runs::{SeedOf, hash, io_text, read};
use floe_search::Limits;

use crate::function_player::{FunctionContestant, FunctionPlayer};

/// Player of a match as the caller gives it.
#[derive(Clone, Debug)]
pub enum GivenPlayer {
    /// Specification of an engine of floe, or `cmd:` and the command of another program.
    Text(String),
    /// Function of the caller that chooses the moves.
    Function(Arc<dyn FunctionPlayer>),
}

/// Specifications of the players of a match, from which [`make`](Self::make) creates the players.
#[derive(Clone, Debug)]
pub struct Players {
    specs: Vec<PlayerSpec>,
    rules: GameRules,
    programs: Vec<String>,
}

#[derive(Clone, Debug)]
enum PlayerSpec {
    Internal(EngineSpec, Evaluation),
    /// Program, with the text that gave it.
    External(String, Launch),
    Function(Arc<dyn FunctionPlayer>),
}

impl PlayerSpec {
    /// The files that the player is made of.
    fn files(&self) -> Vec<PathBuf> {
        match self {
            PlayerSpec::Internal(spec, _) => spec.files(read).collect(),
            PlayerSpec::External(_, launch) => launch.files(),
            PlayerSpec::Function(_) => Vec::new(),
        }
    }

    /// Hashes of the files that the player is made of, or the hash of a function; empty if there
    /// are none.
    fn hash(&self) -> Result<String, String> {
        if let PlayerSpec::Function(function) = self {
            return Ok(function.hash().to_owned());
        }
        let of_file = |path: PathBuf| {
            hash(&path).map_err(|error| format!("{}: {}", path.display(), io_text(&error)))
        };
        let hashes: Vec<String> = self
            .files()
            .into_iter()
            .map(of_file)
            .collect::<Result<_, _>>()?;
        Ok(hashes.join(","))
    }
}

/// Reason why a player of a match cannot be created. In variants with two fields the first is the
/// player as it was given.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The command of a program has a mistake.
    #[error("{0}: {1}")]
    Launch(String, LaunchError),
    /// The program does not start.
    #[error("cannot play with {0}: {1}")]
    Start(String, StartError),
    /// The program does not know the rules of the match.
    #[error(
        "cannot play with {text}: expected a program that knows the rules {rules}; it knows: {known}"
    )]
    Rules {
        /// The player, as it was given.
        text: String,
        /// Rules of the match.
        rules: GameRules,
        /// Answer of the program to `query rules`.
        known: String,
    },
    /// The specification of an engine has a mistake.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The weights of an engine are for another game.
    #[error("engine '{0}': {1}")]
    Weights(String, AnalysisError),
    /// The method of an engine cannot play the game.
    #[error("engine '{text}': expected {need}; found {sides} sides, rules {rules}")]
    Unsuitable {
        /// Specification of the engine, as it was given.
        text: String,
        /// Games that the method can play, in words after "expected".
        need: &'static str,
        /// Number of sides of the game: players, or teams.
        sides: usize,
        /// Rules of the match.
        rules: GameRules,
    },
}

/// Time for a move of an engine without any limit.
const USUAL_TIME: Duration = Duration::from_millis(100);

impl Players {
    /// Parses the specifications of the players of a game with these rules and this number of
    /// sides, and reads the files that an engine names. Engines without a limit get 100 ms a move,
    /// unless there is a clock.
    ///
    /// # Errors
    /// When a specification or a file has a mistake, or when a method cannot play the game.
    pub fn read(
        given: &[GivenPlayer],
        sides: usize,
        rules: GameRules,
        clock: Option<TimeControl>,
    ) -> Result<Players, PlayerError> {
        let parsed = |player: &GivenPlayer| -> Result<PlayerSpec, PlayerError> {
            let text = match player {
                GivenPlayer::Text(text) => text,
                GivenPlayer::Function(function) => {
                    return Ok(PlayerSpec::Function(Arc::clone(function)));
                }
            };
            if let Some(command) = text.strip_prefix("cmd:") {
                let launch = command
                    .parse()
                    .map_err(|error| PlayerError::Launch(text.clone(), error))?;
                return Ok(PlayerSpec::External(text.clone(), launch));
            }
            let spec: EngineSpec = text.parse()?;
            let evaluation = spec.evaluation(read)?;
            let players = if rules.floe().is_some_and(|floe| floe.teams) {
                4
            } else {
                sides
            };
            Engine::check_weights(&evaluation, rules, players)
                .map_err(|error| PlayerError::Weights(text.clone(), error))?;
            if let Some(need) = spec.method.unmet_need(rules, sides) {
                return Err(PlayerError::Unsuitable {
                    text: text.clone(),
                    need,
                    sides,
                    rules,
                });
            }
            let usual = clock.is_none().then_some(USUAL_TIME);
            Ok(PlayerSpec::Internal(
                limited(spec, sides, usual),
                evaluation,
            ))
        };
        let specs: Vec<PlayerSpec> = given.iter().map(parsed).collect::<Result<_, _>>()?;
        let programs = vec![String::new(); specs.len()];
        Ok(Players {
            specs,
            rules,
            programs,
        })
    }

    /// Logs what is said to and by all players that are programs.
    pub fn log_programs(&mut self, log: &DialogueLog) {
        for player in &mut self.specs {
            if let PlayerSpec::External(_, launch) = player {
                launch.log = Some(log.clone());
            }
        }
    }

    /// Sets the [supervisor](Launch::supervisor) of all players that are programs, and starts each
    /// program once, to see that it works and knows the rules.
    ///
    /// # Errors
    /// When a program does not start or does not know the rules, or `stop` is set.
    pub fn start_programs(
        &mut self,
        supervisor: Option<&Path>,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        for (player, name) in self.specs.iter_mut().zip(&mut self.programs) {
            let PlayerSpec::External(text, launch) = player else {
                continue;
            };
            launch.supervisor = supervisor.map(Path::to_owned);
            let failed = |error| PlayerError::Start(text.clone(), error);
            let mut program = ExternalPlayer::start(launch, stop).map_err(failed)?;
            let known = program.rules().map_err(|fault| failed(fault.into()))?;
            if let Some(known) = known.filter(|known| !knows(known, self.rules)) {
                let known = known.join(" ");
                return Err(PlayerError::Rules {
                    text: text.clone(),
                    rules: self.rules,
                    known,
                });
            }
            program.name().clone_into(name);
        }
        Ok(())
    }

    /// Names of the players, in order. The name of an engine is its specification with all limits;
    /// the name of a program is the text that was given; a function has a name of its own.
    pub fn names(&self) -> Vec<String> {
        let name = |player: &PlayerSpec| match player {
            PlayerSpec::Internal(spec, _) => spec.to_string(),
            PlayerSpec::External(text, _) => text.clone(),
            PlayerSpec::Function(function) => function.name().to_owned(),
        };
        self.specs.iter().map(name).collect()
    }

    /// Hashes by which records show whether the players are still the same, one text for each
    /// player in order. An engine has the hashes of its weights and network, a program the hashes
    /// of its [files](Launch::files), and a function its own hash. The text is empty for a player
    /// without any of these; the list is empty if all texts are.
    ///
    /// # Errors
    /// When a file cannot be read: its path, and why.
    pub fn hashes(&self) -> Result<Vec<String>, String> {
        let all: Vec<String> = self
            .specs
            .iter()
            .map(PlayerSpec::hash)
            .collect::<Result<_, _>>()?;
        Ok(none_if_empty(all))
    }

    /// Names that the programs give themselves, for the records: one text for each player in order,
    /// empty for a player that is no program or gives no name. The list is empty if all texts are,
    /// as before [`start_programs`](Self::start_programs).
    pub fn programs(&self) -> Vec<String> {
        none_if_empty(self.programs.clone())
    }

    /// Adds to the configuration what shows later whether the players are still the same:
    /// [`hashes`](Self::hashes) and [`programs`](Self::programs).
    ///
    /// # Errors
    /// As [`hashes`](Self::hashes).
    pub fn identified(&self, config: MatchConfig) -> Result<MatchConfig, String> {
        Ok(MatchConfig {
            hashes: self.hashes()?,
            programs: self.programs(),
            ..config
        })
    }

    /// Creates the player with this index, from 0, for games of type `G`. The player ends its move
    /// early when `stop` is set.
    ///
    /// # Errors
    /// When a program does not start.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn make<'a, G: EngineGame>(
        &self,
        engine: usize,
        stop: &'a AtomicBool,
    ) -> Result<Box<dyn Contestant<G> + 'a>, PlayFailure> {
        Ok(match &self.specs[engine] {
            PlayerSpec::Internal(spec, evaluation) => {
                let engine = Engine::from_spec(spec, evaluation.clone());
                Box::new(InternalPlayer {
                    engine,
                    spec: spec.clone(),
                    stop,
                })
            }
            PlayerSpec::External(_, launch) => Box::new(ExternalPlayer::start(launch, stop)?),
            PlayerSpec::Function(function) => Box::new(FunctionContestant {
                function: Arc::clone(function),
                stop,
            }),
        })
    }
}

/// Whether a program that lists these rules knows those of a match: by their whole name or by all
/// parts of it.
fn knows(known: &[String], rules: GameRules) -> bool {
    let has = |name: &str| known.iter().any(|known| known.eq_ignore_ascii_case(name));
    let name = rules.to_string();
    has(&name) || name.split('+').all(has)
}

/// The texts, or an empty list if all are empty.
fn none_if_empty(texts: Vec<String>) -> Vec<String> {
    if texts.iter().all(String::is_empty) {
        Vec::new()
    } else {
        texts
    }
}

/// Adds the usual time to a specification without a limit, and a table that suits the limits: a
/// large one takes longer to clear than a short search, but tree search needs memory for all its
/// nodes.
fn limited(spec: EngineSpec, sides: usize, usual: Option<Duration>) -> EngineSpec {
    let grows_a_tree = match spec.method {
        method if !method.searches() => return spec,
        Method::Mcts | Method::Uct => true,
        Method::Default => sides > 2,
        _ => false,
    };
    // The maximum size in MiB, and the number of nodes that fill one.
    let (most, nodes_a_mebibyte) = if grows_a_tree {
        (128, 1 << 10)
    } else {
        (16, 1 << 16)
    };
    let small = spec.nodes.map_or(most, |nodes| {
        nodes.div_ceil(nodes_a_mebibyte).clamp(1, most)
    });
    let hash_mebibytes = Some(small as usize);
    SearchDefaults {
        time: usual,
        hash_mebibytes,
        ..SearchDefaults::default()
    }
    .complete(spec)
}

/// Engine of floe as a player in a match.
struct InternalPlayer<'a> {
    engine: Engine,
    spec: EngineSpec,
    stop: &'a AtomicBool,
}

impl<'a> InternalPlayer<'a> {
    /// Limits for a move that starts now, with a share of the clock if there is one.
    fn limits<G: EngineGame>(&self, game: &G, past: &GameHistory<'_, G>) -> Limits<'a> {
        let limits = Limits {
            stop: Some(self.stop),
            ..self.spec.limits()
        };
        let Some(clocks) = past.clocks else {
            return limits;
        };
        let clock = Clock {
            left: clocks.left(game.last_turn()),
            increment: clocks.increment(),
        };
        clock.limit(limits, game.moves_to_come(), &self.spec.parameters)
    }

    /// Report on a move; `time` is missing where it would only make runs differ.
    fn report<M>(&self, analysis: &Analysis<M>, time: Option<Duration>) -> MoveReport {
        if !self.spec.method.searches() {
            return MoveReport::default();
        }
        let value = analysis.value.to_string().replace(',', "/");
        let milliseconds = time.map(|time| (time.as_secs_f64() * 1e6).round() / 1e3);
        MoveReport {
            value: Some(value),
            depth: Some(analysis.depth),
            nodes: Some(analysis.nodes),
            milliseconds,
        }
    }
}

/// The engine sees only what its player knows: a position, or the view of a player, does not
/// contain what is hidden.
impl<G: EngineGame> Contestant<G> for InternalPlayer<'_> {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayFailure> {
        self.engine.new_game(
            self.spec
                .seed
                .map_or(seed, |own| SeedOf::OwnSeed(own).from_run(seed)),
        );
        Ok(())
    }

    fn choose(
        &mut self,
        game: &G,
        past: GameHistory<'_, G>,
    ) -> Result<Choice<G::Move>, PlayFailure> {
        let limits = self.limits(game, &past);
        let found = self
            .engine
            .analyze_after(past.start, past.moves, game, &limits, |_| ());
        let analysis = found.map_err(|error| match error {
            AnalysisError::Table(_) => PlayFailure::Limit(error.to_string()),
            error => Fault::Crashed(error.to_string()).into(),
        })?;
        let mv = *analysis
            .choice()
            .ok_or_else(|| Fault::Crashed("it has found no move".to_owned()))?;
        let is_timed = self.spec.time.is_some() || past.clocks.is_some();
        Ok(Choice {
            mv,
            search: self.report(&analysis, is_timed.then(|| limits.start.elapsed())),
        })
    }
}
