//! The Universal Game Interface as `docs/ugi.md` defines it: [`serve`] lets other programs play
//! with an engine of floe, and [`check()`] tests another program.

mod check;
mod query;
mod server;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use floe_arena::ugi::{GoLimits, SearchInfo, UgiError};
use floe_engine::options::SearchDefaults;
use floe_engine::{
    Analysis, AnyGame, Clock, Engine, EngineGame, EngineSpec, Evaluation, GameLine,
    MAX_HASH_MEBIBYTES, MAX_THREADS, SearchParameter, SearchParameters, with_game,
};
use floe_search::{Limits, MAX_DEPTH, Options};

pub use check::{Check, CheckReport, check};
pub use server::serve;

/// The position `startpos`.
const START_POSITION: &str =
    "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";

fn start_position() -> AnyGame {
    START_POSITION.parse().expect("a position")
}

/// Engine that [`serve`] lets other programs use, with its options.
#[derive(Debug)]
pub struct UgiPlayer {
    spec: EngineSpec,
    evaluation: Evaluation,
    engine: Engine,
    check_hash: fn(usize) -> Result<(), UgiError>,
}

/// Maximum seed: one that any program can read.
const MAX_SEED: u64 = (1 << 31) - 1;

/// Option with an integer as its value.
struct SpinOption {
    name: &'static str,
    /// Value before it is set.
    default: u64,
    min: u64,
    max: u64,
}

impl UgiPlayer {
    /// Creates the engine of a specification, with this evaluation of the base game. `check_hash`
    /// is called before the size of the table is set, with the size in MiB, and may refuse it.
    pub fn new(
        spec: EngineSpec,
        evaluation: Evaluation,
        check_hash: fn(usize) -> Result<(), UgiError>,
    ) -> UgiPlayer {
        UgiPlayer {
            engine: engine(&spec, evaluation.clone()),
            evaluation,
            spec,
            check_hash,
        }
    }

    /// Limits of a search: those of the command, which replace all of the specification, else those
    /// of the specification.
    fn limits<'a>(&self, go: &GoLimits, position: &AnyGame, stop: &'a AtomicBool) -> Limits<'a> {
        let defaults = SearchDefaults {
            time: SearchDefaults::ANALYSIS.time,
            ..SearchDefaults::default()
        };
        let own = Limits {
            stop: Some(stop),
            ..defaults.complete(self.spec.clone()).limits()
        };
        let unlimited = Limits {
            stop: own.stop,
            start: own.start,
            ..Limits::default()
        };
        let limits = limit_time(go, unlimited, position, &self.spec.parameters);
        if go.infinite || limits.time.is_some() || go.nodes.is_some() || go.depth.is_some() {
            let depth = go.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
            return Limits {
                depth,
                nodes: go.nodes.map(|nodes| nodes.max(1)),
                ..limits
            };
        }
        own
    }
}

/// Engine of a specification without its limits, which those of a command replace.
fn engine(spec: &EngineSpec, evaluation: Evaluation) -> Engine {
    let unlimited = EngineSpec {
        depth: None,
        nodes: None,
        time: None,
        ..spec.clone()
    };
    Engine::from_spec(&unlimited, evaluation)
}

/// Adds the time for the next move to the limits: that of the command, or a share of the clock.
fn limit_time<'a>(
    go: &GoLimits,
    limits: Limits<'a>,
    position: &AnyGame,
    parameters: &SearchParameters,
) -> Limits<'a> {
    let (player, moves) =
        with_game!(position, position => (position.last_turn().index(), position.moves_to_come()));
    let limits = Limits {
        time: go.move_time,
        ..limits
    };
    match go.clocks[player] {
        Some(left) => Clock {
            left,
            increment: go.increments[player],
        }
        .limit(limits, moves, parameters),
        None => limits,
    }
}

fn search_info(analysis: &Analysis<String>, time: Duration, hash_full: u32) -> SearchInfo {
    let best = analysis.lines.first();
    let choice = analysis.choice();
    // A move drawn from a mixed strategy has no line.
    let pv = match best {
        Some(line) if line.moves.first() == choice => line.moves.clone(),
        _ => choice.into_iter().cloned().collect(),
    };
    SearchInfo {
        depth: Some(analysis.depth),
        nodes: Some(analysis.nodes),
        time: Some(time),
        hash_full: Some(hash_full),
        score: best.map(|line| line.value.to_string()),
        exact: best.is_some_and(|line| line.exact),
        pv,
    }
}

impl UgiPlayer {
    fn introduction(&self) -> String {
        let name = format!("id name floe {} {}", env!("CARGO_PKG_VERSION"), self.spec);
        let mut lines = vec![name, "id author the floe authors".to_owned()];
        for SpinOption {
            name,
            default,
            min,
            max,
        } in &UgiPlayer::options()
        {
            lines.push(format!(
                "option name {name} type spin default {default} min {min} max {max}"
            ));
        }
        lines.push("ugiok".to_owned());
        lines.join("\n")
    }

    fn options() -> Vec<SpinOption> {
        let usual = Options::default();
        let hash = usual.hash_mebibytes as u64;
        let threads = usual.threads as u64;
        let of_parameter = |parameter: &SearchParameter| {
            let (min, max) = parameter.range();
            let [default, min, max] = [parameter.usual(), min, max].map(u64::from);
            SpinOption {
                name: parameter.name(),
                default,
                min,
                max,
            }
        };
        let mut options = vec![
            SpinOption {
                name: "Hash",
                default: hash,
                min: 1,
                max: MAX_HASH_MEBIBYTES,
            },
            SpinOption {
                name: "Threads",
                default: threads,
                min: 1,
                max: MAX_THREADS,
            },
            SpinOption {
                name: "Seed",
                default: 0,
                min: 0,
                max: MAX_SEED,
            },
        ];
        options.extend(SearchParameter::options().iter().map(of_parameter));
        options
    }

    fn set_option(&mut self, name: &str, value: String) -> Result<(), UgiError> {
        let options = UgiPlayer::options();
        let Some(option) = options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
        else {
            return Err(UgiError::unknown(
                "option",
                name,
                "Hash, Threads, Seed and the parameters that 'ugi' lists",
            ));
        };
        let SpinOption { min, max, .. } = *option;
        let number = value
            .parse()
            .ok()
            .filter(|number| (min..=max).contains(number));
        let number = number.ok_or_else(|| UgiError::Value {
            place: format!("option {name}"),
            expected: format!("a number from {min} to {max}"),
            found: value,
        })?;
        match option.name {
            "Hash" => {
                (self.check_hash)(number as usize)?;
                self.spec.hash = Some(number as usize);
            }
            "Threads" => self.spec.threads = Some(number as usize),
            "Seed" => self.spec.seed = Some(number),
            _ => {
                let parameter =
                    SearchParameter::of_name(option.name).expect("an option of this name");
                self.spec.parameters.set(parameter, number as u32);
            }
        }
        self.engine = engine(&self.spec, self.evaluation.clone());
        Ok(())
    }

    fn new_game(&mut self) {
        self.engine.new_game(self.spec.seed.unwrap_or(0));
    }

    /// Searches a position within these limits and its own, reporting each depth, until it ends or
    /// `stop` is set.
    fn search(
        &mut self,
        played: &GameLine,
        limits: &GoLimits,
        stop: &AtomicBool,
        mut report: impl FnMut(&SearchInfo) + Send,
    ) -> Result<SearchInfo, UgiError> {
        let position = played.end();
        let limits = self.limits(limits, position, stop);
        let mut hash_full = 0;
        let found = self.engine.analyze_line(played, &limits, |progress| {
            hash_full = progress.hash_full;
            report(&search_info(
                &progress.analysis().in_notation(position),
                progress.elapsed,
                hash_full,
            ));
        });
        let analysis = found.map_err(|error| UgiError::Refused(error.to_string()))?;
        Ok(search_info(
            &analysis.in_notation(position),
            limits.start.elapsed(),
            hash_full,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn the_clock_of_the_player_to_move_counts() {
        let position: AnyGame = START_POSITION.parse().unwrap();
        let time = |text: &str| {
            let limits = limit_time(
                &text.parse().unwrap(),
                Limits::default(),
                &position,
                &SearchParameters::default(),
            );
            (limits.soft, limits.time)
        };
        assert_eq!(time("p2time 10"), (None, None));
        assert_eq!(time("movetime 70 p2time 10"), (None, Some(70 * MS)));
        assert_eq!(
            time("movetime 70 p1time 1000000"),
            (Some(70 * MS), Some(70 * MS))
        );
        let (soft, hard) = time("p1time 60000 p2time 10");
        assert!(
            (1000 * MS..6000 * MS).contains(&soft.unwrap()) && hard < Some(60_000 * MS),
            "{soft:?} {hard:?}"
        );
    }
}
