//! Simple players of the cooperative game.

use floe_flip::{Flip, FlipPolicy, FlipSetUp};
use floe_game::{Chance, Game};

/// Result of a game in the world of a seed, with every choice checked.
fn play(policy: FlipPolicy, set_up: &FlipSetUp, seed: u64) -> i32 {
    let mut flip = Flip::deal(set_up, seed).unwrap();
    while let Some(choice) = policy.choose(&flip) {
        assert!(flip.choices().contains(&choice), "{choice:?} of {flip}");
        flip.play(flip.outcome_in(choice, seed));
    }
    assert!(flip.is_over());
    -(flip.animals_left() as i32)
}

#[test]
fn choices_are_legal_with_all_powers_and_waste() {
    for seed in 0..40 {
        let usual = FlipSetUp::usual(1 + seed as usize % 4, seed % 2 == 0);
        let set_up = FlipSetUp {
            waste: [3, 2, 2],
            has_far_rays: seed % 3 == 0,
            ..usual
        };
        for policy in [FlipPolicy::Greedy, FlipPolicy::Thumb] {
            play(policy, &set_up, seed);
        }
    }
}

#[test]
fn looking_at_the_net_helps() {
    let set_up = FlipSetUp::usual(2, false);
    let mean = |policy| {
        (0..200)
            .map(|seed| play(policy, &set_up, seed))
            .sum::<i32>()
            / 200
    };
    assert!(mean(FlipPolicy::Thumb) > mean(FlipPolicy::Greedy) + 1);
}
