use floe_fish::Value;
use floe_game::{Chance, Counted, Game, Keyed, Notated, Player, Sampled, Score, Side, Turn, TwoSided, Veiled};
use floe_hex::{Hex, HexSet, Layout};

use crate::floe::{Floe, mix};
use crate::group::Crowd;
use crate::{Kind, Move, Rules, group, plain, push, survival, whale};

/// A position of any variant on any outline, or of the base rules on other outlines than the official one.
///
/// The player whose turn it is can always move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    pub(crate) floe: Floe,
    pub(crate) state: State,
}

/// What only one variant has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum State {
    Plain,
    Push,
    Whale(Hex),
    Survival { idle: u8 },
    Group(Crowd),
}

impl Variant {
    /// The position, with whoever cannot move retired.
    pub(crate) fn settled(floe: Floe, state: State) -> Variant {
        let mut variant = Variant { floe, state };
        let turn = floe.turn;
        let floe = &mut variant.floe;
        match &mut variant.state {
            State::Plain => floe.give_turn(turn, Floe::can_slide),
            State::Push => floe.give_turn(turn, push::can_move),
            State::Whale(whale) => {
                floe.closed = (*whale).into();
                floe.give_turn(turn, Floe::can_slide);
            }
            State::Survival { .. } if floe.is_placement() => {}
            State::Survival { idle } => survival::settle(floe, *idle, turn),
            State::Group(crowd) => group::settle(floe, crowd, turn),
        }
        variant
    }

    /// What is played.
    pub fn rules(&self) -> Rules {
        let variant = match self.state {
            State::Plain => None,
            State::Push => Some(Kind::Push),
            State::Whale(_) => Some(Kind::Whale),
            State::Survival { .. } => Some(Kind::Survival),
            State::Group(_) => Some(Kind::Group),
        };
        Rules { variant, teams: self.floe.teams }
    }

    /// What can be slid across: the free tiles, and the open middle.
    #[inline]
    pub fn crossing(&self) -> HexSet {
        self.floe.crossing()
    }

    /// The fish of the tile on a hex; none on water.
    #[inline]
    pub fn fish(&self, hex: Hex) -> i32 {
        self.floe.fish(hex)
    }

    /// How many penguins of a player stand on a hex.
    #[inline]
    pub fn penguins_on(&self, player: Player, hex: Hex) -> u32 {
        match &self.state {
            State::Group(crowd) => crowd.count(&self.floe, player, hex),
            _ => u32::from(self.floe.own(player).contains(hex)),
        }
    }

    /// Where the whale is, if one roams.
    #[inline]
    pub fn whale(&self) -> Option<Hex> {
        if let State::Whale(hex) = self.state { Some(hex) } else { None }
    }

    /// Where a penguin on a hex could go, were it its player's turn: what it slides or steps to, in groups tiles with others on them, too.
    pub fn ends(&self, from: Hex) -> HexSet {
        match &self.state {
            State::Survival { .. } => self.floe.outline.geometry().adjacent(from) & self.floe.free(),
            State::Group(_) => group::targets(&self.floe, from),
            _ => self.floe.slides(from),
        }
    }

    /// The penguins that a player could push, were it its turn (3.1).
    pub fn victims(&self, player: Player) -> HexSet {
        if matches!(self.state, State::Push) { push::victims(&self.floe, player) } else { HexSet::EMPTY }
    }

    /// Turns in a row in which no tile has gone, where that ends the game.
    pub fn idle(&self) -> u8 {
        match self.state {
            State::Survival { idle } => idle,
            State::Group(crowd) => crowd.idle,
            _ => 0,
        }
    }

    /// What a player itself has so far: what it has taken, or its penguins and the fish of its areas (3.5).
    pub fn result(&self, player: Player) -> Value {
        match self.state {
            State::Survival { .. } => survival::result(&self.floe, player, self.is_over()),
            _ => self.floe.taken[player.index()],
        }
    }

    /// Whether there are two sides: two players, or two teams.
    #[inline]
    pub fn has_two_sides(&self) -> bool {
        self.floe.players == 2 || self.floe.teams
    }

    /// Where penguins can be placed (1.4; 3.5: on any tile).
    #[inline]
    pub fn places(&self) -> HexSet {
        match self.state {
            State::Survival { .. } => self.floe.free(),
            _ => self.floe.free() & self.floe.tiles_of(1),
        }
    }

    fn place(&mut self, hex: Hex) {
        let player = self.floe.turn;
        let floe = &mut self.floe;
        floe.penguins[player.index()].insert(hex);
        floe.hand[player.index()] -= 1;
        floe.turn = floe.next(player);
        if !floe.is_placement() {
            *self = Variant::settled(self.floe, self.state);
        }
    }
}

impl Game for Variant {
    type Move = Move;

    #[inline]
    fn players(&self) -> usize {
        usize::from(self.floe.players)
    }

    #[inline]
    fn turn(&self) -> Turn {
        let is_over = match self.state {
            State::Survival { idle } => !self.floe.is_placement() && survival::is_over(&self.floe, idle),
            _ => self.floe.is_deserted(),
        };
        if is_over { Turn::Over } else { Turn::Of(self.floe.turn) }
    }

    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        let floe = &self.floe;
        if self.hand(floe.turn) > 0 {
            return self.places().into_iter().for_each(|hex| visit(Move::Place(hex)));
        }
        match &self.state {
            State::Plain => plain::for_each_move(floe, visit),
            State::Push => push::for_each_move(floe, visit),
            State::Whale(hex) => whale::for_each_move(floe, *hex, visit),
            State::Survival { .. } if self.is_over() => {}
            State::Survival { .. } => survival::for_each_move(floe, visit),
            State::Group(crowd) => group::for_each_move(floe, crowd, visit),
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        if let Move::Place(hex) = mv {
            return self.place(hex);
        }
        let floe = &mut self.floe;
        match &mut self.state {
            State::Plain => plain::play(floe, mv),
            State::Push => push::play(floe, mv),
            State::Whale(hex) => whale::play(floe, hex, mv),
            State::Survival { idle } => survival::play(floe, idle, mv),
            State::Group(crowd) => group::play(floe, crowd, mv),
        }
    }

    /// What the player has so far; in teams, what the team has. In survival nobody has anything before the end.
    #[inline]
    fn score(&self, player: Player) -> Score {
        match self.state {
            State::Survival { .. } if self.is_over() => self.result(player).score(),
            State::Survival { .. } => 0,
            _ => self.floe.score(player),
        }
    }
}

impl Notated for Variant {
    fn move_text(&self, mv: Move) -> String {
        mv.text(self.floe.outline.geometry())
    }
}

impl Counted for Variant {
    #[inline]
    fn count_moves(&self) -> u64 {
        let floe = &self.floe;
        if self.hand(floe.turn) > 0 {
            return u64::from(self.places().len());
        }
        match &self.state {
            State::Plain => u64::from(floe.count_slides(floe.turn)),
            State::Push => push::count(floe),
            State::Survival { .. } if self.is_over() => 0,
            State::Survival { .. } => survival::count(floe),
            State::Group(crowd) => group::count(floe, crowd),
            State::Whale(_) => {
                let mut count = 0;
                self.for_each_move(|_| count += 1);
                count
            }
        }
    }

    #[inline]
    fn count_pairs(&self) -> u64 {
        let at_once = match &self.state {
            State::Plain => plain::count_pairs(&self.floe),
            State::Push => push::count_pairs(&self.floe),
            _ => None,
        };
        at_once.unwrap_or_else(|| {
            let mut count = 0;
            self.for_each_move(|mv| count += self.after(mv).count_moves());
            count
        })
    }
}

impl Sampled for Variant {}
impl Chance for Variant {}

impl Veiled for Variant {}

impl Keyed for Variant {
    const MOVE_BITS: u32 = 16;

    /// A hash from scratch: what is banked has no part in it.
    #[inline]
    fn key(&self) -> u64 {
        let key = self.floe.key();
        match &self.state {
            State::Plain => mix(key, 1),
            State::Push => mix(key, 2),
            State::Whale(hex) => mix(key, 64 + hex.index() as u64),
            State::Survival { idle } => mix(key, 256 + u64::from(*idle)),
            State::Group(crowd) => crowd.words().fold(key, mix),
        }
    }

    #[inline]
    fn move_bits(mv: Move) -> u32 {
        mv.bits().into()
    }

    #[inline]
    fn move_of_bits(bits: u32) -> Move {
        Move::of_bits(bits as u16)
    }
}

/// For games of two sides only, two players or two teams.
impl TwoSided for Variant {
    #[inline]
    fn side(&self, player: Player) -> Side {
        if player.index() & 1 == 0 { Side::First } else { Side::Second }
    }

    #[inline]
    fn margin(&self) -> Score {
        self.score(Player::new(0)) - self.score(Player::new(1))
    }
}
