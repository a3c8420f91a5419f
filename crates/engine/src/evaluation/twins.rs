//! The features, counted the slow and obvious way.

use std::collections::{HashMap, VecDeque};

use floe_fish::{Dealing, Position, Value, deal, place_at_random};
use floe_game::{Game, Player, Score, TwoSided, walk};
use floe_hex::{Direction, Hex, Layout, Standard};
use floe_search::{Eval, Paranoid};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// How many slides, or steps, away every free tile is that a player can reach.
fn distances<const N: usize>(position: &Position<N>, player: Player, reach: usize) -> HashMap<Hex, u32> {
    let mut known = HashMap::new();
    let mut waiting: VecDeque<(Hex, u32)> = position.penguins(player).into_iter().map(|hex| (hex, 0)).collect();
    while let Some((from, distance)) = waiting.pop_front() {
        for direction in Direction::ALL {
            let mut at = from;
            for _ in 0..reach {
                let Some(next) = Standard.step(at.into(), direction).first() else { break };
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
    NAMES.iter().position(|known| *known == name).expect("it is a feature")
}

fn slowly<const N: usize>(position: &Position<N>) -> [Features; N] {
    let mut features = [Features::default(); N];
    let order: Vec<Player> = position.last_turn().round(N).collect();
    let slides: Vec<_> = order.iter().map(|&player| distances(position, player, 8)).collect();
    let steps: Vec<_> = order.iter().map(|&player| distances(position, player, 1)).collect();
    for hex in position.free() {
        let worth = Value { fish: position.fish(hex) as i32, tiles: 1 }.score();
        let first = |ways: &[HashMap<Hex, u32>]| -> (u32, Vec<usize>) {
            let least = ways.iter().filter_map(|way| way.get(&hex)).min().copied().unwrap_or(0);
            (least, (0..N).filter(|&side| least > 0 && ways[side].get(&hex) == Some(&least)).collect())
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
            let (low, high) = (f64::from(moves + 1).log2().floor(), f64::from(moves + 1));
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
        let fast = features(Standard, sides(&position), position.free(), |hexes| position.value(hexes));
        assert_eq!(fast, slowly(&position), "{NAMES:?}\n{position:?}");
    }
}

#[test]
fn features_are_what_they_are_called() {
    agree::<2>();
    agree::<3>();
    agree::<4>();
}

/// Several positions side by side are told what each of them is told alone, whoever is to move in them, the last ones included.
fn see_alike_side_by_side<const N: usize>() {
    let evaluation = Evaluation::default();
    let positions: Vec<Position<N>> = any_positions().collect();
    for several in positions.chunks(ABREAST).chain(positions.chunks(3)) {
        let features = super::several(several).features();
        let (results, _) = evaluation.glances(several);
        for (lane, position) in several.iter().enumerate() {
            let told = features.map(|features| features.map(|feature| feature.to_array()[lane]));
            assert_eq!(told, slowly(position), "{NAMES:?}\n{position:?}");
            let mut alone = evaluation.glance(position);
            alone.rotate_left(position.last_turn().index());
            assert_eq!(results.map(|result| result.as_array()[lane]), alone, "{position:?}");
        }
    }
}

#[test]
fn positions_side_by_side_are_seen_as_each_alone() {
    see_alike_side_by_side::<2>();
    see_alike_side_by_side::<3>();
    see_alike_side_by_side::<4>();
}

/// Positions evaluated together are worth what each of them is worth alone, however many there are.
#[test]
fn positions_evaluated_together_are_worth_what_each_is_alone() {
    let positions: Vec<Position<2>> = any_positions().collect();
    let paranoid = any_positions::<3>().map(|position| Paranoid { game: position, me: position.last_turn() });
    // Whoever fears the others may be to move, or another.
    let paranoid: Vec<_> =
        paranoid.chain(any_positions().map(|position| Paranoid { game: position, me: Player::new(1) })).collect();
    fn agree<G: TwoSided>(evaluation: &impl Eval<G>, positions: &[G]) {
        for count in 1..=19 {
            for several in positions.chunks(count) {
                let mut together = vec![0; several.len()];
                evaluation.evaluate_batch(several, &mut together);
                let alone: Vec<Score> = several.iter().map(|position| evaluation.evaluate(position)).collect();
                assert_eq!(together, alone);
            }
        }
    }
    for evaluation in [Evaluation::default(), Evaluation::without_network()] {
        agree(&evaluation, &positions);
        agree(&evaluation, &paranoid);
    }
}

/// The tiles within so many steps to neighbours of a penguin, on hexes that are open.
fn within(penguin: Hex, open: HexSet, steps: usize) -> HexSet {
    let mut reached: Vec<Hex> = Vec::new();
    for _ in 0..steps {
        let from: Vec<Hex> = reached.iter().copied().chain([penguin]).collect();
        for direction in Direction::ALL {
            let next = from.iter().filter_map(|&hex| Standard.step(hex.into(), direction).first());
            let new: Vec<Hex> = next.filter(|hex| open.contains(*hex)).collect();
            reached.extend(new);
        }
        reached.sort_by_key(|hex| hex.index());
        reached.dedup();
    }
    reached.into_iter().collect()
}

fn slides(penguin: Hex, free: HexSet) -> HexSet {
    Standard.geometry().slides(penguin, free).into_iter().collect()
}

/// How often, going round a penguin, a tile follows on something else.
fn runs_around(penguin: Hex, free: HexSet) -> i32 {
    let is_free = |direction: usize| {
        let to = Standard.step(penguin.into(), Direction::ALL[direction % Direction::COUNT]);
        !(to & free).is_empty()
    };
    (0..Direction::COUNT).filter(|&direction| !is_free(direction) && is_free(direction + 1)).count() as i32
}

/// What the network sees, by name.
fn seen_slowly<const N: usize, const P: usize>(position: &Position<N>) -> Sight<N, P> {
    let order: Vec<Player> = position.last_turn().round(N).collect();
    let features = slowly(position);
    let free = position.free();
    let mut sight = Sight::default();
    let steps: Vec<_> = order.iter().map(|&player| distances(position, player, 1)).collect();
    for (side, &player) in order.iter().enumerate() {
        let others = order.iter().filter(|&&other| other != player).flat_map(|&other| position.penguins(other));
        let others: HexSet = others.flat_map(|from| slides(from, free)).collect();
        for (place, penguin) in position.penguins(player).into_iter().enumerate() {
            let all = order.iter().flat_map(|&player| position.penguins(player));
            let reached = all.filter(|&one| one != penguin).fold(HexSet::EMPTY, |all, one| all | slides(one, free));
            let fish = |hexes: HexSet| hexes.into_iter().map(|hex| position.fish(hex) as i32).sum();
            let (ring, room) = (within(penguin, free, 1), within(penguin, free - others, 4));
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
                .take(seen_of_penguins(N))
                .for_each(|(input, &seen)| sight.penguins[input][P / N * side + place] = seen);
        }
        let mut tell = |what: &str, value: Score| {
            sight.sides[side][OF_SIDES.iter().position(|known| *known == what).expect("it is seen")] = value;
        };
        for what in ["first-in-one", "first-in-two", "first-in-more", "tiles", "near", "freedom", "stuck"] {
            tell(what, features[side][index(what)]);
        }
        let worth = |hexes: &[Hex]| hexes.iter().map(|&hex| 128 * position.fish(hex) as Score + 1).sum::<Score>();
        let others = || (0..N).filter(|&other| other != side).map(|other| &steps[other]);
        let near = free.into_iter().filter_map(|hex| Some((hex, *steps[side].get(&hex)?)));
        let near: Vec<(Hex, u32)> =
            near.filter(|(hex, own)| others().all(|other| other.get(hex).is_none_or(|other| own < other))).collect();
        let beside: Vec<Hex> = near.iter().filter(|(_, steps)| *steps == 1).map(|&(hex, _)| hex).collect();
        let own: Vec<Hex> =
            steps[side].keys().copied().filter(|hex| others().all(|other| !other.contains_key(hex))).collect();
        tell("near-tiles", 128 * near.len() as Score);
        tell("beside", worth(&beside));
        tell("own", worth(&own));
        tell("own-tiles", 128 * own.len() as Score);
    }
    let hands: u8 = order.iter().map(|&player| position.hand(player)).sum();
    let count = free.len() as Score;
    let shared = |name: &str| features.iter().map(|side| side[index(name)]).sum();
    let hands = 128 * Score::from(hands);
    sight.all = [shared("shared-in-one"), shared("shared-later"), 128 * count, count * count, hands];
    sight
}

/// Positions of all phases, also while penguins are placed.
fn any_positions<const N: usize>() -> impl Iterator<Item = Position<N>> {
    (0..200).filter_map(|seed| {
        let position =
            walk(&deal(Dealing::Shuffled, seed), seed as usize % 48, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        (!position.is_over()).then_some(position)
    })
}

fn sees<const N: usize, const P: usize>() {
    for position in any_positions::<N>() {
        let (features, sight) = sight_of::<N, P>(&position);
        assert_eq!(sight, seen_slowly(&position), "{position:?}");
        assert_eq!(features, slowly(&position), "{position:?}");
    }
}

#[test]
fn the_network_sees_what_it_is_told() {
    sees::<2, 8>();
    sees::<3, 9>();
    sees::<4, 8>();
}

/// What a network says of a side, number by number.
fn corrected_slowly<const N: usize, const P: usize>(network: &Network, sight: &Sight<N, P>, me: usize) -> f64 {
    let unit = |sum: f64| sum.max(0.0);
    let mut units = [[0.0; 8]; N];
    for penguin in 0..P {
        for (number, sum) in units[penguin / (P / N)].iter_mut().enumerate() {
            let seen = network.penguin.iter().enumerate();
            let seen = seen.map(|(input, row)| f64::from(sight.penguins[input][penguin]) * f64::from(row[number]));
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
            for (seen, row) in sight.sides[side].iter().zip(&network.sides[of]) {
                sum += f64::from(*seen) / 128.0 * f64::from(row[number]);
            }
        }
        for (seen, row) in sight.all.iter().zip(&network.all) {
            sum += f64::from(*seen) / 128.0 * f64::from(row[number]);
        }
        unit(sum)
    };
    let out = (0..32).map(|number| hidden(number) * f64::from(network.out[number]));
    128.0 * (f64::from(network.out_bias) + out.sum::<f64>())
}

fn adds_up<const N: usize, const P: usize>() {
    let (network, quantized) = (Network::learned(N), Quantized::shared(N));
    let mut offs = Vec::new();
    for position in any_positions::<N>() {
        let (_, sight) = sight_of::<N, P>(&position);
        let said = network.corrections(&sight);
        let in_whole: [Score; N] = quantized.corrections(&Inputs::from(&sight), |&pair| pair);
        for me in 0..turns(N) {
            let slow = corrected_slowly(network, &sight, me);
            assert!((f64::from(said[me]) - slow).abs() < 0.5, "{} {slow} {position:?}", said[me]);
            offs.push(f64::from(in_whole[me]) - slow);
        }
    }
    // Of 20,000 positions each the most is 6.6, 4.1 and 5.2 for two, three and four players, the root of the mean square 1.4, 0.9 and 1.0.
    assert!(offs.iter().all(|off| off.abs() < 8.0), "{offs:?}");
    let squares: f64 = offs.iter().map(|off| off * off).sum();
    assert!((squares / offs.len() as f64).sqrt() < 2.0, "{offs:?}");
}

#[test]
fn a_network_adds_up_its_units() {
    adds_up::<2, 8>();
    adds_up::<3, 9>();
    adds_up::<4, 8>();
}

#[test]
fn a_network_is_read_as_it_is_written() {
    for players in 2..=4 {
        let network = Network::learned(players);
        assert_eq!(Network::read(&network.to_string(), players).as_ref(), Ok(network));
    }
    let text = Network::learned(2).to_string();
    let error = |text: &str| Network::read(text, 2).expect_err("it is no network").to_string();
    assert!(error("").contains("line 1: found '', expected penguin and 8 whole numbers"));
    assert!(error("# one\npenguin 1 2").contains("line 2: found 'penguin 1 2'"));
    assert!(error(&text.replace("out-bias", "bias")).contains("expected out-bias and 1 whole numbers"));
    assert!(error(&(text + "more 1")).contains("found 'more 1', expected nothing more"));
}

/// What more than two players get is what they have, what the weights say and what the network corrects of that, and nothing below what they have.
#[test]
fn results_are_a_glance_and_what_the_network_says() {
    for position in any_positions::<3>() {
        let evaluation = Evaluation::default();
        let (results, glance) = (evaluation.results(&position), evaluation.glance(&position));
        assert_eq!(glance, Evaluation::without_network().results(&position));
        let (_, sight) = sight_of::<3, 9>(&position);
        let corrections: [Score; 3] = Quantized::shared(3).corrections(&Inputs::from(&sight), |&pair| pair);
        for (place, player) in position.last_turn().round(3).enumerate() {
            let has = position.score(player) + position.value(position.penguins(player));
            let (result, glance) = (results[player.index()], glance[player.index()]);
            // A glance says no less than what is there.
            assert!(glance > has && result == has.max(glance + corrections[place]) || glance == has, "{position:?}");
        }
    }
}

/// Of two players the one's gain is the other's loss, but for whose turn it is.
#[test]
fn results_of_two_players_are_what_the_evaluation_says() {
    let position: Position<2> = deal(Dealing::Shuffled, 1);
    let position = place_at_random(&position, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let evaluation = Evaluation::default();
    let results = evaluation.results(&position);
    let mover = position.last_turn().index();
    assert_eq!(results[mover] - results[1 - mover], Eval::evaluate(&evaluation, &position));
}

#[test]
fn weights_that_cannot_be_read_say_where() {
    let error = |text: &str| text.parse::<Weights>().expect_err("it is no file of weights").to_string();
    assert!(error("near 1 2").starts_with("line 1: found 'near 1 2', expected placement or slides"));
    assert!(error("slides\nfish 1 2").contains("line 2: found 'fish 1 2', expected one of first-in-one"));
    assert!(error("slides\nnear 1 x").contains("expected a whole number"));
    assert!(error("slides\nnear 1").contains("expected a name and two numbers"));
    assert!(error("sliding").contains("expected one of placement, slides"));
}
