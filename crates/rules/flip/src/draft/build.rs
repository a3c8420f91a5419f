//! Draft → position, in both forms of the game.

use floe_game::{DraftError, DraftField, Player, Problem};

use super::supply::{Supply, rest_of};
use super::{CardDraft, CardForm, ContestForm, DraftCard, FlipForm};
use crate::card::{Card, Species, Waste};
use crate::contest::{ANIMALS, Contest, ContestStep, OPEN_CARDS};
use crate::flip::{Flip, FlipStep, LAST_TURNS};
use crate::net::Net;
use crate::piles::{ActionCards, Animals, Below, Pile};
use crate::space::{Space, column_letter};

/// Number of animals of the game (4.1).
const MAX_ANIMALS: usize = 79;
/// Maximum number of waste cards of a player that is written.
const MAX_FINES: usize = 99;

// Texts that errors expect.
pub(super) const EXPECTED_NO_GAP: &str = "a card: no gap is left at this step";
pub(super) const EXPECTED_CARD: &str =
    "a card: an animal (W, S, O, T, D, J, R, K) or waste (p, m, o)";
pub(super) const EXPECTED_SIZE: &str = "columns (1-4) and rows (2-6) of the net, as 4x6";
pub(super) const EXPECTED_HAND: &str =
    "a power and action cards for each player, as D:fcx, separated by commas";
pub(super) const EXPECTED_ACTION: &str = "an action card (f, c, r, s, k, x, y, e)";
pub(super) const EXPECTED_FOUR: &str = "at most four players";
pub(super) const EXPECTED_BELOW: &str = "waste below the pile (p or m), first to be laid first";
pub(super) const EXPECTED_LAST: &str =
    "the turns left (2, 1, or 0 when the game is over), and only with an empty pile";
pub(super) const EXPECTED_USED: &str = "'used', and only between the action and the end of a turn";
pub(super) const EXPECTED_POWERS: &str = "the powers of two species (of W, S, O, T, D, J, R, K)";

pub(super) fn expected_marks(most: usize) -> String {
    match most {
        0 => "a card without mark: only animals have moved, and only during a turn".to_owned(),
        _ => format!("at most {most} marks '~'"),
    }
}

pub(super) fn expected_next(columns: usize) -> String {
    let last = column_letter(columns.max(1) - 1);
    format!("the column to refill (a-{last}), and only with step=lay")
}

/// Maximum number of marks of a card at a step at which animals have at most `most`.
pub(super) const fn marks_of(card: Card, most: usize) -> usize {
    match card {
        Card::Animal(_) => most,
        Card::Waste(_) => 0,
    }
}

impl CardDraft {
    /// Takes the cards of the net from the supply.
    fn build_net(&self, supply: &mut Supply) -> Result<Net, DraftError> {
        let is_sized = (1..=Space::COLUMNS).contains(&self.columns)
            && (2..=Space::ROWS).contains(&self.rows)
            && self.spaces.len() == self.columns * self.rows;
        if !is_sized {
            return Err(named("net").expected(EXPECTED_SIZE));
        }
        let mid_turn = self.form.mid_turn();
        let mut net = Net::new(self.columns, self.rows);
        for (number, card) in self.spaces.iter().enumerate() {
            let space = self.space(number);
            let field = || DraftField::space(space.to_string(), number);
            match *card {
                DraftCard::Empty => {
                    let above = &self.spaces[number..self.rows * (space.column() + 1)];
                    let has_card = above.iter().any(|card| *card != DraftCard::Empty);
                    if has_card && !mid_turn.has_gaps {
                        return Err(field().expected(EXPECTED_NO_GAP));
                    }
                }
                DraftCard::Card(card, marks) => {
                    let taken = supply.take(card);
                    taken.map_err(|problem| field().part(card.to_string().len()).error(problem))?;
                    let most = marks_of(card, mid_turn.marks);
                    if marks > most {
                        return Err(field().expected(expected_marks(most)));
                    }
                    net.put(space, card);
                    net.set_marks(space, marks);
                }
                DraftCard::Unknown(_) => return Err(field().expected(EXPECTED_CARD)),
            }
        }
        Ok(net)
    }

    /// Takes the deck from the supply; without one it is all that is left but the discards.
    fn build_deck(&self, supply: &mut Supply) -> Result<ActionCards, DraftError> {
        supply.take_hand(&self.discards, |card| named("discards").entry(card))?;
        let Some(deck) = self.deck else {
            return Ok(supply.actions());
        };
        for card in deck.cards() {
            let taken = supply.take_action(card);
            taken.map_err(|problem| named("deck").entry(card as usize).error(problem))?;
        }
        Ok(deck)
    }

    /// Checks that the player to move is one of this number.
    fn check_turn(&self, players: usize) -> Result<(), DraftError> {
        if players == 1 && self.to_move.index() > 0 {
            return Err(named("turn").expected("the only player, A"));
        }
        check_player(named("turn"), self.to_move, players)
    }

    /// Makes the draft a position of the cooperative game. The cards of the game are checked first,
    /// then the net, the turn, hands, pile, and what belongs to a step.
    ///
    /// # Errors
    /// If the draft is no such position: the first field that is wrong.
    pub fn build_flip(&self) -> Result<Flip, DraftError> {
        let CardForm::Flip(form) = &self.form else {
            return Err(named("game").expected("the cooperative game"));
        };
        let mut supply = Supply::new(self)?;
        let net = self.build_net(&mut supply)?;
        self.check_turn(form.hands.len().clamp(1, Player::MAX))?;
        let mut flip = Flip {
            net,
            pile: Pile::default(),
            hands: [ActionCards::NONE; Player::MAX],
            deck: ActionCards::NONE,
            actions: supply.deck(),
            powers: [None; Player::MAX],
            players: form.hands.len().min(Player::MAX) as u8,
            turn: self.to_move,
            step: form.step,
            next: 0,
            last: None,
            is_power_used: form.is_power_used,
            has_far_rays: self.has_far_rays,
        };
        form.deal_hands(&mut flip, &mut supply)?;
        supply.take_pile("pile", &self.pile)?;
        flip.pile.below = form.waste_below(&mut supply)?;
        supply.take_pile("out", &self.out)?;
        if self.out.has_rest || self.out != Default::default() && !self.pile.has_rest {
            let only = "cards that are out of the game, and only where the pile is the rest";
            return Err(named("out").expected(only));
        }
        flip.powers
            .into_iter()
            .flatten()
            .for_each(|species| supply.name(species));
        flip.pile.animals = supply.animals_of(&self.pile);
        flip.pile.waste = supply.waste_of(&self.pile);
        if let Some(column) = form.next {
            if column >= self.columns || form.step != FlipStep::Lay {
                return Err(named("next").expected(expected_next(self.columns)));
            }
            flip.next = column as u8;
        }
        flip.deck = self.build_deck(&mut supply)?;
        flip.last = form.last_turns(&flip)?;
        if form.is_power_used && !form.step.is_mid_turn() {
            return Err(named("power").expected(EXPECTED_USED));
        }
        Ok(flip)
    }

    /// Makes the draft a position of the competitive form. The cards of the game are checked first,
    /// then the net, pile, powers, points, and what belongs to a step.
    ///
    /// # Errors
    /// If the draft is no such position: the first field that is wrong.
    pub fn build_contest(&self) -> Result<Contest, DraftError> {
        let CardForm::Contest(form) = &self.form else {
            return Err(named("game").expected("the competitive form"));
        };
        let mut supply = Supply::new(self)?;
        let net = self.build_net(&mut supply)?;
        if supply.deck().len() < OPEN_CARDS {
            let open = format!("at least {OPEN_CARDS} action cards, which are open in a round");
            return Err(named("actions").expected(open));
        }
        if form.step == ContestStep::Lay && net.cards() == net.area() {
            let full = "a step after laying, since no free space is left in the net";
            return Err(named("step").expected(full));
        }
        supply.take_pile("pile", &self.pile)?;
        let pile = Pile {
            animals: self.pile.animals,
            ..Pile::default()
        };
        let mut contest = Contest {
            net,
            turn: self.to_move,
            step: form.step,
            is_reshuffled: form.is_reshuffled,
            has_far_rays: self.has_far_rays,
            actions: supply.deck(),
            ..Contest::start(0, form.two_powers()?, pile)
        };
        form.set_scores(&mut contest)?;
        check_player(named("turn"), self.to_move, contest.players.into())?;
        contest.cards = form.open_cards(&mut supply)?;
        contest.deck = self.build_deck(&mut supply)?;
        supply.take_pile("out", &self.out)?;
        contest.out = self.out.animals;
        supply.take_pile("freed", &form.freed.into())?;
        contest.freed = form.freed;
        let is_early = !form.step.is_turn() || form.step == ContestStep::Act;
        if is_early && !form.freed.is_empty() {
            return Err(named("freed").expected("no animals freed before the action"));
        }
        if self.pile.has_rest {
            if contest.points != [0; Player::MAX] {
                let owned =
                    "the cards of the pile as W2212: which animals the players own is not written";
                return Err(rest_of("pile").expected(owned));
            }
            contest
                .powers
                .into_iter()
                .for_each(|species| supply.name(species));
            contest.pile.animals = supply.animals_of(&self.pile);
        }
        form.set_bids(&mut contest)?;
        check_scores(&contest)?;
        if form.step == ContestStep::Lay {
            contest.reshuffle();
        }
        Ok(contest)
    }
}

impl FlipForm {
    /// Gives every player its power and its action cards.
    fn deal_hands(&self, flip: &mut Flip, supply: &mut Supply) -> Result<(), DraftError> {
        let field = named("hands");
        if self.hands.is_empty() {
            return Err(field.expected(EXPECTED_HAND));
        }
        for (player, hand) in self.hands.iter().enumerate() {
            let field = named("hands").entry(player);
            if player == Player::MAX {
                return Err(field.expected(EXPECTED_FOUR));
            }
            if hand.power.is_some() && flip.powers.contains(&hand.power) {
                return Err(field.part(0).expected("a power that no other player has"));
            }
            let has_played = player == flip.turn.index()
                && matches!(self.step, FlipStep::Power | FlipStep::Draw);
            if hand.cards.is_empty() && !has_played {
                return Err(field.part(1).expected(EXPECTED_ACTION));
            }
            flip.powers[player] = hand.power;
            let letter = |card: usize| field.clone().part(2 + card);
            flip.hands[player] = supply.take_hand(&hand.cards, letter)?;
        }
        let has_discard = self.step.is_mid_turn() && self.step != FlipStep::Free;
        if has_discard && supply.actions().is_empty() {
            return Err(field.expected("a discarded action card, the one just played"));
        }
        Ok(())
    }

    /// Takes the waste below the pile from the supply.
    fn waste_below(&self, supply: &mut Supply) -> Result<Below, DraftError> {
        let mut below = Below::default();
        for (number, &waste) in self.below.iter().enumerate() {
            let field = || named("below").entry(number);
            if waste == Waste::Oil {
                return Err(field().expected(EXPECTED_BELOW));
            }
            let taken = supply.take_waste(waste, 1);
            taken.map_err(|problem| field().error(problem))?;
            below.push(waste);
        }
        Ok(below)
    }

    /// The turns left, which must be told if the pile is empty, and only then.
    fn last_turns(&self, flip: &Flip) -> Result<Option<u8>, DraftError> {
        let is_empty = flip.pile.is_empty();
        let fewest = u8::from(self.step != FlipStep::Act);
        match self.last {
            None if is_empty => {
                Err(named("last").expected("last=, the turns left, since the pile is empty"))
            }
            None => Ok(None),
            Some(turns) => {
                let is_right = (fewest..=LAST_TURNS).contains(&turns);
                if !is_right || !is_empty || self.step == FlipStep::Lay {
                    return Err(named("last").expected(EXPECTED_LAST));
                }
                Ok(Some(turns))
            }
        }
    }
}

impl ContestForm {
    /// The powers of all players in the order of the species.
    fn two_powers(&self) -> Result<[Species; 2], DraftError> {
        let field = named("powers");
        match self.powers[..] {
            [] => Err(field.expected("powers=, two species as WD")),
            [one, other] if one < other => Ok([one, other]),
            [one, other] if one > other => Ok([other, one]),
            _ => Err(field.expected(EXPECTED_POWERS)),
        }
    }

    /// Sets points and waste cards; their number is that of the players.
    fn set_scores(&self, contest: &mut Contest) -> Result<(), DraftError> {
        let points = named("points");
        let players = self.points.len();
        if players == 0 {
            return Err(points.expected("points=, the animals of each player as 5,3"));
        }
        if !(2..=Player::MAX).contains(&players) {
            let four = "the animals of two to four players, separated by commas";
            return Err(points.expected(four));
        }
        if !self.fines.is_empty() && self.fines.len() != players {
            let all = format!("the waste cards of {players} players, separated by commas");
            return Err(named("fines").expected(all));
        }
        contest.players = players as u8;
        contest.points[..players].copy_from_slice(&self.points);
        contest.fines[..self.fines.len()].copy_from_slice(&self.fines);
        Ok(())
    }

    fn open_cards(&self, supply: &mut Supply) -> Result<ActionCards, DraftError> {
        let field = named("cards");
        let open = self.step.open_cards();
        if self.cards.is_empty() && *open.start() > 0 {
            return Err(field.expected("cards=, the open action cards"));
        }
        let cards = supply.take_hand(&self.cards, |card| named("cards").entry(card))?;
        if !open.contains(&self.cards.len()) {
            return Err(field.expected(match open.end() {
                0 => "no open action card before they are drawn",
                1 => "at most one open action card",
                _ => "one or two open action cards",
            }));
        }
        Ok(cards)
    }

    /// Sets the first bidder, the highest bid, and who has passed.
    fn set_bids(&self, contest: &mut Contest) -> Result<(), DraftError> {
        let players = usize::from(contest.players);
        if let Some(first) = self.first {
            check_player(named("first"), first, players)?;
            contest.first = first;
        }
        if let Some((bidder, bid)) = self.bid {
            check_player(named("bid").entry(0), bidder, players)?;
            if !(1..=ANIMALS).contains(&bid) {
                return Err(named("bid").entry(1).expected(expected_bid()));
            }
            contest.bidder = bidder;
            contest.bid = bid;
            let is_right = self.step.is_turn() == (bidder == contest.turn);
            let is_early = matches!(self.step, ContestStep::Lay | ContestStep::Draw);
            if !is_right || is_early {
                return Err(named("bid").expected(match self.step {
                    _ if is_early => "no bid before the cards are drawn",
                    ContestStep::Bid => {
                        "the highest bid, 1 to 9, of another player than the one to bid"
                    }
                    _ => "the bid, 1 to 9, of the player in its turn",
                }));
            }
        } else if self.step.is_turn() {
            return Err(named("bid").expected("bid=, the bid of the player in its turn"));
        }
        if self.step == ContestStep::Give
            && (players == 2 || contest.freed.len() <= contest.bid.into())
        {
            let more = "more animals freed than bid (freed=), and more than two players";
            return Err(named("freed").expected(more));
        }
        for (number, &player) in self.passed.iter().enumerate() {
            check_player(named("passed").entry(number), player, players)?;
            contest.passed |= 1 << player.index();
        }
        let has_bidder = contest.bid > 0 && contest.has_passed(contest.bidder);
        let is_wrong =
            self.step != ContestStep::Bid || contest.has_passed(contest.turn) || has_bidder;
        if !self.passed.is_empty() && is_wrong {
            return Err(named("passed").expected(
                "players that have passed, neither the one to bid nor the highest bidder",
            ));
        }
        Ok(())
    }
}

pub(super) fn expected_bid() -> String {
    format!("a bid from 1 to {ANIMALS}")
}

/// Checks that animals and waste cards of players stay numbers that can be written, to the end of
/// the game.
fn check_scores(contest: &Contest) -> Result<(), DraftError> {
    let points: usize = contest.points.into_iter().map(usize::from).sum();
    let unowned = contest.unowned();
    let most = MAX_ANIMALS.saturating_sub(unowned);
    if points > most {
        return Err(named("points").expected(format!(
            "at most {most} animals of all players together, since {unowned} of at most {MAX_ANIMALS} lie elsewhere",
        )));
    }
    let rounds = contest.rounds_left();
    let most = MAX_FINES.saturating_sub(rounds);
    if contest
        .fines
        .into_iter()
        .any(|fines| usize::from(fines) > most)
    {
        return Err(named("fines").expected(format!(
            "at most {most} waste cards of a player, since {rounds} more can follow",
        )));
    }
    Ok(())
}

impl Contest {
    /// Number of animals that no player owns.
    pub(crate) fn unowned(&self) -> usize {
        let net = self.net.animals_on(self.net.animals());
        let animals: [Animals; 4] = [self.pile.animals, self.out, self.freed, net];
        animals.into_iter().map(Animals::len).sum()
    }

    /// Maximum number of rounds to come, with the one that is played: each takes nine animals, and
    /// once the discards are shuffled in.
    fn rounds_left(&self) -> usize {
        let round = usize::from(ANIMALS);
        let (now, laid) = match self.step {
            ContestStep::Lay => (0, self.net.animals().len()),
            _ => (1, 0),
        };
        let again = if self.is_reshuffled {
            0
        } else {
            self.unowned() / round
        };
        now + (laid + self.pile.len()) / round + again
    }
}

/// Checks that a player is one of this number.
fn check_player(field: DraftField, player: Player, players: usize) -> Result<(), DraftError> {
    if player.index() >= players {
        return Err(field.error(Problem::Player(Player::new(players - 1))));
    }
    Ok(())
}

fn named(name: &'static str) -> DraftField {
    DraftField::named(name)
}
