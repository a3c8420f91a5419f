use std::time::{Duration, Instant};

use floe_arena::clock::TimeControl;
use floe_arena::contestant::{Choice, Contestant, GameHistory};
use floe_arena::fault::Fault;
use floe_arena::record::MoveReport;
use floe_arena::ugi::{External, Launch, LaunchError};
use floe_search::Limits;
use floe_variants::Rules;

use crate::{Analysis, Clock, Engine, EngineGame, EngineSpec, Evaluation, Method, SpecError};

/// The players of a match, ready to be made.
#[derive(Clone, Debug)]
pub struct Players(Vec<PlayerSpec>);

#[derive(Clone, Debug)]
enum PlayerSpec {
    /// An engine of this program, with its evaluation.
    Internal(EngineSpec, Evaluation),
    External(Launch),
}

/// The reason why a text names no player of a match.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// It names no program.
    #[error("{text}: {error}")]
    Launch {
        /// The text.
        text: String,
        /// The mistake in it.
        error: LaunchError,
    },
    /// The program does not start.
    #[error("cannot play with {text}: {fault}")]
    Start {
        /// The text.
        text: String,
        /// The fault of the program.
        fault: Fault,
    },
    /// It names no engine.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The engine is not for this game.
    #[error("the engine '{text}' does not play{} with {sides} players", if *has_chance { ", under hidden-whale," } else { "" })]
    Unfit {
        /// The text.
        text: String,
        /// Whether chance has a say.
        has_chance: bool,
        /// Players, or teams.
        sides: usize,
    },
}

/// The time for a move of an engine without any limit.
const USUAL_TIME: Duration = Duration::from_millis(100);

impl Players {
    /// Reads the names of the engines, whose files `evaluation` reads. Programs are started once, to see that they can be. On
    /// the clock engines need no other limit.
    ///
    /// # Errors
    /// When a name is wrong, an engine is not for this number of sides, or a program does not start.
    pub fn read(
        engines: &[String],
        sides: usize,
        rules: Rules,
        clock: Option<TimeControl>,
        evaluation: impl Fn(&EngineSpec) -> Result<Evaluation, SpecError>,
    ) -> Result<Players, PlayerError> {
        let has_chance = rules.variant.has_chance;
        let read = |text: &String| -> Result<PlayerSpec, PlayerError> {
            if let Some(command) = text.strip_prefix("cmd:") {
                let launch: Launch =
                    command.parse().map_err(|error| PlayerError::Launch { text: text.clone(), error })?;
                External::start(&launch).map_err(|fault| PlayerError::Start { text: text.clone(), fault })?;
                return Ok(PlayerSpec::External(launch));
            }
            let spec: EngineSpec = text.parse()?;
            let evaluation = evaluation(&spec)?;
            let fits = match spec.method {
                Method::AlphaBeta => sides == 2 && !has_chance,
                Method::MaxN => sides > 2 && !has_chance,
                Method::Paranoid | Method::BestReply => !has_chance,
                Method::Expectimax => sides == 2 && has_chance,
                _ => true,
            };
            if !fits {
                return Err(PlayerError::Unfit { text: text.clone(), has_chance, sides });
            }
            let usual = clock.is_none().then_some(USUAL_TIME);
            Ok(PlayerSpec::Internal(limited(spec, sides, usual), evaluation))
        };
        Ok(Players(engines.iter().map(read).collect::<Result<_, _>>()?))
    }

    /// The names, with all limits; those of programs as they were given.
    pub fn names(&self, given: &[String]) -> Vec<String> {
        let name = |(player, given): (&PlayerSpec, &String)| match player {
            PlayerSpec::Internal(spec, _) => spec.to_string(),
            PlayerSpec::External(_) => given.clone(),
        };
        self.0.iter().zip(given).map(name).collect()
    }

    /// Makes the player with this number.
    ///
    /// # Errors
    /// When a program does not start.
    pub fn make<G: EngineGame>(&self, engine: usize) -> Result<Box<dyn Contestant<G>>, Fault> {
        Ok(match &self.0[engine] {
            PlayerSpec::Internal(spec, evaluation) => Box::new(InternalPlayer::new(spec, evaluation.clone())),
            PlayerSpec::External(launch) => Box::new(External::start(launch)?),
        })
    }
}

/// An engine with a limit for every move, the usual time if there is no other, and a table that suits it: to forget a large
/// one takes longer than a short search, but a tree sees nothing that it has no room for.
fn limited(spec: EngineSpec, sides: usize, usual: Option<Duration>) -> EngineSpec {
    let grows_a_tree = match spec.method {
        Method::Greedy | Method::Random => return spec,
        Method::Mcts | Method::Uct => true,
        Method::Default => sides > 2,
        Method::AlphaBeta | Method::Paranoid | Method::BestReply | Method::MaxN | Method::Expectimax => false,
    };
    // The most MiB, and the nodes that fill one.
    let (most, nodes_a_mebibyte) = if grows_a_tree { (128, 1 << 10) } else { (16, 1 << 16) };
    let unlimited = spec.depth.is_none() && spec.nodes.is_none() && spec.time.is_none();
    let time = spec.time.or(usual.filter(|_| unlimited));
    let small = spec.nodes.map_or(most, |nodes| nodes.div_ceil(nodes_a_mebibyte).clamp(1, most));
    EngineSpec { time, hash: spec.hash.or(Some(small as usize)), ..spec }
}

/// An engine of this program, as a player in a match.
struct InternalPlayer {
    engine: Engine,
    limits: Limits<'static>,
    /// Mixed into the seed of every game.
    seed: u64,
    /// Whether it reports on its moves.
    searches: bool,
    timed: bool,
}

impl InternalPlayer {
    fn new(spec: &EngineSpec, evaluation: Evaluation) -> InternalPlayer {
        InternalPlayer {
            engine: Engine::from_spec(spec, evaluation),
            limits: spec.limits(),
            seed: spec.seed.unwrap_or(0),
            searches: !matches!(spec.method, Method::Greedy | Method::Random),
            timed: spec.time.is_some(),
        }
    }

    /// The limits for a move, with a share of the clock where there is one.
    fn limits<G: EngineGame>(&self, game: &G, past: &GameHistory<'_, G>, start: Instant) -> Limits<'static> {
        let limits = Limits { start, ..self.limits };
        let Some(clocks) = past.clocks else { return limits };
        let clock = Clock { left: clocks.left(game.last_turn()), increment: clocks.increment() };
        clock.limit(limits, game.moves_to_come())
    }

    /// The report on a move; `time` is left out where no two runs share it.
    fn report<M>(&self, analysis: &Analysis<M>, time: Option<Duration>) -> MoveReport {
        if !self.searches {
            return MoveReport::default();
        }
        let value = analysis.value.to_string().replace(',', "/");
        let milliseconds = time.map(|time| (time.as_secs_f64() * 1e6).round() / 1e3);
        MoveReport { value: Some(value), depth: Some(analysis.depth), nodes: Some(analysis.nodes), milliseconds }
    }
}

/// It sees what everybody sees: a position with hidden whales says no more.
impl<G: EngineGame> Contestant<G> for InternalPlayer {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.engine.new_game(seed ^ self.seed);
        Ok(())
    }

    fn choose(&mut self, game: &G, past: GameHistory<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let start = Instant::now();
        let limits = self.limits(game, &past, start);
        let found = self.engine.analyze(game, &limits, |_| ());
        let analysis = found.map_err(|error| Fault::Crashed(error.to_string()))?;
        let best = analysis.lines.first().ok_or_else(|| Fault::Crashed("it has found no move".to_owned()))?;
        let time = (self.timed || past.clocks.is_some()).then(|| start.elapsed());
        Ok(Choice { mv: best.moves[0], search: self.report(&analysis, time) })
    }
}
