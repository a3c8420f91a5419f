//! Policies of files of self-play, as arrays.

use floe_engine::arrays::{Numbered, action_of_choice};
use floe_engine::{AnyGame, EngineGame, with_game};
use floe_selfplay::{PolicyMove, SelfPlayGame};
use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::pool::on_all_cores;

/// Policies of positions, one after the other.
#[derive(Default)]
pub(crate) struct Policies {
    /// Places where the policy of each position begins and ends.
    offsets: Vec<i64>,
    actions: Vec<i64>,
    /// Shares of the actions, which add up to 1 for every position with a policy.
    shares: Vec<f32>,
}

impl Policies {
    /// Policies of the positions that are kept; `None` if no game has any.
    pub(crate) fn of(games: &[SelfPlayGame]) -> Option<Policies> {
        let mut searched = games
            .iter()
            .flat_map(|game| &game.plies)
            .filter_map(|ply| ply.searched.as_ref());
        if searched.all(|searched| searched.policy.is_empty()) {
            return None;
        }
        let of_games: Vec<Vec<Vec<PolicyShare>>> = on_all_cores(|| {
            games
                .par_iter()
                .map(|game| rows_of(&game.start, game))
                .collect()
        });
        let mut policies = Policies {
            offsets: vec![0],
            ..Policies::default()
        };
        for row in of_games.iter().flatten() {
            policies
                .actions
                .extend(row.iter().map(|share| i64::from(share.action)));
            policies.shares.extend(row.iter().map(|share| share.share));
            policies.offsets.push(policies.actions.len() as i64);
        }
        Some(policies)
    }

    /// Adds the arrays to a dictionary.
    pub(crate) fn add_to(self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        let py = dict.py();
        dict.set_item("policy_offsets", self.offsets.into_pyarray(py))?;
        dict.set_item("policy_actions", self.actions.into_pyarray(py))?;
        dict.set_item("policy", self.shares.into_pyarray(py))
    }
}

/// Action with its share in a policy.
struct PolicyShare {
    action: u32,
    share: f32,
}

/// Policies of the positions of a game that are kept.
fn rows_of(start: &AnyGame, game: &SelfPlayGame) -> Vec<Vec<PolicyShare>> {
    with_game!(start, start => rows(start, game))
}

fn rows<G: EngineGame + Numbered>(start: &G, game: &SelfPlayGame) -> Vec<Vec<PolicyShare>> {
    let mut position = *start;
    let mut rows = Vec::new();
    for ply in &game.plies {
        if let Some(searched) = ply.searched.as_ref().filter(|_| ply.kept) {
            rows.push(shares(&position, &searched.policy));
        }
        position.play(G::move_of_bits(ply.bits));
    }
    rows
}

fn shares<G: EngineGame + Numbered>(position: &G, policy: &[PolicyMove]) -> Vec<PolicyShare> {
    let sum: f32 = policy.iter().map(|mv| f32::from(mv.weight)).sum();
    let share = |mv: &PolicyMove| {
        let action = action_of_choice(position, G::move_of_bits(mv.bits))?;
        Some(PolicyShare {
            action,
            share: f32::from(mv.weight) / sum,
        })
    };
    policy.iter().filter_map(share).collect()
}
