//! The rules one by one, on floes small enough to check by eye. Numbers are those of
//! `docs/rules.md`.

use std::collections::BTreeSet;

use floe_fish::{Dealing, Move, Position, Value, deal, penguins_each, place_at_random};
use floe_game::{Game, Notated, Player, Sampled, Score, Turn, TwoSided, walk};
use floe_hex::{HexSet, Layout, Standard};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::claims::description;

const A: Player = Player::new(0);
const B: Player = Player::new(1);
const C: Player = Player::new(2);

/// The game in `docs/rules.md`.
const WORKED_EXAMPLE: &str =
    "2....../..2...../.1..2../.A213B1.../......./......../......./A1......B2 A 39:25,44:25";

fn read<const N: usize>(line: &str) -> Position<N> {
    line.parse()
        .unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn moves<const N: usize>(position: &Position<N>) -> BTreeSet<String> {
    position
        .moves()
        .iter()
        .map(|&mv| position.move_text(mv))
        .collect()
}

fn set(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

/// Plays these moves, each of which must be legal.
fn play<const N: usize>(mut position: Position<N>, words: &str) -> Position<N> {
    for text in words.split_whitespace() {
        assert!(
            moves(&position).contains(text),
            "{text} is not legal\n{position:?}"
        );
        position.play(Move::parse(text, Standard.geometry()).unwrap());
    }
    position
}

fn taken<const N: usize>(position: &Position<N>) -> [(i32, i32); N] {
    std::array::from_fn(|index| position.taken(Player::new(index)))
        .map(|taken| (taken.fish, taken.tiles))
}

#[test]
fn rule_1_2_players_and_penguins() {
    fn check<const N: usize>(each: u8) {
        let start: Position<N> = deal(Dealing::Shuffled, 1);
        assert_eq!(penguins_each(N), each);
        assert!(Player::first(N).all(|player| start.hand(player) == each));
        let mut position = start;
        for turn in 0..N * usize::from(each) {
            assert_eq!(
                position.turn(),
                Turn::Of(Player::new(turn % N)),
                "in the order of the letters"
            );
            position.play(position.moves()[0]);
        }
        assert!(!position.is_placement());
        assert!(Player::first(N).all(|player| position.penguins(player).len() == u32::from(each)));
    }
    check::<2>(4);
    check::<3>(3);
    check::<4>(2);
}

#[test]
fn rule_1_3_all_tiles_are_dealt() {
    let mut floes = BTreeSet::new();
    for seed in 0..50 {
        let position: Position<2> = deal(Dealing::Shuffled, seed);
        assert_eq!(
            [1, 2, 3].map(|fish| position.tiles_of(fish).len()),
            [30, 20, 10]
        );
        floes.insert([1, 2, 3].map(|fish| position.tiles_of(fish)));
        let (three, four): (Position<3>, Position<4>) =
            (deal(Dealing::Shuffled, seed), deal(Dealing::Shuffled, seed));
        for fish in 1..=3 {
            assert_eq!(
                position.tiles_of(fish),
                three.tiles_of(fish),
                "the same floe for three"
            );
            assert_eq!(
                position.tiles_of(fish),
                four.tiles_of(fish),
                "the same floe for four"
            );
        }
    }
    assert_eq!(floes.len(), 50, "every seed has a floe of its own");
}

/// A seed means the same floe for ever: other programs and notes of old games rely on it.
#[test]
fn rule_1_3_a_seed_is_a_floe() {
    let line = |dealing, seed| deal::<2>(dealing, seed).to_string();
    assert_eq!(
        line(Dealing::Shuffled, 1),
        "1212211/21323211/2222221/31131111/1121213/11322113/1121123/31111322 A 0:0,0:0 4,4"
    );
    assert_eq!(
        line(Dealing::Balanced, 1),
        "1221213/11211121/2313231/12111213/2212322/21131111/2221111/23113213 A 0:0,0:0 4,4"
    );
}

#[test]
fn rule_1_3_balanced_deals_are_even() {
    for seed in 0..50 {
        let position: Position<2> = deal(Dealing::Balanced, seed);
        assert_eq!(
            [1, 2, 3].map(|fish| position.tiles_of(fish).len()),
            [30, 20, 10]
        );
        let line = position.to_string();
        let rows: Vec<&str> = line.split([' ', '/']).take(8).collect();
        for pair in rows.chunks(2) {
            let fish: u32 = pair
                .concat()
                .chars()
                .map(|digit| digit.to_digit(10).unwrap())
                .sum();
            assert!((22..=28).contains(&fish), "{fish} fish in {pair:?}");
        }
        let threes = position.tiles_of(3);
        let touching = threes
            .into_iter()
            .filter(|&hex| !(Standard.neighbours(hex.into()) & threes).is_empty());
        assert_eq!(touching.count(), 0, "{position:?}");
    }
}

#[test]
fn rule_1_4_penguins_are_placed_on_free_one_fish_tiles() {
    let start = read::<2>(
        "1231.../.1...1../......./......../......./......../......./.......1 A 0:0,0:0 2,2",
    );
    assert_eq!(moves(&start), set("a1 d1 b2 f2 h8"));
    let placed = play(start, "d1 b2");
    assert_eq!(moves(&placed), set("a1 f2 h8"));
    assert_eq!(
        (placed.hand(A), placed.hand(B), placed.turn()),
        (1, 1, Turn::Of(A))
    );
    let all = play(placed, "f2 a1");
    assert!(!all.is_placement());
    assert_eq!(
        all.turn(),
        Turn::Of(A),
        "A begins, placing and moving (1.2)"
    );
    assert_eq!(moves(&all), set("d1-c1 d1-b1"), "and f2 cannot move");
    assert_eq!(taken(&all), [(0, 0), (0, 0)], "placing takes nothing");
}

#[test]
fn rule_1_4_nobody_retires_before_all_are_placed() {
    // A's first penguin is stuck from the start. B, who is stuck as well, retires after A's first
    // move only.
    let start = read::<2>(
        "1.1..../......../......./......../......./......../......./11.....1 A 0:0,0:0 2,2",
    );
    let placed = play(start, "a1 c1 b8 h8");
    assert_eq!(
        placed.to_string(),
        "A1.B1..../......../......./......../......./......../......./1A1.....B1 A 0:0,0:0"
    );
    let end = play(placed, "b8-a8");
    assert_eq!((end.turn(), taken(&end)), (Turn::Over, [(3, 3), (2, 2)]));
}

/// d4 has free tiles to the W up to water, to the E up to a penguin, an own penguin to the NE,
/// water to the NW, and lines ended by water and by a penguin to the SE and SW.
const LINES: &str =
    "......./..3...../...A1.../.11A21B11./..13.../..B1.2.../......./.....1.. A 10:9,10:9";

#[test]
fn rule_1_5_a_penguin_slides_over_free_tiles_as_far_as_it_likes() {
    let position = read::<2>(LINES);
    assert_eq!(
        moves(&position),
        set("d4-c4 d4-b4 d4-e4 d4-d5 d4-e6 d4-c5 d3-e4")
    );
}

#[test]
fn rule_1_5_it_takes_the_tile_it_left() {
    let position = play(read::<2>(LINES), "d4-e6");
    assert_eq!(position.turn(), Turn::Of(B));
    assert_eq!(
        position.to_string(),
        "......./..3...../...A1.../.11.1B11./..13.../..B1.A2.../......./.....1.. B 12:10,10:9",
        "d4 with its two fish is water, and the two fish of e6 are no player's yet"
    );
}

#[test]
fn rule_1_6_a_player_must_move_when_it_can() {
    // A would rather stay: the only move gives up a way to the three fish.
    let position = read::<2>(
        "A113..../......../......./......../......./......../......./......B11 A 10:9,10:9",
    );
    let after = play(position, "a1-b1");
    assert_eq!(moves(&after), set("g8-h8"), "there is no pass");
    for seed in 0..30 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let position = walk(&deal::<3>(Dealing::Shuffled, seed), 2 * seed as usize, rng);
        assert_eq!(
            position.is_over(),
            position.moves().is_empty(),
            "who has the turn has a move\n{position:?}"
        );
    }
}

#[test]
fn rule_1_7_who_cannot_move_retires_and_play_goes_on() {
    // A moves; B is stuck, so that the turn is C's at once, and then A's for good.
    let start = read::<3>(
        "A1111.../......../..B3..../......../......./......../......./......C12 A 8:8,8:8,8:8",
    );
    let position = play(start, "a1-b1");
    assert_eq!(position.turn(), Turn::Of(C), "retiring is not a turn");
    assert!(
        position.penguins(B).is_empty(),
        "its penguins leave the floe"
    );
    assert_eq!(
        taken(&position),
        [(9, 9), (11, 9), (8, 8)],
        "it takes the tiles they stood on"
    );
    assert_eq!(
        position.to_string(),
        ".A111.../......../......./......../......./......../......./......C12 C 9:9,11:9,8:8"
    );
    let position = play(position, "g8-h8 b1-c1 c1-d1");
    assert_eq!(position.turn(), Turn::Over);
    assert_eq!(taken(&position), [(12, 12), (11, 9), (11, 10)]);
}

#[test]
fn rule_1_7_a_stuck_penguin_stays_while_another_can_move() {
    let position = play(read::<2>(WORKED_EXAMPLE), "b4-d4 e4-e3");
    let a8 = Standard.geometry().hex("a8").unwrap();
    assert!(
        position.penguins(A).contains(a8),
        "it stays where it is until its owner retires"
    );
    assert_eq!(position.fish(a8), 1);
}

#[test]
fn rule_1_7_what_is_read_has_retired() {
    for (line, printed) in [
        (
            "2....../..2...../.1..B2../..A1...../......./......../......./A1......B2 B 44:27,45:26",
            "2....../..2...../.1...../..A1...../......./......../......./A1....... A 44:27,49:28",
        ),
        (
            "2....../..A2...../......./......../......./......../......./A1....... B 46:29,49:28",
            "2....../......../......./......../......./......../......./........ B 49:31,49:28",
        ),
    ] {
        assert_eq!(read::<2>(line).to_string(), printed);
    }
}

#[test]
fn rule_1_8_the_worked_example_ends_as_written() {
    let start = read::<2>(WORKED_EXAMPLE);
    assert_eq!(moves(&start), set("b4-b3 b4-c2 b4-c4 b4-d4"));
    let position = play(start, "b4-d4");
    assert_eq!(taken(&position), [(41, 26), (44, 25)]);
    assert_eq!(moves(&position), set("e4-e3"));
    let position = play(position, "e4-e3 d4-c4");
    assert_eq!(
        (taken(&position), position.turn()),
        ([(44, 27), (49, 28)], Turn::Of(A))
    );
    let end = play(position, "c4-b3 b3-c2");
    assert_eq!(
        (taken(&end), end.turn()),
        ([(49, 31), (49, 28)], Turn::Over)
    );
    assert_eq!(
        end.tiles().len(),
        1,
        "no player took a1: it counts for none"
    );
    assert_eq!(
        Value::from_score(end.margin()).to_string(),
        "0:+3",
        "the tie is broken by tiles (1.9)"
    );
    let line = "2....../......../......./......../......./......../......./........ A 49:31,49:28";
    assert_eq!(
        end.to_string(),
        line,
        "a finished game prints the last TURN"
    );
    assert_eq!(read::<2>(line), end);
}

#[test]
fn rule_1_8_everybody_retires_at_the_end() {
    for seed in 0..40 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let end = deal::<4>(Dealing::Shuffled, seed).playout(rng);
        assert!(end.is_over() && Player::first(4).all(|player| end.penguins(player).is_empty()));
        let all: i32 = taken(&end).iter().map(|&(_, tiles)| tiles).sum();
        assert_eq!(
            all as u32 + end.tiles().len(),
            60,
            "every tile is a player's or left"
        );
    }
}

#[test]
fn rule_1_9_fish_first_then_tiles() {
    let result = |line: &str| read::<2>(line).margin();
    let floe = "......./......../......./......../......./......../......./........";
    assert!(
        result(&format!("{floe} A 31:11,30:30")) > 0,
        "one fish is more than any number of tiles"
    );
    assert!(
        result(&format!("{floe} A 30:11,30:10")) > 0,
        "the tie is broken by tiles"
    );
    assert_eq!(
        result(&format!("{floe} A 30:11,30:11")),
        0,
        "the victory is shared"
    );
    let [few, many] = [
        Value {
            fish: 50,
            tiles: 17,
        },
        Value {
            fish: 51,
            tiles: 17,
        },
    ]
    .map(Value::score);
    assert!(few < many);
}

/// A loses a fish race on purpose of nothing: both are stuck, and 57:45 becomes 58:46.
#[test]
fn rule_1_9_a_difference_of_many_tiles() {
    let line =
        "....A1.1/......../......./......../B1....../......../......./........ A 57:45,30:12";
    let end = read::<2>(line);
    assert_eq!(end.turn(), Turn::Over);
    assert_eq!(
        Value::from_score(best_margin(&end)),
        Value {
            fish: 27,
            tiles: 33
        }
    );
}

#[test]
fn rule_1_9_the_value_is_the_best_result() {
    assert_eq!(
        Value::from_score(best_margin(&read::<2>(WORKED_EXAMPLE))).to_string(),
        "0:+3"
    );
}

/// A's result less B's when both play their best, by trying everything.
fn best_margin(position: &Position<2>) -> Score {
    let results = position
        .moves()
        .into_iter()
        .map(|mv| best_margin(&position.after(mv)));
    match position.turn() {
        Turn::Over => position.margin(),
        Turn::Of(player) if player == A => results.max().unwrap(),
        Turn::Of(_) => results.min().unwrap(),
    }
}

/// The penguins that have no free tile next to them.
fn stuck<const N: usize>(position: &Position<N>) -> HexSet {
    let penguins =
        Player::first(N).fold(HexSet::EMPTY, |all, player| all | position.penguins(player));
    penguins
        .into_iter()
        .filter(|&hex| (Standard.neighbours(hex.into()) & position.free()).is_empty())
        .collect()
}

/// The position with the tiles of stuck penguins booked for their owners and gone.
fn booked<const N: usize>(position: &Position<N>) -> Position<N> {
    let stuck = stuck(position);
    let mut description = description(position);
    for player in Player::first(N) {
        let own = position.penguins(player) & stuck;
        let sum = position.score(player) + position.value(own);
        description.taken[player.index()] = Value::from_score(sum);
        description.penguins[player.index()] -= own;
        description.tiles.iter_mut().for_each(|tiles| *tiles -= own);
    }
    Position::new(&description)
}

#[test]
fn rule_1_10_stuck_is_stuck_and_may_be_booked_at_once() {
    fn check<const N: usize>() {
        for seed in 0..30 {
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = place_at_random(&deal::<N>(Dealing::Shuffled, seed), rng);
            let mut early = booked(&position);
            while let Some(mv) = position.random_move(rng) {
                let before = stuck(&position);
                assert_eq!(moves(&early), moves(&position), "{position:?}");
                position.play(mv);
                early.play(mv);
                early = booked(&early);
                let left = before
                    .into_iter()
                    .filter(|&hex| position.fish(hex) > 0)
                    .collect::<HexSet>();
                assert!(
                    left.is_subset(stuck(&position)),
                    "a stuck penguin stays stuck\n{position:?}"
                );
            }
            assert!(early.is_over());
            assert_eq!(
                taken(&early),
                taken(&position),
                "the outcome is the same\n{position:?}"
            );
        }
    }
    check::<2>();
    check::<3>();
    check::<4>();
}
