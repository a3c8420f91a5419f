//! All moves of a game on a board, numbered from 0: what a policy chooses from.

use std::sync::OnceLock;

use floe_angling::{Angler, Angling, AnglingMove, LakeSpace, LakeTile};
use floe_fish::{Move, Position};
use floe_flip::{Contest, Flip};
use floe_game::Keyed;
use floe_hex::{Layout, Standard};
use floe_variants::{FloeMove, Hidden, Outline, Special, Variant, VariantInfo};

/// Moves that some position of a board can have, in a fixed order. The number of a move is its
/// place in this order, from 0.
#[derive(Debug)]
pub struct ActionSpace {
    /// [Bits](Keyed::move_bits) of every move.
    bits: Vec<u32>,
    /// Numbers of the moves by their bits; [`NONE`] for others.
    numbers: Vec<u16>,
}

/// No number.
const NONE: u16 = u16::MAX;

impl ActionSpace {
    fn new(bits: Vec<u32>) -> ActionSpace {
        let mut numbers = vec![NONE; 1 + bits.iter().max().map_or(0, |&most| most as usize)];
        for (number, &bits) in bits.iter().enumerate() {
            numbers[bits as usize] = number as u16;
        }
        ActionSpace { bits, numbers }
    }

    /// Number of moves: every number is below it.
    pub fn count(&self) -> usize {
        self.bits.len()
    }

    /// Bits of the move with this number; `None` if the number is too large.
    #[inline]
    pub fn bits(&self, number: u32) -> Option<u32> {
        self.bits.get(number as usize).copied()
    }

    /// Number of the move with these bits.
    ///
    /// # Panics
    /// With debug assertions, if it is no move of this board. Without them, the call panics or
    /// returns a number that no move has.
    #[inline]
    pub fn number(&self, bits: u32) -> u32 {
        let number = self.numbers[bits as usize];
        debug_assert!(number != NONE, "a move of the board");
        number.into()
    }
}

/// Game whose moves have numbers for learners, the same in every position of a board.
pub trait Numbered: Keyed {
    /// All moves of the board; `None` where they are too many. An action is then a place in the
    /// list of legal moves, from 0.
    fn action_space(&self) -> Option<&'static ActionSpace>;
}

/// Key of the moves of a board: rules and layout, or rules and the size of the lake.
type SpaceKey = (&'static str, &'static str, usize);

/// Spaces in a linked list, each worked out on first use.
///
/// It is the memo of a pure function, as that of outlines: an entry is written once, and nothing
/// but speed depends on it.
struct Known {
    key: SpaceKey,
    space: ActionSpace,
    next: OnceLock<Box<Known>>,
}

static KNOWN: OnceLock<Box<Known>> = OnceLock::new();

/// The space of a key.
fn known(key: SpaceKey, moves: impl Fn() -> Vec<u32>) -> &'static ActionSpace {
    let mut slot = &KNOWN;
    loop {
        let make = || {
            Box::new(Known {
                key,
                space: ActionSpace::new(moves()),
                next: OnceLock::new(),
            })
        };
        let known = slot.get_or_init(make);
        if known.key == key {
            return &known.space;
        }
        slot = &known.next;
    }
}

/// Moves of the base game: the hexes for placing, then the pairs on a line.
impl<const N: usize> Numbered for Position<N> {
    fn action_space(&self) -> Option<&'static ActionSpace> {
        static SPACE: OnceLock<ActionSpace> = OnceLock::new();
        Some(SPACE.get_or_init(|| {
            let geometry = Standard.geometry();
            let placements = geometry.hexes().into_iter().map(Move::Place);
            let slides = geometry
                .lines()
                .into_iter()
                .map(|(from, to)| Move::Slide { from, to });
            ActionSpace::new(
                placements
                    .chain(slides)
                    .map(|mv| mv.bits().into())
                    .collect(),
            )
        }))
    }
}

/// Moves of a variant, of one of its kinds after another.
fn floe_moves(variant: &'static VariantInfo, outline: Outline) -> Option<&'static ActionSpace> {
    let moves = || {
        let kinds = variant.moves.iter();
        let moves = kinds.flat_map(|kind| kind.all(outline.geometry()));
        moves.map(FloeMove::bits).collect()
    };
    Some(known((variant.name, outline.name(), 0), moves))
}

impl Numbered for Variant {
    fn action_space(&self) -> Option<&'static ActionSpace> {
        floe_moves(self.rules().variant, self.outline)
    }
}

/// Choices only: the numbers are those of the base game.
impl Numbered for Hidden {
    fn action_space(&self) -> Option<&'static ActionSpace> {
        floe_moves(self.rules().variant, self.outline)
    }
}

impl Numbered for Special {
    fn action_space(&self) -> Option<&'static ActionSpace> {
        None
    }
}

impl Numbered for Flip {
    fn action_space(&self) -> Option<&'static ActionSpace> {
        None
    }
}

impl Numbered for Contest {
    fn action_space(&self) -> Option<&'static ActionSpace> {
        None
    }
}

/// Choices on a lake of this size.
fn lake_moves(area: &[LakeSpace], piers: u8) -> Vec<AnglingMove> {
    let anglers = Angler::ALL;
    let pairs: Vec<(LakeSpace, LakeSpace)> = area
        .iter()
        .flat_map(|&a| area.iter().map(move |&b| (a, b)))
        .collect();
    let is_line =
        |a: LakeSpace, b: LakeSpace| a != b && (a.column() == b.column() || a.row() == b.row());
    let slides = pairs.iter().filter(|&&(a, b)| is_line(a, b));
    let swaps = pairs.iter().filter(|&&(a, b)| a < b);
    let mut moves = vec![AnglingMove::Lay(None)];
    moves.extend(LakeTile::all().map(|tile| AnglingMove::Lay(Some(tile))));
    for angler in anglers {
        moves.extend((0..piers).map(|pier| AnglingMove::Place(angler, pier)));
    }
    for angler in anglers {
        moves.extend((1..piers).map(|by| AnglingMove::Walk(angler, by)));
        moves.push(AnglingMove::WalkOut(angler));
    }
    moves.extend(area.iter().map(|&space| AnglingMove::Show(space, None)));
    moves.extend(area.iter().map(|&space| AnglingMove::Catch(space, None)));
    moves.push(AnglingMove::No);
    moves.extend(area.iter().map(|&space| AnglingMove::Look(space, None)));
    moves.push(AnglingMove::Hold);
    moves.extend(slides.map(|&(a, b)| AnglingMove::Slide(a, b)));
    moves.extend(anglers.map(AnglingMove::Push));
    moves.extend(swaps.map(|&(a, b)| AnglingMove::Swap(a, b)));
    moves.push(AnglingMove::End);
    moves
}

impl Numbered for Angling {
    fn action_space(&self) -> Option<&'static ActionSpace> {
        let area: Vec<LakeSpace> = self.area().into_iter().collect();
        let moves = || {
            lake_moves(&area, self.piers() as u8)
                .into_iter()
                .map(<Angling as Keyed>::move_bits)
                .collect()
        };
        Some(known(("angling", "", self.area().len()), moves))
    }
}
