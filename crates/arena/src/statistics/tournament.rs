use serde::Serialize;

use super::places::{BlockScores, half_points, places};
use super::{
    BootstrapOptions, Comparison, Estimate, Margins, MeanMargin, Pentanomial, Ratings, WinDrawLoss, rank_scores,
};

/// What one seat made of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Who sat there, by its number in the tournament.
    pub engine: usize,
    /// Orders the seats: more is better, the same is a tie. Whatever decides after the points is part of it, and a
    /// forfeit is below everything.
    pub result: i64,
    /// What it has gathered, in the game's unit (fish). None in a game that was not played out.
    pub points: Option<i64>,
}

/// One finished game: its seats in turn order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// In turn order.
    pub seats: Vec<Seat>,
}

/// The games of one line-up on one floe, with the engines on different seats: the unit of all statistics.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Block {
    /// In the order of the schedule.
    pub games: Vec<PlayedGame>,
}

/// How an engine has done against all.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Seats taken, over all games.
    pub seats: u64,
    /// How often it was first, second, third and fourth; who shares a place is counted at the better.
    pub places: [u64; 4],
    /// The mean score by rank, 0 to 1, see [`rank_scores`]. Its error follows from blocks.
    pub score: Estimate,
    /// The mean points a seat, in the game's unit (fish).
    #[serde(rename = "fish")]
    pub points: f64,
}

/// How an engine has done against another: two rows of the cross table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Versus {
    /// Better, level and worse, over all games that both sat in and all seats of both.
    pub results: WinDrawLoss,
    /// The mean difference in points of a block, in thousandths.
    margins: Margins,
}

/// The tables of a round robin, a gauntlet or a match, of any number of engines.
#[derive(Clone, Debug)]
pub struct Tournament {
    engines: Vec<EngineTally>,
    seats: Vec<BlockScores>,
    versus: Vec<Versus>,
    pairs: Vec<Pentanomial>,
    comparisons: Vec<Vec<Comparison>>,
}

#[derive(Clone, Copy, Default, Debug)]
struct EngineTally {
    seats: u64,
    places: [u64; 4],
    scores: BlockScores,
    scored: u64,
    points: i64,
}

impl Tournament {
    /// No game yet, of so many engines and players.
    pub fn new(engines: usize, players: usize) -> Tournament {
        Tournament {
            engines: vec![EngineTally::default(); engines],
            seats: vec![BlockScores::default(); players],
            versus: vec![Versus::default(); engines * engines],
            pairs: vec![Pentanomial::default(); engines * engines],
            comparisons: Vec::new(),
        }
    }

    /// One more block. For numbers that do not depend on who finished first, blocks come in the order of the schedule.
    ///
    /// # Panics
    /// If a game has another number of seats, or an engine does not exist.
    pub fn record(&mut self, block: &Block) {
        for game in &block.games {
            assert_eq!(game.seats.len(), self.seats.len(), "a seat for every player");
            self.tally(game);
        }
        self.record_scores(block);
        self.record_versus(block);
        if let Some((first, second, half_points)) = block.as_pair() {
            self.pairs[first * self.engines.len() + second].record(half_points);
            self.pairs[second * self.engines.len() + first].record(4 - half_points);
        }
        self.comparisons.push(block.games.iter().map(PlayedGame::comparison).collect());
    }

    fn tally(&mut self, game: &PlayedGame) {
        for (seat, place) in game.seats.iter().zip(places(&game.results())) {
            let tally = &mut self.engines[seat.engine];
            tally.seats += 1;
            tally.places[place] += 1;
            if let Some(points) = seat.points {
                tally.scored += 1;
                tally.points += points;
            }
        }
    }

    /// The mean score in this block of every engine and of every seat.
    fn record_scores(&mut self, block: &Block) {
        let scores: Vec<_> = block.games.iter().map(|game| rank_scores(&game.results())).collect();
        let all = || block.games.iter().zip(&scores).flat_map(|(game, scores)| game.seats.iter().zip(scores));
        for (engine, tally) in self.engines.iter_mut().enumerate() {
            let own = all().filter(|(seat, _)| seat.engine == engine).map(|(_, score)| *score);
            if let Some(score) = mean(own) {
                tally.scores.record(score);
            }
        }
        for (seat, blocks) in self.seats.iter_mut().enumerate() {
            if let Some(score) = mean(scores.iter().map(|scores| scores[seat])) {
                blocks.record(score);
            }
        }
    }

    fn record_versus(&mut self, block: &Block) {
        let engines = self.engines.len();
        for (index, versus) in self.versus.iter_mut().enumerate() {
            let (own, other) = (index / engines, index % engines);
            if own == other {
                continue;
            }
            for (own, other) in block.meetings(own, other) {
                versus.results.record(own.result.cmp(&other.result));
            }
            let differences = block.meetings(own, other).filter_map(|(own, other)| Some(own.points? - other.points?));
            if let Some(difference) = mean(differences.map(|difference| difference as f64)) {
                versus.margins.record((difference * Versus::PARTS).round() as i64);
            }
        }
    }

    /// How an engine has done against all.
    ///
    /// # Panics
    /// If there is no such engine.
    pub fn standing(&self, engine: usize) -> Standing {
        let tally = &self.engines[engine];
        Standing {
            seats: tally.seats,
            places: tally.places,
            score: tally.scores.mean(),
            points: tally.points as f64 / tally.scored.max(1) as f64,
        }
    }

    /// How an engine has done against another.
    ///
    /// # Panics
    /// If one of them does not exist.
    pub fn versus(&self, engine: usize, other: usize) -> &Versus {
        assert!(other < self.engines.len(), "no engine {other}");
        &self.versus[engine * self.engines.len() + other]
    }

    /// The points of the pairs of two-player games between two engines, as the first sees them.
    ///
    /// # Panics
    /// If one of them does not exist.
    pub fn pairs(&self, engine: usize, other: usize) -> Pentanomial {
        assert!(other < self.engines.len(), "no engine {other}");
        self.pairs[engine * self.engines.len() + other]
    }

    /// The mean score by rank of a seat, whoever sat there: what a place in the turn order is worth.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn seat(&self, seat: usize) -> Estimate {
        self.seats[seat].mean()
    }

    /// The blocks recorded.
    pub fn blocks(&self) -> u64 {
        self.seats.first().map_or(0, |seat| seat.blocks())
    }

    /// The Plackett–Luce ratings of all engines.
    pub fn ratings(&self, options: BootstrapOptions) -> Ratings {
        Ratings::fit(self.engines.len(), &self.comparisons, options)
    }
}

impl Versus {
    const PARTS: f64 = 1000.0;

    /// The mean difference in points of a game. Its error follows from blocks.
    pub fn margin(&self) -> MeanMargin {
        self.margins.mean(Versus::PARTS)
    }
}

impl PlayedGame {
    fn results(&self) -> Vec<i64> {
        self.seats.iter().map(|seat| seat.result).collect()
    }

    fn comparison(&self) -> Comparison {
        Comparison::of_results(self.seats.iter().map(|seat| (seat.engine, seat.result)).collect())
    }
}

impl Block {
    /// Every time that two engines met in a game: the seats of both.
    fn meetings(&self, own: usize, other: usize) -> impl Iterator<Item = (&Seat, &Seat)> {
        let all = self
            .games
            .iter()
            .flat_map(|game| game.seats.iter().flat_map(move |own| game.seats.iter().map(move |other| (own, other))));
        all.filter(move |(one, two)| (one.engine, two.engine) == (own, other))
    }

    /// Two games of two different engines with seats swapped: the engine with the first seat in the first game, the
    /// other, and twice the points of the former.
    pub(crate) fn as_pair(&self) -> Option<(usize, usize, usize)> {
        let [one, two] = self.games.as_slice() else { return None };
        let ([a, b], [c, d]) = (one.seats.as_slice(), two.seats.as_slice()) else { return None };
        let swapped = a.engine == d.engine && b.engine == c.engine && a.engine != b.engine;
        let points = half_points(a.result.cmp(&b.result)) + half_points(d.result.cmp(&c.result));
        swapped.then_some((a.engine, b.engine, points as usize))
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers.fold((0.0, 0u32), |(sum, count), number| (sum + number, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}
