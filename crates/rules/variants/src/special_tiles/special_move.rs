use floe_game::Player;
use floe_hex::{Geometry, Hex};

use crate::FloeMove;

/// Move of the variant `special-tiles` (3.7), with the effect of the tile on which it lands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SpecialMove {
    /// Places a penguin on the tile at this hex (1.4): `c3`.
    Place(Hex),
    /// Moves a penguin from the first hex to the second (1.5), with the effect of the special tile
    /// on which it stops, if the player uses one: `c3-f3`, `c3-f3,to:a1`.
    Slide(Hex, Hex, Effect),
}

/// Effect of the special tile on which a penguin stops, as its player chooses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effect {
    /// The player uses no effect.
    Unused,
    /// The penguin jumps on to the tile at this hex.
    Jump(Hex),
    /// The penguin swaps places with the penguin at this hex.
    Swap(Hex),
    /// The player given, an opponent, gives back the tile with the fewest fish that it has taken.
    /// The tile is laid at this hex.
    Return(Player, Hex),
    /// The tile at the first hex floats to the second.
    Float(Hex, Hex),
}

/// Bits of a hex.
const WIDTH: u32 = 7;
/// Ranges of 128 numbers for jumps, swaps, and returns of each player; those of floating tiles
/// follow.
const FLOATS: usize = 2 + Player::MAX;

const fn pair(high: usize, low: Hex) -> u32 {
    (high << WIDTH | low.index()) as u32
}

const fn parts(pair: u32) -> (usize, Hex) {
    (
        (pair >> WIDTH) as usize,
        Hex::new(pair as usize % (1 << WIDTH)),
    )
}

impl Effect {
    /// The effect on another target.
    #[inline]
    pub(super) const fn with_target(self, to: Hex) -> Effect {
        match self {
            Effect::Unused => Effect::Unused,
            Effect::Jump(_) => Effect::Jump(to),
            Effect::Swap(_) => Effect::Swap(to),
            Effect::Return(player, _) => Effect::Return(player, to),
            Effect::Float(from, _) => Effect::Float(from, to),
        }
    }

    const fn number(self) -> u32 {
        1 + match self {
            Effect::Unused => return 0,
            Effect::Jump(to) => pair(0, to),
            Effect::Swap(with) => pair(1, with),
            Effect::Return(player, to) => pair(2 + player.index(), to),
            Effect::Float(from, to) => pair(FLOATS + from.index(), to),
        }
    }

    const fn of_number(number: u32) -> Effect {
        if number == 0 {
            return Effect::Unused;
        }
        match parts(number - 1) {
            (0, to) => Effect::Jump(to),
            (1, with) => Effect::Swap(with),
            (range @ 2..FLOATS, to) => Effect::Return(Player::new(range - 2), to),
            (range, to) => Effect::Float(Hex::new(range - FLOATS), to),
        }
    }
}

impl FloeMove<u128> for SpecialMove {
    const BITS: u32 = 29;

    #[inline]
    fn placement(hex: Hex) -> SpecialMove {
        SpecialMove::Place(hex)
    }

    #[inline]
    fn placed(self) -> Option<Hex> {
        if let SpecialMove::Place(hex) = self {
            Some(hex)
        } else {
            None
        }
    }

    #[inline]
    fn endpoints(self, _geometry: &Geometry<u128>) -> (Hex, Hex) {
        match self {
            SpecialMove::Place(hex) => (hex, hex),
            SpecialMove::Slide(from, to, _) => (from, to),
        }
    }

    /// Holds the slide in the lowest bits.
    #[inline]
    fn bits(self) -> u32 {
        1 + match self {
            SpecialMove::Place(hex) => pair(hex.index(), hex),
            SpecialMove::Slide(from, to, effect) => {
                effect.number() << (2 * WIDTH) | pair(from.index(), to)
            }
        }
    }

    #[inline]
    fn of_bits(bits: u32) -> SpecialMove {
        let (from, to) = parts((bits - 1) % (1 << (2 * WIDTH)));
        if from == to.index() {
            return SpecialMove::Place(to);
        }
        SpecialMove::Slide(
            Hex::new(from),
            to,
            Effect::of_number((bits - 1) >> (2 * WIDTH)),
        )
    }

    /// A slide, the tile that floats away and the hex to which it floats.
    #[inline]
    fn combined_parts(self) -> Option<[u32; 3]> {
        match self {
            SpecialMove::Slide(from, to, Effect::Float(tile, end)) => Some([
                pair(from.index(), to),
                tile.index() as u32,
                end.index() as u32,
            ]),
            _ => None,
        }
    }

    fn text(self, geometry: &Geometry<u128>) -> String {
        let SpecialMove::Slide(from, to, effect) = self else {
            return geometry.name(self.endpoints(geometry).1);
        };
        let effect = match effect {
            Effect::Unused => String::new(),
            Effect::Jump(to) => format!(",to:{}", geometry.name(to)),
            Effect::Swap(with) => format!(",swap:{}", geometry.name(with)),
            Effect::Return(player, to) => format!(",back:{player}:{}", geometry.name(to)),
            Effect::Float(from, to) => {
                format!(",float:{}:{}", geometry.name(from), geometry.name(to))
            }
        };
        format!("{}-{}{effect}", geometry.name(from), geometry.name(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_unique() {
        for number in (0..1 + ((FLOATS as u32 + 128) << WIDTH)).step_by(7) {
            let effect = Effect::of_number(number);
            assert_eq!(effect.number(), number);
            let mv = SpecialMove::Slide(Hex::new(127), Hex::new(3), effect);
            assert_eq!(SpecialMove::of_bits(mv.bits()), mv);
            assert_eq!(mv.bits() >> SpecialMove::BITS, 0);
        }
        let mv = SpecialMove::Place(Hex::new(127));
        assert_eq!(SpecialMove::of_bits(mv.bits()), mv);
    }
}
