use floe_game::{Game, Notated};
use floe_hex::leading_name;

use super::floe::Special;
use super::mv::SpecialMove;
use super::places::Places;
use crate::legality::why;

impl Special {
    /// The legal move that a text says.
    ///
    /// # Errors
    /// Why there is none, and what could be done instead.
    pub fn find_move(&self, text: &str) -> Result<SpecialMove, String> {
        let moves = self.moves();
        if let Some(&mv) = moves.iter().find(|&&mv| self.move_text(mv) == text) {
            return Ok(mv);
        }
        if self.is_over() {
            return Err("the game is over".to_owned());
        }
        let (mover, name) = (self.last_turn(), |place| self.board.name(place));
        let (slide, first) = (text.split(',').next().unwrap_or(text), leading_name(text));
        let texts = |wanted: &dyn Fn(&SpecialMove) -> bool| -> Vec<String> {
            moves.iter().filter(|mv| wanted(mv)).map(|&mv| self.move_text(mv)).take(SHOWN + 1).collect()
        };
        if !self.is_placement() {
            let same_slide = |mv: &SpecialMove| format!("{}-{}", name(mv.from()), name(mv.to())) == slide;
            let same_penguin = |mv: &SpecialMove| name(mv.from()) == first;
            let others = [texts(&same_slide), texts(&same_penguin)].into_iter().find(|others| !others.is_empty());
            if let Some(others) = others {
                return Err(format!("it is not legal; the penguin on {first} can do {}", list(&others)));
            }
        }
        let why = why(text, mover, self.is_placement(), self.board.find(first).map(|place| self.drawn(place).0));
        let begins: Places = moves.iter().map(|mv| mv.from()).collect();
        let begins: Vec<String> = begins.into_iter().map(name).collect();
        Err(if self.is_placement() {
            format!("{why}; {mover} can place on {}", list(&begins))
        } else {
            format!("{why}; {mover} can move the penguins on {}", list(&begins))
        })
    }
}

const SHOWN: usize = 24;

/// Not too many of them.
fn list(texts: &[String]) -> String {
    let more = if texts.len() > SHOWN { ", …" } else { "" };
    texts[..texts.len().min(SHOWN)].join(", ") + more
}
