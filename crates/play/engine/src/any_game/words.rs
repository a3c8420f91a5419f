//! Positions and moves in words, and what some games say of a position beyond its value.

use floe_game::{Chance, Player};
use floe_search::{PayoffBounds, Payoffs};
use schemars::JsonSchema;
use serde::Serialize;

use super::{with_floe, with_variant};
use crate::explanation::explain;
use crate::games::SearchedGame;
use crate::reasons::{Ground, in_sentences, placement_reason, reasons};
use crate::{
    AnyGame, AnyMove, EngineGame, Evaluation, Explanation, ExportError, FreeableNumber, MoveReason,
    SpecialValue, TurnInWords, with_game,
};

/// Move as people read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ToldMove {
    /// Text to show: the notation of a placement or a plain slide, `c5` or `c5-d4`, and of all
    /// other moves words.
    pub text: String,
    /// The other one of both, for those who ask: words for a plain move, and the notation of
    /// others.
    pub title: String,
    /// Whether `text` is the notation.
    #[serde(skip)]
    pub is_plain: bool,
    /// Sentences on what the move does beyond itself, as [`AnyGame::news`].
    #[serde(skip)]
    pub news: Option<String>,
}

impl ToldMove {
    /// The move in words, also where they are not the text to show.
    pub fn words(&self) -> &str {
        if self.is_plain {
            &self.title
        } else {
            &self.text
        }
    }
}

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

/// Estimates of all players, each moved to the nearest one within the bounds.
fn within(expected: Payoffs, bounds: &PayoffBounds) -> Payoffs {
    let mut nearest = expected;
    for (score, bounds) in nearest.iter_mut().zip(bounds) {
        *score = (*score).max(bounds.lower).min(bounds.upper);
    }
    nearest
}

impl AnyGame {
    /// Counts what the evaluation of a position on a floe rests on: who reaches which tiles first.
    /// `None` for games without a floe.
    pub fn explain(&self, evaluation: &Evaluation) -> Option<Explanation> {
        let expected = with_floe!(self, position => {
            let expected = position.expected_results(evaluation);
            position.possible_results().map_or(expected, |bounds| within(expected, &bounds))
        })?;
        with_variant!(self, position => explain(&position, &expected))
    }

    /// Reasons for the first move of a line from this position, in sentences: on a floe what the
    /// move changes, in other games the move or turn in words, and then what it does on the table.
    /// Empty for an empty line.
    pub fn reasons(&self, line: &[AnyMove], evaluation: &Evaluation) -> Vec<String> {
        let Some(&first) = line.first() else {
            return Vec::new();
        };
        if let Some(words) = self.line_in_words(line) {
            let counted = with_game!(self, position => {
                let moves: Vec<_> = line.iter().map(|mv| mv.in_game(position)).collect();
                EngineGame::line_reasons(position, &moves)
            });
            let plays = format!("It plays: {words}.");
            return [plays]
                .into_iter()
                .chain(self.way_in_words(first))
                .chain(counted)
                .collect();
        }
        let units = self.rules().units();
        let placement = with_variant!(self, position => placement_reason(&position, first.in_game(&position), units));
        if let Some(reason) = placement.flatten() {
            return vec![reason];
        }
        let mover = self.last_turn();
        let changes = self.move_reasons(first, evaluation);
        let strike = self
            .strike_words(first)
            .map(|words| match words.strip_prefix("the ") {
                Some(rest) => format!("The {rest}."),
                None => format!("It {words}."),
            });
        strike
            .into_iter()
            .chain(in_sentences(&changes, mover, units))
            .collect()
    }

    /// Changes that a move or choice from this position makes on a floe, as people can see them.
    /// Empty in games without a floe.
    pub fn move_reasons(&self, mv: AnyMove, evaluation: &Evaluation) -> Vec<MoveReason> {
        // Where the move turns a tile over, world 0 decides what it shows.
        let after = self.after(self.outcome_in(self.choice_in(mv), 0));
        let mover = self.last_turn();
        let opponents = Player::first(self.players())
            .filter(|&player| self.side_of(player) != self.side_of(mover));
        let opponents: Vec<Player> = opponents.collect();
        let ground = with_variant!(self, position => Ground::of(&position));
        match (ground, self.explain(evaluation), after.explain(evaluation)) {
            (Some(ground), Some(before), Some(after)) => {
                reasons(mover, &opponents, &ground, &before, &after)
            }
            _ => Vec::new(),
        }
    }

    /// Finds the legal moves or choices that texts name, one after the other from this position;
    /// the line ends before the first text that names none. After a choice the position is that of
    /// its likeliest outcome.
    pub fn find_line(&self, texts: &[String]) -> Vec<AnyMove> {
        let mut position = *self;
        let mut line = Vec::new();
        for text in texts {
            let (mv, outcome) = match (position.find_move(text), position.find_choice(text)) {
                (Ok(mv), _) => (mv, mv),
                (_, Ok(choice)) => (choice, position.likeliest_outcome(choice)),
                _ => break,
            };
            line.push(mv);
            position = position.after(outcome);
        }
        line
    }

    /// A legal move as it is, and a choice with its likeliest outcome. Without chance it is the
    /// move itself.
    #[must_use]
    pub fn with_likeliest_outcome(&self, mv: AnyMove) -> AnyMove {
        if self.find_move(&self.move_text(mv)).is_ok() {
            mv
        } else {
            self.likeliest_outcome(mv)
        }
    }

    /// A line from this position in words, a sentence a move, with its player: `A: c5 to d4.`, `B:
    /// d5 to d6.` Moves of one player in a row share its letter, which stands before the first.
    pub fn line_in_sentences(&self, line: &[AnyMove]) -> Vec<String> {
        let mut sentences = Vec::new();
        let mut position = *self;
        let mut last = None;
        for &mv in line {
            let player = position.last_turn();
            let outcome = position.outcome_words(mv);
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
                position.choice_words(position.choice_in(mv))
            ));
            last = Some(player);
            position = position.after(mv);
        }
        sentences
    }

    fn likeliest_outcome(&self, choice: AnyMove) -> AnyMove {
        with_game!(self, position => AnyMove::of(position, position.likeliest_outcome(choice.in_game(position))))
    }

    /// The turn that these moves from this position play, in words, as
    /// [`EngineGame::turn_in_words`]; `None` in games whose turns are single moves.
    pub fn turn_in_words(&self, line: &[AnyMove]) -> Option<TurnInWords> {
        with_game!(self, position => {
            let moves: Vec<_> = line.iter().map(|mv| mv.in_game(position)).collect();
            EngineGame::turn_in_words(position, &moves)
        })
    }

    /// Player to move and its next step, in sentences: `A: your turn. Move a penguin.` When the
    /// game is over, the result.
    pub fn turn_sentence(&self) -> String {
        let task = with_game!(self, position => EngineGame::task(position));
        self.result_in_words()
            .unwrap_or_else(|| format!("{}: your turn. {task}", self.last_turn()))
    }

    /// The legal choice or move that a text names, in words: `flip row 1`. `None` for games on a
    /// floe, and if the text names none.
    pub fn choice_in_words(&self, text: &str) -> Option<String> {
        self.move_in_words(
            self.find_choice(text)
                .or_else(|_| self.find_move(text))
                .ok()?,
        )
    }

    /// A legal choice or move in words: `flip row 1`. `None` for games on a floe, whose notation
    /// needs no words.
    pub fn move_in_words(&self, mv: AnyMove) -> Option<String> {
        with_game!(self, position => EngineGame::move_in_words(position, mv.in_game(position)))
    }

    /// A legal choice or move as people read it: in notation where that names one hex or two, else
    /// in words, with the outcome of chance.
    pub fn told_move(&self, mv: AnyMove) -> ToldMove {
        let notation = self.move_text(mv);
        let outcome = if self.rules().has_chance() {
            self.outcome_words(mv)
        } else {
            String::new()
        };
        let choice = self
            .move_in_words(mv)
            .unwrap_or_else(|| self.choice_words(self.choice_in(mv)));
        let is_told = outcome.is_empty() || choice.ends_with(&outcome);
        let words = if is_told {
            choice
        } else {
            format!("{choice}: {outcome}")
        };
        let is_plain = self.rules().floe().is_some() && is_plain(&notation);
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

    /// Effect of a legal choice or move on penguins other than the one that moves, in words: `the
    /// whale swims east to d5 and takes B's penguin`, `pushes B's penguin into the water`. `None`
    /// where it leaves them where they are.
    pub fn strike_words(&self, mv: AnyMove) -> Option<String> {
        let choice = self.choice_in(mv);
        with_variant!(self, position => position.strike_words(choice.in_game(&position))).flatten()
    }

    /// Sentences on what a legal move does beyond itself: to penguins other than the one that
    /// moves, `A: pushes B's penguin into the water.`, to players whom it puts out of the game, and
    /// in Gone Fishing! for the points. `None` for most moves.
    pub fn news(&self, mv: AnyMove) -> Option<String> {
        let strike = self
            .strike_words(mv)
            .map(|words| format!("{}: {words}.", self.last_turn()));
        let outcome = self.with_likeliest_outcome(mv);
        let leaving =
            with_variant!(self, position => position.leaving_words(outcome.in_game(&position)));
        let counted =
            with_game!(self, position => EngineGame::news(position, mv.in_game(position)));
        let news: Vec<String> = strike
            .into_iter()
            .chain(leaving.unwrap_or_default())
            .chain(counted)
            .collect();
        (!news.is_empty()).then(|| news.join(" "))
    }

    /// Moves that follow each other from this position, each as people read it. After a choice
    /// without an outcome the likeliest outcome is played.
    pub fn told_line(&self, line: &[AnyMove]) -> Vec<ToldMove> {
        let mut position = *self;
        let mut told = Vec::new();
        for &mv in line {
            told.push(position.told_move(mv));
            position = position.after(position.likeliest_outcome(mv));
        }
        told
    }

    /// The first move of a line from this position in words, or the whole turn that the line plays
    /// where a turn has several moves. `None` for games on a floe, and for an empty line.
    pub fn line_in_words(&self, line: &[AnyMove]) -> Option<String> {
        let turn = self
            .turn_in_words(line)
            .map(|turn| turn.words)
            .filter(|words| !words.is_empty());
        turn.or_else(|| self.move_in_words(*line.first()?))
    }

    /// A way to do what a choice announces, in a sentence, as [`EngineGame::way_in_words`]; `None`
    /// for choices that announce nothing.
    pub fn way_in_words(&self, choice: AnyMove) -> Option<String> {
        with_game!(self, position => EngineGame::way_in_words(position, choice.in_game(position)))
    }

    /// Result of the part of the game, such as a day, that a legal move ends, in sentences; `None`
    /// if the move ends none.
    pub fn interim_result(&self, mv: AnyMove) -> Option<String> {
        with_game!(self, position => EngineGame::interim_result(position, mv.in_game(position)))
    }

    /// Notes on the position in sentences, on what is seen only by counting, as
    /// [`EngineGame::notes`]; none in most games.
    pub fn notes(&self) -> Vec<String> {
        with_game!(self, position => EngineGame::notes(position))
    }

    /// Value of every special that its owner can still use in Gone Fishing!, as
    /// [`EngineGame::special_values`]; none in other games.
    pub fn special_values(&self) -> Vec<SpecialValue> {
        with_game!(self, position => EngineGame::special_values(position))
    }

    /// Numbers of animals that the player to move can free, in the competitive form of Fish 'n'
    /// Flip, as [`EngineGame::freeable_numbers`]; none in other games.
    pub fn freeable_numbers(&self) -> Vec<FreeableNumber> {
        with_game!(self, position => EngineGame::freeable_numbers(position))
    }

    /// Writes the rest of a day of Gone Fishing! as a game tree for Gambit, as
    /// [`EngineGame::export`].
    ///
    /// # Errors
    /// For all other games, and when the tree has more entries than `max_entries`.
    pub fn export(&self, max_entries: usize) -> Result<String, ExportError> {
        with_game!(self, position => EngineGame::export(position, max_entries))
    }
}
