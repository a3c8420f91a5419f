use floe_engine::{AnyGame, with_game};
use floe_game::{Game, Notated, Sampled};
use floe_variants::{Rules, SetUp};
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
pub(super) fn positions(rules: Rules, players: usize) -> Vec<Played> {
    const PLIES: [usize; 12] = [0, 1, 5, 7, 8, 9, 12, 18, 25, 32, 38, 44];
    let set_up = SetUp::usual(rules, players);
    let seeds = (1..).zip(PLIES);
    let played = seeds.map(|(seed, plies)| {
        let floe = AnyGame::deal(&set_up, seed).expect("all rules can be played on the official floe");
        let (moves, position) = with_game!(&floe, floe => play(*floe, seed, plies));
        Played { floe: floe.to_string(), moves, position }
    });
    played.filter(|played| !is_over(&played.position)).collect()
}

pub(super) fn is_over(position: &AnyGame) -> bool {
    with_game!(position, position => position.is_over())
}

/// Random moves, and where they lead.
fn play<G: Sampled + Notated + Into<AnyGame>>(mut position: G, seed: u64, plies: usize) -> (Vec<String>, AnyGame) {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut moves = Vec::new();
    while moves.len() < plies
        && let Some(mv) = position.random_move(rng)
    {
        moves.push(position.move_text(mv));
        position.play(mv);
    }
    (moves, position.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_lead_to_the_position() {
        let base = (2..=4).map(|players| (Rules::BASE, players));
        for (rules, players) in base.chain(Rules::all().map(|rules| (rules, if rules.teams { 4 } else { 2 }))) {
            let positions = positions(rules, players);
            assert!(positions.len() >= 8, "{rules}: {}", positions.len());
            for played in positions {
                let mut position: AnyGame = played.floe.parse().unwrap();
                played.moves.iter().for_each(|mv| position.play(mv).unwrap());
                assert_eq!(position, played.position);
            }
        }
    }
}
