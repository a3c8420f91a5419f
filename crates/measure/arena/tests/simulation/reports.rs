//! Simulated matches of any number of players and engines, and how often the intervals of their
//! reports hold the truth.

use std::collections::BTreeMap;

use floe_arena::config::MatchConfig;
use floe_arena::record::{Record, SeatResult, Termination};
use floe_arena::report::MatchReport;
use floe_arena::schedule::Schedule;
use floe_arena::scoreboard::Scoreboard;
use floe_arena::statistics::{
    BlockScores, BootstrapOptions, Estimate, MeanMargin, elo_of_score, normalized_elo,
};
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Gumbel, Normal};

use crate::coverage::Rng;

/// Match between engines of known strength.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedMatch {
    players: usize,
    /// Strength of every engine, in fish a game.
    strengths: Vec<f64>,
}

/// Number of floes from which the truth is taken: two hundred times as many as a match has.
const TRUTH_FLOES: u64 = 20_000;
/// Standard deviation, in fish, of what a floe gives a seat.
const SEAT: f64 = 4.0;
/// Scale, in fish, of the luck of a seat in a game, which is skewed.
const LUCK: f64 = 4.0;

/// Numbers of a report by their names: a kind of interval, with an index.
type Numbers = BTreeMap<(&'static str, usize), f64>;

impl SimulatedMatch {
    /// A match with this number of kinds of opponents, whose strengths are `step` fish apart; the
    /// first engine is between them.
    pub(crate) fn new(players: usize, opponents: usize, step: f64) -> SimulatedMatch {
        let others = (0..opponents).map(|other| step * (other as f64 - 0.5));
        SimulatedMatch {
            players,
            strengths: std::iter::once(0.0).chain(others).collect(),
        }
    }

    fn config(&self, floes: u64) -> MatchConfig {
        let engines = (0..self.strengths.len())
            .map(|engine| engine.to_string())
            .collect();
        MatchConfig {
            engines,
            players: self.players,
            floes,
            rules: "base".to_owned(),
            ..MatchConfig::default()
        }
    }

    fn played(&self, floes: u64, rng: &mut Rng) -> Scoreboard {
        let config = self.config(floes);
        let schedule = Schedule::new(&config).unwrap();
        let mut board = Scoreboard::new(&config, None).unwrap();
        let luck = Gumbel::new(-0.577_215_664_9 * LUCK, LUCK).unwrap();
        let mut seats = (u64::MAX, Vec::new());
        for game in 0..schedule.games() {
            let fixture = schedule.game(game);
            if seats.0 != fixture.floe {
                let gift = Normal::new(0.0, SEAT).unwrap();
                seats = (
                    fixture.floe,
                    (0..self.players).map(|_| gift.sample(rng)).collect(),
                );
            }
            let result = |(&engine, gift): (&usize, &f64)| SeatResult {
                points: (25.0 + self.strengths[engine] + gift + luck.sample(rng)).round() as i64,
                tie_break: rng.random_range(0..3),
            };
            let results = fixture.seats.iter().zip(&seats.1).map(result).collect();
            board.record(&Record {
                game,
                block: fixture.block,
                floe: fixture.floe.to_string(),
                seats: fixture.seats,
                moves: String::new(),
                searches: Vec::new(),
                results,
                lost: false,
                termination: Termination::Finished,
                seed: 0,
                build: String::new(),
            });
        }
        board
    }

    /// Scores of many blocks of the first engine.
    pub(crate) fn block_scores(&self, rng: &mut Rng) -> BlockScores {
        let account = self.played(TRUTH_FLOES, rng).account;
        let tournament = account.tournament(self.strengths.len());
        tournament.block_scores(0).clone()
    }

    /// Numbers that the intervals of a report are about.
    fn truth(&self, rng: &mut Rng) -> Numbers {
        let engines = self.strengths.len();
        let tournament = self.played(TRUTH_FLOES, rng).account.tournament(engines);
        let ratings = tournament.ratings(BootstrapOptions {
            replicates: 0,
            seed: 1,
        });
        let score = tournament.standing(0).score.value;
        let mut truth = Numbers::from([
            (("Elo", 0), elo_of_score(score)),
            (("margin", 0), tournament.margin(0).value),
        ]);
        if self.players == 2 {
            truth.insert(
                ("normalised Elo", 0),
                normalized_elo(&tournament.block_scores(0).moments()).value,
            );
        }
        for engine in 0..engines {
            truth.insert(("rating", engine), ratings.rating(engine).value);
            truth.insert(("score", engine), tournament.standing(engine).score.value);
            truth.insert(
                ("first place", engine),
                tournament.standing(engine).first.value,
            );
            for other in (0..engines).filter(|&other| other != engine) {
                let margin = tournament.head_to_head(engine, other).margin().value;
                truth.insert(("head to head", engine * engines + other), margin);
            }
        }
        truth.extend((0..self.players).map(|seat| (("seat", seat), tournament.seat(seat).value)));
        truth
    }

    /// The share of the intervals of each kind, in this number of matches, that hold the truth.
    pub(crate) fn coverage(
        &self,
        floes: u64,
        matches: u32,
        seed: u64,
    ) -> BTreeMap<&'static str, f64> {
        let rng = &mut Rng::seed_from_u64(seed);
        let truth = self.truth(rng);
        let mut counts: BTreeMap<&'static str, [u32; 2]> = BTreeMap::new();
        for _ in 0..matches {
            let board = self.played(floes, rng);
            for (name, Estimate { value, error }) in self.intervals(&board) {
                let [held, all] = counts.entry(name.0).or_default();
                *held += u32::from((value - truth[&name]).abs() <= error);
                *all += 1;
            }
        }
        counts
            .into_iter()
            .map(|(kind, [held, all])| (kind, f64::from(held) / f64::from(all)))
            .collect()
    }

    /// All intervals of a report, and those of the head-to-heads.
    fn intervals(&self, board: &Scoreboard) -> Vec<((&'static str, usize), Estimate)> {
        let names = self.config(1).engines;
        let report = MatchReport::new(&board.account, &names);
        let tournament = board.account.tournament(names.len());
        let margin = Estimate {
            value: report.margin,
            error: report.margin_error.unwrap(),
        };
        let mut intervals = vec![
            (
                ("Elo", 0),
                Estimate {
                    value: report.elo,
                    error: report.error,
                },
            ),
            (("margin", 0), margin),
        ];
        intervals.extend(
            report
                .pairs
                .map(|pairs| (("normalised Elo", 0), pairs.normalized_elo)),
        );
        for (engine, standing) in report.standings.iter().enumerate() {
            intervals.push((("rating", engine), standing.rating));
            intervals.push((("score", engine), standing.standing.score));
            intervals.push((("first place", engine), standing.standing.first));
            for other in (0..names.len()).filter(|&other| other != engine) {
                let MeanMargin { value, error } = tournament.head_to_head(engine, other).margin();
                let margin = Estimate {
                    value,
                    error: error.unwrap(),
                };
                intervals.push((("head to head", engine * names.len() + other), margin));
            }
        }
        intervals.extend(
            report
                .seats
                .iter()
                .enumerate()
                .map(|(seat, score)| (("seat", seat), *score)),
        );
        intervals
    }
}
