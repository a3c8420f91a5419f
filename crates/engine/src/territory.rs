use floe_fish::{Position, Value};
use floe_game::{Game, Player, Score, TwoSided};
use floe_hex::{HexSet, Layout};
use floe_search::{Eval, EvalAll, Paranoid, Payoffs};

/// Who gets there first: every free tile belongs to the side that reaches it in fewer slides, as in the queen
/// distance of Amazons (Lieberum 2005), and what is reached by both at once goes for the better part to the side to move.
/// Being able to move in many ways counts beside it.
///
/// Nobody collects a whole territory, so that it counts in part only.
#[derive(Clone, Copy, Debug)]
pub struct Territory {
    /// Sixteenths of the worth of a tile reached first.
    pub first: Score,
    /// Sixteenths of the worth of a tile reached at the same time by the side to move.
    pub tie: Score,
    /// What twice as many moves are worth.
    pub mobility: Score,
}

impl Default for Territory {
    fn default() -> Territory {
        Territory { first: 12, tie: 1, mobility: 80 }
    }
}

/// The two sides of a position as the evaluation sees them.
struct Sides {
    mine: HexSet,
    theirs: HexSet,
    free: HexSet,
}

/// Which tiles each side reaches first, which both reach at once, and how many moves each has.
struct Reach {
    mine: HexSet,
    theirs: HexSet,
    both: HexSet,
    my_moves: u32,
    their_moves: u32,
}

impl Sides {
    #[inline]
    fn reach(&self, layout: impl Layout) -> Reach {
        let (my_rays, their_rays) = (layout.rays(self.mine, self.free), layout.rays(self.theirs, self.free));
        let (mut mine, mut theirs) = (my_rays.union(), their_rays.union());
        let both = mine & theirs;
        let mut reach = Reach {
            mine: mine - both,
            theirs: theirs - both,
            both,
            my_moves: my_rays.count(),
            their_moves: their_rays.count(),
        };
        let mut open = self.free - mine - theirs;
        while !open.is_empty() {
            let (my_next, their_next) = (layout.slides(mine, self.free), layout.slides(theirs, self.free));
            mine |= my_next;
            theirs |= their_next;
            let reached = (mine | theirs) & open;
            if reached.is_empty() {
                break;
            }
            open -= reached;
            reach.mine |= reached - theirs;
            reach.theirs |= reached - mine;
            reach.both |= reached & mine & theirs;
        }
        reach
    }
}

impl Territory {
    /// The margin to come for the side that stands on `sides.mine` and is to move.
    #[inline]
    fn margin_to_come<const N: usize, L: Layout>(&self, position: &Position<N, L>, sides: &Sides) -> Score {
        let reach = sides.reach(position.layout());
        let standing = position.worth(sides.mine) - position.worth(sides.theirs);
        let first = position.worth(reach.mine) - position.worth(reach.theirs);
        let tie = position.worth(reach.both);
        let mobility = self.mobility * (log2(reach.my_moves + 2) - log2(reach.their_moves + 2)) / 64;
        standing + (self.first * first + self.tie * tie) / 16 + mobility
    }
}

/// `64 * log2(n)`, between powers of two in a straight line.
#[inline]
fn log2(n: u32) -> Score {
    let exponent = n.ilog2();
    let rest = (n << 6 >> exponent) as Score - 64;
    64 * exponent as Score + rest
}

impl<L: Layout> Eval<Position<2, L>> for Territory {
    #[inline]
    fn evaluate(&self, position: &Position<2, L>) -> Score {
        let me = position.last_turn();
        let other = Player::new(1 - me.index());
        let sides = Sides { mine: position.penguins(me), theirs: position.penguins(other), free: position.free() };
        position.margin_of(position.side(me)) + self.margin_to_come(position, &sides)
    }

    #[inline]
    fn promise(&self, position: &Position<2, L>, mv: floe_fish::Move) -> Score {
        promise(position, mv)
    }
}

impl<const N: usize, L: Layout> Eval<Paranoid<Position<N, L>>> for Territory {
    #[inline]
    fn evaluate(&self, paranoid: &Paranoid<Position<N, L>>) -> Score {
        let position = paranoid.game();
        let mine = position.penguins(paranoid.me());
        let theirs = position.tiles() - position.free() - mine;
        let side = paranoid.side_to_move();
        let (mine, theirs) = if position.last_turn() == paranoid.me() { (mine, theirs) } else { (theirs, mine) };
        let sides = Sides { mine, theirs, free: position.free() };
        paranoid.margin_of(side) + self.margin_to_come(position, &sides)
    }

    #[inline]
    fn promise(&self, paranoid: &Paranoid<Position<N, L>>, mv: floe_fish::Move) -> Score {
        promise(paranoid.game(), mv)
    }
}

/// The fish of the tile that the penguin comes to.
#[inline]
fn promise<const N: usize, L: Layout>(position: &Position<N, L>, mv: floe_fish::Move) -> Score {
    match mv {
        floe_fish::Move::Place(hex) => position.layout().geometry().adjacent(hex).len() as Score,
        floe_fish::Move::Slide { to, .. } => Value { fish: position.fish(to) as i32, tiles: 0 }.score(),
    }
}

impl<const N: usize, L: Layout> EvalAll<Position<N, L>> for Territory {
    /// Everybody's takings, what its penguins stand on, and its part of what it reaches first.
    #[inline]
    fn evaluate_all(&self, position: &Position<N, L>) -> Payoffs {
        let layout = position.layout();
        let free = position.free();
        let mut reached: [HexSet; Player::MAX] = Default::default();
        let mut payoffs = Payoffs::default();
        for player in Player::first(N) {
            let index = player.index();
            let penguins = position.penguins(player);
            payoffs[index] = position.score(player) + position.worth(penguins);
            reached[index] = layout.slides(penguins, free);
        }
        let mut open = free;
        loop {
            let all = reached[..N].iter().fold(HexSet::EMPTY, |all, &own| all | own);
            let fresh = all & open;
            if fresh.is_empty() {
                return payoffs;
            }
            open -= fresh;
            share(self, position, &reached, fresh, &mut payoffs);
            for own in &mut reached[..N] {
                *own |= layout.slides(*own, free);
            }
        }
    }
}

/// Gives every fresh tile to those who reach it, in equal parts, to the one who moves earlier rather than later.
#[inline]
fn share<const N: usize, L: Layout>(
    weights: &Territory,
    position: &Position<N, L>,
    reached: &[HexSet; Player::MAX],
    fresh: HexSet,
    payoffs: &mut Payoffs,
) {
    let mut seen = HexSet::EMPTY;
    let shared = {
        let (mut once, mut more) = (HexSet::EMPTY, HexSet::EMPTY);
        for &own in &reached[..N] {
            more |= once & own;
            once |= own;
        }
        more & fresh
    };
    for player in position.last_turn().round(N) {
        let own = reached[player.index()] & fresh;
        let first = own & (shared - seen);
        let later = own & shared & seen;
        seen |= own;
        let worth = weights.first * position.worth(own - shared)
            + weights.first / 2 * position.worth(first)
            + weights.tie * position.worth(later);
        payoffs[player.index()] += worth / 16;
    }
}
