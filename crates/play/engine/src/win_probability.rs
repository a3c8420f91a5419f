//! Win probabilities that belong to the values of a search.
//!
//! The model is a logistic distribution of the error, whose scale grows with the number of tiles
//! left and with the size of the floe. `docs/evaluation.md` has its calibration.

use floe_game::{POINT, Score};

use crate::{AnalysisLine, AnyGame};

/// Scale of the logistic distribution of the error of a search: a power of the number of tiles
/// left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ErrorScale {
    /// Scale with 60 tiles left, in fish.
    pub full: f64,
    /// Exponent of the power: the scale is `full * (tiles_left / 60) ^ exponent`.
    pub exponent: f64,
}

/// Hexes of the official floe.
const OFFICIAL: u32 = 60;

/// Exponent of the size of a floe smaller than the official one. Fitted to 1,900 estimates on floes
/// of 10 to 22 hexes, whose true values are proved (`docs/evaluation.md`).
const SIZE_EXPONENT: f64 = 0.5;

impl ErrorScale {
    /// Scale with this number of tiles left on the official floe, in 1/128 fish; at least 1.
    pub fn at(self, tiles_left: u32) -> f64 {
        self.on_floe(tiles_left, OFFICIAL)
    }

    /// Scale with this number of tiles left on a floe of this number of hexes, in 1/128 fish; at
    /// least 1. It depends on the share of tiles left, and is smaller by a power of the size of the
    /// floe where that is smaller than the official one.
    pub fn on_floe(self, tiles_left: u32, hexes: u32) -> f64 {
        let hexes = hexes.clamp(1, OFFICIAL);
        let size = (f64::from(hexes) / f64::from(OFFICIAL)).powf(SIZE_EXPONENT);
        let left = (f64::from(tiles_left) / f64::from(hexes)).powf(self.exponent);
        (f64::from(POINT) * self.full * size * left).max(1.0)
    }

    /// Scale of a game with these rules and this number of sides, if it was fitted.
    fn of(rules: &str, sides: usize) -> Option<ErrorScale> {
        let (.., full, exponent) = *SCALES
            .iter()
            .rfind(|row| row.0 == rules && row.1 <= sides)?;
        Some(ErrorScale { full, exponent })
    }
}

/// Rules, smallest number of sides, and the two numbers of the scale; fitted to self-play by `floe
/// train --calibrate`.
const SCALES: [(&str, usize, f64, f64); 28] = [
    ("base", 2, 2.9, 1.75),
    ("base", 3, 4.5, 3.0),
    ("base", 4, 4.3, 3.0),
    ("push", 2, 5.0, 1.75),
    ("push", 3, 6.3, 2.5),
    ("push", 4, 5.2, 2.5),
    ("whale", 2, 23.6, 3.25),
    ("whale", 3, 22.5, 3.25),
    ("whale", 4, 20.4, 3.5),
    ("push+whale", 2, 23.6, 3.25),
    ("push+whale", 3, 23.6, 3.25),
    ("push+whale", 4, 17.6, 3.25),
    ("teams", 2, 6.6, 3.25),
    ("push+teams", 2, 6.3, 1.5),
    ("whale+teams", 2, 11.4, 2.0),
    ("push+whale+teams", 2, 13.1, 2.25),
    ("hidden-whale", 2, 8.1, 1.5),
    ("hidden-whale", 3, 5.5, 1.75),
    ("hidden-whale", 4, 5.2, 2.0),
    ("survival", 2, 1.2, 1.25),
    ("survival", 3, 2.3, 1.5),
    ("survival", 4, 2.1, 1.5),
    ("group", 2, 13.8, 0.75),
    ("group", 3, 18.5, 2.5),
    ("group", 4, 8.1, 2.0),
    ("special-tiles", 2, 11.4, 2.75),
    ("special-tiles", 3, 23.6, 4.0),
    ("special-tiles", 4, 22.5, 4.25),
];

/// Probability that each side wins, from 0 to 1, if a search of a position gives these scores in
/// 1/128 of a point. One score is the margin for the side to move, several are the results of all
/// sides. A draw counts as half a win.
///
/// Between two sides the side to move comes first, between more sides side A. `None` if the errors
/// of searches under these rules are not known.
pub fn of_scores(game: &AnyGame, scores: &[Score]) -> Option<Vec<f64>> {
    let scale = ErrorScale::of(&game.rules().to_string(), game.sides())?;
    Some(probabilities(
        scores,
        scale.on_floe(game.tiles_left(), game.hexes()),
    ))
}

/// [Win probabilities](of_scores) of a line of an analysis of a position; `None` also if the value
/// of the line is proved.
pub fn of_line<M>(game: &AnyGame, line: &AnalysisLine<M>) -> Option<Vec<f64>> {
    of_scores(game, &line.scores).filter(|_| !line.exact)
}

/// Win probabilities by scores: their softmax, each divided by `scale`, which is in the unit of the
/// scores. A single score is the margin of the first of two sides.
pub fn probabilities(scores: &[Score], scale: f64) -> Vec<f64> {
    let results: Vec<Score> = if let [margin] = scores {
        vec![*margin, 0]
    } else {
        scores.to_vec()
    };
    let most = results.iter().copied().max().unwrap_or_default();
    let weights: Vec<f64> = results
        .iter()
        .map(|result| (f64::from(result - most) / scale).exp())
        .collect();
    let all: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_a_logistic_function_of_the_margin() {
        let of = |margin: Score| probabilities(&[margin], 256.0)[0];
        assert_eq!(of(0), 0.5);
        for margin in [1, 128, 1000] {
            assert!((of(margin) - 1.0 / (1.0 + (-f64::from(margin) / 256.0).exp())).abs() < 1e-12);
            assert!((of(margin) + of(-margin) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn probabilities_of_all_players_add_up_and_follow_their_results() {
        let three = probabilities(&[3000, 2900, 2000], 200.0);
        assert!((three.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(three[0] > three[1] && three[1] > three[2]);
        assert!(probabilities(&[Score::MAX / 2, Score::MIN / 2], 1.0)[1] >= 0.0);
    }

    #[test]
    fn all_rules_have_a_scale() {
        let all = floe_variants::Rules::all();
        for rules in all.filter(|rules| rules.variant.is_learned) {
            assert!(
                (2..=4).all(|sides| ErrorScale::of(&rules.to_string(), sides).is_some()),
                "{rules}: expected a row, made by 'floe train --calibrate GAMES'"
            );
        }
        assert_ne!(ErrorScale::of("group", 4), ErrorScale::of("group", 3));
        assert_eq!(ErrorScale::of("flip", 2), None);
    }

    #[test]
    fn a_small_floe_that_is_whole_is_as_open_as_a_large_one() {
        let scale = ErrorScale::of("base", 2).unwrap();
        assert_eq!(scale.on_floe(60, 60), scale.at(60));
        let start: AnyGame = "rows(1:3,0:4,1:3):112/2211/113 A 0:0,0:0 1,1"
            .parse()
            .unwrap();
        let of_a_fish = of_scores(&start, &[128]).unwrap()[0];
        assert!((0.65..0.8).contains(&of_a_fish), "{of_a_fish}");
        let small = [10, 16, 22, 30, 60].map(|hexes| scale.on_floe(hexes, hexes));
        assert!(small.is_sorted() && small[0] > 100.0, "{small:?}");
    }

    #[test]
    fn proved_values_have_none() {
        let text =
            "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
        let line = |exact| AnalysisLine {
            value: crate::GameValue::Results(Vec::new()),
            scores: vec![64],
            exact,
            visits: None,
            moves: vec![()],
        };
        let base: AnyGame = text.parse().unwrap();
        assert!(of_line(&base, &line(false)).unwrap()[0] > 0.5);
        assert_eq!(of_line(&base, &line(true)), None);
    }
}
