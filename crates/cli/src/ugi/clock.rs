use floe_engine::{AnyGame, Clock, with_game};
use floe_game::Game;
use floe_search::Limits;

use super::order::Go;

/// These limits, and the time for the next move: as told, or a share of what is on the clock.
pub(super) fn limit_time<'a>(go: &Go, limits: Limits<'a>, position: &AnyGame) -> Limits<'a> {
    let (player, free, players) =
        with_game!(position, position => (position.last_turn().index(), position.free().len(), position.players()));
    let limits = Limits { time: go.move_time, ..limits };
    match go.clocks[player] {
        Some(left) => Clock { left, increment: go.increments[player] }.limit(limits, free, players),
        None => limits,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn the_clock_of_the_player_to_move_counts() {
        let position: AnyGame = super::super::STARTPOS.parse().unwrap();
        let time = |text: &str| {
            let limits = limit_time(&text.parse().unwrap(), Limits::default(), &position);
            (limits.soft, limits.time)
        };
        assert_eq!(time("p2time 10"), (None, None));
        assert_eq!(time("movetime 70 p2time 10"), (None, Some(70 * MS)));
        assert_eq!(time("movetime 70 p1time 1000000"), (Some(70 * MS), Some(70 * MS)));
        let (soft, hard) = time("p1time 60000 p2time 10");
        assert!((1000 * MS..6000 * MS).contains(&soft.unwrap()) && hard < Some(60_000 * MS), "{soft:?} {hard:?}");
    }
}
