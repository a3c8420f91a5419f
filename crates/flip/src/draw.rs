//! Drawings of positions for a terminal.

use floe_game::{Game, Player};

use crate::card::{ActionCard, Species};
use crate::contest::Contest;
use crate::flip::Flip;
use crate::net::Net;
use crate::piles::ActionCards;
use crate::space::{Space, column_letter};

/// Draws the net, the top row first, with the names of rows and columns.
fn draw_net(net: &Net) -> String {
    let mut text = String::new();
    for row in (0..net.rows()).rev() {
        let card = |column| {
            let space = Space::new(column, row);
            let mark = if net.moved().contains(space) { "~" } else { "" };
            net.card(space).map_or(".".to_owned(), |card| format!("{card}{mark}"))
        };
        let cards: String = (0..net.columns()).map(|column| format!("  {:<4}", card(column))).collect();
        text += &format!("{}{}\n", row + 1, cards.trim_end());
    }
    let letters: String = (0..net.columns()).map(|column| format!("  {:<4}", column_letter(column))).collect();
    text + " " + letters.trim_end() + "\n"
}

fn card_names(cards: ActionCards) -> String {
    let names = cards.kinds().flat_map(|card| std::iter::repeat_n(card, usize::from(cards.count(card))));
    names.map(ActionCard::name).collect::<Vec<_>>().join(", ")
}

impl Flip {
    /// Draws the net, the hands and the piles.
    pub fn draw(&self) -> String {
        let mut text = draw_net(&self.net) + "\n";
        for player in Player::first(self.players()) {
            let power = self.power(player).map_or("no power".to_owned(), |power| format!("power {}", power.name()));
            text += &format!("{player}  {power}; {}\n", card_names(self.hand(player)));
        }
        let below: String = self.pile.below.iter().map(|waste| format!(", then {}", waste.name())).collect();
        text += &format!("\npile  {}{below}\n", self.pile);
        text += &format!("left  {} animals, {} of them in the net\n", self.animals_left(), self.net.animals().len());
        text += &match self.last {
            _ if self.is_lost() => "lost  a full column would get a card\n".to_owned(),
            Some(0) => "over\n".to_owned(),
            Some(turns) => format!("turn  {}, {}; {turns} left\n", self.turn, self.step.name()),
            None => format!("turn  {}, {}\n", self.turn, self.step.name()),
        };
        text
    }
}

impl Contest {
    /// Draws the net, the open cards and the points.
    pub fn draw(&self) -> String {
        let mut text = draw_net(&self.net) + "\n";
        for player in Player::first(self.players()) {
            text += &format!("{player}  {} points\n", self.points(player));
        }
        text += &format!("\ncards   {}\n", card_names(self.cards));
        text += &format!("powers  {}\n", self.powers.map(Species::name).join(", "));
        text += &format!("pile    {}\n", self.pile);
        if let Some((player, number)) = self.bid() {
            text += &format!("bid     {number} by {player}\n");
        }
        text + &if self.is_over() {
            "over\n".to_owned()
        } else {
            format!("turn    {}, {}\n", self.turn, self.step.name())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_drawn_from_the_bottom() {
        let text = "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3";
        let flip: Flip = text.parse().unwrap();
        let rows =
            "3  S3>   p     W2<   S2>\n2  D2<   K2>   D3<   W3>\n1  W1>   K1<   D1>   S1<\n   a     b     c     d\n";
        assert!(flip.draw().contains(rows), "{}", flip.draw());
        assert!(flip.draw().contains("A  power dolphin; flip one card, flip a column, switch two neighbours\n"));
    }
}
