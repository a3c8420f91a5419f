//! Moves, turns and lines in words.

use floe_engine::{AnyMove, with_game, with_variant};

use crate::{Presented, Seen, ToldMove, ToldTurn};

/// Whether a notation names a hex, or two hexes with a slide between them, and nothing else.
fn is_plain(notation: &str) -> bool {
    match notation.split_once('-') {
        Some((from, to)) => is_hex(from) && is_hex(to),
        None => is_hex(notation),
    }
}

/// Whether a text has the form of the name of a hex: a letter and a number.
fn is_hex(name: &str) -> bool {
    let digits = name.strip_prefix(|letter: char| letter.is_ascii_lowercase());
    digits.is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    })
}

impl Seen {
    /// A legal choice or move in notation, as the viewer observes it.
    pub fn notation(&self, mv: AnyMove) -> String {
        self.position().move_text(self.observed(mv))
    }

    /// A legal choice or move in words: `c3 to f3, the whale swims east to d5`, `flip row 1`.
    pub fn words(&self, mv: AnyMove) -> String {
        let mv = self.observed(mv);
        with_game!(self.position(), position => Presented::words(position, mv.in_game(position)))
    }

    /// The outcome of chance in a move, such as the card that is laid, or the tile that the move
    /// reveals, in words, as far as the viewer knows it. Empty if there is neither.
    pub fn outcome_words(&self, mv: AnyMove) -> String {
        let mv = self.observed(mv);
        with_game!(self.position(), position => Presented::outcome_words(position, mv.in_game(position)))
    }

    /// A legal choice or move as people read it: a placement or a plain slide on a floe in
    /// notation, every other move in words, with its outcome of chance.
    pub fn told(&self, mv: AnyMove) -> ToldMove {
        let mv = self.observed(mv);
        let known = self.position();
        let notation = known.move_text(mv);
        let outcome = if known.rules().has_chance() {
            self.outcome_words(mv)
        } else {
            String::new()
        };
        let choice = if self.is_on_floe() {
            self.words(known.choice_in(mv))
        } else {
            self.words(mv)
        };
        let is_told = outcome.is_empty() || choice.ends_with(&outcome);
        let words = if is_told {
            choice
        } else {
            format!("{choice}: {outcome}")
        };
        let is_plain = self.is_on_floe() && is_plain(&notation);
        let (text, title) = if is_plain {
            (notation, words)
        } else {
            (words, notation)
        };
        ToldMove {
            text,
            title,
            is_plain,
            news: self.news(mv),
        }
    }

    /// Moves that follow each other from this position, each as people read it. After a choice
    /// without an outcome the likeliest outcome is played.
    pub fn told_line(&self, line: &[AnyMove]) -> Vec<ToldMove> {
        let mut position = *self.position();
        let mut told = Vec::new();
        for &mv in line {
            let mv = if told.is_empty() {
                self.observed(mv)
            } else {
                mv
            };
            told.push(Seen::by(&position, self.viewer()).told(mv));
            position = position.after(position.likeliest_outcome(mv));
        }
        told
    }

    /// A line from this position in words, a sentence for each move, with the player who moves:
    /// `A: c5 to d4.`, `B: d5 to d6.` Of several moves of one player in a row only the first names
    /// the player.
    pub fn sentences(&self, line: &[AnyMove]) -> Vec<String> {
        let mut sentences = Vec::new();
        let mut position = *self.position();
        let mut last = None;
        for &mv in line {
            let seen = Seen::by(&position, self.viewer());
            let player = position.last_turn();
            let outcome = seen.outcome_words(mv);
            let turn = if last == Some(player) {
                String::new()
            } else {
                format!("{player}: ")
            };
            let outcome = if outcome.is_empty() {
                outcome
            } else {
                format!(" ({outcome})")
            };
            sentences.push(format!(
                "{turn}{}{outcome}.",
                seen.words(position.choice_in(mv))
            ));
            last = Some(player);
            position = position.after(mv);
        }
        sentences
    }

    /// The turn that these moves from this position play; `None` in games whose turns are single
    /// moves.
    pub fn turn(&self, line: &[AnyMove]) -> Option<ToldTurn> {
        with_game!(self.position(), position => {
            let moves: Vec<_> = line.iter().map(|mv| mv.in_game(position)).collect();
            Presented::turn(position, &moves)
        })
    }

    /// The first move of a line from this position in words, or the whole turn that the line plays
    /// where a turn has several moves. `None` for games on a floe, whose notation needs no words,
    /// and for an empty line.
    pub fn turn_words(&self, line: &[AnyMove]) -> Option<String> {
        let turn = self.turn(line).map(|turn| turn.words);
        let &first = line.first().filter(|_| !self.is_on_floe())?;
        turn.filter(|words| !words.is_empty())
            .or_else(|| Some(self.words(first)))
    }

    /// A way to do what a choice announces, in a sentence, such as a way to free as many animals as
    /// a bid says. `None` for choices that announce nothing.
    pub fn way(&self, choice: AnyMove) -> Option<String> {
        with_game!(self.position(), position => Presented::way(position, choice.in_game(position)))
    }

    /// Effect of a legal choice or move on penguins other than the one that moves, in words:
    /// `the whale swims east to d5 and takes B's penguin`, `pushes B's penguin into the water`.
    /// `None` if all other penguins stay where they are.
    pub fn strike_words(&self, mv: AnyMove) -> Option<String> {
        let known = self.position();
        let choice = known.choice_in(mv);
        with_variant!(known, position => position.strike_words(choice.in_game(&position))).flatten()
    }

    /// Sentences on what a legal move does beyond itself: to penguins other than the one that
    /// moves, `A: pushes B's penguin into the water.`, to players whom it puts out of the game, and
    /// in Gone Fishing! for the points. `None` for most moves.
    pub fn news(&self, mv: AnyMove) -> Option<String> {
        let known = self.position();
        let mv = if self.is_on_floe() {
            known.with_likeliest_outcome(mv)
        } else {
            self.observed(mv)
        };
        let news = with_game!(known, position => Presented::news(position, mv.in_game(position)));
        (!news.is_empty()).then(|| news.join(" "))
    }

    /// Result of the part of the game, such as a day, that a legal move ends, in sentences; `None`
    /// if the move ends none.
    pub fn interim_result(&self, mv: AnyMove) -> Option<String> {
        let mv = self.observed(mv);
        with_game!(self.position(), position => Presented::interim_result(position, mv.in_game(position)))
    }
}
