use floe_engine::{AnyGame, GameRules, KnownGame, with_game, with_type};
use floe_variants::Variant;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// The type that a set-up names is that of the positions that it deals.
#[test]
fn a_set_up_tells_the_type_of_its_positions() {
    for rules in GameRules::all() {
        let set_up = rules.usual(rules.usual_players());
        let dealt = AnyGame::deal(&set_up, 1).unwrap();
        assert_eq!(set_up.position_type(), dealt.position_type(), "{rules}");
        with_type!(dealt.position_type(), G => assert_eq!(G::from_any(&dealt).map(Into::into), Some(dealt), "{rules}"));
    }
}

/// The base game is a variant with the base rules: a position of it becomes what a variant reads
/// from its notation.
#[test]
fn positions_of_the_base_game_are_positions_of_a_variant() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(5);
    for start in starts() {
        let (moves, end) = random_game(&start, rng);
        for position in moves.into_iter().map(|(position, _)| position).chain([end]) {
            let read = if position.is_base() {
                position.to_string().parse().ok()
            } else {
                None
            };
            let held = if let AnyGame::Variant(variant) = position {
                Some(variant)
            } else {
                read
            };
            assert_eq!(Variant::from_any(&position), held, "{position}");
            with_game!(position, position => assert_eq!(KnownGame::from_any(&position.into()), Some(position)));
        }
    }
}
