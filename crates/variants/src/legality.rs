use floe_game::{Game, Notated};
use floe_hex::{HexSet, Layout};

use crate::{Move, Variant};

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
        if self.is_over() {
            return Err("the game is over".to_owned());
        }
        let mover = self.last_turn();
        let geometry = self.outline().geometry();
        let first = text.split(['-', 'x', '=', ',']).next().unwrap_or(text);
        let of_penguin = |mv: &&Move| geometry.name(mv.ends(geometry).0) == first && !self.is_placement();
        let others: Vec<String> = moves.iter().filter(of_penguin).map(|&mv| self.move_text(mv)).collect();
        if !others.is_empty() {
            return Err(format!("it is not legal; the penguin on {first} can do {}", list(&others)));
        }
        let begins: HexSet = moves.iter().map(|mv| mv.ends(geometry).0).collect();
        let begins: Vec<String> = begins.into_iter().map(|hex| geometry.name(hex)).collect();
        Err(if self.is_placement() {
            format!("{mover} can place on {}", list(&begins))
        } else {
            format!("{mover} can move the penguins on {}", list(&begins))
        })
    }
}

/// Not too many of them.
fn list(texts: &[String]) -> String {
    const SHOWN: usize = 24;
    let more = if texts.len() > SHOWN { ", …" } else { "" };
    texts[..texts.len().min(SHOWN)].join(", ") + more
}
