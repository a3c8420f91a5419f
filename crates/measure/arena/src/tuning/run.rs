use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use floe_runs::{SeedOf, Shard};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::clop::Clop;
use super::method::{BestValue, Method, Settings, TuningMethod, TuningRound};
use super::parameter::{RangeEnd, TunedParameter};
use super::spsa::Spsa;
use crate::config::MatchConfig;
use crate::scoreboard::Account;
use crate::statistics::rank_scores;
use crate::store::{self, Growth, Store, StoreError};

/// Everything that decides which rounds of a tuning are played and how; the first line of its
/// files.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TuningConfig {
    /// Text of the engine, without the tuned options.
    pub engine: String,
    /// Parameters that are tuned, in the order of their values.
    pub parameters: Vec<TunedParameter>,
    /// Method of tuning; SPSA in files of versions that had no other.
    #[serde(default)]
    pub method: TuningMethod,
    /// Number of rounds.
    pub rounds: u64,
    /// Match of a round. Its number of floes is for one round, and its seed is the seed of the
    /// whole tuning.
    pub games: MatchConfig,
}

/// Tuning that is being played in a directory, or a part of it.
#[derive(Debug)]
pub struct Tuning<'a> {
    config: &'a TuningConfig,
    shard: Shard,
    directory: PathBuf,
    store: Store,
    /// Rounds recorded in this shard's file, by number.
    own: BTreeMap<u64, TuningRound>,
}

/// State of a tuning: rounds and games so far, and the values of the parameters.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct TuningProgress {
    /// Number of rounds played, on all machines.
    pub rounds: u64,
    /// Number of all rounds.
    pub of: u64,
    /// Number of games that count, in all rounds together.
    pub games: u64,
    /// Value of each parameter after these rounds, by the name of the parameter.
    pub values: BTreeMap<String, f64>,
    /// 95 % interval of the best value of each parameter, lower and upper end, by the name of the
    /// parameter; `null` where the rounds do not determine it. Empty for methods other than CLOP.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub intervals: BTreeMap<String, Option<[f64; 2]>>,
    /// Parameters whose best values lie at an end of their ranges, by name, with that end: better
    /// values may lie beyond.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub at_bounds: BTreeMap<String, RangeEnd>,
    /// Text of the engine with these values.
    pub engine: String,
}

impl TuningConfig {
    /// The method after these rounds, by number.
    fn method_after(&self, rounds: &BTreeMap<u64, TuningRound>) -> Box<dyn Method> {
        let parameters = self.parameters.clone();
        let mut method: Box<dyn Method> = match self.method {
            TuningMethod::Spsa => Box::new(Spsa::new(parameters, self.rounds, self.games.seed)),
            TuningMethod::Clop => Box::new(Clop::new(parameters, self.games.seed)),
        };
        rounds.values().for_each(|round| method.record(round));
        method
    }

    /// Whether more rounds continue the tuning. The steps of SPSA follow from the number of all
    /// rounds.
    fn growth(&self) -> Growth {
        match self.method {
            TuningMethod::Spsa => Growth::Refused,
            TuningMethod::Clop => Growth::MoreRounds,
        }
    }

    /// Calls `each` with every round in the other shards' files of the directory.
    fn read_others(
        &self,
        directory: &Path,
        own: &Path,
        mut each: impl FnMut(TuningRound),
    ) -> Result<(), StoreError> {
        for path in store::files_with(directory, EXTENSION)? {
            if path != own {
                store::read_same(&path, self, self.growth(), &mut each)?;
            }
        }
        Ok(())
    }

    /// Text of the engine with these values of the parameters.
    pub fn engine_with(&self, values: &[f64]) -> String {
        let option = |(parameter, &value): (&TunedParameter, &f64)| {
            format!("{}={}", parameter.name, parameter.text(value))
        };
        let options: Vec<String> = self.parameters.iter().zip(values).map(option).collect();
        let options = options.join(",");
        let engine = &self.engine;
        let has_options = match engine.strip_prefix("cmd:") {
            Some(command) => command.split_ascii_whitespace().any(|word| word == "--"),
            None => engine.contains(':'),
        };
        match (has_options, engine.starts_with("cmd:")) {
            (true, _) => format!("{engine},{options}"),
            (false, true) => format!("{engine} -- {options}"),
            (false, false) => format!("{engine}:{options}"),
        }
    }

    /// Match of a round, counted from 0, between these settings.
    fn match_of(&self, round: u64, Settings { plus, minus }: &Settings) -> MatchConfig {
        let engines = vec![self.engine_with(plus), self.engine_with(minus)];
        MatchConfig {
            engines,
            seed: SeedOf::TuningRound(round).from_run(self.games.seed),
            ..self.games.clone()
        }
    }

    /// State of the tuning after these rounds, which are keyed by their numbers.
    pub fn progress(&self, rounds: &BTreeMap<u64, TuningRound>) -> TuningProgress {
        let method = self.method_after(rounds);
        let values = method.values();
        let best_values = method.best_values();
        let name = |parameter: &TunedParameter| parameter.name.clone();
        let interval = |(parameter, best): (&TunedParameter, &Option<BestValue>)| {
            (name(parameter), best.map(|best| [best.least, best.most]))
        };
        let end = |(index, parameter): (usize, &TunedParameter)| {
            let best = match best_values.get(index) {
                Some(best) => best.as_ref()?.middle,
                None => values[index],
            };
            Some((
                name(parameter),
                parameter.end_at(best).filter(|_| !rounds.is_empty())?,
            ))
        };
        TuningProgress {
            intervals: self
                .parameters
                .iter()
                .zip(&best_values)
                .map(interval)
                .collect(),
            at_bounds: self.parameters.iter().enumerate().filter_map(end).collect(),
            rounds: rounds.len() as u64,
            of: self.rounds,
            games: rounds.values().map(|round| round.games).sum(),
            engine: self.engine_with(&values),
            values: self
                .parameters
                .iter()
                .map(|parameter| parameter.name.clone())
                .zip(values)
                .collect(),
        }
    }
}

impl<'a> Tuning<'a> {
    /// Opens the file of a shard in a directory, or creates it. Of several processes that begin
    /// different tunings in one directory, one does; the others get an error and leave no file.
    ///
    /// # Errors
    /// When the system refuses, another process has the file open, or it or the directory is of
    /// another tuning.
    pub fn open(
        config: &'a TuningConfig,
        directory: &Path,
        shard: Shard,
    ) -> Result<Tuning<'a>, StoreError> {
        let path = shard.path(directory, EXTENSION);
        store::create_folder(directory)?;
        config.read_others(directory, &path, |_| ())?;
        store::claim(&directory.join(CLAIM), config, config.growth())?;
        let mut own = BTreeMap::new();
        let store = Store::open_grown(&path, config, config.growth(), |round: TuningRound| {
            own.insert(round.round, round);
        })?;
        Ok(Tuning {
            config,
            shard,
            directory: directory.to_owned(),
            store,
            own,
        })
    }

    /// Rounds of all shards in the directory, keyed by their numbers.
    ///
    /// # Errors
    /// When a file cannot be read, or is of another tuning.
    pub fn rounds(&self) -> Result<BTreeMap<u64, TuningRound>, StoreError> {
        let mut rounds = self.own.clone();
        let own = self.shard.path(&self.directory, EXTENSION);
        self.config.read_others(&self.directory, &own, |round| {
            rounds.insert(round.round, round);
        })?;
        Ok(rounds)
    }

    /// Plays the rounds of this shard that are not recorded yet. `play` plays the match of a round;
    /// if it returns `None`, it was stopped, and the tuning ends. `observe` receives the state
    /// after each round, and all rounds so far by their numbers.
    ///
    /// A round starts from the values after all rounds, on all machines, that were recorded when
    /// the previous round of this shard ended.
    ///
    /// # Errors
    /// When rounds cannot be recorded or read; the errors of `play` and `observe`.
    pub fn play<E: From<StoreError>>(
        &mut self,
        mut play: impl FnMut(&MatchConfig) -> Result<Option<Account>, E>,
        mut observe: impl FnMut(&TuningProgress, &BTreeMap<u64, TuningRound>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut known = self.rounds()?;
        for round in self.shard.tasks(self.config.rounds) {
            if self.own.contains_key(&round) {
                continue;
            }
            let method = self.config.method_after(&known);
            let settings = method.settings(round);
            let Some(account) = play(&self.config.match_of(round, &settings))? else {
                break;
            };
            let (ahead, games) = ahead(&account);
            let settings = (self.config.method == TuningMethod::Clop).then_some(settings);
            let played = TuningRound {
                round,
                values: method.values(),
                settings,
                ahead,
                games,
            };
            self.store.append(&played)?;
            self.own.insert(round, played);
            known = self.rounds()?;
            observe(&self.config.progress(&known), &known)?;
        }
        self.store.sync()?;
        Ok(())
    }
}

/// File of the configuration, by which a directory belongs to one tuning.
const CLAIM: &str = "tuning.json";

/// Extension of the files of rounds.
const EXTENSION: &str = "tuning";

/// Points by which the first of two engines is ahead of the second in all games that count, and
/// their number.
fn ahead(account: &Account) -> (f64, u64) {
    let mut points = 0.0;
    let mut games = 0;
    for game in account.counted().flat_map(|block| &block.games) {
        let results: Vec<i64> = game.seats.iter().map(|seat| seat.result).collect();
        let mut scores = [0.0; 2];
        let mut seats = [0.0; 2];
        for (seat, score) in game.seats.iter().zip(rank_scores(&results)) {
            scores[seat.engine] += score;
            seats[seat.engine] += 1.0;
        }
        let [first, second] = [0, 1].map(|engine| scores[engine] / f64::max(seats[engine], 1.0));
        points += first - second;
        games += 1;
    }
    (points, games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuned_options_follow_those_of_the_engine() {
        let parameters =
            TunedParameter::read_all("a, int, 1, 0, 9, 1, 1\nb, float, 0.5, 0, 9, 1, 1").unwrap();
        let config = |engine: &str| TuningConfig {
            engine: engine.to_owned(),
            parameters: parameters.clone(),
            method: TuningMethod::Spsa,
            rounds: 1,
            games: MatchConfig::default(),
        };
        for (engine, expected) in [
            ("mcts", "mcts:a=3,b=0.25"),
            ("mcts:nodes=5", "mcts:nodes=5,a=3,b=0.25"),
            ("cmd:./fish --book", "cmd:./fish --book -- a=3,b=0.25"),
            ("cmd:./fish -- nodes=5", "cmd:./fish -- nodes=5,a=3,b=0.25"),
        ] {
            assert_eq!(config(engine).engine_with(&[2.9, 0.25]), expected);
        }
    }
}
