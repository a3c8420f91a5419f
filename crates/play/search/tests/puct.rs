//! PUCT: tree search guided by an evaluation.

use std::sync::atomic::AtomicBool;

use floe_game::toy::{End, Ends};
use floe_game::{Game, Player};
use floe_search::{
    EvalAll, Limits, Payoffs, PolicyValue, Puct, Report, TreeOptions, WinProbabilities,
};

mod definitions;

use definitions::minimax_max_n;

/// Evaluation that knows the winner when the game is over, and nothing before.
struct Ignorant;

impl<const N: usize> PolicyValue<Ends<N>> for Ignorant {
    fn win_probabilities(&self, game: &Ends<N>) -> WinProbabilities {
        let mut shares = WinProbabilities::default();
        let scores: [i32; N] = std::array::from_fn(|player| game.score(Player::new(player)));
        let most = scores.iter().max().expect("there are players");
        let winners = scores.iter().filter(|&score| score == most).count() as f32;
        for (share, score) in shares.iter_mut().zip(scores) {
            let won = if score == *most { 1.0 / winners } else { 0.0 };
            *share = if game.is_over() { won } else { 1.0 / N as f32 };
        }
        shares
    }
}

impl<const N: usize> EvalAll<Ends<N>> for Ignorant {
    fn evaluate_all(&self, game: &Ends<N>) -> Payoffs {
        let mut payoffs = Payoffs::default();
        Player::first(N).for_each(|player| payoffs[player.index()] = game.score(player));
        payoffs
    }
}

/// Evaluation of [`Ignorant`], with this quick estimate.
struct Quick(fn(&Ends<2>) -> WinProbabilities);

impl PolicyValue<Ends<2>> for Quick {
    const HAS_QUICK: bool = true;

    fn win_probabilities(&self, game: &Ends<2>) -> WinProbabilities {
        Ignorant.win_probabilities(game)
    }

    fn quick(&self, game: &Ends<2>) -> WinProbabilities {
        (self.0)(game)
    }
}

impl EvalAll<Ends<2>> for Quick {
    fn evaluate_all(&self, game: &Ends<2>) -> Payoffs {
        Ignorant.evaluate_all(game)
    }
}

const ROW: [i8; 10] = [3, 9, 1, 4, 7, 2, 8, 1, 6, 2];

fn visits(nodes: u64) -> Limits<'static> {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn search<const N: usize>(
    game: &Ends<N>,
    options: TreeOptions,
    nodes: u64,
) -> Report<End, Payoffs> {
    Puct::new(Ignorant, options).search(game, &visits(nodes), |_| ())
}

/// Options of a tree that is full after about sixteen thousand moves.
fn small() -> TreeOptions {
    TreeOptions {
        mebibytes: 0,
        ..TreeOptions::default()
    }
}

/// 1 if the first player wins by perfect play, -1 if the second does, 0 for a draw.
fn winner(game: &Ends<2>) -> i32 {
    let ends = minimax_max_n(game, Player::new(0), 99, &Ignorant);
    (ends[0] - ends[1]).signum()
}

/// A player who wins by perfect play wins by the most visited move.
#[test]
fn finds_moves_that_win() {
    for rotation in 0..ROW.len() {
        let mut row = ROW;
        row.rotate_left(rotation);
        let game = Ends::<2>::new(&row);
        let report = search(&game, TreeOptions::default(), 20_000);
        assert_eq!(
            winner(&game.after(report.lines[0].moves[0])),
            winner(&game),
            "{row:?}"
        );
    }
}

/// A quick estimate equal to the full one changes nothing, and one without information still leads
/// to the best move.
#[test]
fn quick_estimates_only_compare_moves() {
    let game = Ends::<2>::new(&ROW);
    let ignorant = search(&game, TreeOptions::default(), 20_000);
    for quick in [
        |game: &Ends<2>| Ignorant.win_probabilities(game),
        |_: &Ends<2>| [0.5; Player::MAX],
    ] {
        let report =
            Puct::new(Quick(quick), TreeOptions::default()).search(&game, &visits(20_000), |_| ());
        assert_eq!(report.lines[0].moves[0], ignorant.lines[0].moves[0]);
    }
    let same = Quick(|game| Ignorant.win_probabilities(game));
    assert_eq!(
        Puct::new(same, TreeOptions::default()).search(&game, &visits(3000), |_| ()),
        search(&game, TreeOptions::default(), 3000)
    );
}

#[test]
fn searches_are_reproducible() {
    let game = Ends::<3>::new(&ROW);
    let [first, second] = [0, 1].map(|_| search(&game, TreeOptions::default(), 3000));
    assert_eq!(first, second);
    assert_eq!(first.nodes, 3000);
}

#[test]
fn many_threads_search_one_tree() {
    let game = Ends::<3>::new(&ROW);
    let report = search(
        &game,
        TreeOptions {
            threads: 4,
            ..TreeOptions::default()
        },
        50_000,
    );
    assert!(report.nodes >= 50_000);
    let mut moves: Vec<End> = report.lines.iter().map(|line| line.moves[0]).collect();
    moves.sort_unstable();
    assert_eq!(moves, [End::Left, End::Right]);
}

/// A search with a stop flag ends by itself when its line has the limited depth, or the game is
/// shorter than that.
#[test]
fn a_limited_depth_is_reached() {
    let game = Ends::<3>::new(&ROW);
    let stop = AtomicBool::new(false);
    for depth in 1..=4 {
        let limits = Limits {
            depth,
            stop: Some(&stop),
            ..Limits::default()
        };
        let report = Puct::new(Ignorant, TreeOptions::default()).search(&game, &limits, |_| ());
        assert_eq!(report.depth, depth);
        assert!(
            report.nodes < 100_000
                && report
                    .lines
                    .iter()
                    .all(|line| line.moves.len() <= depth as usize)
        );
    }
    let limits = Limits {
        depth: 50,
        stop: Some(&stop),
        ..Limits::default()
    };
    let report = Puct::new(Ignorant, TreeOptions::default()).search(
        &Ends::<2>::new(&[1, 2]),
        &limits,
        |_| (),
    );
    assert_eq!(report.depth, 2);
}

/// A full tree makes room, and the search goes on.
#[test]
fn a_full_tree_does_not_end_the_search() {
    let row: Vec<i8> = (0..16).map(|place| place % 7 + 1).collect();
    let game = Ends::<2>::new(&row);
    let report = search(&game, small(), 200_000);
    assert_eq!(report.nodes, 200_000);
    assert!(!report.lines[0].moves.is_empty());
    assert_eq!(search(&game, small(), 200_000), report);
}

/// A tree that is full again and again forgets the nodes visited least and mostly finds the same
/// move: of seven rows only that of the test above needs a larger tree.
#[test]
fn a_small_tree_finds_moves_that_win() {
    for rotation in 1..7 {
        let mut row: Vec<i8> = (0..16).map(|place| place % 7 + 1).collect();
        row.rotate_left(rotation);
        let game = Ends::<2>::new(&row);
        let report = search(&game, small(), 60_000);
        assert_eq!(report.nodes, 60_000);
        assert_eq!(
            winner(&game.after(report.lines[0].moves[0])),
            winner(&game),
            "{row:?}"
        );
        // In so little room the result of several threads depends on their order.
        let together = search(
            &game,
            TreeOptions {
                threads: 3,
                ..small()
            },
            60_000,
        );
        assert!(together.nodes >= 60_000 && game.moves().contains(&together.lines[0].moves[0]));
    }
}

/// A search reuses the tree of the last one, two plies later.
#[test]
fn the_tree_is_taken_over() {
    let game = Ends::<2>::new(&ROW);
    let mut search = Puct::new(Ignorant, TreeOptions::default());
    let line = search.search(&game, &visits(5000), |_| ()).lines[0]
        .moves
        .clone();
    let later = game.after(line[0]).after(line[1]);
    assert!(search.search(&later, &visits(1), |_| ()).depth > 2);
    search.clear();
    assert!(search.search(&later, &visits(1), |_| ()).depth <= 1);
}

/// The memory of earlier searches, whose trees were taken over or not, changes nothing.
#[test]
fn a_cleared_search_is_like_a_new_one() {
    let game = Ends::<2>::new(&ROW);
    for mebibytes in [0, 64] {
        let options = TreeOptions {
            mebibytes,
            ..TreeOptions::default()
        };
        let mut search = Puct::new(Ignorant, options);
        for count in [100, 40_000, 1, 100] {
            search.clear();
            let mut fresh = Puct::new(Ignorant, options);
            let mut game = game;
            for _ in 0..3 {
                let found = search.search(&game, &visits(count), |_| ());
                assert_eq!(
                    found,
                    fresh.search(&game, &visits(count), |_| ()),
                    "{count}"
                );
                assert_eq!(search.hash_full(), fresh.hash_full(), "{count}");
                game.play(found.lines[0].moves[0]);
            }
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_lines() {
    assert!(
        search(&Ends::<2>::new(&[]), TreeOptions::default(), 10)
            .lines
            .is_empty()
    );
}
