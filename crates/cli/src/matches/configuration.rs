use std::time::Duration;

use anyhow::{Context, Result};
use floe_arena::clock::TimeControl;
use floe_arena::contestant::Contestant;
use floe_arena::fault::Fault;
use floe_arena::schedule::{Format, Schedule, Seating};
use floe_arena::ugi::{External, Launch};
use floe_engine::{EngineSpec, Evaluation, Method};
use floe_variants::{Kind, Rules};
use serde::{Deserialize, Serialize};

use super::house::House;
use crate::files::evaluation_of;
use crate::problem::Wrong;
use crate::set_up::Playable;

/// All that decides which games are played and how: the first line of a file of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Configuration {
    pub(crate) engines: Vec<String>,
    pub(crate) players: usize,
    pub(crate) rules: String,
    /// The layout, where it is not the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) layout: Option<String>,
    /// The numbers of special tiles, where they are other than usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) special: Option<String>,
    /// The whales that hide, where that is not as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) whales: Option<String>,
    pub(crate) floes: u64,
    pub(crate) seed: u64,
    /// Whether the penguins have been placed at random before the first move.
    pub(crate) placed: bool,
    /// The positions to begin with, where they are given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) positions: Vec<String>,
    /// Whether the first engine meets all others and these not one another.
    pub(crate) gauntlet: bool,
    /// Whether a floe is played in all orders of seats.
    pub(crate) all_permutations: bool,
    /// The time that everybody has for a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<TimeControl>,
    pub(crate) build: String,
}

impl Configuration {
    /// How many sides there are: players, or teams.
    pub(crate) fn sides(&self) -> usize {
        if self.rules.split('+').any(|name| name == "teams") { 2 } else { self.players }
    }

    pub(crate) fn schedule(&self) -> Result<Schedule> {
        let format = if self.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
        let seating = if self.all_permutations { Seating::Permutations } else { Seating::Rotations };
        let schedule = Schedule::new(self.engines.len(), self.sides(), self.floes, format, seating);
        Ok(schedule.map_err(|error| Wrong::new(error.to_string()))?)
    }
}

/// The engines of a match, ready to be made.
pub(crate) struct Roster(Vec<Entrant>);

enum Entrant {
    /// With what it guesses by.
    House(EngineSpec, Evaluation),
    External(Launch),
}

/// What an engine that searches may think about a move if nothing is said.
const USUAL_TIME: Duration = Duration::from_millis(100);

impl Roster {
    /// Reads the names of the engines. Programs are started once, to see that they can be. On the clock engines need no other limit.
    ///
    /// # Errors
    /// When a name is wrong, an engine is not for so many players or sides, or a program does not start.
    pub(crate) fn read(engines: &[String], players: usize, rules: Rules, clock: Option<TimeControl>) -> Result<Roster> {
        let read = |text: &String| -> Result<Entrant> {
            if let Some(command) = text.strip_prefix("cmd:") {
                let launch: Launch = command.parse().map_err(|error| Wrong::new(format!("{text}: {error}")))?;
                External::start(&launch).with_context(|| format!("cannot play with {text}"))?;
                return Ok(Entrant::External(launch));
            }
            let spec: EngineSpec = text.parse().map_err(Wrong::from)?;
            let evaluation = evaluation_of(&spec)?;
            let has_chance = rules.variant == Some(Kind::HiddenWhale);
            let fits = match spec.method {
                Method::AlphaBeta => players == 2 && !has_chance,
                Method::MaxN => players > 2 && !has_chance,
                Method::Paranoid | Method::BestReply => !has_chance,
                Method::Expectimax => players == 2 && has_chance,
                _ => true,
            };
            if !fits {
                let under = if has_chance { ", under hidden-whale," } else { "" };
                return Err(
                    Wrong::new(format!("the engine '{text}' does not play{under} with {players} players")).into()
                );
            }
            let usual = clock.is_none().then_some(USUAL_TIME);
            Ok(Entrant::House(limited(spec, players, usual), evaluation))
        };
        Ok(Roster(engines.iter().map(read).collect::<Result<_>>()?))
    }

    /// The names, with all limits told.
    pub(crate) fn names(&self, given: &[String]) -> Vec<String> {
        let name = |(entrant, given): (&Entrant, &String)| match entrant {
            Entrant::House(spec, _) => spec.to_string(),
            Entrant::External(_) => given.clone(),
        };
        self.0.iter().zip(given).map(name).collect()
    }

    pub(crate) fn make<G: Playable>(&self, engine: usize) -> Result<Box<dyn Contestant<G>>, Fault> {
        Ok(match &self.0[engine] {
            Entrant::House(spec, evaluation) => Box::new(House::new(spec, *evaluation)),
            Entrant::External(launch) => Box::new(External::start(launch)?),
        })
    }
}

/// With a limit for every move, the usual time if no other is told, and a memory that suits it: to forget a large table takes longer than a short search, but
/// what a tree has no room for it does not see.
fn limited(spec: EngineSpec, players: usize, usual: Option<Duration>) -> EngineSpec {
    let grows_a_tree = match spec.method {
        Method::Greedy | Method::Random => return spec,
        Method::Mcts | Method::Uct => true,
        Method::Default => players > 2,
        Method::AlphaBeta | Method::Paranoid | Method::BestReply | Method::MaxN | Method::Expectimax => false,
    };
    // So many MiB at most, and so many nodes fill one.
    let (most, nodes_a_mebibyte) = if grows_a_tree { (128, 1 << 10) } else { (16, 1 << 16) };
    let unlimited = spec.depth.is_none() && spec.nodes.is_none() && spec.time.is_none();
    let time = spec.time.or(usual.filter(|_| unlimited));
    let small = spec.nodes.map_or(most, |nodes| nodes.div_ceil(nodes_a_mebibyte).clamp(1, most));
    EngineSpec { time, hash: spec.hash.or(Some(small as usize)), ..spec }
}
