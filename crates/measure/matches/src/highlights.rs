//! Mistakes in recorded games, for reports.

use floe_arena::record::Record;
use floe_engine::{AnyGame, GameLine};

/// Mistakes in the games of a match, collected one game at a time.
#[derive(Clone, Debug, Default)]
pub struct Highlights {
    drops: Vec<EstimateDrop>,
}

/// Move of an engine that was followed by a lower value: at its next move it expected at least one
/// fish less.
#[derive(Clone, PartialEq, Debug)]
pub struct EstimateDrop {
    /// Index of the game in the schedule of its match, from 0.
    pub game: u64,
    /// Number of the move in the game, from 1.
    pub ply: usize,
    /// Index of the engine that made the move, in the list of engines of the match, from 0.
    pub engine: usize,
    /// Position before the move.
    pub position: AnyGame,
    /// The move, in notation.
    pub mv: String,
    /// Value that the engine reported with the move, for itself, in fish.
    pub before: f64,
    /// Value that the engine reported with its next move in the game, for itself, in fish.
    pub after: f64,
}

impl EstimateDrop {
    /// Fish by which the value fell.
    pub fn size(&self) -> f64 {
        self.before - self.after
    }
}

/// Number of drops that are kept.
const KEPT: usize = 6;

impl Highlights {
    /// Collects the mistakes in these games.
    pub fn of(records: &[Record]) -> Highlights {
        let mut highlights = Highlights::default();
        records.iter().for_each(|record| highlights.add(record));
        highlights
    }

    /// Adds a game. Drops are found only in games of two players whose engines report values as
    /// margins in fish, such as `-3:+2`.
    pub fn add(&mut self, record: &Record) {
        let moves: Vec<&str> = record.moves.split_ascii_whitespace().collect();
        if record.seats.len() == 2 && !record.searches.is_empty() {
            self.add_drops(record, &moves);
        }
    }

    fn add_drops(&mut self, record: &Record, moves: &[&str]) {
        let Ok(start) = record.floe.parse::<AnyGame>() else {
            return;
        };
        let mut line = GameLine::new(start);
        let mut last: [Option<EstimateDrop>; 2] = [None, None];
        for ((ply, mv), search) in (1..).zip(moves).zip(&record.searches) {
            let position = *line.end();
            let seat = position.last_turn().index().min(1);
            let value = search.value.as_deref().and_then(in_fish);
            if let (Some(mut earlier), Some(value)) = (last[seat].take(), value) {
                earlier.after = value;
                self.keep(earlier);
            }
            last[seat] = value.map(|before| EstimateDrop {
                game: record.game,
                ply,
                engine: record.seats[seat],
                position,
                mv: (*mv).to_owned(),
                before,
                after: before,
            });
            if line.play(mv).is_err() {
                return;
            }
        }
    }

    fn keep(&mut self, drop: EstimateDrop) {
        if drop.size() < 1.0
            || self.drops.len() == KEPT && self.drops[KEPT - 1].size() >= drop.size()
        {
            return;
        }
        let place = self
            .drops
            .partition_point(|known| known.size() >= drop.size());
        self.drops.insert(place, drop);
        self.drops.truncate(KEPT);
    }

    /// The moves with the largest drops, at most six, the largest drop first.
    pub fn drops(&self) -> &[EstimateDrop] {
        &self.drops
    }
}

/// Fish of a margin in its notation, `-3:+2`; `None` for other texts.
fn in_fish(value: &str) -> Option<f64> {
    let (fish, tiles) = value.split_once(':')?;
    tiles.parse::<f64>().ok()?;
    fish.parse().ok()
}
