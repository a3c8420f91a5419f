use floe_arena::record::Record;
use floe_engine::{AnyGame, GameLine};

/// Seat of the player who made each move of a recorded game, from 0, in the order of the moves. The
/// turn passes over players who have retired. The list ends before the first move that cannot be
/// read, and is empty if the first position cannot be read.
pub fn movers(record: &Record) -> Vec<usize> {
    let Ok(start) = record.floe.parse::<AnyGame>() else {
        return Vec::new();
    };
    let mut line = GameLine::new(start);
    let mut seats = Vec::new();
    for mv in record.moves.split_ascii_whitespace() {
        let seat = line.end().last_turn().index() % record.seats.len().max(1);
        if line.play(mv).is_err() {
            break;
        }
        seats.push(seat);
    }
    seats
}
