//! Features on which the evaluation of a position on a floe rests, as people can check them.

use floe_engine::{AnyGame, Evaluation, with_variant};
use floe_evaluation::{of_others, once_and_more};
use floe_fish::Value;
use floe_game::{Game, Player};
use floe_hex::{Hex, HexSet, Word};
use floe_search::Payoffs;
use floe_variants::{VariantKnowledge, VariantPosition};

/// Features of a position on a floe that people can check by looking: what each player has, and who
/// reaches which tiles first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// One summary for each player, in turn order from A.
    pub players: Vec<PlayerSummary>,
    /// One claim for each hex in reading order: the player who reaches its tile first; with special
    /// tiles the ring of hexes around the outline is included.
    pub claims: Vec<Claim>,
    /// Players whose penguins can ever reach the free tile of a hex, one list for each of these
    /// hexes; empty where there is no such tile.
    pub reached_by: Vec<Vec<Player>>,
    /// Remarks on what only the rules of a variant bring into the position, in sentences; none in
    /// the base game.
    pub notes: Vec<String>,
}

/// Fish and tiles that one player has, owns, reaches first and expects, and its moves. In survival
/// `has` and `expected` count penguins, and the other values count tiles in place of fish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSummary {
    /// Fish and tiles that the player has taken so far, with the tiles under its penguins.
    pub has: Value,
    /// Fish and tiles of the free tiles that only this player's penguins can ever reach.
    pub own: Value,
    /// Fish and tiles of the free tiles that the player reaches in fewer moves of a penguin than
    /// all others; the tiles of `own` are included.
    pub first: Value,
    /// Fish and tiles of the free tiles that the player reaches as early as another player, and no
    /// player earlier.
    pub shared: Value,
    /// Result that the evaluation expects for the player, or for its team, in fish without tiles. A
    /// player without penguins keeps what it has, and a player that alone has penguins gets all
    /// that it can reach. Otherwise the results of two sides add up to all that they have and all
    /// that is left.
    pub expected: Value,
    /// Number of hexes to which a penguin can move now, added up over the player's penguins, also
    /// if it is not the player's turn. Moves of a penguin to one hex count once, even if they
    /// differ in something else.
    pub moves: u32,
    /// Names of the hexes of the player's penguins that cannot move.
    pub stuck: Vec<String>,
}

/// Player that reaches the tile on a hex first, counted in moves of one penguin without regard to
/// turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// No free tile on the hex.
    None,
    /// A free tile that no penguin can reach.
    Lost,
    /// A free tile that this player reaches in fewer moves than all others.
    First(Player),
    /// A free tile that several players reach in equally few moves.
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
    /// Tiles that this player can ever reach.
    reached: Vec<HexSet<W>>,
}

impl<W: Word> Territory<W> {
    /// The territory of penguins, by player; `step` returns the free tiles that one move from a set
    /// leads to.
    fn of(penguins: &[HexSet<W>], step: impl Fn(HexSet<W>) -> HexSet<W>) -> Territory<W> {
        let nothing = vec![HexSet::EMPTY; penguins.len()];
        let mut reached = nothing.clone();
        let mut front = penguins.to_vec();
        let mut first = nothing.clone();
        let mut shared = nothing;
        let mut taken = HexSet::EMPTY;
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
                let own = (0..reached.len())
                    .map(|player| reached[player] - of_others(&reached, player))
                    .collect();
                return Territory {
                    own,
                    first,
                    shared,
                    reached,
                };
            }
            taken |= all;
            front.clone_from(&reached);
        }
    }
}

/// First player whose set has a hex; the sets are in turn order from A. `None` if no set has it.
fn holder<W: Word>(sets: &[HexSet<W>], hex: Hex) -> Option<Player> {
    Player::first(sets.len()).find(|player| sets[player.index()].contains(hex))
}

/// Explains the evaluation of a position on a floe; `None` for games without a floe.
pub(crate) fn explain(game: &AnyGame, evaluation: &Evaluation) -> Option<Explanation> {
    let expected = floe_engine::expected_results(game, evaluation)?;
    with_variant!(game, position => explain_floe(&position, &expected))
}

/// Explains the evaluation of a position, by which the players expect these results.
fn explain_floe<V: VariantKnowledge>(
    position: &VariantPosition<V>,
    expected: &Payoffs,
) -> Explanation {
    let state = position.state();
    let geometry = position.geometry();
    let free = position.free();
    let players = || Player::first(position.players());
    let penguins: Vec<_> = players().map(|player| position.penguins(player)).collect();
    let territory = Territory::of(&penguins, |from| {
        from.into_iter()
            .fold(HexSet::EMPTY, |ends, hex| ends | position.destinations(hex))
            & free
    });
    let claim = |hex| match (
        holder(&territory.first, hex),
        holder(&territory.shared, hex),
    ) {
        _ if !free.contains(hex) => Claim::None,
        (Some(player), _) => Claim::First(player),
        (None, Some(_)) => Claim::Shared,
        (None, None) => Claim::Lost,
    };
    let reached_by = |hex| {
        players()
            .filter(|player| territory.reached[player.index()].contains(hex))
            .collect()
    };
    let is_out = |player: Player| penguins[player.index()].is_empty() && position.in_hand() == 0;
    let expected_of = |player: Player, own: &[HexSet<V::Word>]| {
        let has = position.result_if_ended(player);
        let others = players().filter(|&other| other != player);
        let fish = match position.rules().teams || position.is_over() {
            // Nothing changes for a player without penguins; one that is alone has all it can reach
            // to itself.
            false if is_out(player) => has.fish,
            false if others.clone().all(is_out) => {
                has.fish + position.explained_value(own[player.index()]).fish
            }
            _ => Value::from_score(expected[player.index()]).fish,
        };
        // An estimate has fish only.
        Value { tiles: 0, fish }
    };
    let summary = |player: Player| {
        let index = player.index();
        let ends = position.ends_by_penguin(player);
        let stuck = ends.iter().filter(|(_, ends)| ends.is_empty());
        PlayerSummary {
            has: position.result_if_ended(player),
            own: position.explained_value(territory.own[index]),
            first: position.explained_value(territory.first[index]),
            shared: position.explained_value(territory.shared[index]),
            expected: expected_of(player, &territory.own),
            moves: ends.iter().map(|(_, ends)| ends.len()).sum(),
            stuck: stuck.map(|&(hex, _)| geometry.name(hex)).collect(),
        }
    };
    Explanation {
        players: players().map(summary).collect(),
        claims: geometry.hexes().into_iter().map(claim).collect(),
        reached_by: geometry.hexes().into_iter().map(reached_by).collect(),
        notes: state.notes(position),
    }
}
