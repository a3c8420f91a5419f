use floe_game::{Game, Keyed, Player, Score, Side, Turn, TwoSided};

/// Game of any number of players as a two-sided game: one player against all others, who play
/// together (Sturtevant & Korf 2000).
///
/// The first side is that player, the second all others; the margin is its score less theirs. The
/// value of a two-sided search is one that the player reaches against any play of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paranoid<G> {
    /// Position of the game with all its players.
    pub game: G,
    /// Player who stands alone against the others.
    pub me: Player,
}

/// Game of any number of players as a two-sided game: one player against all others, of whom one at
/// a time replies. This is best-reply search with all moves made (BRS+; Esser, Gras, Winands,
/// Schadd & Lanctot 2013).
///
/// Between two turns of the player who stands alone one other player, the one that does most harm,
/// makes any move; the rest make their default moves. Sides and margin are those of [`Paranoid`].
/// Most positions of the others have one move, so that a two-sided search sees further.
#[derive(Clone, Copy, Debug)]
pub struct BestReply<G: Game> {
    /// Position as a game of the one player against all others, with every legal move.
    pub paranoid: Paranoid<G>,
    default_move: fn(&G) -> G::Move,
    /// Default move of the player to move; `None` if that is the one who stands alone.
    pending: Option<G::Move>,
    /// Whether one of the others has replied since the last turn of the one who stands alone.
    has_replied: bool,
}

impl<G: Game> BestReply<G> {
    /// The two-sided game in which `me` stands alone. `default_move` returns the move that a player
    /// makes who does not reply.
    pub fn new(game: G, me: Player, default_move: fn(&G) -> G::Move) -> BestReply<G> {
        let paranoid = Paranoid { game, me };
        let mut reply = BestReply {
            paranoid,
            default_move,
            pending: None,
            has_replied: false,
        };
        reply.update();
        reply
    }

    /// Finds the default move of the player to move; at the turn of the one who stands alone the
    /// others may reply again.
    fn update(&mut self) {
        let Paranoid { game, me } = &self.paranoid;
        let is_other = matches!(game.turn(), Turn::Of(player) if player != *me);
        self.pending = is_other.then(|| (self.default_move)(game));
        self.has_replied &= is_other;
    }
}

/// Items of [`Game`] and [`Keyed`] that [`Paranoid`] and [`BestReply`] take from the game inside
/// them.
macro_rules! same_as_inside {
    (Game, $inside:ident) => {
        type Move = G::Move;

        #[inline]
        fn players(&self) -> usize {
            self.$inside.players()
        }

        #[inline]
        fn turn(&self) -> Turn {
            self.$inside.turn()
        }

        #[inline]
        fn score(&self, player: Player) -> Score {
            self.$inside.score(player)
        }
    };
    (Keyed) => {
        const MOVE_BITS: u32 = G::MOVE_BITS;

        #[inline]
        fn move_bits(mv: G::Move) -> u32 {
            G::move_bits(mv)
        }

        #[inline]
        fn move_of_bits(bits: u32) -> G::Move {
            G::move_of_bits(bits)
        }
    };
}

impl<G: Game> Game for Paranoid<G> {
    same_as_inside!(Game, game);

    #[inline]
    fn for_each_move(&self, visit: impl FnMut(G::Move)) {
        self.game.for_each_move(visit);
    }

    #[inline]
    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
    }
}

impl<G: Game> Game for BestReply<G> {
    same_as_inside!(Game, paranoid);

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(G::Move)) {
        match self.pending {
            Some(default) if self.has_replied => visit(default),
            _ => self.paranoid.for_each_move(visit),
        }
    }

    #[inline]
    fn play(&mut self, mv: G::Move) {
        self.has_replied |= self.pending.is_some_and(|default| default != mv);
        self.paranoid.play(mv);
        self.update();
    }
}

impl<G: Keyed> Keyed for Paranoid<G> {
    same_as_inside!(Keyed);

    #[inline]
    fn key(&self) -> u64 {
        // Values differ from player to player, so each has keys of its own.
        self.game.key() ^ (self.me.index() as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

impl<G: Keyed> Keyed for BestReply<G> {
    same_as_inside!(Keyed);

    #[inline]
    fn key(&self) -> u64 {
        self.paranoid.key()
            ^ if self.has_replied {
                0xc2b2_ae3d_27d4_eb4f
            } else {
                0x1656_67b1_9e37_79f9
            }
    }
}

impl<G: Game> TwoSided for Paranoid<G> {
    #[inline]
    fn side(&self, player: Player) -> Side {
        if player == self.me {
            Side::First
        } else {
            Side::Second
        }
    }

    #[inline]
    fn margin(&self) -> Score {
        let all: Score = Player::first(self.players())
            .map(|player| self.score(player))
            .sum();
        2 * self.score(self.me) - all
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
