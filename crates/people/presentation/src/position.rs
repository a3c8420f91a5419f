//! A position as text, and in words.

use floe_engine::{AnyGame, AnyMove, with_game, with_variant};
use floe_fish::Cell;
use floe_variants::VariantText;

use crate::cards::freeable_numbers;
use crate::{FreeableNumber, Presented, Seen};

impl Seen {
    /// Draws the position as text: the floe, the cards or the lake, the scores, and the result of a
    /// finished game. On a floe `paint` receives every cell with its text and returns the text in
    /// colour; other games do not call it.
    pub fn draw(&self, paint: impl Fn(Cell, String) -> String) -> String {
        let picture = match self.position() {
            AnyGame::Two(position) => floe_fish::draw(position, paint),
            AnyGame::Three(position) => floe_fish::draw(position, paint),
            AnyGame::Four(position) => floe_fish::draw(position, paint),
            AnyGame::Variant(position) => floe_variants::draw(position, paint),
            AnyGame::Special(position) => floe_variants::draw(position, paint),
            AnyGame::Hidden(position) => floe_variants::draw(position, paint),
            AnyGame::Flip(position) => position.draw(),
            AnyGame::Contest(position) => position.draw(),
            AnyGame::Angling(position) => position.draw(),
        };
        picture + &self.result().map_or(String::new(), |result| result + "\n")
    }

    /// Draws the hexes of a floe as text, without scores. `paint` receives the index of each hex in
    /// reading order from 0, its cell and its text, and returns the text in colour. `None` for
    /// games without a floe.
    pub fn draw_hexes(&self, paint: impl Fn(usize, Cell, String) -> String) -> Option<String> {
        with_variant!(self.position(), position => {
            let hexes: Vec<_> = position.geometry().hexes().into_iter().collect();
            floe_variants::draw_hexes(&position, |hex| {
                let (cell, text) = position.drawn(hex);
                paint(hexes.binary_search(&hex).expect("one of the hexes"), cell, text)
            })
        })
    }

    /// Explains the signs in a drawing that the base game does not have, one sentence each; none
    /// for the base game and for games without a floe.
    pub fn legend(&self) -> Vec<String> {
        with_variant!(self.position(), position => position.state().legend(&position))
            .unwrap_or_default()
    }

    /// Player to move and its next step, in sentences: `A: your turn. Move a penguin.` When the
    /// game is over, the result.
    pub fn turn_sentence(&self) -> String {
        let task = with_game!(self.position(), position => Presented::task(position));
        self.result()
            .unwrap_or_else(|| format!("{}: your turn. {task}", self.position().last_turn()))
    }

    /// Notes on the position in sentences, on what is seen only by counting; none in most games.
    pub fn notes(&self) -> Vec<String> {
        with_game!(self.position(), position => Presented::notes(position))
    }

    /// Numbers of animals that the player to move can free, in the competitive form of Fish 'n'
    /// Flip; none in other games.
    pub fn freeable_numbers(&self) -> Vec<FreeableNumber> {
        match self.position() {
            AnyGame::Contest(contest) => freeable_numbers(contest),
            _ => Vec::new(),
        }
    }

    /// The only choice of the player to move as the viewer observes it, in a game without a floe;
    /// `None` if there are several or none, and for all games on a floe.
    pub fn only_choice(&self) -> Option<AnyMove> {
        if self.is_on_floe() {
            return None;
        }
        let choices = self.position().all_choices().into_iter();
        let mut choices = choices.map(|choice| self.observed(choice));
        let first = choices.next()?;
        choices.all(|other| other == first).then_some(first)
    }
}
