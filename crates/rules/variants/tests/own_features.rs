//! The own features of variants, counted again from moves and results alone.

use std::collections::BTreeSet;

use floe_game::{Game, POINT, Player, Score, walk};
use floe_hex::HexSet;
use floe_variants::{
    HiddenWhale, OwnFeatures, Rules, SetUp, SpecialTiles, VariantKnowledge, VariantMove,
    VariantPosition, VariantRules, VariantState,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions of games by these rules.
fn positions<V: VariantKnowledge>(
    rules: &str,
    players: usize,
) -> impl Iterator<Item = VariantPosition<V>> {
    let rules: Rules = rules.parse().unwrap();
    let set_up = SetUp::usual(rules, players);
    (0..300).map(move |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        walk(
            &VariantPosition::deal(&set_up, seed).unwrap(),
            seed as usize % 50,
            &mut rng,
        )
    })
}

/// Own features of all players, the one to move first, where each plays alone.
fn own_features<V: VariantKnowledge>(position: &VariantPosition<V>) -> Vec<OwnFeatures> {
    fn of<const N: usize, V: VariantKnowledge>(position: &VariantPosition<V>) -> Vec<OwnFeatures> {
        let sides: [HexSet<V::Word>; N] =
            std::array::from_fn(|place| position.penguins(player(position, place)));
        position.state().own_features(position, sides).to_vec()
    }
    match position.players() {
        2 => of::<2, V>(position),
        3 => of::<3, V>(position),
        _ => of::<4, V>(position),
    }
}

/// The player at a place in turn order, 0 for the player to move.
fn player<V: VariantKnowledge>(position: &VariantPosition<V>, place: usize) -> Player {
    Player::new((position.last_turn().index() + place) % position.players())
}

/// A feature by name, as a count.
fn count<V: VariantKnowledge>(
    position: &VariantPosition<V>,
    features: &OwnFeatures,
    name: &str,
) -> Score {
    let names = position.rules().variant.features;
    let place = names
        .iter()
        .position(|known| *known == name)
        .expect("it is a feature");
    assert_eq!(features[place] % POINT, 0);
    features[place] / POINT
}

/// Names of all rules whose positions have the state [`VariantState`], without teams.
fn common_rules() -> impl Iterator<Item = String> {
    let all = Rules::all().filter(|rules| {
        let variant = rules.variant;
        !rules.teams && !variant.has_chance && !variant.has_special_tiles
    });
    all.map(|rules| rules.to_string())
}

#[test]
fn names_are_unique_and_all_features_are_named() {
    for rules in Rules::all() {
        let names: BTreeSet<&str> = rules.variant.features.iter().copied().collect();
        assert_eq!(names.len(), rules.variant.features.len(), "{rules}");
        assert!(names.len() <= floe_variants::MAX_OWN_FEATURES);
        let has_own = *rules.variant != *Rules::BASE.variant;
        assert_eq!(names.contains("penguins"), has_own, "{rules}");
    }
    fn rest_is_zero<V: VariantKnowledge>(rules: &str) {
        for position in positions::<V>(rules, 3) {
            let named = position.rules().variant.features.len();
            let features = own_features(&position);
            assert!(
                features
                    .iter()
                    .all(|own| own[named..].iter().all(|&feature| feature == 0)),
                "{position:?}"
            );
        }
    }
    for rules in common_rules() {
        rest_is_zero::<VariantState>(&rules);
    }
    rest_is_zero::<HiddenWhale>("hidden-whale");
    rest_is_zero::<SpecialTiles>("special-tiles");
}

#[test]
fn penguins_are_counted() {
    fn agree<V: VariantKnowledge>(rules: &str) {
        for players in 2..=4 {
            for position in positions::<V>(rules, players) {
                for (place, own) in own_features(&position).iter().enumerate() {
                    let penguins = position.penguin_count(player(&position, place));
                    assert_eq!(
                        count(&position, own, "penguins"),
                        penguins as Score,
                        "{position:?}"
                    );
                }
            }
        }
    }
    for rules in common_rules().filter(|rules| rules != "base") {
        agree::<VariantState>(&rules);
    }
    agree::<HiddenWhale>("hidden-whale");
    agree::<SpecialTiles>("special-tiles");
}

/// The penguins that the player to move can push are those of its pushes.
#[test]
fn victims_are_those_of_the_pushes() {
    for (rules, players) in [("push", 2), ("push", 3), ("push+whale", 4)] {
        let mut met = 0;
        for position in
            positions::<VariantState>(rules, players).filter(|position| !position.is_placement())
        {
            let pushed = |mv: &VariantMove| {
                if let VariantMove::Push(_, to) = mv {
                    Some(*to)
                } else {
                    None
                }
            };
            let pushed: HexSet = position.moves().iter().filter_map(pushed).collect();
            let features = own_features(&position);
            assert_eq!(
                count(&position, &features[0], "victims-now"),
                pushed.len() as Score,
                "{position:?}"
            );
            for (place, own) in features.iter().enumerate().skip(1) {
                let own_pushed = (pushed & position.penguins(player(&position, place))).len();
                assert_eq!(
                    count(&position, own, "pushable-now"),
                    own_pushed as Score,
                    "{position:?}"
                );
            }
            met += pushed.len();
        }
        assert!(met > 20, "{rules}: {met}");
    }
}

/// The whale takes in a move only what was counted as in its reach, unless the penguin that moved
/// stood before it.
#[test]
fn penguins_that_the_whale_takes_are_in_its_reach() {
    let mut met = 0;
    for position in positions::<VariantState>("whale", 3) {
        let features = own_features(&position);
        let near = |place: usize| {
            let names = ["whale-in-one", "whale-in-two", "whale-in-three"];
            names
                .map(|name| count(&position, &features[place], name))
                .into_iter()
                .sum::<Score>()
        };
        for mv in position.moves() {
            let VariantMove::Whale(from, _, direction) = mv else {
                continue;
            };
            let whale = position.closed().first().expect("the whale is above a hex");
            if position.geometry().ray(whale, direction).contains(from) {
                continue;
            }
            let after = position.after(mv);
            for place in 1..3 {
                let other = player(&position, place);
                // Players who retire lose all penguins at once.
                if position.penguin_count(other) == after.penguin_count(other) + 1
                    && after.penguin_count(other) > 0
                {
                    assert!(near(place) > 0, "{position:?} {mv:?}");
                    met += 1;
                }
            }
        }
    }
    assert!(met > 20, "{met}");
}

/// The fish of own areas are a part of the result at the end of a game.
#[test]
fn fish_alone_are_those_of_the_result() {
    let mut met = 0;
    for start in positions::<VariantState>("survival", 2) {
        let end = walk(&start, 500, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert!(end.is_over());
        for (place, own) in own_features(&end).iter().enumerate() {
            let result = end.state().result(&end, player(&end, place));
            let fish = own[end
                .rules()
                .variant
                .features
                .iter()
                .position(|name| *name == "alone-fish")
                .unwrap()]
                / POINT;
            assert_eq!(fish, result.tiles, "{end:?}");
            met += i32::from(fish > 0);
        }
    }
    assert!(met > 20, "{met}");
}

/// The chance that a penguin that moves meets a whale is that of its moves.
#[test]
fn penguins_above_whales_are_those_of_the_chances() {
    use floe_game::Chance;
    let mut met = 0;
    for position in
        positions::<HiddenWhale>("hidden-whale", 2).filter(|position| !position.is_over())
    {
        let mut risks = std::collections::BTreeMap::new();
        for choice in position.choices() {
            let mut risk = 0.0;
            position.for_each_outcome(choice, |mv, chance| {
                risk += if mv.whale { chance } else { 0.0 }
            });
            if let VariantMove::Slide(from, _) = choice.choice {
                risks.insert(from.index(), risk);
            }
        }
        let penguins = position.penguins(position.last_turn());
        // Penguins that cannot move meet no whale.
        if risks.len() < penguins.len() as usize {
            continue;
        }
        let expected: f64 = risks.values().sum::<f64>() * f64::from(POINT);
        let found = f64::from(own_features(&position)[0][1]);
        assert!(
            (expected - found).abs() <= 2.0,
            "{expected} {found} {position:?}"
        );
        met += i32::from(expected > 0.0);
    }
    assert!(met > 20, "{met}");
}
