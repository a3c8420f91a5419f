//! What special tiles are as a game.

use floe_game::{Chance, Counted, Game, Keyed, Notated, Player, Sampled, Score, Side, Turn, TwoSided, Veiled};

use super::floe::Special;
use super::kind::SpecialTile;
use super::mv::SpecialMove;
use crate::floe::mix;

impl Game for Special {
    type Move = SpecialMove;

    #[inline]
    fn players(&self) -> usize {
        usize::from(self.players)
    }

    #[inline]
    fn turn(&self) -> Turn {
        let is_over = self.occupied().is_empty() && !self.is_placement();
        if is_over { Turn::Over } else { Turn::Of(self.turn) }
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(SpecialMove)) {
        if self.hand(self.turn) > 0 {
            return self.places().into_iter().for_each(|place| visit(SpecialMove::Place(place)));
        }
        self.for_each_slide(visit);
    }

    #[inline]
    fn play(&mut self, mv: SpecialMove) {
        match mv {
            SpecialMove::Place(place) => {
                let player = self.turn;
                self.penguins[player.index()].insert(place);
                self.hand[player.index()] -= 1;
                self.turn = self.next(player);
                if !self.is_placement() {
                    self.give_turn(self.turn);
                }
            }
            SpecialMove::Slide { from, to, effect } => self.play_slide(from, to, effect),
        }
    }

    #[inline]
    fn score(&self, player: Player) -> Score {
        self.banked(player)
    }
}

impl Notated for Special {
    fn move_text(&self, mv: SpecialMove) -> String {
        mv.text(self.board)
    }
}

impl Counted for Special {
    #[inline]
    fn count_moves(&self) -> u64 {
        if self.hand(self.turn) > 0 { u64::from(self.places().len()) } else { self.count_slides() }
    }
}

impl Chance for Special {}

impl Veiled for Special {}

impl Sampled for Special {}

impl Keyed for Special {
    const MOVE_BITS: u32 = 29;

    /// A hash from scratch. What everybody has taken matters as long as somebody can be made to give it back.
    #[inline]
    fn key(&self) -> u64 {
        let key = self.words().fold(0x9e37_79b9_7f4a_7c15, mix);
        if (self.of_kind(SpecialTile::Reversal) & self.free()).is_empty() {
            return key;
        }
        self.took.iter().fold(key, |key, &[ones, twos, threes]| {
            mix(key, u64::from(ones) | u64::from(twos) << 8 | u64::from(threes) << 16)
        })
    }

    #[inline]
    fn move_bits(mv: SpecialMove) -> u32 {
        mv.bits()
    }

    #[inline]
    fn move_of_bits(bits: u32) -> SpecialMove {
        SpecialMove::of_bits(bits)
    }
}

/// For two players only.
impl TwoSided for Special {
    #[inline]
    fn side(&self, player: Player) -> Side {
        if player.index() & 1 == 0 { Side::First } else { Side::Second }
    }

    #[inline]
    fn margin(&self) -> Score {
        self.score(Player::new(0)) - self.score(Player::new(1))
    }
}
