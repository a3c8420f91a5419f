use floe_game::{Game, Keyed, Player, Score, Side, Turn, TwoSided};

use crate::Paranoid;

/// A game of many seen by one player who expects one good reply to each of its moves, not a conspiracy: best-reply search with all moves made (BRS+; Esser,
/// Gras, Winands, Schadd & Lanctot 2013).
///
/// Between two turns of that player one of the others, whichever does most harm, makes any move; the rest make their *usual* moves, which
/// are told without a search. As with [`Paranoid`] the margin is the player's own score less all others'; most positions of the others have one move, so that two-sided
/// search sees further.
#[derive(Clone, Copy, Debug)]
pub struct BestReply<G: Game> {
    paranoid: Paranoid<G>,
    /// What somebody plays who does not reply.
    usual: fn(&G) -> G::Move,
    /// That move of the one whose turn it is, if it is another player.
    expected: Option<G::Move>,
    /// Whether somebody has replied.
    replied: bool,
}

impl<G: Game> BestReply<G> {
    /// The game as `me` expects it, with the usual move of whoever else is to move.
    pub fn new(game: G, me: Player, usual: fn(&G) -> G::Move) -> BestReply<G> {
        let mut reply = BestReply { paranoid: Paranoid::new(game, me), usual, expected: None, replied: false };
        reply.expect();
        reply
    }

    /// The same seen by one who fears all others.
    #[inline]
    pub fn paranoid(&self) -> &Paranoid<G> {
        &self.paranoid
    }

    /// Finds out what is usual now; where the player itself is to move, everybody may reply again.
    fn expect(&mut self) {
        let game = self.paranoid.game();
        self.expected = match game.turn() {
            Turn::Of(player) if player != self.paranoid.me() => Some((self.usual)(game)),
            _ => None,
        };
        self.replied &= self.expected.is_some();
    }
}

impl<G: Game> Game for BestReply<G> {
    type Move = G::Move;

    #[inline]
    fn players(&self) -> usize {
        self.paranoid.players()
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.paranoid.turn()
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(G::Move)) {
        match self.expected {
            Some(usual) if self.replied => visit(usual),
            _ => self.paranoid.for_each_move(visit),
        }
    }

    #[inline]
    fn play(&mut self, mv: G::Move) {
        self.replied |= self.expected.is_some_and(|usual| usual != mv);
        self.paranoid.play(mv);
        self.expect();
    }

    #[inline]
    fn score(&self, player: Player) -> Score {
        self.paranoid.score(player)
    }
}

impl<G: Keyed> Keyed for BestReply<G> {
    const MOVE_BITS: u32 = G::MOVE_BITS;

    #[inline]
    fn key(&self) -> u64 {
        self.paranoid.key() ^ if self.replied { 0xc2b2_ae3d_27d4_eb4f } else { 0x1656_67b1_9e37_79f9 }
    }

    #[inline]
    fn move_bits(mv: G::Move) -> u32 {
        G::move_bits(mv)
    }

    #[inline]
    fn move_of_bits(bits: u32) -> G::Move {
        G::move_of_bits(bits)
    }
}

impl<G: Game> TwoSided for BestReply<G> {
    #[inline]
    fn side(&self, player: Player) -> Side {
        self.paranoid.side(player)
    }

    #[inline]
    fn margin(&self) -> Score {
        self.paranoid.margin()
    }
}
