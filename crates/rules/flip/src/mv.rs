use crate::card::{ActionCard, Card};
use crate::space::{Space, Spaces, column_letter};

/// Move of [`Flip`](crate::Flip) or [`Contest`](crate::Contest): a small step of a turn, each with
/// its notation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FlipMove {
    /// `f:b2`: plays the action card that flips one card, on this space.
    FlipOne(Space),
    /// `c:b`: plays the action card that flips a column, on the column with this index, from 0 at
    /// the left.
    FlipColumn(u8),
    /// `r:2`: plays the action card that flips a row, on the row with this index, from 0 at the
    /// bottom; the notation counts from 1.
    FlipRow(u8),
    /// `s:b2`: plays the action card that flips a square, named by its lowest and leftmost space.
    FlipSquare(Space),
    /// `k:3`: plays the action card that flips all cards of one colour, on this colour, 0 to 3; the
    /// notation counts from 1.
    FlipColour(u8),
    /// `x:b2-c2`: plays the action card that switches two neighbours, on these spaces.
    Switch(Space, Space),
    /// `y:b2-c2`: plays the action card that switches two neighbours, on these spaces, and flips
    /// both.
    SwitchFlip(Space, Space),
    /// `e:b2`: plays the action card that frees one animal, on this space; `e:b2*c2`: a swordfish,
    /// and by its power the card on the neighbouring space.
    FreeOne(Space, Option<Space>),
    /// `discard:f`: discards this action card without effect, which is allowed if no action card
    /// can be used.
    Discard(ActionCard),
    /// `p:b2`: uses the power of moving of the animal on this space; `p:b2-c2` with the card on the
    /// second space, where the power takes one.
    Power(Space, Option<Space>),
    /// `go`: uses no power of moving from now on in this turn.
    Go,
    /// `+b2+d1`: frees the cards on these spaces, which are whole groups and what powers of freeing
    /// add; each group is named by one space, and `*` marks a power: `+b2*c2`, `+b2*`.
    Free(Spaces),
    /// `done`: frees no more until cards have fallen.
    Done,
    /// `draw`: draws an action card; `draw:f` is this with the outcome of chance.
    Draw(Option<ActionCard>),
    /// `lay`: lays the next card of the pile; `lay:D2<` is this with the outcome of chance.
    Lay(Option<Card>),
    /// `bid:5`: bids this number of animals, 1 to 9.
    Bid(u8),
    /// `pass`: bids no more in this round.
    Pass,
    /// `give:B2,C1`: gives these numbers of animals to the players, by
    /// [`Player::index`](floe_game::Player::index).
    Give([u8; 4]),
}

/// First bit of the number that says which move it is.
const TAG: u32 = 24;
/// Bits of a space and an optional other one.
const PAIR: u32 = 5;

impl FlipMove {
    /// Number of bits of [`bits`](FlipMove::bits).
    pub(crate) const BITS: u32 = TAG + 5;

    /// Action card that the move plays or discards; `None` if it is a move of another kind.
    #[inline]
    pub const fn card(self) -> Option<ActionCard> {
        Some(match self {
            FlipMove::FlipOne(_) => ActionCard::FlipOne,
            FlipMove::FlipColumn(_) => ActionCard::FlipColumn,
            FlipMove::FlipRow(_) => ActionCard::FlipRow,
            FlipMove::FlipSquare(_) => ActionCard::FlipSquare,
            FlipMove::FlipColour(_) => ActionCard::FlipColour,
            FlipMove::Switch(..) => ActionCard::Switch,
            FlipMove::SwitchFlip(..) => ActionCard::SwitchFlip,
            FlipMove::FreeOne(..) => ActionCard::FreeOne,
            FlipMove::Discard(card) => card,
            _ => return None,
        })
    }

    /// The move without the card that chance decides.
    pub(crate) const fn choice(self) -> FlipMove {
        match self {
            FlipMove::Draw(_) => FlipMove::Draw(None),
            FlipMove::Lay(_) => FlipMove::Lay(None),
            _ => self,
        }
    }

    /// Number of the move, never zero, and of [`BITS`](FlipMove::BITS) bits.
    pub(crate) fn bits(self) -> u32 {
        let (tag, payload) = match self {
            FlipMove::FlipOne(space) => (1, space.index() as u32),
            FlipMove::FlipColumn(column) => (2, u32::from(column)),
            FlipMove::FlipRow(row) => (3, u32::from(row)),
            FlipMove::FlipSquare(corner) => (4, corner.index() as u32),
            FlipMove::FlipColour(colour) => (5, u32::from(colour)),
            FlipMove::Switch(a, b) => (6, pair(a, Some(b))),
            FlipMove::SwitchFlip(a, b) => (7, pair(a, Some(b))),
            FlipMove::FreeOne(space, other) => (8, pair(space, other)),
            FlipMove::Discard(card) => (9, card as u32),
            FlipMove::Power(space, other) => (10, pair(space, other)),
            FlipMove::Go => (11, 0),
            FlipMove::Free(cards) => (12, packed(cards)),
            FlipMove::Done => (13, 0),
            FlipMove::Draw(card) => (14, card.map_or(0, |card| 1 + card as u32)),
            FlipMove::Lay(card) => (15, card.map_or(0, |card| 1 + card.number())),
            FlipMove::Bid(number) => (16, u32::from(number)),
            FlipMove::Pass => (17, 0),
            FlipMove::Give(numbers) => (
                18,
                numbers
                    .iter()
                    .rev()
                    .fold(0, |bits, &number| bits << 4 | u32::from(number)),
            ),
        };
        tag << TAG | payload
    }

    /// The move with these [`bits`](FlipMove::bits).
    pub(crate) fn of_bits(bits: u32) -> FlipMove {
        let payload = bits & ((1 << TAG) - 1);
        let space = Space::from_index(payload as usize);
        let other = (payload >> PAIR)
            .checked_sub(1)
            .map(|index| Space::from_index(index as usize));

        match bits >> TAG {
            1 => FlipMove::FlipOne(space),
            2 => FlipMove::FlipColumn(payload as u8),
            3 => FlipMove::FlipRow(payload as u8),
            4 => FlipMove::FlipSquare(space),
            5 => FlipMove::FlipColour(payload as u8),
            6 => FlipMove::Switch(space, other.unwrap_or(space)),
            7 => FlipMove::SwitchFlip(space, other.unwrap_or(space)),
            8 => FlipMove::FreeOne(space, other),
            9 => FlipMove::Discard(action(payload)),
            10 => FlipMove::Power(space, other),
            11 => FlipMove::Go,
            12 => FlipMove::Free(unpacked(payload)),
            13 => FlipMove::Done,
            14 => FlipMove::Draw(payload.checked_sub(1).map(action)),
            15 => FlipMove::Lay(payload.checked_sub(1).map(Card::from_number)),
            16 => FlipMove::Bid(payload as u8),
            17 => FlipMove::Pass,
            _ => FlipMove::Give([0, 4, 8, 12].map(|shift| (payload >> shift & 15) as u8)),
        }
    }

    /// Notation of any move but [`Free`](FlipMove::Free), which depends on the position.
    pub(crate) fn text(self) -> String {
        let action = self.card().map_or(' ', ActionCard::letter);
        match self {
            FlipMove::FlipOne(space) | FlipMove::FlipSquare(space) => format!("{action}:{space}"),
            FlipMove::FlipColumn(column) => {
                format!("{action}:{}", column_letter(usize::from(column)))
            }
            FlipMove::FlipRow(index) | FlipMove::FlipColour(index) => {
                format!("{action}:{}", index + 1)
            }
            FlipMove::Switch(a, b) | FlipMove::SwitchFlip(a, b) => format!("{action}:{a}-{b}"),
            FlipMove::FreeOne(space, other) => format!("{action}:{space}{}", after("*", other)),
            FlipMove::Discard(_) => format!("discard:{action}"),
            FlipMove::Power(space, other) => format!("p:{space}{}", after("-", other)),
            FlipMove::Go => "go".to_owned(),
            FlipMove::Free(cards) => format!("+{cards:?}"),
            FlipMove::Done => "done".to_owned(),
            FlipMove::Draw(card) => {
                card.map_or("draw".to_owned(), |card| format!("draw:{}", card.letter()))
            }
            FlipMove::Lay(card) => card.map_or("lay".to_owned(), |card| format!("lay:{card}")),
            FlipMove::Bid(number) => format!("bid:{number}"),
            FlipMove::Pass => "pass".to_owned(),
            FlipMove::Give(numbers) => {
                let gifts = ('A'..='D').zip(numbers).filter(|&(_, number)| number > 0);
                let gifts: Vec<String> = gifts
                    .map(|(player, number)| format!("{player}{number}"))
                    .collect();
                format!("give:{}", gifts.join(","))
            }
        }
    }
}

/// The space with this name, in any case; `None` for other texts.
pub(crate) fn read_space(text: &str) -> Option<Space> {
    let &[column, row] = text.as_bytes() else {
        return None;
    };
    let column = column
        .to_ascii_lowercase()
        .checked_sub(b'a')
        .map(usize::from)?;
    let row = row.checked_sub(b'1').map(usize::from)?;
    (column < Space::COLUMNS && row < Space::ROWS).then(|| Space::new(column, row))
}

/// Payload of one space or two.
fn pair(a: Space, b: Option<Space>) -> u32 {
    a.index() as u32 | b.map_or(0, |b| 1 + b.index() as u32) << PAIR
}

fn action(number: u32) -> ActionCard {
    ActionCard::ALL[number as usize % 8]
}

/// The second space of a move after a separator; nothing if there is none.
fn after(separator: &str, other: Option<Space>) -> String {
    other.map_or(String::new(), |other| format!("{separator}{other}"))
}

/// Six bits a column in place of eight.
fn packed(spaces: Spaces) -> u32 {
    spaces
        .bits()
        .to_le_bytes()
        .iter()
        .rev()
        .fold(0, |bits, &column| bits << Space::ROWS | u32::from(column))
}

/// The spaces of [`packed`] bits.
fn unpacked(bits: u32) -> Spaces {
    let columns = 0..Space::COLUMNS;
    Spaces::from_bits(columns.fold(0, |spaces, column| {
        spaces | (bits >> (6 * column) & 0x3f) << (8 * column)
    }))
}
