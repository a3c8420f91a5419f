//! Allotment of the games of a tournament: those are played that say most about the order of its
//! engines.

use crate::schedule::Schedule;
use crate::scoreboard::Account;
use crate::statistics::{OrderLooks, OrderReport, OrderTest};

/// Floes of every line-up in the first round.
const FIRST: u64 = 4;
/// Part of the floes of a line-up that it plays more in a later round: a quarter.
const MORE: u64 = 4;

/// Allots the blocks of a schedule in rounds: after the first one a line-up plays on only if it has
/// engines next to each other in the order of which it is open which is stronger. A round follows
/// from the results of those before it alone, so a resumed match goes the same way.
#[derive(Debug)]
pub(crate) struct Allotment<'a> {
    schedule: &'a Schedule,
    looks: OrderLooks,
    engines: usize,
    /// Numbers of floes that every line-up plays in the rounds so far.
    floes: Vec<u64>,
    /// Result of the last look, once all games of the first round have been played.
    pub(crate) report: Option<OrderReport>,
}

impl<'a> Allotment<'a> {
    pub(crate) fn new(schedule: &'a Schedule, test: OrderTest, engines: usize) -> Allotment<'a> {
        let floes = vec![0; schedule.line_ups()];
        Allotment {
            schedule,
            looks: test.looks(engines, schedule.floes()),
            engines,
            floes,
            report: None,
        }
    }

    /// The blocks of the next round, in the order of the schedule, given the results of all rounds
    /// before it; `None` when the order is settled, or no line-up that could settle it has floes
    /// left.
    pub(crate) fn next_round(&mut self, account: &Account) -> Option<Vec<u64>> {
        let most = self.floes.iter().copied().max().unwrap_or(0);
        if most > 0 {
            let tournament = account.tournament_of(self.engines, |block| self.is_allotted(block));
            self.report = Some(self.looks.look(&tournament, most));
        }
        let mut blocks = Vec::new();
        for line_up in 0..self.floes.len() {
            let played = self.floes[line_up];
            let more = if played == 0 {
                FIRST
            } else {
                played.div_ceil(MORE)
            };
            let end = if self.is_open(line_up) {
                (played + more).min(self.schedule.floes())
            } else {
                played
            };
            blocks.extend((played..end).map(|floe| self.schedule.block_of(floe, line_up)));
            self.floes[line_up] = end;
        }
        blocks.sort_unstable();
        (!blocks.is_empty()).then_some(blocks)
    }

    /// Whether games of a line-up can say which of two engines is stronger where that is open.
    fn is_open(&self, line_up: usize) -> bool {
        let Some(report) = &self.report else {
            return true;
        };
        let engines = self.schedule.line_up(line_up);
        engines.iter().any(|&one| {
            engines
                .iter()
                .any(|&other| one < other && report.is_open(one, other))
        })
    }

    /// Whether a block belongs to the rounds so far: others may have been recorded before a match
    /// is resumed.
    fn is_allotted(&self, block: u64) -> bool {
        let (floe, line_up) = self.schedule.place_of(block);
        floe < self.floes[line_up]
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::config::MatchConfig;
    use crate::statistics::{Block, PlayedGame, Seat};

    /// A tournament of engines with these ratings, whose games are drawn at random: the last
    /// report, the numbers of floes of the line-ups, and the blocks of every round.
    fn simulated(
        elo: &[f64],
        players: usize,
        floes: u64,
        seed: u64,
    ) -> (OrderReport, Vec<u64>, Vec<Vec<u64>>) {
        let engines = vec![String::new(); elo.len()];
        let config = MatchConfig {
            engines,
            players,
            floes,
            ..MatchConfig::default()
        };
        let schedule = Schedule::new(&config).unwrap();
        let mut allotment = Allotment::new(&schedule, OrderTest::new(0.9).unwrap(), elo.len());
        let mut account = Account::new(players);
        let mut rounds = Vec::new();
        while let Some(blocks) = allotment.next_round(&account) {
            for &block in &blocks {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ block << 8);
                let games = schedule
                    .block(block)
                    .map(|game| played(&schedule.game(game).seats, elo, &mut rng));
                let (floe, _) = schedule.place_of(block);
                account.insert(
                    block,
                    Block {
                        floe,
                        games: games.collect(),
                    },
                );
            }
            rounds.push(blocks);
        }
        (allotment.report.unwrap(), allotment.floes, rounds)
    }

    /// A game in which a better place goes to one of the engines left by their strengths (Plackett
    /// and Luce).
    fn played(seats: &[usize], elo: &[f64], rng: &mut Xoshiro256PlusPlus) -> PlayedGame {
        let strength = |engine: usize| 10f64.powf(elo[engine] / 400.0);
        let mut left: Vec<usize> = (0..seats.len()).collect();
        let mut results = vec![0; seats.len()];
        for place in (0..seats.len() as i64).rev() {
            let total: f64 = left.iter().map(|&seat| strength(seats[seat])).sum();
            let mut drawn = rng.random::<f64>() * total;
            let index = left.iter().position(|&seat| {
                drawn -= strength(seats[seat]);
                drawn <= 0.0
            });
            results[left.remove(index.unwrap_or(0))] = place;
        }
        let seat = |(&engine, &result): (&usize, &i64)| Seat {
            engine,
            result,
            points: None,
        };
        PlayedGame {
            seats: seats.iter().zip(&results).map(seat).collect(),
        }
    }

    #[test]
    fn games_go_where_the_order_is_open() {
        for players in [2, 3] {
            let (report, floes, rounds) = simulated(&[0.0, 400.0, 30.0, -400.0], players, 2000, 1);
            assert!(report.is_settled(), "{report:?}");
            assert_eq!(report.order, [1, 2, 0, 3]);
            let config = MatchConfig {
                engines: vec![String::new(); 4],
                players,
                floes: 1,
                ..MatchConfig::default()
            };
            let schedule = Schedule::new(&config).unwrap();
            let of_both = |line_up: &usize| {
                [0, 2]
                    .iter()
                    .all(|engine| schedule.line_up(*line_up).contains(engine))
            };
            let (close, far): (Vec<usize>, Vec<usize>) = (0..floes.len()).partition(of_both);
            let most = far.iter().map(|&line_up| floes[line_up]).max().unwrap();
            assert!(
                close.iter().all(|&line_up| floes[line_up] > 5 * most),
                "{floes:?}"
            );
            assert!(
                rounds
                    .iter()
                    .flatten()
                    .collect::<std::collections::BTreeSet<_>>()
                    .len()
                    == rounds.concat().len()
            );
        }
    }

    #[test]
    fn equal_engines_play_all_games() {
        let (report, floes, _) = simulated(&[0.0, 0.0, 0.0], 2, 40, 2);
        assert!(!report.is_settled());
        assert!(floes.contains(&40), "{floes:?}");
    }

    /// Also of two engines that are equal, in matches that could end after the first few floes.
    #[test]
    fn equal_engines_are_seldom_ordered() {
        for players in [2, 4] {
            let settled = (0..200)
                .filter(|&seed| simulated(&[0.0, 0.0], players, 60, seed).0.is_settled())
                .count();
            assert!(settled <= 24, "{players} players: {settled} of 200");
        }
    }

    /// Looking many times leaves wrong orders as rare as is promised.
    #[test]
    fn orders_are_seldom_wrong() {
        let wrong = (0..60).filter(|&seed| {
            let (report, ..) = simulated(&[0.0, 40.0, 80.0], 2, 120, seed);
            report
                .settled
                .iter()
                .zip(report.order.windows(2))
                .any(|(&settled, pair)| settled && pair[0] < pair[1])
        });
        let wrong = wrong.count();
        assert!(wrong <= 6, "{wrong} of 60");
    }
}
