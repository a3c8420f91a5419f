//! UCT: plain tree search with playouts.

use floe_game::Game;
use floe_game::toy::{End, Ends};
use floe_search::{Limits, TreeOptions, Uct};

fn nodes(nodes: u64) -> Limits<'static> {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

#[test]
fn it_finds_the_move_that_wins() {
    // The right end takes nine at once; the left one leaves it to the opponent.
    let game = Ends::<2>::new(&[1, 2, 1, 9]);
    let report = Uct::new(TreeOptions::uct()).search(&game, &nodes(5000), |_| ());
    assert_eq!(report.lines[0].moves[0], End::Right);
    assert_eq!(report.nodes, 5000);
}

#[test]
fn every_move_has_a_line_of_legal_moves() {
    let game = Ends::<3>::new(&[3, 1, 4, 1, 5, 9, 2, 6]);
    for playouts in [1, 10, 1000] {
        let report = Uct::new(TreeOptions::uct()).search(&game, &nodes(playouts), |_| ());
        assert_eq!(report.lines.len(), game.moves().len());
        for line in &report.lines {
            let mut game = game;
            for &mv in &line.moves {
                assert!(game.moves().contains(&mv));
                game.play(mv);
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let game = Ends::<2>::new(&[3, 1, 4, 1, 5, 9, 2, 6]);
    let search = |seed| {
        Uct::new(TreeOptions {
            seed,
            ..TreeOptions::uct()
        })
        .search(&game, &nodes(2000), |_| ())
    };
    assert_eq!(search(5), search(5));
}

/// The memory of earlier searches, of larger and of smaller ones, changes nothing.
#[test]
fn a_cleared_search_is_like_a_new_one() {
    let row: Vec<i8> = (0..16).map(|place| place % 7 + 1).collect();
    let game = Ends::<2>::new(&row);
    for mebibytes in [0, 64] {
        let options = TreeOptions {
            mebibytes,
            ..TreeOptions::uct()
        };
        let mut search = Uct::new(options);
        for (seed, playouts) in [300, 40_000, 1, 300].into_iter().enumerate() {
            let seed = seed as u64;
            search.clear();
            search.set_seed(seed);
            let found = search.search(&game, &nodes(playouts), |_| ());
            let mut fresh = Uct::new(TreeOptions { seed, ..options });
            assert_eq!(
                found,
                fresh.search(&game, &nodes(playouts), |_| ()),
                "{playouts}"
            );
            assert_eq!(search.hash_full(), fresh.hash_full(), "{playouts}");
        }
    }
}

/// A full tree forgets the nodes visited least, and playouts go on within the allowed memory.
#[test]
fn a_full_tree_makes_room() {
    let row: Vec<i8> = (0..16).map(|place| place % 7 + 1).collect();
    let game = Ends::<2>::new(&row);
    let search = |mebibytes| {
        let mut search = Uct::new(TreeOptions {
            mebibytes,
            ..TreeOptions::uct()
        });
        (
            search.search(&game, &nodes(400_000), |_| ()),
            search.hash_full(),
        )
    };
    let (report, full) = search(0);
    assert!(report.nodes == 400_000 && full <= 1000 && !report.lines[0].moves.is_empty());
    assert_eq!(
        search(0).0,
        report,
        "what is forgotten depends on nothing but the visits"
    );
    let (large, rest) = search(64);
    assert!(rest < full && large.lines[0].moves[0] == report.lines[0].moves[0]);
}

#[test]
fn a_finished_game_has_no_lines() {
    assert!(
        Uct::new(TreeOptions::uct())
            .search(&Ends::<2>::new(&[]), &nodes(10), |_| ())
            .lines
            .is_empty()
    );
}

/// A tree is as large as its visits need: from search to search it grows, and results do not depend
/// on that.
#[test]
fn a_tree_of_any_size_gives_the_same_search() {
    let game = Ends::<2>::new(&[3, 1, 4, 1, 5, 9, 2, 6]);
    let mut kept = Uct::new(TreeOptions::uct());
    for count in [10, 2000, 50] {
        kept.clear();
        assert_eq!(
            kept.search(&game, &nodes(count), |_| ()),
            Uct::new(TreeOptions {
                mebibytes: 1,
                ..TreeOptions::uct()
            })
            .search(&game, &nodes(count), |_| ())
        );
    }
}
