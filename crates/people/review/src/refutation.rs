//! Refutations: why a move is not as good as the best one.

use floe_engine::{AnalysisError, AnyGame, AnyMove, GameLine, Units};
use floe_game::Player;
use floe_presentation::Seen;

use super::annotate::{Annotation, Annotator, of_player, playable};
use super::mark::ReviewedValue;
use super::summary::loss_in_words;

/// Number of moves of a refutation, the move itself included.
const LENGTH: usize = 6;

/// Reason why a move is worse than the best move: its judgement, words and the line that shows it.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// Judgement of the move.
    pub annotation: Annotation,
    /// The loss of the move, and the answer that proves it, in sentences.
    pub words: String,
    /// The move and the best play after it, up to six moves; fewer at the end of the game, and
    /// before an outcome that is left to chance.
    pub moves: Vec<RefutationMove>,
}

/// Move of the line that refutes a move, with the value after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefutationMove {
    /// Player who moves.
    pub player: Player,
    /// The move in notation, with its outcome.
    pub text: String,
    /// The move in words.
    pub words: String,
    /// Value after the move in a few characters, as [`ReviewedValue::tag`] of the player whose move
    /// is refuted.
    pub value: String,
    /// Value after the move in words.
    pub value_words: String,
}

impl Annotator<'_> {
    /// Judges a move from the last position of the review, and plays on as the engine would. A
    /// choice without its outcome gets the likeliest outcome. `report` receives the refutation as
    /// it grows: without moves as soon as the judgement is known, then again after each move.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn refute(
        &mut self,
        mv: AnyMove,
        report: &mut dyn FnMut(&Refutation),
    ) -> Result<Refutation, AnalysisError> {
        let (before, _) = self.last;
        let mv = before.with_likeliest_outcome(mv);
        let text = before.move_text(mv);
        let mut line = self.line().clone();
        let annotation = self.next(mv)?;
        let (after, analysis) = &self.last;
        let answers = playable(
            after,
            analysis.lines.first().map_or(&[][..], |line| &line.moves),
        );
        let words = self.words(&before, &Seen::whole(&before).told(mv).text, &annotation);
        let mut refutation = Refutation {
            annotation,
            words,
            moves: Vec::new(),
        };
        report(&refutation);
        for text in [text].into_iter().chain(answers).take(LENGTH) {
            line.play(&text).expect("the line can be played");
            refutation.moves.push(self.valued(&before, &line)?);
            report(&refutation);
        }
        Ok(refutation)
    }

    /// The loss of a move, and the answer that proves it, in sentences: `c5-c6 loses 3 fish. B
    /// answers d5 to d4.` The position reached last is that after the move, which `told` names.
    fn words(&self, before: &AnyGame, told: &str, annotation: &Annotation) -> String {
        let (after, analysis) = &self.last;
        let mut sentences = vec![annotation.loss_in_words(before, told)];
        let line = analysis.lines.first().map_or(&[][..], |line| &line.moves);
        if let (Some(&answer), Some(_)) = (line.first(), annotation.mark) {
            let goes_on = if after.last_turn() == before.last_turn() {
                "goes on with"
            } else {
                "answers"
            };
            sentences.push(format!(
                "{} {goes_on} {}.",
                after.last_turn(),
                Seen::whole(after).words(answer)
            ));
            // In games of cards the reason would say the move again.
            let is_on_floe = after.rules().floe().is_some();
            sentences.extend(
                is_on_floe
                    .then(|| Seen::whole(after).reasons(line, self.evaluation()))
                    .into_iter()
                    .flatten(),
            );
        }
        sentences.join(" ")
    }

    /// The last move of a line, in the refutation of a move from the position `before`, with the
    /// value of the position after it.
    fn valued(
        &mut self,
        before: &AnyGame,
        line: &GameLine,
    ) -> Result<RefutationMove, AnalysisError> {
        let analysis = self.analyze(line)?;
        let played = line.moves().next_back().expect("a move has been played");
        let value = of_player(
            &analysis.value,
            played.after.last_turn(),
            before.last_turn(),
        );
        let value = ReviewedValue {
            value,
            exact: analysis.exact,
            win_probability: None,
        };
        Ok(RefutationMove {
            player: played.player(),
            text: played.text(),
            words: Seen::whole(played.before).words(played.before.choice_in(played.mv)),
            value: value.tag(before),
            value_words: Seen::whole(played.after).analysis_words(&analysis),
        })
    }
}

impl Annotation {
    /// Whether a move, in notation or in words, is the best one. `position` is that before the
    /// move.
    fn is_best(&self, position: &AnyGame, mv: &str) -> bool {
        let best = position.find_line(self.best.as_slice());
        self.best.as_deref() == Some(mv)
            || best
                .first()
                .is_some_and(|&best| Seen::whole(position).told(best).text == mv)
    }

    /// The loss of the move in a sentence: `c5-c6 loses about 3 fish.` `position` is the position
    /// before the move, `mv` the move in notation or in words.
    pub fn loss_in_words(&self, position: &AnyGame, mv: &str) -> String {
        let units = position.rules().units();
        let about = if self.is_exact() { "" } else { "about " };
        let is_won = self.before.exact && self.before.value.sign().is_gt() && position.sides() == 2;
        let gives_away = is_won && self.after.exact && self.after.value.sign().is_le();
        let win = if gives_away { ", and the win" } else { "" };
        match (self.loss(), self.mark) {
            (0, None) if self.is_best(position, mv) => format!("{mv} is the best move."),
            (0, None) => format!("{mv} is as good as the best move."),
            (0, Some(_)) if gives_away => format!("{mv} gives the win away."),
            (0, Some(_)) => format!("{mv} loses only what breaks ties."),
            (loss, _) if units == Units::Animals => {
                format!("{mv} leaves {about}{} more.", loss_in_words(loss, units))
            }
            (loss, _) => format!("{mv} loses {about}{}{win}.", loss_in_words(loss, units)),
        }
    }
}
