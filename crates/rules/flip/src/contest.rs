//! The competitive form (4.7).

use std::ops::RangeInclusive;

use floe_game::{
    Chance, Counted, Game, Keyed, Notated, POINT, Player, Sampled, Score, Staked, Turn, TwoSided,
    Veiled, line_in_play,
};

use crate::card::{ActionCard, Card, Species};
use crate::flip::mix;
use crate::form::form;
use crate::freeing::{can_free, free_sets, free_text};
use crate::moving::{Powers, act, for_each_act, for_each_power, use_power};
use crate::mv::FlipMove;
use crate::net::{MidTurn, Net};
use crate::piles::{ActionCards, Animals, Pile};
use crate::space::{Space, Spaces};

/// Step of a round of the competitive form (4.7); says what happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ContestStep {
    /// Chance lays the animals of the round, one after the other.
    Lay,
    /// Chance draws the open action cards of the round.
    Draw,
    /// The player to move bids a number of animals, or passes.
    Bid,
    /// The last bidder, who is to move, plays an action card.
    Act,
    /// The last bidder, who is to move, uses a power of moving or none.
    Power,
    /// The last bidder, who is to move, frees groups or stops.
    Free,
    /// The last bidder, who is to move, shares out among the opponents the animals freed beyond the
    /// bid.
    Give,
}

impl ContestStep {
    /// All steps in their order.
    pub(crate) const ALL: [ContestStep; 7] = [
        ContestStep::Lay,
        ContestStep::Draw,
        ContestStep::Bid,
        ContestStep::Act,
        ContestStep::Power,
        ContestStep::Free,
        ContestStep::Give,
    ];

    /// Name of the step in the notation of positions: `lay`, `draw`, `bid`, `act`, `power`, `free`
    /// or `give`.
    pub const fn name(self) -> &'static str {
        ["lay", "draw", "bid", "act", "power", "free", "give"][self as usize]
    }

    /// Whether the step belongs to the turn of the last bidder, after the bids.
    pub(crate) const fn is_turn(self) -> bool {
        matches!(
            self,
            ContestStep::Act | ContestStep::Power | ContestStep::Free | ContestStep::Give
        )
    }

    /// Marks and gaps of the net.
    pub(crate) const fn mid_turn(self) -> MidTurn {
        match self {
            ContestStep::Power => MidTurn {
                has_gaps: true,
                marks: 3,
            },
            ContestStep::Free => MidTurn {
                has_gaps: true,
                marks: 2,
            },
            _ => MidTurn {
                has_gaps: false,
                marks: 0,
            },
        }
    }

    /// Numbers of open action cards.
    pub(crate) const fn open_cards(self) -> RangeInclusive<usize> {
        match self {
            ContestStep::Lay => 0..=0,
            ContestStep::Bid | ContestStep::Act => 1..=OPEN_CARDS,
            ContestStep::Draw | ContestStep::Power | ContestStep::Free | ContestStep::Give => {
                0..=OPEN_CARDS - 1
            }
        }
    }
}

/// Columns and rows of the net.
pub(crate) const SIZE: usize = 3;
/// Number of animals laid in a round, and the highest bid.
pub(crate) const ANIMALS: u8 = 9;
/// Number of open action cards.
pub(crate) const OPEN_CARDS: usize = 2;
/// Points that a waste card costs.
const FINE: i32 = 2;

/// Position of the competitive form for two to four players: the points so far, and the round that
/// is played.
///
/// ```
/// use floe_flip::Contest;
/// use floe_game::{Counted, Player};
///
/// let text = "contest:D1<D2>W1</D1>W2<W3</O1>T1<T2> B - D0022,W0112 powers=WD cards=fx points=5,3 fines=0,1 bid=A4 first=A \
///             deck=f3c1 out=O2322";
/// let contest: Contest = text.parse()?;
/// assert_eq!((contest.points(Player::new(0)), contest.points(Player::new(1))), (5, 1));
/// assert_eq!(contest.count_moves(), 6, "bids from 5 to 9, and passing");
/// # Ok::<(), floe_game::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Contest {
    pub(crate) net: Net,
    pub(crate) pile: Pile,
    /// Discarded animals.
    pub(crate) out: Animals,
    /// Animals freed in this turn.
    pub(crate) freed: Animals,
    pub(crate) deck: ActionCards,
    /// All action cards of the game.
    pub(crate) actions: ActionCards,
    /// Open action cards.
    pub(crate) cards: ActionCards,
    /// Powers of all players.
    pub(crate) powers: [Species; 2],
    pub(crate) players: u8,
    pub(crate) turn: Player,
    pub(crate) step: ContestStep,
    /// First bidder of the round.
    pub(crate) first: Player,
    /// Highest bid, 0 before the first one.
    pub(crate) bid: u8,
    /// Player that made it.
    pub(crate) bidder: Player,
    /// One bit for each player that has passed.
    pub(crate) passed: u8,
    /// Animals of each player.
    pub(crate) points: [u8; Player::MAX],
    /// Waste cards of each player.
    pub(crate) fines: [u8; Player::MAX],
    pub(crate) is_reshuffled: bool,
    pub(crate) has_far_rays: bool,
}

impl Contest {
    /// The start of a game, with nothing laid.
    pub(crate) fn start(players: u8, powers: [Species; 2], pile: Pile) -> Contest {
        Contest {
            net: Net::new(SIZE, SIZE),
            pile,
            out: Animals::default(),
            freed: Animals::default(),
            deck: ActionCards::ALL,
            actions: ActionCards::ALL,
            cards: ActionCards::NONE,
            powers,
            players,
            turn: Player::new(0),
            step: ContestStep::Lay,
            first: Player::new(0),
            bid: 0,
            bidder: Player::new(0),
            passed: 0,
            points: [0; Player::MAX],
            fines: [0; Player::MAX],
            is_reshuffled: false,
            has_far_rays: false,
        }
    }

    /// The net with the cards that lie on the table.
    pub const fn net(&self) -> &Net {
        &self.net
    }

    /// The draw pile, from which the animals of the next rounds are laid.
    pub const fn pile(&self) -> &Pile {
        &self.pile
    }

    /// Animals discarded in earlier rounds, by species and colour; none once they are shuffled into
    /// the pile.
    pub const fn discarded(&self) -> Animals {
        self.out
    }

    /// Animals that the last bidder has freed so far in this turn, by species and colour; none
    /// outside of such a turn.
    pub const fn freed(&self) -> Animals {
        self.freed
    }

    /// The open action cards, of which the last bidder plays one.
    pub const fn cards(&self) -> ActionCards {
        self.cards
    }

    /// The two powers, which belong to all players for the whole game.
    pub const fn powers(&self) -> [Species; 2] {
        self.powers
    }

    /// Step of the round in this position.
    pub const fn step(&self) -> ContestStep {
        self.step
    }

    /// Player with the highest bid of the round and that bid, in animals; `None` before the first
    /// bid.
    pub fn bid(&self) -> Option<(Player, u8)> {
        (self.bid > 0).then_some((self.bidder, self.bid))
    }

    /// The player to move; when the game is over, the player who had the last turn.
    pub const fn last_turn(&self) -> Player {
        self.turn
    }

    /// Points that `player` has so far: one for each animal, minus two for each waste card. 0 if
    /// the game has no such player.
    pub fn points(&self, player: Player) -> i32 {
        i32::from(self.points[player.index()]) - FINE * i32::from(self.fines[player.index()])
    }

    pub(crate) fn has_passed(&self, player: Player) -> bool {
        self.passed >> player.index() & 1 != 0
    }

    /// Powers that all players may use.
    pub(crate) fn usable(&self) -> Powers {
        Powers::new(self.powers, self.has_far_rays)
    }

    /// Animals that may use a power of moving: flipped, and not used before.
    fn ready(&self) -> Spaces {
        self.net.flipped() - self.net.used()
    }

    /// Action cards that can be drawn: the deck, or the discards if it has run out.
    pub fn drawable(&self) -> ActionCards {
        if self.deck.is_empty() {
            self.actions.without(self.cards)
        } else {
            self.deck
        }
    }

    /// Space that gets the next animal: row by row, from the left; `None` if the net is full.
    pub fn next_space(&self) -> Option<Space> {
        let free = self.net.area() - self.net.cards();
        (0..SIZE).find_map(|row| (free & Spaces::row(row)).first())
    }

    /// Whether the cards do not suffice for the round that begins.
    fn lacks_animals(&self) -> bool {
        self.net.cards().len() + self.pile.len() < usize::from(ANIMALS)
    }

    /// Shuffles the discards in if the cards do not suffice, once a game.
    pub(crate) fn reshuffle(&mut self) {
        if self.lacks_animals() && !self.is_reshuffled {
            self.pile.animals.add_all(std::mem::take(&mut self.out));
            self.is_reshuffled = true;
        }
    }

    /// The next player after `player` in turn order that has not passed, at last `player` itself;
    /// `None` if all have.
    fn next_bidder(&self, player: Player) -> Option<Player> {
        let players = usize::from(self.players);
        player
            .round(players)
            .skip(1)
            .chain([player])
            .find(|&player| !self.has_passed(player))
    }

    fn after_bid(&mut self) {
        match self.next_bidder(self.turn) {
            Some(next) if next != self.bidder || self.bid == 0 => {
                self.turn = next;
                if self.bid == ANIMALS {
                    self.begin_turn();
                }
            }
            Some(_) => self.begin_turn(),
            None => self.next_round(),
        }
    }

    fn begin_turn(&mut self) {
        (self.turn, self.step, self.passed) = (self.bidder, ContestStep::Act, 0);
    }

    fn release(&mut self, cards: Spaces) {
        self.freed.add_all(self.net.animals_on(cards));
        self.net.remove(cards);
    }

    /// Uses powers of moving if possible; otherwise frees.
    fn use_or_free(&mut self) {
        let mut has_power = false;
        for_each_power(&self.net, self.usable(), self.ready(), |_| has_power = true);
        if has_power {
            self.step = ContestStep::Power;
        } else {
            self.begin_freeing();
        }
    }

    fn begin_freeing(&mut self) {
        self.net.clear_used();
        self.step = ContestStep::Free;
        if !can_free(&self.net, self.usable()) {
            self.lower();
        }
    }

    /// Settles the bid at the end of the turn.
    fn finish(&mut self) {
        let freed = self.freed.len() as u8;
        if freed < self.bid {
            self.fines[self.turn.index()] += 1;
            self.out.add_all(self.freed);
            self.next_round();
        } else if freed > self.bid && self.players > 2 {
            self.discard_net();
            self.step = ContestStep::Give;
        } else {
            let mut numbers = [0; Player::MAX];
            numbers[usize::from(self.turn.index() == 0)] = freed - self.bid;
            self.give(numbers);
        }
    }

    /// Books the bid, and these numbers of animals for the opponents.
    fn give(&mut self, numbers: [u8; Player::MAX]) {
        self.points[self.turn.index()] += self.bid;
        self.points
            .iter_mut()
            .zip(numbers)
            .for_each(|(points, number)| *points += number);
        self.next_round();
    }

    fn discard_net(&mut self) {
        self.out.add_all(self.net.animals_on(self.net.animals()));
        self.net.remove(self.net.cards());
    }

    fn next_round(&mut self) {
        self.discard_net();
        (self.cards, self.freed) = (ActionCards::NONE, Animals::default());
        (self.bid, self.bidder, self.passed) = (0, Player::new(0), 0);
        self.first = Player::new((self.first.index() + 1) % usize::from(self.players));
        (self.turn, self.step) = (self.first, ContestStep::Lay);
        self.reshuffle();
    }

    fn lay(&mut self, card: Card) {
        if let Some(space) = self.next_space() {
            self.pile.take(card);
            self.net.put(space, card);
        }
        if self.next_space().is_none() {
            self.step = ContestStep::Draw;
        }
    }

    fn take_action_card(&mut self, card: ActionCard) {
        self.deck = self.drawable();
        self.deck.remove(card);
        self.cards.add(card);
        if self.cards.len() == OPEN_CARDS {
            self.step = ContestStep::Bid;
        }
    }

    fn for_each_act(&self, mut visit: impl FnMut(FlipMove)) {
        let mut can_act = false;
        for card in self.cards.kinds() {
            for_each_act(&self.net, card, self.usable(), |mv| {
                can_act = true;
                visit(mv);
            });
        }
        if !can_act {
            self.cards
                .kinds()
                .for_each(|card| visit(FlipMove::Discard(card)));
        }
    }

    /// Calls `visit` with every way to share out the animals above the bid among the opponents.
    fn for_each_gift(&self, mut visit: impl FnMut(FlipMove)) {
        let surplus = self.freed.len() as u8 - self.bid;
        let mut opponents = self
            .turn
            .round(usize::from(self.players))
            .skip(1)
            .map(Player::index);
        let first = opponents.next();
        let second = opponents.next();
        let third = opponents.next();
        let (Some(first), Some(second)) = (first, second) else {
            return;
        };
        for to_first in 0..=surplus {
            let rest = surplus - to_first;
            for to_second in if third.is_some() {
                0..=rest
            } else {
                rest..=rest
            } {
                let mut numbers = [0; Player::MAX];
                (numbers[first], numbers[second]) = (to_first, to_second);
                if let Some(third) = third {
                    numbers[third] = rest - to_second;
                }
                visit(FlipMove::Give(numbers));
            }
        }
    }
}

impl Game for Contest {
    type Move = FlipMove;

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn turn(&self) -> Turn {
        if self.step == ContestStep::Lay && self.lacks_animals() {
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
            self.cards.remove(card);
            let freed = act(&mut self.net, mv);
            self.release(freed);
            return self.use_or_free();
        }
        match mv {
            FlipMove::Lay(Some(card)) => self.lay(card),
            FlipMove::Draw(Some(card)) => self.take_action_card(card),
            FlipMove::Bid(number) => {
                (self.bid, self.bidder) = (number, self.turn);
                self.after_bid();
            }
            FlipMove::Pass => {
                self.passed |= 1 << self.turn.index();
                self.after_bid();
            }
            FlipMove::Power(space, other) => {
                self.net.mark_used(space);
                use_power(&mut self.net, space, other);
                self.use_or_free();
            }
            FlipMove::Go => self.begin_freeing(),
            FlipMove::Free(cards) => {
                self.release(cards);
                self.lower();
            }
            FlipMove::Done => self.lower(),
            FlipMove::Give(numbers) => self.give(numbers),
            _ => {}
        }
    }

    /// Points of the player, in 1/128.
    fn score(&self, player: Player) -> Score {
        POINT * self.points(player)
    }
}

impl Chance for Contest {
    const HAS_CHANCE: bool = true;

    fn for_each_choice(&self, mut visit: impl FnMut(FlipMove)) {
        if self.turn() == Turn::Over {
            return;
        }
        match self.step {
            ContestStep::Lay => visit(FlipMove::Lay(None)),
            ContestStep::Draw => visit(FlipMove::Draw(None)),
            ContestStep::Bid => {
                (self.bid + 1..=ANIMALS).for_each(|number| visit(FlipMove::Bid(number)));
                visit(FlipMove::Pass);
            }
            ContestStep::Act => self.for_each_act(visit),
            ContestStep::Power => {
                visit(FlipMove::Go);
                for_each_power(&self.net, self.usable(), self.ready(), visit);
            }
            ContestStep::Free => self.for_each_freeing(visit),
            ContestStep::Give => self.for_each_gift(visit),
        }
    }

    fn for_each_outcome(&self, choice: FlipMove, visit: impl FnMut(FlipMove, f64)) {
        self.for_each_card(choice, visit);
    }

    fn choice_of(&self, mv: FlipMove) -> FlipMove {
        mv.choice()
    }

    /// The next card, which depends only on the world, on how far the game is, and on what the pile
    /// still holds.
    fn outcome_in(&self, choice: FlipMove, world: u64) -> FlipMove {
        let left = self.pile.unseen() as u64 | u64::from(self.is_reshuffled) << 16;
        match choice {
            FlipMove::Draw(None) => {
                let cards = self.drawable();
                let place =
                    1 << 63 | left << 32 | (self.cards.len() as u64) << 16 | cards.len() as u64;
                FlipMove::Draw(Some(cards.nth(mix(world, place))))
            }
            FlipMove::Lay(None) => FlipMove::Lay(Some(self.pile.next_by(mix(world, left)))),
            _ => choice,
        }
    }
}

impl Contest {
    fn position_key(&self) -> u64 {
        let cards = [
            self.out.bits(),
            self.freed.bits(),
            self.deck.bits(),
            self.actions.bits(),
            self.cards.bits(),
        ];
        let state = [
            self.powers[0] as u64,
            self.powers[1] as u64,
            u64::from(self.players),
            self.turn.index() as u64,
            self.step as u64,
            self.first.index() as u64,
            u64::from(self.bid),
            self.bidder.index() as u64,
            u64::from(self.passed),
            u64::from(self.is_reshuffled) | u64::from(self.has_far_rays) << 1,
        ];
        let state = state.into_iter().fold(0, |bits, part| bits << 4 | part);
        self.net
            .words()
            .chain(self.pile.words())
            .chain(cards)
            .chain([state])
            .fold(0, mix)
    }
}

/// Game of A against B; with more players only these two count.
impl TwoSided for Contest {}

/// All animals that have no owner are at stake, and a waste card a round.
impl Staked for Contest {
    fn at_stake(&self) -> Score {
        let animals = self.unowned();
        let rounds = 1 + 2 * animals as Score / Score::from(ANIMALS);
        POINT * (animals as Score + FINE * rounds)
    }

    fn tie_break(_score: Score) -> Score {
        0
    }
}

form!(Contest, is_once: false);
