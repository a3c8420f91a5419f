//! Exact values of small floes from the first placement, of many floes on one outline at a time.

use floe_fish::{Dealing, Value, deal_tiles};
use floe_game::{POINT, Score};
use floe_hex::{Direction, Hex};

use super::SmallOutline;

/// Number of random floes that are solved on every outline: those of the seeds from 1.
pub const RANDOM_FLOES: usize = 100;

/// Number of floes that are solved together: one of one-fish tiles, the random ones, and copies of
/// the first one until they fill the vectors of SIMD.
const LANES: usize = 104;

const _: () = assert!(RANDOM_FLOES < LANES && LANES.is_multiple_of(8));

/// Margins of one position on every floe, for the side to move, in 1/128 fish. No margin of a floe
/// of 12 tiles comes near the limits of the numbers.
type Margins = [i16; LANES];

/// Margin of a player without a legal placement, which no floe has: below all others.
const IMPOSSIBLE: i16 = -20_000;

/// Hexes of an outline as bits: the first hex in reading order is the lowest.
type Bits = u16;

/// Values of the floes of an outline from the first placement, under best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedOutline {
    /// Value of the floe whose tiles all have one fish.
    pub ones: SolvedFloe,
    /// Values of the random floes; the one with index `i` is dealt as `floe new --seed` does with
    /// the seed `i + 1`.
    pub random: Vec<SolvedFloe>,
}

/// Values of a floe before the first placement, for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedFloe {
    /// Final margin.
    pub margin: Value,
    /// Final margin if the first player may let the other player slide first, after all penguins
    /// are placed; both players know this while they place.
    pub margin_with_pass: Value,
}

/// Fish of a random floe on an outline, hex by hex in reading order, as a deal by this seed lays
/// them.
pub fn random_floe(outline: &SmallOutline, seed: u64) -> Vec<u32> {
    let (geometry, hexes) = outline.geometry();
    let tiles = deal_tiles(&geometry, hexes, Dealing::Shuffled, seed);
    let fish = |hex| {
        (1..)
            .zip(tiles)
            .find(|(_, tiles)| tiles.contains(hex))
            .map_or(0, |(fish, _)| fish)
    };
    hexes.into_iter().map(fish).collect()
}

/// Solves the floe of one-fish tiles and [`RANDOM_FLOES`] random ones, for two players with this
/// number of penguins each. `None` if a floe has too few one-fish tiles to place them on.
///
/// This is minimax over all positions, each worked out once for all floes together; it shares no
/// code with the solvers of the engine.
///
/// # Panics
/// If the outline has more than 12 hexes.
pub fn solve_outline(outline: &SmallOutline, penguins: u32) -> Option<SolvedOutline> {
    let mut floes = Floes::new(outline);
    let places = |lane: usize| {
        floes
            .is_place
            .iter()
            .filter(|lanes| lanes[lane] != 0)
            .count()
    };
    if (0..LANES).any(|lane| places(lane) < 2 * penguins as usize) {
        return None;
    }
    let empty = Sides {
        free: floes.all(),
        me: 0,
        other: 0,
    };
    let margins = floes.placing(empty, 2 * penguins, FirstSlide::Forced);
    let with_pass = floes.placing(empty, 2 * penguins, FirstSlide::MayPass);
    let floe = |lane: usize| SolvedFloe {
        margin: Value::from_score(Score::from(margins[lane])),
        margin_with_pass: Value::from_score(Score::from(with_pass[lane])),
    };
    Some(SolvedOutline {
        ones: floe(0),
        random: (1..=RANDOM_FLOES).map(floe).collect(),
    })
}

/// Whether the player with the first slide may leave it to the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FirstSlide {
    Forced,
    MayPass,
}

/// Free hexes, and those with penguins of the side to move and of the other side; the rest is
/// water.
#[derive(Clone, Copy)]
struct Sides {
    free: Bits,
    me: Bits,
    other: Bits,
}

impl Sides {
    /// Number of the position, two bits for each hex. While both sides have penguins, or one has
    /// retired, no other position has it.
    fn index(self, hexes: usize) -> usize {
        let mine = usize::from(self.free | self.me);
        let theirs = usize::from(self.free | self.other);
        mine | theirs << hexes
    }

    /// Position with the other side to move, else equal.
    fn turned(self) -> Sides {
        Sides {
            me: self.other,
            other: self.me,
            ..self
        }
    }
}

/// The floes on an outline, and the margins of positions known so far.
struct Floes {
    hexes: usize,
    /// Rays of every hex: the hexes in a straight line in each direction, nearest first.
    rays: Vec<[Vec<Bits>; Direction::COUNT]>,
    /// Score of the tile on every hex, on every floe.
    score: Vec<Margins>,
    /// All bits set where the tile of the hex has one fish, so that a penguin can be placed on it;
    /// else none.
    is_place: Vec<Margins>,
    /// Place in `margins` of every position by its [`Sides::index`].
    known: Vec<u32>,
    margins: Vec<Margins>,
}

/// Entry of [`Floes::known`] of a position that has no margins yet.
const UNKNOWN: u32 = u32::MAX;

impl Floes {
    fn new(outline: &SmallOutline) -> Floes {
        let hexes = outline.hexes();
        assert!(hexes <= 12, "an outline of at most 12 hexes");
        let (geometry, own) = outline.geometry();
        let own: Vec<Hex> = own.into_iter().collect();
        let bit = |hex: Hex| {
            own.iter()
                .position(|&known| known == hex)
                .map(|index| 1 << index)
        };
        let ray = |hex: Hex, direction: Direction| -> Vec<Bits> {
            let next = |&hex: &Hex| geometry.neighbour(hex, direction);
            std::iter::successors(geometry.neighbour(hex, direction), next)
                .map_while(bit)
                .collect()
        };
        let rays = own
            .iter()
            .map(|&hex| Direction::ALL.map(|direction| ray(hex, direction)))
            .collect();
        let mut score = vec![[0; LANES]; hexes];
        let mut is_place = vec![[0; LANES]; hexes];
        for lane in 0..LANES {
            let is_random = (1..=RANDOM_FLOES).contains(&lane);
            let fish = if is_random {
                random_floe(outline, lane as u64)
            } else {
                vec![1; hexes]
            };
            for (hex, &fish) in fish.iter().enumerate() {
                score[hex][lane] = (POINT * fish as i32 + 1) as i16;
                is_place[hex][lane] = if fish == 1 { -1 } else { 0 };
            }
        }
        Floes {
            hexes,
            rays,
            score,
            is_place,
            known: vec![UNKNOWN; 1 << (2 * hexes)],
            margins: Vec::new(),
        }
    }

    fn all(&self) -> Bits {
        ((1_u32 << self.hexes) - 1) as Bits
    }

    /// Margins while `left` penguins are still to be placed. The tiles under penguins are one fish
    /// each and as many for both sides, so no player gains by them.
    fn placing(&mut self, sides: Sides, left: u32, first_slide: FirstSlide) -> Margins {
        if left == 0 {
            let forced = self.margins_of(sides);
            if first_slide == FirstSlide::Forced {
                return self.margins[forced];
            }
            let passed = self.margins_of(sides.turned());
            let mut best = self.margins[forced];
            maximize(
                &mut best,
                &self.margins[passed],
                |passed, _| -passed,
                &self.score[0],
            );
            return best;
        }
        let mut best = [IMPOSSIBLE; LANES];
        for hex in bits_of(sides.free) {
            let placed = Sides {
                free: sides.free & !hex,
                me: sides.other,
                other: sides.me | hex,
            };
            let margins = self.placing(placed, left - 1, first_slide);
            let is_place = &self.is_place[hex.trailing_zeros() as usize];
            maximize(
                &mut best,
                &margins,
                |margin, is_place| -margin & is_place | IMPOSSIBLE & !is_place,
                is_place,
            );
        }
        best
    }

    /// Place in `margins` of the margins that are still to come; tiles count when a penguin lands
    /// on them.
    fn margins_of(&mut self, sides: Sides) -> usize {
        let index = sides.index(self.hexes);
        if self.known[index] != UNKNOWN {
            return self.known[index] as usize;
        }
        let mut best: Option<Margins> = None;
        for from in bits_of(sides.me) {
            for direction in 0..Direction::COUNT {
                for step in 0.. {
                    let ray = &self.rays[from.trailing_zeros() as usize][direction];
                    let Some(&to) = ray.get(step).filter(|&&to| sides.free & to != 0) else {
                        break;
                    };
                    let best = best.get_or_insert([IMPOSSIBLE; LANES]);
                    self.slide(sides, from, to, best);
                }
            }
        }
        let margins = match best {
            Some(best) => best,
            None if sides.other == 0 => [0; LANES],
            // Who cannot move retires, and the other side goes on alone.
            None => {
                let alone = self.margins_of(Sides {
                    free: sides.free,
                    me: sides.other,
                    other: 0,
                });
                self.margins[alone].map(|margin| -margin)
            }
        };
        self.margins.push(margins);
        self.known[index] = (self.margins.len() - 1) as u32;
        self.margins.len() - 1
    }

    /// Raises the best margins to those after a slide, where they are higher.
    fn slide(&mut self, sides: Sides, from: Bits, to: Bits, best: &mut Margins) {
        let moved = Sides {
            free: sides.free & !to,
            me: sides.me & !from | to,
            other: sides.other,
        };
        let gained = to.trailing_zeros() as usize;
        if sides.other == 0 {
            let after = self.margins_of(moved);
            maximize(
                best,
                &self.margins[after],
                |margin, gained| gained + margin,
                &self.score[gained],
            );
        } else {
            let after = self.margins_of(moved.turned());
            maximize(
                best,
                &self.margins[after],
                |margin, gained| gained - margin,
                &self.score[gained],
            );
        }
    }
}

/// Raises every margin of `best` to that of `combine` where it is higher.
fn maximize(
    best: &mut Margins,
    margins: &Margins,
    combine: impl Fn(i16, i16) -> i16,
    others: &Margins,
) {
    for lane in 0..LANES {
        best[lane] = best[lane].max(combine(margins[lane], others[lane]));
    }
}

/// The single bits of a set.
fn bits_of(set: Bits) -> impl Iterator<Item = Bits> {
    std::iter::successors(Some(set), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest & rest.wrapping_neg())
}
