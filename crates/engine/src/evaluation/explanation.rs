use floe_fish::{Position, Value};
use floe_game::{Game, Player, Score};
use floe_hex::{Hex, HexSet, Layout, Standard};

use super::Evaluation;
use super::features::{Set, once_and_more};

/// What the evaluation sees of a position, in words that people can check on the floe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// What it sees of every player, in turn order from A.
    pub players: Vec<PlayerSummary>,
    /// Who gets first to which tile, by hex; with special tiles by place, the ring around the outline included.
    pub claims: Vec<Claim>,
    /// What a variant adds, in sentences.
    pub notes: Vec<String>,
}

/// What the evaluation sees of a player. In survival penguins are told in place of what it has and expects, and tiles in place of fish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSummary {
    /// What is taken, and the tiles that its penguins stand on.
    pub has: Value,
    /// Free tiles that nobody else can reach, as the floe is now.
    pub own: Value,
    /// Free tiles that it reaches with fewer moves than anybody, its own among them.
    pub first: Value,
    /// Free tiles that it reaches as early as somebody else.
    pub shared: Value,
    /// Its result as the evaluation guesses it, in teams its team's. Of two sides the sum is what both have and what is still there.
    pub expected: Value,
    /// How many hexes its penguins could go to now, each by itself.
    pub moves: u32,
    /// Its penguins that cannot move, by the names of their hexes.
    pub stuck: Vec<String>,
}

/// Who gets to a tile first, counting moves of a penguin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// There is no free tile.
    None,
    /// Nobody can get there.
    Lost,
    /// This player does.
    First(Player),
    /// Several do at the same time.
    Shared,
}

/// Which free tiles everybody gets to, and who first.
pub(crate) struct Territory<S> {
    /// What a player can reach at all, and nobody else.
    pub(crate) own: Vec<S>,
    pub(crate) first: Vec<S>,
    pub(crate) shared: Vec<S>,
}

impl<S: Set> Territory<S> {
    /// Of penguins, by player, whose `step` leads from any of a set to free tiles.
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
                let others = |player: usize| {
                    let others = reached.iter().enumerate().filter(|&(other, _)| other != player);
                    others.fold(S::default(), |all, (_, &other)| all | other)
                };
                let own = (0..reached.len()).map(|player| reached[player] - others(player)).collect();
                return Territory { own, first, shared };
            }
            taken = taken | all;
            front.clone_from(&reached);
        }
    }

    /// Who gets to a tile first.
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

/// What everybody may expect; when the game is over, what everybody has got.
fn expected<const N: usize>(position: &Position<N>, evaluation: &Evaluation) -> [Score; N] {
    if position.is_over() {
        return std::array::from_fn(|player| position.score(Player::new(player)));
    }
    let payoffs = floe_search::EvalAll::evaluate_all(evaluation, position);
    std::array::from_fn(|player| payoffs[player])
}
