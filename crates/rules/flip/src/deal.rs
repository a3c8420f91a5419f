use floe_game::Player;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::card::{Species, Waste};
use crate::contest::{Contest, ContestStep, OPEN_CARDS, SIZE};
use crate::flip::{Flip, FlipStep};
use crate::net::Net;
use crate::piles::{ActionCards, Animals, Pile};
use crate::space::{Space, Spaces};

/// Set-up of a game, of the cooperative or the competitive form (4.2, 4.7).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlipSetUp {
    /// Number of players, 1 to 4; in the competitive form 2 to 4.
    pub players: usize,
    /// Species in the game, one to eight different ones; empty for four at random.
    pub species: Vec<Species>,
    /// Number of cards of each species, 1 to 10. Of a species that has fewer cards in the box, all
    /// of them are in the game.
    pub each: u8,
    /// Number of waste cards of each kind, in the order of [`Waste::ALL`]; not used by the
    /// competitive form.
    pub waste: [u8; 3],
    /// Number of action cards that each player has in hand; `None` for three in a game of two, and
    /// two otherwise. Not used by the competitive form.
    pub hand: Option<u8>,
    /// Whether rays have another power: for its holder, two rays that swim the same way in one row
    /// or column count as adjacent (4.4).
    pub has_far_rays: bool,
    /// Number of columns of the net, up to [`Space::COLUMNS`]; not used by the competitive form.
    pub columns: usize,
    /// Number of rows of the net, up to [`Space::ROWS`]; half of them are laid at the start. Not
    /// used by the competitive form.
    pub rows: usize,
}

impl FlipSetUp {
    /// The usual game of the cooperative form for `players` players, normal or difficult: the
    /// difficult one has more plastic.
    pub const fn usual(players: usize, is_difficult: bool) -> FlipSetUp {
        FlipSetUp {
            players,
            species: Vec::new(),
            each: 10,
            waste: [if is_difficult { 6 } else { 4 }, 0, 0],
            hand: None,
            has_far_rays: false,
            columns: Space::COLUMNS,
            rows: Space::ROWS,
        }
    }

    /// Number of action cards that each player has in hand: the field `hand`, or if that is `None`
    /// three in a game of two, and two otherwise.
    pub fn hand(&self) -> u8 {
        self.hand.unwrap_or(if self.players == 2 { 3 } else { 2 })
    }

    fn check(&self) -> Result<(), FlipDealError> {
        if !(1..=Player::MAX).contains(&self.players) {
            return Err(FlipDealError::Players(self.players));
        }
        if let Some(twice) = (1..self.species.len())
            .find(|&index| self.species[..index].contains(&self.species[index]))
        {
            return Err(FlipDealError::SpeciesTwice(self.species[twice].name()));
        }
        for (waste, &cards) in Waste::ALL.into_iter().zip(&self.waste) {
            if cards > waste.cards() {
                return Err(FlipDealError::Waste {
                    kind: waste.name(),
                    cards,
                    most: waste.cards(),
                });
            }
        }
        let hand = self.hand();
        let most = ActionCards::ALL.len() / self.players;
        if !(1..=most).contains(&usize::from(hand)) {
            return Err(FlipDealError::Hand {
                hand,
                most,
                players: self.players,
            });
        }
        if !(1..=Space::COLUMNS).contains(&self.columns) {
            return Err(FlipDealError::Columns(self.columns));
        }
        if !(2..=Space::ROWS).contains(&self.rows) {
            return Err(FlipDealError::Rows(self.rows));
        }
        if !(1..=10).contains(&self.each) {
            return Err(FlipDealError::CardsEach(self.each));
        }
        Ok(())
    }

    /// Pile of all cards of these species, and the waste; more cards than are laid at the
    /// beginning.
    fn pile(&self, species: &[Species], laid: usize) -> Result<Pile, FlipDealError> {
        let mut animals = Animals::default();
        for &species in species {
            animals.add_all(Animals::of_species(species, self.each.min(species.cards())));
        }
        let pile = Pile {
            animals,
            waste: self.waste,
            ..Pile::default()
        };
        match pile.len() {
            cards if cards > laid => Ok(pile),
            cards => Err(FlipDealError::Cards { cards, laid }),
        }
    }
}

/// Reason why no game can be dealt from a set-up, worded as what was expected and what was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FlipDealError {
    /// The set-up has this number of players, which no game has.
    #[error("1 to 4; found {0}")]
    Players(usize),
    /// The set-up has this species twice, by its English name.
    #[error("every species once; found {0} twice")]
    SpeciesTwice(&'static str),
    /// The set-up has more waste of one kind than the box.
    #[error("at most {most} cards of {kind}; found {cards}")]
    Waste {
        /// English name of the kind of waste.
        kind: &'static str,
        /// Number of cards of the kind in the set-up.
        cards: u8,
        /// Number of cards of the kind in the box.
        most: u8,
    },
    /// The set-up gives each player a number of action cards that the deck does not have.
    #[error("1 to {most} action cards for each of {players} players; found {hand}")]
    Hand {
        /// Number of action cards of each player in the set-up.
        hand: u8,
        /// Maximum number of action cards that each player can have.
        most: usize,
        /// Number of players in the set-up.
        players: usize,
    },
    /// The set-up has this number of columns, which no net has.
    #[error("1 to 4; found {0}")]
    Columns(usize),
    /// The set-up has this number of rows, which no net has.
    #[error("2 to 6; found {0}")]
    Rows(usize),
    /// The set-up has this number of cards of each species, which is out of range.
    #[error("1 to 10; found {0}")]
    CardsEach(u8),
    /// The set-up has one player, and the competitive form needs two.
    #[error("2 to 4 in the competitive form; found 1")]
    ContestAlone,
    /// The set-up has one species, and the competitive form needs two.
    #[error("two or more in the competitive form, for two powers; found one")]
    ContestSpecies,
    /// The set-up has no more cards than are laid at the start.
    #[error("more cards in all than the {laid} that are laid first; found {cards}")]
    Cards {
        /// Number of animal and waste cards in the set-up.
        cards: usize,
        /// Number of cards laid at the start.
        laid: usize,
    },
}

impl FlipDealError {
    /// Name of the option of the set-up that is wrong, in its canonical spelling, such as
    /// `players`.
    pub const fn option(&self) -> &'static str {
        match self {
            FlipDealError::Players(_) | FlipDealError::ContestAlone => "players",
            FlipDealError::SpeciesTwice(_) | FlipDealError::ContestSpecies => "species",
            FlipDealError::Waste { .. } => "waste",
            FlipDealError::Hand { .. } => "hand",
            FlipDealError::Columns(_) => "columns",
            FlipDealError::Rows(_) => "height",
            FlipDealError::CardsEach(_) | FlipDealError::Cards { .. } => "each",
        }
    }
}

/// The species of a game: those given, or `count` at random.
pub(crate) fn choose_species(given: &[Species], count: usize, rng: &mut impl Rng) -> Vec<Species> {
    let mut species = if given.is_empty() {
        Species::ALL.to_vec()
    } else {
        given.to_vec()
    };
    if given.is_empty() {
        species.shuffle(rng);
        species.truncate(count);
    }
    species.sort_unstable();
    species
}

/// Takes cards off the deck at random.
pub(crate) fn draw_cards(deck: &mut ActionCards, count: u8, rng: &mut impl Rng) -> ActionCards {
    let mut drawn = ActionCards::NONE;
    for _ in 0..count {
        let card = deck.nth(rng.random());
        deck.remove(card);
        drawn.add(card);
    }
    drawn
}

/// Lays cards of the pile at random, row by row.
pub(crate) fn lay_rows(net: &mut Net, pile: &mut Pile, rows: usize, rng: &mut impl Rng) {
    for row in 0..rows {
        for space in Spaces::row(row) & net.area() {
            let card = pile.next_by(rng.random());
            pile.take(card);
            net.put(space, card);
        }
    }
}

impl Contest {
    /// Deals a game of the competitive form at random, up to the first bid; the same set-up and
    /// seed give the same game.
    ///
    /// It has the species of the set-up, at least two, or four at random, with as many cards each
    /// as the set-up says. Of the rest of the set-up only players and rays count.
    ///
    /// # Errors
    /// If a number of the set-up is out of range, a species is in it twice, no card is left after
    /// the first ones are laid, or there is only one player or species.
    pub fn deal(set_up: &FlipSetUp, seed: u64) -> Result<Contest, FlipDealError> {
        let set_up = FlipSetUp {
            waste: [0; 3],
            hand: None,
            columns: SIZE,
            rows: SIZE,
            ..set_up.clone()
        };
        set_up.check()?;
        if set_up.players < 2 {
            return Err(FlipDealError::ContestAlone);
        }
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut species = choose_species(&set_up.species, 4, rng);
        if species.len() < 2 {
            return Err(FlipDealError::ContestSpecies);
        }
        let mut pile = set_up.pile(&species, SIZE * SIZE)?;
        species.shuffle(rng);
        let powers = [species[0].min(species[1]), species[0].max(species[1])];
        let mut net = Net::new(SIZE, SIZE);
        lay_rows(&mut net, &mut pile, SIZE, rng);
        let mut deck = ActionCards::ALL;
        let cards = draw_cards(&mut deck, OPEN_CARDS as u8, rng);
        let start = Contest::start(set_up.players as u8, powers, pile);
        Ok(Contest {
            net,
            deck,
            cards,
            step: ContestStep::Bid,
            has_far_rays: set_up.has_far_rays,
            ..start
        })
    }
}

impl Flip {
    /// Deals a game of the cooperative form at random; the same set-up and seed give the same game.
    ///
    /// ```
    /// use floe_flip::{Flip, FlipSetUp};
    ///
    /// let flip = Flip::deal(&FlipSetUp::usual(2, false), 1)?;
    /// assert_eq!((flip.net().cards().len(), flip.pile().len()), (12, 32));
    /// # Ok::<(), floe_flip::FlipDealError>(())
    /// ```
    ///
    /// # Errors
    /// If a number of the set-up is out of range, a species is in it twice, or no card is left
    /// after the first ones are laid.
    pub fn deal(set_up: &FlipSetUp, seed: u64) -> Result<Flip, FlipDealError> {
        set_up.check()?;
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut species = choose_species(&set_up.species, 4, rng);
        let mut pile = set_up.pile(&species, set_up.columns * (set_up.rows / 2))?;
        let mut net = Net::new(set_up.columns, set_up.rows);
        lay_rows(&mut net, &mut pile, set_up.rows / 2, rng);
        species.shuffle(rng);
        let (mut powers, mut hands) = ([None; Player::MAX], [ActionCards::NONE; Player::MAX]);
        let mut deck = ActionCards::ALL;
        for player in 0..set_up.players {
            powers[player] = species.get(player).copied();
            hands[player] = draw_cards(&mut deck, set_up.hand(), rng);
        }
        Ok(Flip {
            net,
            pile,
            hands,
            deck,
            actions: ActionCards::ALL,
            powers,
            players: set_up.players as u8,
            turn: Player::new(0),
            step: FlipStep::Act,
            next: 0,
            last: None,
            is_power_used: false,
            has_far_rays: set_up.has_far_rays,
        })
    }
}
