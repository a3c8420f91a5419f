use floe_fish::{AnyPosition, Dealing, Position, deal};
use floe_game::{Game, Sampled};
use floe_hex::Standard;
use floe_variants::{AnyGame, with_game};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A position, and how it came about.
pub(super) struct Played {
    /// The floe before the first placement.
    pub(super) floe: String,
    pub(super) moves: Vec<String>,
    pub(super) position: AnyGame,
}

impl Played {
    /// As it follows the word `position`, by itself.
    pub(super) fn fen(&self) -> String {
        format!("fen {}", self.position)
    }

    /// As it follows the word `position`, as moves.
    pub(super) fn as_moves(&self) -> String {
        let with_moves = if self.moves.is_empty() { "" } else { " moves " };
        format!("fen {}{with_moves}{}", self.floe, self.moves.join(" "))
    }
}

/// Positions of random games from the first placement to the last moves, where the game is not over.
pub(super) fn positions(players: usize) -> Vec<Played> {
    const PLIES: [usize; 12] = [0, 1, 5, 7, 8, 9, 12, 18, 25, 32, 38, 44];
    let seeds = (1..).zip(PLIES);
    let played = seeds.map(|(seed, plies)| match players {
        2 => play::<2>(seed, plies),
        3 => play::<3>(seed, plies),
        _ => play::<4>(seed, plies),
    });
    played.filter(|played| !is_over(&played.position)).collect()
}

pub(super) fn is_over(position: &AnyGame) -> bool {
    with_game!(position, position => position.is_over())
}

/// Random moves on the floe of this seed.
fn play<const N: usize>(seed: u64, plies: usize) -> Played
where
    AnyPosition: From<Position<N>>,
{
    let mut position = deal::<N, _>(Standard, Dealing::Shuffled, seed);
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let (floe, mut moves) = (position.to_string(), Vec::new());
    while moves.len() < plies
        && let Some(mv) = position.random_move(rng)
    {
        moves.push(mv.to_string());
        position.play(mv);
    }
    Played { floe, moves, position: AnyPosition::from(position).into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_lead_to_the_position() {
        for players in 2..=4 {
            let positions = positions(players);
            assert!(positions.len() >= 8, "{}", positions.len());
            for played in positions {
                let mut position: AnyGame = played.floe.parse().unwrap();
                played.moves.iter().for_each(|mv| crate::play::play(&mut position, mv).unwrap());
                assert_eq!(position, played.position);
            }
        }
    }
}
