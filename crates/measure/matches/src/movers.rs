use floe_arena::record::Record;
use floe_engine::{AnyGame, GameLine};

/// Seats that made the moves of a recorded game, from 0, in order: who has retired is left out of
/// the turn. Ends before the first move that cannot be read.
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
