use floe_fish::{Move, Position};
use floe_game::{Game, Score};
use floe_search::{Line, Payoffs, Report, scores};
use rand::{Rng, RngExt};

/// The move to the tile with the most fish, one at random among equals; while placing, next to the most fish.
pub(crate) fn greedy_move<const N: usize>(position: &Position<N>, rng: &mut impl Rng) -> Option<Move> {
    let geometry = floe_hex::Layout::geometry(position.layout());
    greediest(position, rng, |mv| match mv {
        Move::Place(hex) => position.worth(geometry.adjacent(hex) & position.free()),
        Move::Slide { to, .. } => position.worth(to.into()),
    })
}

/// The move that gains most, one at random among equals.
pub(crate) fn greediest<G: Game>(game: &G, rng: &mut impl Rng, gain: impl Fn(G::Move) -> Score) -> Option<G::Move> {
    let moves = game.moves();
    let most = moves.iter().map(|&mv| gain(mv)).max()?;
    let best: Vec<G::Move> = moves.into_iter().filter(|&mv| gain(mv) == most).collect();
    Some(best[rng.random_range(0..best.len())])
}

/// The report of a player that just has a move, and expects everything to stay as it is.
pub(crate) fn line<G: Game>(game: &G, mv: Option<G::Move>) -> Report<G::Move, Payoffs> {
    let lines = mv.map(|mv| Line { value: scores(game), exact: false, moves: vec![mv] }).into_iter().collect();
    Report { lines, depth: 0, nodes: 1 }
}
