//! Drawings of positions for a terminal.

use floe_game::{Game, Player, counted};

use crate::card::{ActionCard, Species, Waste};
use crate::contest::{Contest, ContestStep};
use crate::flip::{Flip, FlipStep};
use crate::net::Net;
use crate::piles::{ActionCards, Animals, Pile};
use crate::space::{Space, column_letter};

/// Least columns of a card.
const WIDTH: usize = 4;

/// Draws the net, the top row first, with the names of rows and columns.
fn draw_net(net: &Net) -> String {
    let cards = (0..net.rows()).flat_map(|row| row_texts(net, row));
    let width = cards.map(|card| card.len()).fold(WIDTH, usize::max);
    let mut text = String::new();
    for row in (0..net.rows()).rev() {
        let cards: String = row_texts(net, row)
            .map(|card| format!("  {card:<width$}"))
            .collect();
        text += &format!("{}{}\n", row + 1, cards.trim_end());
    }
    let letters: String = (0..net.columns())
        .map(|column| format!("  {:<width$}", column_letter(column)))
        .collect();
    text + " " + letters.trim_end() + "\n"
}

/// The cards of a row from left to right, each with its marks.
fn row_texts(net: &Net, row: usize) -> impl Iterator<Item = String> {
    (0..net.columns()).map(move |column| card_text(net, Space::new(column, row)))
}

/// A card with its marks: `~` if it has moved, `~~` if it was flipped, `~~~` if it has used its
/// power.
fn card_text(net: &Net, space: Space) -> String {
    let marks = [net.moved(), net.flipped(), net.used()]
        .into_iter()
        .filter(|marked| marked.contains(space))
        .count();
    net.card(space).map_or(".".to_owned(), |card| {
        format!("{card}{}", "~".repeat(marks))
    })
}

/// Meaning of the letters and marks in the net and the piles.
fn legend(net: &Net, unseen: &[Animals], waste: [u8; 3]) -> String {
    let is_unseen = |species| {
        unseen
            .iter()
            .any(|cards| cards.kinds().any(|kind| kind.species == species))
    };
    let animals = Species::ALL
        .into_iter()
        .filter(|&species| !net.species(species).is_empty() || is_unseen(species));
    let waste = Waste::ALL
        .into_iter()
        .filter(|&kind| !net.waste(kind).is_empty() || waste[kind as usize] > 0);
    let animals = animals.map(|species| format!("{} {}", species.letter(), species.name()));
    let waste = waste.map(|kind| format!("{} {}", kind.letter(), kind.name()));
    let marks = [
        (net.moved(), "~ has moved in this turn"),
        (net.flipped(), "~~ was flipped in it"),
        (net.used(), "~~~ has used its power"),
    ];
    let marks = marks
        .into_iter()
        .filter(|(marked, _)| !marked.is_empty())
        .map(|(_, meaning)| meaning.to_owned());
    let meanings: Vec<String> = animals.chain(waste).chain(marks).collect();
    meanings.join(", ")
}

/// Names of action cards, once each: `flip one card, 2 × flip a column`.
fn card_counts(cards: ActionCards) -> String {
    let count = |card| {
        if cards.count(card) == 1 {
            String::new()
        } else {
            format!("{} × ", cards.count(card))
        }
    };
    let names: Vec<String> = cards
        .kinds()
        .map(|card| format!("{}{}", count(card), card.name()))
        .collect();
    if names.is_empty() {
        "none, the discards are shuffled".to_owned()
    } else {
        names.join(", ")
    }
}

/// Names of action cards, each as often as it is there.
fn card_names(cards: ActionCards) -> String {
    let names = cards
        .kinds()
        .flat_map(|card| std::iter::repeat_n(card, usize::from(cards.count(card))));
    let names: Vec<&str> = names.map(ActionCard::name).collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

/// The unseen cards, and how to read them.
fn pile_text(pile: &Pile) -> String {
    if pile.is_empty() {
        return "empty".to_owned();
    }
    let below: String = pile
        .below
        .iter()
        .map(|waste| format!(", then {}", waste.name()))
        .collect();
    let meaning = if pile.unseen() > 0 {
        " (species, and cards of the colours 1 to 4)"
    } else {
        ""
    };
    format!("{}: {pile}{below}{meaning}", counted(pile.len(), "card"))
}

impl Flip {
    /// Draws the position as text: the net, the hands and powers of the players, and the piles.
    pub fn draw(&self) -> String {
        let mut text = draw_net(&self.net) + "\n";
        for player in Player::first(self.players()) {
            let power = self.power(player).map_or("no power".to_owned(), |power| {
                format!("power {}", power.name())
            });
            let used = if self.is_power_used && player == self.turn {
                ", used in this turn"
            } else {
                ""
            };
            text += &format!(
                "{player}  {power}{used}; {}\n",
                card_names(self.hand(player))
            );
        }
        text += &format!("\ndeck  {}\n", card_counts(self.deck));
        text += &format!("pile  {}\n", pile_text(&self.pile));
        text += &format!(
            "      {}\n",
            legend(&self.net, &[self.pile.animals], self.pile.waste)
        );
        if self.has_far_rays {
            text += "rays  far: two rays in one row or column count as adjacent\n";
        }
        text += &format!(
            "left  {}, {} of them in the net\n",
            counted(self.animals_left(), "animal"),
            self.net.animals().len()
        );
        text += &match self.last {
            _ if self.is_lost() => "lost  a full column would get a card\n".to_owned(),
            Some(0) => "over\n".to_owned(),
            Some(turns) => {
                format!(
                    "turn  {}, {}; {} left\n",
                    self.turn,
                    self.step_text(),
                    counted(turns, "turn")
                )
            }
            None => format!("turn  {}, {}\n", self.turn, self.step_text()),
        };
        text
    }

    fn step_text(&self) -> String {
        match self.step {
            FlipStep::Act => "act (play an action card)".to_owned(),
            FlipStep::Power => "power (use a power of moving, or none)".to_owned(),
            FlipStep::Draw => "draw (an action card)".to_owned(),
            FlipStep::Free => "free (groups, or none)".to_owned(),
            FlipStep::Lay => format!("lay (refill column {})", column_letter(self.next.into())),
        }
    }
}

impl Contest {
    /// Draws the position as text: the net, the open action cards, powers and points, and the
    /// piles.
    pub fn draw(&self) -> String {
        let mut text = draw_net(&self.net) + "\n";
        for player in Player::first(self.players()) {
            let animals = self.points[player.index()];
            let fines = self.fines[player.index()];
            let waste = if fines > 0 {
                format!(" less {}", counted(fines, "waste card"))
            } else {
                String::new()
            };
            let passed = if self.has_passed(player) {
                ", has passed"
            } else {
                ""
            };
            let first = if player == self.first {
                ", first bidder"
            } else {
                ""
            };
            let animals = counted(animals, "animal");
            text += &format!(
                "{player}  {}: {animals}{waste}{first}{passed}\n",
                counted(self.points(player), "point")
            );
        }
        text += &format!("\ncards   {}\n", card_names(self.cards));
        text += &format!("powers  {}\n", self.powers.map(Species::name).join(", "));
        if self.has_far_rays {
            text += "rays    far: two rays in one row or column count as adjacent\n";
        }
        text += &format!("deck    {}\n", card_counts(self.deck));
        text += &format!("pile    {}\n", pile_text(&self.pile));
        for (name, animals) in [("out     ", self.out), ("freed   ", self.freed)] {
            if !animals.is_empty() {
                text += &format!("{name}{}: {animals}\n", counted(animals.len(), "animal"));
            }
        }
        if self.is_reshuffled {
            text += "        the discards have been shuffled in, which happens once\n";
        }
        text += &format!(
            "        {}\n",
            legend(
                &self.net,
                &[self.pile.animals, self.out, self.freed],
                [0; 3]
            )
        );
        if let Some((player, number)) = self.bid() {
            text += &format!("bid     {number} by {player}\n");
        }
        text + &if self.is_over() {
            "over\n".to_owned()
        } else {
            format!("turn    {}, {}\n", self.turn, self.step_text())
        }
    }

    const fn step_text(&self) -> &'static str {
        match self.step {
            ContestStep::Lay => "lay (the next animal)",
            ContestStep::Draw => "draw (the next open action card)",
            ContestStep::Bid => "bid (more, or pass)",
            ContestStep::Act => "act (play an open action card)",
            ContestStep::Power => "power (use a power of moving, or none)",
            ContestStep::Free => "free (groups, or none)",
            ContestStep::Give => "give (share out the animals above the bid)",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_drawn_from_the_bottom() {
        let text =
            "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3";
        let flip: Flip = text.parse().unwrap();
        let rows = "3  S3>   p     W2<   S2>\n2  D2<   K2>   D3<   W3>\n1  W1>   K1<   D1>   S1<\n   a     b     c     d\n";
        assert!(flip.draw().contains(rows), "{}", flip.draw());
        assert!(
            flip.draw().contains(
                "A  power dolphin; flip one card, flip a column, switch two neighbours\n"
            )
        );
    }
}
