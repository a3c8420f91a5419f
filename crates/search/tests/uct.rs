//! Plain UCT: what can be said of it for certain.

use floe_game::Game;
use floe_game::toy::{End, Ends};
use floe_search::{Limits, Uct};

fn nodes(nodes: u64) -> Limits<'static> {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn it_finds_the_move_that_wins() {
    // Right takes nine at once; left leaves it to the other.
    let game = Ends::<2>::new(&[1, 2, 1, 9]);
    let report = Uct::default().search(&game, &nodes(5000));
    assert_eq!(report.lines[0].moves[0], End::Right);
    assert_eq!(report.nodes, 5000);
}

#[test]
fn every_move_has_a_line_of_legal_moves() {
    let game = Ends::<3>::new(&[3, 1, 4, 1, 5, 9, 2, 6]);
    for playouts in [1, 10, 1000] {
        let report = Uct::default().search(&game, &nodes(playouts));
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
    let search = |seed| Uct { seed, ..Uct::default() }.search(&game, &nodes(2000));
    assert_eq!(search(5), search(5));
}

#[test]
fn a_full_tree_goes_on_without_new_nodes() {
    let game = Ends::<2>::new(&[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7]);
    let report = Uct { mebibytes: 0, ..Uct::default() }.search(&game, &nodes(2000));
    assert_eq!(report.nodes, 2000);
    assert_eq!(report.depth, 1);
}

#[test]
fn a_finished_game_has_no_lines() {
    assert!(Uct::default().search(&Ends::<2>::new(&[]), &nodes(10)).lines.is_empty());
}
