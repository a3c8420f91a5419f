use floe_fish::{Position, Value};
use floe_game::{Game, Player, Score};
use floe_hex::{Hex, HexSet, Layout, Standard};

use super::Evaluation;
use super::features::{Set, of_others, once_and_more};

/// Features of a position that people can check on the floe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// Summaries of all players, in turn order from A.
    pub players: Vec<PlayerSummary>,
    /// First player to reach each tile, by hex; with special tiles the ring around the outline is included.
    pub claims: Vec<Claim>,
    /// Remarks on the rules of a variant, in sentences.
    pub notes: Vec<String>,
}

/// Features of a player. In survival `has` and `expected` count penguins, and the others tiles in place of fish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSummary {
    /// Takings, with the tiles that its penguins stand on.
    pub has: Value,
    /// Free tiles that no other player can ever reach on this floe.
    pub own: Value,
    /// Free tiles that it reaches with fewer moves than any other player, including `own`.
    pub first: Value,
    /// Free tiles that it reaches as early as another player.
    pub shared: Value,
    /// Expected result, in teams that of the team. The results of two sides add up to all that they have and all that is left.
    pub expected: Value,
    /// Number of hexes that its penguins can go to now.
    pub moves: u32,
    /// Names of the hexes of its immobile penguins.
    pub stuck: Vec<String>,
}

/// First player to reach a tile, in moves of a penguin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// No free tile.
    None,
    /// A tile that no player can reach.
    Lost,
    /// A tile that this player reaches first.
    First(Player),
    /// A tile that several players reach first.
    Shared,
}

/// Free tiles by the players who reach them.
pub(crate) struct Territory<S> {
    /// Tiles that only this player can ever reach.
    pub(crate) own: Vec<S>,
    /// Tiles that this player reaches first.
    pub(crate) first: Vec<S>,
    /// Tiles that this player reaches as early as others.
    pub(crate) shared: Vec<S>,
}

impl<S: Set> Territory<S> {
    /// The territory of penguins, by player; `step` returns the free tiles that one move from a set leads to.
    pub(crate) fn of(penguins: &[S], step: impl Fn(S) -> S) -> Territory<S> {
        let nothing = vec![S::default(); penguins.len()];
        let (mut reached, mut front) = (nothing.clone(), penguins.to_vec());
        let (mut first, mut shared, mut taken) = (nothing.clone(), nothing, S::default());
        loop {
            for (reached, front) in reached.iter_mut().zip(&front) {
                *reached = *reached | step(*front);
            }
            let (all, several) = once_and_more(&reached);
            for (player, &reached) in reached.iter().enumerate() {
                first[player] = first[player] | (reached - taken - several);
                shared[player] = shared[player] | (reached - taken) & several;
            }
            if reached == front {
                let own = (0..reached.len()).map(|player| reached[player] - of_others(&reached, player)).collect();
                return Territory { own, first, shared };
            }
            taken = taken | all;
            front.clone_from(&reached);
        }
    }

    /// The first player to reach a tile.
    pub(crate) fn claim(&self, free: S, place: S) -> Claim {
        let holds = |sets: &[S]| sets.iter().position(|&set| set & place == place);
        match (free & place == place, holds(&self.first), holds(&self.shared)) {
            (false, ..) => Claim::None,
            (_, Some(player), _) => Claim::First(Player::new(player)),
            (_, _, Some(_)) => Claim::Shared,
            _ => Claim::Lost,
        }
    }
}

/// Explains an evaluation of a position.
pub(crate) fn explain<const N: usize>(position: &Position<N>, evaluation: &Evaluation) -> Explanation {
    let free = position.free();
    let penguins: Vec<HexSet> = Player::first(N).map(|player| position.penguins(player)).collect();
    let territory = Territory::of(&penguins, |from| Standard.slides(from, free));
    let claims = Standard.geometry().hexes().into_iter().map(|hex| territory.claim(free, hex.into())).collect();
    let expected = expected(position, evaluation);
    let value = |hexes: HexSet| Value::from_score(position.value(hexes));
    let players = Player::first(N).map(|player| {
        let index = player.index();
        let stuck = |hex: &Hex| Standard.slides((*hex).into(), free).is_empty();
        PlayerSummary {
            has: Value::from_score(position.score(player) + position.value(penguins[index])),
            own: value(territory.own[index]),
            first: value(territory.first[index]),
            shared: value(territory.shared[index]),
            expected: Value { tiles: 0, ..Value::from_score(expected[index]) },
            moves: Standard.rays(penguins[index], free).count(),
            stuck: penguins[index].into_iter().filter(stuck).map(|hex| Standard.geometry().name(hex)).collect(),
        }
    });
    Explanation { players: players.collect(), claims, notes: Vec::new() }
}

/// Expected results of all players; the results when the game is over.
fn expected<const N: usize>(position: &Position<N>, evaluation: &Evaluation) -> [Score; N] {
    if position.is_over() {
        return std::array::from_fn(|player| position.score(Player::new(player)));
    }
    let payoffs = floe_search::EvalAll::evaluate_all(evaluation, position);
    std::array::from_fn(|player| payoffs[player])
}
