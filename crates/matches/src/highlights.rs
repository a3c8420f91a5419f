//! Openings and mistakes in recorded games, for reports.

use std::collections::BTreeMap;

use floe_arena::record::Record;
use floe_arena::statistics::rank_scores;
use floe_engine::{AnyGame, GameLine};

/// First moves and mistakes of the games of a match, collected one game at a time.
#[derive(Clone, Debug, Default)]
pub struct Highlights {
    first_moves: BTreeMap<String, (u64, f64)>,
    drops: Vec<EstimateDrop>,
}

/// Results of the games that began with one move.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstMove {
    /// The move in notation.
    pub text: String,
    /// Number of games that began with the move.
    pub games: u64,
    /// Mean score of the player who made it, by the player's rank in the result: 0 for the last to 1 for the first.
    pub score: f64,
}

/// Move of an engine that was followed by a lower value: at its next move it expected at least one fish less.
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

/// Number of drops that are kept, and of first moves that are listed.
const KEPT: usize = 6;
const LISTED: usize = 20;

impl Highlights {
    /// Collects the highlights of all these games.
    pub fn of(records: &[Record]) -> Highlights {
        let mut highlights = Highlights::default();
        records.iter().for_each(|record| highlights.add(record));
        highlights
    }

    /// Adds a game. Drops of values are found only in games of two players whose values are margins of fish, `-3:+2`.
    pub fn add(&mut self, record: &Record) {
        let moves: Vec<&str> = record.moves.split_ascii_whitespace().collect();
        let Some(&first) = moves.first() else { return };
        let results: Vec<i64> = record.to_game().seats.iter().map(|seat| seat.result).collect();
        let entry = self.first_moves.entry(first.to_owned()).or_default();
        *entry = (entry.0 + 1, entry.1 + rank_scores(&results)[0]);
        if record.seats.len() == 2 && !record.searches.is_empty() {
            self.add_drops(record, &moves);
        }
    }

    fn add_drops(&mut self, record: &Record, moves: &[&str]) {
        let Ok(start) = record.floe.parse::<AnyGame>() else { return };
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

    /// Keeps a drop if it is among the largest.
    fn keep(&mut self, drop: EstimateDrop) {
        if drop.size() < 1.0 || self.drops.len() == KEPT && self.drops[KEPT - 1].size() >= drop.size() {
            return;
        }
        let place = self.drops.partition_point(|known| known.size() >= drop.size());
        self.drops.insert(place, drop);
        self.drops.truncate(KEPT);
    }

    /// The most frequent first moves, at most twenty, the most frequent first.
    pub fn first_moves(&self) -> Vec<FirstMove> {
        let first = |(text, &(games, sum)): (&String, &(u64, f64))| FirstMove {
            text: text.clone(),
            games,
            score: sum / games as f64,
        };
        let mut moves: Vec<FirstMove> = self.first_moves.iter().map(first).collect();
        moves.sort_by_key(|first| std::cmp::Reverse(first.games));
        moves.truncate(LISTED);
        moves
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
