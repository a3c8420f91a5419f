//! **Survival** (3.5): short steps on ice that breaks elsewhere, and the last penguins win.

use floe_fish::Value;
use floe_game::{POINT, Player, Score};
use floe_hex::{Direction, Hex, HexSet, Layout, Standard};

use crate::floe::mix;
use crate::parts::way_of_penguin;
use crate::variant_knowledge::counts;
use crate::variant_rules::{default_gain, place_penguin};
use crate::{
    Floe, FloeMove, FloePart, MoveKind, OwnFeatures, Plain, Scoring, VariantInfo, VariantKnowledge,
    VariantMove, VariantRules, VariantText,
};

/// The rules of `survival` (3.5), which have no state of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Survival;

impl VariantRules for Survival {
    type Word = u64;
    type Move = VariantMove;
    const INFO: &'static VariantInfo = &VariantInfo {
        name: "survival",
        moves: &[MoveKind::Place, MoveKind::Step, MoveKind::Sink],
        help: include_str!("help.txt"),
        scoring: Scoring::Survivors,
        keys: &["idle"],
        features: &[
            // Its penguins.
            "penguins",
            // Those with at most one, two, three and more free tiles around them.
            "around-one",
            "around-two",
            "around-three",
            "around-more",
            // Tiles that it alone reaches with the fewest steps.
            "nearest",
            // In areas where no other side has any: its penguins, free tiles, and fish.
            "alone",
            "alone-tiles",
            "alone-fish",
        ],
        ..VariantInfo::NEW
    };

    fn places(&self, floe: &Floe) -> HexSet {
        floe.free()
    }

    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(VariantMove)) {
        if self.is_over(floe) {
            return;
        }
        for (from, step, to, tiles) in steps(floe) {
            if tiles.is_empty() {
                visit(VariantMove::Slide(from, to));
            }
            tiles
                .into_iter()
                .for_each(|tile| visit(VariantMove::Sink(from, step, tile)));
        }
    }

    fn play(&mut self, floe: &mut Floe, mv: VariantMove) {
        step(floe, mv);
        floe.idle = if matches!(mv, VariantMove::Sink(..)) {
            0
        } else {
            floe.idle + 1
        };
        self.pass_turn(floe, floe.next(floe.turn));
    }

    /// Removes the penguins that cannot move, and gives the turn to the first player from `player`
    /// on who has any.
    fn pass_turn(&mut self, floe: &mut Floe, mut player: Player) {
        let stranded = stranded(floe);
        floe.penguins.iter_mut().for_each(|own| *own -= stranded);
        if self.is_over(floe) {
            return;
        }
        while floe.penguins(player).is_empty() {
            player = floe.next(player);
        }
        floe.turn = player;
    }

    fn is_over(&self, floe: &Floe) -> bool {
        let left = floe.players_left();
        !floe.is_placement() && (left <= 1 || usize::from(floe.idle) >= left)
    }

    fn count(&self, floe: &Floe) -> u64 {
        let moves = || {
            steps(floe)
                .map(|(.., tiles)| u64::from(tiles.len().max(1)))
                .sum()
        };
        if self.is_over(floe) { 0 } else { moves() }
    }

    fn key(&self, floe: &Floe) -> u64 {
        mix(floe.key(), 256 + u64::from(floe.idle))
    }

    /// Penguins left, and the fish of the areas where no other player has any, in the place of
    /// tiles.
    fn result(&self, floe: &Floe, player: Player) -> Value {
        let own = floe.penguins(player);
        let mut fish = 0;
        if self.is_over(floe) {
            let others = floe.occupied() - own;
            for area in floe.outline.areas(floe.tiles) {
                if !(area & own).is_empty() && (area & others).is_empty() {
                    fish += floe.value(area).fish;
                }
            }
        }
        Value {
            fish: own.len() as i32,
            tiles: fish,
        }
    }

    /// Every score is 0 before the end.
    fn score(&self, floe: &Floe, player: Player) -> Score {
        if self.is_over(floe) {
            self.result(floe, player).score()
        } else {
            0
        }
    }

    fn destinations(&self, floe: &Floe, from: Hex) -> HexSet {
        floe.geometry().adjacent(from) & floe.free()
    }
}

impl VariantKnowledge for Survival {
    /// Number of free hexes around the penguin after its step.
    fn gain(&self, floe: &Floe, mv: VariantMove) -> Score {
        if mv.placed().is_some() {
            return default_gain(self, floe, mv);
        }
        let (from, to) = mv.endpoints(floe.geometry());
        ((floe.geometry().adjacent(to) & floe.free()) - from.into()).len() as Score
    }

    fn own_features<const N: usize>(&self, floe: &Floe, sides: [HexSet; N]) -> [OwnFeatures; N] {
        let free = floe.free();
        let nearest = nearest(floe, sides);
        let [one, two, three, more] = around(floe);
        let mut features = [OwnFeatures::default(); N];
        for (place, own) in sides.into_iter().enumerate() {
            let one = own & one;
            let two = own & two;
            let three = own & three;
            let more = own & more;
            let nearest = nearest[place].len();
            features[place] = counts([
                own.len(),
                one.len(),
                two.len(),
                three.len(),
                more.len(),
                nearest,
            ]);
        }
        for area in floe.outline.areas(floe.tiles) {
            let mut count = 0;
            let mut there = 0;
            for (place, &own) in sides.iter().enumerate() {
                if !(area & own).is_empty() {
                    (count, there) = (count + 1, place);
                }
            }
            if count == 1 {
                features[there][6] += POINT * (area & sides[there]).len() as Score;
                features[there][7] += POINT * (area & free).len() as Score;
                features[there][8] += floe.value(area).score();
            }
        }
        features
    }

    fn gain_bounds(&self, floe: &Floe, _own: HexSet, penguins: i32) -> (Value, Value) {
        let least = Value {
            fish: 0,
            tiles: floe.negative_fish(floe.tiles),
        };
        (
            least,
            Value {
                fish: penguins,
                tiles: floe.positive_fish(floe.tiles),
            },
        )
    }

    /// Names the penguins with one free tile next to them.
    fn notes(&self, floe: &Floe) -> Vec<String> {
        let is_last = |&hex: &Hex| (floe.geometry().adjacent(hex) & floe.free()).len() == 1;
        let short = |player| {
            (
                player,
                floe.penguins(player)
                    .into_iter()
                    .filter(is_last)
                    .collect::<HexSet>(),
            )
        };
        let short = floe
            .all_players()
            .map(short)
            .filter(|(_, short)| !short.is_empty());
        let note = |(player, short)| {
            format!(
                "{player} has penguins with one free tile next to them on {}.",
                floe.names(short)
            )
        };
        short.map(note).collect()
    }
}

impl VariantText for Survival {
    const PLACEMENT: &'static str = "Place a penguin on any free tile.";

    fn result_text(&self, floe: &Floe, player: Player) -> String {
        let result = self.result(floe, player);
        let around = format!(", {:3} fish around them", result.tiles);
        let noun = if result.fish == 1 {
            "penguin"
        } else {
            "penguins"
        };
        format!(
            "{} {noun}{}",
            result.fish,
            if self.is_over(floe) {
                around
            } else {
                String::new()
            }
        )
    }

    fn parts(&self, floe: &Floe, choice: VariantMove) -> Vec<FloePart<u64>> {
        let mut parts = way_of_penguin(floe.geometry(), choice, Survival::PLACEMENT);
        if let VariantMove::Sink(_, _, tile) = choice {
            let words = format!("the tile on {} sinks", floe.geometry().name(tile));
            parts.push(FloePart {
                words,
                ..FloePart::at("Now choose the tile that sinks.", tile)
            });
        }
        let mut after = *floe;
        if choice.placed().is_some() {
            place_penguin(&mut after, choice);
        } else {
            step(&mut after, choice);
        }
        let lost = stranded(&after);
        if let Some(part) = parts.last_mut().filter(|_| !lost.is_empty()) {
            let joint = if part.words.is_empty() { "" } else { " and " };
            part.words += &format!("{joint}{}", stranded_words(&after, lost));
            part.lost = lost;
        }
        parts
    }

    fn why_no_target(&self, floe: &Floe, choice: VariantMove, hex: Hex) -> Option<String> {
        let VariantMove::Sink(from, _, _) = choice else {
            return None;
        };
        let geometry = floe.geometry();
        let (_, to) = choice.endpoints(geometry);
        let name = geometry.name(hex);
        let fish = floe.fish(to);
        Some(if !floe.tiles.contains(hex) {
            format!("The tile on {name} is gone: there is only water.")
        } else if hex == to || hex != from && floe.occupied().contains(hex) {
            format!("A penguin stands on {name}: only an empty tile sinks.")
        } else {
            format!(
                "A tile with {fish} fish must sink, as many as on {}; {name} has {}.",
                geometry.name(to),
                floe.fish(hex)
            )
        })
    }

    fn why_illegal(&self, floe: &Floe, sign: char, from: Hex, to: Hex) -> Option<String> {
        let geometry = floe.geometry();
        if sign == 'x' {
            return Plain.why_illegal(floe, sign, from, to);
        }
        let is_adjacent = from == to || geometry.adjacent(from).contains(to);
        (!is_adjacent).then(|| {
            format!(
                "{} is not next to {}",
                geometry.name(to),
                geometry.name(from)
            )
        })
    }
}

/// Hexes with at most one free tile around them, with two, with three and with more.
#[inline]
fn around(floe: &Floe) -> [HexSet; 4] {
    let free = floe.free();
    let [ones, twos, fours] = if floe.outline.is_standard() {
        Standard.neighbour_counts(free).digits()
    } else {
        floe.outline.neighbour_counts(free).digits()
    };
    let hexes = floe.geometry().hexes();
    [
        hexes - twos - fours,
        twos - ones - fours,
        (twos & ones) - fours,
        fours,
    ]
}

/// Free tiles that each side alone reaches with the fewest steps.
fn nearest<const N: usize>(floe: &Floe, sides: [HexSet; N]) -> [HexSet; N] {
    if floe.outline.is_standard() {
        nearest_on(floe, Standard, sides)
    } else {
        nearest_on(floe, floe.outline, sides)
    }
}

/// [`nearest`] on a floe of this layout.
#[inline]
fn nearest_on<const N: usize>(floe: &Floe, layout: impl Layout, sides: [HexSet; N]) -> [HexSet; N] {
    let mut nearest = [HexSet::EMPTY; N];
    let mut front = sides;
    let mut open = floe.free();
    loop {
        let mut once = HexSet::EMPTY;
        let mut more = HexSet::EMPTY;
        for side in &mut front {
            *side = layout.neighbours(*side) & open;
            more |= once & *side;
            once |= *side;
        }
        if once.is_empty() {
            return nearest;
        }
        for side in 0..N {
            nearest[side] |= front[side] - more;
        }
        open -= once;
    }
}

/// Moves a penguin and removes a tile, before the penguins leave that this strands.
fn step(floe: &mut Floe, mv: VariantMove) {
    let (from, to) = mv.endpoints(floe.geometry());
    floe.walk(floe.turn, from, to);
    if let VariantMove::Sink(_, _, tile) = mv {
        floe.remove(tile.into());
    }
}

/// Penguins without a free tile next to them, which leave; none as long as penguins are placed.
fn stranded(floe: &Floe) -> HexSet {
    if floe.is_placement() {
        HexSet::EMPTY
    } else {
        floe.occupied() - floe.neighbours(floe.free())
    }
}

/// Stranded penguins in words: `strands B's penguins on c2, d3, which leave the floe`.
fn stranded_words(floe: &Floe, stranded: HexSet) -> String {
    let of_player = |player| {
        let own = floe.penguins(player) & stranded;
        let noun = if own.is_several() {
            "penguins"
        } else {
            "penguin"
        };
        (!own.is_empty()).then(|| format!("{player}'s {noun} on {}", floe.names(own)))
    };
    let penguins: Vec<String> = floe.all_players().filter_map(of_player).collect();
    let verb = if stranded.is_several() {
        "leave"
    } else {
        "leaves"
    };
    format!("strands {}, which {verb} the floe", penguins.join(" and "))
}

/// Steps of the player to move: start, direction, end, and the tiles that can be removed after it.
fn steps(floe: &Floe) -> impl Iterator<Item = (Hex, Direction, Hex, HexSet)> {
    let geometry = floe.geometry();
    let free = floe.free();
    floe.penguins(floe.turn).into_iter().flat_map(move |from| {
        let ends = Direction::ALL
            .into_iter()
            .filter_map(move |step| Some((step, geometry.neighbour(from, step)?)));
        let free_ends = ends.filter(move |&(_, to)| free.contains(to));
        free_ends.map(move |(step, to)| (from, step, to, removable(floe, from, to)))
    })
}

/// Tiles that can be removed after a step onto `to`: the free ones with as many fish, `from`
/// included.
fn removable(floe: &Floe, from: Hex, to: Hex) -> HexSet {
    let standing = (floe.occupied() - from.into()) | to.into();
    floe.tiles_of(floe.fish(to)) - standing
}
