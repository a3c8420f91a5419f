//! The results of a match in numbers.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::Serialize;

use crate::scoreboard::{Account, Lengths};
use crate::statistics::{
    BootstrapOptions, Estimate, HeadToHead, OrderReport, SprtReport, Standing, Tournament,
    WinDrawLoss, superiority as superiority_of_blocks,
};

/// Results of a match so far, in numbers, with their statistics. The first engine is the first of
/// `engines`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MatchReport {
    /// Number of games that count: the games of complete blocks, up to the decision of a sequential
    /// test.
    pub games: u64,
    /// Names of the engines, in the order of the configuration.
    pub engines: Vec<String>,
    /// Numbers of games that the first engine won (it alone was best), drew (it shared the first
    /// place) and lost.
    pub results: WinDrawLoss,
    /// Elo difference of the first engine to all others together, from its mean score by rank with
    /// half a block won and half a block lost added; positive if it is stronger.
    pub elo: f64,
    /// Half the width of the 95 % interval of `elo`, in Elo points, from blocks.
    pub error: f64,
    /// Unit of the points of a game, in the plural: `fish`, `penguins`, `points`, or `animals` that
    /// are left.
    pub unit: String,
    /// Mean margin a game, in `unit`: the points of the first engine less the mean points of the
    /// other seats. Forfeited games do not count.
    pub margin: f64,
    /// Half the width of the 95 % interval of `margin`, in `unit`, from the means of blocks
    /// (Student 1908); `None` for fewer than two blocks.
    pub margin_error: Option<f64>,
    /// Number of blocks that count; a block is one line-up on one floe, in all seatings.
    pub blocks: u64,
    /// Statistics of pairs of games, for matches of two players; `None` for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<PairReport>,
    /// State of the sequential test; `None` without a test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtReport>,
    /// Order of the engines, where a test of it ends the match; `None` without one, and before its
    /// first look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderReport>,
    /// Results of every engine where all players of a game play together; empty in other matches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<TogetherReport>,
    /// Results of every engine against all others, in the order of `engines`.
    pub standings: Vec<EngineStanding>,
    /// Groups of engines that games connect, by their indices, each ascending: only ratings within
    /// a group can be compared. One group in most reports.
    pub groups: Vec<Vec<usize>>,
    /// Cross table by the indices of two engines: the numbers of times that a seat of the first was
    /// better than a seat of the second in a game, equal to it, and worse. `null` where they have
    /// not met.
    pub cross_table: Vec<Vec<Option<[u64; 3]>>>,
    /// Likelihood of superiority by the indices of two engines: the probability, from 0 to 1, that
    /// the first of them is stronger than the second; `null` where they have not met.
    pub superiority: Vec<Vec<Option<f64>>>,
    /// Cycles of three engines, by their indices: in each, the first engine is stronger than the
    /// second, the second stronger than the third, and the third stronger than the first, each with
    /// a likelihood of 0.95 or more. A cycle begins with its least index.
    pub cycles: Vec<[usize; 3]>,
    /// Mean score by rank of every seat, from A, 0 to 1, over all engines that played it; ½ without
    /// games.
    pub seats: Vec<Estimate>,
    /// Mean, least and greatest length of the games, in plies.
    pub plies: Lengths,
    /// Number of games for each way in which games ended: `finished`, or the kind of fault.
    pub terminations: Vec<(&'static str, u64)>,
    /// Faults of the engines, one entry for each engine and kind of fault.
    pub faults: Vec<FaultCount>,
    /// Number of games that repeat an earlier game on the same floe move by move.
    pub duplicates: u64,
}

/// Results of an engine in games whose players play together and are all this engine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TogetherReport {
    /// Name of the engine.
    pub engine: String,
    /// Mean number of animals left at the end of a game; fewer is better.
    pub left: f64,
    /// Number of games that the players, all of them this engine, lost together.
    pub lost: u64,
}

/// Statistics of pairs of games; a pair is two games on one floe with seats swapped.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PairReport {
    /// Numbers of pairs in which the first engine scored 0, ½, 1, 1½ and 2 points.
    pub pentanomial: [u64; 5],
    /// Normalised Elo difference between the first engine and the others: the excess of its score
    /// over ½ in standard deviations of a game, times 800 / ln 10 (Van den Bergh); positive if the
    /// first engine is stronger.
    pub normalized_elo: Estimate,
    /// Probability, from 0 to 1, that the first engine is stronger than the others.
    pub superiority: f64,
}

/// Results of one engine against all others in a match.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EngineStanding {
    /// Name of the engine.
    pub engine: String,
    /// Seats, places, score and points of the engine.
    #[serde(flatten)]
    pub standing: Standing,
    /// Rating of the engine in Elo points; the mean of its group in [`MatchReport::groups`] is 0.
    pub rating: Estimate,
}

/// Number of games that an engine forfeited by one kind of fault.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FaultCount {
    /// Name of the engine.
    pub engine: String,
    /// Kind of fault in one word, such as `crashed` or `time`.
    pub what: &'static str,
    /// Number of games that the engine forfeited by this kind of fault.
    pub games: u64,
    /// Details of the fault in the first of these games, such as the limit that was exceeded; empty
    /// without any.
    pub details: String,
}

impl MatchReport {
    /// Groups of engines as `groups`, but each group in the order of the ratings, the greatest
    /// rating first.
    pub fn best_first(&self) -> Vec<Vec<usize>> {
        let mut groups = self.groups.clone();
        for engines in &mut groups {
            engines.sort_by(|&a, &b| {
                self.standings[b]
                    .rating
                    .value
                    .total_cmp(&self.standings[a].rating.value)
            });
        }
        groups
    }

    /// Head of a column of mean points: their unit, or `left` where all players play together.
    pub fn points_head(&self) -> &str {
        if self.together.is_empty() {
            &self.unit
        } else {
            "left"
        }
    }

    /// Word for a block: `pair` in matches of two sides, else `block`.
    pub fn block_word(&self) -> &'static str {
        if self.seats.len() == 2 {
            "pair"
        } else {
            "block"
        }
    }

    /// Mean points of the engine with this index on a seat at the end of a game; where all players
    /// play together, the mean number of animals left.
    ///
    /// # Panics
    /// If there is no such engine.
    pub fn mean_points(&self, engine: usize) -> f64 {
        self.together
            .get(engine)
            .map_or(self.standings[engine].standing.points, |together| {
                together.left
            })
    }

    /// Reports on the games of `account`; `names` has the names of the engines, the first engine
    /// first.
    pub fn new(account: &Account, names: &[String]) -> MatchReport {
        let tournament = account.tournament(names.len());
        let seats = account
            .counted()
            .flat_map(|block| &block.games)
            .map(|game| game.seats.len())
            .max()
            .unwrap_or(2);
        let scores = tournament.block_scores(0);
        let elo = scores.elo();
        let margin = tournament.margin(0);
        let ratings = tournament.ratings(BootstrapOptions {
            replicates: 200,
            seed: 1,
        });
        let standing = |(engine, name): (usize, &String)| EngineStanding {
            engine: name.clone(),
            standing: tournament.standing(engine),
            rating: ratings.rating(engine),
        };
        let standings: Vec<EngineStanding> = names.iter().enumerate().map(standing).collect();
        let superiority = of_every_two(&tournament, names.len(), HeadToHead::superiority);
        let together = |(engine, standing): (usize, &EngineStanding)| TogetherReport {
            engine: standing.engine.clone(),
            // Not -0 where none is left.
            left: 0.0 - standing.standing.points,
            lost: account.lost(engine),
        };
        MatchReport {
            games: account
                .counted()
                .map(|block| block.games.len() as u64)
                .sum(),
            engines: names.to_vec(),
            results: results_of_first(account),
            elo: elo.value,
            error: elo.error,
            unit: account.unit().to_owned(),
            margin: margin.value,
            margin_error: margin.error,
            blocks: tournament.blocks(),
            pairs: scores
                .pairs()
                .filter(|_| seats == 2)
                .map(|pentanomial| PairReport {
                    pentanomial,
                    normalized_elo: scores.normalized_elo(),
                    superiority: superiority_of_blocks(&scores.moments()),
                }),
            sprt: account.sprt(),
            order: account.order.clone(),
            together: if account.together {
                standings.iter().enumerate().map(together).collect()
            } else {
                Vec::new()
            },
            standings,
            groups: ratings.groups().to_vec(),
            cross_table: of_every_two(&tournament, names.len(), games),
            cycles: cycles(&superiority),
            superiority,
            seats: (0..seats).map(|seat| tournament.seat(seat)).collect(),
            plies: account.lengths(),
            terminations: account.terminations().into_iter().collect(),
            faults: account
                .faults()
                .map(|(engine, what, games)| {
                    let details = account.fault_details(engine, what).to_owned();
                    FaultCount {
                        engine: names[engine].clone(),
                        what,
                        games,
                        details,
                    }
                })
                .collect(),
            duplicates: account.duplicates(),
        }
    }
}

fn results_of_first(account: &Account) -> WinDrawLoss {
    let mut results = WinDrawLoss::default();
    for game in account.counted().flat_map(|block| &block.games) {
        let Some(own) = game.seats.iter().position(|seat| seat.engine == 0) else {
            continue;
        };
        let others = game
            .seats
            .iter()
            .enumerate()
            .filter(|&(seat, _)| seat != own)
            .map(|(_, seat)| seat.result);
        results.record(
            others
                .max()
                .map_or(Ordering::Greater, |best| game.seats[own].result.cmp(&best)),
        );
    }
    results
}

/// Table of every two engines by their indices, with `None` where they have not met.
fn of_every_two<T>(
    tournament: &Tournament,
    engines: usize,
    of: impl Fn(&HeadToHead) -> T,
) -> Vec<Vec<Option<T>>> {
    let cell = |engine, other| {
        let head_to_head = tournament.head_to_head(engine, other);
        (engine != other && head_to_head.results.games() > 0).then(|| of(head_to_head))
    };
    (0..engines)
        .map(|engine| (0..engines).map(|other| cell(engine, other)).collect())
        .collect()
}

fn games(head_to_head: &HeadToHead) -> [u64; 3] {
    let WinDrawLoss {
        wins,
        draws,
        losses,
    } = head_to_head.results;
    [wins, draws, losses]
}

/// Likelihood of superiority from which an engine counts as the stronger one of a cycle.
const CLEARLY_STRONGER: f64 = 0.95;

/// Cycles of three engines. Where all engines meet, every longer cycle contains one of three (Moon
/// 1968).
fn cycles(superiority: &[Vec<Option<f64>>]) -> Vec<[usize; 3]> {
    let engines = superiority.len();
    let mut cycles = Vec::new();
    for first in 0..engines {
        for second in (first + 1..engines).filter(|&second| beats(superiority, first, second)) {
            let thirds = (first + 1..engines).filter(|&third| {
                beats(superiority, second, third) && beats(superiority, third, first)
            });
            cycles.extend(thirds.map(|third| [first, second, third]));
        }
    }
    cycles
}

fn beats(superiority: &[Vec<Option<f64>>], one: usize, other: usize) -> bool {
    superiority[one][other].is_some_and(|chance| chance >= CLEARLY_STRONGER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_found_in_both_directions() {
        let table = |stronger: &[(usize, usize)]| {
            let mut chances = vec![vec![Some(0.5); 4]; 4];
            for &(one, other) in stronger {
                (chances[one][other], chances[other][one]) = (Some(0.99), Some(0.01));
            }
            chances
        };
        assert_eq!(
            cycles(&table(&[(0, 1), (1, 2), (2, 0), (0, 3)])),
            [[0, 1, 2]]
        );
        assert_eq!(cycles(&table(&[(2, 1), (1, 0), (0, 2)])), [[0, 2, 1]]);
        assert_eq!(
            cycles(&table(&[(0, 1), (1, 2), (0, 2), (2, 3)])),
            [[0; 3]; 0]
        );
    }
}
