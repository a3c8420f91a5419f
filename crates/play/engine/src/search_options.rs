use std::time::Duration;

use floe_search::{Limits, Options};

use crate::spec::OPTIONS;
use crate::{Engine, EngineSpec, Evaluation, MAX_HASH_MEBIBYTES, MAX_THREADS, SolveRequest};
use floe_games::options::{OptionError, OptionExpectation};

/// Options of a search or a proof.
///
/// An option here overrides the same option in the text of the engine, which overrides the default
/// of the front end: `--engine default:nodes=9 --nodes 5` searches 5 nodes. The default time holds
/// only where nothing else limits the search: no time, nodes or depth.
///
/// ```
/// use floe_engine::options::{SearchDefaults, SearchOptions};
///
/// let options = SearchOptions { nodes: Some(5), ..SearchOptions::of("default:nodes=9,hash=1".parse()?) };
/// let settings = options.resolve(&SearchDefaults::ANALYSIS)?;
/// assert_eq!(settings.spec.to_string(), "default:nodes=5,hash=1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchOptions {
    /// Engine, with the options in its text, which the fields below override.
    pub engine: EngineSpec,
    /// Maximum depth in plies, from 1 to 99; `None` leaves it to the engine's text.
    pub depth: Option<u32>,
    /// Maximum number of nodes for each position, of all threads together; `None` leaves it to the
    /// engine's text.
    pub nodes: Option<u64>,
    /// Maximum time for each position; `None` leaves it to the engine's text.
    pub time: Option<Duration>,
    /// Number of threads; `None` leaves it to the engine's text.
    pub threads: Option<usize>,
    /// Size of the transposition table or the search tree in MiB; `None` leaves it to the engine's
    /// text.
    pub hash_mebibytes: Option<usize>,
    /// Seed of methods that draw random numbers; `None` leaves it to the engine's text, where it is
    /// 0 by default.
    pub seed: Option<u64>,
    /// Number of best moves to report, at least 1; `None` means 1.
    pub lines: Option<usize>,
}

/// Values that a front end has for options of a search that neither the user nor the engine's text
/// gives. `None` leaves an option to the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchDefaults {
    /// Time for each position if nothing else limits the search; `None` for no limit.
    pub time: Option<Duration>,
    /// Number of threads; `None` leaves it to the engine.
    pub threads: Option<usize>,
    /// Size of the transposition table or the search tree in MiB; `None` leaves it to the engine.
    pub hash_mebibytes: Option<usize>,
    /// Whether `threads` and `hash_mebibytes` are also the most that a search may ask for.
    pub are_maxima: bool,
}

/// Engine, limits and number of lines of a search: all options resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchSettings {
    /// Engine with its limits, number of threads, size of the table and seed.
    pub spec: EngineSpec,
    /// Number of best moves to report, at least 1.
    pub lines: usize,
}

impl SearchDefaults {
    /// Defaults of an analysis: 5 seconds for each position, and a table of 64 MiB.
    pub const ANALYSIS: SearchDefaults = SearchDefaults {
        time: Some(Duration::from_secs(5)),
        threads: None,
        hash_mebibytes: Some(64),
        are_maxima: false,
    };

    /// Adds these defaults to an engine, where its text gives nothing else: the time only if
    /// neither time nor nodes nor depth are limited.
    #[must_use]
    pub fn complete(&self, engine: EngineSpec) -> EngineSpec {
        EngineSpec {
            time: engine.time.or(self.time.filter(|_| !engine.is_limited())),
            threads: engine.threads.or(self.threads),
            hash: engine.hash.or(self.hash_mebibytes),
            ..engine
        }
    }

    fn max_threads(&self) -> u64 {
        self.threads
            .filter(|_| self.are_maxima)
            .map_or(MAX_THREADS, |threads| threads as u64)
    }

    fn max_hash_mebibytes(&self) -> u64 {
        self.hash_mebibytes
            .filter(|_| self.are_maxima)
            .map_or(MAX_HASH_MEBIBYTES, |mebibytes| mebibytes as u64)
    }
}

impl SearchOptions {
    /// Options of a search by this engine with the options in its text, and no others.
    pub fn of(engine: EngineSpec) -> SearchOptions {
        SearchOptions {
            engine,
            ..SearchOptions::default()
        }
    }

    /// The search that is meant: every option from these options, else from the text of the engine,
    /// else from `defaults`.
    ///
    /// # Errors
    /// For the first option that is out of range.
    pub fn resolve(&self, defaults: &SearchDefaults) -> Result<SearchSettings, OptionError> {
        let spec = defaults.complete(EngineSpec {
            depth: self.depth.or(self.engine.depth),
            nodes: self.nodes.or(self.engine.nodes),
            time: self.time.or(self.engine.time),
            threads: self.threads.or(self.engine.threads),
            hash: self.hash_mebibytes.or(self.engine.hash),
            seed: self.seed.or(self.engine.seed),
            ..self.engine.clone()
        });
        let lines = self.lines.unwrap_or(1);
        for option in OPTIONS {
            let Some((number, [least, most])) = option.number(&spec) else {
                continue;
            };
            let most = match option.name {
                "threads" => defaults.max_threads(),
                "hash" => defaults.max_hash_mebibytes(),
                _ => most,
            };
            OptionError::check_range(option.name, number, least, most)?;
        }
        OptionError::check_range("lines", lines as u64, 1, u32::MAX.into())?;
        Ok(SearchSettings { spec, lines })
    }
}

impl SearchSettings {
    /// Creates the engine, with this evaluation of games on a floe. It has no limits of its own:
    /// searches get them from [`limits`](Self::limits).
    pub fn engine(&self, evaluation: Evaluation) -> Engine {
        let options = Options {
            lines: self.lines,
            ..self.spec.options()
        };
        Engine::new(self.spec.method, options, self.spec.seed.unwrap_or(0))
            .with_parameters(self.spec.parameters.clone())
            .with_evaluation(evaluation)
    }

    /// Limits of a search that begins now.
    pub fn limits(&self) -> Limits<'static> {
        self.spec.limits()
    }

    /// Request of a proof that begins now, with the limits, threads and table of these settings. A
    /// limit of depth has no effect on it.
    pub fn solve_request(&self) -> SolveRequest<'static> {
        let Options {
            threads,
            hash_mebibytes,
            ..
        } = self.spec.options();
        SolveRequest {
            limits: self.limits(),
            threads,
            hash_mebibytes,
            ..SolveRequest::default()
        }
    }
}

impl EngineSpec {
    /// The engine for games that can be repeated move by move: on one thread, with a table of 1 MiB
    /// unless the engine's text gives its size. An engine that does not search needs neither a
    /// limit nor a table.
    ///
    /// # Errors
    /// If the engine searches and neither nodes nor depth are limited, if the time is limited, or
    /// if the engine asks for several threads.
    pub fn repeatable(&self) -> Result<EngineSpec, OptionError> {
        let has_threads = self.threads.is_some_and(|threads| threads > 1);
        let is_limited = self.nodes.is_some() || self.depth.is_some() || !self.method.searches();
        if self.time.is_some() || has_threads || !is_limited {
            let expected =
                "nodes= or depth=, without time= and threads=, so that runs can be repeated";
            let expected = OptionExpectation::Words(expected.to_owned());
            return Err(OptionError {
                option: "engine",
                expected,
                found: None,
            });
        }
        if !self.method.searches() {
            return Ok(self.clone());
        }
        Ok(EngineSpec {
            threads: Some(1),
            hash: self.hash.or(Some(1)),
            ..self.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(options: &SearchOptions, defaults: &SearchDefaults) -> String {
        options.resolve(defaults).unwrap().spec.to_string()
    }

    #[test]
    fn an_option_counts_more_than_the_engine_and_that_more_than_a_default() {
        let defaults = SearchDefaults {
            threads: Some(3),
            ..SearchDefaults::ANALYSIS
        };
        let of = |text: &str| SearchOptions::of(text.parse().unwrap());
        assert_eq!(
            resolved(&of("default"), &defaults),
            "default:time=5000ms,threads=3,hash=64"
        );
        assert_eq!(
            resolved(&of("uct:threads=2,hash=1,seed=7"), &defaults),
            "uct:time=5000ms,threads=2,hash=1,seed=7"
        );
        let given = SearchOptions {
            depth: Some(4),
            threads: Some(1),
            hash_mebibytes: Some(2),
            seed: Some(8),
            ..of("uct:depth=9,threads=2,hash=1,seed=7")
        };
        assert_eq!(
            resolved(&given, &defaults),
            "uct:depth=4,threads=1,hash=2,seed=8"
        );
    }

    #[test]
    fn a_limit_of_any_kind_replaces_the_default_time() {
        let defaults = SearchDefaults {
            hash_mebibytes: None,
            ..SearchDefaults::ANALYSIS
        };
        for text in ["default:depth=9", "default:nodes=9", "default:time=9ms"] {
            assert_eq!(
                resolved(&SearchOptions::of(text.parse().unwrap()), &defaults),
                text
            );
            let outside: EngineSpec = text.parse().unwrap();
            let EngineSpec {
                depth, nodes, time, ..
            } = outside;
            let options = SearchOptions {
                depth,
                nodes,
                time,
                ..SearchOptions::default()
            };
            assert_eq!(resolved(&options, &defaults), text);
        }
    }

    #[test]
    fn options_out_of_range_are_named() {
        let none = SearchOptions::default();
        let session = SearchDefaults {
            threads: Some(2),
            hash_mebibytes: Some(8),
            are_maxima: true,
            ..SearchDefaults::default()
        };
        let cases = [
            (
                SearchOptions {
                    depth: Some(0),
                    ..none.clone()
                },
                "depth: expected 1 to 99; found 0",
            ),
            (
                SearchOptions {
                    nodes: Some(0),
                    ..none.clone()
                },
                "nodes: expected an integer from 1; found 0",
            ),
            (
                SearchOptions {
                    threads: Some(3),
                    ..none.clone()
                },
                "threads: expected 1 to 2; found 3",
            ),
            (
                SearchOptions {
                    hash_mebibytes: Some(9),
                    ..none.clone()
                },
                "hash: expected 1 to 8; found 9",
            ),
            (
                SearchOptions {
                    lines: Some(0),
                    ..none.clone()
                },
                "lines: expected 1 to 4294967295; found 0",
            ),
        ];
        for (options, expected) in cases {
            assert_eq!(options.resolve(&session).unwrap_err().to_string(), expected);
        }
        assert_eq!(resolved(&none, &session), "default:threads=2,hash=8");
        let most = SearchOptions {
            threads: Some(1025),
            ..none
        };
        let error = most
            .resolve(&SearchDefaults::default())
            .unwrap_err()
            .to_string();
        assert_eq!(error, "threads: expected 1 to 1024; found 1025");
    }

    #[test]
    fn repeatable_engines_count_nodes_or_depth_on_one_thread() {
        for text in [
            "default",
            "default:time=1s",
            "default:nodes=5,time=1s",
            "default:nodes=5,threads=2",
        ] {
            assert!(
                text.parse::<EngineSpec>().unwrap().repeatable().is_err(),
                "{text}"
            );
        }
        for (text, repeatable) in [
            ("default:nodes=5", "default:nodes=5,threads=1,hash=1"),
            (
                "maxn:depth=2,threads=1,hash=9",
                "maxn:depth=2,threads=1,hash=9",
            ),
            ("greedy", "greedy"),
            ("random:seed=3", "random:seed=3"),
            ("thumb", "thumb"),
        ] {
            assert_eq!(
                text.parse::<EngineSpec>()
                    .unwrap()
                    .repeatable()
                    .unwrap()
                    .to_string(),
                repeatable
            );
        }
    }
}
