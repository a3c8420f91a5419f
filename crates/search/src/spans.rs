use floe_game::Player;

use crate::{Payoffs, prefers};

/// What everybody gets at least and at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// No player gets less.
    pub least: Payoffs,
    /// No player gets more.
    pub most: Payoffs,
}

impl Span {
    /// Just this.
    pub const fn exact(payoffs: Payoffs) -> Span {
        Span { least: payoffs, most: payoffs }
    }

    /// Whether everybody's result is known.
    pub fn is_exact(&self) -> bool {
        self.least == self.most
    }

    /// What comes of a choice of `player` among moves of which this is known, all by the rule of [`prefers`].
    ///
    /// What it gets itself is the most of all moves. The others get what they get by a move that may be the one chosen.
    pub fn chosen(player: Player, root: Player, players: usize, moves: &[Span]) -> Span {
        let own = player.index();
        let least = moves.iter().map(|span| span.least[own]).max().expect("a player whose turn it is has a move");
        let likely: Vec<&Span> = moves.iter().filter(|span| span.most[own] >= least).collect();
        // Of the moves that are known exactly at most one is chosen.
        let known = likely.iter().filter(|span| span.is_exact()).map(|span| span.least);
        let best = known.reduce(|best, other| if prefers(player, root, players, &other, &best) { other } else { best });
        let may_be_chosen = likely.into_iter().filter(|span| !span.is_exact() || Some(span.least) == best);
        let hull = |a: Span, b: &Span| Span {
            least: std::array::from_fn(|p| a.least[p].min(b.least[p])),
            most: std::array::from_fn(|p| a.most[p].max(b.most[p])),
        };
        let mut chosen = may_be_chosen.fold(None, |all, span| Some(all.map_or(*span, |all| hull(all, span))));
        if let Some(chosen) = &mut chosen {
            chosen.least[own] = chosen.least[own].max(least);
        }
        chosen.expect("the move that is worth most at least may be chosen")
    }
}

#[cfg(test)]
mod tests {
    use floe_game::Score;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Whatever the results within the spans are, the one that is chosen lies within the span of the choice; and nothing narrower holds.
    #[test]
    fn a_choice_is_within_its_span() {
        const PLAYERS: usize = 3;
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..300 {
            let (player, root) = (Player::new(rng.random_range(0..PLAYERS)), Player::new(rng.random_range(0..PLAYERS)));
            let moves: Vec<Span> = (0..rng.random_range(1..5))
                .map(|_| {
                    let width = if rng.random_bool(0.5) { 0 } else { 2 };
                    let least: Payoffs =
                        std::array::from_fn(|p| if p < PLAYERS { rng.random_range(0..3) } else { Score::default() });
                    let more = |p: usize| if p < PLAYERS { width } else { 0 };
                    Span { least, most: std::array::from_fn(|p| least[p] + more(p)) }
                })
                .collect();
            let chosen = Span::chosen(player, root, PLAYERS, &moves);
            let (mut least, mut most) = ([Score::MAX; Player::MAX], [Score::MIN; Player::MAX]);
            for _ in 0..3000 {
                let results = moves
                    .iter()
                    .map(|span| -> Payoffs { std::array::from_fn(|p| rng.random_range(span.least[p]..=span.most[p])) });
                let best = results
                    .reduce(|best, other| if prefers(player, root, PLAYERS, &other, &best) { other } else { best })
                    .unwrap();
                for p in 0..PLAYERS {
                    (least[p], most[p]) = (least[p].min(best[p]), most[p].max(best[p]));
                    assert!(chosen.least[p] <= best[p] && best[p] <= chosen.most[p], "{moves:?}");
                }
            }
            let own = player.index();
            assert_eq!((least[own], most[own]), (chosen.least[own], chosen.most[own]), "{moves:?}");
        }
    }
}
