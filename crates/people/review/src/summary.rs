//! Accuracy of the players of a game, and their worst moves.

use floe_engine::{AnyGame, Units};
use floe_game::Player;

use super::annotate::Annotation;
use super::mark::Mark;

/// Summary of a review: the play of each player, from the [annotations](Annotation) of the moves.
#[derive(Clone, Debug, Default)]
pub struct ReviewSummary {
    moves: Vec<JudgedMove>,
}

/// Move of a game as an engine has judged it.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// Number of the move in the game, counted from 1.
    pub number: usize,
    /// Player who moved.
    pub player: Player,
    /// The move in notation.
    pub text: String,
    /// Mark of a bad move.
    pub mark: Option<Mark>,
    /// Loss of the move, in 1/100 of the first unit that counts.
    pub loss: i32,
    /// Accuracy in percent; `None` where the probabilities of winning are not known.
    pub accuracy: Option<f64>,
    /// Whether the player had no other move.
    is_forced: bool,
}

/// Quality of one player's moves in a game: accuracy, mean loss and numbers of bad moves.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerReview {
    /// The player.
    pub player: Player,
    /// Number of moves for which the player had a choice. All other numbers are about these.
    pub choices: usize,
    /// Mean accuracy of the moves in percent; `None` where the probabilities of winning are not
    /// known, and without choices.
    pub accuracy: Option<f64>,
    /// Mean loss of a move, in 1/100 of the first unit that counts.
    pub mean_loss: i32,
    /// Numbers of inaccuracies, mistakes and blunders.
    pub marks: [usize; 3],
}

impl ReviewSummary {
    /// Number of moves in a list of the worst ones.
    pub const WORST: usize = 5;

    /// Adds the next move of the game, from this position.
    pub fn add(&mut self, position: &AnyGame, text: &str, annotation: &Annotation) {
        self.moves.push(JudgedMove {
            number: self.moves.len() + 1,
            player: position.last_turn(),
            text: text.to_owned(),
            mark: annotation.mark,
            loss: annotation.loss(),
            accuracy: annotation.accuracy(),
            is_forced: annotation.is_forced,
        });
    }

    /// The players who have moved, in turn order from A.
    pub fn players(&self) -> Vec<PlayerReview> {
        let has_moved = |player: &Player| self.moves.iter().any(|judged| judged.player == *player);
        Player::first(Player::MAX)
            .filter(has_moved)
            .map(|player| self.player(player))
            .collect()
    }

    fn player(&self, player: Player) -> PlayerReview {
        let is_choice = |judged: &&JudgedMove| judged.player == player && !judged.is_forced;
        let moves: Vec<&JudgedMove> = self.moves.iter().filter(is_choice).collect();
        let accuracies: Vec<f64> = moves.iter().filter_map(|judged| judged.accuracy).collect();
        let losses: Vec<f64> = moves.iter().map(|judged| f64::from(judged.loss)).collect();
        let count = |mark: Mark| {
            moves
                .iter()
                .filter(|judged| judged.mark == Some(mark))
                .count()
        };
        PlayerReview {
            player,
            choices: moves.len(),
            accuracy: mean(&accuracies),
            mean_loss: mean(&losses).unwrap_or_default().round() as i32,
            marks: Mark::ALL.map(count),
        }
    }

    /// The worst of the moves that have a mark, at most five, the greatest loss first.
    pub fn worst(&self) -> Vec<&JudgedMove> {
        let mut bad: Vec<&JudgedMove> = self
            .moves
            .iter()
            .filter(|judged| judged.mark.is_some())
            .collect();
        bad.sort_by_key(|judged| (std::cmp::Reverse((judged.loss, judged.mark)), judged.number));
        bad.truncate(ReviewSummary::WORST);
        bad
    }

    /// The worst moves in a line: `worst moves: 3. A b4-b3?? (5 fish), 7. B e4-d4? (2 fish)`;
    /// `None` if no move is bad.
    pub fn worst_in_words(&self, units: Units) -> Option<String> {
        let moves: Vec<String> = self
            .worst()
            .iter()
            .map(|judged| judged.in_words(units))
            .collect();
        (!moves.is_empty()).then(|| format!("worst moves: {}", moves.join(", ")))
    }
}

impl JudgedMove {
    /// The move with its sign and its loss: `3. A b4-b3?? (5 fish)`.
    pub fn in_words(&self, units: Units) -> String {
        let sign = self.mark.map_or("", Mark::sign);
        format!(
            "{}. {} {}{sign} ({})",
            self.number,
            self.player,
            self.text,
            loss_in_words(self.loss, units)
        )
    }
}

impl PlayerReview {
    /// The review in a line: `A: accuracy 87 %, 0.4 fish lost a move, 1 mistake`.
    pub fn in_words(&self, units: Units) -> String {
        let player = self.player;
        if self.choices == 0 {
            return format!("{player}: no choice");
        }
        let accuracy = self
            .accuracy
            .map(|accuracy| format!("accuracy {accuracy:.0} %"));
        let loss = format!("{} lost a move", loss_in_words(self.mean_loss, units));
        let marks = Mark::ALL
            .into_iter()
            .zip(self.marks)
            .filter(|&(_, count)| count > 0);
        let marks = marks.map(|(mark, count)| mark.counted(count));
        let parts: Vec<String> = accuracy.into_iter().chain([loss]).chain(marks).collect();
        format!("{player}: {}", parts.join(", "))
    }
}

/// A loss in 1/100 of the first unit that counts, in words: `2 fish`, `0.4 fish`.
pub(super) fn loss_in_words(loss: i32, units: Units) -> String {
    let number = (f64::from(loss) / 10.0).round() / 10.0;
    let name = units.name();
    let name = if number == 1.0 {
        name.trim_end_matches('s')
    } else {
        name
    };
    format!("{number} {name}")
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_counts_choices_and_finds_the_worst_moves() {
        let judged = |number, index, mark, loss, is_forced| JudgedMove {
            number,
            player: Player::new(index),
            text: format!("move{number}"),
            mark,
            loss,
            accuracy: Some(if loss > 0 { 50.0 } else { 100.0 }),
            is_forced,
        };
        let moves = vec![
            judged(1, 0, None, 0, false),
            judged(2, 1, Some(Mark::Mistake), 300, false),
            judged(3, 0, Some(Mark::Blunder), 700, false),
            judged(4, 1, None, 0, true),
            judged(5, 0, Some(Mark::Blunder), 0, false),
        ];
        let summary = ReviewSummary { moves };
        let words: Vec<String> = summary
            .players()
            .iter()
            .map(|player| player.in_words(Units::Fish))
            .collect();
        assert_eq!(
            words,
            [
                "A: accuracy 83 %, 2.3 fish lost a move, 2 blunders",
                "B: accuracy 50 %, 3 fish lost a move, 1 mistake"
            ]
        );
        let worst =
            "worst moves: 3. A move3?? (7 fish), 2. B move2? (3 fish), 5. A move5?? (0 fish)";
        assert_eq!(summary.worst_in_words(Units::Fish).as_deref(), Some(worst));
        assert_eq!(ReviewSummary::default().worst_in_words(Units::Fish), None);
    }

    #[test]
    fn losses_name_their_unit() {
        let words = [0, 40, 100, 250].map(|loss| loss_in_words(loss, Units::Animals));
        assert_eq!(
            words,
            ["0 animals", "0.4 animals", "1 animal", "2.5 animals"]
        );
    }
}
