//! The cooperative game (4.1 to 4.6).

use floe_game::{
    Chance, Counted, Game, Keyed, Notated, POINT, Player, Sampled, Score, Side, Staked, Turn,
    TwoSided, Veiled, line_in_play,
};

use crate::card::{ActionCard, Card, Species};
use crate::form::form;
use crate::freeing::{can_free, free_sets, free_text, groups, groups_within};
use crate::moving::{Powers, act, for_each_act, for_each_power, use_power};
use crate::mv::FlipMove;
use crate::net::{MidTurn, Net};
use crate::piles::{ActionCards, Animals, Pile};
use crate::space::{Space, Spaces};

/// Step of a turn of the cooperative game (4.3); says what happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FlipStep {
    /// The player to move plays an action card.
    Act,
    /// The player to move uses a power of moving or none.
    Power,
    /// Chance draws an action card for the player to move, in place of the card played.
    Draw,
    /// The player to move frees groups or stops.
    Free,
    /// Chance lays cards of the pile on top of the columns.
    Lay,
}

impl FlipStep {
    /// All steps in their order.
    pub(crate) const ALL: [FlipStep; 5] = [
        FlipStep::Act,
        FlipStep::Power,
        FlipStep::Draw,
        FlipStep::Free,
        FlipStep::Lay,
    ];

    /// Name of the step in the notation of positions: `act`, `power`, `draw`, `free` or `lay`.
    pub const fn name(self) -> &'static str {
        ["act", "power", "draw", "free", "lay"][self as usize]
    }

    /// Whether a turn is between its action and its end.
    pub(crate) const fn is_mid_turn(self) -> bool {
        !matches!(self, FlipStep::Act | FlipStep::Lay)
    }

    /// Marks and gaps of the net.
    pub(crate) const fn mid_turn(self) -> MidTurn {
        let has_gaps = self.is_mid_turn();
        MidTurn {
            has_gaps,
            marks: if has_gaps { 2 } else { 0 },
        }
    }
}

/// Position of the cooperative game *Fish 'n' Flip* for one to four players, who play together.
///
/// All players are on one side, and share one score: minus the animals in the net and in the pile.
///
/// ```
/// use floe_flip::Flip;
/// use floe_game::Counted;
///
/// let text = "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3 deck=f3c1r1s2k1x2y2e2";
/// let flip: Flip = text.parse()?;
/// assert_eq!(flip.animals_left(), 40 - 1);
/// assert_eq!(flip.count_moves(), 12 + 4 + 17);
/// assert_eq!(flip.to_string(), text);
/// # Ok::<(), floe_game::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Flip {
    pub(crate) net: Net,
    pub(crate) pile: Pile,
    pub(crate) hands: [ActionCards; Player::MAX],
    pub(crate) deck: ActionCards,
    /// All action cards of the game.
    pub(crate) actions: ActionCards,
    /// Power of each player.
    pub(crate) powers: [Option<Species>; Player::MAX],
    pub(crate) players: u8,
    pub(crate) turn: Player,
    pub(crate) step: FlipStep,
    /// Column to refill; 0 at any other step.
    pub(crate) next: u8,
    /// Turns left once the last card of the pile has been laid (4.6); `None` before that.
    pub(crate) last: Option<u8>,
    pub(crate) is_power_used: bool,
    pub(crate) has_far_rays: bool,
}

/// Turns left after the last card of the pile has been laid (4.6).
pub(crate) const LAST_TURNS: u8 = 2;

impl Flip {
    /// The net with the cards that lie on the table.
    pub const fn net(&self) -> &Net {
        &self.net
    }

    /// The draw pile, from which the net is refilled.
    pub const fn pile(&self) -> &Pile {
        &self.pile
    }

    /// Action cards that `player` has in hand; none if the game has no such player.
    pub fn hand(&self, player: Player) -> ActionCards {
        self.hands[player.index()]
    }

    /// Power that `player` has for the whole game; `None` if it has none, as where there are more
    /// players than species, or if the game has no such player.
    pub fn power(&self, player: Player) -> Option<Species> {
        self.powers[player.index()]
    }

    /// Action cards that may be drawn next: the deck, or the discards if the deck is empty.
    pub fn drawable(&self) -> ActionCards {
        if !self.deck.is_empty() {
            return self.deck;
        }
        self.hands
            .iter()
            .fold(self.actions, |discards, &hand| discards.without(hand))
    }

    /// Every way to make a group by flipping a single animal, with the powers of the player to
    /// move: the space of the animal, and the spaces of the group. One animal may make several
    /// groups. Whether a card allows the flip is not checked.
    pub fn one_flip_away(&self) -> Vec<(Space, Spaces)> {
        let mut found = Vec::new();
        for space in self.net.animals() {
            let mut net = self.net;
            net.clear_marks();
            net.flip(space.into());
            found.extend(
                groups(&net, self.usable())
                    .into_iter()
                    .map(|group| (space, group)),
            );
        }
        found
    }

    /// Step of the turn in this position.
    pub const fn step(&self) -> FlipStep {
        self.step
    }

    /// The player to move; when the game is over, the player who had the last turn.
    pub const fn last_turn(&self) -> Player {
        self.turn
    }

    /// Number of turns left, this one included; `None` until the last card of the pile has been
    /// laid (4.6).
    pub const fn turns_left(&self) -> Option<u8> {
        self.last
    }

    /// Whether the players have lost: a column that would get a card is full (4.3).
    #[inline]
    pub fn is_lost(&self) -> bool {
        self.step == FlipStep::Lay && self.next_space().is_none()
    }

    /// Number of animals in the net and in the pile together; when the game is over, the result:
    /// fewer is better.
    #[inline]
    pub fn animals_left(&self) -> usize {
        self.net.animals().len() + self.pile.animals.len()
    }

    /// Animals in the net and in the pile together, by species and colour.
    pub fn animals(&self) -> Animals {
        let mut animals = self.pile.animals;
        animals.add_all(self.net.animals_on(self.net.animals()));
        animals
    }

    /// Powers that the player to move may still use in this turn.
    #[inline]
    pub(crate) fn usable(&self) -> Powers {
        let powers = Powers::new(self.powers[self.turn.index()], self.has_far_rays);
        if self.is_power_used {
            powers.used_up()
        } else {
            powers
        }
    }

    /// Column that gets the next card of the pile, from 0, while chance lays cards; `None` in other
    /// steps.
    pub fn next_column(&self) -> Option<usize> {
        (self.step == FlipStep::Lay).then_some(usize::from(self.next))
    }

    /// Space that gets the next card of the pile; `None` if its column is full.
    fn next_space(&self) -> Option<Space> {
        let column = Spaces::column(usize::from(self.next));
        ((self.net.area() & column) - self.net.cards()).first()
    }

    /// Continues after an action card, with its effect carried out.
    fn after_act(&mut self) {
        let mut has_power = false;
        for_each_power(&self.net, self.usable(), self.net.flipped(), |_| {
            has_power = true;
        });
        self.step = if has_power {
            FlipStep::Power
        } else {
            FlipStep::Draw
        };
    }

    /// Frees if possible; otherwise lowers the cards.
    fn free_or_lower(&mut self) {
        self.step = FlipStep::Free;
        if !can_free(&self.net, self.usable()) {
            self.lower();
        }
    }

    /// Takes freed cards off the net; waste goes below the pile while cards of it are to be laid
    /// (4.4, 4.6).
    fn release(&mut self, freed: Spaces) {
        if self.last.is_none() {
            for space in freed & self.net.all_waste() {
                if let Some(Card::Waste(waste)) = self.net.card(space) {
                    self.pile.below.push(waste);
                }
            }
        }
        self.net.remove(freed);
    }

    /// Ends the turn, or begins to refill.
    fn finish(&mut self) {
        self.net.clear_marks();
        self.is_power_used = false;
        match &mut self.last {
            None => self.step = FlipStep::Lay,
            Some(turns) => {
                *turns -= 1;
                self.step = FlipStep::Act;
                if *turns > 0 {
                    self.turn = self.next_player();
                }
            }
        }
    }

    fn next_player(&self) -> Player {
        Player::new((self.turn.index() + 1) % usize::from(self.players))
    }

    fn lay(&mut self, card: Card) {
        if let Some(space) = self.next_space() {
            self.pile.take(card);
            self.net.put(space, card);
        }
        self.next += 1;
        let is_empty = self.pile.is_empty();
        if is_empty {
            self.last = Some(LAST_TURNS);
        }
        if is_empty || usize::from(self.next) == self.net.columns() {
            (self.next, self.step, self.turn) = (0, FlipStep::Act, self.next_player());
        }
    }

    fn take_action_card(&mut self, card: ActionCard) {
        self.deck = self.drawable();
        self.deck.remove(card);
        self.hands[self.turn.index()].add(card);
        self.free_or_lower();
    }

    fn for_each_act(&self, mut visit: impl FnMut(FlipMove)) {
        let hand = self.hands[self.turn.index()];
        let mut can_act = false;
        for card in hand.kinds() {
            for_each_act(&self.net, card, self.usable(), |mv| {
                can_act = true;
                visit(mv);
            });
        }
        if !can_act {
            hand.kinds().for_each(|card| visit(FlipMove::Discard(card)));
        }
    }
}

impl Game for Flip {
    type Move = FlipMove;

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.last == Some(0) || self.is_lost() {
            Turn::Over
        } else {
            Turn::Of(self.turn)
        }
    }

    fn for_each_move(&self, mut visit: impl FnMut(FlipMove)) {
        self.for_each_choice(|choice| self.for_each_outcome(choice, |mv, _| visit(mv)));
    }

    fn play(&mut self, mv: FlipMove) {
        if let Some(card) = mv.card() {
            let powers = self.usable();
            self.hands[self.turn.index()].remove(card);
            let freed = act(&mut self.net, mv);
            // A power is used if a swordfish takes a neighbour with it.
            self.is_power_used |= freed.len() > 1 && powers.has(Species::Swordfish);
            self.release(freed);
            return self.after_act();
        }
        match mv {
            FlipMove::Power(space, other) => {
                use_power(&mut self.net, space, other);
                (self.is_power_used, self.step) = (true, FlipStep::Draw);
            }
            FlipMove::Go => self.step = FlipStep::Draw,
            FlipMove::Draw(Some(card)) => self.take_action_card(card),
            FlipMove::Free(cards) => {
                self.is_power_used |= groups_within(&self.net, self.usable(), cards) != cards;
                self.release(cards);
                self.lower();
            }
            FlipMove::Done => self.lower(),
            FlipMove::Lay(Some(card)) => self.lay(card),
            _ => {}
        }
    }

    /// Minus the animals in net and pile (4.6), in 1/128; the same for every player.
    #[inline]
    fn score(&self, _player: Player) -> Score {
        -POINT * self.animals_left() as Score
    }
}

impl Chance for Flip {
    const HAS_CHANCE: bool = true;

    fn for_each_choice(&self, mut visit: impl FnMut(FlipMove)) {
        if self.turn() == Turn::Over {
            return;
        }
        match self.step {
            FlipStep::Act => self.for_each_act(visit),
            FlipStep::Power => {
                visit(FlipMove::Go);
                for_each_power(&self.net, self.usable(), self.net.flipped(), visit);
            }
            FlipStep::Draw => visit(FlipMove::Draw(None)),
            FlipStep::Free => self.for_each_freeing(visit),
            FlipStep::Lay => visit(FlipMove::Lay(None)),
        }
    }

    fn for_each_outcome(&self, choice: FlipMove, visit: impl FnMut(FlipMove, f64)) {
        self.for_each_card(choice, visit);
    }

    fn choice_of(&self, mv: FlipMove) -> FlipMove {
        mv.choice()
    }

    /// The next card of the pile, which depends only on the world and on what the pile still holds:
    /// so every table with the same world meets the cards in the same order, however it plays.
    /// Action cards come in the same order as long as the pile is as large.
    fn outcome_in(&self, choice: FlipMove, world: u64) -> FlipMove {
        let left = self.pile.unseen() as u64;
        match choice {
            FlipMove::Draw(None) => {
                let cards = self.drawable();
                let below = self.pile.below.len() as u64;
                let place = 1 << 63 | left << 32 | below << 16 | (cards.len() as u64) << 8;
                let number = mix(world, place | u64::from(self.last.unwrap_or(u8::MAX)));
                FlipMove::Draw(Some(cards.nth(number)))
            }
            FlipMove::Lay(None) => FlipMove::Lay(Some(self.pile.next_by(mix(world, left)))),
            _ => choice,
        }
    }
}

/// Pseudo-random number of a world at a place: the finaliser of SplitMix64 (Steele, Lea and Flood
/// 2014).
pub(crate) const fn mix(world: u64, place: u64) -> u64 {
    let mut bits = world.wrapping_mul(0xd134_2543_de82_ef95)
        ^ place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

impl Flip {
    fn position_key(&self) -> u64 {
        let hands = self
            .hands
            .iter()
            .chain([&self.deck, &self.actions])
            .map(|cards| cards.bits());
        let power = |power: Option<Species>| power.map_or(15, |species| species as u64);
        let powers = self
            .powers
            .iter()
            .fold(0, |bits, &species| bits << 4 | power(species));
        let state = [
            u64::from(self.players),
            self.turn.index() as u64,
            self.step as u64,
            u64::from(self.next),
            u64::from(self.last.unwrap_or(7)),
            u64::from(self.is_power_used) | u64::from(self.has_far_rays) << 1,
        ];
        let state = state
            .into_iter()
            .fold(powers, |bits, part| bits << 3 | part);
        self.net
            .words()
            .chain(self.pile.words())
            .chain(hands)
            .chain([state])
            .fold(0, mix)
    }
}

/// All players are on the first side.
impl TwoSided for Flip {
    fn side(&self, _player: Player) -> Side {
        Side::First
    }

    #[inline]
    fn margin(&self) -> Score {
        self.score(self.turn)
    }
}

/// All animals left are at stake, and nothing breaks ties.
impl Staked for Flip {
    fn at_stake(&self) -> Score {
        POINT * self.animals_left() as Score
    }

    fn tie_break(_score: Score) -> Score {
        0
    }
}

form!(Flip, is_once: true);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_small() {
        assert!(size_of::<Flip>() <= 104, "{} bytes", size_of::<Flip>());
    }
}
