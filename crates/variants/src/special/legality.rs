use floe_game::{Game, Notated};
use floe_hex::{Direction, leading_name};

use super::floe::Special;
use super::mv::SpecialMove;
use super::places::{Place, Places};
use crate::legality::{ends_of, why, why_no_slide};

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
                let ends = ends_of(text, |name| self.board.find(name));
                let why = ends.map_or_else(|why| why, |(from, to)| self.why_no_slide(from, to));
                return Err(format!("{why}; the penguin on {first} can do {}", list(&others)));
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

impl Special {
    fn why_no_slide(&self, from: Place, to: Place) -> String {
        let (board, ends) = (self.board, self.slides(from));
        let is_straight = Direction::ALL.into_iter().any(|direction| board.ray(from, direction).contains(to));
        let blocked = (board.between(from, to) | to.into()) - self.crossing();
        let nearest = blocked.into_iter().find(|&place| (board.between(from, place) & blocked).is_empty());
        let nearest = nearest.map(|place| (board.name(place), self.drawn(place).0));
        why_no_slide([board.name(from), board.name(to)], is_straight, nearest, ends.contains(to))
    }
}

const SHOWN: usize = 24;

/// Not too many of them.
fn list(texts: &[String]) -> String {
    let more = if texts.len() > SHOWN { ", …" } else { "" };
    texts[..texts.len().min(SHOWN)].join(", ") + more
}
