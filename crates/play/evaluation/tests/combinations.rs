//! Moves that combine parts: most are estimated, and the best are found.

use floe_evaluation::Evaluation;
use floe_game::{Chance, Game, walk};
use floe_hex::HexSet;
use floe_search::{Limits, PolicyValue, Puct, TreeOptions};
use floe_variants::{Rules, SetUp, Special, VariantKnowledge};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions of games with this many players after the placement, a few moves later each.
fn positions(players: usize) -> impl Iterator<Item = Special> {
    let rules: Rules = "special-tiles".parse().unwrap();
    (0..24).map(move |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = Special::deal(&SetUp::usual(rules, players), seed).unwrap();
        while position.is_placement() {
            position = walk(&position, 1, &mut rng);
        }
        walk(&position, seed as usize, &mut rng)
    })
}

/// Searches list every move, and the value of the first one is nearly the best of all.
#[test]
fn searches_find_nearly_the_best_of_many_moves() {
    let evaluation = Evaluation::default().of_game("special-tiles".parse().unwrap(), 4);
    let mut most = 0;
    let mut sum = 0.0;
    let mut found = 0;
    for position in positions(4).filter(|position| !position.is_over()) {
        let limits = Limits {
            nodes: Some(1),
            ..Limits::default()
        };
        let report = Puct::new(evaluation.clone(), TreeOptions::default()).search(
            &position,
            &limits,
            |_| (),
        );
        let mut listed: Vec<_> = report.lines.iter().map(|line| line.moves[0]).collect();
        let first = listed[0];
        let mut all = position.choices().to_vec();
        most = most.max(all.len());
        listed.sort_unstable();
        all.sort_unstable();
        assert_eq!(listed, all, "{position}");
        let mover = position.last_turn().index();
        let value = |&mv: &_| evaluation.quick(&position.after(mv))[mover];
        let best = all.iter().map(value).fold(0.0, f32::max);
        sum += best - value(&first);
        found += 1;
    }
    assert!(most > 500 && found > 20, "{most} moves, {found} positions");
    assert!(sum / found as f32 <= 0.001, "{}", sum / found as f32);
}

/// The features that only the variant has follow from the tiles that penguins can slide to.
#[test]
fn own_features_follow_from_reach() {
    for position in [2, 3, 4].into_iter().flat_map(positions) {
        let reach = |own: HexSet<u128>| {
            own.into_iter()
                .fold(HexSet::EMPTY, |all, hex| all | position.destinations(hex))
        };
        let sides = position
            .last_turn()
            .round(position.players())
            .map(|player| position.penguins(player));
        let mut sides = sides.chain([HexSet::EMPTY; 2]);
        let sides: [HexSet<u128>; 4] = std::array::from_fn(|_| sides.next().unwrap());
        let known = position
            .state()
            .own_features_by_reach(&position, sides, sides.map(reach));
        assert_eq!(
            known,
            position.state().own_features(&position, sides),
            "{position}"
        );
    }
}
