use floe_game::{Game, Keyed, Player, Score, Side, Turn, TwoSided};

/// A game of many seen by one player who fears that all others play against it together (Sturtevant & Korf 2000).
///
/// One side is that player, the other the rest; the margin is its own score less all others'. Two-sided search then
/// gives a value that the player is sure of whatever the others are up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paranoid<G> {
    game: G,
    me: Player,
}

impl<G: Game> Paranoid<G> {
    /// The game as `me` fears it.
    pub fn new(game: G, me: Player) -> Paranoid<G> {
        Paranoid { game, me }
    }

    /// The game itself.
    #[inline]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The player who stands alone.
    #[inline]
    pub fn me(&self) -> Player {
        self.me
    }
}

impl<G: Game> Game for Paranoid<G> {
    type Move = G::Move;

    #[inline]
    fn players(&self) -> usize {
        self.game.players()
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.game.turn()
    }

    #[inline]
    fn for_each_move(&self, visit: impl FnMut(G::Move)) {
        self.game.for_each_move(visit);
    }

    #[inline]
    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
    }

    #[inline]
    fn score(&self, player: Player) -> Score {
        self.game.score(player)
    }
}

impl<G: Keyed> Keyed for Paranoid<G> {
    const MOVE_BITS: u32 = G::MOVE_BITS;

    #[inline]
    fn key(&self) -> u64 {
        // What the rest fears is another matter: each player's view has keys of its own.
        self.game.key() ^ (self.me.index() as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)
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

impl<G: Game> TwoSided for Paranoid<G> {
    #[inline]
    fn side(&self, player: Player) -> Side {
        if player == self.me { Side::First } else { Side::Second }
    }

    #[inline]
    fn margin(&self) -> Score {
        let all: Score = Player::first(self.players()).map(|player| self.score(player)).sum();
        2 * self.score(self.me) - all
    }
}
