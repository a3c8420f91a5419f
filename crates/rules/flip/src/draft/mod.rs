//! Drafts of positions: what is known so far of a table of cards, which need not be legal. A reader
//! of notation is text → draft → position, and an editor changes a draft.

mod build;
mod read;
mod supply;

use std::fmt;

use floe_game::Player;

use crate::card::{ActionCard, Animal, Card, Species, Waste};
use crate::contest::{Contest, ContestStep};
use crate::flip::{Flip, FlipStep};
use crate::net::{MidTurn, Net};
use crate::piles::{ActionCards, Animals, Pile};
use crate::space::{Space, column_letter};

/// Plastic cards of the usual game (4.2).
const PLASTIC: u8 = 4;

/// Space of a draft of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DraftCard {
    /// No card.
    Empty,
    /// A card, and the number of its marks: one if it has moved in this turn, two if it was
    /// flipped, three if its power has been used.
    Card(Card, usize),
    /// A text that is no card.
    Unknown(String),
}

impl DraftCard {
    /// The card, without its marks; `None` if there is none.
    pub const fn card(&self) -> Option<Card> {
        match self {
            DraftCard::Card(card, _) => Some(*card),
            _ => None,
        }
    }

    /// Turns the card over; waste looks the same from both sides.
    pub fn turn(&mut self) {
        if let DraftCard::Card(Card::Animal(animal), _) = self {
            animal.is_forward = !animal.is_forward;
        }
    }
}

impl fmt::Display for DraftCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DraftCard::Empty => Ok(()),
            DraftCard::Card(card, marks) => write!(f, "{card}{}", "~".repeat(*marks)),
            DraftCard::Unknown(text) => f.write_str(text),
        }
    }
}

/// Unseen cards of a draft, or its cards that are out of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DraftPile {
    /// Animals by species and colour.
    pub animals: Animals,
    /// Waste cards of each kind, in the order of [`Waste::ALL`]; `None` if the draft does not say.
    pub waste: Option<[u8; 3]>,
    /// Whether all cards that are nowhere else are in the pile, too: animals of the species that
    /// `animals` does not list, and plastic if `waste` is `None`.
    pub has_rest: bool,
}

impl From<Animals> for DraftPile {
    fn from(animals: Animals) -> DraftPile {
        DraftPile {
            animals,
            ..DraftPile::default()
        }
    }
}

impl From<&Pile> for DraftPile {
    fn from(pile: &Pile) -> DraftPile {
        DraftPile {
            animals: pile.animals,
            waste: Some(pile.waste).filter(|&waste| waste != [0; 3]),
            has_rest: false,
        }
    }
}

impl fmt::Display for DraftPile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = self.has_rest.then(|| "rest".to_owned());
        let animals = Some(self.animals.to_string()).filter(|animals| !animals.is_empty());
        let waste = Waste::ALL.into_iter().zip(self.waste.unwrap_or_default());
        // Without any waste in the text, plastic would be in the rest.
        let is_told = |waste, count| {
            count > 0 || waste == Waste::Plastic && self.has_rest && self.waste.is_some()
        };
        let waste = waste.filter(|&(waste, count)| is_told(waste, count));
        let waste = waste.map(|(waste, count)| format!("{}{count}", waste.letter()));
        let parts: Vec<String> = rest.into_iter().chain(animals).chain(waste).collect();
        f.write_str(if parts.is_empty() { "-" } else { "" })?;
        f.write_str(&parts.join(","))
    }
}

/// Unseen cards, `W2212,S2212,p3`; `-` for none.
impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DraftPile::from(self).fmt(f)
    }
}

/// Species of the game in a draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DraftSpecies {
    /// The species.
    pub species: Species,
    /// Number of cards of each of its colours, up to three; `None` for the numbers of the usual
    /// game (4.1).
    pub cards: Option<[u8; 4]>,
}

impl fmt::Display for DraftSpecies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.cards.iter().flatten().map(u8::to_string);
        write!(f, "{}{}", self.species.letter(), counts.collect::<String>())
    }
}

/// Power and action cards of a player.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DraftHand {
    /// Species whose power the player has; `None` if it has no power.
    pub power: Option<Species>,
    /// Action cards of the player.
    pub cards: Vec<ActionCard>,
}

impl fmt::Display for DraftHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = self.power.map_or('-', Species::letter);
        write!(f, "{power}:{}", letters(&self.cards, ActionCard::letter))
    }
}

/// Parts that only a draft of the cooperative game has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlipForm {
    /// Step of the turn.
    pub step: FlipStep,
    /// Power and action cards of each player, with one entry for each player of the game.
    pub hands: Vec<DraftHand>,
    /// Column to refill next, from 0; `None` at other steps, and for the first column.
    pub next: Option<usize>,
    /// Waste below the unseen cards, in the order in which it is laid.
    pub below: Vec<Waste>,
    /// Turns left, this one included, once the pile is empty; `None` before.
    pub last: Option<u8>,
    /// Whether the player to move has used its power in this turn.
    pub is_power_used: bool,
}

/// Parts that only a draft of the competitive form has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContestForm {
    /// Step of the round.
    pub step: ContestStep,
    /// The two powers of all players.
    pub powers: Vec<Species>,
    /// Open action cards.
    pub cards: Vec<ActionCard>,
    /// Number of animals of each player, with one entry for each player of the game.
    pub points: Vec<u8>,
    /// Number of waste cards of each player; empty where no player has any.
    pub fines: Vec<u8>,
    /// The highest bidder, and its bid in animals; `None` before the first bid.
    pub bid: Option<(Player, u8)>,
    /// Players that have passed in this round.
    pub passed: Vec<Player>,
    /// First bidder of the round; `None` for A.
    pub first: Option<Player>,
    /// Animals freed in this turn.
    pub freed: Animals,
    /// Whether the discards have been shuffled into the pile.
    pub is_reshuffled: bool,
}

/// Form of the game of a draft, with the parts that only this form has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CardForm {
    /// The cooperative game.
    Flip(FlipForm),
    /// The competitive form.
    Contest(ContestForm),
}

/// Position of *Fish 'n' Flip* in either form, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardDraft {
    /// Number of columns of the net.
    pub columns: usize,
    /// Number of rows of the net.
    pub rows: usize,
    /// Spaces of the net, column by column, each from the bottom.
    pub spaces: Vec<DraftCard>,
    /// Player to move.
    pub to_move: Player,
    /// Unseen cards.
    pub pile: DraftPile,
    /// Cards that are out of the game; in the competitive form, the discarded animals.
    pub out: DraftPile,
    /// Action cards of the deck; `None` for all that are nowhere else.
    pub deck: Option<ActionCards>,
    /// Discarded action cards, if `deck` is `None`; with a deck, all that are nowhere else are
    /// discarded.
    pub discards: Vec<ActionCard>,
    /// Species that the draft declares as part of the game.
    pub species: Vec<DraftSpecies>,
    /// All action cards of the game; `None` for the action cards of the usual game.
    pub actions: Option<ActionCards>,
    /// Whether rays have their other power (4.4).
    pub has_far_rays: bool,
    /// Form of the game.
    pub form: CardForm,
}

impl FlipForm {
    /// The start of a turn in a game alone, without cards.
    fn new() -> FlipForm {
        FlipForm {
            step: FlipStep::Act,
            hands: Vec::new(),
            next: None,
            below: Vec::new(),
            last: None,
            is_power_used: false,
        }
    }
}

impl ContestForm {
    /// The start of the bids without players.
    fn new() -> ContestForm {
        ContestForm {
            step: ContestStep::Bid,
            powers: Vec::new(),
            cards: Vec::new(),
            points: Vec::new(),
            fines: Vec::new(),
            bid: None,
            passed: Vec::new(),
            first: None,
            freed: Animals::default(),
            is_reshuffled: false,
        }
    }
}

impl CardForm {
    /// Name with which the text of a position begins.
    const fn name(&self) -> &'static str {
        match self {
            CardForm::Flip(_) => "flip",
            CardForm::Contest(_) => "contest",
        }
    }

    /// Marks and gaps of the net at the step of the draft.
    const fn mid_turn(&self) -> MidTurn {
        match self {
            CardForm::Flip(form) => form.step.mid_turn(),
            CardForm::Contest(form) => form.step.mid_turn(),
        }
    }
}

impl CardDraft {
    /// An empty net of a game of which nothing else is known.
    fn new(form: CardForm, columns: usize, rows: usize) -> CardDraft {
        CardDraft {
            columns,
            rows,
            spaces: vec![DraftCard::Empty; columns * rows],
            to_move: Player::new(0),
            pile: DraftPile::default(),
            out: DraftPile::default(),
            deck: None,
            discards: Vec::new(),
            species: Vec::new(),
            actions: None,
            has_far_rays: false,
            form,
        }
    }

    /// The space with this number, from 0: column by column from the left, each from the bottom.
    pub fn space(&self, number: usize) -> Space {
        Space::new(number / self.rows, number % self.rows)
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        match &self.form {
            CardForm::Flip(form) => form.hands.len(),
            CardForm::Contest(form) => form.points.len(),
        }
    }

    /// Species whose powers are in the game.
    pub fn powers(&self) -> Vec<Species> {
        match &self.form {
            CardForm::Flip(form) => form.hands.iter().filter_map(|hand| hand.power).collect(),
            CardForm::Contest(form) => form.powers.clone(),
        }
    }

    /// Action cards that players hold or that lie open.
    pub fn open_cards(&self) -> Vec<ActionCard> {
        match &self.form {
            CardForm::Flip(form) => form
                .hands
                .iter()
                .flat_map(|hand| hand.cards.clone())
                .collect(),
            CardForm::Contest(form) => form.cards.clone(),
        }
    }

    fn cards(&self) -> impl Iterator<Item = Card> {
        self.spaces.iter().filter_map(DraftCard::card)
    }

    /// Species of the game as far as they are known, in the order of [`Species::ALL`]: the species
    /// of the net, the pile and the powers, and the declared species.
    pub fn named_species(&self) -> Vec<Species> {
        let mut named = self.powers();
        named.extend(self.species.iter().map(|told| told.species));
        named.extend(self.pile.animals.kinds().map(|kind| kind.species));
        named.extend(self.cards().filter_map(|card| match card {
            Card::Animal(animal) => Some(animal.species),
            Card::Waste(_) => None,
        }));
        let all = Species::ALL.into_iter();
        all.filter(|species| named.contains(species)).collect()
    }

    /// Number of cards of the net that are the same as this one, whichever side is up.
    pub fn seen(&self, card: Card) -> usize {
        self.cards().filter(|other| other.is_same(card)).count()
    }

    /// Number of animals of this species and colour in the game that do not lie in the net,
    /// whichever way they swim.
    pub fn animals_left(&self, animal: Animal) -> usize {
        let mut told = self
            .species
            .iter()
            .filter(|told| told.species == animal.species);
        let cards = told.find_map(|told| told.cards);
        let usual = Species::coloured(animal.colour, animal.species.cards());
        let all = cards.map_or(usual, |cards| cards[usize::from(animal.colour)]);
        usize::from(all).saturating_sub(self.seen(Card::Animal(animal)))
    }

    /// Number of waste cards of this kind in the pile.
    pub fn waste_left(&self, waste: Waste) -> usize {
        match (self.pile.waste, &self.form) {
            (Some(told), _) => usize::from(told[waste as usize]),
            (None, CardForm::Flip(_)) if self.pile.has_rest => self.usual_waste(waste),
            _ => 0,
        }
    }

    /// Number of waste cards of this kind that the pile of the usual game has beside the waste of
    /// this net (4.2).
    pub fn usual_waste(&self, waste: Waste) -> usize {
        let usual = match (waste, &self.form) {
            (Waste::Plastic, CardForm::Flip(_)) => usize::from(PLASTIC),
            _ => 0,
        };
        usual.saturating_sub(self.seen(Card::Waste(waste)))
    }

    /// Discarded action cards; none if neither they nor the deck are known.
    pub fn discarded(&self) -> Vec<ActionCard> {
        let Some(deck) = self.deck.filter(|_| self.discards.is_empty()) else {
            return self.discards.clone();
        };
        let open = self.open_cards();
        let gone = |card: ActionCard| {
            let held = open.iter().filter(|&&other| other == card).count();
            let seen = held + usize::from(deck.count(card));
            let all = self.all_actions().count(card);
            std::iter::repeat_n(card, usize::from(all).saturating_sub(seen))
        };
        ActionCard::ALL.into_iter().flat_map(gone).collect()
    }

    /// Number of action cards of this kind that are neither open nor discarded.
    pub fn actions_left(&self, card: ActionCard) -> usize {
        let seen = [self.open_cards(), self.discarded()].concat();
        let seen = seen.iter().filter(|&&other| other == card).count();
        usize::from(self.all_actions().count(card)).saturating_sub(seen)
    }

    fn all_actions(&self) -> ActionCards {
        self.actions.unwrap_or(ActionCards::ALL)
    }
}

/// Letters of several cards or players, in their order.
fn letters<T: Copy>(items: &[T], letter: impl Fn(T) -> char) -> String {
    items.iter().map(|&item| letter(item)).collect()
}

/// Items with commas between them.
fn list<T: ToString>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    items.join(",")
}

/// The cards of a game as the species of a draft declares them: of each species of which there are
/// more cards of a colour than in the usual game.
fn declared(animals: Animals) -> Vec<DraftSpecies> {
    let usual = Animals::usual();
    let of_species = |species: Species| {
        let colours = [0, 1, 2, 3];
        let most = |colour| {
            animals
                .count(species, colour)
                .max(usual.count(species, colour))
        };
        let is_more = |&colour: &u8| animals.count(species, colour) > usual.count(species, colour);
        colours.iter().any(is_more).then(|| DraftSpecies {
            species,
            cards: Some(colours.map(most)),
        })
    };
    Species::ALL.into_iter().filter_map(of_species).collect()
}

impl CardDraft {
    /// The draft of a position with these parts.
    fn of_position(
        net: &Net,
        animals: Animals,
        actions: ActionCards,
        deck: ActionCards,
        form: CardForm,
    ) -> CardDraft {
        let mut draft = CardDraft::new(form, net.columns(), net.rows());
        for number in 0..draft.spaces.len() {
            let space = draft.space(number);
            if let Some(card) = net.card(space) {
                draft.spaces[number] = DraftCard::Card(card, net.marks(space));
            }
        }
        draft.species = declared(animals);
        draft.actions = Some(actions).filter(|&actions| actions != ActionCards::ALL);
        draft.deck = Some(deck);
        draft
    }
}

impl From<&Flip> for CardDraft {
    fn from(flip: &Flip) -> CardDraft {
        let hand = |player: usize| DraftHand {
            power: flip.powers[player],
            cards: flip.hands[player].cards().collect(),
        };
        let form = CardForm::Flip(FlipForm {
            step: flip.step,
            hands: (0..usize::from(flip.players)).map(hand).collect(),
            next: flip.next_column(),
            below: flip.pile.below.iter().collect(),
            last: flip.last,
            is_power_used: flip.is_power_used,
        });
        CardDraft {
            to_move: flip.turn,
            pile: DraftPile::from(&flip.pile),
            has_far_rays: flip.has_far_rays,
            ..CardDraft::of_position(&flip.net, flip.animals(), flip.actions, flip.deck, form)
        }
    }
}

impl From<&Contest> for CardDraft {
    fn from(contest: &Contest) -> CardDraft {
        let players = usize::from(contest.players);
        let passed = Player::first(players).filter(|&player| contest.has_passed(player));
        let form = CardForm::Contest(ContestForm {
            step: contest.step,
            powers: contest.powers.to_vec(),
            cards: contest.cards.cards().collect(),
            points: contest.points[..players].to_vec(),
            fines: contest.fines[..players].to_vec(),
            bid: (contest.bid > 0).then_some((contest.bidder, contest.bid)),
            passed: passed.collect(),
            first: Some(contest.first),
            freed: contest.freed,
            is_reshuffled: contest.is_reshuffled,
        });
        let mut animals = contest.net.animals_on(contest.net.animals());
        for more in [contest.pile.animals, contest.out, contest.freed] {
            animals.add_all(more);
        }
        CardDraft {
            to_move: contest.turn,
            pile: DraftPile::from(&contest.pile),
            out: contest.out.into(),
            has_far_rays: contest.has_far_rays,
            ..CardDraft::of_position(&contest.net, animals, contest.actions, contest.deck, form)
        }
    }
}

/// The draft in the notation of positions.
impl fmt::Display for CardDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.form.name())?;
        self.write_net(f)?;
        write!(f, " {} ", self.to_move)?;
        match &self.form {
            CardForm::Flip(form) => f.write_str(&list(&form.hands))?,
            CardForm::Contest(_) => f.write_str("-")?,
        }
        write!(f, " {}", self.pile)?;
        match &self.form {
            CardForm::Flip(form) => self.write_flip(f, form),
            CardForm::Contest(form) => self.write_contest(f, form),
        }
    }
}

/// Writes a key and its value, where there is one.
fn write_key(f: &mut fmt::Formatter<'_>, key: &str, value: &str) -> fmt::Result {
    if value.is_empty() {
        return Ok(());
    }
    write!(f, " {key}={value}")
}

impl CardDraft {
    /// Writes the columns from left to right, each from the bottom, with `_` for a gap.
    fn write_net(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gaps = 0;
        for (number, card) in self.spaces.iter().enumerate() {
            if number > 0 && number % self.rows == 0 {
                f.write_str("/")?;
                gaps = 0;
            }
            if *card == DraftCard::Empty {
                gaps += 1;
                continue;
            }
            write!(f, "{}{card}", "_".repeat(gaps))?;
            gaps = 0;
        }
        Ok(())
    }

    fn write_flip(&self, f: &mut fmt::Formatter<'_>, form: &FlipForm) -> fmt::Result {
        let deck = self.deck.map_or(String::new(), |deck| deck.to_string());
        if form.step != FlipStep::Act {
            write_key(f, "step", form.step.name())?;
        }
        if let Some(column) = form.next {
            write!(f, " next={}", column_letter(column))?;
        }
        write_key(f, "deck", &deck)?;
        write_key(f, "below", &letters(&form.below, Waste::letter))?;
        if let Some(turns) = form.last {
            write!(f, " last={turns}")?;
        }
        write_key(f, "power", if form.is_power_used { "used" } else { "" })?;
        self.write_rays(f)?;
        if (self.columns, self.rows) != (Space::COLUMNS, Space::ROWS) {
            write!(f, " net={}x{}", self.columns, self.rows)?;
        }
        self.write_game(f)?;
        if self.out == DraftPile::default() {
            return Ok(());
        }
        write!(f, " out={}", self.out)
    }

    fn write_contest(&self, f: &mut fmt::Formatter<'_>, form: &ContestForm) -> fmt::Result {
        let deck = self.deck.map_or(String::new(), |deck| deck.to_string());
        if form.step != ContestStep::Bid {
            write_key(f, "step", form.step.name())?;
        }
        write_key(f, "powers", &letters(&form.powers, Species::letter))?;
        write_key(f, "cards", &letters(&form.cards, ActionCard::letter))?;
        write_key(f, "points", &list(&form.points))?;
        write_key(f, "fines", &list(&form.fines))?;
        if let Some((bidder, bid)) = form.bid {
            write!(f, " bid={bidder}{bid}")?;
        }
        write_key(f, "passed", &letters(&form.passed, Player::letter))?;
        if let Some(first) = form.first {
            write!(f, " first={first}")?;
        }
        write_key(f, "deck", &deck)?;
        write_key(f, "out", &self.out.animals.to_string())?;
        write_key(f, "freed", &form.freed.to_string())?;
        self.write_rays(f)?;
        self.write_game(f)?;
        f.write_str(if form.is_reshuffled {
            " reshuffled"
        } else {
            ""
        })
    }

    fn write_rays(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_key(f, "rays", if self.has_far_rays { "far" } else { "" })
    }

    /// Writes the cards of the game, and the discarded ones.
    fn write_game(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let actions = self
            .actions
            .map_or(String::new(), |cards| cards.to_string());
        write_key(f, "animals", &list(&self.species))?;
        write_key(f, "actions", &actions)?;
        write_key(f, "discards", &letters(&self.discards, ActionCard::letter))
    }
}

impl fmt::Display for Flip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        CardDraft::from(self).fmt(f)
    }
}

impl fmt::Display for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        CardDraft::from(self).fmt(f)
    }
}
