use floe_fish::{Cell, IllegalMove};
use floe_game::{Chance, Game, Notated, Player};
use floe_hex::{Direction, Hex, HexSet, Layout, leading_name};

use crate::{Hidden, Kind, Move, Risk, Variant};

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
        Err(instead(self, self, text, |mv| mv))
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
            return Err(instead(self, &self.bare(), text, |risk: Risk| risk.choice));
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
        found.ok_or_else(|| instead(self, &self.bare(), text, |risk: Risk| risk.choice))
    }
}

impl Variant {
    fn why_no_slide(&self, from: Hex, to: Hex) -> String {
        let (geometry, ends) = (self.outline().geometry(), self.ends(from));
        let name = |hex| geometry.name(hex);
        if self.rules().variant == Some(Kind::Survival) && from != to && !geometry.adjacent(from).contains(to) {
            return format!("{} is not beside {}", name(to), name(from));
        }
        let direction = Direction::ALL.into_iter().find(|&direction| geometry.ray(from, direction).contains(to));
        let blocked = direction.and_then(|direction| {
            let way = geometry.ray(from, direction) - geometry.ray(to, direction);
            let blocked = way - self.crossing() - (ends & to.into());
            if direction.is_forward() { blocked.first() } else { blocked.last() }
        });
        if let Some(hex) = blocked.filter(|&hex| self.whale() == Some(hex)) {
            return format!("the way is blocked on {} by the whale", name(hex));
        }
        let blocked = blocked.map(|hex| (name(hex), self.drawn(hex).0));
        why_no_slide([name(from), name(to)], direction.is_some(), blocked, ends.contains(to))
    }

    /// Of a push (3.1).
    fn why_no_push(&self, from: Hex, to: Hex) -> String {
        let (geometry, mover) = (self.outline().geometry(), self.floe.turn);
        let (pusher, other) = (geometry.name(from), geometry.name(to));
        let is_enemy = |player| !self.floe.are_mates(mover, player);
        if self.rules().variant != Some(Kind::Push) {
            "penguins push no others here, and a move is written like c3-f3".to_owned()
        } else if !geometry.adjacent(from).contains(to) {
            format!("{other} is not beside {pusher}")
        } else if self.floe.owner(to).is_some_and(is_enemy) {
            format!("there is no water behind {other}")
        } else {
            format!("there is no penguin to push on {other}")
        }
    }
}

/// Why a penguin does not slide between two hexes, as the base game would say it: by whether they are in a straight line, the nearest hex
/// that it cannot pass, and whether it can stop at the end.
pub(crate) fn why_no_slide(
    [from, to]: [String; 2],
    is_straight: bool,
    blocked: Option<(String, Cell)>,
    is_end: bool,
) -> String {
    match blocked {
        _ if from == to => IllegalMove::NoStep.to_string(),
        _ if !is_straight => IllegalMove::NotStraight { from, to }.to_string(),
        Some((hex, cell)) => IllegalMove::Blocked { hex, cell }.to_string(),
        None if !is_end => format!("no penguin can stop on {to}"),
        None => "it is not legal".to_owned(),
    }
}

/// What is wrong with what a text says, and what could be done instead; `seen` is what can be seen of the game.
fn instead<G: Chance + Notated>(game: &G, seen: &Variant, text: &str, choice: impl Fn(G::Move) -> Move) -> String {
    let floe_game::Turn::Of(mover) = game.turn() else { return "the game is over".to_owned() };
    let (moves, geometry, is_placement) = (game.choices(), seen.outline().geometry(), seen.is_placement());
    let first = leading_name(text);
    let begin = |mv: G::Move| choice(mv).ends(geometry).0;
    let of_penguin = |mv: &&G::Move| geometry.name(begin(**mv)) == first && !is_placement;
    let others: Vec<String> = moves.iter().filter(of_penguin).map(|&mv| game.move_text(mv)).collect();
    if !others.is_empty() {
        let is_push = text[first.len()..].starts_with('x');
        let why_not = |(from, to)| if is_push { seen.why_no_push(from, to) } else { seen.why_no_slide(from, to) };
        let why = ends_of(text, |name| geometry.hex(name)).map_or_else(|why| why, why_not);
        return format!("{why}; the penguin on {first} can do {}", list(&others));
    }
    let cell = geometry.hex(first).map(|hex| match seen.penguins(mover).contains(hex) {
        true => Cell::Penguin(mover, 0),
        false => seen.drawn(hex).0,
    });
    let why = why(text, mover, is_placement, cell);
    let begins: HexSet = moves.iter().map(|&mv| begin(mv)).collect();
    let begins: Vec<String> = begins.into_iter().map(|hex| geometry.name(hex)).collect();
    if is_placement {
        format!("{why}; {mover} can place on {}", list(&begins))
    } else {
        format!("{why}; {mover} can move the penguins on {}", list(&begins))
    }
}

/// Why no legal move begins like a text, as the base game would say it; `cell` is what is on its first hex, where there is such a hex.
pub(crate) fn why(text: &str, mover: Player, is_placement: bool, cell: Option<Cell>) -> String {
    let (hex, rest) = text.split_at(leading_name(text).len());
    let Some(cell) = cell else { return format!("found '{text}', expected a hex such as c3") };
    let (hex, is_slide) = (hex.to_owned(), rest.starts_with(['-', 'x', '=']));
    let illegal = match (is_placement, cell) {
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

/// The hexes between which a text moves a penguin.
///
/// # Errors
/// Why it does not.
pub(crate) fn ends_of<H>(text: &str, hex: impl Fn(&str) -> Option<H>) -> Result<(H, H), String> {
    let (from, rest) = text.split_at(leading_name(text).len());
    let Some(end) = rest.strip_prefix(['-', 'x', '=']) else { return Err(IllegalMove::Moving.to_string()) };
    let no_hex = |text: &str| format!("found '{text}', expected a hex such as c3");
    Ok((hex(from).ok_or_else(|| no_hex(from))?, hex(leading_name(end)).ok_or_else(|| no_hex(end))?))
}

/// Not too many of them.
fn list(texts: &[String]) -> String {
    const SHOWN: usize = 24;
    let more = if texts.len() > SHOWN { ", …" } else { "" };
    texts[..texts.len().min(SHOWN)].join(", ") + more
}
