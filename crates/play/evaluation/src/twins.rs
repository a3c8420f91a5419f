//! Features and inputs of the network, computed in the slow and obvious way.

use std::collections::{HashMap, VecDeque};

use floe_fish::{Dealing, Position, Value, deal, place_at_random};
use floe_game::{Game, Player, Score, TwoSided, walk};
use floe_hex::{Direction, Hex, Layout, Standard};
use floe_search::{Eval, Paranoid};
use floe_variants::{Outline, SetUp, Variant};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::features_and_inputs;
use super::*;

/// Distances of all free tiles that a player can reach, in slides of at most `reach` steps.
fn distances<const N: usize>(
    position: &Position<N>,
    player: Player,
    reach: usize,
) -> HashMap<Hex, u32> {
    let mut known = HashMap::new();
    let mut waiting: VecDeque<(Hex, u32)> = position
        .penguins(player)
        .into_iter()
        .map(|hex| (hex, 0))
        .collect();
    while let Some((from, distance)) = waiting.pop_front() {
        for direction in Direction::ALL {
            let mut at = from;
            for _ in 0..reach {
                let Some(next) = Standard.step(at.into(), direction).first() else {
                    break;
                };
                if !position.free().contains(next) {
                    break;
                }
                at = next;
                known.entry(at).or_insert_with(|| {
                    waiting.push_back((at, distance + 1));
                    distance + 1
                });
            }
        }
    }
    known
}

fn index(name: &str) -> usize {
    FEATURE_NAMES
        .iter()
        .position(|known| *known == name)
        .expect("it is a feature")
}

fn slowly<const N: usize>(position: &Position<N>) -> [Features; N] {
    let mut features = [Features::default(); N];
    let order: Vec<Player> = position.last_turn().round(N).collect();
    let slides: Vec<_> = order
        .iter()
        .map(|&player| distances(position, player, 8))
        .collect();
    let steps: Vec<_> = order
        .iter()
        .map(|&player| distances(position, player, 1))
        .collect();
    for hex in position.free() {
        let worth = Value {
            fish: position.fish(hex) as i32,
            tiles: 1,
        }
        .score();
        let first = |ways: &[HashMap<Hex, u32>]| -> (u32, Vec<usize>) {
            let least = ways
                .iter()
                .filter_map(|way| way.get(&hex))
                .min()
                .copied()
                .unwrap_or(0);
            (
                least,
                (0..N)
                    .filter(|&side| least > 0 && ways[side].get(&hex) == Some(&least))
                    .collect(),
            )
        };
        let (distance, sides) = first(&slides);
        for (place, &side) in sides.iter().enumerate() {
            let name = match (sides.len(), place, distance) {
                (1, _, 1) => "first-in-one",
                (1, _, 2) => "first-in-two",
                (1, ..) => "first-in-more",
                (_, 0, 1) => "shared-in-one",
                (_, _, 1) => "awaited-in-one",
                (_, 0, _) => "shared-later",
                _ => "awaited-later",
            };
            features[side][index(name)] += worth;
            features[side][index("tiles")] += if sides.len() == 1 { 128 } else { 0 };
        }
        if let (_, [side]) = (first(&steps).0, &first(&steps).1[..]) {
            features[*side][index("near")] += worth;
        }
    }
    for (side, &player) in order.iter().enumerate() {
        for penguin in position.penguins(player) {
            let moves = Standard.geometry().slides(penguin, position.free()).len();
            // Between powers of two in a straight line.
            let low = f64::from(moves + 1).log2().floor();
            let high = f64::from(moves + 1);
            let freedom = low + high / 2f64.powf(low) - 1.0;
            features[side][index("freedom")] += 2 * (64.0 * freedom).floor() as Score;
            features[side][index("stuck")] += if moves == 0 { 128 } else { 0 };
        }
    }
    features
}

fn agree<const N: usize>() {
    for seed in 0..200 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let position: Position<N> = place_at_random(&deal(Dealing::Shuffled, seed), rng);
        let position = walk(&position, seed as usize % 40, rng);
        if position.is_over() {
            continue;
        }
        let floe = floe_of(&position);
        let fast = features(&floe, sides(&position));
        assert_eq!(fast, slowly(&position), "{FEATURE_NAMES:?}\n{position:?}");
    }
}

#[test]
fn features_are_what_they_are_called() {
    agree::<2>();
    agree::<3>();
    agree::<4>();
}

/// A batch gives every position the features and results that it has alone, for every player to
/// move; so do incomplete batches.
fn batches_agree<const N: usize>() {
    let evaluation = Evaluation::default();
    let positions: Vec<Position<N>> = any_positions().collect();
    for several in positions.chunks(LANES).chain(positions.chunks(3)) {
        let batch = Batch::new(
            several
                .iter()
                .map(|position| FloeLane::of(position, sides(position))),
        );
        let features = features(&batch, batch.sides);
        let (results, _) = evaluation.quick_results_batch(several);
        for (lane, position) in several.iter().enumerate() {
            let found = features.map(|features| features.map(|feature| feature.to_array()[lane]));
            assert_eq!(found, slowly(position), "{FEATURE_NAMES:?}\n{position:?}");
            let alone = evaluation.quick_results(position);
            assert_eq!(
                results.map(|result| result.as_array()[lane]),
                alone,
                "{position:?}"
            );
        }
    }
}

#[test]
fn batches_agree_with_single_positions() {
    batches_agree::<2>();
    batches_agree::<3>();
    batches_agree::<4>();
}

/// Batches of any size give every position the value that it has alone.
#[test]
fn batches_evaluate_like_single_positions() {
    let positions: Vec<Position<2>> = any_positions().collect();
    let paranoid =
        any_positions::<3>().map(|position| Paranoid::new(position, position.last_turn()));
    // With the player against the rest to move, and with another.
    let paranoid: Vec<_> = paranoid
        .chain(any_positions().map(|position| Paranoid::new(position, Player::new(1))))
        .collect();
    fn agree<G: TwoSided>(evaluation: &impl Eval<G>, positions: &[G]) {
        for count in 1..=19 {
            for several in positions.chunks(count) {
                let mut batch = vec![0; several.len()];
                evaluation.evaluate_batch(several, &mut batch);
                let alone: Vec<Score> = several
                    .iter()
                    .map(|position| evaluation.evaluate(position))
                    .collect();
                assert_eq!(batch, alone);
            }
        }
    }
    for evaluation in [Evaluation::default(), Evaluation::without_network()] {
        agree(&evaluation, &positions);
        agree(&evaluation, &paranoid);
    }
}

/// Tiles within `steps` steps of a penguin over open hexes.
fn within(penguin: Hex, open: HexSet, steps: usize) -> HexSet {
    let mut reached: Vec<Hex> = Vec::new();
    for _ in 0..steps {
        let from: Vec<Hex> = reached.iter().copied().chain([penguin]).collect();
        for direction in Direction::ALL {
            let next = from
                .iter()
                .filter_map(|&hex| Standard.step(hex.into(), direction).first());
            let new: Vec<Hex> = next.filter(|hex| open.contains(*hex)).collect();
            reached.extend(new);
        }
        reached.sort_by_key(|hex| hex.index());
        reached.dedup();
    }
    reached.into_iter().collect()
}

fn slides(penguin: Hex, free: HexSet) -> HexSet {
    Standard
        .geometry()
        .slides(penguin, free)
        .into_iter()
        .collect()
}

/// Number of runs of free tiles around a penguin.
fn runs_around(penguin: Hex, free: HexSet) -> i32 {
    let is_free = |direction: usize| {
        let to = Standard.step(penguin.into(), Direction::ALL[direction % Direction::COUNT]);
        !(to & free).is_empty()
    };
    (0..Direction::COUNT)
        .filter(|&direction| !is_free(direction) && is_free(direction + 1))
        .count() as i32
}

/// Inputs of the network, by name.
fn inputs_slowly<const N: usize>(position: &Position<N>, penguins: usize) -> NetworkInputs {
    let order: Vec<Player> = position.last_turn().round(N).collect();
    let features = slowly(position);
    let free = position.free();
    let mut inputs = NetworkInputs {
        penguins: vec![Default::default(); penguins],
        sides: vec![Default::default(); N],
        all: Default::default(),
    };
    let steps: Vec<_> = order
        .iter()
        .map(|&player| distances(position, player, 1))
        .collect();
    for (side, &player) in order.iter().enumerate() {
        let others = order
            .iter()
            .filter(|&&other| other != player)
            .flat_map(|&other| position.penguins(other));
        let others: HexSet = others.flat_map(|from| slides(from, free)).collect();
        for (place, penguin) in position.penguins(player).into_iter().enumerate() {
            let all = order.iter().flat_map(|&player| position.penguins(player));
            let reached = all
                .filter(|&one| one != penguin)
                .fold(HexSet::EMPTY, |all, one| all | slides(one, free));
            let fish = |hexes: HexSet| hexes.into_iter().map(|hex| position.fish(hex) as i32).sum();
            let ring = within(penguin, free, 1);
            let room = within(penguin, free - others, 4);
            let seen = [
                Standard.geometry().slides(penguin, free).len() as i32,
                ring.len() as i32,
                within(penguin, free, 2).len() as i32,
                within(penguin, free, 3).len() as i32,
                (slides(penguin, free) - reached).len() as i32,
                room.len() as i32,
                fish(room),
                fish(ring),
                (ring & others).len() as i32,
                runs_around(penguin, free),
            ];
            seen.iter()
                .enumerate()
                .take(penguin_inputs(N))
                .for_each(|(input, &seen)| {
                    inputs.penguins[penguins / N * side + place][input] = seen;
                });
        }
        let mut set = |name: &str, value: Score| {
            inputs.sides[side][SIDE_INPUTS
                .iter()
                .position(|known| *known == name)
                .expect("an input")] = value;
        };
        for name in [
            "first-in-one",
            "first-in-two",
            "first-in-more",
            "tiles",
            "near",
            "freedom",
            "stuck",
        ] {
            set(name, features[side][index(name)]);
        }
        let worth = |hexes: &[Hex]| {
            hexes
                .iter()
                .map(|&hex| 128 * position.fish(hex) as Score + 1)
                .sum::<Score>()
        };
        let others = || {
            (0..N)
                .filter(|&other| other != side)
                .map(|other| &steps[other])
        };
        let near = free
            .into_iter()
            .filter_map(|hex| Some((hex, *steps[side].get(&hex)?)));
        let near: Vec<(Hex, u32)> = near
            .filter(|(hex, own)| {
                others().all(|other| other.get(hex).is_none_or(|other| own < other))
            })
            .collect();
        let beside: Vec<Hex> = near
            .iter()
            .filter(|(_, steps)| *steps == 1)
            .map(|&(hex, _)| hex)
            .collect();
        let own: Vec<Hex> = steps[side]
            .keys()
            .copied()
            .filter(|hex| others().all(|other| !other.contains_key(hex)))
            .collect();
        set("near-tiles", 128 * near.len() as Score);
        set("beside", worth(&beside));
        set("own", worth(&own));
        set("own-tiles", 128 * own.len() as Score);
    }
    let hands: u8 = order.iter().map(|&player| position.hand(player)).sum();
    let count = free.len() as Score;
    let shared = |name: &str| features.iter().map(|side| side[index(name)]).sum();
    let hands = 128 * Score::from(hands);
    inputs.all = [
        shared("shared-in-one"),
        shared("shared-later"),
        128 * count,
        count * count,
        hands,
    ];
    inputs
}

/// Positions of all phases, also while penguins are placed.
fn any_positions<const N: usize>() -> impl Iterator<Item = Position<N>> {
    (0..200).filter_map(|seed| {
        let position = walk(
            &deal(Dealing::Shuffled, seed),
            seed as usize % 48,
            &mut Xoshiro256PlusPlus::seed_from_u64(seed),
        );
        (!position.is_over()).then_some(position)
    })
}

fn inputs_agree<const N: usize>(penguins: usize) {
    for position in any_positions::<N>() {
        let (features, inputs) = features_and_inputs(&position);
        assert_eq!(inputs, inputs_slowly(&position, penguins), "{position:?}");
        assert_eq!(features, slowly(&position), "{position:?}");
    }
}

#[test]
fn inputs_of_the_network_are_as_named() {
    inputs_agree::<2>(8);
    inputs_agree::<3>(9);
    inputs_agree::<4>(8);
}

/// Correction of a side by a network, number by number.
fn corrected_slowly<const N: usize>(network: &Network, inputs: &NetworkInputs, me: usize) -> f64 {
    let unit = |sum: f64| sum.max(0.0);
    let mut units = [[0.0; 8]; N];
    for (penguin, seen) in inputs.penguins.iter().enumerate() {
        for (number, sum) in units[penguin / (inputs.penguins.len() / N)]
            .iter_mut()
            .enumerate()
        {
            let seen = seen
                .iter()
                .zip(&network.penguin)
                .map(|(&seen, row)| f64::from(seen) * f64::from(row[number]));
            *sum += unit(f64::from(network.penguin_bias[number]) + seen.sum::<f64>());
        }
    }
    let hidden = |number: usize| {
        let mut sum = f64::from(network.hidden_bias[me][number]);
        for (side, units) in units.iter().enumerate() {
            let of = (side + N - me) % N;
            for (unit, row) in units.iter().zip(&network.units[of]) {
                sum += unit * f64::from(row[number]);
            }
            for (seen, row) in inputs.sides[side].iter().zip(&network.sides[of]) {
                sum += f64::from(*seen) / 128.0 * f64::from(row[number]);
            }
        }
        for (seen, row) in inputs.all.iter().zip(&network.all) {
            sum += f64::from(*seen) / 128.0 * f64::from(row[number]);
        }
        unit(sum)
    };
    let out = (0..32).map(|number| hidden(number) * f64::from(network.out[number]));
    128.0 * (f64::from(network.out_bias) + out.sum::<f64>())
}

fn corrections_agree<const N: usize, const P: usize>() {
    let network = Network::learned(N);
    let quantized = Quantized::learned(N);
    let mut offs = Vec::new();
    for position in any_positions::<N>() {
        let floe = floe_of(&position);
        let (_, inputs) = extract_inputs::<N, P, _>(&floe, sides(&position), hands(&position));
        let in_integers: [Score; N] = quantized.corrections(&inputs, |&pair| pair);
        let inputs = NetworkInputs::from(inputs);
        for (me, &in_integers) in in_integers.iter().enumerate().take(turns(N)) {
            let slow = corrected_slowly::<N>(network, &inputs, me);
            let in_floats = 128.0 * f64::from(network.evaluate(&inputs.to_f32(), me).correction);
            assert!(
                (in_floats - slow).abs() < 0.5,
                "{in_floats} {slow} {position:?}"
            );
            offs.push(f64::from(in_integers) - slow);
        }
    }
    // Over 20,000 positions each the maximum is 6.6, 4.1 and 5.2 for two, three and four players,
    // the root mean square 1.4, 0.9 and 1.0.
    assert!(offs.iter().all(|off| off.abs() < 8.0), "{offs:?}");
    let squares: f64 = offs.iter().map(|off| off * off).sum();
    assert!((squares / offs.len() as f64).sqrt() < 2.0, "{offs:?}");
}

#[test]
fn integers_correct_like_floats() {
    corrections_agree::<2, 8>();
    corrections_agree::<3, 9>();
    corrections_agree::<4, 8>();
}

#[test]
fn a_network_is_read_as_it_is_written() {
    for players in 2..=4 {
        let network = Network::learned(players);
        assert_eq!(
            Network::read(&network.to_string(), players).as_ref(),
            Ok(network)
        );
    }
    let text = Network::learned(2).to_string();
    let error = |text: &str| Network::read(text, 2).expect_err("no network").to_string();
    let integers = "from -1048576 to 1048576; found";
    assert!(error("").contains(&format!(
        "line 1: expected penguin and 8 integers {integers} ''"
    )));
    let short = error("# one\npenguin 1 2");
    assert!(
        short.contains(&format!(
            "line 2: expected penguin and 8 integers {integers} 'penguin 1 2'"
        )),
        "{short}"
    );
    assert!(
        error(&text.replace("out-bias", "bias"))
            .contains(&format!("expected out-bias and 1 integer {integers}"))
    );
    assert!(error("penguin 1 2 3 4 5 6 7 1048577").contains("integers from -1048576 to 1048576"));
    assert!(error(&(text + "more 1")).contains("expected nothing more; found 'more 1'"));
}

/// The largest numbers allowed overflow nothing, and larger ones are refused.
#[test]
fn weights_have_a_range() {
    for (base, more) in [(10_000, 10_000), (-10_000, -10_000), (10_000, -10_000)] {
        let rows: String = FEATURE_NAMES
            .iter()
            .chain(&["turn-1", "turn-2", "doubt"])
            .map(|name| format!("{name} {base} {more}\n"))
            .collect();
        let weights: Weights = format!("placement\n{rows}slides\n{rows}").parse().unwrap();
        let evaluation = Evaluation::default().with_weights(2, weights);
        for position in any_positions::<2>() {
            evaluation.results(&position);
            evaluation.quick_results_batch(&[position]);
        }
    }
    for number in ["10001", "-10001", "1e3", "99999999999999999999"] {
        let error = format!("slides\ntiles {number} 0")
            .parse::<Weights>()
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("line 2: expected an integer from -10000 to 10000; found 'tiles {number} 0'")
        );
    }
}

/// More than two players get at least what they have, and what weights and network add.
#[test]
fn results_are_quick_results_with_corrections() {
    for position in any_positions::<3>() {
        let evaluation = Evaluation::default();
        let results = evaluation.results(&position);
        let quick = evaluation.quick_results(&position);
        assert_eq!(quick, Evaluation::without_network().results(&position));
        let floe = floe_of(&position);
        let (_, corrections) = corrected::<3, 9>(
            &Quantized::learned(3),
            &floe,
            sides(&position),
            hands(&position),
        );
        for (place, player) in position.last_turn().round(3).enumerate() {
            let has = position.score(player) + position.value(position.penguins(player));
            let result = results[place];
            let quick = quick[place];
            assert!(
                quick > has && result == has.max(quick + corrections[place]) || quick == has,
                "{position:?}"
            );
        }
    }
}

/// The margin of two players is that of the weights, and what the network adds for the side to
/// move.
#[test]
fn margins_are_quick_margins_with_corrections() {
    for position in any_positions::<2>() {
        let evaluation = Evaluation::default();
        let margin = |[mine, theirs]: [Score; 2]| mine - theirs;
        let results = evaluation.results(&position);
        let quick = evaluation.quick_results(&position);
        let floe = floe_of(&position);
        let (_, corrections) = corrected::<2, 8>(
            &Quantized::learned(2),
            &floe,
            sides(&position),
            hands(&position),
        );
        assert_eq!(
            margin(results),
            margin(quick) + corrections[0],
            "{position:?}"
        );
        assert_eq!(
            Eval::evaluate(&evaluation, &position),
            margin(results),
            "{position:?}"
        );
    }
}

#[test]
fn weights_that_cannot_be_read_say_where() {
    let error = |text: &str| {
        text.parse::<Weights>()
            .expect_err("no file of weights")
            .to_string()
    };
    assert!(
        error("near 1 2").starts_with("line 1: expected placement or slides; found 'near 1 2'")
    );
    assert!(error("slides\nfish 1 2").contains("line 2: expected one of first-in-one"));
    assert!(error("slides\nnear 1 x").contains("expected an integer"));
    assert!(error("slides\nnear 1").contains("expected a name and two numbers"));
    assert!(error("sliding").contains("expected one of placement, slides"));
}

/// Games on a floe: rules with a number of players.
fn games() -> impl Iterator<Item = (Rules, usize)> {
    Rules::all().flat_map(|rules| {
        (2..=4)
            .filter(move |&players| !rules.teams || players == 4)
            .map(move |n| (rules, n))
    })
}

#[test]
fn every_game_has_an_evaluation_that_was_learned_for_it() {
    for (rules, players) in games().filter(|(rules, _)| *rules != Rules::BASE) {
        let game = WeightsGame {
            rules,
            players: Some(players),
        };
        let is_learned = Weights::learned_for(rules, players).game() == game;
        assert_eq!(
            is_learned, rules.variant.is_learned,
            "{rules}-{players}: expected weights, made by 'cargo xtask train-all {rules}-{players}', \
             or is_learned: false in the variant"
        );
        let has_network = is_learned && !rules.variant.has_special_tiles;
        assert_eq!(
            Quantized::learned_for(game).is_some(),
            has_network,
            "{game}"
        );
    }
}

/// A position of the base game is one of a variant without changes of the rules, and has the same
/// value there.
fn values_as_a_variant_agree<const N: usize>()
where
    Variant: From<Position<N>>,
{
    for evaluation in [Evaluation::default(), Evaluation::without_network()] {
        for position in any_positions::<N>().filter(|position| !position.is_over()) {
            let results = evaluation.results(&position);
            let all = evaluation.evaluate_all(&Variant::from(position));
            let first = position.last_turn().index();
            if N == 2 {
                assert_eq!(all[first] - all[1 - first], results[0], "{position:?}");
            }
            for place in (0..N).filter(|_| N > 2) {
                let player = Player::new((first + place) % N);
                // More than two players of the base game get at least the tiles that they stand on.
                let has = position.score(player) + position.value(position.penguins(player));
                assert_eq!(all[player.index()].max(has), results[place], "{position:?}");
            }
        }
    }
}

#[test]
fn the_base_game_as_a_variant_has_the_same_values() {
    values_as_a_variant_agree::<2>();
    values_as_a_variant_agree::<3>();
    values_as_a_variant_agree::<4>();
}

#[test]
fn files_name_their_game() {
    for (rules, players) in games() {
        let head = format!("rules {rules}\nplayers {players}\n");
        let weights: Weights = format!("# by hand\n{head}slides\nnear 1 2")
            .parse()
            .unwrap();
        let game = WeightsGame {
            rules,
            players: Some(players),
        };
        assert_eq!(weights.game(), game);
        let file = NetworkFile {
            game,
            network: Network::learned(game.sides()).clone(),
        };
        assert_eq!(file.to_string().parse(), Ok(file.clone()));
        for feature in rules.variant.features {
            format!("{head}slides\n{feature} 1 2")
                .parse::<Weights>()
                .unwrap();
            let base = format!("slides\n{feature} 1 2")
                .parse::<Weights>()
                .unwrap_err();
            assert!(
                base.to_string()
                    .starts_with("line 2: expected one of first-in-one"),
                "{base}"
            );
        }
        let given = Evaluation::default()
            .with_weights_of_game(weights)
            .with_network_of_game(&file);
        for (other, count) in games() {
            let is_other = (other, count) != (rules, players);
            assert_eq!(
                given.weights_of_another_game(Some(other), count).is_some(),
                is_other
            );
        }
    }
    let error = |text: &str| text.parse::<Weights>().unwrap_err().to_string();
    assert!(error("rules whales").starts_with("line 1: expected one of the rules base"));
    assert!(error("players 5").starts_with("line 1: expected players and 2, 3 or 4"));
    assert!(error("rules push\nslides").contains("expected players and 2, 3 or 4"));
    let error = |text: &str| text.parse::<NetworkFile>().unwrap_err().to_string();
    assert!(error("rules push\nplayers x").starts_with("line 2: expected players and 2, 3 or 4"));
}

/// The weights alone count with more penguins than a network sees, and on floes that it does not
/// know.
#[test]
fn networks_see_only_games_of_their_size() {
    let evaluate = |set_up: &SetUp| {
        let position = Variant::deal(set_up, 1).unwrap();
        let position = walk(
            &position,
            5 * set_up.players,
            &mut Xoshiro256PlusPlus::seed_from_u64(1),
        );
        let of_game = |evaluation: Evaluation| {
            evaluation
                .of_game(set_up.rules, set_up.players)
                .evaluate_all(&position)
        };
        (
            of_game(Evaluation::default()),
            of_game(Evaluation::without_network()),
        )
    };
    for (rules, players) in
        games().filter(|(rules, _)| !rules.variant.has_special_tiles && !rules.variant.has_chance)
    {
        let usual = SetUp::usual(rules, players);
        let (corrected, by_weights) = evaluate(&usual);
        assert_ne!(corrected, by_weights, "{rules} {players}");
        let other = Outline::by_name("setup-1").unwrap().unwrap();
        for set_up in [
            SetUp {
                penguins: Some(5),
                ..usual
            },
            SetUp {
                outline: other,
                ..usual
            },
        ] {
            let (corrected, by_weights) = evaluate(&set_up);
            assert_eq!(corrected, by_weights, "{set_up:?}");
        }
    }
}
