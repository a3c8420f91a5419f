use std::cmp::Ordering;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::means::{BlockMean, Sums, half_points, place, rank_half_points};
use super::ratings::{Comparison, comparison};
use super::{BlockScore, BlockScores, BootstrapOptions, Estimate, MeanMargin, Ratings};

/// Result of one seat in a game that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Index of the engine in the tournament, from 0.
    pub engine: usize,
    /// Number that ranks the results of a game: higher is better, equal is a tie. Tie-breaks are
    /// included, and a forfeit is below everything else.
    pub result: i64,
    /// Points of the seat in the unit of the game, such as fish; `None` if the game was forfeited.
    pub points: Option<i64>,
}

/// Results of a game that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Results of the seats, in turn order from A.
    pub seats: Vec<Seat>,
}

/// The games of one line-up on one floe, with the engines on different seats: the unit of all
/// statistics.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Block {
    /// Number of the floe. Blocks with one number share a floe, and so the advantage that it gives
    /// to each seat.
    pub floe: u64,
    /// Results of the games, in the order of the schedule.
    pub games: Vec<PlayedGame>,
}

/// Results of one engine against all others in a tournament.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Standing {
    /// Number of seats that the engine has taken in all games together.
    pub seats: u64,
    /// Numbers of first, second, third and fourth places of the engine; engines that share a place
    /// have the better one.
    pub places: [u64; 4],
    /// Mean share of the first place that a seat of the engine has in a game, 0 to 1: the seats
    /// that share the first place have equal parts of it. Between equal engines it is 1 divided by
    /// the number of players. Its error follows from blocks.
    pub first: Estimate,
    /// Mean score by rank of the engine in a game, 0 to 1, see [`rank_scores`](super::rank_scores).
    /// Its error follows from blocks.
    pub score: Estimate,
    /// Mean number of points that the engine has on a seat at the end of a game, in the unit of the
    /// game, such as fish; forfeited games do not count.
    #[serde(rename = "fish")]
    pub points: f64,
}

/// Numbers of games that an engine has won, drawn and lost (the trinomial counts).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, JsonSchema)]
pub struct WinDrawLoss {
    /// Number of games won by the engine.
    pub wins: u64,
    /// Number of games drawn by the engine.
    pub draws: u64,
    /// Number of games lost by the engine.
    pub losses: u64,
}

impl WinDrawLoss {
    /// Counts a game; `own_to_other` compares the engine's own result with the opponent's: greater
    /// is a win.
    pub fn record(&mut self, own_to_other: Ordering) {
        match own_to_other {
            Ordering::Less => self.losses += 1,
            Ordering::Equal => self.draws += 1,
            Ordering::Greater => self.wins += 1,
        }
    }

    /// Returns the number of games won, drawn and lost together.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// Results of one engine against another engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct HeadToHead {
    /// Numbers of meetings of a seat of the engine and a seat of the other one in a game, in which
    /// the engine was better (won), equal or worse.
    pub results: WinDrawLoss,
    /// The mean score of every block, of 1, ½ and 0 for a meeting won, drawn and lost.
    scores: Sums,
    /// The mean difference in points of every block.
    margins: Sums,
}

/// Tables of results of a round robin, a gauntlet or a match, for any number of engines.
#[derive(Clone, Debug)]
pub struct Tournament {
    engines: Vec<EngineTally>,
    players: usize,
    /// The mean score of every seat on every floe.
    seats: BTreeMap<u64, Vec<BlockMean>>,
    head_to_head: Vec<Vec<HeadToHead>>,
    comparisons: Vec<Vec<Comparison>>,
}

#[derive(Clone, Default, Debug)]
struct EngineTally {
    seats: u64,
    places: [u64; 4],
    /// The numbers of blocks by score.
    blocks: BlockScores,
    /// The mean share of the first place in every block.
    firsts: Sums,
    /// The mean score by rank in every block.
    scores: Sums,
    /// The mean margin in every block.
    margins: Sums,
    scored: u64,
    points: i64,
}

impl Tournament {
    /// Creates tables without games, for this number of engines and of seats in a game.
    pub fn new(engines: usize, players: usize) -> Tournament {
        Tournament {
            engines: vec![EngineTally::default(); engines],
            players,
            seats: BTreeMap::new(),
            head_to_head: vec![vec![HeadToHead::default(); engines]; engines],
            comparisons: Vec::new(),
        }
    }

    /// Adds the games of a block. The ratings depend on the order of blocks, so they must be added
    /// in the order of the schedule.
    ///
    /// # Panics
    /// If a game has another number of seats, or an engine does not exist.
    pub fn record(&mut self, block: &Block) {
        let none = || vec![BlockMean::default(); self.players];
        let seat_scores = self.seats.entry(block.floe).or_insert_with(none);
        let mut comparisons = Vec::new();
        let most = 2 * self.players.saturating_sub(1).max(1) as u64;
        for PlayedGame { seats } in &block.games {
            assert_eq!(seats.len(), self.players, "a seat for every player");
            let results: Vec<i64> = seats.iter().map(|seat| seat.result).collect();
            for (index, (seat, half_points)) in
                seats.iter().zip(rank_half_points(&results)).enumerate()
            {
                let tally = &mut self.engines[seat.engine];
                tally.seats += 1;
                tally.places[place(&results, index)] += 1;
                tally.scored += u64::from(seat.points.is_some());
                tally.points += seat.points.unwrap_or(0);
                seat_scores[index].add(half_points.into(), most);
            }
            comparisons.push(comparison(
                seats
                    .iter()
                    .map(|seat| (seat.engine, seat.result))
                    .collect(),
            ));
        }
        self.comparisons.push(comparisons);
        for (engine, tally) in self.engines.iter_mut().enumerate() {
            if let Some(score) = block.score(engine) {
                tally.blocks.record(score);
                tally.scores.record(score.half_points as i64, score.most);
            }
            block.first_share(engine).record(&mut tally.firsts);
            block.margin(engine).record(&mut tally.margins);
        }
        for (own, row) in self.head_to_head.iter_mut().enumerate() {
            for (other, head_to_head) in row
                .iter_mut()
                .enumerate()
                .filter(|&(other, _)| own != other)
            {
                head_to_head.record(own, other, block);
            }
        }
    }

    /// Returns the results of the engine with this index, from 0, against all others.
    ///
    /// # Panics
    /// If there is no such engine.
    pub fn standing(&self, engine: usize) -> Standing {
        let tally = &self.engines[engine];
        Standing {
            seats: tally.seats,
            places: tally.places,
            first: tally.firsts.mean_share(),
            score: tally.scores.mean_score(),
            points: tally.points as f64 / tally.scored.max(1) as f64,
        }
    }

    /// Returns the mean margin a game of the engine with this index, from 0: the mean points of its
    /// seats less the mean points of all other seats. Its error follows from blocks.
    ///
    /// # Panics
    /// If there is no such engine.
    pub fn margin(&self, engine: usize) -> MeanMargin {
        self.engines[engine].margins.mean_margin(1.0)
    }

    /// Returns the numbers of blocks of the engine with this index, from 0, by its score in them.
    ///
    /// # Panics
    /// If there is no such engine.
    pub fn block_scores(&self, engine: usize) -> &BlockScores {
        &self.engines[engine].blocks
    }

    /// Returns the results of the engine with the index `engine`, from 0, against `other`.
    ///
    /// # Panics
    /// If one of them does not exist.
    pub fn head_to_head(&self, engine: usize, other: usize) -> &HeadToHead {
        &self.head_to_head[engine][other]
    }

    /// Returns the mean score by rank, 0 to 1, of the seat with this index from 0, over all
    /// engines; ½ without games. Its error follows from floes, for all blocks on a floe favour the
    /// same seats.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn seat(&self, seat: usize) -> Estimate {
        let mut sums = Sums::default();
        self.seats
            .values()
            .for_each(|scores| scores[seat].record(&mut sums));
        sums.mean_score()
    }

    /// Returns the number of seats in a game.
    pub fn seats(&self) -> usize {
        self.players
    }

    /// Returns the number of engines.
    pub fn engines(&self) -> usize {
        self.engines.len()
    }

    /// Returns the number of blocks added.
    pub fn blocks(&self) -> u64 {
        self.comparisons.len() as u64
    }

    /// Fits the Plackett–Luce ratings of all engines to the blocks added.
    pub fn ratings(&self, options: BootstrapOptions) -> Ratings {
        Ratings::fit(self.engines.len(), &self.comparisons, options)
    }
}

impl HeadToHead {
    /// Returns the mean points a game of the engine less the mean points of the other engine. Its
    /// error follows from blocks.
    pub fn margin(&self) -> MeanMargin {
        self.margins.mean_margin(1.0)
    }

    /// Returns the likelihood of superiority, 0 to 1: the probability that the engine is stronger
    /// than the other engine in the games where they meet, see [`superiority`](super::superiority).
    /// It follows from blocks.
    pub fn superiority(&self) -> f64 {
        self.scores.superiority()
    }

    fn record(&mut self, own: usize, other: usize, block: &Block) {
        let mut scores = BlockMean::default();
        let mut margins = BlockMean::default();
        for (own, other) in block.meetings(own, other) {
            let order = own.result.cmp(&other.result);
            self.results.record(order);
            scores.add(half_points(order).into(), 2);
            if let (Some(own), Some(other)) = (own.points, other.points) {
                margins.add(own - other, 1);
            }
        }
        scores.record(&mut self.scores);
        margins.record(&mut self.margins);
    }
}

impl PlayedGame {
    /// The mean points of an engine's seats less those of all other seats, as a fraction; `None`
    /// unless all seats have points, and both kinds of seats exist.
    pub(crate) fn margin(&self, engine: usize) -> Option<(i64, u64)> {
        let points: Option<Vec<(bool, i64)>> = self
            .seats
            .iter()
            .map(|seat| Some((seat.engine == engine, seat.points?)))
            .collect();
        let (own, others): (Vec<_>, Vec<_>) = points?.into_iter().partition(|&(is_own, _)| is_own);
        let [own_sum, others_sum] =
            [&own, &others].map(|seats| seats.iter().map(|&(_, points)| points).sum::<i64>());
        let [own_seats, other_seats] = [&own, &others].map(|seats| seats.len() as i64);
        let numerator = own_sum * other_seats - others_sum * own_seats;
        let denominator = (own_seats * other_seats) as u64;
        (denominator > 0).then_some((numerator, denominator))
    }
}

impl Block {
    /// The seats of two engines, for every time that they met in a game.
    fn meetings(&self, own: usize, other: usize) -> impl Iterator<Item = (&Seat, &Seat)> {
        let all = self.games.iter().flat_map(|game| {
            game.seats
                .iter()
                .flat_map(move |own| game.seats.iter().map(move |other| (own, other)))
        });
        all.filter(move |(one, two)| (one.engine, two.engine) == (own, other))
    }

    /// Returns the score of the engine with this index, from 0, in all games of the block; `None`
    /// if it has not played in them.
    pub fn score(&self, engine: usize) -> Option<BlockScore> {
        let mut score = BlockScore {
            half_points: 0,
            most: 0,
            games: self.games.len() as u64,
        };
        for PlayedGame { seats } in &self.games {
            let results: Vec<i64> = seats.iter().map(|seat| seat.result).collect();
            let most = 2 * results.len().saturating_sub(1).max(1) as u64;
            for (seat, half_points) in seats.iter().zip(rank_half_points(&results)) {
                if seat.engine == engine {
                    score.half_points += u64::from(half_points);
                    score.most += most;
                }
            }
        }
        (score.most > 0).then_some(score)
    }

    /// The mean over the seats of an engine of their shares of the first place.
    fn first_share(&self, engine: usize) -> BlockMean {
        let mut share = BlockMean::default();
        for PlayedGame { seats } in &self.games {
            let best = seats.iter().map(|seat| seat.result).max();
            let is_first = |seat: &&Seat| Some(seat.result) == best;
            let firsts = seats.iter().filter(is_first).count() as u64;
            for seat in seats.iter().filter(|seat| seat.engine == engine) {
                share.add(is_first(&seat).into(), firsts);
            }
        }
        share
    }

    /// The mean over the games with points of the mean points of an engine's seats less those of
    /// all other seats.
    fn margin(&self, engine: usize) -> BlockMean {
        let mut margin = BlockMean::default();
        for game in &self.games {
            if let Some((numerator, denominator)) = game.margin(engine) {
                margin.add(numerator, denominator);
            }
        }
        margin
    }

    /// The games of engines that play alone as one game, in which their results are compared.
    pub(crate) fn merged(self) -> Block {
        let seats = self.games.into_iter().flat_map(|game| game.seats).collect();
        Block {
            floe: self.floe,
            games: vec![PlayedGame { seats }],
        }
    }
}
