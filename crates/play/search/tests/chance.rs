//! Searches of games with chance find the values of their definition.

use std::sync::atomic::AtomicBool;

use floe_game::toy::{End, Ends};
use floe_game::{Chance, Game, Keyed, Player, Sampled, Score, Side, Staked, Turn, TwoSided};
use floe_search::{
    EvalAll, Expectimax, Limits, Mean, Options, Payoffs, PolicyValue, Puct, TreeOptions, Uct,
    WinProbabilities,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

mod definitions;

use definitions::expectimax;

/// Game of taking numbers from the ends of a row, in which a choice takes the other end with a
/// probability that depends on the position.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Slippery<const N: usize>(Ends<N>, Score);

/// Chosen end, and whether the choice slipped.
type Grip = (End, bool);

impl<const N: usize> Slippery<N> {
    fn slips(&self) -> f64 {
        [0.0, 0.25, 0.5, 1.0][(self.0.key() >> 60) as usize % 4]
    }

    fn other(end: End) -> End {
        if end == End::Left {
            End::Right
        } else {
            End::Left
        }
    }
}

impl<const N: usize> Game for Slippery<N> {
    type Move = Grip;

    fn players(&self) -> usize {
        N
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn for_each_move(&self, mut visit: impl FnMut(Grip)) {
        self.for_each_choice(|choice| self.for_each_outcome(choice, |mv, _| visit(mv)));
    }

    fn play(&mut self, (end, slips): Grip) {
        let end = if slips { Self::other(end) } else { end };
        let before = (0..N).map(|p| self.0.score(Player::new(p))).sum::<Score>();
        let end = if self.0.moves().contains(&end) {
            end
        } else {
            End::Left
        };
        self.0.play(end);
        self.1 -= (0..N).map(|p| self.0.score(Player::new(p))).sum::<Score>() - before;
    }

    fn score(&self, player: Player) -> Score {
        self.0.score(player)
    }
}

impl<const N: usize> Chance for Slippery<N> {
    const HAS_CHANCE: bool = true;

    fn for_each_choice(&self, mut visit: impl FnMut(Grip)) {
        self.0.for_each_move(|end| visit((end, false)));
    }

    fn for_each_outcome(&self, (end, _): Grip, mut visit: impl FnMut(Grip, f64)) {
        for (slips, probability) in [(false, 1.0 - self.slips()), (true, self.slips())] {
            if probability > 0.0 {
                visit((end, slips), probability);
            }
        }
    }
}

impl<const N: usize> Sampled for Slippery<N> {
    fn random_move(&self, rng: &mut impl rand::Rng) -> Option<Grip> {
        let choice = (self.0.random_move(rng)?, false);
        Some(self.draw_outcome(choice, rng))
    }
}

impl<const N: usize> Keyed for Slippery<N> {
    const MOVE_BITS: u32 = 3;

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn move_bits((end, slips): Grip) -> u32 {
        Ends::<N>::move_bits(end) + 2 * u32::from(slips)
    }

    fn move_of_bits(bits: u32) -> Grip {
        (Ends::<N>::move_of_bits((bits - 1) % 2 + 1), bits > 2)
    }
}

impl TwoSided for Slippery<2> {
    fn side(&self, player: Player) -> Side {
        self.0.side(player)
    }

    fn margin(&self) -> Score {
        self.0.margin()
    }
}

impl<const N: usize> Staked for Slippery<N> {
    fn at_stake(&self) -> Score {
        self.1
    }

    fn tie_break(score: Score) -> Score {
        -score
    }
}

struct Shares;

impl<const N: usize> PolicyValue<Slippery<N>> for Shares {
    fn win_probabilities(&self, game: &Slippery<N>) -> WinProbabilities {
        let all: Score = (0..N)
            .map(|p| game.score(Player::new(p)))
            .sum::<Score>()
            .max(1);
        std::array::from_fn(|p| {
            if p < N {
                game.score(Player::new(p)) as f32 / all as f32
            } else {
                0.0
            }
        })
    }
}

impl<const N: usize> EvalAll<Slippery<N>> for Shares {
    fn evaluate_all(&self, game: &Slippery<N>) -> Payoffs {
        std::array::from_fn(|p| if p < N { game.score(Player::new(p)) } else { 0 })
    }
}

fn rows(count: u64) -> impl Iterator<Item = Vec<i8>> {
    (0..count).map(|seed| {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..rng.random_range(2..11))
            .map(|_| rng.random_range(0..20))
            .collect()
    })
}

fn of<const N: usize>(row: &[i8]) -> Slippery<N> {
    Slippery(
        Ends::new(row),
        row.iter().map(|&number| Score::from(number)).sum(),
    )
}

fn are_equal(a: Mean, b: Mean) -> bool {
    (a.score - b.score).abs() < 1e-9
}

/// Wrong evaluation, within what is at stake.
fn biased_eval(game: &Slippery<2>) -> Score {
    game.margin_of(game.side_to_move()) + game.at_stake() / 3
}

#[test]
fn expectimax_finds_the_value_of_its_definition() {
    for row in rows(300) {
        let game = of::<2>(&row);
        let options = Options {
            selective: false,
            lines: 2,
            ..Options::default()
        };
        for depth in 1..=10 {
            let value = expectimax(&game, depth, &biased_eval);
            let limits = Limits {
                depth,
                ..Limits::default()
            };
            let report = Expectimax::new(
                biased_eval,
                Options {
                    lines: 1,
                    ..options
                },
            )
            .search(&game, &limits, |_| ());
            assert!(
                are_equal(report.lines[0].value, value),
                "{row:?} {depth}: {report:?} {value:?}"
            );
            let both = Expectimax::new(biased_eval, options).search(&game, &limits, |_| ());
            assert!(are_equal(both.lines[0].value, value), "{row:?} {depth}");
        }
    }
}

#[test]
fn searches_to_the_end_are_proven() {
    for row in rows(300) {
        let game = of::<2>(&row);
        let value = expectimax(&game, 20, &biased_eval);
        let report = Expectimax::new(biased_eval, Options::default()).search(
            &game,
            &Limits::default(),
            |_| (),
        );
        assert!(
            report.is_exact() && are_equal(report.lines[0].value, value),
            "{row:?}: {report:?} {value:?}"
        );
        assert!(
            (report.lines[0].value.tie_break - value.tie_break).abs() < 1e-9,
            "{row:?}: {report:?} {value:?}"
        );
    }
}

#[test]
fn trees_find_the_best_choice() {
    let limits = Limits {
        nodes: Some(4000),
        ..Limits::default()
    };
    let mut agreed = 0;
    let mut all = 0;
    for row in rows(200) {
        let game = of::<2>(&row);
        let value_of = |choice: Grip| {
            let mut mean = 0.0;
            game.for_each_outcome(choice, |mv, probability| {
                let child = game.after(mv);
                let value = probability * expectimax(&child, 20, &biased_eval).score;
                mean += if child.side_to_move() == game.side_to_move() {
                    value
                } else {
                    -value
                };
            });
            mean
        };
        let values: Vec<f64> = game.choices().into_iter().map(value_of).collect();
        if values.len() < 2 || 10.0 * (values[0] - values[1]).abs() < f64::from(game.at_stake()) {
            continue;
        }
        let best = if values[0] > values[1] {
            End::Left
        } else {
            End::Right
        };
        let tree = Puct::new(Shares, TreeOptions::default()).search(&game, &limits, |_| ());
        agreed += usize::from(tree.lines[0].moves[0].0 == best);
        all += 1;
    }
    assert!(all > 20 && agreed * 20 >= all * 19, "{agreed} of {all}");
}

/// All value is at one end: a player sure to slip chooses the other.
#[test]
fn playouts_draw_outcomes() {
    for length in [2, 3, 4, 5, 6, 7] {
        let mut row = vec![0; length];
        row[length - 1] = 19;
        let game = of::<2>(&row);
        let report = Uct::new(TreeOptions::uct()).search(
            &game,
            &Limits {
                nodes: Some(4000),
                ..Limits::default()
            },
            |_| (),
        );
        let expected = if game.slips() < 0.5 {
            End::Right
        } else {
            End::Left
        };
        assert!(
            game.slips() == 0.5 || report.lines[0].moves[0].0 == expected,
            "{game:?} {report:?}"
        );
    }
}

#[test]
fn a_limited_depth_is_reached() {
    let stop = AtomicBool::new(false);
    for depth in 1..=3 {
        let game = of::<3>(&[3, 9, 1, 4, 7, 2]);
        let limits = Limits {
            depth,
            stop: Some(&stop),
            ..Limits::default()
        };
        let tree = Puct::new(Shares, TreeOptions::default()).search(&game, &limits, |_| ());
        for report in [
            Uct::new(TreeOptions::uct()).search(&game, &limits, |_| ()),
            tree,
        ] {
            assert_eq!(report.depth, depth);
            assert!(
                report.nodes < 100_000
                    && report
                        .lines
                        .iter()
                        .all(|line| line.moves.len() <= depth as usize)
            );
        }
    }
}

#[test]
fn lines_can_be_played() {
    for row in rows(60) {
        let game = of::<3>(&row);
        let limits = Limits {
            nodes: Some(300),
            ..Limits::default()
        };
        let tree = Puct::new(Shares, TreeOptions::default()).search(&game, &limits, |_| ());
        for line in Uct::new(TreeOptions::uct())
            .search(&game, &limits, |_| ())
            .lines
            .into_iter()
            .chain(tree.lines)
        {
            assert!(game.choices().contains(&line.moves[0]), "{row:?} {line:?}");
            let mut at = game.after(game.likeliest_outcome(line.moves[0]));
            for &mv in &line.moves[1..] {
                assert!(at.moves().contains(&mv), "{row:?} {line:?}");
                at.play(mv);
            }
        }
    }
}
