//! Batches of positions of variants are evaluated as these are one by one.

use floe_evaluation::{EvalWord, Evaluation};
use floe_game::{Score, walk};
use floe_search::{Eval, PolicyValue, WinProbabilities};
use floe_variants::{
    HiddenWhale, Outline, Rules, SetUp, SpecialTiles, VariantKnowledge, VariantPosition,
    VariantState, Whales,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions of games with this set-up, of all phases; some are over.
fn positions<V: VariantKnowledge>(set_up: &SetUp) -> Vec<VariantPosition<V>> {
    let position = |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        walk(
            &VariantPosition::deal(set_up, seed).unwrap(),
            2 * seed as usize % 73,
            &mut rng,
        )
    };
    (0..61).map(position).collect()
}

/// Quick win probabilities, and between two sides margins, of batches and one by one.
fn batches_agree<V: VariantKnowledge<Word: EvalWord>>(set_up: &SetUp) {
    let positions = positions::<V>(set_up);
    for evaluation in [Evaluation::default(), Evaluation::without_network()] {
        let evaluation = evaluation.of_game(set_up.rules, set_up.players);
        // From one position to more than fit into a batch.
        for count in [1, 2, 7, 8, 43, 61] {
            let positions = &positions[61 - count..];
            let mut estimates = vec![WinProbabilities::default(); count];
            evaluation.quick_batch(positions, &mut estimates);
            for (position, estimate) in positions.iter().zip(estimates) {
                assert_eq!(estimate, evaluation.quick(position), "{position}");
            }
            if !positions[0].has_two_sides() {
                continue;
            }
            let mut margins = vec![Score::MIN; count];
            evaluation.evaluate_batch(positions, &mut margins);
            for (position, margin) in positions.iter().zip(margins) {
                assert_eq!(margin, evaluation.evaluate(position), "{position}");
            }
        }
    }
}

/// Set-ups by these rules: the usual ones, and one on another floe or with more penguins.
fn set_ups(rules: Rules) -> impl Iterator<Item = SetUp> {
    let outline = Outline::by_name("setup-1").unwrap().unwrap();
    let numbers = if rules.teams { 4..=4 } else { 2..=4 };
    let usual = numbers.map(move |players| SetUp::usual(rules, players));
    let first = SetUp::usual(rules, if rules.teams { 4 } else { 2 });
    usual.chain([
        SetUp { outline, ..first },
        SetUp {
            penguins: Some(5),
            ..first
        },
    ])
}

#[test]
fn batches_of_variants_agree_with_their_positions() {
    let without_chance =
        |rules: &Rules| !rules.variant.has_chance && !rules.variant.has_special_tiles;
    for set_up in Rules::all().filter(without_chance).flat_map(set_ups) {
        batches_agree::<VariantState>(&set_up);
    }
}

#[test]
fn batches_with_risks_agree_with_their_positions() {
    for set_up in Rules::all()
        .filter(|rules| rules.variant.has_chance)
        .flat_map(set_ups)
    {
        for whales in [Whales::NONE, Whales::THREE, Whales::BOTH] {
            batches_agree::<HiddenWhale>(&SetUp { whales, ..set_up });
        }
    }
}

#[test]
fn batches_with_rings_agree_with_their_positions() {
    for set_up in Rules::all()
        .filter(|rules| rules.variant.has_special_tiles)
        .flat_map(set_ups)
    {
        batches_agree::<SpecialTiles>(&set_up);
    }
}
