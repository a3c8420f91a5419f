use floe_game::Player;
use floe_hex::{Geometry, Hex};

use crate::variant_rules::FloeMove;

/// What a player does at its turn, with special tiles (3.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SpecialMove {
    /// Puts a penguin on this tile (1.4): `c3`.
    Place(Hex),
    /// Moves a penguin (1.5), and perhaps uses the tile that it lands on: `c3-f3`, `c3-f3,to:a1`.
    Slide {
        /// Where it stood.
        from: Hex,
        /// Where it stops sliding.
        to: Hex,
        /// What the tile there does.
        effect: Effect,
    },
}

/// What a special tile does, where the player who lands on it so wishes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effect {
    /// Nothing.
    Unused,
    /// The penguin jumps there.
    Jump(Hex),
    /// The penguin changes places with the one there.
    Swap(Hex),
    /// A player gives back a tile.
    Return {
        /// Who does.
        player: Player,
        /// Where it is laid.
        to: Hex,
    },
    /// A tile is moved.
    Float {
        /// Where it lay.
        from: Hex,
        /// Where it is laid.
        to: Hex,
    },
}

/// Bits for a place.
const WIDTH: u32 = 7;
/// So many places can be told apart.
const PLACES: u32 = 1 << WIDTH;
/// The first numbers of effects: all jumps, then all swaps, and so on.
const SWAPS: u32 = 1 + PLACES;
const RETURNS: u32 = SWAPS + PLACES;
const FLOATS: u32 = RETURNS + Player::MAX as u32 * PLACES;

const fn pair(high: usize, low: usize) -> u32 {
    (high as u32) << WIDTH | low as u32
}

/// The two places of a pair.
const fn places(pair: u32) -> (Hex, Hex) {
    (Hex::new((pair >> WIDTH) as usize), Hex::new((pair % PLACES) as usize))
}

impl Effect {
    const fn number(self) -> u32 {
        match self {
            Effect::Unused => 0,
            Effect::Jump(to) => 1 + to.index() as u32,
            Effect::Swap(with) => SWAPS + with.index() as u32,
            Effect::Return { player, to } => RETURNS + pair(player.index(), to.index()),
            Effect::Float { from, to } => FLOATS + pair(from.index(), to.index()),
        }
    }

    const fn of_number(number: u32) -> Effect {
        match number {
            0 => Effect::Unused,
            1..SWAPS => Effect::Jump(Hex::new((number - 1) as usize)),
            SWAPS..RETURNS => Effect::Swap(Hex::new((number - SWAPS) as usize)),
            RETURNS..FLOATS => {
                let (player, to) = places(number - RETURNS);
                Effect::Return { player: Player::new(player.index()), to }
            }
            _ => {
                let (from, to) = places(number - FLOATS);
                Effect::Float { from, to }
            }
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
        if let SpecialMove::Place(hex) = self { Some(hex) } else { None }
    }

    #[inline]
    fn ends(self, _geometry: &Geometry<u128>) -> (Hex, Hex) {
        match self {
            SpecialMove::Place(hex) => (hex, hex),
            SpecialMove::Slide { from, to, .. } => (from, to),
        }
    }

    /// The slide is in the lowest bits.
    #[inline]
    fn bits(self) -> u32 {
        let (from, to, effect) = match self {
            SpecialMove::Place(hex) => (hex, hex, Effect::Unused),
            SpecialMove::Slide { from, to, effect } => (from, to, effect),
        };
        1 + (effect.number() << (2 * WIDTH) | pair(from.index(), to.index()))
    }

    #[inline]
    fn of_bits(bits: u32) -> SpecialMove {
        let (from, to) = places((bits - 1) % (1 << (2 * WIDTH)));
        if from.index() == to.index() {
            return SpecialMove::Place(to);
        }
        SpecialMove::Slide { from, to, effect: Effect::of_number((bits - 1) >> (2 * WIDTH)) }
    }

    fn text(self, geometry: &Geometry<u128>) -> String {
        let name = |place| geometry.name(place);
        let (from, to, effect) = match self {
            SpecialMove::Place(hex) => return name(hex),
            SpecialMove::Slide { from, to, effect } => (from, to, effect),
        };
        let slide = format!("{}-{}", name(from), name(to));
        match effect {
            Effect::Unused => slide,
            Effect::Jump(to) => format!("{slide},to:{}", name(to)),
            Effect::Swap(with) => format!("{slide},swap:{}", name(with)),
            Effect::Return { player, to } => format!("{slide},back:{player}:{}", name(to)),
            Effect::Float { from, to } => format!("{slide},float:{}:{}", name(from), name(to)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_tell_which_move_it_is() {
        let all = (0..FLOATS + PLACES * PLACES).step_by(7).map(Effect::of_number);
        for effect in all {
            let mv = SpecialMove::Slide { from: Hex::new(127), to: Hex::new(3), effect };
            assert_eq!(SpecialMove::of_bits(mv.bits()), mv);
            assert_eq!(mv.bits() >> SpecialMove::BITS, 0);
        }
        let mv = SpecialMove::Place(Hex::new(127));
        assert_eq!(SpecialMove::of_bits(mv.bits()), mv);
    }
}
