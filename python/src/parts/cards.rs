//! Parts of games with a net of cards and of their moves.

use floe_flip::{Contest, Flip, FlipMove, Net, Space};

use super::{Content, MoveParts, Parts};

/// Kinds of moves in flip and contest.
const KINDS: [&str; 18] = [
    "flip-one",
    "flip-column",
    "flip-row",
    "flip-square",
    "flip-colour",
    "switch",
    "switch-flip",
    "free-one",
    "discard",
    "power",
    "go",
    "free",
    "done",
    "draw",
    "lay",
    "bid",
    "pass",
    "give",
];

/// Implements [`Parts`] for a game with a net of cards.
macro_rules! card_parts {
    ($game:ident) => {
        impl Parts for $game {
            fn places(&self) -> Vec<String> {
                let spaces = self.net().area().into_iter();
                spaces.map(|space| space.to_string()).collect()
            }

            fn contents(&self) -> Vec<(usize, Content)> {
                let all = self.net().area().into_iter().enumerate();
                let content = |(place, space)| {
                    let card = self.net().card(space)?;
                    Some((place, Content::Token(card.to_string())))
                };
                all.filter_map(content).collect()
            }

            fn kinds(&self) -> Vec<&'static str> {
                KINDS.to_vec()
            }

            fn move_parts(&self, mv: FlipMove) -> MoveParts {
                card_parts(self.net(), mv)
            }
        }
    };
}

card_parts!(Flip);
card_parts!(Contest);

fn card_parts(net: &Net, mv: FlipMove) -> MoveParts {
    let place = |space: Space| net.area().into_iter().position(|other| other == space);
    let kind = MoveParts::of;
    match mv {
        FlipMove::FlipOne(space) => kind("flip-one").to(place(space)),
        FlipMove::FlipColumn(number) => kind("flip-column").numbered([number.into()]),
        FlipMove::FlipRow(number) => kind("flip-row").numbered([number.into()]),
        FlipMove::FlipSquare(space) => kind("flip-square").to(place(space)),
        FlipMove::FlipColour(number) => kind("flip-colour").numbered([number.into()]),
        FlipMove::Switch(a, b) => kind("switch").from(place(a)).to(place(b)),
        FlipMove::SwitchFlip(a, b) => kind("switch-flip").from(place(a)).to(place(b)),
        FlipMove::FreeOne(space, other) => {
            let parts = kind("free-one").to(place(space));
            parts.with(other.and_then(place))
        }
        FlipMove::Discard(card) => kind("discard").numbered([card as u32]),
        FlipMove::Power(space, other) => {
            let parts = kind("power").to(place(space));
            parts.with(other.and_then(place))
        }
        FlipMove::Go => kind("go"),
        FlipMove::Free(cards) => kind("free").with(cards.into_iter().filter_map(place)),
        FlipMove::Done => kind("done"),
        FlipMove::Draw(card) => kind("draw").numbered(card.map(|card| card as u32)),
        FlipMove::Lay(_) => kind("lay"),
        FlipMove::Bid(number) => kind("bid").numbered([number.into()]),
        FlipMove::Pass => kind("pass"),
        FlipMove::Give(numbers) => kind("give").numbered(numbers.map(u32::from)),
    }
}
