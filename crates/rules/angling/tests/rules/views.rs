//! Views of the angler, at every step of both players: what they print can be read, and they can be
//! played on.

use floe_angling::{Angling, AnglingMove, LakeTile};
use floe_game::{Game, Player, Turn, Veiled, walk};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::against_literal::random_set_up;

/// The texts of a move that a view accepts: without a tile, and with every tile that it can reveal.
/// Their moves are printed as they are read.
fn accepted(view: &Angling, mv: AnglingMove) -> Vec<AnglingMove> {
    let plain = mv.to_string();
    let with_tiles = LakeTile::all().map(|tile| format!("{plain}={tile}"));
    let found: Vec<AnglingMove> = [plain.clone()]
        .into_iter()
        .chain(with_tiles)
        .filter_map(|text| view.find_move(&text).ok())
        .collect();
    for &mv in &found {
        assert_eq!(
            view.find_move(&mv.to_string()),
            Ok(mv),
            "a move is read as it is printed: {view}"
        );
    }
    assert!(
        !found.is_empty(),
        "a move of the list can be played: {view} {plain}"
    );
    found
}

fn check_text(view: &Angling, before: &Angling) {
    assert_eq!(
        view.to_string().parse().as_ref(),
        Ok(view),
        "'{view}' after '{before}'"
    );
}

/// Plays a view to the end of the game, with tiles that no player need have laid, and returns the
/// number of positions.
fn play_on(mut view: Angling, rng: &mut impl Rng) -> usize {
    let mut positions = 0;
    loop {
        let moves = view.moves();
        let Some(mv) = moves.get(rng.random_range(0..moves.len().max(1))) else {
            return positions;
        };
        let is_checked = rng.random_bool(0.1);
        if is_checked {
            for after in moves
                .iter()
                .flat_map(|&mv| accepted(&view, mv))
                .map(|mv| view.after(mv))
            {
                check_text(&after, &view);
                positions += 1;
            }
        }
        let found = accepted(&view, *mv);
        let before = view;
        let mv = found[rng.random_range(0..found.len())];
        view.play(mv);
        check_text(&view, &before);
    }
}

#[test]
fn views_print_what_is_read_again() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(7);
    let mut positions = 0;
    let mut at_steps_of_the_fish = 0;
    for _ in 0..300 {
        let start = random_set_up(rng).start().unwrap();
        let game = walk(&start, rng.random_range(0..80), rng);
        for view in Player::first(2).map(|player| game.view(player)) {
            check_text(&view, &game);
            at_steps_of_the_fish +=
                usize::from(view.has_unknown() && view.turn() == Turn::Of(view.fish()));
            positions += play_on(view, rng);
        }
    }
    assert!(
        positions > 5000 && at_steps_of_the_fish > 20,
        "{positions} {at_steps_of_the_fish}"
    );
}

/// Positions from which a view printed what nothing read, and moves that it must not make.
#[test]
fn a_view_at_the_step_of_the_fish_is_a_position() {
    let catch = "angling:???4!/????/?r!3!?/???? A 0,0 y15+18,r16+10 2.3.2.3 h,yr step=catch active=r shown=b3 dealt";
    let view: Angling = catch.parse().unwrap();
    let after = view.after(view.find_move("catch:c2=5").unwrap());
    let text =
        "angling:???4!/??.?/?r!3!?/???? B 5,0 y15+18,r16+12 2.2.2.3 h,yr step=slide caught=5 dealt";
    assert_eq!(
        (after.to_string().as_str(), text.parse()),
        (text, Ok(after))
    );
    assert_eq!(
        after.moves().len(),
        4 + 2 + 1,
        "slides to c2, pushes, and the end"
    );
    // The angler does not see what is laid; no player lays a known tile on an unknown one.
    let laid: Angling = "angling:3.../..../..../.... B 0,0 -,- 3.3.3.3 lh,yrs step=lay"
        .parse()
        .unwrap();
    assert!(laid.find_move("lay").is_err());
    let unseen = laid.view(laid.angler());
    assert_eq!(unseen.moves()[..], [AnglingMove::Lay(None)]);
    assert!(unseen.find_move("lay:3").is_err());
    // The diver is shown only if it is alone: here the first tile cannot be it, and the second can
    // be nothing else.
    let line =
        "angling:?.../d!1!../..../.... B 0,0 y1+1 3.3.3.3 -,- step=show active=y tiles=1.2.d"
            .parse::<Angling>()
            .unwrap();
    assert_eq!(
        line.moves()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["show:a1"]
    );
    let line =
        "angling:2!.../?1!../..../.... B 0,0 y1+1 3.3.3.3 -,- step=show active=y tiles=1.2.d"
            .parse::<Angling>()
            .unwrap();
    assert_eq!(
        line.moves()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["show:a1"]
    );
    let line = "angling:?.../?1!../..../.... B 0,0 y1+1 3.3.3.3 -,- step=show active=y tiles=1.2.d"
        .parse::<Angling>()
        .unwrap();
    assert!(line.find_move("show:a1=d").is_err() && line.find_move("show:a1=2").is_ok());
}
