use floe_game::{Chance, Game, Notated};
use floe_hex::{HexSet, Layout};

use crate::{Hidden, Move, Outline, Risk, Variant};

impl Variant {
    /// The legal move that a text says.
    ///
    /// # Errors
    /// Why there is none, and what could be done instead.
    pub fn find_move(&self, text: &str) -> Result<Move, String> {
        let moves = self.moves();
        if let Some(&mv) = moves.iter().find(|&&mv| self.move_text(mv) == text) {
            return Ok(mv);
        }
        Err(instead(self, self.outline(), self.is_placement(), text, |mv| mv))
    }
}

impl Hidden {
    /// The legal move that a text says, with what has come of it.
    ///
    /// # Errors
    /// Why there is none, and what could be done instead.
    pub fn find_move(&self, text: &str) -> Result<Risk, String> {
        let choice = text.split(',').next().unwrap_or(text);
        let Some(choice) = self.choices().into_iter().find(|&risk| self.move_text(risk) == choice) else {
            return Err(instead(self, self.outline(), self.is_placement(), text, |risk: Risk| risk.choice));
        };
        let mut outcomes = Vec::new();
        self.for_each_outcome(choice, |risk, _| outcomes.push(risk));
        let texts: Vec<String> = outcomes.iter().map(|&risk| self.move_text(risk)).collect();
        let found = outcomes.into_iter().zip(&texts).find(|(_, told)| *told == text);
        found.map(|(risk, _)| risk).ok_or_else(|| format!("that cannot come of it, but {}", list(&texts)))
    }

    /// The choice that a text says.
    ///
    /// # Errors
    /// Why there is none, and what could be done instead.
    pub fn find_choice(&self, text: &str) -> Result<Risk, String> {
        let found = self.choices().into_iter().find(|&risk| self.move_text(risk) == text);
        found.ok_or_else(|| instead(self, self.outline(), self.is_placement(), text, |risk: Risk| risk.choice))
    }
}

/// What could be done instead of what a text says.
fn instead<G: Chance + Notated>(
    game: &G,
    outline: Outline,
    is_placement: bool,
    text: &str,
    choice: impl Fn(G::Move) -> Move,
) -> String {
    let floe_game::Turn::Of(mover) = game.turn() else { return "the game is over".to_owned() };
    let (moves, geometry) = (game.choices(), outline.geometry());
    let first = text.split(['-', 'x', '=', ',']).next().unwrap_or(text);
    let begin = |mv: G::Move| choice(mv).ends(geometry).0;
    let of_penguin = |mv: &&G::Move| geometry.name(begin(**mv)) == first && !is_placement;
    let others: Vec<String> = moves.iter().filter(of_penguin).map(|&mv| game.move_text(mv)).collect();
    if !others.is_empty() {
        return format!("it is not legal; the penguin on {first} can do {}", list(&others));
    }
    let begins: HexSet = moves.iter().map(|&mv| begin(mv)).collect();
    let begins: Vec<String> = begins.into_iter().map(|hex| geometry.name(hex)).collect();
    if is_placement {
        format!("{mover} can place on {}", list(&begins))
    } else {
        format!("{mover} can move the penguins on {}", list(&begins))
    }
}

/// Not too many of them.
fn list(texts: &[String]) -> String {
    const SHOWN: usize = 24;
    let more = if texts.len() > SHOWN { ", …" } else { "" };
    texts[..texts.len().min(SHOWN)].join(", ") + more
}
