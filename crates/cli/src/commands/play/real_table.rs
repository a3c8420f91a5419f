//! A game at a real table: all that happens there is typed, and the engine only advises.

use anyhow::Result;
use floe_engine::{AnyGame, AnyMove};
use floe_game::Player;

use super::{COMMANDS, PlayTable};
use crate::output::Output;
use crate::prompt::Prompt;
use crate::text::{labelled, wrapped};

/// Name of a player at a real table who gets no advice, in the headers of a game.
pub(super) const OPPONENT: &str = "opponent";

/// Answers so far about the next move at a real table.
#[derive(Default)]
pub(super) struct NextMove {
    /// Choice that has been made, while its outcome is asked for.
    choice: Option<AnyMove>,
    /// Choice that has been advised, in notation.
    advised: Option<String>,
    /// Whether the position has been drawn.
    is_drawn: bool,
}

/// Outcome of a choice.
struct Outcome {
    mv: AnyMove,
    /// Short text that names it.
    name: String,
    /// The outcome in words; empty for none.
    words: String,
    /// Probability, as far as the person at the table knows.
    probability: f64,
}

impl PlayTable<'_> {
    /// Asks what happens next, and plays it; returns false to quit, and at the end of the input.
    pub(super) fn follow(&mut self, lines: &mut Prompt<'_>, output: &mut Output) -> Result<bool> {
        let position = *self.game.position();
        let mut next = self.next.take().unwrap_or_default();
        next.choice = next.choice.or_else(|| position.only_choice_seen_by(self.viewer()));
        let outcomes = next.choice.map_or(Vec::new(), |choice| outcomes(&position, choice, self.viewer()));
        if let [only] = &outcomes[..] {
            self.record(only.mv, output)?;
            return Ok(true);
        }
        if !std::mem::replace(&mut next.is_drawn, true) {
            self.show(output)?;
        }
        let mover = position.last_turn();
        let is_own = self.sides.contains(mover.letter());
        let prompt = if !outcomes.is_empty() {
            output.remark(&what_came(&outcomes))?;
            "came> ".to_owned()
        } else if is_own {
            if next.advised.is_none() {
                next.advised = self.advise(output)?;
            }
            format!("{mover} (you)> ")
        } else {
            format!("{mover}> ")
        };
        let names = || {
            if outcomes.is_empty() {
                self.visible().choices()
            } else {
                outcomes.iter().map(|o| o.name.clone()).collect()
            }
        };
        let Some(line) = lines.next(&prompt, names, output) else { return Ok(false) };
        let line = match line?.text {
            Ok(line) => line,
            Err(why) => {
                self.next = Some(next);
                return output.remark(&format!("{why}\n")).map(|()| true).map_err(Into::into);
            }
        };
        self.answered(line.trim(), next, &outcomes, output)
    }

    /// Obeys an answer: what came, a move or a command; an empty line plays the advice.
    fn answered(&mut self, line: &str, next: NextMove, outcomes: &[Outcome], output: &mut Output) -> Result<bool> {
        let is = |outcome: &&Outcome| {
            let text = self.game.position().move_text(outcome.mv);
            [&outcome.name, &text].iter().any(|name| name.eq_ignore_ascii_case(line))
        };
        if let Some(outcome) = outcomes.iter().find(is) {
            self.record(outcome.mv, output)?;
            return Ok(true);
        }
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        let is_command = COMMANDS.contains(&&*word);
        match (line, &next.advised, next.choice) {
            ("undo", _, Some(_)) if self.game.position().only_choice_seen_by(self.viewer()).is_none() => {
                self.next = Some(NextMove { is_drawn: true, ..NextMove::default() });
            }
            ("", Some(advised), None) => self.type_move(advised, output)?,
            (_, _, Some(_)) if !is_command && !line.is_empty() => {
                let names: Vec<&str> = outcomes.iter().map(|outcome| &*outcome.name).collect();
                output.remark(&wrapped(&format!("expected what came: {}; found '{line}'", names.join(" ")), 2))?;
                self.next = Some(next);
            }
            _ => {
                self.next = Some(next);
                return self.obey(line, output);
            }
        }
        Ok(true)
    }

    /// Plays a typed move, which may name its outcome.
    pub(super) fn type_move(&mut self, line: &str, output: &mut Output) -> Result<()> {
        let position = *self.game.position();
        match position.find_choice(line) {
            Ok(choice) => self.made(choice, output),
            Err(why) => match position.find_move(line) {
                Ok(mv) => self.record(mv, output),
                Err(_) => self.refuse(line, &why, output),
            },
        }
    }

    /// Plays a choice, or waits for its outcome.
    fn made(&mut self, choice: AnyMove, output: &mut Output) -> Result<()> {
        if let [only] = &outcomes(self.game.position(), choice, self.viewer())[..] {
            return self.record(only.mv, output);
        }
        self.next = Some(NextMove { choice: Some(choice), is_drawn: true, ..NextMove::default() });
        Ok(())
    }

    /// Plays a move with its outcome.
    fn record(&mut self, mv: AnyMove, output: &mut Output) -> Result<()> {
        let mover = self.game.position().last_turn();
        let viewer = self.viewer();
        let before = *self.game.play_move(mv).before;
        let text = self.told(&before, mv, viewer);
        self.next = None;
        self.write()?;
        Ok(output.remark(&format!("{mover}: {text}\n"))?)
    }

    /// Undoes the last move that was typed; returns whether there was one.
    pub(super) fn undo_typed(&mut self) -> bool {
        self.next = None;
        let viewer = self.viewer();
        let is_typed = |position: &AnyGame| {
            position.only_choice_seen_by(viewer).is_none_or(|choice| outcomes(position, choice, viewer).len() > 1)
        };
        self.game.undo_to(is_typed)
    }
}

/// Outcomes of a choice as the viewer observes them, the likeliest first.
fn outcomes(position: &AnyGame, choice: AnyMove, viewer: Option<Player>) -> Vec<Outcome> {
    let common = position.move_text(choice);
    let mut outcomes: Vec<Outcome> = Vec::new();
    for (mv, probability) in position.outcomes_of(choice) {
        let mv = viewer.map_or(mv, |viewer| position.observed_by(viewer, mv));
        if let Some(same) = outcomes.iter_mut().find(|outcome| outcome.mv == mv) {
            same.probability += probability;
            continue;
        }
        let text = position.move_text(mv);
        let name = text.strip_prefix(&common).unwrap_or(&text).trim_start_matches([':', '=', ',']);
        let name = if name.is_empty() { "nothing".to_owned() } else { name.to_owned() };
        outcomes.push(Outcome { mv, name, words: position.outcome_words(mv), probability });
    }
    outcomes.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    outcomes
}

/// Asks what came, with the chances: in words where the names fit in a few lines.
fn what_came(outcomes: &[Outcome]) -> String {
    const LISTED: usize = 10;
    const LABEL: usize = 18;
    if outcomes.len() > LISTED {
        let chances = outcomes.iter().map(|outcome| format!("{} {:.0}%", outcome.name, 100.0 * outcome.probability));
        return wrapped(&format!("What came? {}", chances.collect::<Vec<_>>().join(", ")), 2);
    }
    let line = |outcome: &Outcome| {
        labelled(&format!("{:>5.0} %  {}", 100.0 * outcome.probability, outcome.name), LABEL, &outcome.words)
    };
    format!("What came?\n{}", outcomes.iter().map(line).collect::<String>())
}
