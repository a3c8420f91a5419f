use floe_fish::{Cell, IllegalMove, NoSuchMove, plain_move_text};
use floe_game::{Chance, Game, Notated};
use floe_hex::{HexError, HexSet, leading_name};

use crate::{FloeMove, VariantPosition, VariantText};

impl<V: VariantText> VariantPosition<V> {
    /// Finds the legal move with this notation, in lower or upper case; where chance decides, with
    /// its outcome.
    ///
    /// # Errors
    /// If there is none: why, and what is legal instead.
    pub fn find_move(&self, text: &str) -> Result<V::Move, NoSuchMove> {
        if !V::INFO.has_chance {
            return self.find_choice(text);
        }
        let text = &*plain_move_text(text);
        let choice = text.split(',').next().unwrap_or(text);
        let choice = self
            .choice(choice)
            .ok_or_else(|| self.no_such_choice(text))?;
        let mut outcomes = Vec::new();
        self.for_each_outcome(choice, |mv, _| outcomes.push((self.move_text(mv), mv)));
        let found = outcomes
            .iter()
            .find(|(outcome, _)| outcome.eq_ignore_ascii_case(text))
            .map(|&(_, mv)| mv);
        found.ok_or_else(|| {
            NoSuchMove::Outcome(list(outcomes.into_iter().map(|(outcome, _)| outcome)))
        })
    }

    /// Finds the choice of the player to move with this notation, in lower or upper case: a move
    /// without an outcome of chance.
    ///
    /// # Errors
    /// If there is none: why, and what is legal instead.
    pub fn find_choice(&self, text: &str) -> Result<V::Move, NoSuchMove> {
        let text = &*plain_move_text(text);
        self.choice(text).ok_or_else(|| self.no_such_choice(text))
    }

    fn choice(&self, text: &str) -> Option<V::Move> {
        self.choices()
            .into_iter()
            .find(|&mv| self.move_text(mv).eq_ignore_ascii_case(text))
    }

    fn no_such_choice(&self, text: &str) -> NoSuchMove {
        if self.is_over() {
            return NoSuchMove::GameOver;
        }
        let geometry = self.geometry();
        let mover = self.last_turn();
        let first = leading_name(text);
        let choices = self.choices();
        if !self.is_placement() {
            let of_penguin = choices
                .iter()
                .filter(|mv| geometry.name(mv.endpoints(geometry).0) == first);
            let of_penguin: Vec<String> = of_penguin.map(|&mv| self.move_text(mv)).collect();
            if !of_penguin.is_empty() {
                let has_slide = of_penguin.iter().any(|other| slide(other) == slide(text));
                let others = list(
                    of_penguin
                        .into_iter()
                        .filter(|other| !has_slide || slide(other) == slide(text)),
                );
                let instead = format!("the penguin on {first} can do {others}");
                return NoSuchMove::Choice(self.why_no_move(text), instead);
            }
        }
        let begins: HexSet<V::Word> = choices.iter().map(|mv| mv.endpoints(geometry).0).collect();
        let begins = list(begins.into_iter().map(|hex| geometry.name(hex)));
        let can = match (self.is_placement(), begins.contains(',')) {
            (true, _) => "can place on",
            (false, true) => "can move the penguins on",
            (false, false) => "can move the penguin on",
        };
        NoSuchMove::Choice(self.why_no_begin(text), format!("{mover} {can} {begins}"))
    }

    /// Reason why no legal move begins like a text.
    fn why_no_begin(&self, text: &str) -> String {
        let mover = self.last_turn();
        let (name, rest) = text.split_at(leading_name(text).len());
        let hex = match self.geometry().parse_hex(name) {
            Ok(hex) => hex,
            Err(error) => return no_hex(text, &error),
        };
        // Of several penguins one of the mover.
        let cell = if self.penguins(mover).contains(hex) {
            Cell::Penguin(mover, 0)
        } else {
            self.cell(hex)
        };
        let hex = name.to_owned();
        let is_slide = rest.starts_with(['-', 'x', '=']);
        let illegal = match (self.is_placement(), cell) {
            (true, _) if is_slide => IllegalMove::Placing(mover),
            (true, Cell::Water) => IllegalMove::Water(hex),
            (true, Cell::Penguin(player, _)) => IllegalMove::Taken(hex, player),
            (true, Cell::Tile(fish)) if rest.is_empty() && fish != 1 => {
                IllegalMove::Fish(hex, fish)
            }
            (true, Cell::Tile(_)) => return "it is not legal".to_owned(),
            (false, _) if !is_slide => IllegalMove::Moving,
            (false, Cell::Penguin(player, _)) if player == mover => {
                return format!("the penguin on {hex} cannot move");
            }
            (false, cell) => IllegalMove::NoPenguin(hex, mover, cell),
        };
        illegal.to_string()
    }

    /// Reason why a penguin that can move does not move as a text says.
    fn why_no_move(&self, text: &str) -> String {
        let geometry = self.geometry();
        let start = leading_name(text);
        let rest = &text[start.len()..];
        let Some(sign) = rest
            .chars()
            .next()
            .filter(|&sign| matches!(sign, '-' | 'x' | '='))
        else {
            return IllegalMove::Moving.to_string();
        };
        let (rest, end) = (&rest[1..], leading_name(&rest[1..]));
        let (from, to) = match (geometry.parse_hex(start), geometry.parse_hex(end)) {
            (Ok(from), Ok(to)) => (from, to),
            (Err(error), _) => return no_hex(start, &error),
            (_, Err(error)) => return no_hex(rest, &error),
        };
        if let Some(why) = self.state.why_illegal(self, sign, from, to) {
            return why;
        }
        let ends = self.destinations(from);
        if from == to {
            IllegalMove::NoStep.to_string()
        } else if geometry.line(from, to).is_none() {
            IllegalMove::NotStraight(start.to_owned(), end.to_owned()).to_string()
        } else if let Some(hex) = self.blocked(from, to, ends) {
            IllegalMove::Blocked(geometry.name(hex), self.cell(hex)).to_string()
        } else if ends.contains(to) {
            "it is not legal".to_owned()
        } else {
            format!("no penguin can stop on {end}")
        }
    }
}

fn no_hex(found: &str, expected: &HexError) -> String {
    format!("expected {expected}; found '{found}'")
}

/// The slide of a move, without its effect.
fn slide(text: &str) -> &str {
    text.split_once(',').map_or(text, |(slide, _)| slide)
}

/// The first texts, separated by commas.
fn list(texts: impl Iterator<Item = String>) -> String {
    const SHOWN: usize = 24;
    let mut texts: Vec<String> = texts.take(SHOWN + 1).collect();
    if texts.len() > SHOWN {
        texts[SHOWN] = "…".to_owned();
    }
    texts.join(", ")
}
