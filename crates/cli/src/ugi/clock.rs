use std::time::Duration;

use floe_game::Game;
use floe_variants::{AnyGame, with_game};

use super::order::Go;

/// What is kept in hand for the way of the answer.
const RESERVE: Duration = Duration::from_millis(30);

/// The time for the next move: as told, or a share of what is on the clock.
pub(super) fn time_for_move(go: &Go, position: &AnyGame) -> Option<Duration> {
    let player = with_game!(position, position => position.last_turn()).index();
    let share = go.clocks[player].map(|left| share(left, go.increments[player], moves_to_come(position)));
    share.into_iter().chain(go.move_time).min()
}

/// About how many moves the player to move has yet to make.
///
/// Of the free tiles about a fifth is left when the game ends; the others are walked on in turn.
fn moves_to_come(position: &AnyGame) -> u32 {
    let (free, players) = with_game!(position, position => (position.free().len(), position.players() as u32));
    (free * 4 / (5 * players)).max(2)
}

/// The clock spread evenly over the moves to come, and most of what this move brings in.
fn share(left: Duration, increment: Duration, moves: u32) -> Duration {
    let usable = left.saturating_sub(RESERVE).max(left / 4);
    (usable / moves + increment * 3 / 4).min(usable)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_share_never_takes_the_clock_to_zero() {
        for left in [0, 1, 10, 40, 1000, 3_600_000] {
            for increment in [0, 10, 5000] {
                for moves in [2, 3, 30] {
                    let share = share(left * MS, increment * MS, moves);
                    assert!(share < left * MS || left == 0, "{left} {increment} {moves}: {share:?}");
                }
            }
        }
    }

    #[test]
    fn a_whole_game_fits_on_the_clock() {
        let (mut left, increment) = (10_000 * MS, 100 * MS);
        for moves in (2..30).rev() {
            let share = share(left, increment, moves);
            assert!(share >= 50 * MS);
            left = left - share + increment;
        }
    }

    #[test]
    fn the_clock_of_the_player_to_move_counts() {
        let position: AnyGame = super::super::STARTPOS.parse().unwrap();
        let time = |text: &str| time_for_move(&text.parse().unwrap(), &position);
        assert_eq!(time("p2time 10"), None);
        assert_eq!(time("movetime 70 p2time 10"), Some(70 * MS));
        assert_eq!(time("movetime 70 p1time 1000000"), Some(70 * MS));
        let share = time("p1time 60000 p2time 10").unwrap();
        assert!((1000 * MS..4000 * MS).contains(&share), "{share:?}");
    }
}
