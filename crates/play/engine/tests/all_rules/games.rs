//! Games of all rules.

use floe_engine::arrays::{action_space, actions, any_choice};
use floe_engine::{AnyGame, GameLine, GameRules};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The start of a game of every set of rules, for every number of players, and studies with few
/// moves.
pub(crate) fn starts() -> Vec<AnyGame> {
    const STUDIES: [&str; 3] = [
        "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r",
        "angling:12/rd A 0,0 y1+9 1.1 -,- dealt lake=2x2 tiles=1.2.r.d",
        "flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c - last=2",
    ];
    let dealt = GameRules::all().flat_map(|rules| {
        let least = if rules.has_teams() {
            rules.usual_players()
        } else {
            rules.min_players()
        };
        (least..=rules.max_players())
            .map(move |players| AnyGame::deal(&rules.usual(players), 7).unwrap())
    });
    dealt
        .chain(STUDIES.map(|study| study.parse().unwrap()))
        .collect()
}

/// A move of a new kind, which its variant does not name, would have no number.
#[test]
fn every_choice_has_a_number_of_its_own() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(5);
    for start in starts() {
        let (moves, _) = random_game(&start, rng);
        for (position, _) in moves.iter().filter(|_| action_space(&start).is_some()) {
            let named = |&action: &u32| any_choice(position, action);
            let choices: Vec<String> = actions(position)
                .iter()
                .map(|action| position.move_text(named(action).expect("a legal choice")))
                .collect();
            assert_eq!(choices, position.choices(), "{position}");
        }
    }
}

/// A random game: its moves as they are recorded, with the position before each, and the last
/// position.
pub(crate) fn random_game(
    start: &AnyGame,
    rng: &mut Xoshiro256PlusPlus,
) -> (Vec<(AnyGame, String)>, AnyGame) {
    let mut line = GameLine::new(*start);
    line.play_at_random(usize::MAX, rng);
    (
        line.moves()
            .map(|played| (*played.before, played.text()))
            .collect(),
        *line.end(),
    )
}
