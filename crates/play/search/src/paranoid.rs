use floe_game::{Game, Keyed, Player, Score, Side, Turn, TwoSided};

/// Game of any number of players as a two-sided game: one player against all others, who play
/// together (Sturtevant & Korf 2000).
///
/// The first side is that player, the second all others; the margin is its score less theirs. The
/// player reaches the value of a two-sided search against any play of the others.
///
/// [`with_one_reply`](Paranoid::with_one_reply) is best-reply search with all moves made (BRS+;
/// Esser, Gras, Winands, Schadd & Lanctot 2013). Between two turns of the player who stands alone,
/// one other player makes any move: the player whose move does most harm. The rest make their
/// default moves. Most positions of the others then have one move, so that a search sees further.
#[derive(Clone, Copy, Debug)]
pub struct Paranoid<G: Game> {
    /// Position of the game with all its players.
    pub game: G,
    /// Player who stands alone against the others.
    pub me: Player,
    one_reply: Option<OneReply<G>>,
}

/// Reply of one player between two turns of the player who stands alone.
#[derive(Clone, Copy, Debug)]
struct OneReply<G: Game> {
    default_move: fn(&G) -> G::Move,
    /// Default move of the player to move; `None` if that is the one who stands alone.
    pending: Option<G::Move>,
    /// Whether one of the others has replied since the last turn of the one who stands alone.
    has_replied: bool,
}

impl<G: Game> OneReply<G> {
    /// Finds the default move of the player to move; at the turn of the one who stands alone the
    /// others may reply again.
    fn update(&mut self, game: &G, me: Player) {
        let is_other = matches!(game.turn(), Turn::Of(player) if player != me);
        self.pending = is_other.then(|| (self.default_move)(game));
        self.has_replied &= is_other;
    }
}

impl<G: Game> Paranoid<G> {
    /// The two-sided game in which `me` stands alone, and all others make any move.
    pub fn new(game: G, me: Player) -> Paranoid<G> {
        Paranoid {
            game,
            me,
            one_reply: None,
        }
    }

    /// The two-sided game in which one other player at a time replies to `me`. `default_move`
    /// returns the move that a player makes who does not reply.
    pub fn with_one_reply(game: G, me: Player, default_move: fn(&G) -> G::Move) -> Paranoid<G> {
        let mut reply = OneReply {
            default_move,
            pending: None,
            has_replied: false,
        };
        reply.update(&game, me);
        Paranoid {
            game,
            me,
            one_reply: Some(reply),
        }
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
    fn score(&self, player: Player) -> Score {
        self.game.score(player)
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(G::Move)) {
        match self.one_reply {
            Some(OneReply {
                pending: Some(default),
                has_replied: true,
                ..
            }) => visit(default),
            _ => self.game.for_each_move(visit),
        }
    }

    #[inline]
    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
        if let Some(reply) = &mut self.one_reply {
            reply.has_replied |= reply.pending.is_some_and(|default| default != mv);
            reply.update(&self.game, self.me);
        }
    }
}

impl<G: Keyed> Keyed for Paranoid<G> {
    const MOVE_BITS: u32 = G::MOVE_BITS;

    #[inline]
    fn key(&self) -> u64 {
        // Values differ from player to player, so each has keys of its own.
        let key =
            self.game.key() ^ (self.me.index() as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93);
        match self.one_reply {
            None => key,
            Some(reply) if reply.has_replied => key ^ 0xc2b2_ae3d_27d4_eb4f,
            Some(_) => key ^ 0x1656_67b1_9e37_79f9,
        }
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
