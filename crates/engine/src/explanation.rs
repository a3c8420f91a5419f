use floe_evaluation::{of_others, once_and_more};
use floe_fish::Value;
use floe_game::{Game, Player};
use floe_hex::{Hex, HexSet, Word};
use floe_search::Payoffs;
use floe_variants::{VariantKnowledge, VariantPosition};

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
    /// Fish and tiles that the player has taken, with those that its penguins stand on.
    pub has: Value,
    /// Free tiles that no other player can ever reach on this floe.
    pub own: Value,
    /// Free tiles that it reaches with fewer moves than any other player, including `own`.
    pub first: Value,
    /// Fish and tiles of the free tiles that it reaches as early as another player.
    pub shared: Value,
    /// Expected result, in teams that of the team. A player without penguins keeps what it has; otherwise
    /// the results of two sides add up to all that they have and all that is left.
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

/// Free tiles by player.
struct Territory<W: Word> {
    /// Tiles that only this player can ever reach.
    own: Vec<HexSet<W>>,
    /// Tiles that this player reaches first.
    first: Vec<HexSet<W>>,
    /// Tiles that this player reaches as early as others.
    shared: Vec<HexSet<W>>,
}

impl<W: Word> Territory<W> {
    /// The territory of penguins, by player; `step` returns the free tiles that one move from a set leads to.
    fn of(penguins: &[HexSet<W>], step: impl Fn(HexSet<W>) -> HexSet<W>) -> Territory<W> {
        let nothing = vec![HexSet::EMPTY; penguins.len()];
        let (mut reached, mut front) = (nothing.clone(), penguins.to_vec());
        let (mut first, mut shared, mut taken) = (nothing.clone(), nothing, HexSet::EMPTY);
        loop {
            for (reached, front) in reached.iter_mut().zip(&front) {
                *reached |= step(*front);
            }
            let (all, several) = once_and_more(&reached);
            for (player, &reached) in reached.iter().enumerate() {
                first[player] |= reached - taken - several;
                shared[player] |= (reached - taken) & several;
            }
            if reached == front {
                let own = (0..reached.len()).map(|player| reached[player] - of_others(&reached, player)).collect();
                return Territory { own, first, shared };
            }
            taken |= all;
            front.clone_from(&reached);
        }
    }
}

/// First player whose set has a hex; the sets are in turn order from A.
fn holder<W: Word>(sets: &[HexSet<W>], hex: Hex) -> Option<Player> {
    Player::first(sets.len()).find(|player| sets[player.index()].contains(hex))
}

/// Explains the evaluation of a position, by which the players expect these results.
pub(crate) fn explain<V: VariantKnowledge>(position: &VariantPosition<V>, expected: &Payoffs) -> Explanation {
    let state = position.state();
    let geometry = position.geometry();
    let free = position.free();
    let players = || Player::first(position.players());
    let penguins: Vec<_> = players().map(|player| position.penguins(player)).collect();
    let territory = Territory::of(&penguins, |from| {
        from.into_iter().fold(HexSet::EMPTY, |ends, hex| ends | position.destinations(hex)) & free
    });
    let claim = |hex| match (holder(&territory.first, hex), holder(&territory.shared, hex)) {
        _ if !free.contains(hex) => Claim::None,
        (Some(player), _) => Claim::First(player),
        (None, Some(_)) => Claim::Shared,
        (None, None) => Claim::Lost,
    };
    let is_out = |player: Player| penguins[player.index()].is_empty() && position.in_hand() == 0;
    let expected_of = |player: Player, own: &[HexSet<V::Word>]| {
        let has = position.result_if_ended(player);
        let others = players().filter(|&other| other != player);
        let fish = match position.rules().teams || position.is_over() {
            // Nothing changes for a player without penguins; one that is alone has all it can reach to itself.
            false if is_out(player) => has.fish,
            false if others.clone().all(is_out) => has.fish + position.explained_value(own[player.index()]).fish,
            _ => Value::from_score(expected[player.index()]).fish,
        };
        // An estimate has fish only.
        Value { tiles: 0, fish }
    };
    let summary = |player: Player| {
        let index = player.index();

        let stuck = penguins[index].into_iter().filter(|&hex| position.destinations(hex).is_empty());
        PlayerSummary {
            has: position.result_if_ended(player),
            own: position.explained_value(territory.own[index]),
            first: position.explained_value(territory.first[index]),
            shared: position.explained_value(territory.shared[index]),
            expected: expected_of(player, &territory.own),
            moves: penguins[index].into_iter().map(|hex| position.destinations(hex).len()).sum(),
            stuck: stuck.map(|hex| geometry.name(hex)).collect(),
        }
    };
    Explanation {
        players: players().map(summary).collect(),
        claims: geometry.hexes().into_iter().map(claim).collect(),
        notes: state.notes(position),
    }
}
