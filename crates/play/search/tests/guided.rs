//! PUCT whose leaves are evaluated by the caller.

use floe_game::toy::Ends;
use floe_game::{Game, Keyed, Player};
use floe_search::{GuidedMove, GuidedOptions, GuidedSearch, RootNoise, WinProbabilities};

const ROW: [i8; 9] = [3, 9, 1, 4, 7, 2, 8, 1, 6];

fn won<const N: usize>(game: &Ends<N>) -> Option<WinProbabilities> {
    if !game.is_over() {
        return None;
    }
    let scores: [i32; N] = std::array::from_fn(|player| game.score(Player::new(player)));
    let most = scores.iter().max().expect("there are players");
    let winners = scores.iter().filter(|&score| score == most).count() as f32;
    let mut wins = WinProbabilities::default();
    for (win, score) in wins.iter_mut().zip(scores) {
        *win = if score == *most { 1.0 / winners } else { 0.0 };
    }
    Some(wins)
}

/// Searches with an evaluation that knows nothing; returns the search and the number of
/// evaluations.
fn search<const N: usize>(game: Ends<N>, options: GuidedOptions) -> (GuidedSearch<Ends<N>>, u32) {
    let mut search = GuidedSearch::new(game, options);
    let mut asked = 0;
    while search.next_leaf(won).is_some() {
        asked += 1;
        search.receive(|bits| bits as f32, [1.0 / N as f32; Player::MAX]);
    }
    (search, asked)
}

/// The winner by perfect play, as the margin of the first player.
fn margin(game: &Ends<2>) -> i32 {
    if game.is_over() {
        return game.score(Player::new(0)) - game.score(Player::new(1));
    }
    let margins = game.moves().into_iter().map(|mv| margin(&game.after(mv)));
    let is_first = game.turn() == floe_game::Turn::Of(Player::new(0));
    if is_first {
        margins.max()
    } else {
        margins.min()
    }
    .expect("the player to move can move")
}

fn visits(moves: &[GuidedMove]) -> u32 {
    moves.iter().map(|mv| mv.visits).sum()
}

#[test]
fn it_finds_the_move_that_wins_at_the_root_by_either_way() {
    for rotation in 0..ROW.len() {
        let mut row = ROW;
        row.rotate_left(rotation);
        let game = Ends::<2>::new(&row);
        for considered in [None, Some(2)] {
            let options = GuidedOptions {
                simulations: 4000,
                considered,
                ..GuidedOptions::default()
            };
            let (search, asked) = search(game, options);
            let best = Ends::<2>::move_of_bits(search.best().expect("the game goes on"));
            assert_eq!(
                margin(&game.after(best)).signum(),
                margin(&game).signum(),
                "{row:?}"
            );
            assert_eq!(visits(&search.moves()), 4000);
            assert!(asked < 600, "the end of the game needs no evaluation");
        }
    }
}

#[test]
fn policies_and_values_are_shares() {
    for considered in [None, Some(1), Some(2), Some(9)] {
        let noise = Some(RootNoise {
            share: 0.25,
            concentration: 0.3,
        });
        let options = GuidedOptions {
            simulations: 37,
            considered,
            noise,
            ..GuidedOptions::default()
        };
        let (search, _) = search(Ends::<3>::new(&ROW), options);
        let moves = search.moves();
        assert_eq!(visits(&moves), 37);
        assert!((moves.iter().map(|mv| mv.policy).sum::<f32>() - 1.0).abs() < 1e-5);
        assert!((search.value()[..3].iter().sum::<f64>() - 1.0).abs() < 1e-5);
    }
}

#[test]
fn noise_follows_the_seed() {
    let noise = Some(RootNoise {
        share: 0.5,
        concentration: 1.0,
    });
    for (noise, considered) in [(noise, None), (None, Some(2))] {
        let of = |seed| {
            let options = GuidedOptions {
                simulations: 5,
                noise,
                considered,
                seed,
                ..GuidedOptions::default()
            };
            let (search, _) = search(Ends::<2>::new(&ROW), options);
            (search.moves(), search.best())
        };
        assert_eq!(of(1), of(1));
        assert!((0..20).any(|seed| of(seed) != of(1)));
    }
}

/// A position with a single move, one that is over, and more visits than there is room for at
/// first.
#[test]
fn edges_of_the_search() {
    let (done, asked) = search(Ends::<2>::new(&[]), GuidedOptions::default());
    assert_eq!((done.best(), asked), (None, 0));
    let (single, asked) = search(Ends::<2>::new(&[5]), GuidedOptions::default());
    assert_eq!((visits(&single.moves()), asked), (64, 1));
    let options = GuidedOptions {
        simulations: 100_000,
        ..GuidedOptions::default()
    };
    assert_eq!(
        visits(&search(Ends::<3>::new(&[1; 16]), options).0.moves()),
        100_000
    );
}

/// Without any weight all moves share alike.
#[test]
fn weights_of_zero_are_no_weights() {
    let of = |weight: f32| {
        let mut search = GuidedSearch::new(Ends::<2>::new(&ROW), GuidedOptions::default());
        while search.next_leaf(won).is_some() {
            search.receive(|_| weight, [0.5; Player::MAX]);
        }
        search.moves()
    };
    assert_eq!(of(0.0), of(7.0));
}
