use floe_fish::{AnyPosition, Position, Value, with_position};
use floe_game::{Game, Player, Score};
use floe_hex::{Hex, HexSet, Layout};

use super::Evaluation;
use super::features::first_reached;

/// What the evaluation sees of a position, in words that people can check on the floe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// What it sees of every player, in turn order from A.
    pub players: Vec<Outlook>,
    /// Who gets first to which tile, by hex.
    pub claims: Vec<Claim>,
}

/// What the evaluation sees of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// What is taken, and the tiles that its penguins stand on.
    pub has: Value,
    /// Free tiles that nobody else can ever reach.
    pub own: Value,
    /// Free tiles that it reaches with fewer slides than anybody, its own among them.
    pub first: Value,
    /// Free tiles that it reaches as early as somebody else.
    pub shared: Value,
    /// Its result as the evaluation guesses it. Of two players the sum is what both have and what is still there.
    pub expected: Value,
    /// How many moves it would have now.
    pub moves: u32,
    /// Its penguins that cannot move.
    pub stuck: Vec<Hex>,
}

/// Who gets to a tile first, counting slides.
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

/// Tells what the evaluation sees of a position.
pub fn explain(position: &AnyPosition) -> Explanation {
    with_position!(position, position => explain_one(position))
}

fn explain_one<const N: usize>(position: &Position<N>) -> Explanation {
    let (layout, free) = (position.layout(), position.free());
    let penguins: [HexSet; N] = std::array::from_fn(|player| position.penguins(Player::new(player)));
    let mut claims = vec![Claim::None; layout.geometry().hexes().len() as usize];
    for hex in free {
        claims[hex.index()] = Claim::Lost;
    }
    let (mut first, mut shared) = ([HexSet::EMPTY; N], [HexSet::EMPTY; N]);
    let reached = penguins.map(|own| layout.slides(own, free));
    first_reached(layout, reached, free, |_, reached, fresh, also| {
        for player in 0..N {
            first[player] |= reached[player] & (fresh - also);
            shared[player] |= reached[player] & also;
        }
    });
    for player in 0..N {
        for hex in first[player] {
            claims[hex.index()] = Claim::First(Player::new(player));
        }
        for hex in shared[player] {
            claims[hex.index()] = Claim::Shared;
        }
    }
    let floods = penguins.map(|own| layout.flood(own, free));
    let expected = expected(position);
    let value = |hexes: HexSet| Value::from_score(position.worth(hexes));
    let players = Player::first(N).map(|player| {
        let index = player.index();
        let others = (0..N).filter(|&other| other != index).fold(HexSet::EMPTY, |all, other| all | floods[other]);
        let stuck = |hex: &Hex| layout.slides((*hex).into(), free).is_empty();
        Outlook {
            has: Value::from_score(position.score(player) + position.worth(penguins[index])),
            own: value(floods[index] - others),
            first: value(first[index]),
            shared: value(shared[index]),
            expected: Value { tiles: 0, ..Value::from_score(expected[index]) },
            moves: layout.rays(penguins[index], free).count(),
            stuck: penguins[index].into_iter().filter(stuck).collect(),
        }
    });
    Explanation { players: players.collect(), claims }
}

fn expected<const N: usize>(position: &Position<N>) -> [Score; N] {
    let payoffs = floe_search::EvalAll::evaluate_all(&Evaluation::default(), position);
    std::array::from_fn(|player| payoffs[player])
}
