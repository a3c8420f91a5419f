//! Figures that others have published, computed again.

use floe_arena::statistics::{
    BlockScores, Decision, EloScale, Moments, Sprt, elo, elo_of_score, normalized_elo,
    score_of_elo, superiority,
};

fn close(ours: f64, published: f64, tolerance: f64) {
    assert!(
        (ours - published).abs() <= tolerance,
        "{ours} is not {published}"
    );
}

/// The table in Elo, "The Rating of Chessplayers" (1978), in its logistic form: 10 : 1 for 400
/// points.
#[test]
fn expected_scores_are_those_of_the_book() {
    for (difference, score) in [
        (0.0, 0.5),
        (100.0, 0.6401),
        (200.0, 0.7597),
        (400.0, 10.0 / 11.0),
        (-400.0, 1.0 / 11.0),
    ] {
        close(score_of_elo(difference), score, 5e-5);
        close(elo_of_score(score), difference, 0.05);
    }
    close(elo_of_score(0.75), 190.848_501_9, 1e-6);
}

/// Finished tests of Stockfish on fishtest: counts, normalised bounds, and the LLR shown there (two
/// decimals). In the comment the test's number at tests.stockfishchess.org/tests/view/.
#[test]
fn the_llr_is_that_of_fishtest() {
    let tests = [
        ([19, 4020, 10316, 4215, 24], -1.75, 0.25, 2.94), // 69675ab9d5a3b5895b50fb44
        ([103, 3851, 8316, 3728, 98], 0.0, 2.0, -2.03),   // 6984bbe6473df9d1d24a937b
        ([291, 10353, 21899, 10175, 306], 0.0, 2.0, -3.08), // 6983867b473df9d1d24a9148
        ([99, 3323, 8399, 3606, 109], 0.0, 2.0, 2.98),    // 698432f5473df9d1d24a926d
        ([2, 40, 72, 14, 0], 0.0, 2.0, -0.36),            // 6984bb68473df9d1d24a9378
        ([326, 12015, 26044, 12357, 362], 0.0, 2.0, 2.93), // 69839ed7473df9d1d24a91ae
        ([59, 6427, 15570, 6693, 91], 0.0, 2.0, 2.94),    // 6982cf46eb87369ff4d0c888
        ([328, 12094, 26412, 11964, 338], 0.0, 2.0, -2.93), // 69840701473df9d1d24a924f
        ([900, 30596, 67292, 30899, 809], 0.0, 2.0, -2.96), // 697e32ae5f56030af97b59c9
        ([45, 8506, 25934, 8883, 57], 0.5, 2.5, 2.94),    // 6983946d473df9d1d24a916d
        ([14, 6935, 20257, 7273, 30], 0.5, 2.5, 2.95),    // 69843133473df9d1d24a9269
        ([105, 19880, 51075, 20005, 108], 0.5, 2.5, -2.94), // 697f19db5f56030af97b5b01
        ([68, 15448, 39104, 15441, 94], 0.5, 2.5, -2.94), // 698154f56362aee5c8a5544d
        ([41, 5118, 12924, 5334, 31], -1.75, 0.25, 2.94), // 69827c6beb87369ff4d0c7d5
        ([36, 5804, 14811, 5986, 39], -1.75, 0.25, 2.94), // 6980e5846362aee5c8a55396
    ];
    for (counts, elo0, elo1, llr) in tests {
        let sprt = Sprt::new(EloScale::Normalized, elo0, elo1).unwrap();
        close(sprt.llr(&BlockScores::of_pairs(counts)), llr, 0.0051);
    }
}

/// The raw statistics of a test on a fishtest server (montytest, test 69d3c8dc7c5b3724e29d2712),
/// which prints more decimals: the exact LLR with normalised bounds, and with the same bounds as
/// logistic Elo (0 and 2.716).
#[test]
fn the_llr_is_right_to_five_decimals() {
    let pairs = BlockScores::of_pairs([13, 37, 50, 25, 3]);
    close(
        Sprt::new(EloScale::Normalized, 0.0, 4.0)
            .unwrap()
            .llr(&pairs),
        -0.54912,
        5e-6,
    );
    close(
        Sprt::new(EloScale::Logistic, 0.0, 2.716)
            .unwrap()
            .llr(&pairs),
        -0.53772,
        2e-4,
    );
}

/// Figures of that page: moments, normalised Elo, likelihood of superiority (without the half pairs
/// that we add).
#[test]
fn moments_are_those_of_fishtest() {
    let moments = Moments::of_pairs([13.0, 37.0, 50.0, 25.0, 3.0]);
    close(moments.mean, 0.43750, 5e-6);
    close(moments.variance, 0.05762, 5e-6);
    close(moments.skewness, -0.01324, 5e-6);
    close(moments.kurtosis - 3.0, -0.50187, 5e-6);
    close(normalized_elo(&moments).value, -63.97, 5e-3);
    close(elo(&moments).value, -43.6578, 5e-5);
    // The page's 0.00114 and its interval allow for the stopping rule; ours is the plain Φ(-2.946).
    close(superiority(&moments), 0.00161, 5e-6);
}

/// The examples of fastchess (tests/elo_test.cpp): counts of pairs with 0 to 2 points; Elo,
/// normalised Elo, and their errors. Its interval of Elo is the one of the score, bent; its error
/// of normalised Elo lacks skewness and kurtosis.
#[test]
fn elo_is_that_of_fastchess() {
    let examples = [
        (
            [34.0, 54.0, 63.0, 64.0, 75.0],
            (55.58, 27.65),
            (57.94, 28.28),
            1.0,
        ),
        (
            [332.0, 433.0, 498.0, 333.0, 334.0],
            (-8.64, 10.33),
            (-9.17, 10.96),
            0.0505,
        ),
        (
            [7895.0, 8757.0, 5685.0, 568.0, 9999.0],
            (-21.04, 2.95),
            (-19.01, 2.65),
            0.0,
        ),
    ];
    for (weights, (value, error), (normalized, normalized_error), los) in examples {
        let moments = Moments::of_pairs(weights);
        close(elo(&moments).value, value, 5e-3);
        close(elo(&moments).error, error, 0.02 * error);
        close(normalized_elo(&moments).value, normalized, 5e-3);
        close(
            normalized_elo(&moments).error,
            normalized_error,
            0.04 * normalized_error,
        );
        close(superiority(&moments), los, 1e-4);
    }
}

/// The examples of racetrack, a match runner for Tak: intervals of Elo and of normalised Elo.
#[test]
fn intervals_are_those_of_racetrack() {
    let examples = [
        (
            [485.0, 1923.0, 2942.0, 1937.0, 594.0],
            (1.21, 5.11, 9.02),
            (1.68, 7.10, 12.53),
        ),
        (
            [261.0, 739.0, 2683.0, 737.0, 253.0],
            (-5.00, -0.67, 3.66),
            (-8.13, -1.09, 5.96),
        ),
        (
            [63.0, 252.0, 385.0, 250.0, 74.0],
            (-7.38, 3.39, 14.17),
            (-10.31, 4.74, 19.79),
        ),
        (
            [527.0, 1007.0, 1932.0, 933.0, 511.0],
            (-9.16, -3.75, 1.66),
            (-11.63, -4.76, 2.11),
        ),
        (
            [175.0, 305.0, 694.0, 291.0, 157.0],
            (-14.57, -5.36, 3.85),
            (-18.91, -6.96, 5.00),
        ),
    ];
    for (weights, logistic, normalized) in examples {
        let moments = Moments::of_pairs(weights);
        for (ours, (low, value, high)) in [
            (elo(&moments), logistic),
            (normalized_elo(&moments), normalized),
        ] {
            close(ours.value, value, 0.0051);
            close(ours.value - ours.error, low, 0.015);
            close(ours.value + ours.error, high, 0.015);
        }
    }
}

/// The examples of fastchess (tests/sprt_test.cpp), with its tolerance of one per cent.
#[test]
fn the_llr_is_that_of_fastchess() {
    let examples = [
        (
            EloScale::Normalized,
            [365, 16618, 36229, 16974, 390],
            0.0,
            2.0,
            2.25,
        ),
        (
            EloScale::Normalized,
            [127, 4883, 10712, 5150, 104],
            -1.75,
            0.25,
            3.01,
        ),
        (EloScale::Normalized, [0, 0, 0, 0, 5550], 0.0, 5.0, 111.82),
        (
            EloScale::Logistic,
            [223, 9863, 21279, 10037, 246],
            0.5,
            2.5,
            -3.07,
        ),
        (
            EloScale::Logistic,
            [871, 26175, 55983, 26678, 821],
            0.0,
            2.0,
            -4.98,
        ),
    ];
    for (scale, counts, elo0, elo1, llr) in examples {
        let sprt = Sprt::new(scale, elo0, elo1).unwrap();
        close(
            sprt.llr(&BlockScores::of_pairs(counts)),
            llr,
            0.01 * llr.abs(),
        );
    }
}

/// Likelihood ratios at which tests of Stockfish ended: one was accepted at 2.98, and one was
/// rejected at -3.08.
#[test]
fn decisions_are_those_of_fishtest() {
    let sprt = Sprt::new(EloScale::Normalized, 0.0, 2.0).unwrap();
    let decision = |counts| sprt.report(&BlockScores::of_pairs(counts)).decision;
    assert_eq!(decision([99, 3323, 8399, 3606, 109]), Decision::AcceptH1);
    assert_eq!(
        decision([291, 10353, 21899, 10175, 306]),
        Decision::AcceptH0
    );
    assert_eq!(decision([103, 3851, 8316, 3728, 98]), Decision::Open);
}
