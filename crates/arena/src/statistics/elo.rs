use std::f64::consts::{LN_10, SQRT_2};

use super::estimate::{normal_95, normal_cdf};
use super::{Estimate, Moments};

/// The expected score a game, 0 to 1, of an engine that is `elo` stronger (Elo 1978, logistic form).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference that explains a score a game. The inverse of [`score_of_elo`]; finite inside (0, 1).
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Elo, with the error that follows from the variance of pairs.
///
/// The error is carried from score to Elo by the slope of the curve (the delta method), which keeps it finite and
/// the same to both sides at every score.
pub fn elo(moments: &Moments) -> Estimate {
    let score = moments.mean;
    let slope = 400.0 / LN_10 / (score * (1.0 - score));
    Estimate { value: elo_of_score(score), error: normal_95() * moments.standard_error() * slope }
}

/// Elo points of normalised Elo for one standard deviation of one game (Van den Bergh 2020): 800 / ln 10.
///
/// The factor is chosen so that, without draws and between nearly equal engines, normalised and logistic Elo agree.
pub(crate) const NORMALIZED_ELO_UNIT: f64 = 800.0 / LN_10;

/// Normalised Elo: by how many standard deviations of a game the score exceeds ½, times 800 / ln 10
/// (Van den Bergh 2020).
///
/// The games that are needed to prove a difference grow with the inverse square of this number, whatever the share
/// of draws. The standard deviation of a game is √2 times that of the score of a pair. The error is the delta method's
/// for a standardised mean, with the skewness and kurtosis that were observed: for nearly equal engines it is
/// 1.96 · 800 / (ln 10 · √games).
pub fn normalized_elo(moments: &Moments) -> Estimate {
    let effect = moments.effect();
    let variance = 1.0 - effect * moments.skewness + effect * effect * (moments.kurtosis - 1.0) / 4.0;
    let standard_error = (variance.max(0.0) / moments.pairs).sqrt();
    let unit = NORMALIZED_ELO_UNIT / SQRT_2;
    Estimate { value: effect * unit, error: normal_95() * standard_error * unit }
}

/// The likelihood of superiority, 0 to 1: how probable it is that the first engine is the stronger one, if
/// nothing was known before and the mean of the pairs is normally distributed.
pub fn superiority(moments: &Moments) -> f64 {
    normal_cdf((moments.mean - 0.5) / moments.standard_error())
}
