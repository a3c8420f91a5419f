use floe_fish::{Cell, IllegalMove, NoSuchMove};
use floe_game::{Chance, Game, Notated, Player};
use floe_hex::{Hex, HexSet, leading_name};

use crate::variant_rules::FloeMove;
use crate::{VariantPosition, VariantRules};

impl<V: VariantRules> VariantPosition<V> {
    /// The legal move that a text says, with what has come of it where chance has a say.
    ///
    /// # Errors
    /// Why there is none, and what could be done instead.
    pub fn find_move(&self, text: &str) -> Result<V::Move, NoSuchMove> {
        if !V::HAS_CHANCE {
            return self.find_choice(text);
        }
        let choice = text.split(',').next().unwrap_or(text);
        let choice = self.choice(choice).ok_or_else(|| self.no_such_choice(text))?;
        let mut outcomes = Vec::new();
        self.for_each_outcome(choice, |mv, _| outcomes.push(mv));
        let texts: Vec<String> = outcomes.iter().map(|&mv| self.move_text(mv)).collect();
        let found = outcomes.into_iter().zip(&texts).find(|(_, told)| *told == text);
        found.map(|(mv, _)| mv).ok_or_else(|| NoSuchMove::Outcome { possible: list(&texts) })
    }

    /// The choice that a text says.
    ///
    /// # Errors
    /// Why there is none, and what could be done instead.
    pub fn find_choice(&self, text: &str) -> Result<V::Move, NoSuchMove> {
        self.choice(text).ok_or_else(|| self.no_such_choice(text))
    }

    fn choice(&self, text: &str) -> Option<V::Move> {
        self.choices().into_iter().find(|&mv| self.move_text(mv) == text)
    }

    /// What is wrong with what a text says, and what could be done instead.
    fn no_such_choice(&self, text: &str) -> NoSuchMove {
        if self.is_over() {
            return NoSuchMove::GameOver;
        }
        let (geometry, mover, first) = (self.geometry(), self.last_turn(), leading_name(text));
        let choices = self.choices();
        if !self.is_placement() {
            let of_penguin = choices.iter().filter(|mv| geometry.name(mv.ends(geometry).0) == first);
            let of_penguin: Vec<String> = of_penguin.map(|&mv| self.move_text(mv)).collect();
            let slide = text.split(',').next().unwrap_or(text);
            let of_slide = of_penguin.iter().filter(|text| text.split(',').next() == Some(slide));
            let of_slide: Vec<String> = of_slide.cloned().collect();
            if !of_penguin.is_empty() {
                let others = if of_slide.is_empty() { of_penguin } else { of_slide };
                let why = self.ends_of(text).map_or_else(|why| why, |(sign, from, to)| self.why_not(sign, from, to));
                return NoSuchMove::Choice { why, instead: format!("the penguin on {first} can do {}", list(&others)) };
            }
        }
        let begins: HexSet<V::Word> = choices.iter().map(|mv| mv.ends(geometry).0).collect();
        let begins: Vec<String> = begins.into_iter().map(|hex| geometry.name(hex)).collect();
        let can = if self.is_placement() { "can place on" } else { "can move the penguins on" };
        NoSuchMove::Choice { why: self.why_no_begin(text), instead: format!("{mover} {can} {}", list(&begins)) }
    }

    /// What is on a hex, of several penguins one of the mover.
    fn cell_for(&self, mover: Player, hex: Hex) -> Cell {
        if self.penguins(mover).contains(hex) { Cell::Penguin(mover, 0) } else { self.cell(hex) }
    }

    /// Why no legal move begins like a text, as the base game would say it.
    fn why_no_begin(&self, text: &str) -> String {
        let mover = self.last_turn();
        let (name, rest) = text.split_at(leading_name(text).len());
        let Some(hex) = self.geometry().hex(name) else { return no_hex(text) };
        let (hex, cell, is_slide) = (name.to_owned(), self.cell_for(mover, hex), rest.starts_with(['-', 'x', '=']));
        let illegal = match (self.is_placement(), cell) {
            (true, _) if is_slide => IllegalMove::Placing(mover),
            (true, Cell::Water) => IllegalMove::Water(hex),
            (true, Cell::Penguin(player, _)) => IllegalMove::Taken { hex, player },
            (true, Cell::Tile(fish)) if rest.is_empty() && fish != 1 => IllegalMove::Fish { hex, fish },
            (true, Cell::Tile(_)) => return "it is not legal".to_owned(),
            (false, _) if !is_slide => IllegalMove::Moving,
            (false, Cell::Penguin(player, _)) if player == mover => return format!("the penguin on {hex} cannot move"),
            (false, cell) => IllegalMove::NoPenguin { hex, mover, cell },
        };
        illegal.to_string()
    }

    /// The hexes between which a text moves a penguin, and the sign between them.
    ///
    /// # Errors
    /// Why it does not.
    fn ends_of(&self, text: &str) -> Result<(char, Hex, Hex), String> {
        let (from, rest) = text.split_at(leading_name(text).len());
        let sign = rest.chars().next().filter(|&sign| matches!(sign, '-' | 'x' | '='));
        let Some(sign) = sign else { return Err(IllegalMove::Moving.to_string()) };
        let hex = |name: &str, told: &str| self.geometry().hex(name).ok_or_else(|| no_hex(told));
        let end = &rest[1..];
        Ok((sign, hex(from, from)?, hex(leading_name(end), end)?))
    }

    /// Why a penguin does not move between two hexes, as the base game would say it where it has an answer.
    fn why_not(&self, sign: char, from: Hex, to: Hex) -> String {
        if let Some(why) = self.state.why_not(&self.floe, sign, from, to) {
            return why;
        }
        let (geometry, ends) = (self.geometry(), self.ends(from));
        let names = || (geometry.name(from), geometry.name(to));
        if from == to {
            return IllegalMove::NoStep.to_string();
        }
        if geometry.line(from, to).is_none() {
            let (from, to) = names();
            return IllegalMove::NotStraight { from, to }.to_string();
        }
        if let Some(hex) = self.floe.blocked(from, to, ends) {
            return IllegalMove::Blocked { hex: geometry.name(hex), cell: self.cell(hex) }.to_string();
        }
        if ends.contains(to) { "it is not legal".to_owned() } else { format!("no penguin can stop on {}", names().1) }
    }
}

fn no_hex(found: &str) -> String {
    format!("found '{found}', expected a hex such as c3")
}

/// Not too many of them.
fn list(texts: &[String]) -> String {
    const SHOWN: usize = 24;
    let more = if texts.len() > SHOWN { ", …" } else { "" };
    texts[..texts.len().min(SHOWN)].join(", ") + more
}
